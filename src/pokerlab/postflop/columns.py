"""Names for the columns of the engine's tables, which the kernels share with what builds the tables."""

# boards.Boards.table; columns of a player are followed by the same of the other
LEVEL, PARENT, FIRST_CHILD, CHILDREN = 0, 1, 2, 3
HANDS, STRIDE, HAND_START, STORAGE, SCALE_START, TARGET_START = 4, 6, 8, 10, 12, 14
GROUP_START, GROUPS, MEMBERS, MATRIX = 16, 17, 18, 19
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

# The numbers of one pass, float32: the coefficients of the update rule, and options
POSITIVE, NEGATIVE, FLOOR, KEEP, WEIGHT, PREDICTIVE, GREEDY, VISIT = range(8)
BY_REACH, RETURN_NEW, RAKED, CARRY_GROUPS = range(8, 12)
NUMBERS = 12

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
