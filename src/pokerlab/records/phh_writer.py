"""Writing PHH, the open poker-hand-history format (see `phh_reader` for what is read)."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from pokerlab.cards.card import format_cards
from pokerlab.cards.unseen import format_dealt
from pokerlab.errors import RecordError
from pokerlab.games.action import Kind
from pokerlab.games.gamedef import UNLIMITED
from pokerlab.games.rules import Limit
from pokerlab.games.state import State
from pokerlab.records.amounts import common_unit, format_amount
from pokerlab.records.phh_reader import VARIANTS
from pokerlab.records.record import HandRecord, check_whole, replay


def format_phh(record: HandRecord) -> str:
    """The text of one hand."""
    return "".join(f"{name} = {value}\n" for name, value in _lines(record))


def format_phhs(record: HandRecord, number: int) -> str:
    """The text of one hand as the table `number` of a file of many."""
    return f"[{number}]\n{format_phh(record)}\n"


def _lines(record: HandRecord) -> Iterator[tuple[str, str]]:
    game, unit = record.game, record.unit
    check_whole(record, "PHH")
    code = next(code for code, limit in VARIANTS.items() if limit is game.limit)
    if game.ranking != "holdem" or game.private_cards != (2, 0, 0, 0) or game.board_cards != (0, 3, 1, 1):
        raise RecordError(f"{game.name} is not hold'em, which is all that is written as PHH")
    antes, blinds = game.antes, game.blinds
    if game.players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    yield "variant", _text(code)
    yield "ante_trimming_status", "false" if game.dead_antes else "true"
    yield "antes", _amounts(antes, unit)
    yield "blinds_or_straddles", _amounts(blinds, unit)
    if game.limit is Limit.FIXED:
        yield "small_bet", format_amount(game.bets[0], unit)
        yield "big_bet", format_amount(game.bets[2], unit)
    else:
        yield "min_bet", format_amount(game.bets[-1], unit)
    yield "starting_stacks", _amounts(game.stacks, unit)
    final, actions = _action_texts(record)
    yield "actions", "[" + ", ".join(_text(action) for action in actions) + "]"
    yield from _optional_lines(record)
    yield from _lines_of_our_own(record, final)


def _optional_lines(record: HandRecord) -> Iterator[tuple[str, str]]:
    unit = record.unit
    if record.hand_id:
        yield (
            "hand",
            record.hand_id if re.fullmatch(r"0|[1-9][0-9]{0,17}", record.hand_id) else _text(record.hand_id),
        )
    if any(record.names):
        yield "players", "[" + ", ".join(_text(name) for name in record.names) + "]"
    if record.finishing is not None:
        yield "finishing_stacks", _amounts(record.finishing, unit)
    if record.seat_numbers:
        yield "seats", str(list(record.seat_numbers))
    if record.table:
        yield "table", _text(record.table)
    if record.currency:
        yield "currency", _text(record.currency)
    fields = dict(record.info)
    if record.time is not None:
        fields |= {"year": record.time.year, "month": record.time.month, "day": record.time.day}
        if record.time.time() != time():
            fields |= {"time": record.time.time()}
    for name, value in fields.items():
        yield name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name), _toml(value)


def _lines_of_our_own(record: HandRecord, final: State) -> Iterator[tuple[str, str]]:
    game, unit = record.game, record.unit
    fixed = game.limit is Limit.FIXED
    usual = (game.bets[0], game.bets[0], game.bets[2], game.bets[2]) if fixed else (game.bets[-1],) * 4
    if game.bets != usual:
        yield "_bets", _amounts(game.bets, unit)
    if game.raise_caps != ((4,) * 4 if fixed else (None,) * 4):
        yield "_raise_caps", str([-1 if cap is None else cap for cap in game.raise_caps])
    if not game.full_blind_to_call:
        yield "_full_blind_to_call", "false"
    if game.rake and final.is_over:
        yield "_rake", format_amount(-sum(final.payoffs), unit)
    if record.hero is not None:
        yield "_hero", str(record.hero)
    amounts = [*game.stacks, *game.antes, *game.blinds, *game.bets, *(record.finishing or ())]
    amounts += [action.to for action in record.actions]
    if common_unit(amount * unit for amount in amounts) != unit:
        yield "_unit", f"{unit:f}"


def _action_texts(record: HandRecord) -> tuple[State, list[str]]:
    """All actions in PHH's words; hands are shown as soon as the betting is over."""
    texts: list[str] = []
    state = State.start(record.game)
    showdown_done = False
    for step in replay(record):
        before, state = state, step.state
        if not showdown_done and before.betting.is_over and before.dealt:
            showdown_done = True
            texts += _showdown_texts(record, before)
        if step.played is None:
            texts += _deal_texts(before, step.cards)
        else:
            actor = f"p{step.played.seat + 1}"
            action = step.played.action
            amount = format_amount(action.to, record.unit)
            texts.append(f"{actor} " + ("f", "cc", f"cbr {amount}")[action.kind])
    if not showdown_done:
        texts += _showdown_texts(record, state)
    return state, texts


def _deal_texts(state: State, cards: tuple[int, ...]) -> list[str]:
    count = state.game.private_cards[state.dealt]
    if not count:
        return [f"d db {format_cards(cards)}"]
    return [
        f"d dh p{seat + 1} {format_dealt(cards[count * seat : count * seat + count])}"
        for seat in range(state.game.players)
    ]


def _showdown_texts(record: HandRecord, state: State) -> list[str]:
    """Who shows and who mucks, the last to raise on the last street first."""
    if not state.betting.is_over:
        return []
    game, betting = state.game, state.betting
    first = game.first_to_act[betting.street]
    for played in state.history:
        if played.street == betting.street and played.action.kind is Kind.RAISE:
            first = played.seat
    texts = []
    for turn in range(game.players):
        seat = (first + turn) % game.players
        if seat in record.shown:
            texts.append(f"p{seat + 1} sm {format_dealt(record.private[seat])}")
        elif seat in record.mucked:
            texts.append(f"p{seat + 1} sm")
    return texts


def _amounts(chips: Sequence[int], unit: Decimal) -> str:
    return "[" + ", ".join("inf" if amount == UNLIMITED else format_amount(amount, unit) for amount in chips) + "]"


def _text(text: str) -> str:
    """A TOML basic string; JSON escapes are a part of TOML's, once every surrogate pair is a character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case list():
            return "[" + ", ".join(_toml(item) for item in value) + "]"
        case dict():
            return "{" + ", ".join(f"{_text(key)} = {_toml(item)}" for key, item in value.items()) + "}"
        case Decimal() if not value.is_finite():
            return str(value).lower().replace("infinity", "inf")
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return str(value)
