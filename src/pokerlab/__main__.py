"""`python -m pokerlab` and the `pokerlab` command: the outermost door.

Whatever happens inside, a person reads one line and a script gets an exit code. All that is needed is imported inside,
so that Ctrl-C is heard while modules are loaded, too.
"""

import os
import sys
from collections.abc import Callable

BAD_INPUT = 2
"""Bad input, or something the machine did not give: a file, memory."""
UNEXPECTED = 70
"""An error that nobody thought of (`EX_SOFTWARE` of sysexits.h)."""
INTERRUPTED = 130
"""Ctrl-C, as shells count it; other ending signals have their own."""
NO_READER = 141
"""The reader of our output has gone, as in `pokerlab ... | head`; as shells count it."""

DEBUG_VARIABLE = "POKERLAB_DEBUG"


def main() -> None:
    """Run the command line and exit."""
    code = _outcome(_run)
    sys.exit(_outcome(lambda: _flush(code)))


def _run() -> int:
    from pokerlab.cli import streams
    from pokerlab.cli.signals import ending_signals_caught

    streams.prepare()
    with ending_signals_caught():
        from pokerlab.cli.app import main as run

        return run()


def _flush(code: int) -> int:
    """Write what is left now: what fails later, while Python ends, could not be told. The code, if all went well."""
    from pokerlab.cli import streams

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            streams.silence(stream)
            if not code:
                raise
    return code


def _outcome(work: Callable[[], int]) -> int:
    """The exit code of some work, errors told on stderr."""
    try:
        try:
            return work()
        except BaseException as error:
            return _tell(error)
    except BrokenPipeError:  # nobody reads what we have to tell
        return _leave_quietly()
    except OSError:  # nor can it be written
        return BAD_INPUT
    except KeyboardInterrupt:  # once more
        return INTERRUPTED


def _tell(error: BaseException) -> int:
    from pokerlab.errors import LONGEST_LINE, PokerError, shorten

    if isinstance(error, BrokenPipeError) or _is_broken_pipe_met_inside(error):
        return _leave_quietly()
    if isinstance(error, SystemExit) and not isinstance(error.code, str):
        return error.code or 0
    if isinstance(error, KeyboardInterrupt):
        from pokerlab.cli.signals import exit_code

        code, text = exit_code(), "stopped"
    elif isinstance(error, PokerError | SystemExit):
        code, text = BAD_INPUT, str(error)
    elif isinstance(error, OSError):
        reason = error.strerror or str(error)
        code, text = BAD_INPUT, f"{shorten(error.filename, 200)}: {reason}" if error.filename else reason
    elif isinstance(error, MemoryError):
        what = f" ({shorten(error, 200)})" if str(error) else ""
        code = BAD_INPUT
        text = f"not enough memory{what}: fewer bets, hands, streets or threads take less (and solve --compress)"
    else:
        code = UNEXPECTED
        text = f"unexpected error: {type(error).__name__}: {shorten(error, 200)}; {DEBUG_VARIABLE}=1 shows the details"
    if os.environ.get(DEBUG_VARIABLE) and not isinstance(error, KeyboardInterrupt):
        import traceback

        traceback.print_exception(error)
    sys.stderr.write(f"pokerlab: {shorten(text, LONGEST_LINE)}\n")
    sys.stderr.flush()
    return code


def _is_broken_pipe_met_inside(error: BaseException) -> bool:
    """Whether rich or typer met a broken pipe: they exit then, with a code that says nothing."""
    return isinstance(error, SystemExit) and isinstance(error.__context__, BrokenPipeError)


def _leave_quietly() -> int:
    from pokerlab.cli import streams

    for stream in (sys.stdout, sys.stderr):
        streams.silence(stream)
    return NO_READER


if __name__ == "__main__":
    main()
