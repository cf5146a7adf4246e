"""Doors of the lab: judges by name, settings of local best response, thresholds, weights that were learnt."""

import math
import tempfile
from functools import cache
from pathlib import Path

from fuzz.door import Door, texts
from pokerlab.agents.bet_for_value import read_thresholds
from pokerlab.agents.registry import named_agent
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.lab.hand_judge import Lineup
from pokerlab.lab.judges import named_judge
from pokerlab.lab.lbr import Setting
from pokerlab.lab.mivat import MivatValues
from pokerlab.lab.policy_log import PolicyWriter
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

ROOT = Path(__file__).parents[3]


@cache
def _hand():
    game, log = named_game("leduc"), PolicyWriter()
    agents = [named_agent("uniform"), named_agent("random")]
    for agent in agents:
        agent.noted = log.note
    state = play_hand(game, Shuffled(game).deck(1, 3), agents).state
    return game, state, log.finish(state)


def _judge(text: str) -> None:
    game, state, policies = _hand()
    judge = named_judge(text)
    judge.check(game)
    judge.begin(game, Shuffled(game))
    assert all(math.isfinite(value) for value in judge(state, policies).tolist()), "a value that is none"
    lineup = Lineup(game, None, ("uniform", "random"), frozenset((0, 1)))
    assert isinstance(judge.about(lineup), str)


def _setting(text: str) -> None:
    game = named_game("holdem-nolimit")
    setting = Setting.parse(text, game)
    legal = Betting.start(game).legal
    assert all(legal.allows(action) for action in setting.raises(Betting.start(game))), "a raise that is not legal"


def _thresholds(text: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "thresholds.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        streets, _ = read_thresholds(path)
    assert streets
    assert all(0 <= street.fold <= 1 for street in streets)


def _weights(text: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "weights.json"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        learnt = MivatValues.load(path)
        learnt.check(named_game("kuhn"))


WEIGHTS = '{"schema": "pokerlab/mivat/1", "game": "kuhn", "weights": [[[1, 1], [0, 0]], [[0.5, 1], [0, 0]]]}'
DOORS = (
    Door(
        "judge",
        texts(
            "chips", "allin", "allin:icm=60/40", "chance", "chance:u=uniform", "divat", "divat:always-call", "aivat",
            "aivat:u=zero,known=1", "aivat:known=1/2", "importance", "importance:player=2,gea=0,oc=1,value=divat",
            "importance:target=uniform",
        ),
        _judge,
        4,
        ("u=", "known=", "target=", "gea=", "oc=", "value=", "uniform", "random", "zero", "always-call", "1/2"),
        seconds=10.0,
    ),
    Door("lbr-setting", texts("56@34", "fc@12+56@34", "fcpa", "call@1"), _setting, 8, ("@", "+", "56", "fc", "fcpa")),
    Door(
        "thresholds",
        ((Path(ROOT / "examples" / "bet-for-value.thresholds").read_text("utf-8"),),),
        _thresholds,
        5,
        ("[[street]]", "fold = ", "raises = ", "size = "),
        {"no table": ("street = 1",), "words": ("[[street]]\nfold = 'a'\nraises = [1]",)},
    ),
    Door("mivat-weights", texts(WEIGHTS), _weights, 4, ("weights", "schema", "[", "NaN", "1e999")),
)  # fmt: skip
