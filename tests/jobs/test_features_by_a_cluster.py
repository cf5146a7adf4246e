"""Features by a cluster whose workers do not see the directory: results come back, rows of rivers are sent."""

import numpy as np
import pytest

from pokerlab.abstraction import feature_build, feature_sweeps
from pokerlab.abstraction.feature_build import FeaturesJob
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, file_tables
from pokerlab.abstraction.features import Features
from pokerlab.jobs.cluster import ClusterWorkers

pytest.importorskip("distributed")


def test_tables_are_built_where_workers_do_not_see_the_directory(cluster, tmp_path, monkeypatch):
    import small_sweeps  # on the path of this test and of the workers

    for street, count in small_sweeps.SMALL.items():
        monkeypatch.setitem(CLASS_COUNTS, street, count)
        monkeypatch.setitem(feature_sweeps.TASK_MEMORY, street, 10**8)  # what the workers of tests have
    monkeypatch.setattr(feature_sweeps, "SWEEP_RIVERS", "small_sweeps:rivers")
    monkeypatch.setattr(feature_sweeps, "SWEEP_STARTS", "small_sweeps:starts")
    total = sum(7 * part + 1 for part in range(feature_sweeps.PARTS))

    def merged(parts):
        assert sum(int(part.array("rows")[0, 0]) for part in parts) == total  # they came back
        found = ("river.features", "preflop.features")
        return tuple({table.name: small_sweeps.numbers(table, total) for table in file_tables(name)} for name in found)

    monkeypatch.setattr(feature_build, "merged_rivers", merged)
    job = FeaturesJob(directory=str(tmp_path / "tables"), collect=True)
    built = job.run(workers=lambda: ClusterWorkers(cluster.address, collect=True, data=str(tmp_path / "kept")))
    assert built.built == ("preflop.features", "flop.features", "turn.features", "river.features")
    features = Features.open(tmp_path / "tables")
    for street in ("flop", "turn"):
        for table in file_tables(f"{street}.features"):
            np.testing.assert_array_equal(features.table(street, table.name), small_sweeps.numbers(table, total))
    assert job.run().built == ()
