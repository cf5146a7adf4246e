"""Doors of the package `tournament`: stacks, prizes, bounties, ICM, push/fold spots."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np

from fuzz.door import Door, RefusalError, texts
from fuzz.doors.cards import real, whole
from pokerlab.cards.combos import class_index
from pokerlab.cli.tournament_options import parse_numbers
from pokerlab.tournament.icm import bubble_factors, deal, icm, place_probabilities, value_of_changes
from pokerlab.tournament.payouts import parse_payouts
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.stacktable import stack_table
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import DIRECTORY, MOST_BLIND, Structure, all_levels
from pokerlab.tournament.summary import format_summary, parse_summary

PAYOUTS = ("sng", "winner", "don", "satellite:3", "50/30/20", "65,35", "100", "40,30,20,10", "50,50")
PAYOUT_WORDS = ("sng", "winner", "wta", "don", "satellite:", "/", ",", "50", "0")
STACKS = ("5000,3000,2000", "4000,3000,2000,1000", "10/10", "1,1,1,1,1", "1500.5,2200.25,900,3000", "1,1e6,3")
FIELD_OF_30 = ",".join(str(1000 + 37 * n) for n in range(30))


STRUCTURE_FILES = tuple(path.read_text("utf-8") for path in sorted(DIRECTORY.glob("*.toml")))
BOUNTIES = """name = "bounties"
players = 4
chips = 50
buy_in = 7
bounty = 3
progressive = 0.5
payouts = "winner"
button = "moving"
ante = "big-blind"
ante_first = true
[levels]
length = [1, 2]
unit = "minutes"
blinds = ["1/2/1"]
growth = 1.05
"""
STRUCTURE_WORDS = (
    "players", "chips", "buy_in", "fee", "bounty", "payouts", "levels", "blinds", "length", "growth", "first", "factor",
    "[", "]", "=", "10/20", "minutes", "hands", "dead", "moving", "0", "-1", "1e9", "nan", "9999999999",
)  # fmt: skip
SUMMARY = """PokerStars Tournament #17, No Limit Hold'em
Buy-In: $10.00/$1.50/$0.50 USD
3 players
Total Prize Pool: $34.50 USD
Tournament started 2024/05/06 12:30:00 ET
Tournament finished 2024/05/06 13:30:00 ET

  1: Ann, $19.50 (56.52%) bounties $4.50
  2: Bob, $10.50 (30.43%)
  3: Cat: x,
