"""Chapters 7 to 11: the algorithms compared, and what the simplifications cost."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlab.experiments.moravcik.source import SOURCE, random_situation
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.tournament.spot import PushFoldSpot


@experiment("moravcik/algorithms", "Fictitious play against both heuristics: ranges, epsilon, time")
def algorithms(settings: ExperimentSettings) -> Report:
    """Sections 9.4, 10.3, 11.3, on ordered ranges; regret matching on all 169 classes for comparison."""
    import numpy as np

    from pokerlab.tournament.algorithms import FictitiousRanges, RegretMatching
    from pokerlab.tournament.ordered import MonotoneExpansion, ShrinkingNeighbourhood
    from pokerlab.tournament.showdown import joint_three

    joint_three()  # loading the table is nobody's time
    rng = np.random.default_rng(settings.seed)
    sizes = range(3, 11) if settings.is_full else range(3, 6)
    per_size = 5 if settings.is_full else 2
    rounds = 500 if settings.is_full else 100
    contenders: dict[str, Any] = {
        "fictitious play (ordered)": FictitiousRanges(correlated=True, ordered=True),
        "shrinking neighbourhood (ordered)": ShrinkingNeighbourhood(),
        "monotone expansion (ordered)": MonotoneExpansion(),
        "regret matching (169 classes)": RegretMatching(),
    }
    rows: list[tuple[Cell, ...]] = []
    by_name: dict[str, list[tuple[float, ...]]] = {name: [] for name in contenders}
    total = len(sizes) * per_size
    for number, players in enumerate(size for size in sizes for _ in range(per_size)):
        spot = random_situation(players, rng)
        compete = partial(_compete, spot, contenders, rounds)
        for name, found in settings.kept("moravcik/algorithms", f"situation {number + 1}", compete):
            by_name[name].append((players, *found))
        settings.tick(number + 1, total)
    for name, found in by_name.items():
        for players in sizes:
            some = np.array([row for row in found if row[0] == players])
            rows.append((name, players, *(float(value) for value in some[:, 1:].mean(axis=0)), float(some[:, 2].max())))
    columns = (
        "algorithm", "players", "classes away from fictitious play, per range", "epsilon, % of the pool", "seconds",
        "worst epsilon",
    )  # fmt: skip
    mean = {name: np.array(found)[:, 1:].mean(axis=0) for name, found in by_name.items()}
    near, wide = mean["shrinking neighbourhood (ordered)"], mean["monotone expansion (ordered)"]
    play = mean["fictitious play (ordered)"]
    return Report(
        "Fictitious play and the two heuristics",
        SOURCE,
        [Table.of(f"{per_size} random situations per number of players, {rounds} rounds of play", columns, rows)],
        [
            Comparison(
                "neighbourhood: ranges away from fictitious play", "section 10.3",
                "a minimal number of classes", round(float(near[0]), 2),
                "classes per range that comes up at least once in a thousand hands",
            ),
            Comparison(
                "neighbourhood: time against fictitious play", "section 10.3", "extremely fast",
                f"{play[2] / near[2]:.1f} times as fast",
                "he looks sums over ranges up in tables of 170x170x170 numbers, we sum over classes",
            ),
            Comparison(
                "expansion: accuracy", "section 11.3", "considerably worse",
                f"epsilon {wide[1]:.3f}% against {near[1]:.3f}%",
            ),
            Comparison(
                "expansion: time", "section 11.3", "by far the fastest", f"{play[2] / wide[2]:.1f} times as fast",
                "one class per step needs many evaluations, and ours cost more than his table look-ups",
            ),
        ],
        ["Epsilon, the largest gain of a player, is measured in the full game by best responses over all 169 classes."],
    )  # fmt: skip


def _compete(spot: "PushFoldSpot", contenders: dict[str, Any], rounds: int) -> list[tuple[str, list[float]]]:
    """By name of the algorithm: classes away from the first one's ranges, epsilon in % of the pool, and seconds."""
    import numpy as np

    from pokerlab.tournament.algorithms import RegretMatching
    from pokerlab.tournament.pushfold import solve

    reference = None
    found = []
    for name, algorithm in contenders.items():
        target = 1e-4 if isinstance(algorithm, RegretMatching) else 0.0
        solution = solve(spot, algorithm, target=target, most_iterations=rounds)
        reference = reference or solution
        apart = [
            float(abs(solution.strategies[decision] - reference.strategies[decision]).sum())
            for decision in solution.decisions()
            if solution.reached[decision] > 1e-3
        ]
        found.append((name, [float(np.mean(apart)), 100 * solution.epsilon, solution.seconds]))
    return found


