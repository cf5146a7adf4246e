"""Write the count files anew: `python tests/counts/regenerate.py`. The difference is for a person to look at.

`walked.csv` comes from a walk of the whole tree, node by node; `counted.csv` from the counts, for games too large to
walk.
"""

import csv
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "betting"))

from enumeration import walk_hand  # noqa: E402

from pokerlab.betting.count import count_bets  # noqa: E402
from pokerlab.betting.menu_reader import parse_menu  # noqa: E402
from pokerlab.betting.position import seeded  # noqa: E402
from pokerlab.games.library import named_game  # noqa: E402

NAMES = ("starts", "sequences", "actions", "continuing", "folds", "showdowns")
Key = tuple[str, str, str]

WALKED: list[Key] = [
    ("kuhn", "real", "*"),
    ("kuhn3", "real", "*"),
    ("leduc", "real", "*"),
    ("leduc-nl:6", "real", "*"),
    ("leduc-nl:12", "real", "fcpa"),
    ("leduc-nl:12", "real", "fchpda/h"),
    ("holdem-limit:2", "real", "*"),
    ("holdem-limit:2", "seed", "*"),
    ("holdem-limit:players=3,stack=70", "real", "*"),
    ("holdem-limit:players=3,stack=45", "seed", "*"),
    ("holdem-nolimit:players=2,stack=10,small_blind=1,big_blind=2", "real", "*"),
    ("holdem-nolimit:players=3,stack=6,small_blind=1,big_blind=2", "real", "*"),
    ("holdem-nolimit:players=4,stack=4,small_blind=1,big_blind=2", "real", "*"),
    ("holdem-nolimit:players=4,stack=8,small_blind=1,big_blind=2,straddle=4", "real", "fca"),
    ("holdem-nolimit:players=2,stack=20000", "real", "fcpa"),
    ("holdem-potlimit:players=2,stack=12,small_blind=1,big_blind=2", "real", "*"),
]
COUNTED: list[Key] = [
    *((f"holdem-limit:{players}", order, "*") for order in ("real", "seed") for players in range(3, 11)),
    ("holdem-nolimit:stack=400,small_blind=1,big_blind=2", "real", "*"),
    ("holdem-nolimit:players=3,stack=100,small_blind=1,big_blind=2", "real", "*"),
    ("holdem-nolimit:players=6,stack=100,small_blind=1,big_blind=2", "real", "*"),
    ("holdem-nolimit:players=2,stack=20000", "real", "fchpda"),
]


def write(path: Path, games: Iterable[Key], count: Callable[..., Sequence]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["game", "order", "menu", "street", "players", *NAMES])
        for name, order, menu in games:
            game = seeded(named_game(name)) if order == "seed" else named_game(name)
            for street, numbers in enumerate(count(game, parse_menu(menu))):
                for players in range(1, game.players + 1):
                    row = [getattr(numbers, what)[players] for what in NAMES]
                    if any(row):
                        writer.writerow([name, order, menu, street, players, *row])


if __name__ == "__main__":
    write(HERE / "walked.csv", WALKED, walk_hand)
    write(HERE / "counted.csv", COUNTED, count_bets)
