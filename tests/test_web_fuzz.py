"""Nothing that anybody sends makes the page fail, hang, or change a game that it should not.

`python tests/test_web_fuzz.py 10000 [SEED]` asks so many and says what came back.
"""

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from asked import OWN, Asker, guarded, house_of
from kibitz.jobs.job import Busy
from kibitz.table.limits import Limits
from kibitz.web.app import AppState
from web_forms import first
from web_house import FORM, Oracle

JSON = "application/json"
RIGHT = 25  # requests, of which one is right
GIANT = ("9" * 40, str(2**63), str(2**31), "-1", "0", "1e999", "nan", "1_000", "٣", "0x10", " 7 ", "+5", "1.5")
TEXTS = (
    *("", "x", "<script>alert(1)</script>", "../../etc/passwd", "\0", "ü", "a" * 5000, "%00", "4;drop", "' or 1=1 --"),
    "{{7*7}}",
)
GAMES = ("tic_tac_toe", "connect_four", "nim", "pig", "trio", "chess", "./x.py", "openspiel:chess", "tic_tac_toe:width=9")
FIELDS = (
    *("move", "version", "ply", "from", "values", "seats", "player-0", "player-1", "games", "openings", "plies", "seed"),
    *("pace", "set-width", "depth-0", "seconds-0", "time", "open", "page", "turned", "seconds", "search", "depth", "nope"),
)
WORDS = (
    *("human", "level-3", "computer:level=2", "random", "clock", "on", "off", "exam", "auto", "2,2", "1,1", "4", "1"),
    "random",
)
ODD = (
    {"sec-fetch-site": "cross-site"},
    {"origin": "http://evil.example"},
    {"host": "evil.example"},
    {"cookie": "a=" + "b" * 9000},
    {"x-long": "y" * 50_000},
    {"kibitz-fragment": "<b>"},
    {"accept-encoding": "gzip"},
    {"authorization": "Bearer x"},
)


class Fuzz:
    """A source of requests; the same seed gives the same ones. `keys`: the tables that it knows of."""

    def __init__(self, app: Any, seed: int, keys: list[str]) -> None:
        self.random, self.keys = random.Random(seed), keys
        self.any = self.random.choice
        self.routes = [(route.path, sorted(route.methods)) for route in app.app.routes]

    def one(self) -> tuple[str, str, bytes, dict[str, str]]:
        """Method, address, body, headers."""
        path, methods = self.any(self.routes)
        method = self.any(methods if self.happens(0.9) else ["POST", "GET", "DELETE", "OPTIONS", "FROB"])
        parts = [self._place(part[1:-1].partition(":")[0]) if part.startswith("{") else part for part in path.split("/")]
        query = "" if self.happens(0.6) else f"?{self._form(self.random.randrange(1, 4))}"
        kind, body = self._body()
        headers = dict(OWN) if self.happens(0.8) else {"host": "localhost"}
        if kind:
            headers["content-type"] = kind
        if self.happens(0.1):
            headers |= self.any([*ODD, {"content-length": self.any(GIANT)}])
        if self.happens(0.2):
            headers["kibitz-fragment"] = self.any(["table", "thinking", "tree", "matches", "main"])
        return method, "/".join(parts) + query, body, headers

    def happens(self, share: float) -> bool:
        return self.random.random() < share

    def _place(self, name: str) -> str:
        if self.happens(0.2):
            return self.any([*GIANT, *TEXTS])[:2000].replace("?", "").replace("/", "%2f")
        return self.any({"key": [*self.keys, "0" * 32], "slug": GAMES}.get(name, ["0", "1", "2", "3"]))

    def _form(self, count: int) -> str:
        return urlencode([(self.any(FIELDS), self._text()) for _ in range(count)], errors="replace")

    def _body(self) -> tuple[str, bytes]:
        kind = self.random.random()
        if kind < 0.5:
            return FORM, self._form(100 if self.happens(0.02) else self.random.randrange(0, 6)).encode()
        if kind < 0.8:
            return JSON, json.dumps(self._json()).encode()
        if kind < 0.9:
            return self.any([FORM, JSON]), self.random.randbytes(self.random.randrange(200))
        odd = self.any(["", "text/plain", "multipart/form-data; boundary=x", FORM + "; charset=utf-16"])
        return odd, b"x" * self.any([0, 9, 70_000])

    def _json(self) -> Any:
        if self.happens(0.1):
            return self.any([None, 1, [], "x", [[[[]]]], {}])
        fields: dict[str, Callable[[], Any]] = {
            "moves": lambda: [self._text() for _ in range(self.random.randrange(4))],
            "parameters": lambda: {self.any(["width", "heaps", "players", "x"]): self._value()},
            "seats": lambda: [self.any(WORDS) for _ in range(2)],
            "players": lambda: [{"player": self.any(WORDS)} for _ in range(2)],
            "limit": lambda: {"depth": self._value()},
            "search": self._text,
        }
        fields |= dict.fromkeys(("move", "version", "games", "seconds"), self._value)
        game = {} if self.happens(0.4) else {"game": self.any(GAMES)}
        return game | {name: fields[name]() for name in self.random.sample(list(fields), self.random.randrange(5))}

    def _value(self) -> Any:
        return self.any([1, 2, 3, 0, -1, 10**30, 1.5, True, None, [1, 2], {"a": 1}, self._text()])

    def _text(self) -> str:
        return self.any([*GIANT, *TEXTS, *WORDS, *WORDS, str(self.random.randrange(6))])


