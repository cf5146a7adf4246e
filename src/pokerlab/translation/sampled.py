"""A translated strategy that believes in one history: every bet of others is drawn once, by seed and hand number, and
stays what it was drawn all hand long; so does what the own actions were meant to be.

    play = SampledPlay(translated, seed=1, hand=17)
    play.act(public, hand_number(game, cards))

Nothing is kept between actions: the n-th draw of a hand follows from the seed, the hand's number and n.
"""

from collections.abc import Callable, Sequence

from pokerlab._streams import bits, stream
from pokerlab.errors import StrategyError
from pokerlab.games.action import Action
from pokerlab.games.view import Public
from pokerlab.translation.rules import OwnActions
from pokerlab.translation.shadow import Follower, Meaning, Shadow, ShadowPlace
from pokerlab.translation.translated import Translated

Draw = Callable[[Sequence[float], int], int]
"""Which of some weights is drawn, by the number of the draw: twice the actions before it, and 1 more for own ones."""


class SampledPlay:
    """One hand of a translated strategy. `draw` is for tests: by default it comes from `seed` and `hand`."""

    def __init__(self, translated: Translated, seed: int = 0, hand: int = 0, draw: Draw | None = None) -> None:
        if translated.rules.non_dominated is not None:
            raise StrategyError("what is dominated in one of several histories cannot be known from one that is drawn")
        self.translated, self.draw = translated, draw or _drawn_from(stream(seed, hand))

    def act(self, public: Public, hand: int) -> Action:
        """What it does with a private hand (its number among the game's) in a public situation."""
        shadow = self.followed(public, hand)
        return self._intended(shadow, public.board, hand)[1].action

    def followed(self, public: Public, hand: int) -> Shadow:
        """The one history that is believed, as a shadow with one place."""
        translated, betting = self.translated, public.betting
        follower: Follower = translated.follower
        shadow = follower.start(betting.actor)
        for played in betting.history:
            real, action = shadow.real, played.action
            is_own = real.actor == shadow.seat and translated.rules.own is OwnActions.REMEMBERED
            place, meaning = self._intended(shadow, public.board, hand) if is_own else (shadow.places[0], None)
            if meaning is not None and meaning.action == action:
                moved = follower.meant(place, real, meaning)
            else:
                options = follower.readings(place, real, action)
                moved = options[self.draw([option.reading for option in options], 2 * len(real.history))]
            shadow = follower.closed(shadow, action, [_alone(moved)])
        return shadow

    def _intended(self, shadow: Shadow, board: tuple[int, ...], hand: int) -> tuple[ShadowPlace, Meaning]:
        """What is meant at the place of a shadow."""
        ((meanings, table),) = self.translated.intentions(shadow, board)
        column = table[:, hand].tolist()
        if not sum(column):  # the strategy knows nothing of this hand there
            column = [1.0] * len(column)
        return shadow.places[0], meanings[self.draw(column, 2 * len(shadow.real.history) + 1)]


def _alone(place: ShadowPlace) -> ShadowPlace:
    """A place that was drawn: it is certain."""
    return place.with_weight(place.weight * 0 + 1, 1.0)


def _drawn_from(source: int) -> Draw:
    def draw(weights: Sequence[float], number: int) -> int:
        left = bits(source, number) / 2**64 * sum(weights)
        for place, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return place
        return max(place for place, weight in enumerate(weights) if weight > 0)

    return draw
