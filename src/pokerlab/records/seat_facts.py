"""What each seat did in one hand: the facts that statistics count and tables list.

A **3-bet** is the second raise before the flop; who faces the first one has the chance of it. A **continuation bet** is
the first bet of the flop by who raised last before it; he has the chance if nobody has bet before him. A seat **saw the
flop** if it had not folded when one was dealt, all-in or not, and **went to showdown** if hands were compared and its
own was among them. It was **all-in** if it had put in its last chip by the end.

The **type of a pot** is how often it was raised before the flop: nobody entered (`unopened`), calls alone (`limped`),
one raise (`raised`), two (`3-bet`), and so on.
"""

from dataclasses import dataclass

from pokerlab.errors import RecordError
from pokerlab.games.action import Kind
from pokerlab.games.positions import seat_positions
from pokerlab.games.state import State
from pokerlab.records.record import HandRecord, replay

FLOP = 1
POT_TYPES = ("unopened", "limped", "raised", "3-bet", "4-bet", "5-bet")
"""From the smallest on; the last one has all that were raised still more often."""


@dataclass(slots=True)
class SeatFacts:
    """One seat in one hand. `bets` (and raises), `calls` and `folds` count actions after the flop; `won` is in chips,
    as the source states it or else by the rules, None if neither tells."""

    name: str
    position: str
    decided: bool = False
    entered: bool = False
    raised: bool = False
    could_three_bet: bool = False
    three_bet: bool = False
    could_continue: bool = False
    continued: bool = False
    saw_flop: bool = False
    showed_down: bool = False
    all_in: bool = False
    bets: int = 0
    calls: int = 0
    folds: int = 0
    won: int | None = None


@dataclass(frozen=True, slots=True)
class HandFacts:
    """A hand: its seats, and how often it was raised before the flop."""

    seats: list[SeatFacts]
    raises: int

    @property
    def pot_type(self) -> str:
        """One of `POT_TYPES`."""
        if not self.raises:
            return POT_TYPES[any(seat.entered for seat in self.seats)]
        return POT_TYPES[min(self.raises + 1, len(POT_TYPES) - 1)]


def seat_facts(record: HandRecord) -> list[SeatFacts]:
    """The facts by seat; a hand that breaks the rules raises `RecordError`."""
    return hand_facts(record).seats


def hand_facts(record: HandRecord) -> HandFacts:
    """The facts of a hand; one that breaks the rules raises `RecordError`."""
    positions = seat_positions(record.game.players)
    seats = [SeatFacts(name, position) for name, position in zip(record.players, positions, strict=True)]
    state, last_raiser, count = State.start(record.game), -1, 0
    for step in replay(record):
        before, state = state.betting, step.state
        if step.played is None:
            if state.dealt == FLOP + 1:
                for number, seat in enumerate(seats):
                    seat.saw_flop = bool(state.betting.live >> number & 1)
            continue
        street, actor, action = step.played
        seat, raises = seats[actor], action.kind is Kind.RAISE
        if street < FLOP:
            seat.decided = True
            seat.entered |= raises or (action.kind is Kind.CALL and before.to_call > 0)
            seat.raised |= raises
            if before.raises == 1 and last_raiser != actor:
                seat.could_three_bet = True
                seat.three_bet |= raises
            last_raiser = actor if raises else last_raiser
            count += raises
            continue
        if street == FLOP and not before.raises and actor == last_raiser:
            seat.could_continue, seat.continued = True, raises
        seat.bets += raises
        seat.calls += action.kind is Kind.CALL and before.to_call > 0
        seat.folds += action.kind is Kind.FOLD
    for number, seat in enumerate(seats):
        seat.showed_down = state.is_showdown and bool(state.betting.live >> number & 1)
        seat.all_in = not state.betting.stacks[number]
    for seat, chips in zip(seats, _results(record, state) or (), strict=False):
        seat.won = chips
    return HandFacts(seats, count)


def _results(record: HandRecord, final: State) -> tuple[int, ...] | None:
    """What each seat won in chips: as stated, or else by the rules; None if neither tells."""
    if record.finishing is not None:
        return tuple(after - before for before, after in zip(record.game.stacks, record.finishing, strict=True))
    try:
        return record.payoffs() if final.is_over else None
    except RecordError:
        return None
