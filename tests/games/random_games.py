"""Random games of every kind that compiled rules play, for their tests."""

import random
from dataclasses import replace

from random_hands import play_out, random_holdem

from pokerlab.games.library import named_game
from pokerlab.games.rules import Game, Limit

SMALL = [
    named_game(name)
    for name in ("kuhn", "kuhn3", "leduc", "leduc3", "leduc-nl:12", "leduc-nl:3", "holdem-limit:4", "holdem-potlimit:3")
]


def random_game(rng: random.Random) -> Game:
    """Hold'em of every kind, the small games, games of any cards and streets, and games that begin in mid-hand."""
    kind = rng.random()
    if kind < 0.08:
        game = rng.choice(SMALL)
    elif kind < 0.2:
        game = random_cards(rng)
    else:
        game = random_holdem(rng, rake=rng.random() < 0.3)
    if rng.random() < 0.15:
        game = replace(game, any_all_in_reopens=True)
    if rng.random() < 0.15:
        game = replace(game, full_blind_to_call=False)
    if rng.random() < 0.1:
        game = replace(game, blinds=dead_small_blind(game.blinds))
    if rng.random() < 0.1:
        caps = tuple(rng.choice((None, 0, 1, 2, 5)) for _ in game.bets)
        game = replace(game, raise_caps=caps)
    if rng.random() < 0.15:
        return from_the_middle(game, rng)
    return game


def random_cards(rng: random.Random) -> Game:
    """One to four streets, each with any private and board cards, any ranking, and a deck that may be short."""
    players, streets = rng.randint(2, 6), rng.randint(1, 4)
    ranking, most = rng.choice((("holdem", 7), ("leduc", 4), ("kuhn", 1)))
    least = {"holdem": 5, "leduc": 2, "kuhn": 1}[ranking]
    private, board = [0] * streets, [0] * streets
    private[0] = 1
    for _ in range(rng.randint(least, most) - 1):
        rng.choice((private, board))[rng.randrange(streets)] += 1
    needed = sum(private) * players + sum(board)
    return Game(
        "random cards",
        rng.choice(list(Limit)),
        stacks=tuple(rng.randint(1, 60) for _ in range(players)),
        blinds=tuple(rng.choice((0, 1, 2)) for _ in range(players)),
        antes=(rng.choice((0, 1, 3)),) * players,
        bets=tuple(rng.randint(1, 4) for _ in range(streets)),
        raise_caps=tuple(rng.choice((None, 1, 3)) for _ in range(streets)),
        private_cards=tuple(private),
        board_cards=tuple(board),
        first_to_act=tuple(rng.randrange(players) for _ in range(streets)),
        deck=tuple(sorted(rng.sample(range(52), rng.randint(needed, 52)))),
        ranking=ranking,
        dead_antes=rng.random() < 0.3,
    )


def dead_small_blind(blinds: tuple[int, ...]) -> tuple[int, ...]:
    """One blind alone: nobody has the small one."""
    largest = max(blinds)
    return tuple(blind if blind == largest else 0 for blind in blinds)


def from_the_middle(game: Game, rng: random.Random) -> Game:
    """The game that begins somewhere in a random hand, with some chips of nobody in the middle."""
    state = play_out(game, rng, stop=0.3)
    if state.is_over:
        return game
    begun = state.betting.as_start(state.board)
    assert begun.start is not None
    return replace(begun, start=replace(begun.start, dead=begun.start.dead + rng.choice((0, 0, 7))))
