"""Games that are written to a file and read again are the same games: moves, results, names, comments."""

from pathlib import Path
from types import ModuleType

import pytest

from kibitz import registry
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.files import Writing, format_named, read_games
from written_games import GAMES, written_games

POSITIONS = ("fen", "epd", "obf")
SHARE = 6  # games of each format; 1,000 were tried once by hand


def write(form: ModuleType, games: list[AnnotatedGame], folder: Path) -> Path:
    file = folder / f"games{form.SUFFIXES[0]}"
    with Writing(form, file) as writing:
        for game in games:
            writing.add(game)
    return file


def read(file: Path, spec: str | None = None) -> list[AnnotatedGame]:
    found = list(read_games(str(file), None, None if spec is None else registry.load(spec)))
    assert [one for one in found if isinstance(one, Flaw)] == []
    return [one for one in found if isinstance(one, AnnotatedGame)]


def test_every_format_has_games_here() -> None:
    assert set(registry.names("formats")) == set(GAMES)


@pytest.mark.parametrize("name", [name for name in GAMES if name not in (*POSITIONS, "txt")])
def test_games_come_back_as_they_were(name: str, tmp_path: Path) -> None:
    games = written_games(name, SHARE, seed=1)
    back = read(write(format_named(name), games, tmp_path))
    assert [one.record for one in back] == [one.record for one in games]
