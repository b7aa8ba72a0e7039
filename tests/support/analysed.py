"""What tests of positions by their addresses stand on: games that are served, and what a worker would say of a position."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from kibitz.core import registry
from kibitz.position import Position
from kibitz.table.limits import Limits
from kibitz.table.served_games import Catalog
from kibitz.web.addresses import ShownLine
from web_house import Answer, Reply

HEX = str(Path(__file__).parents[2] / "examples" / "hex.py")
LIMITS = Limits()
CATALOG = Catalog.of([HEX])
WIN = {"kind": "exact", "result": 1, "plies": 7}
GUESS = {"kind": "estimate", "result": -0.5, "plies": None}
FEN = "8/8/8/8/8/4k3/8/4K2R_w_-_-_0_1"


def told(do: str, args: dict[str, Any]) -> Answer:
    """What a worker would say: the first move wins, the others are guessed."""
    position = Position.after(registry.load(args["game"]), args["moves"])
    names = [position.name(move) for move in position.legal()]
    moves = [{"move": name, "value": GUESS if number else WIN, "line": [name]} for number, name in enumerate(names)]
    return answer(moves, to_move=max(position.to_move, 0))


def answer(moves: list[dict[str, Any]], **others: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "to_move": 0,
        "value": moves[0]["value"],
        "best": moves[0]["move"],
        "line": moves[0]["line"],
        "moves": moves,
        "depth": 5,
        "stopped": "time",
        "informed": True,
    }
    return usual | others


def rated(**results: float) -> list[dict[str, Any]]:
    """Moves with the values that are guessed of them; a whole number is proved."""
    values = {
        name: {"kind": "exact" if result == int(result) else "estimate", "result": result, "plies": None}
        for name, result in results.items()
    }
    return [{"move": name, "value": value, "line": [name]} for name, value in values.items()]


def read(slug: str, query: str) -> ShownLine:
    return ShownLine.read(CATALOG[slug], dict(parse_qsl(query.removeprefix("?"))), LIMITS)


def said(reply: Reply) -> str:
    """The sentence of a page that refuses."""
    found = re.search(r'class="wrong"[^>]*>([^<]*)', reply.text)
    assert found, reply.text
    return unescape(found[1])
