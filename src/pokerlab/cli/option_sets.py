"""Options that several verbs share, given to a verb in place of one of its parameters.

A decorator such as `takes_spot` makes of the options on the command line what the verb works with, and calls it with
that; `in_place_of` writes the signature that typer reads.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer


def option(name: str, kind: Any, text: str, default: Any = None, **more: Any) -> inspect.Parameter:
    """An option of a verb: of a kind, or None if it is not given and has no default; `param_decls`: how it is written,
    where not as its name."""
    shown = {} if default is not None else {"show_default": False}
    written = more.pop("param_decls", (f"--{name.replace('_', '-')}",))
    info = typer.Option(*written, help=text, **{**shown, **more})
    kind = kind if default is not None else kind | None
    return annotated(name, Annotated[kind, info], default)


def annotated(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    """A parameter with an annotation that typer reads; without a default it is needed."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def in_place_of(
    verb: Callable[..., None], names: Sequence[str], shared: Sequence[inspect.Parameter], run: Callable[..., None]
) -> Callable[..., None]:
    """`run` with the name and the help of `verb`, whose parameters of these names are replaced by the shared ones.
    Arguments stand first, then the shared options, then the verb's own."""
    hints = get_type_hints(verb, localns=dict.fromkeys(("Spot", "SolveJob", "Workers"), object), include_extras=True)
    own = [
        parameter.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
        for name, parameter in inspect.signature(verb).parameters.items()
        if name not in names
    ]
    arguments = [parameter for parameter in own if parameter.default is inspect.Parameter.empty]
    options = [parameter for parameter in own if parameter.default is not inspect.Parameter.empty]
    parameters = [*arguments, *shared, *options]
    run = wraps(verb)(run)
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
