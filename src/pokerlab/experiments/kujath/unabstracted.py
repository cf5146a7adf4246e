"""Beyond the thesis: the game of table 2 without any card abstraction, and what groups of hands lose in it."""

from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.hand_groups import MEASURES
from pokerlab.experiments.kujath.runs import Kept, Look, state_path
from pokerlab.experiments.kujath.source import MONOTONE, SOURCE
from pokerlab.experiments.kujath.spots import ALL_HANDS, DEEP, HALF_ALL_IN, MILLI, TWENTY, groups_of, make_spot
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab._charts import Chart
    from pokerlab.abstraction.groups import HandGroups
    from pokerlab.postflop.spot import Spot

NAME = "kujath/unabstracted"
TEST = "river"
TARGET_FULL, TARGET_SMALL = 1.0, 20.0
"""Where the solution of single hands stops: the mean of both gains, mbb per hand."""
STEPS = (10, 20, 40, 80, 120, 160, *range(200, 3001, 100))
"""When single hands are looked at, and kept."""
BEGIN = 200
"""Groups begin where single hands have come, as if after so many iterations: from nothing, the loss of good groups
shows only after thousands."""
LOOKS_FULL = (BEGIN, BEGIN + 25, BEGIN + 50, BEGIN + 100, BEGIN + 200)
LOOKS_SMALL = (BEGIN, BEGIN + 50, BEGIN + 100, BEGIN + 200)


@experiment(NAME, "Beyond the thesis: table 2's game without card abstraction, and what groups lose in it")
def unabstracted(settings: ExperimentSettings) -> Report:
    """The thesis holds that this game could be computed without groups of hands on a supercomputer only."""
    from pokerlab.postflop.solve import prepare
    from pokerlab.postflop.warm_start import begin_with

    spot = deep_spot(full=settings.is_full)
    looks = LOOKS_FULL if settings.is_full else LOOKS_SMALL
    groups = {measure: groups_of(spot, measure, [TEST])[0] for measure in MEASURES}
    single = _SingleHands(settings, spot)
    kept = Kept(settings, NAME, len(groups) * (looks[-1] - BEGIN), begin=BEGIN)
    runs, sizes = {}, {}
    for measure, found in groups.items():
        engine = prepare(spot, groups=found)
        sizes[measure] = engine.layout.total_bytes(compressed=False, threads=engine.threads)
        path = state_path(settings, measure)
        if not (path and path.exists()):
            begin_with(engine, single.engine, BEGIN)
        runs[measure] = kept.solve(measure, engine, looks, unit=MILLI, blocks=len(looks))
        del engine
    report = Report("The game of table 2 without card abstraction", SOURCE)
    report.comparisons = _comparisons(single)
    if not settings.is_full:
        report.set_apart("a turn with 20% ranges instead of a flop with all hands")
    report.tables = [_losses(single, runs, groups, sizes), _course(runs), _steps(single)]
    report.charts = [_chart(single, runs)]
    report.notes = _notes(spot, single, runs)
    return report


def deep_spot(*, full: bool) -> "Spot":
    """Table 2's betting: `full` all hands on a flop; else the 20% range on a turn. Of the flops that the thesis names
    the monotone one has the fewest boards that differ by more than suits; the tree of table 2 is the same on each."""
    if full:
        return make_spot(MONOTONE, ALL_HANDS, HALF_ALL_IN, stack=DEEP)
    return make_spot(f"{MONOTONE}8s", TWENTY, HALF_ALL_IN, stack=DEEP)


class _SingleHands:
    """Every hand for itself, until the target is reached. (16-bit tables are too coarse for it.)"""

    def __init__(self, settings: ExperimentSettings, spot: "Spot") -> None:
        from pokerlab.postflop.solve import prepare

        self.engine = prepare(spot)
        self.bytes = self.engine.layout.total_bytes(compressed=False, threads=self.engine.threads)
        target = 2 * (TARGET_FULL if settings.is_full else TARGET_SMALL)
        kept = Kept(settings, NAME, STEPS[-1])
        self.looks = kept.solve("single hands", self.engine, STEPS, unit=MILLI, blocks=len(STEPS), target=target)


def _comparisons(single: _SingleHands) -> list[Comparison]:
    from pokerlab.postflop.memory import in_words

    last = single.looks[-1]
    reached = (
        f"{last.real / 2:.3g} mbb/g (mean of both gains) in {last.seconds / 60:.3g} CPU minutes, {last.iteration} "
        f"iterations, {single.engine.threads} threads, {in_words(single.bytes)}"
    )
    return [Comparison("computing without groups of hands", "section 7.2", "only on a supercomputer", reached)]


