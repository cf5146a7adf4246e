"""Kernels that play whole tournaments: the twin of `tournament.standing` and `table.tournament`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, record
from pokerlab._random_kernels import seeded
from pokerlab.agents.deciding_kernels import AGENTS, decide
from pokerlab.agents.short_kernels import begin_notes
from pokerlab.agents.simple_kernels import EXPERT, simple_move
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import deal_due, next_level, settle_hand, start_hand, use_stream
from pokerlab.lab import tournament_columns as of
from pokerlab.lab.hand_play_kernels import take_action
from pokerlab.lab.luck_kernels import find_luck
from pokerlab.lab.tournament_columns import CompiledStructure, Entries, InPlay, Outcomes

LUCK = np.int64(0x10C4)
"""As `tournament_block.LUCK`."""
NO_SEED = np.uint64(0)

STRUCTURE = record(CompiledStructure, "int64[::1], int64[:,::1], float64[::1], float64[::1], int64[::1]")
ENTRIES = record(Entries, "uint64[::1], int64[::1], uint64[:,::1], int64[:,::1]")
OUTCOMES = record(Outcomes, *["int64[:,::1]"] * 6, "float64[:,::1]")
IN_PLAY = record(InPlay, "int64[::1], float64[::1]", *["int64[::1]"] * 9, "float64[::1], float64[::1]")


@kernel(types.boolean(STRUCTURE, AGENTS, ENTRIES, IN_PLAY, OUTCOMES))
def play_tournaments(structure, agents, entries, play, outcomes):
    """Play the tournaments of all rows, from where `play` stands; whether all are played, or an agent asks for
    something first."""
    numbers = play.numbers
    while numbers[of.ROW] < entries.seeds.shape[0]:
        row = numbers[of.ROW]
        if not numbers[of.IS_BEGUN]:
            _begin_tournament(structure, play, entries.buttons[row])
        while numbers[of.LEFT] > 1:
            if not _play_hand(structure, agents, entries, play, outcomes):
                return False
        _end_tournament(entries.agents[row], play, outcomes)
        numbers[of.ROW] = row + 1
        numbers[of.IS_BEGUN] = 0
    return True


@kernel()
def _begin_tournament(structure, play, button):
    """As `Standing.start`: positions are those from which one step leads to the first hand's."""
    numbers, players = play.numbers, play.stacks.shape[0]
    play.stacks[:] = structure.numbers[of.CHIPS]
    play.heads[:] = structure.numbers[of.BOUNTY]
    play.places[:] = 0
    play.prizes[:] = 0
    play.bounties[:] = 0
    play.seconds[0] = 0.0
    numbers[of.BUTTON] = (button - 1) % players
    numbers[of.SMALL] = button
    numbers[of.BIG] = (button + 1) % players if players > 2 else button
    numbers[of.LEFT] = players
    numbers[of.HANDS] = 0
    numbers[of.IS_BEGUN] = 1
    numbers[of.IS_DEALT] = 0


@kernel()
def _play_hand(structure, agents, entries, play, outcomes):
    """One hand, and what becomes of the standing; whether it was played to its end."""
    numbers, rules, hand, seats = play.numbers, play.rules, play.hand, play.seats
    row, kinds = numbers[of.ROW], agents.kinds
    seed = seeded(NO_SEED, entries.seeds[row])
    cards = seeded(seed, numbers[of.HANDS])
    players = rules[at.PLAYERS]
    if not numbers[of.IS_DEALT]:
        _next_hand(structure, play)
        start_hand(rules, hand)
        use_stream(hand, cards)
        deal_due(rules, hand)
        players = rules[at.PLAYERS]
        for place in range(players):
            play.ladder[place] = structure.prizes[place]
            agents.notes.levels[place] = agents.levels[entries.agents[row, seats[place]]]
        begin_notes(agents.notes, rules, play.ladder, structure.prizes[0] > 0)
        numbers[of.IS_DEALT] = 1
    while hand[at.ACTOR] >= 0:
        place = hand[at.ACTOR]
        seat = seats[place]
        chance = seeded(seeded(entries.chances[row, seat], numbers[of.HANDS]), place)
        agent = entries.agents[row, seat]
        if kinds[agent] < EXPERT:
            kind, to = simple_move(kinds[agent], rules, hand, chance)
        else:
            kind, to = decide(agents, agent, rules, hand, chance)
            if kind < 0:
                return False
        take_action(rules, hand, kind, to)
    settle_hand(rules, hand, play.won)
    stream = seeded(seeded(seed, numbers[of.HANDS]), LUCK)
    luck = play.luck[:players]
    find_luck(rules, hand, play.ladder[:players], structure.numbers[of.BOARDS], stream, luck)
    for place in range(players):
        agent = entries.agents[row, seats[place]]
        outcomes.hands[row, agent] += 1
        outcomes.levels[row, agent] = numbers[of.LEVEL] + 1
        outcomes.luck[row, agent] += luck[place]
    _after_hand(structure, play)
    numbers[of.IS_DEALT] = 0
    return True


