"""`pokerlab show` of a strategy of a small game."""

from pathlib import Path
from typing import TYPE_CHECKING

from pokerlab.cli.strategy_tables import print_infosets, print_worth
from pokerlab.cli.terminal import console, print_json
from pokerlab.errors import StrategyError, shorten

if TYPE_CHECKING:
    from pokerlab.cli.show import Wanted

WHAT = "a strategy of a small game"
TAKES = frozenset({"node", "hand"})


def show_strategy(file: Path, wanted: "Wanted") -> None:
    """The game, how the strategy was made, what it is worth, and its infosets."""
    from pokerlab.equilibrium.report import infoset_records, strategy_record
    from pokerlab.equilibrium.strategy import Strategy

    strategy = Strategy.load(file)
    if not infoset_records(strategy, hand=wanted.hand, history=wanted.node, most=1):
        asked = " ".join(shorten(text) for text in (wanted.hand, wanted.node) if text)
        raise StrategyError(f"{file}: {strategy.tree.game.name} has no infoset of '{asked}'")
    facts = strategy_record(strategy)
    if wanted.json:
        rows = infoset_records(strategy, hand=wanted.hand, history=wanted.node)
        print_json("pokerlab/show-strategy/1", **facts, made=strategy.made.entries(), strategy=rows)
        return
    print_worth(facts)
    console().print(str(strategy.made), markup=False)
    print_infosets(strategy, "--json has all of them", hand=wanted.hand, history=wanted.node)
