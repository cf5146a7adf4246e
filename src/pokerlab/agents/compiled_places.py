"""Places of hands on boards for compiled loops: one memory of a process, which is filled in as boards come up."""

from functools import cache

import numpy as np

from pokerlab.agents.place_kernels import BOARDS, SLOTS, Places, find_slot
from pokerlab.agents.places import hand_places, read_table, table_path
from pokerlab.agents.rule_table import class_places
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.combos import COMBO_COUNT


@cache
def known_places() -> Places:
    """The memory: 96 MB if every flop and turn up to suits has come up, no more than 9 MB for all flops. Where the user
    has a table of places, all are there at once, in memory that processes share."""
    keys, slots = np.zeros(SLOTS, np.uint64), np.zeros(SLOTS, np.int64)
    known, rows = read_table(table_path()) or ((), np.empty((BOARDS, COMBO_COUNT), np.float32))
    for row, key in enumerate(known):
        slot = find_slot(keys, key)
        keys[slot], slots[slot] = key, row
    return Places(
        class_places(), keys, slots, rows, np.zeros(1, np.uint64), np.empty(COMBO_COUNT, np.float32),
        np.zeros(1, np.uint64),
    )  # fmt: skip


def fill_in(places: Places) -> None:
    """Fill in the board that a loop has asked for."""
    key = places.asked[0]
    board = [card for card in range(52) if key & CARD_MASKS[card]]
    row = int(np.count_nonzero(places.keys))
    places.rows[row] = hand_places(frozenset(board))
    slot = find_slot(places.keys, key)
    places.slots[slot] = row
    places.keys[slot] = key
    places.asked[0] = 0
