"""Tables 3.4 and 3.5: what fixes and perspectives of a translation lose in Leduc hold'em with 12 chips, exactly."""

from functools import partial

from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table
from pokerlab.experiments.schnizlein.leduc import EQUILIBRIA, INTERIOR, OTHER_EQUILIBRIUM, lost

SOURCE = "D. Schnizlein, State Translation in No-Limit Poker, Master's thesis, University of Alberta, 2009, section 3.3"
NAME = "schnizlein/fixes"
PRINTED = (
    ("Unfixed", "", 1634), ("CisC", "C", 710), ("EC", "E", 1063), ("AA", "A", 1634), ("EC,CisC", "EC", 1087),
    ("AA,CisC", "AC", 693), ("AA,EC", "AE", 783), ("All", "AEC", 881),
)  # fmt: skip
"""The row 'Leduc BR' of Table 3.4, mb/h: fixes (A: AbstractActions, C: CallisCall, E: ExtendCall)."""
PERSPECTIVES = (("real", 1199), ("abstract", 881))
"""The row 'Leduc BR' of Table 3.5."""


@experiment(NAME, "Fixes and perspectives of hard translation in Leduc, exactly (Tables 3.4 and 3.5)")
def fixes(settings: ExperimentSettings) -> Report:
    """`fcpa` with hard translation: best responses of both seats, their mean, for three equilibria of the menu."""
    cases = [("3.4", name, letters, "abstract", printed) for name, letters, printed in PRINTED]
    cases += [("3.5", name, "AEC", name, printed) for name, printed in PERSPECTIVES]
    total, rows, compared = len(cases) * len(EQUILIBRIA), list[tuple[Cell, ...]](), list[Comparison]()
    for number, (table, name, letters, perspective, printed) in enumerate(cases):
        found: dict[str, list[float]] = {}
        for place, source in enumerate(EQUILIBRIA):
            found[source] = settings.kept(
                NAME, f"{table} {name} {source}", partial(_lost, letters, perspective, source)
            )
            settings.tick(number * len(EQUILIBRIA) + place + 1, total)
        means = {source: 500 * sum(values) for source, values in found.items()}
        rows.append((table, name, printed, *[round(mean) for mean in means.values()]))
        compared.append(
            Comparison(
                f"Leduc BR, {name}", f"table {table}", printed, round(means[INTERIOR]),
                f"{OTHER_EQUILIBRIUM}: {min(means.values()):.0f} to {max(means.values()):.0f}",
            )
        )  # fmt: skip
    columns = ("table", "fixes", "printed", *EQUILIBRIA)
    return Report(
        "Fixes of a translation", SOURCE,
        [Table.of("Mean of both seats, mb/h, by where the equilibrium of fcpa comes from", columns, rows)], compared,
        [
            "Hard translation; own actions are read as if another had made them, as a program does that goes through "
            "the hand again. That they are remembered changes the columns without CallisCall.",
            "As printed, AbstractActions alone changes nothing, ExtendCall makes CallisCall worse, and all fixes "
            "together are worse than AbstractActions and CallisCall.",
            "The print of Table 3.5 for `real` (1199) is not the mean of its Table 4.7 (1.44 and 1.04), where that of "
            "`abstract` (881) is the mean of Table 4.4.",
        ],
    )  # fmt: skip


def _lost(letters: str, perspective: str, source: str) -> list[float]:
    from pokerlab.translation.mappings import Hard
    from pokerlab.translation.rules import OwnActions, Perspective, TranslationRules

    return lost("fcpa", source, TranslationRules(
        Hard(), Perspective(perspective), abstract_actions="A" in letters, call_is_call="C" in letters,
        extend_call="E" in letters, own=OwnActions.GUESSED,
    ))  # fmt: skip
