"""Counting a game as data, and what comes out of it.

SizeJob(game="holdem-limit:players=3", recall="ibr", cards="buckets:2.4.8.16").run().record()
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from pokerlab._jobs import Job, JobResult
from pokerlab.betting.cardviews import card_view
from pokerlab.betting.count import with_forced_checks
from pokerlab.betting.game_size import GameSize, count_game
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.position import seeded
from pokerlab.betting.size_report import game_size_record
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game


class SizeJob(Job):
    """Which game is counted, and how.

    - `game`, `menu`: as `library.named_game` and `parse_menu` read them; `order`: blinds (`real`), or one bet that the
      first to act has put in (`seed`)
    - `cards`: what is seen of them (see `cardviews`); `recall`: what of the betting survives a street (see `recall`)
    - `truncated`: cards are seen only where two players are left; `forced_checks`: checks of players all-in count
    - `bytes`, `disk_bytes`: of an infoset and action, while solving and in a stored strategy
    """

    game: str
    menu: str = "*"
    order: Literal["real", "seed"] = "real"
    cards: str = "canonical"
    recall: str = "perfect"
    truncated: bool = False
    forced_checks: bool = False
    bytes: Annotated[int, Field(ge=1)] = 8
    disk_bytes: Annotated[int, Field(ge=1)] = 1

    def run(self) -> "CountedGame":
        """Count it."""
        rules = named_game(self.game)
        if self.order == "seed":
            rules = seeded(rules)
        counts = count_game(rules, parse_menu(self.menu), self.recall)
        if self.forced_checks:
            counts = with_forced_checks(counts)
        return CountedGame(self, rules, GameSize(counts, card_view(rules, self.cards), self.truncated))


@dataclass(frozen=True)
class CountedGame(JobResult):
    """A counted game."""

    job: SizeJob
    rules: Game
    sizes: GameSize
    file: str | None = None

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab size --json` prints it."""
        job = self.job
        asked = job.model_dump(include={"game", "menu", "order", "recall", "truncated", "forced_checks"})
        return asked | {"players": self.rules.players} | game_size_record(self.sizes, job.bytes, job.disk_bytes)
