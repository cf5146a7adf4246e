"""Names for the columns of the engine's tables, which the kernels share with what builds the tables."""

from collections import namedtuple
from typing import NamedTuple

import numpy as np

from pokerlab.equilibrium.rule_columns import Coefficients, Traits

# boards.Boards.table; columns of a player are followed by the same of the other
LEVEL, PARENT, FIRST_CHILD, CHILDREN = 0, 1, 2, 3
HANDS, STRIDE, HAND_START, STORAGE, SCALE_START, TARGET_START = 4, 6, 8, 10, 12, 14
TIER_START, TIERS, MEMBERS, MATRIX = 16, 17, 18, 19
WIDTH, GROUPED_AT, SLICE_AT, MEMBER_AT = 20, 22, 24, 26
BOARD_COLUMNS = 28

# forest.Forest.nodes: decision nodes in preorder. NEXT_REACH is used at the opponent's nodes only.
IS_HERO, REACH, NEXT_REACH, VALUE, FIRST_VALUE, MOVES, ROW, ORDINAL = range(8)
NODE_COLUMNS = 8
# forest.Forest.ends, one per lane; and the rows of Forest.pays
END_REACH, END_VALUE, FOLD_VALUE = range(3)
SCALE, RAKE, FOLD_SCALE = range(3)
# forest.Forest.groves: the first root and how many; bounds in `nodes`; bounds in `ends`; rows of reach and values
ROOT, ROOTS, NODES, NODES_END, SHOWDOWNS, PLAIN_SHOWDOWNS, FOLDS, RUNOUTS, ENDS, REACH_ROWS, VALUE_ROWS = range(11)
GROVE_COLUMNS = 11
# forest.Forest.deals
DEAL_REACH, DEAL_VALUE = range(2)
# Which groves and deals belong to a street and hero (row 2 * level + hero)
GROVE_START, GROVE_COUNT, DEAL_START, DEAL_COUNT = range(4)

# Offsets in the working memory, int64: scratch, then rows of reach and of values for each of three streets
BY_CARD, LANES_IN, LANES_OUT, LANES_FOLD, SCRATCH, ROOT_CARDS, RESULT_STEP = range(7)
REACH_AT, VALUE_AT = 7, 10
LAYOUT_NUMBERS = 13

# nodes_kernels: locked nodes
LOCK_PLACE, LOCK_MASK, LOCK_ROWS = range(3)

# What a pass does at the hero's nodes
UPDATE, HEDGE, FOLLOW, BEST, BEST_OF_GROUP = range(5)
# Its stages
BEGIN, VISIT_BOARDS, FINISH = 1, 2, 4


Plan = namedtuple("Plan", "boards cards same tiers targets streets groves nodes ends pays deals matrices layout")
"""Arrays of an engine that do not change: `boards`, `cards`, `same`, `tiers`, `targets` (see `boards.Boards`);
`groves`, `nodes`, `ends`, `pays`, `deals` (see `forest.Forest`; all forests one after the other, `streets` says which
part belongs to which); `matrices`, the run-out equities by board (see `runouts`); `layout`, offsets in the working
memory."""

Tables = namedtuple("Tables", "regrets sums gains scales locks locked")
"""What is learnt: `regrets`, `sums` and `gains` by strategy row, `scales` float32 [2, node] of regrets and sums if
these are int16; and what is fixed: `locks` and `locked` (see `nodes_kernels`)."""

Memory = namedtuple("Memory", "top work results lanes")
"""Working memory, flat: `top`, float32, for the first street, which all threads read, and for each thread `work` for
the streets below; rows of hands for each row of reach and of values of a street's forest. `results`: what boards of the
second street are worth; `lanes`: int64, where a batch of terminals reads and writes."""


class Pass(NamedTuple):
    """A pass, or some stages of it, for the hands of `hero`; `traits` and `numbers` (float32) are the
    rule's."""

    stages: int
    hero: int
    mode: int
    seed: np.uint64
    is_raked: bool
    carries_groups: bool
    traits: Traits
    numbers: Coefficients
