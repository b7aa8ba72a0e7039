"""What the README shows is run: the game is a file that works, the commands end well."""

import re
import shlex
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import commandline
from document import blocks, commands
from reference import solve
from served import served

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text()
BLOCKS = blocks(TEXT)
(GAME,) = [block.text for block in BLOCKS if block.kind == "python"]
COMMANDS = commands(TEXT)
README_GAME = "4 4 4 4 4 2 2 2 2 2 6 5 5 5 4 7 6 5 2 7 3 7 7 6 6 3 1 6 6 7 7 1 1 1 3 1 3"  # two searches of 20,000 nodes a move


FIGURES = re.findall(r"^\| \[[^]]+\]\((docs/\w+\.md)\) \| [^|]+ \| ([^|]+) \|$", TEXT, re.MULTILINE)


def test_it_is_short() -> None:
    assert len(TEXT.splitlines()) <= 125


def test_its_figures_stand_on_the_pages_that_measure_them() -> None:
    assert len(FIGURES) == 10
    for page, figures in FIGURES:
        measured = (README.parent / page).read_text(encoding="utf-8")
        numbers = re.findall(r"\d+-\d+-\d+|\d[\d,.]*\d", figures.partition("(")[2] or figures)
        assert numbers
        assert [number for number in numbers if number not in measured] == [], page


def test_the_picture_that_moves_is_made_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "game.svg"
    commandline.here("picture", "connect_four", "--moves", README_GAME, "--animated", "--to", str(file))
    assert file.read_bytes() == (README.parent / "docs" / "pages" / "game.svg").read_bytes()


def test_the_game_is_the_one_that_ships() -> None:
    assert (README.parent / "examples" / "domineering.py").read_text() == GAME


@pytest.mark.compiled
def test_the_game_is_known_to_the_literature() -> None:
    """Breuker, Uiterwijk and van den Herik (2000): 2x2 and 3x3 and 4x4 are won by who begins, 5x5 by the second player."""
    import kibitz

    games = [kibitz.load(f"{README.parent}/examples/domineering.py:size={size}") for size in (2, 3, 4)]
    assert [solve(game, game.start())[0] for game in games[:2]] == [1, 1]
    assert kibitz.think(games[2]).value.result == 1


def mark(line: str) -> Any:
    """A command where it is quick."""
    return pytest.param(line, marks=pytest.mark.compiled if " analyze " in line else pytest.mark.untraced)


@pytest.mark.parametrize("line", [mark(line) for line in COMMANDS if " serve " not in line])
def test_a_command(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ends with exit code 0 and says something; a game is left with `quit`.

    In this process: a new one would compile all that is common to games again, for each line. `serve` goes on until it is
    ended: it is below.
    """
    monkeypatch.setenv("KIBITZ_STORE", str(tmp_path / "games.db"))
    monkeypatch.chdir(README.parent)
    program, *arguments = shlex.split(line)
    assert program == "kibitz"
    assert commandline.here(*arguments, typed="quit\n").strip()


@pytest.mark.parametrize("line", [line for line in COMMANDS if " serve " in line])
def test_the_page_is_served(line: str) -> None:
    """Every game that the command names is on the page, and can be begun."""
    games = shlex.split(line)[2:]
    with served([str(README.parent / game) for game in games]) as address:
        with urllib.request.urlopen(address, timeout=60) as answer:
            front = answer.read().decode()
        for game in games:
            assert f'href="/g/{Path(game).stem}"' in front


def test_the_two_commands_exist() -> None:
    makefile = (README.parent / "Makefile").read_text()
    for target in re.findall(r"^make (\S+)", BLOCKS[0].text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