"""


def exact_icm(stacks: list[float], prizes: tuple[float, ...]) -> list[Fraction]:
    """The textbook formula over all orders, in fractions."""
    chips = [Fraction(stack) for stack in stacks]
    values = [Fraction(0)] * len(chips)
    for order in permutations(range(len(chips)), len(prizes)):
        chance, left = Fraction(1), sum(chips)
        for player in order:
            chance *= chips[player] / left
            left -= chips[player]
        for player, prize in zip(order, prizes, strict=True):
            values[player] += chance * Fraction(prize)
    return values


def _structure(text: str) -> None:
    structure = Structure.parse(text)
    assert Structure.of(structure.record()) == structure
    assert sum(structure.prizes(structure.players)) == structure.buy_in * structure.players
    levels = all_levels(structure.levels)
    assert levels[-1].big_blind == MOST_BLIND > structure.chips
    names = [str(number) for number in range(structure.players)]
    standing = TournamentStanding.start(structure, names, 1)
    for _ in range(3):
        hand = standing.next_hand()
        standing = standing.after(hand.game.stacks)
    assert sum(standing.stacks) == structure.chips * structure.players


def _summary(text: str) -> None:
    summary = parse_summary(text)
    assert parse_summary(format_summary(summary)) == summary


def _payouts(text: str, players: str) -> None:
    count = whole(players)
    prizes = parse_payouts(text, count)
    assert 0 < len(prizes) <= max(count, 1)
    assert all(math.isfinite(prize) and prize >= 0 for prize in prizes)
    assert list(prizes) == sorted(prizes, reverse=True)
    assert math.isfinite(sum(prizes)), "the prizes add up to infinity"


def _icm(stacks: str, payouts: str) -> None:
    chips = parse_numbers(stacks, "stacks")
    prizes = parse_payouts(payouts, len(chips))
    result = icm(chips, prizes)
    pool = sum(prizes)
    assert np.isfinite(result.equities).all()
    assert 0 <= result.error <= 1e-6 * pool, f"an error of {result.error} of {pool}"
    assert (result.equities >= -result.error).all()
    assert result.equities.max() <= prizes[0] + result.error
    assert abs(result.equities.sum() - pool) <= len(chips) * result.error + 1e-12 * pool
    if len(chips) <= 4:
        exact = exact_icm(chips, prizes)
        worst = max(abs(Fraction(float(found)) - true) for found, true in zip(result.equities, exact, strict=True))
        assert worst <= Fraction(result.error), f"an error of {float(worst):.3g}, stated as at most {result.error:.3g}"


def _places(stacks: str, payouts: str) -> None:
    chips = parse_numbers(stacks, "stacks")
    prizes = parse_payouts(payouts, len(chips))
    chances = place_probabilities(chips, len(prizes))
    assert ((chances >= -1e-9) & (chances <= 1 + 1e-9)).all()
    assert np.allclose(chances.sum(axis=0), 1, atol=1e-6)
    if len(chips) > 8:
        return
    factors = bubble_factors(chips, prizes)
    others = factors[~np.eye(len(chips), dtype=bool)]
    assert not np.isnan(others).any()
    assert (others >= -1e-9).all()
    proposal = deal(chips, prizes)
    for part in (proposal.icm, proposal.chips, proposal.equal):
        assert np.isfinite(part).all()
        assert abs(part.sum() - sum(prizes)) <= 1e-9 * sum(prizes)


def _deal(stacks: str, payouts: str, set_aside: str) -> None:
    chips = parse_numbers(stacks, "stacks")
    prizes = parse_payouts(payouts, len(chips))
    proposal = deal(chips, prizes, set_aside=real(set_aside))
    assert abs(proposal.icm.sum() + proposal.set_aside - sum(prizes)) <= 1e-9 * sum(prizes)


def _spot(
    stacks: str, blinds: str, ante: str, payouts: str, bounties: str, progressive: str, most: str
) -> PushFoldSpot:
    chips, both = parse_numbers(stacks, "stacks"), parse_numbers(blinds, "blinds")
    if len(both) != 2:
        raise RefusalError("not two blinds")
    return PushFoldSpot.of(
        chips,
        (both[0], both[1]),
        ante=real(ante),
        payouts=parse_payouts(payouts, len(chips)) if payouts else None,
        bounties=parse_numbers(bounties, "bounties") if bounties else None,
        progressive=real(progressive),
        most_all_in=whole(most),
    )


def _push_fold_spot(*given: str) -> None:
    spot = _spot(*given)
    assert math.isfinite(spot.pool)
    assert spot.pool > 0
    posted = spot.antes() + spot.blinds()
    assert (posted >= 0).all()
    assert (posted <= np.array(spot.stacks)).all()
    assert len({spot.position(player) for player in range(spot.players)}) == spot.players


def _push_fold(*given: str) -> None:
    spot = _spot(*given)
    if spot.players > 3:
        raise RefusalError("too much work for a case")
    solution = solve(spot, target=1e-2, most_iterations=20)
    assert np.isfinite(solution.values).all()
    if spot.bounties is None:
        assert abs(solution.values.sum() - spot.pool) <= 1e-6 * spot.pool, f"{solution.values.sum()} of {spot.pool}"
    assert (solution.gains >= 0).all()
    assert math.isfinite(solution.epsilon)
    for decision in solution.decisions():
        played = solution.strategies[decision]
        assert ((played >= 0) & (played <= 1 + 1e-9)).all()
        assert 0 <= solution.percent(decision) <= 100 + 1e-9
        assert solution.range(decision) is not None


def _changes(stacks: str, payouts: str, changes: str) -> None:
    chips = parse_numbers(stacks, "stacks")
    gained = value_of_changes(chips, parse_payouts(payouts, len(chips)), parse_numbers(changes, "changes"))
    assert np.isfinite(gained).all()


def _stack_table(stacks: str, ante: str, small_blind: str) -> None:
    table = stack_table(parse_numbers(stacks, "stacks")[:2], ante=real(ante), small_blind=real(small_blind))
    for kind in ("push", "call"):
        assert np.isfinite(table.largest(kind)).all()
    assert np.isfinite(table.values).all()


def _hand_class(text: str) -> None:
    assert 0 <= class_index(text) < 169


_SPOTS = (
    ("1000,1000", "50/100", "0", "", "", "0.5", "3"),
    ("2000,1500,1000", "50/100", "10", "65,35", "", "0.5", "3"),
    ("10,10", "0.5/1", "0.1", "", "", "0", "2"),
    ("2000,1500,1000", "50/100", "0", "sng", "10,5,5", "0.5", "3"),
    ("2000,90,1000", "50/100", "25", "winner", "", "1", "2"),
)
_SPOT_WORDS = (",", "/", "nan", "inf", "1e308", "0", "-1", "1000", *PAYOUT_WORDS)
_KNOWN_SPOTS = {
    "too much together": ("1e308,1e308", "50/100", "0", "", "", "0.5", "3"),
    "bounties of NaN": ("1000,1000", "50/100", "0", "winner", "nan,1", "0.5", "3"),
    "infinite bounties": ("1000,1000", "50/100", "0", "winner", "inf,1", "0.5", "3"),
    "bounties that are too much together": ("1000,1000", "50/100", "0", "winner", "1e308,1e308", "0.5", "3"),
    "an ante of NaN": ("1000,1000", "50/100", "nan", "", "", "0.5", "3"),
    "a part of NaN": ("1000,1000", "50/100", "0", "winner", "1,1", "nan", "3"),
    "blinds of nothing": ("1000,1000", "0/0", "0", "", "", "0.5", "3"),
    "blinds of a chip's part": ("1000,1000", "1e-300/1e-300", "0", "", "", "0.5", "3"),
    "hardly a chip": ("5e-324,5e-324", "5e-324/5e-324", "0", "", "", "0.5", "3"),
    "stacks far apart": ("1e300,1e-300", "50/100", "0", "", "", "0.5", "3"),
    "no prize": ("1000,1000", "50/100", "0", "0", "", "0.5", "3"),
    "the smallest prize": ("1000,1000", "50/100", "0", "5e-324", "", "0.5", "3"),
}

DOORS = (
    Door(
        "payouts",
        tuple((text, "5") for text in PAYOUTS),
        _payouts,
        20,
        PAYOUT_WORDS,
        {
            "too much together": ("1e308,1e308", "3"),
            "NaN": ("nan,1", "3"),
            "5,000 digits of seats": ("satellite:" + "9" * 5000, "3"),
            "a hundred million seats": ("satellite:100000000", "3"),
            "other digits": ("satellite:²", "3"),
            "double or nothing alone": ("don", "1"),
            "a field of a hundred million": ("don", "100000000"),
            "a megabyte": ("1," * 500_000, "3"),
        },
    ),
    Door(
        "icm",
        (
            *zip(STACKS, PAYOUTS, strict=False),
            (FIELD_OF_30, "sng"),
            ("5000,3000,2000", "50,30,20"),
            ("1.5,2.25,1e-3", "65,35"),
        ),
        _icm,
        15,
        _SPOT_WORDS,
        {
            "stacks far apart": ("1e16,1,1,1", "4,3,2,1"),
            "farther": ("1e300,1,1e-300", "4,3,2"),
            "small parts": ("0.1,0.2,0.3,1e-9", "4,3,2,1"),
            "a hundred thousand stacks": ("1," * 99_999 + "1", "sng"),
            "too much together": ("1e308,1e308,1e308", "50,30,20"),
            "prizes that are too much": ("1,2,3", "1e308,1e308,1e308"),
            "large field far apart": ("1e300," + "1," * 25 + "1e-300", "sng"),
            "NaN": ("nan,1", "winner"),
            "infinite": ("inf,1", "winner"),
            "nothing": ("0,1", "winner"),
            "the smallest": ("5e-324,5e-324", "winner"),
            "fractions": ("0.3333333333333333,0.1,0.7", "50,30,20"),
        },
        seconds=60.0,
    ),
    Door(
        "places",
        (
            ("5000,3000,2000", "sng"),
            ("4000,3000,2000,1000", "40,30,20,10"),
            (FIELD_OF_30, "sng"),
            ("1.5,2.25", "winner"),
        ),
        _places,
        5,
        _SPOT_WORDS,
        {"stacks far apart": ("1e16,1,1,1", "4,3,2,1"), "the smallest prize": ("1,2,3", "5e-324")},
        seconds=60.0,
    ),
    Door(
        "deal",
        (("5000,3000,2000", "sng", "5"), ("5000,3000", "65,35", "0")),
        _deal,
        5,
        _SPOT_WORDS,
        {"NaN": ("5000,3000,2000", "sng", "nan"), "all": ("5000,3000,2000", "sng", "inf")},
    ),
    Door(
        "changes",
        (("5000,3000,2000", "sng", "100,-100,0"), ("5000,3000", "65,35", "-5000,5000")),
        _changes,
        5,
        _SPOT_WORDS,
        {
            "NaN": ("5000,3000", "65,35", "nan,nan"),
            "infinite": ("5000,3000", "65,35", "inf,-inf"),
            "all lose": ("5,5", "65,35", "-5,-5"),
        },
    ),
    Door(
        "stack-table",
        (("2,10", "0", "0.5"), ("5", "0.1", "0.5")),
        _stack_table,
        1,
        _SPOT_WORDS,
        {
            "no stack": ("", "0", "0.5"),
            "NaN": ("nan", "0", "0.5"),
            "a blind of NaN": ("5", "0", "nan"),
            "far": ("1e300", "0", "0.5"),
        },
        seconds=20.0,
    ),
    Door(
        "structure",
        texts(*STRUCTURE_FILES, BOUNTIES),
        _structure,
        20,
        STRUCTURE_WORDS,
        {
            "nothing": ("",),
            "a blind of NaN": (BOUNTIES.replace("1.05", "nan"),),
            "levels without end": (BOUNTIES.replace("1.05", "1.0"),),
            "a table of payouts that is none": (BOUNTIES.replace('"winner"', "{}"),),
            "a list for a name": (BOUNTIES.replace('"bounties"', "[1]"),),
        },
    ),
    Door(
        "tournament-summary",
        texts(SUMMARY),
        _summary,
        10,
        ("$", "USD", ":", ",", "Buy-In", "bounties", "%", "0.00"),
        {"cut off": (SUMMARY[:80],), "a wrong date": (SUMMARY.replace("05/06", "13/40"),)},
    ),
    Door("push-fold-spot", _SPOTS, _push_fold_spot, 15, _SPOT_WORDS, _KNOWN_SPOTS),
    Door("push-fold", _SPOTS, _push_fold, 2, _SPOT_WORDS, _KNOWN_SPOTS, seconds=20.0),
    Door("hand-class", texts("AA", "AKs", "72o"), _hand_class, 5, ("A", "K", "s", "o")),
)
