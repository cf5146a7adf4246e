"""The lines of the Annual Computer Poker Competition: `MATCHSTATE` (what one player sees) and `STATE` (the log).

    MATCHSTATE:0:30:c/cr300c/:9s8h|/8c8d5c/6s
    STATE:30:cr300r900f:9s8h|QdKc:-300|300:Alice|Bob

Fields: the player who sees it (MATCHSTATE only), the number of the hand, the betting with `/` between streets, the
cards (hands not seen are empty), and in finished logs the results and names. In no-limit games `r300` is a raise to 300
chips over the whole hand, earlier streets and antes included; limit raises have no number. After ` # ` a comment may
follow; if it is a time, in seconds since 1970 or written out, the hand was played then. Lines say nothing of the game,
which is therefore given when reading. In a game that begins in the middle of a hand the streets before are empty, and
amounts and results count from there.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.unseen import UNKNOWN, all_seen
from pokerlab.errors import CardError, GameError, RecordError, shorten
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State
from pokerlab.records.amounts import MOST_PLACES, MOST_WHOLE
from pokerlab.records.numbering import number_of
from pokerlab.records.record import HandRecord

_TOKEN = re.compile(r"[fF]|[cCkK]|[rRbB]([0-9]{0,12})|/")
_COMMENT = re.compile(r"(?<=\s)#(?:\s|$)")
_SECONDS = re.compile(r"[0-9]{9,10}(?:\.[0-9]{0,9})?")
_RESULT = re.compile(rf"[+-]?[0-9]{{1,{MOST_WHOLE}}}(?:\.[0-9]{{0,{MOST_PLACES}}})?")


def parse_acpc(line: str, game: Game) -> HandRecord:
    """Read a `MATCHSTATE` or `STATE` line of a hand of `game`, finished or not."""
    line, when = _without_comment(line.strip())
    fields = line.split(":")
    hero: int | None = None
    if fields[0] == "MATCHSTATE":
        hero = _number(fields[1] if len(fields) > 1 else "", "player")
        if hero >= game.players:
            raise RecordError(f"there is no player {hero} (players are 0..{game.players - 1})")
        fields = fields[1:]
    elif fields[0] != "STATE":
        raise RecordError(f"'{shorten(fields[0], 20)}' does not start an ACPC line (MATCHSTATE or STATE do)")
    if len(fields) not in (4, 5, 6):
        raise RecordError(f"{len(fields)} fields, expected number, betting, cards, and then results and names")
    number, betting, cards, *rest = fields[1:]
    try:
        actions = parse_betting(betting, game)
        private, board = _parse_cards(cards, game)
        record = HandRecord(
            game,
            actions,
            private,
            board,
            tuple(rest[1].split("|")) if len(rest) > 1 else (),
            finishing=_finishing(rest[0], game) if rest else None,
            hand_id=str(_number(number, "number of the hand")),
            hero=hero,
            **when,
        )
    except (GameError, CardError) as error:
        raise RecordError(str(error)) from None
    return _with_showdown(record)


def format_state(record: HandRecord, number: int = 0, *, final: State | None = None) -> str:
    """The `STATE` line of a hand: all cards that are known; with results and names if it is finished.

    `number` is for a hand that has none; `final` its state in the end, if that is at hand.
    """
    state = final or record.final()
    line = f"STATE:{number_of(record) or number}:{format_betting(state.betting)}:{_cards(record, state, None)}"
    if not state.is_over:
        return line
    for name in record.players:
        if set(name) & set(":|") or _COMMENT.search(name):
            raise RecordError(f"'{shorten(name)}' cannot be written as an ACPC name (no ':', no '|' and no ' # ')")
    payoffs = final.payoffs if final else record.payoffs()
    results = "|".join(str(chips) if type(chips) is int else f"{float(chips):.6f}" for chips in payoffs)
    return f"{line}:{results}:{'|'.join(record.players)}"


def format_matchstate(record: HandRecord, seat: int) -> str:
    """The `MATCHSTATE` line of a hand as a seat sees it."""
    state = record.final()
    betting = format_betting(state.betting)
    return f"MATCHSTATE:{seat}:{number_of(record) or 0}:{betting}:{_cards(record, state, seat)}"


def parse_betting(text: str, game: Game) -> tuple[Action, ...]:
    """The actions of a betting string."""
    betting = Betting.start(game)
    actions: list[Action] = []
    street = position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise RecordError(f"'{shorten(text[position:])}' is not betting (f, c, r and / are)")
        position = match.end()
        token = match.group()
        if token == "/":
            street += 1
            over = betting.is_over and betting.live.bit_count() > 1
            if street > (game.streets - 1 if over else betting.street):
                raise RecordError(f"'{shorten(text[:position])}': the street is not over")
            continue
        if not betting.is_over and street != betting.street:
            raise RecordError(f"'{shorten(text[:position])}': a '/' is missing")
        action = _action(token[0].lower(), match.group(1), betting)
        betting = betting.act(action)
        actions.append(action)
    return tuple(actions)


def format_betting(betting: Betting) -> str:
    """The betting string, with a `/` for every street begun (all of them after a showdown)."""
    game = betting.game
    texts = ["" for _ in range(_last_street(betting) + 1)]
    walk = Betting.start(game)
    for street, seat, action in betting.history:
        if action.kind is Kind.RAISE and game.limit is not Limit.FIXED:
            texts[street] += f"r{action.to + walk.paid[seat] - walk.bets[seat]}"
        else:
            texts[street] += "fcr"[action.kind]
        walk = walk.act(action)
    return "/".join(texts)


def _action(letter: str, amount: str | None, betting: Betting) -> Action:
    if letter == "f":
        return FOLD
    if letter in "ck":
        return CALL
    if betting.game.limit is Limit.FIXED:
        return raise_to(betting.legal.max_raise)
    if not amount:
        raise RecordError("a raise without an amount in a game without fixed limits")
    seat = betting.actor
    return raise_to(int(amount) - (betting.paid[seat] - betting.bets[seat]))


def _last_street(betting: Betting) -> int:
    """The street the protocol counts as reached: the last one once hands are compared."""
    compared = betting.is_over and betting.live.bit_count() > 1
    return betting.game.streets - 1 if compared else betting.street


def _parse_cards(text: str, game: Game) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    hands, *streets = text.split("/")
    count = sum(game.private_cards)
    private = []
    for hand in hands.split("|"):
        cards = parse_cards(hand)
        if len(cards) not in (0, count):
            raise RecordError(f"'{shorten(hand)}' are {len(cards)} cards of a player, expected {count}")
        private.append(cards or (UNKNOWN,) * count)
    if len(private) != game.players:
        raise RecordError(f"'{shorten(hands)}' has cards for {len(private)} players, expected {game.players}")
    board: tuple[int, ...] = ()
    for street, cards_text in enumerate(streets, 1):
        cards = parse_cards(cards_text)
        if street >= game.streets or len(cards) != game.board_cards[street]:
            raise RecordError(f"'{shorten(cards_text)}' are not the board cards of street {street + 1}")
        board += cards
    return tuple(private), board


def _cards(record: HandRecord, state: State, viewer: int | None) -> str:
    """The cards field; for a viewer only its own hand and those compared at a showdown."""
    hands = []
    for seat, hand in enumerate(record.private):
        public = state.is_showdown and state.betting.live >> seat & 1
        known = all_seen(hand) and (viewer is None or viewer == seat or public)
        hands.append(format_cards(hand) if known else "")
    text, position = "|".join(hands), 0
    for street in range(1, _last_street(state.betting) + 1):
        count = state.game.board_cards[street]
        if len(state.board) < position + count:
            break  # the record ends before these cards
        text += "/" + format_cards(state.board[position : position + count])
        position += count
    return text


def _with_showdown(record: HandRecord) -> HandRecord:
    """The record with the seats marked whose cards a showdown made public, if it came to one."""
    state = record.final()
    if not state.is_showdown:
        return record
    live = [seat for seat in range(record.game.players) if state.betting.live >> seat & 1]
    known = frozenset(seat for seat in live if all_seen(record.private[seat]))
    return replace(record, shown=known, mucked=frozenset(live) - known)


def _finishing(text: str, game: Game) -> tuple[int, ...] | None:
    """The stacks after the hand from the results; None if a pot was split into fractions of a chip."""
    parts = text.split("|")
    if len(parts) != game.players:
        raise RecordError(f"'{shorten(text)}' are {len(parts)} results for {game.players} players")
    if not all(_RESULT.fullmatch(part) for part in parts):
        raise RecordError(f"'{shorten(text)}' are not results")
    results = [Decimal(part) for part in parts]
    if any(result != result.to_integral_value() for result in results):
        return None
    return tuple(stack + int(result) for stack, result in zip(game.stacks, results, strict=True))


def _without_comment(line: str) -> tuple[str, dict[str, Any]]:
    """The line without a comment at its end, and the time of the hand, as fields of a record, if the comment is one."""
    match = _COMMENT.search(line)
    if match is None:
        return line, {}
    told, comment = line[: match.start()].rstrip(), line[match.end() :].strip()
    try:
        if _SECONDS.fullmatch(comment):
            moment = datetime.fromtimestamp(int(comment.split(".")[0]), UTC).replace(tzinfo=None)
            return told, {"time": moment, "info": {"time_zone_abbreviation": "UTC"}}
        return told, {"time": datetime.fromisoformat(comment.replace("/", "-")).replace(tzinfo=None)}
    except (ValueError, OverflowError):
        return told, {}


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise RecordError(f"'{shorten(text)}' is not a {what}")
    return int(text)
