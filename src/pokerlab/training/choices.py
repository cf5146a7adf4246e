"""What can be chosen of a training, by name."""

from enum import StrEnum


class Variant(StrEnum):
    """What an iteration samples besides the cards."""

    EXTERNAL = "external"
    """The actions of all others."""
    CHANCE = "chance"
    """Nothing: all lines of the betting are looked at."""
    PURE = "pure"
    """As external, and every infoset plays one action of its strategy, drawn."""
    OUTCOME = "outcome"
    """The own actions as well: one line of play is looked at for each seat."""
    PUBLIC = "public"
    """Of the cards the board alone: all hands of two players at once, on all lines of the betting."""


class Average(StrEnum):
    """What the result is."""

    VISITS = "visits"
    """Strategies added up wherever others come by: with two players the average of the theory. With more, an infoset
    counts by how often the other opponents come there too."""
    CORRECTED = "corrected"
    """The same, each divided by the other opponents' chances to come there: the average of the theory, with more
    noise."""
    CURRENT = "current"
    """The last strategy; nothing is added up."""
    SNAPSHOTS = "snapshots"
    """The strategies at the ends of all periods, added up as they are: an infoset counts alike whether one comes there
    or not."""


class Numbers(StrEnum):
    """What the table is made of."""

    FLOAT32 = "float32"
    INT32 = "int32"
    """Whole numbers, rounded by chance so that nothing is lost on average."""
    INT16 = "int16"
    """The same in half the memory."""


class Weighing(StrEnum):
    """Weights by name."""

    ALIKE = "alike"
    LINEAR = "linear"
    DISCOUNTED = "discounted"
