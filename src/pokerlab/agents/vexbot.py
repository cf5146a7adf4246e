"""Vexbot: searches the whole rest of a hand, with an opponent as he was seen to play.

After Davidson, Billings, Schaeffer and Szafron (2004) and Billings et al. (2004), as Meyer and Görge describe it:
chance averages, the opponent is weighed by how often he did what, own decisions take the best (miximax) or a softened
choice (miximix), and a showdown is worth the chance to win times the pot less what was paid. What is known of the
opponent comes in layers (`models.layered_model`). `vexbot:fitted` answers a fitted strategy instead
(`models.fitted_model`).

    pokerlab match vexbot uniform --game leduc --deals 2000
    pokerlab match vexbot:fitted,prior=even uniform --game leduc --deals 2000
"""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._streams import WHOLE, draw
from pokerlab.agents.agent import NO_CLOCK, Agent, Arrays, Clock, Memory
from pokerlab.agents.models.betting_contexts import betting_contexts
from pokerlab.agents.models.card_states import listed_states
from pokerlab.agents.models.fitted_model import FittedModel, public_tree
from pokerlab.agents.models.layered_model import LayeredModel
from pokerlab.agents.models.priors import prior_table
from pokerlab.agents.open_agent import OpenAgent, column_parts, draw_part
from pokerlab.betting.tree import NodeKind
from pokerlab.equilibrium.policy import Chances
from pokerlab.equilibrium.public_tree import ROW
from pokerlab.errors import AgentError, GameError, PokerError, shorten
from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Legal
from pokerlab.games.game_record import game_record, read_game
from pokerlab.games.hands import hand_number, private_hands
from pokerlab.games.rules import Game, Limit
from pokerlab.games.view import Public, View

MODELS = ("layers", "fitted")
FEWEST_HANDS = 20
FIT_AGAIN = 0.05
"""A fitted model is fitted again after so many hands, or this part of all hands, whichever is more."""
STRANGER = "opponent"
"""Who sits there, if nobody says."""

Model = LayeredModel | FittedModel
Numbers = npt.NDArray[np.float64]


