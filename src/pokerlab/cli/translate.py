"""`pokerlab translate`: what a strategy takes a line of play for."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.betting.menu import Menu
    from pokerlab.equilibrium.policy import Policy
    from pokerlab.games.rules import Game
    from pokerlab.translation.rules import TranslationRules


def translate(
    strategy: Annotated[
        str, typer.Argument(help="A file of pokerlab small, or blueprint:NAME or a file of pokerlab train.")
    ],
    line: Annotated[str, typer.Argument(help="The real bets: f, c, r300 (raise to), / where a street ends.")],
    game: Annotated[
        str | None, typer.Option("--game", help="The real game.", show_default="the strategy's own")
    ] = None,
    mapping: Annotated[
        str,
        typer.Option(
            "--mapping", help="hard or soft, with a curve: soft:arithmetic, pseudo-harmonic, second-geometric."
        ),
    ] = "soft",
    perspective: Annotated[str, typer.Option("--perspective", help="abstract or real.")] = "abstract",
    without: Annotated[
        str, typer.Option("--without", help="Fixes that are off, with commas: AA, CisC, EC.", show_default="none")
    ] = "",
    non_dominated: Annotated[
        float | None, typer.Option("--nd", help="Soft-ND: a chance up to which an action counts as dominated.")
    ] = None,
    board: Annotated[str, typer.Option("--board", help="Its cards.", show_default="the first of the deck")] = "",
    hand: Annotated[str, typer.Option("--hand", help="Own cards.", show_default="the mean of all hands")] = "",
    seat: Annotated[
        int | None, typer.Option("--seat", min=1, help="The strategy's seat.", show_default="who acts next")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show what a strategy takes the bets of a hand for that it does not know, step by step.

    Every step has the places where the strategy believes to be in its own betting, and how likely; then what it does
    now, in real chips.

    \b
    Examples:
      pokerlab translate blueprint:nolimit r350c/r500
      pokerlab translate blueprint:nolimit r350c/r500 --perspective real
    """
    from pokerlab.betting.paths import letters_of
    from pokerlab.cards.card import format_cards
    from pokerlab.games.library import named_game
    from pokerlab.translation.report import translation_record
    from pokerlab.translation.translated import Translated

    policy, menu = _opened(strategy)
    real = policy.game if game is None else named_game(game)
    translated = Translated(policy, menu, real, _rules(mapping, perspective, without, non_dominated))
    private = _cards(hand, real, sum(real.private_cards), "hand", ()) if hand else None
    cards = _cards(board, real, real.board_size(real.streets - 1), "board", private or ())
    record = translation_record(translated, letters_of(line), cards, None if seat is None else seat - 1, private)
    lying = cards[: real.board_size(record["street"])]
    record |= {"board": format_cards(lying), "hand": format_cards(private) if private else None}
    if json:
        print_json("pokerlab/translate/1", strategy=strategy, **record)
        return
    _print(record)


def _opened(text: str) -> "tuple[Policy, Menu]":
    from pathlib import Path

    from pokerlab.equilibrium.strategy import Strategy

    kind, colon, rest = text.partition(":")
    if (kind == "blueprint" and colon) or text.endswith(".blueprint"):
        from pokerlab.training.blueprint import Blueprint

        blueprint = Blueprint.open(rest if colon else text)
        return blueprint, blueprint.plan.menu
    strategy = Strategy.load(Path(text))
    return strategy, strategy.tree.menu


def _rules(mapping: str, perspective: str, without: str, non_dominated: float | None) -> "TranslationRules":
    from pokerlab.errors import StrategyError, shorten
    from pokerlab.translation.mappings import parse_mapping
    from pokerlab.translation.rules import Perspective, TranslationRules

    if perspective not in list(Perspective):
        raise StrategyError(f"'{shorten(perspective)}' is not a perspective ({', '.join(Perspective)})")
    off = [name.strip().lower() for name in without.split(",") if name.strip()]
    if unknown := set(off) - {"aa", "cisc", "ec"}:
        raise StrategyError(f"'{shorten(min(unknown))}' is not a fix (AA, CisC, EC)")
    return TranslationRules(
        parse_mapping(mapping), Perspective(perspective), abstract_actions="aa" not in off,
        call_is_call="cisc" not in off, extend_call="ec" not in off, non_dominated=non_dominated,
    )  # fmt: skip


def _cards(text: str, game: "Game", count: int, what: str, taken: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a text, or without one the first of the deck that are free; all of the game, none twice."""
    from pokerlab.cards.card import format_card, parse_cards
    from pokerlab.errors import StrategyError

    free = [card for card in game.cards if card not in taken]
    if not text:
        return tuple(free[:count])
    cards = tuple(parse_cards(text))
    if wrong := [card for card in cards if card not in free]:
        raise StrategyError(f"--{what}: {format_card(wrong[0])} is not in the deck of {game.name}, or dealt already")
    if len(cards) != count or len(set(cards)) != count:
        raise StrategyError(f"--{what}: {count} different card{'s' * (count > 1)} of {game.name}")
    return cards


def _print(record: dict[str, Any]) -> None:
    from rich.table import Table

    out = console()
    out.print(
        f"{record['game']}: {record['rules']}; a strategy of '{record['menu']}' in seat {record['seat'] + 1}",
        markup=False,
    )
    table = Table(box=None, pad_edge=False)
    for column in ("real", "seat", "pot", "taken for", "pot there", "share", ""):
        table.add_column(column, justify="right" if "pot" in column or column == "share" else "left", no_wrap=True)
    for step in record["steps"]:
        for number, place in enumerate(step["places"]):
            seat = f"{step['seat'] + 1}{' (own)' if step['is_own'] else ''}"
            first = (step["action"], seat, str(step["pot"])) if number == 0 else ("", "", "")
            notes = {"over: checks and calls down": place["is_over"], "may turn out a call": place["may_be_a_call"]}
            said = ", ".join(note for note, is_so in notes.items() if is_so)
            table.add_row(*first, place["line"] or "-", str(place["pot"]), f"{100 * place['share']:.1f}%", said)
    if record["steps"]:
        print_table(table)
    if record["chances"] is None:
        return
    who = f"with {record['hand']}" if record["hand"] else "in the mean of all hands"
    lying = f", board {record['board']}" if record["board"] else ""
    chances = ", ".join(f"{action} {100 * chance:.1f}%" for action, chance in record["chances"].items())
    out.print(f"Now, {who}{lying}: {chances}", markup=False)
