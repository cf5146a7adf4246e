"""`pokerlab train respond`: what a trained responder gains against a blueprint in all other seats."""

from pathlib import Path
from typing import Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_table, show_progress


def respond(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A blueprint, or the name of a shipped one.")],
    seat: Annotated[
        list[int] | None, typer.Option(min=0, help="A seat that answers; may be given again.", show_default="all")
    ] = None,
    cards: Annotated[
        str, typer.Option(help="Which hands the responder tells apart.", show_default="as the blueprint")
    ] = "",
    recall: Annotated[
        str, typer.Option(help="What it remembers of the betting.", show_default="as the blueprint")
    ] = "",
    iterations: Annotated[int, typer.Option(min=1, help="Deals that it learns from, in each seat.")] = 1_000_000,
    deals: Annotated[int, typer.Option(min=64, help="Fresh deals on which it is valued.")] = 500_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all that is drawn.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads.", show_default="all")] = None,
    buckets_dir: Annotated[
        Path | None, typer.Option("--dir", help="Where buckets are.", show_default="the user's data directory")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Train a responder in each seat against a blueprint in all others, and value it on fresh deals.

    For any number of players. What a seat gains is a lower bound of what it could gain: the responder may tell more
    hands apart than the blueprint, and remember more of the betting.

    \b
    Examples:
      pokerlab train respond leduc.blueprint --iterations 100000 --deals 100000
      pokerlab train respond three.blueprint --seat 2 --recall perfect
    """
    from pokerlab.training.responders import RespondJob

    job = RespondJob(
        blueprint=file, seats=tuple(seat) if seat else None, cards=cards or None, recall=recall or None,
        iterations=iterations, deals=deals, seed=seed, threads=threads,
        buckets_dir=str(buckets_dir) if buckets_dir else None,
    )  # fmt: skip
    with show_progress("seats") as progress:
        result = job.run(progress)
    facts = result.record()
    if json:
        print_json("pokerlab/train-respond/1", **facts)
        return
    from rich.table import Table

    table = Table("seat", "blueprint wins", "responder wins", "gain", "95% within", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for found in facts["seats"]:
        numbers = (f"{found[name]:+.5g}" for name in ("blueprint", "won", "gain"))
        table.add_row(str(found["seat"]), *numbers, f"±{1.96 * found['error']:.2g}")
    print_table(table)
    console().print(
        f"in all at least {facts['total']:.5g} ± {1.96 * facts['error']:.2g} chips per hand could be gained"
    )
