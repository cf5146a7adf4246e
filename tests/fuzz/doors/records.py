"""Doors of the package `records`: hands in the formats PHH, ACPC and PokerStars text, one by one and as files."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from fuzz.door import Door, RefusalError, texts
from fuzz.verdict import expect_line
from pokerlab.errors import RecordError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import holdem, holdem_blinds, named_game
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State
from pokerlab.records.acpc import format_matchstate, format_state, parse_acpc
from pokerlab.records.narration import narrate
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.pokerstars_reader import parse_pokerstars
from pokerlab.records.pokerstars_writer import format_pokerstars
from pokerlab.records.reading import Format, read_hands, read_lines
from pokerlab.records.record import HandRecord, problems
from pokerlab.records.stats import add_hand
from pokerlab.records.writing import format_hands, write_hands

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.phh"))
ACPC_GAME = named_game("holdem-nolimit:3,stack=2000")
PHH_WORDS = (
    'variant = "NT"', "antes = [0, 0]", "blinds_or_straddles", "starting_stacks", "actions = [", '"p1 cc",',
    '"p2 cbr 100",', '"d dh p1 AsKs",', '"d db 2c3c4c",', "players", "finishing_stacks", "year = 2020", "min_bet",
    "[1]", "[2]", "time = 12:00:00", "_raise_caps", "_bets", "_rake", "currency",
)  # fmt: skip
STARS_WORDS = (
    "PokerStars Hand #1: ", "Hold'em No Limit", "($1/$2 USD)", "Seat 1: Ann ($100 in chips)", "posts small blind $1",
    "*** HOLE CARDS ***", "*** FLOP *** [2c 3c 4c]", "raises $2 to $4", "folds", "checks", "calls $2",
    "*** SUMMARY ***", "shows [As Ks]", "Uncalled bet ($2) returned to Ann", "is the button", "2020/01/01 12:00:00 ET",
)  # fmt: skip


def _played(game: Game, rng: Random) -> HandRecord:
    """A hand played at random."""
    state = State.start(game, deck=rng.sample(game.deck, len(game.deck)))
    while not state.is_over:
        legal = state.legal
        choices = [CALL, CALL, *([FOLD] if legal.fold else [])]
        if legal.max_raise:
            choices.append(raise_to(rng.choice((legal.min_raise, legal.max_raise))))
        state = state.act(rng.choice(choices))
    names = ("Ann", "Ben", "Cleo d'Or", "Dan: x", "Éve", "Fay")[: game.players]
    return HandRecord.of(state, names=names, hand_id=str(rng.randrange(10**6)))


def _hands() -> list[HandRecord]:
    rng = Random(5)
    games = [
        holdem(
            "hold'em",
            limit,
            stacks=[rng.randint(50, 3000) for _ in range(players)],
            blinds=holdem_blinds(players, 5, 10),
            antes=(ante,) * players,
            bets=(10, 10, 20, 20) if limit is Limit.FIXED else (10,) * 4,
            raise_caps=(3, 4, 4, 4) if limit is Limit.FIXED else (None,) * 4,
        )
        for players in (2, 3, 6)
        for limit in Limit
        for ante in (0, 1)
    ]
    return [_played(game, rng) for game in games]


HANDS = _hands()
ACPC_HANDS = [_played(ACPC_GAME, Random(number)) for number in range(6)]
PHH = [path.read_text("utf-8") for path in GOLDEN] + [format_phh(hand) for hand in HANDS]
STARS = [format_pokerstars(hand) for hand in HANDS]
PHHS = ["".join(format_hands(HANDS[start : start + 3], Format.PHH)) for start in (0, 3, 6)]
ACPC = [
    *(format_state(hand) for hand in ACPC_HANDS),
    *(format_matchstate(hand, seat) for hand in ACPC_HANDS for seat in range(3)),
    "STATE:0:cr300:||",
]  # fmt: skip
LOG = "# a match\n" + "\n".join(ACPC[:6]) + "\nSCORE:1|2|3:Ann|Ben|Cleo d'Or\n"


def _look_at(record: HandRecord) -> None:
    """Everything that is done with a hand that was read."""
    for problem in problems(record):
        expect_line(problem)
    try:
        for line in narrate(record):
            assert len(line.splitlines()) <= 1, f"a line of a story has several: {line[:300]!r}"
        add_hand({}, record)
    except RecordError as error:
        expect_line(str(error))


def _reads_back(record: HandRecord, write, read) -> None:
    """Whatever can be written reads back as the same hand, as far as the rules let it be played."""
    try:
        text = write(record)
    except RecordError as error:
        expect_line(str(error))
        return
    again = read(text)
    first, second = record.final(), again.final()
    for name in ("history", "private", "board"):
        assert getattr(first, name) == getattr(second, name), f"{name} read back differently"
    if first.is_over:  # a rake beyond the pot is the pot
        games = [replace(hand.game, name="", rake=Rake()) for hand in (record, again)]
        assert games[0] == games[1], "the game reads back differently"
        assert _payoffs(record) == _payoffs(again), "results read back differently"


def _payoffs(record: HandRecord) -> tuple[int, ...] | None:
    try:
        return record.payoffs()
    except RecordError:  # somebody's cards are not known
        return None


def _phh(text: str) -> None:
    record = parse_phh(text, "f.phh")
    _look_at(record)
    _reads_back(record, format_phh, parse_phh)
    _written(record)


def _pokerstars(text: str) -> None:
    record = parse_pokerstars(text, "f.txt")
    _look_at(record)
    _reads_back(record, format_phh, parse_phh)
    _written(record)


def _acpc(text: str) -> None:
    record = parse_acpc(text, ACPC_GAME)
    _look_at(record)
    _reads_back(record, format_state, lambda line: parse_acpc(line, ACPC_GAME))
    _written(record)


def _written(record: HandRecord) -> None:
    """Every format can say it, or refuses in a line."""
    for form in Format:
        try:
            list(format_hands([record], form))
        except RecordError as error:
            expect_line(str(error))


def _stream(text: str) -> None:
    """Lines of a file: broken hands are handed over, and cost no others."""
    broken: list[RecordError] = []
    for found in read_lines(text.splitlines(keepends=True), "f", game=ACPC_GAME, on_broken=broken.append):
        _look_at(found.record)
    for error in broken:
        expect_line(str(error))
        assert str(error).startswith("f:"), f"where is it? {str(error)[:300]}"


def _file(name: str, text: str) -> None:
    """Bytes of a file, given by a path and by a string."""
    path = Path("hands").with_suffix(".phh" if name.endswith(".phh") else ".txt")
    path.write_bytes(as_bytes(text))
    broken: list[RecordError] = []
    first = [found.record for found in read_hands(path, game=ACPC_GAME, on_broken=broken.append)]
    assert all(str(error).startswith(str(path)) for error in broken)
    assert first == [found.record for found in read_hands(str(path), game=ACPC_GAME, on_broken=broken.append)]


def _format(form: str, path: str) -> None:
    """Hands written to a file in a format by name."""
    hands = HANDS[2:3] * (1 if path.endswith(".phh") else 2)
    if "\0" in path or "\ud800" in path:
        raise RefusalError("no system gives us such a path")
    try:
        assert write_hands(path, hands, form) == len(hands)
    except OSError as error:  # as the system says it, which the command line tells in a line
        raise RefusalError(str(error)) from None
    again = [found.record for found in read_hands(path, form=form, game=hands[0].game)]
    assert [hand.actions for hand in again] == [hand.actions for hand in hands]


def as_bytes(text: str) -> bytes:
    """A text as a file may hold it: halves of characters are bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogatepass") if "\ud800" in text else text.encode("utf-8", "surrogateescape")


