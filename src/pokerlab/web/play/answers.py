"""What can be asked of tables, bankroll and players over HTTP, and who answers."""

from typing import Any

from starlette.concurrency import run_in_threadpool

from pokerlab.errors import PokerError, TournamentError
from pokerlab.table.bankroll import Bankroll
from pokerlab.tournament.hand_record import money
from pokerlab.web.data import DataDirectory
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.kinds import Named, Nothing
from pokerlab.web.messages.lobby import StructureToCheck, TablesQuestion, TableToOpen
from pokerlab.web.messages.players import PlayerNamed, PlayerToCheck, PlayerToSave
from pokerlab.web.messages.table import HandQuestion, SitOut, TableNamed, TableSettings, TopUp
from pokerlab.web.play import rule_editor
from pokerlab.web.play.cash_at_table import CURRENCY, CashAtTable
from pokerlab.web.play.lobby import lobby_record, open_table, player_rows, save_structure, structure_rows
from pokerlab.web.play.played_table import PlayedTable, refuse_if
from pokerlab.web.play.review import hand_answer, why_answer
from pokerlab.web.play.statistics import bankroll_record
from pokerlab.web.play.tables import PlayTables, closed_row
from pokerlab.web.play.tournament_table import TournamentTable


class PlayAnswers:
    """Answers about tables. Coroutines run in the thread of the event loop, all else in threads of their own."""

    def __init__(self, data: DataDirectory, tables: PlayTables) -> None:
        self._data, self.tables = data, tables

    async def lobby(self, asked: Nothing) -> dict[str, Any]:
        """All that the lobby shows."""
        rows = self.tables.rows
        self.tables.prepare()
        return {**await run_in_threadpool(lobby_record, self._data, self.tables), "tables": rows}

    async def open(self, asked: TableToOpen) -> dict[str, Any]:
        """Open a table."""
        name = await run_in_threadpool(open_table, self._data, self.tables, asked)
        self.tables.begin(name)
        return await self._table(name)

    async def list_tables(self, asked: TablesQuestion) -> dict[str, Any]:
        """Tables: the open ones first."""
        found = self.tables.rows if asked.state != "over" else []
        if asked.state != "open":
            found = found + await run_in_threadpool(self._closed, asked.most)
        return {"tables": found[: asked.most], "balance": self.tables.balance}

    async def table(self, asked: TableNamed) -> dict[str, Any]:
        """A table as it stands."""
        return await self._table(asked.id)

    async def leave(self, asked: TableNamed) -> dict[str, Any]:
        """Leave for good: a tournament's seat is blinded out, a cash table pays after the hand."""
        table = await self._open_table(asked.id)
        if isinstance(table, TournamentTable):
            await run_in_threadpool(table.leave)
        table.choose(left=True)
        return await self._table(asked.id)

    async def sit_out(self, asked: SitOut) -> dict[str, Any]:
        """Be away, or back."""
        table = await self._open_table(asked.id)
        refuse_if(table.choices.left, "you have left this table")
        table.choose(away=asked.away)
        return await self._table(asked.id)

    async def settings(self, asked: TableSettings) -> dict[str, Any]:
        """Another speed."""
        table = await self._open_table(asked.id)
        given = {"speed": asked.speed, "after_fold": asked.after_fold}
        table.choose(**{key: value for key, value in given.items() if value is not None})
        await run_in_threadpool(self.tables.keep_choices, table)
        return await self._table(asked.id)

    async def top_up(self, asked: TopUp) -> dict[str, Any]:
        """Buy chips before the next hand."""
        table = await self._open_table(asked.id)
        if not isinstance(table, CashAtTable):
            raise RefusedError("chips of a tournament cannot be bought", 409)
        refuse_if(table.choices.left, "you have left this table")
        chips = table.chips_for(asked.to)
        refuse_if(chips <= 0, f"you have {asked.to} big blinds or more", field="to")
        balance = self.tables.balance
        refuse_if(
            chips > balance,
            f"this costs {money(chips, CURRENCY)}, and the bankroll holds {money(balance, CURRENCY)}", field="to",
        )  # fmt: skip
        table.top_up(asked.to)
        return await self._table(asked.id)

    def hand(self, asked: HandQuestion) -> dict[str, Any]:
        """A hand that is over."""
        return hand_answer(self.tables.file, asked.id, asked.number)

    def why(self, asked: HandQuestion) -> dict[str, Any]:
        """Why bots did what they did in it."""
        return why_answer(self.tables.file, asked.id, asked.number)

    def bankroll(self, asked: Nothing) -> dict[str, Any]:
        """The bankroll, and how the person has done."""
        return bankroll_record(self.tables.file, self.tables.open_count)

    async def reset(self, asked: Nothing) -> dict[str, Any]:
        """Put the bankroll back to the base."""
        try:
            await run_in_threadpool(Bankroll(self.tables.file).reset)
        except TournamentError as error:
            raise RefusedError(str(error), 409) from None
        return await run_in_threadpool(self.bankroll, asked)

    def structures(self, asked: Nothing) -> dict[str, Any]:
        """Those that ship, and those of the user."""
        return {"structures": structure_rows(self._data)}

    def check_structure(self, asked: StructureToCheck) -> dict[str, Any]:
        """Check one, and save it if it has a name."""
        return save_structure(self._data, asked)

    def remove_structure(self, asked: Named) -> dict[str, Any]:
        """Remove one of the user's."""
        self._data.structures.remove(asked.name)
        return {"name": asked.name}

    def players(self, asked: Nothing) -> dict[str, Any]:
        """Who there is."""
        return {"players": player_rows(), "files": rule_editor.file_names()}

    def player(self, asked: PlayerNamed) -> dict[str, Any]:
        """A rule file."""
        return rule_editor.player_record(asked.name)

    def check_player(self, asked: PlayerToCheck) -> dict[str, Any]:
        """Check a rule file."""
        return rule_editor.check_record(asked.name, asked.toml)

    def save_player(self, asked: PlayerToSave) -> dict[str, Any]:
        """Save a rule file."""
        rule_editor.save(asked.name, asked.toml)
        return rule_editor.player_record(asked.name)

    def reset_player(self, asked: PlayerNamed) -> dict[str, Any]:
        """Put a rule file back to what was shipped."""
        rule_editor.put_back(asked.name)
        return {"name": asked.name}

    async def _open_table(self, name: str) -> PlayedTable:
        table = await self.tables.ready(name)
        refuse_if(table.is_over, "this table is over")
        return table

    async def _table(self, name: str) -> dict[str, Any]:
        table = await self.tables.ready(name)
        return table.snapshot() or {}

    def _closed(self, most: int) -> list[dict[str, Any]]:
        file = self.tables.file
        names = file.rows(
            "SELECT name FROM (SELECT 't' || id AS name, closed FROM tournaments WHERE closed IS NOT NULL "
            "AND owner IS NOT NULL UNION ALL SELECT 'c' || id, closed FROM sessions WHERE closed IS NOT NULL) "
            "ORDER BY closed DESC LIMIT ?",
            most,
        )
        rows = []
        for (name,) in names:
            try:
                rows.append(closed_row(file, name))
            except PokerError:
                continue  # damaged: the others are shown
        return rows
