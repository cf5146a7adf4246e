"""What every judge is worth in a small game: exact means and deviations, as plain data.

exact_report("leduc", ["uniform", "random"], known="1", value="always-call")
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from pokerlab.agents.agent import HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.errors import LabError, shorten
from pokerlab.games.rules import Game
from pokerlab.lab.aivat import aivat_values
from pokerlab.lab.exact_judges import Estimator, exact_moments
from pokerlab.lab.importance import chips_value, importance_values
from pokerlab.lab.lines import Floats, HandLine, Holdings, Priors
from pokerlab.lab.luck import chance_values, divat_values
from pokerlab.lab.luck_judges import allin_value, origin_of, value_function
from pokerlab.lab.play_job import game_of
from pokerlab.lab.value_functions import PolicyValues, PotShare, Remembered, ValueFunction

MOST_DEALS = 100_000
"""Private hands that are dealt together."""


def exact_report(game: str, agents: Sequence[str], *, known: str = "all", value: str = "true") -> dict[str, Any]:
    """Of every judge and seat the exact mean and standard deviation of one hand in chips, and the part of the hands it
    needs for an interval as narrow as that of chips (None: of chips themselves)."""
    rules, dealer = game_of(game)
    if len(agents) != rules.players:
        raise LabError(f"{rules.name} has {rules.players} seats; agents given: {len(agents)}")
    seats = _known_seats(known, rules)
    priors = Priors.of(rules, dealer)
    if priors.count() > MOST_DEALS:
        raise LabError(f"{rules.name} has too many deals to go through: match and judge take samples")
    players = [named_agent(name) for name in agents]
    for seat, player in enumerate(players):
        if not player.is_open or player.memory != "none":
            raise LabError(f"{shorten(agents[seat])} does not say its chances: it cannot be computed")
        if why := player.plays(rules):
            raise LabError(f"{shorten(agents[seat])}: {why}")
        player.start(HandStart(rules, seat))
    inner = PolicyValues(players, "true") if value == "true" else value_function(value, rules)  # type: ignore[arg-type]
    inner.begin(priors)
    counted = _Counted(estimators(rules, priors, seats, Remembered(inner), inner.at_start(priors)))
    moments = exact_moments(rules, players, counted.estimators, priors)  # type: ignore[arg-type]
    rows = []
    for name, found in moments.items():
        for seat, agent in enumerate(agents):
            chips, own = moments["chips"].deviation[seat], found.deviation[seat]
            part = None if name == "chips" or not chips else float((own / chips) ** 2)
            row = {"mean": float(found.mean[seat]), "deviation": float(own), "hands": part}
            rows.append({"judge": name, "seat": seat + 1, "agent": agent, **row})
    names = ", ".join(agents[seat] for seat in seats) or "nobody"
    return {
        "game": game,
        "agents": list(agents),
        "known": names,
        "value": value,
        "origin": "true (these agents in their seats)" if value == "true" else origin_of(value),
        "lines": counted.lines,
        "results": rows,
    }


def estimators(
    game: Game, priors: Priors, known: Sequence[int], u: ValueFunction, start: Floats | None
) -> dict[str, Estimator]:
    """Every judge by its name, over lines."""
    share = Remembered(PotShare())
    root = share.at_start(priors)

    def chance(line: HandLine, held: Holdings) -> Floats:
        return chance_values(line, held, u, start)

    def divat(line: HandLine, held: Holdings) -> Floats:
        return divat_values(line, held, share, root)

    def aivat(line: HandLine, held: Holdings) -> Floats:
        return aivat_values(line, held, known, u, start)

    def weighed(line: HandLine, held: Holdings, player: int, ends: bool, cards: bool) -> Floats:
        return importance_values(line, held, player, ends_too=ends, other_hands=cards).values

    found: dict[str, Estimator] = {"chips": chips_value, "allin": allin_value, "chance": chance, "divat": divat}
    for player in known:
        for name, ends, cards in (("gea", True, False), ("oc", False, True), ("gea,oc", True, True)):
            label = f"importance {name}, {player + 1} known"
            found[label] = partial(weighed, player=player, ends=ends, cards=cards)
    found["aivat"] = aivat
    return found


class _Counted:
    """Estimators, the first of which counts the lines."""

    def __init__(self, given: dict[str, Estimator]) -> None:
        self.lines, self._first = 0, given["chips"]
        self.estimators = given | {"chips": self._count}

    def _count(self, line: HandLine, held: Holdings) -> Floats:
        self.lines += 1
        return self._first(line, held)


def _known_seats(text: str, game: Game) -> list[int]:
    if text in ("all", "none"):
        return list(range(game.players)) if text == "all" else []
    words = {"first": 1, "second": 2, "third": 3}
    try:
        seats = sorted({words.get(part, 0) or int(part) for part in text.replace(",", "/").split("/")})
    except ValueError:
        seats = [0]
    if not all(1 <= seat <= game.players for seat in seats):
        raise LabError(f"known is all, none, or seats from 1 to {game.players} such as 1/2, not '{shorten(text)}'")
    return [seat - 1 for seat in seats]
