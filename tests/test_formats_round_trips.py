"""Games that are written to a file and read again are the same: moves, results, names, comments; so are positions."""

import dataclasses
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import registry
from kibitz.core.notation import PASS
from kibitz.core.thought import UNFINISHED
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.files import Writing, format_named, read_games
from kibitz.formats.replay import end_position
from kibitz.formats.source import Source
from runs import examples
from written_games import GAMES, random_game, written_games

POSITIONS = ("fen", "epd", "obf")
WHOLE = [name for name in GAMES if name not in (*POSITIONS, "txt")]
NAMED = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Z")), min_size=1, max_size=19)
SAID = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), exclude_characters="{}"),
    max_size=60,
)
SHARE = 8  # games of each format, one of each game; 1,000 were tried by hand


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


def again(name: str, game: AnnotatedGame) -> AnnotatedGame:
    """A game of a text, written and read."""
    form = format_named(name)
    (found,) = form.read(Source([form.write(game).encode()]), None)
    assert isinstance(found, AnnotatedGame), found
    return found


def test_every_format_has_games_here() -> None:
    assert set(registry.names("formats")) == set(GAMES)


@pytest.mark.parametrize("name", WHOLE)
def test_games_come_back_as_they_were(name: str, tmp_path: Path) -> None:
    games = written_games(name, SHARE, seed=1)
    back = read(write(format_named(name), games, tmp_path))
    assert [one.record for one in back] == [one.record for one in games]
    assert [path.suffix for path in sorted(tmp_path.iterdir())] == (
        [".jou", ".trn", ".wtb"] if name == "wthor" else [f".{name}"]
    )


@pytest.mark.parametrize("name", WHOLE)
@given(at=st.integers(0, 10**6), players=st.tuples(NAMED, NAMED), event=NAMED, said=SAID)
@settings(max_examples=examples(3))
def test_whatever_names_and_comments_come_back(
    name: str, at: int, players: tuple[str, str], event: str, said: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    specs = [spec for spec in GAMES[name] if not spec.startswith(("chess", "go:size=5", "trio"))]
    game = random_game(specs[at % len(specs)], at, unfinished=name != "wthor")
    if name == "wthor":  # which has Latin-1, and no passes
        players = (f"{players[0]!a}"[:19], f"{players[1]!a}"[:19])
        while game.record.payoffs is None and game.record.moves[-1] == PASS:
            game = dataclasses.replace(game, record=dataclasses.replace(game.record, moves=game.record.moves[:-1]))
    game = dataclasses.replace(game, record=dataclasses.replace(game.record, players=players), tags={"Event": event})
    if name in ("pgn", "sgf", "pdn", "json") and (words := " ".join(said.split())):
        game = dataclasses.replace(game, comments={0: words, len(game.record.moves): words}, glyphs={1: (1,)})
    if name == "wthor":
        game = dataclasses.replace(game, tags={})
        (back,) = read(write(format_named(name), [game], tmp_path_factory.mktemp("wthor")))
    else:
        back = again(name, game)
    assert back.record == game.record
    assert (back.comments, back.glyphs) == (game.comments, game.glyphs)
    assert name == "wthor" or back.tags["Event"] == event


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_come_back_as_they_were(name: str, tmp_path: Path) -> None:
    games = written_games(name, 3, seed=2)
    file = write(format_named(name), games, tmp_path)
    back = read(file)
    assert file.read_text(encoding="utf-8") == "".join(format_named(name).write(one) for one in back)
    for one, other in zip(back, games, strict=True):
        here, there = end_position(one), end_position(other)
        assert len(here.legal()) == len(there.legal())


@pytest.mark.parametrize("spec", GAMES["txt"])
def test_lines_of_moves_come_back_as_they_were(spec: str, tmp_path: Path) -> None:
    game = random_game(spec, 3)
    (back,) = read(write(format_named("txt"), [game], tmp_path), spec)
    assert back.record.moves == game.record.moves


@pytest.mark.parametrize("name", ["pgn", "json"])
def test_the_first_moves_of_a_game_are_a_game_without_a_result(name: str, tmp_path: Path) -> None:
    """And nothing after them is read: not a wrong move, either."""
    game = dataclasses.replace(random_game("othello:size=4", 1), comments={2: "here", 9: "there"})
    file = write(format_named(name), [game], tmp_path)
    (whole,) = read_games(file, plies=100)
    assert whole == next(read_games(file))
    file.write_text(file.read_text("utf-8").replace(game.record.moves[3], "z9"), "utf-8")
    (shorter,) = read_games(file, plies=3)
    assert isinstance(shorter, AnnotatedGame)
    assert shorter.record.moves == game.record.moves[:3]
    assert (shorter.record.payoffs, shorter.record.reason, shorter.comments) == (None, UNFINISHED, {2: "here"})
    flaw, _ = read_games(file, plies=4)
    assert isinstance(flaw, Flaw)
    assert "z9" in flaw.reason


def test_a_draw_a_fault_and_an_opening_come_back_in_the_general_form() -> None:
    game = random_game("trio", 3)
    for changes in (
        {"moves": game.record.moves[:4], "payoffs": None, "forfeit": 2, "reason": "it slept"},
        {"opening": 3},
        {"moves": game.record.moves[:4], "payoffs": None, "reason": UNFINISHED},
    ):
        whole = dataclasses.replace(game, record=dataclasses.replace(game.record, **changes))
        for name in ("pgn", "json"):
            assert again(name, whole).record == whole.record
