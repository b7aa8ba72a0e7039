"""Pictures to pass on: a game as GIF and as an SVG that moves, a position as PNG; by commands and by addresses."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

import kibitz
from commandline import here, refused_here, run_here
from kibitz.arena.store import Store
from kibitz.arena.store.importing import import_games
from kibitz.core.thought import GameRecord
from kibitz.drawing import raster
from kibitz.drawing.looks import LIGHT
from kibitz.errors import PictureError
from kibitz.jobs.kinds import picture
from kibitz.jobs.worker import Stop
from kibitz.position import Position
from kibitz.present import film
from web_house import Answer, Client, Oracle, house

SVG = "{http://www.w3.org/2000/svg}"
LINE = "f5d6c3d3c4"
GAMES = ["chess", "connect_four", "einstein", "go:size=5", "hex", "kalah", "nim", "othello:size=4", "tic_tac_toe", "pig"]


def played(spec: str, plies: int = 8) -> Position:
    position = Position.after(spec)
    for ply in range(plies):
        legal = position.legal()
        if not legal:
            break
        position = position.play(legal[ply * 7 % len(legal)])
    return position


def opened(content: bytes) -> Any:
    return Image.open(io.BytesIO(content))


def frames(content: bytes) -> list[Any]:
    moving = opened(content)
    found = []
    for number in range(moving.n_frames):
        moving.seek(number)
        found.append((moving.info["duration"], moving.convert("RGB")))
    return found


# Of every kind of game.


@pytest.mark.untraced
@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_a_gif_with_a_frame_for_each_move_and_a_longer_end(spec: str) -> None:
    position = played(spec)
    moving = opened(film.gif(position))
    assert moving.format == "GIF"
    assert moving.info["loop"] == 0
    assert max(moving.size) == 480
    seen = frames(film.gif(position))
    assert sum(duration for duration, _ in seen) == 800 * len(position.moves) + 3000
    assert seen[-1][0] >= 3000
    assert all(image.size == moving.size for _, image in seen)


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_is_an_svg_that_shows_one_board_after_the_other(spec: str) -> None:
    position = played(spec)
    root = ET.fromstring(film.animated_svg(position))
    groups = [one for one in root.iter(f"{SVG}g") if one.get("class") == "kb-moment"]
    assert len(groups) == len(position.moves) + 1
    assert root[-1] is groups[-1], "the last one is what those see who want no motion"
    delays = [float((one.get("style") or "").removeprefix("animation-delay:").removesuffix("s")) for one in groups]
    assert delays == pytest.approx([0.8 * ply - 0.8 * len(position.moves) - 3 for ply in range(len(groups))])
    assert all(list(group) for group in groups)
    assert "prefers-reduced-motion" in film.animated_svg(position)


@pytest.mark.parametrize("count", range(2, 40))
def test_a_board_is_gone_when_the_next_one_comes(count: int) -> None:
    """Where a percentage was rounded up, two boards were visible at the boundary."""
    whole = film.MOVE * (count - 1) + film.END
    shown = re.findall(r"([\d.]+)%,100% {visibility:hidden}", film._timing(count))
    for percent, seconds in zip(shown, (film.MOVE, film.END), strict=True):
        assert 0 <= seconds - float(percent) / 100 * whole < 1e-3


def test_the_last_move_is_marked_in_each_frame_and_nothing_says_where_one_can_move() -> None:
    root = ET.fromstring(film.animated_svg(Position.after("othello", LINE)))
    groups = [one for one in root.iter(f"{SVG}g") if one.get("class") == "kb-moment"]
    marks = [[one for one in group.iter() if one.get("class") in ("kb-last", "kb-tint")] for group in groups]
    assert [len(found) for found in marks] == [0, 1, 1, 1, 1, 1]
    assert not [one for one in root.iter() if one.get("class") in ("kb-open", "kb-movable")]
    places = {(one.get("x"), one.get("y")) for found in marks for one in found}
    assert len(places) == 5


def test_of_a_very_long_game_the_last_moves_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST", 3)
    position = Position.after("othello", LINE)
    shots = film.shots_of(position)
    assert [shot.state for shot in shots] == [Position.after("othello", LINE[: 2 * ply]).state for ply in (2, 3, 4, 5)]
    assert [shot.last for shot in shots] == ["d6", "c3", "d3", "c4"]


def test_a_throw_of_the_dice_leaves_the_mark_where_it_is() -> None:
    position = played("einstein", 20)
    for ply, shot in enumerate(film.shots_of(position)):
        here = Position.after(position.game, position.moves[:ply])
        assert (shot.state, shot.last) == (here.state, here.last_cell)


# What is seen.


def test_a_png_is_light_and_has_a_ground_everywhere() -> None:
    found = opened(raster.png(film.still(Position.after("othello", LINE)))).convert("RGBA")
    assert max(found.size) == 1060
    assert found.getextrema()[3] == (255, 255)
    ground = bytes.fromhex(LIGHT[".kb-ground"].removeprefix("fill:#"))
    assert {found.getpixel(corner)[:3] for corner in ((0, 0), (found.width - 1, 0))} == {tuple(ground)}
    felt = found.getpixel((found.width // 2 + 20, found.height - 90))
    assert felt[:3] == (0x2A, 0x7A, 0x50), "the green of the day"


@pytest.mark.parametrize("spec", ["othello", "nim"])
def test_letters_are_drawn_where_no_font_is_installed(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = raster.png(film.still(Position.after(spec)))
    monkeypatch.setattr(raster, "FONTS", [])
    assert raster.png(film.still(Position.after(spec))) != written
    monkeypatch.undo()
    monkeypatch.setattr(raster, "STRANGE", re.compile(""))
    assert raster.png(film.still(Position.after(spec))) == written, "the fonts of the system change nothing"


def test_the_fonts_have_all_letters_that_are_not_strange() -> None:
    for file in raster.FONTS:
        from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

        known = TTFont(file).getBestCmap()
        assert not [code for code in range(32, 127) if code not in known], file
    assert len(raster.FONTS) == 3


# On the command line.


@pytest.mark.parametrize(
    ("ending", "begins", "options"),
    [(".svg", b"<svg", ()), (".svg", b"<svg", ("--animated",)), (".png", b"\x89PNG", ()), (".gif", b"GIF89a", ())],
)
def test_the_ending_of_the_file_says_what_is_written(
    tmp_path: Path, ending: str, begins: bytes, options: tuple[str, ...]
) -> None:
    file = tmp_path / f"game{ending}"
    code, written, _ = run_here("picture", "othello", "--moves", LINE, "--to", str(file), *options)
    assert (code, written) == (0, f"{file} holds the picture.\n")
    content = file.read_bytes()
    assert content.startswith(begins)
    assert (b"kb-moment" in content) == bool(options)
    code, written, _ = run_here("picture", "othello", "--moves", LINE, "--to", str(file), "--json", *options)
    assert json.loads(written) == {"game": "othello", "moves": 5, "to": str(file), "bytes": len(content)}


def test_a_game_of_a_file_is_drawn(tmp_path: Path) -> None:
    games, file = tmp_path / "games.pgn", tmp_path / "game.gif"
    games.write_text("1. e4 e5 *\n\n1. d4 d5 2. c4 *\n")
    assert run_here("picture", str(games), "--number", "2", "--to", str(file))[0] == 0
    assert opened(file.read_bytes()).n_frames == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("othello", "--to", "game.jpg"), "a picture is written as .svg, .png, .gif: game.jpg ends in none of these"),
        (("othello", "--animated", "--to", "game.png"), "a PNG does not move: name a file that ends in .svg or .gif"),
        (("othello", "--to", "nowhere/game.gif"), "nowhere/game.gif cannot be written"),
        (("--to", "game.gif"), "say which game"),
        (("othello", "--moves", "a1", "--to", "game.svg"), "a1"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused_here("picture", *arguments, folder=tmp_path)
    assert not list(tmp_path.iterdir())


def test_without_the_packages_a_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    assert refused_here("picture", "othello", "--to", str(tmp_path / "game.gif")).endswith(raster.MISSING)
    with pytest.raises(PictureError):
        raster.png(film.still(Position.after("nim")))
    assert run_here("picture", "othello", "--to", str(tmp_path / "game.svg"))[0] == 0


def test_nothing_loads_the_packages_before_they_are_needed() -> None:
    code = "import sys, kibitz.present.film, kibitz.web.board.share; print(sorted({'PIL', 'resvg_py'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# By their addresses.


def do(name: str, args: dict[str, Any]) -> Answer:
    assert name == "picture"
    asked.append(args)
    return picture.run(args, lambda news: None, Stop())


asked: list[dict[str, Any]] = []


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    asked.clear()
    made = house(tmp_path, Oracle(do))
    made.rasters._pool._pool = made.thinkers
    with Client(made) as client:
        yield client


def test_a_position_and_a_game_are_pictures(page: Client) -> None:
    position = Position.after("othello", "f5d6")
    for place, kind, content in (
        ("position.svg", "svg+xml", film.still(position).encode()),
        ("position.png", "png", raster.png(film.still(position))),
        ("game.gif", "gif", film.gif(position)),
        ("game.svg", "svg+xml", film.animated_svg(position).encode()),
    ):
        reply = page.get(f"/g/othello/{place}?moves=f5d6c3&ply=2")
        assert reply.headers["content-type"] == f"image/{kind}"
        assert reply.headers["cache-control"] == "private, max-age=3600"
        assert reply.headers["content-disposition"] == f'inline; filename="othello-2.{place[-3:]}"'
        assert reply.content == content


def test_a_picture_is_made_once(page: Client) -> None:
    for _ in range(3):
        page.get("/g/othello/game.gif?moves=f5d6")
    assert asked == [{"game": "othello", "moves": ["f5", "d6"], "kind": ".gif"}]


def test_a_picture_that_hangs_keeps_no_tree_waiting(tmp_path: Path) -> None:
    """Pictures have a worker of their own."""
    made, trees = house(tmp_path, Oracle(do)), Oracle(do)
    made.readers, made.rasters._pool._pool = trees, Oracle(do)  # type: ignore[assignment]  # stand-ins
    with Client(made) as client:
        assert client.get("/g/othello/game.gif?moves=f5").status_code == 200
    assert trees.jobs == []


@pytest.mark.parametrize(("what", "animated"), [("analyse", True), ("analyse?moves=f5&ply=0", False)])
def test_the_analysis_board_has_links_to_pictures(page: Client, what: str, animated: bool) -> None:
    shown = page.get(f"/g/othello/{what}" if "?" in what else f"/g/othello/{what}?moves=f5").text
    assert ("/g/othello/game.gif?moves=f5" in shown) == animated
    assert "/g/othello/position.png" in shown


def test_a_game_of_a_match_has_links_to_pictures_of_what_is_shown(page: Client, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        import_games(store, [GameRecord("othello", ("f5", "d6", "c3"), ("a", "b"), None)], "a file")
    shown = page.get("/match/1/0/0").text
    assert "/g/othello/game.gif?moves=f5d6c3" in shown
    assert 'href="/g/othello/position.png?moves=f5d6"' in page.get("/match/1/0/0?ply=2").text


def test_without_the_packages_there_are_no_links_and_the_address_says_so(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    shown = page.get("/g/othello/analyse?moves=f5").text
    assert "position.svg?moves=f5" in shown
    assert "game.svg?moves=f5" in shown
    assert ".png" not in shown
    assert ".gif" not in shown
    assert page.get("/g/othello/game.gif?moves=f5").status_code == 404


def test_python_draws_what_the_command_writes(tmp_path: Path) -> None:
    """A game, a position and a record are drawn alike."""
    position = kibitz.Position.after("tic_tac_toe", "2,2 1,1")
    record = kibitz.GameRecord("tic_tac_toe", ("2,2", "1,1"), ("", ""), None)
    for kind, animated in (("svg", False), ("svg", True), ("png", False), ("gif", False)):
        drawn = [kibitz.picture(one, kind=kind, animated=animated) for one in (position, record)]
        drawn.append(kibitz.picture("tic_tac_toe", "2,2 1,1", kind=kind, animated=animated))
        file = tmp_path / f"a.{kind}"
        here("picture", "tic_tac_toe", "--moves", "2,2 1,1", "--to", str(file), *(["--animated"] if animated else []))
        assert {*drawn} == {file.read_bytes()}
    for how in ({"kind": "bmp"}, {"kind": "png", "animated": True}):
        with pytest.raises(PictureError):
            kibitz.picture(position, **how)
