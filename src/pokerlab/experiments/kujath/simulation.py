"""Figure 20, table 8, figure 21: strategies by CGH and by CFR, judged by best responses and in play."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlab.equilibrium.regret import Rule
from pokerlab.experiments.kujath.convergence import BEYOND, FIGURE_18, RETURNED
from pokerlab.experiments.kujath.runs import AS_PRINTED, Kept, Look, greedy, make_engine, nash_conv_at
from pokerlab.experiments.kujath.source import SOURCE
from pokerlab.experiments.kujath.spots import MILLI, groups_of, simulation_spot
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab._charts import Chart
    from pokerlab.postflop.engine import Engine
    from pokerlab.postflop.spot import Spot

METHODS: dict[str, Rule] = {"CGH": greedy(), "CFR": AS_PRINTED}
OTHERS = {RETURNED: FIGURE_18[RETURNED], **{f"CGH c={c:g}": greedy(c) for c in (0.0, 0.5, 1.0)}, **BEYOND}
"""What figures 18 and 19 compare, and later rules: they run for a part (OTHERS_PART) of the iterations."""
OTHERS_PART = 0.4

TABLE_8 = {
    "CGH OUT": (-21.25, -0.50),
    "CGH IN": (18.16, 37.83),
    "CGH OUT+IN": (-3.09, 37.33),
    "CFR OUT": (-70.23, -37.83),
    "CFR IN": (-27.26, 0.50),
    "CFR OUT+IN": (-97.48, -37.33),
}
"""In mbb per hand: what a strategy wins against its best response, and against the other method's in the play-outs
(each of 10^9 hands; errors 0.35, of the sums 0.24)."""
PRINTED_TOTAL, TOTAL_HANDS = 4741, 150_000
"""Figure 21: big blinds that CGH won in both seats together in so many hands."""

NAME = "kujath/simulation"
ITERATIONS_FULL, ITERATIONS_SMALL = 1000, 100
HANDS_FULL, HANDS_SMALL = 10**9, 2_000_000
DEVIATIONS = 1.96
POINTS = 150


@experiment(NAME, "CGH and CFR play against each other: figure 20, table 8, figure 21")
def simulation(settings: ExperimentSettings) -> Report:
    """Section 7.4, last part. The play-outs share nothing with the solver but the strategies."""
    from pokerlab.cards.card import format_cards

    spot = simulation_spot(full=settings.is_full)
    last = ITERATIONS_FULL if settings.is_full else ITERATIONS_SMALL
    hands = HANDS_FULL if settings.is_full else HANDS_SMALL
    looks = tuple(range(10, last + 1, 10))
    few = tuple(range(last // 10, round(OTHERS_PART * last) + 1, last // 10))
    kept = Kept(settings, NAME, len(METHODS) * last + len(OTHERS) * few[-1])
    groups = groups_of(spot, "opponent", ["river"])[0]
    engines = {name: make_engine(rule, spot, groups) for name, rule in METHODS.items()}
    runs = {name: kept.solve(name, engine, looks, unit=MILLI) for name, engine in engines.items()}
    duels = [
        settings.kept(NAME, f"{oop} against {ip}", partial(_duel, engines, oop, ip, hands, settings.seed))
        for oop, ip in (("CGH", "CFR"), ("CFR", "CGH"))
    ]
    exact = settings.kept(NAME, "expectations", partial(_expectations, spot, engines))
    others = {
        name: kept.run(name, partial(make_engine, rule, spot, groups), few, unit=MILLI) for name, rule in OTHERS.items()
    }
    results = _results(runs, [PlayedSeating(*duel) for duel in duels], exact)
    report = Report("Strategies by greedy hedging and by regret minimisation in play", SOURCE)
    report.comparisons = _comparisons(results)
    if not settings.is_full:
        report.set_apart(f"the turn {format_cards(spot.board)}, the 20% range, {last} iterations")
    report.tables = [_table(results, hands), _course(runs | others)]
    report.charts = _charts(runs | others, duels)
    report.notes = [*_notes(spot, settings, runs, results), _rivals(runs, others)]
    return report


@dataclass(frozen=True)
class PlayedSeating:
    """One strategy out of position (OUT) against another in position (IN): mbb that OUT wins per hand and the standard
    error of that, and its running total in big blinds over the first hands, at even distances."""

    mean: float
    error: float
    totals: list[float]


@dataclass(frozen=True)
class Table8Row:
    """A row of table 8, in mbb per hand: against a best response, in the play-outs with the standard error, and as
    computed."""

    guaranteed: float
    played: float
    error: float
    exact: float

    @property
    def deviations(self) -> float:
        """How many standard errors lie between played and computed."""
        return (self.played - self.exact) / self.error


def _duel(engines: "dict[str, Engine]", oop: str, ip: str, hands: int, seed: int) -> list[Any]:
    """Play so many hands; of the first ones also the running total."""
    from pokerlab.lab.play import Duel
    from pokerlab.lab.solution_policy import SpotPlay, solution_policies
    from pokerlab.postflop.solution import Solution

    spot = engines[oop].spot
    tree = SpotPlay.of(engines[oop].layout.tree)
    policies = solution_policies(tree, Solution.of(engines[oop]), Solution.of(engines[ip]))
    duel = Duel(tree.play, spot.board, (spot.live(0).weights, spot.live(1).weights), policies)
    swapped = int(oop != next(iter(engines)))
    first = duel.play(TOTAL_HANDS, seed=2 * seed + swapped, every=TOTAL_HANDS // POINTS)
    estimate = duel.play(hands, seed=2 * seed + swapped).estimates()[0]
    return [MILLI * estimate.mean, MILLI * estimate.error, first.running_wins()[:, 0].tolist()]


def _expectations(spot: "Spot", engines: "dict[str, Engine]") -> dict[str, float]:
    """What OUT wins with the first player's strategy of one method against the second player's of another, in mbb."""
    from pokerlab.postflop.engine import Engine

    judge = Engine(spot)
    found = {}
    for oop in engines:
        for ip in engines:
            for player, name in enumerate((oop, ip)):
                for board in range(len(judge.layout.boards.cards)):
                    judge.set_average(board, player, engines[name].average(board, player))
            found[f"{oop} {ip}"] = MILLI * judge.judge().values[0]
    return found


def _results(
    runs: dict[str, list[Look]], duels: "Sequence[PlayedSeating]", exact: dict[str, float]
) -> dict[str, Table8Row]:
    """The rows of table 8."""
    results: dict[str, Table8Row] = {}
    first, second = duels
    for name, other, own, against in (("CGH", "CFR", first, second), ("CFR", "CGH", second, first)):
        last = runs[name][-1]
        out = Table8Row(-last.second, own.mean, own.error, exact[f"{name} {other}"])
        in_ = Table8Row(-last.first, -against.mean, against.error, -exact[f"{other} {name}"])
        results |= {f"{name} OUT": out, f"{name} IN": in_}
        error = (out.error**2 + in_.error**2) ** 0.5
        results[f"{name} OUT+IN"] = Table8Row(
            out.guaranteed + in_.guaranteed, out.played + in_.played, error, out.exact + in_.exact
        )
    return results


def _comparisons(results: dict[str, Table8Row]) -> list[Comparison]:
    rows = []
    for name, (guaranteed, played) in TABLE_8.items():
        ours = results[name]
        rows.append(
            Comparison(f"{name} against a best response, mbb", "table 8", guaranteed, round(ours.guaranteed, 2))
        )
        text = f"{ours.played:.2f} ± {DEVIATIONS * ours.error:.2f}"
        rows.append(Comparison(f"{name} in play-outs, mbb", "table 8", played, text))
    return rows


def _table(results: dict[str, Table8Row], hands: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            round(result.guaranteed, 3),
            f"{result.played:.3f} ± {DEVIATIONS * result.error:.3f}",
            round(result.exact, 3),
            round(result.deviations, 2),
        )
        for name, result in results.items()
    ]
    columns = ("strategy", "against a best response", "play-outs, 95%", "computed", "standard errors apart")
    return Table.of(f"Table 8 in mbb per hand: play-outs of {hands:,} hands per seating", columns, rows)


def _course(runs: dict[str, list[Look]]) -> Table:
    last = next(iter(runs.values()))[-1].iteration
    shown = range(last // 10, last + 1, last // 10)
    rows: list[tuple[Cell, ...]] = []
    for name, looks in runs.items():
        inside = {look.iteration: float(f"{look.inside:.4g}") for look in looks}
        rows.append((name, *(inside.get(iteration) for iteration in shown)))
    title = "Figure 20: NashConv in mbb inside the groups, after so many iterations"
    return Table.of(title, ("method", *map(str, shown)), rows)


def _charts(runs: dict[str, list[Look]], duels: Sequence[Sequence[Any]]) -> "list[Chart]":
    from pokerlab._charts import Chart

    curves = {name: [(float(look.iteration), look.inside) for look in looks] for name, looks in runs.items()}
    own, against = (PlayedSeating(*duel).totals for duel in duels)
    step = TOTAL_HANDS / POINTS
    totals = {
        "CGH OUT": own,
        "CGH IN": [-total for total in against],
        "CGH, both": [a - b for a, b in zip(own, against, strict=True)],
    }
    lines = {name: [(step * (n + 1), total) for n, total in enumerate(found)] for name, found in totals.items()}
    return [
        Chart("Figure 20: NashConv by iteration", "iterations", "mbb per hand", curves, log_y=True),
        Chart("Figure 21: what CGH won from CFR", "hands", "big blinds", lines),
    ]


def _notes(
    spot: "Spot", settings: ExperimentSettings, runs: dict[str, list[Look]], results: dict[str, Table8Row]
) -> list[str]:
    low, high = results["CGH IN"].guaranteed, -results["CGH OUT"].guaranteed
    farthest = max(results, key=lambda name: abs(results[name].deviations))
    share = results["CGH IN"].exact - low, -results["CFR OUT"].guaranteed - low
    falls = {name: looks[-1].inside / looks[len(looks) // 2 - 1].inside for name, looks in runs.items()}
    notes = [
        f"Play-outs and computed expectations differ by {abs(results[farthest].deviations):.1f} standard errors at "
        f"most ({farthest}).",
        f"CGH in position wins {results['CGH IN'].exact:.2f} mbb from CFR out of position, of "
        f"{-results['CFR OUT'].guaranteed:.2f} that a best response would win: {share[0]:.1f} of the {share[1]:.1f} "
        "mbb beyond what it is sure of. An equilibrium does not exploit.",
        f"In the second half of the run NashConv falls to {falls['CGH']:.2f} of what it was with CGH and to "
        f"{falls['CFR']:.2f} with CFR.",
        "CFR averages without reach, as Algorithm 3 has it; see kujath/convergence for what that alone costs.",
    ]
    if not settings.is_full:
        return notes
    return [
        _about(spot, low, high),
        *notes,
        "Printed is that CGH in position wins 38 of the 70 mbb that a best response would.",
        f"Figure 21: the printed total after {TOTAL_HANDS:,} hands is {PRINTED_TOTAL:,} big blinds, "
        f"{MILLI * PRINTED_TOTAL / TOTAL_HANDS:.1f} mbb per hand; the expectation printed in table 8 would give "
        f"{TABLE_8['CGH OUT+IN'][1] * TOTAL_HANDS / MILLI:,.0f}.",
    ]


def _rivals(runs: dict[str, list[Look]], others: dict[str, list[Look]]) -> str:
    """Where the other methods stand."""
    iteration = next(iter(others.values()))[-1].iteration
    final = {name: nash_conv_at(looks, iteration, inside=True) for name, looks in (runs | others).items()}
    ends = ", ".join(f"{name} {nash_conv:.3g}" for name, nash_conv in final.items())
    most = max(look.real - look.inside for looks in (runs | others).values() for look in looks)
    return (
        f"Figure 20's game by other methods: NashConv in mbb inside the groups after {iteration} iterations: {ends}. "
        f"In the real game it is higher by {most:.2g} at most."
    )


def _about(spot: "Spot", low: float, high: float) -> str:
    printed = TABLE_8["CGH IN"][0], -TABLE_8["CGH OUT"][0]
    fits = max(low, printed[0]) <= min(high, printed[1])
    return (
        f"The thesis names the flop only. By table 8 the game is worth between {printed[0]:.2f} and {printed[1]:.2f} "
        f"mbb to the player in position; with all hands, {spot.effective_stack} behind and all-in only it is worth "
        f"between {low:.2f} and {high:.2f} here, which {'fits' if fits else 'does not fit'}. kujath/spots has the "
        "values of other readings."
    )
