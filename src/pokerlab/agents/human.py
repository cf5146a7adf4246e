"""A person who plays: shown what a seat may see, and asked in words."""

import re
from collections.abc import Callable

from pokerlab.agents.agent import NO_CLOCK, Agent, Clock
from pokerlab.cards.card import format_cards
from pokerlab.errors import AgentError, shorten
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Legal
from pokerlab.games.view import View

_WORDS = {"f": FOLD, "fold": FOLD, "c": CALL, "k": CALL, "x": CALL, "check": CALL, "call": CALL}
_RAISE = re.compile(r"(?:r|b|raise|bet)?\s*(?:to\s+)?([0-9]{1,15})")
_ALL_IN = ("a", "allin", "all-in", "all in")


class Human(Agent):
    """A person at the terminal: sees what the seat may see, and types fold, check, call, raise 300 or all-in."""

    _ask: Callable[[View], str]
    _tell: Callable[[str], None]

    def __init__(self) -> None:
        self._ask, self._tell = ask_plainly, print

    @classmethod
    def asked_by(cls, ask: Callable[[View], str], tell: Callable[[str], None]) -> "Human":
        """Somebody who is asked in another way: `ask` gives what was typed, `tell` says what was wrong with it."""
        human = cls()
        human._ask, human._tell = ask, tell
        return human

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """What was typed, once it is legal."""
        while True:
            try:
                return read_action(self._ask(view), view.legal)
            except AgentError as error:
                self._tell(str(error))


def ask_plainly(view: View) -> str:
    """Ask on the terminal."""
    board = f" on {format_cards(view.board)}" if view.board else ""
    return input(f"{format_cards(view.private)}{board}, pot {sum(view.betting.paid)}: {view.legal}? ")


def read_action(text: str, legal: Legal) -> Action:
    """An action in words: `fold`, `check`, `call`, `raise 300` (to 300), `all-in`; an `AgentError` if it is not one, or
    not legal."""
    typed = " ".join(text.lower().split())
    if typed in _ALL_IN:
        action = raise_to(legal.max_raise) if legal.max_raise else CALL
    elif typed in _WORDS:
        action = _WORDS[typed]
    elif found := _RAISE.fullmatch(typed):
        action = raise_to(int(found.group(1)))
    else:
        raise AgentError(f"'{shorten(text)}': type fold, check, call, a number to raise to, or all-in")
    if (typed in ("check", "k", "x") and legal.to_call) or not legal.allows(action):
        raise AgentError(f"'{shorten(text)}' is not legal: {legal}")
    return action
