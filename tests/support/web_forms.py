"""Games at tables that are begun by form, and an oracle's answer to whatever is asked there."""

from typing import Any

from kibitz.core.registry import load
from kibitz.position import Position
from web_house import Answer, Client


def first(do: str, args: dict[str, Any]) -> Answer:
    """The first legal move; of all moves, that the first wins in 7, and the others are guessed to be bad."""
    position = Position.after(load(args["game"]), args["moves"])
    names = [position.name(move) for move in position.legal()]
    win, guess = {"kind": "exact", "result": 1, "plies": 7}, {"kind": "estimate", "result": -0.5, "plies": None}
    moves = [{"move": name, "value": guess if number else win} for number, name in enumerate(names)]
    found = {"best": names[0] if names else None, "value": win, "line": names[:1], "moves": moves}
    return found | {"nodes": 5, "depth": 3, "nodes_per_second": 2e6, "stopped": "time", "informed": True}


def begin(page: Client, slug: str, **fields: str) -> str:
    """A new game; its address."""
    answer = page.post(f"/g/{slug}/play", data={"player-0": "human"} | fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])
