"""Observations of several layers of abstraction, mixed by how many there are; and observations that fade.

Vexbot (Davidson, Billings, Schaeffer, Szafron 2004) groups situations more and more coarsely. Of the weight that finer
layers have left, a layer with n observations takes 1 - m^n; what is left at last is the prior's.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.errors import AgentError

USUAL_M = 0.95


def layer_weights(observations: Sequence[float], m: float = USUAL_M) -> npt.NDArray[np.float64]:
    """float64 [layers + 1]: the weight of each layer with so many observations, finest first, and of the prior."""
    if not 0 <= m < 1:
        raise AgentError(f"m is a number from 0 to below 1, not {m}")
    if any(not count >= 0 for count in observations):
        raise AgentError("observations are numbers of at least 0")
    left, weights = 1.0, []
    for count in observations:
        weights.append(left * (1 - m**count))
        left -= weights[-1]
    return np.array([*weights, left])


def recent_share(h: float, last: int) -> float:
    """The part of all weight that the `last` observations have if each is worth h times the next one."""
    if not 0 <= h < 1:
        raise AgentError(f"h is a number from 0 to below 1, not {h}")
    return float(1 - h**last)
