"""How long a visitor waits for a page that needs no search, while others have the machine search for them."""

import http.client
import statistics
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from benchmarks.row import Row, at_most
from benchmarks.served import new_game, served

SEARCHES, ASKED, MOST = 4, 300, 50.0
LIMIT = '{"game": "othello", "limit": {"time": 25}}'


def rows() -> Iterator[Row]:
    """The 95th percentile of many requests, with four searches in four processes of two cores."""
    with served("--workers", str(SEARCHES)) as address:
        place = new_game(address, "connect_four", **{"player-0": "human", "player-1": "human"})
        _think(address, '{"game": "othello", "limit": {"depth": 6}}')  # so that all is compiled
        calm = _asked(address, place)
        searching = [
            threading.Thread(target=_request, args=(address, "POST", "/api/think", LIMIT), daemon=True) for _ in range(SEARCHES)
        ]
        for one in searching:
            one.start()
        time.sleep(4)  # until all of them have loaded their machine code
        busy = _asked(address, place)
        assert all(one.is_alive() for one in searching), "the searches ended too early"
        quiet = f"without searches {_late(calm):.3g} ms, median {statistics.median(calm):.3g} ms"
        how = f"{ASKED} requests for a game, one after the other; median {statistics.median(busy):.3g} ms; {quiet}"
        yield at_most(f"a page with {SEARCHES} searches beside it, 95th percentile", _late(busy), MOST, "ms", how)


def _late(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def _asked(address: str, place: str) -> list[float]:
    times = []
    for _ in range(ASKED):
        began = time.perf_counter()
        code, _ = _request(address, "GET", place)
        times.append(1000 * (time.perf_counter() - began))
        assert code == 200
        time.sleep(0.01)
    return times


def _think(address: str, asked: str) -> None:
    code, text = _request(address, "POST", "/api/think", asked)
    assert code == 200, text


def _request(address: str, method: str, place: str, body: str | None = None) -> tuple[int, str]:
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    try:
        connection.request(method, place, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
