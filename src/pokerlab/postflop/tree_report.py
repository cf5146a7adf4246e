"""A betting tree as plain data."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from pokerlab.postflop.spot import PLAYERS, STREETS
from pokerlab.postflop.tree import SpotNode, SpotTree


def street_records(tree: SpotTree) -> list[dict[str, Any]]:
    """What the tree has on each street: decisions, moves, deals, folds, showdowns."""
    return [{"street": STREETS[street], **asdict(counts)} for street, counts in tree.counts().items()]


def node_records(tree: SpotTree, top: SpotNode, last: int, depth: int | None = None) -> list[dict[str, Any]]:
    """The nodes from `top` down to a street (3, 4 or 5 board cards) and to a number of moves, in preorder."""
    return [_record(tree, node) for node in _within(tree, top, last, depth)]


def _within(tree: SpotTree, top: SpotNode, last: int, depth: int | None) -> Iterator[SpotNode]:
    stack = [(top, 0)]
    while stack:
        node, moves = stack.pop()
        yield node
        below = [tree.nodes[child] for child in node.children]
        if below and below[0].street <= last and (depth is None or moves < depth):
            stack += [(child, moves + (child.move is not None)) for child in reversed(below)]


def _record(tree: SpotTree, node: SpotNode) -> dict[str, Any]:
    move, amount = node.move, tree.spot.amount
    return {
        "index": node.index,
        "kind": node.kind.name.lower(),
        "street": STREETS[node.street],
        "player": PLAYERS[node.player] if node.player >= 0 else None,
        "parent": node.parent if node.parent >= 0 else None,
        "move": move
        and {"text": str(move), "amount": amount(move.amount), "all_in": move.is_all_in, "size": move.size},
        "committed": [amount(chips) for chips in node.committed],
        "pot": amount(tree.pot(node)),
        "children": list(node.children),
    }
