"""Section 5.5: is it really all the same which board of a class comes?"""

from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.source import MONOTONE, RAINBOW, SOURCE, TWO_TONE
from pokerlab.experiments.kujath.spots import ALL_HANDS, TWENTY
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from pokerlab.abstraction.boards import BoardClasses

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

FLOPS = {"rainbow": RAINBOW, "two-tone": TWO_TONE, "monotone": MONOTONE}
PLAYED, NOT_PLAYED = "flop played", "as dealt"
ROUNDING = 1e-12


@experiment("kujath/boards", "Are classes of boards lossless? The rule of section 5.5 against suit isomorphism")
def boards(settings: ExperimentSettings) -> Report:
    """Play the flop by a plain strategy, and compare what hands are worth on the river boards of one class."""
    import numpy as np

    from pokerlab.abstraction.boards import BoardClasses
    from pokerlab.cards.ranges import Range
    from pokerlab.cards.strength import expected_strength

    report = Report("What hands are worth on boards of one class", SOURCE)
    rows = []
    worst: tuple[float, str] = (0.0, "")
    jobs = [
        (kind, text, rule, play)
        for kind in FLOPS
        for text in (ALL_HANDS, TWENTY)
        for rule in ("isomorphic", "flush")
        for play in (NOT_PLAYED, PLAYED)
    ]
    for done, (kind, text, rule, play) in enumerate(jobs):
        settings.tick(done, len(jobs))
        flop, start = FLOPS[kind], Range.parse(text).weights
        classes = BoardClasses.of(flop, rule, weights=[start])
        kept = start * np.nan_to_num(expected_strength(flop)) if play == PLAYED else start
        found = _differences(classes, kept, every=1 if settings.is_full else 3)
        rows.append((kind, flop, "all hands" if text == ALL_HANDS else "20%", play, rule, *found.row()))
        if rule == "flush" and found.most > worst[0]:
            worst = found.most, found.example
    report.tables.append(
        Table.of(
            "Equity on the river against the range as dealt, and after it went on from the flop as often as it will "
            "win",
            (
                "kind",
                "flop",
                "dealt",
                "range",
                "rule",
                "classes looked at",
                "with a difference",
                "mean",
                "most",
                "most on",
            ),
            rows,
        )
    )
    report.comparisons = [
        Comparison(
            "classes of boards are lossless",
            "sections 5.5 and 7.2",
            "yes",
            "no" if worst[0] else "yes",
            f"most on {worst[1]}",
        ),
        Comparison("largest difference of equity on two boards of a class", "", None, worst[0]),
    ]
    report.notes += [
        "'Flop played': every hand goes on from the flop with a chance equal to its expected strength there, a "
        "strategy that suit isomorphism and the groups by strength and opponent's view allow. Then for each river "
        "class, each hand and each board, the hand's equity is set beside that of the same hand with the board's "
        "cards exchanged. If the boards are really alike, they are equal.",
        f"Under isomorphism the largest difference is {_most(rows, 'isomorphic'):.3g}. Under the thesis's rule it is "
        f"{worst[0]:.3g}: a suit that could make a flush on "
        "the flop and cannot any more is merged with the others, but hands of that suit have been played for the "
        "flush. On Th6s3c, turn Ah, river 8s, nobody can hold 8s7s, which had three spades; on the river 8d it is "
        "8d7d that nobody holds, which had nothing. What is forgotten is the past: with all hands as dealt there is "
        "no difference.",
        "On a monotone flop no suit dies later: with all hands boards of one of its classes differ by "
        f"{_most(rows, 'flush', 'monotone', 'all hands'):.3g} there, with fewer classes than isomorphism has; with the "
        f"20% range, in which suited hands count more than others, by {_most(rows, 'flush', 'monotone', '20%'):.3g}.",
    ]
    return report


def _most(rows: "Sequence[Sequence[Cell]]", *words: str) -> float:
    """The largest difference of equity in the rows that have all these words."""
    return max(float(row[-2] or 0) for row in rows if set(words) <= set(row))


class _Found:
    """The differences between boards of one class, over many classes."""

    def __init__(self) -> None:
        self.looked = self.different = self.hands = 0
        self.total = self.most = 0.0
        self.example = ""

    def add(self, boards: "Sequence[Sequence[int]]", gaps: "Floats") -> None:
        """The absolute differences of equity, hand by hand, between two boards."""
        from pokerlab.cards.card import format_cards

        self.hands += len(gaps)
        self.total += float(gaps.sum())
        if len(gaps) and gaps.max() > self.most:
            self.most = float(gaps.max())
            self.example = " and ".join(format_cards(board) for board in boards)

    def row(self) -> tuple[int, int, float, float, str]:
        """What the report shows."""
        return self.looked, self.different, self.total / max(self.hands, 1), self.most, self.example


def _differences(classes: "BoardClasses", kept: "Floats", every: int) -> _Found:
    """Over every so many-th class of river boards with several different boards."""
    import numpy as np

    found = _Found()
    river = classes.levels[-1]
    for number in range(0, len(river), every):
        members = river.boards(number).tolist()
        if len({frozenset(member) for member in members}) == 1:
            continue
        base = members[0]
        mine = _equities(base, kept)
        found.looked += 1
        largest = 0.0
        for other in members[1:]:
            image = _exchange(classes, base, other)
            theirs = _equities(other, kept)[image]
            gaps = np.abs(mine - theirs)
            gaps = gaps[~np.isnan(gaps)]  # of the hands that meet anybody
            gaps[gaps < ROUNDING] = 0.0
            largest = max(largest, float(gaps.max(initial=0.0)))
            found.add((base, other), gaps)
        found.different += largest > 0
    return found


def _equities(board: "Sequence[int]", kept: "Floats") -> "Floats":
    """float64 [1326]: the share of the pot of every hand against the range on a river board; NaN if dead."""
    import numpy as np

    from pokerlab.cards import equity_kernels
    from pokerlab.cards.evaluator import sort_boards

    ranked = sort_boards([board])
    out = np.zeros((3, 1326))
    equity_kernels.count_against(
        ranked.combos, ranked.starts, ranked.tiers, np.ones(1, np.int64), np.require(kept, np.float64, ("C", "W")), out
    )
    beaten, tied, met = out
    shares = np.full(1326, np.nan)
    np.divide(beaten + tied / 2, met, out=shares, where=met > 1e-9)
    return shares


def _exchange(classes: "BoardClasses", board: "Sequence[int]", other: "Sequence[int]") -> "Ints":
    """int64 [1326]: the hand that takes each hand's place when the board becomes the other one.

    Suits are renamed if that turns one board into the other, and else the cards that differ are exchanged.
    """
    import numpy as np

    from pokerlab.cards.combos import COMBO_CARDS
    from pokerlab.cards.suits import SUIT_PERMUTATIONS

    deck = np.arange(52)
    known = len(classes.board)
    if classes.rule == "isomorphic":
        for permutation in SUIT_PERMUTATIONS:
            renamed = deck & ~3 | permutation[deck & 3]
            same_start = set(renamed[list(board[:known])].tolist()) == set(board[:known])
            if same_start and renamed[list(board[known:])].tolist() == list(other[known:]):
                break
    else:
        renamed = deck.copy()
        for card, becomes in zip(board[known:], other[known:], strict=True):
            place = int(np.flatnonzero(renamed == becomes)[0])
            renamed[[card, place]] = renamed[[place, card]]
    cards = renamed[COMBO_CARDS]
    high, low = cards.max(axis=1), cards.min(axis=1)
    return np.asarray(high * (high - 1) // 2 + low, np.int64)
