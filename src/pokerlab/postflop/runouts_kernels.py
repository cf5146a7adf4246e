"""Who wins how often when the rest of the board is dealt."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from pokerlab._jit import kernel


@kernel("void(uint16[:,::1], int64[::1], int64[::1], int32[:,::1])")
def count_wins(ranks, first, second, wins):
    """wins[i, j] += boards on which hand first[i] beats hand second[j] minus boards on which it loses.

    ranks: [board, 1326], 0 where a hand collides with the board; then the board does not count.
    """
    for b in range(ranks.shape[0]):
        row = ranks[b]
        for i in range(first.shape[0]):
            mine = row[first[i]]
            if mine == 0:
                continue
            out = wins[i]
            for j in range(second.shape[0]):
                theirs = row[second[j]]
                if theirs != 0:
                    out[j] += (mine > theirs) - (mine < theirs)
