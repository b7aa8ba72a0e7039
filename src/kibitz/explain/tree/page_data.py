"""The data of a tree's page: columns with one place per shown node, in the order the search entered them.

What the script can compute from other columns is left out: children, times of entering and leaving, alpha and beta.
"""

import re
import string
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from kibitz.core.rules import Game
from kibitz.core.scene import Look, Piece, Scene, Shape
from kibitz.drawing.board import UNIT
from kibitz.drawing.forms import FORMS
from kibitz.drawing.pen import Pen
from kibitz.drawing.plate import Plate
from kibitz.drawing.text import clean, draw
from kibitz.explain.tree import words
from kibitz.explain.tree.node import LEAVES, Node
from kibitz.explain.tree.node_worth import NodeWorth, Says
from kibitz.explain.tree.playout_node import PlayoutNode
from kibitz.explain.tree.playout_steps import steps_of
from kibitz.explain.tree.searched_tree import learned_source
from kibitz.explain.tree.sentences import reason_of
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.style import FOLDER
from kibitz.games.textbook.tree import Tree as DrawnTree
from kibitz.search.parts.trace_format import REASONS

# Positions are stored as the empty board and each piece once, then one character per cell for each node.

EMPTY = "0"
PLAIN = string.digits[1:] + string.ascii_letters  # for the pieces, in the order in which they come up
FURTHER = 0x100  # where the alphabets go on


class IndexedSet:
    """Repeated values, each stored once."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def place(self, thing: Any) -> int:
        """The index of a value, added if it is new."""
        return self._places.setdefault(thing, len(self._places))

    @property
    def all(self) -> list[Any]:
        """The values in the order of their indices."""
        return list(self._places)


class Boards:
    """Board scenes of the nodes, stored as differences; text where the game has no scene."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._grounds, self._pieces = IndexedSet(), IndexedSet()
        self._ground_pictures: list[tuple[Any, str]] = []  # for each ground: its cells in pixels, and the empty board
        self._looks: list[Look] = []  # of the grounds
        self._positions: list[str] = []
        self._others: dict[int, int] = {}  # node: its ground, if it is not the first
        self._marked: dict[int, list[int]] = {}
        self._last: dict[int, int] = {}
        self._cells: dict[int, dict[int, str | None]] = {}  # node: in which cells its moves are made

    def add(self, node: Node) -> None:
        """Add the position of the next node."""
        scene, here = self._game.scene(node.state), len(self._positions)
        if scene is not None and not node.by_chance:  # a throw of the dice leaves the mark where it is
            self._cells[node.index] = {action.move: action.cell for action in scene.actions}
        if scene is None or not scene.cells:
            self._positions.append(draw(self._game, node.state))
            self._others[here] = -1
            return
        ground = self._grounds.place((scene.cells, scene.columns, scene.rows, scene.look))
        if ground == len(self._ground_pictures):
            self._ground_pictures.append(_draw_ground(scene))
            self._looks.append(scene.look)
        if ground:
            self._others[here] = ground
        places = {cell.name: number for number, cell in enumerate(scene.cells)}
        letters = [EMPTY] * len(places)
        for cell, piece in scene.pieces.items():
            at = scene.cells[places[cell]]
            letters[places[cell]] = _letter(self._pieces.place((piece, at.shape, at.size)))
        self._positions.append("".join(letters))
        if scene.marked:
            self._marked[here] = [places[cell] for cell in scene.marked if cell in places]
        if node.parent is not None and node.move is not None:
            last = self._cells.get(node.parent.index, {}).get(node.move)
            if last in places:
                self._last[here] = places[last]

    def columns(self) -> dict[str, Any]:
        """The columns for the page."""
        return {
            "grounds": self._ground_pictures,
            "looks": self._looks,
            "pieces": [_piece(*each) for each in self._pieces.all],
            "letters": "".join(_letter(number) for number in range(len(self._pieces.all))),
            "positions": self._positions,
            "others": self._others,
            "marked": self._marked,
            "last": self._last,
        }


def _letter(number: int) -> str:
    return PLAIN[number] if number < len(PLAIN) else chr(FURTHER + number)


