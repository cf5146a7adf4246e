"""The page of a round robin: all numbers inside, names that do no harm."""

import json
import re

import numpy as np
import pytest

from pokerlab.agents.agent import Agent, Memory
from pokerlab.agents.registry import AGENTS
from pokerlab.errors import MatchError
from pokerlab.games.action import CALL, FOLD
from pokerlab.lab.robin import RobinJob
from pokerlab.lab.robin_page import robin_page

HERE = {"where": "threads", "jobs": 1}


class Late(Agent):
    """Folds in the first half of a match of 40 deals, and calls in the second: it wins more with time."""

    memory = Memory.MATCH

    def act(self, view, clock=None):
        return FOLD if view.legal.fold and self.hand.number < 20 else CALL


def embedded(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


@pytest.fixture(scope="module")
def learnt():
    AGENTS["late"] = Late
    try:
        agents = ("always-raise", "late", "uniform")
        yield RobinJob(agents=agents, game="leduc", deals=40, matches=4, judges=("chips", "allin"), **HERE).run()
    finally:
        del AGENTS["late"]


def test_all_numbers_are_inside():
    result = RobinJob(agents=("uniform", "always-call", "random"), game="leduc", deals=60, **HERE).run()
    data = embedded(robin_page(result))
    told = data["judges"]["chips"]
    assert data["agents"] == ["uniform", "always-call", "random"]
    for agent, won in enumerate(result.totals("chips")):
        assert told["totals"][agent] == pytest.approx([500 * won.mean, 500 * won.half_width()], abs=1e-3)
        deal, chips = told["bankrolls"][agent][-1]
        assert deal == 60
        assert chips == pytest.approx(60 * 4 * won.mean / 2, abs=1e-3)  # two tables, two seatings, big blinds of 2
    assert told["table"][0][0] is None
    assert told["table"][0][1][0] == pytest.approx(-told["table"][1][0][0])
    assert sum(told["first"]) == pytest.approx(1, abs=1e-3)
    assert told["learning"] == {}
    assert told["told"] == ""
    assert "3 agents at 3 tables, 60 deals in 2 seatings at each, 360 hands" in data["about"]


def test_agents_that_learn_are_shown_over_time(learnt):
    """All play whole matches, so that those who do not remember can be added up with those who do."""
    assert learnt.learners == ("late",)
    assert len(learnt.totals("chips")) == 3
    assert learnt.totals("chips")[0].count == 4
    windows = learnt.over_time("chips")["late"]
    assert [end for end, _ in windows] == list(range(2, 41, 2))
    means = [won.mean for _, won in windows]
    assert np.mean(means) == pytest.approx(learnt.totals("chips")[1].mean)
    assert np.mean(means[:10]) < np.mean(means[10:])
    told = embedded(robin_page(learnt))["judges"]["chips"]["learning"]["late"]
    assert told[0][:2] == pytest.approx([2, 500 * means[0]], abs=1e-3)
    rows = {row["agent"]: row for row in learnt.record()["results"]["chips"]}
    assert len(rows["late"]["over_time"]) == 20
    assert "over_time" not in rows["uniform"]
    assert learnt.learning("chips").lines.keys() == {"late"}


def test_who_does_not_learn_has_no_curve():
    result = RobinJob(agents=("uniform", "random"), game="kuhn", deals=4, **HERE).run()
    with pytest.raises(MatchError, match="no agent remembers"):
        result.learning("chips")


def test_names_do_no_harm_and_nothing_is_fetched(monkeypatch):
    name = "</script><script>alert('$data & $title')</script>"
    monkeypatch.setitem(AGENTS, name, AGENTS["uniform"])
    page = robin_page(RobinJob(agents=(name, "random"), game="kuhn", deals=4, **HERE).run())
    assert embedded(page)["agents"][0] == name
    assert page.count("<script") == 2
    assert not re.search(r"""(src|href)=|url\(|@import|fetch\(""", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
