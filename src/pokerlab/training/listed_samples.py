"""Three and more players' hold'em through a few sequences, listed from sampled deals of a fixed seed.

cards = sampled_cards(named_game("holdem-limit:3"), BucketSights(buckets), deals=100_000_000)

What the others hold changes what can be held: with three players there are too many deals to go through all, and with
few sequences samples tell their chances well enough. The listed game is then a game of its own, solved and judged
exactly; it is that of the buckets up to the errors of its chances.
"""

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress
from pokerlab.errors import AbstractionError
from pokerlab.games.rules import Game
from pokerlab.training.card_sights import CardSights
from pokerlab.training.deal_source import HoldemDeals
from pokerlab.training.listed_cards import ListedCards, forgets, parents_of

MOST_SEQUENCES = 16
USUAL_DEALS = 100_000_000
BATCH = 1 << 17


def sampled_cards(
    game: Game, cards: CardSights, *, deals: int = USUAL_DEALS, seed: int = 0, progress: Progress | None = None
) -> ListedCards:
    """Listed cards of so many sampled deals of hold'em."""
    sequences, players = cards.counts[-1], game.players
    if sequences > MOST_SEQUENCES:
        raise AbstractionError(
            f"{cards.name} has {sequences:,} sequences; of {players} players at most {MOST_SEQUENCES} are listed"
        )
    if deals < 1:
        raise AbstractionError(f"cards are listed from at least one deal, not {deals}")
    source = HoldemDeals(game, cards)
    orders = players**players
    counts = np.zeros(sequences**players * orders, np.int64)
    parents: list[npt.NDArray[np.int32]] = [np.full(count, -1, np.int32) for count in cards.counts[1:]]
    for first in range(0, deals, BATCH):
        batch = source.draw(seed, first, min(BATCH, deals - first))
        held = np.ravel_multi_index(tuple(batch.sights[:, :, -1].T), (sequences,) * players)
        # how many hands each is better than tells the whole order, ties included
        order = np.zeros(len(held), np.int64)
        for player in range(players):
            mine = batch.ranks[:, player]
            order = order * players + sum(mine > batch.ranks[:, other] for other in range(players))
        counts += np.bincount(held * orders + order, minlength=len(counts))
        sights = batch.sights.reshape(-1, game.streets)
        for street, found in enumerate(parents_of(sights, cards.counts, cards.name), 1):
            known = parents[street - 1]
            is_here = np.bincount(sights[:, street], minlength=len(known)) > 0
            if (is_here & (known >= 0) & (known != found)).any():
                raise forgets(cards.name)
            known[is_here] = found[is_here]
        if progress:
            progress(min(first + BATCH, deals), deals)
    listed = np.flatnonzero(counts)
    sights = np.column_stack(np.unravel_index(listed // orders, (sequences,) * players)).astype(np.int32)
    ranks = np.column_stack(np.unravel_index(listed % orders, (players,) * players))
    parents = [np.maximum(known, 0) for known in parents]
    return ListedCards.of_outcomes(cards.name, parents, sequences, sights, ranks, counts[listed] / deals)
