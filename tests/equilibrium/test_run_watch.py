"""What a run says about itself while it goes on."""

import pytest

from pokerlab.equilibrium import run_watch
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.run import RunStep
from pokerlab.equilibrium.run_watch import RunWatch, in_time

POT = 100


@pytest.fixture
def clock(monkeypatch):
    """A clock that tests set: `clock(12)` makes it twelve seconds after the start."""
    now = [1000.0]
    monkeypatch.setattr(run_watch.time, "monotonic", lambda: now[0])

    def set_to(seconds: float) -> None:
        now[0] = 1000.0 + seconds

    return set_to


def look(iteration: int, percent: float, seconds: float = 0.0) -> RunStep:
    return RunStep(iteration, seconds, Judgement((0.0, 0.0), (2 * percent / 100 * POT, 0.0)))


def test_the_number_says_how_old_it_is(clock):
    watch = RunWatch(POT, target=0.5)
    watch.line(0)
    clock(9)
    watch.note(look(90, 1.56))
    assert watch.line(90).startswith("iteration 90, 9 s: exploitability 1.56%, target 0.5%; about ")
    clock(26)
    line = watch.line(265)
    assert line.startswith("iteration 265, 26 s: exploitability 1.56% at 90, target 0.5%; about ")
    assert len(line) < 80


def test_the_best_look_is_named(clock):
    watch = RunWatch(POT, target=0.01)
    watch.line(0)
    clock(1)
    for step in (look(100, 0.3), look(400, 0.03), look(450, 0.08)):
        watch.note(step)
    assert ": exploitability 0.08%, best 0.03% at 400, target 0.01%;" in watch.line(450)


def test_the_time_left_follows_how_exploitability_really_falls(clock):
    """Like 1 / t: from 1% at iteration 100 to 0.25% it takes 300 more, of a tenth of a second each."""
    watch = RunWatch(POT, target=0.25)
    watch.line(0)
    clock(10)
    watch.note(look(50, 2.0))
    watch.note(look(100, 1.0))
    assert watch.line(100).endswith("about 30 s left")


def test_a_resumed_run_counts_its_own_iterations_only(clock):
    watch = RunWatch(POT, target=None, iterations=2000)
    watch.line(1000)
    clock(10)
    assert watch.line(1100).endswith("about 90 s left")


def test_the_first_limit_counts(clock):
    watch = RunWatch(POT, target=0.25, iterations=120, seconds=1000)
    watch.line(0)
    clock(10)
    watch.note(look(100, 1.0, seconds=10))
    assert watch.line(100).endswith("about 2 s left")


def test_nothing_is_left_where_the_target_is_reached(clock):
    watch = RunWatch(POT, target=0.5)
    watch.line(0)
    clock(10)
    watch.note(look(100, 0.4))
    assert watch.line(100) == "iteration 100, 10 s: exploitability 0.4%, target 0.5%"


def test_times_in_words():
    assert [in_time(s) for s in (3.2, 99, 423, 5000, 3e5, 1e12)] == [
        "3 s",
        "99 s",
        "7 min",
        "83 min",
        "3 days",
        "years",
    ]
