"""Parts of opponent models: layers, histograms, weights of hands, priors, and the watch for changes."""

import numpy as np
import pytest

from pokerlab.agents.models.layers import layer_weights, recent_share
from pokerlab.agents.models.reweighting import factors, reweighted
from pokerlab.agents.models.showdowns import bin_of, chance_to_win, showdown_value
from pokerlab.errors import AgentError


def test_layers_of_the_paper():
    """Meyer and Görge, section 3.2.2: 5, 20 and 75 observations with m = 0.95."""
    weights = layer_weights([5, 20, 75], 0.95)
    assert weights[:3].round(3).tolist() == [0.226, 0.496, 0.271]
    assert weights.sum() == pytest.approx(1)
    assert layer_weights([0, 0]).tolist() == [0, 0, 1]


def test_observations_that_fade():
    """Section 3.2.2: with h = 0.95 the newest has 5%; of the last twenty it says 63%, which is 64.15%."""
    assert recent_share(0.95, 1) == pytest.approx(0.05)
    assert recent_share(0.95, 20) == pytest.approx(0.6415, abs=1e-4)


@pytest.mark.parametrize(
    ("own", "win", "call", "win_raised", "raised"),
    [
        (0.70, 0.2, -3.6, 0.0, -5.2), (0.75, 0.4, -1.2, 0.25, -2.0), (0.80, 0.6, 1.2, 0.5, 1.2),
        (0.85, 0.8, 3.6, 0.75, 4.4), (0.90, 1.0, 6.0, 1.0, 7.6),
    ],
)  # fmt: skip
def test_table_3_to_the_last_digit(own, win, call, win_raised, raised):
    """Meyer and Görge, table 3: [1 1 0 0 0 0 0 4 4 0], of which the bluffs fold to a third bet."""
    assert chance_to_win([1, 1, 0, 0, 0, 0, 0, 4, 4, 0], own) == pytest.approx(win, abs=1e-12)
    assert showdown_value(win, 12, 6) == pytest.approx(call, abs=1e-12)
    assert chance_to_win([0, 0, 0, 0, 0, 0, 0, 4, 4, 0], own) == pytest.approx(win_raised, abs=1e-12)
    assert 0.2 * 6 + 0.8 * showdown_value(win_raised, 16, 8) == pytest.approx(raised, abs=1e-12)


def test_strengths_in_bins():
    assert [bin_of(value, 20) for value in (0, 0.049, 0.05, 0.999, 1)] == [0, 0, 1, 19, 19]


def test_factors_of_hands():
    """0.01 below mu - sigma, 1 above mu + sigma, 0.5 at mu; table 1 of Meyer and Görge with 0.6 and 0.2."""
    assert factors([0.99, 0.94, 0.74, 0.22], 0.6, 0.2) == pytest.approx([1, 1, 0.85, 0.01])
    assert factors([0.6, 0.4, 0.8], 0.6, 0.2) == pytest.approx([0.5, 0.01, 1])
    assert reweighted([0.01, 1, 0.7, 0.9, 0], [0.99, 0.94, 0.74, 0.22, 1], 0.6, 0.2) == pytest.approx(
        [0.01, 1, 0.595, 0.01, 0]
    )


def test_bad_numbers_are_one_line():
    for bad in (
        lambda: layer_weights([1], 1.0),
        lambda: layer_weights([-1], 0.5),
        lambda: layer_weights([np.nan], 0.5),
        lambda: recent_share(1.0, 2),
        lambda: factors([1], 0, 0),
        lambda: chance_to_win([0, 0], 0.5),
        lambda: chance_to_win([-1, 2], 0.5),
    ):
        with pytest.raises(AgentError) as caught:
            bad()
        assert "\n" not in str(caught.value)
