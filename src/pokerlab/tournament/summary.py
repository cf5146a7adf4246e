"""The summary of a tournament that is over, as trackers read it; and reading one.

PokerStars Tournament #17, No Limit Hold'em
Buy-In: $10.00/$0.70 USD
9 players
Total Prize Pool: $90.00 USD
Tournament started 2024/05/06 12:30:00 ET
Tournament finished 2024/05/06 13:05:00 ET

  1: Ann, $45.00 (50.00%)
  2: Bob, $27.00 (30.00%)
  ...
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from pokerlab.errors import TournamentError, shorten
from pokerlab.tournament.hand_record import money
from pokerlab.tournament.standing import TournamentStanding

_TIME = "%Y/%m/%d %H:%M:%S"
_HEAD = re.compile(r"PokerStars Tournament #(?P<number>[0-9]{1,18}), No Limit Hold'em")
_BUY_IN = re.compile(r"Buy-In: (?P<parts>[^ ]+)(?: (?P<currency>[A-Z]{3}))?")
_LINE = re.compile(
    r" *(?P<place>[0-9]{1,6}): (?P<name>.+?),(?: [^0-9 ]?(?P<prize>[0-9]{1,12}\.[0-9]{2}) \([0-9.]+%\))?"
    r"(?: bounties [^0-9 ]?(?P<bounties>[0-9]{1,12}\.[0-9]{2}))? *"
)
_MOST_LINES = 1_000


class Finish(NamedTuple):
    """How a tournament ended for a player: place, name, prize and bounties in cents."""

    place: int
    name: str
    prize: int
    bounties: int = 0


@dataclass(frozen=True)
class TournamentSummary:
    """A tournament that is over. Money in cents; `finishes` from the best place on."""

    number: str
    buy_in: int
    bounty: int
    fee: int
    currency: str
    started: datetime
    finished: datetime
    finishes: tuple[Finish, ...]

    @classmethod
    def of(
        cls, standing: TournamentStanding, number: str, started: datetime, finished: datetime
    ) -> "TournamentSummary":
        """Of a tournament as it stands at its end."""
        if not standing.is_over:
            raise TournamentError("the tournament is not over")
        structure = standing.structure
        found = [
            Finish(*of_seat)
            for of_seat in zip(standing.places, standing.entrants, standing.prizes, standing.bounties, strict=True)
        ]
        began, ended = (time.replace(microsecond=0, tzinfo=None) for time in (started, finished))
        return cls(
            number, structure.buy_in, structure.bounty, structure.fee, structure.currency, began, ended,
            tuple(sorted(found)),
        )  # fmt: skip

    @property
    def pool(self) -> int:
        """All prizes, with bounties."""
        return (self.buy_in + self.bounty) * len(self.finishes)


def format_summary(summary: TournamentSummary) -> str:
    """The text of a summary."""

    def cents(amount: int) -> str:
        return money(amount, summary.currency)

    parts = [summary.buy_in, *[summary.bounty] * bool(summary.bounty), summary.fee]
    currency = f" {summary.currency}".rstrip()
    lines = [
        f"PokerStars Tournament #{summary.number}, No Limit Hold'em",
        f"Buy-In: {'/'.join(cents(part) for part in parts)}{currency}",
        f"{len(summary.finishes)} players",
        f"Total Prize Pool: {cents(summary.pool)}{currency}",
        f"Tournament started {summary.started:{_TIME}} ET",
        f"Tournament finished {summary.finished:{_TIME}} ET",
        "",
    ]
    for place, name, prize, bounties in summary.finishes:
        won = f" {cents(prize)} ({100 * prize / summary.pool:.2f}%)" if prize else ""
        lines.append(f"{place:>3}: {name},{won}" + (f" bounties {cents(bounties)}" if bounties else ""))
    return "\n".join(lines) + "\n"


def parse_summary(text: str) -> TournamentSummary:
    """Read a summary; a `TournamentError` says which line cannot be."""
    lines = text.lstrip("\ufeff").splitlines()
    if len(lines) > _MOST_LINES:
        raise TournamentError(f"a summary of {len(lines):,} lines; at most {_MOST_LINES:,}")
    head, buy_in = (pattern.fullmatch(line) for pattern, line in zip((_HEAD, _BUY_IN), [*lines, "", ""], strict=False))
    if not head:
        raise TournamentError("line 1: this is not the summary of a tournament ('PokerStars Tournament #...')")
    if not buy_in:
        raise TournamentError("line 2: the buy-in is missing, as in 'Buy-In: $10.00/$0.90 USD'")
    parts = [_cents(part) for part in buy_in["parts"].split("/")]
    if not 2 <= len(parts) <= 3:
        raise TournamentError(f"line 2: '{shorten(lines[1])}' is not a buy-in and a fee")
    times, finishes = {}, list[Finish]()
    for number, line in enumerate(lines[2:], 3):
        if line.startswith(("Tournament started ", "Tournament finished ")):
            _, kind, moment = line.split(" ", 2)
            times[kind] = _moment(moment, number)
        elif found := _LINE.fullmatch(line):
            finishes.append(
                Finish(int(found["place"]), found["name"], _cents(found["prize"]), _cents(found["bounties"]))
            )
    if set(times) != {"started", "finished"} or not finishes:
        raise TournamentError("the summary is cut off: times or players are missing")
    bounty = parts[1] if len(parts) == 3 else 0
    return TournamentSummary(
        head["number"], parts[0], bounty, parts[-1], buy_in["currency"] or "", times["started"], times["finished"],
        tuple(finishes),
    )  # fmt: skip


def _cents(text: str | None) -> int:
    if not text:
        return 0
    found = re.fullmatch(r"[^0-9\s]?([0-9]{1,12})\.([0-9]{2})", text)
    if not found:
        raise TournamentError(f"'{shorten(text)}' is not an amount such as $10.00")
    return int(found[1]) * 100 + int(found[2])


def _moment(text: str, line: int) -> datetime:
    try:
        return datetime.strptime(text.rsplit(" ", 1)[0], _TIME)
    except ValueError:
        raise TournamentError(f"line {line}: '{shorten(text)}' is not a time") from None
