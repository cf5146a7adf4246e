"""Bots think in processes of their own: a few that all tables share, never one for each bot.

    pool = BotPool(2)
    bot = seated_bot(pool, "rock", "t7:3")     # an agent like any other: `play_hand` asks it
    pool.close()

A process holds no state that matters: every question brings the hand with it the first time, so one that is late or
has died is begun anew, and the next question finds it ready. What a bot remembers is given back after every hand, and
taken along to a new process. A bot that does not answer in time raises, and the table checks or folds for it. Processes
begin one by one, when those that run keep somebody waiting.

How long a bot thinks must tell nothing of its cards. Open agents (all of the index that take a seat here) decide for
all hands at once and draw; others' answers are held back until a moment that is fixed beforehand.
"""

import multiprocessing
import signal
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from pokerlab.agents.agent import NO_CLOCK, Agent, Arrays, Clock, HandStart, Memory
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.registry import AGENTS, spelled_out
from pokerlab.agents.rule_files import DEFAULT
from pokerlab.errors import AgentError, PokerError, shorten
from pokerlab.games.action import Action
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.rules import Game
from pokerlab.games.view import View
from pokerlab.web.play.bot_process import MOST_SEATS, Heard, serve_bots
from pokerlab.web.play.turnstile import Turnstile

ANSWER_SECONDS = 10.0
"""How long a bot may think; rules take a millisecond, push/fold that is solved up to a second."""
BEGIN_SECONDS = 180.0
"""How long a process may take to begin, and to make an agent that it did not have: there may be kernels to compile."""
MOST_WAITING = 0.25
"""Seconds that one waits for a process before another is begun: a bot that thinks long keeps nobody else waiting."""
HELD_BACK = 0.05
"""Seconds after which the answer of a bot is told whose time could tell something; if it takes longer, after twice as
long, and so on."""


class BotPool:
    """Processes, at most so many. `log` is told of every process that was late or has died; `serve`: what they run.
    `turnstile`: left by whoever waits for an answer."""

    def __init__(
        self,
        most: int,
        log: Callable[[str], None] = lambda line: None,
        serve: Callable[[Connection], None] = serve_bots,
        turnstile: Turnstile | None = None,
    ) -> None:
        self._workers = [_Worker(serve) for _ in range(max(1, most))]
        self._choosing, self._next = threading.Lock(), 0
        self._log, self._closed = log, threading.Event()
        self._turnstile = turnstile or Turnstile()

    def ask(self, seat: str, agent: str, what: str, hand: "BotHand | None", *arguments: Any) -> Any:
        """Ask the bot of a seat; `hand`: what it is to be told first, unless it was told. A `PoolClosedError` once the
        pool is closed: nobody folds for a bot because the server ends."""
        with self._turnstile.away():
            worker = self._free_worker(seat if hand is not None and hand.keeps else None)
            try:
                if self._closed.is_set():
                    raise PoolClosedError
                return worker.ask(seat, agent, what, hand, arguments)
            except _LostError as error:
                if self._closed.is_set():
                    raise PoolClosedError from None
                self._log(f"{shorten(agent)}: {error}")
                raise AgentError(str(error)) from None
            finally:
                worker.lock.release()

    def prepare(self) -> None:
        """Begin the first process, so that it is ready when it is asked; nobody waits for it."""

        def begin() -> None:
            with suppress(PokerError, PoolClosedError):
                self.ask("", DEFAULT, "plays", None, holdem_nolimit())

        threading.Thread(target=begin, name="bots begin", daemon=True).start()

    def sleep(self, seconds: float) -> None:
        """Let time pass; a `PoolClosedError` once the pool is closed."""
        with self._turnstile.away():
            if self._closed.wait(seconds):
                raise PoolClosedError

    def close(self) -> None:
        """End all processes; who waits for an answer gets none."""
        self._closed.set()
        for worker in self._workers:
            worker.end()

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def _free_worker(self, home: str | None) -> "_Worker":
        """A worker whose lock is ours: one that runs, or after some time another one; for a seat that keeps something
        there always the same."""
        if home is not None:
            worker = self._workers[zlib.crc32(home.encode()) % len(self._workers)]
            worker.lock.acquire()
            return worker
        for worker in self._workers:
            if worker.lock.acquire(blocking=False):
                if worker.process is not None:
                    return worker
                worker.lock.release()
        for worker in self._workers:
            if worker.lock.acquire(timeout=-1 if worker.is_new else MOST_WAITING):
                return worker
        with self._choosing:
            self._next = (self._next + 1) % len(self._workers)
            worker = self._workers[self._next]
        worker.lock.acquire()
        return worker


class PoolClosedError(BaseException):
    """Nobody is asked any more; no error that a table would answer to with a check or a fold."""


class BotHand(NamedTuple):
    """What a bot has to know when it is asked.

    - `number`: of the hand, which no other has: objects that are gone leave their addresses to others
    - `views`: what it has seen of the hand; `keeps`: whether it looks on or remembers
    - `before`: number and views of the hand before this one; who knows those remembers `memory` by himself
    """

    number: int
    start: HandStart
    views: tuple[View, ...] = ()
    keeps: bool = False
    before: tuple[int, int] | None = None
    memory: tuple[Arrays, dict[str, Any]] | None = None

    def heard(self, known: tuple[int, int] | None) -> Heard | None:
        """What is to be told to a process that knows so much: number of a hand, and how many views."""
        if known is not None and known[0] == self.number:
            return Heard(None, self.views[known[1] :]) if len(self.views) > known[1] else None
        is_new = self.keeps and (known is None or known != self.before)
        return Heard(self.start, self.views, is_new, self.memory if is_new else None)