class Vexbot(Agent):
    """Searches the rest of a hand, the opponent as seen so far (Davidson, Billings, Schaeffer, Szafron 2004).

    Plays games of two with fixed bets whose deals can be listed, such as Kuhn's and Leduc.

    - `model`: `layers` (the paper's counts) or `fitted` (a strategy fitted to shown and unshown hands)
    - `m`: of what finer layers have left, a layer with n observations takes 1 - m^n; `decay`: what an observation is
      worth after the next one of its context; `bins`: of histograms; `prior`: what an unknown opponent does
    - `temperature`: softens own choices, in bets, less with every hand; `explore`: parts of the pot that never seen
      answers of the opponent are taken to be worth; `alarm`: standard deviations of surprise after which old
      observations count little, 0 for never
    """

    memory = Memory.MATCH

    def __init__(
        self,
        model: str = "layers",
        m: float = 0.95,
        decay: float = 1.0,
        bins: int = 20,
        prior: str = "loki",
        temperature: float = 0.0,
        explore: float = 0.05,
        alarm: float = 5.0,
    ) -> None:
        if model not in MODELS:
            raise AgentError(f"'{shorten(model)}' is not a model of vexbot (one of {', '.join(MODELS)})")
        prior_table(prior)
        for name, number, least, most in (
            ("m", m, 0.0, 0.9999), ("decay", decay, 0.01, 1.0), ("bins", bins, 2, 1000),
            ("temperature", temperature, 0.0, 1000.0), ("explore", explore, 0.0, 10.0), ("alarm", alarm, 0.0, 1000.0),
        ):  # fmt: skip
            if not least <= number <= most:
                raise AgentError(f"vexbot: {name} is a number from {least:g} to {most:g}, not {number}")
        self.kind, self.m, self.decay, self.bins, self.prior = model, m, decay, bins, prior
        self.temperature, self.explore, self.alarm = temperature, explore, alarm
        self._models: dict[tuple[Game, str], Model] = {}
        self._answers: dict[tuple[Game, str, int], tuple[int, Numbers]] = {}

    def plays(self, game: Game) -> str:
        """Two players, fixed bets, few enough deals, and all shown down at the end."""
        if game.players != 2 or game.limit is not Limit.FIXED:
            return f"vexbot plays games of two with fixed bets, not {game.name}"
        try:
            listed_states(game, self.bins)
            tree = betting_contexts(game).tree
        except GameError as error:
            return f"vexbot plays games whose deals can be listed: {error}"
        shown = tree.street[tree.kind == NodeKind.SHOWDOWN]
        if game.start or (shown != game.streets - 1).any():
            return f"vexbot plays whole hands in which nobody can be all-in before the last street, not {game.name}"
        return ""

    def observe(self, view: View) -> None:
        """At the end of a hand, learn what the opponent did and showed."""
        if not view.is_over or view.seat < 0:
            return
        game, seat = view.game, view.seat
        model, shown = self._model(game, self._opponent(seat)), view.shown[1 - seat]
        history = view.betting.history
        if isinstance(model, FittedModel):
            hand = model.tree.hand_of
            his = int(hand[hand_number(game, shown)]) if shown else None
            model.learn(seat, history, view.board, int(hand[hand_number(game, view.private)]), his, self.decay)
            return
        cards = listed_states(game, self.bins)
        if not shown:
            model.learn(seat, history)
            return
        own = cards.place(view.private, view.board, game.streets - 1)
        model.learn(seat, history, cards.shown_bin(shown, view.board), cards.states.priors[own])

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """The action of most value, or a draw by softened values."""
        chances = self.chances(view.public, view.seat, view.private, self._opponent(view.seat))
        if max(chances) < 1:
            number = draw(self.hand.stream, len(view.betting.history), WHOLE)
            return _action(draw_part(column_parts(chances), number), view.legal)
        return _action(chances.index(1.0), view.legal)

    def chances(self, public: Public, seat: int, private: tuple[int, ...], opponent: str) -> list[float]:
        """How likely it folds, calls and raises with a hand, by all that it has seen of an opponent."""
        game, model = public.game, self._model(public.game, opponent)
        if isinstance(model, FittedModel):
            return self._answer(model, public, seat, private, opponent)
        node = model.contexts.node_after(public.betting.history)
        cards = listed_states(game, self.bins)
        heat = self.temperature * game.bets[0] / (1 + model.hands / 100)
        values = model.values(seat, node, cards.states, temperature=heat, explore=self.explore)
        return softened(values[:, cards.place(private, public.board, public.betting.street)], heat)

    def _answer(
        self, model: FittedModel, public: Public, seat: int, private: tuple[int, ...], opponent: str
    ) -> list[float]:
        """The best response to the fitted strategy, which is fitted again from time to time."""
        key = (public.game, opponent, seat)
        at, table = self._answers.get(key, (-1, model.table))
        if at < 0 or model.hands - at >= max(FEWEST_HANDS, FIT_AGAIN * model.hands):
            model.fit()
            for side in range(2):
                self._answers[*key[:2], side] = model.hands, model.response(side)
            table = self._answers[key][1]
        node = model.tree.find(public)
        hand = int(model.tree.hand_of[hand_number(public.game, private)])
        found, row = [0.0, 0.0, 0.0], model.tree.nodes[node, ROW]
        for place, label in enumerate(model.tree.situations[node].labels):
            found["fcr".index(label[0])] = float(table[row + place, hand])
        return found

    def _model(self, game: Game, opponent: str) -> Model:
        key = (game, opponent)
        if key not in self._models:
            self._models[key] = self._new_model(game)
        return self._models[key]

    def _new_model(self, game: Game) -> Model:
        if self.kind == "fitted":
            return FittedModel(public_tree(game), self.prior)
        return LayeredModel(
            betting_contexts(game), self.bins, m=self.m, decay=self.decay, prior=self.prior, alarm=self.alarm
        )

    def _opponent(self, seat: int) -> str:
        names = self.hand.names
        return names[1 - seat] if len(names) == 2 else STRANGER

    def remember(self) -> tuple[Arrays, dict[str, Any]]:
        """All models, and the answers that fitted ones were given."""
        arrays: Arrays = {}
        about = []
        for number, ((game, name), model) in enumerate(self._models.items()):
            arrays |= {f"{number}.{key}": array for key, array in model.arrays().items()}
            answers = {}
            for seat in range(2):
                if (game, name, seat) in self._answers:
                    answers[str(seat)], arrays[f"{number}.answer{seat}"] = self._answers[game, name, seat]
            record = json.loads(json.dumps(game_record(game)))
            about.append({"game": record, "name": name, "answers": answers, **model.facts()})
        return arrays, {"models": about}

    def recall(self, arrays: Arrays, facts: dict[str, Any]) -> None:
        """Take up such a memory in place of the own one."""
        models: dict[tuple[Game, str], Model] = {}
        answers: dict[tuple[Game, str, int], tuple[int, Numbers]] = {}
        try:
            for number, about in enumerate(facts["models"]):
                game, name = read_game(about["game"]), str(about["name"])
                model = models[game, name] = self._new_model(game)
                start = f"{number}."
                model.take(
                    {key.removeprefix(start): array for key, array in arrays.items() if key.startswith(start)}, about
                )
                for seat, at in about["answers"].items():
                    answers[game, name, int(seat)] = int(at), np.array(arrays[f"{start}answer{seat}"], np.float64)
        except PokerError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise AgentError(f"this is no memory of vexbot ({shorten(error)})") from None
        self._models, self._answers = models, answers


class Frozen(OpenAgent):
    """What a `Vexbot` does now, with every hand, against an opponent, and learns no more: for exact judges."""

    def __init__(self, bot: Vexbot, opponent: str = STRANGER) -> None:
        self._bot, self._opponent = bot, opponent

    def chances(self, public: Public) -> Chances:
        """Its chances for every hand that the board leaves."""
        legal, seat = public.betting.legal, public.betting.actor
        kinds = [Kind.FOLD] * legal.fold + [Kind.CALL] + [Kind.RAISE] * bool(legal.max_raise)
        hands = private_hands(public.game)
        table = np.zeros((len(kinds), len(hands)), np.float32)
        for number, hand in enumerate(hands):
            if not {*hand} & {*public.board}:
                table[:, number] = np.array(self._bot.chances(public, seat, hand, self._opponent))[kinds]
        return Chances(tuple(_action(kind, legal) for kind in kinds), table)


def softened(values: Numbers, temperature: float) -> list[float]:
    """Chances of actions by their values [action]: all for the best (of equal ones a call, then a raise), or in
    proportion to exp(value / temperature)."""
    if temperature > 0:
        shares = np.exp((values - values.max()) / temperature)
        return [float(share) for share in shares / shares.sum()]
    best = max((Kind.CALL, Kind.RAISE, Kind.FOLD), key=lambda kind: float(values[kind]))
    return [float(kind == best) for kind in Kind]


def _action(kind: int, legal: Legal) -> Action:
    return raise_to(legal.max_raise) if kind == Kind.RAISE else CALL if kind == Kind.CALL else FOLD
