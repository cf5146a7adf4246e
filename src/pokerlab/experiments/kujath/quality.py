"""Tables 6 and 7, figure 17: how good are strategies that were found on groups of hands, in the real game?"""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.hand_groups import MEASURES, TESTS
from pokerlab.experiments.kujath.runs import Kept, Look, greedy, make_engine, nash_conv_at
from pokerlab.experiments.kujath.source import SOURCE
from pokerlab.experiments.kujath.spots import MILLI, groups_of, quality_spot
from pokerlab.experiments.kujath.variants import real_over_groups
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab._charts import Chart
    from pokerlab.abstraction.groups import HandGroups
    from pokerlab.postflop.engine import Engine
    from pokerlab.postflop.spot import Spot

Key = tuple[str, str]
"""A measure of hands, and a test."""

TABLE_6: dict[Key, tuple[float, float, float]] = {
    ("rank", "river"): (5.47, 9.07, 3.59),
    ("rank", "hierarchical"): (4.68, 8.28, 3.60),
    ("rank", "global"): (5.47, 9.07, 3.59),
    ("strength", "river"): (3.09, 4.08, 0.99),
    ("strength", "hierarchical"): (4.27, 4.96, 0.69),
    ("strength", "global"): (3.49, 4.35, 0.86),
    ("opponent", "river"): (2.10, 2.41, 0.31),
}
TABLE_7: dict[Key, tuple[float, float, float]] = {
    ("rank", "river"): (3.34, 7.76, 4.42),
    ("rank", "hierarchical"): (2.77, 7.19, 4.42),
    ("rank", "global"): (3.34, 7.76, 4.42),
    ("strength", "river"): (1.51, 2.84, 1.33),
    ("strength", "hierarchical"): (2.16, 3.30, 1.13),
    ("strength", "global"): (1.99, 3.15, 1.15),
    ("opponent", "river"): (0.73, 1.22, 0.49),
}
"""After 200 and 400 iterations: NashConv inside, NashConv in the real game, and the distance, in mbb per hand."""

FIGURE_17: dict[Key, float] = {("strength", "hierarchical"): 2.75, ("opponent", "river"): 0.75}
"""Where NashConv in the real game stops falling, from about iteration 1,000 on."""

KEYS = tuple((measure, test) for measure in MEASURES for test in TESTS)
CARRIES = ("groups", "hands")
"""How values are carried up to the street before: as section 5.4.1.2 does it, and without its error."""
THESIS = "thesis"
"""Groups are found on the thesis's classes of boards, and values carried up by groups."""
WAYS = {THESIS: ("flush", "groups"), **{carry: ("isomorphic", carry) for carry in CARRIES}}
"""By name: the rule for classes of boards on which groups are found, and how values are carried up."""

LOOKS_FULL, LOOKS_SMALL = (200, 400), (25, 50)
LONG_FULL, LONG_SMALL = tuple(range(50, 2001, 50)), tuple(range(25, 251, 25))
STAGNATES = 0.1
"""NashConv stagnates if it falls by less than this part of it."""


@experiment("kujath/quality", "Strategies of groups of hands in the real game: tables 6 and 7, figure 17")
def quality(settings: ExperimentSettings) -> Report:
    """Section 7.3. Every abstraction is solved by CGH and judged inside itself and in the real game."""
    spot = quality_spot(full=settings.is_full)
    looks = LOOKS_FULL if settings.is_full else LOOKS_SMALL
    long = LONG_FULL if settings.is_full else LONG_SMALL
    groups = {
        rule: {key: found for measure in MEASURES for key, found in _groups(spot, measure, rule)}
        for rule in dict.fromkeys(rule for rule, _ in WAYS.values())
    }
    runs = _all_runs(settings, spot, groups, looks, long)
    report = Report("Strategies that were found on groups of hands, judged in the real game", SOURCE)
    report.comparisons = [
        *_comparisons("table 6", TABLE_6, runs, looks[0], settings),
        *_comparisons("table 7", TABLE_7, runs, looks[1], settings),
    ]
    report.tables = [
        *(_table(runs, iteration) for iteration in looks),
        _sizes(groups),
        _course(runs, long),
    ]
    report.charts = _charts(runs, long)
    if not settings.is_full:
        report.set_apart(_where(spot))
    report.notes = [
        *([_why(spot)] if settings.is_full else []),
        *_order(runs, looks, settings),
        _cost_of_carrying(runs, looks),
        *(_over_fitting(key, carry, runs[key, carry], settings) for key in FIGURE_17 for carry in CARRIES),
        "The boards that are solved are all that differ by more than suits. The thesis merges more of them (see "
        "kujath/boards), inside the groups and where it judges its real game. Here its classes of boards decide, in "
        "the columns headed 'thesis', which hands are together; each board of a class still has strategies of its own.",
        "Inside the groups NashConv is a lower bound where later streets join hands, so a distance is at most what is "
        "shown.",
    ]
    return report


