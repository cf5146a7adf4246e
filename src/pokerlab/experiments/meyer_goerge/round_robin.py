"""Table 4 of section 4.2: every program against every other, limit hold'em for two; a frame that bots enter by name."""

from pokerlab.experiments.registry import ExperimentSettings, Scale, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

SOURCE = "Meyer and Görge, opponent modelling in poker (seminar paper), section 4.2, after Billings et al. (2004)"
NAME = "meyer-goerge/round-robin"
PROGRAMS = ("Vexbot", "Sparbot", "Hobbot", "Poki", "Jagbot", "Always Call", "Always Raise")
PRINTED = (
    (None, 0.052, 0.349, 0.601, 0.477, 1.042, 2.983),
    (-0.052, None, 0.033, 0.093, 0.059, 0.474, 1.354),
    (-0.349, -0.033, None, 0.287, 0.099, 0.044, 0.463),
    (-0.601, -0.093, -0.287, None, 0.149, 0.510, 2.139),
    (-0.477, -0.059, -0.099, -0.149, None, 0.597, 1.599),
    (-1.042, -0.474, -0.044, -0.510, -0.597, None, 0.000),
    (-2.983, -1.354, -0.463, -2.139, -1.599, 0.000, None),
)
"""Big blinds per hand that the row wins from the column."""
ENTRANTS = {"Always Call": "always-call", "Always Raise": "always-raise"}
"""Programs of the table that are agents here, by name: those that come enter here."""
DEALS = {Scale.SMALL: 150, Scale.FULL: 20_000}
GAME = "holdem-limit"
OTHERS = ("bet-for-value", "uniform")
"""Agents of ours that the table does not have."""


@experiment(NAME, "Round robin of programs in limit hold'em for two: printed, and ours as far as they are here")
def round_robin(settings: ExperimentSettings) -> Report:
    """The programs that are here play each other on the same deals; luck of the cards is taken out."""
    from pokerlab.lab.match import MatchJob
    from pokerlab.lab.robin import RobinJob

    deals = DEALS[settings.scale]
    names = (*ENTRANTS.values(), *OTHERS)
    job = RobinJob(
        agents=names, game=GAME, deals=deals, seed=settings.seed, judges=("chips", "chance"), where="threads", jobs=1
    )
    found: dict[tuple[str, ...], tuple[float, float]] = {}
    for number, table in enumerate(pairs := job.tables(), 1):  # each is kept for itself: it takes minutes

        def play(table: MatchJob = table) -> list[float]:
            result = table.run()
            won = result.by_agent("chance")[0]
            return [won.mean / result.big_blind, won.half_width() / result.big_blind]

        mean, half = settings.kept(NAME, " vs ".join(table.agents), play)
        found[table.agents], found[table.agents[::-1]] = (mean, half), (-mean, half)
        settings.tick(number, len(pairs))
    rows: list[tuple[Cell, ...]] = [
        (row, *("{:+.3f} ± {:.3f}".format(*found[row, column]) if row != column else "" for column in names))
        for row in names
    ]
    printed: list[tuple[Cell, ...]] = [(name, *row) for name, row in zip(PROGRAMS, PRINTED, strict=True)]
    programs, compared = list(ENTRANTS), []
    for one, row in enumerate(programs):
        for column in programs[one + 1 :]:
            known = PRINTED[PROGRAMS.index(row)][PROGRAMS.index(column)]
            mean, half = found[ENTRANTS[row], ENTRANTS[column]]
            note = f"{'equal' if abs(mean - (known or 0)) <= half else 'different'}: ± {half:.3f} (95%)"
            if (row, column) == ("Always Call", "Always Raise"):
                note += "; 0 by symmetry: nobody folds, and both see the same cards in both seats"
            compared.append(Comparison(f"{row} wins from {column}, bb/h", "table 4", known, round(mean, 3), note))
    return Report(
        "Every program against every other", SOURCE,
        [
            Table.of("As printed: big blinds per hand that the row wins", ("program", *PROGRAMS), printed),
            Table.of(f"Ours: {deals:,} deals in both seats, judged by chance", ("agent", *names), rows),
        ],
        compared,
        [
            "Vexbot, Sparbot, Hobbot, Poki and Jagbot are not agents here yet; a bot enters the table by its name in "
            "`ENTRANTS`.",
            "The paper says 'at least 40,000 hands' of each pair and gives no intervals.",
        ],
    )  # fmt: skip
