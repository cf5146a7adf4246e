"""Which spots section 7 and the appendix mean: what readings of the text give, beside the few printed numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlab.experiments.kujath.hand_groups import MEASURES, TESTS
from pokerlab.experiments.kujath.source import PAIRED, RAINBOW, SOURCE, TWO_TONE
from pokerlab.experiments.kujath.spots import (
    ALL_HANDS,
    ALL_IN,
    APPENDIX_FLOP,
    DEEP,
    HALF_ALL_IN,
    MILLI,
    POT_ALL_IN,
    SHALLOW,
    THREE_SIZES,
    TWENTY,
    TWENTY_TWO,
    appendix_spot,
    convergence_spot,
    make_spot,
    quality_spot,
    simulation_spot,
)
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.postflop.spot import Spot

NAME = "kujath/spots"
FOOTNOTE_20 = 158_103_526
"""States of the tree of tables 6 and 7."""
APPENDIX_STATES = 1.9e10
FACTOR = 3
"""How many times as complex as that of figure 17 the tree of figure 20 is."""
VALUE_BOUNDS = 18.16, 21.25
"""What figure 20's game is worth to the player in position, by table 8: his guaranteed win, and what the other one
cannot lose more than; mbb."""

HALF, POT, HALF_POT = "50%", "100%", "50%, 100%"
MENUS = (HALF, POT, ALL_IN, HALF_POT, HALF_ALL_IN, POT_ALL_IN, THREE_SIZES)
CAPS = (1, 2, 3, 4)
RANGES = {"all": ALL_HANDS, "20%": TWENTY, "22%": TWENTY_TWO}
SHOWN = 12
_FLOPS_PER_PART = 50


@dataclass(frozen=True)
class MenuReading:
    """How the menu of a spot may be meant: sizes of bets and of raises, how many per street, and whether all-in is
    possible after them."""

    bets: str
    raises: str
    cap: int
    past_cap: bool

    def __str__(self) -> str:
        return f"bets {self.bets}; raises {self.raises}; {self.cap}{', then all-in' if self.past_cap else ''}"

    def spot(self, board: str, hands: str, stack: int) -> "Spot":
        """A spot with this menu."""
        return make_spot(board, hands, self.bets, raises=self.raises, stack=stack, cap=self.cap, past_cap=self.past_cap)


Trees = dict[tuple[int, ...], MenuReading]
"""Menus by the nodes of each street, for one board."""


@experiment(NAME, "Which spots section 7 and the appendix mean: trees, states and values of many readings")
def spots(settings: ExperimentSettings) -> Report:
    """`full` looks for the number of footnote 20 on all flops, and finds out what readings of figure 20 are worth."""
    report = Report("Which spots the thesis means", SOURCE)
    trees = {stack: _trees(stack) for stack in (SHALLOW, DEEP)}
    flops = _all_flops() if settings.is_full else [TWO_TONE, RAINBOW, PAIRED]
    near = _search(settings, flops, trees[SHALLOW])
    report.tables = [
        Table.of(
            f"Footnote 20: readings with 5 behind that come nearest to {FOOTNOTE_20:,} states, on {len(flops)} flops",
            ("flop", "hands", "measure", "test", "counted", "menu", "states", "off"),
            near[:SHOWN],
        ),
        _appendix_table(trees[DEEP]),
        _chosen_table(),
        _value_table(settings),
    ]
    report.comparisons = [
        Comparison("states of tables 6 and 7, nearest reading", "footnote 20", FOOTNOTE_20, near[0][6]),
        Comparison("the same, of the spot that is run", "footnote 20", FOOTNOTE_20, states(quality_spot(full=True))),
        Comparison("states of the appendix", "appendix", APPENDIX_STATES, float(states(appendix_spot(full=True)))),
        Comparison(
            "states of figure 20's game over those of tables 6 and 7",
            "section 7.4",
            f"about {FACTOR}",
            round(states(simulation_spot(full=True)) / FOOTNOTE_20, 2),
        ),
        Comparison(
            "the same, over those of figure 18's",
            "section 7.4",
            f"about {FACTOR}",
            round(states(simulation_spot(full=True)) / states(convergence_spot(full=True)), 2),
        ),
    ]
    report.notes = _notes(near, len(trees[SHALLOW]))
    if settings.is_full:
        report.notes.append(_fitting(report.tables[-1]))
    return report


def states(spot: "Spot", measure: str = "opponent") -> int:
    """Game states as table 5 counts them, class by class: nodes times the square of the groups, with the thesis's
    classes of boards and both players' hands in groups."""
    return _total(_nodes(spot), _squares(spot, measure))


