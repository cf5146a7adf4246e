"""How much a recall shrinks the betting as the number of players grows: as numbers, bars of text, and a chart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10

from pokerlab._charts import Chart
from pokerlab.betting.game_size import count_game
from pokerlab.games.rules import Game

BAR_STEPS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class Reduction:
    """The sequences of a game with perfect recall and with less."""

    players: int
    perfect: int
    merged: int

    @property
    def factor(self) -> float:
        """How many times fewer there are."""
        return self.perfect / self.merged


def reductions(games: Iterable[Game], recall: str) -> list[Reduction]:
    """The reduction in each of some games."""
    return [
        Reduction(
            game.players,
            *(sum(count.sequences.total() for count in count_game(game, recall=text)) for text in ("perfect", recall)),
        )
        for game in games
    ]


def bar(value: float, largest: float, width: int = 40) -> str:
    """A bar on a logarithmic scale from 1 to `largest`, in eighths of a character."""
    if largest <= 1 or value <= 1:
        return ""
    eighths = round(8 * width * log10(value) / log10(largest))
    return BAR_STEPS[8] * (eighths // 8) + BAR_STEPS[eighths % 8].strip()


def chart(title: str, lines: Mapping[str, Sequence[Reduction]]) -> Chart:
    """Reduction factors against the number of players, one line per name, on a logarithmic scale."""
    points = {name: [(float(r.players), r.factor) for r in found] for name, found in lines.items()}
    return Chart(title, "players", "sequences, perfect recall / merged", points, log_y=True)
