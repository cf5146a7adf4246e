"""The lobby: structures and opponents to choose from, and what is chosen made into a table of the journal."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pokerlab._toml import parse_toml
from pokerlab.agents.registry import AGENTS, agent_facts, files_of, named_agent, spelled_out
from pokerlab.agents.rule_files import SHIPPED, drawn_players, path_of, player_names, read_rules, roster, user_directory
from pokerlab.errors import PokerError, TournamentError, shorten
from pokerlab.table.bankroll import BASE, BankrollError
from pokerlab.table.cash import Stakes
from pokerlab.table.cash_journal import open_session
from pokerlab.table.journal import open_numbers, open_tournament
from pokerlab.table.journal_file import JournalFile
from pokerlab.tournament.hand_record import money
from pokerlab.tournament.structure import DIRECTORY, Structure, named_structure, ready_structures
from pokerlab.training.blueprint import blueprint_path
from pokerlab.web.data import DataDirectory
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.lobby import CashToOpen, StructureToCheck, TableToOpen, TournamentToOpen
from pokerlab.web.play.cash_at_table import CURRENCY
from pokerlab.web.play.tables import MOST_TABLES, PlayTables
from pokerlab.web.play.views import Choices, level_record

FIRST_LEVELS = 12
"""Levels of a structure that the lobby shows."""
NO_SEAT = ("human", "process", "solution", "strategy")
"""Agents that take no seat here: the person has one, processes are ours, and files are not opened for pages."""


def lobby_record(data: DataDirectory, tables: PlayTables) -> dict[str, Any]:
    """All that the lobby shows, as `LobbyAnswer` has it."""
    return {
        "structures": structure_rows(data),
        "players": player_rows(),
        "agents": [{"name": one.name, "what": one.what} for one in agent_facts() if one.name not in NO_SEAT],
        "balance": tables.balance,
        "base": BASE,
        "currency": CURRENCY,
        "tables": tables.rows,
        "most_tables": MOST_TABLES,
    }


def structure_rows(data: DataDirectory) -> list[dict[str, Any]]:
    """The structures that ship, and those of the user."""
    rows = [
        structure_row(name, (DIRECTORY / f"{name}.toml").read_text("utf-8"), own=False) for name in ready_structures()
    ]
    for name, path in data.structures.files().items():
        try:
            rows.append(structure_row(name, path.read_text("utf-8"), own=True))
        except (OSError, ValueError, PokerError):
            continue  # somebody else's file, or just removed
    return rows


def structure_row(name: str, toml: str, *, own: bool) -> dict[str, Any]:
    """A structure as `StructureRow` has it; an error if it is none."""
    structure = Structure.parse(toml)
    return {
        "name": name,
        "own": own,
        "toml": toml,
        "players": structure.players,
        "chips": structure.chips,
        "buy_in": structure.buy_in,
        "fee": structure.fee,
        "bounty": structure.bounty,
        "cost": structure.cost,
        "currency": structure.currency,
        "payouts": structure.payouts,
        "prizes": list(structure.prizes(structure.players)),
        "unit": str(structure.levels.unit),
        "levels": [level_record(structure.level(number)) for number in range(1, FIRST_LEVELS + 1)],
    }


def save_structure(data: DataDirectory, asked: StructureToCheck) -> dict[str, Any]:
    """Check a structure, and save it if it has a name."""
    try:
        row = structure_row(asked.name or "", asked.toml, own=True)
    except TournamentError as error:
        raise RefusedError(str(error), field="toml") from None
    if asked.name:
        if asked.name in ready_structures():
            raise RefusedError(f"'{asked.name}' ships with pokerlab: choose another name", 409, "name")
        data.structures.write(asked.name, asked.toml.encode())
    return {"structure": row}


def player_rows() -> list[dict[str, Any]]:
    """Who there is, the weakest first; a broken file is said with its player."""
    known, rows = roster(), list[dict[str, Any]]()
    for name in player_names():
        entry, problem, title = known.get(name), None, ""
        path = path_of(name)
        try:
            title = read_rules(name).title
        except PokerError as error:
            problem = str(error).replace(str(path), path.name)
        rows.append(
            {
                "name": name, "level": entry.level if entry else None, "weight": entry.weight if entry else 0.0,
                "title": title, "own": path.parent != SHIPPED, "problem": problem,
            }
        )  # fmt: skip
    return sorted(rows, key=lambda row: (row["level"] or 9, row["name"]))


def open_table(data: DataDirectory, tables: PlayTables, asked: TableToOpen) -> str:
    """Write down a table that begins; its name. What cannot be is refused at its field."""
    if (asked.tournament is None) == (asked.cash is None):
        raise RefusedError("a table is a 'tournament' or 'cash', and not both", field="tournament")
    if tables.open_count >= MOST_TABLES:
        raise RefusedError(f"{MOST_TABLES} tables are open already", 409)
    name = " ".join(asked.name.split())
    if not name or not name.isprintable():
        raise RefusedError("a name is one line of text", field="name")
    if asked.tournament:
        return _open_tournament(data, tables, asked, asked.tournament, name)
    assert asked.cash is not None
    return _open_cash(tables, asked, asked.cash, name)


def first_table(data: DataDirectory) -> str:
    """The table to begin at: the newest tournament that is open, or a new turbo against eight players of the roster. To
    be asked before anybody plays."""
    with JournalFile(data.play / "journal.db", synchronous=False) as file:
        if known := open_numbers(file):
            return f"t{known[-1]}"
        structure, bots = named_structure("turbo"), chosen_bots([], 8)
        number = open_tournament(
            file, structure, ["Hero", *_names(bots, "Hero")], agents=["", *bots], seed=secrets.randbits(62), owner=0,
            settings=Choices().kept(),
        )  # fmt: skip
    return f"t{number}"


def _open_tournament(
    data: DataDirectory, tables: PlayTables, asked: TableToOpen, chosen: TournamentToOpen, name: str
) -> str:
    structure = chosen_structure(data, chosen)
    bots = chosen_bots(asked.opponents, structure.players - 1)
    try:
        number = open_tournament(
            tables.file, structure, [name, *_names(bots, name)], agents=["", *bots], seed=secrets.randbits(62), owner=0,
            settings=_choices(asked).kept(),
        )  # fmt: skip
    except BankrollError:
        raise _too_dear(tables, structure.cost, structure.currency, "tournament.buy_in") from None
    return f"t{number}"


def _open_cash(tables: PlayTables, asked: TableToOpen, chosen: CashToOpen, name: str) -> str:
    if chosen.small_blind > chosen.big_blind:
        raise RefusedError("the small blind is not above the big one", field="cash.small_blind")
    stakes = Stakes(chosen.small_blind, chosen.big_blind, chosen.seats)
    bots = chosen_bots(asked.opponents, stakes.seats - 1)
    try:
        number = open_session(
            tables.file, stakes, [name, *_names(bots, name)], agents=["", *bots], seed=secrets.randbits(62), owner=0,
            buy_in=chosen.buy_in, settings={**_choices(asked).kept(), "buy_in": chosen.buy_in},
        )  # fmt: skip
    except BankrollError:
        raise _too_dear(tables, stakes.chips(chosen.buy_in), CURRENCY, "cash.buy_in") from None
    return f"c{number}"


def chosen_structure(data: DataDirectory, chosen: TournamentToOpen) -> Structure:
    """The structure of a name or a text, with what shall be otherwise."""
    if (chosen.structure is None) == (chosen.toml is None):
        raise RefusedError("a structure is given by name or as 'toml', and not as both", field="tournament.structure")
    try:
        content = parse_toml(chosen.toml or _structure_text(data, chosen.structure or ""), TournamentError)
        structure = Structure.of(content)
    except TournamentError as error:
        raise RefusedError(str(error), field="tournament.toml" if chosen.toml else "tournament.structure") from None
    changed = structure.record()
    for key in ("players", "chips", "buy_in", "fee"):
        if (value := getattr(chosen, key)) is not None:
            changed = _changed(changed, {key: value}, key)
    if chosen.payouts is not None:
        changed = _changed(changed, {"payouts": chosen.payouts}, "payouts")
    if chosen.blinds is not None:
        levels = {key: value for key, value in changed["levels"].items() if key not in ("first", "factor")}
        blinds = [part.strip() for part in re.split(r"[,;\n]", chosen.blinds) if part.strip()]
        changed = _changed(changed, {"levels": {**levels, "blinds": blinds}}, "blinds")
    if chosen.level_length is not None or chosen.level_unit is not None:
        length = {"length": chosen.level_length} if chosen.level_length is not None else {}
        unit = {"unit": chosen.level_unit} if chosen.level_unit is not None else {}
        changed = _changed(changed, {"levels": {**changed["levels"], **length, **unit}}, "level_length")
    return Structure.of(changed)


def _changed(content: dict[str, Any], more: dict[str, Any], field: str) -> dict[str, Any]:
    found = {**content, **more}
    try:
        Structure.of(found)
    except TournamentError as error:
        raise RefusedError(str(error), field=f"tournament.{field}") from None
    return found


def _structure_text(data: DataDirectory, name: str) -> str:
    if name in ready_structures():
        return (DIRECTORY / f"{name}.toml").read_text("utf-8")
    try:
        return data.structures.find(name).read_text("utf-8")
    except RefusedError as error:
        raise RefusedError(str(error), 404, "tournament.structure") from None


def chosen_bots(opponents: Sequence[str], seats: int) -> list[str]:
    """The agents of the other seats: those who are named, `level:3` and `drawn` ones, and drawn ones for the rest."""
    if len(opponents) > seats:
        raise RefusedError(f"{len(opponents)} opponents for {seats} seats", field="opponents")
    wanted = [*opponents, *["drawn"] * (seats - len(opponents))]
    drawn = [place for place, one in enumerate(wanted) if one.strip() == "drawn"]
    bots = dict(zip(drawn, drawn_players(len(drawn), secrets.randbits(62)), strict=True)) if drawn else {}
    for place, one in enumerate(wanted):
        if place in bots:
            continue
        if level := re.fullmatch(r"\s*level:\s*([1-5])\s*", one):
            bots[place] = drawn_players(1, secrets.randbits(62), int(level[1]))[0]
        else:
            bots[place] = check_bot(one)
    return [bots[place] for place in range(seats)]


def check_bot(text: str) -> str:
    """The name of an agent that may take a seat; a `RefusedError` if it may not."""
    name = text.strip()
    kind = spelled_out(name).partition(":")[0]
    if kind in NO_SEAT:
        raise RefusedError(f"'{shorten(name)}' takes no seat at a table of the browser", field="opponents")
    try:
        if kind in AGENTS:
            own = [SHIPPED, user_directory(), blueprint_path("limit").parent]
            if any(Path(file).absolute().parent not in own for file in files_of(name)):
                raise RefusedError(f"'{shorten(name)}': files are not opened for pages", field="opponents")
        named_agent(name)
    except PokerError as error:
        raise RefusedError(str(error), field="opponents") from None
    return name


def _names(bots: Sequence[str], person: str) -> list[str]:
    """What bots are called at the table: those of one kind are told apart by a number."""
    taken = [*bots, person]
    found, counts = list[str](), dict[str, int]()
    for bot in bots:
        counts[bot] = counts.get(bot, 0) + 1
        found.append(bot if taken.count(bot) == 1 else f"{bot} ({counts[bot]})")
    return found


def _choices(asked: TableToOpen) -> Choices:
    return Choices(
        speed=asked.speed, after_fold=asked.after_fold, show_cards=asked.show_cards, clock=asked.clock,
        time_bank=float(asked.time_bank),
    )  # fmt: skip


def _too_dear(tables: PlayTables, cost: int, currency: str, field: str) -> RefusedError:
    return RefusedError(
        f"this costs {money(cost, currency)}, and the bankroll holds {money(tables.balance, currency)}", 409, field
    )
