"""Intervals hold as often as they say: 95% ones in 93 to 97% of 2,000 simulated matches.

The matches are drawn from deals that random agents have really played (Leduc), whose mean is known; intervals and where
a match ends are those of `MatchResult` and `RobinResult`. Seeds are fixed.
"""

from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import lfilter

from pokerlab.errors import LabError
from pokerlab.lab.intervals import BatchMeans, Sampled
from pokerlab.lab.match import MatchJob, MatchResult
from pokerlab.lab.match_block import Block
from pokerlab.lab.robin import RobinJob, RobinResult

MATCHES, DEALS, LUCK_DEALS, UNTIL = 2000, 800, 150, 190.0
AGENTS = ("uniform", "random", "always-raise")
FACTS = {"troubles": {}, "lines": [], "match": 0, "seating": 0}


@pytest.fixture(scope="module")
def played():
    """What every pair of the agents won, deal by deal in both seatings."""
    return RobinJob(agents=AGENTS, game="leduc", deals=DEALS, block=DEALS, where="threads", jobs=1).run()


@pytest.fixture(scope="module")
def judged():
    """The same by judges that take out luck."""
    plain = {"agents": AGENTS, "game": "leduc", "deals": LUCK_DEALS, "block": LUCK_DEALS}
    return RobinJob(**plain, judges=("chips", "chance", "importance", "aivat"), where="threads", jobs=1).run()


@pytest.mark.parametrize("judge", ["chance", "importance", "aivat"])
def test_judges_that_take_out_luck(judged, judge):
    """Duplicate matches of 50 deals, and matches that end by their width, looked at every 100 deals."""
    rng, only = np.random.default_rng(6), as_chips(judged.matches[0], judge)
    won = only.by_agent("chips")[0]
    until = 1000 / only.big_blind * won.half_width() * (LUCK_DEALS / 250) ** 0.5  # so that most end after some looks
    fixed, ended, ends = [], [], set()
    for _ in range(MATCHES):
        fixed.append(holds(drawn(only, rng.integers(LUCK_DEALS, size=50)).by_agent("chips")[0], won.mean))
        result = ended_by_width(only, rng.integers(LUCK_DEALS, size=600), range(100, 601, 100), until)
        ended.append(holds(result.by_agent("chips")[0], won.mean))
        ends.add(result.deals)
    assert len(ends) > 2
    assert is_fair(share(fixed)), share(fixed)
    assert is_fair(share(ended)), share(ended)


@pytest.mark.parametrize("judge", ["chance", "importance", "aivat"])
def test_round_robins_without_luck(judged, judge):
    """Totals and a cell of the crosstable, as judged."""
    rng, tables = np.random.default_rng(7), [as_chips(match, judge) for match in judged.matches]
    whole = RobinResult(plain_job(judged.job), tuple(tables))
    totals, cell, held = [won.mean for won in whole.totals("chips")], whole.table("chips")[0][1].mean, []
    for _ in range(MATCHES):
        deals = rng.integers(LUCK_DEALS, size=50)
        result = RobinResult(whole.job, tuple(drawn(table, deals) for table in tables))
        of_totals = [holds(won, mean) for won, mean in zip(result.totals("chips"), totals, strict=True)]
        held.append([*of_totals, holds(result.table("chips")[0][1], cell)])
    assert is_fair(share(held)), share(held)


def as_chips(match, judge):
    """A match whose chips are what a judge says."""
    (block,), place = match.blocks, match.job.judges.index(judge)
    return MatchResult(plain_job(match.job), False, None, (Block(block.values[place : place + 1], FACTS, Path()),))


def plain_job(job):
    return type(job)(agents=job.agents, game="leduc")


@cache
def job_of(agents, until):
    return MatchJob(agents=agents, game="leduc", until=until)


def drawn(match, deals, until=None):
    """A match of deals out of one that was played."""
    (block,) = match.blocks
    return MatchResult(job_of(match.job.agents, until), False, None, (Block(block.values[:, deals], FACTS, Path()),))


def ended_by_width(match, deals, looks, until):
    """A match that is looked at now and then, and ends when its intervals are narrow."""
    for count in looks:
        result = drawn(match, deals[:count], until)
        if result.is_narrow:
            break
    return result


