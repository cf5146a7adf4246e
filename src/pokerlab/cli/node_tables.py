"""What `pokerlab show` prints on a terminal, and into files without colours."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokerlab.cli.terminal import console, paint_cards

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.table import Table
    from rich.text import Text

    from pokerlab.cli.matrix import Cell, Colour
    from pokerlab.postflop.report import Row, RunoutRow, Runouts
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.view import NodeView

    Mask = npt.NDArray[np.bool_] | None

STRATEGY, RANGE, EV, EQUITY = MATRICES = ("strategy", "range", "ev", "equity")
"""What a matrix shows of each class."""

FOLD_COLOUR, CALL_COLOUR = (70, 130, 210), (90, 175, 90)
SMALL_BET_COLOUR, LARGE_BET_COLOUR = (255, 176, 40), (160, 70, 200)
_MOST_LOSSES = 20
_MOST_CARDS = 5


def header(solution: "Solution") -> "Text":
    """The spot, and how near the equilibrium it is."""
    from rich.text import Text

    spot, made = solution.spot, solution.made
    blinds = solution.milli_big_blinds
    near = (
        f"NashConv {spot.amount(solution.nash_conv):.4g}{spot.unit}, exploitability {solution.percent:.3g}% of the pot"
    )
    near += "" if blinds is None else f", {blinds:.3g} mbb/g"
    lines = [spot.name] if spot.name else []
    how = f"{made.iterations} iterations of {made.algorithm}"
    lines += [f"{near}; {how}"] if len(near) + 2 + len(how) <= console().width else [f"{near};", how]
    if solution.streets == ("flop",):
        lines.append("one flop of many: turns and rivers are not kept")
    elif "river" not in solution.streets:
        lines.append("rivers are not stored: they are solved when asked for")
    lines += [solution.note] if solution.note else []
    from pokerlab.postflop.spot import PLAYERS

    if solution.held_player is not None:
        lines.append(f"held as it was: all of {PLAYERS[solution.held_player]}")
    lines += [f"locked: {lock.node or 'the first decision'}" for lock in solution.locks]
    return Text("\n".join(lines))


def situation(view: "NodeView") -> "Text":
    """Where the node is: line of play, board, pot and who acts."""
    from rich.text import Text

    from pokerlab.postflop.spot import PLAYERS, STREETS

    words = f"  {view.path or 'first decision'}: pot {view.pot:,}"
    words += f", {view.to_call:,} to call" if view.to_call else ""
    if view.player is None:
        words += f"; the {STREETS[len(view.board) + 1]} is dealt"
    else:
        words += f"; {PLAYERS[view.player]} decides"
    return Text.assemble(paint_cards(view.board), words)


def players(view: "NodeView") -> "Table":
    """EV in chips, big blinds (where they are known) and percent of the pot, equity, what is made of it, and hands."""
    from pokerlab.postflop.spot import PLAYERS

    spot = view.solution.spot
    blind = spot.big_blind and spot.amount(spot.big_blind)
    table = _table("player", "EV", *(["in bb"] if blind else []), "of the pot", "equity", "realised", "hands")
    for player, name in enumerate(PLAYERS):
        ev = view.overall_ev[player]
        table.add_row(
            name,
            _chips(ev),
            *([_chips(ev / blind)] if blind else []),
            _percent(ev / view.pot),
            _percent(view.overall_equity[player]),
            _percent(view.overall_realisation[player]),
            f"{view.reach[player].sum():.1f}",
        )
    return table


def moves(view: "NodeView", chosen: "Mask") -> "Table":
    """The moves: how often, and what they are worth to the hands that play them and to all."""
    from pokerlab.postflop.report import move_rows

    table = _table("move", "frequency", "EV where played", "EV of all hands", "hands")
    if chosen is not None:
        table.title = "of the chosen hands:"
    for row in move_rows(view, chosen=chosen):
        move = row.move
        size = f" ({move.size})" if move.size not in ("", "a") else ""
        table.add_row(
            f"{move}{size}{' all-in' if move.is_bet and move.is_all_in else ''}",
            _percent(row.frequency),
            _chips(row.ev_where_played),
            _chips(row.ev),
            f"{row.hands:.1f}",
        )
    return table


def matrix(view: "NodeView", player: int, chosen: "Mask", what: str = STRATEGY) -> "Text":
    """13x13 by class: the strategy, or how much a player who does not decide comes with; EV or equity. Classes that
    seldom come there are pale."""
    import numpy as np
    from rich.text import Text

    from pokerlab.cards.cardset import cardset
    from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, dead_combos
    from pokerlab.cli.matrix import paint_matrix, share_cells, weight_cells, worth_cells
    from pokerlab.postflop.spot import PLAYERS

    reach = view.reach[player] if chosen is None else np.where(chosen, view.reach[player], 0)
    possible = np.bincount(CLASS_OF_COMBO, ~dead_combos(cardset(view.board)), CLASS_COUNT)
    held = np.bincount(CLASS_OF_COMBO, reach, CLASS_COUNT) / np.maximum(possible, 1)
    present = held / (held.max() or 1.0)
    if what == STRATEGY and player == view.player:
        return Text("\n").join([_legend(view), paint_matrix(_strategy_cells(view, chosen, present))])
    if what in (STRATEGY, RANGE):
        title = f"how much of each class {PLAYERS[player]} comes here with, in percent:"
        return Text("\n").join([Text(title), paint_matrix(weight_cells(held))])
    values = {EV: view.ev, EQUITY: view.equity}[what][player]
    means = view.by_class(np.where(reach > 0, values, np.nan), player)
    if what == EQUITY:
        title, cells = f"equity of {PLAYERS[player]} in percent:", share_cells(means, present)
    else:
        unit = view.solution.spot.unit
        title = f"EV of {PLAYERS[player]}{' in' if unit else ''}{unit}, of a pot of {view.pot:,}:"
        cells = worth_cells(means, 0, view.pot, present)
    return Text("\n").join([Text(title), paint_matrix(cells)])


def rows(view: "NodeView", player: int, found: "Sequence[Row]", kind: str) -> "Table":
    """Hands, classes or made hands with strategy, EV, equity, what is made of it, and EV per move."""
    names = [str(move) for move in view.moves] if player == view.player else []
    first = {"hands": "hand", "classes": "class", "made": "made hand, draw"}[kind]
    table = _table(first, *(["made"] if kind == "hands" else []), "reach", *names, "EV", "equity", "realised",
                   *(f"EV {name}" for name in names))  # fmt: skip
    for row in found:
        table.add_row(
            row.name, *([row.made] if kind == "hands" else []),
            f"{row.reach:.3f}" if kind == "hands" else f"{row.reach:.2f}",
            *map(_percent, row.strategy), _chips(row.ev), _percent(row.equity), _percent(row.realisation),
            *map(_chips, row.move_evs),
        )  # fmt: skip
    return table


def losses(view: "NodeView", move: str, chosen: "Mask") -> "Table":
    """The hands that lose most by a move, and what the whole range would lose."""
    import numpy as np

    from pokerlab.cards.combos import format_combo

    assert view.player is not None
    found, weights = view.ev_loss(move), view.weights[view.player]
    there = (weights > 0) & ~np.isnan(found)
    if chosen is not None:
        there &= chosen
    mean = np.average(found[there], weights=weights[there]) if there.any() else np.nan
    table = _table("hand", f"loss by {move}", f"EV {move}", "best move", "EV", f"plays {move}")
    table.title = f"{move} with every hand would lose {_chips(mean)} on average; it costs most with"
    index = view.move_evs.argmax(axis=0) if there.any() else np.zeros(len(found), int)
    played = view.strategy.table[view.index_of(move)]
    ordered = np.flatnonzero(there)[np.argsort(-found[there], kind="stable")]
    for combo in ordered[:_MOST_LOSSES].tolist():
        table.add_row(
            format_combo(combo), _chips(found[combo]), _chips(view.ev_of(move)[combo]), str(view.moves[index[combo]]),
            _chips(view.move_evs[:, combo].max()), _percent(played[combo]),
        )  # fmt: skip
    return table


def best(view: "NodeView") -> "Table":
    """The best hands for each move."""
    table = _table("move", "best hands (EV above the best other move)")
    for move in view.moves:
        texts = [f"{found.hand} {found.gain:+.2f}" for found in view.best_hands(move)]
        table.add_row(str(move), "  ".join(texts))
    return table


def ways_on(view: "NodeView") -> "Text":
    """Where to go next."""
    from rich.text import Text

    paths = view.next_paths
    shown = list(paths[-_MOST_CARDS:][::-1] if view.is_deal else paths)
    lines = [f"  {path}" for path in shown] + (["  ..."] if len(shown) < len(paths) else [])
    return Text("\n".join(["next:", *lines]) if lines else "next: the hand is over after every move")


def runouts(found: "Runouts", shown: "Sequence[RunoutRow]") -> "Table":
    """A line for each card, or group of cards, and the mean."""
    from pokerlab.postflop.spot import PLAYERS

    who = "" if found.player is None else f": {PLAYERS[found.player]} decides"
    table = _table(found.street, "chance", *found.moves, "EV oop", "EV ip", "equity oop", "equity ip")
    table.title = f"{found.path}{who}"
    for row in (*shown, found.mean):
        table.add_row(
            row.card, _percent(row.chance), *map(_percent, row.frequencies), *map(_chips, row.ev),
            *map(_percent, row.equity),
        )  # fmt: skip
    return table


def move_colours(view: "NodeView") -> "list[Colour]":
    """Fold blue, check and call green, bets and raises from amber (small) to purple (large)."""
    from pokerlab.cli.matrix import mix

    bets = [move for move in view.moves if move.is_bet]
    colours = []
    for move in view.moves:
        if move.is_bet:
            part = 1.0 if move.is_all_in else bets.index(move) / max(1, len(bets) - 1)
            colours.append(mix(SMALL_BET_COLOUR, LARGE_BET_COLOUR, part))
        else:
            colours.append(FOLD_COLOUR if move.kind == "fold" else CALL_COLOUR)
    return colours


def move_letters(view: "NodeView") -> list[str]:
    """A letter for each move: f fold, x check, c call; b bet or r raise, or by size s, m, l and a for all-in, or from
    p on where there are many."""
    bets = [move for move in view.moves if move.is_bet]
    sized = [move for move in bets if not move.is_all_in]
    by_size = {1: "s", 2: "sl", 3: "sml"}.get(len(sized), "pqrstuvwyzdeghijkno")
    letters = []
    for move in view.moves:
        if not move.is_bet:
            letters.append({"fold": "f", "check": "x", "call": "c"}[move.kind])
        elif len(bets) == 1:
            letters.append(move.kind[0])
        else:
            letters.append("a" if move.is_all_in else by_size[sized.index(move) % len(by_size)])
    return letters


def _strategy_cells(view: "NodeView", chosen: "Mask", present: "npt.NDArray[np.float64]") -> "list[Cell | None]":
    """Cells split between the moves, with the most frequent one in percent; `present` float64 [169] is 0..1."""
    import numpy as np

    from pokerlab.cards.combos import CLASS_NAMES
    from pokerlab.cli.matrix import Cell, fade

    table = view.strategy.table if chosen is None else np.where(chosen, view.strategy.table, np.nan)
    by_class = view.by_class(table)
    colours, letters = move_colours(view), move_letters(view)
    cells: list[Cell | None] = []
    for name, parts, weight in zip(CLASS_NAMES, by_class.T, present.tolist(), strict=True):
        if not weight or np.isnan(parts).any():
            cells.append(None)
            continue
        top = int(parts.argmax())
        shades = tuple((fade(colour, weight), float(part)) for colour, part in zip(colours, parts, strict=True))
        cells.append(Cell(name, f"{letters[top]}{100 * parts[top]:.0f}", shades))
    return cells


def _legend(view: "NodeView") -> "Text":
    from rich.text import Text

    from pokerlab.cli.matrix import style

    text, room = Text("most frequent move of each class, in percent:"), console().width
    for move, letter, colour in zip(view.moves, move_letters(view), move_colours(view), strict=True):
        entry = Text(f"{letter} {move}", style=style(colour))
        is_full = len(text.plain.rpartition("\n")[2]) + 2 + len(entry) > room
        text.append("\n" if is_full else "  ").append_text(entry)
    return text


def _table(*columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, column in enumerate(columns):
        is_text = column == "made" or column.startswith("best hands")
        is_left = is_text or place == 0 or column == "best move"
        # Where the terminal is narrow, words are broken rather than numbers cut off.
        table.add_column(column, justify="left" if is_left else "right", no_wrap=not is_text)
    return table


def _chips(number: float) -> str:
    return "-" if number != number else f"{round(number, 2) + 0.0:,.2f}"  # never -0.00


def _percent(share: float) -> str:
    return "-" if share != share else f"{100 * share:.1f}%"
