"""The appendix: what two hands do along one line of play, figures 22 and 23."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.runs import Kept, Look, greedy, make_engine
from pokerlab.experiments.kujath.source import MONOTONE, SOURCE
from pokerlab.experiments.kujath.spots import APPENDIX_CARDS, APPENDIX_FLOP, MILLI, appendix_spot, groups_of
from pokerlab.experiments.kujath.variants import APPENDIX_STATES, states
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.view import NodeView

OUT_HAND = "KhJh"
IN_HANDS = ("AcAs", "AsAd", "AhAs", "AcAd", "AhAc", "AhAd")
"""Aces: those with the ace of spades first; the example's are AcAs."""
SPADE, HEART, NEITHER = "with As", "with Ah", "with neither"

PRINTED_NASH_CONV, PRINTED_BLUFFS = 30.1, 60.0
PRINTED_FOLDS = {"to 12": 32.1, "to all-in": 86.1}
"""How often aces with the ace of hearts (and not that of spades) fold on the river, in percent."""
PRINTED_BET = 12
ITERATIONS_FULL, ITERATIONS_SMALL = 400, 150
ZERO = 0.0005
"""Moves that are rarer are not shown, as in the figures."""


@experiment("kujath/appendix", "Part of a strategy: KhJh against aces on QhTh7 8s 5s, figures 22 and 23")
def appendix(settings: ExperimentSettings) -> Report:
    """Both players' strategies along the line, beside what the text says of them; on the flop that the text describes,
    and on the printed one."""
    last = ITERATIONS_FULL if settings.is_full else ITERATIONS_SMALL
    kept = Kept(settings, "kujath/appendix", 2 * last)
    report = Report("KhJh against aces on QhTh7 8s 5s", SOURCE)
    for flop in (APPENDIX_FLOP, MONOTONE):
        study = _study(kept, flop, last, full=settings.is_full)
        report.tables += study.tables
        if flop == APPENDIX_FLOP:
            report.comparisons = _comparisons(study.views, study.looks[-1].inside)
            report.notes = _notes(study.line, study.views, settings)
        else:
            report.notes.append(_as_printed(study, settings))
    if not settings.is_full:
        report.set_apart("solved from the turn on, where all hands of the start are still there")
    return report


def _study(kept: Kept, flop: str, last: int, *, full: bool) -> "Study":
    from pokerlab.postflop.solution import Solution

    spot = appendix_spot(flop, full=full)
    engine = make_engine(greedy(), spot, groups_of(spot, "opponent", ["river"])[0])
    step = last // 10
    looks = kept.solve(f"CGH {flop}", engine, tuple(range(step, last + 1, step)), unit=MILLI)
    solution = Solution.of(engine)
    line = _line(solution)
    views = _views(solution, line)
    course = Table.of(
        f"{flop}: NashConv in mbb",
        ("iteration", "inside", "real"),
        [(look.iteration, float(f"{look.inside:.4g}"), float(f"{look.real:.4g}")) for look in looks],
    )
    return Study(line, views, looks, [_path_table(flop, solution, line), _river_table(flop, views), course])


@dataclass(frozen=True)
class Views:
    """The river: where OUT may bluff, and where IN faces the bet of the pot and all-in."""

    start: "NodeView"
    small: "NodeView"
    all_in: "NodeView"


@dataclass(frozen=True)
class Study:
    """One flop: the line of play to the river, what is seen there, how the run went, and tables of it."""

    line: list[str]
    views: Views
    looks: list[Look]
    tables: list[Table]


def _line(solution: "Solution") -> list[str]:
    """Where the river begins: of the lines of play with a pot of 12, so that a bet of the pot is the printed 12, the
    one that KhJh and AcAs come to most often."""
    from pokerlab.betting.tree import NodeKind
    from pokerlab.cards.combos import parse_combo
    from pokerlab.postflop.spot import RIVER

    tree = solution.tree
    found: list[tuple[float, list[str]]] = []
    for node in tree.nodes:
        is_start = node.parent >= 0 and tree.nodes[node.parent].kind is NodeKind.DEAL and node.street == RIVER
        if is_start and tree.pot(node) == PRINTED_BET:
            steps = _with_cards(tree.path(node))
            reach = solution.at(*steps).reach
            found.append((float(reach[0, parse_combo(OUT_HAND)] * reach[1, parse_combo(IN_HANDS[0])]), steps))
    return max(found, key=lambda line: line[0])[1]


def _with_cards(path: Sequence[str]) -> list[str]:
    cards = dict(zip(("turn", "river"), APPENDIX_CARDS, strict=True))
    return [f"{step} {cards[step]}" if step in cards else step for step in path]


def _views(solution: "Solution", line: Sequence[str]) -> Views:
    return Views(solution.at(*line), solution.at(*line, f"bet {PRINTED_BET}"), solution.at(*line, "all-in"))


