"""Tables about a solution: by hand, by class, by what a hand has made, and over the cards that may come."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import DECK_SIZE, RANKS, SUITS, format_card, format_cards
from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, format_combo, parse_combo
from pokerlab.cards.made_hands import Classification, Draw, Made, classify
from pokerlab.errors import SolutionError, shorten
from pokerlab.postflop.spot import PLAYERS, STREETS
from pokerlab.postflop.tree import Move, SpotNode
from pokerlab.postflop.view import NodeView, realised

if TYPE_CHECKING:
    from pokerlab.postflop.solution import Solution

Doubles = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

RARELY = 0.0005
"""Moves less frequent than this, 0.0% in a table, count as not played: what is left of them are traces of early
iterations, and the hands that play them say nothing."""


@dataclass(frozen=True)
class Row:
    """One hand, or the mean of several.

    - `name`: the hand, class or group; `made`: what it has on the board, for single hands
    - `reach`: how many hands that is, each counted by how likely it is held and comes here
    - `share`: its part of all hands its player comes here with, 0..1
    - `strategy`: the probability of each move; `move_evs`: their EVs in chips; empty if the player does not decide here
    - `ev`: chips; `equity`: share of the pot 0..1; NaN where a hand meets no other
    - `realisation`: EV as a part of equity times pot; NaN without equity
    """

    name: str
    made: str
    reach: float
    share: float
    strategy: tuple[float, ...]
    ev: float
    equity: float
    move_evs: tuple[float, ...]
    realisation: float = float("nan")

    def record(self, moves: Sequence[str]) -> dict[str, Any]:
        """Plain data, None for what is not known."""
        return {
            "hand": self.name,
            "made": self.made,
            "reach": self.reach,
            "share": self.share,
            "ev": known(self.ev),
            "equity": known(self.equity),
            "realisation": known(self.realisation),
            "strategy": {move: known(part) for move, part in zip(moves, self.strategy, strict=False)},
            "move_evs": {move: known(ev) for move, ev in zip(moves, self.move_evs, strict=False)},
        }


@dataclass(frozen=True)
class MoveRow:
    """One move of the player who decides.

    - `frequency`: how often it is played, 0..1; `hands`: how many hands play it, by reach
    - `ev_where_played`: its EV in chips to the hands that play it, NaN below `RARELY`; `ev`: to all hands
    """

    move: Move
    frequency: float
    hands: float
    ev_where_played: float
    ev: float


@dataclass(frozen=True)
class RunoutRow:
    """A card that may come, or the mean of several.

    - `chance`: its part of all times that play comes to the node, 0..1
    - `frequencies`: of each move, empty where nobody decides; `ev`, `equity`: of both players
    """

    card: str
    chance: float
    frequencies: tuple[float, ...]
    ev: tuple[float, float]
    equity: tuple[float, float]

    def record(self, moves: Sequence[str]) -> dict[str, Any]:
        """Plain data, None for what is not known."""
        return {
            "card": self.card,
            "chance": known(self.chance),
            "frequencies": {move: known(part) for move, part in zip(moves, self.frequencies, strict=False)},
            "ev": [known(ev) for ev in self.ev],
            "equity": [known(share) for share in self.equity],
        }


@dataclass(frozen=True)
class Runouts:
    """How a node changes with one card.

    - `player`: who decides there, None if nobody does; `moves`: what he may do
    - `street`: which card differs, `turn` or `river`
    - `rows`: by card, from the ace of spades down
    """

    path: str
    street: str
    player: int | None
    moves: tuple[str, ...]
    rows: tuple[RunoutRow, ...]

    def grouped(self, by: str) -> tuple[RunoutRow, ...]:
        """Means by `rank` or `suit` of the card, weighted by the cards' chances."""
        if by not in ("rank", "suit"):
            raise SolutionError(f"cards are grouped by 'rank' or 'suit', not '{shorten(by)}'")
        names = reversed(RANKS) if by == "rank" else SUITS
        groups = [(name, [row for row in self.rows if row.card[by == "suit"] == name]) for name in names]
        return tuple(_mean_row(name, rows) for name, rows in groups if rows)

    @property
    def mean(self) -> RunoutRow:
        """The mean over all cards."""
        return _mean_row("mean", self.rows)