def holds(won, mean):
    return abs(won.mean - mean) <= won.half_width(0.95)


def share(held):
    return np.asarray(held, float).mean(axis=0)


def is_fair(share):
    return bool(((np.asarray(share) >= 0.93) & (np.asarray(share) <= 0.97)).all())


def test_duplicate_matches(played):
    """Of 50 deals each: what an agent wins, and what it wins in a seat."""
    rng, match = np.random.default_rng(1), played.matches[0]
    mean, seats = match.by_agent("chips")[0].mean, [seat.mean for seat in match.by_seat("chips")[0]]
    held = []
    for _ in range(MATCHES):
        result = drawn(match, rng.integers(DEALS, size=50))
        by_seat = [holds(won, known) for won, known in zip(result.by_seat("chips")[0], seats, strict=True)]
        held.append([holds(result.by_agent("chips")[0], mean), *by_seat])
    assert is_fair(share(held)), share(held)


def test_round_robins(played):
    """Totals of all agents and every cell of the crosstable, on the same deals."""
    rng = np.random.default_rng(2)
    totals = [won.mean for won in played.totals("chips")]
    cells = {(row, column): played.table("chips")[row][column].mean for row, column in ((0, 1), (0, 2), (2, 1))}
    held = []
    for _ in range(MATCHES):
        deals = rng.integers(DEALS, size=50)
        result = RobinResult(played.job, tuple(drawn(match, deals) for match in played.matches))
        table = result.table("chips")
        of_cells = [holds(table[row][column], mean) for (row, column), mean in cells.items()]
        held.append([*(holds(won, mean) for won, mean in zip(result.totals("chips"), totals, strict=True)), *of_cells])
    assert is_fair(share(held)), share(held)


def test_matches_that_end_by_the_width_of_their_interval(played):
    """Looked at every 50 deals from 100 on, as `--until` does: they end at different places, and hold all the same."""
    rng, match = np.random.default_rng(3), played.matches[0]
    mean, held, ends = match.by_agent("chips")[0].mean, [], set()
    for _ in range(MATCHES):
        result = ended_by_width(match, rng.integers(DEALS, size=1000), range(50, 1001, 50), until=UNTIL)
        held.append(holds(result.by_agent("chips")[0], mean))
        ends.add(result.deals)
    assert min(ends) >= 100
    assert len(ends) > 3
    assert max(ends) < 1000
    assert is_fair(share(held)), share(held)


def test_batch_means_hold_where_deals_depend_on_each_other():
    """An autoregressive series of 2,000 deals: by deals the interval is far too narrow, by 20 batches it holds."""
    rng, held = np.random.default_rng(4), []
    for _ in range(MATCHES):
        series = lfilter([1], [1, -0.6], rng.standard_normal(2100))[100:] + 0.3
        batches = BatchMeans.of(series)
        assert (batches.sampled.count, batches.size) == (20, 100)
        held.append([holds(batches.sampled, 0.3), holds(Sampled.of(series), 0.3)])
    by_batches, by_deals = share(held)
    assert is_fair(by_batches), by_batches
    assert by_deals < 0.8


def test_batches_of_several_matches_and_their_autocorrelation():
    rising = BatchMeans.of(np.tile(np.arange(100.0), (3, 1)))
    assert rising.sampled.count == 60
    assert rising.autocorrelation > 0.8
    assert rising.is_doubtful
    rng = np.random.default_rng(5)
    found = [BatchMeans.of(rng.standard_normal((2, 400))) for _ in range(200)]
    assert abs(np.mean([batch.autocorrelation for batch in found])) < 0.05
    assert np.mean([batch.is_doubtful for batch in found]) < 0.1
    series = rng.standard_normal(60)
    plain = BatchMeans.of(series)
    means = [series[start:end].mean() for start, end in pairwise(range(0, 61, 3))]
    assert plain.sampled.mean == pytest.approx(np.mean(means))
    assert BatchMeans.of([1.0, 2.0, 4.0]).size == 1
    assert BatchMeans.of(np.ones(40)).autocorrelation == 0


def test_one_number_has_no_interval():
    with pytest.raises(LabError, match="at least two deals"):
        Sampled.of([1.0]).half_width()
    with pytest.raises(LabError, match="nothing to take a mean of"):
        Sampled.of([])
