"""Section 2.4 (Tables 2.1 to 2.3): how much estimators take from the deviation of a hand, with our agents."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.experiments.registry import ExperimentSettings, Scale, experiment
from pokerlab.experiments.report import Cell, Comparison, Report, Table

SOURCE = "D. Schnizlein, State Translation in No-Limit Poker, Master's thesis, University of Alberta, 2009, section 2.4"
NAME = "schnizlein/variance"
PRINTED = (
    ("Bluffbot vs Hyperborean", 18.04, 11.38, 15.48, 9.99),
    ("Bluffbot vs Tartanian", 31.46, 20.24, 24.76, 16.49),
    ("Tartanian vs Hyperborean", 32.46, 20.50, 28.84, 18.65),
    ("Ballarat vs Bluffbot", 45.30, 30.70, 35.35, 24.59),
    ("Ballarat vs Hyperborean", 44.18, 29.95, 37.65, 25.77),
    ("Ballarat vs Tartanian", 73.20, 48.00, 63.50, 43.15),
)
"""Tables 2.1 and 2.2: standard deviations in small blinds per hand, of money and DIVAT, single and duplicate."""
NOLIMIT = "holdem-nolimit:players=2,stack=10000"
LIMIT = "holdem-limit"
MATCHES = (
    ("bet-for-value", "always-call", NOLIMIT),
    ("bet-for-value", "always-raise", NOLIMIT),
    ("bet-for-value", "always-call", LIMIT),
    ("bet-for-value", "uniform", LIMIT),
)
KINDS = (("Basic", 0, 0), ("GEA", 1, 0), ("OC", 0, 1), ("GEA.OC", 1, 1))
DEALS = {Scale.SMALL: 30, Scale.FULL: 1500}
INTERVAL = 10.0
"""mbb/h to both sides, for the table of hands."""

Floats = npt.NDArray[np.float64]


@experiment(NAME, "Deviation of hands: duplicate, DIVAT, importance sampling, AIVAT; hands for +-10 mbb/h")
def variance(settings: ExperimentSettings) -> Report:
    """Matches of our agents, judged in all ways; what the printed tables say of the same."""
    deals, parts = DEALS[settings.scale], []
    for number, (first, second, game) in enumerate(MATCHES):

        def play(first: str = first, second: str = second, game: str = game) -> Any:
            return _played(first, second, game, deals, settings.seed)

        parts.append(settings.kept(NAME, f"match {number}", play))
        settings.tick(number + 1, len(MATCHES) + 1)
    off = settings.kept(NAME, "off policy", lambda: _off_policy(deals, settings.seed))
    settings.tick(len(MATCHES) + 1, len(MATCHES) + 1)
    tables = [_printed_table(), _money(parts), _importance(parts, off), _hands(parts), _exact()]
    return Report(
        "How much luck estimators take out", SOURCE, tables, _compared(parts, off),
        [
            f"{deals:,} deals of each match, in both seats. Deviations are of one hand of the first agent, in small "
            "blinds; a duplicate deal is the mean of its two hands.",
            "The mean of two independent hands has 0.707 of the deviation of one. Only what a duplicate deal has less "
            "than that is gained by playing the same cards twice: 1.0 in the last columns would be nothing.",
            "Where ours differs, and why: the agents are simple. They bet by thresholds, or whatever they hold, and "
            "the same cards in both seats lead to nearly the same hands. So duplicate deals take out more than from "
            "programs that mix, whose deals are worth 1.09 to 1.26 times as many independent hands.",
            "DIVAT takes out more in limit hold'em, where pots are called down as its baseline does, than in no-limit, "
            "where most of the deviation is in a few large pots that it does not foresee.",
            "Other cards help bet-for-value little: few hands play alike. Game-ending actions change nothing for who "
            "never folds by chance. Off policy the weights are most of the deviation, and other cards take most of it "
            "out, as printed.",
            f"Deviations of {2 * deals:,} hands are known to about {100 / (4 * deals) ** 0.5:.0f}%, and less well "
            "where few large pots decide.",
        ],
    )  # fmt: skip


def _played(first: str, second: str, game: str, deals: int, seed: int) -> dict[str, list[list[float]]]:
    """By judge [deal][seating]: small blinds that the first agent won."""
    from pokerlab.lab.match import MatchJob
    from pokerlab.lab.play_job import game_of

    judges = ["chips", "allin", "chance", "divat", "aivat:known=1"]
    judges += [f"importance:gea={gea},oc={oc},value={value}" for value in ("chips", "divat") for _, gea, oc in KINDS]
    job = MatchJob(
        agents=(first, second), game=game, deals=deals, seed=seed, judges=tuple(judges), where="threads", jobs=1
    )
    blind = game_of(game)[0].big_blind / 2
    result = job.run()
    found = {}
    for place, judge in enumerate(judges):
        values = np.concatenate([block.values[place] for block in result.blocks])
        won = np.stack([values[:, column, order.index(0)] for column, order in enumerate(job.orders)], axis=1)
        found[judge] = (won / blind).tolist()
    return found


def _off_policy(deals: int, seed: int) -> dict[str, Any]:
    """Uniform play of limit hold'em says what bet-for-value would win in its place: deviations and effective hands."""
    from pokerlab.lab.match import MatchJob

    judges = [
        f"importance:target=bet-for-value,gea={gea},oc={oc},value={value}"
        for value in ("chips", "divat")
        for _, gea, oc in KINDS
    ]
    job = MatchJob(
        agents=("uniform", "always-call"), game=LIMIT, deals=2 * deals, seed=seed, judges=tuple(judges),
        where="threads", jobs=1,
    )  # fmt: skip
    result = job.run()
    found = {}
    for place, judge in enumerate(judges):
        values = np.concatenate([block.values[place] for block in result.blocks])
        won = np.concatenate([values[:, column, order.index(0)] for column, order in enumerate(job.orders)])
        deviation = 2 * float(won.std()) / result.big_blind
        found[judge] = {"deviation": deviation, "effective": result.effective_hands(judge)}
    return found | {"hands": result.hands}


