"""Settings for all tests."""

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))  # for `naive`, the twins that tests in every folder use
sys.path.insert(0, str(Path(__file__).parent / "equilibrium"))  # for `naive_cfr`
sys.path.insert(0, str(Path(__file__).parent / "training"))  # for `naive_walk`

settings.register_profile("pokerlab", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("pokerlab")


@pytest.fixture(scope="session", autouse=True)
def _only_declared_specialisations():
    """Kernels are called with the types they declare: another type would compile them anew, in silence."""
    yield
    from numba.core.sigutils import normalize_signature

    from pokerlab import _jit

    for entry in _jit.ENTRIES:
        declared = {normalize_signature(signature)[0] for signature in entry.signatures}
        undeclared = set(entry.dispatcher.signatures) - declared
        assert not undeclared, f"{entry.name} was called with undeclared types {undeclared}"


@pytest.fixture(autouse=True, scope="session")
def interruptible():
    """Ctrl-C interrupts and a closed terminal ends, even where the tests were started in the background or by `nohup`,
    which ignore them."""
    before = {signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler)}
    if hasattr(signal, "SIGHUP"):
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True, scope="session")
def no_width_of_others():
    """Parallel tests are told the width of the terminal they were started in; what goes into a pipe has its own."""
    width = os.environ.pop("COLUMNS", None)
    yield
    if width is not None:
        os.environ["COLUMNS"] = width


@dataclass
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def pokerlab(monkeypatch, capsys):
    """`pokerlab("eval", "AsKsQsJsTs")` runs the command and gives exit code, stdout and stderr."""
    from pokerlab.__main__ import main

    def run(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["pokerlab", *arguments])
        with pytest.raises(SystemExit) as exit_:
            main()
        captured = capsys.readouterr()
        return Done(int(exit_.value.code or 0), captured.out, captured.err)

    return run
