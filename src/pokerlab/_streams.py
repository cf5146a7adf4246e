"""Streams of random numbers without a state: the n-th number of a stream follows from its seeds and n alone.

    cards = stream(seed, match, deal)
    draw(cards, 0, 52), draw(cards, 1, 52)

Decks and the draws of agents have streams of their own. So a hand can be replayed alone or from its middle, and what is
played in Python is what compiled loops play: they draw the same numbers (see `lab.play_kernels`).
"""

import hashlib

STEP = 0x9E3779B97F4A7C15
_MASK = 2**64 - 1

WHOLE = 65_535
"""Chances of moves are drawn from so many parts."""


def mix(state: int) -> int:
    """64 random bits of a number: SplitMix64 of Steele, Lea and Flood (2014)."""
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def stream(*seeds: int) -> int:
    """The stream of some seeds, whole numbers of up to 64 bits: `stream(a, b)` is another one than `stream(b, a)`."""
    state = 0
    for seed in seeds:
        state = mix(((state ^ seed) + STEP) & _MASK)
    return state


def secret(*seeds: int) -> int:
    """A seed of 63 bits from which those that it comes from cannot be found, as those of a stream can: for whoever must
    not know what else is drawn from them."""
    return int.from_bytes(hashlib.sha256(repr(seeds).encode()).digest()[:8], "big") >> 1


def bits(stream: int, number: int) -> int:
    """The 64 bits with a number, from 0, of a stream."""
    return mix((stream + (number + 1) * STEP) & _MASK)


def draw(stream: int, number: int, below: int) -> int:
    """One of the numbers 0 to `below` - 1 (at most 2**32), by the bits with a number."""
    return (bits(stream, number) >> 32) * below >> 32