def _fields(text: str, **changes: str) -> str:
    """A PHH text with other lines for some fields."""
    for name, line in changes.items():
        start = text.index(f"\n{name} = ")
        text = text[:start] + f"\n{name} = {line}" + text[text.index("\n", start + 1) :]
    return text


def _known_phh() -> Iterator[tuple[str, tuple[str, ...]]]:
    one = next(
        text for text in PHH if "\nfinishing_stacks" in text and "\nstarting_stacks = [1000, 1000, 1000, 1000]" in text
    )
    yield "a list of variants", (_fields(one, variant='["NT"]'),)
    yield "a table of variants", (_fields(one, variant='{a = "NT"}'),)
    yield "a year of 30 digits", (one + "\nday = 1\nmonth = 1\nyear = " + "9" * 30 + "\n",)
    yield "a day that is not", (one + "\nday = 99\nmonth = 1\nyear = 2020\n",)
    yield "a stack without end", (_fields(one, starting_stacks="[1e9999999, 1000, 1000, 1000]"),)
    yield "a stack of no size", (_fields(one, starting_stacks="[1e-9999999, 1000, 1000, 1000]"),)
    yield "a stack of 400 digits", (_fields(one, starting_stacks=f"[{'9' * 400}, 1000, 1000, 1000]"),)
    yield "a stack of 5,000 digits", (_fields(one, starting_stacks=f"[{'9' * 5000}, 1000, 1000, 1000]"),)
    yield "a result without end", (_fields(one, finishing_stacks="[1e9999999, 1017, 1017, 1016]"),)
    yield "a result of NaN", (_fields(one, finishing_stacks="[nan, 1017, 1017, 1016]"),)
    yield "a bet without end", (_fields(one, min_bet="1e9999999"),)
    yield "blinds of NaN", (_fields(one, blinds_or_straddles="[nan, 100, 0, 0]"),)
    yield "a thousand arrays in each other", ("x = " + "[" * 1000 + "]" * 1000 + "\n" + one,)
    yield "a key of 100,000 dots", ("a" + ".a" * 100_000 + " = 1\n" + one,)
    yield "a name of two lines", (_fields(one, players='["A\\nb", "Ben", "Cleo", "Dan"]'),)
    yield "a text instead of a list", (_fields(one, players='"Ann"'),)
    yield "a time of another kind", (one + "\ntime = 2020-01-01\n",)


