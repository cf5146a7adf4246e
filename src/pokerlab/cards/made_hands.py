"""What a hand has made of a board, and what it may still become.

Names are given for what the two private cards add: with a king on K-7-7 a player has top pair (everybody has the
sevens), and a hand that only plays the board has no made hand. docs/solutions.md defines every name.

    classify("QsJh2h").matching("top pair+ or flush draw")
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum, IntFlag
from functools import cache

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT, check_combo, dead_combos
from pokerlab.cards.evaluator import category, evaluate
from pokerlab.cards.handnames import Category
from pokerlab.errors import CardError, shorten

RIVER = 5
MOST_CHARACTERS = 500
"""The longest filter that is read."""

_WHEEL = 0b1_0000_0000_1111


class Made(IntEnum):
    """Made hands, from the weakest to the strongest; every hand has exactly one."""

    NO_MADE_HAND = 0
    KING_HIGH = 1
    ACE_HIGH = 2
    LOW_PAIR = 3
    THIRD_PAIR = 4
    UNDERPAIR = 5
    SECOND_PAIR = 6
    MIDDLE_POCKET_PAIR = 7
    TOP_PAIR = 8
    OVERPAIR = 9
    TWO_PAIR = 10
    TRIPS = 11
    SET = 12
    STRAIGHT = 13
    FLUSH = 14
    FULL_HOUSE = 15
    FOUR_OF_A_KIND = 16
    STRAIGHT_FLUSH = 17

    @property
    def label(self) -> str:
        """The name in words: `top pair`."""
        return self.name.lower().replace("_", " ")


class Draw(IntFlag):
    """What a hand may become; a hand can have several, and on the river it has none."""

    FLUSH_DRAW = 1
    NUT_FLUSH_DRAW = 2
    BACKDOOR_FLUSH_DRAW = 4
    OPEN_ENDED = 8
    GUTSHOT = 16
    OVERCARDS = 32

    @property
    def labels(self) -> tuple[str, ...]:
        """The names in words."""
        return tuple(str(draw.name).lower().replace("_", " ") for draw in Draw if draw in self)


_GROUPS: dict[str, tuple[Made, ...]] = {
    "pair": tuple(made for made in Made if Made.LOW_PAIR <= made <= Made.OVERPAIR),
    "pocket pair": (Made.UNDERPAIR, Made.MIDDLE_POCKET_PAIR, Made.OVERPAIR),
    "three of a kind": (Made.TRIPS, Made.SET),
    "high card": (Made.NO_MADE_HAND, Made.KING_HIGH, Made.ACE_HIGH),
    "quads": (Made.FOUR_OF_A_KIND,),
    "nothing": (Made.NO_MADE_HAND,),
    "air": (Made.NO_MADE_HAND,),
}
_STRAIGHT_DRAW = Draw.OPEN_ENDED | Draw.GUTSHOT
_DRAWS: dict[str, Draw] = {
    "straight draw": _STRAIGHT_DRAW,
    "oesd": Draw.OPEN_ENDED,
    "open-ended": Draw.OPEN_ENDED,
    "open-ended straight draw": Draw.OPEN_ENDED,
    "inside straight draw": Draw.GUTSHOT,
    "draw": Draw.FLUSH_DRAW | _STRAIGHT_DRAW,
} | {str(draw.name).lower().replace("_", " "): draw for draw in Draw}
_MADE: dict[str, tuple[Made, ...]] = {made.label: (made,) for made in Made} | _GROUPS
COMBO_DRAW, NO_DRAW = "combo draw", "no draw"
_FLUSH_DRAW, _NUT_FLUSH_DRAW, _BACKDOOR_FLUSH_DRAW, _OPEN_ENDED, _GUTSHOT, _OVERCARDS = map(int, Draw)


@dataclass(frozen=True)
class Classification:
    """All hands on one board.

    - `made`: int8 [1326], a `Made`, -1 where the hand shares a card with the board
    - `draws`: uint8 [1326], the flags of a `Draw`
    """

    board: tuple[int, ...]
    made: npt.NDArray[np.int8]
    draws: npt.NDArray[np.uint8]

    def matching(self, text: str) -> npt.NDArray[np.bool_]:
        """bool [1326]: the hands that a filter keeps.

        A filter names made hands (`set`, `top pair+`: that or stronger, `second pair-`: that or weaker) and draws
        (`flush draw`), joined by `and`, `or` (a comma is one) and `not`; `and` binds more tightly.
        """
        if len(text) > MOST_CHARACTERS:
            raise CardError(f"a filter of {len(text):,} characters, at most {MOST_CHARACTERS:,} are read")
        kept = np.zeros(COMBO_COUNT, np.bool_)
        for alternative in _split(text, ("or", ",", "|")):
            part = self.made >= 0
            for term in _split(alternative, ("and", "&")):
                part &= self._term(term)
            kept |= part
        return kept

    def _term(self, text: str) -> npt.NDArray[np.bool_]:
        words = text.lower().replace("!", "not ").split()
        if words[:1] == ["not"] and len(words) > 1:
            return ~self._term(" ".join(words[1:]))
        name, sign = " ".join(words), ""
        if name[-1:] in ("+", "-"):
            name, sign = name[:-1].strip(), name[-1]
        if name in _MADE:
            low, high = min(_MADE[name]), max(_MADE[name])
            if sign:
                return np.asarray(self.made >= low if sign == "+" else self.made <= high)
            return np.isin(self.made, _MADE[name])
        if sign and name in (*_DRAWS, COMBO_DRAW, NO_DRAW):
            raise CardError(f"filter '{shorten(text)}': draws are not ordered, leave out the '{sign}'")
        if name == COMBO_DRAW:
            return self._has(Draw.FLUSH_DRAW) & self._has(_STRAIGHT_DRAW)
        if name == NO_DRAW:
            return ~self._has(_DRAWS["draw"])
        if name in _DRAWS:
            return self._has(_DRAWS[name])
        raise CardError(f"filter '{shorten(text)}': {_suggestion(name)}")

    def _has(self, draw: Draw) -> npt.NDArray[np.bool_]:
        return np.asarray((self.draws & np.uint8(draw)) != 0)

    def label(self, combo: int) -> str:
        """A hand in words: `top pair, flush draw`."""
        if self.made[check_combo(combo)] < 0:
            return ""
        draws = Draw(int(self.draws[combo]))
        if Draw.NUT_FLUSH_DRAW in draws:
            draws &= ~Draw.FLUSH_DRAW  # said already
        return ", ".join((Made(int(self.made[combo])).label, *draws.labels))


def filter_names() -> tuple[str, ...]:
    """Every name that a filter knows."""
    return (*_MADE, *_DRAWS, COMBO_DRAW, NO_DRAW)


def classify(board: str | Sequence[int]) -> Classification:
    """What every hand has on a board of 3 to 5 cards."""
    cards = as_cards(board, at_most=5, what="board")
    if len(cards) < 3:
        raise CardError(f"'{format_cards(cards)}' has {len(cards)} cards, a board has 3, 4 or 5")
    made, draws = np.full(COMBO_COUNT, -1, np.int8), np.zeros(COMBO_COUNT, np.uint8)
    reader = _Reader(cards)
    for combo in np.flatnonzero(~dead_combos(cardset(cards))).tolist():
        hand = tuple(COMBO_CARDS[combo].tolist())
        rank = evaluate((*cards, *hand))
        made[combo] = reader.made(hand, rank)
        draws[combo] = reader.draws(hand, rank)
    return Classification(cards, made, draws)


class _Reader:
    """A board, looked at once for all hands."""

    def __init__(self, board: tuple[int, ...]) -> None:
        self.board = board
        self.ranks = sorted({card >> 2 for card in board}, reverse=True)
        self.counts = [0] * 13
        self.suits = [0] * 4
        for card in board:
            self.counts[card >> 2] += 1
            self.suits[card & 3] += 1
        self.bits = _bits(board)
        tops = _straight_tops()
        self.own_straights = [tops[self.bits | 1 << rank] for rank in range(13)]
        self.own_rank = evaluate(board) if len(board) == RIVER else 0

    def made(self, hand: tuple[int, ...], rank: int) -> Made:
        what = category(rank)
        if what in _BY_CARDS:  # all five cards count, so a better rank is the player's own
            return _BY_CARDS[what] if rank > self.own_rank else self._high(hand)
        return self._by_ranks(hand, what)

    def _by_ranks(self, hand: tuple[int, ...], what: Category) -> Made:
        """Pairs and more of a kind: what counts is whether a private card belongs to them."""
        high, low = hand[0] >> 2, hand[1] >> 2
        total = self.counts.copy()
        total[high] += 1
        total[low] += 1
        if what is Category.FOUR_OF_A_KIND:
            return Made.FOUR_OF_A_KIND if 4 in (total[high], total[low]) else self._high(hand)
        if what is Category.FULL_HOUSE:
            return Made.FULL_HOUSE if _full_house(total) != _full_house(self.counts) else self._high(hand)
        if what is Category.THREE_OF_A_KIND:
            if 3 not in (total[high], total[low]):
                return self._high(hand)
            return Made.SET if high == low else Made.TRIPS
        pairs = [rank for rank in range(12, -1, -1) if total[rank] == 2][:2]
        own = sorted({high, low} & set(pairs), reverse=True)
        if not own:
            return self._high(hand)
        return Made.TWO_PAIR if len(own) == 2 else self._pair(own[0], is_pocket=high == low)

    def _pair(self, rank: int, *, is_pocket: bool) -> Made:
        above = sum(other > rank for other in self.ranks)
        if is_pocket:
            return (Made.OVERPAIR, Made.MIDDLE_POCKET_PAIR)[above] if above < 2 else Made.UNDERPAIR
        return (Made.TOP_PAIR, Made.SECOND_PAIR, Made.THIRD_PAIR)[above] if above < 3 else Made.LOW_PAIR

    def _high(self, hand: tuple[int, ...]) -> Made:
        return {12: Made.ACE_HIGH, 11: Made.KING_HIGH}.get(hand[0] >> 2, Made.NO_MADE_HAND)

    def draws(self, hand: tuple[int, ...], rank: int) -> int:
        """The flags of a `Draw`, as a plain number: adding up flags is slow."""
        if len(self.board) == RIVER:
            return 0
        what = category(rank)
        found = self._flush_draws(hand) if what < Category.FLUSH else 0
        if what < Category.STRAIGHT:
            ends = self._straight_ends(hand)
            found |= _OPEN_ENDED if ends > 1 else _GUTSHOT if ends == 1 else 0
        high, low = hand[0] >> 2, hand[1] >> 2
        return found | (_OVERCARDS if high > low > self.ranks[0] else 0)

    def _flush_draws(self, hand: tuple[int, ...]) -> int:
        found = 0
        for suit in {card & 3 for card in hand}:
            own = [card >> 2 for card in hand if card & 3 == suit]
            count = self.suits[suit] + len(own)
            if count == 4:
                on_board = {card >> 2 for card in self.board if card & 3 == suit}
                best = next(rank for rank in range(12, -1, -1) if rank not in on_board)
                found |= _FLUSH_DRAW | (_NUT_FLUSH_DRAW if best in own else 0)
            elif count == 3 and len(self.board) == 3:
                found |= _BACKDOOR_FLUSH_DRAW
        return found

    def _straight_ends(self, hand: tuple[int, ...]) -> int:
        """The number of ranks that would make a straight, higher than the board alone would make with them."""
        both, tops = self.bits | _bits(hand), _straight_tops()
        return sum(tops[both | 1 << rank] > own for rank, own in enumerate(self.own_straights))


_BY_CARDS = {
    Category.STRAIGHT_FLUSH: Made.STRAIGHT_FLUSH,
    Category.FLUSH: Made.FLUSH,
    Category.STRAIGHT: Made.STRAIGHT,
}


def _bits(cards: Sequence[int]) -> int:
    found = 0
    for card in cards:
        found |= 1 << (card >> 2)
    return found


@cache
def _straight_tops() -> list[int]:
    """For each set of ranks the rank of the highest straight's top card (3 for the wheel), 0 if there is none."""
    tops = [0] * (1 << 13)
    for bits in range(1 << 13):
        found = [top for top in range(4, 13) if bits >> (top - 4) & 0b11111 == 0b11111]
        tops[bits] = found[-1] if found else 3 if bits & _WHEEL == _WHEEL else 0
    return tops


