"""Changes of text at random: what a slip of a finger, a broken disk or ill will makes of a valid input.

Everything depends on the random generator alone: one that is made from the number of a case makes the case again.
"""

import re
from collections.abc import Callable, Sequence
from random import Random

from fuzz.nasty import BRACKETS, CHARACTERS, NUMBERS

Fields = tuple[str, ...]
"""An input: the texts that a door takes."""

MOST_TEXT = 1_000_000
"""No mutated text is longer."""

_ROUNDS = (1, 1, 1, 1, 2, 2, 3, 5)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\bnan\b|\binf\b")
_WORD = re.compile(r"[^\W_]+|[^\w\s]")
_LENGTHS = (300,) * 20 + (3_000,) * 10 + (30_000,) * 4 + (300_000,) + (MOST_TEXT,)


def mutate_fields(rng: Random, fields: Fields, corpus: Sequence[Fields], words: Sequence[str], *, free: bool) -> Fields:
    """An input with one field changed, sometimes two; `free`: fields may also come, go, and change places."""
    mutated = list(fields)
    for _ in range(rng.choice((1, 1, 1, 2))):
        if free and (not mutated or rng.random() < 0.2):
            _rearrange(rng, mutated, corpus)
            continue
        place = rng.randrange(len(mutated))
        others = [other[place] for other in corpus if len(other) > place] or [mutated[place]]
        if rng.random() < 0.1:
            mutated[place] = rng.choice(others)
        else:
            mutated[place] = mutate(rng, mutated[place], others, words)
    return tuple(mutated)


def mutate(rng: Random, text: str, others: Sequence[str] = (), words: Sequence[str] = ()) -> str:
    """A text with a few changes. `others`: texts of the same kind; `words`: what such texts are made of."""
    for _ in range(rng.choice(_ROUNDS)):
        text = rng.choice(_CHANGES)(rng, text, _Material(others, words))
    return text[:MOST_TEXT]


class _Material:
    def __init__(self, others: Sequence[str], words: Sequence[str]) -> None:
        self.others, self.words = others, words

    def piece(self, rng: Random) -> str:
        """Something to put in."""
        choice = rng.random()
        if choice < 0.35:
            return rng.choice(CHARACTERS)
        if choice < 0.6:
            return rng.choice(NUMBERS)
        if choice < 0.8 and self.words:
            return rng.choice(self.words)
        return chr(rng.randrange(32, 127))


def _rearrange(rng: Random, fields: list[str], corpus: Sequence[Fields]) -> None:
    choice = rng.randrange(4)
    if choice == 0 and fields:
        del fields[rng.randrange(len(fields))]
    elif choice == 1 and fields:
        fields.insert(rng.randrange(len(fields) + 1), rng.choice(fields))
    elif choice == 2 and len(fields) > 1:
        first, second = rng.sample(range(len(fields)), 2)
        fields[first], fields[second] = fields[second], fields[first]
    else:
        fields.insert(rng.randrange(len(fields) + 1), rng.choice(rng.choice(corpus) or ("",)))


def _span(rng: Random, text: str) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((1, 1, 1, 2, 3, 5, 10, 40)))


def _delete(rng: Random, text: str, material: _Material) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _insert(rng: Random, text: str, material: _Material) -> str:
    place = rng.choice((0, len(text), rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    return text[:place] + material.piece(rng) + text[place:]


def _replace(rng: Random, text: str, material: _Material) -> str:
    start, end = _span(rng, text)
    return text[:start] + material.piece(rng) + text[end:]


def _repeat(rng: Random, text: str, material: _Material) -> str:
    start, end = _span(rng, text)
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 10)) + text[end:]


def _lengthen(rng: Random, text: str, material: _Material) -> str:
    """A piece of the text, or all of it, so often that it becomes long."""
    start, end = _span(rng, text) if rng.random() < 0.6 else (0, len(text))
    piece = (text[start:end] + rng.choice(("", "", ",", " ", "\n"))) or material.piece(rng)
    return text[:end] + piece * (rng.choice(_LENGTHS) // len(piece)) + text[end:]


def _swap(rng: Random, text: str, material: _Material) -> str:
    (a, b), (c, d) = sorted((_span(rng, text), _span(rng, text)))
    return text if b > c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _splice(rng: Random, text: str, material: _Material) -> str:
    other = rng.choice(material.others) if material.others else text
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _number(rng: Random, text: str, material: _Material) -> str:
    return _exchange(rng, text, _NUMBER, rng.choice(NUMBERS))


def _word(rng: Random, text: str, material: _Material) -> str:
    source = rng.choice(material.others) if material.others and rng.random() < 0.5 else ""
    found = _WORD.findall(source[:10_000])
    return _exchange(rng, text, _WORD, rng.choice(found) if found else material.piece(rng))


def _lines(rng: Random, text: str, material: _Material) -> str:
    """A line goes, comes twice, changes places, or comes from another text."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    place = rng.randrange(len(lines))
    choice = rng.randrange(4)
    if choice == 0:
        del lines[place]
    elif choice == 1:
        lines.insert(rng.randrange(len(lines) + 1), lines[place])
    elif choice == 2:
        lines.append(lines.pop(place))
    elif material.others and (others := rng.choice(material.others).splitlines(keepends=True)):
        lines.insert(place, rng.choice(others))
    return "".join(lines)


def _truncate(rng: Random, text: str, material: _Material) -> str:
    place = rng.randrange(len(text) + 1)
    return rng.choice((text[:place], text[place:]))


def _nest(rng: Random, text: str, material: _Material) -> str:
    bracket = rng.choice(BRACKETS)
    place = rng.choice((0, len(text), rng.randrange(len(text) + 1)))
    return text[:place] + bracket * rng.choice((2, 10, 100, 1_000, 10_000)) + text[place:]


def _flip_case(rng: Random, text: str, material: _Material) -> str:
    return rng.choice((text.upper(), text.lower(), text.swapcase(), text.title()))


def _set_endings(rng: Random, text: str, material: _Material) -> str:
    return text.replace("\n", rng.choice(("\r\n", "\r", "\n\n", "\u2028", " ")))


def _exchange(rng: Random, text: str, pattern: re.Pattern[str], piece: str) -> str:
    """Another piece in place of one that the pattern finds, if there is one."""
    found = list(pattern.finditer(text[:10_000]))
    if not found:
        return text
    chosen = rng.choice(found)
    return text[: chosen.start()] + piece + text[chosen.end() :]


_Change = Callable[[Random, str, _Material], str]
_CHANGES: tuple[_Change, ...] = (
    *(_delete, _insert, _replace, _number, _word) * 6,
    *(_repeat, _swap, _splice, _lines, _truncate) * 3,
    _nest, _flip_case, _set_endings, _lengthen,
)  # fmt: skip
