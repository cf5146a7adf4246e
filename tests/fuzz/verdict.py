"""What came of a case: taken, refused, stopped on time, or failed."""

import traceback
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from fuzz.door import Door, RefusalError
from fuzz.mutation import Fields
from pokerlab.errors import PokerError

LONGEST_LINE = 500
"""Characters of an error: it quotes a line of what was given, not all of it."""


class Kind(StrEnum):
    """How a case ends."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class Verdict:
    """How a case ended; `reason`: the refusal or failure in a line; `place`: where it failed; `trace`: all of it."""

    kind: Kind
    reason: str = ""
    place: str = ""
    trace: str = ""


def judge_case(door: Door, seed: int, number: int) -> Verdict:
    """Try a case; valid inputs must be taken."""
    verdict = judge(door, door.case(seed, number))
    if door.is_valid(number) and verdict.kind in (Kind.REFUSED, Kind.STOPPED):
        return Verdict(Kind.FAILED, f"a valid input was {verdict.kind}: {verdict.reason}", "corpus")
    return verdict


def judge(door: Door, fields: Fields) -> Verdict:
    """Try an input. Only what ends the process, or is not for tests to catch, is not a verdict."""
    try:
        door.call(*fields)
    except RefusalError as refusal:
        return Verdict(Kind.REFUSED, str(refusal))
    except KeyboardInterrupt:
        return Verdict(Kind.STOPPED)
    except PokerError as error:
        return _refused(error)
    except Exception as error:
        text = " ".join(str(error).split())
        return _failed(error, f"{type(error).__name__}: {shortened(text, 300)}")
    return Verdict(Kind.ACCEPTED)


def faults_of_line(text: str) -> str:
    """What is wrong with the text of an error, nothing if it is a line to act on."""
    if not text.strip():
        return "without a word"
    if len(text.splitlines()) > 1:
        return "of several lines"
    if len(text) > LONGEST_LINE:
        return f"of {len(text):,} characters"
    return ""


def expect_line(text: str) -> None:
    """An `AssertionError` if a text is no line to act on."""
    assert not faults_of_line(text), f"a text {faults_of_line(text)}: {shortened(ascii(text), 200)}"


def expect_named(error: PokerError, name: str) -> None:
    """An `AssertionError` if an error does not say which file it is about."""
    assert name in str(error), f"which file? {shortened(ascii(str(error)), 200)}"


def shortened(text: str, most: int) -> str:
    """A text with its middle left out if it is long."""
    return text if len(text) <= most else f"{text[: most // 2]}[...]{text[-most // 2 :]}"


def _refused(error: PokerError) -> Verdict:
    if fault := faults_of_line(str(error)):
        return _failed(error, f"{type(error).__name__} {fault}: {shortened(ascii(str(error)), 200)}")
    return Verdict(Kind.REFUSED, f"{type(error).__name__}: {error}")


def _failed(error: Exception, reason: str) -> Verdict:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/pokerlab/" in frame.filename] or frames
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}"
    return Verdict(Kind.FAILED, reason, place, "".join(traceback.format_exception(error)))
