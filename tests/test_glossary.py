"""One word for one thing: what the glossary promises of the names in the package."""

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "kibitz").rglob("*.py"))
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
BARE = {"told", "said", "made", "shown", "drawn", "begun", "listed", "asked", "joined"}
# Each game has its own state. `kibitz.Tree` is the drawn tree of a search, `kibitz.games.tree.Tree` the game whose positions
# are the nodes of a tree from a file; both are in the documents.
SHARED = {"State", "Tree"}


def names(file: Path) -> Iterator[tuple[int, str]]:
    """All that a file gives a name to, with the line."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT / "src")))
def test_no_name_is_a_bare_participle(file: Path) -> None:
    found = [f"line {line}: {name}" for line, name in [(0, file.stem), *names(file)] if name.strip("_").lower() in BARE]
    assert found == []


def test_class_names_are_unique() -> None:
    homes = defaultdict(set)
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name not in SHARED:
                homes[node.name].add(str(file.relative_to(ROOT)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_the_glossary_has_each_term_once() -> None:
    terms = [term for row in ROWS for term in row[0].split(", ")]
    assert len(terms) > 50
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize("place", sorted({row[2] for row in ROWS}))
def test_what_the_glossary_names_is_there(place: str) -> None:
    module, attributes = place, list[str]()
    while True:
        try:
            found = importlib.import_module(module)
            break
        except ModuleNotFoundError:
            module, _, attribute = module.rpartition(".")
            attributes.insert(0, attribute)
    for attribute in attributes:
        found = getattr(found, attribute)
