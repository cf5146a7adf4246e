"""The `pokerlab` command: its verbs, and how every verb ends."""

import os
import sys
from typing import Annotated, Any

import typer

from pokerlab import __version__
from pokerlab.cli import (
    doctor,
    equity,
    evaluate,
    hands,
    icm,
    pushfold,
    range_,
    reproduce,
    show,
    simulate,
    size,
    small,
    solve,
    tables,
    tree,
    warmup,
)
from pokerlab.cli.signals import ending_signals_caught, exit_code
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
    epilog="Every verb has its own help: pokerlab equity --help. Completion of verbs and options in your shell: "
    "pokerlab --install-completion.",
)

app.command("eval")(evaluate.evaluate)
app.command("equity")(equity.equity)
app.command("range")(range_.range_)
app.command("size")(size.size)
app.command("small")(small.small)
app.command("show")(show.show)
app.command("simulate")(simulate.simulate)
app.command("tree")(tree.tree)
app.command("solve")(solve.solve)
app.command("icm")(icm.icm)
app.command("pushfold")(pushfold.pushfold)
app.command("reproduce")(reproduce.reproduce)
app.command("doctor")(doctor.doctor)
app.command("warmup")(warmup.warmup)
app.add_typer(hands.app, name="hands")
app.add_typer(tables.app, name="tables")


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


def main() -> None:
    """Run the command line: one line on stderr and exit code 2 for bad input, 130 for Ctrl-C."""
    try:
        with ending_signals_caught():
            code = app(standalone_mode=False)
            sys.stdout.flush()
            if code == INTERRUPTED:  # typer has caught it
                raise KeyboardInterrupt
    except PokerError as error:
        code = _complain(str(error))
    except CommandLineError as error:
        code = _usage_error(error)
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("pokerlab: stopped", err=True)
        code = exit_code()
    except BrokenPipeError:  # the reader of our output has gone, as in `pokerlab ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        code = _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    sys.exit(code if isinstance(code, int) else 0)


def _usage_error(error: Any) -> int:
    if type(error).__name__ == "NoArgsIsHelpError":  # no verb given: the help is the answer
        typer.echo(error.format_message())
        return 2
    return _complain(error.format_message())


def _complain(text: str) -> int:
    typer.echo(f"pokerlab: {' '.join(text.split())}", err=True)
    return 2
