"""Figures 18 and 19: counterfactual greedy hedging (CGH) against regret minimisation (CFR) on the post-flop engine."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import isfinite, log
from typing import TYPE_CHECKING

from pokerlab.equilibrium.regret import Discounted, Plus, Rule, Unweighted, Vanilla
from pokerlab.experiments.kujath.runs import AS_PRINTED, CONSTANT, Kept, Look, greedy, make_engine, nash_conv_at
from pokerlab.experiments.kujath.source import SOURCE
from pokerlab.experiments.kujath.spots import (
    MILLI,
    convergence_readings,
    convergence_spot,
    groups_of,
    river_spot,
    turn_spot,
)
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab._charts import Chart
    from pokerlab.abstraction.groups import HandGroups
    from pokerlab.postflop.spot import Spot

CFR, RETURNED, BY_REACH = "CFR", "CFR, new value", "CFR by reach"
CGH, CGH_OLD = f"CGH c={CONSTANT:g}", f"CGH c={CONSTANT:g}, old value"
FIGURE_18: dict[str, Rule] = {
    CFR: AS_PRINTED,
    RETURNED: Vanilla(averaging=Unweighted(), returns_new=True, carries_groups=True),
    CGH: greedy(),
    CGH_OLD: greedy(returns_new=False),
}
"""As printed: CFR averages without reach. `new value`: a node hands up its value by the strategy just changed."""
BEYOND: dict[str, Rule] = {
    BY_REACH: Vanilla(carries_groups=True),
    "CFR+": Plus(carries_groups=True),
    "DCFR": Discounted(carries_groups=True),
    "DCFR 1.5, 0, 4": Discounted(1.5, 0, 4, carries_groups=True),
}
"""What the thesis does not compare: CFR averaged as Zinkevich et al. have it, and later rules."""
CONSTANTS = (0.0, 0.05, 0.1, 0.175, 0.2, 0.3, 0.5, 1.0)

PRINTED_CGH, PRINTED_CFR, PRINTED_AFTER = 1.7, 21.8, 400
PRINTED_RATES = {CFR: 2.64, CGH: 4.28}
PRINTED_SECONDS = {CGH: 3984, CFR: 5814}
PRINTED_CROSSING, PRINTED_BEST_CONSTANT, CONSTANTS_AFTER = 60, 0.2, 150

ITERATIONS_FULL, ITERATIONS_SMALL = 400, 80
Runs = dict[str, list[Look]]


@experiment("kujath/convergence", "Greedy hedging against regret minimisation on a flop: figures 18 and 19")
def convergence(settings: ExperimentSettings) -> Report:
    """Section 7.4. Figure 20 is in `kujath/simulation`."""
    from pokerlab.cards.card import format_cards

    last = ITERATIONS_FULL if settings.is_full else ITERATIONS_SMALL
    spot = convergence_spot(full=settings.is_full)
    methods = FIGURE_18 | {_constant_name(c): greedy(c) for c in CONSTANTS} | BEYOND
    readings = convergence_readings(full=settings.is_full)
    kept = Kept(settings, "kujath/convergence", last * (len(methods) + len(readings) * len(FIGURE_18)))
    looks = tuple(range(1, last + 1)) if settings.is_full else _sparse(last)
    groups = groups_of(spot, "opponent", ["river"])[0]
    runs = {
        name: kept.run(name, partial(make_engine, rule, spot, groups), looks, unit=MILLI)
        for name, rule in methods.items()
    }
    report = Report("Greedy hedging and regret minimisation on groups of hands", SOURCE)
    report.comparisons = _comparisons(runs, last)
    report.tables = [
        _table("NashConv in mbb inside the groups, after so many iterations", runs, last),
        _read_game(kept, readings, last, settings),
    ]
    report.charts = _charts(runs)
    report.notes = [
        *_words(runs, last),
        f"In the real game NashConv differs from that inside the groups by {_difference(runs):.2g} mbb at most.",
        f"Of the constants tried, c={_extremes(runs, last)[1]:g} is best here. CGH has no proof of convergence.",
    ]
    if settings.is_full:
        report.notes = [_about(spot, report.tables[-1]), *report.notes, *_reasons(runs, last)]
    else:
        report.set_apart(f"the turn {format_cards(spot.board)}, {last} iterations")
    return report


@experiment("kujath/cgh-spots", "Greedy hedging against regret minimisation on a river and a turn")
def cgh_spots(settings: ExperimentSettings) -> Report:
    """Beyond the thesis: the same methods without groups of hands, on spots that are solved in other ways too."""
    last = 2000 if settings.is_full else 100
    methods = FIGURE_18 | {_constant_name(c): greedy(c) for c in (0.0, 0.5, 1.0)} | BEYOND
    spots = {"nuts or nothing on a river": river_spot(), "wide ranges on a turn": turn_spot()}
    kept = Kept(settings, "kujath/cgh-spots", last * len(methods) * len(spots))
    report = Report("Greedy hedging and regret minimisation without groups", SOURCE)
    for title, spot in spots.items():
        unit = 100 / spot.pot
        runs = {
            name: kept.run(f"{title} {name}", partial(make_engine, rule, spot), _sparse(last), unit=unit)
            for name, rule in methods.items()
        }
        report.tables.append(_table(f"{title}: NashConv in percent of the pot, after so many iterations", runs, last))
        report.charts += _line_charts(title, runs, list(methods), unit="percent of the pot")
        report.notes += [f"{title.capitalize()}: {note}" for note in _words(runs, last)]
    return report


def _constant_name(constant: float) -> str:
    return f"CGH c={constant:g}"


def _sparse(last: int) -> tuple[int, ...]:
    """Iterations to look at: few, the more the earlier; 10, 20, 60, 100, 150 and 200 among them."""
    some = {*range(1, 10, 3), *range(10, 61, 10), *range(80, 201, 10), *range(200, 401, 20), *range(400, last + 1, 100)}
    return tuple(sorted({iteration for iteration in some if iteration < last} | {last}))


def _comparisons(runs: Runs, last: int) -> list[Comparison]:
    final = {name: nash_conv_at(looks, last, inside=True) for name, looks in runs.items()}
    rows = [
        Comparison(f"CGH, mbb after {last}", "figure 18", PRINTED_CGH, round(final[CGH], 2)),
        Comparison("the same, old value handed up", "", None, round(final[CGH_OLD], 2)),
        Comparison(f"CFR, mbb after {last}", "figure 18", PRINTED_CFR, round(final[CFR], 2)),
        Comparison("CFR over CGH", "figure 18", round(PRINTED_CFR / PRINTED_CGH, 1), round(final[CFR] / final[CGH], 1)),
    ]
    for name, printed in PRINTED_RATES.items():
        geometric, arithmetic = _rates(runs[name])
        text = f"{geometric:.2f} (geometric), {arithmetic:.2f} (arithmetic)"
        rows.append(Comparison(f"{name}: fall per iteration in %", "section 7.4", printed, text))
    crossing = _crossing(runs[CFR], runs[RETURNED])
    late = min(CONSTANTS_AFTER, last)
    worst, best = _extremes(runs, late)
    rows += [
        Comparison(
            "the new value handed up is better until iteration",
            "section 7.4",
            f"about {PRINTED_CROSSING}",
            crossing if crossing is not None else f"{last} at least",
        ),
        *(
            Comparison(f"best c up to {most:g}", "figure 19", PRINTED_BEST_CONSTANT, _extremes(runs, last, most)[1])
            for most in (0.3, CONSTANTS[-1])
        ),
        Comparison(f"worst c after {late}", "figure 19", 0, worst, f"best {best:g}"),
        Comparison(
            "CPU time of CFR over CGH",
            "section 7.4",
            round(PRINTED_SECONDS[CFR] / PRINTED_SECONDS[CGH], 2),
            round(runs[CFR][-1].seconds / runs[CGH][-1].seconds, 2),
        ),
        Comparison("looks after which CGH is higher than before", "figure 18", "some", _rises(runs[CGH])),
        Comparison("looks after which CFR is higher than before", "section 7.4", 0, _rises(runs[CFR])),
    ]
    return rows


def _table(title: str, runs: Runs, last: int) -> Table:
    known = {look.iteration for look in next(iter(runs.values()))}
    looks = sorted({at for at in (10, 20, 60, 100, 150, 200, 300, 400, 1000) if at in known} | {last})
    rows: list[tuple[Cell, ...]] = []
    for name, found in runs.items():
        numbers = (nash_conv_at(found, look, inside=True) for look in looks)
        milliseconds = 1000 * found[-1].seconds / found[-1].iteration
        rows.append((name, *(float(f"{number:.4g}") for number in numbers), _rises(found), round(milliseconds, 2)))
    return Table.of(title, ("method", *map(str, looks), "rises", "CPU ms per iteration"), rows)


def _read_game(kept: Kept, readings: "Mapping[str, Spot]", last: int, settings: ExperimentSettings) -> Table:
    """NashConv at the end for all that figure 18's game may be, on the board of the run."""
    rows: list[tuple[Cell, ...]] = []
    for reading, spot in readings.items():
        groups = groups_of(spot, "opponent", ["river"])[0]
        rows.append((reading, *(round(x, 2) for x in _finals(kept, reading, spot, groups, last))))
    if settings.is_full:
        rows.append(("printed", PRINTED_CFR, None, PRINTED_CGH, None))
    return Table.of(f"What figure 18's game may be: NashConv in mbb after {last}", ("game", *FIGURE_18), rows)


