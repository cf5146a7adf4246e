"""What runs in a process of bots: agents by seat, which answer until nobody asks.

The server may ask any of its processes about a seat, and one that has died is begun anew: so what a bot has to know
comes with the question (`Heard`), as far as this process has not been told.
"""

import copy
import signal
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from pokerlab.agents.agent import Agent, Arrays, HandStart, Memory
from pokerlab.agents.expert import ExpertAgent
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.agents.rule_files import DEFAULT
from pokerlab.errors import shorten
from pokerlab.games.action import CALL
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.state import State
from pokerlab.games.view import View
from pokerlab.table.deals import Shuffled

MORE_TIME = "more time"
MOST_SEATS = 4000
"""Agents that a process keeps; others are made again when they are asked."""


class Heard(NamedTuple):
    """What an agent is told before it is asked.

    - `start`: the hand that begins, None if it was told; `views`: what happened since, or since it was last told
    - `is_new`: an agent that knows nothing takes the seat; then `memory` is what it is to remember
    """

    start: HandStart | None
    views: tuple[View, ...] = ()
    is_new: bool = False
    memory: tuple[Arrays, dict[str, Any]] | None = None


def serve_bots(pipe: Connection) -> None:
    """Let bots answer until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    seated = Seated(lambda: pipe.send((None, MORE_TIME)))
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


class Seated:
    """The agents of a process: those of one name share all that does not change. `take_time` is called before one is
    made, which may take long."""

    def __init__(self, take_time: Callable[[], None]) -> None:
        self._take_time, self._is_warm = take_time, False
        self._named: dict[tuple[object, ...], Agent] = {}
        self._seats: OrderedDict[str, tuple[str, Agent]] = OrderedDict()

    def answer(self, seat: str, name: str, what: str, heard: Heard | None, arguments: tuple[Any, ...]) -> Any:
        """What the agent of a seat answers."""
        if heard is not None and heard.is_new:
            self._seats.pop(seat, None)
        agent = self._at(seat, name)
        if heard is not None:
            if heard.memory is not None:
                agent.recall(*heard.memory)
            if heard.start is not None:
                agent.start(heard.start)
            for view in heard.views:
                agent.observe(view)
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
        keeps = agent.memory is not Memory.NONE or type(agent).observe is not Agent.observe
        return named_agent(name) if keeps else copy.copy(agent)  # what it keeps is its own


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
