"""An explicit game tree, read from a small JSON file:

    {
      "title": "what it is",
      "players": ["MAX", "MIN"],
      "tree": {"moves": {"left": {"moves": {"up": 3, "down": {"payoffs": [-1, 1]}}},
                         "right": {"player": 0, "moves": {"again": {"result": 5}}},
                         "toss": {"chance": {"heads": 1, "tails": 1}, "moves": {"heads": 4, "tails": -2}}}}
    }

A node has `moves`, by their names, or it is a leaf: `payoffs`, one for each player, or between two players also a
`result` for the first, the second having minus that (short: just the number). `player` is an index into `players`, of
which there are 1 to 8: the player to move; where it is left out the turn passes on, and the first player begins. Where dice or
cards decide, `chance` gives each move its weight, in any unit; the player who would have moved there moves next. `title` and
`players` may be left out.
"""

import itertools
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.core import layout
from kibitz.core.data import Floats, Ints
from kibitz.core.rules import CHANCE, Game
from kibitz.core.scene import Action, Cell, Piece, Scene
from kibitz.errors import GameError

# Reads a game tree from JSON or Python data and lays its nodes out in rows of numbers.

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
    paid: tuple[float, ...]  # what the first player gets there, then the second, ...; 0 for a node that is not a leaf
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
        raise GameError(f'{source} is not a game tree: write {{"players": [...], "tree": {{"moves": {{...}}}}}}')
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
    """The file's own description, as a sentence."""
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
    """The payoffs of the players at a leaf."""
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


MOST_DRAWN = 60
TIER = 1.7  # from a node down to those below it, on a picture, in widths of a node
LONGEST_DRAWN = 11  # characters of the numbers at a leaf


class State(NamedTuple):
    """Where we are."""

    node: int  # 0 is the root; the children of a node follow each other