def _path_table(flop: str, solution: "Solution", line: Sequence[str]) -> Table:
    """What KhJh (OUT) and AcAs (IN) do at every decision on the way to the river."""
    rows: list[tuple[Cell, ...]] = []
    for place in range(len(line) + 1):
        view = solution.at(*line[:place])
        if view.player is not None:
            hand = (OUT_HAND, IN_HANDS[0])[view.player]
            path = "/".join(line[:place]) or "start"
            rows.append((path, ("OUT", "IN")[view.player], hand, view.pot, _shown(view, hand)))
    return Table.of(f"{flop}, figure 22: the way to the river", ("after", "player", "hand", "pot", "strategy"), rows)


def _river_table(flop: str, views: Views) -> Table:
    rows: list[tuple[Cell, ...]] = [("start of the river", "OUT", OUT_HAND, "", _shown(views.start, OUT_HAND))]
    for bet, view in (("bet 12", views.small), ("all-in", views.all_in)):
        rows += [(f"OUT: {bet}", "IN", hand, _kind(hand), _shown(view, hand)) for hand in IN_HANDS]
    return Table.of(f"{flop}, figure 23: the river", ("after", "player", "hand", "aces", "strategy"), rows)


def _shown(view: "NodeView", hand: str) -> str:
    """The moves of a hand with their chances, those that are never made left out."""
    if hand not in view.strategy:
        return "cannot be held"
    moves = view.strategy[hand].items()
    return ", ".join(f"{move} {chance:.1%}" for move, chance in moves if chance > ZERO)


def _kind(hand: str) -> str:
    return SPADE if "As" in hand else HEART if "Ah" in hand else NEITHER


def _folds(view: "NodeView", kind: str) -> float:
    """How often aces of a kind fold, in percent: the mean of its hands by how often they come here."""
    from pokerlab.cards.combos import parse_combo

    hands = [hand for hand in IN_HANDS if _kind(hand) == kind]
    weights = [float(view.reach[1, parse_combo(hand)]) for hand in hands]
    folds = [view.strategy[hand]["fold"] for hand in hands]
    total = sum(weights)
    pairs = zip(weights, folds, strict=True)
    return 100 * (sum(w * f for w, f in pairs) / total if total else sum(folds) / len(folds))


def _bluffs(views: Views) -> float:
    """How often KhJh bets on the river, in percent."""
    return 100 * (1 - views.start.strategy[OUT_HAND]["check"])


def _comparisons(views: Views, nash_conv: float) -> list[Comparison]:
    rows = [
        Comparison("NashConv (the thesis's epsilon), mbb", "figure 22", PRINTED_NASH_CONV, round(nash_conv, 1)),
        Comparison("KhJh bluffs on the river, %", "appendix", PRINTED_BLUFFS, round(_bluffs(views), 1)),
    ]
    for what, view in (("to 12", views.small), ("to all-in", views.all_in)):
        rows += [
            Comparison(f"aces {HEART} fold {what}, %", "appendix", PRINTED_FOLDS[what], round(_folds(view, HEART), 1)),
            Comparison(f"aces {SPADE} fold {what}, %", "appendix", "hardly ever", round(_folds(view, SPADE), 1)),
        ]
    return rows


def _notes(line: Sequence[str], views: Views, settings: ExperimentSettings) -> list[str]:
    blocks = all(_folds(view, SPADE) < _folds(view, HEART) for view in (views.small, views.all_in))
    larger = _folds(views.all_in, HEART) > _folds(views.small, HEART)
    text = " (the text: hardly ever)" if settings.is_full else ""
    return [
        f"The line is {'/'.join(line)}: the way to a pot of 12 that both hands take most often. The thesis prints the "
        "lines in pictures only.",
        f"Aces {SPADE} fold {'less' if blocks else 'not always less'} often than aces {HEART} to both bets{text}; "
        f"and aces {HEART} fold {'more' if larger else 'not more'} often to all-in than to 12.",
        "The flop is printed as QhTh7h. There KhJh has a flush already; the text lets it lack one card, and makes "
        "spades the flush of the river. Both is so on QhTh7s, so that is compared; the printed flop comes after it.",
        "The 22% range is not listed: footnote 21's with A8o and 98s. The menu is not either: with bets of the pot and "
        "all-in, raises of half the pot, the pot and all-in, at most three and then only all-in, there are "
        f"{states(appendix_spot(full=True)):.2e} states (printed {APPENDIX_STATES:.1e}); a pot of 12 comes about by a "
        "bet of 2, a raise to 5 and a call. See kujath/spots.",
        "Which of many equilibria is found changes single hands: frequencies of one hand say less than those of all.",
    ]


def _as_printed(study: Study, settings: ExperimentSettings) -> str:
    bets = _bluffs(study.views)
    folds = ", ".join(
        f"{_folds(view, kind):.0f}% {kind} {what}"
        for what, view in (("to 12", study.views.small), ("to all-in", study.views.all_in))
        for kind in (SPADE, HEART)
    )
    return (
        f"On the printed flop, along {'/'.join(study.line)}, KhJh bets the river in {bets:.0f}% as a king-high flush, "
        f"for value; aces fold {folds}.{' That does not go with the text.' if settings.is_full else ''}"
    )
