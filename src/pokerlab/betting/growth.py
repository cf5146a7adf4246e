"""How much a recall shrinks the betting as the number of players grows, as numbers, bars of text, and a picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import log10
from pathlib import Path

from pokerlab._files import write_atomically
from pokerlab.betting.sizes import count_game
from pokerlab.errors import MissingExtraError
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


def draw(path: Path, title: str, lines: Sequence[tuple[str, Sequence[Reduction]]]) -> None:
    """Write a PNG of reduction factors against the number of players, on a logarithmic scale.

    Needs matplotlib, the extra `plot`.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("plots need matplotlib: pip install 'pokerlab[plot]'") from None
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for label, points in lines:
        axes.semilogy([p.players for p in points], [p.factor for p in points], marker="o", label=label)
    axes.set(title=title, xlabel="players", ylabel="sequences, perfect recall / merged")
    axes.grid(True, which="both", alpha=0.3)
    axes.legend()
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=120)
    write_atomically(path, picture.getvalue())
