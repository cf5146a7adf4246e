"""`pokerlab tournament`: sit-and-go tournaments, played by agents in thousands, and what is on file of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.completion import complete_structure
from pokerlab.cli.match_options import ConfidenceOption, SeedOption, trouble_lines
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.cli.where_options import ClusterOption, CollectOption, TlsOption, workers_of

if TYPE_CHECKING:
    from pokerlab.lab.intervals import Sampled
    from pokerlab.lab.tournaments import TournamentResult
    from pokerlab.tournament.structure import Structure

app = typer.Typer(no_args_is_help=True, help="Sit-and-go tournaments: simulate them, list structures, show files.")

MOST_COPIES = 10
SHOWN_LEVELS = 20


@app.command()
def simulate(
    structure: Annotated[
        str, typer.Argument(help="A ready structure, or a .toml file.", autocompletion=complete_structure)
    ],
    players: Annotated[
        str,
        typer.Option(help="Agents, separated by commas; 'default*8' is eight of them, 'drawn*8' eight of the roster."),
    ],
    count: Annotated[str, typer.Option(help="Tournaments: a number, 100k, 1m.")] = "1000",
    seed: SeedOption = 0,
    processes: Annotated[int | None, typer.Option(min=1, help="Processes here.", show_default="all cores")] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Replay every tournament with the agents moved round the seats.")
    ] = False,
    confidence: ConfidenceOption = 0.95,
    hands: Annotated[Path | None, typer.Option(help="Write all hands to this file (PHH).")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep finished blocks in this directory; --resume goes on from there.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is in --checkpoint.")] = False,
    cluster: ClusterOption = "",
    tls_dir: TlsOption = None,
    collect: CollectOption = False,
    json: JsonOption = False,
) -> None:
    """Let agents play many tournaments, and say what they win of what they pay.

    ROI is what comes back less what was paid, in parts of what was paid; all agents alike lose the fee. Without luck:
    what the cards after all-ins were worth more than their mean, by ICM, is taken off, which leaves the mean as it is
    and makes the interval narrower. The same seed gives the same numbers with any number of processes.

    \b
    Examples:
      pokerlab tournament simulate turbo --players 'random*3' --count 20
      pokerlab tournament simulate heads-up --players 'random*2' --count 9 --json
      pokerlab tournament simulate heads-up --players 'random*2' --hands h.phhs
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.cli.simulate import parse_count
    from pokerlab.errors import TournamentError
    from pokerlab.lab.tournaments import TournamentJob

    found = read_structure(structure)
    if resume and not (checkpoint and (checkpoint / "manifest.json").exists()):
        raise TournamentError(f"{checkpoint or '--resume'}: there is nothing to go on with")
    if checkpoint and (checkpoint / "manifest.json").exists() and not resume:
        raise TournamentError(f"{checkpoint}: holds a run already; --resume goes on with it")
    job = TournamentJob(
        structure=found.record(), agents=agent_names(players, seed), count=parse_count(count, "--count"), seed=seed,
        duplicate=duplicate, confidence=confidence, hands=str(hands) if hands else None, jobs=processes,
        checkpoint=str(checkpoint) if checkpoint else None,
    )  # fmt: skip
    result = job.run(TerminalListener(), workers_of(cluster, tls_dir, collect))
    if json:
        print_json("pokerlab/tournament-simulation/1", **result.record())
    else:
        _show_result(result)


@app.command()
def structures(json: JsonOption = False) -> None:
    """List the ready structures.

    \b
    Example:
      pokerlab tournament structures
    """
    from rich.table import Table

    from pokerlab.tournament.structure import named_structure, ready_structures

    found = [named_structure(name) for name in ready_structures()]
    if json:
        print_json("pokerlab/tournament-structures/1", structures=[one.record() for one in found])
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("structure", "players", "chips", "first level", "levels of", "buy-in", "fee", "prizes"):
        table.add_column(heading, justify="left" if heading == "structure" else "right", no_wrap=True)
    for one in found:
        first = one.level(1)
        prizes = "/".join(f"{100 * prize / sum(one.prizes(one.players)):.0f}" for prize in _paid(one, one.players))
        table.add_row(
            one.name, str(one.players), f"{one.chips:,}", f"{first.small_blind}/{first.big_blind}",
            f"{first.length:g} {one.levels.unit}", _money(one.buy_in, one), _money(one.fee, one), prizes,
        )  # fmt: skip
    print_table(table)