Runs = dict[tuple[Key | None, str], list[Look]]
"""By abstraction (None: every hand for itself) and by one of WAYS."""


def _groups(spot: "Spot", measure: str, rule: str) -> "list[tuple[Key, HandGroups]]":
    return [((measure, test), found) for test, found in zip(TESTS, groups_of(spot, measure, TESTS, rule), strict=True)]


def _all_runs(
    settings: ExperimentSettings,
    spot: "Spot",
    groups: "dict[str, dict[Key, HandGroups]]",
    looks: Sequence[int],
    long: Sequence[int],
) -> Runs:
    """Abstractions with the same groups are run once; those of figure 17 longer, except in the thesis's way."""
    same = {rule: _same(found) for rule, found in groups.items()}
    wanted: dict[tuple[Key, str], tuple[int, ...]] = {}
    for way, (rule, _) in WAYS.items():
        goes_long = set() if way == THESIS else {same[rule][key] for key in FIGURE_17}
        for key in dict.fromkeys(same[rule].values()):
            wanted[key, way] = tuple(sorted({*looks, *(long if key in goes_long else ())}))
    kept = Kept(settings, "kujath/quality", looks[-1] + sum(iterations[-1] for iterations in wanted.values()))
    runs: Runs = {}
    for way, (rule, carry) in WAYS.items():
        for key, of in same[rule].items():
            if key == of:
                make = partial(_engine, spot, groups[rule][key], carry)
                runs[key, way] = kept.run(f"{' '.join(key)} {way}", make, wanted[key, way], unit=MILLI)
            else:
                runs[key, way] = runs[of, way]
    runs[None, CARRIES[1]] = kept.run("single hands", partial(_engine, spot, None, CARRIES[1]), looks, unit=MILLI)
    return runs


def _same(groups: "dict[Key, HandGroups]") -> dict[Key, Key]:
    """For each abstraction the first one that has the same groups."""
    first_of: dict[str, Key] = {}
    return {key: first_of.setdefault(_digest(found), key) for key, found in groups.items()}


def _engine(spot: "Spot", groups: "HandGroups | None", carry: str) -> "Engine":
    return make_engine(greedy(carries_groups=carry == "groups"), spot, groups)


def _digest(groups: "HandGroups") -> str:
    digest = hashlib.sha256()
    for labels in groups.labels:
        digest.update(labels.tobytes())
    return digest.hexdigest()


def _comparisons(
    where: str,
    printed: dict[Key, tuple[float, float, float]],
    runs: Runs,
    iteration: int,
    settings: ExperimentSettings,
) -> list[Comparison]:
    rows = []
    for key, numbers in printed.items():
        ours = _three(runs[key, THESIS], iteration)
        for what, number, computed in zip(("inside", "real game", "distance"), numbers, ours, strict=True):
            note = f"{computed / number - 1:+.0%}" if settings.is_full else ""
            rows.append(Comparison(f"{key[0]}, {key[1]}: {what}, mbb", where, number, round(computed, 3), note))
    return rows


def _three(looks: Sequence[Look], iteration: int) -> tuple[float, float, float]:
    inside, real = nash_conv_at(looks, iteration, inside=True), nash_conv_at(looks, iteration, inside=False)
    return inside, real, real - inside


