"""What pages ask, checked by its model: the first thing that is wrong, in a line."""

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from pokerlab.errors import shorten
from pokerlab.postflop.spot_reader import parse_toml
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.kinds import Asked
from pokerlab.web.messages.socket import AskPushFold, FromPage, Subscribe, Unsubscribe
from pokerlab.web.messages.table import Act

Model = TypeVar("Model", bound=Asked)

_MESSAGES: TypeAdapter[Any] = TypeAdapter(FromPage)


def checked(model: type[Model], content: Any) -> Model:
    """What was asked; a `RefusedError` if it is not what the model takes."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise _refused(error) from None


def checked_message(content: Any) -> Subscribe | Unsubscribe | AskPushFold | Act:
    """A message of a page."""
    try:
        found: Subscribe | Unsubscribe | AskPushFold | Act = _MESSAGES.validate_python(content)
    except ValidationError as error:
        raise _refused(error) from None
    return found


def spot_content(toml: str | None, spot: dict[str, Any] | None) -> dict[str, Any]:
    """The keys of a spot that was given as text or as keys."""
    if (toml is None) == (spot is None):
        raise RefusedError("a spot is given as 'toml' or as 'spot', and not as both")
    return parse_toml(toml) if toml is not None else dict(spot or {})


def _refused(error: ValidationError) -> RefusedError:
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    field = shorten(".".join(str(part) for part in problem["loc"]), 80)
    what = problem["msg"].replace("Input should be", "must be").replace("Field required", "is missing")
    return RefusedError(f"{field}: {what}" if field else what, field=field)
