"""`pokerlab show` opens every kind of file: what is in it, in words and in JSON, and one line on any other."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from pokerlab._archives import write_archive
from pokerlab.cli import show_state
from pokerlab.experiments.registry import ExperimentSettings

SPOT = ("--stacks", "10,10", "--blinds", "0.5/1")


def load(done, schema):
    assert done.code == 0, done.err
    content = json.loads(done.out)
    assert content["schema"] == schema
    return content


@pytest.fixture
def result(pokerlab, tmp_path) -> str:
    path = str(tmp_path / "heads-up.pf")
    done = pokerlab("pushfold", *SPOT, "--out", path)
    assert (done.code, "for `pokerlab show`" in done.err) == (0, True)
    assert "SB push: 58.28%" in done.out
    return path


@pytest.fixture
def kuhn(pokerlab, tmp_path) -> tuple[str, str]:
    files = str(tmp_path / "kuhn.strategy"), str(tmp_path / "kuhn.ckpt")
    assert pokerlab("small", "kuhn", "--iterations", "100", "--out", files[0], "--checkpoint", files[1]).code == 0
    return files


@pytest.mark.parametrize("options", [(), ("--hand", "K2s"), ("--player", "bb", "--chart"), ("--gain",), ("--json",)])
def test_a_push_fold_result_is_shown_as_it_was_when_it_was_solved(pokerlab, result, options):
    assert pokerlab("show", result, *options).out == pokerlab("pushfold", *SPOT, *options).out


def test_a_strategy_is_shown_as_it_was_when_it_was_solved(pokerlab, kuhn):
    shown = pokerlab("show", kuhn[0]).out.splitlines()
    solved = pokerlab("small", "kuhn", "--iterations", "100", "--show").out.splitlines()
    assert (shown[:3], shown[4:]) == (solved[:3], solved[4:])
    assert shown[3].startswith("100 iterations of discounted in 0.0")
    assert len(pokerlab("show", kuhn[0], "--hand", "K").out.splitlines()) == 5 + 4
    assert len(pokerlab("show", kuhn[0], "cr1").out.splitlines()) == 5 + 3
    content = load(pokerlab("show", kuhn[0], "cr1", "--hand", "K", "--json"), "pokerlab/show-strategy/1")
    assert (content["game"], content["made"]["iterations"], content["nash_conv"] < 0.01) == ("kuhn", 100, True)
    (row,) = content["strategy"]
    assert (row["player"], row["hand"], row["history"], row["actions"]["c"] > 0.99) == (0, "K", "cr1", True)


def test_a_checkpoint_says_what_it_is_of_and_how_far(pokerlab, kuhn):
    shown = pokerlab("show", kuhn[1]).out
    assert "the checkpoint of a run" in shown
    assert "100 iterations of VectorSolver(Discounted" in shown
    assert "\ngame: kuhn\n" in shown
    content = load(pokerlab("show", kuhn[1], "--json"), "pokerlab/show-checkpoint/1")
    assert (content["format"], content["made"]["iterations"], content["about"]["menu"]) == (
        "pokerlab/checkpoint",
        100,
        "*",
    )
    assert "regret" in [array["name"] for array in content["arrays"]]


def test_a_checkpoint_of_an_experiment(pokerlab, tmp_path):
    path = tmp_path / "parts"
    ExperimentSettings(seed=3, checkpoint=path).kept("author/subject", "one", lambda: list(range(99)))
    shown = pokerlab("show", str(path)).out
    assert "the checkpoint of an experiment" in shown
    assert "seed 3" in shown
    assert "run: {'name': 'author/subject', 'scale': 'small', 'seed': 3}" in shown
    assert "parts: one" in shown


def test_every_kind_of_file_that_is_written_is_shown(pokerlab, tmp_path):
    """A new format goes into `show`, or among `show_state.FORMATS`, which says of a file what its header says."""
    texts = [path.read_text("utf-8") for path in Path(show_state.__file__).parents[1].rglob("*.py")]
    written = {form for text in texts for form in re.findall(r'\w*FORMAT = "(pokerlab/[a-z-]+)"', text)}
    with_a_view = set(
        re.findall(r'"(pokerlab/[a-z]+)"', Path(show_state.__file__).with_name("show.py").read_text("utf-8"))
    )
    assert written - with_a_view - {"pokerlab/run"} == set(show_state.FORMATS)  # a run is a directory
    for number, (form, what) in enumerate(show_state.FORMATS.items()):
        write_archive(tmp_path / str(number), form, 1, {"match": 3}, {})
        shown = pokerlab("show", str(tmp_path / str(number))).out
        assert what in " ".join(shown.split())
        assert "match: 3" in shown


def test_files_of_others_are_one_line(pokerlab, tmp_path, result):
    write_archive(tmp_path / "new", "pokerlab/agent", 1, {}, {})
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("metadata.txt", "hello")
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").write_text("")
    content = bytearray((tmp_path / "heads-up.pf").read_bytes())
    content[100] ^= 1
    (tmp_path / "damaged").write_bytes(content)
    for name, complaint in (
        ("new", "is a file of 'pokerlab/agent', which this program cannot show"),
        ("zip", "is not a file that pokerlab wrote, or is damaged"),
        ("text", "is not a file that pokerlab wrote, or is damaged"),
        ("empty", "is not a file that pokerlab wrote: it is empty"),
        ("damaged", "is damaged: its header is not what was written"),
        ("none", "cannot be read: No such file"),
    ):
        done = pokerlab("show", str(tmp_path / name))
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert complaint in done.err
        assert name in done.err


@pytest.mark.parametrize(
    ("which", "options", "complaint"),
    [
        (0, ("--runouts",), "--runouts cannot be asked of a push/fold result"),
        (0, ("check",), "a node cannot be asked of a push/fold result"),
        (0, ("--player", "CO"), "no decision of 'CO': the positions are SB, BB"),
        (0, ("--hand", "A1s"), "'A1s' is not one of the 169 hand classes"),
        (1, ("--chart",), "--chart cannot be asked of a strategy of a small game"),
        (1, ("r9",), "kuhn has no infoset of 'r9'"),
        (1, ("--hand", "T"), "kuhn has no infoset of 'T'"),
        (2, ("--csv", "-"), "--csv cannot be asked of a checkpoint"),
    ],
)
def test_what_a_file_does_not_have_is_one_line(pokerlab, result, kuhn, which, options, complaint):
    done = pokerlab("show", (result, *kuhn)[which], *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err
