"""Judges that take out luck, as matches and logs use them: each hand becomes a number with the mean of chips.

    judge = Chance()                      # the luck of the cards: nothing needs to be known of the players
    judge.begin(game, dealer)
    judge(state)                          # float64 [seat], chips

    Divat("bet-for-value")                # the same by a baseline that both follow
    Aivat(known="1")                      # also the luck of what the first agent drew, and of the hand it held
    Importance(player=1, target="...")    # what another agent would have won in the first one's place
    Mivat("weights.json")                 # chance, by values that were learnt from other hands

Value functions by name (`u=`): always-call, bet-for-value (with a file), zero, random, mivat:FILE, or any agent that
says its chances, which all seats then follow (strategy:FILE, solution:FILE, uniform...); endgame:AGENT on the last
street alone.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pokerlab.agents.agent import HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.errors import LabError, shorten
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.aivat import aivat_values, hidden_terms, known_chips
from pokerlab.lab.endings import mean_values
from pokerlab.lab.hand_judge import EVERYBODY, Floats, HandJudge, Lineup, Policies, SeatedAgents
from pokerlab.lab.importance import Value, chips_value, hidden_importance, importance_values
from pokerlab.lab.lines import HandLine, Holdings, Priors, is_seen, line_of
from pokerlab.lab.luck import chance_values, divat_values
from pokerlab.lab.mivat import LuckFeatures, MivatValues
from pokerlab.lab.value_functions import (
    EndgameValues,
    Martingale,
    PolicyValues,
    PotShare,
    RandomValues,
    ValueFunction,
    Zero,
)
from pokerlab.table.deals import Dealer

MOST_TOGETHER = 60_000
"""Private hands of known seats that are looked at together."""


PLAIN: dict[str, type[ValueFunction]] = {"zero": Zero, "always-call": PotShare, "random": RandomValues}
"""Value functions without a file or an agent."""


def value_function(text: str, game: Game) -> ValueFunction:
    """The value function of a name; a `PokerError` says what is wrong with it."""
    if text in PLAIN:
        return PLAIN[text]()
    if text.startswith("mivat:"):
        learnt = MivatValues.load(Path(text.partition(":")[2]))
        learnt.check(game)
        return learnt
    kind, name = (EndgameValues, text.partition(":")[2]) if text.startswith("endgame:") else (PolicyValues, text)
    agents = [named_agent(name) for _ in range(game.players)]
    if not agents[0].is_open or agents[0].memory != "none":
        raise LabError(f"'{shorten(text)}' does not say its chances: it has no values")
    if why := agents[0].plays(game):
        raise LabError(f"{shorten(text)}: {why}")
    for seat, agent in enumerate(agents):
        agent.start(HandStart(game, seat))
    return kind(agents, name)  # type: ignore[arg-type]


def origin_of(text: str) -> str:
    """A value function by its name, and where it comes from."""
    if text in PLAIN:
        return PLAIN[text].origin
    if text.startswith("mivat:"):
        return f"mivat (learnt before; weights of {text.partition(':')[2]})"
    if text.startswith("endgame:"):
        return f"{text.partition(':')[2]} (in all seats, for actions of the last street; else always-call)"
    return f"{text} (in all seats, over all its actions and all cards)"


class LuckJudge(HandJudge):
    """What these judges have in common: a value function, and how private hands are dealt."""

    def __init__(self, u: str = "always-call") -> None:
        self.u = u
        self._settled: dict[Game, tuple[Priors, ValueFunction, Floats | None]] = {}
        self._dealer: Dealer | None = None

    def begin(self, game: Game, dealer: Dealer | None = None) -> None:
        """Hands of this game follow, dealt so."""
        self._dealer = dealer
        self._settled = {game: self._settle(game)}

    def check(self, game: Game) -> None:
        """The value function is there and fits."""
        Priors.of(game)
        value_function(self.u, game)

    def about(self, lineup: Lineup) -> str:
        """In words."""
        return f"known: all cards; value function {origin_of(self.u)}"

    def _settle(self, game: Game) -> tuple[Priors, ValueFunction, Floats | None]:
        priors, u = Priors.of(game, self._dealer), value_function(self.u, game)
        u.begin(priors)
        return priors, u, u.at_start(priors)

    def _of(self, game: Game) -> tuple[Priors, ValueFunction, Floats | None]:
        if game not in self._settled:
            if len(self._settled) > 50:
                self._settled.clear()
            self._settled[game] = self._settle(game)
        return self._settled[game]


class Chance(LuckJudge):
    """Chips less the luck of the cards, by what a value function says of every deal."""

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """Seats whose cards are `hidden` are taken as holding any cards, also where they were shown in the end."""
        priors, u, start = self._of(state.game)
        if seating.hidden:
            return self._hidden(state, priors, u, start, seating.hidden)
        _check_seen(state, "chance")
        found = chance_values(line_of(state), Holdings.of_hand(state, priors, ()), u, start)
        return np.asarray(found[0])

    def _hidden(
        self, state: State, priors: Priors, u: ValueFunction, start: Floats | None, hidden: Sequence[int]
    ) -> Floats:
        """Terms are means over all that the hidden seats might hold, alike: what they did says nothing of it here."""
        seen = [seat for seat in range(state.game.players) if seat not in hidden]
        _check_seen(state, "chance", seen)
        held = _hidden_holdings(state, priors, (), hidden)
        terms = hidden_terms(line_of(state), held, hidden, u, start)[0]
        return np.asarray(np.array(state.payoffs, np.float64) + terms)


class Divat(LuckJudge):
    """Chips less luck, street by street against a baseline that all seats follow (Billings and Kan 2006)."""

    def __init__(self, baseline: str = "always-call") -> None:
        super().__init__(baseline)

    def about(self, lineup: Lineup) -> str:
        """In words."""
        return f"known: all cards; baseline {origin_of(self.u)}"

    def check(self, game: Game) -> None:
        """The baseline's values are known from the first deal on."""
        super().check(game)
        u = value_function(self.u, game)
        if not isinstance(u, Martingale):
            raise LabError(f"divat: '{shorten(self.u)}' is no baseline that can be followed")

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """Needs all cards."""
        _check_seen(state, "divat")
        priors, u, start = self._of(state.game)
        assert isinstance(u, Martingale)
        return np.asarray(divat_values(line_of(state), Holdings.of_hand(state, priors, ()), u, start)[0])


