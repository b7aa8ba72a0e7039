"""The documents: every option, public name, attribute, file, target and spec that a sentence names is there."""

import ast
import dataclasses
import importlib
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kibitz.cli.app import commands
from kibitz.core import registry

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "kibitz"
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"), *ROOT.glob("benchmarks/*.md")]
CODE = re.compile(r"`([^`\n]+)`")
OTHERS = re.compile(r"\b(benchmarks|gnugo|pip|uci:node|ugi:)|--chinese-rules")  # programs with options of their own
OWN = re.compile(r"^\./|YOUR_|GAME\.py|your_game|my_\w+\.py")  # a file of whoever reads
SPEC = re.compile(r"^([a-z]\w*):\w+=")

Known = tuple[set[str], dict[str, list[str]], set[str], str]  # options, classes with modules, names for specs, the Makefile


def spans(page: Path) -> Iterator[str]:
    """What a page sets as code within its sentences."""
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return (found[1] for found in CODE.finditer(prose))


def options() -> set[str]:
    """The options of all commands."""
    context = click.Context(commands, **commands.context_settings)
    found = [commands.get_command(context, name) for name in registry.names("cli")]
    named = {name for command in found if command for given in command.params for name in (*given.opts, *given.secondary_opts)}
    return named | {"--help", "--version"}


def classes() -> dict[str, list[str]]:
    """Every class of the package, by its name: the modules that have one."""
    found = defaultdict(list)
    for file in PACKAGE.rglob("*.py"):
        module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(module)
    return found


def is_there(name: str) -> bool:
    """Whether `kibitz.Game.start` leads somewhere: to a module, a member, or a field of a class."""
    parts = name.split(".")
    held: object = importlib.import_module(parts[0])
    for count, part in enumerate(parts[1:], 2):
        if dataclasses.is_dataclass(held) and part in {field.name for field in dataclasses.fields(held)}:
            return True
        try:
            held = getattr(held, part) if hasattr(held, part) else importlib.import_module(".".join(parts[:count]))
        except ImportError:
            return isinstance(held, type) and any(part in vars(cls).get("__annotations__", {}) for cls in held.__mro__)
    return True


@pytest.fixture(scope="module")
def known() -> Known:
    families = ("games", "players", "search", "arena.openings", "formats")
    named = {name for family in families for name in registry.names(family)}
    return options(), classes(), named, (ROOT / "Makefile").read_text(encoding="utf-8")


def missing(page: Path, text: str, known: Known) -> Iterator[str]:
    """The names in one piece of code that lead nowhere."""
    taken, held, specs, makefile = known
    if not OTHERS.search(text):
        yield from (name for name in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text) if name not in taken)
    yield from (name for name in re.findall(r"(?<![\w./@\"-])kibitz(?:\.\w+)+", text) if not is_there(name))
    for cls, name in re.findall(r"(?<![\w.])([A-Z]\w+)\.(\w+)", text):
        if cls in held and not any(is_there(f"{module}.{cls}.{name}") for module in held[cls]):
            yield f"{cls}.{name}"
    places = (ROOT, PACKAGE, PACKAGE.parent, page.parent, ROOT / "examples" / "plugin", *PACKAGE.glob("*"))
    for name in re.findall(r"(?<![\w.<{/*-])(?:[\w.-]+/)+[\w.-]+\.(?:py|md|json|toml|lock|txt|svg)\b", text):
        if not OWN.search(name) and not any((place / name).exists() for place in places):
            yield name
    yield from (name for name in re.findall(r"^kibitz ([a-z]\w*)(?![\w.])", text) if name not in registry.names("cli"))
    yield from (name for name in re.findall(r"^make ([a-z-]+)", text) if not re.search(rf"^{name}:", makefile, re.MULTILINE))
    if (spec := SPEC.match(text)) and spec[1] not in specs:
        yield spec[0]


def test_what_a_page_names_is_there(known: Known) -> None:
    found = [(page, name) for page in PAGES for text in spans(page) for name in missing(page, text, known)]
    assert [f"{page.relative_to(ROOT)}: {name}" for page, name in found] == []


@pytest.mark.parametrize(
    "text",
    [
        "--dept 4",
        "kibitz.thinks",
        "kibitz.Game.moved",
        "Knowledge.wise",
        "cli/analyse.py",
        "make tests",
        "kibitz growth",
        "conect_four:width=8",
    ],
)
def test_a_name_that_leads_nowhere_is_noticed(text: str, known: Known) -> None:
    assert len(list(missing(ROOT / "README.md", text, known))) == 1
