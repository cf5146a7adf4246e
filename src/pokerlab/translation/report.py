"""A shadow step by step, as plain data: what every real action was taken for, and what the strategy does now."""

from collections.abc import Sequence
from typing import Any

from pokerlab.errors import IllegalActionError, StrategyError
from pokerlab.games.action import Action
from pokerlab.games.betting import Betting, Played
from pokerlab.games.hands import hand_number
from pokerlab.translation.shadow import Shadow
from pokerlab.translation.translated import Translated


def translation_record(
    translated: Translated,
    actions: Sequence[Action],
    board: tuple[int, ...] = (),
    seat: int | None = None,
    hand: tuple[int, ...] | None = None,
) -> dict[str, Any]:
    """The steps of a real line of play, and the chances of the next action for a private hand or, without one, the mean
    over all hands that are possible on the board; `chances` is None if the seat is not to act."""
    real = played_line(translated, actions)
    if seat is None:
        seat = 0 if real.is_over else real.actor
    if not 0 <= seat < translated.game.players:
        raise StrategyError(f"{translated.game.name} has no seat {seat + 1}")
    number = None if hand is None else hand_number(translated.game, hand)
    shadow, steps = translated.follower.start(seat), []
    for action in actions:
        before = shadow.real
        shadow = translated.then(shadow, action, board)
        steps.append(
            {
                "street": before.street, "seat": before.actor, "action": str(action), "is_own": before.actor == seat,
                "pot": shadow.real.pot, "places": _places(shadow, number),
            }
        )  # fmt: skip
    return {
        "game": translated.game.name, "own_game": translated.policy.game.name, "menu": str(translated.menu),
        "rules": str(translated.rules), "seat": seat, "street": real.street,
        "line": line_text(real.history),
        "steps": steps, "chances": _chances(translated, shadow, board, number) if real.actor == seat else None,
    }  # fmt: skip


def line_text(history: Sequence[Played]) -> str:
    """A line of play in letters, with a slash where a street has ended: `r6c/r20`."""
    text, street = "", history[0].street if history else 0
    for played in history:
        text += "/" * (played.street - street) + str(played.action)
        street = played.street
    return text


def played_line(translated: Translated, actions: Sequence[Action]) -> Betting:
    """The real betting after a line; a `StrategyError` that says which of its actions is not legal."""
    real = Betting.start(translated.game)
    for number, action in enumerate(actions, 1):
        try:
            real = real.act(action)
        except IllegalActionError as error:
            raise StrategyError(f"{translated.game.name}: action {number} of the line: {error}") from None
    return real


def _places(shadow: Shadow, hand: int | None) -> list[dict[str, Any]]:
    shares = shadow.shares()
    total = sum(place.reading for place in shadow.places)
    found = []
    for place, share in zip(shadow.places, shares, strict=True):
        near = place.now.betting
        found.append(
            {
                "line": line_text(near.history), "pot": near.pot, "is_over": near.is_over,
                "in_step": place.is_in_step(shadow.real), "may_be_a_call": place.back is not None,
                "share": place.reading / total if hand is None else float(share[hand]),
            }
        )  # fmt: skip
    return found


def _chances(translated: Translated, shadow: Shadow, board: tuple[int, ...], hand: int | None) -> dict[str, float]:
    actions, table = translated.played(shadow, board)
    held = table.sum(axis=0) > 0
    columns = table[:, held].mean(axis=1) if hand is None else table[:, hand]
    return {str(action): float(chance) for action, chance in zip(actions, columns, strict=True)}
