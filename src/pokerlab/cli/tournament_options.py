"""How tournament verbs read lists of numbers."""

from pokerlab.errors import TournamentError, shorten


def parse_numbers(text: str, what: str) -> list[float]:
    """Numbers separated by commas or slashes: `2000,1500,1000`."""
    try:
        return [float(part) for part in text.replace("/", ",").split(",")]
    except ValueError:
        raise TournamentError(f"{what} '{shorten(text)}': numbers separated by commas are needed") from None