@kernel()
def _next_hand(structure, play):
    """The rules of the next hand, and the positions, as `Standing.next_hand`."""
    numbers, stacks, seats, rules = play.numbers, play.stacks, play.seats, play.rules
    button, small, big = _positions(structure, numbers, stacks)
    numbers[of.BUTTON], numbers[of.SMALL], numbers[of.BIG] = button, small, big
    numbers[of.LEVEL] = level = _level_now(structure, numbers[of.HANDS], play.seconds[0])
    small_blind = structure.levels[level, of.SMALL_BLIND]
    big_blind = structure.levels[level, of.BIG_BLIND]
    ante = structure.levels[level, of.ANTE]
    table = stacks.shape[0]
    first = big if numbers[of.LEFT] == 2 else small
    players, most, place_of_big = 0, np.int64(0), 0
    for step in range(table):
        seat = (first + step) % table
        if stacks[seat] > 0:
            seats[players] = seat
            rules[at.STACKS + players] = stacks[seat]
            rules[at.BLINDS + players] = small_blind if seat == small else big_blind if seat == big else 0
            rules[at.ANTES + players] = 0
            most = max(most, stacks[seat])
            if seat == big:
                place_of_big = players
            players += 1
    by_all = structure.numbers[of.ANTE_BY_ALL]
    if by_all:
        for place in range(players):
            rules[at.ANTES + place] = min(ante, most)
    else:
        stack = stacks[big]
        rest = stack if structure.numbers[of.ANTE_FIRST] else max(stack - big_blind, 0)
        rules[at.ANTES + place_of_big] = min(ante, rest)
    rules[at.PLAYERS] = players
    rules[at.DEAD_ANTES] = not by_all and rules[at.ANTES + place_of_big] > 0
    rules[at.FIRST_TO_ACT] = (place_of_big + 1) % players
    rules[at.SMALLEST_BETS : at.SMALLEST_BETS + 4] = big_blind


@kernel()
def _positions(structure, numbers, stacks):
    """Button, small blind and big blind of the next hand."""
    if numbers[of.LEFT] == 2:
        big = _next_seat(stacks, numbers[of.BIG])
        other = _next_seat(stacks, big)
        return other, other, big
    if structure.numbers[of.IS_DEAD_BUTTON]:
        return numbers[of.SMALL], numbers[of.BIG], _next_seat(stacks, numbers[of.BIG])
    button = _next_seat(stacks, numbers[of.BUTTON])
    small = _next_seat(stacks, button)
    return button, small, _next_seat(stacks, small)


@kernel()
def _next_seat(stacks, seat):
    """The next seat with chips after one."""
    players = stacks.shape[0]
    other = (seat + 1) % players
    while stacks[other] == 0:
        other = (other + 1) % players
    return other


@kernel()
def _level_now(structure, hands, seconds):
    """The level, from 0, of a hand before which so many were played, as `Structure.level_after`."""
    passed = seconds if structure.numbers[of.IS_TIMED] else np.float64(hands)
    last = structure.lengths.shape[0] - 1
    for level in range(last):
        if passed < structure.lengths[level]:
            return np.int64(level)
        passed -= structure.lengths[level]
    return np.int64(last)


