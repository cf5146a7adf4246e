"""A hand told in words, step by step, as `pokerlab hands replay` prints it."""

from collections.abc import Iterator
from decimal import Decimal

from pokerlab.cards.unseen import format_dealt
from pokerlab.errors import GameError, RecordError
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting, Played
from pokerlab.games.state import State
from pokerlab.records.amounts import format_amount
from pokerlab.records.record import HandRecord, replay

_HOLDEM_STREETS = ("Pre-flop", "Flop", "Turn", "River")


def narrate(record: HandRecord) -> Iterator[str]:
    """The lines of a hand: seats, forced bets, cards (`??` if not seen), actions with the pot after each, who wins what
    of every pot, and results.
    """
    state = State.start(record.game)
    yield from _seats(record, state.betting)
    for step in replay(record):
        before, state = state, step.state
        if step.played is None:
            yield from _cards(record, before, step.cards)
        else:
            yield f"  {action_line(record, before.betting, step.played, state.betting)}"
    yield from _end(record, state)


def _seats(record: HandRecord, start: Betting) -> Iterator[str]:
    game, unit = record.game, record.unit
    for seat, name in enumerate(record.players):
        posted = []
        if ante := min(game.antes[seat], game.stacks[seat]):
            posted.append(f"ante {format_amount(ante, unit)}")
        if start.bets[seat]:
            posted.append(f"blind {format_amount(start.bets[seat], unit)}")
        button = " (button)" if seat == game.button else ""
        forced = f", posts {' and '.join(posted)}" if posted else ""
        yield f"  {name}{button}: {format_amount(game.stacks[seat], unit)}{forced}"


def _cards(record: HandRecord, before: State, cards: tuple[int, ...]) -> Iterator[str]:
    game, street = before.game, before.dealt
    yield f"{_street_name(record, street)}, pot {format_amount(before.betting.pot, record.unit)}"
    count, position = game.cards_before(street)[0], 0
    for seat, name in enumerate(record.players):
        if count and before.betting.live >> seat & 1:
            hand = cards[position : position + count]
            position += count
            yield f"  {name} has {format_dealt(hand, separator=' ')}"
    if cards[position:]:
        yield f"  board {format_dealt((*before.board, *cards[position:]), separator=' ')}"


def _street_name(record: HandRecord, street: int) -> str:
    if record.game.streets == len(_HOLDEM_STREETS):
        return _HOLDEM_STREETS[street]
    return f"Street {street + 1}"


def action_line(record: HandRecord, before: Betting, played: Played, after: Betting) -> str:
    """An action in words, with the pot after it."""
    words = action_words(before, played, after, record.unit)
    return f"{record.players[played.seat]} {words} (pot {format_amount(after.pot, record.unit)})"


def action_words(before: Betting, played: Played, after: Betting, unit: Decimal = Decimal(1)) -> str:
    """What an action does: `calls 20`, `bets to 40, all-in`."""
    if played.action.kind is Kind.FOLD:
        words = "folds"
    elif played.action.kind is Kind.RAISE:
        words = f"{'raises' if before.level else 'bets'} to {format_amount(played.action.to, unit)}"
    elif before.to_call:
        words = f"calls {format_amount(before.to_call, unit)}"
    else:
        words = "checks"
    if played.action.kind is not Kind.FOLD and after.stacks[played.seat] == 0:
        words += ", all-in"
    return words


def _end(record: HandRecord, state: State) -> Iterator[str]:
    unit = record.unit
    if not state.is_over:
        yield "The record ends here."
        return
    settlement = state.settlement
    yield "Result"
    if settlement.uncalled:
        name = record.players[settlement.uncalled_seat]
        yield f"  uncalled {format_amount(settlement.uncalled, unit)} goes back to {name}"
    yield from _pots(record, state)
    try:
        payoffs = record.payoffs()
    except RecordError as error:
        yield f"  {error}"
        return
    for name, payoff in zip(record.players, payoffs, strict=True):
        if payoff:
            yield f"  {name} {_signed(payoff * unit)}"


def _pots(record: HandRecord, state: State) -> Iterator[str]:
    """Every pot: who could win it, and who wins what of it."""
    pots, unit, names = state.pots, record.unit, record.players
    try:
        winnings = state.winnings
    except GameError:
        winnings = ()  # the results below say why
    for place, pot in enumerate(pots):
        line = f"  {'main pot' if place == 0 else f'side pot {place}'} {format_amount(pot.amount, unit)}"
        if len(pot.seats) > 1:
            line += f" ({', '.join(names[seat] for seat in pot.seats)})"
        if not winnings:
            yield line
            continue
        of_pot = winnings[place]
        won = [f"{names[seat]} wins {format_amount(chips, unit)}" for seat, chips in enumerate(of_pot) if chips]
        if rake := pot.amount - sum(of_pot):
            won.append(f"rake {format_amount(rake, unit)}")
        yield f"{line}: {', '.join(won)}"


def _signed(amount: Decimal) -> str:
    return ("+" if amount > 0 else "-") + format_amount(1, abs(amount))
