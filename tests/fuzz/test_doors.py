"""20,000 cases: whatever comes in is taken, and the answer makes sense, or it is refused in a line. `make slow` tries a
million."""

import pytest

pytest.importorskip("resource")

from fuzz.blocks import input_text, run_block
from fuzz.door import shares
from fuzz.packages import DOORS

CASES = shares(DOORS, 20_000)


@pytest.mark.parametrize("name", DOORS)
def test_everything_is_taken_or_refused_in_a_line(name):
    door = DOORS[name]
    tally = run_block(door, 1, door.first, CASES[name])
    report = [f"{failure}\n    {input_text(failure, door)}" for failure in tally.failures[:20]]
    assert not report, f"{len(tally.failures)} of {tally.cases} cases failed\n" + "\n".join(report)
    assert tally.left == 0
    assert tally.accepted, "a door that takes nothing shows nothing"
    assert tally.refused, "a door that refuses nothing shows nothing"
