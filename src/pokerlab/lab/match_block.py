"""A block of deals that was played: what it was worth, its hands and what agents played from, in one file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import TypeAdapter, ValidationError

from pokerlab._archives import Archive, write_archive
from pokerlab.errors import LabError, MatchError
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.policy_log import PolicyLog, PolicyWriter
from pokerlab.records.acpc import format_state
from pokerlab.records.phh_writer import format_phhs
from pokerlab.records.reading import Format, read_lines
from pokerlab.records.record import HandRecord

Floats = npt.NDArray[np.float64]

FORMAT = "pokerlab/match-block"
NO_HANDS = "none"
HandsKept = Literal["acpc", "phh", "none"]
"""In which format hands are kept, if at all."""


@dataclass(frozen=True)
class Block:
    """`values`: float64 [judge, deal, seating, seat]; `facts`: what else a block knows; `path`: its file."""

    values: Floats
    facts: dict[str, Any]
    path: Path

    @classmethod
    def load(cls, path: Path) -> "Block":
        """The block in a file; hands and policies are read when they are asked for."""
        archive = _open(path)
        values, facts = archive.array("values"), archive.metadata
        is_fit = values.dtype == np.float64 and values.ndim == 4 and np.isfinite(values).all()
        if not is_fit or not all(_is(facts.get(name), kind) for name, kind in _FACTS.items()):
            raise MatchError(f"{path} is damaged: it does not say what a block of a match says")
        return cls(values, facts, path)

    @property
    def text(self) -> bytes:
        """Its hands as text, deal by deal, each in all seatings; empty if they were not kept."""
        archive = _open(self.path)
        return archive.array("hands").tobytes() if "hands" in archive.parts else b""

    def states(self, game: Game) -> Iterator[State]:
        """Its hands, each at its end."""
        if self.facts["hands"] == NO_HANDS:
            raise MatchError(f"{self.path}: the hands of this match were not kept")
        lines = self.text.decode(errors="surrogateescape").splitlines(keepends=True)
        for found in read_lines(lines, str(self.path), form=self.facts["hands"], game=game):
            yield found.record.final()

    def policies(self, game: Game) -> PolicyLog | None:
        """What agents played from, hand by hand as in `states`; None if that was not kept."""
        archive = _open(self.path)
        try:
            return PolicyLog(game, archive.array) if "policy_counts" in archive.parts else None
        except LabError as error:
            raise MatchError(f"{self.path}: {error}") from None


class HandWriter:
    """Takes hands, for a file of a block, in a format (or `none`: it keeps none)."""

    def __init__(self, form: str) -> None:
        self.form = form
        self._texts: list[str] = []

    def add(self, state: State, names: tuple[str, ...], deal: int, number: int) -> None:
        """A hand that is over: of which deal (equal in all seatings), and its number among all hands, from 1."""
        if self.form == NO_HANDS:
            return
        if self.form == Format.PHH:
            self._texts.append(format_phhs(HandRecord.of(state, names=names, hand_id=str(deal)), number))
            return
        plain = tuple(name.replace(":", "=").replace("|", "/") for name in names)  # which ACPC names cannot have
        record = HandRecord.of(state, names=plain, hand_id=str(deal))
        self._texts.append(format_state(record, final=state) + "\n")

    def arrays(self) -> dict[str, npt.NDArray[np.uint8]]:
        """For a file."""
        return {"hands": np.frombuffer("".join(self._texts).encode(), np.uint8)} if self._texts else {}


def write_block(
    path: Path, values: Floats, facts: dict[str, Any], hands: HandWriter, policies: PolicyWriter | None
) -> None:
    """Write a block, whole or not at all."""
    arrays: dict[str, npt.NDArray[Any]] = {"values": values, **hands.arrays()}
    arrays |= policies.arrays() if policies else {}
    write_archive(path, FORMAT, 1, facts | {"hands": hands.form}, arrays, compress=True)


_FACTS = {"troubles": dict[str, dict[str, int]], "lines": list[str], "match": int, "seating": int, "hands": HandsKept}


def _is(given: object, kind: Any) -> bool:
    try:
        TypeAdapter(kind).validate_python(given, strict=True)
    except ValidationError:
        return False
    return True


def _open(path: Path) -> Archive:
    return Archive(path, FORMAT, (1,), what="a block of a match", error=MatchError)
