"""Our rules against pokerkit's, hand by hand."""

import pytest

pytest.importorskip("pokerkit")

from differential_pokerkit import compare_hands

HANDS = 5_000


def test_random_hands_agree_with_pokerkit():
    """Two to nine players, all limits, random stacks and antes: legal actions, pots and payoffs agree.

    The documented differences do occur, so that this test would notice if they no longer did.
    """
    counts = compare_hands(HANDS, seed=2024)
    assert sum(counts[f"{players} players"] for players in range(2, 10)) == HANDS
    assert min(counts[f"{players} players"] for players in range(2, 10)) > HANDS / 16
    assert min(counts[f"limit {limit}"] for limit in ("fixed", "pot", "none")) > HANDS / 8
    assert counts["side pots"] > HANDS / 4
    assert 0 < counts["short all-in before any full raise: they reopen"] < HANDS / 10
    assert 0 < counts["odd chips: they give all of a pot to one seat"] < HANDS / 50
