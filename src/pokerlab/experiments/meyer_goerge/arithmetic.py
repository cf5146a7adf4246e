"""Tables 2 and 3, and the layers and the decay of section 3.2.2: numbers that follow from each other."""

from pokerlab.experiments.meyer_goerge.source import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table

ACTIONS = ("fold", "call", "raise")
PREDICTED = ((13.0, 0.3, 0.3), (0.0, 58.4, 3.3), (0.0, 10.5, 14.1))
"""Table 2, percent: rows what the opponent did, columns what was predicted."""
ROW_SUMS, COLUMN_SUMS, RIGHT = (13.6, 61.8, 24.7), (13.0, 69.3, 17.7), 85.6
HISTOGRAM = (1, 1, 0, 0, 0, 0, 0, 4, 4, 0)
CALLING = (0, 0, 0, 0, 0, 0, 0, 4, 4, 0)
"""Who still calls a third bet: the bluffs have folded."""
FOLDS = 0.2
PRINTED_3 = {
    0.70: (0.2, -3.6, 0.0, -5.2, "call"),
    0.75: (0.4, -1.2, 0.25, -2.0, "call"),
    0.80: (0.6, 1.2, 0.5, 1.2, "call or raise"),
    0.85: (0.8, 3.6, 0.75, 4.4, "raise"),
    0.90: (1.0, 6.0, 1.0, 7.6, "raise"),
}
"""Table 3 by own strength: Pr(win | call), EG(call), Pr(win | raise, call), EG(raise), the best action."""
OBSERVED = (5, 20, 75)
M, H = 0.95, 0.95


@experiment("meyer-goerge/table2", "Predictions of a neural net: do the margins of Table 2 add up?")
def table2(settings: ExperimentSettings) -> Report:
    """Sums of the printed entries beside the printed sums."""
    report = Report("Predictions of a neural net", f"{SOURCE}, table 2, after Davidson et al. (2000)")
    rows = [sum(row) for row in PREDICTED]
    columns = [sum(column) for column in zip(*PREDICTED, strict=True)]
    sums = [
        *((f"did {name}", printed, ours) for name, printed, ours in zip(ACTIONS, ROW_SUMS, rows, strict=True)),
        *((f"predicted {name}", p, ours) for name, p, ours in zip(ACTIONS, COLUMN_SUMS, columns, strict=True)),
        ("right", RIGHT, sum(PREDICTED[place][place] for place in range(3))),
        ("all that was done", 100.0, sum(ROW_SUMS)),
        ("all that was predicted", 100.0, sum(COLUMN_SUMS)),
    ]  # fmt: skip
    for what, printed, exact in sums:
        ours = round(exact, 1)
        note = "" if ours == printed else "rounded: entries and sums were rounded one by one, each by up to 0.05"
        report.comparisons.append(Comparison(f"{what}, percent", "table 2", printed, ours, note))
    guess = max(ROW_SUMS)
    report.tables.append(
        Table.of(
            "What of it is prediction",
            ("who did it", "percent of all", "of these predicted", "of such predictions right"),
            [
                (name, row, 100 * PREDICTED[k][k] / rows[k], 100 * PREDICTED[k][k] / columns[k])
                for k, (name, row) in enumerate(zip(ACTIONS, ROW_SUMS, strict=True))
            ],
        )
    )
    report.notes += [
        f"To say 'call' every time is right in {guess}%; the net gains {RIGHT - guess:.1f} points on that, and 13.0 of "
        "them are folds, of which it misses hardly one: that part is said by whether there is a bet to call.",
        "Two in five raises are predicted as calls.",
        "The net, its inputs and its hands are lost: the entries themselves are not reproducible.",
    ]
    settings.tick(1, 1)
    return report


@experiment("meyer-goerge/table3", "Call or raise on the river by a histogram of shown hands: Table 3")
def table3(settings: ExperimentSettings) -> Report:
    """Every number of Table 3 and of the text around it, by the functions that Vexbot plays by."""
    from pokerlab.agents.models.showdowns import chance_to_win, showdown_value

    report = Report("Call or raise by a histogram", f"{SOURCE}, section 3.2.1 and table 3")
    rows = []
    for own, (win, call, win_raised, raised, best) in PRINTED_3.items():
        p_call, p_raise = chance_to_win(HISTOGRAM, own), chance_to_win(CALLING, own)
        ours = (showdown_value(p_call, 12, 6), FOLDS * 6 + (1 - FOLDS) * showdown_value(p_raise, 16, 8))
        choice = "call or raise" if abs(ours[0] - ours[1]) < 1e-9 else "call" if ours[0] > ours[1] else "raise"
        rows.append((own, p_call, ours[0], p_raise, ours[1], choice))
        for what, printed, computed in (
            ("Pr(win | call)", win, p_call), ("EG(call)", call, ours[0]),
            ("Pr(win | raise, call)", win_raised, p_raise), ("EG(raise)", raised, ours[1]),
        ):  # fmt: skip
            report.comparisons.append(Comparison(f"{what} at {own:.2f}", "table 3", printed, round(computed, 9)))
        report.comparisons.append(
            Comparison(f"best at {own:.2f}", "table 3", best, choice, "" if best == choice else "different: see above")
        )
    low = showdown_value(chance_to_win(HISTOGRAM, 0.1), 12, 6)
    bluff = [0, 1, 0, 0, 0, 0, 0, 0, 7, 0]
    report.comparisons += [
        Comparison("EG(call) at 0.10", "section 3.2.1", -4.8, round(low, 9)),
        Comparison("EG(fold)", "section 3.2.1", -4, -4, "2 big blinds before the river and a bet of 2"),
        Comparison("strong, of 7 and 1 shown", "section 3.2", "87.5%", f"{100 * bluff[8] / sum(bluff)}%"),
        Comparison("bluffs, of 7 and 1 shown", "section 3.2", "12.5%", f"{100 * bluff[1] / sum(bluff)}%"),
    ]
    columns = ("strength", "Pr(win | call)", "EG(call)", "Pr(win | raise, call)", "EG(raise)", "best action")
    report.tables.append(Table.of("Ours, in big blinds", columns, rows))
    report.notes += [
        "The example gives 20% for a fold after a third bet and lets just the two bluffs of ten fold: that is where "
        "the histogram without them comes from.",
        "From 0.80 to 0.90 raising wins 3.2 for each 0.05 of strength and calling 2.4; they cross at 0.80.",
        "The text calls the table 'Tabelle 1'; it is table 3.",
    ]
    settings.tick(1, 1)
    return report


