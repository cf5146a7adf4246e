"""Random hands of random games, played by us and by pokerkit side by side.

After every step both must agree on the actor, on what a call costs, on whether a fold is legal, on the
smallest and largest raise and on the chips in the middle; at the end on the pots and on every payoff. Where
the rules differ by intent (docs/games.md, 'Where other programs differ') the hand must show exactly the
documented difference, which is counted; anything else is an error that names the seed of the hand.

    python tests/games/differential_pokerkit.py --hands 1000000 --seed 1
"""

import argparse
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from pokerkit import Automation, BettingStructure, Card, Deck, Opening, StandardHighHand, Street
from pokerkit import State as TheirState
from pokerkit.lookups import Entry

from pokerlab.cards.card import format_card
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.library import holdem, holdem_blinds
from pokerlab.games.pots import Pot
from pokerlab.games.rules import Game, Limit, seat_after_blinds
from pokerlab.games.state import State

CARDS = [next(Card.parse(format_card(card))) for card in range(52)]
STRUCTURES = {
    Limit.FIXED: BettingStructure.FIXED_LIMIT,
    Limit.POT: BettingStructure.POT_LIMIT,
    Limit.NONE: BettingStructure.NO_LIMIT,
}
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.CHIPS_PULLING,
)


class RememberedHand(StandardHighHand):
    """Their hand, which otherwise is worked out anew at every comparison: nine tenths of their time."""

    _games: ClassVar[dict[object, StandardHighHand]] = {}

    @classmethod
    def from_game(cls, hole_cards: Iterable[Card], board_cards: Iterable[Card] = ()) -> StandardHighHand:
        key = (frozenset(hole_cards), frozenset(board_cards))
        if key not in cls._games:
            if len(cls._games) > 1000:
                cls._games.clear()
            cls._games[key] = super().from_game(key[0], key[1])
        return cls._games[key]

    @cached_property
    def entry(self) -> Entry:
        return self.lookup.get_entry(self.cards)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(dict(compare_hands(options.hands, options.seed)), file=sys.stderr)
    return 0


def compare_hands(hands: int, seed: int) -> Counter[str]:
    """Play so many hands; returns how often each documented difference was met."""
    counts: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(hands):
            hand_seed = f"{seed}/{number}"
            try:
                compare_hand(random.Random(hand_seed), counts)
            except Exception as error:
                error.add_note(f"hand {hand_seed} of differential_pokerkit")
                raise
    return counts


def compare_hand(rng: random.Random, counts: Counter[str]) -> None:
    game = random_game(rng)
    deck = rng.sample(range(52), 2 * game.players + 5)
    ours = State.start(game, deck=deck)
    theirs = start_theirs(game, deck)
    boldness = rng.choice((0.1, 0.3, 0.6))
    counts[f"{game.players} players"] += 1
    counts[f"limit {game.limit}"] += 1
    while not ours.is_over:
        legal = compare_step(ours, theirs, counts)
        choice = rng.random()
        if legal.max_raise and choice < boldness:
            to = rng.choice((legal.min_raise, legal.max_raise, rng.randint(legal.min_raise, legal.max_raise)))
            ours = ours.act(raise_to(to))
            theirs.complete_bet_or_raise_to(to)
        elif legal.fold and choice > 0.85:
            ours = ours.act(FOLD)
            theirs.fold()
        else:
            ours = ours.act(CALL)
            theirs.check_or_call()
        if not ours.is_over:
            deal_theirs(theirs, ours, deck)
    compare_end(ours, theirs, deck, counts)


