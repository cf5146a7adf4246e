"""All that can be chosen of a translation, as one frozen object."""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pokerlab._numbers import check_finite
from pokerlab.errors import StrategyError
from pokerlab.translation.mappings import BetMapping, Soft


class Perspective(StrEnum):
    """How a bet is seen while the real pot is not the one that the strategy believes in (Schnizlein 2009, 3.4)."""

    ABSTRACT = "abstract"
    """A bet is enlarged by what the bettor has put in beyond what is believed, and measured in the pot that is
    believed; own bets are such that what is believed comes true."""
    REAL = "real"
    """Bets are parts of the real pot, seen and made."""


class Rounding(StrEnum):
    """How a bet that is no whole number of chips is made."""

    NEAREST = "nearest"
    DOWN = "down"
    UP = "up"

    def whole(self, chips: Fraction) -> int:
        """The chips that are bet; of two nearest the larger."""
        if self is Rounding.DOWN:
            return chips.numerator // chips.denominator
        if self is Rounding.UP:
            return -(-chips.numerator // chips.denominator)
        return (2 * chips.numerator + chips.denominator) // (2 * chips.denominator)


class OwnActions(StrEnum):
    """What an own earlier action is taken for: what it was meant to be, or what another's would be taken for."""

    REMEMBERED = "remembered"
    GUESSED = "guessed"


@dataclass(frozen=True)
class TranslationRules:
    """How bets are understood and made. Fixes are those of Schnizlein (2009), 3.3.2.

    - `abstract_actions` (AA): a bet is enlarged as `Perspective.ABSTRACT` says; without it, it is seen as the chips it
      is. No difference under `Perspective.REAL`
    - `call_is_call` (CisC): a call is never made a raise in order to mend the pot
    - `extend_call` (EC): small bets may be taken for a check or call, see `steps`
    - `own`: whether own actions are remembered
    - `non_dominated`: Soft-ND (4.3.3): what one believed history does less often than this is not done in any; None for
      no such thing
    """

    mapping: BetMapping = field(default_factory=Soft)
    perspective: Perspective = Perspective.ABSTRACT
    abstract_actions: bool = True
    call_is_call: bool = True
    extend_call: bool = True
    rounding: Rounding = Rounding.NEAREST
    own: OwnActions = OwnActions.REMEMBERED
    non_dominated: float | None = None

    def __post_init__(self) -> None:
        if self.non_dominated is None:
            return
        if not 0 <= check_finite(self.non_dominated, "non_dominated", StrategyError) < 1:
            raise StrategyError(f"a threshold of dominated actions is at least 0 and below 1, not {self.non_dominated}")

    @property
    def is_real(self) -> bool:
        """Whether bets are parts of the real pot."""
        return self.perspective is Perspective.REAL

    @property
    def fixes(self) -> str:
        """The fixes that are on: `AA, CisC, EC`, or `none`."""
        named = {"AA": self.abstract_actions, "CisC": self.call_is_call, "EC": self.extend_call}
        return ", ".join(name for name, is_on in named.items() if is_on) or "none"

    def __str__(self) -> str:
        ending = "" if self.non_dominated is None else f", without what is done less than {self.non_dominated:g}"
        return f"{self.mapping}, {self.perspective}, fixes {self.fixes}{ending}"