def hand_rows(view: NodeView, *, player: int | None = None, chosen: Mask | None = None) -> list[Row]:
    """A row for each hand that comes to a node, the strongest cards first.

    - `player`: whose hands; by default of who decides, the first player's where nobody does
    - `chosen`: bool [1326], which hands are wanted
    """
    table = _Table(view, player)
    wanted = table.present if chosen is None else table.present & chosen
    labels = _labels(view.board)
    return [table.hand(combo, labels) for combo in np.flatnonzero(wanted)[::-1].tolist()]


def class_rows(view: NodeView, *, player: int | None = None, chosen: Mask | None = None) -> list[Row]:
    """A row for each hand class that comes to a node, in the order of the matrix: AA, AKs, ... 22."""
    table = _Table(view, player)
    wanted = table.present if chosen is None else table.present & chosen
    groups = [(name, wanted & (index == CLASS_OF_COMBO)) for index, name in enumerate(CLASS_NAMES)]
    return [table.mean(name, hands) for name, hands in groups if hands.any()]


def made_rows(view: NodeView, *, player: int | None = None, chosen: Mask | None = None) -> list[Row]:
    """A row for each made hand, the strongest first, then for each draw; a hand can have several draws."""
    table = _Table(view, player)
    wanted = table.present if chosen is None else table.present & chosen
    labels = _labels(view.board)
    groups = [(made.label, wanted & (labels.made == made)) for made in reversed(Made)]
    groups += [(draw.labels[0], wanted & ((labels.draws & np.uint8(draw)) != 0)) for draw in Draw]
    return [table.mean(name, hands) for name, hands in groups if hands.any()]


def move_rows(view: NodeView, *, chosen: Mask | None = None) -> list[MoveRow]:
    """A row for each move of the player who decides, over all his hands or the chosen ones."""
    if view.player is None:
        return []
    weights, reach = view.weights[view.player], view.reach[view.player]
    if chosen is not None:
        weights, reach = np.where(chosen, weights, 0), np.where(chosen, reach, 0)
    there = (weights > 0) & ~np.isnan(view.move_evs).any(axis=0)
    weights, total = weights[there], weights[there].sum()
    rows = []
    for move, strategy, evs in zip(view.moves, view.strategy.table, view.move_evs, strict=True):
        played = weights * strategy[there]
        frequency = float(played.sum() / total) if total else np.nan
        where_played = float((played * evs[there]).sum() / played.sum()) if frequency >= RARELY else np.nan
        overall = float((weights * evs[there]).sum() / total) if total else np.nan
        rows.append(MoveRow(move, frequency, float((reach * np.nan_to_num(strategy)).sum()), where_played, overall))
    return rows


def summary_row(view: NodeView, name: str, *, player: int | None = None, chosen: Mask | None = None) -> Row:
    """One row for all hands, or for the chosen ones."""
    table = _Table(view, player)
    return table.mean(name, table.present if chosen is None else table.present & chosen)


def runouts(
    solution: "Solution",
    *path: str,
    progress: Progress | None = None,
    found: Callable[[RunoutRow, Sequence[str]], None] | None = None,
) -> Runouts:
    """How a node changes over all turn or river cards.

    The path leaves out that card: it ends where the card is dealt, or goes on after it (`check/check/turn/bet 50`, or
    shorter `check/check/bet 50`). `found` gets each card's row as soon as it is known, and the moves; `chance` is NaN
    then, since that takes all cards.
    """
    node, dealt = solution.tree.resolve(path)
    text = shorten("/".join(path))
    if node.kind is NodeKind.DEAL and None not in dealt:
        node, dealt = solution.tree.nodes[node.children[0]], [*dealt, None]
    if dealt.count(None) != 1:
        why = "every card is named" if None not in dealt else "more than one card is left out"
        raise SolutionError(f"'{text}': {why if dealt else 'no card is dealt before it'}; run-outs are over one card")
    if node.kind in (NodeKind.FOLD, NodeKind.SHOWDOWN):
        raise SolutionError(f"'{text}': the hand is over there ({node.kind.name.lower()})")
    return _over_cards(solution, node, dealt, progress, found)


