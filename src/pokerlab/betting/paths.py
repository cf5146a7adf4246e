"""Lines of play as text, both ways: `check/bet 33/raise 120/turn 7h/check` in words, and `ccr300c/` in letters.

Words are those of `steps`. Letters are those of the ACPC protocol: f, c (check or call), r with the chips raised to,
and a slash where a street ends. In words a card may be left out where it does not matter.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pokerlab.betting.position import Position, Walk
from pokerlab.betting.steps import dealt, find_choice, in_words, steps_of, street_names
from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.cards.card import format_card
from pokerlab.errors import GameError, shorten
from pokerlab.games.action import Action, parse_action

_LETTERS = re.compile(r"[fck]|r[0-9]{1,15}|/")


class Line(NamedTuple):
    """Where a path leads: a node, the position there, and the cards dealt on the way, street by street (() where the
    path does not say which)."""

    node: int
    position: Position
    cards: tuple[tuple[int, ...], ...]


def follow(tree: BettingTree, path: Sequence[str] | str) -> Line:
    """Where a path of words leads in a tree that has its deals; a `GameError` that says what there is instead if it
    leads nowhere."""
    walk, names = Walk(tree.game, tree.menu), street_names(tree.game)
    node, position, cards = 0, Position(tree.root, tree.menu.first(tree.game)), list[tuple[int, ...]]()
    steps = steps_of(path)
    for place, step in enumerate(steps):
        where = f"after '{shorten('/'.join(steps[:place]))}'" if place else "at the start"
        deal = dealt(names, step)
        if tree.kind[node] == NodeKind.DEAL:
            cards.append(_checked(tree, node, step, deal, cards) if deal else ())
            node += 1
            if deal:
                continue
        if tree.kind[node] != NodeKind.DECISION:
            end = NodeKind(int(tree.kind[node])).name.lower()
            raise GameError(f"'{shorten(step)}': {where} the betting is over ({end})")
        branches = walk.branches(position)
        choices = [branch.choice for branch in branches]
        if deal:
            offered = ", ".join(in_words(position.betting, choice.action) for choice in choices)
            raise GameError(f"'{shorten(step)}': {where} no card is dealt; legal: {offered}")
        number = find_choice(tree.menu, position.betting, choices, step, where)
        node, position = list(tree.children(node))[number], branches[number].position
    return Line(node, position, tuple(cards))


def words(tree: BettingTree, node: int) -> tuple[str, ...]:
    """The steps that lead to a node; every deal is the name of the street that it begins."""
    names, betting, steps = street_names(tree.game), tree.root, []
    for here in _way(tree, node):
        if tree.action[here] < 0:
            steps.append(names[tree.street[here]])
            continue
        action = tree.action_of(here)
        steps.append(in_words(betting, action))
        betting = betting.act(action)
    return tuple(steps)


def find_letters(tree: BettingTree, text: str) -> int:
    """The node that a line of letters leads to, such as `ccr300c/`; slashes may be left out."""
    node, is_fresh = 0, False
    for token in _tokens(text):
        if token == "/":
            if not is_fresh:
                raise GameError(f"'{shorten(text)}': a slash stands where a street ends, and only there")
            is_fresh = False
            continue
        node += tree.kind[node] == NodeKind.DEAL
        action = parse_action(token)
        found = [child for child in tree.children(node) if tree.action_of(child) == action]
        if not found:
            legal = ", ".join(str(tree.action_of(child)) for child in tree.children(node)) or "the betting is over"
            raise GameError(f"'{shorten(text)}': '{token}' is not a move there ({legal})")
        is_fresh = tree.kind[found[0]] == NodeKind.DEAL or tree.street[found[0]] > tree.street[node]
        node = found[0]
    return int(node)


def letters_of(text: str) -> list[Action]:
    """The actions of a line of letters; where streets end is the rules' to know."""
    return [parse_action(token) for token in _tokens(text) if token != "/"]


def follow_actions(tree: BettingTree, actions: Iterable[Action]) -> int:
    """The node that actions lead to, past deals that have a node of their own; a `GameError` if the tree lacks one."""
    node = 0
    for action in actions:
        found = [child for child in tree.children(node) if tree.action_of(child) == action]
        if not found:
            known = ", ".join(str(tree.action_of(child)) for child in tree.children(node)) or "nothing"
            raise GameError(f"{tree.game.name}: '{action}' is not considered there ({known} is)")
        node = found[0] + int(tree.kind[found[0]] == NodeKind.DEAL)
    return node


def letters(tree: BettingTree, node: int) -> str:
    """The letters that lead to a node, with a slash where a street has ended."""
    text, street = "", int(tree.street[0])
    for here in _way(tree, node):
        if tree.action[here] >= 0:
            text += str(tree.action_of(here))
        has_ended = tree.kind[here] == NodeKind.DEAL or tree.street[here] > street
        if has_ended and not text.endswith("/"):
            text += "/"
        street = int(tree.street[here])
    return text


def _tokens(text: str) -> list[str]:
    tokens = _LETTERS.findall(text)
    if "".join(tokens) != text:
        raise GameError(f"'{shorten(text)}' is not a line of play (f, c, r300, and / where a street ends)")
    return tokens


def _way(tree: BettingTree, node: int) -> list[int]:
    """The nodes from below the root down to a node."""
    way, here = [], 0
    while here != node:
        here = next(child for child in tree.children(here) if child <= node < child + tree.size[child])
        way.append(here)
    return way


def _checked(
    tree: BettingTree,
    node: int,
    step: str,
    deal: tuple[int | None, tuple[int, ...]],
    before: Sequence[tuple[int, ...]],
) -> tuple[int, ...]:
    """The cards of a step that deals the next street."""
    game, street = tree.game, int(tree.street[node]) + 1
    named, cards = deal
    if named not in (None, street):
        raise GameError(f"'{shorten(step)}': the next card is the {street_names(game)[street]}")
    if cards and len(cards) != game.board_cards[street]:
        raise GameError(f"'{shorten(step)}': {game.board_cards[street]} cards are dealt there")
    known = {*(game.start.board if game.start else ()), *(card for past in before for card in past)}
    for card in cards:
        if card in known:
            raise GameError(f"'{shorten(step)}': that card is on the board already")
        if card not in game.cards:
            raise GameError(f"'{format_card(card)}' is not in the deck of {game.name}")
    return cards
