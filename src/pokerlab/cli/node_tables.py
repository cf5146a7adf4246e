"""What `pokerlab show` prints on a terminal, and into files without colours."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pokerlab.cli.terminal import console, paint_cards, paint_matrix

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from rich.table import Table
    from rich.text import Text

    from pokerlab.postflop.report import Row, RunoutRow, Runouts
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.view import NodeView

    Mask = npt.NDArray[np.bool_] | None

_FOLD, _CALL = (70, 130, 210), (90, 175, 90)
_SMALL_BET, _LARGE_BET = (255, 176, 40), (160, 70, 200)
_DARK = (58, 58, 58)
_CELL = 6
_PLAIN_CELL = 10
_MOST_LOSSES = 20
_MOST_CARDS = 5


def header(solution: "Solution") -> "Text":
    """The spot, and how near the equilibrium it is."""
    from rich.text import Text

    spot, made = solution.spot, solution.made
    blinds = solution.milli_big_blinds
    near = f"NashConv {solution.nash_conv:.4g} chips, exploitability {solution.percent:.3g}% of the pot"
    near += "" if blinds is None else f", {blinds:.3g} mbb/g"
    lines = [spot.name] if spot.name else []
    lines.append(f"{near}; {made.iterations} iterations of {made.algorithm}")
    if "river" not in solution.streets:
        lines.append("rivers are not stored: they are solved when asked for")
    lines += [solution.note] if solution.note else []
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

    blind = view.solution.spot.big_blind
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
        table.title, table.title_justify = "of the chosen hands:", "left"
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


def matrix(view: "NodeView", player: int, chosen: "Mask") -> "Text":
    """13x13: the strategy by class, or the range of a player who does not decide."""
    import numpy as np
    from rich.text import Text

    from pokerlab.cards.cardset import cardset
    from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, class_index, dead_combos
    from pokerlab.cli.terminal import weight_cell
    from pokerlab.postflop.spot import PLAYERS

    reach = view.reach[player] if chosen is None else np.where(chosen, view.reach[player], 0)
    possible = np.bincount(CLASS_OF_COMBO, ~dead_combos(cardset(view.board)), CLASS_COUNT)
    held = (np.bincount(CLASS_OF_COMBO, reach, CLASS_COUNT) / np.maximum(possible, 1)).reshape(13, 13)
    if player != view.player:
        title = Text(f"how much of each class {PLAYERS[player]} comes here with:")
        return Text("\n").join([title, paint_matrix(held, weight_cell)])
    table = view.strategy.table if chosen is None else np.where(chosen, view.strategy.table, np.nan)
    by_class = view.by_class(table)
    colours, symbols = move_colours(view), _symbols(view)
    strongest = held.max() or 1.0

    def cell(name: str, weight: float) -> Text:
        parts = by_class[:, class_index(name)]
        if not weight or np.isnan(parts).any():
            return Text("·".center(_CELL if console().is_terminal else _PLAIN_CELL), style="grey42")
        if not console().is_terminal:
            top = int(parts.argmax())
            return Text(f"{name:<3} {symbols[top]}{100 * parts[top]:.0f}".ljust(_PLAIN_CELL))
        return _split_cell(name, parts.tolist(), colours, weight / strongest)

    legend = Text("  ").join(
        Text(f" {move} ", style=f"black on {_hex(colour)}") if console().is_terminal else Text(f"{symbol} {move}")
        for move, colour, symbol in zip(map(str, view.moves), colours, symbols, strict=True)
    )
    plain = "" if console().is_terminal else "most frequent move of each class, in percent: "
    return Text("\n").join([Text(plain).append_text(legend), paint_matrix(held, cell)])


def rows(view: "NodeView", player: int, found: "Sequence[Row]", kind: str) -> "Table":
    """Hands, classes or made hands with strategy, EV, equity and EV per move."""
    names = [str(move) for move in view.moves] if player == view.player else []
    first = {"hands": "hand", "classes": "class", "made": "made hand, draw"}[kind]
    table = _table(first, *(["made"] if kind == "hands" else []), "reach", *names, "EV", "equity",
                   *(f"EV {name}" for name in names))  # fmt: skip
    for row in found:
        table.add_row(
            row.name, *([row.made] if kind == "hands" else []),
            f"{row.reach:.3f}" if kind == "hands" else f"{row.reach:.2f}",
            *map(_percent, row.strategy), _chips(row.ev), _percent(row.equity), *map(_chips, row.move_evs),
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
    table.title_justify = "left"
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
    table.title, table.title_justify = f"{found.path}{who}", "left"
    for row in (*shown, found.mean):
        table.add_row(
            row.card, _percent(row.chance), *map(_percent, row.frequencies), *map(_chips, row.ev),
            *map(_percent, row.equity),
        )  # fmt: skip
    return table


def move_colours(view: "NodeView") -> list[tuple[int, int, int]]:
    """Fold blue, check and call green, bets and raises from amber (small) to purple (large)."""
    bets = [move for move in view.moves if move.is_bet]
    colours = []
    for move in view.moves:
        if move.is_bet:
            part = 1.0 if move.is_all_in else bets.index(move) / max(1, len(bets) - 1)
            colours.append(_between(_SMALL_BET, _LARGE_BET, part))
        else:
            colours.append(_FOLD if move.kind == "fold" else _CALL)
    return colours


def split_widths(parts: Sequence[float], width: int) -> list[int]:
    """Whole characters for each part of a cell, `width` in all; the largest remainders are rounded up."""
    exact = [part * width / (sum(parts) or 1) for part in parts]
    widths = [int(part) for part in exact]
    rest = sorted(range(len(parts)), key=lambda k: widths[k] - exact[k])
    for k in rest[: width - sum(widths)]:
        widths[k] += 1
    return widths


def _split_cell(name: str, parts: Sequence[float], colours: Sequence[tuple[int, int, int]], weight: float) -> "Text":
    """A cell whose background is split between the moves; the fewer hands, the darker."""
    from rich.text import Text

    label = name.center(_CELL)
    has_shades = console().color_system in ("256", "truecolor")
    text, start = Text(), 0
    for width, colour in zip(split_widths(parts, _CELL), colours, strict=True):
        shade = _between(_DARK, colour, 0.35 + 0.65 * weight) if has_shades else colour
        text.append(label[start : start + width], style=f"black on {_hex(shade)}")
        start += width
    return text


def _symbols(view: "NodeView") -> list[str]:
    bets = [move for move in view.moves if move.is_bet]
    letters = {"fold": "f", "check": "x", "call": "c"}
    return [
        letters.get(move.kind) or (move.kind[0] if len(bets) == 1 else f"{move.kind[0]}{1 + bets.index(move)}:")
        for move in view.moves
    ]


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


def _between(first: tuple[int, int, int], second: tuple[int, int, int], part: float) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
