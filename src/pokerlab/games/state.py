"""A hand in play: wagers and cards together. States are immutable; every step gives a new one.

Cards come by `deal`, street by street, or all at once from a deck given at the start:

    state = State.start(game)                  # chance is played by the caller
    while not state.is_over:
        if state.cards_due: state = state.deal(...)
        else:               state = state.act(...)

    state = State.start(game, deck=shuffled)   # dealt by itself; only actions are asked for

A private card that was not seen (another player's, in a record) is `UNKNOWN`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pokerlab.cards.card import format_card
from pokerlab.cards.unseen import UNKNOWN, all_seen, format_dealt
from pokerlab.errors import GameError, IllegalActionError, shorten
from pokerlab.games.action import Action
from pokerlab.games.betting import NOBODY, Betting, Legal, Played
from pokerlab.games.pots import Chips, Pot, Settlement, after_rake, award, payoffs, settle
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game
from pokerlab.games.view import Public, View


@dataclass(frozen=True, slots=True)
class State:
    """A hand in play.

    `private` are the cards of each seat, `board` the common ones, `dealt` the number of streets whose cards
    are out, and `deck` the cards still to come if they were fixed at the start (empty otherwise).
    """

    betting: Betting
    private: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    dealt: int
    deck: tuple[int, ...]

    @classmethod
    def start(cls, game: Game, deck: Iterable[int] | None = None) -> "State":
        """A hand with antes and blinds posted.

        With a `deck` the cards are dealt from its front: seat 0's private cards, seat 1's, ..., then the
        board.
        """
        betting = Betting.start(game)
        board = game.start.board if game.start else ()
        state = cls(betting, ((),) * game.players, board, _skip(betting, game.first_street), ())
        if deck is None:
            return state
        return cls(betting, state.private, board, state.dealt, checked_deck(game, deck))._deal_on()

    @property
    def game(self) -> Game:
        """The rules."""
        return self.betting.game

    @property
    def street(self) -> int:
        """The street of the betting, counted from 0."""
        return self.betting.street

    @property
    def actor(self) -> int:
        """The seat to act; `NOBODY` (-1) if cards are due or the hand is over."""
        return NOBODY if self.cards_due else self.betting.actor

    @property
    def cards_due(self) -> int:
        """How many cards must be dealt before anything else can happen."""
        betting = self.betting
        if self.dealt > betting.street and (betting.actor >= 0 or self.dealt == betting.game.streets):
            return 0
        live = betting.live
        if live & (live - 1) == 0:
            return 0
        private, board = betting.game.cards_before(self.dealt)
        return private * live.bit_count() + board

    @property
    def is_over(self) -> bool:
        """Whether the hand is finished: one seat is left, or it is time to compare hands."""
        return self.betting.actor < 0 and self.cards_due == 0

    @property
    def is_showdown(self) -> bool:
        """Whether the hand is finished and hands are compared."""
        return self.is_over and self.betting.live.bit_count() > 1

    @property
    def legal(self) -> Legal:
        """What the actor may do."""
        self._check_no_cards_due()
        return self.betting.legal

    @property
    def history(self) -> tuple[Played, ...]:
        """All actions so far."""
        return self.betting.history

    def act(self, action: Action) -> "State":
        """The state after the actor's action; raises `IllegalActionError` if it is not legal."""
        if self.dealt <= self.betting.street:
            self._check_no_cards_due()
        betting = self.betting.act(action)
        dealt = self.dealt if betting.actor >= 0 and betting.street < self.dealt else _skip(betting, self.dealt)
        after = State(betting, self.private, self.board, dealt, self.deck)
        return after._deal_on() if self.deck else after

    def deal(self, cards: Iterable[int]) -> "State":
        """The state after the next street's cards: private ones of each live seat in seat order, then the
        board.

        Private cards may be `UNKNOWN`.
        """
        due, given = self.cards_due, tuple(cards)
        if due == 0:
            raise GameError(f"cards '{shorten(format_dealt(given))}' were dealt, but none are due")
        if len(given) != due:
            raise GameError(f"{len(given)} cards '{shorten(format_dealt(given))}' were dealt, but {due} are due")
        before = (*self.board, *(card for hand in self.private for card in hand))
        board_count = self.game.cards_before(self.dealt)[1]
        _checked(self.game, given[due - board_count :], before, known=True)
        _checked(self.game, given, before, known=False)
        return self._with_cards(given, ())

    @property
    def settlement(self) -> Settlement:
        """The pots as they stand, and the bet that would go back uncalled. Needs no cards."""
        betting = self.betting
        return settle(betting.game, betting.paid, betting.live)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots, in chips, without an uncalled bet and before rake."""
        return self.settlement.pots

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat's hand at showdown (higher is better; -1 if folded or not known)."""
        rank, board = ranker(self.game.ranking), self.board
        live = self.betting.live
        return tuple([
            rank((*hand, *board)) if live >> seat & 1 and all_seen(hand) else -1
            for seat, hand in enumerate(self.private)
        ])  # fmt: skip

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What each seat has won (or lost, negative) in chips. Their sum is minus the rake.

        A live seat whose cards are not known counts as mucked; if a pot has no seat with known cards there is
        no telling who won, and a `GameError` says so.
        """
        _, ranks = self._contest()
        betting = self.betting
        seen, whole = bool(self.board), not self.game.rake.exact
        return tuple(payoffs(self.game, betting.paid, betting.live, ranks, board_seen=seen, whole=whole))

    @property
    def winnings(self) -> tuple[tuple[int, ...], ...]:
        """For each of `pots` the chips that each seat wins of it, after rake; an error where `payoffs` has one."""
        pots, ranks = self._contest()
        won: list[list[Chips]] = [[0] * self.game.players for _ in pots]
        for pot, of_pot in zip(pots, won, strict=True):
            award((pot,), ranks, of_pot, whole=not self.game.rake.exact)
        return tuple(tuple(of_pot) for of_pot in won)

    def _contest(self) -> tuple[tuple[Pot, ...], Sequence[int]]:
        """What is played for, after rake, and the ranks of the hands if any are compared."""
        if not self.is_over:
            raise GameError("the hand is not over, there are no payoffs yet")
        pots = after_rake(self.game.rake, self.settlement.pots, board_seen=bool(self.board))
        ranks: Sequence[int] = ()
        if any(len(pot.seats) > 1 for pot in pots):
            ranks = self.ranks
            for pot in pots:
                if len(pot.seats) > 1 and max([ranks[seat] for seat in pot.seats]) < 0:
                    raise GameError(f"no cards are known of seats {pot.seats}, who share a pot")
        return pots, ranks

    @property
    def public(self) -> Public:
        """What everybody knows."""
        return Public(self.betting, self.board)

    def view(self, seat: int) -> View:
        """What a seat knows; `NOBODY` (-1): what who only looks on does, who has no cards."""
        if not NOBODY <= seat < self.game.players:
            raise GameError(f"there is no seat {seat} (seats are 0..{self.game.players - 1})")
        shown: tuple[tuple[int, ...], ...] = ((),) * self.game.players
        if self.is_showdown:
            live = self.betting.live
            shown = tuple(hand if live >> other & 1 else () for other, hand in enumerate(self.private))
        private = () if seat == NOBODY else self.private[seat]
        return View(seat, self.betting, private, self.board, shown, self.is_over)

    def _deal_on(self) -> "State":
        """Deal from the fixed deck whatever is due."""
        state = self
        while due := state.cards_due:
            state = state._with_cards(state.deck[:due], state.deck[due:])
        return state

    def _with_cards(self, cards: tuple[int, ...], deck: tuple[int, ...]) -> "State":
        count, board_count = self.game.cards_before(self.dealt)
        private, position = self.private, 0
        if count:
            hands = []
            for seat, hand in enumerate(private):
                if self.betting.live >> seat & 1:
                    hand = (*hand, *cards[position : position + count])
                    position += count
                hands.append(hand)
            private = tuple(hands)
        board = (*self.board, *cards[len(cards) - board_count :]) if board_count else self.board
        return State(self.betting, private, board, _skip(self.betting, self.dealt + 1), deck)

    def _check_no_cards_due(self) -> None:
        if due := self.cards_due:
            raise IllegalActionError(f"no action is legal: {due} cards must be dealt first")


def checked_deck(game: Game, deck: Iterable[int]) -> tuple[int, ...]:
    """As many cards of a deck as a hand can need; a `GameError` if they are too few, or not of the game."""
    cards = tuple(deck)
    board = game.start.board if game.start else ()
    needed = sum(game.private_cards) * game.players + sum(game.board_cards) - len(board)
    if len(cards) < needed:
        raise GameError(f"{game.name}: the deck has {len(cards)} cards, {needed} are needed")
    return _checked(game, cards[:needed], board, known=True)


def _skip(betting: Betting, dealt: int) -> int:
    """The number of streets dealt, counting those that come next and deal nothing."""
    game = betting.game
    last = betting.street + 1 if betting.actor >= 0 else game.streets
    while dealt < last and game.cards_before(dealt) == (0, 0):
        dealt += 1
    return dealt


def _checked(game: Game, cards: tuple[int, ...], others: tuple[int, ...], *, known: bool) -> tuple[int, ...]:
    """The cards, if they are of the deck and none occurs twice; `UNKNOWN` passes unless `known` is asked."""
    seen = {card for card in others if card != UNKNOWN}
    for card in cards:
        if card == UNKNOWN and not known:
            continue
        if card == UNKNOWN:
            raise GameError("only private cards can be unseen, not those of a board or a deck")
        if card not in game.cards:
            raise GameError(f"'{format_card(card)}' is not in the deck of {game.name}")
        if card in seen:
            raise GameError(f"'{format_card(card)}' is dealt twice")
        seen.add(card)
    return cards
