"""Cards that were dealt but not seen: the number `UNKNOWN`, the text `??`.

Only private hands of states and records hold them. Masks, the evaluator, equities and `format_cards` are for cards, and
refuse what is none; the functions here are for hands that may hold both.
"""

import re
from collections.abc import Iterable

from pokerlab.cards.card import check_card, check_cards, format_card, parse_cards

UNKNOWN = -1
"""A card that was dealt but not seen."""

_TEXT = "??"


def all_seen(cards: Iterable[int]) -> bool:
    """Whether every card is known."""
    return UNKNOWN not in tuple(cards)


def check_dealt(cards: Iterable[int], *, what: str = "cards") -> tuple[int, ...]:
    """The cards as a tuple; raises `CardError` if one is neither a card nor `UNKNOWN`, or a card occurs twice."""
    dealt = tuple(cards)
    if UNKNOWN not in dealt:
        return check_cards(dealt, what=what)
    check_cards((card for card in dealt if card != UNKNOWN), what=what)
    return tuple(UNKNOWN if card == UNKNOWN else check_card(card) for card in dealt)


def parse_dealt(text: str) -> tuple[int, ...]:
    """Read cards of which some were not seen: `AsKd`, `As??`, `????`."""
    if _TEXT not in text:
        return parse_cards(text)
    cards: list[int] = []
    for part in re.split(r"(\?\?)", text):
        cards += (UNKNOWN,) if part == _TEXT else parse_cards(part)
    return check_dealt(cards)


def format_dealt(cards: Iterable[int], *, symbols: bool = False, separator: str = "") -> str:
    """The text of cards in the given order, `??` for each that was not seen: `AsKd`, `????`."""
    return separator.join(_TEXT if card == UNKNOWN else format_card(card, symbols=symbols) for card in cards)
