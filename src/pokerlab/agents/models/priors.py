"""What is expected of an opponent of whom nothing is known: chances of fold, call and raise by the bets to call."""

import numpy as np
import numpy.typing as npt

from pokerlab.errors import AgentError, shorten

LOKI = ((0.0, 0.5, 0.5), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1))
"""By bets to call (0, 1, 2 and more): the defaults of Loki (Papp 1998)."""

PRIORS = {
    "loki": LOKI,
    "even": ((0.0, 0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3)),
    "caller": ((0.0, 0.9, 0.1), (0.05, 0.9, 0.05), (0.05, 0.9, 0.05)),
}
"""By name."""


def prior_table(name: str) -> npt.NDArray[np.float64]:
    """float64 [bets to call, action]: fold, call, raise."""
    if name not in PRIORS:
        raise AgentError(f"'{shorten(name)}' is not a prior (one of {', '.join(PRIORS)})")
    return np.array(PRIORS[name])


def legal_priors(name: str, to_call: npt.NDArray[np.int64], kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """float64 [node, 3]: the prior at every node, what is not legal shared out among the rest (0 where nobody acts)."""
    table = np.where(kinds >= 0, prior_table(name)[to_call], 0.0)
    sums = table.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(table, sums, out=np.zeros_like(table), where=sums > 0), np.float64)
