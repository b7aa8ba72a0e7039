"""Node-for-node agreement of a student's minimax or alpha-beta with the book's: the child process that runs it.

`python -m kibitz.grading.agreement FILE FUNCTION GAME SEED` reads a key from standard input, and writes one line that begins
with it: so nothing that the function prints counts as its grade.
"""

import contextlib
import inspect
import io
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kibitz.core.registry import file_module, load
from kibitz.core.rules import Game
from kibitz.explain.tree.tree import Tree, tree
from kibitz.position import Position
from kibitz.runtime.user_code import describe_error

NODES = 3_000  # of the largest tree that is compared
TREES = 5  # that are compared
BOOK = ("minimax", "alphabeta")  # the functions, named like the searches that they are compared with
SEEN = "seen"  # the list in which a function may note the states that it looks at


class Watched:
    """A game that notes which states it is asked about: whether the game is over there."""

    def __init__(self, game: Game) -> None:
        self._game, self.visits = game, list[Any]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def is_over(self, state: Any) -> bool:
        """The rules' answer; the state is noted unless it was the last one asked about."""
        if not self.visits or self.visits[-1] is not state:
            self.visits.append(state)
        return bool(self._game.is_over(state))


def compare(module: Any, name: str, game: Game, seed: int) -> dict[str, Any]:
    """How far a function agrees with the book on some positions: the `nodes` compared, or `wrong`, the first difference."""
    function: Callable[..., Any] = getattr(module, name)
    nodes = 0
    for position, book in _trees(game, name, seed):
        value, seen = _run(module, function, position)
        wanted = [node.state for node in book]
        where = f"after {' '.join(position.names())}" if position.moves else "from the start"
        for number, (theirs, ours) in enumerate(zip(seen, wanted, strict=False), 1):
            if theirs != ours:
                path = _path(book, number - 1)
                return {"wrong": f"{where}, node {number}: the book looks at {path}, and {name} at {_place_in(book, theirs)}"}
        if len(seen) != len(wanted):
            return {"wrong": f"{where}: the book looks at {len(wanted):,} nodes, and {name} at {len(seen):,}"}
        worth = book.root.worth
        if worth is None or value != worth.result:
            return {"wrong": f"{where}: the value is {worth and worth.result}, and {name} returns {value!r}"}
        nodes += len(wanted)
    return {"nodes": nodes}


def _run(module: Any, function: Callable[..., Any], position: Position) -> tuple[Any, list[Any]]:
    """The value that a function returns, and the states that it has looked at in turn."""
    watched, noted = Watched(position.game), getattr(module, SEEN, None)
    if isinstance(noted, list):
        noted.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        value = function(watched, position.state)
    return value, list(noted) if isinstance(noted, list) and noted else watched.visits


def _trees(game: Game, search: str, seed: int) -> Iterator[tuple[Position, Tree]]:
    """Positions near the ends of random games, and the book's trees of them."""
    dice = random.Random(seed)
    for _ in range(TREES):
        position, path = Position(game), list[Position]()
        while not position.is_over:
            path.append(position)
            position = position.play(dice.choice(position.legal()))
        found: tuple[Position, Tree] | None = None
        for here in reversed(path):
            book = tree(here, search=search)
            if len(book) > NODES:
                break
            found = here, book
        if found is not None:
            yield found


def _path(book: Tree, number: int) -> str:
    names, node = list[str](), list(book)[number]
    while node.parent is not None:
        names.append(node.name)
        node = node.parent
    return " ".join(reversed(names)) or "the root"


def _place_in(book: Tree, state: Any) -> str:
    """Where a state is in the book's tree."""
    number = next((number for number, node in enumerate(book) if node.state == state), None)
    return "a position that the book leaves out" if number is None else _path(book, number)


def answer(file: str, name: str, spec: str, seed: int) -> dict[str, Any]:
    """The agreement of the function `name` in a file; {} if there is none. Whatever goes wrong in the file is `wrong`."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            module = file_module(Path(file))
        if not inspect.isfunction(getattr(module, name, None)):
            return {}
        return compare(module, name, load(spec), seed)
    except RecursionError:
        return {"wrong": f"{name} calls itself without end"}
    except Exception as problem:
        return {"wrong": describe_error(problem)}


if __name__ == "__main__":
    KEY, OUT = sys.stdin.readline().strip(), os.dup(1)
    FOUND = answer(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
    os.write(OUT, f"\n{KEY} {json.dumps(FOUND)}\n".encode())
