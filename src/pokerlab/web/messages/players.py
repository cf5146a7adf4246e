"""Players of rules: shown, checked, changed and put back."""

from typing import Annotated

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, Told
from pokerlab.web.messages.lobby import PlayerName, PlayerRow, Toml


class PlayerNamed(Asked):
    """A player by name."""

    name: PlayerName


class PlayersAnswer(Answer):
    """All players of rules; `files`: names that have a file (`default` and `roster` included)."""

    SCHEMA = "pokerlab/players/1"
    players: list[PlayerRow]
    files: list[str]


class PlayerAnswer(Answer):
    """The rule file of a player: its text, `shipped` as it came (None: the user's own), what it is based on, and all
    his rules with everything filled in as TOML (None if the file is broken, and `problem` says why)."""

    SCHEMA = "pokerlab/player-file/1"
    name: str
    toml: str
    own: bool
    shipped: str | None
    based_on: list[str]
    rules: str | None
    problem: str | None
    line: int | None


class PlayerToCheck(Asked):
    """A rule file as text; `name`: whose it would be."""

    name: PlayerName
    toml: Toml


class RuleProblem(Told):
    """What is wrong with a rule file: the line it is at, counted from 1, if that is known, and the key."""

    line: int | None
    key: str
    text: str


class PlayerCheckAnswer(Answer):
    """Whether a rule file is as it should be; `rules`: with everything filled in as TOML."""

    SCHEMA = "pokerlab/player-check/1"
    problem: RuleProblem | None
    rules: str | None


class PlayerToSave(Asked):
    """A rule file to be written into the user's directory; a broken one is refused."""

    name: PlayerName
    toml: Annotated[str, Field(max_length=40_000)]
