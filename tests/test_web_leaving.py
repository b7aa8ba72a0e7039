"""Those who leave in the middle of a search leave nothing behind.

Run as a program it is a server that answers each line of its input with what it holds at that moment.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import fair
import games_gone_wrong
from kibitz.table.limits import Limits
from kibitz.web.server import Server

LEASE = 1.0
PATIENCE = 20.0  # seconds until all must be as it was, on a busy machine; the searches would go on for 30
VISITORS = 200
GAME = "games_gone_wrong_Long"


def serve(store: str, game: str) -> None:
    """Its tasks are those of its event loop beside the ones that serve worker processes."""
    server = Server.at([game], port=0, store=store, limits=Limits(lease=LEASE))
    house = server.house
    pools = (house.thinkers, house.readers, house.series)

    def tell() -> None:
        sys.stdin.readline()
        workers = sum(len(pool.pids) for pool in pools)
        going = sum(pool.running + pool.queued for pool in pools)
        held = {"streams": house.visitors.streams, "jobs": going, "workers": workers, "requests": server.guard._in_progress}
        print(json.dumps(held | {"tasks": len(asyncio.all_tasks()) - workers}), flush=True)

    def ready() -> None:
        print(server.address.rstrip("/"), flush=True)
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), tell)

    server.run(ready)


class Counted:
    """A server that runs in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._ask, self._heard = process.stdin, process.stdout
        self.address = self._heard.readline().strip()
        assert self.address, process.communicate()[1]

    def until(self, wanted: Callable[[dict[str, int]], Any]) -> dict[str, int]:
        """What the server holds as soon as that is what is `wanted`."""
        began = fair.now()
        while True:
            print(file=self._ask, flush=True)
            held: dict[str, int] = json.loads(self._heard.readline())
            if wanted(held):
                return held
            assert fair.now() - began < PATIENCE, f"after {PATIENCE:g} s it still holds {held}"
            time.sleep(0.05)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, *headers: str) -> socket.socket:
        """A connection on which a request was made that nobody reads the answer of."""
        place, sent = urlsplit(self.address), "" if body is None else json.dumps(body)
        said = ["Host: localhost", *headers]
        if body is not None:
            said += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
        one = socket.create_connection((place.hostname or "", place.port or 0))
        one.sendall("\r\n".join([f"{method} {path} HTTP/1.1", *said, "", sent]).encode())
        return one

    def begun(self) -> str:
        """The key of a game in which the computer has the move, and thirty seconds for it."""
        body = json.dumps({"game": GAME, "seats": ["clock", "human"], "seconds": 30}).encode()
        request = urllib.request.Request(f"{self.address}/api/plays", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(json.load(answer)["key"])


@contextmanager
def counted(store: Path) -> Iterator[Counted]:
    """Runs it with two workers; at the end it must not have complained."""
    command = [sys.executable, __file__, str(store), f"{games_gone_wrong.__file__}:Long"]
    pipe, environment = subprocess.PIPE, os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment)
    try:
        yield Counted(process)
        process.terminate()
        assert process.communicate(timeout=10)[1] == ""
    finally:
        process.kill()
        process.communicate()


@pytest.mark.untraced
def test_two_hundred_visitors_who_leave_in_mid_search_leave_nothing(tmp_path: Path) -> None:
    with counted(tmp_path / "games.db") as server, ExitStack() as here:
        before = server.until(lambda held: held["workers"])
        for number in range(VISITORS):
            match number % 5:
                case 0 | 1:
                    one = server.ask("GET", f"/play/{server.begun()}/stream")
                case 2:
                    one = server.ask("GET", f"/api/plays/{server.begun()}?wait=30")
                case 3:
                    one = server.ask("POST", "/api/think", {"game": GAME, "limit": {"time": 30}})
                case _:
                    one = server.ask("GET", f"/g/{GAME}/tree?depth=30", None, "Kibitz-Fragment: data")
            here.enter_context(one)
        full = server.until(lambda held: held["streams"] == 2 * VISITORS // 5 and held["jobs"] >= 2)
        assert full["tasks"] > before["tasks"] + VISITORS // 2
        here.pop_all().close()
        after = server.until(
            lambda held: not (held["streams"] or held["jobs"] or held["requests"]) and held["tasks"] <= before["tasks"]
        )
        assert after["workers"] <= 6  # the own ones of three pools, of two each


if __name__ == "__main__":
    serve(*sys.argv[1:])