async def fuzz(house: AppState, count: int, seed: int) -> Counter[int]:
    """How often each code came back. AssertionError for what must not be: a 500, a hang, a game that changed wrongly."""
    asker, tables = Asker(guarded(house), patience=10.0), []
    people = ["human", "human"]
    for game, seats in (
        ("tic_tac_toe", people),
        ("nim", ["human", "random"]),
        ("connect_four", people),
        ("tic_tac_toe", people),
    ):
        begun = await asker.send("/api/plays", {"game": game, "seats": seats, "seed": 1})
        tables.append(begun.json["key"])
    kept = tables.pop()  # of which nobody knows
    untouched, before = _whole(house, kept), {key: _whole(house, key) for key in tables}
    source, codes = Fuzz(asker.app, seed, tables), Counter[int]()
    for number in range(count):
        if number % RIGHT == 0:
            await _right(asker, house, tables[0])
            before = {key: _whole(house, key) for key in tables}
        method, address, body, headers = source.one()
        code = await _asked(asker, method, address, body, headers)
        codes[code] += 1
        assert code < 500 or code == 503, (seed, number, method, address[:200], body[:200], headers, code)
        for key in tables:
            after, meant = _whole(house, key), code < 400 and method == "POST" and key in address
            moved = key == tables[1] and after[2] > before[key][2] and after[1][: len(before[key][1])] == before[key][1]
            assert meant or moved or after == before[key], (seed, number, method, address, body, before[key], after)
            before[key] = after
        if source.happens(0.02):
            asker.cookies.clear()
    assert _whole(house, kept) == untouched
    return codes


async def _asked(asker: Asker, method: str, address: str, body: bytes, headers: dict[str, str]) -> int:
    """The code; a stream is left as soon as it has begun."""
    path, question, query = address.partition("?")
    if "/stream" in path:
        asker = Asker(_left_early(asker.app), asker.patience, asker.cookies)
    answer = await asker.ask(method, path + question + quote(query, safe="=&%+"), body, headers)
    assert "Traceback" not in answer.body.decode("utf-8", "replace")
    assert answer.headers["x-content-type-options"] == "nosniff"
    return answer.code


def _left_early(app: Any) -> Any:
    """An application whose visitor goes away after its first words."""

    async def leaving(scope: Any, receive: Any, send: Any) -> None:
        gone, asked = asyncio.Event(), iter([receive])

        async def heard_or_gone() -> Any:
            if (first_one := next(asked, None)) is not None:
                return await first_one()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def heard(message: Any) -> None:
            await send(message)
            gone.set()

        await app(scope, heard_or_gone, heard)

    return leaving


def _whole(house: AppState, key: str) -> tuple[str, tuple[str, ...], int]:
    kept = house.store.sitting(key)
    assert kept is not None
    return kept.ended, kept.moves, kept.version


async def _right(asker: Asker, house: AppState, key: str) -> None:
    """A right move, or one taken back after the end: it is done once, not when it is replayed, nor from another site."""
    play = (await asker.get(f"/api/plays/{key}")).json
    before, legal = _whole(house, key), play["state"]["legal"]
    is_over = play["ended"] or not legal
    what = {"version": play["version"]} | ({} if is_over else {"move": legal[0]})
    place = f"/api/plays/{key}/{'undo' if is_over else 'moves'}"
    foreign = {"host": "localhost", "sec-fetch-site": "cross-site", "content-type": JSON}
    assert (await asker.ask("POST", place, json.dumps(what).encode(), foreign)).code == 403
    assert _whole(house, key) == before
    assert (await asker.send(place, what)).code == 200
    after = _whole(house, key)
    assert after[2] == before[2] + 1
    assert is_over or after[1] == (*before[1], legal[0])
    assert (await asker.send(place, what)).code == 409
    assert _whole(house, key) == after


async def fuzz_in(folder: Path, count: int, seed: int) -> Counter[int]:
    """The same with a house of its own, whose pools answer at once."""
    full = Oracle(lambda do, args: Busy(3))
    with house_of([], folder / "games.db", Limits(), thinkers=Oracle(first), readers=full, series=full) as house:
        await house.open()
        try:
            return await fuzz(house, count, seed)
        finally:
            await house.close()


@pytest.mark.untraced
def test_requests_that_nobody_should_make_do_no_harm(tmp_path: Path) -> None:
    codes = asyncio.run(fuzz_in(tmp_path, 1000, seed=7))
    assert codes.total() == 1000
    assert {200, 303, 400, 403, 404, 405, 409, 413, 415, 422, 431} <= set(codes)  # it has met all that can be said


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        began = time.monotonic()
        found = asyncio.run(fuzz_in(Path(made), int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
        print(f"{sys.argv[1]} requests in {time.monotonic() - began:.1f} s: {dict(sorted(found.items()))}")
