"""The loop that plays: what agents are handed, and what becomes of agents that fail."""

import os
import signal
import time

import numpy as np
import pytest

from pokerlab.agents.agent import Agent
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.registry import named_agent
from pokerlab.errors import MatchError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import named_game
from pokerlab.table.hand import Limits, play_hand

LEDUC = named_game("leduc")
DECK = tuple(sorted(LEDUC.cards))


class Watcher(Agent):
    """Calls, and keeps every view that it is handed."""

    def __init__(self) -> None:
        self.views = []

    def observe(self, view):
        self.views.append(view)

    def act(self, view, clock=None):
        self.views.append(view)
        return CALL


class Faulty(Agent):
    """Answers what it was given, or raises it."""

    def __init__(self, answer) -> None:
        self.answer = answer

    def act(self, view, clock=None):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Slow(Agent):
    def act(self, view, clock=None):
        time.sleep(0.01)
        return raise_to(view.legal.min_raise) if view.legal.max_raise else CALL


class Hanging(ProcessAgent):
    """Hangs when it is asked for the first time."""

    hung = False

    def act(self, view, clock=None):
        if not self.hung:
            os.kill(self._process.pid, signal.SIGSTOP)
            self.hung = True
        return super().act(view, clock)


def test_no_hidden_card_is_in_what_an_agent_is_handed():
    game = named_game("holdem-nolimit:3")
    deck = tuple(np.random.default_rng(2).permutation(52).tolist())
    watchers = [Watcher() for _ in range(3)]
    played = play_hand(game, deck, watchers, names=("a", "b", "c"))
    for seat, watcher in enumerate(watchers):
        assert watcher.hand.names == ("a", "b", "c")
        assert len(watcher.views) >= 12
        for view in watcher.views[:-1]:
            assert view.private == played.state.private[seat]
            assert not any(view.shown)
            assert view.board == played.state.board[: len(view.board)]
        assert watcher.views[-1].is_over
        assert watcher.views[-1].shown == played.state.private
    assert played.record.names == ("a", "b", "c")
    assert played.record.payoffs() == played.payoffs


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (RuntimeError("no idea"), "raised"),
        (raise_to(10**6), "illegal"),
        (FOLD, "illegal"),
        ("call", "illegal"),
        (None, "illegal"),
    ],
)
def test_an_agent_that_fails_checks_or_folds(answer, what):
    played = play_hand(LEDUC, DECK, [Faulty(answer), named_agent("always-raise")])
    assert played.state.is_over
    assert played.state.history[0].action == CALL  # a check is free
    assert played.state.history[-1].action == FOLD
    assert played.troubles
    for trouble in played.troubles:
        assert (trouble.seat, trouble.what, trouble.replaced) == (0, what, True)
        assert "\n" not in trouble.line


def test_late_answers_count_unless_limits_are_strict():
    slow = [Slow(), named_agent("always-call")]
    soft = play_hand(LEDUC, DECK, slow, limits=Limits(response=0.001))
    strict = play_hand(LEDUC, DECK, slow, limits=Limits(response=0.001, strict=True))
    assert {trouble.what for trouble in soft.troubles} == {"late"}
    assert not any(trouble.replaced for trouble in soft.troubles)
    assert soft.state.history[0].action != CALL
    assert strict.state.history[0].action == CALL
    assert all(trouble.replaced for trouble in strict.troubles)
    assert soft.seconds[0] > 0.01


def test_seconds_are_counted_over_a_match():
    """What a seat has taken before is gone: soft it is asked all the same, strict it is not asked any more."""
    clocks = []

    class Looking(Agent):
        def act(self, view, clock=None):
            clocks.append(clock)
            return CALL

    agents = [Looking(), named_agent("always-call")]
    play_hand(LEDUC, DECK, agents, limits=Limits(hand=50, match=100), spent=(20.0, 0.0))
    assert 79 < clocks[0].match <= 80
    assert clocks[0].left == clocks[0].hand
    assert clocks[-1].match < clocks[0].match
    clocks.clear()
    soft = play_hand(LEDUC, DECK, agents, limits=Limits(match=100), spent=(100.0, 0.0))
    assert clocks[0].left == 0
    assert {(trouble.what, trouble.replaced) for trouble in soft.troubles} == {("late", False)}
    clocks.clear()
    strict = play_hand(LEDUC, DECK, agents, limits=Limits(match=100, strict=True), spent=(100.0, 0.0))
    assert not clocks
    assert {(trouble.what, trouble.replaced) for trouble in strict.troubles} == {("late", True)}


def test_a_process_whose_time_is_up_is_not_asked():
    agent = Hanging("always-call", named_agent)
    try:
        played = play_hand(LEDUC, DECK, [agent, named_agent("always-call")], limits=Limits(match=1), spent=(1.0, 0.0))
        assert {(trouble.what, trouble.replaced) for trouble in played.troubles} == {("late", True)}
        assert not agent.hung
    finally:
        agent.close()


def test_an_agent_that_hangs_in_its_own_process_is_killed():
    agent = Hanging("always-call", named_agent)
    try:
        played = play_hand(LEDUC, DECK, [agent, named_agent("always-call")], limits=Limits(response=0.1))
        assert played.state.is_over
        assert played.troubles[0].what == "raised"
        assert "did not answer" in played.troubles[0].line
        assert not play_hand(LEDUC, DECK, [agent, named_agent("always-call")]).troubles  # begun anew
    finally:
        agent.close()


def test_every_seat_has_an_agent():
    with pytest.raises(MatchError, match="2 seats; agents given: 3"):
        play_hand(LEDUC, DECK, [named_agent("uniform")] * 3)
