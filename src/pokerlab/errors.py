"""The exceptions of pokerlab: one small tree.

Every error a user can cause is a `PokerError` whose text is one line that says what was given and what was
expected. The command line prints that line and ends with exit code 2.
"""


class PokerError(Exception):
    """Base of all errors that pokerlab raises on bad input."""


class CardError(PokerError):
    """A card or a list of cards that cannot be: unknown rank or suit, a card twice, too many cards."""


class RangeError(PokerError):
    """A range text that cannot be read, or a range that leaves no hand."""


class EquityError(PokerError):
    """An equity that cannot be computed: no deal is possible, or too many players."""


class DataError(PokerError):
    """A data file that is missing, truncated or not ours."""


class ExperimentError(PokerError):
    """An experiment that does not exist."""


class TournamentError(PokerError):
    """Stacks, blinds or prizes that no tournament has, or a question about them that has no answer."""
