"""Loki's weights of hands: what an opponent's action says about the hand that he holds.

An opponent who acts as he did has, on average, a hand of value mu or better. Hands below mu - sigma become rare, those
above mu + sigma stay as they are (Papp 1998; Billings, Papp, Schaeffer, Szafron 1998).
"""

import numpy as np
import numpy.typing as npt

from pokerlab.errors import AgentError

LEAST = 0.01
"""No factor and no weight is below it: nothing is ever impossible."""

Numbers = npt.NDArray[np.float64]


def factors(values: npt.ArrayLike, mu: float, sigma: float) -> Numbers:
    """float64 as `values`: the factor of a hand of each value, 0.5 at mu, rising in a line by 1 over 2 sigma, cut off
    at 0.01 and 1; NaN stays NaN."""
    if not sigma > 0:
        raise AgentError(f"sigma is a number above 0, not {sigma}")
    given = np.asarray(values, np.float64)
    return np.clip(0.5 + (given - mu) / (2 * sigma), LEAST, 1)


def reweighted(weights: npt.ArrayLike, values: npt.ArrayLike, mu: float, sigma: float) -> Numbers:
    """Weights times factors, none below 0.01; a weight of 0 (a hand that cannot be held) stays 0."""
    before = np.asarray(weights, np.float64)
    after = np.maximum(before * factors(values, mu, sigma), LEAST)
    return np.where(before > 0, after, 0.0)
