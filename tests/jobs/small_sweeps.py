"""Small stand-ins for the sweeps of features, which workers of a cluster do."""

from pathlib import Path

import numpy as np

from pokerlab._archives import write_archive
from pokerlab.abstraction.feature_sweeps import PART_FORMAT, PARTS, open_part
from pokerlab.abstraction.feature_tables import file_tables

SMALL = {"flop": 30, "turn": 40, "river": 50}
"""Classes of each street."""


def rivers(arguments, path):
    rows = np.full((2, 5), 7 * arguments["part"] + 1, np.int32)
    write_archive(path, PART_FORMAT, 1, {"street": "river"}, {"rows": rows})
    return {}


def starts(arguments, path):
    """Numbers that depend on the rows of all rivers, which are sent: nothing lies beside the result."""
    assert list(path.parent.glob("*.rows")) == []
    files = [Path(arguments[f"rows{number}"]) for number in range(PARTS)]
    total = sum(int(open_part(file).array("rows")[0, 0]) for file in files)
    street = arguments["street"]
    index = np.arange(arguments["part"], SMALL[street], PARTS, dtype=np.int32)
    tables = {table.name: numbers(table, total)[index] for table in file_tables(f"{street}.features")}
    write_archive(path, PART_FORMAT, 1, {"street": street}, {"index": index, **tables})
    return {}


def numbers(table, total):
    """A table of few classes."""
    shape = (SMALL.get(table.street, 169), *table.tail)
    return (np.arange(np.prod(shape)).reshape(shape) * total % 100).astype(table.kind)
