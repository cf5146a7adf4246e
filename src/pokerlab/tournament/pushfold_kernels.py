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


@kernel("void(float32[:,:,:,::1], int64[::1], int64[::1], int64[::1], float32[:,::1], float32[::1])", fast=True)
def sum_pairs(joint, orders, firsts, seconds, weights, out):
    """out[c] = sum over pairs of classes (a, b) and orders o of weights[pair, o] * chance of a, b, c and o.

    orders [13]: where joint, seen with a on its first axis and c on its last, has order o. All 13 rows are added in one
    pass, so that the sums stay in registers.
    """
    out[:] = np.float32(0.0)
    for pair in range(firsts.shape[0]):
        block = joint[firsts[pair]]
        b = seconds[pair]
        w = weights[pair]
        w0, w1, w2, w3, w4, w5, w6 = w[0], w[1], w[2], w[3], w[4], w[5], w[6]
        w7, w8, w9, w10, w11, w12 = w[7], w[8], w[9], w[10], w[11], w[12]
        r0, r1, r2, r3 = block[orders[0], b], block[orders[1], b], block[orders[2], b], block[orders[3], b]
        r4, r5, r6, r7 = block[orders[4], b], block[orders[5], b], block[orders[6], b], block[orders[7], b]
        r8, r9, r10, r11 = block[orders[8], b], block[orders[9], b], block[orders[10], b], block[orders[11], b]
        r12 = block[orders[12], b]
        for c in range(out.shape[0]):
            strict = w0 * r0[c] + w1 * r1[c] + w2 * r2[c] + w3 * r3[c] + w4 * r4[c] + w5 * r5[c]
            tied = w6 * r6[c] + w7 * r7[c] + w8 * r8[c] + w9 * r9[c] + w10 * r10[c] + w11 * r11[c] + w12 * r12[c]
            out[c] += strict + tied
