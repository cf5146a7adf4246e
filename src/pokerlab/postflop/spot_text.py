"""The texts around a spot: its TOML, and what is wrong with one in a line."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError


def write_toml(content: Mapping[str, Any]) -> str:
    """Nested plain data as TOML: values first, then tables, `[flop.oop]` as their own."""
    return "\n".join(_lines(content, ())) + "\n"


def one_line(error: "ValidationError", model: "type[BaseModel]", given: Mapping[str, Any]) -> str:
    """The first problem as `where: what`, with the nearest known name for an unknown one."""
    problems = error.errors(include_url=False, include_input=False)
    # An unknown name explains a missing one, so it goes first.
    problem = min(problems, key=lambda found: found["type"] != "extra_forbidden")
    place = tuple(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        *table, key = place
        known = _known_names(table)
        near = get_close_matches(key.lower(), known, n=1, cutoff=0.5)
        hint = f" (did you mean '{near[0]}'?)" if near else f" (known: {', '.join(known)})"
        return "".join(f"{part}: " for part in (".".join(table),) if part) + f"unknown key '{key}'{hint}"
    return ": ".join(part for part in (_where(place), _what(problem)) if part)


def _lines(content: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    lines = [f"{key} = {_value(value)}" for key, value in content.items() if not isinstance(value, Mapping)]
    for key, value in content.items():
        if isinstance(value, Mapping):
            header = [f"[{'.'.join((*path, key))}]"] if any(not isinstance(v, Mapping) for v in value.values()) else []
            below = _lines(value, (*path, key))
            lines += [""] * bool(header and lines) + header + below
    return lines


def _value(value: object) -> str:
    # TOML takes JSON's strings and numbers, except that a delete character must be escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _known_names(table: list[str]) -> list[str]:
    from pokerlab.postflop.spot import Rake, Spot

    sizes = ["bet", "raise", "donk"]
    match table:
        case []:
            return ["stack", *Spot.model_fields]
        case ["rake"]:
            return list(Rake.model_fields)
        case [_]:
            return [*sizes, "oop", "ip"]
        case _:
            return sizes[:2] if table[-1] == "ip" else sizes


def _where(place: tuple[str, ...]) -> str:
    return ".".join(place)


def _what(problem: Any) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    match kind:
        case "value_error":
            return str(context["error"])
        case "missing":
            return "is missing"
        case "literal_error":
            return f"must be {context['expected']}"
        case "model_type" | "model_attributes_type" | "dict_type":
            return "must be a table"
        case "tuple_type" | "too_short" | "too_long":
            return "must be two numbers, [oop, ip]"
    text = str(problem["msg"])
    return text[0].lower() + text[1:]
