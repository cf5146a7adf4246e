"""Lines of play as text: `check/bet 33/raise 120/turn 7h/check`.

A step is a move as trees write it, or shorter: `x` or `k` for check; `c` for check or call; `f` for fold; `bet 50%` or
`raise 2.5x` by size; `bet` or `raise` where there is but one; `all-in`. A card is dealt by `turn 7h` or `7h`;
where cards do not matter it may be left out.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokerlab.cards.card import parse_card
from pokerlab.errors import CardError, SpotError, shorten
from pokerlab.postflop.moves import Kind, Move, State, after, after_deal, amount_of, first_state
from pokerlab.postflop.sizes import parse_size
from pokerlab.postflop.spot import STREETS, Spot

if TYPE_CHECKING:
    from pokerlab.postflop.tree import BettingTree, Node

_ALIASES = {
    "x": ("check",), "k": ("check",), "c": ("check", "call"), "f": ("fold",), "b": ("bet",), "r": ("raise",),
}  # fmt: skip
_ALL_IN = ("a", "all-in", "allin", "all in")
_STREETS = {"turn": 3, "river": 4}


def steps_of(path: Sequence[str] | str) -> list[str]:
    """The steps of a path with single spaces, without empty ones."""
    parts = path.split("/") if isinstance(path, str) else [part for step in path for part in step.split("/")]
    return [" ".join(part.split()) for part in parts if part.strip()]


def card_of(step: str) -> int | None:
    """The card of a step that deals one (`turn 7h`, `7h`), None for a move or a deal without a card (`turn`)."""
    words = step.split()
    if words and words[0].lower() in _STREETS:
        words = words[1:]
        return parse_card("".join(words)) if words else None
    try:
        return parse_card(step)
    except CardError:
        return None


def resolve(tree: "BettingTree", path: Sequence[str] | str) -> "tuple[Node, list[int | None]]":
    """The node at the end of a path, and the cards dealt on the way (None where the path does not say which)."""
    node, state, cards = tree.root, first_state(tree.spot), list[int | None]()
    steps = steps_of(path)
    for place, step in enumerate(steps):
        where = f"after '{shorten('/'.join(steps[:place]))}'" if place else "at the start"
        is_deal = step.split()[0].lower() in _STREETS or card_of(step) is not None
        if node.kind is Kind.DEAL:
            cards.append(_dealt(tree, node, step, cards) if is_deal else None)
            node, state = tree.nodes[node.children[0]], after_deal(state)
            if is_deal:
                continue
        if node.kind is not Kind.DECISION:
            raise SpotError(f"'{shorten(step)}': {where} the betting is over ({node.kind.name.lower()})")
        if is_deal:
            raise SpotError(f"'{step}': {where} no card is dealt; {_legal(tree, node)}")
        node = _follow(tree, node, state, step, where)
        assert node.move is not None
        state = after(tree.spot, state, node.move)
    return node, cards


def _dealt(tree: "BettingTree", node: "Node", step: str, before: list[int | None]) -> int | None:
    named = _STREETS.get(step.split()[0].lower(), node.street)
    if named != node.street:
        raise SpotError(f"'{step}': the next card is the {STREETS[node.street + 1]}")
    card = card_of(step)
    if card in tree.spot.board or (card is not None and card in before):
        raise SpotError(f"'{step}': that card is on the board already")
    return card


def _follow(tree: "BettingTree", node: "Node", state: State, step: str, where: str) -> "Node":
    children = [tree.nodes[child] for child in node.children]
    exact = [child for child in children if str(child.move) == step.lower()]
    found = exact or [child for child in children if child.move and _fits(tree.spot, state, child.move, step.lower())]
    if len(found) == 1:
        return found[0]
    trouble = "could be more than one move" if found else "is not a move"
    raise SpotError(f"'{shorten(step)}' {trouble} {where}; {_legal(tree, node)}")


def _fits(spot: Spot, state: State, move: Move, step: str) -> bool:
    if step in _ALL_IN:
        return move.is_bet and move.is_all_in
    match = re.fullmatch(r"([a-z]+)\s*(?:to )?\s*(.*)", step)
    if not match:
        return False
    word, size = match.groups()
    if move.kind not in _ALIASES.get(word, (word,)):
        return False
    if not size or size == str(move.amount):
        return True
    if size in _ALL_IN:
        return move.is_all_in
    if not move.is_bet:
        return False
    try:
        return amount_of(spot, state, parse_size(size, is_raise=move.kind == "raise")) == move.amount
    except SpotError:
        return False


def _legal(tree: "BettingTree", node: "Node") -> str:
    return "legal: " + ", ".join(map(str, tree.moves(node)))
