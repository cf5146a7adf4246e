"""A solved push/fold spot: strategies, what they are worth, what every hand could still gain; questions about hands.

An **own gain** is what one hand of one decision could gain by its better action, given that it is dealt and gets there,
while everybody else plays on. A result is settled when no own gain is above a limit and the charts stand still. Since
everybody decides once in a hand, no player can then gain more than the limit either. The opposite is not true: charts
that cost a player next to nothing may be far from settled.
"""

import time
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Arrays, read_archive, write_archive
from pokerlab._headers import HowMade
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, COMBO_COUNT, class_index
from pokerlab.cards.ranges import Range
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import PokerError, TournamentError
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.tournament.algorithms import Profile, largest
from pokerlab.tournament.assessment import Assessment, assess_subgames, subgames_of
from pokerlab.tournament.bunching import JointThree, assess_three, fold_weights
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.rules import PushFoldMenu, decision_at, game_of
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.valuation import KnownValues, NextHandIgnored

Floats = npt.NDArray[np.float64]

FORMAT = "pokerlab/pushfold"
VERSION = 1
LIMIT = 1e-6
"""What a hand may still gain in a settled result, as part of the pool."""

_STORED = (*(found.name for found in fields(Assessment)), "strategies")
_MIXED = 0.0005  # frequencies this near to 0 or 1 are shown as such


@dataclass(frozen=True)
class HandValue:
    """One hand class at one decision: values of both actions in the unit of the spot, how often all-in is played, and
    what the hand could gain by its better action; all NaN but the frequency if it never gets there."""

    all_in: float
    fold: float
    frequency: float
    own_gain: float
    is_indifferent: bool

    @property
    def difference(self) -> float:
        """What all-in earns more than folding."""
        return self.all_in - self.fold

    @property
    def is_right(self) -> bool:
        """Whether all-in is at least as good as folding."""
        return self.difference >= 0


