"""The pages of `--help`: verbs by what people want, options with what they take, paragraphs and examples.

Texts are shown as they are written: brackets are no markup, paragraphs wrap, and an example stays on its line.
"""

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

WIDEST = 100
"""Columns: longer lines are hard to read."""
EXAMPLES = re.compile(r"^Examples?:$")

_WORDS = (("int", "N"), ("float", "NUMBER"), ("path", "FILE"))
_LONGEST_NAME = 30


def write_help_pages(command: Any) -> None:
    """Let a command and all below it write their help by this file."""
    command.format_help = lambda context, formatter: formatter.write(_rendered(command, context))
    for below in getattr(command, "commands", {}).values():
        write_help_pages(below)


def paragraphs(text: str) -> list[str]:
    """The parts of a help text, each on one line; those that begin with `\\b` keep their lines."""
    parts = inspect.cleandoc(text).split("\n\n")
    return [part[2:] if part.startswith("\b\n") else " ".join(part.split()) for part in parts]


def examples(text: str) -> list[str]:
    """The commands below 'Examples:' in a help text."""
    found = []
    for part in paragraphs(text):
        first, *lines = part.splitlines() or [""]
        if EXAMPLES.match(first):
            found += [line.strip() for line in lines]
    return found


def _rendered(command: Any, context: Any) -> str:
    """The page, with colours if stdout takes them (what prints it takes them out otherwise)."""
    from rich.console import Console
    from rich.text import Text

    out = Console(highlight=False)
    out.width = min(out.width, WIDEST)
    with out.capture() as captured:
        for part in _page(command, context):
            # Examples are copied: only the terminal may break their lines.
            out.print(part, soft_wrap=isinstance(part, Text) and "\n  " in part.plain)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"


def _page(command: Any, context: Any) -> "Iterator[RenderableType]":
    from rich.padding import Padding
    from rich.text import Text

    yield Text(_usage(command, context))
    for part in paragraphs(command.help or ""):
        yield Text()
        yield Text(part)
    for title, table in (*_verbs(command), *_parameters(command, context)):
        yield Text(f"\n{title}:", style="bold")
        yield Padding(table, (0, 0, 0, 2))
    for part in paragraphs(command.epilog or ""):
        yield Text(f"\n{part}" if part else "")


def _usage(command: Any, context: Any) -> str:
    if hasattr(command, "commands"):
        return f"Usage: {context.command_path} VERB ..."
    arguments = [found for found in command.get_params(context) if found.param_type_name == "argument"]
    names = (_argument(found) if found.required else f"[{_argument(found)}]" for found in arguments)
    return " ".join(["Usage:", context.command_path, "[OPTIONS]", *names])


def _verbs(command: Any) -> "Iterator[tuple[str, Table]]":
    """The verbs of a group, by panel in the order of their first verb."""
    panels: dict[str, list[Any]] = {}
    for below in getattr(command, "commands", {}).values():
        panel = getattr(below, "rich_help_panel", None)
        panels.setdefault(panel if isinstance(panel, str) else "Verbs", []).append(below)
    width = max((len(verb.name) for verbs in panels.values() for verb in verbs), default=0)
    for title, verbs in panels.items():
        yield title, _columns([(verb.name, paragraphs(verb.help or "")[0]) for verb in verbs], width)


def _parameters(command: Any, context: Any) -> "Iterator[tuple[str, Table]]":
    """Arguments, options, and the panels of other options."""
    panels: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        if getattr(parameter, "hidden", False):
            continue
        is_argument = parameter.param_type_name == "argument"
        panel = getattr(parameter, "rich_help_panel", None)
        title = panel if isinstance(panel, str) else "Arguments" if is_argument else "Options"
        name = _argument(parameter) if is_argument else _option(parameter)
        panels.setdefault(title, []).append((name, _text(parameter)))
    usual = [title for title in ("Arguments", "Options") if title in panels]
    ordered = [*usual, *(title for title in panels if title not in usual)]
    width = min(max((len(name) for rows in panels.values() for name, _ in rows), default=0), _LONGEST_NAME)
    for title in ordered:
        yield title, _columns(panels[title], width)


def _columns(rows: list[tuple[str, str]], width: int) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=width, overflow="fold")
    table.add_column()
    for name, text in rows:
        table.add_row(Text(name, style="bold"), Text(text))
    return table


def _argument(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper()).strip("[]") + ("..." if parameter.nargs == -1 else "")


def _option(parameter: Any) -> str:
    names = ", ".join(sorted(parameter.opts, key=len))
    taken = _taken(parameter)
    return f"{names} {taken}" if taken else names


def _taken(parameter: Any) -> str:
    """What an option takes; nothing for a flag."""
    if parameter.is_flag:
        return ""
    if parameter.metavar:
        return str(parameter.metavar)
    # typer tells the type by an annotation, before that by a type of click
    kind: Any = getattr(parameter, "type_descriptor", None) or parameter.type
    if choices := getattr(kind, "choices", None):
        return "|".join(str(getattr(choice, "value", choice)) for choice in choices)
    name = str(getattr(kind, "annotation", None) or kind.name).lower()
    return next((word for part, word in _WORDS if part in name), "TEXT")


def _text(parameter: Any) -> str:
    """The help of a parameter with its default, and that it may be given several times."""
    text = " ".join((parameter.help or "").split())
    default = parameter.show_default if isinstance(parameter.show_default, str) else None
    is_shown = parameter.show_default and not getattr(parameter, "is_flag", False)
    if default is None and is_shown and parameter.default not in (None, "", [], ()):
        default = f"{getattr(parameter.default, 'value', parameter.default)}"
    notes = ["may be given several times"] if getattr(parameter, "multiple", False) else []
    notes += [f"default: {default}"] if default else []
    notes += ["needed"] if parameter.required and parameter.param_type_name == "option" else []
    return f"{text} ({'; '.join(notes)})" if notes else text
