"""A cash table in the browser: the journal's session, played by `table.cash` with a person and bots in its seats.

Hands are for the person: while he is away or has no chips the table stands still, and nobody misses a blind. Bots are
back at their buy-in before every hand that they would begin with less.
"""

from collections.abc import Mapping
from dataclasses import replace

from pokerlab.agents.agent import Agent
from pokerlab.games.betting import NOBODY
from pokerlab.table.cash import CashHand, CashTable
from pokerlab.table.cash_journal import JournaledSession, SessionJournal, add_chips, close_session, load_session
from pokerlab.table.hand import Watcher
from pokerlab.tournament.hand_record import money
from pokerlab.web.play.bots import seated_bot
from pokerlab.web.play.played_table import Person, PlayedTable, trouble_lines
from pokerlab.web.play.stages import HandTeller
from pokerlab.web.play.views import Between, Moment, TableFacts, roster_levels

CURRENCY = "USD"


class CashAtTable(PlayedTable):
    """A cash session of the journal, by its number there."""

    _session: JournaledSession
    _table: CashTable
    _bought = 0
    _wanted = 0

    @property
    def journal_number(self) -> int:
        """Its number in the journal."""
        return int(self.name[1:])

    @property
    def cost(self) -> int:
        """Chips that were bought."""
        return self._bought

    def top_up(self, big_blinds: int) -> None:
        """Chips up to so many big blinds, before the next hand."""
        with self._condition:
            self._wanted = self._session.stakes.chips(big_blinds)
            self._condition.notify_all()

    def chips_for(self, big_blinds: int) -> int:
        """Chips that are missing to so many big blinds, by what is in front now."""
        stack = self.shown["seats"][self._hero]["stack"] if self.shown else 0
        return self._session.stakes.chips(big_blinds) - int(stack)

    def play(self) -> None:
        """Play until the person leaves."""
        session = self._session = load_session(self.office.file, self.journal_number)
        agents: list[Agent] = [
            seated_bot(self.office.pool, agent, f"{self.name}:{seat}") if agent else Person(self)
            for seat, agent in enumerate(session.agents)
        ]
        table = self._table = CashTable(
            session.stakes, session.players, agents, stacks=session.stacks, seed=session.seed, button=session.button,
            number=len(session.hands), begun=session.begun,
            journal=SessionJournal(self.office.file, self.journal_number),
        )  # fmt: skip
        for number, one in enumerate(session.hands):
            table.tell_again(number, one.hand, one.state)
        table.watch = self._watch
        self._bought, self._replayed = session.bought, len(session.begun.taken) if session.begun else 0
        self._is_begun = session.begun is not None
        facts = TableFacts(
            self.name, "cash", f"Cash {session.stakes.small_blind}/{session.stakes.big_blind}", session.players,
            session.owner, CURRENCY, (), 1, session.opened.isoformat(timespec="seconds"),
            roster_levels(session.players),
        )  # fmt: skip
        self._moment = Moment(facts, self._between(), self.choices, table.number)
        if session.closed:
            self.show("over", None, [], state="over", seed=str(session.seed))
            return
        self.show("table")
        while self._is_begun or self._is_ready():
            self._is_begun = False
            self._play_hand()
        self._end()

    def _play_hand(self) -> None:
        played = self._table.play()
        names = self._session.players
        troubles = trouble_lines(played.played.troubles, [names[seat] for seat in played.hand.seats])
        self.show("end", None, troubles, between=self._between())

    def _is_ready(self) -> bool:
        """Whether there is a next hand; waits for it, and buys what is to be bought. False once the person leaves."""
        hero, chosen, table = self._hero, self.choices, self._table
        while not chosen.left:
            self._buy()
            if not chosen.away and table.stacks[hero]:
                return True
            line = "The table waits: you sit out" if table.stacks[hero] else "The table waits: top up, or leave"
            self.show("table", hero, [line], between=self._between())
            self.wait_until(lambda: chosen.left or self._wanted > 0 or not (chosen.away or not table.stacks[hero]))
        return False

    def _buy(self) -> None:
        table, hero, bets = self._table, self._hero, self._session.stakes
        full = bets.chips(int(self._session.settings.get("buy_in", 100)))
        chips = {seat: full - have for seat, have in enumerate(table.stacks) if seat != hero and have < full}
        wanted, self._wanted = self._wanted, 0
        if wanted > table.stacks[hero]:
            chips[hero] = wanted - table.stacks[hero]
        self._pay(chips)

    def _pay(self, chips: Mapping[int, int]) -> None:
        if not chips:
            return
        add_chips(self.office.file, self.journal_number, self._table.number, chips, self._hero)
        for seat, count in chips.items():
            self._table.stacks[seat] += count
        if bought := chips.get(self._hero, 0):
            self._bought += bought
            self.show(
                "table",
                self._hero,
                [f"{self._session.players[self._hero]} tops up by {bought}"],
                between=self._between(),
            )

    def _between(self) -> Between:
        table = self._table
        small, big = table.stakes.small_blind, table.stakes.big_blind
        return Between(
            tuple(table.stacks), (small, big, 0), table.number, cash_bought=self._bought,
            cash_won=table.stacks[self._session.owner] - self._bought,
        )  # fmt: skip

    def _watch(self, hand: CashHand) -> Watcher:
        assert self._moment is not None
        number, replayed, self._replayed = self._table.number + 1, self._replayed, 0
        blinds = f"{self._table.stakes.small_blind}/{self._table.stakes.big_blind}"
        teller = HandTeller(hand, self._session.players, f"Hand {number}: blinds {blinds}")
        self._moment = replace(
            self._moment, between=self._between(), dealt=hand, hand=number, trouble=None, state="playing"
        )
        seat = hand.seats.index(self._hero) if self._hero in hand.seats else NOBODY
        return Watcher(seat, self.watch(teller, replayed))

    def _end(self) -> None:
        chips = self._table.stacks[self._hero]
        close_session(self.office.file, self.journal_number, chips)
        won = chips - self._bought
        name, sign = self._session.players[self._hero], "+" if won >= 0 else "-"
        line = f"{name} leaves with {money(chips, CURRENCY)}: {sign}{money(abs(won), CURRENCY)}"
        self.show("over", self._hero, [line], state="over", result=line, seed=str(self._session.seed), trouble=None)