def seated_bot(pool: BotPool, agent: str, seat: str) -> "PoolAgent":
    """A bot of the pool. `seat`: a name that no other seat of any table has."""
    nature = nature_of(agent)
    return (LookingAgent if nature.keeps else PoolAgent)(pool, agent, seat, nature)


class Nature(NamedTuple):
    """What an agent is like: what it keeps from hand to hand, whether it looks on while others act, and whether its
    answers are even: thought out for all hands that it could have, so that how long one takes tells nothing of its
    cards."""

    memory: Memory = Memory.NONE
    looks_on: bool = False
    is_even: bool = False

    @property
    def keeps(self) -> bool:
        """Whether it knows more than the hand that it plays."""
        return self.looks_on or self.memory is not Memory.NONE


def nature_of(agent: str) -> Nature:
    """What the agent of a name is like, by its kind: it is not made for this."""
    kind = AGENTS.get(spelled_out(agent).partition(":")[0])
    if not (isinstance(kind, type) and issubclass(kind, Agent)):
        return Nature()
    is_even = issubclass(kind, OpenAgent) and kind.act is OpenAgent.act
    return Nature(kind.memory, kind.observe is not Agent.observe, is_even)


class PoolAgent(Agent):
    """A bot that keeps nothing, see `seated_bot`."""

    is_limited = True

    def __init__(self, pool: BotPool, agent: str, seat: str, nature: Nature) -> None:
        self._pool, self.agent, self._seat, self._nature = pool, agent, seat, nature
        self.memory, self.is_open = nature.memory, False
        self._told: BotHand | None = None

    def start(self, hand: HandStart) -> None:
        """Nobody is told before there is something to ask."""
        super().start(hand)
        self._told = BotHand(next(_numbers), hand)

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """Its answer, if it comes in time; not before it may be known how long it took."""
        began = time.monotonic()
        try:
            answer = self._ask("act", view)
        finally:
            if not self._nature.is_even:
                self._pool.sleep(held_back(time.monotonic() - began))
        if not isinstance(answer, Action):
            raise AgentError(f"{shorten(self.agent)} gave no action")
        return answer

    def plays(self, game: Game) -> str:
        """Why the agent does not play a game."""
        return str(self._pool.ask(self._seat, self.agent, "plays", None, game))

    def _ask(self, what: str, *arguments: Any) -> Any:
        return self._pool.ask(self._seat, self.agent, what, self._told, *arguments)


class LookingAgent(PoolAgent):
    """A bot that looks on, or remembers. What it sees is told when it is asked; what it remembers comes back after each
    hand."""

    def start(self, hand: HandStart) -> None:
        """A new hand; what it remembers goes along."""
        last = self._told
        super().start(hand)
        assert self._told is not None
        self._told = self._told._replace(keeps=True)
        if last is not None:
            before = (last.number, len(last.views)) if last.views and last.views[-1].is_over else None
            self._told = self._told._replace(before=before, memory=last.memory)

    def observe(self, view: View) -> None:
        """Something happened."""
        assert self._told is not None
        self._told = self._told._replace(views=(*self._told.views, view))
        if view.is_over and self.memory is not Memory.NONE:
            self._told = self._told._replace(memory=self._remembered())

    def _remembered(self) -> Any:
        try:
            return self._ask("remember")
        except AgentError:  # its process has died: another is told what it has seen, and remembers that
            return self._ask("remember")


def held_back(passed: float) -> float:
    """Seconds to wait after so many have passed: up to `HELD_BACK`, twice as much, and so on."""
    end = HELD_BACK
    while end < passed:
        end *= 2
    return end - passed


_numbers = count(1)


class _LostError(PokerError):
    """A process did not answer, or is gone."""


class _Worker:
    """A process, begun when it is asked; `lock`: of who asks it; `is_new`: until it has answered once."""

    def __init__(self, serve: Callable[[Connection], None]) -> None:
        self.lock = threading.Lock()
        self.process: Any = None
        self._serve = serve
        self._pipe: Connection | None = None
        self._known: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self.is_new = True

    def ask(self, seat: str, agent: str, what: str, hand: BotHand | None, arguments: tuple[Any, ...]) -> Any:
        pipe = self._pipe or self._begin()
        seconds = BEGIN_SECONDS if self.is_new else ANSWER_SECONDS
        known = self._known.pop(seat, None)
        try:
            pipe.send((seat, agent, what, hand.heard(known) if hand is not None else None, arguments))
            is_fine, answer = self._heard(pipe, seconds)
            if is_fine is None:
                is_fine, answer = self._heard(pipe, BEGIN_SECONDS)
        except (EOFError, OSError):
            code = getattr(self.process, "exitcode", None)
            self.end()
            raise _LostError(f"its process has ended (code {code})") from None
        self.is_new = False
        if not is_fine:
            raise AgentError(answer)
        if hand is not None:
            known = hand.number, len(hand.views)
        if known is not None:
            self._known[seat] = known
        while len(self._known) > MOST_SEATS:
            self._known.popitem(last=False)
        return answer

    def _heard(self, pipe: Connection, seconds: float) -> tuple[bool | None, Any]:
        if not pipe.poll(seconds):
            self.end()
            raise _LostError(f"no answer in {seconds:.3g} s; its process was ended")
        heard: tuple[bool | None, Any] = pipe.recv()
        return heard

    def end(self) -> None:
        process, pipe = self.process, self._pipe
        self.process = self._pipe = None
        self._known.clear()
        self.is_new = True
        if process is not None:
            with suppress(Exception):
                process.kill()
                process.join(5)
        if pipe is not None:
            pipe.close()

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=self._serve, args=(theirs,), daemon=True)
        with _without_interrupts():
            self.process.start()
        theirs.close()
        return self._pipe


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C is for the server: what a process begins with it keeps until it says otherwise."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
