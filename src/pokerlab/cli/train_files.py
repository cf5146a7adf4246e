"""`pokerlab train show|compare|merge`: what training wrote."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.training.blueprint import Blueprint

_BLUEPRINT = typer.Argument(metavar="FILE", help="A blueprint, or the name of a shipped one: limit, nolimit.")


def show(
    file: Annotated[str, _BLUEPRINT],
    line: Annotated[
        str, typer.Argument(metavar="[NODE]", help="A line of play such as r20c; the first decision if left out.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Show a blueprint: its game, how it was trained and judged, and what it does after a line of play.

    The same as `pokerlab show FILE`, and for the shipped ones by name. Checkpoints are shown as well.

    \b
    Examples:
      pokerlab train show limit
      pokerlab train show nolimit r300
    """
    from pokerlab._archives import read_header
    from pokerlab.cli.show import Wanted
    from pokerlab.cli.show_blueprint import show_blueprint
    from pokerlab.cli.show_state import show_state
    from pokerlab.errors import StrategyError
    from pokerlab.training.blueprint import blueprint_path

    path = blueprint_path(file)
    header = read_header(path, StrategyError)
    if header["format"] == "pokerlab/checkpoint" and not line:
        show_state(path, header, Wanted(json=json))
        return
    show_blueprint(path, Wanted(node=line, json=json))


def compare(
    first: Annotated[str, _BLUEPRINT],
    second: Annotated[str, _BLUEPRINT],
    hands: Annotated[int, typer.Option(min=1, help="Hands that the first plays against itself.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these hands.")] = 0,
    json: JsonOption = False,
) -> None:
    """Compare two blueprints of one game: how far apart their actions are, street by street.

    The distance at a decision is half the sum of the differences of all chances: 0 if both do the same, 1 if they
    never do. It is averaged over hands that the first plays against itself. Buckets may be others; the menu should be
    the same.

    \b
    Examples:
      pokerlab train compare first.blueprint second.blueprint
    """
    from pokerlab.training.blueprint import Blueprint
    from pokerlab.training.comparing import compare as compare_blueprints

    found = compare_blueprints(Blueprint.open(first), Blueprint.open(second), hands=hands, seed=seed)
    if json:
        streets = [street.record() for street in found]
        print_json("pokerlab/train-compare/1", first=first, second=second, hands=hands, streets=streets)
        return
    from rich.table import Table

    table = Table("street", "decisions", "distance", "95% within", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for street in found:
        table.add_row(
            str(street.street), f"{street.decisions:,}", f"{street.distance:.4f}", f"±{1.96 * street.error:.4f}"
        )
    print_table(table)


def merge(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Blueprints of runs with other seeds.")],
    out: Annotated[Path, typer.Option(help="Where the merged one is written.")],
    small: Annotated[bool, typer.Option("--small", help="Chances in 8 bits, not 16.")] = False,
    json: JsonOption = False,
) -> None:
    """Make one blueprint of several runs of the same training, such as one for each machine.

    Game, menu, recall and buckets must be the same. At every infoset chances are averaged, weighed by iterations.

    \b
    Examples:
      pokerlab train merge first.blueprint second.blueprint --out both.blueprint
    """
    from pokerlab._files import check_writable
    from pokerlab.training.blueprint import Blueprint
    from pokerlab.training.comparing import merged

    blueprints = [Blueprint.open(file) for file in files]
    check_writable(out, sum(len(blueprint.parts) for blueprint in blueprints[:1]) * (1 if small else 2))
    found = merged(blueprints, bits=8 if small else 16)
    found.save(out)
    if json:
        print_json("pokerlab/train-merge/1", file=str(out), cells=len(found.parts), made=found.made.entries())
        return
    _tell(found, out)


def _tell(found: "Blueprint", out: Path) -> None:
    console().print(f"{found.game.name}: {found.made}", markup=False)
    console().print(f"written to {out}; look around with: pokerlab show {out}", markup=False)
