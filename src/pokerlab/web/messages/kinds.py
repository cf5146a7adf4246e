"""What messages are made of: questions, answers, parts of both, and fields that many have."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=2000)]
RangeText = Annotated[str, Field(max_length=40_000)]
NameText = Annotated[str, Field(min_length=1, max_length=161)]
Player = Literal["oop", "ip"]
Street = Literal["flop", "turn", "river"]
Numbers = list[float | None]
Pair = tuple[float | None, float | None]


class Asked(BaseModel):
    """What a page asks."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, hide_input_in_errors=True)


class Answer(BaseModel):
    """What the server answers; `SCHEMA` is its field `schema`."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    SCHEMA: ClassVar[str] = ""


class Told(Answer):
    """A part of answers."""


class Nothing(Asked):
    """A question without more words."""


class Named(Asked):
    """A question about one thing by name."""

    name: NameText


class Problem(Told):
    """A line, and the field it is about; empty if it is about the whole."""

    line: str
    field: str


class ErrorAnswer(Answer):
    """Every error."""

    SCHEMA = "pokerlab/error/1"
    error: Problem


class SavedAnswer(Answer):
    """The name under which something is there now, or was before it was removed."""

    SCHEMA = "pokerlab/saved/1"
    name: str
