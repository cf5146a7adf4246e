"""Random hands of ACPC games, played by us and by OpenSpiel's `universal_poker` side by side.

Their rules are those of the ACPC server. After every step both must agree on the actor and on the exact set
of legal actions; at the end on the payoffs, except that they split a pot into fractions where we give odd
chips away.

    python tests/games/differential_openspiel.py --hands 100000 --seed 1
"""

import argparse
import random
import sys
from functools import cache
from typing import Any

import pyspiel

from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.gamedef import format_gamedef, parse_gamedef
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State

HOLDEM = """GAMEDEF
{limit}
numPlayers = {players}
numRounds = 4
stack = {stacks}
blind = {blinds}
raiseSize = 10 10 20 20
firstPlayer = {first} 1 1 1
{caps}
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(compare_hands(options.hands, options.seed), file=sys.stderr)
    return 0


def compare_hands(hands: int, seed: int) -> dict[str, int]:
    """Play so many hands; returns how many of each game."""
    games = acpc_games()
    counts = dict.fromkeys(games, 0)
    for number in range(hands):
        rng = random.Random(f"{seed}/{number}")
        name = rng.choice(list(games))
        counts[name] += 1
        try:
            compare_hand(games[name], rng)
        except Exception as error:
            error.add_note(f"hand {seed}/{number} ({name}) of differential_openspiel")
            raise
    return counts


def acpc_games() -> dict[str, Game]:
    def holdem(limit: str, stacks: str, blinds: str, first: int) -> Game:
        caps = "maxRaises = 3 4 4 4" if limit == "limit" else ""
        players = len(stacks.split())
        text = HOLDEM.format(limit=limit, players=players, stacks=stacks, blinds=blinds, first=first, caps=caps)
        return parse_gamedef(text)

    return {
        "kuhn": named_game("kuhn"),
        "kuhn3": named_game("kuhn3"),
        "leduc": named_game("leduc"),
        "leduc-nl:12": named_game("leduc-nl:12"),
        "limit, 2 players": holdem("limit", "1000 1000", "10 5", 2),
        "limit, 4 players": holdem("limit", "1000 1000 1000 1000", "5 10 0 0", 3),
        "no limit, 2 players": holdem("nolimit", "400 400", "10 5", 2),
        "no limit, 2 unequal stacks": holdem("nolimit", "90 260", "10 5", 2),
        "no limit, 3 players": holdem("nolimit", "200 200 200", "5 10 0", 3),
        "no limit, 3 unequal stacks": holdem("nolimit", "75 230 140", "5 10 0", 3),
        "no limit, 6 unequal stacks": holdem("nolimit", "31 300 45 120 87 210", "5 10 0 0 0 0", 3),
        "no limit, straddle": holdem("nolimit", "100 150 99 120", "5 10 20 0", 4),
    }


@cache
def load_theirs(text: str) -> Any:
    parameters: dict[str, str | int] = {}
    for line in text.splitlines():
        key, equals, value = line.partition(" = ")
        if equals:
            parameters[key] = int(value) if key.startswith("num") and key != "numBoardCards" else value
    parameters["betting"] = "limit" if "\nlimit" in text else "nolimit"
    parameters["bettingAbstraction"] = "fcpa" if parameters["betting"] == "limit" else "fullgame"
    return pyspiel.load_game("universal_poker", parameters)


def compare_hand(game: Game, rng: random.Random) -> None:
    # They number the cards from the lowest rank and the first suit; only the order matters.
    order = sorted(game.deck)
    needed = sum(game.private_cards) * game.players + sum(game.board_cards)
    deck = rng.sample(range(len(order)), needed)
    ours = State.start(game, deck=[order[card] for card in deck])
    theirs = load_theirs(format_gamedef(game)).new_initial_state()
    boldness = rng.choice((0.1, 0.3, 0.6))
    dealt = 0
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            theirs.apply_action(deck[dealt])
            dealt += 1
            continue
        assert ours.actor == theirs.current_player()
        legal = ours.legal
        before = ours.betting.paid[ours.actor] - ours.betting.bets[ours.actor]
        expected = ([0] if legal.fold else []) + [1]
        if legal.max_raise and game.limit is Limit.FIXED:
            expected.append(2)
        elif legal.max_raise:
            expected += range(legal.min_raise + before, legal.max_raise + before + 1)
        assert theirs.legal_actions() == expected
        choice = rng.random()
        if legal.max_raise and choice < boldness:
            to = rng.choice((legal.min_raise, legal.max_raise, rng.randint(legal.min_raise, legal.max_raise)))
            ours = ours.act(raise_to(to))
            theirs.apply_action(2 if game.limit is Limit.FIXED else to + before)
        elif legal.fold and choice > 0.85:
            ours = ours.act(FOLD)
            theirs.apply_action(0)
        else:
            ours = ours.act(CALL)
            theirs.apply_action(1)
    assert ours.is_over
    pots = len(ours.pots)
    for payoff, value in zip(ours.payoffs, theirs.returns(), strict=True):
        assert abs(payoff - value) < pots
        assert payoff == value or ours.is_showdown


if __name__ == "__main__":
    sys.exit(main())