@dataclass(frozen=True)
class PushFoldResult(Assessment):
    """Strategies of a spot and what they are worth.

    - `strategies`: by decision, float64 [169], the chance of all-in by class
    - `limit`: what a hand may gain, as part of the pool; `is_settled` if none gains more and the charts stand still
    - `is_draft`: whether a draft was asked for; `bunching`: whether folded hands count
    - `mixed`: the result that this one makes pure, see `purified`
    """

    game: PushFoldGame
    strategies: Profile
    limit: float
    is_settled: bool
    is_draft: bool
    bunching: bool
    iterations: int
    seconds: float
    algorithm: str
    mixed: "PushFoldResult | None" = None

    @property
    def spot(self) -> PushFoldSpot:
        """What was solved."""
        return self.game.spot

    @property
    def epsilon(self) -> float:
        """The largest gain of a player, as part of the pool."""
        return float(self.gains.max()) / self.spot.pool

    @property
    def largest_own_gain(self) -> float:
        """The largest gain of a hand that gets to its decision, as part of the pool."""
        return largest(self.own_gains) / self.spot.pool

    @property
    def gains_in_chips(self) -> Floats:
        """float64 [player]: the gains in chips: their part of the pool times all chips in play."""
        return self.gains * (sum(self.spot.stacks) / self.spot.pool)

    def chances(self, public: Public) -> Chances:
        """What it does in a public situation of `rules.game_of(spot)`, with every hand (see `equilibrium.policy`)."""
        betting = public.betting
        if betting.game != self.rules or betting.is_over or public.board:
            raise TournamentError("a push/fold result answers before the flop of its own game, where somebody must act")
        decision = decision_at(betting)
        choices = PushFoldMenu(self.spot.most_all_in).choices(betting)
        all_in = self.strategies.get(decision)
        if len(choices) == 1 or all_in is None:
            return Chances((choices[0].action,), np.ones((1, COMBO_COUNT), np.float32))
        table = np.stack([1 - all_in, all_in])[:, CLASS_OF_COMBO].astype(np.float32)
        return Chances(tuple(choice.action for choice in choices), table)

    @cached_property
    def rules(self) -> Game:
        """The spot by the rules of a hand, in whole chips."""
        return game_of(self.spot)

    def decisions(self) -> list[Decision]:
        """Every decision of the spot, pushes first."""
        return sorted(self.strategies, key=lambda decision: (len(decision.pot), decision.pot, decision.player))

    def decision(self, player: int, *pot: int) -> Decision:
        """The decision of a player when `pot` are all-in before him."""
        found = Decision(player, tuple(pot))
        if found not in self.strategies:
            raise TournamentError(f"player {player} has no decision after all-in of {list(pot)}")
        return found

    def range(self, decision: Decision, *, digits: int = 3) -> Range:
        """The range that goes all-in, frequencies rounded to so many digits."""
        return range_of(self.strategies[decision], digits)

    def percent(self, decision: Decision) -> float:
        """How much of all hands goes all-in, in percent."""
        return percent_of(self.strategies[decision])

    def comes_up(self, decision: Decision) -> bool:
        """Whether any hand ever gets to this decision; if not, its strategy means nothing."""
        return not np.isnan(self.fold[decision]).all()

    def indifferent(self, decision: Decision) -> npt.NDArray[np.bool_]:
        """bool [169]: hands that play both actions, and to which these are worth the same within the limit."""
        strategy = self.strategies[decision]
        is_mixed = (strategy > _MIXED) & (strategy < 1 - _MIXED)
        difference = np.abs(self.all_in[decision] - self.fold[decision])
        return np.asarray(is_mixed & (difference <= self.limit * self.spot.pool))

    def judge(self, decision: Decision, hand: str) -> HandValue:
        """What all-in and fold are worth with a hand class such as A5s."""
        index = class_index(hand)
        return HandValue(
            float(self.all_in[decision][index]), float(self.fold[decision][index]),
            float(self.strategies[decision][index]), float(self.own_gains[decision][index]),
            bool(self.indifferent(decision)[index]),
        )  # fmt: skip

    def purified(self) -> "PushFoldResult":
        """Every hand takes the action that it plays more often; the new gains say what that costs.

        To an indifferent hand both actions are worth the same, but the others could now answer differently.
        """
        began = time.perf_counter()
        pure = {decision: (strategy >= 0.5).astype(np.float64) for decision, strategy in self.strategies.items()}
        found = self._assess(pure)
        is_settled = self.is_settled and largest(found.own_gains) <= self.limit * self.spot.pool
        seconds = self.seconds + time.perf_counter() - began
        return replace(self, **vars(found), strategies=pure, is_settled=is_settled, seconds=seconds, mixed=self)

    def with_ranges(self, given: Profile) -> "PushFoldResult":
        """The same with some decisions played as given (float64 [169] each): what all hands are worth against these."""
        profile = {**self.strategies, **given}
        found = replace(self, strategies=profile)._assess(profile)
        return replace(self, **vars(found), strategies=profile, is_settled=False, algorithm="given", mixed=None)

    def best_answer(self, decision: Decision) -> Floats:
        """float64 [169]: the chance of all-in if every hand that could gain more than the limit takes its better
        action, while everybody else plays on."""
        gained = self.own_gains[decision] > self.limit * self.spot.pool
        return np.where(gained, self.all_in[decision] > self.fold[decision], self.strategies[decision])

    def save(self, path: Path | str) -> None:
        """Write a file (`.pf`), whole or not at all: all that this result can be asked for."""
        decisions = list(self.strategies)
        about: dict[str, Any] = {
            "spot": asdict(self.spot),
            "decisions": [{"player": decision.player, "against": list(decision.pot)} for decision in decisions],
            "limit": self.limit,
            "draft": self.is_draft,
            "bunching": self.bunching,
            "settled": self.is_settled,
            "valuation": None,
            "mixed": None,
        }
        arrays = self._arrays("")
        if type(self.game.valuation) is not NextHandIgnored:
            about["valuation"] = str(self.game.valuation)
            arrays["outcomes"] = np.concatenate([*self.game.values.values()])
        if self.mixed:
            about["mixed"] = {"settled": self.mixed.is_settled, "seconds": self.mixed.seconds}
            arrays |= self.mixed._arrays("mixed ")
        judged = {"values": self.values.tolist(), "gains": self.gains.tolist(), "epsilon": self.epsilon}
        made = HowMade(self.algorithm, self.iterations, self.seconds, judged=judged)
        write_archive(Path(path), FORMAT, VERSION, about, arrays, made=made, compress=True)

    @classmethod
    def load(cls, path: Path | str) -> "PushFoldResult":
        """Read a file that `save` wrote; it answers as the result did that was saved."""
        what = "a push/fold result (`pokerlab pushfold --out` writes them)"
        header, arrays = read_archive(path, FORMAT, (VERSION,), what=what, error=TournamentError)
        try:
            return _result_of(header, arrays)
        except KeyError as error:
            raise TournamentError(f"{path} is damaged: its {error.args[0]} are missing") from None
        except (TypeError, ValueError, AttributeError, IndexError, OverflowError, PokerError) as error:
            raise TournamentError(f"{path}: it cannot be read: {error}") from None

    def _assess(self, profile: Profile) -> Assessment:
        """What other strategies are worth; with bunching, folded hands tell what they do where these are played."""
        if self.bunching and self.spot.players == 3:
            return assess_three(JointThree(self.game), profile)
        weights = fold_weights(self.game, self.strategies) if self.bunching and self.spot.players > 3 else {}
        return assess_subgames(self.game, subgames_of(self.game, weights), profile)

    def _arrays(self, prefix: str) -> Arrays:
        """By name, with a prefix, float64 [player] or float64 [decision, 169] each; `reached` is float64 [decision]."""
        named = {name: getattr(self, name) for name in _STORED}
        return {
            prefix + name: np.array([found[one] for one in self.strategies]) if isinstance(found, dict) else found
            for name, found in named.items()
        }


