"""Named games: `kuhn`, `kuhn3`, `leduc`, `leduc3`, `leduc-nl:12`, `holdem-limit`, `holdem-nolimit`, `holdem-potlimit`.

Each is a function with parameters, and `named_game` reads them from text:

    named_game("leduc-nl:12")
    named_game("holdem-nolimit:6")
    named_game("holdem-nolimit:players=6,stack=20000,small_blind=50,big_blind=100,ante=10")
"""

import difflib
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pokerlab._numbers import number_text
from pokerlab.cards.card import parse_cards
from pokerlab.errors import GameError, shorten
from pokerlab.games.rake import Rake
from pokerlab.games.rules import MOST_PLAYERS, Game, Limit, seat_after_blinds
from pokerlab.games.start import Start


@lru_cache(maxsize=128)
def named_game(text: str) -> Game:
    """The game of a name with optional parameters: `name`, `name:value` or `name:key=value,key=value`.

    The value without a key is the first parameter: the stack for `leduc-nl`, the number of players for
    hold'em.
    """
    name, _, rest = text.strip().partition(":")
    if name not in GAMES:
        near = difflib.get_close_matches(name, GAMES, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"games are {', '.join(GAMES)}"
        raise GameError(f"'{shorten(name)}' is not a game ({hint})")
    build = GAMES[name]
    known = list(inspect.signature(build).parameters)
    given: dict[str, int] = {}
    for place, part in enumerate(rest.split(",") if rest else []):
        key, equals, value = part.strip().rpartition("=")
        if not equals and place == 0 and known:
            key = known[0]
        if key not in known:
            raise GameError(
                f"{shorten(text)}: '{shorten(part)}' is not a parameter of {name} ({', '.join(known) or 'it has none'})"
            )
        if not re.fullmatch("[0-9]{1,15}", value):
            raise GameError(
                f"{shorten(text)}: {key} must be a whole number, not '{shorten(value)}' (at most 15 digits)"
            )
        given[key] = int(value)
    return build(**given)


def kuhn() -> Game:
    """Kuhn poker: cards J Q K, ante 1, one bet of 1."""
    return _kuhn("kuhn", "JsQsKs", players=2)


def kuhn3() -> Game:
    """Kuhn poker for three players: cards J Q K A, ante 1, one bet of 1."""
    return _kuhn("kuhn3", "JsQsKsAs", players=3)


def leduc() -> Game:
    """Leduc hold'em with limits: J Q K in two suits, ante 1, bets of 2 and then 4, at most two raises a
    round.

    The stack of 13 is what the longest betting needs (1 + 2 * 2 + 2 * 4), so it never binds.
    """
    return _leduc("leduc", Limit.FIXED, stack=13, bets=(2, 4), cap=2)


def leduc3() -> Game:
    """Leduc hold'em for three players: four ranks (J Q K A) in two suits, limits as for two."""
    return _leduc("leduc3", Limit.FIXED, stack=13, bets=(2, 4), cap=2, players=3)


def leduc_nolimit(stack: int = 12, ante: int = 1) -> Game:
    """Leduc hold'em without limits: the ante is part of the stack; smallest bet 1; any number of raises."""
    name = f"leduc-nl:{stack}" if ante == 1 else f"leduc-nl:{stack},ante={ante}"
    return _leduc(name, Limit.NONE, stack=stack, bets=(1, 1), cap=None, ante=ante)


def holdem_limit(
    players: int = 2,
    stack: int = 1000,
    small_bet: int = 10,
    big_bet: int = 0,
    small_blind: int = 0,
    ante: int = 0,
) -> Game:
    """Limit hold'em: blinds of half the small bet and the small bet, and a bet with three raises a street.

    `big_bet` is twice and `small_blind` half the small bet unless given. All amounts in chips.
    """
    big_bet = big_bet or 2 * small_bet
    small_blind = small_blind or small_bet // 2
    blinds = holdem_blinds(players, small_blind, small_bet)
    return holdem(
        "holdem-limit",
        Limit.FIXED,
        stacks=(stack,) * players,
        blinds=blinds,
        antes=(ante,) * players,
        bets=(small_bet, small_bet, big_bet, big_bet),
        raise_caps=(3, 4, 4, 4),
    )


def holdem_nolimit(
    players: int = 2,
    stack: int = 20000,
    small_blind: int = 50,
    big_blind: int = 100,
    ante: int = 0,
    big_blind_ante: int = 0,
    straddle: int = 0,
) -> Game:
    """No-limit hold'em. `ante` is paid by everyone, `big_blind_ante` by the big blind for all; in chips.

    A `straddle` is posted by the seat after the big blind and counts as the largest blind.
    """
    return _big_bet_holdem(
        "holdem-nolimit", Limit.NONE, players, stack, small_blind, big_blind, ante, big_blind_ante, straddle
    )


def holdem_potlimit(
    players: int = 2,
    stack: int = 20000,
    small_blind: int = 50,
    big_blind: int = 100,
    ante: int = 0,
    big_blind_ante: int = 0,
    straddle: int = 0,
) -> Game:
    """Pot-limit hold'em; parameters as in no-limit."""
    return _big_bet_holdem(
        "holdem-potlimit", Limit.POT, players, stack, small_blind, big_blind, ante, big_blind_ante, straddle
    )


def holdem(
    name: str,
    limit: Limit,
    *,
    stacks: Sequence[int],
    blinds: Sequence[int],
    antes: Sequence[int] = (),
    bets: Sequence[int],
    raise_caps: Sequence[int | None] = (None,) * 4,
    dead_antes: bool | None = None,
    full_blind_to_call: bool = True,
    first_to_act: int | None = None,
    rake: Rake = Rake(),  # noqa: B008 (frozen)
) -> Game:
    """Hold'em with everything given per seat and street.

    Unless said otherwise, antes are dead money if they are not all equal, and the seat after the largest
    blind is the first to act before the flop.
    """
    antes = tuple(antes) or (0,) * len(stacks)
    first = seat_after_blinds(blinds) if first_to_act is None else first_to_act
    return Game(
        name,
        limit,
        stacks=tuple(stacks),
        blinds=tuple(blinds),
        antes=antes,
        bets=tuple(bets),
        raise_caps=tuple(raise_caps),
        private_cards=(2, 0, 0, 0),
        board_cards=(0, 3, 1, 1),
        first_to_act=(first, 0, 0, 0),
        dead_antes=len(set(antes)) > 1 if dead_antes is None else dead_antes,
        full_blind_to_call=full_blind_to_call,
        rake=rake,
    )


def postflop_game(
    pot: int,
    stacks: Sequence[int],
    *,
    board: str | Sequence[int] = (),
    board_cards: int | None = None,
    rake: Rake = Rake(),  # noqa: B008 (frozen)
) -> Game:
    """No-limit hold'em from a board of 3 to 5 cards on: `pot` chips are in the middle, `stacks` behind, and nobody has
    bet yet; the smallest bet is one chip. Without a board, so many `board_cards` (3) are dealt first."""
    cards = parse_cards(board) if isinstance(board, str) else tuple(board)
    count = board_cards or len(cards) or 3
    if not 3 <= count <= 5 or (cards and len(cards) != count):
        raise GameError(f"a post-flop game begins with 3 to 5 board cards, not {count}")
    nothing = (0,) * len(stacks)
    start = Start(street=count - 2, board=cards, dead=pot)
    game = holdem("holdem-postflop", Limit.NONE, stacks=stacks, blinds=nothing, bets=(1,) * 4, rake=rake)
    return replace(game, first_to_act=(0,) * 4, start=start)


def holdem_blinds(players: int, small: int, big: int) -> tuple[int, ...]:
    """The blinds per seat: small, then big; but heads-up the button (seat 1) posts the small one."""
    if not 2 <= players <= MOST_PLAYERS:
        raise GameError(f"hold'em is played by 2 to {MOST_PLAYERS} players, not {number_text(players)}")
    if players == 2:
        return (big, small)
    return (small, big, *(0,) * (players - 2))


def ante_for_all(stack: float, big_blind: float, ante: float, *, ante_first: bool = False) -> Any:
    """What the big blind posts as an ante for all, in the unit that is given: his blind is posted first, and the ante
    is what a short stack has left of it; or `ante_first`, and the blind is what is left."""
    return min(ante, stack if ante_first else max(stack - big_blind, 0))


def _big_bet_holdem(
    name: str,
    limit: Limit,
    players: int,
    stack: int,
    small_blind: int,
    big_blind: int,
    ante: int,
    big_blind_ante: int,
    straddle: int,
) -> Game:
    blinds, antes = list(holdem_blinds(players, small_blind, big_blind)), [ante] * players
    antes[blinds.index(max(blinds))] += ante_for_all(stack - ante, big_blind, big_blind_ante)
    if straddle:
        if players < 3 or straddle <= big_blind:
            raise GameError(f"{name}: a straddle needs three players and more than the big blind of {big_blind}")
        blinds[2] = straddle
    return holdem(
        name,
        limit,
        stacks=(stack,) * players,
        blinds=blinds,
        antes=antes,
        bets=(straddle or big_blind, big_blind, big_blind, big_blind),
    )


def _kuhn(name: str, deck: str, players: int) -> Game:
    return Game(
        name,
        Limit.FIXED,
        stacks=(2,) * players,
        blinds=(0,) * players,
        antes=(1,) * players,
        bets=(1,),
        raise_caps=(1,),
        private_cards=(1,),
        board_cards=(0,),
        first_to_act=(0,),
        deck=parse_cards(deck),
        ranking="kuhn",
    )


def _leduc(
    name: str, limit: Limit, *, stack: int, bets: tuple[int, int], cap: int | None, players: int = 2, ante: int = 1
) -> Game:
    return Game(
        name,
        limit,
        stacks=(stack,) * players,
        blinds=(0,) * players,
        antes=(ante,) * players,
        bets=bets,
        raise_caps=(cap, cap),
        private_cards=(1, 0),
        board_cards=(0, 1),
        first_to_act=(0, 0),
        deck=parse_cards("JhJsQhQsKhKsAhAs")[: 2 * (players + 1)],
        ranking="leduc",
    )


GAMES: dict[str, Callable[..., Game]] = {
    "kuhn": kuhn,
    "kuhn3": kuhn3,
    "leduc": leduc,
    "leduc3": leduc3,
    "leduc-nl": leduc_nolimit,
    "holdem-limit": holdem_limit,
    "holdem-nolimit": holdem_nolimit,
    "holdem-potlimit": holdem_potlimit,
}
"""The named games; each function's parameters are what `named_game` takes."""
