"""The size of a game as plain data."""

from typing import Any

from pokerlab.betting.sizes import GameSize, StreetSize

STREETS = ("preflop", "flop", "turn", "river")
_COUNTED = ("sequences", "actions", "continuing", "terminals")


def game_size_record(sizes: GameSize, per_action: int, disk: int) -> dict[str, Any]:
    """All counts by street, and the bytes to solve and to store, at so many per infoset and action."""
    streets = []
    for name, count, ways, street in zip(
        street_names(len(sizes.counts)), sizes.counts, sizes.view.ways, sizes.streets, strict=True
    ):
        by_players = {
            what: {str(players): number for players, number in sorted(getattr(count, what).items())}
            for what in ("starts", *_COUNTED)
        }
        streets.append({"street": name, "cards": ways, **by_players, **_plain(street)})
    return {
        "cards": sizes.view.name,
        "streets": streets,
        "total": {
            **{what: sum(getattr(count, what).total() for count in sizes.counts) for what in _COUNTED},
            **_plain(sizes.total),
        },
        "memory": {"bytes_per_action": per_action, "bytes": sizes.memory(per_action)},
        "disk": {"bytes_per_action": disk, "bytes": sizes.disk(disk)},
    }


def street_names(streets: int) -> list[str]:
    """The streets of a game with so many, by their names or numbers."""
    return list(STREETS) if streets == len(STREETS) else [f"round {number}" for number in range(1, streets + 1)]


def _plain(street: StreetSize) -> dict[str, int]:
    return {
        "infosets": street.infosets,
        "infoset_actions": street.actions,
        "infosets_continuing": street.continuing,
        "infosets_terminal": street.terminals,
    }
