"""How well the shipped subsets of flops stand for all, on ranges that had no part in their choice, beside random
samples of the same size. Apart from the other benchmarks: it takes about a minute."""

import numpy as np

from measure import Goal
from pokerlab.cards.card import format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals
from pokerlab.postflop.flop_choice import SEED, drawn_ranges, flop_equities, texture_indicators
from pokerlab.postflop.flop_subsets import SAMPLES, SIZES, subset_flops
from pokerlab.postflop.flop_textures import GROUPINGS
from pokerlab.postflop.flops import Flop, sampled_flops

HELD_OUT = 16
"""Ranges, all pairs of them: 120. The seed after that of the choice picked the kernel; this is the one after."""


def main() -> list[Goal]:
    boards, ways = distinct_deals(3, cardset([]), ALL_SYMMETRIES)
    flops = [
        Flop(format_cards(sorted(cards, reverse=True)), count, count)
        for cards, count in zip(boards.tolist(), ways.tolist(), strict=True)
    ]
    place = {flop.board: number for number, flop in enumerate(flops)}
    equities = flop_equities(drawn_ranges(HELD_OUT, SEED + 2))
    chances = ways / ways.sum()
    spread = np.sqrt(chances @ (equities - chances @ equities) ** 2)
    print(f"equities of held-out pairs vary over flops by {100 * spread.mean():.2f} points (standard deviation)")
    above = np.stack([equities > limit for limit in (0.45, 0.5, 0.55)], axis=2).reshape(len(flops), -1)
    textures = np.hstack([texture_indicators((name,)) for name in GROUPINGS])

    def errors(some: list[Flop]) -> list[float]:
        """Root mean squares over pairs, in points: of equities, of how often one is above a limit; and of textures."""
        weights = np.array([flop.weight for flop in some])
        chosen, weights = [place[flop.board] for flop in some], weights / weights.sum()
        found = [weights @ values[chosen] - chances @ values for values in (equities, above, textures)]
        return [100 * float(np.sqrt(np.mean(error**2))) for error in found]

    goals = []
    print(f"{'flops':<8}{'':<8}{'equity':>8}{'above':>8}{'texture':>9}")
    for size in SIZES:
        subset = errors(subset_flops(flops, size))
        samples = np.sqrt(np.mean([np.square(errors(sampled_flops(flops, size, n))) for n in range(SAMPLES)], axis=0))
        for kind, row in (("subset", subset), ("sample", samples)):
            print(f"{size:<8}{kind:<8}{row[0]:8.3f}{row[1]:8.2f}{row[2]:9.3f}")
        goals.append(Goal(f"held-out equities, error of samples against subset of {size}", samples[0] / subset[0], 4))
    return goals


if __name__ == "__main__":
    print(*main(), sep="\n")
