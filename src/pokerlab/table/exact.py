"""What agents win in a small game, exactly: every deal and line of play, by the rules and the agents' own chances.

exact_values(named_game("leduc"), [named_agent("uniform")] * 2)     # chips per hand of each seat
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from pokerlab.agents.agent import Agent, HandStart
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError, MatchError
from pokerlab.games.action import Action
from pokerlab.games.hands import hand_number
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.games.view import Public

MOST_DEALS = 100_000
"""Games with more deals are sampled instead."""


def exact_values(game: Game, agents: Sequence[Agent]) -> tuple[float, ...]:
    """Chips per hand that each seat wins on average. Agents are open, and keep nothing from hand to hand."""
    if len(agents) != game.players:
        raise MatchError(f"{game.name} has {game.players} seats; agents given: {len(agents)}")
    deals = _count_deals(game)
    if deals > MOST_DEALS:
        raise MatchError(f"{game.name} has {deals:,} deals: at most {MOST_DEALS:,} are played one by one")
    for seat, agent in enumerate(agents):
        if not hasattr(agent, "chances") or agent.memory != "none":
            raise AgentError(f"seat {seat}: only agents that say their chances, and remember nothing, can be computed")
        agent.start(HandStart(game, seat))
    return tuple(_Walk(agents).values(State.start(game)))


class _Walk:
    """Sums over everything that can happen; the agents' chances are asked once for each public situation."""

    def __init__(self, agents: Sequence[Agent]) -> None:
        self._agents = agents
        self._known: dict[Public, Chances] = {}

    def values(self, state: State) -> list[float]:
        if state.is_over:
            return [float(chips) for chips in state.payoffs]
        if state.cards_due:
            return _mean([(1.0, self.values(state.deal(cards))) for cards in _cards(state)])
        actions, chances = self._chances(state)
        return _mean(
            [
                (chance, self.values(state.act(action)))
                for action, chance in zip(actions, chances, strict=True)
                if chance > 0
            ]
        )

    def _chances(self, state: State) -> tuple[Sequence[Action], list[float]]:
        public, seat = state.public, state.actor
        if public not in self._known:
            self._known[public] = self._agents[seat].chances(public)  # type: ignore[attr-defined]
        actions, table = self._known[public]
        column = table[:, hand_number(state.game, state.private[seat])].astype(float).tolist()
        return actions, column


def _mean(parts: list[tuple[float, list[float]]]) -> list[float]:
    total = sum(weight for weight, _ in parts)
    if not total > 0:
        raise AgentError("an agent's chances for a hand that it holds add up to nothing")
    return [sum(weight * values[seat] for weight, values in parts) / total for seat in range(len(parts[0][1]))]


def _cards(state: State) -> Iterator[tuple[int, ...]]:
    """All ways to deal what is due: sets of private cards for each live seat, then of the board."""
    private, board = state.game.cards_before(state.dealt)
    counts = [private] * (state.betting.live.bit_count() if private else 0) + [board] * bool(board)
    out = {*state.board, *(card for hand in state.private for card in hand)}
    yield from _sets(tuple(card for card in sorted(state.game.deck) if card not in out), counts)


def _sets(left: tuple[int, ...], counts: list[int]) -> Iterator[tuple[int, ...]]:
    if not counts:
        yield ()
        return
    for some in combinations(left, counts[0]):
        rest = tuple(card for card in left if card not in some)
        for more in _sets(rest, counts[1:]):
            yield (*some, *more)


def _count_deals(game: Game) -> int:
    left, found = len(game.deck) - (len(game.start.board) if game.start else 0), 1
    for street in range(game.first_street, game.streets):
        private, board = game.cards_before(street)
        for count in [*[private] * game.players, board]:
            found *= comb(left, count)
            left -= count
    return found
