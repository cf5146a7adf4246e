"""An agent that remembers, and the process of bots that knows it: for tests of seats that remember."""

from pokerlab.agents.agent import NO_CLOCK, Agent, Memory
from pokerlab.agents.registry import AGENTS
from pokerlab.games.action import CALL, FOLD
from pokerlab.web.play.bot_process import serve_bots


class CountsHands(Agent):
    """Folds to every bet once it has seen `patience` hands to their end; before that it calls."""

    memory = Memory.MATCH

    def __init__(self, patience: int = 2) -> None:
        self.patience, self.seen, self.views = patience, 0, 0

    def observe(self, view):
        self.views += 1
        self.seen += view.is_over

    def act(self, view, clock=NO_CLOCK):
        return FOLD if self.seen >= self.patience and view.legal.fold else CALL

    def remember(self):
        return {}, {"seen": self.seen, "views": self.views}

    def recall(self, arrays, facts):
        self.seen, self.views = facts["seen"], facts["views"]


def serve_remembering(pipe) -> None:
    """What runs in a process of bots that also has this agent."""
    AGENTS["counts-hands"] = CountsHands
    serve_bots(pipe)
