"""A table that is played at: what the page draws, what happens, what the person does."""

from typing import Annotated, Literal

from pydantic import Field

from pokerlab.web.messages.hands import HandReplay
from pokerlab.web.messages.kinds import Answer, Asked, Told
from pokerlab.web.messages.lobby import LevelRow, Speed, TableId, TableRow


class TableNamed(Asked):
    """A question about one table."""

    id: TableId


class TableSeat(Told):
    """A seat of the table, in the order of play.

    - `state`: `in` the hand, `folded`, `all-in`, `out` of the tournament, `away` (not dealt in, or plays no part by
      himself); `here`: whether the person still sits there (False once he has left)
    - `cards`: `[]` without any, `["??", "??"]` face down, else as `["Ah", "Kd"]`; `hand`: what was shown, in words
    - `stack`: chips behind; `bet`: in front, on this street; `won`: of this hand, once it is over
    - `last`: the last action on this street, in words; `position`: as `BTN`, empty if not dealt in
    - `place`, `prize` (cents, bounties included): once out; `bounty`: cents on his head
    """

    seat: int
    name: str
    is_hero: bool
    level: int | None
    state: Literal["in", "folded", "all-in", "out", "away"]
    here: bool
    cards: list[str]
    hand: str
    stack: int
    bet: int
    won: int
    last: str
    position: str
    place: int | None
    prize: int
    bounty: int


class PotNow(Told):
    """A pot and the seats that can win it; the first is the main pot. This street's bets are not in it."""

    amount: int
    seats: list[int]


class Preset(Told):
    """A bet at the press of a key: its text in the grammar of `act`, and what it is raised to."""

    text: str
    to: int


class LegalNow(Told):
    """What the person may do; `max_raise` 0: no raise. `presets` are legal as they are."""

    fold: bool
    to_call: int
    min_raise: int
    max_raise: int
    presets: list[Preset]


class LevelNow(Told):
    """The level of this hand, the next one, and how many hands or seconds are left of it (None: it is the last)."""

    level: LevelRow
    next: LevelRow | None
    unit: Literal["hands", "minutes"]
    left: float | None


class ClockNow(Told):
    """How long the person may think: seconds of this decision, and of the time bank that comes after them."""

    seconds: float
    bank: float


class TableState(Told):
    """All that is drawn; made of what the person's seat sees, or of what everybody sees once he has none.

    - `hand`: its number from 1 (0: none yet); `street`: 0 before the flop to 3
    - `hero`: the person's seat; `actor`: whose turn it is; `button`, `small_blind`, `big_blind`: seats, which may be
      empty
    - `pot`: all chips in the middle, this street's bets included; `pots` without them
    - `hero_hand`: his cards in words; `legal`: only while the table waits for him
    - `level`: in tournaments; `blinds`: small, big and ante of this hand
    - `prizes`: cents by place; `seed`: only once a tournament is over; `hand_is_over`: until the next one is dealt
    - `speed`, `after_fold`, `away`, `left`: as the person chose; `result`: how it ended for him, in words
    - `trouble`: why it stands still, or what happened to the machine, in a line
    - `chip`: cents that a chip is worth (cash), None in tournaments
    - `cash_won`, `cash_bought`: chips, in cash games; `currency` of all money
    """

    id: str
    kind: Literal["tournament", "cash"]
    title: str
    state: Literal["playing", "over", "stopped"]
    hand: int
    street: int
    hand_is_over: bool
    seats: list[TableSeat]
    hero: int
    actor: int | None
    button: int | None
    small_blind: int | None
    big_blind: int | None
    blinds: tuple[int, int, int]
    board: list[str]
    pot: int
    pots: list[PotNow]
    hero_hand: str
    legal: LegalNow | None
    clock: ClockNow | None
    level: LevelNow | None
    players_left: int
    prizes: list[int]
    currency: str
    chip: int | None
    cash_won: int | None
    cash_bought: int | None
    speed: Speed
    after_fold: bool
    away: bool
    left: bool
    show_cards: bool
    result: str
    trouble: str | None
    seed: str | None


class LogLine(Told):
    """A line of the log; `hand`: of which hand."""

    hand: int
    text: str


