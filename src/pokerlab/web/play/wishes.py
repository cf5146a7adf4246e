"""What a person wants to do, as typed or pressed: `fold`, `call`, `raise 300`, `3bb`, `2.5x`, `50%`, `a`.

Amounts are those of the one grammar of sizes (`betting.sizes`), and big blinds beside it. What is not legal is
explained, and never changed to what would be.
"""

import re
from fractions import Fraction
from typing import Any

from pokerlab.agents.human import read_action
from pokerlab.betting.menu import meant_chips
from pokerlab.betting.sizes import parse_size
from pokerlab.errors import AgentError, GameError, shorten
from pokerlab.games.action import Action, raise_to
from pokerlab.games.betting import Betting, Legal

PRESETS = ("min", "33%", "50%", "67%", "100%", "a")
"""Bets at the press of a key, as far as they are legal."""

_RAISE_WORD = re.compile(r"(?:(?:raise|bet|r|b)\b\s*)?(?:to\b\s*)?")
_PLAIN = re.compile(r"[0-9]{1,15}")
_BIG_BLINDS = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})\s*bb")
_SIZED = re.compile(r"[0-9.]+\s*[%xce]|[hqpwdte]|min")


def read_wish(text: str, betting: Betting) -> Action:
    """The action that a text means where somebody is to act; an `AgentError` if it is none, or not legal."""
    typed, legal = " ".join(text.lower().split()), betting.legal
    amount = _RAISE_WORD.sub("", typed, count=1)
    if _BIG_BLINDS.fullmatch(amount) or _SIZED.fullmatch(amount) or _PLAIN.fullmatch(amount):
        return raise_to(_checked(shorten(text), _amount(amount, betting), legal))
    return read_action(text, legal)


def presets(betting: Betting) -> list[dict[str, Any]]:
    """The presets that are legal, smallest first, each amount once."""
    legal, found = betting.legal, dict[int, str]()
    for text in PRESETS if legal.max_raise else ():
        to = legal.max_raise if text == "a" else _amount(text, betting)
        if legal.min_raise <= to <= legal.max_raise:
            found.setdefault(to, text)
    return [{"text": text, "to": to} for to, text in sorted(found.items())]


def _amount(text: str, betting: Betting) -> int:
    if _PLAIN.fullmatch(text):
        return int(text)
    if text == "min":
        return betting.legal.min_raise
    if blinds := _BIG_BLINDS.fullmatch(text):
        return int(Fraction(blinds[1]) * betting.game.big_blind + Fraction(1, 2))
    try:
        return meant_chips(betting, parse_size(text, is_raise=betting.level > 0))
    except GameError as error:
        raise AgentError(str(error)) from None


def _checked(text: str, to: int, legal: Legal) -> int:
    if not legal.max_raise:
        raise AgentError(f"'{text}': no raise is possible here ({legal})")
    if to < legal.min_raise:
        raise AgentError(f"'{text}' is {to}, and the smallest raise is to {legal.min_raise}")
    if to > legal.max_raise:
        raise AgentError(f"'{text}' is {to}, and all you have makes {legal.max_raise}")
    return to