def _losses(
    single: _SingleHands,
    runs: dict[str, list[Look]],
    groups: "dict[str, HandGroups]",
    sizes: dict[str, int],
) -> Table:
    from pokerlab.postflop.memory import in_words

    rows: list[tuple[Cell, ...]] = []
    for measure, looks in runs.items():
        last = looks[-1]
        counts = " / ".join(f"{count.mean():.0f}" for count in groups[measure].counts)
        numbers = (round(last.inside, 3), round(last.real, 3), round(last.real - last.inside, 3))
        rows.append((measure, counts, in_words(sizes[measure]), last.iteration, round(last.seconds), *numbers))
    last = single.looks[-1]
    alone = (last.iteration, round(last.seconds), round(last.real, 3), round(last.real, 3), 0.0)
    rows.append(("every hand for itself", "", in_words(single.bytes), *alone))
    columns = ("groups by", "groups by street", "memory", "iterations", "CPU s", "inside", "real game", "loss")
    return Table.of("NashConv (sum of both gains) in mbb, inside the groups and in the real game", columns, rows)


def _course(runs: dict[str, list[Look]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for place, look in enumerate(next(iter(runs.values()))):
        found = [looks[place] for looks in runs.values()]
        rows.append((look.iteration, *(round(n, 3) for at in found for n in (at.inside, at.real))))
    columns = ("iteration", *(f"{measure}: {what}" for measure in runs for what in ("inside", "real")))
    return Table.of(f"On the way from the solution of single hands (at {BEGIN})", columns, rows)


def _steps(single: _SingleHands) -> Table:
    rows = [(look.iteration, round(look.seconds, 1), round(look.real, 3)) for look in single.looks]
    return Table.of("Every hand for itself", ("iteration", "CPU s", "NashConv, mbb"), rows)


def _chart(single: _SingleHands, runs: dict[str, list[Look]]) -> "Chart":
    from pokerlab._charts import Chart

    lines = {
        f"{measure}, {what}": [(float(look.iteration), float(getattr(look, what))) for look in looks]
        for measure, looks in runs.items()
        for what in ("inside", "real")
    }
    lines["every hand for itself"] = [(float(look.iteration), look.real) for look in single.looks]
    return Chart("NashConv by iteration", "iterations", "mbb per hand", lines, log_x=True, log_y=True)


def _notes(spot: "Spot", single: _SingleHands, runs: dict[str, list[Look]]) -> list[str]:
    from pokerlab.cards.card import format_cards

    losses = {measure: looks[-1].real - looks[-1].inside for measure, looks in runs.items()}
    order = sorted(losses, key=lambda measure: losses[measure])
    hands = len(spot.live(0))
    notes = [
        f"The game: {format_cards(spot.board)}, pot 2, 49 behind, {hands} hands a player, table 2's betting, "
        f"{len(single.engine.layout.boards.table)} boards that differ by more than suits. Solved by Discounted CFR, "
        "judged by exact best responses over all boards and hands.",
        f"Loss by measure, from least to most: {', '.join(f'{m} {losses[m]:.2f} mbb' for m in order)} (test: {TEST}). "
        f"Tables 6 and 7 have the same order for 5 big blinds: opponent, strength, rank."
        + ("" if order == ["opponent", "strength", "rank"] else " Here it is another."),
    ]
    first = {measure: looks[0] for measure, looks in runs.items()}
    notes.append(
        f"Groups began with the solution of single hands, as if after {BEGIN} iterations: hands of a group play the "
        "mean of their strategies. NashConv of that in the real game: "
        f"{', '.join(f'{m} {first[m].real:.2f} mbb' for m in order)}; so near to equilibrium can strategies of these "
        "groups be, whatever is learnt inside them."
    )
    notes.append(
        "Inside the groups NashConv is a lower bound where later streets join hands, so the loss is at most what is "
        "shown, for strategies as far from equilibrium as these."
    )
    unfinished = [m for m, looks in runs.items() if looks[-1].inside > losses[m]]
    if unfinished:
        notes.append(
            f"Inside the groups NashConv is still above the loss for {', '.join(unfinished)}: what an exact "
            "equilibrium of these groups loses may be another number of that size."
        )
    return notes