class TableAnswer(Answer):
    """A table as it stands; `number`: of the last event that is in it; `log`: of this hand and the last ones."""

    SCHEMA = "pokerlab/table/1"
    number: int
    state: TableState
    log: list[LogLine]


class TableShown(Told):
    """The first message of a table, and again when a page has fallen behind."""

    type: Literal["snapshot"]
    table: str
    number: int
    state: TableState
    log: list[LogLine]


EventKind = Literal[
    "deal", "act", "street", "showdown", "win", "end", "turn", "level", "out", "over", "table",
]  # fmt: skip


class TableEvent(Told):
    """Something happened; numbers go up by one, and who misses one subscribes again. `what`:

    - `deal`: a new hand; `act`: a seat acted; `street`: board cards; `showdown`: hands are shown; `win`: pots are paid
    - `turn`: the person is asked; `end`: the hand is over; `level`: blinds went up; `out`: a seat has lost its chips
    - `over`: the tournament or the session is over; `table`: something else, such as the speed, or somebody left

    `seat`: whose; `lines`: what the log says of it; `state`: after it.
    """

    type: Literal["event"]
    table: str
    number: int
    what: EventKind
    seat: int | None
    lines: list[LogLine]
    state: TableState


class Act(Asked):
    """What the person does: `fold`, `check`, `call`, `raise 300`, `300`, `3bb`, `2.5x`, `50%`, `all-in`.

    - `number`: of the event that he answers; another one than the last is refused, and a snapshot follows
    - `id`: of the page's choice; what is repeated with it is answered as the first time, and nothing is done again
    """

    type: Literal["act"]
    table: TableId
    number: Annotated[int, Field(ge=0, le=2**53)]
    id: Annotated[str, Field(min_length=1, max_length=64)]
    action: Annotated[str, Field(min_length=1, max_length=40)]


class ActAnswer(Told):
    """The answer to an `act`: whether it was taken, and if not, why; `number`: of the last event of the table."""

    type: Literal["acted"]
    table: str
    id: str
    is_taken: bool
    line: str
    number: int


class LobbyChanged(Told):
    """A table was opened, closed, waits for the person or does so no more; the balance in cents."""

    type: Literal["lobby"]
    tables: list[TableRow]
    balance: int


class TableSettings(Asked):
    """What the person wants otherwise; what is not given stays."""

    id: TableId
    speed: Speed | None = None
    after_fold: bool | None = None


class SitOut(Asked):
    """Whether the person is away: in a tournament his seat checks and folds, at a cash table it is not dealt in."""

    id: TableId
    away: bool


class TopUp(Asked):
    """At a cash table: chips up to so many big blinds, before the next hand."""

    id: TableId
    to: Annotated[int, Field(ge=20, le=200)] = 100


class HandQuestion(Asked):
    """A hand of a table, by its number from 1."""

    id: TableId
    number: Annotated[int, Field(ge=1, le=10**6)]


class HandAnswer(Answer):
    """A hand that is over, in words and step by step; cards that nobody showed are `??` unless `shows_all`."""

    SCHEMA = "pokerlab/table-hand/1"
    id: str
    number: int
    shows_all: bool
    words: list[str]
    hand: HandReplay


class WhyBand(Told):
    """Hands from a place to another (0 the strongest) and what is done with them."""

    first: float
    last: float
    what: str


class WhyDecision(Told):
    """A decision of a bot, explained: see `pokerlab players explain`. `draw`: the number of 65,535 that was drawn,
    `drawn`: what it says, if it is known; `done`: what it did."""

    street: str
    hand: str
    rule: str
    inputs: dict[str, float | str]
    place: float
    bands: list[WhyBand]
    worth: dict[str, float]
    chances: dict[str, float]
    draw: int | None
    drawn: str | None
    done: str


class WhySeat(Told):
    """A bot and its decisions; `line`: why there are none, such as cards that nobody showed."""

    seat: int
    name: str
    agent: str
    line: str
    decisions: list[WhyDecision]


class WhyAnswer(Answer):
    """Why the bots of a hand did what they did."""

    SCHEMA = "pokerlab/table-why/1"
    id: str
    number: int
    seats: list[WhySeat]
