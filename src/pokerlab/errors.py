"""The exceptions of pokerlab: one small tree.

Every error a user can cause is a `PokerError` whose text is one line that says what was given and what was
expected. The command line prints that line and ends with exit code 2.
"""

LONGEST_LINE = 400
"""The most characters of an error."""


class PokerError(Exception):
    """Base of all errors that pokerlab raises on bad input. Its text is one line, whatever was quoted in it."""

    def __init__(self, text: str = "") -> None:
        super().__init__(shorten(text, LONGEST_LINE))


class CardError(PokerError):
    """A card or a list of cards that cannot be: unknown rank or suit, a card twice, too many cards."""


class RangeError(PokerError):
    """A range text that cannot be read, or a range that leaves no hand."""


class EquityError(PokerError):
    """An equity that cannot be computed: no deal is possible, or too many players."""


class DataError(PokerError):
    """A data file that is missing, truncated or not ours."""


class GameError(PokerError):
    """A game that cannot be, or a step that its rules do not know."""


class IllegalActionError(GameError):
    """An action that is not legal now; the text names what was."""


class TreeSizeError(GameError):
    """A betting tree with more nodes than are wanted."""


class RecordError(PokerError):
    """A hand that cannot be read, written or replayed; the text says where and why."""


class SolverError(PokerError):
    """A solver that cannot do what it was asked: an unknown rule, a checkpoint of another game."""


class StrategyError(PokerError):
    """A strategy file that is not one, or a strategy that does not fit its game."""


class AgentError(PokerError):
    """An agent that is not known, does not play the game, or answers what cannot be."""


class MatchError(PokerError):
    """A match that cannot be played, or a directory that holds another one."""


class JobError(PokerError):
    """A job that cannot be: an unknown key, or a value of another kind than its key takes."""


class ChartError(PokerError):
    """A chart that cannot be drawn here."""


class ExperimentError(PokerError):
    """An experiment that does not exist, or cannot run here."""


class TournamentError(PokerError):
    """Stacks, blinds or prizes that no tournament has, or a question about them that has no answer."""


class SpotError(PokerError):
    """A post-flop spot that cannot be: board, ranges, chips or bet sizes; or a line of play that it does not have."""


class SolutionError(PokerError):
    """A solution file that is not one or is damaged, or a question that a solution cannot answer."""


class AbstractionError(PokerError):
    """Boards or hands that cannot be grouped as asked."""


class LabError(PokerError):
    """Play that cannot be judged: policies, ranges or boards that do not fit the game."""


def shorten(text: object, limit: int = 60) -> str:
    """What a user gave, fit to be quoted in one line of an error: printable, without line ends, at most `limit`
    long."""
    shown = "".join(c if c.isprintable() else " " for c in str(text)[: 4 * limit + 1])
    shown = " ".join(shown.split())
    return shown if len(shown) <= limit else shown[: limit - 3] + "..."
