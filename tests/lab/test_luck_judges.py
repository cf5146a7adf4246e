"""Judges that take out luck where they are used: matches, round robins, stored hands, logs of others."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pokerlab.agents.agent import Agent
from pokerlab.agents.registry import AGENTS
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.cli.match_options import judge_names
from pokerlab.errors import LabError, MatchError, PokerError, RecordError
from pokerlab.games.action import CALL
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.lab.judges import named_judge
from pokerlab.lab.match import MatchJob
from pokerlab.lab.mivat import cross_fitted, weights_shape
from pokerlab.lab.rejudge import judged_again, judged_log
from pokerlab.lab.robin import RobinJob
from pokerlab.records.acpc import parse_acpc
from pokerlab.records.reading import read_hands
from pokerlab.table.deals import Shuffled
from pokerlab.table.exact import exact_values
from pokerlab.table.hand import play_hand

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = {"where": "threads", "jobs": 1}
JUDGES = (
    "chips",
    "allin",
    "chance",
    "divat",
    "aivat",
    "aivat:u=uniform,known=1",
    "importance",
    "importance:oc=0,gea=0",
)


def job(**given):
    plain = {"agents": ("uniform", "random"), "game": "leduc", "deals": 36, "block": 12, "judges": JUDGES, **HERE}
    return MatchJob(**plain | given)


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    """A match with its directory, judged while it was played."""
    directory = tmp_path_factory.mktemp("luck") / "match"
    return job(out=str(directory)).run(), directory


class Closed(Agent):
    """Calls, and says nothing."""

    def act(self, view, clock=None):
        return CALL


def test_a_match_is_judged_again_to_the_same_numbers(match):
    played, directory = match
    again = judged_again(directory, (*JUDGES, "mivat"))
    for judge in JUDGES:
        assert (played.units(judge) == again.units(judge)).all()
    assert played.units("importance:oc=0,gea=0") == pytest.approx(played.units("chips"), abs=1e-9)
    errors = {judge: again.by_agent(judge)[0].error for judge in again.job.judges}
    assert errors["aivat"] < errors["chance"] < errors["chips"]
    told = again.record()["judges"]
    assert told["aivat"]["chips_needed"] > again.hands
    assert "always-call" in told["chance"]["about"]
    assert told["importance"]["effective_hands"] > 1
    assert told["chips"]["chips_needed"] is None


def test_without_a_directory_policies_are_there_all_the_same(match):
    assert (job(judges=("chips", "aivat")).run().units("aivat") == match[0].units("aivat")).all()


def test_mivat_learns_from_other_blocks_only(match, tmp_path):
    """Its weights can be kept, and judge other hands; a match that is being played has none to learn from."""
    _, directory = match
    file = tmp_path / "weights.json"
    found = judged_again(directory, ("chips", "mivat"), weights_file=file)
    assert found.by_agent("mivat")[0].error < 1.2 * found.by_agent("chips")[0].error
    other = job(seed=9, judges=("chips", f"mivat:{file}", f"aivat:u=mivat:{file}")).run()
    chips, luck, both = (other.by_agent(judge)[0] for judge in other.job.judges)
    assert both.error < chips.error
    assert abs(luck.mean - chips.mean) < 5 * chips.error
    with pytest.raises(MatchError, match="learns from other blocks"):
        job(judges=("mivat",)).run()
    with pytest.raises(LabError, match="do not fit"):
        named_judge(f"mivat:{file}").check(named_game("kuhn"))
    file.write_text("{}")
    with pytest.raises(LabError, match="no weights of mivat"):
        named_judge(f"mivat:{file}").check(named_game("leduc"))


def test_mivat_is_least_squares_of_the_other_blocks():
    """Naive twin: what the luck of features is worth is learnt without the block that is judged."""
    rng, game = np.random.default_rng(4), named_game("kuhn")
    size = int(np.prod(weights_shape(game)))
    luck = [rng.standard_normal((30, size)) for _ in range(3)]
    chips = [part @ rng.standard_normal(size) + rng.standard_normal(30) for part in luck]
    found, weights = cross_fitted(game, list(zip(luck, chips, strict=True)))
    for place in range(3):
        others = [number for number in range(3) if number != place]
        own, *_ = np.linalg.lstsq(np.concatenate([luck[n] for n in others]), np.concatenate([chips[n] for n in others]))
        assert found[place] == pytest.approx(chips[place] - luck[place] @ own, abs=1e-4)
    whole, *_ = np.linalg.lstsq(np.concatenate(luck), np.concatenate(chips))
    assert weights.ravel() == pytest.approx(-whole, abs=1e-4)
    more = [*chips[:2], chips[2] + 100]
    again, _ = cross_fitted(game, list(zip(luck, more, strict=True)))
    assert again[2] == pytest.approx(found[2] + 100, abs=1e-9)  # its own chips have no part in what is taken out


def test_values_of_a_blueprint():
    """On the river its own values are found, in hold'em too; before it those of always-call."""
    plain = {"agents": ("blueprint:limit", "always-call"), "game": "holdem-limit", "deals": 3}
    result = job(**plain, judges=("chips", "aivat:known=1", "aivat:known=1,u=endgame:blueprint:limit")).run()
    chips, share, own = (result.units(judge) for judge in result.job.judges)
    assert (own != chips).any()
    assert (own != share).any()
    told = result.record()["judges"][result.job.judges[2]]["about"]
    assert "blueprint:limit (in all seats, for actions of the last street; else always-call)" in told


