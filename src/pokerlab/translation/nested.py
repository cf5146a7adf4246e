"""Nested re-solving in small games: at every bet off the menu, what is left of the hand is solved again with it.

The tree has the menu for the strategy's seat and every bet for the other, so a best response there is one in the whole
game. A strategy begins as a table of that tree (a translated one, say). After a bet off the menu, a hand of the other
player had what the best known action is worth to it, and what is left is solved again with all that may follow.

What a re-solve needs is in the table by then: the own reach, the values that earlier re-solves left to the other
player's hands, and what these gave away. After own actions, after cards, and after bets of the other that are solved
already, it is what the table has at the new node; nothing else has to be kept.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pokerlab.betting.menu import EVERY_BET, Menu, SeatMenus
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.equilibrium.best_response import Table
from pokerlab.equilibrium.public_tree import COUNT, DECISION, FIRST, KIND, PLAYER, PublicTree
from pokerlab.equilibrium.resolving import Resolver, Safety
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game

Ticker = Callable[[int, int], None]


def seat_tree(game: Game, menu: Menu | str, seat: int) -> PublicTree:
    """The tree of a game in which a seat has the menu and the other every bet."""
    own = parse_menu(menu) if isinstance(menu, str) else menu
    return PublicTree.build(game, SeatMenus((own, EVERY_BET) if seat == 0 else (EVERY_BET, own)))


class UnknownBet(NamedTuple):
    """A node that follows a bet off the menu, those beside it that follow known actions, and the actions before it."""

    node: int
    known: tuple[int, ...]
    depth: int


def unknown_bets(tree: PublicTree, menu: Menu | str, seat: int, *, only_first: bool = False) -> list[UnknownBet]:
    """The bets of the other seat that the menu does not have; with `only_first` none after another. Long lines come
    first, so that what known actions are worth is settled before it is asked for."""
    own = parse_menu(menu) if isinstance(menu, str) else menu
    found, todo = list[UnknownBet](), [(0, Betting.start(tree.game))]
    while todo:
        node, real = todo.pop()
        first, count = int(tree.nodes[node, FIRST]), int(tree.nodes[node, COUNT])
        children = tree.children[first : first + count].tolist()
        if tree.nodes[node, KIND] != DECISION:
            todo += [(child, real) for child in children]
            continue
        offered = {choice.action for choice in own.choices(real)}
        actions = [tree.betting.action_of(int(tree.places[child])) for child in children]
        is_known = [tree.nodes[node, PLAYER] == seat or action in offered for action in actions]
        beside = tuple(child for child, known in zip(children, is_known, strict=True) if known)
        for child, action, known in zip(children, actions, is_known, strict=True):
            if not known:
                found.append(UnknownBet(child, beside, len(real.history)))
            if known or not only_first:
                todo.append((child, real.act(action)))
    return sorted(found, key=lambda bet: (-bet.depth, bet.node))


def nested_table(
    tree: PublicTree,
    table: Table,
    menu: Menu | str,
    seat: int,
    safety: Safety = Safety.REACH,
    *,
    passes: int = 1,
    again: bool = False,
    tick: Ticker | None = None,
) -> Table:
    """A table in which a seat has re-solved after the first bet off the menu of every line, all that may follow
    included; with `again`, then also after every later one. More `passes` begin where the one before ended: what known
    actions are worth is less by then, and what was given away is known better."""
    resolver = Resolver(tree, seat)
    bets = unknown_bets(tree, menu, seat, only_first=True)
    if again:
        done = {bet.node for bet in bets}
        later = [bet for bet in unknown_bets(tree, menu, seat) if bet.node not in done]
        bets += sorted(later, key=lambda bet: bet.node)
    for number, (node, beside, _) in enumerate(bets * passes, 1):
        known = resolver.opt_out(node, table, beside)
        # A bet that nobody makes by the table says nothing about the hand: all hands as they came to the decision.
        before = known.other if known.other.any() else resolver.reach_before(node, table)
        table = resolver.resolve(node, table, safety, before, known)
        if tick:
            tick(number, passes * len(bets))
    return np.asarray(table)
