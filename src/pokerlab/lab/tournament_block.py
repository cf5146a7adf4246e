"""A block of tournaments: what is to be played, what came of it, and the players of blocks.

`play_in_python` plays any block, by the rules and the agents themselves; `tournament_play.play_compiled`, where agents
can be compiled, gives the same numbers much sooner.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab._streams import bits, stream
from pokerlab.agents.agent import Agent, Memory
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.registry import named_agent
from pokerlab.errors import MatchError
from pokerlab.lab.judges import all_in_luck
from pokerlab.records.phh_writer import format_phhs
from pokerlab.table.tournament import PlayedTournamentHand, Tournament
from pokerlab.tournament.structure import Structure

Whole = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

FORMAT = "pokerlab/tournament-block"
BOARDS = 500
"""Boards that the mean of an all-in before the flop is taken over."""
MOST_TROUBLES = 20
LUCK = 0x10C4
"""What tells the draw of those boards from other draws of a tournament."""


@dataclass(frozen=True)
class BlockTask:
    """Tournaments to be played: those with the numbers `first` to `first + count - 1` of a seed.

    - `agents`: by name; with `duplicate` every tournament is played as often as there are agents, who move on by one
      place each time: the same seats, button and decks for everybody once
    - `hands`: whether the hands are kept as text
    """

    structure: Structure
    agents: tuple[str, ...]
    seed: int
    first: int
    count: int
    duplicate: bool = False
    hands: bool = False

    @property
    def rotations(self) -> int:
        """How often each tournament is played."""
        return len(self.agents) if self.duplicate else 1

    @property
    def names(self) -> tuple[str, ...]:
        """A name for every agent: those of one kind are told apart by their number."""
        given = self.agents
        return tuple(name if given.count(name) == 1 else f"{name} ({number})" for number, name in enumerate(given, 1))

    def entrants(self, rotation: int) -> list[int]:
        """The agents in the order of entry."""
        return [(place + rotation) % len(self.agents) for place in range(len(self.agents))]


@dataclass(frozen=True)
class TournamentBlock:
    """What came of a block, each [tournament, rotation, agent].

    - `places`: from 1; `shared`: how many share the places from there on
    - `prizes`, `bounties`: cents; `hands`, `levels`: hands that the agent was dealt, and the level when it was over
    - `luck`: cents by ICM that the cards after all-ins were worth more than their mean
    - `text`: the hands as PHH, if they were kept; `troubles`: by agent and kind how often; `lines`: the first of them
    """

    places: Whole
    shared: Whole
    prizes: Whole
    bounties: Whole
    hands: Whole
    levels: Whole
    luck: Floats
    text: str = ""
    troubles: "dict[str, dict[str, int]] | None" = None
    lines: tuple[str, ...] = ()

    def save(self, path: Path) -> None:
        """Write it, whole or not at all."""
        arrays: dict[str, npt.NDArray[Any]] = {name: getattr(self, name) for name in _ARRAYS}
        if self.text:
            arrays["text"] = np.frombuffer(self.text.encode(), np.uint8)
        facts = {"troubles": self.troubles or {}, "lines": list(self.lines)}
        write_archive(path, FORMAT, 1, facts, arrays, compress=True)

    @classmethod
    def load(cls, path: Path) -> "TournamentBlock":
        """The block of a file, without its hands."""
        archive = _open(path)
        arrays: dict[str, Any] = {name: archive.array(name) for name in _ARRAYS}
        facts, shape = archive.metadata, arrays["places"].shape
        kinds = {name: np.float64 if name == "luck" else np.int64 for name in _ARRAYS}
        if len(shape) != 3 or any(a.shape != shape or a.dtype != kinds[n] for n, a in arrays.items()):
            raise MatchError(f"{path} is damaged: it does not say what a block of tournaments says")
        return cls(**arrays, troubles=facts.get("troubles"), lines=tuple(facts.get("lines", ())))

    @staticmethod
    def text_of(path: Path) -> bytes:
        """The hands of a file as text; empty if they were not kept."""
        archive = _open(path)
        return archive.array("text").tobytes() if "text" in archive.parts else b""


def seed_of(seed: int, number: int) -> int:
    """The seed of a tournament by its number."""
    return bits(stream(seed), number) >> 1


def play_in_python(task: BlockTask, make: Callable[[str], Agent] = named_agent) -> TournamentBlock:
    """Play a block by the rules and the agents themselves; `make`: the agent of a name."""
    writer = _BlockWriter(task, make)
    agents = [make(name) for name in task.agents]
    try:
        for number in range(task.count):
            for rotation in range(task.rotations):
                writer.play(number, rotation, agents)
    finally:
        for agent in agents:
            if isinstance(agent, ProcessAgent):
                agent.close()
    return writer.block()


class _BlockWriter:
    """Plays tournaments and takes down what came of them."""

    def __init__(self, task: BlockTask, make: Callable[[str], Agent]) -> None:
        self.task, self.make = task, make
        shape = (task.count, task.rotations, len(task.agents))
        kinds = {name: np.float64 if name == "luck" else np.int64 for name in _ARRAYS}
        self.arrays: dict[str, Any] = {name: np.zeros(shape, kind) for name, kind in kinds.items()}
        self.texts: list[str] = []
        self.troubles: dict[str, dict[str, int]] = {}
        self.lines: list[str] = []

    def play(self, number: int, rotation: int, agents: Sequence[Agent]) -> None:
        task = self.task
        order = task.entrants(rotation)
        entrants = [agents[agent] for agent in order]
        if any(agent.memory is Memory.MATCH for agent in agents):  # a tournament is a match: it begins with nothing
            entrants = [self.make(task.agents[agent]) for agent in order]
        seed = seed_of(task.seed, task.first + number)
        tournament = Tournament(task.structure, [task.names[agent] for agent in order], entrants, seed=seed)
        agent_at = [order[entrant] for entrant in tournament.order]  # by seat of the table
        of_all = {name: array[number, rotation] for name, array in self.arrays.items()}
        while not tournament.is_over:
            played = tournament.play()
            self._note(played, agent_at, of_all)
            if task.hands:
                name = str((task.first + number) * task.rotations + rotation + 1)
                record = played.record(name)
                self.texts.append(format_phhs(record, int(record.hand_id)))
        standing = tournament.standing
        for seat, agent in enumerate(agent_at):
            of_all["places"][agent] = standing.places[seat]
            of_all["shared"][agent] = standing.places.count(standing.places[seat])
            of_all["prizes"][agent] = standing.prizes[seat]
            of_all["bounties"][agent] = standing.bounties[seat]

    def _note(self, played: PlayedTournamentHand, agent_at: Sequence[int], of_all: dict[str, Any]) -> None:
        before, state = played.before, played.played.state
        luck = all_in_luck(state, before.prizes_to_win, BOARDS, stream(before.seed, before.hands, LUCK))
        for place, seat in enumerate(played.hand.seats):
            agent = agent_at[seat]
            of_all["hands"][agent] += 1
            of_all["levels"][agent] = played.hand.level.number
            of_all["luck"][agent] += luck[place]
        for trouble in played.played.troubles:
            name = self.task.names[agent_at[played.hand.seats[trouble.seat]]]
            of_agent = self.troubles.setdefault(name, {})
            of_agent[trouble.what] = of_agent.get(trouble.what, 0) + 1
            if len(self.lines) < MOST_TROUBLES:
                self.lines.append(f"hand {before.hands + 1}, {name}: {trouble.what}, {trouble.line}")

    def block(self) -> TournamentBlock:
        texts = "".join(self.texts)
        return TournamentBlock(**self.arrays, text=texts, troubles=self.troubles, lines=tuple(self.lines))


_ARRAYS = [column.name for column in fields(TournamentBlock)][:7]


def _open(path: Path) -> Archive:
    return Archive(path, FORMAT, (1,), what="a block of tournaments", error=MatchError)