def view_record(view: NodeView, player: int, chosen: Mask | None = None, loss: str = "") -> dict[str, Any]:
    """A node in plain data: the solution, the node, its moves, and rows of a player's hands, or of those `chosen`; with
    a `loss`, what each hand loses by that move."""
    moves = [str(move) for move in view.moves]
    whose = moves if player == view.player else []
    content: dict[str, Any] = {
        "solution": solution_record(view.solution),
        **_node_record(view),
        "rows_of": PLAYERS[player],
        "chosen": summary_row(view, "chosen", player=player, chosen=chosen).record(whose),
    }
    for name, find in (("hands", hand_rows), ("classes", class_rows), ("made", made_rows)):
        content[name] = [row.record(whose) for row in find(view, player=player, chosen=chosen)]
    if loss:
        losses = view.ev_loss(loss)
        for record in content["hands"]:
            record["loss"] = known(float(losses[parse_combo(record["hand"])]))
    if view.player == player:
        content["best"] = {
            move: [{"hand": b.hand, "gain": b.gain, "ev": b.ev, "probability": b.probability}
                   for b in view.best_hands(move)]
            for move in moves
        }  # fmt: skip
    return content


def solution_record(solution: "Solution") -> dict[str, Any]:
    """What was solved, and how far: plain data."""
    return {
        "spot": solution.spot.to_dict(),
        "locks": [{"node": lock.node, "hands": dict(lock.hands)} for lock in solution.locks],
        "held": None if solution.held_player is None else PLAYERS[solution.held_player],
        "streets": list(solution.streets),
        "rule": solution.made.algorithm,
        "iterations": solution.made.iterations,
        "seconds": solution.made.seconds,
        "nash_conv": solution.spot.amount(solution.nash_conv),
        "percent_of_pot": solution.percent,
        "milli_big_blinds": solution.milli_big_blinds,
    }


def column_record(view: NodeView, player: int) -> dict[str, Any]:
    """A node in plain data for programs: as `view_record`, but a player's hands as columns, in combo order.

    - `combos`: their numbers; `reach`, `share`, `ev`, `equity`: as in `Row`; `strategy`, `move_evs`: a column for each
      move, none if the player does not decide here
    - `made`: a number of `made_names`; `draws`: bits, the first of `draw_names` is 1

    Chances are rounded to five digits after the point, chips to a hundred-thousandth of the pot at most.
    """
    table, labels = _Table(view, player), _labels(view.board)
    hands = np.flatnonzero(table.present)
    chips = max(0, 5 - int(np.log10(view.pot)))

    def column(values: Doubles, digits: int = 5) -> list[float | None]:
        return [None if number != number else number for number in np.round(values[hands], digits).tolist()]

    return {
        **_node_record(view),
        "columns_of": PLAYERS[player],
        "columns": {
            "combos": hands.tolist(),
            "reach": column(table.reach),
            "share": column(table.weights, 7),
            "ev": column(table.ev, chips),
            "equity": column(table.equity),
            "strategy": [column(row) for row in table.strategy],
            "move_evs": [column(row, chips) for row in table.move_evs],
            "made": labels.made[hands].tolist(),
            "draws": labels.draws[hands].tolist(),
        },
        "made_names": [made.label for made in Made],
        "draw_names": [draw.labels[0] for draw in Draw],
    }


def place_record(view: NodeView) -> dict[str, Any]:
    """What the betting alone says of a node: where it is, who decides, what comes next."""
    blind = view.solution.spot.big_blind
    return {
        "node": view.path,
        "board": format_cards(view.board),
        "kind": "deal" if view.is_deal else "decision",
        "player": None if view.player is None else PLAYERS[view.player],
        "pot": view.pot,
        "to_call": view.to_call,
        "big_blind": blind and view.solution.spot.amount(blind),
        "next": list(view.next_paths),
    }


