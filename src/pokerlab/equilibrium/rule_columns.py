"""What kernels know of an update rule: the numbers of an iteration, and what is the same in all of them.

The layout of both engines, the one of small games and that of `postflop`.
"""

from typing import NamedTuple

# kinds of strategies: in proportion to positive regrets; the same with the last gain counted twice; changed in place
MATCHED, PREDICTED, HEDGED = range(3)

# columns of a table of `Coefficients`
POSITIVE, NEGATIVE, FLOOR, KEEP, WEIGHT, CONSTANT, VISIT = range(7)


class Coefficients(NamedTuple):
    """The numbers of one iteration.

    Regret matching: what positive and negative regrets are multiplied by before gains are added; the least they can be,
    0 or minus infinity (engines have different units); what the average is multiplied by, and the weight of the
    strategy in it (0: the average stays as it is). Hedging: its constant, and which visit of a node it is.
    """

    positive: float = 1.0
    negative: float = 1.0
    floor: float = float("-inf")
    keep: float = 1.0
    weight: float = 1.0
    constant: float = 0.0
    visit: float = 1.0


class Traits(NamedTuple):
    """What of a rule is the same in all iterations; `strategy` is one of the kinds above."""

    strategy: int
    is_by_reach: bool
    returns_new: bool
    is_simultaneous: bool
