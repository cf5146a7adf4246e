"""Bots think in processes of their own: a few that all tables share, never one for each bot.

    pool = BotPool(2)
    bot = PoolAgent(pool, "rock", "t7:3")      # an agent like any other: `play_hand` asks it
    pool.close()

A process holds no state that matters: every question brings the hand with it the first time, so one that is late or
has died is begun anew, and the next question finds it ready. A bot that does not answer in time raises, and the table
checks or folds for it. Processes begin one by one, when those that run have somebody waiting.
"""

import copy
import multiprocessing
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pokerlab.agents.agent import NO_CLOCK, Agent, Clock, HandStart, Memory
from pokerlab.agents.expert import ExpertAgent
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.agents.rule_files import DEFAULT
from pokerlab.errors import AgentError, MatchError, PokerError, shorten
from pokerlab.games.action import CALL, Action
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.games.view import View
from pokerlab.table.deals import Shuffled

ANSWER_SECONDS = 10.0
"""How long a bot may think; rules take a millisecond, push/fold that is solved up to a second."""
BEGIN_SECONDS = 180.0
"""How long a process may take to begin, and to make an agent that it did not have: there may be kernels to compile."""
MORE_TIME = "more time"
MOST_SEATS = 4000
"""Agents that a process keeps; others are made again when they are asked."""


class BotPool:
    """Processes, at most so many. `log` is told of every process that was late or has died."""

    def __init__(self, most: int, log: Callable[[str], None] = lambda line: None) -> None:
        self._workers = [_Worker() for _ in range(max(1, most))]
        self._choosing = threading.Lock()
        self._log, self._is_closed = log, False

    def ask(self, seat: str, agent: str, what: str, hand: "_Numbered | None", *arguments: Any) -> Any:
        """Ask the bot of a seat; `hand`: what it is to be told first, unless it was told. A `PoolClosedError` once the
        pool is closed: nobody folds for a bot because the server ends."""
        worker = self._least_busy()
        try:
            with worker.lock:
                if self._is_closed:
                    raise PoolClosedError
                return worker.ask(seat, agent, what, hand, arguments)
        except _LostError as error:
            if self._is_closed:
                raise PoolClosedError from None
            self._log(f"{shorten(agent)}: {error}")
            raise AgentError(str(error)) from None
        finally:
            with self._choosing:
                worker.waiting -= 1

    def prepare(self) -> None:
        """Begin the first process, so that it is ready when it is asked; nobody waits for it."""

        def begin() -> None:
            with suppress(PokerError, PoolClosedError):
                self.ask("", DEFAULT, "plays", None, holdem_nolimit())

        threading.Thread(target=begin, name="bots begin", daemon=True).start()

    def close(self) -> None:
        """End all processes; who waits for an answer gets none."""
        self._is_closed = True
        for worker in self._workers:
            worker.end()

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def _least_busy(self) -> "_Worker":
        with self._choosing:
            running = [worker for worker in self._workers if worker.process is not None or worker.waiting]
            free = min(running, key=lambda worker: worker.waiting, default=None)
            if free is None or (free.waiting and len(running) < len(self._workers)):
                free = next(worker for worker in self._workers if worker not in running)
            free.waiting += 1
            return free


class PoolClosedError(BaseException):
    """Nobody is asked any more; no error that a table would answer to with a check or a fold."""


class PoolAgent(Agent):
    """A bot of the pool. `seat`: a name that no other seat of any table has."""

    is_limited = True

    def __init__(self, pool: BotPool, agent: str, seat: str) -> None:
        self._pool, self.agent, self._seat = pool, agent, seat
        self._numbered: _Numbered | None = None

    def start(self, hand: HandStart) -> None:
        """Nobody is told before there is something to ask."""
        super().start(hand)
        self._numbered = next(_numbers), hand

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """Its answer, if it comes in time."""
        answer = self._pool.ask(self._seat, self.agent, "act", self._numbered, view)
        if not isinstance(answer, Action):
            raise AgentError(f"{shorten(self.agent)} gave no action")
        return answer

    def plays(self, game: Game) -> str:
        """Why the agent does not play a game."""
        return str(self._pool.ask(self._seat, self.agent, "plays", None, game))


