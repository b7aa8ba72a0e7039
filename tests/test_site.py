"""The documentation as a site (`make docs`): its pages and what leads to them, the reference, the commands, the house."""

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import kibitz
from document import blocks
from kibitz.cli.app import commands
from kibitz.core import registry

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
TREE = re.compile(r"^:::\{toctree\}\n(.*?)^:::$", re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)


def entries(page: Path) -> Iterator[Path]:
    """The pages that the navigation of a page names."""
    for found in TREE.finditer(page.read_text(encoding="utf-8")):
        for line in found[1].splitlines():
            if line and not line.startswith(":"):
                name = re.sub(r".*<(.*)>", r"\1", line)  # a title, and where it leads
                yield (page.parent / f"{name}.md").resolve()


def test_the_navigation_names_every_page_once_and_no_other() -> None:
    named = [entry for page in PAGES for entry in entries(page)]
    assert [entry for entry in named if not entry.is_file()] == []
    assert len(named) == len(set(named))
    assert {page for page in PAGES if page not in named} == {DOCS / "index.md"}


def sections(page: str) -> dict[str, str]:
    """What stands below each heading of a page of the reference, by the names in it."""
    found = SECTION.findall((DOCS / "reference" / f"{page}.md").read_text(encoding="utf-8"))
    return {name: text for heading, text in found for name in re.findall(r"`(\w+)`", heading)}


def test_every_public_name_stands_in_the_reference_with_an_example() -> None:
    pages = [page.stem for page in (DOCS / "reference").glob("*.md") if page.stem != "index"]
    index = (DOCS / "reference" / "index.md").read_text(encoding="utf-8")
    named = {page: sections(page) for page in pages}
    assert sorted(name for names in named.values() for name in names) == sorted(kibitz.__all__)
    for page, names in named.items():
        row = re.search(rf"^\| \[[^]]+\]\({page}\.md\) \| (.*) \|$", index, re.MULTILINE)
        assert row is not None
        assert set(re.findall(r"`(\w+)`", row[1])) == set(names)
        for name, text in names.items():
            assert name.isupper() or re.search(rf"^\.\. auto\w+:: kibitz\.{name}$", text, re.MULTILINE), name
            code = [block.text for block in blocks(text) if block.kind == "python"]
            assert any(re.search(rf"\b{name}\b", line) for line in code) or name in ("STRAIGHT", "DIAGONAL"), name


def test_every_command_has_a_row_and_its_counterpart_is_there() -> None:
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (?:\[`kibitz\.(\w+)`\]\S+)? ?\|", text, re.MULTILINE)
    assert sorted(command for command, _ in rows) == registry.names("cli")
    assert {name for _, name in rows if name} <= set(kibitz.__all__)


def test_the_site_shows_the_help_of_every_command() -> None:
    source = ["# Commands\n"]
    runpy.run_path(str(DOCS / "conf.py"))["add_help"](None, "docs/commands", source)
    shown = dict(re.findall(r"^## (\w+)\n\n```text\n(.*?)\n```$", source[0], re.DOTALL | re.MULTILINE))
    assert sorted(shown) == registry.names("cli")
    for name, text in shown.items():
        assert text.startswith(f"Usage: kibitz {name} "), name
        assert "--help" in text, name


def typed() -> Iterator[tuple[str, str]]:
    """Each command in a block of any page, run or not, with the page it is in."""
    for page in (*PAGES, *ROOT.glob("*.md"), *ROOT.glob("examples/*/*.md")):
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.kind in ("", "console", "sh"):
                for line in block.text.replace("\\\n", " ").splitlines():
                    command = line.removeprefix("$ ").rpartition(" | ")[2]
                    if command.startswith("kibitz "):
                        yield str(page.relative_to(ROOT)), command


@pytest.mark.parametrize(("page", "line"), sorted(set(typed())))
def test_a_command_on_any_page_takes_the_options_that_it_is_given(page: str, line: str) -> None:
    """Also where it takes hours and is not run: its name and its options are there."""
    name, *arguments = shlex.split(line, comments=True)[1:]
    above = click.Context(commands, **commands.context_settings)
    command = commands.get_command(above, name)
    assert command is not None, page
    command.make_parser(click.Context(command, parent=above, info_name=name)).parse_args(arguments)


def test_the_house_is_drawn_as_it_stands() -> None:
    drawn = runpy.run_path(str(DOCS / "house.py"))["draw"]()
    assert drawn == (DOCS / "house.svg").read_text(encoding="utf-8"), "python docs/house.py draws it anew"
