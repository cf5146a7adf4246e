"""Where everything stands in the two arrays of a compiled hand: its rules, and how it goes.

Both are int64 and of one size for all games. Columns that are followed by others of their kind say how many: ten of
seats, ten of streets, seven cards for each seat. Sets of seats are bit masks, as in `betting.Betting`.
"""

SEATS = 10
"""As many seats as a game can have."""
MOST_STREETS = 10
"""As many streets as a compiled game can have (and a game-definition text)."""
MOST_HELD = 7
"""As many cards as a seat can have, and the board."""
CARDS = 52

# The rules: numbers of the game, ...
(
    PLAYERS, STREETS, LIMIT, DEAD_ANTES, FULL_BLIND, REOPENS, RANKING, DECK_SIZE, DEAD_CHIPS, RAKE_PARTS, RAKE_WHOLE,
    RAKE_CAP, NO_FLOP_NO_DROP,
) = range(13)  # fmt: skip
# ... of its seats, ...
STACKS, BLINDS, ANTES = range(13, 13 + 3 * SEATS, SEATS)
# ... of its streets (RAISE_CAPS: -1 for none; *_CARDS: those dealt before the street's betting), ...
SMALLEST_BETS, RAISE_CAPS, PRIVATE_CARDS, BOARD_CARDS, FIRST_TO_ACT = range(
    ANTES + SEATS, ANTES + SEATS + 5 * MOST_STREETS, MOST_STREETS
)
# ... and its cards, ascending.
DECK_CARDS = FIRST_TO_ACT + MOST_STREETS
RULES_SIZE = DECK_CARDS + CARDS

# What LIMIT and RANKING say
FIXED, POT_LIMIT, NO_LIMIT = range(3)
HOLDEM, LEDUC, KUHN = range(3)

# The hand: as `Betting` has it. POT: all chips in the middle; ACTIONS: how many were taken.
STREET, ACTOR, LEVEL, LAST_RAISE, RAISES, POT, LIVE, ABLE, WAITING, ACTED, ACTIONS = range(11)
# What only the history tells. AGGRESSOR: the seat that bet or raised last, on whatever street, -1 for none, and
# EARLIER_AGGRESSOR: on a street before this one; HAND_RAISES: bets and raises of all streets; CALLS: checks and calls
# of this street. Of the first street, sets of seats: LIMPERS called before anybody raised, ENTERED called or raised;
# PART_RAISES: raises by less than the raiser and another seat had.
AGGRESSOR, EARLIER_AGGRESSOR, HAND_RAISES, CALLS, LIMPERS, ENTERED, PART_RAISES = range(11, 18)
# Its cards. DEALT: streets whose cards are out. Of the deck KNOWN cards are known, and NEXT_CARD is dealt next; what is
# not known is drawn from STREAM, whose next number is NUMBER. OUT: mask of what cannot be drawn, by number of the card.
DEALT, KNOWN, NEXT_CARD, STREAM, NUMBER, OUT, BOARD_SIZE = range(18, 25)
# Of each seat: chips behind, bets of this street, how many cards it holds, and which; then the board and the deck.
BEHIND, BETS, HELD = range(25, 25 + 3 * SEATS, SEATS)
PRIVATE = HELD + SEATS
BOARD = PRIVATE + SEATS * MOST_HELD
DECK = BOARD + MOST_HELD
# Working memory of the settlement
COUNTED, RANKS = range(DECK + CARDS, DECK + CARDS + 2 * SEATS, SEATS)
HAND_SIZE = RANKS + SEATS
