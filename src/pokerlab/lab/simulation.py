"""A match of two solutions, sampled: one plays the first seat and the other the second, over many hands.

    match = Match(first, second, node="check/bet 50")
    seating = match.judge(match.duel.play(10_000_000))
    seating.seats[0].estimate.interval(), seating.seats[0].expected

Chips are counted from half of the pot each, as the solver counts them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist

from pokerlab.errors import LabError
from pokerlab.lab.expected import Expected, expected, paired
from pokerlab.lab.play import Duel, Estimate, PlayResult
from pokerlab.lab.solution_policy import SpotPlay, check_all_streets, check_same_spot, solution_policies
from pokerlab.postflop.solution import Solution


@dataclass(frozen=True)
class SeatResult:
    """What a seat won per hand in chips, sampled, and computed where it is known."""

    estimate: Estimate
    expected: float | None = None

    @property
    def deviations(self) -> float | None:
        """How many standard errors the sampled mean lies above the computed one; None where all hands won the same."""
        if self.expected is None or not self.estimate.error:
            return None
        return (self.estimate.mean - self.expected) / self.estimate.error

    def __add__(self, other: "SeatResult") -> "SeatResult":
        """What a player wins in two seats together, each of the same game."""
        known = None if self.expected is None or other.expected is None else self.expected + other.expected
        return SeatResult(self.estimate + other.estimate, known)


@dataclass(frozen=True)
class Seating:
    """What happened with both players in their seats.

    - `hands`: those played; `reached`: those that came to the node; all other numbers are about these
    - `seats`: of the first (oop) and of the second seat (ip)
    - `expected_frequency`: the computed share of hands that come to the node, if known
    """

    hands: int
    reached: int
    seats: tuple[SeatResult, SeatResult]
    expected_frequency: float | None = None

    @property
    def frequency(self) -> float:
        """The share of hands that came to the node."""
        return self.reached / self.hands

    @property
    def frequency_error(self) -> float:
        """Its standard error."""
        return sqrt(self.frequency * (1 - self.frequency) / self.hands)


class Match:
    """Two solutions of one spot (or one against itself) and the part of the game that is looked at.

    - `node`: a line of play as `pokerlab show` takes it: only hands that come there are judged. Where it names cards,
      only deals with these cards are played; cards that it leaves out are any
    - `threads`: for the computed expectation; by default all
    """

    def __init__(
        self, oop: Solution, ip: Solution, node: str | Sequence[str] = "", *, threads: int | None = None
    ) -> None:
        for solution in (oop, ip):
            check_all_streets(solution)
        if oop is not ip:
            check_same_spot(oop, ip)
        self.oop, self.ip, self.threads = oop, ip, threads
        self.spot = oop.spot
        self.node, self.dealt = oop.tree.resolve(node)
        self.path = node if isinstance(node, str) else "/".join(node)
        self.tree = SpotPlay.of(oop.tree)

    @cached_property
    def duel(self) -> Duel:
        """Both policies (see `solution_policies` for their memory), ready to play."""
        weights = [self.spot.live(player).weights for player in (0, 1)]
        policies = solution_policies(self.tree, self.oop, self.ip)
        return Duel(self.tree.play, self.spot.board, weights, policies, next_cards=self.dealt)

    @cached_property
    def expected(self) -> Expected | None:
        """What the solver's exact values say; see `expected`. For two solutions it takes the memory of a solver."""
        return expected(paired(self.oop, self.ip, threads=self.threads), self.node, self.dealt)

    def judge(self, result: PlayResult, *, check: bool = True) -> Seating:
        """Means and errors of what was played, beside the computed values if `check` is on."""
        place = int(self.tree.places[self.node.index])
        reached = result.reached(place)
        if reached < 2:
            raise LabError(
                f"'{self.path}': {reached} of {result.hands:,} hands came there, too few for a mean and its error"
            )
        known = self.expected if check else None
        seats = [
            SeatResult(estimate, None if known is None else known.values[seat])
            for seat, estimate in enumerate(result.estimates(place))
        ]
        return Seating(result.hands, reached, (seats[0], seats[1]), None if known is None else known.frequency)


def deviations_of(confidence: float) -> float:
    """How many standard errors on both sides cover a mean with a probability: 1.96 for 0.95."""
    if not 0 < confidence < 1:
        raise LabError(f"a confidence is between 0 and 1, not {confidence:g}")
    return NormalDist().inv_cdf(0.5 + confidence / 2)
