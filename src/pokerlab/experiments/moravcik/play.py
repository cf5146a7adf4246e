"""Chapters 6.1, 17 and 20.1, which the thesis leaves open: how strong the program is, how good ICM is, and how quick a
decision comes, found by tournaments that are played."""

from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlab.experiments.moravcik.source import SOURCE, random_situation
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.agents.agent import Agent
    from pokerlab.lab.tournaments import TournamentResult
    from pokerlab.tournament.standing import TournamentStanding

PROGRAM, PUSH_FOLD, ALONE, FIELD, ORDERED = "default", "nash", "alone", "casual", "ordered"
"""The expert system with push/fold for short stacks, push/fold always, the expert system alone; who they play; and
push/fold with ranges that are the strongest classes of an order."""
STACKS = ((8, 4, 4, 4), (10, 6, 3, 1), (5, 5, 5, 5))
"""In big blinds: starts from which equilibrium play is followed to the end."""


@experiment("moravcik/strength", "What push/fold, ordered ranges and the expert alone win, by structure")
def strength(settings: ExperimentSettings) -> Report:
    """Chapter 17: two seats for each of three programs and three for a field of casual players; then ordered ranges
    against all classes, in each structure too."""
    count, ordered_count = (20_000, 300) if settings.is_full else (6, 2)
    structures = ("superturbo", "turbo", "regular")
    rows: list[tuple[Cell, ...]] = []
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for number, structure in enumerate(structures):
        compute = partial(_tournaments, structure, count, settings.seed)
        for row in settings.kept("moravcik/strength", structure, compute):
            rows.append((structure, *row))
            found[structure, row[0]] = row[4], row[5]
        settings.tick(number + 1, 2 * len(structures))
    ordered: list[tuple[Cell, ...]] = []
    for number, structure in enumerate(structures):
        compute = partial(_ordered_against_classes, structure, ordered_count, settings.seed)
        kept = settings.kept("moravcik/strength", f"ordered ranges, {structure}", compute)
        ordered += [(structure, *row) for row in kept]
        settings.tick(len(structures) + number + 1, 2 * len(structures))
    columns = (
        "agent", "seats", "ROI, %", "± (95%)", "ROI without luck, %", "± (95%)", "in the money, %",
    )  # fmt: skip

    def told(structure: str, name: str) -> str:
        mean, half = found[structure, name]
        return f"{mean:+.1f}% ± {half:.1f}%"

    beats = "the program beats its opponents"
    return Report(
        "How strong the program is, by structure",
        SOURCE,
        [
            Table.of(f"{count} tournaments for nine of each structure", ("structure", *columns), rows),
            Table.of(
                f"{ordered_count} tournaments of each structure: push/fold by ordered ranges, and by classes",
                ("structure", *columns), ordered,
            ),
        ],
        [
            Comparison("high blinds from the start (superturbo)", "chapter 17", beats, told("superturbo", PROGRAM)),
            Comparison("quickly rising blinds (turbo)", "chapter 17", beats, told("turbo", PROGRAM)),
            Comparison("time to play (regular)", "chapter 17", "a solid game", told("regular", PROGRAM)),
            Comparison("push/fold at any depth (regular)", "section 3.2", "right up to about ten big blinds",
                       told("regular", PUSH_FOLD)),
            *(
                Comparison(f"ordered ranges against single classes ({row[0]})", "chapter 15",
                           "smaller disadvantages by single classes", f"{row[5]:+.1f}% ± {row[6]:.1f}%")
                for row in ordered if row[1] == ORDERED
            ),
        ],
        [
            "The thesis had no sample of games. Its opponents are people; ours are casual players of the roster: the "
            "numbers say who of the three is better where, not what people would lose.",
            "Ordered ranges are found for every hand in a millisecond, as equilibria in which each player's range is a "
            "part of one order; his own search for the same (neighbourhood) takes seconds a hand, too long for "
            "hundreds of tournaments (moravcik/response).",
            "ROI without luck: cards after all-ins count by their mean under ICM; the mean is the same, the interval "
            "narrower.",
        ],
    )  # fmt: skip


