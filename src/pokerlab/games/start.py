"""A point of a hand from which a game is played: on any street, also in the middle of its betting."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """Where a hand stands when a game begins there instead of at its blinds. Sets of seats are bit masks.

    - `street`: from 0; `board`: the common cards already out (those of the street that are missing are dealt first)
    - `dead`: chips in the middle that are nobody's, such as those of players who are not in the game
    - `paid`: chips that each seat has put in before this street, `bets`: on this street; () for nothing
    - `live`: seats that have not folded; None for all
    - `raises`: bets and raises of this street so far; `last_raise`: the size of the last full one, None for the
      street's smallest bet
    - `level`: the bet to match, None for the largest of `bets`
    - `waiting`: seats that must still act in this round, None for all who can, or who owe something if somebody has
      bet; `acted`: seats that have acted on this street
    - `actor`: the seat to act, None for the first one from the street's `first_to_act`

    The stacks of the game are before all of it: what a seat has behind is its stack less what it has paid and bet.
    """

    street: int = 0
    board: tuple[int, ...] = ()
    dead: int = 0
    paid: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    live: int | None = None
    raises: int = 0
    last_raise: int | None = None
    level: int | None = None
    waiting: int | None = None
    acted: int = 0
    actor: int | None = None
