"""A sit-and-go in the browser: the journal's tournament, played by `table.tournament` with a person and bots."""

from dataclasses import replace

from pokerlab.agents.agent import Agent
from pokerlab.games.betting import NOBODY
from pokerlab.table.hand import Watcher
from pokerlab.table.journal import load, resume
from pokerlab.table.tournament import Tournament
from pokerlab.tournament.hand_record import money
from pokerlab.tournament.standing import TournamentHand, TournamentStanding
from pokerlab.web.play.bots import seated_bot
from pokerlab.web.play.played_table import Person, PlayedTable, trouble_lines
from pokerlab.web.play.stages import HandTeller
from pokerlab.web.play.views import Moment, between_hands, tournament_facts


class TournamentTable(PlayedTable):
    """A tournament of the journal, by its number there."""

    tournament: Tournament | None = None

    @property
    def journal_number(self) -> int:
        """Its number in the journal."""
        return int(self.name[1:])

    @property
    def cost(self) -> int:
        """Buy-in, bounty and fee."""
        return self.tournament.standing.structure.cost if self.tournament else 0

    def leave(self) -> None:
        """The person leaves for good: on file first, then at the table."""
        if self.tournament is not None and not self.choices.left:
            self.tournament.leave(self._hero)

    def play(self) -> None:
        """Play to the end."""
        found = load(self.office.file, self.journal_number)
        agents: list[Agent] = [
            seated_bot(self.office.pool, agent, f"{self.name}:{entrant}") if agent else Person(self)
            for entrant, agent in enumerate(found.agents)
        ]
        tournament = resume(self.office.file, self.journal_number, agents, clock=self.clock)
        hero = tournament.order.index(found.owner or 0)
        opened = found.opened.isoformat(timespec="seconds")
        facts = tournament_facts(self.name, found.structure, tournament.standing, hero, opened)
        self.choices.left = self.choices.left or hero in found.left
        self._moment = Moment(facts, between_hands(tournament.standing), self.choices, tournament.standing.hands)
        self._replayed = len(found.begun.taken) if found.begun else 0
        tournament.watch = self._watch
        self.tournament = tournament
        self.show("table", result=result_of(tournament.standing, hero))
        while not tournament.is_over:
            self._play_hand(tournament)
        self._end(tournament.standing)

    def _play_hand(self, tournament: Tournament) -> None:
        played = tournament.play()
        before, after, names = played.before, played.after, self._names
        troubles = trouble_lines(played.played.troubles, [names[seat] for seat in played.hand.seats])
        self.show("end", None, troubles, between=between_hands(after))
        gone = [seat for seat, place in enumerate(after.places) if place and not before.places[seat]]
        for seat in sorted(gone, key=lambda seat: -after.places[seat]):
            self.show("out", seat, [place_line(after, seat)], result=result_of(after, self._hero))
        if not after.is_over and after.level.number > before.level.number:
            level = after.level
            blinds = "/".join(str(amount) for amount in level[1:4] if amount)
            self.show("level", None, [f"Level {level.number}: blinds {blinds}"])

    def _watch(self, hand: TournamentHand) -> Watcher:
        assert self.tournament is not None
        assert self._moment is not None
        before, hero = self.tournament.standing, self._hero
        number, self._replayed_now, self._replayed = before.hands + 1, self._replayed, 0
        blinds = "/".join(str(amount) for amount in hand.level[1:4] if amount)
        teller = HandTeller(hand, before.entrants, f"Hand {number}: level {hand.level.number}, blinds {blinds}")
        self._moment = replace(
            self._moment, between=between_hands(before), dealt=hand, hand=number, trouble=None, state="playing"
        )
        seat = hand.seats.index(hero) if hero in hand.seats and not self.choices.left else NOBODY
        return Watcher(seat, self.watch(teller, self._replayed_now))

    def _end(self, standing: TournamentStanding) -> None:
        winner = next(seat for seat, place in enumerate(standing.places) if place == 1)
        self.show(
            "over", winner, [f"{standing.entrants[winner]} has won the tournament"], state="over",
            seed=str(standing.seed), result=result_of(standing, self._hero), trouble=None,
        )  # fmt: skip

    @property
    def _names(self) -> tuple[str, ...]:
        assert self._moment is not None
        return self._moment.facts.names


def place_line(standing: TournamentStanding, seat: int) -> str:
    """How somebody has done, in words."""
    name, place = standing.entrants[seat], standing.places[seat]
    won = standing.prizes[seat] + standing.bounties[seat]
    prize = f" and wins {money(won, standing.structure.currency)}" if won else ""
    if place == 1:
        return f"{name} finishes first of {standing.players}{prize}"
    return f"{name} is out: {ordinal(place)} of {standing.players}{prize}"


def result_of(standing: TournamentStanding, hero: int) -> str:
    """How the person has done; empty while he is in."""
    return place_line(standing, hero) if standing.places[hero] else ""


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, `11th`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
