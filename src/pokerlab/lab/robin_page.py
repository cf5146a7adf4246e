"""A round robin as one page of HTML that needs nothing else: who is first, who wins what from whom, and how it went.

The page itself, with its style and script, is `robin_page.html`; here its numbers are filled in.
"""

from pathlib import Path
from typing import Any

from pokerlab._page import filled_page
from pokerlab.lab.hand_judge import in_words
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.robin import RobinResult


def robin_page(result: RobinResult) -> str:
    """The page of a round robin, with all its judges."""
    job, orders = result.job, len(result.matches[0].job.orders)
    unit = "whole matches" if result.learners else "deals"
    hands, deals = sum(match.hands for match in result.matches), f"{result.matches[0].deals:,} deals"
    if result.learners:
        deals = f"{job.matches:,} matches of {job.deals:,} deals"
    title = f"Round robin, {Path(job.game).stem if job.game.endswith('.toml') else job.game}"
    about = (
        f"{len(job.agents)} agents at {len(result.matches)} tables, {deals} in {orders} seatings at each, "
        f"{hands:,} hands; intervals of {100 * job.confidence:g}% by {unit}; seed {job.seed}"
    )
    judges = {judge: _judged(result, judge) for judge in job.judges}
    troubles = [
        f"{name}: {count:,} times {kind}"
        for match in result.matches
        for name, kinds in match.troubles.items()
        for kind, count in kinds.items()
    ]
    data = {"title": title, "about": about, "agents": list(job.agents), "judges": judges, "troubles": troubles}
    return filled_page(Path(__file__).with_suffix(".html"), title, data)


def _judged(result: RobinResult, judge: str) -> dict[str, Any]:
    scale, unit = result.scale(judge)
    confidence = result.job.confidence

    def shown(won: Sampled) -> list[float | None]:
        """The mean, and how far its interval reaches to both sides."""
        half = round(scale * won.half_width(confidence), 4) if won.count > 1 else None
        return [round(scale * won.mean, 4), half]

    chips = scale / 1000 if unit == "mbb/hand" else 1.0
    return {
        "unit": unit,
        "told": in_words(**result.about(judge)),
        "bank": "big blinds" if unit == "mbb/hand" else "prizes",
        "totals": [shown(won) for won in result.totals(judge)],
        "first": [round(chance, 4) for chance in result.first(judge)],
        "table": [[None if won is None else shown(won) for won in row] for row in result.table(judge)],
        "bankrolls": [
            [[deal, round(chips * won, 3)] for deal, won in result.bankrolls(judge).lines[name]]
            for name in result.job.agents
        ],
        "learning": {
            name: [[end, *shown(won)] for end, won in windows] for name, windows in result.over_time(judge).items()
        },
    }