@kernel()
def _after_hand(structure, play):
    """Stacks, places and prizes after a settled hand, as `Standing.after`."""
    numbers, seats, rules = play.numbers, play.seats, play.rules
    players = rules[at.PLAYERS]
    left = 0
    for place in range(players):
        chips = rules[at.STACKS + place] + play.won[place]
        play.stacks[seats[place]] = chips
        left += chips > 0
    numbers[of.HANDS] += 1
    play.seconds[0] += structure.clock[0] + structure.clock[1] * players
    if left == players:
        return
    numbers[of.LEFT] = left
    for place in range(players):
        if play.stacks[seats[place]] == 0:
            _pay_place(structure.prizes, play, place, left)
            if structure.numbers[of.BOUNTY]:
                _take_bounty(structure, play, place)
    if left == 1:
        winner = _next_seat(play.stacks, np.int64(0))
        play.places[winner] = 1
        play.prizes[winner] = structure.prizes[0]
        play.bounties[winner] += play.heads[winner]
        play.heads[winner] = 0


@kernel()
def _pay_place(ladder, play, place, left):
    """The place and prize of a seat of the hand that went broke: the larger stack before it is placed better, equal
    stacks share the prizes of their places, odd cents to the first of them."""
    rules, seats = play.rules, play.seats
    chips = rules[at.STACKS + place]
    best, equals, number = left + 1, 0, 0
    for other in range(rules[at.PLAYERS]):
        if play.stacks[seats[other]] == 0:
            best += rules[at.STACKS + other] > chips
            if rules[at.STACKS + other] == chips:
                number += other < place
                equals += 1
    pool = np.int64(0)
    for prize in range(best - 1, best - 1 + equals):
        pool += ladder[prize]
    share = pool // equals
    play.places[seats[place]] = best
    play.prizes[seats[place]] = share + (number < pool - share * equals)


@kernel()
def _take_bounty(structure, play, place):
    """The bounty of a seat of the hand that went broke, to those who won of the last pot that it was in."""
    rules, hand, seats = play.rules, play.hand, play.seats
    players, live, level = rules[at.PLAYERS], hand[at.LIVE], hand[at.COUNTED + place]
    best, winners = np.int64(-1), 0
    for seat in range(players):
        if live >> seat & 1 and hand[at.COUNTED + seat] >= level:
            if hand[at.RANKS + seat] > best:
                best, winners = hand[at.RANKS + seat], 1
            elif hand[at.RANKS + seat] == best:
                winners += 1
    winners = min(winners, _pot_at(rules, hand, level))  # of fewer chips than winners the last get none
    head = play.heads[seats[place]]
    share = head // winners
    odd, number = head - share * winners, 0
    for seat in range(players):
        if live >> seat & 1 and hand[at.COUNTED + seat] >= level and hand[at.RANKS + seat] == best and number < winners:
            won = share + (number < odd)
            kept = won * structure.numbers[of.KEPT_PARTS] // structure.numbers[of.KEPT_WHOLE]
            play.bounties[seats[seat]] += won - kept
            play.heads[seats[seat]] += kept
            number += 1
    play.heads[seats[place]] = 0


@kernel()
def _pot_at(rules, hand, level):
    """The chips of the pot that an amount of a live seat closes, in a settled hand."""
    players, live = rules[at.PLAYERS], hand[at.LIVE]
    below = found = np.int64(-1)
    is_last = False
    while found < level:
        below = found
        found, is_last = next_level(players, live, hand, below)
    pot = np.int64(0)
    for seat in range(players):
        chips = hand[at.COUNTED + seat]
        pot += (chips if is_last else min(chips, level)) - min(chips, max(below, 0))
        if below < 0 and rules[at.DEAD_ANTES]:
            pot += min(rules[at.ANTES + seat], rules[at.STACKS + seat])
    return pot


@kernel()
def _end_tournament(agents, play, outcomes):
    """Note what came of a tournament; agents [seat]."""
    row = play.numbers[of.ROW]
    players = play.stacks.shape[0]
    for seat in range(players):
        agent = agents[seat]
        outcomes.places[row, agent] = play.places[seat]
        outcomes.prizes[row, agent] = play.prizes[seat]
        outcomes.bounties[row, agent] = play.bounties[seat]
        for other in range(players):
            outcomes.shared[row, agent] += play.places[other] == play.places[seat]
