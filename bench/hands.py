"""The hand database with a million hands: how long the pages of filtered lists, statistics and single hands take.

Hands are rows of random numbers of the shape that real ones have (heads-up to six players, one player in all of them);
their texts are those of a few real hands, which no list reads.
"""

import tempfile
import time
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import numpy as np

from measure import Goal
from pokerlab.games.action import CALL
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.records.record import HandRecord
from pokerlab.table.hand_blocks import FLAGS, NO_INDEX, ROW, VIEWER, append_rows
from pokerlab.table.hand_database import HandDatabase, HandPage
from pokerlab.table.hand_filters import HandFilter
from pokerlab.table.hand_identity import PreparedHand

HANDS = 1_000_000
OTHERS = 1000
"""Opponents that come and go; `Villain` is in every hand, which is the longest list there can be."""
MOST = 0.2
FILTERS = {
    "all hands": HandFilter(),
    "one class": HandFilter(cards="AA"),
    "wide range on paired flops": HandFilter(cards="22+,A2+,K9+", board="paired and high<=T"),
    "what nobody has": HandFilter(cards="AA,72o", board="trips and suits==1", pot="5-bet", result="lost"),
    "position, pot, result": HandFilter(position="CO,BTN", pot="3-bet,4-bet", result="won", all_in=True),
    "a stack and a showdown": HandFilter(stack_from=20, stack_to=20.5, showdown=True),
    "cards on the board": HandFilter(board="AhKhQh"),
    "a year": HandFilter(since="2015-01-01", until="2015-12-31"),
    "a tournament": HandFilter(event="tournament 77"),
    "who is in every hand": HandFilter(opponent="Villain", cards="AKs", pot="5-bet"),
    "who comes and goes": HandFilter(opponent="other 17", result="lost"),
    "another player's hands": HandFilter(player="Villain", cards="QQ+", position="BB"),
    "starred": HandFilter(star=True),
    "tagged": HandFilter(tag="river"),
}


def main() -> list[Goal]:
    with tempfile.TemporaryDirectory() as folder, HandDatabase(Path(folder) / "hands.db", synchronous=False) as file:
        began = time.perf_counter()
        _fill(file)
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
        print(f"{HANDS:,} hands made in {time.perf_counter() - began:.0f} s, {size / 1e6:,.0f} MB")
        worst = 0.0
        for name, wanted in FILTERS.items():
            seconds, count = _pages(file, wanted)
            worst = max(worst, seconds)
            print(f"{name}: {count:,} hands, a page in at most {1000 * seconds:.0f} ms")
        stats = _seconds(lambda: file.stats(HandFilter(cards="22+,A2+")))
        single = _seconds(lambda: (file.listed(HANDS // 2), file.record(HANDS // 2)))
        opponent = _seconds(lambda: file.stats(HandFilter(player="Villain")))
        print(
            f"statistics in {1000 * stats:.0f} ms, of an opponent in every hand {1000 * opponent:.0f} ms, "
            f"one hand in {1000 * single:.1f} ms"
        )
    return [
        Goal("200 ms against any page of a filtered list of a million hands", MOST / worst, 1),
        Goal("500 ms against the statistics of a choice of a million hands", 0.5 / stats, 1),
        Goal("500 ms against the statistics of an opponent in all of them", 0.5 / opponent, 1),
        Goal("10 ms against one hand of a million", 0.01 / single, 1),
    ]


def _pages(file: HandDatabase, wanted: HandFilter) -> tuple[float, int]:
    """The longest time of a first, a next and a last page, each the best of three; how many hands there are."""
    found: list[HandPage] = []

    def page(before: HandPage | None = None) -> float:
        return _seconds(lambda: found.append(file.page(wanted, before=before.end if before else None)))

    worst = page()
    first = found[-1]
    if first.end is not None:
        worst = max(worst, page(first))
        oldest = file.numbers(wanted)[:60]
        end = file.listed(oldest[-1], wanted.player)
        assert end.time is not None
        late = HandPage([], 0, type(first.end)(int(end.time.replace(tzinfo=UTC).timestamp()), end.hand))
        worst = max(worst, page(late))
    return worst, first.count


def _seconds(work: Callable[[], object]) -> float:
    """The best of three, by the wall: a page waits for the file too."""
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def _fill(file: HandDatabase) -> None:
    rng = np.random.default_rng(1)
    state = State.start(named_game("holdem-nolimit:2"), range(52))
    while not state.is_over:
        state = state.act(CALL)
    hand = PreparedHand.of(HandRecord.of(state, names=("Hero", "Villain"), hand_id="1", table="x", hero=0))
    with file.change() as changing:
        names = ["Hero", "Villain", *(f"other {number}" for number in range(OTHERS))]
        changing.executemany("INSERT INTO players (id, name) VALUES (?, ?)", list(enumerate(names, 1)))
        events = [f"tournament {number}" for number in range(1, 10_001)]
        changing.executemany("INSERT INTO events (id, name) VALUES (?, ?)", list(enumerate(events, 1)))
        rows = _rows(rng)
        append_rows(changing, VIEWER, rows)
        append_rows(changing, 1, rows)
        append_rows(changing, 2, _rows(rng))
        for place in range(OTHERS):
            append_rows(changing, 3 + place, rows[place :: OTHERS // 4])
        changing.executemany(
            "INSERT INTO hands VALUES (?, ?, ?, 4, 1, ?, ?)",
            (
                (number, number.to_bytes(16), (number - 1) // 100 + 1, hand.board, hand.content)
                for number in range(1, HANDS + 1)
            ),
        )
        marked = [(int(number),) for number in rng.choice(HANDS, 5000, replace=False) + 1]
        changing.executemany("INSERT INTO marks VALUES (?, 1, 'a note')", marked)
        changing.executemany("INSERT INTO tags VALUES ('river', ?)", marked)


def _rows(rng: np.random.Generator) -> np.ndarray:
    rows = np.zeros(HANDS, ROW)
    rows["hand"] = np.arange(1, HANDS + 1)
    rows["time"] = 1_300_000_000 + rng.permutation(HANDS) * 400  # files come in any order
    rows["event"] = np.arange(HANDS) // 100 + 1
    rows["stack"] = rng.uniform(1, 200, HANDS).round(2)
    rows["won"] = rng.normal(0, 8, HANDS).round(2)
    rows["board"] = rng.integers(0, 2**63, HANDS, np.uint64) & rng.integers(0, 2**63, HANDS, np.uint64)
    rows["combo"] = rng.integers(0, 1326, HANDS)
    rows["flop"] = np.where(rng.random(HANDS) < 0.4, rng.integers(0, 22_100, HANDS), NO_INDEX)
    rows["flags"] = rng.integers(0, 2 ** len(FLAGS), HANDS)  # SAW_IT is nobody's: every opponent is one
    rows["position"] = rng.integers(17, 23, HANDS)
    rows["pot"] = rng.choice(6, HANDS, p=[0.2, 0.2, 0.45, 0.1, 0.04, 0.01])
    rows["players"] = rng.integers(2, 7, HANDS)
    for name in ("bets", "calls", "folds"):
        rows[name] = rng.integers(0, 4, HANDS)
    return rows


if __name__ == "__main__":
    print(*main(), sep="\n")
