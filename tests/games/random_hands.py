"""Random games and random play, for tests."""

import random

from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Legal
from pokerlab.games.library import holdem, holdem_blinds
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State


def random_holdem(rng: random.Random, *, rake: bool = False) -> Game:
    """A hold'em game with anything that can vary: players, limit, short stacks, antes, straddles."""
    players = rng.randint(2, 10)
    limit = rng.choice(list(Limit))
    big = rng.choice((2, 10, 100))
    blinds = list(holdem_blinds(players, big // 2, big))
    straddle = players > 3 and limit is not Limit.FIXED and rng.random() < 0.15
    if straddle:
        blinds[2] = 2 * big
    antes = [rng.choice((0, 0, 1, big // 5))] * players
    if rng.random() < 0.3:
        antes = [0] * players
        antes[blinds.index(big)] = big
    depth = rng.choice((2, 20, 100))
    bets = (big, big, 2 * big, 2 * big) if limit is Limit.FIXED else (2 * big if straddle else big, big, big, big)
    return holdem(
        "random hold'em",
        limit,
        stacks=[rng.randint(1, depth * big) for _ in range(players)],
        blinds=blinds,
        antes=antes,
        bets=bets,
        raise_caps=(3, 4, 4, 4) if limit is Limit.FIXED else (None,) * 4,
        rake=Rake(rng.choice((0, 2.5, 5)), big) if rake else Rake(),
    )


def random_action(rng: random.Random, legal: Legal) -> Action:
    choices: list[Action] = [CALL, CALL]
    if legal.fold:
        choices.append(FOLD)
    if legal.max_raise:
        choices.append(raise_to(rng.choice((legal.min_raise, legal.max_raise))))
        choices.append(raise_to(rng.randint(legal.min_raise, legal.max_raise)))
    return rng.choice(choices)


def play_out(game: Game, rng: random.Random, *, stop: float = 0.0) -> State:
    """A hand played at random to its end, or given up after each step with probability `stop`."""
    state = State.start(game, deck=rng.sample(game.deck, len(game.deck)))
    while not state.is_over and rng.random() >= stop:
        state = state.act(random_action(rng, state.legal))
    return state
