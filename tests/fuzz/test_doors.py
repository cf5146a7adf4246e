"""20,000 cases: whatever comes in is taken, and the answer makes sense, or it is refused in a line. `make slow` tries a
million."""

import pytest

pytest.importorskip("resource")

from itertools import groupby

from fuzz.blocks import input_text, run_blocks
from fuzz.door import shares
from fuzz.packages import DOORS

CASES = shares(DOORS, 20_000)
PACKAGES = {name: list(doors) for name, doors in groupby(DOORS.values(), lambda door: door.package)}


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_is_taken_or_refused_in_a_line(package):
    doors = PACKAGES[package]
    tallies = run_blocks([(door, range(door.first, CASES[door.name])) for door in doors], 1)
    for door in doors:
        tally = tallies[door.name]
        report = [f"{failure}\n    {input_text(failure, door)}" for failure in tally.failures[:20]]
        assert not report, f"{door.name}: {len(tally.failures)} of {tally.cases} cases failed\n" + "\n".join(report)
        assert tally.left == 0
        assert tally.accepted, f"{door.name}: a door that takes nothing shows nothing"
        assert tally.refused, f"{door.name}: a door that refuses nothing shows nothing"
