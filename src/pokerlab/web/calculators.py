"""Ranges, equities, ICM, push/fold: small work, each as its verb does it."""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBO, COMBO_COUNT, format_combo
from pokerlab.cards.equity import DEFAULT_SAMPLES, EquityMethod, equity
from pokerlab.cards.ranges import Range
from pokerlab.cards.report import equity_record, range_record
from pokerlab.errors import PokerError
from pokerlab.games.library import named_game
from pokerlab.records.reading import read_lines
from pokerlab.records.report import replay_record
from pokerlab.tournament import icm as model
from pokerlab.tournament.future import FutureGame
from pokerlab.tournament.payouts import check_payouts, check_stacks, parse_payouts
from pokerlab.tournament.pushfold import Watch, named_algorithm, solve
from pokerlab.tournament.report import icm_record, pushfold_columns, stack_table_record
from pokerlab.tournament.result import PushFoldResult
from pokerlab.tournament.spot import PushFoldSpot, check_blinds
from pokerlab.tournament.stacktable import USUAL_STACKS, stack_table
from pokerlab.web.limits import GONE, RefusedError
from pokerlab.web.messages.hands import HandsQuestion
from pokerlab.web.messages.ranges import EquityQuestion, RangeQuestion
from pokerlab.web.messages.tournaments import IcmQuestion, PushFoldQuestion, StackTableQuestion

QUICK_SECONDS = 3.0
"""Equities that take longer are sampled."""
MOST_CHANCES = 50_000
"""Chances of places that are sent at once."""
DRAFT_TARGET = 3e-4
"""What a player may still gain in a draft, as part of the pool: nine players take a third of a second, three a
hundredth."""
LONGEST = 30.0
"""Seconds after which work is given up that is asked for without the socket."""
MOST_KEPT = 16
"""Solved push/fold spots that are kept: painting a range solves nothing again."""
_kept: OrderedDict[str, PushFoldResult] = OrderedDict()
_keeping = threading.Lock()


def combos() -> dict[str, Any]:
    """The hands and classes that columns are about."""
    return {
        "hands": [format_combo(combo) for combo in range(COMBO_COUNT)],
        "class_of": CLASS_OF_COMBO.tolist(),
        "classes": list(CLASS_NAMES),
    }


def read_range(asked: RangeQuestion) -> dict[str, Any]:
    """A range in text, weights and numbers."""
    if (asked.text is None) == (asked.weights is None):
        raise RefusedError("a range is given as 'text' or as 'weights', and not as both")
    text = ",".join(f"{hand}:{weight!r}" for hand, weight in (asked.weights or {}).items())
    given = (
        Range.parse(text if asked.text is None else asked.text) if asked.text or text else Range([0.0] * COMBO_COUNT)
    )
    return range_record(given.without(asked.dead))


def find_equity(asked: EquityQuestion) -> dict[str, Any]:
    """Shares of the pot, exact where that is quick or wanted."""
    if asked.by_hand and len(asked.ranges) != 2:
        raise RefusedError("equities by hand are for two players", field="by_hand")
    if asked.exact and asked.samples:
        raise RefusedError("every deal is counted, or some are sampled: not both", field="samples")
    ranges = []
    for number, text in enumerate(asked.ranges):
        with _about(f"ranges.{number}"):
            ranges.append(Range.parse(text))
    for field, cards in (("board", asked.board), ("dead", asked.dead)):
        with _about(field):
            parse_cards(cards)
    method = EquityMethod.SAMPLING if asked.samples else EquityMethod.SWEEP if asked.by_hand and asked.board else None
    found = equity(
        ranges, asked.board, asked.dead, method=method, budget=inf if asked.exact else QUICK_SECONDS,
        samples=asked.samples or DEFAULT_SAMPLES, seed=asked.seed,
        progress=_patience("these deals take", "let it sample"),
    )  # fmt: skip
    return equity_record(found, ranges, asked.board, asked.dead, asked.seed)


def find_hand(asked: HandsQuestion) -> dict[str, Any]:
    """A hand of a text, step by step."""
    broken: list[str] = []
    game = named_game(asked.game) if asked.game else None
    lines = asked.text.splitlines(keepends=True)
    found = list(read_lines(lines, "text", game=game, on_broken=lambda error: broken.append(str(error))))
    if asked.hand > len(found):
        why = f" ({broken[0]})" if broken else ""
        raise RefusedError(f"there is no hand {asked.hand}, the text has {len(found)}{why}", field="hand")
    return {"count": len(found), "hand": replay_record(found[asked.hand - 1].record), "broken": broken[:20]}


