"""Spots: checked, saved, their betting trees and memory."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pokerlab.web.messages.kinds import Answer, Asked, NameText, Player, Problem, Street, Text, Told


class SpotQuestion(Asked):
    """A spot as the text of its file, or as its keys (docs/spots.md); one of the two. `node`, `street`, `depth`: which
    part of the betting tree is wanted, as in `pokerlab tree`."""

    toml: Annotated[str, Field(max_length=60_000)] | None = None
    spot: dict[str, Any] | None = None
    node: Text = ""
    street: Street | None = None
    depth: Annotated[int, Field(ge=1, le=100)] | None = None


class MoveRecord(Told):
    """`amount`: chips put in on the street after it; `size`: what it was written as."""

    text: str
    amount: int
    all_in: bool
    size: str


class TreeNode(Told):
    """A node of the betting tree; `index`, `parent`, `children` are numbers of nodes."""

    index: int
    kind: Literal["decision", "deal", "fold", "showdown"]
    street: Street
    player: Player | None
    parent: int | None
    move: MoveRecord | None
    committed: tuple[int, int]
    pot: int
    children: list[int]


class TreeStreet(Told):
    """What the betting tree has on a street."""

    street: Street
    decisions: int
    moves: int
    deals: int
    folds: int
    showdowns: int


class StreetBytes(Told):
    """What a street takes of memory, in bytes."""

    street: Street
    boards: int
    boards_without_isomorphism: int
    decisions: int
    table_bytes: int
    equity_bytes: int


class SpotSize(Told):
    """What a spot takes of memory, in bytes."""

    streets: list[StreetBytes]
    total_bytes: int


class SpotAnswer(Answer):
    """`errors`: what is wrong, by key; the rest is None then. `size`, `size_compressed`: with 32 and with 16 bits.
    `left_out`: how many nodes of the tree were not sent. `note`, `note_compressed`: why it would not fit into memory,
    with 32 and with 16 bits."""

    SCHEMA = "pokerlab/spot-check/1"
    errors: list[Problem]
    toml: str | None = None
    spot: dict[str, Any] | None = None
    streets: list[TreeStreet] | None = None
    nodes: list[TreeNode] | None = None
    left_out: int = 0
    size: SpotSize | None = None
    size_compressed: SpotSize | None = None
    free_memory: int | None = None
    note: str | None = None
    note_compressed: str | None = None


class SavedSpot(Told):
    """A spot by name, and the text of its file."""

    name: str
    toml: str


class SpotsAnswer(Answer):
    """Spots that were saved, the newest first, and the templates that come with pokerlab."""

    SCHEMA = "pokerlab/spots/1"
    spots: list[SavedSpot]
    templates: list[SavedSpot]


class SpotToSave(Asked):
    """A spot, saved as it is written if it can be one."""

    name: NameText
    toml: Annotated[str, Field(max_length=60_000)]
