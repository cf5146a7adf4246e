"""What is wrong with the keys of a file, in lines that name the key: the errors of pydantic as people read them."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pokerlab.errors import shorten

if TYPE_CHECKING:
    from pydantic import ValidationError

Problem = tuple[tuple[str, ...], str, str]
"""Where: the keys that lead there; what is wrong; and pydantic's name for it."""


def field_problems(error: "ValidationError", known: Callable[[Sequence[str]], Sequence[str]]) -> list[Problem]:
    """All problems of a checked file. `known`: the keys that a table has, by the keys that lead to it: the nearest is
    suggested for one that is unknown, whose problem is the table's and comes first, as it explains a missing one."""
    found = error.errors(include_url=False, include_input=False)
    found.sort(key=lambda problem: problem["type"] != "extra_forbidden")
    problems: list[Problem] = []
    for problem in found:
        place = tuple(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            *table, key = place
            problems.append((tuple(table), f"unknown key '{shorten(key)}'{hint(key, known(table))}", problem["type"]))
        else:
            problems.append((place, _what(problem), problem["type"]))
    return list(dict.fromkeys(problems))


def hint(key: str, known: Sequence[str]) -> str:
    """The nearest known name in brackets, or all of them."""
    near = get_close_matches(key.lower(), known, n=1, cutoff=0.5)
    return f" (did you mean '{near[0]}'?)" if near else f" (known: {', '.join(known)})"


def _what(problem: Any) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    match kind:
        case "value_error":
            return str(context["error"])
        case "missing":
            return "is missing"
        case "literal_error" | "enum":
            return f"must be {context['expected']}"
        case "model_type" | "model_attributes_type":
            return "must be a table"
    return str(problem["msg"]).replace("Input should be", "must be")