def range_of(strategy: Floats, digits: int = 3) -> Range:
    """A strategy, float64 [169], as a range."""
    return Range(np.round(strategy, digits)[CLASS_OF_COMBO].clip(0, 1))


def percent_of(strategy: Floats) -> float:
    """How much of all hands a strategy, float64 [169], plays, in percent."""
    return 100 * float(strategy[CLASS_OF_COMBO].mean())


def _result_of(header: dict[str, Any], arrays: Arrays) -> PushFoldResult:
    """What a file says; some error if that cannot be."""
    game = _game_of(header, arrays)
    decisions = [Decision(int(one["player"]), tuple(map(int, one["against"]))) for one in header["decisions"]]
    if set(decisions) != set(game.decisions()) or len(set(decisions)) != len(decisions):
        raise TournamentError("its decisions are not those of its spot")
    made, mixed = HowMade.of(header), header["mixed"]
    if made.algorithm is None or made.iterations is None or made.seconds is None:
        raise TournamentError("it does not say how it was solved")
    limit = float(header["limit"])
    if not 0 <= limit < np.inf:
        raise TournamentError(f"a limit of {limit:g} of the pool")
    flags = {name: header[name] for name in ("draft", "bunching", "settled")}
    if not all(isinstance(flag, bool) for flag in flags.values()):
        raise TournamentError("what is true or false of it is neither")

    def result(prefix: str, is_settled: bool, seconds: float, mixed: PushFoldResult | None = None) -> PushFoldResult:
        found = _assessed(arrays, prefix, decisions, game.spot.players)
        strategies = found.pop("strategies")
        return PushFoldResult(
            **found, game=game, strategies=strategies, limit=limit, is_settled=is_settled, is_draft=flags["draft"],
            bunching=flags["bunching"], iterations=made.iterations or 0, seconds=seconds,
            algorithm=made.algorithm or "", mixed=mixed,
        )  # fmt: skip

    before = None if mixed is None else result("mixed ", bool(mixed["settled"]), float(mixed["seconds"]))
    return result("", flags["settled"], made.seconds, before)


def _game_of(header: dict[str, Any], arrays: Arrays) -> PushFoldGame:
    given = dict(header["spot"])
    stacks, most = given.pop("stacks"), given.pop("most_all_in")
    blinds = given.pop("small_blind"), given.pop("big_blind")
    if type(most) is not int or not 2 <= most <= len(stacks):
        raise TournamentError(f"{most} players all-in at once")
    # in a draft the blinds alone may be as many as may be all-in
    spot = replace(PushFoldSpot.of(stacks, blinds, **given, most_all_in=len(stacks)), most_all_in=most)
    if header["valuation"] is None:
        return PushFoldGame(spot)
    ways, values = PushFoldGame(spot).ways_to_end(), arrays["outcomes"]
    if values.shape != (len(ways), spot.players) or not np.isfinite(values).all():
        raise TournamentError("its outcomes are not those of its spot")
    return PushFoldGame(spot, KnownValues(str(header["valuation"]), dict(zip(ways, values, strict=True))))


def _assessed(arrays: Arrays, prefix: str, decisions: list[Decision], players: int) -> dict[str, Any]:
    """The fields of an `Assessment` and the strategies, checked."""
    found: dict[str, Any] = {}
    for name in _STORED:
        array = arrays[prefix + name]
        by_player = name in ("values", "gains", "sampling_error")
        shape = (players,) if by_player else (len(decisions), CLASS_COUNT)[: 1 if name == "reached" else 2]
        may_be_unknown = name in ("own_gains", "all_in", "fold")
        if array.shape != shape or array.dtype != np.float64 or not (may_be_unknown or np.isfinite(array).all()):
            raise TournamentError(f"its {prefix}{name} are not what they should be")
        if name == "strategies" and not ((array >= 0) & (array <= 1)).all():
            raise TournamentError("its strategies are no chances")
        found[name] = array if by_player else dict(zip(decisions, array, strict=True))
    found["reached"] = {decision: float(chance) for decision, chance in found["reached"].items()}
    return found
