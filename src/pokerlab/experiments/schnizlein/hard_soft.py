"""Tables 4.4 and 4.7: hard, soft and Soft-ND translation in Leduc hold'em with 12 chips, exactly."""

from functools import partial
from itertools import product

from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table
from pokerlab.experiments.schnizlein.leduc import EQUILIBRIA, INTERIOR, MENUS, OTHER_EQUILIBRIUM, lost

SOURCE = "D. Schnizlein, State Translation in No-Limit Poker, Master's thesis, University of Alberta, 2009, section 4.6"
NAME = "schnizlein/hard-soft"
COLUMNS = ("Hard-P1", "Soft-P1", "SoftND-P1", "Hard-P2", "Soft-P2", "SoftND-P2")
PRINTED = {
    "abstract": (
        (0.26, 0.18, 0.39, 0.44, 0.36, 0.36), (1.01, 0.84, 0.86, 0.61, 0.59, 0.59),
        (0.49, 0.28, 0.28, 0.54, 0.42, 2.22), (0.70, 0.28, 0.56, 0.47, 0.38, 0.38),
        (0.64, 0.26, 1.28, 0.89, 0.49, 2.84), (1.14, 0.90, 1.04, 0.62, 0.59, 0.62),
        (0.54, 0.53, 0.98, 0.61, 0.63, 0.64), (1.10, 0.54, 1.12, 1.28, 0.75, 1.26),
    ),
    "real": (
        (0.41, 0.23, 0.42, 0.50, 0.41, 0.41), (1.18, 0.84, 1.56, 1.23, 1.12, 1.12),
        (0.61, 0.25, 0.25, 0.57, 0.46, 1.96), (0.76, 0.38, 0.61, 0.52, 0.43, 0.43),
        (0.86, 0.36, 1.46, 1.06, 0.61, 2.84), (1.44, 0.92, 1.95, 1.04, 0.93, 0.93),
        (0.84, 0.51, 1.16, 1.39, 1.13, 1.20), (1.19, 0.59, 1.12, 1.61, 0.88, 1.36),
    ),
}  # fmt: skip
"""Tables 4.4 and 4.7, sb/h (a small bet is a chip), in the order of `MENUS` and `COLUMNS`."""
TABLES = {"abstract": "table 4.4", "real": "table 4.7"}
THRESHOLD = 0.01
"""Of Soft-ND: the text says 'small'."""

Cells = dict[tuple[str, str, str, str], float]
"""By perspective, menu, column and equilibrium."""


@experiment(NAME, "Hard, soft and Soft-ND translation in Leduc, exactly (Tables 4.4 and 4.7)")
def hard_soft(settings: ExperimentSettings) -> Report:
    """Every cell for one equilibrium of each menu; at the full scale for three."""
    sources = EQUILIBRIA if settings.is_full else (INTERIOR,)
    cells: Cells = {}
    work = list(product(PRINTED, MENUS, sources))
    for number, (perspective, menu, source) in enumerate(work, 1):
        found = settings.kept(NAME, f"{perspective} {menu} {source}", partial(_row, perspective, menu, source))
        cells |= {(perspective, menu, column, source): found[column] for column in COLUMNS}
        settings.tick(number, len(work))
    return Report(
        "Hard and soft translation", SOURCE,
        [*[_table(cells, perspective, source) for perspective in PRINTED for source in sources], _fit(cells, sources)],
        [*_compared(cells, sources), *_claims(cells, sources)],
        [
            "All fixes on, as in section 3.3.2; half pots unrestricted. P1: a best response in the seat that acts "
            "first, P2: in the other.",
            f"Soft-ND removes what is done with at most {THRESHOLD:g}. What an equilibrium does where it never comes "
            "decides these columns, and the linear program says nothing sensible there.",
        ],
    )  # fmt: skip


