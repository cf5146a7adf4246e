"""What there is to say about results of tournament mathematics, in plain data; None where a number is not known."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_NAMES
from pokerlab.tournament.game import Decision
from pokerlab.tournament.icm import Deal, IcmResult
from pokerlab.tournament.result import PushFoldResult, percent_of, range_of
from pokerlab.tournament.stacktable import KINDS, TOLERANCE, StackTable

Floats = npt.NDArray[np.float64]


def pushfold_record(
    result: PushFoldResult, decisions: Sequence[Decision] | None = None, hand: str | None = None
) -> dict[str, Any]:
    """A push/fold result: the spot, how good it is, and every hand of every decision; or of some `decisions`, or one
    `hand` of each."""
    shown = result.decisions() if decisions is None else decisions
    names = [hand] if hand else CLASS_NAMES
    return _facts(result) | {"decisions": [_decision(result, decision, names) for decision in shown]}


def pushfold_columns(result: PushFoldResult, *, best: bool = False) -> dict[str, Any]:
    """As `pushfold_record`, for programs: the hands of a decision as columns of 169 classes in the order of the matrix,
    rounded to six digits after the point. `best`: with the best answer of each decision to what all others do."""

    def column(values: Floats) -> list[float | None]:
        return [_known(number) for number in np.round(values, 6).tolist()]

    decisions = []
    for decision in result.decisions():
        found = {
            "frequency": result.strategies[decision], "all_in": result.all_in[decision],
            "fold": result.fold[decision], "own_gain": result.own_gains[decision],
        }  # fmt: skip
        equal = [name for name, same in zip(CLASS_NAMES, result.indifferent(decision), strict=True) if same]
        columns = {name: column(values) for name, values in found.items()}
        decisions.append({**_heading(result, decision), "indifferent": equal, "columns": columns})
        if best:
            answer = result.best_answer(decision)
            told = {"range": str(range_of(answer)), "percent": percent_of(answer), "frequency": column(answer)}
            decisions[-1]["best"] = told
    positions = [result.spot.position(player) for player in range(result.spot.players)]
    return _facts(result) | {"positions": positions, "decisions": decisions}


def _facts(result: PushFoldResult) -> dict[str, Any]:
    """The spot, and how good its solution is."""
    spot, mixed = result.spot, result.mixed
    return {
        "stacks": list(spot.stacks),
        "blinds": [spot.small_blind, spot.big_blind],
        "ante": spot.ante,
        "big_blind_ante": spot.big_blind_ante,
        "ante_first": spot.ante_first,
        "payouts": None if spot.payouts is None else list(spot.payouts),
        "bounties": None if spot.bounties is None else list(spot.bounties),
        "unit": spot.unit,
        "algorithm": result.algorithm,
        "iterations": result.iterations,
        "values": result.values.tolist(),
        "gains": result.gains.tolist(),
        "gains_in_chips": result.gains_in_chips.tolist(),
        "sampling_error": result.sampling_error.tolist(),
        "epsilon_percent_of_pool": 100 * result.epsilon,
        "limit_percent_of_pool": 100 * result.limit,
        "largest_own_gain_percent_of_pool": 100 * result.largest_own_gain,
        "settled": result.is_settled,
        "draft": result.is_draft,
        "purified": mixed and {
            "epsilon_percent_of_pool_before": 100 * mixed.epsilon,
            "largest_own_gain_percent_of_pool_before": 100 * mixed.largest_own_gain,
        },
        "most_all_in": spot.most_all_in,
    }  # fmt: skip


def _decision(result: PushFoldResult, decision: Decision, names: Sequence[str]) -> dict[str, Any]:
    judged = {name: result.judge(decision, name) for name in names}
    return {
        **_heading(result, decision),
        "indifferent": [name for name, value in judged.items() if value.is_indifferent],
        "hands": {
            name: {
                "frequency": value.frequency,
                "all_in": _known(value.all_in),
                "fold": _known(value.fold),
                "own_gain": _known(value.own_gain),
                "indifferent": value.is_indifferent,
            }
            for name, value in judged.items()
        },
    }


def _heading(result: PushFoldResult, decision: Decision) -> dict[str, Any]:
    """Whose decision it is, and what he does."""
    return {
        "player": decision.player,
        "position": result.spot.position(decision.player),
        "kind": decision.kind,
        "against": list(decision.pot),
        "reached": result.reached[decision],
        "percent": result.percent(decision),
        "comes_up": result.comes_up(decision),
        "range": str(result.range(decision)),
    }


def stack_table_record(table: StackTable) -> dict[str, Any]:
    """A heads-up table: for each hand the stacks to push and to call with, in big blinds."""
    return {
        "stacks": table.stacks.tolist(),
        "values": table.values.tolist(),
        "largest": {kind: dict(zip(CLASS_NAMES, table.largest(kind).tolist(), strict=True)) for kind in KINDS},
        "gaps": {kind: [CLASS_NAMES[index] for index in table.gaps(kind)] for kind in KINDS},
        "intervals": {kind: dict(zip(CLASS_NAMES, table.intervals(kind), strict=True)) for kind in KINDS},
        "tolerance": TOLERANCE,
    }


def icm_record(
    stacks: Sequence[float],
    payouts: Sequence[float],
    result: IcmResult,
    places: Floats | None = None,
    bubble_factors: Floats | None = None,
    deal: Deal | None = None,
) -> dict[str, Any]:
    """What stacks are worth, and what else was asked for; an infinite bubble factor is `inf`."""
    return {
        "stacks": list(stacks),
        "payouts": list(payouts),
        "equities": result.equities.tolist(),
        "method": str(result.method),
        "error": result.error,
        "places": None if places is None else places.tolist(),
        "bubble_factors": None if bubble_factors is None
        else [["inf" if math.isinf(factor) else _known(factor) for factor in row] for row in bubble_factors.tolist()],
        "deal": deal and {
            "icm": deal.icm.tolist(), "chips": deal.chips.tolist(), "equal": deal.equal.tolist(),
            "set_aside": deal.set_aside,
        },
    }  # fmt: skip


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number