DOORS = (
    Door("phh", texts(*PHH), _phh, 20, PHH_WORDS, dict(_known_phh())),
    Door(
        "phhs",
        texts(*PHHS, *STARS[:4], LOG),
        _stream,
        8,
        seconds=10.0,
        words=(*PHH_WORDS, *STARS_WORDS),
        known={
            "one hand with a stack without end": (
                PHHS[0].replace("starting_stacks = [", "starting_stacks = [1e9999999, ", 1),
            ),
            "a table that is none": ("[1]\n" + PHHS[0],),
            "a million brackets": ("[" * 1_000_000,),
            "a file of one line": ("x" * 1_000_000,),
        },
    ),
    Door(
        "pokerstars",
        texts(*STARS),
        _pokerstars,
        15,
        STARS_WORDS,
        {"a year of nine digits": (STARS[0].replace("2000/", "200000000/"),)},
    ),
    Door(
        "acpc",
        texts(*ACPC),
        _acpc,
        30,
        ("MATCHSTATE:", "STATE:", "r300", "c", "f", "/", "|", ":", "AsKs"),
        {
            "a result without end": ("STATE:0:fff:||:1e9999999|0|0:a|b|c",),
            "a result of NaN": ("STATE:0:ff:||:nan|0|0:a|b|c",),
            "a signalling NaN": ("STATE:0:ff:||:snan|0|0:a|b|c",),
            "a raise of twelve digits": ("STATE:0:r999999999999:||",),
            "a trailing comment": ("STATE:0:ff:||:0|-50|50:a|b|c # 1.23",),
            "a megabyte of folds": ("STATE:0:" + "f" * 1_000_000 + ":||",),
            "a megabyte of checks": ("STATE:0:" + "c" * 1_000_000 + ":||",),
        },
    ),
    Door(
        "format",
        (("phh", "a.phh"), ("phh", "a.phhs"), ("pokerstars", "a.txt")),
        _format,
        3,
        ("acpc", "phh", "pokerstars", "PHH", ".phh", "/"),
        {
            "no format": ("", "a.txt"),
            "a format of another case": ("PHH", "a.phhs"),
            "a directory": ("phh", "."),
        },
    ),
    Door(
        "hands-file",
        (("a.phh", PHH[0]), ("a.txt", STARS[0]), ("a.log", LOG), ("a.phhs", PHHS[0])),
        _file,
        2,
        (*PHH_WORDS, *STARS_WORDS),
        {
            "no UTF-8": ("a.txt", "\udcff\udcfe" + STARS[0]),
            "a mark in front": ("a.phh", "\ufeff" + PHH[0]),
            "empty": ("a.phh", ""),
            "zeros": ("a.phh", "\0" * 1000),
        },
    ),
)
