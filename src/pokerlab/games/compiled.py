"""The compiled rules of a hand, from Python: a game as the array that kernels play by, a hand that changes in place.

    hand = CompiledHand(game, deck=shuffled)
    while not hand.is_over:
        hand.act(CALL)
    hand.payoffs

It is `state.State` once more, action for action and chip for chip. Whoever plays many hands calls `hand_kernels` from
kernels of his own, with the arrays that are made here.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from pokerlab._streams import stream
from pokerlab.errors import GameError, IllegalActionError
from pokerlab.games import hand_columns as at
from pokerlab.games.action import Action, Kind
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.rake import exact_number
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State, checked_deck

Numbers = npt.NDArray[np.int64]

MOST_CHIPS = 2**60
"""Chips in play, and of any bet or blind: beyond it sums might not fit."""
MOST_RAKED = 2**31
"""Chips in play where there is a rake: pots are multiplied by it."""

_LIMITS = {Limit.FIXED: at.FIXED, Limit.POT: at.POT_LIMIT, Limit.NONE: at.NO_LIMIT}
_RANKINGS = {"holdem": at.HOLDEM, "leduc": at.LEDUC, "kuhn": at.KUHN}


def compiled_rules(game: Game) -> Numbers:
    """int64 [RULES_SIZE]: a game as kernels know it; a `GameError` if they do not play it."""
    if why := why_not_compiled(game):
        raise GameError(f"{game.name}: {why}")
    rules = np.zeros(at.RULES_SIZE, np.int64)
    rules[at.PLAYERS], rules[at.STREETS] = game.players, game.streets
    rules[at.LIMIT], rules[at.RANKING] = _LIMITS[game.limit], _RANKINGS[game.ranking]
    rules[at.DEAD_ANTES], rules[at.FULL_BLIND] = game.dead_antes, game.full_blind_to_call
    rules[at.REOPENS], rules[at.DECK_SIZE] = game.any_all_in_reopens, len(game.deck)
    rules[at.DEAD_CHIPS] = game.start.dead if game.start else 0
    rules[at.RAKE_WHOLE], rules[at.RAKE_CAP] = 1, -1
    if game.rake:
        percent = exact_number(game.rake.percent)
        rules[at.RAKE_PARTS], rules[at.RAKE_WHOLE] = percent.numerator, 100 * percent.denominator
        rules[at.RAKE_CAP] = -1 if game.rake.cap is None else min(int(game.rake.cap), MOST_RAKED)
        rules[at.NO_FLOP_NO_DROP] = game.rake.no_flop_no_drop
    for column, amounts in ((at.STACKS, game.stacks), (at.BLINDS, game.blinds), (at.ANTES, game.antes)):
        rules[column : column + game.players] = amounts
    dealt = [game.cards_before(street) for street in range(game.streets)]
    for column, numbers in (
        (at.SMALLEST_BETS, game.bets),
        (at.RAISE_CAPS, [-1 if cap is None else cap for cap in game.raise_caps]),
        (at.PRIVATE_CARDS, [private for private, _ in dealt]),
        (at.BOARD_CARDS, [board for _, board in dealt]),
        (at.FIRST_TO_ACT, game.first_to_act),
    ):
        rules[column : column + game.streets] = numbers
    rules[at.DECK_CARDS : at.DECK_CARDS + len(game.deck)] = sorted(game.deck)
    return rules


def why_not_compiled(game: Game) -> str:
    """Why kernels do not play a game, in words; empty if they do."""
    chips = sum(game.stacks) + (game.start.dead if game.start else 0)
    if game.streets > at.MOST_STREETS:
        return f"the compiled rules know {at.MOST_STREETS} streets, not {game.streets}"
    if max(chips, *game.bets, *game.blinds, *game.antes, *(cap or 0 for cap in game.raise_caps)) > MOST_CHIPS:
        return "the compiled rules play for at most 2**60 chips"
    if game.start and game.dead_antes and any(game.antes):
        return "the compiled rules cannot begin in the middle of a hand with dead antes (`as_start` makes them chips)"
    if not game.rake:
        return ""
    if game.rake.exact:
        return "the compiled rules take a rake in whole chips, not exactly"
    percent = exact_number(game.rake.percent)
    if chips > MOST_RAKED or chips * percent.numerator >= 2**62 or 100 * percent.denominator >= 2**62:
        return f"the compiled rules cannot take {game.rake} of up to {chips:,} chips"
    return ""


def hand_array(state: State) -> Numbers:
    """int64 [HAND_SIZE]: a hand as it stands, with the cards that are known, as kernels go on with it. Cards to come
    are those of the state's deck, then any that are not out."""
    betting, game = state.betting, state.game
    hand = np.zeros(at.HAND_SIZE, np.int64)
    hand[at.STREET], hand[at.ACTOR], hand[at.LEVEL] = betting.street, betting.actor, betting.level
    hand[at.LAST_RAISE], hand[at.RAISES], hand[at.POT] = betting.last_raise, betting.raises, betting.pot
    hand[at.LIVE], hand[at.ABLE] = betting.live, betting.able
    hand[at.WAITING], hand[at.ACTED] = betting.waiting, betting.acted
    _write_history(hand, betting)
    hand[at.DEALT], hand[at.BOARD_SIZE] = state.dealt, len(state.board)
    hand[at.BEHIND : at.BEHIND + game.players] = betting.stacks
    hand[at.BETS : at.BETS + game.players] = betting.bets
    hand[at.HELD : at.HELD + game.players] = [len(cards) for cards in state.private]
    for seat, cards in enumerate(state.private):
        first = at.PRIVATE + at.MOST_HELD * seat
        hand[first : first + len(cards)] = cards
    hand[at.BOARD : at.BOARD + len(state.board)] = state.board
    hand[at.DECK : at.DECK + len(state.deck)] = state.deck
    hand[at.KNOWN] = len(state.deck)
    for card in (*state.board, *state.deck, *(card for cards in state.private for card in cards)):
        hand[at.OUT] |= 1 << card
    return hand


