"""Boards as SVG: what the pictures show, that all of it lies within them, and that no game can break one."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn_games import SVG, Drawn, Turn, parts
from kibitz.drawing.forms import FORMS, SEEDS
from kibitz.drawing.svg import svg
from kibitz.drawing.text import draw
from kibitz.position import Position
from kibitz.registry import load
from kibitz.scene import Action, Cell, Form, Piece, Scene, Shape
from shelf import READY


def test_the_picture_of_a_won_game() -> None:
    picture = Position.after(load("connect_four"), "4455667").svg()
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 468 408"
    assert root.get("role") == "img"
    assert len(parts(picture, "kb-frame")) == len(parts(picture, "kb-board")) == 1
    assert [child.tag for child in root][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}style"]
    assert "X at 6,4" in str(root[1].text)
    assert "last move 6,7" in str(root[1].text)
    assert "marked 6,4, 6,5, 6,6, 6,7" in str(root[1].text)
    assert len(parts(picture, "kb-cell")) == 42
    assert len(parts(picture, "kb-marked")) == 4
    assert len(parts(picture, "kb-last")) == 1
    assert len(parts(picture, "kb-p0")) == 4
    assert len(parts(picture, "kb-p1")) == 3
    assert [element.text for element in parts(picture, "kb-label")] == [*"1234567", *"123456"]


@pytest.mark.parametrize(("shape", "tag"), [("square", "rect"), ("round", "circle"), ("hex", "polygon")])
def test_cells_have_their_shapes(shape: Shape, tag: str) -> None:
    scene = Scene(
        (Cell("a", 0, 0, shape), Cell("b", 1, 1, shape)), {"a": Piece("X", 0)}, (Action(1, "b", "b"), Action(0, "pass"))
    )
    picture = svg(Drawn(scene), Turn(0), last="a")
    assert [element.tag for element in parts(picture, "kb-cell")] == [SVG + tag] * 2
    assert [element.tag for element in parts(picture, "kb-last")] == [SVG + tag]
    assert "moves: pass" in [element.text for element in parts(picture, "kb-label")]


@pytest.mark.parametrize("name", READY)
def test_every_shape_lies_within_the_picture(name: str) -> None:
    position = Position.after(load(name))
    for _ in range(12):
        root = ET.fromstring(position.svg())
        width, height = (float(number) for number in root.get("viewBox", "").split()[2:])
        for element in root.iter():
            x, y = (float(element.get(side, element.get(f"c{side}", 0))) for side in "xy")
            reach = float(element.get("r", 0))
            assert reach <= x <= width - reach
            assert reach <= y <= height - reach
        if position.is_over:
            break
        position = position.play(position.legal()[-1])


def test_a_game_without_a_scene_is_drawn_as_its_text() -> None:
    picture = svg(Drawn(text="X . O\n  .  "), Turn(0))
    assert [element.text for element in parts(picture, "kb-shown")] == ["X . O", "  .  ", "moves: a b"]


@pytest.mark.untraced
@given(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8))
def test_no_text_of_a_game_breaks_its_picture(name: str, label: str, shown: str) -> None:
    """What goes in as text comes out as text: nothing is markup, and XML holds whatever is left."""
    scene = Scene(
        (Cell(name, 0, 0), Cell(name + "'", 1, 0)), {name: Piece(label, 1)}, (Action(0, label),), columns=(label, shown)
    )
    for game in (Drawn(scene, shown), Drawn(None, shown, (label,))):
        picture = svg(game, Turn(0), last=name)
        tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(picture).iter()}
        assert tags <= {"svg", "title", "desc", "style", "g", "rect", "text"}
        draw(game, Turn(0), last=name, colour=True)


def test_markup_in_a_label_stays_text() -> None:
    evil = "</text><script>alert(1)</script>"
    scene = Scene((Cell("a", 0, 0), Cell("b", 1, 0)), {"a": Piece(evil, 0)})
    picture = svg(Drawn(scene), Turn(0))
    assert "<script" not in picture
    assert [element.text for element in parts(picture, "kb-piece")] == [evil]


def alone(piece: Piece, shape: Shape = "square") -> list[tuple[str, ...]]:
    """The shapes of one piece: what is drawn, and in which classes, but for the owner's colour; and the letters."""
    bare = svg(Drawn(Scene((Cell("a", 0, 0, shape),), {})), Turn(0))
    picture = svg(Drawn(Scene((Cell("a", 0, 0, shape),), {"a": piece})), Turn(0))
    found = [element for element in ET.fromstring(picture).iter() if element.get("class")]
    more = found[len([element for element in ET.fromstring(bare).iter() if element.get("class")]) :]
    return [(element.tag.removeprefix(SVG), element.get("class", "").rstrip("0123"), element.text or "") for element in more]


@pytest.mark.parametrize("shape", ["square", "round", "hex"])
@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_form_can_stand_anywhere(form: Form, shape: Shape) -> None:
    for owner in (0, 1, 5, None):
        for text in ("X", "3", "abc"):
            assert alone(Piece(text, owner, form), shape)


@pytest.mark.parametrize(("form", "texts"), [("disc", "XO"), ("mark", "XO"), ("cube", "33"), ("letter", "XO")])
def test_first_and_second_differ_without_colour(form: Form, texts: str) -> None:
    """In another shape, or another letter; stones are black and white, and seeds lie in pits of their own."""
    assert alone(Piece(texts[0], 0, form), "round") != alone(Piece(texts[1], 1, form), "round")


def test_a_king_wears_a_crown_and_a_stone_no_letters() -> None:
    king, man = alone(Piece("BK", 0, "crown")), alone(Piece("B", 0, "stone"))
    assert king == [*man, ("polygon", "kb-crown", "")]
    assert [(tag, text) for tag, _, text in man] == [("circle", "")]


@pytest.mark.parametrize("count", [0, 1, 7, SEEDS, 99])
def test_seeds_can_be_counted_or_read(count: int) -> None:
    picture = svg(Drawn(Scene((Cell("a", 0, 0, "round"),), {"a": Piece(str(count), 1, "seeds")})), Turn(0))
    heaps = parts(picture, "kb-seeds")
    assert sum(heap.get("d", "").count("M") for heap in heaps) == min(count, SEEDS)
    assert [element.text for element in parts(picture, "kb-on")] == [str(count)]


def test_squares_without_columns_bear_their_names() -> None:
    picture = Position.after(load("checkers")).svg()
    assert [element.text for element in parts(picture, "kb-number")] == [str(number) for number in range(1, 33)]
    assert not parts(picture, "kb-label")
    assert not parts(Position.after(load("othello")).svg(), "kb-number")


def test_a_piece_that_can_be_picked_up_is_marked_and_not_where_it_may_go() -> None:
    picture = Position.after(load("checkers")).svg()
    assert len(parts(picture, "kb-movable")) == 4
    assert not parts(picture, "kb-open")
