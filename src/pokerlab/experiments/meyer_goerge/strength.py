"""Section 2.1: hand strength, against one opponent and several, and potential."""

from functools import partial
from typing import TYPE_CHECKING

from pokerlab.experiments.meyer_goerge.source import FLOP, HAND, MU, SIGMA, SOURCE
from pokerlab.experiments.registry import ExperimentSettings, Scale, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

NAME = "meyer-goerge/strength"
SAMPLES = {Scale.SMALL: 200_000, Scale.FULL: 5_000_000}
MOST_OPPONENTS = 9
CALLERS = (0.15, 0.6)
"""Parts of all hands that opponents of the second table call with before the flop, in turn."""


@experiment(NAME, "Hand strength: one opponent, several, and how far the quick ways are off; section 2.1")
def strength(settings: ExperimentSettings) -> Report:
    """The counts and chances of section 2.1, and all ways to a strength against one to nine opponents."""
    import numpy as np

    from pokerlab.agents.models.reweighting import factors
    from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_COUNT, parse_combo
    from pokerlab.cards.equity import equity
    from pokerlab.cards.income import income_table
    from pokerlab.cards.strength import hand_strength

    now = hand_strength(HAND, FLOP)
    drawing = equity(["8h7h", "100%"], "Js6h5h").players[0].equity
    any_hand = np.ones(COMBO_COUNT)
    rates = income_table().of(10)[CLASS_OF_COMBO]
    thresholds = [income_table().threshold(10, part) for part in CALLERS]
    callers = [factors(rates, mu, SIGMA) for mu in thresholds]
    own, samples = parse_combo(HAND), SAMPLES[settings.scale]
    tables = []
    for number, (title, kinds) in enumerate((
        ("against any two cards", [any_hand]),
        (f"in turn against who calls with {CALLERS[0]:.0%} and with {CALLERS[1]:.0%} of all hands", callers),
    )):  # fmt: skip
        rows: list[tuple[Cell, ...]] = []
        for opponents in range(1, MOST_OPPONENTS + 1):
            weights = [kinds[place % len(kinds)] for place in range(opponents)]
            part = f"{number} {opponents}"
            rows.append(tuple(settings.kept(NAME, part, partial(_ways, own, weights, samples, settings.seed))))
            settings.tick(number * MOST_OPPONENTS + opponents, 2 * MOST_OPPONENTS)
        columns = (
            "opponents",
            "power",
            "product",
            "field",
            "sampled",
            "error",
            "power off",
            "product off",
            "field off",
        )
        tables.append(Table.of(f"{HAND} on {FLOP} {title}: strength", columns, rows))
    truth = float(tables[0].rows[4][4] or 0)
    return Report(
        "Hand strength", f"{SOURCE}, section 2.1", tables,
        [
            Comparison("hands of the opponent", "section 2.1.1", 1081, round(now.ahead + now.tied + now.behind)),
            Comparison("better ones", "section 2.1.1", 444, round(now.behind)),
            Comparison("equal ones", "section 2.1.1", 9, round(now.tied)),
            Comparison("worse ones", "section 2.1.1", 628, round(now.ahead)),
            Comparison("strength against one", "section 2.1.1", "0.585", now.value),
            Comparison("strength against five", "section 2.1.1", "0.069", now.value**5, "the exact one to the fifth"),
            Comparison(
                "the same, cards dealt once", "section 2.1.1", "0.069", round(truth, 4),
                "different: opponents' cards exclude each other, which the power does not know",
            ),
            Comparison(
                "7h8h on Js6h5h against two random cards", "section 2.1.2", "65.1%", f"{100 * drawing:.4f}%",
                "different: 65.17 in all 1,070,190 deals; the print cuts off and does not round",
            ),
        ],
        [
            "'Off': the way less what was sampled. Power takes every opponent to hold what "
            "the first one does; product and field know each opponent's weights.",
            f"Income rates at which the callers of the second table begin: {thresholds[0]:.0f} and {thresholds[1]:.0f} "
            f"(ten hands dealt), weights by the rule of section 3.1.1 with sigma {SIGMA:.0f}; section 3.1.1 takes mu "
            f"{MU:.0f} for 30% of all hands.",
            "Section 2.1.2 leaves out that a hand which is ahead may fall behind (Npot), and that ties count half.",
        ],
    )  # fmt: skip


def _ways(own: int, weights: "list[npt.NDArray[np.float64]]", samples: int, seed: int) -> list[float]:
    """One row: all ways to a strength against opponents with these weights."""
    from pokerlab.abstraction.field import field_strengths, power_strengths, product_strengths, sampled_strength

    count = len(weights)
    quick = [
        float(found[own])
        for found in (
            power_strengths(FLOP, weights[0], count),
            product_strengths(FLOP, weights),
            field_strengths(FLOP, weights),
        )
    ]
    truth = sampled_strength(HAND, FLOP, weights, samples=samples, seed=seed)
    return [count, *quick, truth.value, truth.error, *(way - truth.value for way in quick)]