def _write_history(hand: Numbers, betting: Betting) -> None:
    """What only the history tells (see `hand_columns`)."""
    hand[at.ACTIONS] = len(betting.history)
    hand[at.AGGRESSOR] = hand[at.EARLIER_AGGRESSOR] = -1
    wholes = [stack - ante for stack, ante in zip(betting.game.stacks, betting.game.antes, strict=True)]
    for street, seat, action in betting.history:
        if action.kind is Kind.RAISE:
            most = max(whole for other, whole in enumerate(wholes) if other != seat)
            hand[at.PART_RAISES] += street == 0 and action.to < min(max(wholes[seat], 0), most)
            hand[at.HAND_RAISES] += 1
            hand[at.AGGRESSOR] = seat
            if street < betting.street:
                hand[at.EARLIER_AGGRESSOR] = seat
        if action.kind is Kind.CALL:
            hand[at.CALLS] += street == betting.street
            if not hand[at.HAND_RAISES] and street == 0:
                hand[at.LIMPERS] |= 1 << seat
        if action.kind is not Kind.FOLD and street == 0:
            hand[at.ENTERED] |= 1 << seat


class CompiledHand:
    """A hand in play. Cards come from the front of a `deck` as `State.start` deals them, or are drawn as they are
    needed from the stream of some `seeds`, as `table.deals.Shuffled` deals them."""

    def __init__(self, game: Game, deck: Iterable[int] | None = None, *, seeds: tuple[int, ...] = (0,)) -> None:
        from pokerlab.games import hand_kernels

        self.game, self._kernels = game, hand_kernels
        self.rules = compiled_rules(game)
        if game.start:
            self.hand = hand_array(State.start(game))
        else:
            self.hand = np.zeros(at.HAND_SIZE, np.int64)
            hand_kernels.start_hand(self.rules, self.hand)
        if deck is None:
            hand_kernels.use_stream(self.hand, np.uint64(stream(*seeds)))
        else:
            hand_kernels.use_deck(self.hand, np.array(checked_deck(game, deck), np.int64))
        hand_kernels.deal_due(self.rules, self.hand)

    @property
    def actor(self) -> int:
        """The seat to act, -1 if the hand is over."""
        return int(self.hand[at.ACTOR])

    @property
    def is_over(self) -> bool:
        """Whether the hand is finished."""
        return self.actor < 0

    @property
    def legal(self) -> Legal:
        """What the actor may do (nothing if the hand is over)."""
        to_call, least, most = self._kernels.find_legal(self.rules, self.hand)
        return Legal(to_call > 0, to_call, least, most)

    def act(self, action: Action) -> None:
        """The actor's action; raises `IllegalActionError` if it is not legal, and nothing has changed."""
        to = action.to if -MOST_CHIPS < action.to < 2 * MOST_CHIPS else -1
        if not self._kernels.act(self.rules, self.hand, int(action.kind), to):
            if self.is_over:
                raise IllegalActionError(f"'{action}' is not legal: the betting is over")
            raise IllegalActionError(f"'{action}' is not legal for seat {self.actor}: {self.legal}")

    @property
    def board(self) -> tuple[int, ...]:
        """The common cards so far."""
        return tuple(self.hand[at.BOARD : at.BOARD + self.hand[at.BOARD_SIZE]].tolist())

    @property
    def private(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each seat."""
        firsts = [at.PRIVATE + at.MOST_HELD * seat for seat in range(self.game.players)]
        return tuple(
            tuple(self.hand[first : first + self.hand[at.HELD + seat]].tolist()) for seat, first in enumerate(firsts)
        )

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What each seat has won (or lost, negative) in chips."""
        if not self.is_over:
            raise GameError("the hand is not over, there are no payoffs yet")
        won = np.zeros(self.game.players, np.int64)
        self._kernels.settle_hand(self.rules, self.hand, won)
        return tuple(won.tolist())