def _draw_ground(scene: Scene) -> tuple[Any, str]:
    """The cells in pixels (middle, shape, width, name) and a picture of the empty board."""
    plate = Plate(replace(scene, pieces={}, actions=(), marked=()))
    board = plate.board
    cells = [(*board.middle(cell, plate.left, plate.top), cell.shape, board.inner(cell), cell.name) for cell in scene.cells]
    return cells, plate.inlaid()


def _piece(piece: Piece, shape: Shape, size: float) -> tuple[str, int | None, str]:
    pen = Pen(ET.Element("g"))
    FORMS[piece.form](pen, piece, shape, 0, 0, size * UNIT)
    return piece.text, piece.owner, pen.done()


KINDS: tuple[Says, ...] = ("exact", "at_least", "at_most")
NOTHING = -1
PHRASES = re.compile(r"(?<=[.,;:]) ")  # sentences about cuts are many, their parts are few
FULL = ("parent", "move", "value", "reason", "mover", "index")  # columns with a place for each node
NAMED = ("window", "hidden", "below", "skipped", "spared", "best", "elsewhere", "why")  # columns with few nodes
Window = tuple[float, float]


def data_of(
    branch: Branch, title: str | None, boards: bool | None, sentence: Callable[[Node], str | None] | None
) -> dict[str, Any]:
    """All data of the page; see `html` for the arguments."""
    tree = branch.node.tree
    trace = tree.trace
    with_boards = not isinstance(tree.game, DrawnTree) if boards is None else boards
    nodes = _Nodes(Boards(tree.game) if with_boards else None, sentence or reason_of)
    nodes.add(branch)
    code = listing(trace.search)
    search = trace.search.replace("_", " ") if code is None else code["name"]
    learned = learned_source(tree)
    playouts = playouts_of(branch, nodes.places, nodes.place_worth)
    return {
        "title": clean(title or f"{_called(tree.game)}, searched by {search}"),
        "search": search,
        "windows": trace.windows,
        "players": tree.players,
        "hero": tree.hero,
        "vectors": trace.vectors,
        "nodes": branch.node.count,
        "depth": trace.depth,
        "whole": tree.whole,
        "start": " ".join(branch.node.names),
        "reasons": REASONS,
        "code": code,
        **({} if learned is None else {"estimate": learned}),
        **nodes.columns(),
        **({} if playouts is None else {"playouts": playouts}),
    }


class _Nodes:
    def __init__(self, boards: Boards | None, sentence: Callable[[Node], str | None]) -> None:
        self._boards, self._sentence = boards, sentence
        self._names, self._worths, self._phrases = IndexedSet(), IndexedSet(), IndexedSet()
        self._columns: dict[str, list[int]] = {name: [] for name in FULL}
        self._rare: dict[str, dict[int, Any]] = {name: {} for name in NAMED}
        self.places: dict[int, int] = {}
        """Where each node stands."""

    def add(self, root: Branch) -> None:
        """Add a branch and everything below it."""
        waiting: list[tuple[Branch, int, Window]] = [(root, NOTHING, (-inf, inf))]
        where = self.places
        while waiting:
            branch, parent, window = waiting.pop()
            where[branch.node.index] = len(self._columns["index"])
            self._one(branch, parent, window)
            waiting += reversed(_windows(branch, where[branch.node.index]))
        for number, best in list(self._rare["best"].items()):
            if best.index in where:
                self._rare["best"][number] = where[best.index]
            else:  # not shown
                del self._rare["best"][number]
                self._rare["elsewhere"][number] = self._names.place(best.name)

    def place_worth(self, worth: NodeWorth) -> int:
        """The index of a value among all stored values."""
        fields = str(worth), worth.number, KINDS.index(worth.says), worth.result, worth.proved, worth.payoffs
        return self._worths.place(fields)

    def columns(self) -> dict[str, Any]:
        """The columns for the page."""
        numbers = self._columns["index"]
        in_a_row = numbers[-1] == numbers[0] + len(numbers) - 1
        return {
            "names": self._names.all,
            "worths": self._worths.all,
            "phrases": self._phrases.all,
            **self._columns,
            "index": numbers[:1] if in_a_row else numbers,
            **self._rare,
            "boards": None if self._boards is None else self._boards.columns(),
        }

    def _one(self, branch: Branch, parent: int, expected: Window) -> None:
        node, here = branch.node, len(self._columns["index"])
        name = words.label(node) if node.parent is not None and node.parent.by_chance else node.name
        row = (
            parent,
            NOTHING if parent < 0 or node.move is None else self._names.place(name),
            NOTHING if node.worth is None else self.place_worth(node.worth),
            REASONS.index(node.reason),
            node.mover,
            node.index,
        )
        for name, entry in zip(FULL, row, strict=True):
            self._columns[name].append(entry)
        if node.window != expected:
            self._rare["window"][here] = [None if abs(end) == inf else end for end in node.window]
        if branch.hidden:
            self._rare["hidden"][here] = branch.hidden
            self._rare["below"][here] = node.count - 1
        if branch.skipped and node.reason not in LEAVES:
            self._rare["skipped"][here] = [self._names.place(name) for name in branch.skipped]
        if node.best is not None:
            self._rare["best"][here] = node.best
        if node.reason == "cut" and not (branch.skipped or node.skipped):
            self._rare["spared"][here] = 1
        elif node.reason == "cut":
            reason = self._sentence(node)
            if reason:
                self._rare["why"][here] = [self._phrases.place(phrase) for phrase in PHRASES.split(reason)]
        if self._boards is not None:
            self._boards.add(node)


