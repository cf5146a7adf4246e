"""The work itself, and the flops it looks at."""

SOURCE = (
    "Holger Kujath, Effiziente Berechnung des ε-Nash-Equilibriums einer Poker-Variante (Efficient computation of the "
    "ε-Nash equilibrium of a poker variant), diploma thesis, 2014"
)

TWO_TONE, RAINBOW, PAIRED, MONOTONE = "QhJh2c", "Th6s3c", "9c7c9h", "QhTh7h"
"""The flops that the thesis names: in figures 18 and 20, in section 7.2, and in the appendix."""
