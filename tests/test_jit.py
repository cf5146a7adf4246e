"""The kernel cache: it saves compilation, never runs stale code, and never stands in the way."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

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


def test_an_edited_data_file_opens_a_new_directory(copy):
    key = "from pokerlab import _jit; print(int(_jit.cache_key(), 16))"
    before = copy.run(key)
    data = copy.root / "pokerlab" / "cards" / "data" / "evaluator.npz"
    data.write_bytes(data.read_bytes() + b"\0")
    assert copy.run(key) != before


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


def test_sources_include_what_kernels_import():
    """The quick text search finds the same modules as Python's own parser."""
    import ast

    sources = {path.relative_to(_jit.PACKAGE).as_posix() for path in _jit.kernel_sources()}
    assert {"cards/evaluator_kernels.py", "cards/evaluator_tables.py", "cards/combos.py"} <= sources
    assert [name for name in sources if name.endswith(".npz")] == ["cards/data/evaluator.npz"]
    assert not any(name.startswith("cli/") for name in sources)
    for name in (name for name in sources if name.endswith(".py")):
        for node in ast.walk(ast.parse((_jit.PACKAGE / name).read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pokerlab."):
                parts = node.module.split(".")[1:]
                target = _jit.PACKAGE.joinpath(*parts)
                targets = (
                    [target.with_suffix(".py")]
                    if not target.is_dir()
                    else [target / f"{alias.name}.py" for alias in node.names if (target / f"{alias.name}.py").exists()]
                )
                assert {path.relative_to(_jit.PACKAGE).as_posix() for path in targets} <= sources


def test_every_kernel_that_python_calls_declares_its_types():
    for _ in _jit.warm_up():
        pass
    assert len(_jit.ENTRIES) >= 13
    for entry in _jit.ENTRIES:
        assert entry.dispatcher.signatures, entry.name


def test_warm_up_leaves_nothing_to_compile(copy):
    count = "from pokerlab import _jit; print(_jit.warm_count(), _jit.entry_count())"
    before, entries = copy.run(count)
    assert (before, entries) == (0, _jit.entry_count() + 1)  # the copy has one more
    copy.run("from pokerlab import _jit\nfor _ in _jit.warm_up(): pass")
    assert copy.run(count) == [entries, entries]


def test_cache_directory_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv(_jit.CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert _jit.cache_root() == tmp_path / "pokerlab"
    monkeypatch.setenv(_jit.CACHE_VARIABLE, str(tmp_path / "mine"))
    assert _jit.cache_directory().parent == tmp_path / "mine"
    assert _jit.is_cache_writable()


def test_old_directories_are_pruned_and_foreign_ones_are_not(monkeypatch, tmp_path):
    monkeypatch.setenv(_jit.CACHE_VARIABLE, str(tmp_path))
    for name, age_days in (("0" * 24, 100), ("1" * 24, 1), ("precious", 100), (_jit.cache_key(), 100)):
        (tmp_path / name).mkdir()
        stamp = (tmp_path / name).stat().st_mtime - age_days * 86400
        os.utime(tmp_path / name, (stamp, stamp))
    assert _jit.prune_cache() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["1" * 24, "precious", _jit.cache_key()])
