"""Files of hands read and checked by the rules, ours against pokerkit's: PHH and PokerStars text.

Both read the same 300 random six-player hands and play every action; ours does so while it reads.
"""

import io
import random
import warnings
from collections.abc import Iterator

from pokerkit import HandHistory

from games import GAME
from measure import Goal, best_seconds
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.state import State
from pokerlab.records.reading import read_lines
from pokerlab.records.record import HandRecord
from pokerlab.records.writing import format_hands

HANDS = 300
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")


def main() -> list[Goal]:
    goals = []
    for form, theirs, wanted in (("phh", read_phh, 5), ("pokerstars", read_pokerstars, 15)):
        text = "".join(format_hands(hands(), form))
        lines = text.splitlines(keepends=True)

        def ours(lines: list[str] = lines) -> int:
            return sum(1 for _ in read_lines(lines, "bench"))

        def peer(text: str = text, read=theirs) -> int:
            return sum(1 for _ in read(text))

        assert ours() == HANDS
        assert peer() == HANDS
        seconds = best_seconds(ours, peer, rounds=4)
        for name, taken in zip(("pokerlab", "pokerkit"), seconds, strict=True):
            print(f"{name + ', ' + form:<28} {HANDS / taken:9.0f} hands/s")
        goals.append(Goal(f"hands of {form} text read against pokerkit", seconds[1] / seconds[0], wanted))
    return goals


def hands() -> Iterator[HandRecord]:
    """Hands in which about half of all bets faced are folded to, as people play."""
    rng = random.Random(1)
    for number in range(HANDS):
        state = State.start(GAME, deck=rng.sample(range(52), 17))
        while not state.is_over:
            legal, choice = state.legal, rng.random()
            if choice < 0.45 and legal.fold:
                action = FOLD
            elif choice < 0.85 or not legal.max_raise:
                action = CALL
            else:
                action = raise_to(min(legal.max_raise, 2 * legal.min_raise))
            state = state.act(action)
        yield HandRecord.of(state, names=NAMES, hand_id=str(1000 + number))


def read_phh(text: str) -> Iterator[object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for history in HandHistory.load_all(io.BytesIO(text.encode())):
            yield played(history)


def read_pokerstars(text: str) -> Iterator[object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for history in HandHistory.from_pokerstars(text):
            yield played(history)


def played(history: HandHistory) -> object:
    """The state after all actions."""
    state = None
    for state in history:  # noqa: B007 (the last one is wanted)
        pass
    return state


if __name__ == "__main__":
    print(*main(), sep="\n")
