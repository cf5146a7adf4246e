"""What buckets cost, as data and as a page."""

import json
import re

from pokerlab.lab.bucket_judge import JudgeBuckets, JudgedBuckets, JudgedName, SolvedSpot, StreetSpread, default_spots
from pokerlab.lab.bucket_page import bucket_page


def test_the_page_has_all_numbers() -> None:
    spread = StreetSpread("flop", 8, 0.2, 0.03, 1.5, 0.97, (0.2, 0.1))
    solved = SolvedSpot("a turn </script>", 100, 0.29, 1.83, -3.9, [8.0, 8.0], 1.0)
    result = JudgedBuckets(JudgeBuckets(names=("8.8.8.8",)), (JudgedName("8.8.8.8", (spread,), (solved,)),), (solved,))
    page = bucket_page(result)
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert data["spots"][0]["rows"][0] == {"name": "8.8.8.8", "inside": 0.29, "real": 1.83}
    assert data["streets"][0]["masses"] == [0.2, 0.1]
    record = result.record()
    assert record["names"][0]["spots"][0]["real"] == 1.83
    assert record["every_hand"][0]["spot"] == "a turn </script>"


def test_the_spots_are_shipped() -> None:
    from pokerlab.postflop.spot import Spot

    assert [len(Spot.read(path).board) for path in default_spots()] == [4, 3]
