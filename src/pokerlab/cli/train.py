"""`pokerlab train`: a blueprint of a whole game, by sampling; and what was trained, shown, compared and merged."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pokerlab.cli import train_files, train_judge, train_respond
from pokerlab.cli.completion import complete_game
from pokerlab.cli.run_charts import PlotOption, check_plot, draw
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.training.choices import Average, Numbers, Variant, Weighing

if TYPE_CHECKING:
    from pokerlab.training.job import Trained

_RUN = "run"


class _RunsByDefault(TyperGroup):
    """Verbs of which one may be left out: `pokerlab train leduc` is `pokerlab train run leduc`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put in the verb that was left out."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = [_RUN, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_RunsByDefault,
    no_args_is_help=True,
    help="Train a strategy for a whole game by sampled deals: pokerlab train GAME CARDS is pokerlab train run.",
)

_GAME = typer.Argument(help="A game, such as leduc, kuhn3 or holdem-limit:3.", autocompletion=complete_game)


@app.command(_RUN)
def train(
    game: Annotated[str, _GAME],
    cards: Annotated[
        str, typer.Argument(help="Which hands are told apart: buckets such as 169.50.50.50; in small games 2.2 or all.")
    ] = "all",
    menu: Annotated[
        str, typer.Option(help="Bets considered: fcpa, or f,c,50%,a.", show_default="every legal bet")
    ] = "",
    recall: Annotated[
        str, typer.Option(help="What of the betting survives a street: perfect, ibr, in+paid+raiser ...")
    ] = "perfect",
    variant: Annotated[Variant, typer.Option(help="What an iteration samples besides the cards.")] = Variant.EXTERNAL,
    weights: Annotated[Weighing, typer.Option(help="How iterations count.")] = Weighing.LINEAR,
    period: Annotated[int, typer.Option(min=1, help="Iterations that count alike.")] = 10_000,
    average: Annotated[Average, typer.Option(help="What the result is the average of.")] = Average.VISITS,
    prune: Annotated[
        float | None, typer.Option(help="Skip actions with regrets below so many chips, mostly: -10000.")
    ] = None,
    numbers: Annotated[
        Numbers, typer.Option(help="What the table is made of; whole numbers are rounded by chance.")
    ] = Numbers.FLOAT32,
    iterations: Annotated[int | None, typer.Option(min=1, help="Stop after so many deals in all.")] = None,
    hours: Annotated[float | None, typer.Option(help="Stop after so many hours.")] = None,
    target: Annotated[float | None, typer.Option(help="Stop at this NashConv, in chips (small games).")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all that is drawn.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads.", show_default="all")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the blueprint to a file.")] = None,
    small: Annotated[bool, typer.Option("--small", help="A file of half the size: chances in 8 bits, not 16.")] = False,
    portable: Annotated[
        bool, typer.Option("--portable", help="A file that is played without buckets: it has the borders of its own.")
    ] = False,
    features: Annotated[
        Path | None, typer.Option(help="Tables to find these in.", show_default="the user's data directory")
    ] = None,
    warm: Annotated[
        Path | None, typer.Option(help="Begin from a blueprint with coarser buckets of the same betting.")
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep the state of the run in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    buckets_dir: Annotated[
        Path | None, typer.Option("--dir", help="Where buckets are.", show_default="the user's data directory")
    ] = None,
    plot: PlotOption = "",
    json: JsonOption = False,
) -> None:
    """Train a strategy for a whole game of two or more players, by sampled deals.

    Every iteration deals once, and each seat looks at all of its actions. One thread and a seed give the same result
    however the run is cut; more threads are faster. Ctrl-C keeps what was reached.

    \b
    Examples:
      pokerlab train leduc --iterations 200000 --out leduc.blueprint
      pokerlab train kuhn3 --target 0.01 --plot -
      pokerlab train leduc3 --iterations 50000 --checkpoint leduc3.ckpt --resume
      pokerlab train holdem-limit 2.4.8.16 --hours 8 --out limit.blueprint
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.training.job import TrainJob

    check_plot(plot, None)
    if resume and not checkpoint:
        raise typer.BadParameter("--resume needs --checkpoint")
    job = TrainJob(
        game=game, cards=cards, buckets_dir=str(buckets_dir) if buckets_dir else None, menu=menu, recall=recall,
        variant=variant, weights=weights, period=period, average=average, prune=prune, numbers=numbers, seed=seed,
        threads=threads,
        iterations=iterations, hours=hours, target=target, out=str(out) if out else None, bits=8 if small else 16,
        warm=str(warm) if warm else None, portable=portable, features=str(features) if features else None,
        checkpoint=str(checkpoint) if checkpoint else None, resume=resume,
    )  # fmt: skip
    result = job.run(TerminalListener())
    if plot and result.looks:
        draw(plot, f"{game} {cards}", "NashConv", {"NashConv": [(float(number), gap) for number, gap in result.looks]})
    if json:
        print_json("pokerlab/train/1", **result.record())
        return
    _print(result)


app.command("show")(train_files.show)
app.command("compare")(train_files.compare)
app.command("merge")(train_files.merge)
app.command("judge")(train_judge.judge)
app.command("respond")(train_respond.respond)


def _print(result: "Trained") -> None:
    from rich.table import Table

    facts = result.record()
    table = Table("seat", "won per hand", "95% within", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for seat, (value, error) in enumerate(zip(facts["values"], facts["errors"], strict=True)):
        table.add_row(str(seat), f"{value:+.5g}", f"±{1.96 * error:.2g}")
    print_table(table)
    out = console()
    out.print(
        f"{facts['iterations']:,} iterations in {facts['seconds']:.1f} s: {facts['touched']:,} infosets looked at, "
        f"{100 * facts['visited']:.1f}% of all come to"
    )
    if facts["halved"]:
        out.print(f"{facts['halved']:,} times the whole numbers of an infoset became too large and were halved")
    if facts["nash_conv"] is not None:
        out.print(f"NashConv {facts['nash_conv']:.6g} chips per hand")
    if result.file:
        out.print(f"written to {result.file}; look around with: pokerlab show {result.file}", markup=False)
