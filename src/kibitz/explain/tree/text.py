"""A tree as an indented outline: a line for each node, and one for what is left out below it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from kibitz.explain.tree import words
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.searched_tree import SearchedTree
from kibitz.explain.tree.sentences import reason_of
from kibitz.explain.tree.shape import Branch

Kind = Literal["node", "hidden", "cut", "missed", "why"]
FORK, LAST, PAST, CLEAR = "├─ ", "└─ ", "│  ", "   "
ENDS = {"hidden": ("├┄ ", "└┄ "), "cut": ("├╌ ", "└╌ "), "missed": ("├┄ ", "└┄ "), "why": ("│  ", "   ")}
GAP = "  "
LONGEST = 60  # letters of a name: a longer one would push all the values out of sight
Part = Literal["rails", "move", "role", "worth", "window", "rest"]
COLUMNS: Final[tuple[Part, ...]] = ("move", "role", "worth", "window")


@dataclass(frozen=True)
class OutlineLine:
    """A line of the outline in parts: rails, move, player, value, window, rest.

    `kind`: a "node"; "hidden" searched nodes; moves that were "cut"; "missed" moves, where the search asked for one only; or
    "why" it cut, all in `move`. `node`: itself, or the node above.
    """

    kind: Kind
    node: Node
    rails: str
    move: str
    role: str = ""
    worth: str = ""
    window: str = ""
    note: str = ""

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The columns after the rails: move, player, value, window."""
        return self.move, self.role, self.worth, self.window


def text(branch: Branch, windows: bool = False, reasons: bool = False) -> str:
    """The outline for a file or a notebook; `windows`: with alpha and beta, `reasons`: with a sentence for each cut."""
    return "\n".join([heading(branch.node.tree), "", *(plain(outline(branch, windows, reasons)))])


def heading(tree: SearchedTree) -> str:
    """The players, and whose values are shown."""
    players = [words.one_line(name) for name in tree.players]
    hero = players[tree.hero]
    if tree.trace.vectors:
        return f"A value says what each gets: ({', '.join(players)})."
    if words.named(tree):
        return f"All values are {hero}'s."
    if players[tree.hero] == words.MAX:
        return "All values are MAX's."
    return f"MAX is {hero}, MIN is {players[1 - tree.hero]}. All values are {hero}'s."


def plain(lines: list[OutlineLine]) -> list[str]:
    """The lines as text, in columns."""
    wide = widths(lines)
    return ["".join(part for _, part in parts(line, wide)).rstrip() for line in lines]


def widths(lines: list[OutlineLine]) -> list[int]:
    """The width of each column; the first includes the rails."""
    rows = [(len(line.rails) + len(line.move), *map(len, line.cells[1:])) for line in lines if line.kind == "node"]
    return [max(column) for column in zip(*rows, strict=True)]


def parts(line: OutlineLine, wide: list[int]) -> list[tuple[Part, str]]:
    """A line as pieces with their kinds, padded to the columns; empty columns go."""
    if line.kind != "node":
        return [("rails", line.rails), ("rest", line.move)]
    room = [wide[0] - len(line.rails), *wide[1:]]
    cells = zip(COLUMNS, line.cells, room, strict=True)
    columns: list[tuple[Part, str]] = [(part, cell.ljust(width) + GAP) for part, cell, width in cells if width]
    return [("rails", line.rails), *columns, ("rest", line.note)]


def outline(branch: Branch, windows: bool = False, reasons: bool = False) -> list[OutlineLine]:
    """The lines, parents first; what is left out below a node comes last."""
    windows = windows and any(not words.is_open(one.node) for one in branch)
    return list(_lines(branch, "", "", windows, reasons))


def _lines(branch: Branch, rails: str, below: str, windows: bool, reasons: bool) -> Iterator[OutlineLine]:
    """`rails` lead to the node, `below` to all that is below it."""
    yield _of(branch, rails, windows)
    rest, why = _rest(branch), reason_of(branch.node) if reasons else None
    if why is not None:
        rest.append(("why", why))
    for place, child in enumerate(branch.children, 1):
        last = place == len(branch.children) and not rest
        yield from _lines(child, below + (LAST if last else FORK), below + (CLEAR if last else PAST), windows, reasons)
    moves = len([kind for kind, _ in rest if kind != "why"])
    for place, (kind, content) in enumerate(rest, 1):
        ends = ENDS[kind]
        yield OutlineLine(kind, branch.node, below + (ends[1] if place >= moves else ends[0]), content)


def _of(branch: Branch, rails: str, windows: bool) -> OutlineLine:
    node, role = branch.node, words.role(branch.node)
    name, role = (role or "over", "") if node.parent is None else (words.label(node), role)
    name = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    notes = filter(None, (words.mark(node), words.note(node) if branch.children or not branch.hidden else _closed(branch)))
    return OutlineLine(
        "node", node, rails, name, role, words.worth(node), words.window(node) if windows else "", ", ".join(notes)
    )


def _closed(branch: Branch) -> str:
    """Why the search left a node with nothing shown below it, and how much is hidden."""
    node, looked = branch.node, words.counted(branch.hidden, "move")
    if branch.skipped and node.reason == "cut":
        looked = f"cut after {branch.hidden} of {words.counted(branch.hidden + len(branch.skipped), 'move')}"
    elif note := words.note(node):
        looked = f"{note}, {looked}"
    return f"{looked}, {words.counted(node.count - 1, 'node')} below"


def _rest(branch: Branch) -> list[tuple[Kind, str]]:
    """The text for omitted nodes below a node: hidden nodes, and moves never searched."""
    if not branch.children:
        return []
    rest: list[tuple[Kind, str]] = []
    if branch.hidden:
        rest.append(("hidden", f"{words.counted(branch.hidden, 'more move')}, {words.counted(branch.hidden_nodes, 'node')}"))
    if branch.skipped:
        rest.append(("missed" if branch.node.reason == "probed" else "cut", words.unseen(branch)))
    return rest
