"""The `pokerlab` command: its verbs."""

from typing import Annotated, Any

import typer
from typer.main import get_command

from pokerlab import __version__
from pokerlab.cli import (
    agents,
    buckets,
    cluster,
    doctor,
    equity,
    evaluate,
    flops,
    hands,
    hands_db,
    icm,
    judge,
    lbr,
    match,
    play,
    players,
    pushfold,
    range_,
    reproduce,
    robin,
    serve,
    show,
    simulate,
    size,
    small,
    solve,
    tables,
    tournament,
    train,
    translate,
    tree,
    warmup,
)
from pokerlab.cli.help_page import write_help_pages
from pokerlab.cli.numbers import check_numbers
from pokerlab.errors import PokerError

# The base of usage errors; typer has carried its own copy of click in some versions and the package in others.
CommandLineError: type[Exception] = typer.BadParameter.__mro__[2]

INTERRUPTED = 130

app = typer.Typer(
    name="pokerlab",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Computer poker, computed, played and measured.",
    epilog="Every verb has its own help with examples: pokerlab equity --help. Completion of verbs, options and names "
    "in your shell: pokerlab --install-completion.",
)

_PANELS: dict[str, dict[str, Any]] = {
    "Study a spot": {
        "solve": solve.solve,
        "show": show.show,
        "tree": tree.tree,
        "flops": flops.flops,
        "simulate": simulate.simulate,
        "serve": serve.serve,
    },
    "Tournaments": {"pushfold": pushfold.pushfold, "icm": icm.icm, "tournament": tournament.app},
    "Cards": {"equity": equity.equity, "range": range_.range_, "eval": evaluate.evaluate},
    "Play": {
        "play": play.play,
        "match": match.match,
        "robin": robin.robin,
        "judge": judge.judge,
        "lbr": lbr.lbr,
        "agents": agents.agents,
        "players": players.app,
    },
    "Games and research": {
        "small": small.small,
        "size": size.size,
        "buckets": buckets.app,
        "train": train.app,
        "translate": translate.translate,
        "reproduce": reproduce.reproduce,
    },
    "Hands and tools": {
        "hands": hands.app,
        "tables": tables.app,
        "cluster": cluster.app,
        "doctor": doctor.doctor,
        "warmup": warmup.warmup,
    },
}
hands.app.add_typer(hands_db.app, name="db")
for panel, verbs in _PANELS.items():
    for name, verb in verbs.items():
        if isinstance(verb, typer.Typer):
            app.add_typer(verb, name=name, rich_help_panel=panel)
        else:
            app.command(name, rich_help_panel=panel)(verb)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pokerlab {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    pass


def main() -> int:
    """Run the command line; its exit code. Whatever goes wrong comes out as an exception, which `__main__` tells."""
    command = get_command(app)
    check_numbers(command)
    write_help_pages(command)
    try:
        code = command.main(prog_name="pokerlab", standalone_mode=False)
    except CommandLineError as error:
        return _tell_usage(error)
    except typer.Abort:
        raise KeyboardInterrupt from None
    if code == INTERRUPTED:  # typer has caught it
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _tell_usage(error: Any) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":  # no verb given: the help is the answer
        typer.echo(error.format_message())
        return 2
    text = error.format_message().removeprefix("Invalid value: ")  # it says nothing where no option is named
    if type(error).__name__ == "MissingParameter":
        text = f"{text.rstrip('.')} (examples: {error.ctx.command_path} --help)"
    raise PokerError(text) from None
