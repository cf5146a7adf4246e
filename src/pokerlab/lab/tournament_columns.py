"""What the kernel that plays tournaments is given, in tuples. Seats are those of the table unless it says otherwise."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.games import hand_columns as at
from pokerlab.games.compiled import compiled_rules
from pokerlab.games.library import holdem_nolimit
from pokerlab.tournament.structure import AnteBy, Button, Structure, all_levels

Whole = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

# CompiledStructure.numbers
CHIPS, IS_TIMED, IS_DEAD_BUTTON, ANTE_BY_ALL, ANTE_FIRST, BOUNTY, KEPT_PARTS, KEPT_WHOLE, BOARDS = range(9)
# CompiledStructure.levels
SMALL_BLIND, BIG_BLIND, ANTE = range(3)
# InPlay.numbers. ROW: which tournament; IS_BEGUN, IS_DEALT: whether it has begun, and whether a hand is being played;
# LEFT: players with chips; the positions of the last hand; HANDS: played; LEVEL: of this hand, from 0
ROW, IS_BEGUN, IS_DEALT, LEFT, BUTTON, SMALL, BIG, HANDS, LEVEL = range(9)
IN_PLAY_NUMBERS = 9


class CompiledStructure(NamedTuple):
    """A structure for so many players: `numbers`, see above (KEPT_*: the part of a won bounty that goes on one's own
    head; BOARDS: over which luck is reckoned); `levels` int64 [level, 3] and their `lengths` in hands or seconds;
    `clock`: seconds of a hand and for each player; `prizes` int64 [place], in cents."""

    numbers: Whole
    levels: Whole
    lengths: Floats
    clock: Floats
    prizes: Whole

    @classmethod
    def of(cls, structure: Structure, players: int, boards: int) -> "CompiledStructure":
        """The arrays of a structure."""
        kept = Fraction(str(structure.progressive))
        numbers = np.array([
            structure.chips, structure.is_timed, structure.button is Button.DEAD, structure.ante is AnteBy.ALL,
            structure.ante_first, structure.bounty, kept.numerator, kept.denominator, boards,
        ], np.int64)  # fmt: skip
        levels = all_levels(structure.levels)
        unit = 60.0 if structure.is_timed else 1.0
        return cls(
            numbers, np.array([(level.small_blind, level.big_blind, level.ante) for level in levels], np.int64),
            np.array([level.length * unit for level in levels], np.float64),
            np.array([structure.clock.hand, structure.clock.player]),
            np.array(structure.prizes(players), np.int64),
        )  # fmt: skip


class Entries(NamedTuple):
    """Who plays: by tournament (row) its seed, the button of its first hand, and by seat the stream of the entrant's
    chance and the number of the agent."""

    seeds: npt.NDArray[np.uint64]
    buttons: Whole
    chances: npt.NDArray[np.uint64]
    agents: Whole


class Outcomes(NamedTuple):
    """What came of it, [row, agent]; see `tournament_block.TournamentBlock`."""

    places: Whole
    shared: Whole
    prizes: Whole
    bounties: Whole
    hands: Whole
    levels: Whole
    luck: Floats

    @classmethod
    def empty(cls, rows: int, agents: int) -> "Outcomes":
        """Nothing yet."""
        places, shared, prizes, bounties, hands, levels = np.zeros((6, rows, agents), np.int64)
        return cls(places, shared, prizes, bounties, hands, levels, np.zeros((rows, agents)))


class InPlay(NamedTuple):
    """The tournament that is being played: `numbers`, see above, and `seconds` [1]; by seat `stacks`, `places`,
    `prizes`, `bounties` and `heads` (bounties on them); `seats`: of the table, by seat of the hand; `rules` and `hand`
    (see `games.hand_columns`); `won`: by seat of the hand; `ladder`, `luck`: prizes and luck of the hand's players."""

    numbers: Whole
    seconds: Floats
    stacks: Whole
    places: Whole
    prizes: Whole
    bounties: Whole
    heads: Whole
    seats: Whole
    rules: Whole
    hand: Whole
    won: Whole
    ladder: Floats
    luck: Floats

    @classmethod
    def empty(cls, players: int) -> "InPlay":
        """No tournament yet."""
        stacks, places, prizes, bounties, heads, seats, won = (np.zeros(players, np.int64) for _ in range(7))
        return cls(
            np.zeros(IN_PLAY_NUMBERS, np.int64), np.zeros(1), stacks, places, prizes, bounties, heads, seats,
            compiled_rules(holdem_nolimit(players)), np.zeros(at.HAND_SIZE, np.int64), won, np.zeros(players),
            np.zeros(players),
        )  # fmt: skip
