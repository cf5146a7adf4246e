"""Counts of the betting: against walks of the whole tree, and against published numbers."""

import csv
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from enumeration import seeded_round, walk_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.betting.cardviews import all_deals, canonical_deals, card_view, one_player_deals
from pokerlab.betting.count import count_bets, count_from, count_round, with_forced_checks
from pokerlab.betting.game_size import GameSize, Precision, count_game
from pokerlab.betting.heads_up import count_chip_by_chip
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.nolimit import RoundsOfPartitions, _Partitions
from pokerlab.betting.position import Walk, seeded
from pokerlab.cards.isomorphism import FLOP, PREFLOP, RIVER, TURN, HandIndexer
from pokerlab.errors import GameError
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem_limit, holdem_nolimit, named_game
from pokerlab.games.rules import Limit

COUNTS = Path(__file__).parents[1] / "counts"
NAMES = ("starts", "sequences", "actions", "continuing", "folds", "showdowns")


def plain(counts) -> list[dict]:
    return [{name: {p: n for p, n in getattr(count, name).items() if n} for name in NAMES} for count in counts]


def game_of(text: str, order: str):
    game = named_game(text)
    return seeded(game) if order == "seed" else game


def count_file(name: str) -> dict[tuple[str, str, str], list[dict[str, str]]]:
    """The rows of a count file by (game, order, menu)."""
    games: dict[tuple[str, str, str], list[dict[str, str]]] = {}
    with (COUNTS / name).open(newline="") as file:
        for row in csv.DictReader(file):
            games.setdefault((row["game"], row["order"], row["menu"]), []).append(row)
    return games


def as_counts(rows: list[dict[str, str]]) -> list[dict]:
    streets = 1 + max(int(row["street"]) for row in rows)
    counts = [{name: {} for name in NAMES} for _ in range(streets)]
    for row in rows:
        for name in NAMES:
            if int(row[name]):
                counts[int(row["street"])][name][int(row["players"])] = int(row[name])
    return counts


WALKED = count_file("walked.csv")
COUNTED = count_file("counted.csv")


@pytest.mark.parametrize(("game", "order", "menu"), WALKED, ids=[" ".join(key) for key in WALKED])
def test_count_files_hold_what_a_walk_of_the_whole_tree_finds(game, order, menu):
    expected = as_counts(WALKED[game, order, menu])
    assert plain(walk_hand(game_of(game, order), parse_menu(menu))) == expected
    assert plain(count_bets(game_of(game, order), parse_menu(menu))) == expected


@pytest.mark.parametrize(("game", "order", "menu"), COUNTED, ids=[" ".join(key) for key in COUNTED])
def test_count_files_of_games_too_large_to_walk(game, order, menu):
    assert plain(count_bets(game_of(game, order), parse_menu(menu))) == as_counts(COUNTED[game, order, menu])


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("first_street", [True, False])
def test_the_seed_order_is_the_one_described(players, first_street):
    walk = Walk(seeded(holdem_limit(players)))
    assert plain([count_round(walk, 0 if first_street else 1, players)]) == plain([seeded_round(players, first_street)])


def test_every_round_of_limit_holdem_goes_into_the_whole_hand():
    """Streets composed of rounds equal the whole hand counted state by state."""
    from pokerlab.betting.recall import compose_rounds

    for players in (2, 3, 6, 10):
        walk = Walk(holdem_limit(players))
        composed = compose_rounds(walk, lambda street, m, walk=walk: count_round(walk, street, m).continuing)
        assert plain(composed) == plain(count_bets(walk.game))


@settings(max_examples=40)
@given(
    st.integers(2, 4),
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(0, 1),
    st.integers(1, 7),
)
def test_partitions_equal_states_without_limit(players, small, more, ante, behind):
    """The closed form for equal stacks against the count state by state, for every menu of chips."""
    big = small + more
    game = holdem_nolimit(players, stack=big + ante + behind, small_blind=small, big_blind=big, ante=ante)
    walk = Walk(game)
    assert plain(RoundsOfPartitions(game).count()) == plain(count_from(walk, [walk.start], range(4)))