def _finals(kept: Kept, reading: str, spot: "Spot", groups: "HandGroups", last: int) -> list[float]:
    found = []
    for name, rule in FIGURE_18.items():
        make = partial(make_engine, rule, spot, groups)
        found.append(kept.run(f"{reading} {name}", make, (last,), unit=MILLI)[-1].inside)
    return found


def _charts(runs: Runs) -> "list[Chart]":
    constants = [_constant_name(c) for c in CONSTANTS]
    return [
        *_line_charts("Figure 18", runs, list(FIGURE_18)),
        *_line_charts("Figure 19", runs, [CFR, *constants])[:1],
        *_line_charts("Beyond the thesis", runs, [CFR, CGH, _constant_name(1.0), *BEYOND]),
    ]


def _line_charts(title: str, runs: Runs, names: Sequence[str], unit: str = "mbb per hand") -> "list[Chart]":
    from pokerlab._charts import Chart

    return [
        Chart(
            f"{title}: NashConv by {label}",
            label,
            unit,
            {name: [(float(getattr(look, field)), look.inside) for look in runs[name]] for name in names},
            log_y=True,
        )
        for label, field in (("iterations", "iteration"), ("CPU seconds", "seconds"))
    ]


def _about(spot: "Spot", readings: Table) -> str:
    distance = {row[0]: _miss(row) for row in readings.rows[:-1]}
    fitting = min(distance, key=lambda reading: distance[reading])
    return (
        "The thesis takes the game of table 2 (49 behind, half the pot or all-in; the text names the pot as well) with "
        "'bet 0.5' removed, so all-in only, or pot and all-in. Of both, with 49 and with 5 behind, the printed numbers "
        f"are nearest to '{fitting}'; the curves are of 'all-in only, {spot.effective_stack} behind'."
    )


