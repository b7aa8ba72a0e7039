"""Trees of nodes with properties in brackets, as SGF and GGF have them: split into games, each with its variations."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.formats.source import Source

# A game begins so; where one that nobody closed goes before it, it must not swallow this one.
ROOT = re.compile(r"\s*\(\s*;\s*(?:FF|GM|CA|SZ|AP|PB|PW|EV|GN)\s*\[")
SIGN = re.compile(r"\\.|[()\[\]]", re.DOTALL)
BEGINS = re.compile(r"\(\s*(?:;|[A-Z]{1,2}\s*\[|$)")  # a game, and no bracket in the words between games
CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([\w.:-]{1,30})\s*\]")
CODECS = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "cp936": "gb18030", "big5": "big5hkscs", "cp950": "big5hkscs",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "cp932": "cp932", "windows-31j": "cp932",
    "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp", "euc-kr": "cp949", "cp949": "cp949", "ks_c_5601-1987": "cp949",
    "johab": "johab", "utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "utf-8", "ascii": "utf-8", "koi8-r": "koi8_r",
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252",
}  # fmt: skip
NUMBERED = re.compile(r"(?:iso-8859-|windows-|cp)\d{1,4}")  # charsets of one byte a sign
TOKEN = re.compile(r"[();]|([A-Za-z]+)(?=\s*\[)|\[((?:\\.|[^\\\]])*)\]", re.DOTALL)


UNCLOSED = "the game is not closed: what could be read of it is kept"


@dataclass(frozen=True)
class Property:
    """A property of a node, with its line in the file."""

    name: str
    values: tuple[str, ...]
    line: int

    @property
    def value(self) -> str:
        """The first value, without spaces around it."""
        return self.values[0].strip()


@dataclass
class Tree:
    """The main line of a game, or of a variation: its nodes, the first one of a game about all of it.

    `forks`: by the number of a node, from 0, what might stand in its place and that of those after it.
    """

    line: int
    nodes: list[list[Property]] = field(default_factory=list)
    forks: dict[int, list["Tree"]] = field(default_factory=dict)
    is_closed: bool = True

    def facts(self) -> dict[str, Property]:
        """The properties of the first node by their names."""
        return {one.name: one for one in self.nodes[0]}


def read_trees(source: Source) -> Iterator[Tree]:
    """The games of a file, one after the other; what stands between them is passed over."""
    depth, in_value, begin, held = 0, False, 1, list[str]()
    for number, line in source.lines(_charset_in):
        if held and ROOT.match(line):
            yield _read_tree("\n".join(held), begin)
            depth, in_value, held = 0, False, []
        at = 0
        for sign in SIGN.finditer(line):
            if in_value:
                in_value = sign[0] != "]"
            elif sign[0] == "[":
                in_value = depth > 0
            elif sign[0] == "(" and (depth or BEGINS.match(line, sign.start())):
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


@dataclass
class _OpenBracket:
    """A bracket that is not closed yet: the line that its nodes belong to, and the brackets within it so far.

    The first of those goes on with the line; the others are variations in the place of its node number `fork`.
    """

    tree: Tree
    within: int = 0
    fork: int = 0


def _read_tree(text: str, begin: int) -> Tree:
    """The main line is the first of the variations at each fork."""
    tree = Tree(begin)
    open_ones = [_OpenBracket(tree)]
    line, counted, name = begin, 0, ""
    for token in TOKEN.finditer(text):
        line, counted = line + text.count("\n", counted, token.start()), token.start()
        last = open_ones[-1]
        nodes = last.tree.nodes
        if token[0] == "(":
            last.within += 1
            if last.within == 1:
                last.fork = len(nodes)
                open_ones.append(_OpenBracket(last.tree))
            else:
                other = Tree(line)
                last.tree.forks.setdefault(last.fork, []).append(other)
                open_ones.append(_OpenBracket(other))
        elif token[0] == ")" and len(open_ones) > 1:
            open_ones.pop()
        elif token[0] == ";":
            nodes.append([])
        elif token[1]:
            # Older files write some names at length, as GaMe; and some leave the first semicolon out.
            name = "".join(letter for letter in token[1] if letter.isupper()) or token[1].upper()
            if not nodes:
                nodes.append([])
        elif token[2] is not None and nodes and name:
            nodes[-1].append(Property(name, (_unescape(token[2]),), line))
            name = ""
        elif token[2] is not None and nodes and nodes[-1]:
            former = nodes[-1].pop()
            nodes[-1].append(Property(former.name, (*former.values, _unescape(token[2])), former.line))
    tree.nodes = tree.nodes or [[]]
    tree.is_closed = len(open_ones) == 1
    return tree


def codec_of(charset: str) -> str:
    """The codec of a charset as files name it; "" if it is unknown."""
    name = charset.casefold().strip()
    found = CODECS.get(name, name.replace("windows-", "cp") if NUMBERED.fullmatch(name) else "")
    try:
        return codecs.lookup(found).name if found else ""
    except LookupError:
        return ""


def _charset_in(text: bytes) -> str:
    """The codec of the charset that a text says it is written in; "" where it says none."""
    found = CHARSET.search(text)
    return codec_of(found[1].decode("ascii", "replace")) if found else ""


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text.replace("\\\n", ""), flags=re.DOTALL)


def write_property(name: str, *values: str) -> str:
    """A property as a file has it."""
    return name + "".join("[" + re.sub(r"([\\\]])", r"\\\1", value) + "]" for value in values)
