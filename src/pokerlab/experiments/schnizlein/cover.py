"""Table A.1 and section 5.3: the cover set of Leduc hold'em with 12 chips, and what switching costs in Kuhn poker."""

import csv
from pathlib import Path

from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table
from pokerlab.experiments.schnizlein.leduc import GAME

SOURCE = "D. Schnizlein, State Translation in No-Limit Poker, Master's thesis, University of Alberta, 2009, chapter 5"
NAME = "schnizlein/cover"


@experiment(NAME, "The 172 games that cover Leduc with 12 chips (Table A.1), and switching in Kuhn poker")
def cover(settings: ExperimentSettings) -> Report:
    """The walk of section 5.4, row by row beside the print; two equilibria of Kuhn, switched between."""
    from pokerlab.games.library import named_game
    from pokerlab.translation.cover import cover_set

    printed = printed_rows()
    found = [(f"{float(one.stack_to_ante):.6f}", f"{float(one.bet):.6f}") for one in cover_set(named_game(GAME))]
    settings.tick(1, 2)
    same = sum(ours == theirs for ours, theirs in zip(found, printed, strict=False))
    value, switched = kuhn_values()
    settings.tick(2, 2)
    rows = [(*ours, *theirs) for ours, theirs in zip(found, printed, strict=True)]
    return Report(
        "Cover set and switching", SOURCE,
        [Table.of("Table A.1", ("stack/ante", "bet", "stack/ante, printed", "bet, printed"), rows)],
        [
            Comparison("games of the cover", "section 5.4", 172, len(found)),
            Comparison("rows that are equal and in their place", "table A.1", 172, same),
            Comparison("Kuhn, value to the first player", "section 5.3", "-1/18", value),
            Comparison("Kuhn, switched after a check and a bet", "section 5.3", "-2/18", switched),
        ],
        [
            "Antes are the smallest from 100 on with which the bet that is needed and the stack are whole chips; bets "
            "before it are rounded down.",
        ],
    )  # fmt: skip


def printed_rows() -> list[tuple[str, str]]:
    """Table A.1: stack by ante, and the bet as a part of the pot."""
    with (Path(__file__).parent / "cover.csv").open(encoding="utf-8", newline="") as file:
        return [(row["stack_to_ante"], row["bet"]) for row in csv.DictReader(file)]


def kuhn_values() -> tuple[str, str]:
    """What the first player wins at least, by an equilibrium and by switching between two, as eighteenths."""
    from pokerlab.equilibrium.best_response import Judge
    from pokerlab.equilibrium.public_tree import ROW, PublicTree
    from pokerlab.equilibrium.strategy import Strategy
    from pokerlab.games.library import named_game
    from pokerlab.translation.switching import Switching
    from pokerlab.translation.tables import policy_table

    tree = PublicTree.build(named_game("kuhn"))
    judge = Judge(tree)
    first, second = tree.by_situation["", ""], tree.by_situation["cr1", ""]

    def strategy(alpha: float, beta: float, gamma: float) -> Strategy:
        table = Strategy.uniform(tree).table.copy()
        bets, calls = (alpha, 0.0, gamma), (0.0, beta, 1.0)  # jack, queen, king
        start, later = int(tree.nodes[first, ROW]), int(tree.nodes[second, ROW])
        table[start : start + 2] = [[1 - bet for bet in bets], bets]
        table[later : later + 2] = [[1 - call for call in calls], calls]
        return Strategy(tree, table)

    low, high = strategy(0, 1 / 3, 0), strategy(1 / 3, 2 / 3, 1)
    both = Switching([low, high], lambda public: (0, 1) if public.betting.history else (1, 0))
    values = [-judge.best_value(1, policy_table(policy, tree, (0,))) for policy in (low, both)]
    return f"{18 * values[0]:.6g}/18", f"{18 * values[1]:.6g}/18"
