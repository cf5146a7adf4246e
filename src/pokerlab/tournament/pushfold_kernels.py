"""Kernels of push/fold evaluation: sums over the chances of three players. Axes as in `showdown.joint_three`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel


@kernel("void(float32[:,:,:,::1], int64[::1], float32[::1], float32[::1])", fast=True)
def add_orders(joint, classes, weights, out):
    """Add to out[o, a, b] (flat) the sum over some classes c of weight * joint[c, o, a, b]."""
    flat = joint.reshape(joint.shape[0], -1)
    for j in range(classes.shape[0]):
        weight = weights[j]
        row = flat[classes[j]]
        for k in range(row.shape[0]):
            out[k] += weight * row[k]


@kernel("void(float32[:,::1], float32[:,::1], float32[::1], float32[:,::1])", fast=True)
def weigh_orders(sums, weights, factors, out):
    """out[k, pair] = factors[pair] * sum over orders o of weights[k, o] * sums[o, pair]."""
    for k in range(out.shape[0]):
        row = out[k]
        row[:] = np.float32(0.0)
        for o in range(sums.shape[0]):
            weight = weights[k, o]
            some = sums[o]
            for pair in range(row.shape[0]):
                row[pair] += weight * some[pair]
        for pair in range(row.shape[0]):
            row[pair] *= factors[pair]


@kernel(
    "void(float32[:,:,:,::1], int64[::1], int64[::1], int64[::1], float32[::1], float32[::1], float32[::1],"
    " float64[:,::1])",
    fast=True,
)
def sum_pairs(joint, orders, firsts, seconds, weights, folds, values, out):
    """Sums over pairs of classes (a, b) with weights and fold values [pair], by class c of the third player.

    out[0, c]: weight * chance of a, b, c and order o * (values[o] - fold); out[1, c]: weight * chance of a, b, c;
    out[2, c]: the same times fold. orders [13]: where joint, seen with a on its first axis and c on its last, has order
    o. All 13 rows are added in one pass, so that the sums stay in registers, and in 64 bits over the pairs.
    """
    out[:, :] = 0.0
    gained, reached, folded = out[0], out[1], out[2]
    w = np.empty(13, np.float32)
    for pair in range(firsts.shape[0]):
        block = joint[firsts[pair]]
        b = seconds[pair]
        weight, fold = weights[pair], folds[pair]
        for o in range(13):
            w[o] = weight * (values[o] - fold)
        kept = weight * fold
        w0, w1, w2, w3, w4, w5, w6 = w[0], w[1], w[2], w[3], w[4], w[5], w[6]
        w7, w8, w9, w10, w11, w12 = w[7], w[8], w[9], w[10], w[11], w[12]
        r0, r1, r2, r3 = block[orders[0], b], block[orders[1], b], block[orders[2], b], block[orders[3], b]
        r4, r5, r6, r7 = block[orders[4], b], block[orders[5], b], block[orders[6], b], block[orders[7], b]
        r8, r9, r10, r11 = block[orders[8], b], block[orders[9], b], block[orders[10], b], block[orders[11], b]
        r12 = block[orders[12], b]
        for c in range(gained.shape[0]):
            strict = w0 * r0[c] + w1 * r1[c] + w2 * r2[c] + w3 * r3[c] + w4 * r4[c] + w5 * r5[c]
            tied = w6 * r6[c] + w7 * r7[c] + w8 * r8[c] + w9 * r9[c] + w10 * r10[c] + w11 * r11[c] + w12 * r12[c]
            some = r0[c] + r1[c] + r2[c] + r3[c] + r4[c] + r5[c]
            chance = some + (r6[c] + r7[c] + r8[c] + r9[c] + r10[c] + r11[c] + r12[c])
            gained[c] += strict + tied
            reached[c] += weight * chance
            folded[c] += kept * chance


@kernel(
    "void(float32[:,:,:,::1], int64[::1], int64[::1], int64[::1], float64[::1], float64[:,::1], float64[:,::1],"
    " float64[:,:,::1])",
    fast=True,
)
def sum_thirds(joint, firsts, seconds, thirds, weights, factors, values, out):
    """out[k, a, b] = factors[a, b] * sum over orders o and third hands c of values[k, o] * weights[c] * chance of a, b,
    c and o, for some classes firsts [a], seconds [b], thirds [c] of each player."""
    orders = values.shape[1]
    sums = np.empty((orders, seconds.shape[0]))
    for a in range(firsts.shape[0]):
        sums[:, :] = 0.0
        for c in range(thirds.shape[0]):
            block = joint[thirds[c]]
            for o in range(orders):
                row = block[o, firsts[a]]
                some = sums[o]
                for b in range(some.shape[0]):
                    some[b] += weights[c] * row[seconds[b]]
        for k in range(values.shape[0]):
            part = out[k, a]
            part[:] = 0.0
            for o in range(orders):
                value = values[k, o]
                some = sums[o]
                for b in range(part.shape[0]):
                    part[b] += value * some[b]
            for b in range(part.shape[0]):
                part[b] *= factors[a, b]


@kernel("void(float32[:,::1], int64[::1], float64[::1], float64[::1])", fast=True)
def add_rows(table, rows, weights, out):
    """Add to out[column] the sum over some rows of weight * table[row, column]; weights: one for each of them."""
    for j in range(rows.shape[0]):
        row = table[rows[j]]
        weight = weights[j]
        for k in range(row.shape[0]):
            out[k] += weight * row[k]


@kernel("void(float32[:,::1], int64[::1], float64[::1], float64[::1])", fast=True)
def dot_rows(table, rows, vector, out):
    """out[j] = sum over columns of table[rows[j], column] * vector[column]."""
    for j in range(rows.shape[0]):
        row = table[rows[j]]
        total = 0.0
        for k in range(row.shape[0]):
            total += row[k] * vector[k]
        out[j] = total
