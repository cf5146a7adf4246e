"""Random numbers inside kernels: a small generator whose state is an array, so that every caller owns its own."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
"""What SplitMix64 (Steele, Lea and Flood, 2014) adds to its state for each number."""
ONE, S32 = np.uint64(1), np.uint64(32)


@kernel(inline=True)
def mix_bits(state):
    """The 64 random bits of a state of SplitMix64; also a good key of any number."""
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel(inline=True)
def seeded(stream, seed):
    """A stream with one seed more, as `_streams.stream`."""
    return mix_bits((stream ^ np.uint64(seed)) + STEP)


@kernel(inline=True)
def stream_bits(stream, number):
    """The 64 bits with a number of a stream, as `_streams.bits`."""
    return mix_bits(stream + (np.uint64(number) + ONE) * STEP)


@kernel(inline=True)
def stream_draw(stream, number, below):
    """One of the numbers 0 to `below` - 1, as `_streams.draw`: int64."""
    return np.int64(((stream_bits(stream, number) >> S32) * np.uint64(below)) >> S32)


@kernel()
def next_random(state):
    """The next 64 random bits of a SplitMix64 generator; state: uint64 [1]."""
    state[0] += STEP
    return mix_bits(state[0])


@kernel()
def next_fraction(state):
    """A random float64 in [0, 1)."""
    return np.float64(next_random(state) >> np.uint64(11)) * 2.0**-53