@dataclass(frozen=True)
class Tree(Game):
    """Go from the root of a game tree to a leaf, where it stands what each player gets; the nodes say whose turn it is.

    Parameter: `file` is a path that ends in .json, or the name of a tree that comes with kibitz, such as two_ply.
    """

    file: str = field(default="two_ply", metadata={"choices": shipped()})  # a page offers these, and no others
    players: int = field(init=False, repr=False)  # type: ignore[misc]  # most games have it for the whole class
    first: Ints = field(init=False, repr=False)  # of each node: its first child
    count: Ints = field(init=False, repr=False)  # how many children
    turn: Ints = field(init=False, repr=False)  # whose turn
    paid: Ints | Floats = field(init=False, repr=False)  # what each player gets there, one node after the other
    weights: Floats = field(init=False, repr=False)  # how often chance goes there; nothing in a tree without chance
    letters: Ints = field(init=False, repr=False)  # the players' names, then the nodes', each ended by a 0

    def __post_init__(self) -> None:
        self._hold(read(self.file))

    @classmethod
    def from_nested(cls, tree: dict[str, Any]) -> "Tree":
        """A tree from Python data of the same form as a file; it has no spec. Raises GameError as for a file."""
        game = object.__new__(cls)
        object.__setattr__(game, "file", "")
        game._hold(lay_out(tree, "the tree"))
        return game

    def _hold(self, nodes: Nodes) -> None:
        text = "".join(f"{name}\0" for name in nodes.players + nodes.names)
        whole = all(isinstance(payoff, int) for payoff in nodes.paid)
        held = {
            "players": len(nodes.players),
            "first": Ints(nodes.first),
            "count": Ints(nodes.count),
            "turn": Ints(nodes.turn),
            "paid": Ints(map(int, nodes.paid)) if whole else Floats(map(float, nodes.paid)),
            "weights": Floats(nodes.weights),
            "letters": Ints(map(ord, text)),
        }
        object.__setattr__(self, "own_title", nodes.title)  # what this very tree is, for a page; no field, for rules do not ask
        for name, value in held.items():
            object.__setattr__(self, name, value)

    @cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # most games have it for the whole class
        """A tree has results where two play for whole numbers that add up to 0 at each leaf, else payoffs; few have chances."""
        zero_sum = self.players == 2 and isinstance(self.paid, Ints) and not any(map(sum, self.payoffs_of_all()))
        left_out = {"payoffs", "payoff_limits"} if zero_sum else {"result", "best_result"}
        return frozenset(left_out if self.weights else left_out | {"chances"})

    @property
    def move_limit(self) -> int:  # type: ignore[override]  # the same for all states of one game
        return max(self.count)

    def start(self) -> State:
        return State(0)

    def to_move(self, state: State) -> int:
        return self.turn[state.node]

    def moves(self, state: State) -> Iterable[int]:
        return range(self.count[state.node])

    def play(self, state: State, child: int) -> State:
        return State(self.first[state.node] + child)

    def is_over(self, state: State) -> bool:
        return self.count[state.node] == 0

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        for child in range(self.count[state.node]):
            yield child, self.weights[self.first[state.node] + child]

    def result(self, state: State) -> int:
        """The result at the leaf for the side to move."""
        return int(self.paid[2 * state.node + self.turn[state.node]])

    def payoffs(self, state: State) -> Iterable[float]:
        """The payoffs at the leaf."""
        for player in range(self.players):
            yield self.paid[self.players * state.node + player]

    def best_result(self) -> int:
        """The largest number at a leaf, be it the first player's or the second's."""
        return int(max(map(abs, self.paid)))

    def payoff_limits(self) -> tuple[int, int]:
        """The smallest number at a leaf, and the largest sum of one."""
        return math.floor(min(map(min, self.payoffs_of_all()))), math.ceil(max(map(sum, self.payoffs_of_all())))

    def payoffs_of_all(self) -> Iterable[tuple[float, ...]]:
        """The payoffs of the players, leaf by leaf."""
        return (self.payoffs_at(node) for node, count in enumerate(self.count) if count == 0)

    def payoffs_at(self, node: int) -> tuple[float, ...]:
        """The payoffs of the players at a leaf."""
        return self.paid[self.players * node : self.players * (node + 1)]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, and then the move that leads to each node; nothing for the root."""
        return tuple("".join(map(chr, self.letters)).split("\0")[:-1])

    def player_names(self) -> tuple[str, ...]:
        """The names of the players in the file."""
        return self.names[: self.players]

    grid = layout.board("places", kinds="signs", words="names", joins="branches")

    def spells(self, state: State, child: int) -> Iterable[int]:
        """The name the file gives the move."""
        yield -1 - self.players - self.first[state.node] - child

    def from_to(self, state: State, child: int) -> tuple[int, int]:
        """The node that the move leads to."""
        node = self.first[state.node] + child
        return node, node

    def stands(self, state: State, place: int) -> int:
        """A sign of its own at every node below here: the player to move, a question mark for chance, payoffs at the leaves."""
        node, steps = place, 0
        while node > state.node and steps < len(self.first):
            above = node - 1
            while above > 0 and not self.first[above] <= node < self.first[above] + self.count[above]:
                above -= 1
            node, steps = above, steps + 1
        return place + 1 if node == state.node else 0

    def show(self, state: State) -> str:
        """The tree below here, one node a line, each ply further in; of a large tree only the next moves."""
        nodes = self.below(state.node)
        lines = [f"{'  ' * depth}{self.label(node, above)}{self.caption(node)}" for node, depth, above in nodes]
        return "\n".join(line.ljust(max(map(len, lines))) for line in lines)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The nodes: leaves side by side, a node above the middle of its children."""
        depth, x = {0: 0}, dict[int, float]()
        for node in range(len(self.first)):
            depth |= dict.fromkeys(self.children(node), depth[node] + 1)
        leaves, ahead = itertools.count(), [0]
        order = list[int]()
        while ahead:
            order.append(ahead.pop())
            ahead += reversed(self.children(order[-1]))
        for node in reversed(order):
            children = [x[child] for child in self.children(node)]
            x[node] = (children[0] + children[-1]) / 2 if children else -float(next(leaves))
        left = min(x.values())
        return tuple(Cell(str(node), x[node] - left, depth[node], "round") for node in range(len(self.first)))

    @cached_property
    def branches(self) -> tuple[tuple[str, str], ...]:
        """The lines from each node to its children."""
        return tuple((str(node), str(child)) for node in range(len(self.first)) for child in self.children(node))

    @cached_property
    def signs(self) -> tuple[Piece, ...]:
        """The sign of each node."""
        return tuple(map(self.piece, range(len(self.first))))

    def scene(self, state: State) -> Scene:
        """The tree below here: the player to move at each node, a question mark for chance, and the payoffs at the leaves."""
        nodes = self.below(state.node)
        x: dict[int, float] = {}
        leaves = itertools.count()
        for node, _, _ in reversed(nodes):  # leaves side by side, from the right; a node above the middle of its children
            children = [x[child] for child in self.children(node) if child in x]
            x[node] = (children[0] + children[-1]) / 2 if children else -float(next(leaves))
        left = min(x.values())
        return Scene(
            cells=tuple(Cell(str(node), x[node] - left, TIER * depth, "round") for node, depth, _ in nodes),
            pieces={str(node): self.piece(node) for node, _, _ in nodes},
            actions=tuple(Action(i, self.move_name(state, i), str(child)) for i, child in enumerate(self.children(state.node))),
            lines=tuple((str(above), str(node)) for node, _, above in nodes if node != above),
        )

    def children(self, node: int) -> range:
        """The nodes that its moves lead to."""
        return range(self.first[node], self.first[node] + self.count[node])

    def below(self, root: int) -> list[tuple[int, int, int]]:
        """The nodes to draw, how deep each lies and below which: all from `root` on, or its children if that is too much."""
        found, ahead = [], [(root, 0, root)]
        while ahead:
            node, depth, above = ahead.pop()
            found.append((node, depth, above))
            ahead += [(child, depth + 1, node) for child in reversed(self.children(node))]
            if len(found) > MOST_DRAWN:
                return [(root, 0, root)] + [(child, 1, root) for child in self.children(root)]
        return found

    def label(self, node: int, above: int) -> str:
        """The move from the node above, and how probable it is where chance decides; nothing for the root."""
        if node == above:
            return ""
        name = self.names[self.players + node]
        if self.turn[above] != CHANCE:
            return f"{name} "
        share = self.weights[node] / sum(self.weights[child] for child in self.children(above))
        return f"{name} {100 * share:.3g}% "

    def caption(self, node: int) -> str:
        """The player to move at a node, or the values of a leaf."""
        if self.count[node] == 0:
            return self.numbers(node) if "payoffs" in self.leaves_out else f"({self.numbers(node)})"
        return "chance" if self.turn[node] == CHANCE else self.names[self.turn[node]]

    def numbers(self, leaf: int) -> str:
        """The result for the first player, or what each gets."""
        payoffs = self.payoffs_at(leaf)
        return ",".join(f"{payoff:.7g}" for payoff in (payoffs[:1] if "payoffs" in self.leaves_out else payoffs))

    def piece(self, node: int) -> Piece:
        """The sign of a node in the picture; triangles up and down for two players, short names or numbers for more."""
        turn = self.turn[node]
        if self.count[node] == 0:
            return Piece(self.numbers(node) if len(self.numbers(node)) <= LONGEST_DRAWN else "..")
        if turn == CHANCE:
            return Piece("?")
        if self.players == 2:
            return Piece("\u25b2\u25bc"[turn], turn)
        return Piece(self.names[turn] if len(self.names[turn]) <= 2 else str(turn + 1), turn)
