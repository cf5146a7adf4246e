"""What matches and round robins have in common: who plays which game, how much, judged how, and kept where."""

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from pokerlab._jobs import Job
from pokerlab._numbers import check_seed
from pokerlab.agents.registry import files_of
from pokerlab.errors import LabError, MatchError
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game
from pokerlab.lab.judges import named_judge
from pokerlab.lab.match_block import HandsKept
from pokerlab.lab.match_directory import ELSEWHERE, Claim, claim
from pokerlab.postflop.spot import Spot
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.record import HandRecord, unknown_hands
from pokerlab.table.deals import Dealer, FromRanges, Shuffled


class PlayJob(Job):
    """Agents, a game, and how it is played.

    - `agents`: by name, see `agents.registry`; `game`: by name, or the TOML file of a post-flop spot
    - `deals`: each played in `seatings` (rotations, or all orders of the agents)
    - `matches`: of agents that remember, so many independent matches of so many deals
    - `judges`: see `judges`; `confidence`: of the intervals
    - `response`, `hand`: seconds that agents have; `average`: seconds for each hand over a whole block; `strict`: late
      answers are replaced by check or fold
    - `out`: the directory of blocks, manifest and results; `block`: deals in a task; `jobs`, `where`: see `jobs.run`
    - `hands`, `policies`: whether, and in which format, the directory keeps hands and what agents played from; `gzip`
      packs the file of all hands
    """

    agents: tuple[str, ...]
    game: str
    deals: Annotated[int, Field(ge=1)] = 1000
    matches: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    seatings: Literal["rotations", "all"] = "rotations"
    judges: Annotated[tuple[str, ...], Field(min_length=1)] = ("chips",)
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    response: Annotated[float, Field(gt=0)] | None = None
    hand: Annotated[float, Field(gt=0)] | None = None
    average: Annotated[float, Field(gt=0)] | None = None
    strict: bool = False
    out: str | None = None
    hands: HandsKept = "acpc"
    gzip: bool = False
    policies: bool = True
    block: Annotated[int, Field(ge=1)] = 500
    jobs: Annotated[int, Field(ge=1)] | None = None
    where: str = "processes"

    @field_validator("agents", "judges", mode="before")
    @classmethod
    def _as_names(cls, given: Any) -> Any:
        return tuple(given) if isinstance(given, list) else given  # as TOML and JSON write them

    @contextmanager
    def directory(self, learners: Sequence[str]) -> Iterator[Path]:
        """Where it is played: `out`, which may hold no other match, or a directory that is removed in the end.
        `learners`: the agents that remember."""
        if self.out is None:
            with tempfile.TemporaryDirectory() as directory:
                yield Path(directory) / "match"
            return
        told = self.model_dump(mode="json", exclude=ELSEWHERE)
        claim(Path(self.out), Claim(type(self).__name__, told, tuple(learners), self.digests()))
        yield Path(self.out)

    @property
    def files(self) -> list[str]:
        """The files that decide what is played."""
        spots = [self.game] if self.game.endswith(".toml") else []
        return sorted({*spots, *(path for name in self.agents for path in files_of(name))})

    def digests(self) -> dict[str, str]:
        """Their digests, by path."""
        return {path: digest_of(path) for path in self.files}

    def check(self) -> None:
        """A `PokerError` of what is wrong before anything is played."""
        check_seed(self.seed, LabError)
        game = game_of(self.game)[0]
        for judge in self.judges:
            named_judge(judge).check(game)
        if self.out and self.hands == "phh":
            format_phh(HandRecord(game, (), unknown_hands(game)))

    def check_judges(self) -> None:
        """A `MatchError` of judges that cannot judge while it is played."""
        for name in self.judges:
            if named_judge(name).learns:
                raise MatchError(
                    f"{name} learns from other blocks than it judges: play with --out, and judge that again"
                )


def digest_of(path: str) -> str:
    """The digest of a file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def game_of(text: str) -> tuple[Game, Dealer]:
    """A game and who deals it: by name, or a spot in a file, whose hands are dealt by its ranges."""
    if text.endswith(".toml"):
        spot = Spot.read(Path(text))
        game = spot.game()
        return game, FromRanges(game, (spot.oop, spot.ip))
    game = named_game(text)
    return game, Shuffled(game)
