"""Solutions: what a node shows, the file, boards that are kept for others, and rivers found when asked for."""

import gc
import json
import struct
import weakref
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from damage import assert_damage_is_noticed, attempt, damages, read_header, with_data, with_header
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import format_card, parse_cards
from pokerlab.cards.combos import COMBO_CARDS, COMBO_MASKS, parse_combo
from pokerlab.cards.equity import equity
from pokerlab.cards.evaluator import rank_boards
from pokerlab.cards.ranges import Range
from pokerlab.errors import CardError, SolutionError, SpotError
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import Lock
from pokerlab.postflop.report import class_rows, hand_rows, made_rows, runouts, summary_row
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_file import Codec
from pokerlab.postflop.solution_store import has_values
from pokerlab.postflop.spot import Spot

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
DATA = Path(__file__).parent / "data"
SIZES = {"bet": "60%", "raise": "a"}

# clubs and hearts are alike on this turn, so rivers of one stand for the other
TURN = Spot(
    board="KsQs7d2d", pot=100, stack=160, oop="AA,KK:0.5,KJs,JTs,77,T9s:0.3", ip="QQ,AKs,AQs:0.7,J9s,65s,22",
    turn=SIZES, river=SIZES, raise_cap=2, big_blind=10,
)  # fmt: skip
RAKED = Spot(
    board="KsQs7d2d3h", pot=100, stack=160, oop="AA,KK:0.5,KJs,JTs,77,T9s:0.3", ip="QQ,AKs,AQs:0.7,J9s,65s,22",
    river={"bet": "60%,a", "raise": "a"}, rake={"percent": 5, "cap": 8},
)  # fmt: skip
FLOP = Spot(
    board="KsQs7d", pot=100, stack=120, oop="AA,KJs,JTs:0.6", ip="QQ,AKs,65s",
    flop={"bet": "50%", "raise": ""}, turn={"bet": "50%", "raise": ""}, river={"bet": "a", "raise": ""},
)  # fmt: skip

SMALL_TURN = Spot(board="KsQs7d2d", pot=100, stack=160, oop="AA,KJs", ip="QQ,65s", turn=SIZES, river=SIZES)


def solved(spot: Spot, iterations: int = 60, **options) -> Solution:
    engine = Engine(Layout.of(spot, **options), threads=1)
    engine.run(iterations)
    return Solution.of(engine)


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solved(TURN, 200)


@pytest.fixture(scope="module")
def flop() -> Solution:
    return solved(FLOP, 40)


@pytest.fixture(scope="module")
def raked() -> Solution:
    return solved(RAKED)


