"""Round robins: crosstables that add up, and who is first."""

import numpy as np
import pytest

from pokerlab.errors import MatchError
from pokerlab.lab.match import MatchJob
from pokerlab.lab.robin import RobinJob

AGENTS = ("uniform", "always-call", "always-raise")
HERE = {"where": "threads", "jobs": 1, "block": 50}


@pytest.fixture(scope="module")
def result():
    return RobinJob(agents=AGENTS, game="leduc", deals=100, **HERE).run()


def test_a_crosstable_is_its_matches(result):
    table = result.table("chips")
    for row in range(3):
        for column in range(3):
            if row == column:
                assert table[row][column] is None
                continue
            assert table[row][column].mean == pytest.approx(-table[column][row].mean, abs=1e-12)
    pair = MatchJob(agents=AGENTS[:2], game="leduc", deals=100, **HERE).run()
    assert table[0][1] == pair.by_agent("chips")[0]
    totals = result.totals("chips")
    for row in range(3):
        others = [won.mean for won in table[row] if won is not None]
        assert totals[row].mean == pytest.approx(np.mean(others), abs=1e-12)
    assert sum(total.mean for total in totals) == pytest.approx(0, abs=1e-12)


def test_who_is_first_is_a_chance(result):
    first = result.first("chips")
    assert sum(first) == pytest.approx(1)
    assert np.argmax(first) == np.argmax([total.mean for total in result.totals("chips")])
    assert first == result.first("chips")


def test_bankrolls_end_with_what_was_won(result):
    chart = result.bankrolls("chips")
    ends = [points[-1][1] for points in chart.lines.values()]
    assert chart.lines.keys() == set(AGENTS)
    assert len(ends) == 3


def test_three_seats_take_all_groups():
    found = RobinJob(agents=(*AGENTS, "random"), game="kuhn3", deals=20, **HERE).run()
    assert len(found.matches) == 4
    assert {row["agent"] for row in found.record()["results"]["chips"]} == {*AGENTS, "random"}


def test_what_cannot_be_played_is_one_line():
    with pytest.raises(MatchError, match="named twice"):
        RobinJob(agents=("uniform", "uniform"), game="leduc").run()
    with pytest.raises(MatchError, match="2 agents cannot fill 3 seats"):
        RobinJob(agents=("uniform", "random"), game="kuhn3").run()
