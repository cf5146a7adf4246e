"""What the thesis left open: more players, the real betting order, and which games fit into memory."""

from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING

from pokerlab.experiments.bunten.tables import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table

if TYPE_CHECKING:
    from collections import Counter

    from pokerlab.games.rules import Game

PLAYERS = range(2, 11)
MEMORIES = (8, 24, 64)
RECALLS = ("perfect", "ibr", "street:in+paid", "in+paid+raiser", "in+paid", "in+raises")
VIEWS = ("buckets:2.4.8.16", "buckets:169.16.16.16", "buckets:169.1000.1000.1000", "canonical")


@experiment(
    "bunten/growth", "Two to ten players, both betting orders: sizes, and the growth of the reduction by recall"
)
def growth(settings: ExperimentSettings) -> Report:
    """The thesis has three and four players, and extrapolates."""
    from pokerlab.betting.growth import Reduction, bar, chart, reductions

    report = Report("Limit hold'em for two to ten players, and what imperfect betting recall saves", SOURCE)
    lines: dict[str, list[Reduction]] = {}
    for done, order in enumerate(("seed", "real")):
        settings.tick(done, 2)
        found = reductions((_game(players, order) for players in PLAYERS), "ibr")
        lines[f"{order} order"] = found
        largest = max(reduction.factor for reduction in found)
        rows = []
        for before, now in zip([None, *found], found, strict=False):
            ratio = now.factor / before.factor if before else None
            extrapolated = _extrapolated(now.players) if now.players > 2 else None
            formula = _formula_sequences(now.players, order)
            picture = bar(now.factor, largest)
            rows.append([now.players, now.perfect, now.merged, formula, now.factor, ratio, extrapolated, picture])
        columns = (
            "players", "sequences", "with recall ibr", "by the formula", "factor", "times the last", "equation 6.3",
            "log scale",
        )  # fmt: skip
        report.tables.append(Table.of(f"Sequences of the whole hand, {order} order", columns, rows))
        if order == "seed":
            printed = {3: "13.2787", 4: "108.9"}
            report.comparisons += [
                Comparison(
                    f"reduction with {reduction.players} players",
                    "section 6.3",
                    printed[reduction.players],
                    reduction.factor,
                    "different: the thesis divides totals that have its slips, and counts ends by its closed formula",
                )
                for reduction in found
                if reduction.players in printed
            ]
    report.notes.append(
        "The reduction grows with every player, but its ratio to the last one is not constant: equation 6.3 fits an "
        "exponential through two points."
    )
    drawn = chart("What imperfect betting recall saves", lines)
    extrapolation = [(float(players), _extrapolated(players)) for players in PLAYERS if players > 2]
    report.charts.append(replace(drawn, lines={**drawn.lines, "equation 6.3": extrapolation}))
    return report


@experiment("bunten/memory", "Which three- and four-player games fit into 8, 24 and 64 GB")
def memory(settings: ExperimentSettings) -> Report:
    """The closing question of the thesis."""
    from pokerlab.betting.cardviews import card_view
    from pokerlab.betting.sizes import GIGABYTE, GameSize, Storage, count_game

    report = Report("Games that fit into memory", SOURCE)
    needs: list[list[str | int | float]] = []
    buckets: list[list[str | int]] = []
    done = 0
    for players in (3, 4):
        game = _game(players, "real")
        for recall in RECALLS:
            counts = count_game(game, recall=recall)
            for view in VIEWS:
                size = GameSize(counts, card_view(game, view))
                fits = [str(gb) for gb in MEMORIES if size.memory(Storage.SINGLES) <= gb * GIGABYTE]
                gigabytes = [size.memory(storage) / GIGABYTE for storage in (16, 8, 4)]
                verdict = f"from {fits[0]} GB" if fits else "no"
                needs.append([players, recall, view, *gigabytes, size.disk() / GIGABYTE, verdict])
            actions = [count.actions.total() for count in counts]
            most = [_most_buckets(actions, gb * GIGABYTE // storage) for gb in MEMORIES for storage in (8, 4)]
            buckets.append([players, recall, *most])
            done += 1
            settings.tick(done, 2 * len(RECALLS))
    report.tables.append(
        Table.of(
            "Gigabytes for solving at 16, 8 (single precision) and 4 bytes per infoset and action; real betting order",
            ("players", "recall", "cards", "16 bytes", "8 bytes", "4 bytes", "strategy at 1 byte", "8 bytes: fits"),
            needs,
        )
    )
    report.tables.append(
        Table.of(
            "The most buckets k of 169.k.k.k (no card recall) that fit",
            ("players", "recall", *(f"{gb} GB at {storage}" for gb in MEMORIES for storage in (8, 4))),
            buckets,
        )
    )
    report.notes.append(
        "The thesis concludes that with two buckets a street four players could just be solved (26.25 GB of doubles, "
        "table 6.12). With the ends that can happen and single precision that game fits into 8 GB."
    )
    return report


def _game(players: int, order: str) -> "Game":
    from pokerlab.betting.position import seeded
    from pokerlab.games.library import holdem_limit

    return seeded(holdem_limit(players)) if order == "seed" else holdem_limit(players)


def _extrapolated(players: int) -> float:
    """Equation 6.3: an exponential through the reductions printed for three and four players."""
    return 13.2787 * exp(2.1043 * (players - 3))


def _formula_sequences(players: int, order: str) -> int:
    """Sequences with the thesis's closed formula for the ends of a street (its heads-up streets merge nothing)."""
    from pokerlab.betting.count import count_round
    from pokerlab.betting.position import Walk
    from pokerlab.betting.recall import compose_rounds, formula_ends

    walk = Walk(_game(players, order))

    def ends(street: int, starters: int) -> "Counter[int]":
        if starters == 2:
            return count_round(walk, street, 2).continuing
        return formula_ends(starters, bets=4, least=0 if street else 1)

    return sum(count.sequences.total() for count in compose_rounds(walk, ends))


def _most_buckets(actions: list[int], room: int) -> int:
    """The most buckets on each later street, with the 169 classes before the flop, for so many stored actions."""
    left = room - 169 * actions[0]
    return max(left // sum(actions[1:]), 0)
