"""The outermost door, through the real process: streams of any kind, Ctrl-C, memory, and the net for what is left."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pokerlab.cli import streams

RUN = [sys.executable, "-m", "pokerlab"]


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in which `pokerlab` is ours; `$?` of a pipe is that of its first command."""
    script = f"pokerlab() {{ '{sys.executable}' -m pokerlab \"$@\"; }}\n{command}\nexit ${{PIPESTATUS[0]}}"
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    return subprocess.run(
        ["bash", "-c", script], env=os.environ | environment, capture_output=True, encoding=encoding, check=False
    )


@pytest.mark.parametrize("command", ["range AA >&-", "--help >&-", "range AA >&- 2>&- <&-"])
def test_what_is_written_to_a_closed_stream_is_thrown_away(command):
    done = shell(f"pokerlab {command}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_bad_input_has_its_exit_code_where_stderr_is_closed():
    done = shell("pokerlab range AXs 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_file_does_not_get_the_number_of_a_closed_stream(tmp_path):
    script = (
        "import os, sys; from pokerlab.cli import streams; streams.prepare(); "
        f"number = os.open({str(tmp_path / 'file')!r}, os.O_CREAT); sys.exit(number)"
    )
    done = shell(f"'{sys.executable}' -c \"{script}\" <&- >&- 2>&-")
    assert done.returncode > 2


@pytest.mark.parametrize(
    "command",
    [
        "range '*' | true",  # rich meets it
        "size holdem-limit --json | true",  # typer meets it
        "--version | true",  # nobody meets it before the last flush
        "--help | true",
        "range AXs 2>&1 >/dev/null | true",
        "small kuhn --iterations 50 2>&1 >/dev/null | true",
    ],
)
def test_a_broken_pipe_ends_with_141_and_no_word(command):
    done = shell(f"pokerlab {command}")
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize("command", ["range AA", "--version"])
def test_a_full_disk_is_one_line(command):
    done = shell(f"pokerlab {command} > /dev/full")
    assert (done.returncode, done.stderr) == (2, "pokerlab: No space left on device\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_output_that_takes_no_symbols_gets_letters(encoding):
    done = shell("pokerlab eval AsKd2h3c4c; pokerlab range AA; pokerlab --help", LC_ALL="C", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("As Kd 2h 3c 4c")
    assert {"ascii": " AA   .  ", "cp1252": " AA   ·  "}[encoding] in done.stdout


@pytest.mark.parametrize(
    "command",
    ["show examples/river.sol check", "simulate examples/river.sol --hands 1k --no-check", "solve --help", "reproduce"],
)
def test_every_kind_of_output_can_be_had_in_windows_1252(command):
    done = shell(f"pokerlab {command}", LC_ALL="C", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert "unexpected error" not in done.stderr
    assert not set(done.stdout) & set("♣♦♥♠─│█")


def test_json_is_escaped_where_output_takes_no_symbols():
    spot = "--board QsJh2h7c3d --pot 100 --stack 150 --oop QQ+ --ip KK --set name=Moravčík"
    done = shell(f"pokerlab tree {spot} --json", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert "Morav\\u010d\\u00edk" in done.stdout


def test_symbols_that_a_stream_lacks_are_written_alike(tmp_path):
    streams.prepare()
    path = tmp_path / "plain"
    with path.open("w", encoding="ascii", errors=streams.PLAIN) as file:
        file.write("A♠ 3 ± 1 Moravčík █▏ … 中 \udcff")
    assert path.read_text() == "As 3 +- 1 Moravcik # ... ? ?"


@pytest.fixture
def broken_typer(tmp_path):
    """`python -m pokerlab` in whose first import something happens."""

    def run(what: str, **environment: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "typer.py").write_text(what)
        path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        return subprocess.run(
            [*RUN, "range", "AA"],
            env=os.environ | environment | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    return run


def test_ctrl_c_while_importing_is_one_line(broken_typer):
    done = broken_typer("import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(9)")
    assert (done.returncode, done.stderr) == (130, "pokerlab: stopped\n")


def test_what_nobody_thought_of_is_one_line_with_a_code_of_its_own(broken_typer):
    done = broken_typer("raise ValueError('one\\n' + 'two ' * 5000)")
    assert done.returncode == 70
    assert done.stderr.startswith("pokerlab: unexpected error: ValueError: one two two")
    assert done.stderr.endswith("...; POKERLAB_DEBUG=1 shows the details\n")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 420


def test_the_details_are_there_when_asked_for(broken_typer):
    done = broken_typer("raise RecursionError('deep')", POKERLAB_DEBUG="1")
    assert done.returncode == 70
    assert done.stderr.startswith("Traceback")
    assert done.stderr.endswith("unexpected error: RecursionError: deep; POKERLAB_DEBUG=1 shows the details\n")


def test_no_memory_left_is_one_line_that_says_what_helps(pokerlab, monkeypatch):
    import numpy as np

    def hungry(*arguments, **options):
        np.empty((10**9, 10**9))

    monkeypatch.setattr("pokerlab.cards.equity.equity", hungry)
    done = pokerlab("equity", "AA", "KK")
    assert done.code == 2
    assert done.err.startswith("pokerlab: not enough memory (Unable to allocate")
    assert "take less" in done.err
    assert done.err.count("\n") == 1


def test_no_line_is_longer_than_a_line(pokerlab):
    done = pokerlab("x" * 100_000)
    assert done.code == 2
    assert len(done.err) < 420
    assert done.err.endswith("...\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["small", "kuhn", "--seconds", "inf"], "'--seconds': inf is not a finite number"),
        (["solve", "--target", "nan"], "'--target': "),
        (["tree", "--merge", "nan"], "'--merge': nan is not a finite number"),
        (["solve", "--seed", "1" * 23], f"'--seed': {'1' * 23} is beyond 9,223,372,036,854,775,807"),
        (["equity", "AA", "KK", "--seed", "1" * 23], "'--seed': "),
        (["tree", "--big-blind", "1" * 23], "'--big-blind': "),
    ],
)
def test_numbers_of_every_verb_are_finite_and_of_64_bits(pokerlab, arguments, line):
    done = pokerlab(*arguments)
    assert done.code == 2
    assert line in done.err
    assert done.err.count("\n") == 1