def random_game(rng: random.Random) -> Game:
    players = rng.randint(2, 9)
    limit = rng.choice((Limit.NONE, Limit.NONE, Limit.POT, Limit.FIXED))
    big = rng.choice((2, 10, 100))
    small = rng.choice((big // 2, max(big // 5, 1), big))
    blinds = list(holdem_blinds(players, small, big))
    if players > 3 and rng.random() < 0.15:
        blinds[rng.choice((2, players - 1))] = 2 * big
    ante = rng.choice((0, 0, 1, big // 5, big))
    antes = [ante] * players
    trimming = True
    if rng.random() < 0.3:
        antes, trimming = [0] * players, False
        antes[rng.randrange(players)] = big
    elif rng.random() < 0.3:
        trimming = False
    depth = rng.choice((2, 5, 20, 100))
    stacks = [rng.randint(1, depth * big) if rng.random() < 0.8 else depth * big for _ in range(players)]
    bets = (big, big, 2 * big, 2 * big) if limit is Limit.FIXED else (big,) * 4
    caps = rng.choice(((3, 4, 4, 4), (4,) * 4)) if limit is Limit.FIXED else (None,) * 4
    game = holdem(
        "random", limit, stacks=stacks, blinds=blinds, antes=antes, bets=bets, raise_caps=caps,
        dead_antes=not trimming, full_blind_to_call=False,
    )  # fmt: skip
    # They open left of the largest blind as posted, we left of the largest blind: it differs for a short
    # straddle.
    posted = Betting.start(game).bets
    return replace(game, first_to_act=(seat_after_blinds(posted), 0, 0, 0))


def start_theirs(game: Game, deck: list[int]) -> TheirState:
    streets = [
        Street(bool(street), (False,) * game.private_cards[street], game.board_cards[street], False,
               Opening.POSITION, game.bets[street], game.raise_caps[street])
        for street in range(4)
    ]  # fmt: skip
    # Heads-up they reverse forced bets themselves.
    order = -1 if game.players == 2 else 1
    theirs = TheirState(
        AUTOMATIONS, Deck.STANDARD, (RememberedHand,), tuple(streets), STRUCTURES[game.limit],
        not game.dead_antes, game.antes[::order], game.blinds[::order], 0, game.stacks, game.players,
    )  # fmt: skip
    for seat in range(game.players):
        theirs.deal_hole([CARDS[card] for card in deck[2 * seat : 2 * seat + 2]], seat)
    return theirs


def deal_theirs(theirs: TheirState, ours: State, deck: list[int]) -> None:
    """Deal them the board as far as they ask for it."""
    while theirs.status and theirs.actor_index is None and theirs.can_deal_board():
        dealt = 2 * ours.game.players + len(list(theirs.get_board_cards(0)))
        count = theirs.board_dealing_counts[0]
        theirs.deal_board([CARDS[card] for card in deck[dealt : dealt + count]])


def compare_step(ours: State, theirs: TheirState, counts: Counter[str]) -> Legal:
    """Compare what is legal; returns what both allow."""
    seat, legal = ours.actor, ours.legal
    counts["actions"] += 1
    assert theirs.actor_index == seat, (theirs.actor_index, seat)
    assert list(ours.betting.stacks) == theirs.stacks
    assert list(ours.betting.bets) == theirs.bets
    assert legal.to_call == theirs.checking_or_calling_amount
    assert legal.fold == (legal.to_call > 0) == theirs.can_fold()
    assert ours.betting.pot == theirs.total_pot_amount
    their_min = theirs.min_completion_betting_or_raising_to_amount or 0
    their_max = theirs.max_completion_betting_or_raising_to_amount or 0
    if (legal.min_raise, legal.max_raise) == (their_min, their_max):
        return legal
    betting = ours.betting
    faced = betting.level - betting.bets[seat]
    assert betting.acted >> seat & 1, (legal, their_min, their_max)
    if their_max:
        assert legal.max_raise == 0
        assert 0 < faced < betting.last_raise
        counts["short all-in before any full raise: they reopen"] += 1
    else:
        assert faced >= betting.last_raise
        counts["several short all-ins that add up to a raise: they do not reopen"] += 1
    return legal._replace(min_raise=0, max_raise=0)


def compare_end(ours: State, theirs: TheirState, deck: list[int], counts: Counter[str]) -> None:
    settlement = ours.settlement
    if ours.is_showdown:
        assert their_pots(theirs) == [(pot.amount, pot.seats) for pot in settlement.pots]
    finish_theirs(theirs, ours, deck)
    payoffs = ours.payoffs
    counts["side pots" if len(settlement.pots) > 1 else "one pot"] += 1
    if list(payoffs) != theirs.payoffs:
        assert their_odd_chips(ours, settlement.pots) == theirs.payoffs
        counts["odd chips: they give all of a pot to one seat"] += 1


def finish_theirs(theirs: TheirState, ours: State, deck: list[int]) -> None:
    """Show all hands, deal the rest, and push the chips."""
    while theirs.status:
        deal_theirs(theirs, ours, deck)
        if theirs.can_show_or_muck_hole_cards():
            theirs.show_or_muck_hole_cards(True)
        elif theirs.can_kill_hand():
            theirs.kill_hand()
        elif theirs.can_push_chips():
            theirs.push_chips()


def their_pots(theirs: TheirState) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.unraked_amount, pot.player_indices) for pot in theirs.pots]


def their_odd_chips(ours: State, pots: tuple[Pot, ...]) -> list[int]:
    """The payoffs by their way with odd chips.

    They take the beaten hands away first, join pots that are then between the same seats, and give all odd
    chips of a pot to its first winner.
    """
    ranks = ours.ranks
    winners_of = [best_seats(ranks, pot.seats) for pot in pots]
    winners = {seat for seats in winners_of for seat in seats}
    joined: list[Pot] = []
    for amount, seats in pots:
        left = tuple(seat for seat in seats if seat in winners)
        if joined and joined[-1].seats == left:
            amount += joined.pop().amount
        joined.append(Pot(amount, left))
    result = [-chips for chips in ours.betting.paid]
    settlement = ours.settlement
    if settlement.uncalled:
        result[settlement.uncalled_seat] += settlement.uncalled
    for amount, seats in joined:
        best = best_seats(ranks, seats)
        for seat in best:
            result[seat] += amount // len(best)
        result[best[0]] += amount % len(best)
    return result


def best_seats(ranks: tuple[int, ...], seats: tuple[int, ...]) -> list[int]:
    best = max(ranks[seat] for seat in seats)
    return [seat for seat in seats if ranks[seat] == best]


if __name__ == "__main__":
    sys.exit(main())
