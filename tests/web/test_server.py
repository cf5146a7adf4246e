"""A real server on loopback: its link, its patience, its end."""

import json
import re
import signal
import socket
import stat
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parent))

from running import PATIENCE, Running, wait_for

from pokerlab._examples import examples_directory
from pokerlab.web.limits import MOST_MESSAGE, MOST_SOCKETS
from pokerlab.web.server import config


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("web") / "data") as found:
        yield found


def test_the_link_lets_in_and_leaves_the_address(server):
    with httpx.Client(trust_env=False) as client:
        assert client.get(server.home).status_code == 401
        reply = client.get(server.link, follow_redirects=True)
        assert (reply.status_code, str(reply.url)) == (200, server.home + "/")
        assert client.get(server.home + "/api/1/status").json()["program"].startswith("pokerlab")
        assert "server" not in reply.headers


def test_it_listens_on_this_machine_alone(server):
    assert urlsplit(server.home).hostname == "127.0.0.1"
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for address in others:
        with pytest.raises(OSError):
            socket.create_connection((address, urlsplit(server.home).port), timeout=1).close()


def test_all_files_are_for_the_user_alone(server):
    server.post("ranges/saved", name="a/b", text="AA")
    for path in (server.data, *server.data.rglob("*")):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_who_sends_nothing_or_half_a_head_is_not_kept(monkeypatch):
    monkeypatch.setattr("pokerlab.web.server.PATIENCE", 0.2)

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    server = uvicorn.Server(config(app))
    server.config.lifespan = "off"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        address = listener.getsockname()
        clients = [socket.create_connection(address, timeout=PATIENCE) for _ in range(4)]
        clients[1].sendall(b"GET / HTTP/1.1\r\nHost:")
        clients[2].sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n")
        clients[3].sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        for client in clients:
            with client:
                while client.recv(1000):
                    pass
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a: b\r\n" * 20_000 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ids=["no host", "TLS", "two hosts", "long path", "many headers", "negative", "smuggling"],
)
def test_what_is_no_http_is_refused(server, sent):
    with socket.create_connection(("127.0.0.1", urlsplit(server.home).port), timeout=PATIENCE) as client:
        try:
            client.sendall(sent)
            reply = client.recv(10_000)
        except ConnectionError:
            reply = b""
    assert reply == b"" or reply.split()[1][:1] == b"4", reply
    assert b"Traceback" not in reply
    assert server.get("status")