def _miss(row: Sequence[Cell]) -> float:
    """How far a reading is from the printed numbers: the sum of the logarithms of both ratios."""
    cfr, cgh = row[1], row[3]
    assert isinstance(cfr, float)
    assert isinstance(cgh, float)
    return abs(log(cfr / PRINTED_CFR)) + abs(log(cgh / PRINTED_CGH))


def _words(runs: Runs, last: int) -> list[str]:
    final = {name: nash_conv_at(looks, last, inside=True) for name, looks in runs.items()}
    best = min(final, key=lambda name: final[name])
    ahead = {rival: _ahead(runs[CGH], runs[rival]) for rival in (CFR, BY_REACH, RETURNED)}
    quicker = {name: _seconds_to(looks, final[CFR]) for name, looks in runs.items()}
    quickest = min(quicker, key=lambda name: quicker[name])
    return [
        f"After {last} iterations the least NashConv is that of {best} ({final[best]:.3g}). "
        f"{CGH} has {final[CGH]:.3g}, {CGH_OLD} {final[CGH_OLD]:.3g}; CFR {final[CFR]:.3g} as printed, "
        f"{final[BY_REACH]:.3g} averaged by reach, {final[RETURNED]:.3g} with the new value handed up; "
        f"DCFR {final['DCFR']:.3g}.",
        f"{CGH} is below CFR as printed in {ahead[CFR]:.0%} of the looks, below CFR averaged by reach in "
        f"{ahead[BY_REACH]:.0%}, and below CFR with the new value in {ahead[RETURNED]:.0%}. What CFR reaches in "
        f"{quicker[CFR]:.3g} CPU seconds, {quickest} reaches in {quicker[quickest]:.3g}, {CGH} "
        f"{f'in {quicker[CGH]:.3g}' if isfinite(quicker[CGH]) else 'not at all'}.",
    ]


