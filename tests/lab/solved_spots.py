"""Small spots, and solutions of them."""

from pokerlab.postflop.engine import Engine
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

SIZES = {"bet": "60%", "raise": "a"}
# clubs and hearts are alike on this turn, and on this flop
TURN = Spot(
    board="KsQs7d2d", pot=101, stack=160, oop="AA,KK:0.5,KJs,77", ip="QQ,AKs,AQs:0.7,65s", turn=SIZES, river=SIZES,
    raise_cap=2,
)  # fmt: skip
FLOP = Spot(
    board="KsQs7d", pot=100, stack=120, oop="AA,KJs,JTs:0.6", ip="QQ,AKs,65s",
    flop={"bet": "50%", "raise": ""}, turn={"bet": "50%", "raise": ""}, river={"bet": "a", "raise": ""},
)  # fmt: skip


def solved(spot: Spot, iterations: int = 20, **options) -> Solution:
    engine = Engine(Layout.of(spot, **options), threads=1)
    engine.run(iterations)
    return Solution.of(engine)


def changed(spot: Spot, **changes) -> Spot:
    return Spot(**{key: getattr(spot, key) for key in type(spot).model_fields} | changes)
