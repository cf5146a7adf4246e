"""Buckets as groups of hands of the post-flop engine."""

import numpy as np

from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_COUNT, dead_combos
from pokerlab.postflop.bucket_groups import bucket_groups
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot


class ByClass:
    """Hands of one class are alike."""

    def hands(self, board: object) -> np.ndarray:
        return np.where(dead_combos(cardset(board)), -1, CLASS_OF_COMBO.astype(np.int32))


def test_hands_of_one_bucket_play_alike() -> None:
    spot = Spot(board="Ks8d7c3h", pot=100, stack=100, oop="AA,QQ", ip="KK,QJs,99", turn={"bet": "100%", "raise": ""},
                river={"bet": "100%", "raise": ""})  # fmt: skip
    groups = bucket_groups(ByClass(), spot.board)
    assert groups.labels[0].shape == (1, COMBO_COUNT)
    assert groups.counts[0].tolist() == [len(np.unique(ByClass().hands(spot.board))) - 1]
    solution = solve(spot, iterations=20, groups=groups)
    strategy = solution.at("check").strategy
    assert strategy["QhJh"] == strategy["QsJs"]
    for board in ("Ks8d7c3h2c", "Ks8d7c3hAh"):
        labels, sights = groups.on(board), ByClass().hands(parse_cards(board))
        assert ((labels < 0) == (sights < 0)).all()
        for label in range(labels.max() + 1):
            assert len(np.unique(sights[labels == label])) == 1