@pytest.fixture(scope="module")
def turn_file(turn, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("solutions") / "turn.sol"
    turn.save(path)
    return path


# What a node shows


def test_the_known_spot_of_nuts_or_nothing():
    # the answer is known by hand, see examples/river.toml
    solution = solved(Spot.read(EXAMPLES / "river.toml"), 1000)
    bettor = solution.at("check")
    assert bettor.player == 1
    assert bettor.overall_ev == pytest.approx((100 * 2.5 / 7, 100 * 4.5 / 7), abs=0.1)
    assert bettor.strategy["KK"]["bet 100"] == pytest.approx(1, abs=0.01)
    assert bettor.strategy["QJs"]["bet 100"] == pytest.approx(0.375, abs=0.01)
    caller = solution.at("check", "bet 100")
    assert caller.strategy["AhAd"] == pytest.approx({"fold": 0.5, "call": 0.5}, abs=0.02)
    assert np.nanmax(np.abs(caller.ev_of("fold"))) == pytest.approx(0, abs=1e-4)
    assert bettor.best_hands("bet", 3)[0].gain == pytest.approx(50, abs=1)
    assert solution.percent < 0.1
    assert solution.milli_big_blinds is None


def paid(spot: Spot, tree, node, ranks, first: int, second: int, player: int) -> float:
    """What a player has at a leaf, less what he put in, counted from the start of the spot."""
    matched = min(node.committed)
    pot = spot.pot + 2 * matched
    pot -= spot.rake_of(pot)
    if node.kind is NodeKind.FOLD:
        return (pot if node.player != player else 0) - matched
    own, other = (ranks[first], ranks[second]) if player == 0 else (ranks[second], ranks[first])
    return pot * ((own > other) + (own == other) / 2) - matched


def naive_worth(solution: Solution, node, ranks, first: int, second: int, player: int) -> float:
    """Twin: one pair of hands, followed through the whole tree by plain recursion."""
    tree, spot = solution.tree, solution.spot
    if node.kind is not NodeKind.DECISION:
        return paid(spot, tree, node, ranks, first, second, player)
    table = solution.at("/".join(tree.path(node))).strategy.table
    chances = table[:, (first, second)[node.player]]
    below = [tree.nodes[child] for child in node.children]
    return sum(
        chance * naive_worth(solution, child, ranks, first, second, player)
        for chance, child in zip(chances, below, strict=True)
    )


@pytest.mark.parametrize("path", ["", "check", "check/bet 60", "bet 60/raise 160"])
def test_river_values_equal_their_naive_twin(raked, path):
    view = raked.at(path)
    ranks = rank_boards([RAKED.board])[0]
    for player in (0, 1):
        own = np.flatnonzero(view.reach[player])[::5]
        others = np.flatnonzero(view.reach[1 - player])
        for hand in own.tolist():
            met = [other for other in others.tolist() if not COMBO_MASKS[hand] & COMBO_MASKS[other]]
            weights = view.reach[1 - player][met]
            pairs = [(hand, other) if player == 0 else (other, hand) for other in met]
            worth = [naive_worth(raked, view.node, ranks, *pair, player) for pair in pairs]
            expected = np.average(worth, weights=weights) + view.node.committed[player]
            assert view.ev[player, hand] == pytest.approx(expected, abs=2e-3)


def walk(solution: Solution, *paths: str):
    return [solution.at(path) for path in paths]


TURN_NODES = ("", "check", "check/bet 60", "check/bet 60/call", "check/check", "check/check/river 3c",
              "check/check/river Jh/bet 60", "bet 60/call/river Ad/check", "bet 60/raise 160")  # fmt: skip


def test_both_evs_add_up_to_the_pot(turn):
    for view in walk(turn, *TURN_NODES):
        assert sum(view.overall_ev) == pytest.approx(view.pot, abs=0.01)
        assert sum(view.overall_equity) == pytest.approx(1, abs=1e-9)


def test_with_rake_both_get_less_than_the_pot(raked):
    view = raked.root
    assert view.pot - 8 <= sum(view.overall_ev) <= view.pot - 5


def test_the_ev_of_a_decision_is_the_mean_of_its_moves(turn):
    for view in walk(turn, *TURN_NODES):
        if view.player is None:
            continue
        mean = (view.strategy.table * view.move_evs).sum(axis=0)
        known = ~np.isnan(view.ev[view.player])
        np.testing.assert_allclose(mean[known], view.ev[view.player][known], atol=0.01)
        assert sum(view.frequencies.values()) == pytest.approx(1)
        assert np.nanmin(view.ev_loss(view.moves[0])) >= 0
        for text in ("", "check/check", "/".join(["check"] * 3)):  # no move, or more than one
            with pytest.raises((SolutionError, SpotError)):
                view.ev_loss(text)


def test_the_ev_of_a_move_is_the_ev_of_the_node_it_leads_to(turn):
    view = turn.root
    after = turn.at("bet 60")
    put = after.node.committed[0] - view.node.committed[0]
    np.testing.assert_allclose(view.ev_of("bet 60"), after.ev[0] - put, atol=1e-3)


@pytest.mark.parametrize("path", ["check/check", "bet 60/call"])
def test_a_deal_is_worth_the_mean_of_its_rivers_for_every_hand(turn, path):
    # the deal's values come of the whole engine, those of the rivers of small ones that follow the same strategies
    deal = turn.at(path)
    sums, met = np.zeros((2, 1326)), np.zeros((2, 1326))
    for card in deal.next_cards:
        river = deal.after(f"river {format_card(card)}")
        sums += np.nan_to_num(river.ev) * river.met * ~np.isnan(river.ev)
        met += river.met * ~np.isnan(river.ev)
    known = ~np.isnan(deal.ev)
    np.testing.assert_allclose(sums[known] / met[known], deal.ev[known], atol=0.02)


def test_equities_are_those_of_the_ranges_that_come_there(turn):
    view = turn.at("check/bet 60")
    ranges = [Range(weights / weights.max()) for weights in view.reach]
    expected = equity(ranges, view.board)
    assert view.overall_equity == pytest.approx([player.equity for player in expected.players], abs=1e-6)


def test_reach_multiplies_along_the_way(turn):
    before, after = turn.at("check"), turn.at("check/bet 60")
    moved = before.strategy.table[1]
    np.testing.assert_allclose(after.reach[1], before.reach[1] * np.nan_to_num(moved), atol=1e-12)
    np.testing.assert_allclose(after.reach[0], before.reach[0])


def test_strategies_by_class_are_means_by_weight(turn):
    view = turn.root
    combos = [parse_combo(f"K{s}J{s}") for s in "cdh"]  # the king of spades lies on the board
    weights = view.weights[0][combos]
    expected = np.average(view.strategy.table[:, combos], axis=1, weights=weights)
    assert list(view.strategy["KJs"].values()) == pytest.approx(expected.tolist())
    assert set(view.strategy) >= {"KdJd", "AhAd"}
    assert "KJs" in view.strategy
    assert "KsJs" not in view.strategy
    assert len(view.strategy) == int((view.reach[0] > 0).sum())
    with pytest.raises(CardError, match="'KsJs' cannot be held here"):
        _ = view.strategy["KsJs"]
    with pytest.raises(CardError, match="'72o' cannot be held here"):
        _ = view.strategy["72o"]


def test_paths_and_ends(turn):
    view = turn.at("x", "b")
    assert view.path == "check/bet 60"
    assert view.next_paths == ("check/bet 60/call", "check/bet 60/raise 160")
    assert (view.pot, view.to_call, view.player) == (160, 60, 0)
    deal = turn.at("check/check")
    assert deal.is_deal
    assert deal.moves == ()
    assert len(deal.next_cards) == 48
    assert deal.after("7h").path == "check/check/river 7h"
    assert "deal at 'check/check'" in repr(deal)


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("check/bet 60/fold", "the hand is over there"),
        ("check/check/river 7h/check/check", "the hand is over there"),
        ("check/check/river/bet 60", "which river"),
        ("check/check/bet 60", "which river"),
        ("check/check/river Ks", "on the board already"),
        ("check/bet 61", "is not a move"),
    ],
)
def test_paths_that_lead_nowhere_are_one_line(turn, path, complaint):
    with pytest.raises((SolutionError, SpotError), match=complaint) as error:
        turn.at(path)
    assert "\n" not in str(error.value)


