"""Those who leave in the middle of a search leave nothing behind."""

import json
import socket
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import fair
import games_gone_wrong
from counted_server import Counted, Held, counted

LEASE = 1.0
PATIENCE = 20.0  # seconds until all must be as it was, on a busy machine; the searches would go on for 30
LONG = Path(games_gone_wrong.__file__)
VISITORS = 200


def spoken_to(server: Counted, method: str, path: str, body: dict[str, Any] | None = None, *headers: str) -> socket.socket:
    """A connection on which a request was made that nobody reads the answer of."""
    place = urlsplit(server.address)
    sent = "" if body is None else json.dumps(body)
    said = ["Host: localhost", *headers]
    if body is not None:
        said += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
    one = socket.create_connection((place.hostname or "", place.port or 0))
    one.sendall("\r\n".join([f"{method} {path} HTTP/1.1", *said, "", sent]).encode())
    return one


def begun(server: Counted, game: str) -> str:
    """The key of a game in which the computer has the move, and thirty seconds for it."""
    body = {"game": game, "seats": ["clock", "human"], "seconds": 30}
    request = urllib.request.Request(
        f"{server.address}/api/plays", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        key: str = json.load(answer)["key"]
    return key


def until(server: Counted, wanted: Any) -> Held:
    """What the server holds as soon as that is what is `wanted`."""
    began = fair.now()
    while not wanted(held := server.held()):
        assert fair.now() - began < PATIENCE, f"after {PATIENCE:g} s it still holds {held}"
        time.sleep(0.05)
    return held


@pytest.mark.untraced
def test_two_hundred_visitors_who_leave_in_mid_search_leave_nothing(tmp_path: Path) -> None:
    with counted([f"{LONG}:Long"], tmp_path / "games.db", LEASE) as server, ExitStack() as here:
        game = "games_gone_wrong_Long"
        before = until(server, lambda held: held.workers)
        for number in range(VISITORS):
            match number % 5:
                case 0 | 1:
                    asked = ("GET", f"/play/{begun(server, game)}/stream")
                case 2:
                    asked = ("GET", f"/api/plays/{begun(server, game)}?wait=30")
                case 3:
                    one = spoken_to(server, "POST", "/api/think", {"game": game, "limit": {"time": 30}})
                    here.enter_context(one)
                    continue
                case _:
                    here.enter_context(spoken_to(server, "GET", f"/g/{game}/tree?depth=30", None, "Kibitz-Fragment: data"))
                    continue
            here.enter_context(spoken_to(server, *asked))
        full = until(server, lambda held: held.streams == 2 * VISITORS // 5 and held.running >= 2)
        assert full.tasks > before.tasks + VISITORS // 2
        here.pop_all().close()
        after = until(
            server,
            lambda held: not (held.streams or held.running or held.queued or held.requests) and held.tasks <= before.tasks,
        )
        assert after.workers <= 6  # the own ones of three pools, of two each
