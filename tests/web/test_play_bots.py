"""Bots in processes that tables share: late ones, dead ones, many at once."""

import os
import signal
import threading
import time

import pytest
from remembering import CountsHands, serve_remembering

from pokerlab.agents.agent import HandStart, Memory
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.registry import AGENTS
from pokerlab.errors import AgentError
from pokerlab.games.action import CALL, FOLD, Action
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.state import State
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand
from pokerlab.web.play import bots
from pokerlab.web.play.bots import BotPool, PoolClosedError, held_back, nature_of, seated_bot
from pokerlab.web.play.lobby import NO_SEAT
from pokerlab.web.play.turnstile import Turnstile

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
    agent = seated_bot(pool, "always-call", "a")
    assert asked(agent) == CALL
    assert agent.plays(GAME) == ""
    played = play_hand(GAME, Shuffled(GAME).deck(2), [agent, seated_bot(pool, "always-raise", "b")])
    assert not played.troubles


def test_seats_of_one_name_are_told_apart(pool):
    agents = [seated_bot(pool, "uniform", f"s{number}") for number in range(20)]
    for number, agent in enumerate(agents):
        agent.start(HandStart(GAME, STATE.actor, number=number, seeds=(number,)))
    first = [agent.act(STATE.view(STATE.actor)) for agent in agents]
    assert first == [agent.act(STATE.view(STATE.actor)) for agent in reversed(agents)][::-1]
    assert len(set(first)) > 1


def test_a_process_that_dies_is_begun_anew_and_the_hand_goes_on():
    pool, lines = None, []
    pool = BotPool(1, lines.append)
    try:
        agent = seated_bot(pool, "always-call", "a")
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
        agent = seated_bot(pool, "always-call", "a")
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
    agent = seated_bot(pool, "always-call", "a")
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
        GAME, Shuffled(GAME).deck(3), [seated_bot(pool, "no-such", "x"), seated_bot(pool, "always-call", "y")]
    )
    assert {trouble.what for trouble in played.troubles} == {"raised"}
    assert all(trouble.replaced for trouble in played.troubles)


def test_many_tables_ask_at_once(pool):
    answers: list[Action] = []

    def ask(number):
        agent = seated_bot(pool, "always-call", f"m{number}")
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


@pytest.fixture
def remembering(monkeypatch):
    """A pool whose bots may be of a kind that remembers."""
    monkeypatch.setitem(AGENTS, "counts-hands", CountsHands)
    monkeypatch.setattr(bots, "HELD_BACK", 0.001)
    pool = BotPool(2, serve=serve_remembering)
    yield pool
    pool.close()


def play_remembering(agent, hands, first=0):
    """Hands in which the other one raises; what the agent did in each."""
    found = []
    for number in range(first, first + hands):
        seats = [agent, seated_bot(agent._pool, "always-raise", "r")]
        played = play_hand(GAME, Shuffled(GAME).deck(number), seats, number=number)
        assert not played.troubles
        found.append({step.action for step in played.state.history if step.seat == 0})
    return found


def test_a_bot_that_remembers_has_a_seat_and_a_new_process_is_told_what_it_knew(remembering):
    agent = seated_bot(remembering, "counts-hands", "m")
    here = CountsHands()
    assert agent.memory is Memory.MATCH
    assert play_remembering(agent, 1) == [{CALL}]
    for process in list(remembering.processes):
        os.kill(process, signal.SIGKILL)
    agent.start(HandStart(GAME, 0, number=1))
    with pytest.raises(AgentError, match="has ended"):
        agent.plays(GAME)
    assert play_remembering(agent, 2, 1) == [{CALL}, {FOLD}]  # two hands were seen, in two processes
    for number in range(3):
        seats = [here, seated_bot(remembering, "always-raise", "h")]
        play_hand(GAME, Shuffled(GAME).deck(number), seats, number=number)
    assert agent._ask("remember") == here.remember()


def test_two_seats_of_an_agent_that_remembers_share_nothing(remembering):
    one, two = (seated_bot(remembering, "counts-hands:patience=1", name) for name in "ab")
    assert play_remembering(one, 2) == [{CALL}, {FOLD}]
    assert play_remembering(two, 1) == [{CALL}]


HELD_BACK = ("loki", "vexbot")
"""Agents that look at their cards while they think."""


def test_agents_of_the_index_decide_for_all_hands_at_once_and_others_are_held_back():
    """What covers the time that a bot thinks: nothing of an answer is found by looking at its cards but the draw."""
    for name, kind in AGENTS.items():
        if name not in NO_SEAT:
            draws = issubclass(kind, OpenAgent) and kind.act is OpenAgent.act  # from `chances`, which are told no cards
            assert nature_of(name).is_even == draws, name
            assert draws or name in HELD_BACK
    assert nature_of("rock").is_even
    assert not nature_of("no-such").is_even


@pytest.mark.parametrize(("took", "told"), [(0, 0.05), (0.01, 0.05), (0.0499, 0.05), (0.06, 0.1), (0.3, 0.4)])
def test_answers_that_could_tell_something_come_at_moments_fixed_beforehand(took, told):
    assert took + held_back(took) == pytest.approx(told)


def test_a_bot_whose_time_could_tell_something_answers_late(remembering, monkeypatch):
    waits = []
    monkeypatch.setattr(remembering, "sleep", waits.append)
    agent = seated_bot(remembering, "counts-hands", "w")
    assert asked(agent) == CALL
    assert asked(seated_bot(remembering, "always-call", "v")) == CALL
    assert len(waits) == 1


def test_who_is_urgent_is_let_in_first():
    turnstile, order = Turnstile(), []

    def come(name, is_urgent):
        turnstile.enter(is_urgent=is_urgent)
        order.append(name)
        with turnstile.away():
            pass
        turnstile.leave()

    turnstile.enter()
    threads = []
    for number, (name, is_urgent) in enumerate((("a", False), ("b", False), ("c", True)), 1):
        threads.append(threading.Thread(target=come, args=(name, is_urgent)))
        threads[-1].start()
        end = time.monotonic() + 60
        while len(turnstile._urgent) + len(turnstile._others) < number and time.monotonic() < end:
            time.sleep(0.001)
    turnstile.leave()
    for thread in threads:
        thread.join(60)
    assert order == ["c", "a", "b"]
    turnstile.enter()  # it is free again
    turnstile.leave()
