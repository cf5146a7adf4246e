"""What places at the table are called, by the order in which they act before the flop: `UTG` ... `BTN`, `SB`, `BB`."""

EARLY = ("UTG", "UTG+1", "UTG+2", "UTG+3")
LATE = ("MP", "HJ", "CO", "BTN", "SB", "BB")


def position_names(players: int) -> tuple[str, ...]:
    """The names in the order of action before the flop, the big blind last; seats before those that have names are
    `UTG+4` and so on."""
    early = (*EARLY, *(f"UTG+{number}" for number in range(len(EARLY), players)))
    return LATE[-players:] if players <= len(LATE) else (*early[: players - len(LATE)], *LATE)


def seat_positions(players: int) -> tuple[str, ...]:
    """The names by seat of a game: seat 0 is left of the button, so the small blind comes first; with two players it is
    the button who posts the small blind."""
    names = position_names(players)
    return names[::-1] if players == 2 else (*names[-2:], *names[:-2])
