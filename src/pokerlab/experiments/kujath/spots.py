"""The spots of section 7 and of the appendix, as far as the thesis says what they are.

The pot is 2, the big blind 1. `kujath/spots` counts what other readings of the text would give.
"""

from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.source import RAINBOW, TWO_TONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pokerlab.abstraction.groups import HandGroups
    from pokerlab.postflop.spot import Spot

ALL_HANDS = "100%"
TWENTY = "A9+,KT+,QT+,JT+,A4s+,K8s+,Q9s+,J9s+,T9s,55+"
"""The 20% of footnote 21."""
TWENTY_TWO = f"{TWENTY},A8o,98s"
"""For the appendix, whose 22% are not listed: footnote 21's range, and the next offsuit ace and suited connector."""

HALF_ALL_IN, POT_ALL_IN, ALL_IN, THREE_SIZES = "50%, a", "100%, a", "a", "50%, 100%, a"
LEVELS = 4
"""Bets of a street after which only all-in is left, as in table 2."""
MILLI = 1000
"""Milli-big-blinds in a chip, the chip being a big blind."""

DEEP, SHALLOW = 49, 5
TURN = f"{TWO_TONE}7s"
"""For runs that are small."""
APPENDIX_FLOP, APPENDIX_CARDS = "QhTh7s", ("8s", "5s")
"""Flop, turn and river of figures 22 and 23. Printed is Q♥T♥7♥, but then KhJh would have a flush; the text says that it
lacks one card for it, and that spades may make a flush on the river."""


def quality_spot(*, full: bool) -> "Spot":
    """Tables 6 and 7, figure 17: `full` all hands on the flop, 5 behind, all-in only; else a turn."""
    if full:
        return make_spot(TWO_TONE, ALL_HANDS, ALL_IN, stack=SHALLOW)
    return make_spot(TURN, TWENTY, HALF_ALL_IN, stack=SHALLOW)


def convergence_spot(*, full: bool) -> "Spot":
    """Figures 18 and 19: the reading that fits best; not `full`: a turn."""
    if full:
        return make_spot(TWO_TONE, TWENTY, ALL_IN, stack=SHALLOW)
    return make_spot(TURN, TWENTY, HALF_ALL_IN, stack=SHALLOW)


def convergence_readings(*, full: bool) -> "dict[str, Spot]":
    """What figure 18's game may be: table 2's without its half pot, or the text's three sizes without it; 49 behind as
    in table 2, or 5 as in tables 6 and 7."""
    board = TWO_TONE if full else TURN
    stacks = (SHALLOW, DEEP) if full else (SHALLOW,)
    return {
        f"{name}, {stack} behind": make_spot(board, TWENTY, sizes, stack=stack)
        for name, sizes in (("all-in only", ALL_IN), ("pot and all-in", POT_ALL_IN))
        for stack in stacks
    }


def simulation_spot(*, full: bool) -> "Spot":
    """Figures 20 and 21, table 8: `full` the flop with all hands, all-in only: of the readings that were tried the one
    whose value lies between the printed bounds; else a turn."""
    if full:
        return make_spot(RAINBOW, ALL_HANDS, ALL_IN)
    return make_spot(f"{RAINBOW}9d", TWENTY, POT_ALL_IN)


def appendix_spot(flop: str = APPENDIX_FLOP, *, full: bool) -> "Spot":
    """Figures 22 and 23: bets of the pot, raises of half the pot and the pot, all-in, three bets per street and then
    all-in only; not `full`: from the turn of the example on."""
    board = flop if full else flop + APPENDIX_CARDS[0]
    return make_spot(board, TWENTY_TWO, POT_ALL_IN, raises=THREE_SIZES, cap=3)


def river_spot() -> "Spot":
    """Nuts or nothing against a bluff-catcher, as `examples/river.toml`."""
    from pokerlab.postflop.spot import Spot

    sizes = {"raise": "", "oop": {"bet": ""}, "ip": {"bet": "100%"}}
    return Spot(board="Ks8d7c3h2c", pot=100, stack=100, oop="AA", ip="KK,QJs", river=sizes)


def turn_spot() -> "Spot":
    """Wide ranges on a turn, as `examples/turn1.toml`."""
    from pokerlab.postflop.spot import Spot

    sizes = {"bet": "60%, a", "raise": "60%, a"}
    return Spot(
        board="Td9d6hQc",
        pot=200,
        stack=900,
        oop="66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        ip="QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
        turn=sizes,
        river=sizes,
    )


def make_spot(
    board: str,
    hands: str,
    sizes: str,
    *,
    raises: str | None = None,
    stack: int = DEEP,
    pot: int = 2,
    cap: int = LEVELS,
    past_cap: bool = True,
) -> "Spot":
    """A spot in which both players have the same hands and sizes on all streets; `raises` None: as the bets."""
    from pokerlab.postflop.spot import Spot

    street = {"bet": sizes, "raise": sizes if raises is None else raises}
    return Spot(
        board=board,
        pot=pot,
        stack=stack,
        big_blind=1,
        oop=hands,
        ip=hands,
        raise_cap=cap,
        all_in_past_cap=past_cap,
        flop=street,
        turn=street,
        river=street,
    )


def groups_of(spot: "Spot", measure: str, tests: "Sequence[str]", boards_by: str = "isomorphic") -> "list[HandGroups]":
    """The groups by several tests of both players' hands, who must have the same. Classes of boards are those that are
    equal up to suits, or by the thesis's rule (`flush`): then a group holds what cannot be told apart over all boards
    of a class, and is used on each of them."""
    from pokerlab.abstraction.boards import BoardClasses
    from pokerlab.abstraction.groups import group_by_tests

    weights = spot.live(0).weights
    assert (weights == spot.live(1).weights).all()
    boards = BoardClasses.of(spot.board, boards_by, weights=[weights])
    return list(group_by_tests(boards, measure, tests, own=weights, opposing=weights))
