"""`pokerlab eval`: rank and describe hands."""

from typing import Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, console, paint_cards, print_json


def evaluate(
    cards: Annotated[list[str], typer.Argument(help="5 to 7 cards; with --board one or more hands of two cards.")],
    board: Annotated[str, typer.Option(help="3 to 5 board cards.")] = "",
    json: JsonOption = False,
) -> None:
    """Rank and describe a hand, or compare hands on a board.

    A rank is 1 (worst, 7-5-4-3-2) to 7462 (royal flush). On a board, 'beats', 'ties' and 'loses to' count the other
    hands that one opponent may hold.

    \b
    Examples:
      pokerlab eval As Ks Qs Js Ts
      pokerlab eval QcQdJhJsAc2d3h
      pokerlab eval AdQc --board 3h4cJh
      pokerlab eval AhKh QsQd --board QhJhTh2c3d
    """
    rows = _hands_on_board(cards, board) if board else [_one_hand(cards)]
    if json:
        print_json("pokerlab/eval/1", hands=rows)
        return
    for row in rows:
        _print_row(row)


def _one_hand(texts: list[str]) -> dict[str, Any]:
    from pokerlab.cards.card import parse_cards
    from pokerlab.errors import CardError

    hand = parse_cards(" ".join(texts), at_most=7, what="hand")
    if len(hand) == 2:
        raise CardError("two cards have a rank on a board only: give it with --board")
    return _row(hand, hand)


def _hands_on_board(texts: list[str], board_text: str) -> list[dict[str, Any]]:
    from pokerlab.cards.card import check_cards, parse_cards
    from pokerlab.cards.combos import COMBO_CARDS, parse_combo
    from pokerlab.cards.strength import hand_strength

    board = parse_cards(board_text, at_most=5, what="board")
    hands = [tuple(COMBO_CARDS[parse_combo(text)].tolist()) for text in texts]
    check_cards([card for cards in (*hands, board) for card in cards], what="hands and board")
    rows = []
    for hand in hands:
        strength = hand_strength(hand, board)
        rows.append(
            _row(hand, (*hand, *board))
            | {
                "beats": int(strength.ahead),
                "ties": int(strength.tied),
                "loses": int(strength.behind),
                "strength": strength.value,
            }
        )
    best = max(row["rank"] for row in rows)
    winners = sum(row["rank"] == best for row in rows)
    for row in rows if len(rows) > 1 else ():
        row["result"] = "loses" if row["rank"] < best else "wins" if winners == 1 else "ties"
    return rows


def _row(shown: tuple[int, ...], cards: tuple[int, ...]) -> dict[str, Any]:
    from pokerlab.cards import evaluator
    from pokerlab.cards.card import format_cards

    rank = evaluator.evaluate(cards)
    return {
        "cards": format_cards(shown),
        "rank": rank,
        "category": evaluator.category(rank).label,
        "description": evaluator.describe(rank),
        "best": format_cards(sorted(evaluator.best_five(cards), reverse=True)),
    }


def _print_row(row: dict[str, Any]) -> None:
    from rich.text import Text

    from pokerlab.cards.card import parse_cards

    line = Text.assemble(paint_cards(parse_cards(row["cards"])), "  ", (row["description"], "bold"))
    if "result" in row:
        line.append(f"  {row['result']}")
    console().print(line)
    details = Text.assemble(f"  rank {row['rank']} of 7462, best five ", paint_cards(parse_cards(row["best"])))
    console().print(details)
    if "beats" in row:
        others = row["beats"] + row["ties"] + row["loses"]
        console().print(
            f"  of {others} other hands it beats {row['beats']}, ties {row['ties']}, loses to {row['loses']}"
            f" (strength {100 * row['strength']:.2f}%)"
        )