def test_round_robins_and_three_seats():
    robin = RobinJob(
        agents=("uniform", "random", "always-raise"), game="leduc", deals=20, judges=("chips", "aivat"), **HERE
    )
    result = robin.run()
    assert result.record()["judges"]["aivat"]["chips_needed"] > 0
    three = MatchJob(
        agents=("uniform", "random", "always-call"), game="kuhn3", deals=40, judges=("chips", "chance", "aivat"), **HERE
    ).run()
    exact = [
        np.mean(
            [exact_values(named_game("kuhn3"), [order[0], order[1], order[2]])[order.index(agent)] for order in orders]
        )
        for orders in [[tuple(rotate(three, shift)) for shift in range(3)]]
        for agent in orders[0]
    ]
    for agent, won in enumerate(three.by_agent("aivat")):
        assert abs(won.mean - exact[agent]) < 5 * won.error + 1e-9


def rotate(result, shift):
    from pokerlab.agents.registry import named_agent

    if not hasattr(rotate, "agents"):
        rotate.agents = [named_agent(name) for name in result.job.agents]
    return [rotate.agents[agent] for agent in result.job.orders[shift]]


def test_a_spot_knows_how_hands_were_dealt():
    """The river of the examples: the computed value is 35.714 of the pot's 100 for the first seat."""
    river = {"game": str(EXAMPLES / "river.toml"), "agents": (f"solution:{EXAMPLES / 'river.sol'}",) * 2}
    result = job(**river, deals=40, judges=("chips", "chance", "aivat")).run()
    seats = result.by_seat("aivat")[0]
    assert seats[0].mean == pytest.approx(35.714, abs=0.02)
    assert seats[1].mean == pytest.approx(64.286, abs=0.02)


def test_closed_agents_are_not_known(monkeypatch):
    """The same seats are known in every hand, whatever happened in it."""
    monkeypatch.setitem(AGENTS, "closed", Closed)
    result = job(agents=("closed", "uniform"), judges=("chips", "chance", "aivat", "aivat:known=none"), deals=30).run()
    assert result.units("aivat:known=none") == pytest.approx(result.units("chance"), abs=1e-9)
    assert (result.units("aivat") != result.units("chance")).any()
    with pytest.raises(PokerError, match="was not logged"):
        job(agents=("closed", "uniform"), judges=("aivat:known=1",), deals=2).run()
    with pytest.raises(PokerError, match="was not logged"):
        job(agents=("closed", "uniform"), judges=("importance",), deals=2).run()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("chance:u=nobody", "is not an agent"),
        ("chance:u=human", "does not say its chances"),
        ("aivat:u=endgame:nobody", "is not an agent"),
        ("divat:endgame:uniform", "is no baseline"),
        ("aivat:known=0", "known is all, none"),
        ("aivat:known=1/3", "there is no agent 3"),
        ("importance:target=human", "cannot be a target"),
        ("importance:value=luck", "value is chips, allin or divat"),
        ("importance:player=3", "there is no agent 3"),
        ("divat:random", "is no baseline"),
        ("divat:strategy:examples/kuhn.strategy", "its file is for kuhn"),
    ],
)
def test_judges_that_cannot_be_are_one_line(text, line):
    with pytest.raises(PokerError, match=line):
        named_judge(text).check(named_game("leduc"))


def test_an_off_policy_target_that_does_what_was_never_played():
    with pytest.raises(PokerError, match="never played"):
        job(agents=("always-call", "uniform"), judges=("importance:target=always-raise",), deals=3).run()


def acpc(hands):
    """A log of others: ACPC lines with names, and times behind a hash."""
    from pokerlab.records.acpc import format_state
    from pokerlab.records.record import HandRecord

    game = named_game("leduc")
    dealer = Shuffled(game)
    agents = [AGENTS["uniform"](), AGENTS["random"]()]
    found = []
    for number in range(hands):
        state = play_hand(game, dealer.deck(4, number), agents, seeds=[(4, number, 0), (4, number, 1)]).state
        record = HandRecord.of(state, names=("Alice", "Bob"), hand_id=str(number))
        found.append(parse_acpc(format_state(record, final=state) + " # 1364827345.123456", game))
    return found


