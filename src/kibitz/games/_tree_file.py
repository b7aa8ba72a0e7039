"""Reads a game tree from JSON or Python data and lays its nodes out in rows of numbers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import GameError

SHIPPED = Path(__file__).parent / "trees"
MOST_BYTES, MOST_NODES, MOST_MOVES, LARGEST_RESULT = 20_000_000, 200_000, 63, 1_000_000


@dataclass(frozen=True)
class Nodes:
    """A tree, node by node: node 0 is the root, and the children of a node follow each other."""

    players: tuple[str, str]
    names: tuple[str, ...]  # the move that leads to the node; "" for the root
    first: tuple[int, ...]  # the number of the node's first child; 0 for a leaf
    count: tuple[int, ...]  # how many children it has
    turn: tuple[int, ...]  # the player to move, 0 or 1
    results: tuple[int, ...]  # for the first player; 0 for a node that is no leaf


def read(file: str) -> Nodes:
    """The tree of a file, given by its path or by the name of a tree that kibitz ships."""
    path = Path(file).expanduser() if file.endswith(".json") else SHIPPED / f"{file}.json"
    if not path.is_file():
        known = ", ".join(sorted(tree.stem for tree in SHIPPED.glob("*.json")))
        raise GameError(f"there is no game tree {file!r}: give a path that ends in .json, or one of {known}")
    if path.stat().st_size > MOST_BYTES:
        raise GameError(f"{file} is too large: a game tree takes at most {MOST_BYTES // 1_000_000} MB")
    try:
        return lay_out(json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once_each), file)
    except RecursionError:
        raise GameError(f"{file} is nested too deeply to be read: give the tree fewer plies") from None
    except ValueError as problem:
        raise GameError(f"{file} is not JSON: {problem}") from None
    except OSError as problem:
        raise GameError(f"{file} cannot be read: {problem.strerror}") from None


def lay_out(tree: Any, source: str) -> Nodes:
    """The nodes of a tree given as nested Python data; `source` names it in errors."""
    if not isinstance(tree, dict) or "tree" not in tree:
        raise GameError(f'{source} is no game tree: write {{"players": [...], "tree": {{"moves": {{...}}}}}}')
    players = tree.get("players", ["first", "second"])
    if not isinstance(players, list) or not all(isinstance(name, str) and name for name in players):
        raise GameError(f'{source} must name its players: write "players": ["MAX", "MIN"]')
    if len(players) != 2:
        raise GameError(f"{source} has {len(players)} players: only trees of two players can be played yet")
    ahead, parents, names = [(tree["tree"], 0)], [0], [""]
    first, count, turn, results = [], [], [], []
    for number, (node, mover) in enumerate(ahead):  # grows while we go: a node's children join at the end, all together
        try:
            moves, result = _parts(node)
            mover = _mover(node, mover)
            names += map(_name, moves)
        except ValueError as problem:
            raise GameError(f"{source}, {_path(number, parents, names)}: {problem}") from None
        first.append(len(ahead) if moves else 0)
        count.append(len(moves))
        turn.append(mover)
        results.append(result)
        ahead += [(child, 1 - mover) for child in moves.values()]
        parents += [number] * len(moves)
        if len(ahead) > MOST_NODES:
            raise GameError(f"{source} is too large: a game tree has at most {MOST_NODES} nodes")
    return Nodes((players[0], players[1]), tuple(names), tuple(first), tuple(count), tuple(turn), tuple(results))


def _path(node: int, parents: Sequence[int], names: Sequence[str]) -> str:
    """The moves from the root to a node."""
    moves: list[str] = []
    while node:
        moves.insert(0, names[node])
        node = parents[node]
    return " ".join(moves) or "the root"


def _parts(node: Any) -> tuple[dict[str, Any], int]:
    """The children of a node, or its result when it has none. ValueError says what is wrong with it, as all below do."""
    if isinstance(node, int):
        return {}, _result(node)
    if not isinstance(node, dict):
        raise ValueError('a node is a result such as 3, or {"moves": {...}}')
    if "chance" in node:
        raise ValueError("a node where dice or cards decide cannot be played yet")
    kinds = [kind for kind in ("moves", "result", "payoffs") if kind in node]
    if len(kinds) != 1 or not set(node) <= {*kinds, "player"}:
        raise ValueError('a node has either "moves", "result" or "payoffs", and may have "player", nothing else')
    if "moves" not in node:
        return {}, _result(node["result"]) if "result" in node else _payoff(node["payoffs"])
    moves = node["moves"]
    if not isinstance(moves, dict) or not 1 <= len(moves) <= MOST_MOVES:
        raise ValueError(f'"moves" is an object of 1 to {MOST_MOVES} nodes by the names of the moves')
    return moves, 0


def _result(result: Any) -> int:
    if not isinstance(result, int) or isinstance(result, bool) or abs(result) > LARGEST_RESULT:
        raise ValueError(f"a result is a whole number for the first player, from {-LARGEST_RESULT} to {LARGEST_RESULT}")
    return result


def _payoff(payoffs: Any) -> int:
    if not isinstance(payoffs, list) or len(payoffs) != 2 or _result(payoffs[0]) + _result(payoffs[1]):
        raise ValueError("only payoffs of two players that add up to 0 can be played yet, such as [3, -3]")
    return _result(payoffs[0])


def _mover(node: Any, mover: int) -> int:
    player = node.get("player", mover) if isinstance(node, dict) else mover
    if isinstance(player, bool) or player not in (0, 1):
        raise ValueError('"player" is 0 for the first player or 1 for the second')
    return int(player)


def _name(name: Any) -> str:
    if not isinstance(name, str) or not name or ";" in name or " " in name or not name.isprintable():
        raise ValueError(f"a move has a name without spaces and semicolons, not {name!r}")
    return name


def _once_each(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; where a name stands twice, JSON would silently forget the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise GameError(f"the game tree names {twice!r} twice in one place: give each move a name of its own")
    return found