def _table(runs: Runs, iteration: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key in KEYS:
        found = [_three(runs[key, way], iteration) for way in WAYS]
        rows.append((*key, *(round(number, 3) for three in found for number in three)))
    alone = [round(number, 3) for number in _three(runs[None, "hands"], iteration)]
    rows.append(("every hand for itself", "", *[None] * (3 * (len(WAYS) - 1)), *alone))
    columns = ("measure", "test", *(f"{way}: {what}" for way in WAYS for what in ("inside", "real", "distance")))
    title = (
        f"NashConv in mbb after {iteration} iterations of CGH, with groups on the thesis's classes of boards, and with "
        "those of boards up to suits, values carried up by groups and by hands"
    )
    return Table.of(title, columns, rows)


def _sizes(groups: "dict[str, dict[Key, HandGroups]]") -> Table:
    rows: list[tuple[Cell, ...]] = []
    for key in KEYS:
        counts = [count for of in groups.values() for count in of[key].counts]
        rows.append((*key, *(round(float(count.mean()), 1) for count in counts)))
    streets = ("flop", "turn", "river")[-len(counts) // len(groups) :]
    columns = (f"{street}, {rule}" for rule in groups for street in streets)
    return Table.of("Mean groups by classes of boards", ("measure", "test", *columns), rows)


def _course(runs: Runs, long: Sequence[int]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for iteration in long:
        numbers = [
            round(nash_conv_at(runs[key, carry], iteration, inside=inside), 3)
            for key in FIGURE_17
            for carry in CARRIES
            for inside in (True, False)
        ]
        rows.append((iteration, *numbers))
    columns = [f"{key[0]}, {carry}: {what}" for key in FIGURE_17 for carry in CARRIES for what in ("inside", "real")]
    return Table.of("Figure 17: NashConv in mbb", ("iteration", *columns), rows)


def _charts(runs: Runs, long: Sequence[int]) -> "list[Chart]":
    from pokerlab._charts import Chart

    charts = []
    for carry in CARRIES:
        lines = {
            f"{key[0]}, {'inside' if inside else 'real game'}": [
                (float(iteration), nash_conv_at(runs[key, carry], iteration, inside=inside)) for iteration in long
            ]
            for key in FIGURE_17
            for inside in (True, False)
        }
        title = f"Figure 17: NashConv by iteration, values carried up by {carry}"
        charts.append(Chart(title, "iterations", "mbb per hand", lines, log_y=True))
    return charts


def _where(spot: "Spot") -> str:
    """The spot of small runs."""
    from pokerlab.cards.card import format_cards

    board = format_cards(spot.board)
    return f"{board}, pot 2, {spot.effective_stack} behind, the 20% range, half the pot or all-in"


def _why(spot: "Spot") -> str:
    from pokerlab.cards.card import format_cards

    board = format_cards(spot.board)
    return (
        f"The spot is {board}, pot 2, {spot.effective_stack} behind, all hands, all-in only. The thesis says no more "
        "of it than its 5 big blinds and 158,103,526 states; kujath/spots lists the readings that were counted. So "
        "compare abstractions with each other, rather than single numbers with the printed ones. The real game has "
        f"{real_over_groups(spot, 'strength'):.0f} times the states that the groups by strength have, and "
        f"{real_over_groups(spot, 'opponent'):.0f} times those by the opponent's view (footnote 19: judging in the "
        "real game takes about 100 times as long)."
    )


def _order(runs: Runs, looks: Sequence[int], settings: ExperimentSettings) -> list[str]:
    """In which order the abstractions come, and in the published spot whether it is the printed one."""
    notes = []
    for printed, iteration in zip((TABLE_6, TABLE_7), looks, strict=True):
        best = {
            measure: min(nash_conv_at(runs[(measure, test), THESIS], iteration, inside=False) for test in TESTS)
            for measure in MEASURES
        }
        ours = sorted(best, key=lambda measure: best[measure])
        theirs = sorted(MEASURES, key=lambda m: min(three[1] for key, three in printed.items() if key[0] == m))
        factor = min(best["rank"], best["strength"]) / best["opponent"]
        order, ratio = "", ""
        if settings.is_full:
            order = f", {'as' if ours == theirs else 'not as'} printed ({', '.join(theirs)})"
            other = min(three[1] for key, three in printed.items() if key[0] != "opponent")
            ratio = f" (printed {other / printed['opponent', 'river'][1]:.2f})"
        notes.append(
            f"After {iteration} iterations the measures from best to worst in the real game are {', '.join(ours)}"
            f"{order}. The best other abstraction has {factor:.2f} times the NashConv of the opponent's view{ratio}."
        )
    return notes


def _cost_of_carrying(runs: Runs, looks: Sequence[int]) -> str:
    parts = []
    for key in KEYS:
        by_groups, by_hands = (nash_conv_at(runs[key, carry], looks[-1], inside=False) for carry in CARRIES)
        parts.append(f"{key[0]}/{key[1]} {by_groups / by_hands - 1:+.0%}")
    return (
        f"What carrying up the mean of a group (section 5.4.1.2) costs: NashConv in the real game after {looks[-1]} "
        f"iterations, against carrying each hand's own value: {', '.join(parts)}. The thesis calls this error very "
        "small."
    )


def _over_fitting(key: Key, carry: str, looks: Sequence[Look], settings: ExperimentSettings) -> str:
    """Over the second half of the run."""
    middle = min(looks, key=lambda look: abs(look.iteration - looks[-1].iteration / 2))
    last = looks[-1]
    inside, real = (1 - getattr(last, what) / getattr(middle, what) for what in ("inside", "real"))
    least = min(looks, key=lambda look: look.real)
    if inside > STAGNATES > real:
        verdict = "over-fitting: inside it falls, in the real game it does not"
    elif inside > STAGNATES:
        verdict = "no over-fitting yet: both fall"
    else:
        verdict = "both stand still"
    printed = f"; printed: stays at {FIGURE_17[key]}" if settings.is_full else ""
    return (
        f"{key[0]} ({key[1]}), values carried by {carry}: from iteration {middle.iteration} to {last.iteration} "
        f"NashConv changes by {-inside:+.0%} inside ({last.inside:.2f} mbb) and by {-real:+.0%} in the real game "
        f"({last.real:.2f}; least {least.real:.2f} after {least.iteration}{printed}). "
        f"{verdict.capitalize()}."
    )
