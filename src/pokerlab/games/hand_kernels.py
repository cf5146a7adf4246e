"""The rules of a hand once more, compiled: the twin of `betting`, `state` and `pots`, which it equals chip for chip.

    start_hand(rules, hand); use_stream(hand, cards); deal_due(rules, hand)
    while not is_over(hand):
        to_call, least, most = find_legal(rules, hand)
        act(rules, hand, kind, to)
    settle_hand(rules, hand, won)

`rules` and `hand` are the arrays of `hand_columns`; `compiled` makes them of a `Game`. Nothing is allocated, and one
pair of arrays serves any number of hands. Cards that are due are dealt at once.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import stream_draw
from pokerlab.cards.evaluator_kernels import KEY_START, KEYS, MASKS, rank_sized
from pokerlab.games import hand_columns as at

FOLD, CALL, RAISE = 0, 1, 2
NOBODY = -1
NONE = np.uint64(0)


@kernel("void(int64[::1], int64[::1])", counts=False)
def start_hand(rules, hand):
    """A new hand with antes and blinds posted, no card dealt and no deck (see `use_deck` and `use_stream`)."""
    players = rules[at.PLAYERS]
    most = second = largest_bet = largest_blind = pot = able = 0
    for seat in range(players):
        stack, blind = rules[at.STACKS + seat], rules[at.BLINDS + seat]
        behind = max(stack - rules[at.ANTES + seat], 0)
        bet = min(blind, behind)
        hand[at.BEHIND + seat] = behind - bet
        hand[at.BETS + seat] = bet
        hand[at.HELD + seat] = 0
        pot += stack - (behind - bet)
        if behind > bet:
            able |= 1 << seat
        if behind > most:
            most, second = behind, most
        elif behind > second:
            second = behind
        largest_bet = max(largest_bet, bet)
        largest_blind = max(largest_blind, blind)
    hand[at.STREET : at.BEHIND] = 0
    hand[at.AGGRESSOR] = hand[at.EARLIER_AGGRESSOR] = NOBODY
    hand[at.LEVEL] = largest_blind if rules[at.FULL_BLIND] else largest_bet
    hand[at.LAST_RAISE] = rules[at.SMALLEST_BETS]
    hand[at.POT] = pot + rules[at.DEAD_CHIPS]
    hand[at.LIVE] = (1 << players) - 1
    hand[at.ABLE] = able
    waiting = able if rules[at.REOPENS] else _waiting_at_start(players, hand, most, second, largest_bet)
    hand[at.WAITING] = waiting
    hand[at.ACTOR] = _seat_from(waiting, rules[at.FIRST_TO_ACT]) if waiting else NOBODY


@kernel("void(int64[::1], uint64)", counts=False)
def use_stream(hand, cards):
    """Cards that are not known yet come from a stream, as `table.deals.Shuffled` draws them."""
    hand[at.STREAM] = np.int64(cards)


@kernel("void(int64[::1], int64[::1])", counts=False)
def use_deck(hand, deck):
    """These cards come next; deck: int64 [card], at most 52."""
    for place in range(deck.shape[0]):
        hand[at.DECK + place] = deck[place]
        hand[at.OUT] |= 1 << deck[place]
    hand[at.KNOWN] = deck.shape[0]
    hand[at.NEXT_CARD] = 0


@kernel("void(int64[::1], int64[::1])", counts=False)
def deal_due(rules, hand):
    """Deal the cards that are due: private ones of each live seat in seat order, then the board, street by street."""
    live = hand[at.LIVE]
    if live & (live - 1) == 0:
        return
    last = hand[at.STREET] + 1 if hand[at.ACTOR] >= 0 else rules[at.STREETS]
    while hand[at.DEALT] < last:
        street = hand[at.DEALT]
        count = rules[at.PRIVATE_CARDS + street]
        if count:
            for seat in range(rules[at.PLAYERS]):
                if live >> seat & 1:
                    for _ in range(count):
                        hand[at.PRIVATE + at.MOST_HELD * seat + hand[at.HELD + seat]] = _next_card(rules, hand)
                        hand[at.HELD + seat] += 1
        for _ in range(rules[at.BOARD_CARDS + street]):
            hand[at.BOARD + hand[at.BOARD_SIZE]] = _next_card(rules, hand)
            hand[at.BOARD_SIZE] += 1
        hand[at.DEALT] = street + 1


@kernel("boolean(int64[::1])", counts=False)
def is_over(hand):
    """Whether nobody is to act any more."""
    return hand[at.ACTOR] < 0


@kernel("int64(int64[::1], int64[::1])", counts=False)
def find_to_call(rules, hand):
    """What a call costs the actor: 0 for a check, never more than the stack."""
    seat = hand[at.ACTOR]
    if seat < 0:
        return np.int64(0)
    level = hand[at.LEVEL]
    owed = level - hand[at.BETS + seat]
    if hand[at.STREET] == 0 and hand[at.RAISES] == 0 and level > 0:
        largest = most = np.int64(0)
        for other in range(rules[at.PLAYERS]):
            bet = hand[at.BETS + other]
            largest = max(largest, bet)
            if other != seat and hand[at.LIVE] >> other & 1:
                most = max(most, bet + hand[at.BEHIND + other])
        if level > largest:
            # No one could post the largest blind in full: no need to pay more than anyone could match.
            owed = max(min(level, most) - hand[at.BETS + seat], 0)
    return min(owed, hand[at.BEHIND + seat])


@kernel("UniTuple(int64, 3)(int64[::1], int64[::1])", counts=False)
def find_legal(rules, hand):
    """What the actor may do: what a call costs (a fold is legal if it costs anything), and the smallest and the largest
    raise, 0 if none is legal."""
    to_call = find_to_call(rules, hand)
    seat = hand[at.ACTOR]
    if seat < 0 or not _may_raise(rules, hand, seat):
        return to_call, np.int64(0), np.int64(0)
    bet, level = hand[at.BETS + seat], hand[at.LEVEL]
    whole = bet + hand[at.BEHIND + seat]
    least = level + hand[at.LAST_RAISE]
    most = whole
    if rules[at.LIMIT] == at.FIXED:
        most = least
    elif rules[at.LIMIT] != at.NO_LIMIT:
        most = max(least, level + hand[at.POT] + level - bet)
    return to_call, min(least, whole), min(most, whole)


@kernel("boolean(int64[::1], int64[::1], int64, int64)", counts=False)
def act(rules, hand, kind, to):
    """The actor folds, calls, or raises to an amount, and cards that are then due are dealt. Returns whether the action
    is legal; if not, nothing changes."""
    seat = hand[at.ACTOR]
    if seat < 0:
        return False
    bit = np.int64(1) << seat
    if kind == FOLD:
        if find_to_call(rules, hand) == 0:
            return False
        hand[at.LIVE] &= ~bit
        hand[at.ABLE] &= ~bit
        hand[at.WAITING] &= ~bit
    elif kind == CALL:
        _pay(hand, seat, find_to_call(rules, hand))
        hand[at.WAITING] &= ~bit
        hand[at.CALLS] += 1
        if hand[at.STREET] == 0:
            hand[at.ENTERED] |= bit
            if hand[at.RAISES] == 0:
                hand[at.LIMPERS] |= bit
    else:
        _, least, most = find_legal(rules, hand)
        if not 0 < least <= to <= most:
            return False
        level, last_raise = hand[at.LEVEL], hand[at.LAST_RAISE]
        if hand[at.STREET] == 0:
            hand[at.ENTERED] |= bit
            hand[at.PART_RAISES] += _is_part(rules, hand, seat, to)
        _pay(hand, seat, to - hand[at.BETS + seat])
        hand[at.LAST_RAISE] = max(level + last_raise - to if rules[at.REOPENS] else last_raise, to - level)
        hand[at.LEVEL] = to
        hand[at.RAISES] += 1
        hand[at.HAND_RAISES] += 1
        hand[at.AGGRESSOR] = seat
        hand[at.WAITING] = hand[at.ABLE] & ~bit
    hand[at.ACTED] |= bit
    hand[at.ACTIONS] += 1
    _move_on(rules, hand, seat)
    if hand[at.DEALT] <= hand[at.STREET] or hand[at.ACTOR] < 0:
        deal_due(rules, hand)
    return True


@kernel("void(int64[::1], int64[::1], int64[::1])", counts=False)
def settle_hand(rules, hand, won):
    """What each seat has won, or lost (negative), of its stack in a hand that is over, in whole chips; won: int64
    [seat]."""
    players, live = rules[at.PLAYERS], hand[at.LIVE]
    dead = rules[at.DEAD_CHIPS]
    for seat in range(players):
        paid = rules[at.STACKS + seat] - hand[at.BEHIND + seat]
        won[seat] = -paid
        ante = min(rules[at.ANTES + seat], rules[at.STACKS + seat]) if rules[at.DEAD_ANTES] else 0
        hand[at.COUNTED + seat] = paid - ante
        dead += ante
    _return_uncalled(players, live, hand, won)
    total = dead
    for seat in range(players):
        total += hand[at.COUNTED + seat]
    rake = _rake(rules, hand, total)
    if live & (live - 1):
        rank_hands(rules, hand)
    raked = done = np.int64(0)
    below = np.int64(-1)
    while done < total:
        level, is_last = next_level(players, live, hand, below)
        amount = total - done
        if not is_last:
            amount = dead
            for seat in range(players):
                amount += min(hand[at.COUNTED + seat], level) - min(hand[at.COUNTED + seat], max(below, 0))
        done += amount
        due = rake * done // total - raked
        raked += due
        _award(players, live, hand, level, amount - due, won)
        below = level
        dead = 0


@kernel("int64(uint64, int64, int64)", counts=False)
def draw_number(stream, number, below):
    """`_streams.draw`, as kernels draw: cards, and what agents do."""
    return stream_draw(stream, number, below)


@kernel("void(int64[::1], int64[::1])", counts=False)
def rank_hands(rules, hand):
    """How good the hand of every live seat is, the better the larger, in the columns RANKS."""
    for seat in range(rules[at.PLAYERS]):
        if hand[at.LIVE] >> seat & 1:
            hand[at.RANKS + seat] = _rank(rules[at.RANKING], hand, seat)


@kernel(counts=False)
def _seat_from(seats, start):
    """The first seat of a non-empty set at or after `start`, going round."""
    if seats >> start == 0:
        start = 0
    seat = start
    while not seats >> seat & 1:
        seat += 1
    return np.int64(seat)


@kernel(counts=False)
def _waiting_at_start(players, hand, most, second, largest_bet):
    """The seats that have a decision after the blinds; not one that alone has chips and covers all. `most`, `second`:
    the largest stacks after antes, so that `second` is the most of the others' for who has the most."""
    waiting, last = np.int64(0), np.int64(0)
    for seat in range(players):
        bet, behind = hand[at.BETS + seat], hand[at.BEHIND + seat]
        others = second if bet + behind == most else most
        if behind and bet < others:
            waiting |= np.int64(1) << seat
            last = seat
    if waiting & (waiting - 1) == 0 and hand[at.BETS + last] >= largest_bet:
        return np.int64(0)
    return waiting