@app.command()
def show(
    file: Annotated[
        str,
        typer.Argument(
            help="A structure (name or .toml), a summary (.txt), hands (.phhs, .phh, text), or a journal (.db).",
            autocompletion=complete_structure,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write files of a journal's tournaments to this directory: hands, summaries."),
    ] = None,
    viewer: Annotated[
        str, typer.Option(help="Whose view the text of --out tells.", show_default="the ledger's owner")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Show a structure with its levels and prizes, or the tournaments of a file: who got which place and prize.

    Of a journal, --out writes each tournament's hands (PHH with all cards, and the text that trackers read, as one
    player saw them) and its summary.

    \b
    Examples:
      pokerlab tournament show turbo
      pokerlab tournament show heads-up --json
    """
    from pokerlab.tournament.structure import ready_structures

    path = Path(file)
    if file in ready_structures() or path.suffix == ".toml" or not (path.suffix or path.exists()):
        structure = read_structure(file)
        if json:
            levels = [structure.level(number)._asdict() for number in range(1, SHOWN_LEVELS + 1)]
            prizes = {str(players): list(structure.prizes(players)) for players in _numbers(structure)}
            print_json("pokerlab/tournament-structure/1", structure=structure.record(), levels=levels, prizes=prizes)
        else:
            _show_structure(structure)
        return
    tournaments, bankroll = _tournaments_of(path)
    files = _write_files(path, out, viewer, is_journal=bankroll is not None) if out else []
    if json:
        print_json("pokerlab/tournaments/1", tournaments=tournaments, bankroll=bankroll, files=files)
        return
    for one in tournaments:
        state = "" if one["is_over"] else ", not over"
        console().print(f"tournament {one['number']}  {one['buy_in']}  {one['players']} players{state}", markup=False)
        for finish in one["finishes"]:
            place = f"{finish['place']:>3}" if finish["place"] else "  -"
            prize = f"  {finish['prize'] / 100:.2f}" if finish["prize"] else ""
            chips = f"  {finish['chips']:,} chips" if finish.get("chips") else ""
            console().print(f"{place}  {finish['name']}{prize}{chips}", markup=False)
    if bankroll is not None:
        console().print(f"bankroll {bankroll / 100:.2f}")
    for name in files:
        console().print(name, markup=False, soft_wrap=True)


def read_structure(text: str) -> "Structure":
    """A ready structure, or one of a file, shipped examples among them."""
    from pokerlab.cli.example_files import or_example
    from pokerlab.tournament.structure import named_structure

    return named_structure(str(or_example(Path(text))) if text.endswith(".toml") else text)


def agent_names(text: str, seed: int = 0) -> tuple[str, ...]:
    """The agents of an option: 'nash, default*8'. An agent whose own name has a comma stands alone; 'drawn' is somebody
    of the roster, drawn by the seed, 'drawn:2' somebody of level 2."""
    import re

    from pokerlab.agents.rule_files import drawn_players
    from pokerlab.errors import TournamentError, shorten

    names: list[str] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(.*?)\s*(?:\*\s*([0-9]{1,3}))?\s*", part)
        if not found or not found[1]:
            raise TournamentError(f"'{shorten(text)}': agents are separated by commas, as in 'nash, default*8'")
        if "=" in found[1] and ":" not in found[1] and names:  # a further value of the agent before
            names[-1] += f",{found[1]}"
            continue
        times = int(found[2] or 1)
        if not 1 <= times <= MOST_COPIES:
            raise TournamentError(f"'{shorten(part)}': 1 to {MOST_COPIES} of an agent")
        if drawn := re.fullmatch(r"drawn(?::(.*))?", found[1]):
            if drawn[1] not in (None, *"12345"):
                raise TournamentError(f"'{shorten(part.strip())}': levels are 1 to 5, as in 'drawn:2'")
            names += drawn_players(times, seed + len(names), int(drawn[1] or 0))
            continue
        names += [found[1]] * times
    return tuple(names)


def _show_result(result: "TournamentResult") -> None:
    from rich.table import Table

    job, structure = result.job, result.structure
    rotations = f" in {len(job.agents)} rotations" if job.duplicate else ""
    console().print(
        f"{structure.name}: {job.count:,} tournaments{rotations} of {len(job.agents)} players, {result.hands:,} hands; "
        f"{_money(structure.cost, structure)} to enter, of which {_money(structure.fee, structure)} are the fee",
        markup=False,
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("agent", no_wrap=True)
    for heading in ("seats", "ROI", "±", "without luck", "±", "in the money", "hands", "level"):
        table.add_column(heading, justify="right", no_wrap=True)
    for agent in result.agents:
        table.add_row(
            agent.name, str(agent.count), *_percents(agent.roi, job.confidence),
            *_percents(agent.adjusted, job.confidence), f"{100 * agent.in_money.mean:.1f}%", f"{agent.hands:.1f}",
            f"{agent.level:.1f}",
        )  # fmt: skip
    print_table(table)
    places = Table(box=None, pad_edge=False)
    places.add_column("places", no_wrap=True)
    for place in range(1, len(job.agents) + 1):
        places.add_column(str(place), justify="right", no_wrap=True)
    places.add_column("p if all were equal", justify="right", no_wrap=True)
    for agent in result.agents:
        chance = "?" if agent.p_value is None else f"{agent.p_value:.2g}"
        places.add_row(agent.name, *(f"{100 * part:.1f}%" for part in agent.places), chance)
    print_table(places)
    if job.hands:
        console().print(f"{job.hands}: {result.hands:,} hands", markup=False)
    for line in trouble_lines(result.troubles):
        console().print(line, markup=False)


def _percents(sampled: "Sampled", confidence: float) -> tuple[str, str]:
    half = f"{100 * sampled.half_width(confidence):.1f}%" if sampled.count > 1 else "?"
    return f"{100 * sampled.mean:+.1f}%", half


def _show_structure(structure: "Structure") -> None:
    from rich.table import Table

    console().print(
        f"{structure.name}: up to {structure.players} players, {structure.chips:,} chips, "
        f"{_money(structure.buy_in, structure)} + {_money(structure.fee, structure)}"
        + (f" + bounty {_money(structure.bounty, structure)}" if structure.bounty else "")
        + f", {structure.button} button",
        markup=False,
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("level", "blinds", "ante", f"{structure.levels.unit}"):
        table.add_column(heading, justify="right")
    last = max(len(structure.levels.blinds), 10) + 2
    for number in range(1, last + 1):
        level = structure.level(number)
        blinds = f"{level.small_blind:,}/{level.big_blind:,}"
        table.add_row(str(number), blinds, f"{level.ante:,}" if level.ante else "", f"{level.length:g}")
    table.add_row("...", "", "", "")
    print_table(table)
    for players in _numbers(structure):
        prizes = ", ".join(_money(prize, structure) for prize in _paid(structure, players))
        console().print(f"{players:>2} players: {prizes}", markup=False)


def _tournaments_of(path: Path) -> tuple[list[dict[str, Any]], int | None]:
    from pokerlab.errors import TournamentError

    try:
        with path.open("rb") as file:
            head = file.read(30)
    except OSError as error:
        raise TournamentError(f"{path}: cannot be read: {error.strerror}") from None
    if head.startswith(b"SQLite format 3"):
        return _of_journal(path)
    if head.startswith(b"PokerStars Tournament #"):
        return [_of_summary(path)], None
    return _of_hands(path), None


def _of_journal(path: Path) -> tuple[list[dict[str, Any]], int]:
    from pokerlab.table.bankroll import Bankroll
    from pokerlab.table.journal import all_numbers, load
    from pokerlab.table.journal_file import JournalFile
    from pokerlab.tournament.hand_record import buy_in_text

    with JournalFile(path) as journal:
        found = []
        for number in all_numbers(journal):
            standing = load(journal, number).standing
            finishes = sorted(
                zip(standing.places, standing.entrants, standing.prizes, standing.stacks, strict=True),
                key=lambda row: (row[0] or 0, -row[3]),
            )
            found.append(
                {
                    "number": str(number), "buy_in": buy_in_text(standing.structure), "players": standing.players,
                    "is_over": standing.is_over, "hands": standing.hands,
                    "finishes": [
                        {"place": place, "name": name, "prize": prize, "chips": chips}
                        for place, name, prize, chips in finishes
                    ],
                }
            )  # fmt: skip
        return found, Bankroll(journal).balance


def _write_files(path: Path, out: Path, viewer: str, *, is_journal: bool) -> list[str]:
    from pokerlab.errors import TournamentError
    from pokerlab.table.journal import all_numbers, load
    from pokerlab.table.journal_file import JournalFile
    from pokerlab.table.tournament_files import write_files

    if not is_journal:
        raise TournamentError(f"{path}: --out is for journals, which have all hands")
    with JournalFile(path) as journal:
        numbers = all_numbers(journal)
        return [str(one) for number in numbers for one in write_files(load(journal, number), out, viewer)]


def _of_summary(path: Path) -> dict[str, Any]:
    from pokerlab.errors import TournamentError
    from pokerlab.tournament.summary import parse_summary

    try:
        summary = parse_summary(path.read_text("utf-8"))
    except (UnicodeDecodeError, TournamentError) as error:
        raise TournamentError(f"{path}: {error}") from None
    finishes = [{"place": one.place, "name": one.name, "prize": one.prize} for one in summary.finishes]
    return {
        "number": summary.number, "buy_in": f"{summary.buy_in / 100:.2f}+{summary.fee / 100:.2f}",
        "players": len(finishes), "is_over": True, "finishes": finishes,
    }  # fmt: skip


def _of_hands(path: Path) -> list[dict[str, Any]]:
    from pokerlab.errors import TournamentError
    from pokerlab.records.reading import read_hands

    found: dict[str, dict[str, Any]] = {}
    for read in read_hands(path):
        info = read.record.info
        if "_tournament" not in info:
            raise TournamentError(f"{path}: hand {read.record.hand_id or '?'} is of no tournament")
        one = found.setdefault(
            str(info["_tournament"]),
            {"number": str(info["_tournament"]), "buy_in": str(info.get("_buy_in", "")), "players": 0, "hands": 0,
             "is_over": False, "finishes": []},
        )  # fmt: skip
        one["hands"] += 1
        one["players"] = max(one["players"], read.record.game.players)
        places, prizes = info.get("_places"), info.get("_prizes")
        if isinstance(places, list) and isinstance(prizes, list):
            for name, place, prize in zip(read.record.players, places, prizes, strict=False):
                if isinstance(place, int) and place:
                    one["finishes"].append({"place": place, "name": name, "prize": prize})
                    one["is_over"] = one["is_over"] or place == 1
    for one in found.values():
        one["finishes"].sort(key=lambda finish: finish["place"])
    return list(found.values())


def _paid(structure: "Structure", players: int) -> list[int]:
    return [prize for prize in structure.prizes(players) if prize]


def _numbers(structure: "Structure") -> list[int]:
    """The numbers of players that can enter."""
    from pokerlab.errors import TournamentError

    found = []
    for players in range(2, structure.players + 1):
        try:
            structure.check_entrants(players)
        except TournamentError:
            continue
        found.append(players)
    return found


def _money(cents: int, structure: "Structure") -> str:
    from pokerlab.tournament.hand_record import money

    return money(cents, structure.currency)