class Mivat(LuckJudge):
    """Chips less the luck of the cards, by values that were learnt from other hands (White and Bowling 2009)."""

    def __init__(self, file: str = "") -> None:
        super().__init__(f"mivat:{file}" if file else "")
        self.file, self.learns = file, not file
        self._features: dict[Game, tuple[LuckFeatures, Priors]] = {}

    def about(self, lineup: Lineup) -> str:
        """In words."""
        if self.file:
            return super().about(lineup)
        return "known: all cards; value function mivat (for each block learnt from the other blocks)"

    def check(self, game: Game) -> None:
        """Its weights are there; what is learnt from stored hands needs none."""
        Priors.of(game)
        if self.file:
            super().check(game)

    def begin(self, game: Game, dealer: Dealer | None = None) -> None:
        """Hands of this game follow, dealt so."""
        self._dealer = dealer
        self._features.clear()
        if self.file:
            super().begin(game, dealer)

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """By the weights of its file."""
        if not self.file:
            raise LabError(
                "mivat learns from other blocks than it judges: judge stored hands (pokerlab judge DIR --judge mivat), "
                "or give a file of weights (mivat:FILE)"
            )
        _check_seen(state, "mivat")
        priors, u, start = self._of(state.game)
        return np.asarray(chance_values(line_of(state), Holdings.of_hand(state, priors, ()), u, start)[0])

    def features(self, state: State) -> tuple[Floats, Floats]:
        """What a hand says to who learns: luck float64 [seat, feature], and chips float64 [seat]."""
        _check_seen(state, "mivat")
        if state.game not in self._features:
            priors = Priors.of(state.game, self._dealer)
            self._features[state.game] = LuckFeatures(priors), priors
        features, priors = self._features[state.game]
        found = features.of(line_of(state), Holdings.of_hand(state, priors, ()))
        return found, np.array(state.payoffs, np.float64)


