"""One table that is played at: a thread of its own plays it, the event loop shows it to pages.

The thread plays hands by the one loop of `table`, and posts what happens. All that pages see (`number`, `shown`, `log`)
belongs to the event loop alone, so that every page sees the same order. The person is an agent whose `act` waits for
what a page sends.

Pauses between events are kept here, by the kind of event alone: how long one takes tells nothing of cards. There are
none while no page looks.
"""

import secrets
import threading
import time
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from pokerlab.agents.agent import NO_CLOCK, Agent, Clock
from pokerlab.errors import PokerError, shorten
from pokerlab.games.action import Action
from pokerlab.games.betting import Betting
from pokerlab.games.view import View
from pokerlab.table.hand import Trouble, instead
from pokerlab.table.journal_file import JournalFile
from pokerlab.table.tournament_clock import WallClock
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.table import Act
from pokerlab.web.play.bots import BotPool, PoolClosedError
from pokerlab.web.play.stages import HandTeller
from pokerlab.web.play.turnstile import Turnstile
from pokerlab.web.play.views import Choices, Moment, table_state
from pokerlab.web.play.wishes import read_wish

PACE = {"instant": 0.0, "quick": 0.2, "normal": 0.6, "slow": 1.2}
"""Seconds after an event, by speed."""
LONGER = {"street": 1.5, "showdown": 2.0, "win": 3.0}
"""How many times as long after some events."""
PACED = ("deal", "act", "street", "showdown", "win")
MOST_LINES = 300
"""Lines of the log that a snapshot has at most."""
MOST_ANSWERS = 200
"""Answers to acts that are kept for those who ask again."""
RETRY_SECONDS = 5.0
"""How long after a trouble (a full disk, say) a table tries to go on."""


class Office(Protocol):
    """Whoever has the tables: what they all need."""

    pool: BotPool
    turnstile: Turnstile

    @property
    def file(self) -> JournalFile:
        """The journal."""
        ...

    def post(self, call: Callable[..., None], *arguments: Any) -> None:
        """Call something in the thread of the event loop, soon."""
        ...

    def tell(self, message: dict[str, Any], topic: str) -> bool:
        """Tell pages; whether anybody looks. In the thread of the event loop."""
        ...

    def changed(self, table: "PlayedTable") -> None:
        """The lobby shows something else of a table. In the thread of the event loop."""
        ...

    def keep_choices(self, table: "PlayedTable") -> None:
        """Write down what the person has chosen, and what is left of his time bank. In any thread."""
        ...


class StoppedError(BaseException):
    """The server ends; no error that a table would answer to."""