def _windows(branch: Branch, here: int) -> list[tuple[Branch, int, Window]]:
    """The children, each with the window left to it by the ones shown before it."""
    node, found = branch.node, []
    low, high = node.window
    for child in branch.children:
        found.append((child, here, (low, high)))
        if child.node.worth is not None and not node.by_chance:
            if node.maximises:
                low = max(low, child.node.worth.result)
            else:
                high = min(high, child.node.worth.result)
    return found


def _called(game: Game) -> str:
    if isinstance(game, DrawnTree):
        return f"The tree {Path(game.file).stem}".strip()
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(game).__name__)


# The pseudocode of a search is a file of `html/code/` with its name. The first two lines, after `#`, are its title and a note.
# A line ends in `|` and the steps that execute it: enter, over, horizon, table, call, update, cut, return, each alone or for
# one kind of node (update.max, update.min, update.chance).


def listing(search: str) -> dict[str, Any] | None:
    """The pseudocode of a search: name, note and lines with their steps; None if there is none."""
    file = FOLDER / "code" / f"{search}.txt"
    if not file.is_file():
        return None
    name, remark, *lines = file.read_text("utf-8").rstrip("\n").split("\n")
    return {"name": name.removeprefix("# "), "remark": remark.removeprefix("# "), "lines": [_line(line) for line in lines]}


def _line(text: str) -> list[Any]:
    code, _, steps = text.partition("|")
    return [code.rstrip(), steps.split()]


def playouts_of(branch: Branch, places: Mapping[int, int], place_worth: Callable[[NodeWorth], int]) -> dict[str, Any] | None:
    """The playouts through the first shown node; None for other searches.

    `places`: index of each shown node in the data. A step has its number, ending, sentence, and for each shown node on its way:
    its place, worth, weighted mean, the place of the move that would be played, the places of refuted moves left alone, and how
    many untried moves are left alone because they end the game and are no better.
    """
    steps, top = steps_of(branch.node.root), branch.node.index
    if steps is None:
        return None
    trace, found = steps.trace, []
    for number in trace.visits[top]:
        way = [node for node in steps.nodes_of(number) if node.index in places and isinstance(node, PlayoutNode)]
        changes = [_change(node, number, places, place_worth) for node in way]
        found.append([number, trace.descents[number - 1].ending, steps.describe(number), changes])
    moves = {place: len(trace.rows[index]) for index, place in places.items() if trace.rows[index]}
    return {"exploring": trace.exploring, "made": trace.nodes, "moves": moves, "steps": found}


def _change(node: PlayoutNode, number: int, places: Mapping[int, int], place_worth: Callable[[NodeWorth], int]) -> list[Any]:
    worth, average, best = node.worth_after(number), node.trace.average(node.index, number), node.best_after(number)
    assert worth is not None
    assert average is not None
    terms = node.trace.terms(node.index, number + 1)
    refuted = [one.child for one in terms if one.is_refuted and one.child is not None]
    idle = sum(one.is_refuted and one.child is None for one in terms)
    chosen = NOTHING if best is None else places.get(best.index, NOTHING)
    left_alone = [places[child] for child in refuted if child in places]
    return [places[node.index], place_worth(worth), average.share, chosen, left_alone, idle]
