"""Tables 4 and 5: how many groups of hands there are, and what they save."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pokerlab.experiments.kujath.source import PAIRED, RAINBOW, SOURCE, TWO_TONE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MEASURES = ("rank", "strength", "opponent")
TESTS = ("river", "hierarchical", "global")
STREETS = ("flop", "turn", "river")

TABLE_4: dict[tuple[str, str], tuple[tuple[int, int, int], ...]] = {
    ("rank", "river"): ((327, 289, 355), (172, 81, 266), (87, 5, 149)),
    ("rank", "hierarchical"): ((483, 289, 631), (172, 81, 266), (87, 5, 149)),
    ("rank", "global"): ((325, 289, 355), (172, 81, 266), (87, 5, 149)),
    ("strength", "river"): ((871, 642, 1176), (324, 86, 608), (114, 7, 249)),
    ("strength", "hierarchical"): ((868, 643, 1175), (306, 63, 605), (114, 7, 249)),
    ("strength", "global"): ((862, 642, 1160), (306, 63, 605), (114, 7, 249)),
    ("opponent", "river"): ((871, 643, 1176), (328, 91, 608), (191, 10, 288)),
    ("opponent", "hierarchical"): ((871, 643, 1176), (328, 91, 608), (191, 10, 288)),
    ("opponent", "global"): ((871, 643, 1176), (328, 91, 608), (191, 10, 288)),
}
"""By measure and test: mean, least and most groups on flop, turn and river."""

TABLE_5: dict[tuple[str, str], tuple[int, int, int]] = {
    ("rank", "river"): (51_507_024, 133_764_370, 12_113_522_212),
    ("rank", "hierarchical"): (51_512_577, 133_778_789, 12_119_576_049),
    ("rank", "global"): (51_503_587, 133_755_443, 12_112_312_360),
    ("strength", "river"): (68_672_546, 178_343_440, 21_440_071_118),
    ("strength", "hierarchical"): (68_405_359, 177_649_551, 21_271_632_264),
    ("strength", "global"): (68_405_042, 177_648_726, 21_271_082_730),
    ("opponent", "river"): (111_709_726, 290_111_520, 57_220_699_314),
    ("opponent", "hierarchical"): (111_709_726, 290_111_520, 57_220_699_314),
    ("opponent", "global"): (111_709_726, 290_111_520, 57_220_699_314),
}
"""By measure and test: infosets, actions, states."""

KINDS = {"rainbow": 3, "two-tone": 3, "two-tone, paired": 1}
"""The flops of the thesis by kind: the only kinds whose groups on the flop have the printed means."""

NAMED = {"rainbow": RAINBOW, "two-tone": TWO_TONE, "two-tone, paired": PAIRED}


@dataclass(frozen=True)
class FlopGroups:
    """The groups after one flop, by measure and test and street: their number over all classes of boards (`total`),
    the sum of squares, the least, the most, and the number of classes."""

    flop: str
    facts: dict[tuple[str, str], list[list[int]]]

    def mean(self, key: tuple[str, str], street: int) -> float:
        """Groups of a class, on average."""
        total, _, _, _, classes = self.facts[key][street]
        return total / classes


@experiment("kujath/table4", "Groups of hands by measure and test: table 4")
def table4(settings: ExperimentSettings) -> Report:
    """Section 7.2. `full` takes all flops of the kinds that the thesis took some of."""
    flops = _all_groups(settings, "kujath/table4")
    count = sum(len(found) for found in flops.values())
    report = Report("Groups of hands", SOURCE)
    for key, streets in TABLE_4.items():
        for street, (mean, least, most) in enumerate(streets):
            found = [[flop.facts[key][street] for flop in kind] for kind in flops.values()]
            everything = [facts for kind in found for facts in kind]
            report.comparisons.append(
                Comparison(
                    f"{key[0]}, {key[1]}, {STREETS[street]}",
                    "table 4",
                    f"{mean} ({least}..{most})",
                    f"{_weighted(flops, key, street):.1f} "
                    f"({min(f[2] for f in everything)}..{max(f[3] for f in everything)})",
                )
            )
    columns = ("flop", "measure", *(f"{test}: {street}" for test in TESTS for street in STREETS))
    for kind, flop in NAMED.items():
        rows: list[tuple[Cell, ...]] = []
        for measure in MEASURES:
            means = [round(flops[kind][0].mean((measure, test), street), 1) for test in TESTS for street in range(3)]
            rows.append((flop, measure, *means))
        report.tables.append(Table.of(f"{flop} ({kind}): mean groups by test and street", columns, rows))
    report.tables.append(_spread(flops))
    report.notes += [
        f"{count} flops: {_words({kind: len(found) for kind, found in flops.items()})}; means weight the kinds "
        f"{_words(KINDS)}.",
        *_NOTES_4,
    ]
    return report


_NOTES_4 = (
    "The thesis does not name its flops. By rank every flop of a kind has the same number of groups on the flop: 289 "
    "rainbow, 355/631/355 two-tone (355/620/344 if paired; 289/223/223 rainbow and paired). Of the three rainbow and "
    "four two-tone flops that table 3 asks for, just one two-tone flop must be paired to give the printed means 327, "
    "483 and 325.",
    "Least and most are those of the flops taken here; the printed ones are reached by single flops: 355/631/355, "
    "642/643/642 and 643 on QhJh2c (also 266, 149, 608 and 288 on turn and river), 289 and 1,176 on Th6s3c, 288 on "
    "9c7c9h4d6c.",
    "Not reached: by strength the printed most are 1,175 (hierarchical) and 1,160 (global) on the flop and 249 on the "
    "river, where Th6s3c has 1,176 and 1,159 and 9c7c9h has 250. Strengths here are compared as fractions; the thesis "
    "does not say how, and rounding can merge or part single hands.",
    "The thesis finds the three tests alike for the opponent's view. So they are, except on the turn after a paired "
    "flop, where the river test is finer (9c7c9h: 395.8 groups against 386.2).",
    "Read so, the text gives the numbers: a histogram has one entry for each different river board on which the hand "
    "can be held, a board being a set of cards; one histogram for each class of turn boards in the hierarchical "
    "test; classes with several boards are judged by all of them. By the other readings QhJh2c has 627 or 643 groups "
    "instead of 631.",
    "Two of the text's examples are not so: on QhJh2cQdJc the hands below the jack are no single group of 627, since "
    "the fifth card still counts, and on QhJhJcQd7s the opponent's view does tell Ah9s from Ah2s (a nine is a kicker "
    "there).",
)


@experiment("kujath/table5", "Infosets, actions and states with groups of hands: table 5")
def table5(settings: ExperimentSettings) -> Report:
    """Section 7.2."""
    flops = _all_groups(settings, "kujath/table5")
    report = Report("What groups of hands save", SOURCE)
    rows: list[tuple[Cell, ...]] = []
    for key, (infosets, _, states) in TABLE_5.items():
        flop_mean = _printed_flop_mean(key)
        printed = [street[0] for street in TABLE_4[key]]
        turn, river = _implied_means(infosets, states, flop_mean, near=printed[2])
        rows.append((*key, f"{printed[1]}, {printed[2]}", f"{turn:.2f}, {river:.2f}"))
        if key[0] == "opponent" and key[1] != "river":
            continue
        ours = [_weighted(flops, key, street) for street in range(3)]
        for what, number, computed in zip(("infosets", "actions", "states"), TABLE_5[key], _formula(ours), strict=True):
            report.comparisons.append(
                Comparison(
                    f"{key[0]}, {key[1]}: {what}", "table 5", number, round(computed), "other flops of the same kinds"
                )
            )
    report.comparisons += _checks()
    report.tables.append(
        Table.of(
            "Mean groups on turn and river, as printed in table 4, and as they follow from table 5",
            ("measure", "test", "table 4", "from table 5"),
            rows,
        )
    )
    report.tables.append(_counted(flops))
    report.notes += [
        "The formula behind the printed numbers: with mean groups F, T, R on the three streets, infosets are 57 F + "
        "15,340 T + (575,028 - 57 - 15,340) R, where 575,028 are all nodes that are no leaves; actions are infosets "
        "times the ratio of table 3; states are 57 F² + 15,340 T² + 1,529,474 R². So leaves and dealers' nodes of "
        "flop and turn are counted as infosets, and squares are of means. Counted node by node, the last table, "
        "infosets are about 2% fewer, and states more, since the square of a mean is less than the mean of squares.",
        "That this is the formula is shown by the differences between tests, which do not depend on the flops' "
        "names, and by the mean groups that follow from infosets and states: they round to table 4 throughout.",
    ]
    return report


NODES = (57, 15_340, 1_529_474)
INNER = 575_028
RATIO = 1_748_921_664 / 673_436_064
TABLE_2_STATES, TABLE_2_INFOSETS = 4_203_485_577_648, 1_567_626_816


def _formula(means: Sequence[float]) -> tuple[float, float, float]:
    """Infosets, actions and states as the thesis computes them from the mean groups of the streets."""
    flop, turn, river = means
    infosets = NODES[0] * flop + NODES[1] * turn + (INNER - NODES[0] - NODES[1]) * river
    return infosets, infosets * RATIO, sum(nodes * mean**2 for nodes, mean in zip(NODES, means, strict=True))


def _implied_means(infosets: int, states: int, flop: float, near: float) -> tuple[float, float]:
    """The mean groups on turn and river from which the formula gives these numbers; of two solutions the one whose
    groups on the river are nearer to `near`."""
    inner = INNER - NODES[0] - NODES[1]
    left, squares = infosets - NODES[0] * flop, states - NODES[0] * flop**2
    # turn = (left - inner river) / n1 in n1 turn² + n2 river² = squares: a quadratic equation in river
    a = inner**2 / NODES[1] + NODES[2]
    b = -2 * inner * left / NODES[1]
    c = left**2 / NODES[1] - squares
    root = float((b * b - 4 * a * c) ** 0.5)
    candidates = [(-b + sign * root) / (2 * a) for sign in (1, -1)]
    river = min(candidates, key=lambda x: abs(x - near))
    return (left - inner * river) / NODES[1], river


def _printed_flop_mean(key: tuple[str, str]) -> float:
    """The mean on the flop: exact where it is the same for all flops of a kind."""
    exact = {"river": 2287 / 7, "hierarchical": 3380 / 7, "global": 2276 / 7}
    return exact[key[1]] if key[0] == "rank" else float(TABLE_4[key][0][0])


def _checks() -> list[Comparison]:
    hierarchical, plain = (TABLE_5["rank", test] for test in ("hierarchical", "global"))
    upper, lower = 3380 / 7, 2276 / 7
    return [
        Comparison(
            "rank, hierarchical less global: infosets",
            "table 5",
            hierarchical[0] - plain[0],
            round(57 * (upper - lower)),
        ),
        Comparison(
            "rank, hierarchical less global: states",
            "table 5",
            hierarchical[2] - plain[2],
            round(57 * (upper**2 - lower**2)),
        ),
    ]


def _counted(flops: dict[str, list[FlopGroups]]) -> Table:
    """Infosets, actions and states added up class by class."""
    from pokerlab.experiments.kujath.tree_sizes import street_sizes

    sizes = street_sizes()
    rows: list[tuple[Cell, ...]] = []
    for key in TABLE_5:
        totals = [0.0, 0.0, 0.0]
        for kind, found in flops.items():
            share = KINDS[kind] / sum(KINDS.values()) / len(found)
            for flop in found:
                for size, (groups, squares, *_) in zip(sizes, flop.facts[key], strict=True):
                    totals[0] += share * float(size.players) * groups
                    totals[1] += share * float(size.actions) * groups
                    totals[2] += share * float(size.nodes) * squares
        saved = TABLE_2_INFOSETS / totals[0], TABLE_2_STATES / totals[2]
        rows.append((*key, *(round(total) for total in totals), *(round(x, 1) for x in saved)))
    columns = ("measure", "test", "infosets", "actions", "states", "fewer infosets", "fewer states")
    return Table.of("Counted class by class, mean of the flops", columns, rows)


def _spread(flops: dict[str, list[FlopGroups]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind, found in flops.items():
        for measure in MEASURES:
            for street in range(3):
                means = [[flop.mean((measure, test), street) for flop in found] for test in TESTS]
                rows.append((kind, measure, STREETS[street], *(f"{min(m):.1f}..{max(m):.1f}" for m in means)))
    return Table.of("Mean groups of single flops, least and most", ("kind", "measure", "street", *TESTS), rows)


def _weighted(flops: dict[str, list[FlopGroups]], key: tuple[str, str], street: int) -> float:
    """The mean over kinds, as often as the thesis has them."""
    parts = [KINDS[kind] * sum(flop.mean(key, street) for flop in found) / len(found) for kind, found in flops.items()]
    return sum(parts) / sum(KINDS.values())


def _all_groups(settings: ExperimentSettings, name: str) -> dict[str, list[FlopGroups]]:
    """The flops that are looked at, by kind: those that the thesis names first."""
    chosen = _choose(settings)
    total = sum(map(len, chosen.values()))
    result: dict[str, list[FlopGroups]] = {}
    done = 0
    for kind, flops in chosen.items():
        result[kind] = []
        for part in _chunks(flops, 20):
            facts = settings.kept(name, f"{kind} {part[0]}..{part[-1]}", partial(_all_facts, part))
            result[kind] += [_restore(flop, found) for flop, found in zip(part, facts, strict=True)]
            done += len(part)
            settings.tick(done, total)
    return result


def _choose(settings: ExperimentSettings) -> dict[str, list[str]]:
    import numpy as np

    from pokerlab.cards.card import format_cards
    from pokerlab.cards.suits import ALL_SYMMETRIES, distinct_deals

    flops, _ = distinct_deals(3, 0, ALL_SYMMETRIES)
    rng = np.random.default_rng(settings.seed)
    chosen = {}
    for kind, count in KINDS.items():
        suits, is_paired = (3 if kind == "rainbow" else 2), "paired" in kind
        fitting = [f for f in flops.tolist() if _kind(f) == (suits, is_paired)]
        known = _up_to_suits(NAMED[kind])
        others = [format_cards(flop) for flop in fitting if _up_to_suits(format_cards(flop)) != known]
        if not settings.is_full:
            others = rng.choice(others, count - 1, replace=False).tolist()
        chosen[kind] = [NAMED[kind], *others]
    return chosen


def _kind(flop: "Sequence[int]") -> tuple[int, bool]:
    return len({card & 3 for card in flop}), len({card >> 2 for card in flop}) == 2


def _up_to_suits(flop: str) -> int:
    from pokerlab.cards.card import parse_cards
    from pokerlab.cards.isomorphism import HandIndexer

    return int(HandIndexer(3).index([parse_cards(flop)])[0])


def _all_facts(flops: list[str]) -> list[Any]:
    return [_facts(flop) for flop in flops]


def _facts(flop: str) -> list[Any]:
    """Plain lists, for the checkpoint: per measure and test and street total, squares, least, most, classes."""
    from pokerlab.abstraction.boards import BoardClasses
    from pokerlab.abstraction.groups import group_by_tests

    boards = BoardClasses.of(flop, "flush")
    return [
        [[_summary(count) for count in groups.counts] for groups in group_by_tests(boards, measure, TESTS)]
        for measure in MEASURES
    ]


def _summary(count: "npt.NDArray[np.int64]") -> list[int]:
    return [int(x) for x in (count.sum(), (count * count).sum(), count.min(), count.max(), len(count))]


def _restore(flop: str, facts: list[Any]) -> FlopGroups:
    by_key = {(measure, test): facts[m][t] for m, measure in enumerate(MEASURES) for t, test in enumerate(TESTS)}
    return FlopGroups(flop, by_key)


def _chunks(flops: list[str], size: int) -> Iterator[list[str]]:
    for first in range(0, len(flops), size):
        yield flops[first : first + size]


def _words(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())