def test_logs_of_others(tmp_path):
    """Names without the time behind them; players whose play is known are told."""
    records = acpc(60)
    assert records[0].players == ("Alice", "Bob")
    judges = ("chips", "allin", "chance", "divat", "mivat", "aivat", "importance")
    log = judged_log(records, judges, plays={"Alice": "uniform"})
    rows = {judge: dict(log.rows(judge)) for judge in judges}
    assert rows["aivat"]["Alice"].error < rows["chance"]["Alice"].error < rows["chips"]["Alice"].error
    assert log.chips_needed("aivat") > log.hands
    assert "Alice" in log.about["aivat"]
    for judge in judges:
        assert rows[judge]["Alice"].mean == pytest.approx(-rows[judge]["Bob"].mean, abs=1e-9)
    with pytest.raises(LabError, match="plays in none"):
        judged_log(records, ("aivat",), plays={"Carol": "uniform"})
    with pytest.raises(LabError, match="does not say its chances"):
        judged_log(records, ("aivat",), plays={"Alice": "human"})
    with pytest.raises(RecordError, match="was played"):
        judged_log(records, ("aivat",), plays={"Alice": "always-fold"})


def test_hidden_cards_are_never_used_by_chance():
    """Bob shows his cards sometimes: that he does depends on the hand, so they count as hidden in all of them."""
    records = [hide(record) for record in acpc(60)]
    log = judged_log(records, ("chips", "chance"))
    assert "known: all cards but those of Bob" in log.about["chance"]
    assert dict(log.rows("chance"))["Alice"].mean != dict(log.rows("chips"))["Alice"].mean
    with pytest.raises(RecordError, match="the cards of seat 1 are hidden"):
        judged_log(records, ("divat",))


def test_hidden_cards_count_where_hands_are_compared():
    """Of a known player `importance` and `aivat` say what they can; what they need is not always there."""
    whole, hidden = acpc(60), [hide(record) for record in acpc(60)]
    judges = ("chips", "importance:gea=0", "importance", "aivat")
    log, seen = (judged_log(hands, judges, plays={"Alice": "uniform"}) for hands in (hidden, whole))
    for judge in judges:
        won, all_seen = (dict(found.rows(judge))["Alice"] for found in (log, seen))
        assert abs(won.mean - all_seen.mean) < 4 * (won.error + all_seen.error)
    assert dict(log.rows("aivat"))["Alice"].error < dict(log.rows("chips"))["Alice"].error
    assert log.about["aivat"].endswith("the cards of Bob only where hands are compared, which biases (docs/judging.md)")
    assert log.about["importance:gea=0"].endswith("the cards of Bob only where hands are compared")
    assert "Bob only" not in seen.about["aivat"]
    own = [replace(record, private=((UNKNOWN,), record.private[1])) for record in whole]
    again = judged_log(own, ("aivat",), plays={"Alice": "uniform"})  # his own cards play no part
    assert dict(again.rows("aivat"))["Alice"] == dict(seen.rows("aivat"))["Alice"]
    mucked = [replace(record, private=(record.private[0], (UNKNOWN,))) for record in whole]
    for judge in ("aivat", "importance", "importance:value=divat"):
        with pytest.raises(RecordError, match="the cards of seat 1 are hidden"):
            judged_log(mucked, (judge,), plays={"Alice": "uniform"})
    with pytest.raises(RecordError, match="importance: the cards of seat 0 are hidden"):
        judged_log(own, ("importance:oc=0",), plays={"Alice": "uniform"})
    with pytest.raises(RecordError, match="the cards of seat 1 are hidden"):
        judged_log(hidden, ("importance:value=divat",), plays={"Alice": "uniform"})


def hide(record):
    """The record without Bob's cards unless hands are compared."""
    return record if record.final().is_showdown else replace(record, private=(record.private[0], (UNKNOWN,)))


def test_hands_of_two_games_in_one_file_are_refused():
    other = State.start(named_game("kuhn"), Shuffled(named_game("kuhn")).deck(1, 1)).act(CALL).act(CALL)
    from pokerlab.records.record import HandRecord

    with pytest.raises(RecordError, match="among those of another game"):
        judged_log([*acpc(2), HandRecord.of(other)], ("chips",))


def test_judges_by_comma():
    """A part without a name belongs to the judge before it; chips stand beside what takes out luck."""
    assert judge_names("chips,allin") == ("chips", "allin")
    assert judge_names("allin:icm=50/30/20") == ("allin:icm=50/30/20",)
    assert judge_names("aivat:known=1,u=uniform,chance") == ("chips", "aivat:known=1,u=uniform", "chance")
    assert judge_names("importance:strategy:x.strategy,gea=0") == ("chips", "importance:strategy:x.strategy,gea=0")


def test_a_real_file_of_hands_with_hidden_cards(tmp_path):
    golden = sorted((Path(__file__).parents[1] / "golden").glob("*.phh"))
    hands = [found.record for path in golden for found in read_hands(path)]
    heads_up = [hand for hand in hands if len(hand.game.stacks) == 2][:3]
    if heads_up:
        log = judged_log(heads_up, ("chips", "chance"), on_broken=lambda error, number: None)
        assert log.hands >= 1