def real_over_groups(spot: "Spot", measure: str) -> float:
    """States of the real game, all boards and hands, for each state with groups of hands and the thesis's boards."""
    from pokerlab.abstraction.boards import BoardClasses

    hands = spot.live(0).weights > 0
    levels = BoardClasses.of(spot.board, "every").levels
    squares = [int(((level.open_members()[:, hands] > 0).sum(axis=1) ** 2).sum()) for level in levels]
    return _total(_nodes(spot), squares) / states(spot, measure)


def _nodes(spot: "Spot") -> tuple[int, ...]:
    """All nodes of each street, for one board."""
    from pokerlab.postflop.tree import SpotTree

    counts = SpotTree.build(spot).counts().values()
    return tuple(count.decisions + count.deals + count.folds + count.showdowns for count in counts)


def _squares(spot: "Spot", measure: str) -> tuple[int, ...]:
    from pokerlab.abstraction.boards import BoardClasses
    from pokerlab.abstraction.groups import group_hands

    weights = spot.live(0).weights
    groups = group_hands(BoardClasses.of(spot.board, "flush"), measure, "river", own=weights, opposing=weights)
    return tuple(int((count * count).sum()) for count in groups.counts)


def _total(nodes: Sequence[int], squares: Sequence[int]) -> int:
    return sum(n * s for n, s in zip(nodes, squares, strict=True))


def _trees(stack: int) -> Trees:
    """The nodes of each street, for one board, of all menus; of menus with the same nodes the first."""
    found: Trees = {}
    for bets in MENUS:
        for raises in MENUS:
            for cap in CAPS:
                for past_cap in (True, False):
                    reading = MenuReading(bets, raises, cap, past_cap)
                    found.setdefault(_nodes(reading.spot(TWO_TONE, TWENTY, stack)), reading)
    return found


def _all_flops() -> list[str]:
    from pokerlab.cards.card import format_cards
    from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals

    return [format_cards(flop) for flop in distinct_deals(3, 0, ALL_SYMMETRIES)[0].tolist()]


def _search(settings: ExperimentSettings, flops: Sequence[str], trees: Trees) -> list[tuple[Cell, ...]]:
    """The readings nearest to footnote 20, nearest first."""
    found: list[tuple[Cell, ...]] = []
    for first in range(0, len(flops), _FLOPS_PER_PART):
        part = flops[first : first + _FLOPS_PER_PART]
        rows = settings.kept(NAME, f"{part[0]}..{part[-1]}", partial(_nearest_of, part, trees))
        found += [tuple(row) for row in rows]
        settings.tick(min(first + _FLOPS_PER_PART, len(flops)), len(flops) + 1)
    return sorted(found, key=_off)


def _off(row: Sequence[Any]) -> int:
    return abs(int(row[-1]))


def _nearest_of(flops: Sequence[str], trees: Trees) -> list[Any]:
    rows = [row for flop in flops for row in _readings(flop, trees)]
    return sorted(rows, key=_off)[:SHOWN]


def _readings(flop: str, trees: Trees) -> Iterator[list[Cell]]:
    """Of every way to group hands, the menu that comes nearest: squares added up class by class, and squares of the
    mean groups as in table 5."""
    from pokerlab.abstraction.boards import BoardClasses
    from pokerlab.abstraction.groups import group_by_tests
    from pokerlab.cards.ranges import Range

    boards = BoardClasses.of(flop, "flush")
    for hands in ("all", "20%"):
        weights = Range.parse(RANGES[hands]).weights
        for measure in MEASURES:
            for groups in group_by_tests(boards, measure, TESTS, own=weights, opposing=weights):
                for counted, squares in (
                    ("by class", [float((c * c).sum()) for c in groups.counts]),
                    ("by mean", [float(c.sum()) ** 2 / len(c) for c in groups.counts]),
                ):
                    totals = {nodes: sum(n * s for n, s in zip(nodes, squares, strict=True)) for nodes in trees}
                    nodes = min(totals, key=lambda nodes: abs(totals[nodes] - FOOTNOTE_20))
                    total = round(totals[nodes])
                    test = str(groups.identity)
                    yield [flop, hands, measure, test, counted, str(trees[nodes]), total, total - FOOTNOTE_20]


