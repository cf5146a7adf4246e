"""The kernel cache: it saves compilation, never runs stale code, and never stands in the way."""

import ast
import errno
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from pokerlab import _jit

HELPER = """
from pokerlab._jit import kernel
from pokerlab.cards.probe_numbers import NUMBER

@kernel()
def helper(x):
    return x + {step} + NUMBER
"""
CALLER = """
from pokerlab._jit import kernel
from pokerlab.cards.probe_helper_kernels import helper

@kernel("int64(int64)")
def caller(x):
    return 10 * helper(x)
"""
SCRIPT = """
from pokerlab.cards.probe_caller_kernels import caller
print(caller(1), sum(caller.stats.cache_hits.values()))
"""


class Copy:
    """A copy of the package with two kernels of its own, to be edited; results of running them anew."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache = root / "cache"
        shutil.copytree(_jit.PACKAGE, root / "pokerlab", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("probe_caller_kernels", CALLER)
        self.write("probe_helper_kernels", HELPER.format(step=1))
        self.write("probe_numbers", "NUMBER = 0")

    def write(self, module: str, text: str) -> None:
        (self.root / "pokerlab" / "cards" / f"{module}.py").write_text(text)

    def run(self, script: str = SCRIPT, cache: Path | None = None) -> list[int]:
        """The kernel's result and how many compiled functions came from the cache."""
        environment = os.environ | {"PYTHONPATH": str(self.root), _jit.CACHE_VARIABLE: str(cache or self.cache)}
        done = subprocess.run(
            [sys.executable, "-P", "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return [int(word) for word in done.stdout.split()]


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def test_the_second_run_takes_its_code_from_the_cache(copy):
    assert copy.run() == [20, 0]
    assert copy.run() == [20, 1]


def test_an_edited_helper_cannot_run_stale_code(copy):
    assert copy.run() == [20, 0]
    copy.write("probe_helper_kernels", HELPER.format(step=2))
    assert copy.run() == [30, 0]
    copy.write("probe_helper_kernels", HELPER.format(step=1))
    assert copy.run() == [20, 1]  # what was compiled for that text is still right


def test_an_edited_constant_in_an_imported_module_cannot_run_stale_code(copy):
    assert copy.run() == [20, 0]
    copy.write("probe_numbers", "NUMBER = 5")
    assert copy.run() == [70, 0]


def test_an_edit_that_changes_no_kernel_recompiles_none(copy):
    """Neither another text of a constant's module, nor a new exception, nor an edited kernel elsewhere."""
    assert copy.run() == [20, 0]
    copy.write("probe_numbers", "# none\nNUMBER = 0\nOTHER = 7")
    for module in ("errors", "_files", "cards/card", "cards/equity_kernels", "experiments/kujath/ranks_kernels"):
        path = copy.root / "pokerlab" / f"{module}.py"
        path.write_text(path.read_text() + "\nNEW = 1\n")
    assert copy.run() == [20, 1]


def test_a_truncated_cache_file_is_compiled_again(copy):
    copy.run()
    for path in copy.cache.rglob("*.kernel"):
        path.write_bytes(path.read_bytes()[:100])
    assert copy.run() == [20, 0]
    assert copy.run() == [20, 1]


DAMAGE = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from damage import damages
from pokerlab.cards.probe_caller_kernels import caller
from pokerlab.cards.probe_helper_kernels import helper

signature = "int64(int64)"
cache = caller._cache
context = caller.targetctx
path = cache.path(signature)
content = path.read_bytes()
assert cache.load_overload(signature, context) is not None
read = 0
for _, changed in damages(content, seed=5, flips=300):
    path.write_bytes(changed)
    read += cache.load_overload(signature, context) is not None
print(read)
path.write_bytes(content)
helper.compile(signature)
path.write_bytes(helper._cache.path(signature).read_bytes())
print(int(cache.load_overload(signature, context) is not None))
"""


def test_a_damaged_cache_file_is_never_run(copy):
    """Neither after any damage, nor if it is whole but of another function."""
    copy.run()
    tests = str(Path(__file__).parent)
    assert copy.run(DAMAGE.format(tests=tests)) == [0, 0]
    assert copy.run() == [20, 0]
    assert copy.run() == [20, 1]


def test_a_cache_that_cannot_be_a_directory_breaks_nothing(copy):
    in_the_way = copy.root / "file"
    in_the_way.write_text("")
    assert copy.run(cache=in_the_way / "cache") == [20, 0]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_cache_breaks_nothing(copy):
    copy.cache.mkdir()
    copy.cache.chmod(0o500)
    assert copy.run() == [20, 0]


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_full_or_read_only_disk_breaks_nothing(copy, error):
    refuse = f"""
import os, tempfile
def refuse(*args, **options):
    raise OSError({error}, os.strerror({error}))
tempfile.mkstemp = refuse
"""
    assert copy.run(refuse + SCRIPT) == [20, 0]
    assert not list(copy.cache.rglob("*.kernel"))


@pytest.mark.parametrize("path", _jit.kernel_modules(), ids=lambda path: path.stem)
def test_a_key_covers_all_that_a_kernel_module_imports(path):
    """Whatever its text imports from the package is a module that is in the key, or a constant whose value is."""
    name = ".".join(path.relative_to(_jit.PACKAGE.parent).with_suffix("").parts)
    module = import_module(name)
    sources, constants = _jit.kernel_imports(name), _jit._constants(name)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pokerlab"):
            for alias in node.names:
                bound = alias.asname or alias.name
                value = getattr(module, bound)
                if isinstance(value, ModuleType):
                    assert any(key.startswith(f"{bound}.") for key in constants)
                elif bound not in constants:
                    assert node.module in sources, f"{bound} of {node.module}"


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, 1.0), (1, True), ((1, 2), (1, 3)), (np.arange(4), np.arange(4.0)), (np.arange(4), np.arange(4)[::-1]),
     (np.zeros((2, 2)), np.zeros(4)), (np.int64(1), np.uint64(1))],
)  # fmt: skip
def test_constants_that_differ_have_other_fingerprints(first, second):
    assert _jit._fingerprint(first) != _jit._fingerprint(second)
    assert _jit._fingerprint(first) == _jit._fingerprint(first)


def test_every_kernel_that_python_calls_declares_its_types():
    names = [name for name, *_ in _jit.warm_up()]
    assert len(names) >= 13
    assert set(names) == {entry.name for entry in _jit.ENTRIES if entry.package != _jit.EXPERIMENTS}
    assert all(entry.signatures for entry in _jit.ENTRIES)


WARM = """
from pokerlab import _jit
if __name__ == "__main__":
    found = list(_jit.warm_up(["betting", "experiments"], processes={processes}))
    print(len(found), sum(was_cached for _, was_cached, *_ in found), _jit.warm_count())
"""


@pytest.mark.parametrize("processes", [1, 2])
def test_warm_up_leaves_nothing_to_compile(copy, processes):
    script = copy.root / "warm.py"  # processes of its own need a file that they can import
    script.write_text(WARM.format(processes=processes))
    run = f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')"
    _jit.entry_count()  # imports all kernels
    entries = sum(len(entry.signatures) for entry in _jit.ENTRIES if entry.package in ("betting", "experiments"))
    assert entries > 3
    done, cached, files = copy.run(run)
    assert (done, cached) == (entries, 0)
    assert files >= entries  # kernels of other packages that these call have files too
    assert copy.run(run) == [entries, entries, files]


def test_cache_directory_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv(_jit.CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert _jit.cache_root() == tmp_path / "pokerlab"
    monkeypatch.setenv(_jit.CACHE_VARIABLE, str(tmp_path / "mine"))
    assert _jit.cache_directory().parent == tmp_path / "mine"
    assert _jit.is_cache_writable()


def test_what_is_old_is_pruned_and_what_is_foreign_is_not(monkeypatch, tmp_path):
    monkeypatch.setenv(_jit.CACHE_VARIABLE, str(tmp_path))
    here = _jit.platform_key()
    for name, age_days in (
        (f"{'0' * 24}/a.kernel", 100), (f"{'1' * 24}/a.kernel", 1), ("precious/a.kernel", 100),
        (f"{here}/a.kernel", 100), (f"{here}/b.kernel", 1), (f"{here}/notes", 100),
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
        stamp = path.stat().st_mtime - age_days * 86400
        os.utime(path, (stamp, stamp))
    assert _jit.prune_cache() == 2
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {f"{'1' * 24}/a.kernel", "precious/a.kernel", f"{here}/b.kernel", f"{here}/notes"}
    assert not (tmp_path / ("0" * 24)).exists()


@pytest.fixture
def homeless(monkeypatch, tmp_path):
    """A user without a home directory and without a name, as in some containers."""

    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv(_jit.CACHE_VARIABLE, raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(_jit.Path, "home", no_home)
    monkeypatch.setattr(_jit.tempfile, "gettempdir", lambda: str(tmp_path))
    return tmp_path / f"pokerlab-{os.getuid()}"


def test_without_a_home_the_cache_is_in_a_temporary_directory_of_the_user_alone(homeless):
    assert _jit.cache_root() == homeless
    assert homeless.stat().st_mode & 0o777 == 0o700
    assert _jit.cache_root() == homeless
    assert _jit.is_cache_writable()


def test_a_temporary_directory_that_others_can_write_is_not_trusted(homeless):
    homeless.mkdir()
    homeless.chmod(0o777)
    assert not _jit.is_cache_writable()
    homeless.rmdir()
    homeless.symlink_to(homeless.parent)
    assert not _jit.is_cache_writable()
