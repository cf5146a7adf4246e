"""The work itself, and the situation of its examples."""

SOURCE = "Meyer and Görge, opponent modelling in poker (seminar paper, in German)"
HAND, FLOP = "AdQc", "3h4cJh"
"""The example of sections 2.1.1 and 3."""
MU, SIGMA = 200.0, 100.0
"""Section 3.1.1: the income rate of who calls with 30% of all hands before the flop, and what it varies by."""
MU_FLOP, SIGMA_FLOP = 0.6, 0.2
"""Section 3.1.2: the same on the flop, as effective hand strength."""