def _node_record(view: NodeView) -> dict[str, Any]:
    """The place of a node, what it is worth to both, and its moves."""
    return {
        **place_record(view),
        "ev": [known(ev) for ev in view.overall_ev],
        "equity": [known(share) for share in view.overall_equity],
        "realisation": [known(part) for part in view.overall_realisation],
        "moves": [
            {"text": str(row.move), "amount": view.solution.spot.amount(row.move.amount),
             "all_in": row.move.is_all_in, "size": row.move.size, "frequency": known(view.frequencies[str(row.move)]),
             "ev_where_played": known(row.ev_where_played), "ev_of_all_hands": known(row.ev)}
            for row in move_rows(view)
        ],
    }  # fmt: skip


def runouts_record(found: Runouts, by: str = "card") -> dict[str, Any]:
    """Run-outs in plain data: by `card`, `rank` or `suit`, and the mean."""
    rows = found.rows if by == "card" else found.grouped(by)
    return {
        "node": found.path,
        "street": found.street,
        "player": None if found.player is None else PLAYERS[found.player],
        "moves": list(found.moves),
        "by": by,
        "rows": [row.record(found.moves) for row in rows],
        "mean": found.mean.record(found.moves),
    }


def rows_of(view: NodeView, player: int, chosen: Mask | None, kind: str) -> list[Row]:
    """The rows of a kind: `hands`, `classes` or `made`; a `SolutionError` if there are none."""
    find = {"hands": hand_rows, "classes": class_rows, "made": made_rows}[kind]
    rows = find(view, player=player, chosen=chosen)
    if not rows:
        which = "no hand" if chosen is None else "none of these hands"
        where = f"after '{view.path}'" if view.path else "at the start"
        raise SolutionError(f"{PLAYERS[player]} has {which} {where}")
    return rows


def flat_records(
    view: NodeView, player: int, chosen: Mask | None, kinds: Sequence[str], loss: str = ""
) -> list[dict[str, Any]]:
    """Tables of some kinds as flat records, for CSV."""
    moves = [str(move) for move in view.moves] if player == view.player else []
    records = []
    for kind in kinds:
        for row in rows_of(view, player, chosen, kind):
            record = row.record(moves)
            strategy, move_evs = record.pop("strategy"), record.pop("move_evs")
            record |= strategy | {f"ev {move}": ev for move, ev in move_evs.items()}
            if loss and kind == "hands":
                record[f"loss {loss}"] = known(float(view.ev_loss(loss)[parse_combo(row.name)]))
            records.append(record)
    return records


def flat_runouts(content: dict[str, Any]) -> list[dict[str, Any]]:
    """What `runouts_record` gives as flat records, the mean last, for CSV."""
    return [_flat_runout(record) for record in (*content["rows"], content["mean"])]


def _flat_runout(record: dict[str, Any]) -> dict[str, Any]:
    flat = {"card": record["card"], "chance": record["chance"], **record["frequencies"]}
    for what in ("ev", "equity"):
        flat |= {f"{what} oop": record[what][0], f"{what} ip": record[what][1]}
    return flat


@lru_cache(64)
def _labels(board: tuple[int, ...]) -> Classification:
    """What hands have made of a board; many nodes have the same one."""
    return classify(board)


def known(number: float) -> float | None:
    """A number as JSON has it: None for NaN."""
    return None if np.isnan(number) else float(number)


