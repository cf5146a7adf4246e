"""Single steps of a line of play as words: `check`, `bet 33`, `raise 2.5x`, `all-in`, and the cards between streets.

A step is written in full or shorter: `x` or `k` for check; `c` for check or call; `f` for fold; `b` and `r` for bet and
raise; `bet 50%` or `raise 2.5x` by size; `bet` or `raise` where there is but one; `all-in`. A card is dealt by `turn
7h` or `7h`. Amounts are the player's chips on the street: `raise 120` is a raise to 120. Steps are separated by
slashes, or by dashes where no space is beside them: `X-B18-C-7h-X`.
"""

import re
from collections.abc import Sequence

from pokerlab.betting.menu import Choice, Menu
from pokerlab.betting.sizes import parse_size
from pokerlab.cards.card import parse_cards
from pokerlab.errors import CardError, GameError, IllegalActionError, shorten
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game

_ALIASES = {
    "x": ("check",), "k": ("check",), "c": ("check", "call"), "f": ("fold",), "b": ("bet",), "r": ("raise",),
}  # fmt: skip
_ALL_IN = ("a", "all-in", "allin", "all in")
_STEP = re.compile(r"([a-z]+)\s*(?:to )?\s*(.*)")
_BETWEEN = re.compile(r"/|(?<=[a-z0-9%])(?<!all)-(?=[a-z0-9])", re.IGNORECASE | re.ASCII)
HOLDEM_STREETS = ("preflop", "flop", "turn", "river")


def street_names(game: Game) -> tuple[str, ...]:
    """What the streets of a game are called."""
    if game.streets == len(HOLDEM_STREETS):
        return HOLDEM_STREETS
    return tuple(f"street{street + 1}" for street in range(game.streets))


def steps_of(path: Sequence[str] | str) -> list[str]:
    """The steps of a path with single spaces, without empty ones."""
    parts = [part for text in ([path] if isinstance(path, str) else path) for part in _BETWEEN.split(text)]
    return [" ".join(part.split()) for part in parts if part.strip()]


def dealt(streets: Sequence[str], step: str) -> tuple[int | None, tuple[int, ...]] | None:
    """What a step deals, None if it is no deal: which of the `streets` it names, None if it names none, and its
    cards."""
    word, _, rest = step.partition(" ")
    names = tuple(streets)
    if word.lower() in names:
        return names.index(word.lower()), parse_cards(rest.replace(" ", ""))
    try:
        return None, parse_cards(step.replace(" ", ""))
    except CardError:
        return None


def word_of(betting: Betting, action: Action) -> str:
    """What an action of the actor is called: fold, check, call, bet or raise."""
    if action.kind is Kind.FOLD:
        return "fold"
    if action.kind is Kind.CALL:
        return "call" if betting.to_call else "check"
    return "raise" if betting.level else "bet"


def in_words(betting: Betting, action: Action) -> str:
    """An action of the actor as a step: `check`, `bet 33`."""
    word = word_of(betting, action)
    return f"{word} {action.to}" if action.kind is Kind.RAISE else word


def is_all_in(betting: Betting, action: Action) -> bool:
    """Whether the actor has nothing left after an action."""
    seat = betting.actor
    if action.kind is Kind.CALL:
        return betting.to_call == betting.stacks[seat]
    return action.kind is Kind.RAISE and action.to == betting.bets[seat] + betting.stacks[seat]


def find_choice(menu: Menu, betting: Betting, choices: Sequence[Choice], step: str, where: str) -> int:
    """The number of the choice that a step means; a `GameError` that says what there is if it is not one."""
    step = step.lower()
    exact = [number for number, choice in enumerate(choices) if in_words(betting, choice.action) == step]
    found = exact or [number for number, choice in enumerate(choices) if fits(menu, betting, choice, step)]
    if len(found) == 1:
        return found[0]
    trouble = "could be more than one move" if found else "is not a move"
    raise GameError(f"'{shorten(step)}' {trouble} {where}; {_offered(betting, choices)}")


def fits(menu: Menu, betting: Betting, choice: Choice, step: str) -> bool:
    """Whether a step may mean a choice of the actor."""
    action = choice.action
    step = step.lower()
    if step in _ALL_IN:
        return action.kind is Kind.RAISE and is_all_in(betting, action)
    match = _STEP.fullmatch(step)
    if not match:
        return False
    word, size = match.groups()
    if word_of(betting, action) not in _ALIASES.get(word, (word,)):
        return False
    chips = action.to if action.kind is Kind.RAISE else betting.bets[betting.actor] + betting.to_call
    if not size or size == str(chips) or (size in _ALL_IN and is_all_in(betting, action)):
        return True
    if action.kind is not Kind.RAISE or size in _ALL_IN:
        return False
    try:
        return menu.amount(betting, parse_size(size, is_raise=betting.level > 0)) == action.to
    except GameError:
        return False


def read_step(menu: Menu, betting: Betting, step: str) -> Choice:
    """The legal action that a step names, on the menu or not; a `GameError` if there is none."""
    step = step.lower()
    match = _STEP.fullmatch(step)
    word, size = match.groups() if match and step not in _ALL_IN else ("", "a")
    names = _ALIASES.get(word, (word,))
    if "fold" in names or "check" in names or "call" in names:
        action = FOLD if "fold" in names else CALL
        if word_of(betting, action) not in names or (action == FOLD and not betting.legal.fold):
            raise IllegalActionError(f"'{shorten(step)}' is not legal: {betting.legal}")
        return Choice("fc"[action.kind], action)
    if names[0] and names[0] != ("raise" if betting.level else "bet"):
        raise IllegalActionError(f"'{shorten(step)}' is not legal: {betting.legal}")
    if size.isdecimal():
        size += "c"
    elif size in _ALL_IN:
        size = "a"
    parsed = parse_size(size, is_raise=betting.level > 0)
    action = raise_to(int(parsed.value) if size.endswith("c") else menu.amount(betting, parsed))
    if not betting.legal.allows(action):
        raise IllegalActionError(f"'{shorten(step)}' is not legal: {betting.legal}")
    return Choice(parsed.text, action)


def _offered(betting: Betting, choices: Sequence[Choice]) -> str:
    return "legal: " + ", ".join(in_words(betting, choice.action) for choice in choices)
