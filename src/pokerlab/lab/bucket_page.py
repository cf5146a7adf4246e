"""What bucketings cost as one page of HTML that needs nothing else: exploitability, spread and masses as pictures.

The page itself, with its style and script, is `bucket_page.html`; here its numbers are filled in.
"""

from pathlib import Path
from typing import Any

from pokerlab._page import filled_page
from pokerlab.lab.bucket_judge import JudgedBuckets, SolvedSpot


def bucket_page(result: JudgedBuckets) -> str:
    """The page of judged buckets."""
    title = "What buckets cost" if len(result.names) > 1 else f"What {result.names[0].name} costs"
    about = (
        f"{_count(len(result.names), 'bucketing')} on {_count(len(result.exact), 'spot')}, "
        f"solved to {result.job.target:g}% of the pot "
        f"inside their buckets or for {result.job.iterations:,} iterations; seed {result.job.seed}"
    )
    spots = []
    for place, exact in enumerate(result.exact):
        rows = [_bar(judged.name, judged.spots[place]) for judged in result.names]
        spots.append({"name": exact.spot, "rows": [*rows, _bar("every hand for itself", exact)]})
    streets = [
        {
            "name": judged.name, "street": street.street, "buckets": street.buckets, "largest": street.largest,
            "spread": street.spread, "histogram": street.histogram, "explained": street.explained,
            "masses": list(street.masses),
        }
        for judged in result.names
        for street in judged.streets
    ]  # fmt: skip
    data = {"title": title, "about": about, "spots": spots, "streets": streets}
    return filled_page(Path(__file__).with_suffix(".html"), title, data)


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _bar(name: str, spot: SolvedSpot) -> dict[str, Any]:
    return {"name": name, "inside": round(max(spot.inside, 0.0), 5), "real": round(max(spot.real, 0.0), 5)}
