"""Ranges and equities in plain data."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBO, format_combo
from pokerlab.cards.equity import EquityResult
from pokerlab.cards.ranges import Range


def range_record(chosen: Range) -> dict[str, Any]:
    """A range: its shortest text, how many hands it has, and the weights of classes (means) and hands that it has."""
    return {
        "text": str(chosen),
        "hands": len(chosen),
        "combos": chosen.combos,
        "percent": chosen.percent,
        "classes": {name: w for name, w in zip(CLASS_NAMES, chosen.matrix().ravel().tolist(), strict=True) if w},
        "weights": {format_combo(combo): weight for combo, weight in chosen},
    }


def equity_record(result: EquityResult, ranges: Sequence[Range], board: str, dead: str, seed: int) -> dict[str, Any]:
    """What share of the pot each range wins, and each of its hands and classes (means) where that is known."""
    players: list[dict[str, Any]] = []
    for number, (of_player, player) in enumerate(zip(ranges, result.players, strict=True)):
        players.append(
            {
                "range": str(of_player),
                "equity": player.equity,
                "win": player.win,
                "tie": player.tie,
                "standard_error": player.error,
            }
        )
        if result.by_hand is not None:
            hands = result.by_hand[number]
            players[-1]["hands"] = {format_combo(c): float(hands[c]) for c, _ in of_player if hands[c] == hands[c]}
            classes = zip(CLASS_NAMES, class_equities(of_player, hands).tolist(), strict=True)
            players[-1]["classes"] = {name: share for name, share in classes if share == share}
    return {
        "board": format_cards(parse_cards(board)),
        "dead": format_cards(parse_cards(dead)),
        "exact": result.is_exact,
        "method": str(result.method),
        "deals": result.deals,
        "seed": None if result.is_exact else seed,
        "players": players,
    }


def class_equities(of_player: Range, by_hand: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """float64 [169]: mean equity of the hands of each class by weight, from that of hands (float64 [1326]); NaN where
    none is held."""
    held = ~np.isnan(by_hand)
    classes, weights = CLASS_OF_COMBO[held], of_player.weights[held]
    sums = np.bincount(classes, weights * by_hand[held], CLASS_COUNT)
    totals = np.bincount(classes, weights, CLASS_COUNT)
    return np.asarray(np.divide(sums, totals, out=np.full(CLASS_COUNT, np.nan), where=totals > 0), np.float64)
