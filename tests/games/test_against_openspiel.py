"""Our rules for ACPC games against OpenSpiel's universal_poker, hand by hand."""

import pytest

pytest.importorskip("pyspiel")

from differential_openspiel import acpc_games, compare_hands

HANDS = 12_000


def test_random_hands_of_acpc_games_agree_with_openspiel():
    counts = compare_hands(HANDS, seed=2024)
    assert min(counts.values()) > HANDS / len(acpc_games()) / 2