@experiment("moravcik/icm-by-play", "The places that equilibrium play leads to, beside those of ICM")
def icm_by_play(settings: ExperimentSettings) -> Report:
    """Section 20.1 asks for a better model than ICM: here is what push/fold play makes of stacks and seats."""
    from pokerlab.games.positions import seat_positions
    from pokerlab.tournament.icm import equities, place_probabilities

    count = 500 if settings.is_full else 12
    rows: list[tuple[Cell, ...]] = []
    by_seat: dict[str, list[tuple[float, float]]] = {}
    starts = [(stacks, button) for stacks in STACKS for button in range(len(stacks) if len(set(stacks)) > 1 else 1)]
    for number, (stacks, button) in enumerate(starts):
        worth, chances = equities(stacks, (50, 30, 20)), place_probabilities(stacks)
        compute = partial(_from_stacks, stacks, button, count, settings.seed + number)
        played = settings.kept("moravcik/icm-by-play", f"stacks {stacks}, button {button}", compute)
        positions = seat_positions(len(stacks))
        for player, (places, value, half) in enumerate(played):
            position = positions[(player - button - 1) % len(stacks)]
            off = value - float(worth[player])
            shares = [
                f"{100 * share:.1f} / {100 * icm:.1f}" for share, icm in zip(places, chances[player], strict=True)
            ]
            rows.append((str(stacks), stacks[player], position, *shares, value, half, float(worth[player]), off))
            by_seat.setdefault(position, []).append((off, half))
        settings.tick(number + 1, len(starts))
    columns = (
        "stacks", "stack", "seat", *(f"place {n}: play / ICM, %" for n in range(1, 5)), "value by play", "± (95%)",
        "value by ICM", "difference",
    )  # fmt: skip
    means = {
        seat: (sum(off for off, _ in found) / len(found), sum(half**2 for _, half in found) ** 0.5 / len(found))
        for seat, found in by_seat.items()
    }
    worst = max(means, key=lambda seat: abs(means[seat][0]))
    title = f"stacks in big blinds, prizes 50/30/20, {count} tournaments from each start, all play push/fold charts"
    return Report(
        "What stacks are worth if everybody plays push/fold",
        SOURCE,
        [
            Table.of(title, columns, rows),
            Table.of("play less ICM by seat, mean over the starts", ("seat", "difference", "± (95%)"),
                     [(seat, *mean) for seat, mean in means.items()]),
        ],
        [
            Comparison(
                "where ICM is off most, by seat", "section 20.1", "a better model is left to further work",
                f"{worst}: {means[worst][0]:+.2f} ± {means[worst][1]:.2f} of 100",
            )
        ],
        [
            "ICM knows stacks and prizes, not who posts the next blinds.",
            "Values are means of prizes with luck in all-ins removed; blinds grow by half every ten hands.",
        ],
    )  # fmt: skip


@experiment("moravcik/response", "How long a push/fold decision takes, for 3 to 10 players")
def response(settings: ExperimentSettings) -> Report:
    """Section 6.1: players of many tables expect an answer within a few seconds."""
    import numpy as np

    sizes = range(3, 11)
    per_size, solved, most = (300, 5, 10) if settings.is_full else (60, 1, 5)
    rows: list[tuple[Cell, ...]] = []
    worst = 0.0
    for number, players in enumerate(sizes):
        compute = partial(_response, players, per_size, solved if players <= most else 0, settings.seed)
        quick, ordered = settings.kept("moravcik/response", f"{players} players", compute)
        worst = max(worst, float(np.percentile(quick, 99)))
        rows.append(
            (players, float(np.median(quick)), float(np.percentile(quick, 99)),
             float(np.mean(ordered)) / 1000 if ordered else None, float(np.max(ordered)) / 1000 if ordered else None)
        )  # fmt: skip
        settings.tick(number + 1, len(sizes))
    columns = (
        "players", "charts: median, ms", "charts: 99 of 100 within, ms", "neighbourhood: mean, s",
        "neighbourhood: slowest, s",
    )  # fmt: skip
    slowest = max(row[4] for row in rows if isinstance(row[4], float))
    return Report(
        "Time to decide",
        SOURCE,
        [Table.of(f"{per_size} random late situations for each ({solved} for neighbourhood)", columns, rows)],
        [
            Comparison("an answer at the table", "section 6.1", "a few seconds at most", f"{worst:.1f} ms",
                       "99 of 100 first decisions of a hand, by quick charts"),
            Comparison("his algorithm (neighbourhood), slowest", "section 6.1", "a few seconds at most",
                       f"{slowest:.1f} s", f"up to {most} players; he looks sums over ranges up"),
        ],
        [
            "Processor time, so that whatever else the machine does is not in it.",
            "A hand is solved once, before its first decision; later decisions of it cost next to nothing.",
        ],
    )  # fmt: skip


