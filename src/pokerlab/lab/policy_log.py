"""What open agents played from, decision by decision: the chance of every action for every private hand.

    log = PolicyLog.of(arrays)
    for policy in log.hand(7):          # the decisions of hand 7, in order
        policy.actions, policy.parts    # uint16 [action, hand], columns add up to 65,535

Judges that take out luck read here what an agent would have done with every other hand; what is judged is exactly what
was played. Equal tables are kept once in a log, and those that are alike for all hands have one column. The arrays:

    policy_counts   uint16 [hand]         decisions of every hand
    policy_numbers  int32 [decision]      its table, -1 where none is known: the agent is not open, or failed
    policy_sizes    uint32 [table, 2]     actions and columns: as many as the game has hands, or 1
    policy_moves    int64 [...]           actions, table by table: -1 fold, 0 call, else what is raised to; each less
                                          the one before
    policy_parts    uint16 [...]          [action, column], table by table
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab._streams import WHOLE
from pokerlab.agents.open_agent import as_parts
from pokerlab.cards.unseen import all_seen
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError, LabError
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.hands import hand_number, private_hands
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.games.view import Public

Arrays = dict[str, npt.NDArray[Any]]


class LoggedPolicy(NamedTuple):
    """What was played from: `actions`, and `parts` uint16 [action, hand] of 65,535 (hands as in `games.hands`)."""

    actions: tuple[Action, ...]
    parts: npt.NDArray[np.uint16]


class PolicyWriter:
    """Takes what agents say (`note`, as their `noted`), hand by hand."""

    def __init__(self) -> None:
        self._said: dict[int, Chances] = {}
        self._known: dict[tuple[tuple[Action, ...], bytes], int] = {}
        self._counts, self._numbers = list[int](), list[int]()
        self._sizes, self._moves = list[tuple[int, ...]](), list[int]()
        self._parts: list[npt.NDArray[np.uint16]] = []

    def note(self, public: Public, chances: Chances) -> None:
        """An agent acts by these chances."""
        self._said[len(public.betting.history)] = chances

    def finish(self, state: State, replaced: Sequence[int] = ()) -> list[LoggedPolicy | None]:
        """A hand is over: its policies by decision. Seats in `replaced` did not play what they said."""
        found: list[LoggedPolicy | None] = []
        for place, played in enumerate(state.history):
            said = self._said.get(place)
            try:
                number = -1 if said is None or played.seat in replaced else self._number(state.game, said)
            except AgentError:  # what it said makes no sense: nothing is known
                number = -1
            self._numbers.append(number)
            found.append(None if said is None or number < 0 else _policy(state.game, said.actions, self._parts[number]))
        self._counts.append(len(found))
        self._said.clear()
        return found

    def arrays(self) -> Arrays:
        """For a file."""
        flat = [part.reshape(-1) for part in self._parts]
        return {
            "policy_counts": np.array(self._counts, np.uint16), "policy_numbers": np.array(self._numbers, np.int32),
            "policy_sizes": np.array(self._sizes, np.uint32).reshape(-1, 2),
            "policy_moves": np.array(self._moves, np.int64), "policy_parts": np.concatenate([_NOTHING, *flat]),
        }  # fmt: skip

    def _number(self, game: Game, said: Chances) -> int:
        table = said.table
        if table.shape != (len(said.actions), hands := len(private_hands(game))):
            raise AgentError(f"chances of {table.shape}, {game.name} has {hands} hands")
        if table.shape[1] and table.strides[1] == 0:  # alike for all hands
            table = table[:, :1]
        key = said.actions, hashlib.blake2b(table.tobytes(), digest_size=16).digest()
        number = self._known.get(key)
        if number is None:
            parts = as_parts(table)
            number = self._known[key] = len(self._parts)
            moves = np.array([_code(action) for action in said.actions])
            self._parts.append(parts)
            self._sizes.append(table.shape)
            self._moves += np.diff(moves, prepend=0).tolist()
        return number


class PolicyLog:
    """A log that was written."""

    def __init__(self, game: Game, array: Callable[[str], npt.NDArray[Any]]) -> None:
        self._game = game
        arrays = [array(f"policy_{name}") for name in _KINDS]
        counts, self._numbers, self._sizes, self._moves, self._parts = arrays
        kinds = [(found.dtype.str[1:], found.ndim) for found in arrays]
        is_fit = kinds == [(kind, 1 + (name == "sizes")) for name, kind in _KINDS.items()] and self._sizes.shape[1] == 2
        if not is_fit or not self._fits(counts.astype(np.int64)):
            raise LabError("the log of policies is damaged: its sizes do not fit each other")
        self._firsts = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

    def _fits(self, counts: npt.NDArray[np.int64]) -> bool:
        """Whether every number is of something that is there."""
        sizes, hands = self._sizes, len(private_hands(self._game))
        return (
            int(counts.sum()) == len(self._numbers)
            and self._numbers.min(initial=0) >= -1
            and self._numbers.max(initial=-1) < len(sizes)
            and bool((sizes[:, 0] <= len(self._moves)).all() and np.isin(sizes[:, 1], (1, hands)).all())
            and self._ends[-1].tolist() == [len(self._moves), len(self._parts)]
        )

    @classmethod
    def of(cls, game: Game, arrays: Mapping[str, npt.NDArray[Any]]) -> "PolicyLog":
        """The log in arrays."""
        return cls(game, arrays.__getitem__)

    @property
    def hands(self) -> int:
        """How many hands it has."""
        return len(self._firsts) - 1

    def hand(self, number: int) -> list[LoggedPolicy | None]:
        """By decision of a hand what its agent played from; None where that is not known."""
        first, end = self._firsts[number : number + 2].tolist()
        return [None if table < 0 else self._table(table) for table in self._numbers[first:end].tolist()]

    def _table(self, number: int) -> LoggedPolicy:
        count, columns = self._sizes[number].tolist()
        end_of_moves, end_of_parts = self._ends[number + 1].tolist()
        moves = np.cumsum(self._moves[end_of_moves - count : end_of_moves]).tolist()
        if min(moves, default=0) < _code(FOLD):
            raise LabError(f"the log of policies is damaged: {min(moves)} is no action")
        parts = self._parts[end_of_parts - count * columns : end_of_parts].reshape(count, columns)
        return _policy(self._game, tuple(_action(code) for code in moves), parts)

    @cached_property
    def _ends(self) -> npt.NDArray[np.int64]:
        counts, columns = self._sizes.astype(np.int64).T
        sizes = np.stack([counts, counts * columns], axis=1)
        return np.concatenate([np.zeros((1, 2), np.int64), np.cumsum(sizes, axis=0)])


def check_played(state: State, policies: Sequence[LoggedPolicy | None]) -> None:
    """A `LabError` unless every action of a hand could be drawn from what its agent is said to have played from; if its
    cards are hidden, with some cards."""
    if len(policies) != len(state.history):
        raise LabError(f"{len(policies)} policies are logged of a hand with {len(state.history)} decisions")
    possible: dict[int, npt.NDArray[np.bool_]] = {}
    for place, (played, policy) in enumerate(zip(state.history, policies, strict=True), 1):
        if policy is None:
            continue
        if (policy.parts.sum(axis=0, dtype=np.int64) != WHOLE).any():
            raise LabError(f"decision {place}: the logged chances do not add up to {WHOLE:,}")
        cards = state.private[played.seat]
        held = hand_number(state.game, cards) if cards and all_seen(cards) else slice(None)
        is_known = played.action in policy.actions
        drawn = policy.parts[policy.actions.index(played.action)] > 0 if is_known else np.array(False)
        possible[played.seat] = possible.get(played.seat, True) & drawn
        if not is_known or not possible[played.seat][held].any():
            raise LabError(f"decision {place}: '{played.action}' was played, which the logged chances do not have")


def _policy(game: Game, actions: tuple[Action, ...], parts: npt.NDArray[np.uint16]) -> LoggedPolicy:
    return LoggedPolicy(actions, np.broadcast_to(parts, (len(actions), len(private_hands(game)))))


def _code(action: Action) -> int:
    return {Kind.FOLD: -1, Kind.CALL: 0, Kind.RAISE: action.to}[action.kind]


def _action(code: int) -> Action:
    return (FOLD, CALL)[code + 1] if code <= 0 else raise_to(code)


_KINDS = {"counts": "u2", "numbers": "i4", "sizes": "u4", "moves": "i8", "parts": "u2"}
_NOTHING = np.empty(0, np.uint16)
