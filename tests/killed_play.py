"""Tournaments that are killed: a program that plays on in copies of itself, and kills them at any moment.

Tests have threads: a copy of them would have none of these, and what they hold would be held for ever. This program has
none. It reads questions from stdin, a line of JSON each, and answers them so: the arguments of `play_and_be_killed`,
and what it finds.
"""

import json
import os
import signal
import struct
import sys
import time

from pokerlab.agents.agent import Agent
from pokerlab.agents.registry import named_agent
from pokerlab.table.journal import resume
from pokerlab.table.journal_file import JournalFile
from pokerlab.tournament.structure import Structure

STRUCTURE = Structure.of(
    {
        "name": "quick", "chips": 150, "buy_in": 1000, "fee": 50, "players": 4, "payouts": "65/35",
        "levels": {"length": 4, "blinds": ["10/20"], "growth": 2},
    }
)  # fmt: skip
NAMES = ["Ann", "Bob", "Cat"]
BOTS = ["", "random", "random"]


class Told(Agent):
    """Plays like `random`, and says over a pipe what it has been told: hand, actions so far, own cards."""

    def __init__(self, pipe):
        self.inner, self.pipe = named_agent("random"), pipe

    def start(self, hand):
        super().start(hand)
        self.inner.start(hand)

    def observe(self, view):
        self._tell(view)

    def act(self, view, clock=None):
        self._tell(view)
        return self.inner.act(view)

    def _tell(self, view):
        first, second = view.private
        os.write(self.pipe, struct.pack("iiii", self.hand.number, len(view.betting.history), first, second))


def agents(pipe=None):
    return [Told(pipe) if pipe is not None else named_agent("random"), named_agent("random"), named_agent("random")]


def play_on(tournament):
    while not tournament.is_over:
        tournament.play()
    return tournament.standing


def play_and_be_killed(path, number, words, seconds):
    """Play on in a process of its own, which is killed so many seconds after its first player was told so many things;
    what he was told."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            with JournalFile(path, synchronous=False) as file:
                play_on(resume(file, number, agents(write)))
        finally:
            os._exit(0)
    os.close(write)
    said = b""
    while len(said) < 16 * words and (part := os.read(read, 16)):
        said += part
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while part := os.read(read, 1 << 16):
        said += part
    os.close(read)
    return [struct.unpack_from("iiii", said, place) for place in range(0, len(said) - 15, 16)]


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(play_and_be_killed(*json.loads(line))), flush=True)
