"""`pokerlab warmup`: compile the kernels once."""

import time
from typing import Annotated

import typer

from pokerlab.cli.terminal import show_progress
from pokerlab.errors import shorten


def warmup(
    packages: Annotated[
        list[str] | None,
        typer.Argument(help="Packages such as cards or equilibrium.", show_default="all but the experiments"),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing if all goes well.")] = False,
) -> None:
    """Compile all kernels, so that no later command has to wait for it.

    Compiled code is kept in a directory of the user (see 'pokerlab doctor'; $POKERLAB_CACHE_DIR chooses another one)
    and reused until pokerlab, Numba, Python or the processor changes.

    \b
    Examples:
      pokerlab warmup
      pokerlab warmup cards
    """
    from pokerlab import _jit

    known = _jit.kernel_packages()
    for package in packages or ():
        if package not in known:
            raise typer.BadParameter(f"'{shorten(package)}' is no package with kernels: {', '.join(known)}")
    start = time.perf_counter()
    compiled = total = 0
    with show_progress("compiling kernels") as progress:
        for _, was_cached, _, total, count in _jit.warm_up(packages or ()):
            compiled += not was_cached
            progress(total, count)
    _jit.prune_cache()
    if not quiet:
        seconds = time.perf_counter() - start
        typer.echo(f"{total} kernels ready, {compiled} of them compiled now ({seconds:.1f} s)", err=True)
