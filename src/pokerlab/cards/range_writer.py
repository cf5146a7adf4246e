"""Writing ranges: the short canonical text that reads back to the same weights.

Classes first, highest weight first, runs joined (`QQ+`, `A5s-A2s`, `KT+` where suited and offsuit go together);
then single hands that differ from their class, which override it because they come later.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import RANKS
from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES, COMBOS_OF_CLASS, format_combo

_DESCENDING = RANKS[::-1]


def format_range(weights: npt.NDArray[np.float64]) -> str:
    """The text of weights [1326]; empty for the empty range."""
    if (weights == weights[0]).all():
        return _weighted("*", float(weights[0])) if weights[0] else ""
    of_class: dict[str, float] = {}
    single: list[tuple[float, str]] = []
    for index in range(CLASS_COUNT):
        combos = COMBOS_OF_CLASS[index][::-1]
        its = weights[combos].tolist()
        base = _class_weight(its)
        if base:
            of_class[CLASS_NAMES[index]] = base
        if its.count(base) < len(its):
            single += [(float(weights[c]), format_combo(int(c))) for c in combos if weights[c] != base]
    tokens = []
    for weight in sorted(set(of_class.values()), reverse=True):
        names = {name for name, its in of_class.items() if its == weight}
        tokens += [_weighted(part, weight) for part in _class_parts(names)]
    tokens += [_weighted(hand, weight) for weight, hand in sorted(single, key=lambda item: -item[0])]
    return ",".join(tokens)


def _class_weight(weights: list[float]) -> float:
    """The weight to give to a whole class: the one most of its hands have, if naming the others is shorter."""
    if weights.count(weights[0]) == len(weights):
        return weights[0]
    weight, count = max(Counter(weights).items(), key=lambda item: (item[1], item[0]))
    exceptions = len(weights) - count
    return weight if exceptions + 1 < len(weights) - weights.count(0.0) or not exceptions else 0.0


def _weighted(part: str, weight: float) -> str:
    if weight == 1:
        return part
    text = repr(weight)
    return f"{part}:{text.removesuffix('.0')}"


def _class_parts(names: set[str]) -> list[str]:
    """Parts for a set of classes: pairs, then high card by high card."""
    parts = _runs(_DESCENDING, lambda rank: rank * 2 in names, lambda rank: rank * 2)
    highs = {name[0] for name in names}
    for high_index, high in enumerate(_DESCENDING):
        if high not in highs:
            continue
        kickers = _DESCENDING[high_index + 1 :]
        both = {k for k in kickers if {f"{high}{k}s", f"{high}{k}o"} <= names}
        for suffix, chosen in (
            ("", both),
            ("s", {k for k in kickers if f"{high}{k}s" in names} - both),
            ("o", {k for k in kickers if f"{high}{k}o" in names} - both),
        ):
            parts += _kicker_runs(high, kickers, suffix, chosen)
    return parts


def _kicker_runs(high: str, kickers: str, suffix: str, chosen: set[str]) -> list[str]:
    return _runs(kickers, chosen.__contains__, lambda kicker: high + kicker + suffix)


def _runs(ranks: str, is_in: Callable[[str], bool], name: Callable[[str], str]) -> list[str]:
    """Join neighbours: `X+` for a run from the top, `X-Y` for another, one by one for fewer than two."""
    parts = []
    for first, last in _stretches(is_in(rank) for rank in ranks):
        if first == last:
            parts.append(name(ranks[first]))
        elif first == 0:
            parts.append(name(ranks[last]) + "+")
        else:
            parts.append(f"{name(ranks[first])}-{name(ranks[last])}")
    return parts


def _stretches(flags: Iterable[bool]) -> list[tuple[int, int]]:
    """First and last position of every unbroken row of true values."""
    stretches: list[tuple[int, int]] = []
    for place, flag in enumerate(flags):
        if flag and stretches and stretches[-1][1] == place - 1:
            stretches[-1] = (stretches[-1][0], place)
        elif flag:
            stretches.append((place, place))
    return stretches