def test_nobody_decides_at_a_deal(turn):
    deal = turn.at("check/check")
    for ask in (lambda: deal.strategy, lambda: deal.frequencies, lambda: deal.ev_of("check")):
        with pytest.raises(SolutionError, match="nobody decides there, the river is dealt"):
            ask()


def test_a_board_on_which_no_hands_can_meet():
    spot = Spot(board="KsQs7d2d", pot=100, stack=100, oop="AhAd,AcAs", ip="AhAd,AcAs", turn=SIZES, river=SIZES)
    view = solved(spot, 10).at("check/check/river Ah")
    assert not view.is_reached
    assert np.isnan(view.overall_ev).all()
    assert np.isnan(view.ev).all()
    assert np.isnan(list(view.frequencies.values())).all()


# Boards that stand for others


def test_renamed_boards_equal_a_solution_of_every_board():
    # few iterations: many would let the last bits grow where hands are indifferent
    few, full = solved(FLOP, 4), solved(FLOP, 4, isomorphism=False)
    assert len(few.store.boards) < 0.7 * len(full.store.boards)
    for path in ("check/check/turn 9h", "check/check/turn 9c/check", "check/bet 50/call/turn 9s/check/check/river 8h"):
        kept, own = few.at(path), full.at(path)
        np.testing.assert_allclose(kept.reach, own.reach, atol=1e-5)
        np.testing.assert_allclose(kept.strategy.table, own.strategy.table, atol=1e-4)
        np.testing.assert_allclose(kept.ev, own.ev, atol=0.01)
        np.testing.assert_allclose(kept.overall_ev, own.overall_ev, atol=1e-3)


def test_hands_of_a_renamed_board_are_those_asked_for(flop):
    # hearts and clubs are alike: what the nine of hearts is to AhKh, the nine of clubs is to AcKc
    hearts, clubs = flop.at("check/check/turn 9h/check"), flop.at("check/check/turn 9c/check")
    assert hearts.strategy["6h5h"] == pytest.approx(clubs.strategy["6c5c"])
    assert "9c" not in "".join(clubs.strategy)
    assert hearts.frequencies == pytest.approx(clubs.frequencies)


