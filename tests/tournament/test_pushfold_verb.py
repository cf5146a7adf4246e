"""What the verb says of charts: how far they can be trusted, what is indifferent, and where stack tables have gaps."""

import json

import numpy as np
import pytest

from pokerlab.cards.combos import class_index
from pokerlab.tournament.stacktable import stack_table

THREE = ("--stacks", "2000,1500,1000", "--payouts", "65,35")


def test_a_draft_is_one(pokerlab, tmp_path):
    draft = pokerlab("pushfold", *THREE, "--draft")
    assert "DRAFT: solved as if two were all-in at most" in draft.out
    assert "BTN push: " in draft.out
    assert "(draft)" in draft.out
    content = json.loads(pokerlab("pushfold", *THREE, "--draft", "--json").out)
    assert content["draft"]
    assert content["most_all_in"] == 2
    page = tmp_path / "draft.html"
    assert pokerlab("pushfold", *THREE, "--draft", "--out", str(page)).code == 0
    assert page.read_text().count("DRAFT") >= 1


def test_what_the_verb_says_of_a_settled_chart(pokerlab):
    done = pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1")
    assert "settled: no hand could gain more than" in done.out
    assert "= 43s 71%" in done.out
    content = json.loads(pokerlab("pushfold", *THREE, "--json").out)
    assert (content["draft"], content["settled"]) == (False, True)
    assert content["largest_own_gain_percent_of_pool"] <= content["limit_percent_of_pool"] == pytest.approx(1e-4)
    pure = json.loads(pokerlab("pushfold", "--stacks", "10,10", "--blinds", "0.5/1", "--purify", "--json").out)
    assert {hand["frequency"] for row in pure["decisions"] for hand in row["hands"].values()} == {0.0, 1.0}
    assert pure["purified"]["epsilon_percent_of_pool_before"] < pure["epsilon_percent_of_pool"] < 0.01


def test_stacks_in_big_blinds_need_blinds(pokerlab):
    done = pokerlab("pushfold", "--stacks", "10,10")
    assert done.code == 2
    assert "no stack is larger than the big blind of the usual blinds 50/100: give the blinds" in done.err


class TestStackTable:
    def test_gaps_are_shown(self):
        """63s is pushed with at most 2.3 and with 5.1 to 7.1 big blinds: at 4 it costs 0.05."""
        table = stack_table()
        push = table.intervals("push")
        assert table.text(push[class_index("63s")][0]) == "up to 2.3"
        assert table.text(push[class_index("63s")][1]) == "5.1-7.1"
        assert [table.text(part) for part in push[class_index("53s")]] == ["up to 2.4", "3.8-12.9"]
        assert [table.text(part) for part in push[class_index("43s")]] == ["up to 2.2", "4.9-10"]
        assert sorted(table.gaps("push")) == sorted(class_index(name) for name in ("63s", "53s", "43s"))
        four = int(np.flatnonzero(table.stacks == 4.0)[0])
        assert table.push_gains[four, class_index("63s")] == pytest.approx(-0.048, abs=0.002)
        assert table.grid == "1 to 20 big blinds in steps of 0.1"

    def test_the_verb_names_grid_and_gaps(self, pokerlab):
        shown = pokerlab("pushfold", "--stack-table").out
        assert "stacks: 1 to 20 big blinds in steps of 0.1" in shown
        assert "* not with every smaller stack: push 63s: up to 2.3, 5.1-7.1" in shown

    @pytest.mark.parametrize("blinds", ["0/0", "nan/1", "-1/1"])
    def test_blinds_that_cannot_be(self, pokerlab, blinds):
        done = pokerlab("pushfold", "--stack-table", "--blinds", blinds)
        assert done.code == 2
        assert done.err.count("\n") == 1