class PlayedTable(ABC):
    """A table. What has an underscore and is not said to be the event loop's belongs to the thread."""

    def __init__(self, name: str, office: Office, choices: Choices) -> None:
        self.name, self.office, self.choices = name, office, choices
        self.number = secrets.randbits(40)  # so that none of before a restart is taken for one of after it
        self.shown: dict[str, Any] | None = None
        self.log: deque[dict[str, Any]] = deque(maxlen=MOST_LINES)
        self.clock = WallClock()
        self._answers: OrderedDict[tuple[str, int, str], dict[str, Any]] = OrderedDict()
        self._answered = -1
        self._notice = ""
        self._is_watched = False
        self._condition = threading.Condition()
        self._answer: Action | None = None
        self._asked: Betting | None = None
        self._asked_at = 0.0
        self._is_stopping = False
        self._has_folded = False
        self._moment: Moment | None = None
        self._thread = threading.Thread(target=self._run, name=f"table {name}", daemon=True)

    # --- the event loop's part

    def begin(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Stop soon, in the middle of a hand or not; nothing is lost."""
        with self._condition:
            self._is_stopping = True
            self._condition.notify_all()

    def join(self, seconds: float) -> None:
        """Wait until it has stopped."""
        self._thread.join(seconds)

    @property
    def opened(self) -> str:
        """When it was opened."""
        return self._moment.facts.opened if self._moment else ""

    @property
    @abstractmethod
    def cost(self) -> int:
        """Cents that the person has paid so far."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.shown is not None and self.shown["state"] == "over"

    @property
    def waits(self) -> bool:
        """Whether it waits for the person."""
        return self.shown is not None and self.shown["legal"] is not None and self._answered != self.number

    def snapshot(self) -> dict[str, Any] | None:
        """What a page is shown first; None before there is anything."""
        if self.shown is None:
            return None
        return {"number": self.number, "state": self._timed(self.shown), "log": list(self.log)}

    def watched(self, is_watched: bool) -> None:
        """Whether any page looks at it."""
        if is_watched != self._is_watched:
            with self._condition:
                self._is_watched = is_watched
                self._condition.notify_all()

    def act(self, asked: Act) -> dict[str, Any]:
        """Take what the person does, or say why not; what is repeated is answered as the first time."""
        key = (asked.id, asked.number, asked.action)  # two pages may happen to choose the same id
        known = self._answers.get(key)
        if known is not None:
            return known
        line = self._taken(asked)
        answer = {
            "type": "acted", "table": self.name, "id": asked.id, "is_taken": not line, "line": line,
            "number": self.number,
        }  # fmt: skip
        self._answers[key] = answer
        while len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
        return answer

    def _taken(self, asked: Act) -> str:
        """Why an act is not taken; empty if it is."""
        if asked.number != self.number or self._answered == asked.number:
            return "the table has moved on since: look again"
        betting = self._asked
        if self.shown is None or self.shown["legal"] is None or betting is None:
            return "it is not your turn"
        try:
            action = read_wish(asked.action, betting)
        except PokerError as error:
            return str(error)
        self._answered = asked.number
        with self._condition:
            self._answer = action
            self._condition.notify_all()
        self.office.changed(self)
        return ""

    def choose(self, **chosen: Any) -> None:
        """Change what the person has chosen, and show it."""
        with self._condition:
            for key, value in chosen.items():
                setattr(self.choices, key, value)
            self._condition.notify_all()
        if self.shown is not None:
            self._published("table", None, [], self.shown)

    def remark(self, line: str) -> None:
        """Say something that happened to the machine; it stands there until the next hand."""
        if self.shown is not None and not self.is_over:
            self._notice = line
            self._published("table", None, [{"hand": self.shown["hand"], "text": line}], self.shown)

    def _timed(self, state: dict[str, Any]) -> dict[str, Any]:
        """A state whose clock says what is left now, not what was when the person was asked."""
        if state["clock"] is None or state["legal"] is None or self.choices.clock is None:
            return state
        passed, seconds = time.monotonic() - self._asked_at, self.choices.clock
        over = max(0.0, passed - seconds)
        clock = {"seconds": max(0.0, seconds - passed), "bank": max(0.0, self.choices.time_bank - over)}
        return {**state, "clock": clock}

    def _published(self, what: str, seat: int | None, lines: list[dict[str, Any]], state: dict[str, Any]) -> None:
        is_first, waited = self.shown is None, self.waits
        before = self.shown["state"] if self.shown else ""
        was_answered = self._answered == self.number
        self.number += 1
        if was_answered and what == "table":  # the answer to the question is under way
            self._answered = self.number
        chosen = self.choices  # the thread may have drawn what was chosen before
        chosen_now = {"speed": chosen.speed, "after_fold": chosen.after_fold, "away": chosen.away, "left": chosen.left}
        if what == "deal":
            self._notice = ""
        self.shown = {**state, **chosen_now, "trouble": state["trouble"] or self._notice or None}
        state = self._timed(self.shown)
        self.log.extend(lines)
        message = {"type": "event", "table": self.name, "number": self.number, "what": what, "seat": seat}
        message |= {"lines": lines, "state": state}
        if is_first:
            message = {"type": "snapshot", "table": self.name, **(self.snapshot() or {})}
        self.watched(self.office.tell(message, f"table:{self.name}"))
        if is_first or waited != self.waits or before != state["state"] or what in ("end", "out", "over"):
            self.office.changed(self)

    # --- the thread's part

    @abstractmethod
    def play(self) -> None:
        """Play from where the journal ends, to the end."""

    def _run(self) -> None:
        self.office.turnstile.enter()
        try:
            self._play_on()
        finally:
            self.office.turnstile.leave()

    def _play_on(self) -> None:
        while not self._is_stopping:
            try:
                self.play()
                return
            except (StoppedError, PoolClosedError):
                return
            except Exception as error:  # a full disk, or what nobody thought of: said, and tried again
                line = str(error) if isinstance(error, PokerError) else f"unexpected error: {type(error).__name__}"
                self._stand_still(shorten(line, 300))

    def _stand_still(self, line: str) -> None:
        if self._moment is not None:
            self._moment = replace(self._moment, trouble=line, state="stopped", asked=None, clock=None)
            self.show("table", lines=[line])
        with self.office.turnstile.away(), self._condition:
            self._condition.wait_for(lambda: self._is_stopping, RETRY_SECONDS)

    def show(self, what: str, seat: int | None = None, lines: Sequence[str] = (), **changes: Any) -> None:
        """Show an event; `changes`: of the moment that is drawn."""
        assert self._moment is not None
        self._moment = replace(self._moment, **changes)
        told = [{"hand": self._moment.hand, "text": line} for line in lines]
        self.office.post(self._published, what, seat, told, table_state(self._moment))

    def ask(self, view: View) -> Action:
        """Ask the person, and wait for him."""
        seconds, bank = self.choices.clock, self.choices.time_bank
        with self._condition:
            self._answer, self._asked = None, view.betting
            began = self._asked_at = time.monotonic()
        allowed = None if seconds is None else seconds + bank
        self.show("turn", self._hero, asked=view.betting, clock=None if seconds is None else (seconds, bank))
        with self.office.turnstile.away(is_urgent=True), self._condition:
            while (action := self._answered_by(view, allowed, began)) is None:
                (self.clock.go_on if self._is_watched else self.clock.pause)()
                self._condition.wait(None if allowed is None else max(0.01, began + allowed - time.monotonic()))
            self._asked = None
        self.clock.go_on()
        if seconds is not None and (over := time.monotonic() - began - seconds) > 0 and bank:
            self.choices.time_bank = max(0.0, bank - over)
            self.office.keep_choices(self)
        assert self._moment is not None
        self._moment = replace(self._moment, asked=None, clock=None)
        return action

    def _answered_by(self, view: View, allowed: float | None, began: float) -> Action | None:
        if self._is_stopping:
            raise StoppedError
        if self._answer is not None:
            return self._answer
        is_late = allowed is not None and time.monotonic() - began >= allowed
        return instead(view.legal) if self.choices.left or self.choices.away or is_late else None

    @property
    def _hero(self) -> int:
        assert self._moment is not None
        return self._moment.facts.hero

    def watch(self, teller: HandTeller, replayed: int) -> Callable[[View], None]:
        """What a watcher of a hand is told, shown; the first `replayed` actions were there before a restart."""
        self._has_folded = False

        def tell(view: View) -> None:
            is_old = len(view.betting.history) < replayed
            for step in teller.tell(view):
                if view.seat >= 0 and not view.betting.live >> view.seat & 1:
                    self._has_folded = True
                self.show(step.what, step.seat, step.lines, stage=step.stage)
                self.pause(step.what, is_old=is_old)

        return tell

    def pause(self, what: str, *, is_old: bool = False) -> None:
        """Let the person see what happened; ends at once when the server does."""

        def seconds() -> float:
            skips = is_old or not self._is_watched or (self.choices.after_fold and self._has_folded)
            return 0.0 if skips or what not in PACED else PACE[self.choices.speed] * LONGER.get(what, 1.0)

        if not seconds() and not self._is_stopping:
            return
        began = time.monotonic()
        with self.office.turnstile.away(), self._condition:
            while not self._is_stopping and (left := began + seconds() - time.monotonic()) > 0:
                self._condition.wait(left)
        if self._is_stopping:
            raise StoppedError

    def wait_until(self, is_met: Callable[[], bool]) -> None:
        """Wait for something that the event loop brings about."""
        with self.office.turnstile.away(), self._condition:
            self._condition.wait_for(lambda: self._is_stopping or is_met())
        if self._is_stopping:
            raise StoppedError


class Person(Agent):
    """Whoever sits at the page."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """What he sends, once it is legal."""
        return self._table.ask(view)


def trouble_lines(troubles: Sequence[Trouble], names: Sequence[str]) -> list[str]:
    """What went wrong with bots, for the log."""
    what = {True: ": checked or folded for it", False: ""}
    return [f"{names[one.seat]}: {one.line}{what[one.replaced]}" for one in troubles]


def refuse_if(is_so: bool, line: str, status: int = 409, field: str = "") -> None:
    """A `RefusedError` if something is so."""
    if is_so:
        raise RefusedError(line, status, field)
