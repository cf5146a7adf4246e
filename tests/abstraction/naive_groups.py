"""The plainest code for classes of boards and groups of hands."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations

from naive import rename
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.evaluator import evaluate

Deal = tuple[int, ...]
Classes = list[list[Deal]]


def levels_of(board: Deal, rule: str) -> list[Classes]:
    """The classes of each street as lists of deals."""
    levels: list[Classes] = [[[board]]]
    while len(levels[-1][0][0]) < 5:
        found: dict[object, list[Deal]] = {}
        for number, members in enumerate(levels[-1]):
            for deal in members:
                for card in set(range(52)) - set(deal):
                    found.setdefault((number, *_sign((*deal, card), len(board), rule)), []).append((*deal, card))
        levels.append(list(found.values()))
    return levels


def _sign(deal: Deal, known: int, rule: str) -> Deal:
    *before, card = deal
    if rule == "every":
        return deal
    if rule == "flush":
        suits = Counter(c % 4 for c in before)
        can_flush = suits[card % 4] + 5 - len(before) >= 3
        return (card // 4, card % 4 if can_flush else -1)
    root = deal[:known]
    fixing = [p for p in permutations(range(4)) if set(rename(root, p)) == set(root)]
    return min(rename(deal[known:], p) for p in fixing)


def partition(members: list[Deal], children: list[list[Deal]], measure: str, identity: str, own, opposing) -> set:
    """The groups of own hands on a class of boards; `children` are the classes of turn boards under a flop."""
    rivers = _rivers(tuple(members))
    values = {
        hand: {river: value(hand, river, measure, tuple(own), tuple(opposing)) for river in rivers}
        for hand in own
        if any(not _meet(hand, river) for river in rivers)
    }
    groups: list[list[int]] = []
    for hand, mine in values.items():
        for group in groups:
            if _same(mine, values[group[0]], children, identity):
                group.append(hand)
                break
        else:
            groups.append([hand])
    return {frozenset(group) for group in groups}


def value(hand: int, river: frozenset[int], measure: str, own, opposing):
    """What a hand is on a river board, None if it cannot be held."""
    if _meet(hand, river):
        return None
    if measure == "rank":
        return _rank(hand, river)
    strength = _strength(hand, river, opposing)
    if measure == "strength":
        return strength
    views = [_strength(o, river, own) for o in opposing if not _meet(o, river) and not _meet(o, _cards(hand))]
    return strength, frozenset(Counter(views).items())


@cache
def _strength(hand: int, river: frozenset[int], against):
    mine, points, count = _rank(hand, river), 0, 0
    for other in against:
        if not _meet(other, river) and not _meet(other, _cards(hand)):
            theirs = _rank(other, river)
            points += 1 + (mine > theirs) - (mine < theirs)
            count += 1
    return Fraction(points, 2 * count) if count else "nobody"


def _same(mine, theirs, children: list[list[Deal]], identity: str) -> bool:
    if identity == "river":
        one_sided = Counter(), Counter()
        for river in mine:
            a, b = mine[river], theirs[river]
            if a is not None and b is not None and a != b:
                return False
            if (a is None) != (b is None):
                one_sided[a is None][a if b is None else b] += 1
        return one_sided[0] == one_sided[1]
    if identity == "hierarchical" and children:
        boards = [_rivers(tuple(members)) for members in children]
        return Counter(_histogram(mine, b) for b in boards) == Counter(_histogram(theirs, b) for b in boards)
    return _histogram(mine, mine) == _histogram(theirs, theirs)


def _histogram(values, rivers) -> frozenset:
    return frozenset(Counter(values[river] for river in rivers if values[river] is not None).items())


@cache
def _rivers(members: tuple[Deal, ...]) -> set[frozenset[int]]:
    rivers = {frozenset(deal) for deal in members}
    while len(next(iter(rivers))) < 5:
        rivers = {river | {card} for river in rivers for card in set(range(52)) - river}
    return rivers


@cache
def _rank(hand: int, river: frozenset[int]) -> int:
    return evaluate((*_cards(hand), *river))


@cache
def _cards(hand: int) -> frozenset[int]:
    return frozenset(COMBO_CARDS[hand].tolist())


def _meet(hand: int, cards: frozenset[int]) -> bool:
    return not _cards(hand).isdisjoint(cards)