def _reasons(runs: Runs, last: int) -> list[str]:
    """Why printed numbers may be others, and what the thesis does not try."""
    needed = {
        name: printed / (1 - PRINTED_RATES[name] / 100) ** PRINTED_AFTER / MILLI
        for name, printed in ((CFR, PRINTED_CFR), (CGH, PRINTED_CGH))
    }
    notes = [
        "The thesis names no constant above 0.2.",
        f"The printed falls per iteration do not go with the printed numbers: at {PRINTED_RATES[CFR]}% and "
        f"{PRINTED_RATES[CGH]}% over {PRINTED_AFTER} iterations, NashConv would have begun at "
        f"{' and '.join(f'{big_blinds:,.0f}' for big_blinds in needed.values())} big blinds, more than there are on "
        "the table. They may be means over the first iterations only, in which NashConv falls fastest.",
        f"The printed CPU times are {PRINTED_SECONDS[CFR]:,} and {PRINTED_SECONDS[CGH]:,} s. Here they are nearly "
        "equal because most of an iteration is reach and values of single hands, the same for both methods.",
    ]
    if _crossing(runs[CFR], runs[RETURNED]) is None:
        notes.append(
            f"That the new value handed up is worse after iteration {PRINTED_CROSSING} is not reproduced: it stays "
            f"better up to {last}. The reason is not known; the thesis does not say how its averages are weighted then."
        )
    return notes


def _ahead(mine: Sequence[Look], theirs: Sequence[Look]) -> float:
    return sum(a.inside < b.inside for a, b in zip(mine, theirs, strict=True)) / len(mine)


def _seconds_to(looks: Sequence[Look], nash_conv: float) -> float:
    """CPU seconds until NashConv is first that small."""
    return next((look.seconds for look in looks if look.inside <= nash_conv), float("inf"))


def _rises(looks: Sequence[Look]) -> int:
    return sum(after.inside > before.inside for before, after in pairwise(looks))


def _rates(looks: Sequence[Look]) -> tuple[float, float]:
    """By how many percent NashConv falls per iteration: as a constant factor between the first and the last look, and
    as the mean of all steps."""
    steps = [
        1 - (after.inside / before.inside) ** (1 / (after.iteration - before.iteration))
        for before, after in pairwise(looks)
    ]
    span = looks[-1].iteration - looks[0].iteration
    return 100 * (1 - (looks[-1].inside / looks[0].inside) ** (1 / span)), 100 * sum(steps) / len(steps)


def _crossing(original: Sequence[Look], changed: Sequence[Look]) -> int | None:
    """The last iteration at which the changed method is no worse, 0 if it always is worse; None if it still is no worse
    at the end."""
    behind = [a.iteration for a, b in zip(original, changed, strict=True) if a.inside >= b.inside]
    if not behind:
        return 0
    return None if behind[-1] == original[-1].iteration else behind[-1]


def _extremes(runs: Runs, iteration: int, largest: float = 1.0) -> tuple[float, float]:
    """The constants with the largest and the least NashConv."""
    found = {c: nash_conv_at(runs[_constant_name(c)], iteration, inside=True) for c in CONSTANTS if c <= largest}
    return max(found, key=lambda c: found[c]), min(found, key=lambda c: found[c])


def _difference(runs: Runs) -> float:
    return max(abs(look.real - look.inside) for looks in runs.values() for look in looks)
