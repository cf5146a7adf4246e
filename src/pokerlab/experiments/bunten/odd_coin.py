"""Section 4.1: heads or tails for three, where the one who differs takes the stakes of the others."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from pokerlab.experiments.bunten.tables import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table

Profile = tuple[Fraction, Fraction, Fraction]
"""How likely each player chooses heads."""
HEADS, TAILS = Fraction(1), Fraction(0)
PRINTED: Profile = (HEADS, TAILS, TAILS)


@experiment("bunten/odd-coin", "Heads or tails for three: an equilibrium in which one player moves another's result")
def odd_coin(settings: ExperimentSettings) -> Report:
    """Exact, in fractions: there is nothing to scale."""
    report = Report("Heads or tails for three: what an equilibrium is worth among more than two", SOURCE)
    pure = [profile for profile in product((HEADS, TAILS), repeat=3) if is_equilibrium(profile)]
    half = (Fraction(1, 2),) * 3
    rows = [[_text(profile), *(str(won) for won in results(profile))] for profile in (*pure, half)]
    report.tables.append(Table.of("Equilibria: all pure ones, and the even one", ("play", "1", "2", "3"), rows))
    moved = [(*PRINTED[:2], Fraction(part, 4)) for part in range(5)]
    rows = [
        [str(profile[2]), *(str(won) for won in results(profile)), _yes(is_equilibrium(profile))] for profile in moved
    ]
    columns = ("3 chooses heads", "1 wins", "2 wins", "3 wins", "equilibrium")
    report.tables.append(Table.of("Player 1 heads, player 2 tails, and player 3 moves", columns, rows))
    before, after = results(moved[0]), results(moved[-1])
    report.comparisons += [
        Comparison("heads, tails, tails is an equilibrium", "section 4.1", "yes", _yes(is_equilibrium(PRINTED))),
        Comparison("player 3 loses by moving", "section 4.1", "no", _yes(after[2] != before[2])),
        Comparison("player 1 loses by it", "section 4.1", "yes", _yes(after[0] < before[0])),
        Comparison("player 2 gains by it", "section 4.1", "yes", _yes(after[1] > before[1])),
    ]  # fmt: skip
    report.notes += [
        f"Player 1 wins {before[0]} stakes, or {after[0]} if player 3 likes: of what he wins in an equilibrium nothing "
        "is his to keep. Player 3 loses one stake either way.",
        "Against two who choose different sides player 1 loses a stake whatever he does: his best guarantee is "
        f"{guarantee()}, and the even equilibrium wins 0.",
    ]
    settings.tick(1, 1)
    return report


def results(profile: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """What each player wins on average, in stakes."""
    won = [Fraction(0)] * 3
    for sides in product((True, False), repeat=3):
        chance = Fraction(1)
        for heads, is_heads in zip(profile, sides, strict=True):
            chance *= heads if is_heads else 1 - heads
        odd = [place for place in range(3) if sides.count(sides[place]) == 1]
        for place in range(3):
            won[place] += chance * (0 if not odd else 2 if place in odd else -1)
    return tuple(won)


def is_equilibrium(profile: Sequence[Fraction]) -> bool:
    """Whether no player alone wins more with heads or with tails."""
    here = results(profile)
    for place in range(3):
        for side in (HEADS, TAILS):
            other = [*profile]
            other[place] = side
            if results(other)[place] > here[place]:
                return False
    return True


def guarantee(parts: int = 20) -> Fraction:
    """The most that player 1 is sure of against any play of the other two, among chances of heads in so many parts."""
    sides = list(product((HEADS, TAILS), repeat=2))
    return max(min(results((Fraction(part, parts), *pair))[0] for pair in sides) for part in range(parts + 1))


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _text(profile: Sequence[Fraction]) -> str:
    names = {HEADS: "heads", TAILS: "tails"}
    return ", ".join(names.get(chance, str(chance)) for chance in profile)
