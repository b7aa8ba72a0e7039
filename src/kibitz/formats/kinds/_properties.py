"""Trees of nodes with properties in brackets, as SGF and GGF have them: split into games, and their main lines read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.formats.source import Source

# A game begins so; where one that nobody closed goes before it, it must not swallow this one.
ROOT = re.compile(r"\s*\(\s*;\s*(?:FF|GM|CA|SZ|AP|PB|PW|EV|GN)\s*\[")
SIGN = re.compile(r"\\.|[()\[\]]", re.DOTALL)
TOKEN = re.compile(r"[();]|([A-Za-z]+)(?=\s*\[)|\[((?:\\.|[^\\\]])*)\]", re.DOTALL)


UNCLOSED = "the game is not closed: what could be read of it is kept"


@dataclass(frozen=True)
class Property:
    """What a node says in one of its properties, and in which line of the file."""

    name: str
    values: tuple[str, ...]
    line: int

    @property
    def value(self) -> str:
        """The first value, without spaces around it."""
        return self.values[0].strip()


@dataclass
class Tree:
    """The main line of a game: its nodes, the first one about the whole game; and how many variations it has beside."""

    line: int
    nodes: list[list[Property]] = field(default_factory=list)
    variations: int = 0
    is_closed: bool = True

    def facts(self) -> dict[str, Property]:
        """The properties of the first node by their names."""
        return {one.name: one for one in self.nodes[0]}


def read_trees(source: Source) -> Iterator[Tree]:
    """The games of a file, one after the other; what stands between them is passed over."""
    depth, in_value, begin, held = 0, False, 1, list[str]()
    for number, line in source.lines():
        if held and ROOT.match(line):
            yield _read_tree("\n".join(held), begin)
            depth, in_value, held = 0, False, []
        at = 0
        for sign in SIGN.finditer(line):
            if in_value:
                in_value = sign[0] != "]"
            elif sign[0] == "[":
                in_value = depth > 0
            elif sign[0] == "(":
                if depth == 0:
                    begin, at = number, sign.start()
                depth += 1
            elif sign[0] == ")" and depth > 0:
                depth -= 1
                if depth == 0:
                    yield _read_tree("\n".join([*held, line[at : sign.end()]]), begin)
                    held, at = [], sign.end()
        if depth > 0:
            held.append(line[at:])
    if held:
        yield _read_tree("\n".join(held), begin)


def _read_tree(text: str, begin: int) -> Tree:
    """The main line is the first of the variations at each fork."""
    tree, ways = Tree(begin), [[1, 0]]  # of each open bracket: whether the main line goes there, and its forks so far
    line, counted, name = begin, 0, ""
    for token in TOKEN.finditer(text):
        line, counted = line + text.count("\n", counted, token.start()), token.start()
        is_main = bool(ways[-1][0])
        if token[0] == "(":
            ways[-1][1] += 1
            tree.variations += is_main and ways[-1][1] > 1
            ways.append([is_main and ways[-1][1] == 1, 0])
        elif token[0] == ")" and len(ways) > 1:
            ways.pop()
        elif token[0] == ";" and is_main:
            tree.nodes.append([])
        elif token[1]:
            name = "".join(letter for letter in token[1] if letter.isupper())  # older files write some names at length
        elif token[2] is not None and is_main and tree.nodes and name:
            tree.nodes[-1].append(Property(name, (_unescape(token[2]),), line))
            name = ""
        elif token[2] is not None and is_main and tree.nodes and tree.nodes[-1]:
            last = tree.nodes[-1].pop()
            tree.nodes[-1].append(Property(last.name, (*last.values, _unescape(token[2])), last.line))
    tree.nodes = tree.nodes or [[]]
    tree.is_closed = len(ways) == 1
    return tree


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text.replace("\\\n", ""), flags=re.DOTALL)


def write_property(name: str, *values: str) -> str:
    """A property as a file has it."""
    return name + "".join("[" + re.sub(r"([\\\]])", r"\\\1", value) + "]" for value in values)