_Numbered = tuple[int, HandStart]
"""A hand that begins, with a number that no other has: objects that are gone leave their addresses to others."""
_numbers = count(1)


class _LostError(PokerError):
    """A process did not answer, or is gone."""


class _Worker:
    """A process, begun when it is asked. `waiting`: who waits for it, the one who is answered included."""

    def __init__(self) -> None:
        self.lock, self.waiting = threading.Lock(), 0
        self.process: Any = None
        self._pipe: Connection | None = None
        self._told: OrderedDict[str, int] = OrderedDict()
        self._is_new = True

    def ask(self, seat: str, agent: str, what: str, hand: "_Numbered | None", arguments: tuple[Any, ...]) -> Any:
        pipe = self._pipe or self._begin()
        seconds = BEGIN_SECONDS if self._is_new else ANSWER_SECONDS
        before = self._told.pop(seat, 0)
        number, start = hand or (before, None)
        sent = None if before == number else start
        try:
            pipe.send((seat, agent, what, sent, arguments))
            is_fine, answer = self._heard(pipe, seconds)
            if is_fine is None:
                is_fine, answer = self._heard(pipe, BEGIN_SECONDS)
        except (EOFError, OSError):
            code = getattr(self.process, "exitcode", None)
            self.end()
            raise _LostError(f"its process has ended (code {code})") from None
        self._is_new = False
        if not is_fine:
            raise AgentError(answer)
        self._told[seat] = number
        while len(self._told) > MOST_SEATS:
            self._told.popitem(last=False)
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
        self._told.clear()
        self._is_new = True
        if process is not None:
            with suppress(Exception):
                process.kill()
                process.join(5)
        if pipe is not None:
            pipe.close()

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve_bots, args=(theirs,), daemon=True)
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


def serve_bots(pipe: Connection) -> None:
    """Let bots answer until nobody asks; what runs in a process of the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    seated = _Seated(lambda: pipe.send((None, MORE_TIME)))
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = (True, seated.answer(*question))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {shorten(error, 300)}")
        try:
            pipe.send(answer)
        except OSError:
            return


def _warm_up() -> None:
    """Let the rules decide once on every street, with deep and short stacks: kernels are loaded, or compiled, before
    anybody counts seconds."""
    for stack in (10_000, 800):
        game = holdem_nolimit(players=3, stack=stack)
        state = State.start(game, Shuffled(game).deck(1))
        agent = named_agent(DEFAULT)
        for _ in range(game.streets):
            seat = state.actor
            agent.start(HandStart(game, seat))
            agent.act(state.view(seat))
            street = state.street
            while not state.is_over and state.street == street:
                state = state.act(CALL)


class _Seated:
    """The agents of a process: those of one name share all that does not change."""

    def __init__(self, take_time: Callable[[], None]) -> None:
        self._take_time, self._is_warm = take_time, False
        self._named: dict[tuple[object, ...], Agent] = {}
        self._seats: OrderedDict[str, tuple[str, Agent]] = OrderedDict()

    def answer(self, seat: str, name: str, what: str, hand: HandStart | None, arguments: tuple[Any, ...]) -> Any:
        agent = self._at(seat, name)
        if hand is not None:
            agent.start(hand)
        return getattr(agent, what)(*arguments)

    def _at(self, seat: str, name: str) -> Agent:
        known = self._seats.pop(seat, None)
        if known is None or known[0] != name:
            known = name, self._made(name)
        self._seats[seat] = known
        while len(self._seats) > MOST_SEATS:
            self._seats.popitem(last=False)
        return known[1]

    def _made(self, name: str) -> Agent:
        key = (name, *(Path(file).stat().st_mtime_ns for file in files_of(name)))  # rules may be changed at any time
        if key not in self._named:
            self._take_time()
            self._named[key] = named_agent(name)
            if isinstance(self._named[key], ExpertAgent) and not self._is_warm:
                self._is_warm = True
                _warm_up()
        agent = self._named[key]
        if agent.memory is not Memory.NONE or type(agent).observe is not Agent.observe:
            raise MatchError(f"{name}: agents that remember or look on have no seat at tables of the browser yet")
        return copy.copy(agent)
