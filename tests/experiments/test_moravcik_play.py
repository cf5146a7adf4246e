"""The experiments of the thesis that play tournaments, a few of them each."""

import pytest

from pokerlab.experiments.moravcik import play


def test_strength_has_an_interval_for_every_program():
    rows = play._tournaments("superturbo", 2, 1)
    assert [row[0] for row in rows] == ["default", "nash", "expert alone", "casual"]
    assert [row[1] for row in rows] == [2, 2, 2, 3]
    assert sum(row[1] * row[2] for row in rows) / 9 == pytest.approx(-100 * 40 / 1040)  # together they lose the fee
    assert sum(row[1] * row[4] for row in rows) / 9 == pytest.approx(-100 * 40 / 1040)


def test_ordered_ranges_play_whole_tournaments():
    ordered, classes = play._ordered_against_classes("superturbo", 2, 1)
    assert (ordered[0], classes[0]) == ("ordered", "nash")
    assert (4 * ordered[2] + 5 * classes[2]) / 9 == pytest.approx(-100 * 40 / 1040)


def test_places_from_given_stacks_add_up():
    found = play._from_stacks((10, 6, 3, 1), 2, 2, 5)
    for place in range(4):
        assert sum(places[place] for places, _, _ in found) == pytest.approx(1)
    assert sum(value for _, value, _ in found) == pytest.approx(100)


def test_the_start_has_the_button_where_it_is_asked_for():
    for button in range(4):
        hand = play._start((8, 4, 4, 4), button, 3).next_hand()
        assert hand.button == button
        assert hand.facts.stacks == (800, 400, 400, 400)


def test_times_of_decisions():
    quick, ordered = play._response(4, 5, 0, 1)
    assert 4 <= len(quick) <= 5
    assert not ordered
    assert max(quick) < 1000