@kernel(counts=False)
def _next_card(rules, hand):
    """The next card of the deck; it is drawn if it is not known yet: from the whole deck until it is one that is not
    out."""
    place = hand[at.NEXT_CARD]
    hand[at.NEXT_CARD] = place + 1
    if place < hand[at.KNOWN]:
        return hand[at.DECK + place]
    while True:
        card = rules[at.DECK_CARDS + stream_draw(np.uint64(hand[at.STREAM]), hand[at.NUMBER], rules[at.DECK_SIZE])]
        hand[at.NUMBER] += 1
        if not hand[at.OUT] >> card & 1:
            break
    hand[at.OUT] |= np.int64(1) << card
    hand[at.DECK + place] = card
    hand[at.KNOWN] = place + 1
    return card


@kernel(counts=False)
def _may_raise(rules, hand, seat):
    """Whether a raise is open to the seat: cap, chips, someone to raise, and the short all-in rule."""
    cap = rules[at.RAISE_CAPS + hand[at.STREET]]
    if 0 <= cap <= hand[at.RAISES]:
        return False
    level = hand[at.LEVEL]
    faced = level - hand[at.BETS + seat]
    if hand[at.BEHIND + seat] <= faced:
        return False
    others = hand[at.ABLE] & ~(np.int64(1) << seat)
    if rules[at.REOPENS]:
        return others != 0
    if hand[at.ACTED] >> seat & 1 and faced < hand[at.LAST_RAISE]:
        return False  # what came since this seat acted is less than a full raise
    for other in range(rules[at.PLAYERS]):  # is there anyone who could put in more than the present bet?
        if others >> other & 1 and hand[at.BETS + other] + hand[at.BEHIND + other] > level:
            return True
    return False