def _tournaments(structure: str, count: int, seed: int) -> list[list[Any]]:
    """A row for every agent, see `_rows`."""
    import tempfile
    from pathlib import Path

    from pokerlab.lab.tournaments import TournamentJob
    from pokerlab.tournament.structure import named_structure

    with tempfile.TemporaryDirectory() as directory:
        alone = Path(directory) / f"{ALONE}.toml"
        alone.write_text('title = "The expert system alone"\nbased_on = "default"\n\n[short]\nlimit = 0\n')
        agents = (*[PROGRAM] * 2, *[PUSH_FOLD] * 2, *[f"expert:{alone}"] * 2, *[FIELD] * 3)
        job = TournamentJob(
            structure=named_structure(structure).record(), agents=agents, count=count, seed=seed, jobs=1,
            where="threads",
        )  # fmt: skip
        return [[row[0] if "/" not in row[0] else "expert alone", *row[1:]] for row in _rows(job.run())]


def _ordered_against_classes(name: str, count: int, seed: int) -> list[list[Any]]:
    """Tournaments of four who play ordered ranges and five who judge every class."""
    from pokerlab.lab.tournament_block import BlockTask, play_in_python
    from pokerlab.lab.tournaments import TournamentJob, TournamentResult
    from pokerlab.tournament.structure import named_structure

    agents, structure = (*[ORDERED] * 4, *[PUSH_FOLD] * 5), named_structure(name)
    block = play_in_python(BlockTask(structure, agents, seed, 0, count), _ordered_or_named)
    job = TournamentJob(structure=structure.record(), agents=agents, count=count, seed=seed)
    return _rows(TournamentResult(job, (block,)))


def _rows(result: "TournamentResult") -> list[list[Any]]:
    """Agent, seats, ROI and its half width, the same without luck, in the money; in percent."""
    return [
        [
            agent.name, agent.count, 100 * agent.roi.mean, 100 * agent.roi.half_width(), 100 * agent.adjusted.mean,
            100 * agent.adjusted.half_width(), 100 * agent.in_money.mean,
        ]
        for agent in result.agents
    ]  # fmt: skip


def _ordered_or_named(name: str) -> "Agent":
    from dataclasses import replace

    from pokerlab.agents.agent import HandStart
    from pokerlab.agents.expert import NashAgent
    from pokerlab.agents.registry import named_agent
    from pokerlab.tournament.game import Decision

    class Ordered(NashAgent):
        """Plays the ranges as they are found, in an order of strength; no class is judged by itself."""

        def start(self, hand: HandStart) -> None:
            super().start(hand)
            short = self._of_hand.short
            if short is None:
                return
            last = short.spot.players - 1
            decisions = [Decision(player, ()) for player in range(last)]
            for pusher in range(last):
                decisions += [Decision(player, (pusher,)) for player in range(pusher + 1, last + 1)]
            ranges = {one: short.charts.range(one) for one in decisions if not short.charts.forced[one.player]}
            self._of_hand = replace(self._of_hand, short=replace(short, solved=ranges, source="ordered ranges"))

    return Ordered() if name == ORDERED else named_agent(name)


