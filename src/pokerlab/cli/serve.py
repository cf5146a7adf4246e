"""`pokerlab serve`: the study in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from pokerlab.cli.example_files import or_example


def serve(
    file: Annotated[Path | None, typer.Argument(help="A solution, or a directory of flops, to show first.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 takes any that is free.")] = 8765,
    data: Annotated[
        Path | None,
        typer.Option(
            help="The directory for solutions, spots, ranges and jobs.",
            show_default="$POKERLAB_DATA_DIR or the user's data directory",
        ),
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Begin at a table: one that is open, or a turbo against eight bots.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    resume_jobs: Annotated[
        bool, typer.Option("--resume-jobs", help="Let jobs that were interrupted go on by themselves.")
    ] = False,
    host: Annotated[
        str, typer.Option(help="The address to listen at; another one needs --allow-remote.")
    ] = "127.0.0.1",
    allow_remote: Annotated[
        bool, typer.Option("--allow-remote", help="Let other machines in, without encryption.")
    ] = False,
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another host name to answer to, with --allow-remote.")
    ] = None,
) -> None:
    """Study spots, solutions and charts in the browser, and play against bots, on this machine.

    Prints one link and opens it. The link has a key that lets this browser in; nobody else can ask, other pages in the
    same browser included. Solves run in processes of their own, one at a time. Ctrl-C ends the server and loses
    nothing: what was being solved keeps what it has reached, and goes on later from there; tables go on with the same
    hands.

    \b
    Examples:
      pokerlab serve
      pokerlab serve flop.sol
      pokerlab serve --play
      pokerlab serve --port 0 --data ~/poker --no-open --resume-jobs
    """
    from pokerlab._data_directory import default_directory
    from pokerlab.web.server import LOCAL_NAMES, ServeSettings
    from pokerlab.web.server import serve as run

    def ready(link: str) -> None:
        typer.echo(link)
        if host not in LOCAL_NAMES:
            typer.echo("pokerlab: there is no encryption: whoever sees the traffic can do what you can", err=True)
        typer.echo("Ctrl-C ends it and loses nothing", err=True)
        if not no_open:
            _open(link)

    settings = ServeSettings(
        (data or default_directory()).expanduser(),
        port,
        host,
        allow_remote,
        tuple(name or ()),
        resume_jobs,
        file and or_example(file),
        play,
    )
    try:
        run(settings, ready)
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)


def _open(link: str) -> None:
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
