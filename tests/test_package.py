"""The package as a whole: its public names, what importing it costs, and its errors."""

import shutil
import subprocess
import sys

import numpy as np
import pytest

import pokerlab
from damage import assert_damage_is_noticed, attempt, damages
from pokerlab import errors


def test_public_names():
    for name in pokerlab.__all__:
        found = getattr(pokerlab, name)
        assert name.isupper() or found.__name__ == name
    assert set(dir(pokerlab)) >= set(pokerlab.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = pokerlab.nonsense


def modules_after(statement: str) -> set[str]:
    script = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_package_imports_nothing_heavy():
    assert not modules_after("import pokerlab") & {"numpy", "numba", "rich", "typer", "scipy", "pydantic"}


def test_importing_the_command_line_imports_no_numbers():
    assert not modules_after("import pokerlab.cli.app") & {"numpy", "numba", "scipy", "pydantic"}


def test_evaluating_one_hand_needs_no_compiler():
    assert "numba" not in modules_after("import pokerlab; pokerlab.evaluate('AsKsQsJsTs')")


def test_parsing_a_range_needs_no_compiler():
    assert "numba" not in modules_after("import pokerlab; pokerlab.Range.parse('20%')")


def test_looking_at_a_push_fold_result_needs_no_compiler():
    loaded = modules_after(
        "from contextlib import suppress\nfrom pokerlab.__main__ import main\n"
        "sys.argv[1:] = ['show', 'examples/heads-up.pf', '--json']\n"
        "with suppress(SystemExit):\n    main()"
    )
    assert "pokerlab.tournament.result" in loaded
    assert not loaded & {"numba", "scipy"}


def test_one_exception_tree():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert all(issubclass(kind, errors.PokerError) for kind in kinds)


def test_a_missing_or_broken_data_file_is_a_clear_error(monkeypatch, tmp_path):
    from pokerlab.cards import datafile

    true_path = datafile.data_path
    monkeypatch.setattr(datafile, "data_path", lambda name: tmp_path / name)
    with pytest.raises(errors.DataError, match=r"preflop\.npz cannot be read"):
        datafile.read_arrays("preflop.npz")
    for name in ("preflop.npz", datafile.DIGESTS):
        shutil.copy(true_path(name), tmp_path)
    assert set(datafile.read_arrays("preflop.npz")) == {"wins", "ties"}
    for content in (b"", b"PK\x03\x04 not really", b"hello"):
        (tmp_path / "preflop.npz").write_bytes(content)
        with pytest.raises(errors.DataError, match=r"preflop\.npz cannot be read \(it is damaged\)") as error:
            datafile.read_arrays("preflop.npz")
        assert "\n" not in str(error.value)


def test_damage_to_a_data_file_or_its_digest_is_noticed(tmp_path):
    from pokerlab.cards import datafile

    for name in ("preflop.npz", datafile.DIGESTS):
        shutil.copy(datafile.data_path(name), tmp_path)

    def everything(_):
        return {name: array.tobytes() for name, array in datafile.read_arrays("preflop.npz", tmp_path).items()}

    path = tmp_path / "preflop.npz"
    assert assert_damage_is_noticed(path, everything, errors.DataError, seed=9) > 250
    content = (tmp_path / datafile.DIGESTS).read_bytes()
    for what, changed in damages(content, seed=9):
        (tmp_path / datafile.DIGESTS).write_bytes(changed)
        attempt(everything, path, errors.DataError, what)


def test_a_data_file_that_is_built_has_its_digest_written(tmp_path):
    from pokerlab.cards import datafile

    datafile.write_arrays(tmp_path / "elsewhere.npz", {"a": np.arange(3)})
    assert [path.name for path in tmp_path.iterdir()] == ["elsewhere.npz"]
    (tmp_path / datafile.DIGESTS).touch()
    for number in range(2):
        datafile.write_arrays(tmp_path / "b.npz", {"a": np.arange(number)})
        datafile.write_arrays(tmp_path / "a.npz", {"a": np.arange(3)})
    assert len(datafile.read_arrays("b.npz", tmp_path)["a"]) == 1
    lines = (tmp_path / datafile.DIGESTS).read_text().splitlines()
    assert [line[66:] for line in lines] == ["a.npz", "b.npz"]
