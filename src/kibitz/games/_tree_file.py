"""Reads a game tree from JSON or Python data and lays its nodes out in rows of numbers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import GameError
from kibitz.rules import CHANCE

SHIPPED = Path(__file__).parent / "trees"
MOST_BYTES, MOST_NODES, MOST_MOVES, MOST_PLAYERS = 20_000_000, 200_000, 63, 8
LARGEST = 1_000_000  # result, payoff or weight


@dataclass(frozen=True)
class Nodes:
    """A tree, node by node: node 0 is the root, and the children of a node follow each other."""

    players: tuple[str, ...]
    names: tuple[str, ...]  # the move that leads to the node; "" for the root
    first: tuple[int, ...]  # the number of the node's first child; 0 for a leaf
    count: tuple[int, ...]  # how many children it has
    turn: tuple[int, ...]  # the player to move, or CHANCE
    paid: tuple[float, ...]  # what the first player gets there, then the second, ...; 0 for a node that is no leaf
    weights: tuple[float, ...]  # how often chance takes the move that leads to the node; () in a tree without chance
    title: str = ""  # what the tree is


def shipped() -> tuple[str, ...]:
    """The names of the trees that kibitz ships."""
    return tuple(sorted(tree.stem for tree in SHIPPED.glob("*.json")))


def read(file: str) -> Nodes:
    """The tree of a file, given by its path or by the name of a tree that kibitz ships."""
    path = Path(file).expanduser() if file.endswith(".json") else SHIPPED / f"{file}.json"
    if not path.is_file():
        raise GameError(f"there is no game tree {file!r}: give a path that ends in .json, or one of {', '.join(shipped())}")
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
    if not isinstance(players, list) or not all(isinstance(name, str) and name and name.isprintable() for name in players):
        raise GameError(f'{source} must name its players: write "players": ["MAX", "MIN"]')
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise GameError(f"{source} has {len(players)} players: a game tree is for 1 to {MOST_PLAYERS}")
    ahead, parents, names = [(tree["tree"], 0)], [0], [""]
    first, count, turn = [], [], []
    paid, weights, nothing = list[float](), [0.0], [0] * len(players)
    for number, (node, mover) in enumerate(ahead):  # grows while we go: a node's children join at the end, all together
        try:
            moves = _moves(node)
            chance = _weights(node["chance"], moves) if moves and "chance" in node else []
            mover = _mover(node, mover, len(players))
            paid += nothing if moves else _payoffs(node, len(players))
            names += map(_name, moves)
        except ValueError as problem:
            raise GameError(f"{source}, {_path(number, parents, names)}: {problem}") from None
        first.append(len(ahead) if moves else 0)
        count.append(len(moves))
        turn.append(CHANCE if chance else mover)
        weights += chance or [0.0] * len(moves)
        after = mover if chance else (mover + 1) % len(players)  # the dice take nobody's turn
        ahead += [(child, after) for child in moves.values()]
        parents += [number] * len(moves)
        if len(ahead) > MOST_NODES:
            raise GameError(f"{source} is too large: a game tree has at most {MOST_NODES} nodes")
    dice = tuple(weights) if CHANCE in turn else ()
    return Nodes(tuple(players), tuple(names), tuple(first), tuple(count), tuple(turn), tuple(paid), dice, _title(tree))


def _title(tree: dict[str, Any]) -> str:
    """What the file says of itself, as a sentence."""
    title = tree.get("title", "")
    text = " ".join(title.split()) if isinstance(title, str) else ""
    return f"{text.rstrip('.')}." if text else ""


def _path(node: int, parents: Sequence[int], names: Sequence[str]) -> str:
    """The moves from the root to a node."""
    moves: list[str] = []
    while node:
        moves.insert(0, names[node])
        node = parents[node]
    return " ".join(moves) or "the root"


def _moves(node: Any) -> dict[str, Any]:
    """The children of a node; none when it is a leaf. ValueError says what is wrong with it, as all below do."""
    if isinstance(node, int):
        return {}
    if not isinstance(node, dict):
        raise ValueError('a node is a result such as 3, or {"moves": {...}}')
    kinds = [kind for kind in ("moves", "result", "payoffs") if kind in node]
    further = {"chance"} if kinds == ["moves"] and "chance" in node else {"player"}
    if len(kinds) != 1 or not set(node) <= {*kinds, *further}:
        raise ValueError(
            'a node has either "moves", "result" or "payoffs", and may have "player", or "chance" beside "moves", no more'
        )
    if "moves" not in node:
        return {}
    moves = node["moves"]
    if not isinstance(moves, dict) or not 1 <= len(moves) <= MOST_MOVES:
        raise ValueError(f'"moves" is an object of 1 to {MOST_MOVES} nodes by the names of the moves')
    return moves


def _weights(chance: Any, moves: dict[str, Any]) -> list[float]:
    """How often each of the moves comes, in their order."""
    if not isinstance(chance, dict) or chance.keys() != moves.keys():
        raise ValueError('"chance" gives each of the "moves" its weight, such as {"heads": 1, "tails": 1}')
    if not all(_is_number(weight) and 0 < weight <= LARGEST for weight in chance.values()):
        raise ValueError(f"a weight is a number above 0, at most {LARGEST}")
    return [float(chance[name]) for name in moves]


def _payoffs(leaf: Any, players: int) -> Sequence[float]:
    """What each player gets at a leaf."""
    if isinstance(leaf, dict) and "payoffs" in leaf:
        payoffs = leaf["payoffs"]
        if not isinstance(payoffs, list) or len(payoffs) != players:
            raise ValueError(f'"payoffs" is a list of {players} numbers, one for each player')
        if not all(_is_number(payoff) and abs(payoff) <= LARGEST for payoff in payoffs):
            raise ValueError(f"a payoff is a number from {-LARGEST} to {LARGEST}")
        return payoffs
    result = leaf["result"] if isinstance(leaf, dict) else leaf
    if players != 2:
        raise ValueError('a result is for two players: write "payoffs", one for each player')
    if not isinstance(result, int) or isinstance(result, bool) or abs(result) > LARGEST:
        raise ValueError(f"a result is a whole number for the first player, from {-LARGEST} to {LARGEST}")
    return result, -result


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _mover(node: Any, mover: int, players: int) -> int:
    player = node.get("player", mover) if isinstance(node, dict) else mover
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < players:
        raise ValueError(f'"player" is 0 for the first player, or a number up to {players - 1}')
    return player


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
