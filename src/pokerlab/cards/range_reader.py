"""Reading ranges.

A range is a list of tokens, separated by commas, semicolons or white space; a later token overrides earlier ones for
the hands it names. Upper and lower case are the same, and `10` is `T`.

    token       part or part:weight       weight in [0, 1], 1 if left out
    part        AA  AKs  AKo  AK          a class; AK is both AKs and AKo
                22+  KTo+  AT+            pairs upwards; kickers upwards, up to just below the high card
                QQ-TT  A5s-A2s  T9s-76s   a run of pairs, of kickers, or of both cards with the same gap
                AhKh                      one hand
                20%                       the strongest 20% of hands, see `preflop.strongest_classes`
                *                         every hand
                @btn-push-10bb            a shipped starting range with its weights, see `starting`
"""

import re
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import RANKS
from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, COMBO_COUNT, class_index, parse_combo
from pokerlab.cards.preflop import strongest_classes
from pokerlab.cards.starting import starting_ranges
from pokerlab.errors import CardError, RangeError, shorten

_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE | re.ASCII)
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%")
_HAND = re.compile(r"[2-9TJQKA][^2-9TJQKA+\-][^+\-][^2-9TJQKA+\-]", re.IGNORECASE | re.ASCII)

MOST_CHARACTERS = 100_000
"""The longest text that is read: every hand with a weight of many digits takes a third of it."""

_LONGEST_CLASS = 8
_LONGEST_NAME = 40

Hands = npt.NDArray[np.bool_]
"""bool [1326]"""
Weights = npt.NDArray[np.float64]
"""float64 [1326]"""


def parse_range(text: str) -> Weights:
    """float64 [1326]: the weights that a range text gives; see the module for the grammar."""
    if len(text) > MOST_CHARACTERS:
        raise RangeError(f"a range text of {len(text):,} characters, at most {MOST_CHARACTERS:,} are read")
    weights = np.zeros(COMBO_COUNT)
    known: dict[str, tuple[Hands, Weights | float]] = {}
    tokens = re.split(r"[\s,;]+", _join_loose_parts(text))
    for token in filter(None, tokens):
        part, colon, weight = token.partition(":")
        if part not in known:
            known[part] = _weighted_hands(part, shorten(token))
        hands, own = known[part]
        weights[hands] = own * _weight_of(weight, shorten(token)) if colon else own
    return weights


def _join_loose_parts(text: str) -> str:
    """Take out the white space around ':' and '-', so that `QQ - TT : 0.5` is one token; and emoji selectors."""
    text = " ".join(re.sub(r"[\ufe0e\ufe0f]", "", text).split())
    return re.sub(r" ?([:\-–]) ?", lambda match: match[1].replace("–", "-"), text)


def _weight_of(text: str, token: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        raise RangeError(f"'{token}': the weight '{shorten(text)}' is not a number between 0 and 1") from None
    if 0 <= weight <= 1:
        return weight
    hint = f" (did you mean {weight / 100:g}?)" if 2 <= weight <= 100 else ""
    raise RangeError(f"'{token}': the weight {shorten(text)} is not between 0 and 1{hint}")


def _weighted_hands(part: str, token: str) -> tuple[Hands, Weights | float]:
    """The hands that a part names, and their weights: 1, but for starting ranges."""
    if not part.startswith("@"):
        return _hands_of(part, token), 1.0
    known = starting_ranges()
    if part[1:].lower() not in known:
        near = get_close_matches(part[1:].lower()[:_LONGEST_NAME], known, n=1, cutoff=0.5)
        hint = f" (did you mean '@{near[0]}'?)" if near else ", and a file is not looked for here"
        raise RangeError(f"'{token}' is not a starting range{hint}")
    weights = known[part[1:].lower()]
    return weights > 0, weights[weights > 0]


def _hands_of(part: str, token: str) -> Hands:
    if part == "*":
        return np.ones(COMBO_COUNT, np.bool_)
    if percent := _PERCENT.fullmatch(part):
        if float(percent[1]) > 100:
            raise RangeError(f"'{token}': there are no more than 100% of hands")
        return np.asarray(np.isin(CLASS_OF_COMBO, strongest_classes(float(percent[1]))))
    part = part.replace("10", "T")
    if _HAND.fullmatch(part):
        try:
            return np.asarray(np.arange(COMBO_COUNT) == parse_combo(part))
        except CardError as error:
            raise RangeError(f"'{token}' is not a hand: {error}") from None
    first, dash, last = part.partition("-")
    if dash:
        names = _run(_class_of(first, token), _class_of(last, token), token)
    elif part.endswith("+"):
        names = _upwards(_class_of(part[:-1], token))
    else:
        names = [_class_of(part, token)]
    return np.isin(CLASS_OF_COMBO, [class_index(full) for name in names for full in _spell_out(name)])


def _class_of(text: str, token: str) -> str:
    """The class in its usual spelling: high card first, `s` or `o` in lower case."""
    match = _CLASS.fullmatch(text)
    if not match:
        raise RangeError(_unknown(text, token))
    first, second = match[1].upper(), match[2].upper()
    suited = match[3].lower()
    if first == second and suited:
        raise RangeError(f"'{token}': a pair is neither suited nor offsuit (did you mean '{first}{second}'?)")
    if RANKS.index(first) < RANKS.index(second):
        first, second = second, first
    return first + second + suited


def _spell_out(name: str) -> tuple[str, ...]:
    """`AK` is both AKs and AKo."""
    return (name,) if len(name) == 3 or name[0] == name[1] else (name + "s", name + "o")


def _upwards(name: str) -> list[str]:
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    if high == low:
        return [rank * 2 for rank in RANKS[low:]]
    return [name[0] + kicker + name[2:] for kicker in RANKS[low:high]]


def _run(first: str, last: str, token: str) -> list[str]:
    if first[2:] != last[2:]:
        meant = f"{first}-{last[:2]}{first[2:]}"
        raise RangeError(f"'{token}': both ends of a run must be suited, or both offsuit (did you mean '{meant}'?)")
    (high, low), (last_high, last_low) = (tuple(map(RANKS.index, name[:2])) for name in (first, last))
    steps = abs(low - last_low) + 1
    down = 1 if low > last_low else -1
    if high == last_high and (high == low) == (last_high == last_low):
        return [first[0] + RANKS[low - down * step] + first[2:] for step in range(steps)]
    if high - low == last_high - last_low:
        return [RANKS[high - down * step] + RANKS[low - down * step] + first[2:] for step in range(steps)]
    raise RangeError(f"'{token}' is not a run: its ends share neither the high card nor the gap between the cards")


def _unknown(text: str, token: str) -> str:
    shown = shorten(text)
    where = f"'{shown}'" if shown == token else f"'{shown}' in '{token}'"
    if not text:
        return f"'{token}': a hand class is missing"
    if len(text) > _LONGEST_CLASS:  # nothing known is near
        return f"{where} is not a hand class"
    known = [*CLASS_NAMES, *(name[:2] for name in CLASS_NAMES)]
    spelled = text[:2].upper() + text[2:].lower()
    near = get_close_matches(spelled, known, n=26, cutoff=0.5)
    hint = f" (did you mean '{min(near, key=known.index)}'?)" if near else ""
    return f"{where} is not a hand class{hint}"
