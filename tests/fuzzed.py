"""Requests that nobody should make, by the thousand, against all routes of the page, and what must hold whatever they are.

`python tests/fuzzed.py 10000 [SEED]` asks so many and says what came back.
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

from asked import OWN, Asker, guarded, house_of
from kibitz.web.app import AppState
from kibitz.web.limits import Limits
from quick_pool import QuickPool

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
RIGHT = 25  # requests, of which one is right
GIANT = ("9" * 40, str(2**63), str(2**31), "-1", "0", "1e999", "nan", "1_000", "٣", "0x10", " 7 ", "+5", "1.5")
TEXTS = (
    "",
    "x",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "\0",
    "ü",
    "a" * 5000,
    "%00",
    "4;drop",
    "' or 1=1 --",
    "{{7*7}}",
)
GAMES = ("tic_tac_toe", "connect_four", "nim", "pig", "trio", "chess", "./x.py", "openspiel:chess", "tic_tac_toe:width=9")
FIELDS = (
    *(
        "move",
        "version",
        "ply",
        "from",
        "values",
        "seats",
        "player-0",
        "player-1",
        "games",
        "openings",
        "plies",
        "seed",
    ),
    *("pace", "set-width", "depth-0", "seconds-0", "time", "open", "page", "turned", "seconds", "search", "depth", "nope"),
)
WORDS = (
    "human",
    "level-3",
    "computer:level=2",
    "random",
    "clock",
    "on",
    "off",
    "exam",
    "auto",
    "random",
    "2,2",
    "1,1",
    "4",
    "1",
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
        self.random = random.Random(seed)
        inner = app.app
        self.routes = [(route.path, sorted(route.methods)) for route in inner.routes]
        self.keys = keys

    def one(self) -> tuple[str, str, bytes, dict[str, str]]:
        """Method, address, body, headers."""
        path, methods = self.random.choice(self.routes)
        method = self.random.choice(methods if self._is(0.9) else ["POST", "GET", "DELETE", "OPTIONS", "FROB"])
        address = self._address(path) + self._query()
        kind, body = self._body()
        headers = dict(OWN) if self._is(0.8) else {"host": "localhost"}
        if kind:
            headers["content-type"] = kind
        if self._is(0.1):
            headers |= self.random.choice([*ODD, {"content-length": self.random.choice(GIANT)}])
        if self._is(0.2):
            headers["kibitz-fragment"] = self.random.choice(["table", "thinking", "tree", "matches", "main"])
        return method, address, body, headers

    def _address(self, path: str) -> str:
        parts = []
        for part in path.split("/"):
            if part.startswith("{"):
                name = part[1:-1].partition(":")[0]
                part = self._place(name)
            parts.append(part)
        return "/".join(parts)

    def _place(self, name: str) -> str:
        if self._is(0.2):
            return self.random.choice([*GIANT, *TEXTS])[:2000].replace("?", "").replace("/", "%2f")
        if name == "key":
            return self.random.choice([*self.keys, "0" * 32])
        if name == "slug":
            return self.random.choice(GAMES)
        if name == "action":
            return self.random.choice(["move", "undo", "resign", "hint", "stop", "again", "values", "retry"])
        return self.random.choice(["0", "1", "2", "3"])

    def _query(self) -> str:
        if self._is(0.6):
            return ""
        return "?" + urlencode(
            [(self.random.choice(FIELDS), self._text()) for _ in range(self.random.randrange(1, 4))], errors="replace"
        )

    def _body(self) -> tuple[str, bytes]:
        kind = self.random.random()
        if kind < 0.5:
            many = 100 if self._is(0.02) else self.random.randrange(0, 6)
            return FORM, urlencode([(self.random.choice(FIELDS), self._text()) for _ in range(many)], errors="replace").encode()
        if kind < 0.8:
            return JSON, json.dumps(self._json()).encode()
        if kind < 0.9:
            return self.random.choice([FORM, JSON]), self.random.randbytes(self.random.randrange(200))
        return self.random.choice(
            ["", "text/plain", "multipart/form-data; boundary=x", FORM + "; charset=utf-16"]
        ), b"x" * self.random.choice([0, 9, 70_000])

    def _json(self) -> Any:
        if self._is(0.1):
            return self.random.choice([None, 1, [], "x", [[[[]]]], {}])
        said: dict[str, Any] = {"game": self.random.choice(GAMES)}
        other: dict[str, Callable[[], Any]] = {
            "moves": lambda: [self._text() for _ in range(self.random.randrange(4))],
            "parameters": lambda: {self.random.choice(["width", "heaps", "players", "x"]): self._value()},
            "seats": lambda: [self.random.choice(WORDS) for _ in range(2)],
            "players": lambda: [{"player": self.random.choice(WORDS)} for _ in range(2)],
            "move": self._value,
            "version": self._value,
            "limit": lambda: {"depth": self._value()},
            "search": self._text,
            "games": self._value,
            "seconds": self._value,
        }
        for name in self.random.sample(list(other), self.random.randrange(5)):
            said[name] = other[name]()
        if self._is(0.4):
            said.pop("game")
        return said

    def _value(self) -> Any:
        return self.random.choice([1, 2, 3, 0, -1, 10**30, 1.5, True, None, [1, 2], {"a": 1}, self._text()])

    def _text(self) -> str:
        return self.random.choice([*GIANT, *TEXTS, *WORDS, *WORDS, str(self.random.randrange(6))])

    def _is(self, share: float) -> bool:
        return self.random.random() < share


async def fuzz(house: AppState, count: int, seed: int) -> Counter[int]:
    """How often each code came back. AssertionError for what must not be: a 500, a hang, a game that changed wrongly."""
    app = guarded(house)
    await house.open()
    try:
        asker = Asker(app, patience=10.0)
        tables = []
        for game, seats in (
            ("tic_tac_toe", ["human", "human"]),
            ("nim", ["human", "random"]),
            ("connect_four", ["human", "human"]),
        ):
            begun = await asker.send("/api/plays", {"game": game, "seats": seats, "seed": 1})
            tables.append(begun.json["key"])
        kept = (await asker.send("/api/plays", {"game": "tic_tac_toe", "seats": ["human", "human"], "seed": 1})).json["key"]
        untouched = _whole(house, kept)
        source, codes = Fuzz(app, seed, tables), Counter[int]()
        before = {key: _whole(house, key) for key in tables}
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
            if source.random.random() < 0.02:
                asker.cookies.clear()
        assert _whole(house, kept) == untouched
        return codes
    finally:
        await house.close()


async def _asked(asker: Asker, method: str, address: str, body: bytes, headers: dict[str, str]) -> int:
    """The code; a stream is left as soon as it has begun."""
    if "/stream" in address.partition("?")[0]:
        asker = _Leaving(asker.app, asker.patience, asker.cookies)
    path, question, query = address.partition("?")
    answer = await asker.ask(method, path + question + quote(query, safe="=&%+"), body, headers)
    assert "Traceback" not in answer.body.decode("utf-8", "replace")
    assert answer.headers["x-content-type-options"] == "nosniff"
    return answer.code


class _Leaving(Asker):
    """Goes away after the first words."""

    async def _exchange(self, scope: dict[str, Any], body: Any) -> Any:
        app, gone = self.app, asyncio.Event()

        async def leaving(scope: Any, receive: Any, send: Any) -> None:
            said = False

            async def gone_or_not() -> Any:
                nonlocal said
                if not said:
                    said = True
                    return await receive()
                await gone.wait()
                return {"type": "http.disconnect"}

            async def heard(message: Any) -> None:
                await send(message)
                gone.set()

            await app(scope, gone_or_not, heard)

        self.app = leaving
        return await super()._exchange(scope, body)


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


def main(count: int, seed: int) -> None:
    """Asks, and says what came back."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        codes = asyncio.run(fuzz_in(Path(folder), count, seed))
        print(f"{count} requests in {time.monotonic() - began:.1f} s: {dict(sorted(codes.items()))}")


async def fuzz_in(folder: Path, count: int, seed: int) -> Counter[int]:
    """The same with a house of its own, whose pools answer at once."""
    pools: Any = {"thinkers": QuickPool(), "readers": QuickPool(is_full=True), "series": QuickPool(is_full=True)}
    with house_of([], folder / "games.db", Limits(), **pools) as house:
        return await fuzz(house, count, seed)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
