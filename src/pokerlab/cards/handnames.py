"""Categories of hands and their names in words."""

from enum import IntEnum

from pokerlab.cards.card import RANK_NAMES


class Category(IntEnum):
    """The nine categories, weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The category in words: `three of a kind`."""
        return self.name.lower().replace("_", " ")


def describe_code(code: int) -> str:
    """A hand in words, from its code (category << 20 | the five 4-bit ranks that decide, in order)."""
    category = Category(code >> 20)
    ranks = [code >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    top = RANK_NAMES[ranks[0]]
    match category:
        case Category.STRAIGHT_FLUSH if ranks[0] == 12:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.FLUSH | Category.STRAIGHT:
            return f"{top}-high {category.label}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(ranks[0])}, {_kickers(ranks[1:2])}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(ranks[0])} full of {_plural(ranks[1])}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(ranks[0])}, {_kickers(ranks[1:3])}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(ranks[0])} and {_plural(ranks[1])}, {_kickers(ranks[2:3])}"
        case Category.PAIR:
            return f"pair of {_plural(ranks[0])}, {_kickers(ranks[1:4])}"
        case _:
            return f"{top} high, {_kickers(ranks[1:])}"


def describe_pocket(cards: tuple[int, ...]) -> str:
    """Two private cards in words: `pair of kings`, `ace-king suited`, `seven-deuce offsuit`."""
    high, low = sorted((card >> 2 for card in cards), reverse=True)
    if high == low:
        return f"pair of {_plural(high)}"
    return f"{RANK_NAMES[high]}-{RANK_NAMES[low]} {'suited' if cards[0] & 3 == cards[1] & 3 else 'offsuit'}"


def without_kickers(words: str) -> str:
    """A hand in words as players call it: `two pair, kings and sevens` of `two pair, kings and sevens, ace kicker`."""
    if not words.endswith(("kicker", "kickers")):
        return words
    parts = words.split(", ")
    return ", ".join(parts[:2] if " of a kind" in parts[0] or parts[0] == "two pair" else parts[:1])


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")


def _kickers(ranks: list[int]) -> str:
    names = [RANK_NAMES[rank] for rank in ranks]
    if len(names) == 1:
        return f"{names[0]} kicker"
    return f"{', '.join(names[:-1])} and {names[-1]} kickers"
