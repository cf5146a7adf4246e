"""What every file says of how it was made."""

import pytest

from pokerlab._headers import PROGRAM, HowMade

MADE = HowMade("Plus()", 1200, 3.25, 7, {"values": [0.5, -0.5], "best": [0.6, -0.4]})


def test_a_header_reads_back():
    entries = MADE.entries()
    assert list(entries) == ["program", "algorithm", "iterations", "seconds", "seed", "values", "best"]
    assert HowMade.of({"made": entries}) == MADE
    assert HowMade.of({"made": HowMade().entries()}) == HowMade()


def test_in_words():
    assert str(MADE) == f"1,200 iterations of Plus() in 3.25 s, seed 7 ({PROGRAM})"
    assert str(HowMade("lp")) == f"lp ({PROGRAM})"
    assert str(HowMade(seconds=2, seed=0)) == f"2.00 s, seed 0 ({PROGRAM})"
    assert str(HowMade()) == PROGRAM


def test_what_headers_before_said_here_and_there():
    solution = {"program": "pokerlab 0", "rule": "Plus()", "iterations": 9, "seconds": None, "values": [1], "best": [2]}
    assert HowMade.of(solution) == HowMade("Plus()", 9, judged={"values": [1], "best": [2]}, program="pokerlab 0")
    assert HowMade.of({"about": {"algorithm": "lp", "note": "x"}}) == HowMade(
        "lp", judged={"note": "x"}, program="an early version"
    )


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([], "does not say how"),
        ({"algorithm": 7}, "by what"),
        ({"iterations": True}, "cannot have done True iterations"),
        ({"iterations": 1.5}, "cannot have done 1.5 iterations"),
        ({"iterations": 10**17}, "cannot have done 100000000000000000 iterations"),
        ({"seconds": float("nan")}, "cannot have taken nan seconds"),
        ({"seconds": "9" * 99}, "cannot have taken 9{40} seconds"),
        ({"seed": 0.5}, r"a seed cannot be 0\.5"),
    ],
)
def test_what_cannot_be(entries, complaint):
    with pytest.raises(ValueError, match=complaint):
        HowMade.of({"made": entries})
