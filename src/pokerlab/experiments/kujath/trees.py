"""Tables 2 and 3: the size of the public tree, and what classes of boards save."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pokerlab.experiments.kujath.source import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.experiments.kujath.tree_sizes import StreetNodes

TABLE_2 = {
    "nodes": 3_595_530,
    "leaves": 2_259_712,
    "player nodes": 1_333_016,
    "dealer nodes": 2_802,
    "flop nodes": 57,
    "turn nodes": 18_081,
    "river nodes": 3_577_392,
    "infosets": 1_567_626_816,
    "actions": 4_070_164_224,
    "states": 4_203_485_577_648,
}
TABLE_3 = {
    "nodes": 1_544_871,
    "leaves": 969_843,
    "player nodes": 572_650,
    "dealer nodes": 2_379,
    "flop nodes": 57,
    "turn nodes": 15_340,
    "river nodes": 1_529_474,
    "infosets": 673_436_064,
    "actions": 1_748_921_664,
    "states": 1_806_880_867_106,
}
KINDS = {"rainbow": "Th6s3c", "two-tone": "QhJh2c", "monotone": "QhTh7h"}
MOST_FLOPS = 12


@experiment("kujath/table2", "Size of the public tree: table 2")
def table2(settings: ExperimentSettings) -> Report:
    """Section 7.1."""
    from pokerlab.experiments.kujath.tree_sizes import STREETS, street_sizes, tree_size

    report = Report("The public tree from one flop on, pot 2, 49 behind", SOURCE)
    sizes = tree_size()
    report.comparisons = _comparisons("table 2", TABLE_2, measures(sizes))
    columns = ("street", "boards", "player nodes", "dealer nodes", "leaves", "actions")
    rows: list[tuple[Cell, ...]] = []
    for name, one, all_ in zip(STREETS, street_sizes(), sizes, strict=True):
        counts = (all_.nodes / one.nodes, all_.players, all_.dealers, all_.leaves, all_.actions)
        rows.append((name, *map(int, counts)))
    report.tables.append(Table.of("By street", columns, rows))
    report.notes += [
        "Every number is reached exactly by this rule: each level offers half the pot and all-in, after four bets "
        "only all-in; a raise is half of the pot after calling; a size of at least the stack is all-in; a called "
        "all-in is a leaf; a dealer's node counts on the street it ends. The text instead offers the pot as well, "
        "and half the pot only from the second raise on.",
        "Infosets and actions are for 1,176 hands on every street. States are nodes times the square of the hands that "
        "the street leaves (1,176, 1,128, 1,081): both players' hands as if they could share cards. Without those "
        f"there are {_states_without_conflicts(sizes):,} states.",
    ]
    settings.tick(1, 1)
    return report


@experiment("kujath/table3", "Size of the public tree with classes of boards: table 3, and which flops give its means")
def table3(settings: ExperimentSettings) -> Report:
    """Section 7.2: the flops are not named; find how many of each kind they are."""
    from pokerlab.abstraction.boards import BoardClasses
    from pokerlab.experiments.kujath.tree_sizes import tree_size

    report = Report("Classes of boards: what they save in the public tree", SOURCE)
    boards = {}
    for done, (kind, flop) in enumerate(KINDS.items()):
        settings.tick(done, len(KINDS))
        boards[kind] = tuple(len(level) for level in BoardClasses.of(flop, "flush").levels)
    fitting = list(_fitting(boards))
    report.tables.append(
        Table.of(
            f"Numbers of flops by kind, up to {MOST_FLOPS} in all, whose means are the printed nodes of turn and river",
            ("flops", *KINDS),
            [(sum(mix), *mix) for mix in fitting],
        )
    )
    if fitting:
        mean = measures(tree_size(_mean_boards(boards, fitting[0])))
        exact = round(mean["states"])
        mean["states"] = _states_of_rounded(mean)
        report.comparisons = _comparisons("table 3", TABLE_3, mean)
        report.notes.append(f"States are of the rounded mean nodes, as printed; of the exact means they are {exact:,}.")
    rows = []
    for kind, flop in KINDS.items():
        for rule in ("every", "isomorphic", "flush"):
            counts = tuple(len(level) for level in BoardClasses.of(flop, rule).levels)
            nodes = int(sum(size.nodes for size in tree_size(counts)))
            rows.append((kind, flop, rule, counts[1], counts[2], nodes, TABLE_2["nodes"] / nodes))
    columns = ("kind", "flop", "rule", "turn classes", "river classes", "nodes", "saves")
    report.tables.append(Table.of("Classes of boards by rule", columns, rows))
    report.notes += [
        "The text says that eight flops were taken. No mixture of eight gives the printed means, whatever the kinds: "
        "turn and river nodes are multiples of 369 and 1,521 divided by the number of flops, and the printed ones "
        "need sevenths. Three rainbow and four two-tone flops give every line; a monotone one is not among them, so "
        "that the saving by boards is not that of an average flop.",
        "The rule 'flush' is the thesis's. It calls it lossless; see kujath/boards.",
    ]
    return report


def measures(sizes: "Sequence[StreetNodes]") -> dict[str, Fraction]:
    """What the thesis prints of a tree, from the sizes of its streets."""
    from pokerlab.experiments.kujath.tree_sizes import HANDS, STREETS

    players = sum((size.players for size in sizes), Fraction(0))
    return {
        "nodes": sum((size.nodes for size in sizes), Fraction(0)),
        "leaves": sum((size.leaves for size in sizes), Fraction(0)),
        "player nodes": players,
        "dealer nodes": sum((size.dealers for size in sizes), Fraction(0)),
        **{f"{name} nodes": size.nodes for name, size in zip(STREETS, sizes, strict=True)},
        "infosets": HANDS[0] * players,
        "actions": HANDS[0] * sum((size.actions for size in sizes), Fraction(0)),
        "states": sum((size.nodes * hands**2 for size, hands in zip(sizes, HANDS, strict=True)), Fraction(0)),
    }


def _comparisons(where: str, printed: dict[str, int], computed: dict[str, Fraction]) -> list[Comparison]:
    rows = []
    for what, number in printed.items():
        ours = round(computed[what])
        note = "" if ours == number else f"off by {(ours - number) / number:.1e} of it"
        rows.append(Comparison(what, where, number, ours, note))
    return rows


def _fitting(boards: dict[str, tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Numbers of flops of each kind whose mean numbers of turn and river nodes are the printed ones."""
    from pokerlab.experiments.kujath.tree_sizes import tree_size

    for count in range(1, MOST_FLOPS + 1):
        for rainbow in range(count + 1):
            for two_tone in range(count - rainbow + 1):
                mix = (rainbow, two_tone, count - rainbow - two_tone)
                found = measures(tree_size(_mean_boards(boards, mix)))
                if all(round(found[what]) == TABLE_3[what] for what in ("turn nodes", "river nodes")):
                    yield mix


def _mean_boards(boards: dict[str, tuple[int, ...]], mix: Sequence[int]) -> list[Fraction]:
    streets = zip(*boards.values(), strict=True)
    return [Fraction(sum(n * c for n, c in zip(mix, counts, strict=True)), sum(mix)) for counts in streets]


def _states_of_rounded(mean: dict[str, Fraction]) -> Fraction:
    from pokerlab.experiments.kujath.tree_sizes import HANDS, STREETS

    nodes = (round(mean[f"{street} nodes"]) for street in STREETS)
    return Fraction(sum(count * hands**2 for count, hands in zip(nodes, HANDS, strict=True)))


def _states_without_conflicts(sizes: "Sequence[StreetNodes]") -> int:
    from pokerlab.experiments.kujath.tree_sizes import HANDS

    pairs = (HANDS[0] * 1081, HANDS[1] * 1035, HANDS[2] * 990)
    return int(sum(size.nodes * count for size, count in zip(sizes, pairs, strict=True)))