@experiment("meyer-goerge/layers", "Weights of layers of abstraction, and how many sequences there are: section 3.2.2")
def layers(settings: ExperimentSettings) -> Report:
    """The weights of 5, 20 and 75 observations, and the size of the betting tree."""
    from pokerlab.agents.models.layers import layer_weights
    from pokerlab.betting.tree import BettingTree, NodeKind
    from pokerlab.games.library import named_game

    report = Report("Layers of abstraction", f"{SOURCE}, section 3.2.2")
    weights = layer_weights(OBSERVED, M)
    parts = [1 - M**count for count in OBSERVED]
    rows = [(f"A{k}", OBSERVED[k], parts[k], float(weights[k])) for k in range(len(OBSERVED))]
    report.tables.append(
        Table.of(
            "Layers", ("layer", "observations", "of what is left", "of all"),
            [*rows, ("prior", None, 1.0, float(weights[-1]))],
        )
    )  # fmt: skip
    report.comparisons += [
        Comparison("A0, 5 observations", "section 3.2.2", "0.23", float(weights[0])),
        Comparison("A1, 20 observations: of what is left", "section 3.2.2", "0.64", parts[1]),
        Comparison("A1, of all", "section 3.2.2", "50%", f"{100 * weights[1]:.3f}%", "0.77 * 0.64 is 0.493"),
        Comparison("A2, 75 observations: of what is left", "section 3.2.2", "0.98", parts[2]),
        Comparison(
            "A2, of all", "section 3.2.2", "27%", f"{100 * weights[2]:.3f}%", "the text calls this layer A3",
        ),
    ]  # fmt: skip
    tree = BettingTree.build(named_game("holdem-limit"))
    decisions = int((tree.kind == NodeKind.DECISION).sum())
    shown = int((tree.kind == NodeKind.SHOWDOWN).sum())
    report.comparisons.append(
        Comparison(
            "nodes of the search tree",
            "section 3.2",
            "several millions",
            f"{len(tree):,} ways to bet",
            "in words: of the betting alone; cards between the streets make it millions",
        )
    )
    report.notes += [
        f"Two players who bet by limits have {decisions:,} different decisions and come to a showdown in {shown:,} "
        "ways: so many contexts A0 has, and most are never seen in 100 hands.",
        f"After the three layers {100 * weights[-1]:.2f}% are left for the prior.",
    ]
    settings.tick(1, 1)
    return report


@experiment("meyer-goerge/decay", "How old observations fade with h = 0.95: section 3.2.2")
def decay(settings: ExperimentSettings) -> Report:
    """The share of the newest and of the last twenty observations."""
    from math import exp

    from pokerlab.agents.models.layers import recent_share

    report = Report("Observations that fade", f"{SOURCE}, section 3.2.2")
    last = round(1 / (1 - H))
    newest, recent = recent_share(H, 1), recent_share(H, last)
    report.comparisons += [
        Comparison("the newest observation", "section 3.2.2", "5%", f"{100 * newest:.6g}%"),
        Comparison("1 / (1 - h)", "section 3.2.2", 20, last),
        Comparison("1 - 1/e", "section 3.2.2", "63%", f"{100 * (1 - exp(-1)):.4g}%"),
        Comparison(
            "the last 20 observations", "section 3.2.2", "63%", f"{100 * recent:.4g}%",
            "different: 1 - h^20; 1 - 1/e is its limit for h near 1",
        ),
    ]  # fmt: skip
    counts = (0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
    report.tables.append(
        Table.of(
            "The last 1 / (1 - h) observations",
            ("h", "observations that count", "their share", "half of the weight lies in the last"),
            [(h, round(1 / (1 - h)), recent_share(h, round(1 / (1 - h))), _half(h)) for h in counts],
        )
    )
    settings.tick(1, 1)
    return report


def _half(h: float) -> int:
    """The fewest last observations that have half of the weight."""
    from math import ceil, log

    return ceil(log(0.5) / log(h))
