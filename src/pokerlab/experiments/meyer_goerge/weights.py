"""Table 1: how an opponent's weights change on the flop, and which ranges give its column of strengths."""

from itertools import product
from typing import TYPE_CHECKING

from pokerlab.experiments.meyer_goerge.source import FLOP, MU, MU_FLOP, SIGMA, SIGMA_FLOP, SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

HANDS = ("Jd4h", "AcJc", "5s5h", "QsTs")
WEIGHTS = (0.01, 1.00, 0.70, 0.90)
EHS = (0.99, 0.94, 0.74, 0.22)
FACTORS = (1.00, 1.00, 0.85, 0.01)
NEW = (0.01, 1.00, 0.60, 0.01)
"""The columns of Table 1."""
CALLS = 0.3
AHEAD = (0, 1, 2)
"""Cards to come that potential looks at."""
DEALT, MUS, SIGMAS = (2, 4, 7, 10), (50.0, 100.0, 150.0, 200.0, 250.0), (100.0, 200.0, 330.0)
"""Ranges that are tried: hands dealt for the income rates, and the two numbers of the rule."""
NEAREST = 8


@experiment(
    "meyer-goerge/table1", "Weights of four hands after a bet on the flop: Table 1, and where its numbers come from"
)
def table1(settings: ExperimentSettings) -> Report:
    """Factors and new weights from the printed strengths; first weights from income rates; strengths by ranges."""
    from pokerlab.agents.models.reweighting import factors
    from pokerlab.cards.combos import CLASS_OF_COMBO, parse_combo
    from pokerlab.cards.income import FEWEST_HANDS, MOST_HANDS, income_table

    report = Report("Weights of hands", f"{SOURCE}, section 3.1 and table 1, after Billings et al. (1998)")
    income, own = income_table(), [parse_combo(hand) for hand in HANDS]
    for hand, ehs, weight, factor, new in zip(HANDS, EHS, WEIGHTS, FACTORS, NEW, strict=True):
        ours = float(factors(ehs, MU_FLOP, SIGMA_FLOP))
        changed = max(0.01, weight * ours)
        report.comparisons += [
            Comparison(f"Rwt of {hand}", "table 1", f"{factor:.2f}", round(ours, 6), "from the printed EHS"),
            Comparison(f"Nwt of {hand}", "table 1", f"{new:.2f}", round(changed, 6), "from the printed weight and EHS"),
        ]
    by_hands: dict[int, npt.NDArray[np.float64]] = {
        hands: factors(income.of(hands)[CLASS_OF_COMBO], MU, SIGMA) for hands in range(FEWEST_HANDS, MOST_HANDS + 1)
    }
    rows: list[tuple[Cell, ...]] = []
    for hands, weights in by_hands.items():
        found = [float(weights[combo]) for combo in own]
        off = max(abs(a - b) for a, b in zip(found, WEIGHTS, strict=True))
        best = income.sorted_values(hands)[-round(CALLS * 1326) :]
        rows.append(
            (hands, *found, off, income.threshold(hands, CALLS), float(best.mean()), float(best[len(best) // 2]))
        )
    columns = ("hands dealt", *HANDS, "largest error", "best 30% begin at", "their mean", "their median")
    report.tables.append(Table.of("First weights with mu 200 and sigma 100", columns, rows))
    nearest = min(rows, key=lambda row: float(row[5] or 0))
    for place, (hand, printed) in enumerate(zip(HANDS, WEIGHTS, strict=True)):
        ours = float(nearest[1 + place] or 0)
        note = "" if abs(ours - printed) < 0.005 else f"different: the nearest number of hands dealt, {nearest[0]}"
        report.comparisons.append(Comparison(f"weight of {hand}", "table 1", f"{printed:.2f}", round(ours, 3), note))
    at_ten = next(row for row in rows if row[0] == 10)
    report.comparisons.append(
        Comparison(
            "mu of who calls with 30%", "section 3.1.1", 200, round(float(at_ten[6] or 0)),
            f"different: where the best 30% begin with ten hands dealt; their mean is {float(at_ten[7] or 0):.0f} and "
            f"their median {float(at_ten[8] or 0):.0f}",
        )
    )  # fmt: skip
    strengths = _strengths(settings, own)
    report.tables.append(Table.of("EHS on 3h4cJh", ("range", "cards ahead", *HANDS, "largest error"), strengths))
    best_row = min(strengths, key=lambda row: float(row[-1] or 0))
    for place, (hand, printed) in enumerate(zip(HANDS, EHS, strict=True)):
        ours = float(best_row[2 + place] or 0)
        note = (
            "" if abs(ours - printed) < 0.005 else f"different: the nearest of all, {best_row[0]}, {best_row[1]} ahead"
        )
        report.comparisons.append(Comparison(f"EHS of {hand}", "table 1", f"{printed:.2f}", round(ours, 3), note))
    report.notes.append(
        f"Of all ranges and look-aheads that were tried, {best_row[0]} with {best_row[1]} cards ahead come nearest to "
        f"the printed EHS: off by {float(best_row[-1] or 0):.3f} at most. With one card ahead the printed column needs "
        "a wider range than the mu and sigma of the text give."
    )
    return report


def _strengths(settings: ExperimentSettings, own: list[int]) -> list[tuple[Cell, ...]]:
    """EHS of the hands against ranges and look-aheads: any two cards, the paper's range, and the nearest."""
    import numpy as np

    from pokerlab.abstraction.potential import board_potential
    from pokerlab.agents.models.reweighting import factors
    from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_COUNT
    from pokerlab.cards.income import income_table

    def row(name: str, weights: "npt.NDArray[np.float64]", ahead: int) -> tuple[Cell, ...]:
        found = board_potential(FLOP, weights, ahead=max(ahead, 1))
        values = found.effective if ahead else found.value
        ours = [float(values[combo]) for combo in own]
        return (name, ahead, *ours, max(abs(a - b) for a, b in zip(ours, EHS, strict=True)))

    rows = [row("any two cards", np.ones(COMBO_COUNT), ahead) for ahead in AHEAD]
    tried: list[tuple[Cell, ...]] = []
    for number, hands in enumerate(DEALT, 1):
        rates = income_table().of(hands)[CLASS_OF_COMBO]
        for mu, sigma in product(MUS, SIGMAS):
            name, weights = f"mu {mu:.0f}, sigma {sigma:.0f}, {hands} dealt", factors(rates, mu, sigma)
            if (mu, sigma) == (MU, SIGMA):
                rows += [row(name, weights, ahead) for ahead in AHEAD]
            else:
                tried += [row(name, weights, ahead) for ahead in AHEAD[1:]]
        settings.tick(number, len(DEALT))
    return rows + sorted(tried, key=lambda row: float(row[-1] or 0))[:NEAREST]
