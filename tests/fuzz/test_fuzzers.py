"""The fuzzers themselves: cases can be had again, and every kind of fault is found and named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource")

from fuzz.blocks import run_block, run_worker
from fuzz.campaign import Campaign, blocks
from fuzz.door import shares
from fuzz.doors import planted
from fuzz.packages import DOORS
from fuzz.shrink import shrink

PLANTED = {door.name: door for door in planted.DOORS}
HERE = Path(__file__).parent


def found(name: str, first: int, last: int):
    return run_block(PLANTED[name], 1, first, last)


def test_a_case_is_made_of_its_seed_door_and_number():
    door = DOORS["range"]
    cases = [door.case(1, number) for number in range(300)]
    assert cases == [door.case(1, number) for number in range(300)]
    assert len(set(cases)) > 200
    assert cases != [door.case(2, number) for number in range(300)]


def test_a_case_is_the_same_in_another_process():
    script = "from fuzz.doors.cards import DOORS; print([door.case(3, n) for door in DOORS[:3] for n in range(50)])"
    texts = set()
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(HERE.parent)!r}); {script}"]
        texts.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(texts) == 1


def test_cases_have_all_that_readers_stumble_over():
    cases = [DOORS["spot"].case(1, number)[0] for number in range(4000)]
    for piece in ("nan", "1e308", "9" * 400, "\ufeff", "\0", "\udcff", "[" * 1000, "1E+999999999999", "-0", "\r\n"):
        assert any(piece in case for case in cases), ascii(piece[:20])
    assert max(map(len, cases)) > 200_000
    assert min(map(len, cases)) < 50


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("wrong-error", "ValueError: invalid literal for int"),
        ("crash", "the process ended with SIGSEGV"),
        ("endless-python", "more than 0.3 s of processor time"),
        ("endless-machine-code", "more than 0.3 s of processor time"),
        ("memory", "MemoryError"),
        ("writes", "PermissionError"),
    ],
)
def test_a_known_fault_is_found(name, reason):
    tally = found(name, PLANTED[name].first, 0)
    assert [failure.number for failure in tally.failures] == [-1]
    assert tally.failures[0].reason.startswith(reason)
    assert "planted.py" in tally.failures[0].trace
    assert tally.failures[0].command == f"python tests/fuzz {name} --seed 1 --case -1"
    assert tally.accepted == 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not say who wants a processor")
def test_what_waits_in_vain_is_ended_and_what_waits_for_a_processor_is_not(monkeypatch):
    monkeypatch.setattr("fuzz.blocks.QUIET_SECONDS", 2.0)
    waits = found("waits", PLANTED["waits"].first, 0).failures
    assert [failure.reason for failure in waits] == ["the process was aborted, or did nothing for long"]
    monkeypatch.setattr("fuzz.blocks._wants_processor", lambda process: True)
    monkeypatch.setattr("fuzz.blocks.QUIET_SECONDS", 0.0)
    assert found("wrong-error", -2, 0).accepted == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no-sense", "AssertionError: x is no answer"),
        ("long-error", "_TalkativeError of "),
        ("error-of-lines", "_TalkativeError of several lines"),
    ],
)
def test_a_fault_is_found_among_mutations_and_all_other_cases_are_tried(name, reason):
    tally = found(name, 0, 100)
    assert tally.failures
    assert all(failure.reason.startswith(reason) for failure in tally.failures)
    assert tally.cases + tally.left == 100


def test_a_crash_that_takes_several_cases_says_which():
    _, end = run_worker([(PLANTED["late-crash"], range(4))], 1)
    assert end is not None
    failure = found("late-crash", 0, 4).failures[0]
    assert failure.number == end.number
    assert "but only after the cases from" in failure.reason


def test_work_without_end_is_stopped_where_that_is_right():
    tally = found("stops", -2, 0)
    assert (tally.accepted, tally.stopped, len(tally.failures)) == (1, 1, 0)


def test_valid_inputs_must_be_taken():
    (failure,) = found("closed", -1, 0).failures
    assert failure.reason.startswith("ValueError")


def test_a_failure_is_shown_again_by_its_command():
    done = subprocess.run(
        [sys.executable, str(HERE), "range", "--seed", "5", "--case", "17"], capture_output=True, text=True, check=False
    )
    assert ascii(DOORS["range"].case(5, 17)) in done.stdout
    assert done.returncode in (0, 1)


def test_shares_add_up_and_blocks_cover_every_case_once():
    assert sum(shares(DOORS, 20_000).values()) == 20_000
    counts = shares(DOORS, 1_000_000)
    covered = {name: [] for name in DOORS}
    for name, first, last in blocks(DOORS, 1_000_000):
        covered[name] += range(first, last)
    assert all(sorted(covered[name]) == [*range(DOORS[name].first, count)] for name, count in counts.items())


def test_a_campaign_goes_on_where_it_was_ended(tmp_path):
    doors = {name: PLANTED[name] for name in ("no-sense", "error-of-lines")}
    whole = Campaign(2500, 1)
    whole.run(doors, jobs=1, checkpoint=None, watch=lambda *_: None)

    def interrupt(*_):
        raise KeyboardInterrupt

    path = tmp_path / "fuzz.json"
    part = Campaign.load(path, 2500, 1)
    with pytest.raises(KeyboardInterrupt):
        part.run(doors, jobs=1, checkpoint=path, watch=interrupt)
    part = Campaign.load(path, 2500, 1)
    assert 0 < part.tried < whole.tried
    part.run(doors, jobs=1, checkpoint=path, watch=lambda *_: None)
    assert {name: (tally.accepted, tally.failures) for name, tally in part.tallies.items()} == {
        name: (tally.accepted, tally.failures) for name, tally in whole.tallies.items()
    }
    with pytest.raises(SystemExit, match="is not of a campaign of 5 cases"):
        Campaign.load(path, 5, 1)


def test_the_smallest_failing_input_is_found():
    assert shrink(("abcXdefY", "12"), lambda fields: "X" in fields[0] and "Y" in fields[0]) == ("XY", "")
