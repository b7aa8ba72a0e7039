"""One word for one thing: what the glossary promises of the names in the package."""

import ast
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "kibitz").rglob("*.py"))
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
BARE = {"told", "said", "made", "shown", "drawn", "begun", "listed", "asked", "joined"}
# Each game has its own state. `kibitz.Tree` is the drawn tree of a search, `kibitz.games.textbook.tree.Tree` the game
# whose positions are the nodes of a tree from a file; both are in the documents.
SHARED = {"State", "Tree"}


def names(file: Path) -> Iterator[tuple[int, str, bool]]:
    """All that a file gives a name to, with the line, and whether it is a class."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name, isinstance(node, ast.ClassDef)
            case ast.arg():
                yield node.lineno, node.arg, False
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id, False
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr, False


def test_no_name_is_a_bare_participle_and_class_names_are_unique() -> None:
    bare, homes = [], defaultdict(set)
    for file in SOURCES:
        place = file.relative_to(ROOT)
        for line, name, is_class in [(0, file.stem, False), *names(file)]:
            if name.strip("_").lower() in BARE:
                bare.append(f"{place}, line {line}: {name}")
            if is_class and name not in SHARED:
                homes[name].add(place)
    assert bare == []
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_the_glossary_has_each_term_once() -> None:
    terms = [term for row in ROWS for term in row[0].split(", ")]
    assert len(terms) > 50
    assert len(terms) == len(set(terms))


def test_what_the_glossary_names_is_there() -> None:
    for place in sorted({row[2] for row in ROWS}):
        assert pkgutil.resolve_name(place) is not None, place
