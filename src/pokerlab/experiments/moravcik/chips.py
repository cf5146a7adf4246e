"""Chapter 5: what chips are worth."""

from pokerlab.experiments.moravcik.source import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table


@experiment("moravcik/icm", "ICM by recursion and by dynamic programming: times for 10 players")
def icm(settings: ExperimentSettings) -> Report:
    """Section 5.3: the recursion over sequences of players against the program over sets."""
    import time

    import numpy as np

    from pokerlab.tournament import icm_kernels

    rng = np.random.default_rng(settings.seed)
    stacks = rng.integers(500, 4000, 10).astype(np.float64)
    most = 7 if settings.is_full else 6
    rows = []
    ratio_of_five = 0.0
    for paid in range(1, most + 1):
        prizes = np.arange(paid, 0, -1.0)
        seconds, values = [], []
        for compute in (icm_kernels.equities_by_recursion, icm_kernels.equities):
            out = np.empty(len(stacks))
            compute(stacks, prizes, out)
            calls = 3 if paid > 5 else 30
            best = float("inf")
            for _ in range(5):
                start = time.perf_counter()
                for _ in range(calls):
                    compute(stacks, prizes, out)
                best = min(best, (time.perf_counter() - start) / calls)
            seconds.append(best)
            values.append(out)
        difference = float(np.abs(values[0] - values[1]).max() / prizes.sum())
        ratio = seconds[0] / seconds[1]
        if paid == 5:
            ratio_of_five = ratio
        rows.append((paid, 1e6 * seconds[0], 1e6 * seconds[1], ratio, difference))
        settings.tick(paid, most)
    columns = ("prizes", "recursion, µs", "subsets, µs", "ratio", "largest difference, part of the pool")
    return Report(
        "ICM: recursion against dynamic programming",
        SOURCE,
        [Table.of("10 players", columns, rows)],
        [
            Comparison(
                "speed-up, 10 players and 5 prizes", "section 5.3.2", "about 30", round(ratio_of_five, 1),
                "both of ours are compiled and give all players at once; his recursion gives several players at once",
            )
        ],
        ["Times are the best of five on this machine; only their ratio can be compared."],
    )  # fmt: skip


@experiment("moravcik/double-or-nothing", "Six players left, five equal prizes: the example of section 5.1.1")
def double_or_nothing(settings: ExperimentSettings) -> Report:
    """Section 5.1.1: doubling the stack raises the chance of a prize by a sixth only."""
    from pokerlab.tournament.icm import bubble_factors, equities, value_of_changes
    from pokerlab.tournament.payouts import satellite
    from pokerlab.tournament.pushfold import solve
    from pokerlab.tournament.spot import PushFoldSpot

    stacks, prizes = [1500.0] * 6, [1.0] * 5
    now = float(equities(stacks, prizes)[0])
    change = value_of_changes(stacks, prizes, [1500, -1500, 0, 0, 0, 0])
    factor = float(bubble_factors(stacks, prizes)[0, 1])
    rows = []
    for name, payouts in (("five equal prizes", satellite(5)), ("chips", None)):
        solution = solve(PushFoldSpot.of(stacks, (50, 100), payouts=payouts), target=1e-3)
        push, call = solution.decision(0), solution.decision(5, 0)
        rows.append((name, solution.percent(push), solution.percent(call), 100 * solution.epsilon))
        settings.tick(len(rows), 2)
    columns = ("played for", "first player pushes, %", "big blind calls him, %", "epsilon, % of the pool")
    return Report(
        "Double or nothing on the bubble",
        SOURCE,
        [Table.of("six players with 15 big blinds each, blinds 50/100", columns, rows)],
        [
            Comparison("chance of a prize with equal stacks", "section 5.1.1", "5/6", now),
            Comparison("chance of a prize after doubling", "section 5.1.1", 1, round(now + float(change[0]), 12)),
            Comparison("gain of the winner of an all-in", "section 5.1.1", "1/6", float(change[0])),
            Comparison("what an all-in costs per unit it can win (bubble factor)", "follows", None, factor),
            Comparison("chance to win an all-in that breaks even", "follows", None, factor / (1 + factor)),
        ],
    )