@kernel(counts=False)
def _is_part(rules, hand, seat, to):
    """Whether a raise on the first street is by less than its seat and another one had, folded ones included."""
    most = np.int64(0)
    for other in range(rules[at.PLAYERS]):
        if other != seat:
            most = max(most, rules[at.STACKS + other] - rules[at.ANTES + other])
    return to < min(hand[at.BETS + seat] + hand[at.BEHIND + seat], most)


@kernel(counts=False)
def _pay(hand, seat, chips):
    hand[at.BETS + seat] += chips
    hand[at.BEHIND + seat] -= chips
    hand[at.POT] += chips
    if hand[at.BEHIND + seat] == 0:
        hand[at.ABLE] &= ~(np.int64(1) << seat)


@kernel(counts=False)
def _move_on(rules, hand, seat):
    """The next actor after a seat, on the next street if this one's betting is closed."""
    live, able, waiting = hand[at.LIVE], hand[at.ABLE], hand[at.WAITING]
    if live & (live - 1) == 0:
        hand[at.ACTOR] = NOBODY
        return
    if waiting:
        hand[at.ACTOR] = _seat_from(waiting, seat + 1)
        return
    street = hand[at.STREET] + 1
    if able & (able - 1) == 0 or street == rules[at.STREETS]:
        hand[at.ACTOR] = NOBODY
        return
    hand[at.STREET] = street
    hand[at.ACTOR] = _seat_from(able, rules[at.FIRST_TO_ACT + street])
    hand[at.LEVEL] = hand[at.RAISES] = hand[at.ACTED] = hand[at.CALLS] = 0
    hand[at.EARLIER_AGGRESSOR] = hand[at.AGGRESSOR]
    hand[at.LAST_RAISE] = rules[at.SMALLEST_BETS + street]
    hand[at.WAITING] = able
    for other in range(rules[at.PLAYERS]):
        hand[at.BETS + other] = 0


