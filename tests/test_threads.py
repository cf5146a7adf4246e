"""Work over threads keeps its order and stops early when told to."""

import threading
import time

import pytest

from pokerlab._threads import available_threads, map_in_order


@pytest.mark.parametrize("threads", [1, 2, 5, None])
def test_results_come_in_order(threads):
    def slow_if_early(n: int) -> int:
        time.sleep(0.002 * (8 - n))
        return n

    seen = []
    results = map_in_order(slow_if_early, range(8), threads=threads, progress=lambda *at: seen.append(at))
    assert list(results) == list(range(8))
    assert seen == [(n, 8) for n in range(1, 9)]


def test_leaving_early_drops_what_has_not_begun():
    begun = []
    lock = threading.Lock()

    def work(n: int) -> int:
        with lock:
            begun.append(n)
        time.sleep(0.01)
        return n

    for result in map_in_order(work, range(1000), threads=2):
        if result == 3:
            break
    time.sleep(0.05)
    assert len(begun) < 50


def test_errors_of_the_work_are_raised():
    with pytest.raises(ZeroDivisionError):
        list(map_in_order(lambda n: 1 // n, [1, 0, 2], threads=2))
    assert list(map_in_order(str, [], threads=2)) == []
    assert available_threads() >= 1
