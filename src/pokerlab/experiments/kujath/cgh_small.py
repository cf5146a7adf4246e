"""Counterfactual greedy hedging against regret minimisation on games that can be judged exactly."""

from itertools import pairwise
from typing import TYPE_CHECKING

from pokerlab.equilibrium.regret import Discounted, GreedyHedging, Plus, Rule, Unweighted, Vanilla
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Report, Table

if TYPE_CHECKING:
    from pokerlab.equilibrium.run import RunStep

GAMES = (("leduc", None), ("leduc-nl:12", "fcpa"), ("leduc-nl:12", "fchpda"))
CONSTANTS = (0.0, 0.1, 0.175, 0.2, 0.3)
METHODS: dict[str, Rule] = {
    "CFR": Vanilla(),
    "CFR unweighted": Vanilla(averaging=Unweighted()),
    **{f"CGH c={c:g}": GreedyHedging(c) for c in CONSTANTS},
    "CFR+": Plus(),
    "DCFR": Discounted(),
}

LOOKS_SMALL = (10, 30, 100, 300)
LOOKS_FULL = (10, 30, 100, 300, 1000, 3000, 10000)

Runs = dict[str, "list[RunStep]"]


@experiment("kujath/cgh-small", "Greedy hedging against regret minimisation on Leduc, judged exactly")
def cgh_small(settings: ExperimentSettings) -> Report:
    """NashConv of nine methods on three games, per iteration and per second."""
    from pokerlab._charts import Chart
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.games.library import named_game

    looks = LOOKS_FULL if settings.is_full else LOOKS_SMALL
    report = Report(
        "Counterfactual greedy hedging (CGH) and regret minimisation on small games",
        "Kujath's thesis proposes CGH (section 5.6) and finds it faster than CFR on grouped hold'em flops (section "
        "7.4, figures 18 to 20), but asks for further study. NashConv here is exact, in chips per hand.",
    )
    for number, (game, menu) in enumerate(GAMES):
        tree = PublicTree.build(named_game(game), menu)
        runs: Runs = {}
        for place, name in enumerate(METHODS):
            runs[name] = _run(tree, name, looks[-1])
            settings.tick(number * len(METHODS) + place + 1, len(GAMES) * len(METHODS))
        title = f"{game} {menu or ''}".strip()
        report.tables.append(_table(f"{title}: NashConv after so many iterations", runs, looks))
        for x_label, log_name in (("iterations", "iteration"), ("seconds", "seconds")):
            lines = {
                name: [(float(getattr(step, log_name)), step.nash_conv or 0.0) for step in steps]
                for name, steps in runs.items()
            }
            chart = Chart(f"{title}: NashConv by {x_label}", x_label, "NashConv", lines, log_x=True, log_y=True)
            report.charts.append(chart)
        report.notes += _reading(title, runs)
    report.notes.append(
        "CGH has no proof of convergence. Its step shrinks like 1/n whatever the payoffs, and it answers greedily, "
        "like fictitious play that does not average by reach. Kujath compared it with CFR as his Algorithm 3 averages "
        "it, without reach: compare both rows of CFR before crediting CGH with the difference."
    )
    return report


def _run(tree: object, name: str, iterations: int) -> "list[RunStep]":
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.equilibrium.run import run
    from pokerlab.equilibrium.vector import VectorSolver

    assert isinstance(tree, PublicTree)
    return list(run(VectorSolver(tree, METHODS[name]), iterations=iterations, every=10))


def _table(title: str, runs: Runs, looks: tuple[int, ...]) -> Table:
    rows = []
    for name, steps in runs.items():
        by_iteration = {step.iteration: step.nash_conv for step in steps}
        last = steps[-1]
        rises = sum(_nash_conv(after) > _nash_conv(before) for before, after in pairwise(steps))
        micros = 1e6 * last.seconds / last.iteration
        rows.append((name, *(by_iteration[look] for look in looks), rises, f"{micros:.0f}"))
    columns = ("method", *(str(look) for look in looks), "rises", "us per iteration")
    return Table.of(title, columns, rows)


def _reading(title: str, runs: Runs) -> list[str]:
    """What the numbers say, in words."""
    final = {name: _nash_conv(steps[-1]) for name, steps in runs.items()}
    hedging = {name: value for name, value in final.items() if name.startswith("CGH")}
    best_hedging = min(hedging, key=lambda name: hedging[name])
    best = min(final, key=lambda name: final[name])
    ahead = {}
    for rival in ("CFR", "CFR unweighted"):
        pairs = zip(runs[best_hedging], runs[rival], strict=True)
        ahead[rival] = 100 * sum(_nash_conv(mine) < _nash_conv(theirs) for mine, theirs in pairs) / len(runs[rival])
    iterations = runs["CFR"][-1].iteration
    return [
        f"{title}: after {iterations:,} iterations the least NashConv is {best}'s ({final[best]:.3g}). Of CGH, "
        f"{best_hedging} is best ({hedging[best_hedging]:.3g}); CFR has {final['CFR']:.3g}, and averaged without reach "
        f"{final['CFR unweighted']:.3g}. That CGH is ahead of CFR in {ahead['CFR']:.0f}% of the looks, and of CFR "
        f"without reach in {ahead['CFR unweighted']:.0f}%."
    ]


def _nash_conv(step: "RunStep") -> float:
    assert step.nash_conv is not None
    return step.nash_conv
