"""Doors of the package `experiments`: their names."""

from fuzz.door import Door, texts
from pokerlab.experiments.registry import find


def _name(text: str) -> None:
    assert find(text).name == text


DOORS = (
    Door(
        "experiment",
        texts("moravcik/icm", "kujath/table2", "kujath/simulation"),
        _name,
        5,
        ("/", "kujath", "bunten", "moravcik"),
        {"long": ("x" * 1_000_000,), "two lines": ("kujath\ntable2",), "nothing": ("",)},
    ),
)
