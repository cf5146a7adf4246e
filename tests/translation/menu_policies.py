"""Policies that tests translate."""

import numpy as np

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.paths import letters_of
from pokerlab.equilibrium.policy import Chances
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.library import named_game


class MenuPolicy:
    """Plays the bets of a menu: `choose(betting, choices)` gives the weight of each choice, for all hands alike or
    [choice, hand]."""

    def __init__(self, game, menu, choose):
        self.game = named_game(game) if isinstance(game, str) else game
        self.menu = parse_menu(menu)
        self.choose = choose

    def chances(self, public):
        choices = self.menu.choices(public.betting)
        weights = np.array(self.choose(public.betting, choices), float)
        if weights.ndim == 1:
            weights = np.repeat(weights[:, None], len(private_hands(self.game)), axis=1)
        table = (weights / weights.sum(axis=0)).astype(np.float32)
        return Chances(tuple(choice.action for choice in choices), table)


def calling(betting, choices):
    """Never anything but check and call."""
    return [choice.action.kind is Kind.CALL for choice in choices]


def uniform(betting, choices):
    """Everything alike."""
    return [1] * len(choices)


def seeded(seed):
    """Any chances by hand, the same whenever the same is asked."""

    def choose(betting, choices):
        past = [played.action.to + 7 * played.action.kind for played in betting.history]
        rng = np.random.default_rng([seed, *past])
        return rng.random((len(choices), 6)) + 0.01

    return choose


def played(game, text):
    """The betting after letters such as `r6c/r20`."""
    betting = Betting.start(named_game(game) if isinstance(game, str) else game)
    for action in letters_of(text):
        betting = betting.act(action)
    return betting
