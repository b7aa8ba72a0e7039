"""The picture below the buttons of a page: where the cells lie, in which order, what is marked, and what is written in them."""

import math
from xml.etree import ElementTree as ET

import pytest

from drawn_games import SVG, parts
from kibitz.drawing.board import Area, Plate, WorthLabel
from kibitz.position import Position
from kibitz.registry import load
from kibitz.scene import Action, Cell, Scene
from shelf import READY


def plate(spec: str, moves: str = "") -> Plate:
    position = Position.after(load(spec), moves)
    scene = position.game.scene(position.state)
    assert scene is not None
    return Plate(scene)


def size(picture: str) -> tuple[float, float]:
    width, height = ET.fromstring(picture).get("viewBox", "").split()[2:]
    return float(width), float(height)


@pytest.mark.parametrize("name", [*READY, "examples/hex.py"])
def test_every_cell_is_drawn_in_its_area(name: str) -> None:
    board = plate(name)
    picture = board.inlaid()
    width, height = size(picture)
    areas = {area.cell: area for area in board.areas()}
    assert len(areas) == len(board.scene.cells)
    for area in areas.values():
        assert 0 <= area.left < area.left + area.width <= 1
        assert 0 <= area.top < area.top + area.height <= 1
    for cell, drawn in zip(board.scene.cells, parts(picture, "kb-cell"), strict=False):  # none are drawn where only lines are
        area, at = areas[cell.name], drawn.attrib
        if drawn.tag == f"{SVG}circle":
            x, y, wide = float(at["cx"]), float(at["cy"]), 2 * float(at["r"])
        elif drawn.tag == f"{SVG}rect":
            wide = float(at["width"])
            x, y = float(at["x"]) + wide / 2, float(at["y"]) + wide / 2
        else:
            corners = [tuple(map(float, corner.split(","))) for corner in at["points"].split()]
            wide = max(x for x, _ in corners) - min(x for x, _ in corners)
            x, y = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
        assert (x / width, y / height) == pytest.approx((area.left + area.width / 2, area.top + area.height / 2), abs=1e-4)
        assert area.width * width - 9 <= wide <= area.width * width + 0.01


def overlap(one: Area, other: Area) -> bool:
    across = one.left + one.width - 1e-9 > other.left and other.left + other.width - 1e-9 > one.left
    return across and one.top + one.height - 1e-9 > other.top and other.top + other.height - 1e-9 > one.top


@pytest.mark.parametrize("name", READY)
def test_no_two_areas_overlap(name: str) -> None:
    areas = plate(name).areas()
    assert not any(overlap(one, other) for number, one in enumerate(areas) for other in areas[:number])


def test_six_sided_areas_hold_their_cell_to_its_tips() -> None:
    board = Plate(Scene((Cell("a", 0, 0, "hex"), Cell("b", 1, 0, "hex")), {}))
    one, other = board.areas()
    assert one.shape == "hex"
    assert one.left + one.width == pytest.approx(other.left)
    assert one.height * board.height / (one.width * board.width) == pytest.approx(2 / math.sqrt(3))


def test_cells_are_read_row_by_row() -> None:
    assert [area.cell for area in plate("tic_tac_toe").areas()][:4] == ["1,1", "1,2", "1,3", "2,1"]
    assert [area.cell for area in plate("checkers").areas()] == [str(number) for number in range(1, 33)]
    pits = [area.cell for area in plate("kalah:pits=2").areas()]
    assert pits == ["second:2", "second:1", "second:store", "first:store", "first:1", "first:2"]


def test_how_wide_a_picture_must_be_for_fingers() -> None:
    board = plate("othello")
    assert board.width_for(24) == pytest.approx(board.width * 24 / 60)
    assert board.width_for(24) < 390
    small = Plate(Scene((Cell("a", 0, 0), Cell("b", 1, 0, size=0.5)), {}, (Action(0, "b", "b"),)))
    assert small.width_for(24) == pytest.approx(small.width * 24 / 30)


def test_it_fills_its_box_brings_no_style_and_says_nothing() -> None:
    root = ET.fromstring(plate("connect_four", "44").inlaid(last="5,4"))
    assert not {"width", "height", "role", "style"} & root.attrib.keys()
    assert root.get("aria-hidden") == "true"
    assert not {"style", "title", "desc", "script"} & {element.tag.removeprefix(SVG) for element in root.iter()}


def test_what_is_picked_up_and_where_it_may_be_put_down() -> None:
    board = plate("checkers")
    assert len(parts(board.inlaid(), "kb-movable")) == 4
    picked = board.inlaid(picked="9")
    assert len(parts(picked, "kb-picked")) == 1
    assert len(parts(picked, "kb-open")) == 2  # 13 and 14
    assert not parts(picked, "kb-movable")


def test_what_moves_are_worth_is_told_without_colour() -> None:
    told = {
        "1,1": WorthLabel("+7", "win"),
        "1,2": WorthLabel("=", "draw"),
        "2,3": WorthLabel("\u2248\u22120.3", "loss", exact=False),
    }
    picture = plate("tic_tac_toe", "3,3").inlaid(worth=told)
    assert [part.text for part in picture_texts(picture)] == ["+7", "=", "\u2248\u22120.3"]
    assert [part.get("class") for part in parts(picture, "kb-w-exact")] == ["kb-w-win kb-w-exact", "kb-w-draw kb-w-exact"]
    assert [part.get("class") for part in parts(picture, "kb-w-estimate")] == ["kb-w-loss kb-w-estimate"]
    assert len(parts(picture, "kb-open")) == 8 - 3


def picture_texts(picture: str) -> list[ET.Element]:
    """What is written into cells."""
    return [part for part in ET.fromstring(picture).iter(f"{SVG}text") if "kb-wt-" in part.get("class", "")]


def test_what_a_move_is_worth_stands_above_the_piece_and_instead_of_the_moves_name() -> None:
    board = plate("kalah")
    assert {part.text for part in parts(board.inlaid(), "kb-label")} == set("123456")
    picture = board.inlaid(worth={"first:1": WorthLabel("+2", "win")})
    assert {part.text for part in parts(picture, "kb-label")} == set("23456")
    (ring,) = parts(picture, "kb-w-win")
    assert float(ring.get("y", 0)) < float(parts(picture, "kb-cell")[6].get("cy", 0))
