"""Requests that are too long, too deep, too slow or no requests at all get a line."""

import asyncio

import pytest
from starlette.requests import Request

from pokerlab.web import limits
from pokerlab.web.limits import MOST_REQUEST, Rate, RefusedError, parse_json, read_body


def send(browser, content: bytes, kind: str = "application/json") -> tuple[int, str, str]:
    return browser.refused("POST", "ranges", content=content, headers={"Content-Type": kind})


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b'{"text": "AA"', 400),
        (b"[1, 2]", 400),
        (b"NaN", 400),
        (b'{"text": Infinity}', 400),
        (b"\xff\xfe", 400),
        (b'{"text": "\\ud800"}', 400),
        (b'{"text": ' + b"9" * 5000 + b"}", 400),
        (b"[" * 60_000, 400),
        (b'{"a":' * 10_000, 400),
        (b'{"text": "' + b"A" * MOST_REQUEST + b'"}', 413),
    ],
    ids=["cut", "list", "nan", "inf", "bytes", "half", "digits", "deep", "deeper", "long"],
)
def test_what_is_no_request_is_refused(browser, content, status):
    assert send(browser, content)[0] == status


def test_only_json_is_taken(browser):
    assert send(browser, b'{"text": "AA"}', "text/plain")[0] == 415


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({}, ""),
        ({"text": "AA", "weights": {}}, ""),
        ({"text": 7}, "text"),
        ({"tex": "AA"}, "tex"),
        ({"weights": {"AA": 2}}, "weights.AA"),
        ({"text": "AA", "dead": ["x"]}, "dead"),
    ],
)
def test_wrong_types_name_their_field(browser, content, field):
    status, _, found = browser.refused("POST", "ranges", json=content)
    assert (status, found) == (400, field)


def test_brackets_in_texts_are_not_depth():
    assert parse_json('{"a": "' + "[" * 100 + '\\"{"}') == {"a": "[" * 100 + '"{'}
    with pytest.raises(RefusedError, match="more than 20 deep"):
        parse_json("[" * 21 + "]" * 21)


def test_who_sends_slowly_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 0.05)

    async def receive():
        await asyncio.sleep(0.03)
        return {"type": "http.request", "body": b"x", "more_body": True}

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    with pytest.raises(RefusedError, match="too slowly"):
        asyncio.run(read_body(request))


def test_a_length_that_is_a_lie_is_noticed():
    async def receive():
        return {"type": "http.request", "body": b"x" * 50_000, "more_body": True}

    request = Request({"type": "http", "method": "POST", "headers": [(b"content-length", b"5")]}, receive)
    with pytest.raises(RefusedError, match="65,536 bytes"):
        asyncio.run(read_body(request))


def test_a_rate_lets_through_what_it_should(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    rate = Rate(10)
    assert [rate.is_over() for _ in range(22)] == [False] * 20 + [True] * 2
    now[0] += 0.5
    assert [rate.is_over() for _ in range(6)] == [False] * 5 + [True]


def test_a_full_disk_is_a_line(browser, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pokerlab.web.data.write_atomically", full)
    reply = browser.refused("POST", "ranges/saved", json={"name": "a", "text": "AA"})
    assert reply == (507, "No space left on device", "")


def test_what_nobody_thought_of_is_a_line_without_details(browser, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("pokerlab.web.calculators.range_record", broken)
    assert browser.refused("POST", "ranges", json={"text": "AA"}) == (500, "unexpected error: ZeroDivisionError", "")


def test_answers_that_would_be_too_long_are_refused(browser):
    question = {"stacks": [1] * 1000, "payouts": [1] * 1000, "places": True}
    assert browser.refused("POST", "icm", json=question)[2] == "places"


def test_charts_that_take_too_long_are_given_up(browser, monkeypatch):
    monkeypatch.setattr("pokerlab.web.calculators.LONGEST", -1.0)
    assert "socket" in browser.refused("POST", "pushfold", json={"stacks": [10, 10, 10], "blinds": [0.5, 1]})[1]
