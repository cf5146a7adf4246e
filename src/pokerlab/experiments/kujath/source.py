"""The work itself, and the flops it looks at."""

SOURCE = (
    "Holger Kujath, Effiziente Berechnung des ε-Nash-Equilibriums einer Poker-Variante (Efficient computation of the "
    "ε-Nash equilibrium of a poker variant), diploma thesis, 2014"
)

TWO_TONE, RAINBOW, PAIRED = "QhJh2c", "Th6s3c", "9c7c9h"
"""The flops that the thesis names: in figures 18 and 20, and in section 7.2."""
