"""Who may ask, and what is refused before anybody looks at it."""

import pytest
from starlette.websockets import WebSocketDisconnect

from pokerlab.web.endpoints import API, ENDPOINTS

KEY = "pokerlab-8765"


def no_socket(browser, headers) -> str:
    """Why a socket is refused."""
    with pytest.raises(WebSocketDisconnect) as error, browser.client.websocket_connect(API + "socket", headers=headers):
        pass
    return error.value.reason


@pytest.fixture
def stranger(browser):
    browser.client.cookies.clear()
    return browser


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "localhost:8765.evil.example", "", "[::1]:8765"]
)
def test_foreign_names_that_lead_here_are_not_answered(browser, host):
    assert browser.refused("GET", "status", headers={"Host": host})[0] == 403
    assert browser.refused("GET", "/", headers={"Host": host})[0] == 403


def test_all_our_names_are_answered(browser):
    browser.client.cookies.clear()
    for host in ("localhost:8765", "127.0.0.1:8765", "LOCALHOST:8765"):
        headers = {"Host": host, "Origin": f"http://{host}", "Cookie": f"{KEY}={browser.data.key}"}
        assert browser.client.get(API + "status", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8765", "http://localhost:8765", ""]
)
def test_other_pages_of_the_same_browser_may_not_ask(browser, origin):
    """The page and its server have one name: localhost is another one than 127.0.0.1."""
    assert browser.refused("GET", "status", headers={"Origin": origin})[0] == 403
    assert browser.refused("POST", "ranges", headers={"Origin": origin}, json={"text": "AA"})[0] == 403
    assert "only pages of this server" in no_socket(browser, {"Host": "127.0.0.1:8765", "Origin": origin})


def test_pages_of_other_ports_of_this_machine_may_not_ask(browser):
    """To a browser they are the same site, so that it sends our cookie along."""
    del browser.client.headers["Origin"]
    for where, status in (("same-site", 403), ("cross-site", 403), ("same-origin", 200), ("none", 200)):
        assert browser.client.get(API + "status", headers={"Sec-Fetch-Site": where}).status_code == status


def test_what_changes_something_needs_an_origin(browser):
    del browser.client.headers["Origin"]
    assert browser.get("status")
    assert browser.refused("POST", "ranges", json={"text": "AA"})[0] == 403
    assert browser.refused("DELETE", "solutions/river")[0] == 403
    assert "only pages of this server" in no_socket(browser, {"Host": "127.0.0.1:8765"})
    assert "river" in browser.data.solutions.files()


def test_without_the_key_there_is_one_page_and_nothing_else(stranger):
    for path in ("/", "/page.js", "/study/river", "/?key=wrong", "/../key", "/key"):
        reply = stranger.client.get(path)
        assert (reply.status_code, "pokerlab serve" in reply.text, "river" in reply.text) == (401, True, False)
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{name}", "river").replace("{name:path}", "a").replace("{id}", "a")
        assert stranger.refused(endpoint.method, path)[0] == 401
    assert stranger.refused("GET", "solutions/river/file")[0] == 401
    headers = {"Host": "127.0.0.1:8765", "Origin": "http://127.0.0.1:8765"}
    assert "open the link" in no_socket(stranger, headers)


def test_the_key_leaves_the_address_and_becomes_a_cookie(stranger):
    del stranger.client.headers["Origin"]
    reply = stranger.client.get("/", params={"key": stranger.data.key})
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    for asked, shown in (({"solution": "a"}, "/browse?solution=a"), ({"flops": "dir:a"}, "/flops?source=dir%3Aa")):
        reply = stranger.client.get("/", params={"key": stranger.data.key, **asked})
        assert reply.headers["location"] == shown
    cookie = reply.headers["set-cookie"]
    assert all(word in cookie for word in (KEY, "HttpOnly", "SameSite=strict", "Path=/"))
    assert stranger.client.get("/").status_code == 200
    assert "pokerlab" in stranger.get("status")["program"]


def test_every_reply_has_the_headers_that_keep_others_out(browser):
    for path in ("/", "/nothing.js", API + "status", API + "nothing", API + "solutions/river/file"):
        headers = browser.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert not any(name.startswith("access-control") for name in headers)
        assert len(headers.get_list("cache-control")) == 1


def test_the_page_has_nothing_inline(browser):
    text = browser.client.get("/").text
    assert "<script>" not in text
    assert "style=" not in text
    assert "onclick" not in text


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_refused(browser, method):
    assert browser.refused(method, "status")[0] == 405


def test_addresses_that_are_not_there(browser):
    assert browser.refused("GET", "nothing") == (404, "there is nothing here", "")
    assert browser.refused("POST", "status")[0] == 405
    assert browser.refused("GET", "/nothing.js")[0] == 404
    assert browser.client.get("/study/river").text == browser.client.get("/").text