def test_sockets_take_only_our_pages_and_short_messages(server):
    address = server.home.replace("http", "ws") + "/api/1/socket"
    for origin, cookie in (("http://evil.example", server.cookie), (server.home, "a=b"), (None, server.cookie)):
        with pytest.raises(InvalidStatus) as error:
            connect(
                address, origin=origin, additional_headers={"Cookie": cookie}, proxy=None, open_timeout=PATIENCE
            )  # fmt: skip
        assert error.value.response.status_code == 403
    with server.socket() as one:
        assert json.loads(one.recv(timeout=PATIENCE))["type"] == "hello"
        one.send("x" * (MOST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            one.recv(timeout=PATIENCE)
        assert closed.value.rcvd.code == 1009


def test_so_many_are_connected_and_no_more_as_the_page_says(tmp_path):
    """200 tables with a client each, and room beside them: more than a browser has pages."""
    limits = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
    assert MOST_SOCKETS == 256 == int(re.search(r"\| pages and other clients .* \| (\d+) \(", limits)[1])
    with Running(tmp_path / "data") as server, ExitStack() as all_of_them:
        for _ in range(MOST_SOCKETS):
            assert '"hello"' in all_of_them.enter_context(server.socket()).recv(timeout=PATIENCE)
        with pytest.raises(InvalidStatus) as refused:
            server.socket()
        assert refused.value.response.status_code == 403
        assert server.get("status")
        server.end(signal.SIGKILL)  # nobody says goodbye 256 times


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_asked_and_leaves_its_data_to_others(tmp_path, number):
    for _ in range(2):
        with Running(tmp_path / "data") as server, server.socket():
            key = server.key
            assert server.end(number) == 0
            assert "Traceback" not in server.said
    assert (tmp_path / "data" / "key").read_text() == key


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0"], "--allow-remote"),
        (["--host", "0.0.0.0", "--allow-remote"], "--name"),
        (["--data", "/dev/null"], "no directory"),
        (["--data", "/proc"], "no data directory"),
        (["--port", "70000"], "65535"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(pokerlab, tmp_path, options, words):
    done = pokerlab("serve", "--no-open", "--port", "0", "--data", str(tmp_path / "d"), *options)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_port_that_is_taken_is_said_in_a_line(server, pokerlab, tmp_path):
    port = str(urlsplit(server.home).port)
    done = pokerlab("serve", "--no-open", "--port", port, "--data", str(tmp_path / "d"))
    assert done.code == 2
    assert "--port 0" in done.err


def test_a_second_start_says_who_has_the_data_also_on_the_same_port(server, pokerlab):
    port = str(urlsplit(server.home).port)
    done = pokerlab("serve", "--no-open", "--port", port, "--data", str(server.data))
    assert done.code == 2
    assert f"served already by process {server.process.pid}, at {server.home}/" in done.err


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_an_address_of_ipv6_is_a_name_in_brackets(tmp_path):
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no loopback of IPv6 here")
    with Running(tmp_path / "data", "--host", "::1", "--allow-remote") as server:
        assert server.home.startswith("http://[::1]:")
        assert server.get("status")


def test_others_are_let_in_by_the_names_it_was_given_and_told_that_nothing_is_encrypted(server, tmp_path):
    options = ("--host", "0.0.0.0", "--allow-remote", "--name", "lab.example")
    with Running(tmp_path / "data", *options) as remote:
        port = urlsplit(remote.home).port
        assert remote.link.startswith(f"http://lab.example:{port}/?key=")
        for name, status in ((f"lab.example:{port}", 200), (f"127.0.0.1:{port}", 403), ("lab.example", 403)):
            headers = {"Host": name, "Cookie": remote.cookie}
            reply = httpx.get(f"http://127.0.0.1:{port}/api/1/status", headers=headers, trust_env=False)
            assert reply.status_code == status, name
        assert "there is no encryption" in wait_for(lambda: remote.said, "a line")
    assert "encryption" not in server.said


def test_it_opens_the_browser_with_its_link(tmp_path):
    script, found = tmp_path / "browser", tmp_path / "found"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > "{found}.part"\nmv "{found}.part" "{found}"\n')
    script.chmod(0o700)
    with Running(tmp_path / "data", browser=f"{script} %s") as opened:
        assert wait_for(found.exists, "a browser that is opened")
        assert found.read_text() == opened.link


def test_a_file_is_put_into_the_library_and_shown_first(tmp_path):
    for _ in range(2):  # an equal one is not put there again
        with Running(tmp_path / "data", str(examples_directory() / "river.sol")) as server:
            with httpx.Client(trust_env=False) as client:
                assert client.get(server.link).headers["location"] == "/browse?solution=river"
            assert sorted(row["name"] for row in server.get("solutions")["solutions"]) == ["cutoff", "river"]


def test_a_file_that_is_no_solution_is_said_in_a_line(pokerlab, tmp_path):
    (tmp_path / "a.sol").write_text("hello")
    for file in (tmp_path / "a.sol", tmp_path / "b.sol", tmp_path):
        done = pokerlab("serve", str(file), "--no-open", "--port", "0", "--data", str(tmp_path / "d"))
        assert (done.code, len(done.err.splitlines())) == (2, 1)
        assert str(file) in done.err


def test_the_demo_ends_with_the_line_that_opens_its_solution():
    text = (Path(__file__).parents[2] / "Makefile").read_text("utf-8")
    demo = re.search(r"^demo:.*\n((?:\t.*\n)+)", text, re.MULTILINE)[1].splitlines()
    assert any(line.endswith("--out flop.sol") for line in demo)
    assert demo[-1].endswith('/pokerlab serve flop.sol"')
