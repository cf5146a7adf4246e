"""`pokerlab buckets` and `pokerlab size --cards NAME`."""

import json
from pathlib import Path

import numpy as np
import pytest

from pokerlab.abstraction.buckets import Buckets, StreetFacts
from pokerlab.abstraction.feature_tables import CLASS_COUNTS
from pokerlab.abstraction.lookup_table import TableBuilder
from pokerlab.abstraction.notation import parse_cards

EVERY = "ir169.irall.irall.all"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with buckets that tell all hands apart."""
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path))
    table = TableBuilder()
    for size in CLASS_COUNTS.values():
        table.add_every_class(size)
    facts = [StreetFacts(size, size, 1, np.array([size])) for size in CLASS_COUNTS.values()]
    buckets = Buckets(parse_cards(EVERY), table.arrays(), facts, about={"seed": 0})
    buckets.save(tmp_path / "buckets" / f"{EVERY}.buckets")
    return tmp_path


def test_show_says_what_a_name_means(pokerlab, data: Path) -> None:
    shown = pokerlab("buckets", "show", "ir169.dir-pub20x205-20x1.pub3x68-3x1.68")
    assert "4,080" in shown.out
    assert "'20' of what is remembered is read as 'pub20'" in shown.err
    content = json.loads(pokerlab("buckets", "show", "8.8.8.8", "--json").out)
    assert (content["schema"], content["hash"]) == ("pokerlab/buckets/1", None)


def test_a_hand_is_looked_up(pokerlab, data: Path) -> None:
    content = json.loads(pokerlab("buckets", "show", EVERY, "AhKh", "Qh7h2c", "--json").out)
    assert content["hand"]["street"] == "flop"
    assert content["hand"]["alike"] == 1
    assert "flop sight" in pokerlab("buckets", "show", EVERY, "AhKh", "Qh7h2c").out


def test_check_names_what_is_damaged(pokerlab, data: Path) -> None:
    assert "whole" in pokerlab("buckets", "check", EVERY).out
    path = data / "buckets" / f"{EVERY}.buckets"
    content = bytearray(path.read_bytes())
    content[-300] ^= 1
    path.write_bytes(bytes(content))
    failed = pokerlab("buckets", "check", EVERY)
    assert failed.code == 2
    assert "damaged" in failed.err


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("build", "8.8.8.8"), "buckets features"),
        (("build", "8.8x.8.8"), "flop '8x'"),
        (("show", "8.8.8.8", "AhKh"), "buckets build 8.8.8.8"),
        (("check", "8.8.8.8"), "cannot be read"),
        (("judge", "8.8.8.8"), "buckets features"),
    ],
)
def test_what_is_missing_is_said_in_one_line(pokerlab, data: Path, command: tuple[str, ...], why: str) -> None:
    failed = pokerlab("buckets", *command)
    assert failed.code == 2
    assert why in failed.err
    assert len(failed.err.strip().splitlines()) == 1


def test_what_is_there_is_not_built_again(pokerlab, data: Path) -> None:
    assert "is there already" in pokerlab("buckets", "build", EVERY).out


def test_size_of_a_named_abstraction(pokerlab, data: Path) -> None:
    """Schnizlein's fcpa.ir169.64.8.8 at 500 big blinds: 19.4 million infosets and actions."""
    game = "holdem-nolimit:stack=1000,small_blind=1,big_blind=2"
    content = json.loads(pokerlab("size", game, "--cards", "fcpa.ir169.64.8.8", "--json").out)
    assert content["total"]["infoset_actions"] == 19_437_197
    assert content["abstraction"]["sights"] == [169, 64, 512, 4096]
    assert content["abstraction"]["remembered"] == [1, 64, 512]
    assert "remembered after it" in pokerlab("size", game, "--cards", "fcpa.ir169.64.8.8").out
    for cards, why in (("fcpa.8.8.8", "menu"), ("8.8y.8.8", "flop '8y'")):
        failed = pokerlab("size", game, "--cards", cards)
        assert failed.code == 2
        assert why in failed.err
    failed = pokerlab("size", "leduc", "--cards", "8.8.8.8")
    assert failed.code == 2
    assert "2 streets" in failed.err