def _from_stacks(stacks: tuple[int, ...], button: int, count: int, seed: int) -> list[list[Any]]:
    """By player: the share of each place, the mean prize without luck in all-ins, and its half width."""
    import numpy as np

    from pokerlab._streams import stream
    from pokerlab.agents.registry import named_agent
    from pokerlab.lab.intervals import Sampled
    from pokerlab.lab.judges import all_in_luck
    from pokerlab.lab.tournament_block import BOARDS, LUCK, seed_of
    from pokerlab.table.tournament import Tournament

    players = len(stacks)
    places, won = np.zeros((players, players)), np.zeros((count, players))
    agents = [named_agent("nash") for _ in stacks]
    for number in range(count):
        standing = _start(stacks, button, seed_of(seed, number))
        tournament = Tournament(standing.structure, standing.entrants, agents, seed=standing.seed)
        tournament.go_on(standing)
        while not tournament.is_over:
            hand = tournament.play()
            before = hand.before
            luck = all_in_luck(
                hand.played.state, before.prizes_to_win, BOARDS, stream(before.seed, before.hands, LUCK)
            )  # fmt: skip
            won[number, list(hand.hand.seats)] -= luck
        end = tournament.standing
        won[number] += end.prizes
        for seat, place in enumerate(end.places):
            shared = end.places.count(place)
            places[seat, place - 1 : place - 1 + shared] += 1 / shared
    values = [Sampled.of(column / 100) for column in won.T]
    return [
        [(places[seat] / count).tolist(), value.mean, value.half_width()] for seat, value in enumerate(values)
    ]  # fmt: skip


def _start(stacks: tuple[int, ...], button: int, seed: int) -> "TournamentStanding":
    """Before a hand with these stacks in big blinds, in which a seat has the button."""
    from dataclasses import replace

    from pokerlab.tournament.standing import TournamentStanding
    from pokerlab.tournament.structure import Structure

    players = len(stacks)
    structure = Structure.of(
        {
            "name": "from stacks", "players": players, "chips": 100 * sum(stacks) // players, "payouts": "50/30/20",
            "buy_in": 10_000 // players, "levels": {"length": 10, "first": "50/100", "factor": 1.5},
        }
    )  # fmt: skip
    standing = TournamentStanding.start(structure, [str(stack) for stack in stacks], seed)
    return replace(
        standing, entrants=tuple(str(stack) for stack in stacks), stacks=tuple(100 * stack for stack in stacks),
        button=(button - 1) % players, small_blind=button, big_blind=(button + 1) % players,
    )  # fmt: skip


def _response(players: int, count: int, solved: int, seed: int) -> tuple[list[float], list[float]]:
    """Milliseconds of first decisions by quick charts, and of his algorithm."""
    import time

    import numpy as np

    from pokerlab.agents.agent import HandStart
    from pokerlab.agents.expert import NashAgent
    from pokerlab.games.state import State
    from pokerlab.table.deals import Shuffled
    from pokerlab.tournament.ordered import ShrinkingNeighbourhood
    from pokerlab.tournament.pushfold import solve
    from pokerlab.tournament.rules import game_of
    from pokerlab.tournament.showdown import joint_three

    if solved:
        joint_three()  # loading the table is nobody's time
    rng = np.random.default_rng((seed, players))
    agent, quick, ordered = NashAgent(), list[float](), list[float]()
    for number in range(count + 1):
        spot = random_situation(players, rng)
        game = game_of(spot)
        state = State.start(game, Shuffled(game).deck(seed, number))
        if state.is_over:
            continue
        began = time.process_time()
        agent.start(HandStart(game, state.actor))
        agent.act(state.view(state.actor))
        quick.append(1000 * (time.process_time() - began))
        if number < solved:
            began = time.process_time()
            solve(spot, ShrinkingNeighbourhood())
            ordered.append(1000 * (time.process_time() - began))
    return quick[1:], ordered  # the first one loads tables
