"""`pokerlab players`: players of rules, listed, checked, shown, begun and explained."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.completion import complete_structure
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.cli.tournament import read_structure

if TYPE_CHECKING:
    from pokerlab.agents.explain import Explanation

app = typer.Typer(no_args_is_help=True, help="Players of rules: who there is, and the files they play by.")


def complete_player(incomplete: str) -> list[str]:
    """Names of players."""
    from pokerlab.agents.rule_files import player_names

    return [name for name in player_names() if name.startswith(incomplete)]


NameArgument = Annotated[str, typer.Argument(help="A player by name, or a file.", autocompletion=complete_player)]


@app.command("list")
def list_players(json: JsonOption = False) -> None:
    """List the players: levels from 1 (beginner) to 5 (expert), how often they are drawn, and who they are.

    \b
    Example:
      pokerlab players list
    """
    from pokerlab.agents.rule_files import SHIPPED, path_of, player_names, read_rules, roster

    known = roster()
    rows: list[dict[str, Any]] = []
    for name in player_names():
        entry, path = known.get(name), path_of(name)
        rows.append(
            {
                "name": name, "level": entry.level if entry else None, "weight": entry.weight if entry else 0.0,
                "title": read_rules(name).title, "file": path.name, "own": path.parent != SHIPPED,
            }
        )  # fmt: skip
    rows.sort(key=lambda row: (row["level"] or 9, row["name"]))
    if json:
        print_json("pokerlab/players/1", players=rows)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("player", "level", "weight", "who it is"):
        table.add_column(column, no_wrap=column != "who it is")
    for row in rows:
        level = "" if row["level"] is None else str(row["level"])
        table.add_row(row["name"], level, f"{row['weight']:g}", row["title"] + (" (your file)" if row["own"] else ""))
    print_table(table)


@app.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Rule files.", show_default="all, with the roster")] = None,
    json: JsonOption = False,
) -> None:
    """Check rule files: the first thing that is wrong is said with its file, its key and what was expected.

    \b
    Examples:
      pokerlab players check
    """
    from pokerlab._toml import read_toml
    from pokerlab.agents.rule_files import ROSTER, read_roster, read_rules, roster, rule_files
    from pokerlab.errors import AgentError

    checked = []
    if not files:
        checked.append(f"{ROSTER}.toml")
        roster()
    for path in files or rule_files():
        if path.name == f"{ROSTER}.toml":
            read_roster(read_toml(path, AgentError), str(path))
        elif path.suffix != ".toml":
            raise AgentError(f"{path}: a rule file is a NAME.toml")
        else:
            read_rules(str(path))
        checked.append(path.name if not files else str(path))
    if json:
        print_json("pokerlab/players-check/1", checked=checked)
    else:
        console().print(f"{len(checked)} files are as they should be", markup=False)


@app.command()
def show(name: NameArgument, json: JsonOption = False) -> None:
    """Show all rules of a player, with what the file is based on filled in.

    \b
    Example:
      pokerlab players show rock
    """
    from pokerlab._toml import write_toml
    from pokerlab.agents.rule_files import read_rules, rule_chain

    rules = read_rules(name)
    content = rules.model_dump(mode="json", by_alias=True)
    chain = [path.stem for path in rule_chain(name)]
    if json:
        print_json("pokerlab/player/1", name=name, files=chain, rules=content)
        return
    console().print(f"# {' -> '.join(chain)}", markup=False)
    typer.echo(write_toml(content), nl=False)


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="The name of the new player.")],
    based_on: Annotated[str, typer.Option("--based-on", help="Whom it differs from.")] = "default",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Directory to write to.", show_default="the user's players")
    ] = None,
) -> None:
    """Begin a rule file for a new player: it holds what differs from another, so at first only whom it is based on.

    \b
    Example:
      pokerlab players new cousin --based-on rock --out .
    """
    from pokerlab._data_directory import default_directory
    from pokerlab._files import write_atomically
    from pokerlab.agents.rule_files import check_name, parse_rules, path_of, read_rules
    from pokerlab.errors import AgentError

    check_name(name)
    path_of(based_on)
    folder = out or default_directory() / "players"
    path = folder / f"{name}.toml"
    if path.exists():
        raise AgentError(f"{path} is there already")
    title = f"Like {based_on}: {read_rules(based_on).title}"[:200]
    text = (
        f'based_on = "{based_on}"\ntitle = "{title}"\n\n# What differs, such as:\n#\n# [preflop.open.early]\n'
        '# raise = "TT+,AQs+"\n#\n# [river.checked_to]\n# bluff = [0.2, 0.1, 0.05]\n'
    )
    parse_rules(text, path)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.encode())
    console().print(f"{path} is written; `pokerlab players check {path}` checks it", markup=False)


@app.command()
def explain(
    name: NameArgument,
    hands: Annotated[Path, typer.Argument(help="A file of hands.")],
    hand: Annotated[int, typer.Option("--hand", min=1, help="Which hand of the file, counted from 1.")] = 1,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", min=1, help="Whose decisions, counted from left of the button.",
            show_default="who has the player's name, or whose cards are known",
        ),
    ] = None,
    structure: Annotated[
        str,
        typer.Option(
            help="The structure of the tournament that the hand is of: prizes count.", show_default="for chips",
            autocompletion=complete_structure,
        ),
    ] = "",
    json: JsonOption = False,
) -> None:  # fmt: skip
    """Explain what a player does in a hand, decision by decision: the rule, its inputs with their values, the bands of
    hands, the chances of the hand held, and what was done.

    \b
    Example:
      pokerlab players explain rock session.phhs --hand 1
    """
    from itertools import islice

    from pokerlab.agents.expert import ExpertAgent, NashAgent
    from pokerlab.agents.explain import explain_hand
    from pokerlab.cards.unseen import UNKNOWN
    from pokerlab.errors import AgentError
    from pokerlab.records.reading import read_hands
    from pokerlab.tournament.hand_record import recorded_facts

    found = next(islice(read_hands(hands), hand - 1, None), None)
    if found is None:
        raise AgentError(f"{hands} has no hand {hand}")
    record = found.record
    known = [place for place, cards in enumerate(record.private) if cards and UNKNOWN not in cards]
    named = [place for place in known if record.players[place].split(" ")[0] == name]
    if seat is not None and seat > len(record.private):
        raise AgentError(f"there is no seat {seat}, the hand has {len(record.private)}")
    if seat is None and not known:
        raise AgentError(f"{hands}: no cards are known in hand {hand}")
    whose = seat - 1 if seat is not None else (named or known)[0]
    agent = NashAgent() if name == "nash" else ExpertAgent(name)
    told = recorded_facts(read_structure(structure), record) if structure else None
    explained = list(explain_hand(agent, record, whose, told))
    if json:
        decisions = [{**why.record(), "done": done} for why, done in explained]
        print_json("pokerlab/players-explain/1", player=name, seat=whose + 1, hand=hand, decisions=decisions)
        return
    console().print(f"{record.players[whose]} (seat {whose + 1}), as {name} would play", markup=False)
    if "_tournament" in record.info and not structure:
        console().print("for chips: --structure NAME counts the prizes of its tournament", markup=False)
    if not explained:
        console().print("had nothing to decide", markup=False)
    for why, done in explained:
        _print_explanation(why, done)


def _print_explanation(why: "Explanation", done: str) -> None:
    from rich.table import Table

    console().print(f"\n{why.street}, {why.hand}: {why.rule}", markup=False)
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(2):
        table.add_column(no_wrap=False)
    table.add_row("inputs", ", ".join(f"{name} {_text(value)}" for name, value in why.inputs.items()))
    if why.bands:
        bands = (f"{100 * band.first:.1f}-{100 * band.last:.1f}% {band.what}" for band in why.bands)
        table.add_row("bands", "; ".join(bands))
    if why.worth:
        table.add_row("worth", ", ".join(f"{name} {value:.2f}" for name, value in why.worth.items()))
    table.add_row("hand", f"{100 * why.place:.1f}% of all hands are stronger")
    table.add_row("chances", ", ".join(f"{name} {100 * chance:.1f}%" for name, chance in why.chances.items()))
    table.add_row("done", done)
    print_table(table)


def _text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"
