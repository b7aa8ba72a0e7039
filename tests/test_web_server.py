"""`kibitz serve` as a process: how it starts, what it refuses, and how it ends."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import fair
import needs
from commandline import refused, refused_here
from process_group import children, is_alive
from served import Running, running, served

PATIENT = 6.0  # seconds from Ctrl-C to the end, of which 0.2 are enough on a machine that has nothing else to do

HANGING = '''
import time
from dataclasses import dataclass
from kibitz import Game

@dataclass(frozen=True)
class Hanging(Game):
    """Say stop; whoever says it wins, and who says go waits for ever."""
    def start(self): return (0,)
    def moves(self, state): return (0, 1)
    def play(self, state, move):
        while move:
            time.sleep(0.01)
        return (1,)
    def is_over(self, state): return state[0] == 1
    def result(self, state): return -1
    def move_name(self, state, move): return ("stop", "go")[move]
'''


def asking(address: str, path: str = "/", method: str = "GET", body: str = "", **headers: str) -> http.client.HTTPConnection:
    """A connection by which something was asked, and whose answer is not read yet."""
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port or 80, timeout=30)
    connection.request(method, path, body or None, {name.replace("_", "-"): said for name, said in headers.items()})
    return connection


def said(address: str, path: str = "/", **more: str) -> tuple[int, str]:
    with closing(asking(address, path, **more)) as connection, connection.getresponse() as answer:
        return answer.status, answer.read().decode()


def sent(address: str, path: str, what: object, **more: str) -> tuple[int, dict[str, object]]:
    code, text = said(address, path, method="POST", body=json.dumps(what), content_type="application/json", **more)
    return code, json.loads(text)


def ended(server: Running, how: int = signal.SIGINT) -> float:
    """Seconds until it had ended, well, and with all that it had started."""
    began = fair.now()
    while not (helpers := children(server.process.pid, recursive=False)):
        assert fair.now() < began + 20
        time.sleep(0.02)
    began = fair.now()
    assert server.end(how) == 0
    took = fair.now() - began
    for helper in helpers:
        while is_alive(helper):
            assert fair.now() < began + 20
            time.sleep(0.02)
    return took


@needs.interrupts
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_searches_rules_that_hang_and_open_connections(tmp_path: Path, how: int) -> None:
    (tmp_path / "hanging.py").write_text(HANGING)
    with running(["nim", str(tmp_path / "hanging.py")]) as server:
        place = urlsplit(server.address)
        silent = socket.create_connection((place.hostname or "", place.port or 0))
        _, play = sent(server.address, "/api/plays", {"game": "nim", "seats": ["human", "human"]})
        stream = asking(server.address, f"/play/{play['key']}/stream")
        questions = ("think", {"game": "connect_four", "limit": {"time": 30}}), ("state", {"game": "hanging", "moves": ["go"]})
        waiting = [
            asking(server.address, f"/api/{name}", "POST", json.dumps(body), content_type="application/json")
            for name, body in questions
        ]
        time.sleep(0.5)
        assert said(server.address)[0] == 200
        assert ended(server, how) < PATIENT
        assert server.closing == ["kibitz has ended; games that were begun go on when it is started again"]
        assert server.complaints() == ""
        silent.close()
        for one in (stream, *waiting):
            one.close()


@needs.interrupts
def test_where_others_can_come_the_link_has_a_token_that_is_kept_secret() -> None:
    with running(host="0.0.0.0") as server:
        token = urlsplit(server.address).query.removeprefix("token=")
        assert len(token) == 32
        place = f"http://127.0.0.1:{urlsplit(server.address).port}/"
        assert said(place)[0] == 403
        assert said(place, f"/?token={token}")[0] == 200
        assert said(place, authorization=f"Bearer {token}")[0] == 200
        assert said(place, host="evil.example", authorization=f"Bearer {token}")[0] == 421
        ended(server)
        assert token not in server.complaints() + "".join(server.closing)


@needs.interrupts
def test_a_token_of_the_environment_and_games_outlive_a_restart_also_behind_another_server(tmp_path: Path) -> None:
    secret, names = "a-long-secret-of-mine", {"host": "games.example", "authorization": "Bearer a-long-secret-of-mine"}
    kept: dict[str, Any] = {"store": str(tmp_path / "games.db"), "allow": ["games.example"], "KIBITZ_TOKEN": secret}
    with running(**kept) as server:
        assert server.address.endswith(f"/?token={secret}")
        assert said(server.address, "/", **names)[0] == 200
        behind = {"host": "games.example", "x_forwarded_proto": "https", "x_forwarded_for": "203.0.113.9"}
        with closing(asking(server.address, f"/?token={secret}", **behind)) as connection, connection.getresponse() as answer:
            assert (answer.headers["set-cookie"] or "").endswith("; HttpOnly; SameSite=Strict; Secure")
        _, play = sent(server.address, "/api/plays", {"game": "tic_tac_toe", "seats": ["human", "human"]}, **names)
        place = f"/api/plays/{play['key']}"
        _, before = sent(server.address, f"{place}/moves", {"move": "2,2", "version": 1}, **names)
        ended(server)
        assert f"https://games.example/?token={secret}" in server.closing[0]
    with running(**kept) as server:
        after = json.loads(said(server.address, place, **names)[1])
        assert after["state"] == before["state"]
        assert sent(server.address, f"{place}/moves", {"move": "1,1", "version": 2}, **names)[0] == 200


def test_a_token_that_could_be_guessed_is_refused() -> None:
    assert "at least 20" in refused("serve", "--port", "0", "--allow-host", "x", KIBITZ_TOKEN="short")


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine knows no IPv6")
def test_it_listens_on_ipv6() -> None:
    with served(host="::1") as address:
        assert address.startswith("http://[::1]:")
        assert said(address)[0] == 200


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as found:
        yield found


@contextmanager
def connected(address: str, first: bytes) -> Iterator[socket.socket]:
    """A connection that has said this."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=30) as one:
        one.sendall(first)
        yield one


