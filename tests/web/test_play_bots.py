"""Bots in processes that tables share: late ones, dead ones, many at once."""

import os
import signal
import threading
import time

import pytest

from pokerlab.agents.agent import HandStart
from pokerlab.errors import AgentError
from pokerlab.games.action import CALL, Action
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.state import State
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand
from pokerlab.web.play import bots
from pokerlab.web.play.bots import BotPool, PoolAgent, PoolClosedError

GAME = holdem_nolimit(players=2, stack=1000)
STATE = State.start(GAME, Shuffled(GAME).deck(1))


@pytest.fixture(scope="module")
def pool():
    found = BotPool(2)
    yield found
    found.close()


def asked(agent):
    agent.start(HandStart(GAME, STATE.actor))
    return agent.act(STATE.view(STATE.actor))


def test_a_bot_answers_as_it_would_here(pool):
    agent = PoolAgent(pool, "always-call", "a")
    assert asked(agent) == CALL
    assert agent.plays(GAME) == ""
    played = play_hand(GAME, Shuffled(GAME).deck(2), [agent, PoolAgent(pool, "always-raise", "b")])
    assert not played.troubles


def test_seats_of_one_name_are_told_apart(pool):
    agents = [PoolAgent(pool, "uniform", f"s{number}") for number in range(20)]
    for number, agent in enumerate(agents):
        agent.start(HandStart(GAME, STATE.actor, number=number, seeds=(number,)))
    first = [agent.act(STATE.view(STATE.actor)) for agent in agents]
    assert first == [agent.act(STATE.view(STATE.actor)) for agent in reversed(agents)][::-1]
    assert len(set(first)) > 1


def test_a_process_that_dies_is_begun_anew_and_the_hand_goes_on():
    pool, lines = None, []
    pool = BotPool(1, lines.append)
    try:
        agent = PoolAgent(pool, "always-call", "a")
        assert asked(agent) == CALL
        (process,) = pool.processes
        os.kill(process, signal.SIGKILL)
        with pytest.raises(AgentError, match="has ended"):
            agent.act(STATE.view(STATE.actor))
        assert agent.act(STATE.view(STATE.actor)) == CALL  # the hand is told again
        assert pool.processes != [process]
        assert len(lines) == 1
    finally:
        pool.close()


def test_a_late_bot_is_ended_and_others_are_answered(monkeypatch):
    pool = BotPool(1)
    try:
        agent = PoolAgent(pool, "always-call", "a")
        assert asked(agent) == CALL
        monkeypatch.setattr(bots, "ANSWER_SECONDS", 0.05)
        (process,) = pool.processes
        os.kill(process, signal.SIGSTOP)  # it hangs for certain
        with pytest.raises(AgentError, match=r"no answer in 0\.05 s"):
            agent.act(STATE.view(STATE.actor))
        monkeypatch.setattr(bots, "ANSWER_SECONDS", 60)
        assert agent.act(STATE.view(STATE.actor)) == CALL
    finally:
        pool.close()


def test_nobody_folds_for_a_bot_because_the_server_ends():
    pool, found = BotPool(1), []
    agent = PoolAgent(pool, "always-call", "a")
    assert asked(agent) == CALL
    os.kill(pool.processes[0], signal.SIGSTOP)  # it is thinking

    def play():
        try:
            play_hand(GAME, Shuffled(GAME).deck(2), [agent, agent], note=lambda number, action: found.append(action))
        except PoolClosedError as error:
            found.append(error)

    thread = threading.Thread(target=play)
    thread.start()
    pool.close()
    thread.join(60)
    assert [type(one) for one in found] == [PoolClosedError]


def test_a_table_checks_or_folds_for_a_bot_that_cannot_play(pool):
    played = play_hand(
        GAME, Shuffled(GAME).deck(3), [PoolAgent(pool, "no-such", "x"), PoolAgent(pool, "always-call", "y")]
    )
    assert {trouble.what for trouble in played.troubles} == {"raised"}
    assert all(trouble.replaced for trouble in played.troubles)


def test_many_tables_ask_at_once(pool):
    answers: list[Action] = []

    def ask(number):
        agent = PoolAgent(pool, "always-call", f"m{number}")
        for _ in range(5):
            answers.append(asked(agent))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 120
    for thread in threads:
        thread.join(max(0.1, end - time.monotonic()))
    assert answers == [CALL] * 100
    assert 1 <= len(pool.processes) <= 2
