"""The names of card abstractions: those of the thesis, ours, and what is no name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.abstraction.notation import (
    BOARDS,
    CLASSES,
    DEALS,
    CardAbstraction,
    CutKind,
    parse_abstraction,
    parse_cards,
)
from pokerlab.cards.isomorphism import HandIndexer
from pokerlab.errors import AbstractionError

# Schnizlein: State Translation in No-Limit Poker (2009): every name it prints, where it stands, what of it is seen on
# each street, and how many of its slips are read by rule.
PRINTED = [
    ("8.8.8.8", "2.3.2, 3.3.2, 6.1, Table 3.3 (6)", (8, 64, 512, 4096), 0),
    ("ir169.64.8.8", "2.3.2, 4.6, Table 3.3 (4)", (169, 64, 512, 4096), 0),
    (
        "ir169.dir-pub20x36hs2x5hs-pub20x1.dir-pub3x20hs2x3hs-pub3x1.60", "2.3.2",
        (169, 3600, 3600, 3600), 0,
    ),
    ("fcpa.8.8.8.8 ₁", "Table 2.3", (8, 64, 512, 4096), 1),
    ("fcpa.8.8.8.8 ₂", "Table 2.3", (8, 64, 512, 4096), 1),
    ("fcpa.8.8.8.8", "Table 2.3", (8, 64, 512, 4096), 0),
    ("fchpta.ir169.64.8.8", "Table 3.1 (1)", (169, 64, 512, 4096), 0),
    ("fcpta.ir169.72hs2x2hs.12.12", "Table 3.1 (2)", (169, 144, 1728, 20736), 0),
    ("fcpta.ir169.64.8.8", "Table 3.1 (3)", (169, 64, 512, 4096), 0),
    (
        "fchpea.ir169.dir-pub20x36hs2x5hs-20x1.dir-pub3x20hs2x3hs-3x1.60", "Table 3.2 (1), 6.1.2",
        (169, 3600, 3600, 3600), 2,
    ),
    (
        "fcpea.ir169.dir-pub20x75hs2x36hs-20x1.dir-pub3x50hs2x18hs-3x1.900", "Table 3.2 (2)",
        (169, 54000, 54000, 54000), 2,
    ),
    ("fchqpwea.ir169.ir72hs2x3hs.ir72hs3x3hs.216", "Table 3.2 (3), 6.1.2", (169, 216, 216, 216), 0),
    ("ir169.dir-pub20x205-20x1.pub3x68-3x1.68", "Table 3.3 (1)", (169, 4100, 4080, 4080), 3),
    ("ir169.72hs2x2hs.12.12", "Table 3.3 (2), 6.1.1", (169, 144, 1728, 20736), 0),
    ("ir169.ir64.ir512.4096", "Table 3.3 (3)", (169, 64, 512, 4096), 0),
    ("12.12.12.12", "Table 3.3 (5)", (12, 144, 1728, 20736), 0),
    ("5.5.5.5", "4.5.4", (5, 25, 125, 625), 0),
    (
        "fcpea.ir169.pub20x75hs2x36hs.pub3x50hs2x18hs.900", "Table 5.2 (1)",
        (169, 54000, 54000, 54000), 2,
    ),
    ("fchpea.ir169.pub20x36hs2x5hs.pub3x20hs2x3hs.60", "Table 5.2 (2)", (169, 3600, 3600, 3600), 2),
    ("ir169.ir72hs2x3hs.ir72hs3x3hs.216", "6.1.2", (169, 216, 216, 216), 0),
]  # fmt: skip


@pytest.mark.parametrize(("name", "where", "sights", "slips"), PRINTED)
def test_every_printed_name_is_read(name: str, where: str, sights: tuple[int, ...], slips: int) -> None:
    found = parse_abstraction(name)
    assert found.cards.sights == sights, where
    assert len(found.cards.slips) == slips, where
    if not slips:
        assert str(found) == name, where
    again = parse_abstraction(str(found))
    assert again == found
    assert not again.cards.slips


def test_slips_are_read_as_what_was_meant() -> None:
    meant = "ir169.dir-pub20x36hs2x5hs-pub20x1.dir-pub3x20hs2x3hs-pub3x1.60"
    for name in (
        "ir169.dir-pub20x36hs2x5hs-20x1.dir-pub3x20hs2x3hs-3x1.60",
        "ir169.pub20x36hs2x5hs-20x1.pub3x20hs2x3hs-3x1.60",
        "ir169.pub20x36hs2x5hs.pub3x20hs2x3hs.60",
        "ir169.dir-pub20x36hs2x5hs-pub20.dir-pub3x20hs2x3hs-pub3.ir60hs2",
    ):
        assert str(parse_cards(name)) == meant
        assert parse_cards(name) == parse_cards(meant)


def test_our_own_kinds() -> None:
    cards = parse_cards("ir169.emd500.irpa50.ochs9000")
    assert [part.seen[0].kind for part in cards.parts] == [
        CutKind.ALL, CutKind.EARTH_MOVER, CutKind.POTENTIAL_AWARE, CutKind.OPPONENT_CLUSTERS,
    ]  # fmt: skip
    assert str(cards) == "ir169.iremd500.irpa50.ochs9000"
    assert len(cards.slips) == 1
    assert str(parse_cards("irall.irall.irall.all")) == "ir169.irall.irall.all"
    assert parse_cards("ir169.irall.irall.all").sights == CLASSES
    assert parse_cards("8hs2p3.4.2.2hsp4").parts[0].seen[0].players == 3
    assert str(parse_cards("8.64nowx2hs.8now.8now")) == "8.64nowx2hs.8now.8"
    assert str(parse_cards("ir169.dir-emd50-emd50.8.2")) == "ir169.dir-emd50-emd50.8.2"
    assert parse_cards("ir169.dir-emd50-emd50.8.2").sights == (169, 50, 400, 800)


def test_what_is_remembered_may_be_coarser() -> None:
    cards = parse_cards("8.dir-64-8.ir10.2")
    assert cards.sequences[:3] == (8, 64, 64)
    assert cards.sights == (8, 512, 640, 128)
    assert str(cards) == "8.dir-64-8.ir10.2"
    assert str(parse_cards("8.dir-64-1.4.2")) == "8.ir64.4.2"


def test_small_games_have_as_many_parts_as_streets() -> None:
    assert str(parse_cards("2.all", 2)) == "2.all"
    assert str(parse_cards("ir2hs.3hs2", 2)) == "ir2hs.3"


def test_the_numbers_of_hands_are_those_of_the_index() -> None:
    assert tuple(HandIndexer(*rounds).size for rounds in [(2,), (2, 3), (2, 4), (2, 5)]) == CLASSES
    assert tuple(HandIndexer(*rounds).size for rounds in [(2,), (2, 3), (2, 3, 1), (2, 3, 1, 1)]) == DEALS
    assert BOARDS[1:] == tuple(HandIndexer(*rounds).size for rounds in [(3,), (3, 1)])


@pytest.mark.parametrize(
    ("name", "part", "why"),
    [
        ("8.8y.8.8", "flop '8y'", "no cut"),
        ("8.8.8", "3 parts", "one for each of 4 streets"),
        ("8s", "1 part", "size: that of 8.8.8.8"),
        ("fcpa.8.8.8", "preflop 'fcpa'", "it is a menu"),
        ("xyz.8.8.8.8", "menu 'xyz'", "nobody could check"),
        ("8.0.8.8", "flop '0'", "no cut"),
        ("8..8.8", "flop ''", "missing"),
        ("8.ir.8.8", "flop 'ir'", "missing"),
        ("8.dir-64.8.8", "flop 'dir-64'", "expected dir-Y-Z"),
        ("8.dir-64-7.8.8", "flop 'dir-64-7'", "do not nest"),
        ("8.dir-emd64-emd8.8.8", "flop", "do not nest"),
        ("8.dir-pub20x5-8hs.8.8", "flop", "not made of what is seen"),
        ("8.dir-8-8x2hs.8.8", "flop", "not made of what is seen"),
        ("8.8xpub3.8.8", "flop '8xpub3'", "boards are told apart first"),
        ("169.allx2.8.8", "flop 'allx2'", "nothing is left to cut"),
        ("pub3.8.8.8", "preflop 'pub3'", "flop and turn"),
        ("8.8.8.emd5", "river 'emd5'", "flop and turn"),
        ("8now.8.8.8", "preflop '8now'", "from the flop"),
        ("8.ochs5.8.8", "flop 'ochs5'", "river"),
        ("170.8.8.8", "preflop '170'", "more than there are hands (169)"),
        ("8.pub1756.8.8", "flop 'pub1756'", "more than there are boards (1,755)"),
        ("8.99999999999999.8.8", "flop", "more than there are hands"),
        ("169.all.8.8", "turn '8'", "more than there are hands"),
        ("8.8.8.9999999", "river '9999999'", "can be numbered"),
    ],
)
def test_errors_point_at_the_part(name: str, part: str, why: str) -> None:
    with pytest.raises(AbstractionError) as error:
        parse_abstraction(name)
    assert part in str(error.value)
    assert why in str(error.value)


def test_cards_alone_have_no_menu() -> None:
    with pytest.raises(AbstractionError, match="menu"):
        parse_cards("fcpa.8.8.8.8")
    assert parse_abstraction("f,c,2.5x,a.8.8.8.8").menu_text == "f,c,2.5x,a"


measures = st.sampled_from(["", "hs", "hs2", "hs3", "hsp3", "hs2p4"])
percentiles = st.builds(lambda count, measure: f"{count}{measure}", st.integers(1, 6), measures)


@st.composite
def names(draw: st.DrawFn) -> str:
    parts = []
    for street in range(4):
        cuts = draw(st.lists(percentiles, min_size=1, max_size=2))
        if street in (1, 2) and draw(st.booleans()):
            cuts.insert(0, draw(st.sampled_from(["pub3", "emd4", "pa2"])))
        if street == 3 and draw(st.booleans()):
            cuts.insert(0, "ochs5")
        seen = "x".join(cuts)
        kept = "x".join(cuts[: draw(st.integers(1, len(cuts)))])
        parts.append(draw(st.sampled_from([seen, f"ir{seen}", f"dir-{seen}-{kept}"])))
    return ".".join(parts)


@given(names())
def test_a_name_is_read_as_it_is_written(name: str) -> None:
    cards = parse_cards(name)
    again = parse_cards(str(cards))
    assert isinstance(again, CardAbstraction)
    assert again == cards
    assert str(again) == str(cards)
    assert not again.slips
