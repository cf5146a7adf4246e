"""Names of the numbers that the kernels of the expert system take: facts of a decision, limits of a file, rows of
rules."""

# Facts of a decision, float64 [FACTS]; chips are whole numbers.
STREET = 0
"""0 before the flop, 1 flop, 2 turn, 3 river."""
PLAYERS = 1
"""Dealt in."""
OPPONENTS = 2
"""Still in the hand, without the one who acts."""
BEHIND = 3
"""Still to act in this round after the one who acts."""
TO_CALL = 4
POT = 5
"""All chips in the middle, bets of this street included."""
STACK = 6
"""Behind, of the one who acts."""
OWN_BET = 7
"""On this street."""
LEVEL = 8
"""The bet to match on this street."""
MIN_RAISE = 9
MAX_RAISE = 10
"""0 if no raise is legal."""
BIG_BLIND = 11
RAISES = 12
"""Bets and raises on this street, blinds not counted."""
LIMPERS = 13
"""Who called the big blind before anybody raised."""
IN_BLIND = 14
"""1 if the one who acts has posted a blind."""
INITIATIVE = 15
"""1 if he made the last bet or raise of the hand, on an earlier street."""
CHECKED_TO = 16
"""1 if somebody has checked on this street."""
ALL_IN = 17
"""1 if whoever made the bet to match is all-in, or a call would be."""
EFFECTIVE = 18
"""Chips that can be lost to the largest stack that is still in, bets of this street included."""
ANTES = 19
"""Antes in the pot, in chips."""
BUBBLE = 20
"""The bubble factor against the largest stack that is still in; 1 where chips are money."""
RIVALS = 21
"""The mean level, 1 to 5, of those still in; 3 of unknown ones."""
HAND_RAISES = 22
"""Bets and raises of the hand, on all streets so far."""
FACTS = 23

# Limits of a file, float64 [LIMITS].
SMALL_RAISE, MEDIUM_RAISE, SMALL_ALL_IN, MEDIUM_ALL_IN, PER_LIMPER = range(5)
SMALL_BET, MEDIUM_BET, EDGE, TRAP, ALL_IN_BELOW, COMMITTED = range(5, 11)
BUBBLE_CARE, LEVEL_CARE, AGGRESSION_CARE = 11, 12, 19
SHORT, SHORT_PER_ANTE, SHORT_SMALL_BLIND, SHORT_STRONG, SHORT_WEAK, SHORT_CALLER = range(13, 19)
LIMITS = 20

# Rows of rules: first those before the flop.
OPENS = ("early", "middle", "cutoff", "button", "small_blind", "heads_up")
PLACES = ("table", "blind", "heads_up")
BANDS = ("small", "medium", "large")
OPEN, LIMPED, RAISED, RERAISED, FACED_ALL_IN = 0, 6, 9, 18, 20
PREFLOP_ROWS = 26
SITUATIONS = ("first", "checked_to", "aggressor", "bet_small", "bet_medium", "bet_large", "raised")
FIRST, CHECKED, AGGRESSOR, BET, RAISED_AGAIN = 0, 1, 2, 3, 6
STREETS = ("flop", "turn", "river")
ROWS = PREFLOP_ROWS + len(STREETS) * len(SITUATIONS)

ROW_NAMES: tuple[str, ...] = (
    *(f"preflop.open.{place}" for place in OPENS),
    *(f"preflop.limped.{place}" for place in PLACES),
    *(f"preflop.raised.{band}.{place}" for band in BANDS for place in PLACES),
    *(f"preflop.reraised.{place}" for place in ("table", "heads_up")),
    *(f"preflop.all_in.{band}.{place}" for band in BANDS for place in ("table", "heads_up")),
    *(f"{street}.{situation}" for street in STREETS for situation in SITUATIONS),
)

# Kinds of sizes, and the actions.
BIG_BLINDS, MULTIPLE, PART_OF_POT, ALL_IN_SIZE = range(4)
FOLD, CALL, RAISE = range(3)