@kernel(counts=False)
def _return_uncalled(players, live, hand, won):
    """The part of the largest bet that no one matched goes back."""
    seat = np.int64(0)
    second = np.int64(-1)
    for other in range(1, players):
        chips = hand[at.COUNTED + other]
        if chips > hand[at.COUNTED + seat]:
            second = hand[at.COUNTED + seat]
            seat = other
        elif chips > second:
            second = chips
    if live >> seat & 1:
        uncalled = hand[at.COUNTED + seat] - second
        hand[at.COUNTED + seat] -= uncalled
        won[seat] += uncalled


@kernel(counts=False)
def _rake(rules, hand, total):
    """What is taken from all pots together."""
    if rules[at.RAKE_PARTS] == 0 or (rules[at.NO_FLOP_NO_DROP] and hand[at.BOARD_SIZE] == 0):
        return np.int64(0)
    taken = total * rules[at.RAKE_PARTS] // rules[at.RAKE_WHOLE]
    return taken if rules[at.RAKE_CAP] < 0 else min(taken, rules[at.RAKE_CAP])


@kernel(counts=False)
def next_level(players, live, hand, below):
    """The smallest amount above another that a live seat has put in, and whether it is the largest."""
    level = largest = np.int64(-1)
    for seat in range(players):
        if live >> seat & 1:
            chips = hand[at.COUNTED + seat]
            largest = max(largest, chips)
            if chips > below and (level < 0 or chips < level):
                level = chips
    return level, level == largest


@kernel(counts=False)
def _award(players, live, hand, level, amount, won):
    """A pot to the best hands of the live seats that have put in so much; odd chips one by one in seat order."""
    best, winners, last = np.int64(-1), 0, 0
    for seat in range(players):
        if live >> seat & 1 and hand[at.COUNTED + seat] >= level:
            last = seat
            rank = hand[at.RANKS + seat] if live & (live - 1) else 0
            if rank > best:
                best, winners = rank, 1
            elif rank == best:
                winners += 1
    if winners == 1 and live & (live - 1) == 0:
        won[last] += amount
        return
    part = amount // winners
    odd = amount - part * winners
    for seat in range(players):
        if live >> seat & 1 and hand[at.COUNTED + seat] >= level and hand[at.RANKS + seat] == best:
            won[seat] += part + np.int64(odd > 0)
            odd -= 1


@kernel(counts=False)
def _rank(ranking, hand, seat):
    """As the functions of `ranking`."""
    held, first = hand[at.HELD + seat], at.PRIVATE + at.MOST_HELD * seat
    if ranking == at.KUHN:
        return hand[first] >> 2
    if ranking == at.HOLDEM:
        key, mask = KEY_START, NONE
        for place in range(held):
            key += KEYS[hand[first + place]]
            mask |= MASKS[hand[first + place]]
        for place in range(hand[at.BOARD_SIZE]):
            key += KEYS[hand[at.BOARD + place]]
            mask |= MASKS[hand[at.BOARD + place]]
        return np.int64(rank_sized(held + hand[at.BOARD_SIZE], key, mask))
    return _rank_few(hand, first, held)


@kernel(counts=False)
def _rank_few(hand, first, held):
    """The ranking of Leduc: groups of equal ranks, the largest first, as digits of how many and which."""
    counts = np.int64(0)  # three bits for each of the 13 ranks
    cards = held + hand[at.BOARD_SIZE]
    for place in range(cards):
        card = hand[first + place] if place < held else hand[at.BOARD + place - held]
        counts += np.int64(1) << 3 * (card >> 2)
    value, groups = np.int64(0), 0
    for count in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts >> 3 * rank & 7 == count:
                value = value << 8 | count << 4 | rank
                groups += 1
    return value << 8 * (cards - groups)
