"""What players of a log won, by judge: means, intervals, and what judges saved beside chips."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pokerlab.lab.intervals import Sampled, beside_chips, most_errors
from pokerlab.lab.judges import named_judge


@dataclass(frozen=True)
class LogResult:
    """What players won in a log: `units` by judge and player, each unit the mean of a deal's hands, in big blinds per
    hand (or in prizes); `hands` that were judged, `deals` how many units they are; `about`: what judges knew;
    `effective`: how many hands on policy weighed ones are worth."""

    units: dict[str, dict[str, list[float]]]
    hands: int
    deals: int
    about: dict[str, str] = field(default_factory=dict)
    effective: dict[str, float] = field(default_factory=dict)

    def rows(self, judge: str) -> list[tuple[str, Sampled]]:
        """Of each player, who won most first."""
        found = [(name, Sampled.of(values)) for name, values in self.units[judge].items()]
        return sorted(found, key=lambda row: -row[1].mean)

    def record(self, confidence: float) -> dict[str, Any]:
        """Plain data, as `pokerlab judge --json` prints it."""
        results = {
            judge: [
                {"player": name, **won.record(confidence), **self._beside(judge, name, confidence)}
                for name, won in self.rows(judge)
            ]
            for judge in self.units
        }  # fmt: skip
        judges = {
            name: {
                "about": self.about.get(name, ""), "chips_needed": self.chips_needed(name),
                "effective_hands": self.effective.get(name), "off_chips": self.off_chips(name),
            }
            for name in self.units
        }  # fmt: skip
        return {
            "hands": self.hands, "units": self.deals, "confidence": confidence, "results": results, "judges": judges
        }  # fmt: skip

    def chips_needed(self, judge: str) -> float | None:
        """How many hands chips alone would need for intervals as narrow (the widest of them); None if not known."""
        if not self._is_beside_chips(judge):
            return None
        chips, other = (
            max((won for _, won in self.rows(name)), key=lambda won: won.error) for name in ("chips", judge)
        )
        return other.chips_needed(chips, self.hands)

    def off_chips(self, judge: str) -> float | None:
        """The largest difference of what a judge and chips say of a player, in standard errors of that difference."""
        if not self._is_beside_chips(judge):
            return None
        pairs = [(values, self.units["chips"][name]) for name, values in self.units[judge].items()]
        found = [most_errors(np.subtract(judged, chips)[:, None]) for judged, chips in pairs]
        return max((errors for errors in found if errors is not None), default=None)

    def _is_beside_chips(self, judge: str) -> bool:
        named = named_judge(judge)
        is_alike = judge != "chips" and named.unit == "chips" and named.judges_played
        return is_alike and "chips" in self.units and self.deals > 1

    def _beside(self, judge: str, name: str, confidence: float) -> dict[str, Any]:
        if not self._is_beside_chips(judge):
            return {}
        judged, chips = (self.units[which][name] for which in (judge, "chips"))
        return beside_chips(judged, chips, round(self.hands * len(chips) / self.deals), confidence)
