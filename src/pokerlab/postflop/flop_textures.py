"""What flops have in common: groups by name, and filters such as `paired and high<=T`."""

import operator
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from pokerlab.cards.card import RANKS
from pokerlab.errors import SpotError, shorten

Cards = Sequence[int]
Filter = Callable[[Cards], bool]

MOST_CHARACTERS = 500
"""The longest filter that is read."""
_MOST_NESTED = 20


def straights(cards: Cards) -> int:
    """How many straights are possible: the sets of five ranks in a row, aces low too, that hold all three; none if
    ranks are equal."""
    ranks = {card >> 2 for card in cards}
    rows = [{(low + step) % 13 for step in range(5)} for low in range(-1, 9)]
    return sum(ranks <= row for row in rows) if len(ranks) == 3 else 0


def high_card(cards: Cards) -> str:
    """The highest rank."""
    return RANKS[max(cards) >> 2] + " high"


def suits(cards: Cards) -> str:
    """How many suits there are."""
    return {1: "one suit", 2: "two suits", 3: "three suits"}[_suit_count(cards)]


def pairs(cards: Cards) -> str:
    """Whether ranks are equal."""
    return {1: "trips", 2: "paired", 3: "unpaired"}[_rank_count(cards)]


def connectedness(cards: Cards) -> str:
    """How many straights are possible, or which ranks are equal."""
    if _rank_count(cards) < 3:
        return pairs(cards)
    return ("no straight", "one straight", "two straights", "three straights")[straights(cards)]


GROUPINGS: dict[str, Callable[[Cards], str]] = {
    "high": high_card,
    "suits": suits,
    "pairs": pairs,
    "connected": connectedness,
}
"""What flops may have in common, by name."""


def _suit_count(cards: Cards) -> int:
    return len({card & 3 for card in cards})


def _rank_count(cards: Cards) -> int:
    return len({card >> 2 for card in cards})


PROPERTIES: dict[str, Callable[[Cards], int]] = {
    "high": lambda cards: sorted(cards)[2] >> 2,
    "middle": lambda cards: sorted(cards)[1] >> 2,
    "low": lambda cards: sorted(cards)[0] >> 2,
    "suits": _suit_count,
    "straights": straights,
    "paired": lambda cards: _rank_count(cards) == 2,
    "trips": lambda cards: _rank_count(cards) == 1,
    "unpaired": lambda cards: _rank_count(cards) == 3,
}
"""What filters know of a flop: ranks 0..12, counts, and what is so or not."""

_RANKED = ("high", "middle", "low")
_COUNTED = ("suits", "straights")
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "=": operator.eq,
    "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_TOKEN = re.compile(r"<=|>=|==|!=|[<>=()]|\w+|\S")


def parse_filter(text: str) -> Filter:
    """Which flops a filter keeps.

    A filter compares `high`, `middle` and `low` with ranks (`high<=T`), `suits` and `straights` with numbers
    (`suits==2`), and asks for `paired`, `trips` or `unpaired`, joined by `and`, `or`, `not` and parentheses; `and`
    binds more tightly than `or`.
    """
    if len(text) > MOST_CHARACTERS:
        raise SpotError(f"a filter of {len(text):,} characters, at most {MOST_CHARACTERS:,} are read")
    return _Reader(text).read()


class _Reader:
    """Reads a filter word by word, from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.words, self.nested = text, _TOKEN.findall(text), 0

    def read(self) -> Filter:
        found = self._either()
        if self.words:
            raise self._error(f"'{self.words[0]}' is not expected there")
        return found

    def _error(self, what: str) -> SpotError:
        return SpotError(f"filter '{shorten(self.text)}': {what}")

    def _next(self, *wanted: str) -> str:
        """The next word, if it is one of these."""
        return self.words.pop(0) if self.words and self.words[0].lower() in wanted else ""

    def _either(self) -> Filter:
        parts = [self._both()]
        while self._next("or"):
            parts.append(self._both())
        return lambda cards: any(part(cards) for part in parts)

    def _both(self) -> Filter:
        parts = [self._one()]
        while self._next("and"):
            parts.append(self._one())
        return lambda cards: all(part(cards) for part in parts)

    def _one(self) -> Filter:
        is_wanted = True
        while self._next("not"):
            is_wanted = not is_wanted
        inner = self._inner() if self._next("(") else self._test()
        return lambda cards: inner(cards) == is_wanted

    def _inner(self) -> Filter:
        self.nested += 1
        if self.nested > _MOST_NESTED:
            raise self._error(f"at most {_MOST_NESTED} parentheses")
        found = self._either()
        if not self._next(")"):
            raise self._error("a ')' is missing")
        return found

    def _test(self) -> Filter:
        if not self.words:
            raise self._error("something is missing at its end, such as paired or high<=T")
        word = self.words.pop(0)
        name = word.lower()
        if name not in PROPERTIES:
            near = get_close_matches(name, PROPERTIES, n=1, cutoff=0.6)
            known = f"did you mean '{near[0]}'?" if near else f"one of {', '.join(PROPERTIES)}"
            raise self._error(f"'{shorten(word)}' is not known of a flop ({known})")
        value = PROPERTIES[name]
        sign = self._next(*_SIGNS)
        if name not in _RANKED + _COUNTED:
            if sign:
                raise self._error(f"'{name}' is so or not: leave out the '{sign}'")
            return lambda cards: bool(value(cards))
        if not sign:
            raise self._error(f"'{name}' is compared, such as {name}{'<=T' if name in _RANKED else '==2'}")
        compare, other = _SIGNS[sign], self._number(name)
        return lambda cards: compare(value(cards), other)

    def _number(self, name: str) -> int:
        word = self.words.pop(0) if self.words else ""
        if name in _RANKED:
            letter = "T" if word == "10" else word.upper()
            if len(letter) != 1 or letter not in RANKS:
                raise self._error(f"'{name}' is compared with a rank, 2 to 9 or T, J, Q, K, A, not '{shorten(word)}'")
            return RANKS.index(letter)
        if not (word.isascii() and word.isdigit() and len(word) < 3):
            raise self._error(f"'{name}' is compared with a number, not '{shorten(word)}'")
        return int(word)