class Aivat(LuckJudge):
    """Chips less the luck of the cards and of what known agents drew (Burch et al. 2018)."""

    needs_policies = True

    def __init__(self, u: str = "always-call", known: str = "") -> None:
        super().__init__(u)
        self.known = known
        if known not in ("", "all", "none") and not all(part in "123456789" and part for part in known.split("/")):
            raise LabError(f"aivat: known is all, none, or numbers of agents such as 1 or 1/2, not '{shorten(known)}'")

    def check(self, game: Game) -> None:
        """There are such agents."""
        super().check(game)
        numbers = [] if self.known in ("", "all", "none") else [int(part) for part in self.known.split("/")]
        if any(number > game.players for number in numbers):
            raise LabError(f"aivat: there is no agent {max(numbers)} in a game of {game.players}")

    def about(self, lineup: Lineup) -> str:
        """In words."""
        known, first = sorted(lineup.opens), ""
        if not self.known and len(known) > 1:
            together = Priors.of(lineup.game, lineup.dealer).count(range(min(len(known), lineup.game.players)))
            if together > MOST_TOGETHER:
                first = " (the first of them in each hand)"
        elif self.known not in ("", "all"):
            known = [] if self.known == "none" else sorted({int(part) - 1 for part in self.known.split("/")})
        return f"known: {lineup.named(known)}{first}; value function {origin_of(self.u)}"

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """What the known seats played from has to be logged."""
        priors, u, start = self._of(state.game)
        known = self._known(state.game, priors, seating)
        hidden = [seat for seat in seating.hidden if seat not in known]
        _check_shown(state, "aivat", [*known], hidden)
        line = line_of(state, policies)
        if not hidden:
            return np.asarray(aivat_values(line, Holdings.of_hand(state, priors, known), known, u, start)[0])
        terms = hidden_terms(line, _hidden_holdings(state, priors, known, hidden), hidden, u, start, known)[0]
        return np.asarray(known_chips(line, _shown_holdings(state, priors, known, hidden), known)[0] + terms)

    def _known(self, game: Game, priors: Priors, seating: SeatedAgents) -> list[int]:
        """The seats that are known: the same in all hands of a seating, whatever happened in them."""
        seats = [seat for seat in range(game.players) if seating.is_open(seat)]
        if self.known == "none":
            return []
        if not self.known:
            if priors.count(seats) > MOST_TOGETHER:
                seats = sorted(seats, key=seating.agent)[:1]
            return seats
        numbers = {seating.agent(seat) for seat in range(game.players)}
        if self.known != "all":
            numbers = {int(part) - 1 for part in self.known.split("/")}
        known = [seat for seat in range(game.players) if seating.agent(seat) in numbers]
        if closed := [seat for seat in known if seat not in seats]:
            raise LabError(f"aivat: what seat {closed[0]} played from was not logged")
        if priors.count(known) > MOST_TOGETHER:
            raise LabError(
                f"aivat: {len(known)} agents of {game.name} have too many hands together; name one, as in known=1"
            )
        return known


