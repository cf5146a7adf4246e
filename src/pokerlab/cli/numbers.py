"""Every number of the command line is one: finite, and no longer than computers count."""

from collections.abc import Callable
from math import isfinite
from typing import Any

import typer

from pokerlab._numbers import LARGEST, number_text


def check_numbers(command: Any) -> None:
    """Let a command and all below it refuse NaN, infinities and whole numbers beyond 64 bits, whatever the option."""
    for parameter in command.params:
        parameter.callback = _checked(parameter.callback)
    for below in getattr(command, "commands", {}).values():
        check_numbers(below)


def _checked(callback: Callable[..., Any] | None) -> Callable[..., Any]:
    def check(context: Any, parameter: Any, value: Any) -> Any:
        for number in value if isinstance(value, list | tuple) else [value]:
            if isinstance(number, float) and not isfinite(number):
                raise typer.BadParameter(f"{number} is not a finite number", context, parameter)
            if isinstance(number, int) and abs(number) > LARGEST:
                raise typer.BadParameter(f"{number_text(number)} is beyond {LARGEST:,}", context, parameter)
        return value if callback is None else callback(context, parameter, value)

    return check
