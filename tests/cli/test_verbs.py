"""The verbs: results on stdout, JSON with a schema, one clear line and exit code 2 on bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pokerlab import __version__
from pokerlab.cli import terminal


def load(done, schema):
    assert done.code == 0, done.err
    content = json.loads(done.out)
    assert content["schema"] == schema
    return content


def test_eval_describes_a_hand(pokerlab):
    done = pokerlab("eval", "QcQd", "JhJs", "Ac", "2d3h")
    assert done.code == 0
    assert "two pair, queens and jacks, ace kicker" in done.out
    assert "rank 4742 of 7462" in done.out


def test_eval_on_a_board_counts_the_other_hands(pokerlab):
    done = pokerlab("eval", "AdQc", "--board", "3h4cJh")
    assert "beats 628, ties 9, loses to 444" in done.out
    hand = load(pokerlab("eval", "AdQc", "--board", "3h4cJh", "--json"), "pokerlab/eval/1")["hands"][0]
    assert (hand["beats"], hand["ties"], hand["loses"], hand["category"]) == (628, 9, 444, "high card")


def test_eval_compares_hands(pokerlab):
    hands = load(pokerlab("eval", "AhKh", "QsQd", "8c8d", "--board", "QhJhTh2c3d", "--json"), "pokerlab/eval/1")[
        "hands"
    ]
    assert [hand["result"] for hand in hands] == ["wins", "loses", "loses"]
    assert hands[0]["best"] == "AhKhQhJhTh"
    tie = load(pokerlab("eval", "AhKh", "AsKs", "--board", "QcJcTd2c3d", "--json"), "pokerlab/eval/1")["hands"]
    assert [hand["result"] for hand in tie] == ["ties", "ties"]


def test_range_shows_matrix_text_and_count(pokerlab):
    done = pokerlab("range", "AKs,AKo,AQs,AQo", "QQ+", "77:0.5")
    assert "QQ+,AQ+,77:0.5" in done.out
    assert "56 hands, 53 by weight, 4.00% of 1326" in done.out
    assert done.out.splitlines()[0].split()[:3] == ["AA", "AKs", "AQs"]
    assert "50%" in done.out.splitlines()[7]


def test_range_as_json(pokerlab):
    content = load(pokerlab("range", "AA,AhKh:0.5", "--dead", "As", "--json"), "pokerlab/range/1")
    assert content["hands"] == 4
    assert content["combos"] == 3.5
    assert content["weights"]["AhKh"] == 0.5
    assert content["classes"] == {"AA": 0.5, "AKs": 0.125}


def test_equity_before_the_flop(pokerlab):
    done = pokerlab("equity", "AA", "KK")
    assert "81.9461%" in done.out
    assert "exact: 61,642,944 deals (table)" in done.out


def test_equity_with_a_matrix(pokerlab):
    done = pokerlab("equity", "20%", "QQ+,AK", "--board", "QhJh2c", "--matrix")
    assert "33.3078%" in done.out
    assert len(done.out.splitlines()) == 5 + 2 * 15


def test_equity_as_json(pokerlab):
    content = load(pokerlab("equity", "AhKh", "QsQd", "--board", "2c3c4c5d", "--json"), "pokerlab/equity/1")
    assert content["exact"] is True
    assert content["deals"] == 44
    assert sum(player["equity"] for player in content["players"]) == pytest.approx(1)
    sampled = load(
        pokerlab("equity", "AA", "*", "*", "--samples", "10000", "--seed", "3", "--json"), "pokerlab/equity/1"
    )
    assert sampled["exact"] is False
    assert sampled["players"][0]["standard_error"] > 0
    again = load(pokerlab("equity", "AA", "*", "*", "--samples", "10000", "--seed", "3", "--json"), "pokerlab/equity/1")
    assert again == sampled


def test_sampled_equity_states_its_error(pokerlab):
    done = pokerlab("equity", "AA", "KK", "--samples", "10000")
    assert "10,000 random deals; error is one standard error" in done.out
    assert "±" in done.out


def test_doctor(pokerlab):
    done = pokerlab("doctor")
    assert done.code == 0
    for word in ("python", "numba", "cpu", "threads", "memory", "directory", "warm"):
        assert word in done.out
    content = load(pokerlab("doctor", "--json"), "pokerlab/doctor/1")
    assert content["problems"] == []
    assert content["versions"]["pokerlab"] == __version__


def test_doctor_names_a_cache_that_cannot_be_written(pokerlab, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("POKERLAB_CACHE_DIR", str(tmp_path / "file" / "cache"))
    done = pokerlab("doctor")
    assert done.code == 1
    assert "cannot be written" in done.out


def test_warmup(pokerlab):
    pokerlab("warmup")
    done = pokerlab("warmup")
    assert done.code == 0
    assert "kernels ready, " in done.err
    assert pokerlab("warmup", "--quiet").err == ""
    some = pokerlab("warmup", "cards")
    assert int(some.err.split()[0]) < int(done.err.split()[0])


def test_tables(pokerlab, tmp_path):
    assert "class against class" in pokerlab("tables", "list").out
    names = [row["name"] for row in load(pokerlab("tables", "list", "--json"), "pokerlab/tables/1")["tables"]]
    assert names == ["evaluator", "income", "pairs", "preflop", "starting", "subsets", "threeway"]
    out = tmp_path / "evaluator.npz"
    assert pokerlab("tables", "build", "evaluator", "--out", str(out)).code == 0
    assert out.stat().st_size > 100_000
    assert "is what its generator computes" in pokerlab("tables", "check", "evaluator").out


def test_version_and_help(pokerlab):
    assert pokerlab("--version").out == f"pokerlab {__version__}\n"
    assert "equity" in pokerlab("--help").out
    for verb in ("eval", "equity", "range", "doctor", "warmup", "tree", "tables"):
        done = pokerlab(verb, "--help")
        assert done.code == 0
        if verb != "tables":
            assert f"pokerlab {verb}" in done.out.split("Example")[1]
    assert "Usage" in pokerlab().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["eval", "AsAs"], "pokerlab: 'As' occurs twice in hand 'AsAs'"),
        (["eval", "AsKsQsJs"], "pokerlab: a hand has 5, 6 or 7 cards, not 4"),
        (["eval", "AsKs"], "pokerlab: two cards have a rank on a board only: give it with --board"),
        (["eval", "Ax"], "pokerlab: 'Ax': unknown suit 'x' (suits are c d h s)"),
        (["eval", "AhKh", "AhQh", "--board", "2c3c4c"], "pokerlab: 'Ah' occurs twice in hands and board"),
        (["eval", "AhKh", "--board", "2c3c"], "pokerlab: board '2c3c': 2 cards, at least 3 needed"),
        (["range", "AXs"], "pokerlab: 'AXs' is not a hand class (did you mean 'AKs'?)"),
        (["equity", "AA"], "pokerlab: an equity needs 2 to 10 ranges, not 1"),
        (["equity", "AA", "KK", "--board", "AhAsAdAc"], "pokerlab: range 1 has no hands once AhAsAdAc are taken out"),
        (["equity", "AhAd", "AhKd"], "pokerlab: ranges 1 and 2 block each other: no deal is possible"),
        (["show"], "pokerlab: Missing argument 'file' (examples: pokerlab show --help)"),
        (["hands", "check"], "(examples: pokerlab hands check --help)"),
        (["equity", "AA", "KK", "--exact", "--samples", "5"], "--exact and --samples exclude each other"),
        (["equity", "AA", "KK", "QQ", "--matrix"], "--matrix is for two players"),
        (["equity", "AA", "KK", "--samples", "many"], "--samples"),
        (["equity", "AA", "KK", "--threads", "0"], "--threads"),
        (["equity", "AA", "KK", "--bord", "2c3c4c"], "--bord"),
        (["warmup", "cardz"], "'cardz' is no package with kernels: "),
        (["equty", "AA", "KK"], "pokerlab: No such command 'equty'."),
        (["tables", "build", "nonsense"], "'nonsense' is not a table: evaluator, income, pairs, preflop"),
        (["tables", "build", "evaluator", "--out", "/dev/null/x"], "pokerlab: /dev/null"),
        (["tables", "build", "evaluator", "--cluster", "tcp://127.0.0.1:1"], "evaluator is made here, in one piece"),
        (["tables", "build", "threeway", "--cluster", "tcp://127.0.0.1:1"], "no scheduler answers at"),
        (["buckets", "features", "--dir", "/dev/null/x"], "pokerlab: /dev/null"),
        (["buckets", "features", "--collect"], "--tls-dir, --collect and --data are for a --cluster"),
        (["buckets", "features", "--jobs", "0"], "--jobs"),
        (["tables", "build", "threeway", "--collect"], "--tls-dir, --collect and --data are for a --cluster"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(pokerlab, arguments, line):
    done = pokerlab(*arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.startswith("pokerlab: ")
    assert done.err.count("\n") == 1
    assert done.out == ""


def test_ctrl_c_ends_with_one_line(pokerlab, monkeypatch):
    def interrupt(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerlab.cards.equity.equity", interrupt)
    done = pokerlab("equity", "AA", "KK")
    assert done.code == 130
    assert done.err == "pokerlab: stopped\n"


def test_a_closed_pipe_is_no_error():
    script = f"{sys.executable} -m pokerlab range '*' | head -1"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("  AA  AKs")
    assert done.stderr == ""


def test_colours_on_a_terminal():
    """Four colours for suits, shades for weights, where the output is a terminal that takes colours."""
    environment = os.environ | {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
    run = [sys.executable, "-m", "pokerlab"]
    done = subprocess.run([*run, "eval", "AcKdQhJs9c"], env=environment, capture_output=True, check=True)
    text = done.stdout.decode()
    codes = {text.split(card)[0].rsplit("\x1b[", 1)[1] for card in ("A♣", "K♦", "Q♥", "J♠")}
    assert len(codes) == 4
    matrix = subprocess.run([*run, "range", "AA,KK:0.5"], env=environment, capture_output=True, check=True)
    assert matrix.stdout.decode().count("48;2;") == 2


def test_the_shell_completes_verbs_and_options():
    """What the shell asks after `pokerlab --install-completion`, without the shell."""
    command = Path(sys.executable).with_name("pokerlab")
    for words, expected in (("pokerlab eq", "equity"), ("pokerlab equity --bo", "--board")):
        question = {"_POKERLAB_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        done = subprocess.run([command], env=os.environ | question, capture_output=True, text=True, check=False)
        assert expected in done.stdout.split()


def test_progress_is_told_between_start_and_end_only(capsys, monkeypatch):
    monkeypatch.setattr(terminal, "_PLAIN_PROGRESS_SECONDS", 0)
    report = terminal._plain_progress(lambda: "work")
    for done in (0, 1, 4):
        report(done, 4)
    assert capsys.readouterr().err.startswith("work: 25%, about ")