class Importance(LuckJudge):
    """What a known agent, or another one in its place, would have won (Bowling et al. 2008).

    - `player`: which agent is known; `target`: who is judged instead of it (empty: itself)
    - `gea`, `oc`: 1 to count game-ending actions, and other cards
    - `value`: chips, allin, or divat (with `baseline`)
    """

    needs_policies = True

    def __init__(
        self,
        target: str = "",
        player: int = 1,
        gea: int = 1,
        oc: int = 1,
        value: str = "chips",
        baseline: str = "always-call",
    ) -> None:
        super().__init__(baseline if value == "divat" else "zero")
        if value not in ("chips", "allin", "divat"):
            raise LabError(f"importance: value is chips, allin or divat, not '{shorten(value)}'")
        self.target, self.player, self.gea, self.oc, self.value = target, player, bool(gea), bool(oc), value
        self.ratios: list[float] = []
        self.judges_played = not target
        self._aim = named_agent(target) if target else None
        if self._aim and (not self._aim.is_open or self._aim.memory != "none"):
            raise LabError(f"'{shorten(target)}' does not say its chances: it cannot be a target")

    def check(self, game: Game) -> None:
        """There is such an agent, and the target plays the game."""
        super().check(game)
        if not 1 <= self.player <= game.players:
            raise LabError(f"importance: there is no agent {self.player} in a game of {game.players}")
        if self._aim and (why := self._aim.plays(game)):
            raise LabError(f"{shorten(self.target)}: {why}")

    def about(self, lineup: Lineup) -> str:
        """In words."""
        value = f"divat with baseline {origin_of(self.u)}" if self.value == "divat" else self.value
        known = lineup.named([self.player - 1])
        parts = [f"known: {known}", f"judged: {self.target or 'itself'}", f"value {value}"]
        ways = [name for name, is_on in (("game-ending actions", self.gea), ("other cards", self.oc)) if is_on]
        return "; ".join([*parts, " and ".join(ways) or "basic"])

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """All seats' chips in hands that the target would play."""
        priors, u, start = self._of(state.game)
        seats = [seat for seat in range(state.game.players) if seating.agent(seat) == self.player - 1]
        if not seats:
            raise LabError(f"importance: agent {self.player} does not play in this hand")
        player = seats[0]
        if not seating.is_open(player):
            raise LabError(f"importance: what agent {self.player} played from was not logged")
        changed, hidden = [player] * self.oc, [seat for seat in seating.hidden if seat != player]
        _check_shown(state, "importance", changed, hidden if self.value != "divat" else ())
        if self._aim:
            self._aim.start(HandStart(state.game, player))
        line, shown = line_of(state, policies), _shown_holdings(state, priors, changed, hidden)
        given: dict[str, Any] = {
            "target": self._aim, "ends_too": self.gea, "other_hands": self.oc, "value": self._worth(u, start)
        }  # fmt: skip
        if hidden:
            held = Holdings.of_hand(state, priors, changed, hidden)
            found = hidden_importance(line, held, shown, player, **given)
        else:
            found = importance_values(line, shown, player, **given, needs_board=self.value == "chips")
        self.ratios.append(float(found.ratios[0]))  # equal for all hands that he could have held
        return np.asarray(found.values[0])

    def _worth(self, u: ValueFunction, start: Floats | None) -> Value:
        """What an end is worth."""
        if self.value == "chips":
            return chips_value
        return allin_value if self.value == "allin" else partial(_divat, u=u, start=start)


def allin_value(line: HandLine, held: Holdings) -> Floats:
    """Chips as a mean over the cards that come after the betting is over."""
    cards = line.decisions[-1].board if line.decisions else line.start
    found = mean_values(line.end, cards, held)
    if found is None:
        raise LabError("allin: the mean over the cards to come would take too long with so many hands at once")
    return found


def _divat(line: HandLine, held: Holdings, *, u: ValueFunction, start: Floats | None) -> Floats:
    return divat_values(line, held, u, start)


def _hidden_holdings(state: State, priors: Priors, known: Sequence[int], hidden: Sequence[int]) -> Holdings:
    """All that known and hidden seats may hold; if that is too much, nothing of the hidden ones."""
    if priors.count([*known, *hidden]) <= MOST_TOGETHER:
        return Holdings.of_hand(state, priors, [*known, *hidden])
    return Holdings.of_hand(state, priors, known, hidden)


def _shown_holdings(state: State, priors: Priors, changed: Sequence[int], hidden: Sequence[int]) -> Holdings:
    """All that some seats may hold; of the hidden ones what they show where hands are compared."""
    unseen = [seat for seat in hidden if not _is_compared(state, seat)]
    return Holdings.of_hand(state, priors, changed, unseen)


def _is_compared(state: State, seat: int) -> bool:
    return state.is_showdown and bool(state.betting.live >> seat & 1)


def _check_shown(state: State, judge: str, changed: Sequence[int], hidden: Sequence[int]) -> None:
    """Cards have to be seen of seats that are not changed, and of hidden ones where hands are compared."""
    seats = [seat for seat in range(state.game.players) if seat not in changed]
    _check_seen(state, judge, [seat for seat in seats if seat not in hidden or _is_compared(state, seat)])


def _check_seen(state: State, judge: str, seats: Sequence[int] | range | None = None) -> None:
    wanted = range(state.game.players) if seats is None else seats
    if is_seen(state):
        return
    for seat in wanted:
        if any(card < 0 for card in state.private[seat]) or not state.private[seat]:
            raise LabError(f"{judge}: the cards of seat {seat} are hidden, and it needs them")