# The file


def assert_alike(first: Solution, second: Solution, paths, tolerance: float = 0.0) -> None:
    for path in paths:
        one, other = first.at(path), second.at(path)
        np.testing.assert_allclose(one.reach, other.reach, atol=tolerance)
        if one.player is not None:
            np.testing.assert_allclose(one.strategy.table, other.strategy.table, atol=tolerance)
        np.testing.assert_allclose(one.ev, other.ev, atol=200 * tolerance)
        assert (one.path, one.pot, one.board) == (other.path, other.pot, other.board)


RIVER_NODES = [path for path in TURN_NODES if "river" in path]


def test_a_file_gives_back_what_was_written(turn, turn_file):
    opened = Solution.open(turn_file)
    assert opened.spot == turn.spot
    assert opened.judgement == turn.judgement
    assert opened.made == turn.made
    assert opened.streets == ("turn", "river")
    assert opened.milli_big_blinds == pytest.approx(turn.milli_big_blinds)
    assert_alike(turn, opened, [path for path in TURN_NODES if "river" not in path])
    assert_alike(turn, opened, RIVER_NODES, tolerance=3e-5)  # rivers are rounded to 1/65535


def test_a_flop_file_gives_back_all_streets(flop, tmp_path):
    calls = []
    flop.save(tmp_path / "flop.sol", progress=lambda done, total: calls.append((done, total)))
    assert calls[-1][0] == calls[-1][1] == len(calls)
    opened = Solution.open(tmp_path / "flop.sol")
    assert opened.streets == ("flop", "turn", "river")
    assert_alike(flop, opened, ["", "check/bet 50", "check/check", "check/check/turn 9c/check", "check/check/turn 9h"])
    assert_alike(flop, opened, ["check/check/turn 9c/check/check/river 8h/check"], tolerance=3e-5)


def test_a_file_saved_again_is_the_same_file(turn_file, tmp_path):
    Solution.open(turn_file).save(tmp_path / "again.sol")
    assert (tmp_path / "again.sol").read_bytes() == turn_file.read_bytes()