def find_icm(asked: IcmQuestion) -> dict[str, Any]:
    """What stacks are worth, and what else was asked for."""
    chips = asked.stacks
    with _about("stacks"):
        check_stacks(chips)
    with _about("payouts"):
        prizes = _prizes(asked.payouts, len(chips))
    if asked.places and len(chips) * len(prizes) > MOST_CHANCES:
        raise RefusedError(
            f"{len(chips):,} players and {len(prizes):,} prizes are too many for all places", field="places"
        )
    with _about("set_aside"):
        proposed = model.deal(chips, prizes, set_aside=asked.set_aside) if asked.deal else None
    return icm_record(
        chips, prizes, model.icm(chips, prizes),
        model.place_probabilities(chips, len(prizes)) if asked.places else None,
        model.bubble_factors(chips, prizes) if asked.bubble else None,
        proposed,
    )  # fmt: skip


def find_pushfold(asked: PushFoldQuestion, progress: Watch | None = None) -> dict[str, Any]:
    """Charts; `progress` may raise to end the work, and does after `LONGEST` if none is given."""
    key = _key(asked)
    with _keeping:
        found = _kept.get(key)
    if found is None:
        found = _solve(asked, progress or _patience("these charts take", "ask for a draft, or over the socket"))
    with _keeping:
        _kept[key] = found
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    if not asked.fixed:
        return pushfold_columns(found)
    given = {}
    for number, fixed in enumerate(asked.fixed):
        if asked.draft and len(fixed.against) >= found.spot.most_all_in:
            continue  # a draft has no such decision
        with _about(f"fixed.{number}"):
            decision = found.decision(fixed.player, *fixed.against)
            given[decision] = Range.parse(fixed.range).matrix().reshape(CLASS_COUNT)
    return pushfold_columns(found.with_ranges(given), best=True)


def is_solved(asked: PushFoldQuestion) -> bool:
    """Whether charts are there at once, and no draft is needed."""
    with _keeping:
        return _key(asked) in _kept


def find_stack_table(asked: StackTableQuestion) -> dict[str, Any]:
    """The stacks to push and to call with, heads-up, by hand."""
    stacks = USUAL_STACKS if asked.stacks is None else asked.stacks
    return stack_table_record(stack_table(stacks, ante=asked.ante, small_blind=asked.small_blind))


def _key(asked: PushFoldQuestion) -> str:
    return asked.model_copy(update={"fixed": []}).model_dump_json()


def _solve(asked: PushFoldQuestion, progress: Watch) -> PushFoldResult:
    with _about("stacks"):
        check_stacks(asked.stacks)
    with _about("blinds"):
        check_blinds(*asked.blinds, 0.0)
    with _about("ante"):
        check_blinds(*asked.blinds, asked.ante)
    with _about("payouts"):
        payouts = None if asked.payouts is None else _prizes(asked.payouts, len(asked.stacks))
    with _about("algorithm"):
        algorithm = named_algorithm(asked.algorithm) if asked.algorithm else None
    spot = PushFoldSpot.of(
        asked.stacks, asked.blinds, ante=asked.ante, big_blind_ante=asked.big_blind_ante,
        ante_first=asked.ante_first, payouts=payouts,
        most_all_in=asked.most_all_in, bounties=asked.bounties,
        progressive=asked.progressive if asked.bounties else 0.0,
    )  # fmt: skip
    found = solve(
        spot, algorithm, draft=asked.draft, target=DRAFT_TARGET if asked.draft else None,
        limit=None if asked.target is None else asked.target / 100, most_iterations=asked.iterations,
        bunching=asked.bunching, progress=progress,
        valuation=FutureGame(asked.future, watch=lambda: progress(0, 1)) if asked.future else None,
    )  # fmt: skip
    return found.purified() if asked.purify else found


def _prizes(payouts: str | list[float], players: int) -> tuple[float, ...]:
    return parse_payouts(payouts, players) if isinstance(payouts, str) else check_payouts(payouts, players)


@contextmanager
def _about(field: str) -> Iterator[None]:
    """What is wrong is wrong with a field."""
    try:
        yield
    except PokerError as error:
        raise RefusedError(str(error), field=field) from None


def _patience(what: str, instead: str) -> Watch:
    """What gives work up after `LONGEST`, or once nobody waits for it."""
    end, gone = time.monotonic() + LONGEST, GONE.get()

    def watch(done: int, total: int) -> None:
        if gone and gone.is_set():
            raise RefusedError("nobody waits for it any more")
        if time.monotonic() > end:
            raise RefusedError(f"{what} longer than {LONGEST:g} seconds: {instead}")

    return watch
