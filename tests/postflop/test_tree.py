"""The betting tree: known trees by hand, and what holds in every tree."""

from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import BettingTree, Kind


def test_a_river_with_one_size_by_hand():
    spot = Spot(board="QsJh2h7c3d", pot=100, stack=100, oop="AA", ip="KK", river={"bet": "50%", "raise": "a"})
    tree = BettingTree.build(spot)
    lines = {"/".join(tree.path(node)): node for node in tree.nodes}
    assert list(lines) == [
        "", "check", "check/check", "check/bet 50", "check/bet 50/fold", "check/bet 50/call",
        "check/bet 50/raise 100", "check/bet 50/raise 100/fold", "check/bet 50/raise 100/call",
        "bet 50", "bet 50/fold", "bet 50/call", "bet 50/raise 100", "bet 50/raise 100/fold", "bet 50/raise 100/call",
    ]  # fmt: skip
    assert lines["check/bet 50/fold"].kind is Kind.FOLD
    assert lines["check/bet 50/fold"].player == 0
    assert lines["bet 50/raise 100/call"].committed == (100, 100)