def test_the_file_is_as_documented(turn, turn_file):
    # read by the description in docs/solutions.md alone
    content = turn_file.read_bytes()
    magic, version, block, size, length, blocks = struct.unpack_from("<8sIIQQQ", content)
    assert (magic, version, block, size) == (b"POKERLAB", 1, 16384, len(content))
    first = 64 + length + -(-4 * blocks // 64) * 64
    assert struct.unpack_from("<II", content, 56) == (zlib.crc32(content[64:first]), zlib.crc32(content[:60]))
    data = content[first:]
    header = json.loads(content[64 : 64 + length])
    assert (header["format"], header["version"]) == ("pokerlab/solution", 3)
    arrays = {array["name"]: array for array in header["arrays"]}
    assert list(arrays) == ["boards", "strategies of the turn", "values of the turn", "strategies of the river"]
    boards = arrays["boards"]["shape"][0]
    assert (arrays["boards"]["start"], arrays["boards"]["shape"]) == (0, [boards, 77])

    def record(number: int) -> tuple:
        return struct.unpack_from("<5B24B3i2H2Q2Q", data, 77 * number)

    def hands(board: tuple[int, ...], weights) -> list[int]:
        alive = [combo for combo in range(1326) if not set(COMBO_CARDS[combo].tolist()) & set(board)]
        return [combo for combo in alive if weights[combo] > 0]

    root = record(0)
    assert root[:5] == (*TURN.board, 255)
    assert root[29:32] == (-1, 1, boards - 1)
    assert root[34] == arrays["strategies of the turn"]["start"]
    assert root[36] == arrays["values of the turn"]["start"]
    own = hands(TURN.board, TURN.oop.weights)
    assert root[32] == len(own)
    table = np.frombuffer(data, "<f4", 2 * len(own), root[34]).reshape(2, -1)  # the first decision: check or bet
    np.testing.assert_array_equal(table, turn.root.strategy.table[:, own])
    view = turn.root
    value = np.frombuffer(data, "<f4", len(own), root[36])  # of the first node
    np.testing.assert_allclose(value / view.met[0][own] + 50, view.ev[0][own], atol=1e-3)

    card = "3c"  # which stands for the three of hearts too
    number = next(n for n in range(1, boards) if record(n)[4] == parse_cards(card)[0])
    river = record(number)
    # decisions of the first player in tree order: the line 'check/check' comes first, with check or bet
    own = hands(river[:5], TURN.oop.weights)
    stored = np.frombuffer(data, "<u2", len(own), river[34]) / 65535
    shown = turn.at(f"check/check/river {card}").strategy.table[0, own]
    np.testing.assert_allclose(stored, shown, atol=1e-5)
    assert (river[36], river[37]) == (0, 0)


def test_river_strategies_add_up_to_one_after_rounding():
    codec = Codec([1, 2, 3, 3, 5])
    rng = np.random.default_rng(1)
    pieces = [rng.dirichlet(np.full(count, 0.3), 40).T for count in (1, 2, 3, 3, 5)]
    table = np.concatenate(pieces).astype(np.float32)
    stored = codec.encode(table)
    assert stored.dtype == np.uint16
    assert stored.shape == (14 - 5, 40)
    again = codec.decode(stored)
    assert np.abs(again - table).max() < 1.01 / 65535
    for first, count in ((0, 1), (1, 2), (3, 3), (6, 3), (9, 5)):
        np.testing.assert_allclose(again[first : first + count].sum(axis=0), 1, atol=1e-6)
    assert (codec.encode(again) == stored).all()


def test_locks_are_kept_in_the_file(tmp_path):
    lock = Lock("check/check/river/bet 60", {"*": {"fold": 0.25, "call": 0.75, "raise 160": 0}, "QQ": {"call": 1}})
    solution = solved(TURN, 20, locks=[lock])
    for streets in (None, "turn"):
        solution.save(tmp_path / "locked.sol", streets=streets)
        opened = Solution.open(tmp_path / "locked.sol")
        view = opened.at("check/check/river 3h/bet 60")
        assert view.strategy["J9s"]["call"] == pytest.approx(0.75, abs=1e-4)
        assert view.strategy["QQ"]["call"] == pytest.approx(1, abs=1e-4)
        assert opened.locks[0].node == "check/check/river/bet 60"


def test_a_file_can_be_opened_without_being_read(turn_file):
    # only the header, and what was asked for, is decoded
    opened = Solution.open(turn_file)
    opened.root.frequencies  # noqa: B018
    assert opened.store.strategies.cache_info().currsize == 1


# Rivers that are not stored


def test_rivers_left_out_are_solved_for_the_stored_ranges(turn, tmp_path):
    turn.save(tmp_path / "short.sol", streets="turn")
    turn.save(tmp_path / "whole.sol")
    assert (tmp_path / "short.sol").stat().st_size < (tmp_path / "whole.sol").stat().st_size / 3
    short = Solution.open(tmp_path / "short.sol")
    assert short.streets == ("turn",)
    assert_alike(turn, short, [path for path in TURN_NODES if "river" not in path])
    for path in ("check/check/river 3c", "check/check/river 3h", "bet 60/call/river Ad"):
        view, stored = short.at(path), turn.at(path)
        np.testing.assert_allclose(view.reach, stored.reach, atol=1e-5)  # the ranges are the stored ones
        river, _ = short._rivers.at(view.node, short.place(view.board))
        assert 0 <= river.nash_conv <= max(turn.nash_conv, 1e-5 * river.spot.pot) + 1e-6
        # both solve the same river: its value is known within the sum of what both leave open
        open_chips = river.nash_conv + 0.05 * turn.spot.pot
        assert view.overall_ev == pytest.approx(stored.overall_ev, abs=open_chips)
        assert sum(view.overall_ev) == pytest.approx(view.pot, abs=0.01)
    with pytest.raises(SolutionError, match="the strategies of the river are not stored"):
        short.save(tmp_path / "no.sol", streets="river")


def test_the_whole_strategy_stays_near_equilibrium_with_rivers_solved_again(turn, tmp_path):
    turn.save(tmp_path / "short.sol", streets="turn")
    short = Solution.open(tmp_path / "short.sol")
    engine = Engine(TURN, threads=1)
    boards = engine.layout.boards
    for board, cards in enumerate(boards.cards):
        for player in (0, 1):
            rows = engine.average(board, player)
            for index, row in engine.layout.storages[len(cards) - 4].row.items():
                node = engine.layout.tree.nodes[index]
                if node.player == player:
                    table = short.strategy_at(node, short.place(cards))
                    rows[row : row + len(node.children)] = table[:, boards.hands(board, player)]
            engine.set_average(board, player, rows)
    assert turn.nash_conv < 0.01 * TURN.pot
    assert engine.judge().nash_conv < turn.nash_conv + 0.01 * TURN.pot


# Bad files


def changed(content: bytes, **changes) -> bytes:
    """A file with another header, its checksum right."""
    return with_header(content, read_header(content) | changes)


def made_changed(content: bytes, **changes) -> bytes:
    """The same with other words on how it was made."""
    return changed(content, made=read_header(content)["made"] | changes)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda content: b"", "is empty"),
        (lambda content: b"PK\x03\x04 something else altogether", "is not a solution file"),
        (lambda content: b"POKER", "is not a solution file"),
        (lambda content: b"POKERSOL", "ends within its header"),
        (lambda content: b"POKERSOL" + struct.pack("<IIQ", 9, 0, 0), "has version 9 of its format"),
        (lambda content: b"POKERSOL" + struct.pack("<IIQ", 1, 0, 5) + b"hello", "header is not what was written"),
        (lambda content: content[:20], "ends within its first bytes"),
        (lambda content: content[:100], "is damaged: it has 100 bytes"),
        (lambda content: content[:-1], "is damaged: it has"),
        (lambda content: content + b"x", "is damaged: it has"),
        (lambda content: content[:8] + struct.pack("<I", 9) + content[12:], "first bytes are not what was written"),
        (lambda content: content[:100] + b"?" + content[101:], "header is not what was written"),
        (lambda content: changed(content, version=9), "has version 9 of its format, this program reads 2"),
        (lambda content: changed(content, spot={"pot": -3}), "header cannot be read"),
        (lambda content: changed(content, spot=[]), "header cannot be read"),
        (lambda content: made_changed(content, iterations=float("inf")), "header cannot be read"),
        (lambda content: made_changed(content, iterations=-1), "header cannot be read"),
        (lambda content: made_changed(content, values=[float("nan"), 0]), "header cannot be read"),
        (lambda content: made_changed(content, seconds="soon"), "header cannot be read"),
        (lambda content: changed(content, locks=[7]), "header cannot be read"),
        (lambda content: changed(content, arrays=[]), "it has no boards"),
        (lambda content: with_data(content, 0, b"\x77"), "its boards do not fit each other"),  # no card
        (lambda content: with_data(content, 5, b"\x30"), "its boards do not fit each other"),  # no renaming
        (lambda content: with_data(content, 33, b"\xff" * 8), "its boards do not fit each other"),  # no next boards
    ],
)
def test_bad_files_are_one_line(turn_file, tmp_path, change, complaint):
    path = tmp_path / "bad.sol"
    path.write_bytes(change(turn_file.read_bytes()))
    with pytest.raises(SolutionError, match=complaint) as error:
        Solution.open(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def everything(path: Path) -> tuple:
    """All that a solution file says, read through and through."""
    solution = Solution.open(path)
    store = solution.store
    numbers = [store.strategies(board, player).tobytes() for board in range(len(store.boards)) for player in (0, 1)] + [
        values.tobytes()
        for level in range(len(solution.streets))
        if has_values(level + len(solution.spot.board), len(solution.spot.board))
        for player in (0, 1)
        for values in store.street_values(level, player)
    ]
    return numbers, store.boards, solution.spot, solution.made, solution.judgement, str(solution.locks)


@pytest.mark.parametrize("streets", ["turn", "river"])
def test_damage_is_noticed(tmp_path, streets):
    path = tmp_path / "small.sol"
    solved(SMALL_TURN, 20).save(path, streets=streets)
    refused = assert_damage_is_noticed(path, everything, SolutionError, seed=7, flips=200, cuts=20)
    assert refused > 230


def test_damage_is_noticed_where_it_is_looked_at_and_named(turn, tmp_path):
    path = tmp_path / "turn.sol"
    turn.save(path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 0x40  # in the last river
    path.write_bytes(content)
    opened = Solution.open(path)
    assert opened.root.frequencies == turn.root.frequencies
    assert opened.at("check/check/river 3c").player == 0
    last = opened.store.boards[-1].cards[-1]
    blocks = -(-sum(array["bytes"] for array in read_header(bytes(content))["arrays"]) // 16384)
    with pytest.raises(SolutionError, match=rf"turn\.sol is damaged: strategies of the river \(block {blocks} of"):
        opened.at("check/check", f"river {format_card(last)}", "check").frequencies  # noqa: B018


@pytest.mark.parametrize("number", [np.nan, np.inf, -0.5, 3e37])
def test_numbers_that_cannot_be_are_refused_even_with_right_checksums(turn_file, tmp_path, number):
    content = turn_file.read_bytes()
    arrays = {array["name"]: array for array in read_header(content)["arrays"]}
    path = tmp_path / "wrong.sol"
    path.write_bytes(with_data(content, arrays["strategies of the turn"]["start"], np.float32(number).tobytes()))
    with pytest.raises(SolutionError, match=r"wrong\.sol is damaged: the strategies on KsQs7d2d are no strategies"):
        Solution.open(path).root.frequencies  # noqa: B018
    if not np.isfinite(number):
        path.write_bytes(with_data(content, arrays["values of the turn"]["start"], np.float32(number).tobytes()))
        with pytest.raises(SolutionError, match=r"wrong\.sol is damaged: the values on KsQs7d2d are no values"):
            Solution.open(path).root.ev  # noqa: B018


def test_river_strategies_that_cannot_be_are_refused(tmp_path):
    path = tmp_path / "wrong.sol"
    solved(SMALL_TURN, 5).save(path)
    content = path.read_bytes()
    river = next(array for array in read_header(content)["arrays"] if array["name"] == "strategies of the river")
    falling = np.arange(river["bytes"] // 2)[::-1].astype("<u2").tobytes()
    path.write_bytes(with_data(content, river["start"], falling))
    with pytest.raises(SolutionError, match="are no strategies"):
        everything(path)


def test_hands_that_are_not_the_spots_are_refused(turn_file, tmp_path):
    path = tmp_path / "wrong.sol"
    path.write_bytes(with_data(turn_file.read_bytes(), 41, b"\1\0"))
    with pytest.raises(SolutionError, match="the hands of KsQs7d2d are not those of its spot"):
        Solution.open(path).root.frequencies  # noqa: B018


def test_files_of_earlier_versions_are_read(tmp_path):
    """The first version had no checksums but one of the header."""
    old = Solution.open(DATA / "river-version-1.sol")
    assert "no checksums" in old.note
    new = Solution.open(EXAMPLES / "river.sol")
    assert new.note is None
    assert old.root.frequencies == new.root.frequencies
    second = Solution.open(DATA / "river-version-2.sol")
    assert second.note is None
    assert (replace(second.made, program=old.made.program), second.judgement) == (old.made, old.judgement)
    assert second.root.frequencies == new.root.frequencies
    old = Solution.open(DATA / "turn-version-1.sol")
    view = old.at("check/bet 60/call/river 3c")
    assert view.overall_ev == pytest.approx((71.60498654514309, 148.39501805710626))  # as the first version showed
    old.save(tmp_path / "new.sol")
    new = Solution.open(tmp_path / "new.sol")
    assert new.note is None
    lines = ["", "check", "check/check", "check/check/river 3c", "bet 60/call/river 9h/check"]
    assert_alike(old, new, lines)
    assert_alike(old, Solution.open(DATA / "turn-version-2.sol"), lines)


@pytest.mark.parametrize("name", ["river-version-1.sol", "turn-version-1.sol"])
def test_damage_to_files_of_version_1_crashes_nothing(tmp_path, name):
    path = tmp_path / name
    for what, content in damages((DATA / name).read_bytes(), seed=8, flips=200, cuts=20):
        path.write_bytes(content)
        attempt(everything, path, SolutionError, what)


def test_missing_files_and_streets_are_one_line(turn, raked, tmp_path):
    with pytest.raises(SolutionError, match="cannot be read: No such file"):
        Solution.open(tmp_path / "nowhere.sol")
    with pytest.raises(SolutionError, match="cannot be read: Is a directory"):
        Solution.open(tmp_path)
    with pytest.raises(SolutionError, match="the last street to store is turn or river"):
        turn.save(tmp_path / "x.sol", streets="flop")
    with pytest.raises(SolutionError, match="the last street to store is river"):
        raked.save(tmp_path / "x.sol", streets="turn")
    (tmp_path / "file").write_text("")
    with pytest.raises(SolutionError, match="cannot be written"):
        turn.save(tmp_path / "file" / "x.sol")
    assert not (tmp_path / "x.sol").exists()


# Tables


def test_rows_by_hand_class_and_made_hand_agree(turn):
    view = turn.at("check")
    by_hand, by_class, by_made = hand_rows(view), class_rows(view), made_rows(view)
    all_hands = summary_row(view, "all")
    assert sum(row.share for row in by_hand) == pytest.approx(1)
    assert sum(row.share for row in by_class) == pytest.approx(1)
    made = [row for row in by_made if "draw" not in row.name and row.name not in ("open ended", "gutshot", "overcards")]
    assert sum(row.share for row in made) == pytest.approx(1)
    for rows in (by_hand, by_class, made):
        assert sum(row.share * row.ev for row in rows) == pytest.approx(view.overall_ev[1])
        assert sum(row.share * row.strategy[1] for row in rows) == pytest.approx(view.frequencies["bet 60"])
        assert sum(row.share * row.equity for row in rows) == pytest.approx(view.overall_equity[1])
    assert all_hands.ev == pytest.approx(view.overall_ev[1])
    assert hand_rows(view, player=0)[0].strategy == ()
    assert {row.name for row in hand_rows(view, chosen=COMBO_CARDS[:, 0] >> 2 == 12)} >= {"AhKh"}


def test_runouts_average_to_the_deal(turn):
    deal = turn.at("check/check")
    found = runouts(turn, "check/check")
    assert (found.path, found.street, found.player, len(found.rows)) == ("check/check/river", "river", 0, 48)
    assert found.moves == ("check", "bet 60")
    assert found.mean.chance == pytest.approx(1)
    assert found.mean.ev == pytest.approx(deal.overall_ev, abs=0.02)
    assert found.mean.equity == pytest.approx(deal.overall_equity, abs=1e-6)
    for by, count in (("rank", 13), ("suit", 4)):
        groups = found.grouped(by)
        assert len(groups) == count
        assert sum(row.chance for row in groups) == pytest.approx(1)
        assert sum(row.chance * row.ev[0] for row in groups) == pytest.approx(found.mean.ev[0])
    row = next(row for row in found.rows if row.card == "7h")
    view = deal.after("7h")
    assert row.ev == pytest.approx(view.overall_ev)
    assert row.frequencies == pytest.approx(tuple(view.frequencies.values()))


def test_runouts_after_further_moves_and_over_the_turn(flop):
    found = runouts(flop, "check/check/check")
    assert (found.path, found.street, found.player) == ("check/check/turn/check", "turn", 1)
    assert found.mean.chance == pytest.approx(1)
    later = runouts(flop, "check/check/turn 9h/check/check/river/check")
    assert later.path == "check/check/turn 9h/check/check/river/check"
    assert len(later.rows) == 48
    before_river = runouts(flop, "check/check/check/check")
    assert (before_river.player, before_river.moves, before_river.street) == (None, (), "turn")


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("check", "no card is dealt before it"),
        ("check/check/river 7h", "every card is named"),
        ("check/check/river/check/check", "the hand is over"),
    ],
)
def test_bad_runouts_are_one_line(turn, path, complaint):
    with pytest.raises(SolutionError, match=complaint):
        runouts(turn, path)


def test_runouts_are_over_one_card(flop):
    with pytest.raises(SolutionError, match="more than one card"):
        runouts(flop, "check/check/turn/check/check/river/check")
    with pytest.raises(SolutionError, match="by 'rank' or 'suit'"):
        runouts(flop, "check/check").grouped("colour")


def test_cards_are_parsed_as_dealt():
    assert parse_cards("KsQs7d2d") == TURN.board


def test_a_solution_and_its_rivers_go_when_nobody_has_them(turn_file):
    """Without the collector of cycles, which knows nothing of how large they are."""
    solution = Solution.open(turn_file)
    view = solution.at("check/check/river Ah")
    assert view.overall_ev[0] > 0
    left = [weakref.ref(one) for one in (solution, *solution._rivers._found.values())]
    assert len(left) == 2
    gc.disable()
    try:
        del solution, view
        assert [one() for one in left] == [None, None]
    finally:
        gc.enable()
