"""What a page weighs, as it travels: itself, its style sheets and scripts, without the picture of the board."""

import gzip
import http.client
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from benchmarks.row import Row, at_most
from benchmarks.served import new_game, served

KILO = 1000
LINKED = re.compile(r'(?:href|src)="(/static/[^"]+)"')
BOARD = re.compile(r"<svg.*?</svg>", re.DOTALL)


def rows() -> Iterator[Row]:
    """A page of each kind."""
    with served() as address:
        play = new_game(address, "connect_four", **{"player-1": "human"})
        pages = {"the front page": "/", "a new game": "/g/connect_four", "a game": play, "a tree": "/g/tic_tac_toe/tree"}
        pages |= {"a series": "/g/connect_four/watch", "past matches": "/matches"}
        for name, place in pages.items():
            page, files = _got(address, place), 0
            for file in set(LINKED.findall(page)):
                files += len(gzip.compress(_got(address, file).encode(), 9))
            own = len(gzip.compress(BOARD.sub("", page).encode(), 6))
            where = re.sub("[0-9a-f]{32}", "KEY", place)
            how = f"`{where}`: {own / KILO:.3g} kB, and {files / KILO:.3g} kB of styles and scripts, which browsers keep"
            yield at_most(f"weight of {name}, without the board", (own + files) / KILO, 40, "kB", how)


def _got(address: str, place: str) -> str:
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    try:
        connection.request("GET", place)
        answer = connection.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, f"{place}: {answer.status}"
        return text
    finally:
        connection.close()