@pytest.mark.untraced
def test_what_is_no_http_is_answered_and_what_says_nothing_is_not_kept(address: str) -> None:
    for nonsense in (b"nonsense\r\n\r\n", b"\x16\x03\x01\x00", b"GET / HTTP/1.1\r\n\r\n", b"GET /" + b"x" * 99_000):
        with connected(address, nonsense) as one:
            assert one.recv(100).startswith(b"HTTP/1.1 4")
    began = time.monotonic()
    with connected(address, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") as slow:
        assert slow.recv(100) == b""
        assert 8 < time.monotonic() - began < 25
    assert said(address)[0] == 200


CHUNKED = b"Transfer-Encoding: chunked\r\n"


@pytest.mark.parametrize(
    ("lengths", "is_closed"),
    [(CHUNKED, False), (b"Content-Length: 4\r\n" + CHUNKED, True), (CHUNKED + b"Content-Length: 18\r\n", True)],
)
def test_a_request_that_says_two_lengths_is_the_last_of_its_connection(address: str, lengths: bytes, is_closed: bool) -> None:
    """RFC 9112, 6.1: with Content-Length beside Transfer-Encoding somebody on the way may see another request in it."""
    place = urlsplit(address).netloc
    own = f"Host: {place}\r\nOrigin: http://{place}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    form = f"POST /g/tic_tac_toe/play HTTP/1.1\r\n{own}".encode()
    with connected(address, form + lengths + b"\r\n8\r\nseconds=\r\n0\r\n\r\n") as connection:
        head = connection.recv(65536)
        assert head.split()[1] == b"303"
        assert (b"connection: close" in head.lower()) is is_closed
        if is_closed:
            assert connection.recv(1) == b"", "the server has closed it"
        else:
            connection.settimeout(0.5)
            with pytest.raises(TimeoutError):
                connection.recv(1)


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        sentence = refused("serve", "--port", str(taken.getsockname()[1]))
        assert re.search(r"127.0.0.1:\d+ cannot be used \(Address already in use\): choose another", sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--host", "203.0.113.7", "--port", "0"], "cannot be used"),
        (["--host", "no such name", "--port", "0"], "cannot be used"),
        (["--allow-host", "https://games.example"], "write it without http:// and without a port"),
        (["--allow-host", "games.example:80"], "write it without http:// and without a port"),
        (["draughts"], "there is no game called 'draughts'"),
        (["./nowhere.py"], "there is no file"),
        (["connect_four:width=x"], "does not fit"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(arguments: list[str], sentence: str) -> None:
    assert sentence in refused_here("serve", *arguments)


PROBE = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from asked import Asker, guarded, house_of
from kibitz.jobs.job import Busy
from web_forms import first
from web_house import Oracle

async def look(house):
    await house.open()
    asker = Asker(guarded(house))
    pages = ["/", "/matches", "/api", "/api/openapi.json"]
    for slug in ("tic_tac_toe", "pig", "connect_four"):
        pages += [f"/g/{{slug}}", f"/g/{{slug}}/watch", f"/g/{{slug}}/tree", f"/g/{{slug}}/learned"]
    for page in pages:
        assert (await asker.get(page)).code != 500, page
    begun = (await asker.send("/api/plays", {{"game": "tic_tac_toe", "seats": ["human", "level-3"]}})).json
    await asker.send(f"/api/plays/{{begun['key']}}/moves", {{"move": "2,2", "version": 1}})
    for page in ("", "?values=on", "?ply=1", "/review"):
        assert (await asker.get(f"/play/{{begun['key']}}{{page}}")).code != 500, page
    await house.close()

full = Oracle(lambda do, args: Busy(3))
with house_of([], {store!r}, thinkers=Oracle(first), readers=full, series=full) as house:
    asyncio.run(look(house))
print("numba" in sys.modules, "scipy" in sys.modules)
"""


def test_the_server_itself_never_loads_the_compiler(tmp_path: Path) -> None:
    program = PROBE.format(tests=str(Path(__file__).parent / "support"), store=str(tmp_path / "games.db"))
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ)
    assert (run.stdout, run.stderr) == ("False False\n", "")
