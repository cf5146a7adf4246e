"""What there is to say about the strategy of a small game, in plain data."""

from typing import TYPE_CHECKING, Any

from pokerlab.equilibrium.public_tree import PLAYER, ROW

if TYPE_CHECKING:
    from pokerlab.equilibrium.strategy import Strategy


def strategy_record(strategy: "Strategy") -> dict[str, Any]:
    """The game, and what the strategy is worth there, in chips per hand."""
    tree, judgement = strategy.tree, strategy.judge()
    return {
        "game": tree.game.name,
        "menu": str(tree.menu),
        "infosets": [tree.infosets(0), tree.infosets(1)],
        "public_nodes": len(tree.nodes),
        "value": judgement.values[0],
        "value_bounds": list(judgement.value_bounds),
        "gains": list(judgement.gains),
        "nash_conv": judgement.nash_conv,
        "exploitability": judgement.exploitability,
    }


def infoset_records(
    strategy: "Strategy", *, hand: str = "", history: str = "", most: int | None = None
) -> list[dict[str, Any]]:
    """Every infoset, or those of a hand, after a history, or the first `most`, with the chance of each action."""
    tree = strategy.tree
    rows: list[dict[str, Any]] = []
    for node, place in tree.situations.items():
        if history and place.history != history:
            continue
        first = int(tree.nodes[node, ROW])
        chances = strategy.table[first : first + len(place.labels)].T.tolist()
        about = {"player": int(tree.nodes[node, PLAYER]), "board": place.board, "history": place.history}
        for name, is_possible, of_hand in zip(tree.deals.hands, tree.possible(node).tolist(), chances, strict=True):
            if is_possible and hand in ("", name):
                rows.append(about | {"hand": name, "actions": dict(zip(place.labels, of_hand, strict=True))})
                if len(rows) == most:
                    return rows
    return rows