class _Table:
    """The numbers of one player at a node, ready to be put into rows."""

    def __init__(self, view: NodeView, player: int | None) -> None:
        if player is None:
            player = view.player or 0
        self.decides = player == view.player
        self.reach, self.weights = view.reach[player], view.weights[player]
        self.ev, self.equity = view.ev[player], view.equity[player]
        self.strategy = view.strategy.table if self.decides else np.zeros((0, len(self.reach)))
        self.move_evs = view.move_evs if self.decides else np.zeros((0, len(self.reach)))
        self.present = self.reach > 0
        self.pot = view.pot

    def hand(self, combo: int, labels: Classification) -> Row:
        return Row(
            format_combo(combo), labels.label(combo), float(self.reach[combo]), float(self.weights[combo]),
            tuple(self.strategy[:, combo].tolist()), float(self.ev[combo]), float(self.equity[combo]),
            tuple(self.move_evs[:, combo].tolist()),
            realised(float(self.ev[combo]), float(self.equity[combo]), self.pot),
        )  # fmt: skip

    def mean(self, name: str, hands: Mask) -> Row:
        """The mean over some hands by their chances; where they meet nobody, by their reach."""
        weights = self.weights[hands]
        if not weights.any():
            weights = self.reach[hands]

        def mean(values: Doubles) -> float:
            here = values[hands]
            there = ~np.isnan(here) & (weights > 0)
            return float(np.average(here[there], weights=weights[there])) if there.any() else float("nan")

        ev, equity = mean(self.ev), mean(self.equity)
        return Row(
            name, "", float(self.reach[hands].sum()), float(self.weights[hands].sum()),
            tuple(mean(row) for row in self.strategy), ev, equity,
            tuple(mean(row) for row in self.move_evs), realised(ev, equity, self.pot),
        )  # fmt: skip


def _over_cards(
    solution: "Solution",
    node: SpotNode,
    dealt: Sequence[int | None],
    progress: Progress | None,
    tell: Callable[[RunoutRow, Sequence[str]], None] | None,
) -> Runouts:
    place = len(solution.spot.board) + list(dealt).index(None)
    lying = {*solution.spot.board, *(card for card in dealt if card is not None)}
    cards = [card for card in range(DECK_SIZE - 1, -1, -1) if card not in lying]
    found: dict[tuple[int, ...], tuple[RunoutRow, float]] = {}
    rows = []
    view: NodeView | None = None
    for done, card in enumerate(cards, 1):
        board = (*solution.spot.board, *(card if known_card is None else known_card for known_card in dealt))
        kept = solution.place(board).cards
        if kept not in found:  # boards that differ by a renaming of suits are alike
            view = NodeView(solution, node, board)
            mass = float((view.reach[0] * view.met[0]).sum())
            frequencies = () if view.is_deal else tuple(view.frequencies.values())
            found[kept] = RunoutRow("", 0.0, frequencies, view.overall_ev, view.overall_equity), mass
        rows.append((format_card(card), *found[kept]))
        if tell:
            moves = [str(move) for move in solution.tree.moves(node)] if node.kind is NodeKind.DECISION else []
            tell(replace(found[kept][0], card=format_card(card), chance=float("nan")), moves)
        if progress:
            progress(done, len(cards))
    assert view is not None
    total = sum(mass for _, _, mass in rows) or 1.0
    steps = list(solution.tree.path(node))
    names = iter(dealt)
    for index, step in enumerate(steps):
        if step in STREETS.values() and (card_there := next(names)) is not None:
            steps[index] = f"{step} {format_card(card_there)}"
    return Runouts(
        "/".join(steps), STREETS[place + 1], view.player, tuple(map(str, view.moves)),
        tuple(RunoutRow(card, mass / total, row.frequencies, row.ev, row.equity) for card, row, mass in rows),
    )  # fmt: skip


def _mean_row(name: str, rows: Sequence[RunoutRow]) -> RunoutRow:
    chances = np.array([row.chance for row in rows])

    def mean(pick: Callable[[RunoutRow], tuple[float, ...]]) -> tuple[float, ...]:
        reached = chances > 0
        if not reached.any():
            return tuple(float("nan") for _ in pick(rows[0]))
        values = np.array([pick(row) for row, there in zip(rows, reached, strict=True) if there])
        return tuple(np.average(values, axis=0, weights=chances[reached]).tolist()) if values.shape[1] else ()

    ev, equity = mean(lambda row: row.ev), mean(lambda row: row.equity)
    return RunoutRow(
        name, float(chances.sum()), mean(lambda row: row.frequencies), (ev[0], ev[1]), (equity[0], equity[1])
    )
