"""The state of a table as pages draw it. Cards come from a `Stage`, which is made of one seat's view, and from nowhere
else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from pokerlab.agents.rule_files import roster
from pokerlab.errors import PokerError
from pokerlab.games.betting import Betting
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import Level, Structure
from pokerlab.web.play.stages import DealtHand, Stage
from pokerlab.web.play.wishes import presets


@dataclass(frozen=True)
class TableFacts:
    """What does not change at a table. `names`: by seat; `hero`: the person's seat; `chip`: cents, None in
    tournaments."""

    id: str
    kind: str
    title: str
    names: tuple[str, ...]
    hero: int
    currency: str
    prizes: tuple[int, ...] = ()
    chip: int | None = None
    opened: str = ""
    levels: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Between:
    """A table before a hand, by seat: `places` 0 for those who are in, `prizes` with bounties won, `heads`: bounties on
    them; `blinds`: small, big, ante; `level`: as `LevelNow`."""

    stacks: tuple[int, ...]
    blinds: tuple[int, int, int]
    hands: int
    places: tuple[int, ...] = ()
    prizes: tuple[int, ...] = ()
    heads: tuple[int, ...] = ()
    level: Mapping[str, Any] | None = None
    is_over: bool = False
    cash_won: int | None = None
    cash_bought: int | None = None


@dataclass
class Choices:
    """What the person has chosen, and how it stands with him; changes while the table is played."""

    speed: str = "normal"
    after_fold: bool = False
    away: bool = False
    left: bool = False
    show_cards: bool = False
    clock: int | None = None
    time_bank: float = 0.0

    def kept(self) -> dict[str, Any]:
        """What is kept on file."""
        return {
            "speed": self.speed, "after_fold": self.after_fold, "show_cards": self.show_cards, "clock": self.clock,
            "time_bank": self.time_bank,
        }  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """All that a state is made of. `hand`: its number from 1; `asked`: where the person is to act."""

    facts: TableFacts
    between: Between
    choices: Choices
    hand: int = 0
    dealt: DealtHand | None = None
    stage: Stage | None = None
    asked: Betting | None = None
    clock: tuple[float, float] | None = None
    trouble: str | None = None
    result: str = ""
    seed: str | None = None
    state: str = "playing"


def table_state(moment: Moment) -> dict[str, Any]:
    """The state, as `TableState` has it."""
    facts, between, stage, dealt, chosen = (
        moment.facts, moment.between, moment.stage, moment.dealt, moment.choices,
    )  # fmt: skip
    seats = [_seat(moment, seat) for seat in range(len(facts.names))]
    shown = dealt if stage else None
    return {
        "id": facts.id,
        "kind": facts.kind,
        "title": facts.title,
        "state": moment.state,
        "hand": moment.hand,
        "street": stage.street if stage else 0,
        "hand_is_over": stage.is_over if stage else True,
        "seats": seats,
        "hero": facts.hero,
        "actor": stage.actor if stage else None,
        "button": shown.button if shown else None,
        "small_blind": shown.small_blind if shown else None,
        "big_blind": shown.big_blind if shown else None,
        "blinds": list(between.blinds),
        "board": list(stage.board) if stage else [],
        "pot": stage.pot if stage else 0,
        "pots": [{"amount": amount, "seats": list(of)} for amount, of in stage.pots] if stage else [],
        "hero_hand": stage.hero_hand if stage else "",
        "legal": legal_now(moment.asked) if moment.asked else None,
        "clock": {"seconds": moment.clock[0], "bank": moment.clock[1]} if moment.clock else None,
        "level": between.level,
        "players_left": sum(1 for chips in between.stacks if chips) if facts.chip is None else len(facts.names),
        "prizes": list(facts.prizes),
        "currency": facts.currency,
        "chip": facts.chip,
        "cash_won": between.cash_won,
        "cash_bought": between.cash_bought,
        "speed": chosen.speed,
        "after_fold": chosen.after_fold,
        "away": chosen.away,
        "left": chosen.left,
        "show_cards": chosen.show_cards,
        "result": moment.result,
        "trouble": moment.trouble,
        "seed": moment.seed,
    }


def legal_now(betting: Betting) -> dict[str, Any]:
    """What the seat to act may do, as `LegalNow` has it."""
    return {**betting.legal._asdict(), "presets": presets(betting)}


def _seat(moment: Moment, seat: int) -> dict[str, Any]:
    facts, between, chosen = moment.facts, moment.between, moment.choices
    is_hero = seat == facts.hero
    place = between.places[seat] if between.places else 0
    found: dict[str, Any] = {
        "seat": seat,
        "name": facts.names[seat],
        "is_hero": is_hero,
        "level": facts.levels[seat] if facts.levels else None,
        "state": "out" if place or not between.stacks[seat] else "away",
        "here": not (is_hero and chosen.left),
        "cards": [],
        "hand": "",
        "stack": between.stacks[seat],
        "bet": 0,
        "won": 0,
        "last": "",
        "position": "",
        "place": place or None,
        "prize": between.prizes[seat] if between.prizes else 0,
        "bounty": between.heads[seat] if between.heads else 0,
    }
    if moment.stage and seat in moment.stage.seats:
        drawn = moment.stage.seats[seat]
        found |= {**vars(drawn), "cards": list(drawn.cards)}
        if moment.stage.is_over and between.hands >= moment.hand:  # chips may have been bought since
            found["stack"] = between.stacks[seat]
    elif not moment.stage and between.stacks[seat]:
        found["state"] = "away" if is_hero and (chosen.away or chosen.left) else "in"
    return found


def between_hands(standing: TournamentStanding) -> Between:
    """A tournament before its next hand."""
    structure = standing.structure
    level, left = structure.level_after(standing.hands, standing.seconds)
    following = structure.level(level.number + 1)
    now = {
        "level": level_record(level),
        "next": level_record(following) if following.number > level.number else None,
        "unit": str(structure.levels.unit),
        "left": left if isfinite(left) else None,
    }
    prizes = tuple(prize + bounty for prize, bounty in zip(standing.prizes, standing.bounties, strict=True))
    return Between(
        standing.stacks, (level.small_blind, level.big_blind, level.ante), standing.hands, standing.places, prizes,
        standing.heads, now, standing.is_over,
    )  # fmt: skip


def level_record(level: Level) -> dict[str, Any]:
    """A level, as `LevelRow` has it."""
    return level._asdict()


def tournament_facts(
    name: str, structure: Structure, standing: TournamentStanding, hero: int, opened: str
) -> TableFacts:
    """What does not change at a tournament's table."""
    return TableFacts(
        name, "tournament", structure.name, standing.entrants, hero, structure.currency,
        structure.prizes(standing.players), None, opened, roster_levels(standing.entrants),
    )  # fmt: skip


def roster_levels(names: Sequence[str]) -> tuple[int | None, ...]:
    """The levels of players by their names, where the roster has them."""
    try:
        known = roster()
    except PokerError:  # a roster that the user has broken is no reason not to play
        known = {}
    entries = [known.get(name.split(" ", 1)[0]) for name in names]
    return tuple(entry.level if entry else None for entry in entries)