def _deviations(part: dict[str, list[list[float]]], judge: str) -> tuple[float, float, float]:
    """Mean and deviation of a hand, and deviation of a duplicate deal."""
    won = np.array(part[judge])
    return float(won.mean()), float(won.std(ddof=1)), float(won.mean(axis=1).std(ddof=1))


def _printed_table() -> Table:
    rows = []
    for match, money, money_twice, divat, divat_twice in PRINTED:
        gain = (money / 2**0.5 / money_twice) ** 2
        rows.append((match, money, money_twice, money_twice / money, gain, divat, divat / money, divat_twice / divat))
    columns = ("match", "std", "duplicate", "ratio", "hands gained beyond 0.707", "DIVAT", "of std", "duplicate ratio")
    return Table.of("As printed (Tables 2.1 and 2.2, the field of 2008), sb/h", columns, rows)


def _money(parts: list[dict[str, list[list[float]]]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for (first, second, game), part in zip(MATCHES, parts, strict=True):
        mean, money, money_twice = _deviations(part, "chips")
        _, divat, divat_twice = _deviations(part, "divat")
        gain = (money / 2**0.5 / money_twice) ** 2 if money_twice else None
        match = f"{first} vs {second}, {'limit' if game == LIMIT else 'no-limit'}"
        ratio = divat_twice / divat if divat else None
        rows.append((match, mean, money, money_twice, money_twice / money, gain, divat, divat / money, ratio))
    columns = (
        "match", "bankroll", "std", "duplicate", "ratio", "hands gained beyond 0.707", "DIVAT", "of std",
        "duplicate ratio",
    )  # fmt: skip
    return Table.of("Tables 2.1 and 2.2 with our agents, sb/h", columns, rows)


def _importance(parts: list[dict[str, list[list[float]]]], off: dict[str, Any]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for value in ("chips", "divat"):
        for name, gea, oc in KINDS:
            judge = f"importance:gea={gea},oc={oc},value={value}"
            on = [_deviations(part, judge)[1] for part in parts]
            other = off[f"importance:target=bet-for-value,gea={gea},oc={oc},value={value}"]
            label = f"{'Money' if value == 'chips' else 'DIVAT'}-{name}"
            rows.append((label, *on, other["deviation"], other["effective"]))
    matches = [f"{first} vs {second}, {'limit' if game == LIMIT else 'no-limit'}" for first, second, game in MATCHES]
    columns = ("type", *matches, "uniform for bet-for-value (off), limit", f"effective of {off['hands']} hands")
    return Table.of("Table 2.3 with our agents: importance sampling for the first agent, sb/h", columns, rows)


def _hands(parts: list[dict[str, list[list[float]]]]) -> Table:
    """How many hands each judge needs for an interval of +-10 mbb/h."""
    rows: list[tuple[Cell, ...]] = []
    names = {
        "chips": "chips", "allin": "allin", "chance": "chance, always-call", "divat": "divat, always-call",
        "importance:gea=1,oc=1,value=chips": "importance, gea and oc",
        "importance:gea=1,oc=1,value=divat": "importance over divat", "aivat:known=1": "aivat, one known",
    }  # fmt: skip
    for judge, name in names.items():
        cells: list[Cell] = []
        for part in parts:
            _, single, twice = _deviations(part, judge)
            cells += [_needed(single), 2 * _needed(twice)]
        rows.append((name, *cells))
    columns = ["judge"]
    for first, second, game in MATCHES:
        match = f"{first} vs {second}, {'limit' if game == LIMIT else 'no-limit'}"
        columns += [match, "duplicate"]
    return Table.of(f"Hands for an interval of 95% of ±{INTERVAL:g} mbb/h", columns, rows)


def _needed(small_blinds: float) -> int:
    return round((1.96 * small_blinds / 2 * 1000 / INTERVAL) ** 2)


def _exact() -> Table:
    """Leduc, exactly: what every judge needs of the hands that chips need."""
    from pokerlab.lab.exact_report import exact_report

    rows: list[tuple[Cell, ...]] = []
    for value in ("always-call", "true"):
        for row in exact_report("leduc", ["bet-for-value", "uniform"], known="all", value=value)["results"]:
            if row["seat"] == 1 and (value == "always-call" or row["judge"] in ("chance", "aivat")):
                left = [0.0 if cell is not None and cell < 1e-9 else cell for cell in (row["deviation"], row["hands"])]
                rows.append((row["judge"], value, row["mean"], *left))
    columns = ("judge", "value function", "mean", "deviation", "part of the hands that chips need")
    return Table.of("Leduc, bet-for-value against uniform, every deal and line: chips per hand", columns, rows)


def _compared(parts: list[dict[str, list[list[float]]]], off: dict[str, Any]) -> list[Comparison]:
    money = [_deviations(part, "chips") for part in parts]
    divat = [_deviations(part, "divat") for part in parts]
    both = [_deviations(part, "importance:gea=1,oc=1,value=divat")[1] for part in parts]
    less = [100 * (1 - d[1] / m[1]) for d, m in zip(divat, money, strict=True)]
    ratios = [m[2] / m[1] for m in money]
    saved = [100 * (1 - b / m[1]) for b, m in zip(both, money, strict=True)]
    plain = off["importance:target=bet-for-value,gea=0,oc=0,value=chips"]["deviation"]
    best = off["importance:target=bet-for-value,gea=1,oc=1,value=divat"]["deviation"]
    other = "different: other agents than the field of 2008"
    span = "{:.0f}-{:.0f}%".format
    return [
        Comparison("duplicate deviation by that of one hand", "table 2.1", "0.63-0.68",
                   f"{min(ratios):.2f}-{max(ratios):.2f}", f"{other}; 0.707 is two independent hands"),
        Comparison("DIVAT takes from the deviation", "section 2.4.2", "10-20%", span(min(less), max(less)),
                   f"{other}; one that always calls leaves nothing to its own baseline but the other's bets"),
        Comparison("importance over DIVAT, GEA.OC, on policy", "table 2.3", "38-45%", span(min(saved), max(saved)),
                   other),
        Comparison("the same off policy", "table 2.3", "68%", f"{100 * (1 - best / plain):.0f}%" if plain else "",
                   f"{other}; ours is uniform play of limit hold'em"),
    ]  # fmt: skip
