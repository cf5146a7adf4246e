"""An agent in a process of its own: late answers and crashes end there, and nowhere else."""

import multiprocessing
import signal
from collections.abc import Callable
from math import isfinite
from multiprocessing.connection import Connection
from typing import Any

from pokerlab.agents.agent import NO_CLOCK, Agent, Arrays, Clock, HandStart
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError, PokerError, shorten
from pokerlab.games.action import Action
from pokerlab.games.rules import Game
from pokerlab.games.view import Public, View

BEGIN_SECONDS = 120
"""How long a process may take to begin: it may have kernels to compile."""


class ProcessAgent(Agent):
    """Runs another agent in a process of its own. One that does not answer in time is killed, and begun anew with the
    next hand."""

    is_limited = True

    def __init__(self, agent: str, named: Callable[[str], Agent]) -> None:
        if not agent:
            raise AgentError("process needs the agent that it runs, as in process:always-call")
        self.inner, self._named = agent, named
        self._pipe: Connection | None = None
        self._process: Any = None
        self.memory = self._ask("memory", BEGIN_SECONDS)
        self.is_open = self._ask("is_open", BEGIN_SECONDS)

    def start(self, hand: HandStart) -> None:
        """Tell it, in a new process if the last one was killed."""
        super().start(hand)
        self._ask("start", BEGIN_SECONDS, hand)

    def observe(self, view: View) -> None:
        """Tell it."""
        self._ask("observe", BEGIN_SECONDS, view)

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """Its answer, if it comes in time."""
        if self.noted and self.is_open:
            self.noted(view.public, self.chances(view.public))
        answer: Action = self._ask("act", clock.left, view, clock)
        return answer

    def chances(self, public: Public) -> Chances:
        """Those of the agent in the process, if it is an open one."""
        answer: Chances = self._ask("chances", BEGIN_SECONDS, public)
        return answer

    def plays(self, game: Game) -> str:
        """Why the agent in the process does not play a game."""
        return str(self._ask("plays", BEGIN_SECONDS, game))

    def remember(self) -> tuple[Arrays, dict[str, Any]]:
        """The memory of the agent in the process."""
        answer: tuple[Arrays, dict[str, Any]] = self._ask("remember", BEGIN_SECONDS)
        return answer

    def recall(self, arrays: Arrays, facts: dict[str, Any]) -> None:
        """Give the agent in the process a memory."""
        self._ask("recall", BEGIN_SECONDS, arrays, facts)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join(5)
        self._process = self._pipe = None

    def _ask(self, what: str, seconds: float, *arguments: Any) -> Any:
        pipe = self._pipe or self._begin()
        try:
            pipe.send((what, arguments))
            if not pipe.poll(seconds if isfinite(seconds) else None):
                self.close()
                raise AgentError(f"{shorten(self.inner)} did not answer in {seconds:.3g} s")
            is_fine, answer = pipe.recv()
        except (EOFError, OSError):
            code = self._process.exitcode
            self.close()
            raise AgentError(f"the process of {shorten(self.inner)} has ended (code {code})") from None
        if not is_fine:
            raise AgentError(answer)
        return answer

    def _begin(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._named, self.inner), daemon=True)
        self._process.start()
        theirs.close()
        return self._pipe


def _serve(pipe: Connection, named: Callable[[str], Agent], name: str) -> None:
    """Let an agent answer until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever plays
    try:
        agent: Agent | None = named(name)
    except PokerError as error:
        agent, trouble = None, str(error)
    while True:
        try:
            what, arguments = pipe.recv()
        except EOFError:
            return
        if agent is None:
            pipe.send((False, trouble))
            continue
        try:
            found = getattr(agent, what)
            pipe.send((True, found(*arguments) if callable(found) else found))
        except Exception as error:
            pipe.send((False, f"{type(error).__name__}: {shorten(error, 300)}"))