def _row(perspective: str, menu: str, source: str) -> dict[str, float]:
    from pokerlab.translation.mappings import Hard, Soft
    from pokerlab.translation.rules import Perspective, TranslationRules

    seen = Perspective(perspective)
    kinds = {
        "Hard": TranslationRules(Hard(), seen),
        "Soft": TranslationRules(Soft(), seen),
        "SoftND": TranslationRules(Soft(), seen, non_dominated=THRESHOLD),
    }
    found = {kind: lost(menu, source, rules) for kind, rules in kinds.items()}
    return {f"{kind}-P{player + 1}": values[player] for player in (0, 1) for kind, values in found.items()}


def _table(cells: Cells, perspective: str, source: str) -> Table:
    rows: list[list[Cell]] = [
        [menu, *[cells[perspective, menu, column, source] for column in COLUMNS]] for menu in MENUS
    ]
    return Table.of(f"{TABLES[perspective].capitalize()} ({perspective}), sb/h: {source}", ("menu", *COLUMNS), rows)


def _fit(cells: Cells, sources: tuple[str, ...]) -> Table:
    """How far each equilibrium is from the print, in the mean over the rows."""
    rows: list[tuple[Cell, ...]] = []
    for perspective, source in product(PRINTED, sources):
        means = []
        for place, column in enumerate(COLUMNS):
            pairs = zip(MENUS, PRINTED[perspective], strict=True)
            off = [abs(cells[perspective, menu, column, source] - row[place]) for menu, row in pairs]
            means.append(sum(off) / len(off))
        rows.append((TABLES[perspective], source, *means))
    return Table.of("Mean distance from the print, sb/h", ("table", "equilibrium", *COLUMNS), rows)


def _compared(cells: Cells, sources: tuple[str, ...]) -> list[Comparison]:
    found = []
    for perspective, printed in PRINTED.items():
        for menu, row in zip(MENUS, printed, strict=True):
            for column, number in zip(COLUMNS, row, strict=True):
                ours = [cells[perspective, menu, column, source] for source in sources]
                middle = cells[perspective, menu, column, INTERIOR]
                spread = f": {min(ours):.2f} to {max(ours):.2f}" if len(ours) > 1 else ""
                is_met = abs(round(middle, 2) - number) < 0.005
                note = "" if is_met else OTHER_EQUILIBRIUM + spread
                found.append(Comparison(f"{menu}, {column}", TABLES[perspective], number, round(middle, 2), note))
    return found


def _claims(cells: Cells, sources: tuple[str, ...]) -> list[Comparison]:
    """What the text concludes from the tables."""
    print_cells = {
        (perspective, menu, column, "print"): number
        for perspective, printed in PRINTED.items()
        for menu, row in zip(MENUS, printed, strict=True)
        for column, number in zip(COLUMNS, row, strict=True)
    }
    theirs, ours = _counts(print_cells, ("print",)), _counts(cells, sources)
    what = ("soft loses no more than hard, abstract", "soft loses no more under abstract than under real")
    found = []
    for claim, where, before, (held, total) in zip(what, ("4.6.2", "4.6.3"), theirs, ours, strict=True):
        note = "equal: mostly" if held >= 0.75 * total else "different: too often not"
        found.append(Comparison(claim, f"section {where}", f"{before[0]} of {before[1]}", f"{held} of {total}", note))
    return found


def _counts(cells: Cells, sources: tuple[str, ...]) -> list[tuple[int, int]]:
    """How often each claim holds, of how many cases."""
    cases = list(product(sources, MENUS, ("P1", "P2")))
    softer = sum(
        cells["abstract", menu, f"Soft-{seat}", source] <= cells["abstract", menu, f"Hard-{seat}", source]
        for source, menu, seat in cases
    )
    abstract = sum(
        cells["abstract", menu, f"Soft-{seat}", source] <= cells["real", menu, f"Soft-{seat}", source]
        for source, menu, seat in cases
    )
    return [(softer, len(cases)), (abstract, len(cases))]