@experiment("moravcik/shortcuts", "What ordered ranges, split ties and ignored folds cost")
def shortcuts(settings: ExperimentSettings) -> Report:
    """Sections 7.2, 10.2 and 12.1: three simplifications, each measured in the game without it."""
    import numpy as np

    from pokerlab.tournament.algorithms import FictitiousRanges
    from pokerlab.tournament.bunching import JointThree, assess_three
    from pokerlab.tournament.game import PushFoldGame
    from pokerlab.tournament.pushfold import assess, solve

    rng = np.random.default_rng(settings.seed)
    count = 20 if settings.is_full else 4
    target = 2e-5
    rows: list[tuple[Cell, ...]] = []
    for number in range(count):
        spot = random_situation(3, rng)
        game = PushFoldGame(spot)
        good = solve(spot, target=target)
        ordered = solve(spot, FictitiousRanges(correlated=True, ordered=True), target=0, most_iterations=300)
        half_ties = assess(game, solve(spot, target=target, valuation=_TiesAsHalfWins()).strategies)
        ignored = float(assess_three(JointThree(game), good.strategies).gains.max()) / spot.pool
        stacks = "/".join(f"{stack:g}" for stack in spot.stacks)
        rows.append((stacks, *(100 * part for part in (good.epsilon, ordered.epsilon, half_ties.epsilon, ignored))))
        settings.tick(number + 1, count)
    means = np.array([row[1:] for row in rows], np.float64).mean(axis=0)
    columns = ("stacks", "our solution", "ordered ranges", "ties as half wins", "folded hands ignored")
    return Report(
        "What the simplifications cost",
        SOURCE,
        [
            Table.of("epsilon in % of the pool, three players, 65/35, blinds 50/100", columns, rows),
            Table.of("mean", columns[1:], [tuple(float(value) for value in means)]),
        ],
        [
            Comparison("ranges in a fixed order", "section 7.2", "not very limiting", round(float(means[1]), 4)),
            Comparison("ties split as half wins", "section 12.1", "negligible", round(float(means[2]), 4)),
            Comparison("folded hands ignored", "section 10.2", "not a large effect", round(float(means[3]), 4)),
        ],
        [
            "Each column is what a best response gains against the strategies found with that simplification, in the "
            "game without it; the first column is the accuracy of our own solutions.",
            "The order of hands is by all-in equity against a random hand; the thesis took its order from elsewhere.",
        ],
    )  # fmt: skip


class _TiesAsHalfWins:
    """The thesis's rule: a tie is as good as winning half of the time and losing the other half."""

    def values(self, spot: "PushFoldSpot", outcomes: Sequence[Any]) -> Any:
        """float64 [outcome, player]: tied outcomes have the mean of the strict ones they stand between."""
        from itertools import permutations

        import numpy as np

        from pokerlab.tournament.valuation import NextHandIgnored, Outcome

        rows = []
        for outcome in outcomes:
            size = len(outcome.pot)
            strict = [
                order
                for order in permutations(range(size))
                if all(
                    (order[a] < order[b]) or outcome.places[a] >= outcome.places[b]
                    for a in range(size)
                    for b in range(size)
                    if a != b and outcome.places[a] != outcome.places[b]
                )
            ]
            some = [Outcome.of(spot, outcome.pot, order) for order in strict]
            rows.append(NextHandIgnored().values(spot, some).mean(axis=0))
        return np.array(rows)
