"""CONTRIBUTING says how the house is built: its floors are those that import-linter holds the code to."""

import re
import tomllib
from pathlib import Path

import document
from kibitz import registry

ROOT = Path(__file__).parent.parent
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
ROW = re.compile(r"^\| (\d+) \|[^|]*\| (.*) \|$", re.MULTILINE)


def test_the_floors_are_those_of_the_contract() -> None:
    """Each by its number, with all that stands on it: a folder with a slash, a file with its ending."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers = [{name.strip() for name in layer.split(":")} - {"__main__"} for layer in reversed(contract["layers"])]
    text = CONTRIBUTING.read_text(encoding="utf-8")
    floors = {int(number): set(re.findall(r"`([^`]+)`", where)) for number, where in ROW.findall(text)}
    package = ROOT / "src" / "kibitz"
    named = {
        number: {f"{name}/" if (package / name).is_dir() else f"{name}.py" for name in names}
        for number, names in enumerate(layers)
    }
    assert floors == named


def test_the_readme_names_every_command() -> None:
    row = re.search(r"^\| commands \| (.*) \|$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None
    assert set(re.findall(r"`([a-z]+)`", row[1])) == set(registry.names("cli"))


def test_every_link_of_it_leads_somewhere() -> None:
    assert not document.dead_links(CONTRIBUTING)
