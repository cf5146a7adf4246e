"""Local best response (Lisy and Bowling 2017): a lower bound of what an open agent loses.

    setting = Setting.parse("56@34", game)
    response = LocalBestResponse(agent, game, seat=0, setting=setting)
    response.choose(betting, board, held, weights)      # its action with a hand, against a range

It knows what the agent does with every hand, and so how likely each hand is by what was done (Bayes). Of the actions
that its setting allows it takes the best, as if both only called from then on:

- call: wp pot - (1 - wp) to_call, with wp the chance to win (ties half) over all boards to come
- a raise by a over the call: f pot + (1 - f) (wp' (pot + a) - (1 - wp') (to_call + a)), where f is the chance that the
  range folds and wp' that to win against what does not
- fold: 0, where a check is free that
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pokerlab.equilibrium.best_response import Judge, Table, uniform_table
from pokerlab.equilibrium.policy import Chances
from pokerlab.equilibrium.public_tree import COUNT, FIRST, ROW, PublicTree
from pokerlab.errors import LabError, shorten
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game, Limit
from pokerlab.games.view import Public
from pokerlab.lab.endings import showdown_shares
from pokerlab.lab.exact_judges import next_street
from pokerlab.lab.lines import Board, Floats, Holdings, Priors, next_boards
from pokerlab.lab.value_functions import PlaysOpen, said

FRACTIONS = tuple(0.05 * 1.15**k for k in range(56))
"""Of the pot: the raises of the setting 56, as published."""
KINDS = ("call", "fc", "fcpa", "56")
_PART = re.compile(r"(call|fc|fcpa|56)(?:@([1-9]+))?")


@dataclass(frozen=True)
class Setting:
    """What it may do, by street: `call` (check and call only), `fc` (fold too), `fcpa` (also the pot and all-in), `56`
    (also 56 sizes from 0.05 to 109 times the pot)."""

    streets: tuple[str, ...]
    text: str = ""

    @classmethod
    def parse(cls, text: str, game: Game) -> "Setting":
        """From text such as `56@34` (on streets 3 and 4; elsewhere it calls) or `fc@12+56@34`."""
        streets = ["call"] * game.streets
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if match is None:
                raise LabError(f"'{shorten(text)}' is no setting: {', '.join(KINDS)}, with streets as in 56@34")
            for street in match[2] or "".join(str(number + 1) for number in range(game.streets)):
                if int(street) > game.streets:
                    count = f"{game.streets} street{'s' * (game.streets > 1)}"
                    raise LabError(f"setting '{shorten(text)}': {game.name} has {count}")
                streets[int(street) - 1] = match[1]
        return cls(tuple(streets), text)

    def raises(self, betting: Betting) -> list[Action]:
        """The raises that it considers, from small to large."""
        kind, legal = self.streets[betting.street], betting.legal
        if kind in ("call", "fc") or not legal.max_raise:
            return []
        if betting.game.limit is Limit.FIXED:
            return [raise_to(legal.max_raise)]
        pot = betting.pot + legal.to_call
        sizes = FRACTIONS if kind == "56" else (1.0,)
        amounts = {round(betting.level + size * pot) for size in sizes}
        limited = {min(max(amount, legal.min_raise), legal.max_raise) for amount in amounts}
        return [raise_to(amount) for amount in sorted(limited | {legal.max_raise})]

    def may_fold(self, betting: Betting) -> bool:
        """Whether it considers folding."""
        return self.streets[betting.street] != "call" and betting.legal.fold


class LocalBestResponse:
    """What it does in a seat against an open agent in the other."""

    def __init__(self, agent: PlaysOpen, game: Game, seat: int, setting: Setting) -> None:
        if game.players != 2:
            raise LabError(f"{game.name} has {game.players} seats: a local best response is against one agent")
        self.agent, self.game, self.seat, self.setting = agent, game, seat, setting

    def choose(self, betting: Betting, board: Board, held: Holdings, weights: Floats) -> Action:
        """Its action with the hand of `held` (one of its own, all of the agent's), given how likely float64 [holding]
        each of these is."""
        legal, pot, total = betting.legal, betting.pot, float(weights.sum())
        if self.setting.streets[betting.street] == "call" or not total > 0:
            return CALL
        wins = self._wins(board, held)
        if wins is None:  # before the flop of a game without a table: nothing is known of the cards
            return CALL
        own = float(weights @ wins) / total
        best, action = own * pot - (1 - own) * legal.to_call, CALL
        for bet in self.setting.raises(betting):
            gain = self._gain(betting, board, held, weights, wins, bet)
            if gain > best:
                best, action = gain, bet
        return FOLD if best <= 0 and self.setting.may_fold(betting) else action

    def _gain(
        self, betting: Betting, board: Board, held: Holdings, weights: Floats, wins: Floats, bet: Action
    ) -> float:
        """What a raise is worth, if the agent folds or both call from then on."""
        after, other = betting.act(bet), 1 - self.seat
        to_call, pot = betting.legal.to_call, betting.pot
        more = min(bet.to - betting.level, betting.stacks[other])
        total, folding = float(weights.sum()), np.zeros(len(weights))
        if after.actor == other:
            actions, table = said(self.agent, after, board)
            if FOLD in actions:
                folding = table[actions.index(FOLD), held.hands[:, other]]
        folds = float(weights @ folding) / total
        staying = weights * (1 - folding)
        left = float(staying.sum())
        own = float(staying @ wins) / left if left > 0 else 0.0
        return folds * pot + (1 - folds) * (own * (pot + more) - (1 - own) * (to_call + more))

    def _wins(self, board: Board, held: Holdings) -> Floats | None:
        shares = showdown_shares(held, board)
        return None if shares is None else np.asarray(shares[:, self.seat])

    def chances(self, public: Public) -> Chances:
        """The same as a policy, for every hand: what small games are judged by."""
        betting, board = public
        weights_of = range_weights(self.agent, self.game, 1 - self.seat, public)
        actions = (*[FOLD] * betting.legal.fold, CALL, *self.setting.raises(betting))
        table = np.zeros((len(actions), len(private_hands(self.game))), np.float32)
        priors = Priors.of(self.game)
        for hand, cards in enumerate(private_hands(self.game)):
            if {*cards} & {*board}:
                continue
            held = priors.holdings({self.seat: hand})
            weights = held.prior * weights_of[held.hands[:, 1 - self.seat]] * held.apart(board)
            table[actions.index(self.choose(betting, board, held, weights)), hand] = 1
        return Chances(actions, table)


def range_weights(agent: PlaysOpen, game: Game, seat: int, public: Public) -> Floats:
    """float64 [hand]: how likely an agent came here with each hand, by all it did."""
    weights, betting = np.ones(len(private_hands(game))), Betting.start(game)
    for played in public.betting.history:
        if played.seat == seat:
            actions, table = said(agent, betting, public.board[: game.board_size(betting.street)])
            weights = weights * (table[actions.index(played.action)] if played.action in actions else 0.0)
        betting = betting.act(played.action)
    return weights


@dataclass(frozen=True)
class ExactLoss:
    """Chips per hand that responses win from an agent in each seat, exactly: local ones, and best ones."""

    local: tuple[float, ...]
    best: tuple[float, ...]


def exact_loss(agent: PlaysOpen, game: Game, setting: Setting) -> ExactLoss:
    """What a local best response wins in each seat of a small game, by the exact judge, beside a best response."""
    tree = PublicTree.build(game)
    judge, local, best = Judge(tree), [], []
    for seat in range(2):
        players: list[PlaysOpen] = [agent, agent]
        players[seat] = LocalBestResponse(agent, game, seat, setting)
        table = asked_table(tree, players)
        local.append(judge.value(seat, table))
        best.append(judge.best_value(seat, table))
    return ExactLoss(tuple(local), tuple(best))


def asked_table(tree: PublicTree, policies: "list[PlaysOpen]") -> Table:
    """What policies, by seat, do everywhere in a tree: float64 [row, hand]."""
    found = uniform_table(tree)
    for betting, board in _decisions(tree.game):
        node = tree.find(Public(betting, board))
        row, count, first = (int(tree.nodes[node, column]) for column in (ROW, COUNT, FIRST))
        children = tree.places[tree.children[first : first + count]].tolist()
        places = {tree.betting.action_of(child): place for place, child in enumerate(children)}
        actions, table = said(policies[betting.actor], betting, board)
        part = np.zeros((count, len(private_hands(tree.game))))
        for action, of_hands in zip(actions, table, strict=True):
            if action in places:
                part[places[action]] = of_hands
            elif of_hands.any():
                raise LabError(f"'{action}' is not in the tree of {tree.game.name}")
        for hand, cards in enumerate(private_hands(tree.game)):
            if not {*cards} & {*board} and part[:, hand].sum() > 0:
                found[row : row + count, tree.hand_of[hand]] = part[:, hand]
    return found


def _decisions(game: Game) -> "Iterator[tuple[Betting, Board]]":
    """Every decision of a game with every legal bet, on every board."""
    todo = [(Betting.start(game), game.start.board if game.start else ())]
    while todo:
        betting, board = todo.pop()
        if betting.actor < 0:
            continue
        street = next_street(game, betting, board)
        if street is not None:
            todo += [
                (betting, (*board, *cards)) for cards in next_boards(game, board, game.board_size(street) - len(board))
            ]
            continue
        yield betting, board
        legal = betting.legal
        actions = [*[FOLD] * legal.fold, CALL]
        if legal.max_raise:
            actions += [Action(Kind.RAISE, amount) for amount in range(legal.min_raise, legal.max_raise + 1)]
        todo += [(betting.act(action), board) for action in actions]
