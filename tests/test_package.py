"""The package as a whole: its public names, what importing it costs, and its errors."""

import subprocess
import sys

import pytest

import pokerlab
from pokerlab import errors

PUBLIC = {
    "CardError", "Category", "DataError", "EquityError", "EquityResult", "HandIndexer", "HandStrength", "Lock",
    "PokerError", "Potential", "Range", "RangeError", "Solution", "Spot", "best_five", "category", "describe",
    "equity", "evaluate", "evaluate_many", "format_cards", "hand_strength", "parse_card", "parse_cards", "potential",
    "solve",
}  # fmt: skip


def test_public_names():
    assert set(pokerlab.__all__) == PUBLIC
    for name in PUBLIC:
        assert getattr(pokerlab, name).__name__ == name
    assert set(dir(pokerlab)) >= PUBLIC
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


def test_one_exception_tree():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert all(issubclass(kind, errors.PokerError) for kind in kinds)


def test_a_missing_or_broken_data_file_is_a_clear_error(monkeypatch, tmp_path):
    from pokerlab.cards import datafile

    monkeypatch.setattr(datafile, "data_path", lambda name: tmp_path / name)
    with pytest.raises(errors.DataError, match=r"preflop\.npz cannot be read"):
        datafile.read_arrays("preflop.npz")
    for content in (b"", b"PK\x03\x04 not really", b"hello"):
        (tmp_path / "preflop.npz").write_bytes(content)
        with pytest.raises(errors.DataError, match=r"preflop\.npz cannot be read") as error:
            datafile.read_arrays("preflop.npz")
        assert "\n" not in str(error.value)