def _appendix_table(trees: Trees) -> Table:
    squares = _squares(make_spot(APPENDIX_FLOP, TWENTY_TWO, ALL_IN), "opponent")
    totals = {reading: _total(nodes, squares) for nodes, reading in trees.items()}
    nearest = sorted(totals, key=lambda reading: abs(totals[reading] - APPENDIX_STATES))[:SHOWN]
    return Table.of(
        f"Appendix: menus with 49 behind that come nearest to {APPENDIX_STATES:.1e} states on {APPENDIX_FLOP}, 22%",
        ("menu", "states"),
        [(str(reading), totals[reading]) for reading in nearest],
    )


def _chosen_table() -> Table:
    chosen = {
        "tables 6 and 7, figure 17": quality_spot(full=True),
        "the same with the 20% range; figures 18 and 19": convergence_spot(full=True),
        "figure 20, table 8, figure 21": simulation_spot(full=True),
        "figures 22 and 23": appendix_spot(full=True),
    }
    rows: list[tuple[Cell, ...]] = []
    for where, spot in chosen.items():
        nodes = ", ".join(map(str, _nodes(spot)))
        found = [states(spot, measure) for measure in MEASURES]
        rows.append((where, nodes, *found, round(real_over_groups(spot, MEASURES[-1]), 1)))
    columns = ("where", "nodes by street and board", *(f"states by {m}" for m in MEASURES), "real game over the last")
    return Table.of("The spots that are run", columns, rows)


def _value_table(settings: ExperimentSettings) -> Table:
    """What readings of figure 20's game are worth in position: bounds by best responses, after some iterations. Not
    `full`: on a turn, whose value says nothing about that of the flop."""
    board = RAINBOW if settings.is_full else f"{RAINBOW}9d"
    iterations = 400 if settings.is_full else 50
    rows: list[tuple[Cell, ...]] = []
    for hands, menus in (("20%", (ALL_IN, POT_ALL_IN)), ("all", (ALL_IN,)))[: 2 if settings.is_full else 1]:
        for sizes in menus:
            for stack in (SHALLOW, DEEP):
                spot = make_spot(board, RANGES[hands], sizes, stack=stack)
                part = f"value {hands} {sizes} {stack}"
                low, high = settings.kept(NAME, part, partial(_value_bounds, spot, iterations))
                fits = max(low, VALUE_BOUNDS[0]) <= min(high, VALUE_BOUNDS[1])
                rows.append((hands, sizes, stack, round(low, 2), round(high, 2), *([fits] if settings.is_full else [])))
    columns = ["hands", "sizes", "behind", "at least", "at most"]
    if settings.is_full:
        rows.append(("printed", "", None, *VALUE_BOUNDS, None))
        columns.append("can be it")
    return Table.of(f"What {board} is worth to the player in position, mbb", columns, rows)


def _value_bounds(spot: "Spot", iterations: int) -> list[float]:
    from pokerlab.postflop.engine import Engine

    engine = Engine(spot)
    engine.run(iterations)
    low, high = engine.judge().value_bounds
    return [-MILLI * high, -MILLI * low]


def _fitting(values: Table) -> str:
    fitting = [f"{row[0]} hands, {row[1]}, {row[2]} behind" for row in values.rows if row[-1] is True]
    return f"By its value figure 20's game can be: {'; '.join(fitting) if fitting else 'none of those tried'}."


def _notes(near: Sequence[Sequence[Cell]], menus: int) -> list[str]:
    nearest = near[0]
    exact = _off(nearest) == 0
    return [
        f"{menus} different trees with 5 behind were tried: bets and raises of half the pot, the pot and all-in in all "
        "combinations, one to four per street, with and without all-in after them.",
        f"The number of footnote 20 is {'reached' if exact else 'not reached'}"
        f"{'' if exact else f'; the nearest reading is off by {abs(_off(nearest)):,}'}. So many readings come near it "
        "that a near miss says nothing.",
    ]
