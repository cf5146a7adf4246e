"""Best responses to a blueprint on one flop: what every hand of the responder wins, on all lines of the first street.

walk = FlopWalk(plan, cards)
walk.values(board, reaches)                  # float64 [seat, line, class]
"""

import numpy as np
import numpy.typing as npt

from pokerlab.training.real_cards import Lying, RealCards
from pokerlab.training.response_columns import LANES, BoardColumns
from pokerlab.training.response_plan import ResponsePlan

DECK_LANES = 52 * LANES
SPARE_SLOTS = 3

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]


class FlopWalk:
    """Goes through all boards that follow one of the second street."""

    def __init__(self, plan: ResponsePlan, cards: RealCards) -> None:
        self.plan, self.cards = plan, cards
        self.last = plan.game.streets - 1
        self._streets = [plan.streets(hero) for hero in (0, 1)]
        most = max(
            street.reach_slots + street.value_slots + SPARE_SLOTS for streets in self._streets for street in streets
        )
        self._work = np.zeros(DECK_LANES + most * plan.stride * LANES, np.float32)
        self._reaches = [self._rows(street) for street in range(1, plan.game.streets)]
        self._values = [self._rows(street) for street in range(1, plan.game.streets)]

    def values(self, board: tuple[int, ...], reaches: tuple[Floats, Floats], turns: int | None = None) -> Floats:
        """float64 [seat, line, class]: what a hand of each class wins on a board of the second street, by the best
        response of each seat, times how likely the other comes there with hands that it can meet.

        reaches: by seat of the responder float64 [line, hand], how likely the other comes there with each hand.
        `turns`: only so many of the boards of the third street, to see how long they take.
        """
        known = self._known(self.cards.first(board), turns)
        out = np.zeros((2, len(self.plan.lines), self.cards.class_count))
        size, classes = len(self.cards.hands), self.cards.classes
        for hero in (0, 1):
            rows = self._reaches[0].reshape(-1, self.plan.stride)
            rows[:] = 0
            rows[: len(self.plan.lines), :size] = reaches[hero]
            self._values[0][:] = 0
            self._walk(hero, 1, known)
            won = self._values[0].reshape(rows.shape)[: len(self.plan.lines), :size]
            for line, by_hand in enumerate(won.astype(np.float64)):
                summed = np.bincount(classes, by_hand, self.cards.class_count)
                out[hero, line] = summed / self.cards.class_sizes
        return out

    def _walk(self, hero: int, street: int, known: "_Known") -> None:
        """Add to the values of a street's rows what is won on a board of it and all that follow."""
        from pokerlab.training.response_kernels import DOWN, UP, respond

        columns, stride, place = self._streets[hero][street - 1], self.plan.stride, street - 1
        if street == self.last:
            respond(UP, columns, known.board, stride, self._reaches[place], _NONE, self._values[place], self._work)
            return
        below, won = self._reaches[street], self._values[street]
        respond(DOWN, columns, known.board, stride, self._reaches[place], below, self._values[place], self._work)
        won[:] = 0
        for after in known.after:
            self._walk(hero, street + 1, after)
        respond(UP, columns, known.board, stride, self._reaches[place], won, self._values[place], self._work)

    def rivers(self, board: tuple[int, ...], turns: int | None = None) -> int:
        """How many boards of the last street follow one of the second that differ up to suits."""

        def count(known: _Known) -> int:
            return sum(count(after) for after in known.after) if known.after else len(known.board.counts)

        return count(self._known(self.cards.first(board), turns))

    def _known(self, first: Lying, turns: int | None = None) -> "_Known":
        """The boards that follow, sorted and looked up once for both seats; those of the last street in one piece."""

        def found(lying: Lying, street: int) -> _Known:
            board = self.cards.columns([lying], street, sights)
            if street == self.last:
                return _Known(board, [])
            boards = self.cards.after(lying, street + 1)
            if street + 1 == self.last:
                return _Known(board, [_Known(self.cards.columns(boards, street + 1, sights), [])])
            return _Known(board, [found(following, street + 1) for following in boards[:turns]])

        sights = self.plan.blueprint.cards
        return found(first, 1)

    def _rows(self, street: int) -> Rows:
        return np.zeros(self.plan.row_count(street) * self.plan.stride, np.float32)


class _Known:
    """Boards of a street, and what follows them."""

    def __init__(self, board: BoardColumns, after: "list[_Known]") -> None:
        self.board, self.after = board, after


_NONE = np.zeros(0, np.float32)
