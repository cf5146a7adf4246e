"""A hand step by step in plain data."""

from pathlib import Path

import pytest

from pokerlab.cards.equity import equity
from pokerlab.postflop.spot import Spot
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.record import replay
from pokerlab.records.report import replay_record

GOLDEN = Path(__file__).parents[1] / "golden"
HEADS_UP = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 8000]
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 cbr 300", "p1 cc", "d db 2h7h9c", "p1 cc", "p2 cbr 400", "p1 cc",
  "d db Tc", "p1 cbr 1000", "p2 f"]
"""


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.phh")), ids=lambda path: path.stem)
def test_every_step_of_a_replay_is_told(path):
    record = parse_phh(path.read_text("utf-8"))
    found = replay_record(record)
    steps = list(replay(record))
    assert len(found["steps"]) == len(steps)
    assert [step["pot"] for step in found["steps"]] == [step.state.betting.pot for step in steps]
    for step in found["steps"]:
        if step["equities"]:
            assert sum(share for share in step["equities"] if share is not None) == pytest.approx(1)
    assert not found["problems"]
    if found["payoffs"] is not None:
        assert found["payoffs"] == list(record.payoffs())


def test_equities_odds_and_the_spot_it_comes_to():
    found = replay_record(parse_phh(HEADS_UP))
    steps = found["steps"]
    raised = next(step for step in steps if "raises" in step["text"])
    assert raised["pot_odds"] == pytest.approx(raised["to_call"] / (raised["pot"] + raised["to_call"]))
    flop = next(step for step in steps if step["board"] == "2h7h9c")
    exact = equity(["AhKh", "QsQd"], "2h7h9c")
    assert flop["equities"] == pytest.approx([player.equity for player in exact.players])
    spot = flop["spot"]
    assert (spot["pot"], spot["stacks"], spot["aggressor"]) == (600, [9700, 7700], "ip")
    assert spot["seats"] == [flop["actor"], 1 - flop["actor"]]
    kept = {key: spot[key] for key in ("board", "pot", "stacks", "big_blind", "aggressor")}
    assert Spot(**kept, oop="AKs", ip="QQ").effective_stack == 7700
    assert steps[-1]["actor"] is None
    assert found["payoffs"] == [700, -700]


def test_cards_that_were_not_seen_have_no_equity():
    found = replay_record(parse_phh(HEADS_UP.replace("QsQd", "????")))
    assert all(step["equities"] is None for step in found["steps"])
    assert found["seats"][1]["cards"] == "????"


def test_who_calls_for_less_is_told_the_odds_of_what_he_can_win():
    steps = replay_record(parse_phh((GOLDEN / "three-side-pots.phh").read_text("utf-8")))["steps"]
    dan = next(step for step in steps if "Cleo raises to 400" in step["text"])  # 300 to win 50, 100 and 300 of the 400
    assert dan["pot_odds"] == pytest.approx(300 / (300 + 50 + 100 + 300))
    ann = next(step for step in steps if "Dan calls 300" in step["text"])  # 50 more, for 100 of each
    assert ann["pot_odds"] == pytest.approx(50 / 400)