@settings(max_examples=40)
@given(
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.sampled_from([Limit.NONE, Limit.POT]),
    st.integers(1, 2),
    st.integers(0, 2),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
def test_chips_equal_states_heads_up(behind, limit, small, more, antes):
    """Unequal stacks and antes, with and without the limit of the pot."""
    big = small + more
    base = holdem_nolimit(2, stack=100, small_blind=small, big_blind=big)
    stacks = tuple(big + chips + ante for chips, ante in zip(behind, antes, strict=True))
    game = replace(base, stacks=stacks, antes=antes, limit=limit)
    walk = Walk(game)
    assert plain(count_chip_by_chip(game)) == plain(count_from(walk, [walk.start], range(4)))


def test_chips_equal_partitions_where_both_apply():
    game = named_game("holdem-nolimit:stack=60,small_blind=1,big_blind=2")
    assert plain(count_chip_by_chip(game)) == plain(RoundsOfPartitions(game).count())


@settings(max_examples=30)
@given(
    st.lists(st.integers(2, 7), min_size=2, max_size=3),
    st.sampled_from(["*", "fcpa", "fca", "f,c,50%,a", "fchpa/h"]),
    st.sampled_from([Limit.NONE, Limit.POT]),
    st.integers(0, 2),
)
def test_states_equal_a_walk(stacks, menu, limit, ante):
    """Any stacks, limits and menus, on two streets."""
    base = holdem_nolimit(len(stacks), stack=10, small_blind=1, big_blind=2, ante=ante)
    game = replace(
        base,
        stacks=tuple(stacks),
        limit=limit,
        bets=base.bets[:2],
        raise_caps=base.raise_caps[:2],
        private_cards=(2, 0),
        board_cards=(0, 5),
        first_to_act=base.first_to_act[:2],
    )
    if Betting.start(game).is_over:
        with pytest.raises(GameError, match="nobody has a decision"):
            count_bets(game, parse_menu(menu))
        return
    assert plain(count_bets(game, parse_menu(menu))) == plain(walk_hand(game, parse_menu(menu)))


@given(st.integers(2, 10), st.sampled_from(["real", "seed"]))
def test_nodes_and_actions_add_up(players, order):
    """Every action leads to one node, and every street begins where the one before went on."""
    counts = count_bets(game_of(f"holdem-limit:{players}", order))
    for before, count in zip([None, *counts], counts, strict=False):
        inner = count.sequences.total() - count.starts.total()
        assert count.actions.total() == inner + count.continuing.total() + count.terminals.total()
        if before:
            assert count.starts == before.continuing


# Known sizes


def test_two_player_limit_holdem():
    """Widely quoted sizes, attributed to Johanson (Measuring the Size of Large No-Limit Poker Games, 2013)."""
    counts = count_bets(holdem_limit())
    totals = [(c.sequences.total(), c.actions.total(), c.continuing.total(), c.terminals.total()) for c in counts]
    assert totals == [(8, 21, 7, 7), (70, 182, 63, 56), (630, 1638, 567, 504), (5670, 14742, 0, 9639)]
    game = holdem_limit()
    assert GameSize(counts, card_view(game, "all")).total.infosets == 316_207_058_696_146_800
    assert GameSize(counts, card_view(game, "canonical")).total.infosets == 13_803_249_787_132
    assert GameSize(counts, card_view(game, "one")).total.infosets == 319_365_922_522_608


# As public listings quote Johanson (2013; the paper itself was not at hand), the three no-limit games of the Annual
# Computer Poker Competition: states of the game, infosets of one player, infoset actions up to suits.
NOLIMIT = {
    "stack=1000,small_blind=1,big_blind=2": (
        7159379256300503000014733539416250494206634292391071646899171132778113414200,
        7231696218395692677395045408177846358424267196938605536692771479904913016,
        937575457443070937268150407671117224976700640913137221641272121424098561,
    ),
    "stack=400,small_blind=1,big_blind=2": (
        1375203442350500983963565602824903351778252845259200,
        1389094358906842392181537788403345780331801813952,
        180091019297791288982204479657796281550065385037,
    ),
    "stack=20000,small_blind=50,big_blind=100": (
        631143875439997536762421500982349491523134755009560867161754754138543071866492234040692467854187671526019435023155654264055463548134458792123919483147215176128484600,
        637519066101007550690301496238244324920475418719042634144396116764136550474559674075887513367166011522983983431697050644965107911879207553424525286198175080441144,
        82653117189901827068203416669319641326155549963289335994852924537125934134924844970514122385645557438192782454335992412716935898684703899327697523295834972572001,
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", NOLIMIT)
def test_no_limit_games_of_the_competition(game):
    rules = named_game(f"holdem-nolimit:{game}")
    counts = count_bets(rules)
    states, infosets, actions = NOLIMIT[game]
    assert GameSize(counts, card_view(rules, "all")).total.infosets == states
    assert GameSize(counts, card_view(rules, "one")).total.infosets == infosets
    assert GameSize(counts, card_view(rules, "canonical")).total.actions == actions


def test_the_same_game_with_the_checks_of_players_who_are_all_in():
    """A count of $1-$2 with $400 stacks that is also in use: both all-in players check through the later streets."""
    game = named_game("holdem-nolimit:stack=400,small_blind=1,big_blind=2")
    counts = with_forced_checks(count_bets(game))
    states = 1375230799524255869389187840877270666266705147774400
    assert GameSize(counts, card_view(game, "all")).total.infosets == states


def test_leduc_and_kuhn():
    """Leduc has 936 infosets with its 6 cards (288 if suits are ignored); Kuhn has 12."""
    assert GameSize(count_bets(named_game("leduc")), card_view(named_game("leduc"), "one")).total.infosets == 936
    assert (
        GameSize(count_bets(named_game("leduc")), card_view(named_game("leduc"), "buckets:3.9")).total.infosets == 288
    )
    assert GameSize(count_bets(named_game("kuhn")), card_view(named_game("kuhn"), "one")).total.infosets == 12


# Cards


def test_deals_up_to_suits_are_those_that_the_indexer_numbers():
    sizes = tuple(HandIndexer(*rounds).size for rounds in (PREFLOP, FLOP, TURN, RIVER))
    assert canonical_deals(holdem_limit()) == sizes == (169, 1_286_792, 55_190_538, 2_428_287_420)


def test_deals_of_small_decks_by_listing():
    from itertools import permutations

    game = named_game("leduc")
    deals = list(permutations(game.deck, 2))
    assert one_player_deals(game) == (6, len(deals))
    swapped = {2: 3, 3: 2}  # hearts and spades
    assert canonical_deals(game)[1] == len(
        {frozenset({deal, tuple(4 * (c // 4) + swapped[c % 4] for c in deal)}) for deal in deals}
    )
    assert all_deals(game) == (30, 120)
    assert all_deals(holdem_limit(3))[0] == 1_832_266_800  # C(52, 2) C(50, 2) C(48, 2)


def test_views_that_cannot_be_are_refused():
    for text in ("nonsense", "buckets", "buckets:2.4", "buckets:2.4.8.0", "buckets:2.4.8.x", "all:2"):
        with pytest.raises(GameError, match="'") as error:
            card_view(holdem_limit(), text)
        assert "\n" not in str(error.value)


# Abstractions and memory


def test_truncated_nodes_see_cards_only_with_two_players():
    """Bunten 2017, table 4.1: 37 two-player nodes of 2 buckets and 45 others before the flop."""
    game = seeded(holdem_limit(3))
    size = GameSize(count_bets(game), card_view(game, "buckets:2.4.8.16"), truncated=True)
    assert size.streets[0].infosets == 2 * 37 + 45
    assert size.streets[0].actions == 2 * 89 + 110


def test_memory_and_disk():
    size = GameSize(count_bets(holdem_limit()), card_view(holdem_limit(), "canonical"))
    assert size.memory(Precision.DOUBLES) == 16 * size.total.actions == 2 * size.memory()
    assert size.disk() == size.total.actions
    assert size.memory(Precision.DOUBLES) // 10**9 == 574_215  # Bunten 2017, table 2.4


def test_bad_requests_are_one_line():
    with pytest.raises(GameError, match="fixed limit"):
        seeded(holdem_nolimit())
    with pytest.raises(GameError, match="has none"):
        seeded(named_game("kuhn"))
    with pytest.raises(GameError, match="rounds are alike only"):
        count_round(Walk(holdem_nolimit()), 1, 2)
    with pytest.raises(GameError, match="1 players cannot begin"):
        count_round(Walk(holdem_limit()), 1, 1)
    with pytest.raises(GameError, match="more than 1,000 actions"):
        count_bets(holdem_nolimit(4), parse_menu("fcpa"), most_steps=1000)
    with pytest.raises(GameError, match="partitions count"):
        RoundsOfPartitions(holdem_limit())
    with pytest.raises(GameError, match="not a heads-up game"):
        count_chip_by_chip(holdem_limit())
    with pytest.raises(GameError, match="above 3,000 chips are not counted chip by chip"):
        count_bets(named_game("holdem-potlimit"))
    with pytest.raises(GameError, match="too many to count"):
        count_bets(holdem_nolimit(3, stack=20000, small_blind=1, big_blind=2))
    with pytest.raises(GameError, match="no fact"):
        count_game(holdem_limit(), recall="in+paid+mood")


@pytest.mark.parametrize(
    ("game", "menu", "message"),
    [
        ("leduc-nl:100000000", "*", "2 stacks of 100,000,000 chips; the limit is 200,000 chips in all"),
        ("holdem-nolimit:players=10,stack=20001", "*", "the limit is 200,000 chips in all"),
        ("holdem-nolimit:players=3,stack=999999999999999,big_blind_ante=5", "*", "more than 400,000 actions"),
        ("holdem-potlimit:stack=999999999999999", "*", "above 3,000 chips"),
    ],
)
def test_what_takes_too_long_is_refused_at_once(game, menu, message):
    with pytest.raises(GameError, match=message):
        count_bets(named_game(game), parse_menu(menu))


def test_counting_stops_where_nodes_are_too_many():
    game, menu = named_game("leduc-nl:100"), parse_menu("fchpa")
    nodes = sum(count.nodes for count in count_bets(game, menu))
    assert plain(count_bets(game, menu, most_nodes=nodes)) == plain(count_bets(game, menu))
    with pytest.raises(GameError, match="nodes or more; the limit is 100"):
        count_bets(game, menu, most_nodes=100)


@given(st.integers(1, 12), st.integers(1, 60))
def test_partitions_are_those_that_can_be_listed(smallest, limit):
    """Both ways to find them: by the number of parts, and all of them less those with too small a part."""

    @cache
    def ways(amount, least):
        return (amount == 0) + sum(ways(amount - part, part) for part in range(least, amount + 1))

    expected = [0] + [ways(amount, smallest) for amount in range(1, limit)]
    assert _Partitions(smallest, limit).in_any_parts == expected
    by_parts = _Partitions(smallest, limit).by_parts
    assert [sum(row[amount] for row in by_parts) for amount in range(limit)] == expected


def test_menus_do_not_matter_where_the_limit_is_fixed():
    assert plain(count_bets(holdem_limit(3), parse_menu("fcp"))) == plain(count_bets(holdem_limit(3)))


def test_a_stack_that_binds_is_noticed():
    short = holdem_limit(3, stack=60)
    assert not Walk(short).is_uniform
    assert Counter(c.sequences.total() for c in count_bets(short)) != Counter(
        c.sequences.total() for c in count_bets(holdem_limit(3))
    )