def _full_house(counts: Sequence[int]) -> tuple[int, int] | None:
    """The ranks of the three and of the pair."""
    threes = [rank for rank in range(12, -1, -1) if counts[rank] == 3]
    pairs = [rank for rank in range(12, -1, -1) if counts[rank] >= 2 and rank != (threes or [-1])[0]]
    return (threes[0], pairs[0]) if threes and pairs else None


def _split(text: str, signs: tuple[str, ...]) -> Iterator[str]:
    """The parts of a text between signs and words such as `or`; an empty part is an error."""
    spaced = text
    for sign in signs:
        if not sign.isalpha():
            spaced = spaced.replace(sign, f" {signs[0]} ")
    part: list[str] = []
    for word in [*spaced.split(), signs[0]]:
        if word.lower() == signs[0]:
            if not part:
                raise CardError(f"filter '{shorten(text)}': a name is missing, such as 'top pair+' or 'flush draw'")
            yield " ".join(part)
            part = []
        else:
            part.append(word)


def _suggestion(name: str) -> str:
    near = get_close_matches(name, filter_names(), n=1, cutoff=0.6)
    known = f"did you mean '{near[0]}'?" if near else f"such as {', '.join(sorted(filter_names())[::5])}"
    return f"'{shorten(name)}' is neither a made hand nor a draw ({known})"
