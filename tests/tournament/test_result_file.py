"""Push/fold results as files: what is read back answers as what was saved, to the last bit."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from damage import assert_damage_is_noticed, read_header, with_header
from pokerlab._headers import HowMade
from pokerlab.errors import TournamentError
from pokerlab.tournament.future import FutureGame
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.result import PushFoldResult
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.valuation import NextHandIgnored

HEADS_UP = PushFoldSpot.of([10, 10], (0.5, 1))
THREE = PushFoldSpot.of([2000, 1500, 1000], (50, 100), payouts=[65, 35])
FOUR = PushFoldSpot.of([2000, 1500, 1000, 800], (50, 100), ante=10, payouts=[65, 35], most_all_in=4)
PLAIN = ("spot", "reached", "limit", "is_settled", "is_draft", "bunching", "iterations", "seconds", "algorithm")


def everything(result: PushFoldResult) -> list:
    """All that can be asked of a result, to be compared by ==."""
    found = [getattr(result, name) for name in PLAIN]
    found += [getattr(result, name).tobytes() for name in ("values", "gains", "sampling_error")]
    for name in ("strategies", "own_gains", "all_in", "fold"):
        found.append({decision: array.tobytes() for decision, array in getattr(result, name).items()})
    found.append({pot: values.tobytes() for pot, values in result.game.values.items()})
    return [*found, None if result.mixed is None else everything(result.mixed)]


@pytest.fixture(scope="module")
def heads_up() -> PushFoldResult:
    return solve(HEADS_UP)


@pytest.fixture
def path(heads_up, tmp_path) -> Path:
    heads_up.save(tmp_path / "a.pf")
    return tmp_path / "a.pf"


@pytest.mark.parametrize(
    ("spot", "options"),
    [
        (HEADS_UP, {}),
        (THREE, {"draft": True}),
        (PushFoldSpot.of([2000, 50, 100], (50, 100)), {"draft": True}),
        (THREE, {"bunching": True, "target": 1e-3}),
        (THREE, {"valuation": FutureGame(1), "target": 1e-3}),
        (replace(THREE, bounties=(10.0, 10.0, 10.0), progressive=0.5), {"target": 1e-3}),
        (FOUR, {"target": 1e-3}),
        (replace(FOUR, most_all_in=3), {"bunching": True, "target": 1e-3}),
    ],
    ids=[
        "heads-up",
        "draft",
        "draft of blinds all-in",
        "bunching",
        "next hands",
        "bounties",
        "four all-in",
        "bunching of four",
    ],
)
def test_results_read_back_to_the_last_bit(tmp_path, spot, options):
    result = solve(spot, **options)
    result.save(tmp_path / "a.pf")
    loaded = PushFoldResult.load(tmp_path / "a.pf")
    assert everything(loaded) == everything(result)
    assert str(loaded.game.valuation) == str(result.game.valuation)
    pure = result.purified()
    assert everything(replace(loaded.purified(), seconds=pure.seconds)) == everything(pure)
    pure.save(tmp_path / "pure.pf")
    loaded = PushFoldResult.load(tmp_path / "pure.pf")
    assert everything(loaded) == everything(pure)
    loaded.save(tmp_path / "again.pf")
    assert (tmp_path / "again.pf").read_bytes() == (tmp_path / "pure.pf").read_bytes()


@dataclass(frozen=True)
class Squared(NextHandIgnored):
    """A valuation of one's own."""

    def values(self, spot, outcomes):
        return super().values(spot, outcomes) ** 2


def test_pots_of_four_by_another_valuation_cannot_be_judged_again(tmp_path):
    result = solve(FOUR, target=0.1, valuation=Squared())
    result.save(tmp_path / "a.pf")
    loaded = PushFoldResult.load(tmp_path / "a.pf")
    assert everything(loaded) == everything(result)
    with pytest.raises(TournamentError, match=r"pots of four and more are worth by Squared\(\) was not kept"):
        loaded.purified()


def test_the_header_says_how_it_was_made(heads_up, path):
    header = read_header(path.read_bytes())
    assert (header["format"], header["version"]) == ("pokerlab/pushfold", 1)
    assert header["spot"]["stacks"] == [10, 10]
    assert header["decisions"] == [{"player": 0, "against": []}, {"player": 1, "against": [0]}]
    made = HowMade.of(header)
    assert (made.algorithm, made.iterations, made.seconds) == ("LinearProgram", 1, heads_up.seconds)
    assert made.judged["values"] == heads_up.values.tolist()
    assert made.judged["gains"] == heads_up.gains.tolist()


def test_damage_is_noticed(path):
    assert assert_damage_is_noticed(path, lambda p: everything(PushFoldResult.load(p)), TournamentError, seed=3) > 250


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"version": 9}, "has version 9 of its format"),
        ({"format": "pokerlab/solution"}, "is not a push/fold result"),
        ({"spot": {"stacks": [10]}}, "is damaged: its most_all_in are missing"),
        ({"spot": []}, "is damaged: its stacks are missing"),
        ({"decisions": []}, "its decisions are not those of its spot"),
        ({"decisions": [{"player": 0, "against": []}] * 2}, "its decisions are not those of its spot"),
        ({"made": {}}, "does not say how it was solved"),
        ({"made": {"seconds": -1}}, "a run cannot have taken -1 seconds"),
        ({"limit": float("nan")}, "a limit of nan of the pool"),
        ({"draft": "no"}, "true or false"),
        ({"mixed": {}}, "its settled are missing"),
        ({"mixed": {"settled": True, "seconds": 1}}, "its mixed values are missing"),
        ({"valuation": "FutureGame"}, "its outcomes are missing"),
        ({"arrays": []}, "its values are missing"),
    ],
)
def test_files_of_a_faulty_program_are_one_line(path, change, complaint):
    content = path.read_bytes()
    path.write_bytes(with_header(content, read_header(content) | change))
    with pytest.raises(TournamentError, match=complaint) as error:
        PushFoldResult.load(path)
    assert "a.pf" in str(error.value)


@pytest.mark.parametrize(("name", "number"), [("strategies", 1.5), ("strategies", np.nan), ("values", np.inf)])
def test_numbers_that_cannot_be_are_refused(heads_up, tmp_path, name, number):
    path = tmp_path / "a.pf"
    array = getattr(heads_up, name)
    if name == "values":
        replace(heads_up, values=np.full_like(array, number)).save(path)
    else:
        wrong = {decision: np.full_like(some, number) for decision, some in array.items()}
        replace(heads_up, strategies=wrong).save(path)
    with pytest.raises(TournamentError, match=rf"a\.pf: it cannot be read: its {name} are"):
        PushFoldResult.load(path)
