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


@kernel(
    "void(float32[:,:,:,::1], int64[::1], int64[::1], int64[::1], float32[::1], float32[::1],"
    " float32[:,::1], float32[::1])",
    fast=True,
)
def sum_pairs(joint, orders, firsts, seconds, weights_in, weights_fold, out_in, out_fold):
    """For pairs of classes (a, b), over all classes c of the third player: out_in[o, c] adds weight_in * chance,
    out_fold[c] adds weight_fold * chance of all orders. orders [13]: where joint, seen with a in the first axis, has
    order o.
    """
    out_in[:, :] = np.float32(0.0)
    out_fold[:] = np.float32(0.0)
    for pair in range(firsts.shape[0]):
        weight_in = weights_in[pair]
        weight_fold = weights_fold[pair]
        block = joint[firsts[pair]]
        for o in range(orders.shape[0]):
            row = block[orders[o], seconds[pair]]
            sums = out_in[o]
            for c in range(row.shape[0]):
                sums[c] += weight_in * row[c]
                out_fold[c] += weight_fold * row[c]
