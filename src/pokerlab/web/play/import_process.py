"""The process that reads a file of hands into the hand database: says how it goes, a line of JSON each.

Its arguments: the database, the file, and the game of ACPC lines or nothing.
"""

import json
import sys
from typing import Any

from pokerlab.errors import PokerError
from pokerlab.games.library import named_game
from pokerlab.table.hand_database import HandDatabase
from pokerlab.table.hand_files import import_hands
from pokerlab.table.hand_putting import PutCount


def main(database: str, path: str, game: str = "") -> None:
    """Read it, and say what became of it."""

    def tell(count: PutCount) -> None:
        _say(vars(count))

    try:
        with HandDatabase(database, synchronous=False) as file:
            import_hands(file, path, game=named_game(game) if game else None, tell=tell)
    except (PokerError, OSError) as error:
        _say({"error": str(error)})


def _say(content: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(content) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
