"""Boards as text and as pictures: golden ones, and what holds of all of them, whatever a game has drawn."""

import math
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn_games import SVG, Drawn, Turn, parts
from golden_file import assert_golden
from kibitz import grid
from kibitz.core.registry import load
from kibitz.core.scene import Action, Cell, Look, Piece, Scene, Shape, grid_of
from kibitz.drawing import looks
from kibitz.drawing.board import UNIT
from kibitz.drawing.forms import FORMS, SEEDS
from kibitz.drawing.looks import Rules, board_css, board_sheet
from kibitz.drawing.marks import Arrow, WorthLabel
from kibitz.drawing.pen import LETTER, Pen
from kibitz.drawing.plate import Area, Plate, svg
from kibitz.drawing.sides import Sides
from kibitz.drawing.text import draw
from kibitz.position import Position
from kibitz.web.board.html import spoken_rows
from shelf import READY

SUPPORT = Path(__file__).parent / "support"
SHAPES: tuple[Shape, ...] = tuple(shape for shape in get_args(Shape) if shape != "side")
LOOKS: tuple[Look, ...] = get_args(Look)
GAMES = [
    ("tic_tac_toe", "2,2 1,1 3,1"),
    ("connect_four", "4455667"),
    ("othello", "f5d6c3"),
    ("othello", "d3c3e6d2d1e1b2c1"),  # who must pass now
    ("kalah", "36"),
    ("nim", "2:3"),
    ("tree", ""),
    ("checkers", "9-14"),
    ("einstein", ""),
    ("examples/hex.py", "d4"),
    ("breakthrough:size=4", "a2-b3"),
    ("go", "E5 C3 C7 pass"),
    ("gomoku:size=5", "c3 b3 c4 b4 c5 b5 c2 b2 c1"),
    ("morris", "a1 b2 d1 b4 g1"),
    ("ultimate_tic_tac_toe", "5,5 4,4 1,1 1,2 1,5"),
    ("amazons:size=4", "b1-b3 /c2"),
]
WON = (
    "1,1 1,2 1,5 1,6 1,9 2,7 6,2 8,5 5,4 5,3 5,8 6,4 9,3 9,8 8,6 6,9 8,9 4,9 3,9 7,8 2,5 5,5 4,6 2,9 5,9 4,7 3,1 8,1 4,2 3,5 "
    "7,4 2,3 5,7"
)  # a game of ultimate tic-tac-toe in which X has won a board
HEXES = tuple(Cell(f"{'abc'[row]}{col + 1}", col + row / 2, row * 0.87, "hex") for row in range(3) for col in range(3))
ROW = (Cell("p", 0, 0), Cell("q", 1, 0))
SCENES = {
    "hexagons, each open one with its name": Drawn(
        Scene(HEXES, {"b2": Piece("X", 0)}, tuple(Action(n, cell.name, cell.name) for n, cell in enumerate(HEXES) if n != 4))
    ),
    "no scene": Drawn(text="X.\n.O", labels=("take-1", "take-2")),
    "many moves": Drawn(labels=tuple(f"move-{number}" for number in range(40))),
    "too close for letters": Drawn(
        Scene(tuple(Cell(str(n), n / 50, 0.0, "round") for n in range(9)), {}, (Action(0, "a", "0"),)), "its own text"
    ),
    "too wide": Drawn(Scene(tuple(Cell(str(n), n * 1.5, 0.0) for n in range(30)), {}), "its own text"),
    "two moves of one cell": Drawn(Scene(ROW, {"p": Piece("5")}, (Action(0, "1", "p"), Action(1, "2", "p")))),
}


def of_forms(shape: Shape) -> Scene:
    """A row for each form: whose it may be, and with which texts; and a cell that is open, beside a button."""
    columns: list[tuple[int | None, str]] = [(0, "X"), (1, "3"), (None, "O")]
    if shape == "square":
        columns = [*product((0, 1, 5, None), ("X", "O", "V", "3", "abc"))]
    cells = [Cell(f"{form}{at}", at, row, shape) for row, form in enumerate(sorted(FORMS)) for at in range(len(columns))]
    forms = [(form, owner, text) for form in sorted(FORMS) for owner, text in columns]
    pieces = {cell.name: Piece(text, owner, form) for cell, (form, owner, text) in zip(cells, forms, strict=True)}
    heaps = [(Cell(f"heap{n}", n, -1, shape), Piece(str(n), 1, "seeds")) for n in (0, 1, 7, SEEDS, SEEDS + 1)]
    heaps += [(Cell(f"die{n}", n, -2, shape), Piece(str(n), n % 2 if n < 5 else None, "die")) for n in range(1, 7)]
    heaps += [(Cell("shared", 0, -2, shape), Piece("AB", None, "disc"))]
    cells += [cell for cell, _ in heaps] + [Cell("open", 2, -1, shape)]
    pieces |= {cell.name: piece for cell, piece in heaps}
    return Scene(tuple(cells), pieces, (Action(0, "open", "open"), Action(1, "pass")))


def in_lines(picture: str) -> str:
    """A picture as people read it, an element a line; without the styles, which are a file of their own."""
    root = ET.fromstring(re.sub("<style>.*?</style>", "<style/>", picture, flags=re.DOTALL))
    ET.indent(root)
    ET.register_namespace("", SVG[1:-1])
    return ET.tostring(root, encoding="unicode") + "\n"


def plate(spec: str, moves: str = "") -> Plate:
    position = Position.after(load(spec), moves)
    scene = position.game.scene(position.state)
    assert scene is not None
    return Plate(scene)


def test_boards_as_text() -> None:
    drawn = {f"{spec} {moves}".strip(): Position.after(load(spec), moves).draw() for spec, moves in GAMES}
    drawn |= {name: draw(game, game.start(), last="b2") for name, game in SCENES.items()}
    drawn["many moves, no more of them"] = draw(SCENES["many moves"], Turn(1))
    painted = [Position.after(load(spec), moves).draw(colour=True) for spec, moves in (GAMES[0], GAMES[1], GAMES[2], GAMES[4])]
    drawn |= {f"in colours, {number}": text.replace("\x1b", "^") for number, text in enumerate(painted, 1)}
    assert_golden("boards.txt", "".join(f"# {name}\n{text}\n\n" for name, text in drawn.items()))


@pytest.mark.parametrize(("spec", "moves"), [GAMES[number] for number in (0, 1, 4, 6, 7, 8, 9, 11)])
def test_boards_as_pictures(spec: str, moves: str) -> None:
    name = spec.rpartition("/")[2].removesuffix(".py")
    assert_golden(f"pictures/{name}.svg", in_lines(Position.after(load(spec), moves).svg()))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_form_on_every_cell(shape: Shape) -> None:
    assert_golden(f"pictures/forms_{shape}.svg", in_lines(svg(Drawn(of_forms(shape)), Turn(0), last="disc0")))


def test_pictures_below_the_buttons_of_a_page() -> None:
    """What is picked up and where it may go, what moves are worth, above a piece and in empty cells, and names of cells."""
    worth = {"1,1": WorthLabel("+7", "win"), "1,2": WorthLabel("=", "draw"), "2,3": WorthLabel("≈−0.3", "loss", exact=False)}
    pictures = {
        "tic_tac_toe": plate("tic_tac_toe", "3,3").inlaid(last="3,3", worth=worth),
        "checkers": plate("checkers").inlaid(picked="9", arrows=[Arrow("9", "14", "last"), Arrow("24", "20", "best")]),
        "kalah": plate("kalah").inlaid(worth={"first:1": WorthLabel("+2", "win")}),
        "hex": plate("examples/hex.py").inlaid(named={"a1", "b2"}),
        "won": plate("ultimate_tic_tac_toe", WON).inlaid(last="5,7"),
        "nim": plate("nim", "2:3").inlaid(last="2:1", gone={"2:2", "2:3", "2:4"}),
        "best": plate("tic_tac_toe", "3,3").inlaid(worth={"1,1": WorthLabel("=", "draw", best=True)}),
    }
    for name, picture in pictures.items():
        assert_golden(f"pictures/inlaid_{name}.svg", in_lines(picture))


def test_a_game_without_a_scene_is_a_picture_of_its_text() -> None:
    assert_golden("pictures/text.svg", in_lines(svg(Drawn(text="X . O\n  .  "), Turn(0))))


def test_an_arrow_needs_room() -> None:
    pen = Pen.blank(100, 100)
    Arrow("a", "b", "last").draw(pen, (20, 20), (40, 20))
    assert len(pen.root) == 0
    Arrow("a", "b", "last").draw(pen, (20, 20), (80, 20))
    assert [(one.get("data-source"), one.get("data-target")) for one in pen.root] == [("a", "b")]


def test_style_sheets() -> None:
    sheets = {"pictures": looks.sheet(), "felt": board_sheet("felt"), "pages": board_css()}
    written = "\n\n".join(f"/* {name} */ {sheet}" for name, sheet in sheets.items())
    assert_golden("pictures/styles.css", written.replace("} ", "}\n") + "\n")


# What holds of every game


def turns(name: str, count: int, stride: int) -> Iterator[Position]:
    position = Position.after(load(name))
    for turn in range(count):
        yield position
        if position.is_over:
            return
        position = position.play(position.legal()[turn * stride % len(position.legal())])


@pytest.mark.parametrize("name", READY)
def test_every_game_fits_a_terminal_says_what_to_type_and_means_the_same_in_colours(name: str) -> None:
    """Every legal move can be typed from what the picture shows: its own name, or the labels at the edges."""
    for position in turns(name, 60, 5):
        board = position.draw()
        assert max(map(len, board.split("\n"))) <= 79
        plain = re.sub(r"\x1b\[[0-9;]*m", "", position.draw(colour=True))
        assert [line.rstrip() for line in plain.split("\n")] == board.split("\n")
        scene = position.game.scene(position.state)
        grid = grid_of(scene) if scene else None
        shown = set(re.findall(r"[^\s()\[\]<>*│]+", board))
        for move in position.legal():
            label = position.name(move)
            typed = [label] if grid is None or label in shown else re.findall(r"[a-z]+|[0-9]+", label)
            assert shown.issuperset(typed), f"{label} cannot be read off\n{board}"


@pytest.mark.parametrize("name", READY)
def test_every_shape_lies_within_the_picture(name: str) -> None:
    for position in turns(name, 12, -1):
        root = ET.fromstring(position.svg())
        width, height = (float(number) for number in root.get("viewBox", "").split()[2:])
        for element in root.iter():
            x, y = (float(element.get(side, element.get(f"c{side}", 0))) for side in "xy")
            reach = float(element.get("r", 0))
            assert reach <= x <= width - reach
            assert reach <= y <= height - reach


@pytest.mark.parametrize("name", [*READY, "examples/hex.py"])
def test_every_cell_is_drawn_in_its_area_and_areas_do_not_overlap(name: str) -> None:
    board = plate(name)
    picture = board.inlaid()
    width, height = map(float, ET.fromstring(picture).get("viewBox", "").split()[2:])
    areas = {area.cell: area for area in board.areas()}
    assert [*areas] == [cell.name for cell in sorted(board.scene.cells, key=row_by_row) if cell.shape != "side"]
    for area in areas.values():
        assert 0 <= area.left < area.left + area.width <= 1
        assert 0 <= area.top < area.top + area.height <= 1
    if not any(area.shape == "hex" for area in areas.values()):  # six-sided ones overlap: the style sheet clips them
        assert not any(overlap(one, other) for one in areas.values() for other in areas.values() if one is not other)
    for cell, drawn in zip(board.scene.cells, parts(picture, "kb-cell"), strict=False):  # none are drawn where only lines are
        area, (x, y, wide) = areas[cell.name], middle_and_width(drawn)
        assert (x / width, y / height) == pytest.approx((area.left + area.width / 2, area.top + area.height / 2), abs=1e-4)
        assert area.width * width - 9 <= wide <= area.width * width + 0.01


@pytest.mark.parametrize(
    "name", [*READY, "chess:size=6", "othello:size=4", "go:size=19", "amazons:size=10", "treasure:width=9"]
)
def test_labels_at_the_edges_lie_beside_the_cells_and_apart(name: str) -> None:
    """No piece can cover one, each stands before the middle of its row or column, and none reaches another."""
    board = plate(name)
    labels = [text for text in ET.fromstring(board.inlaid()) if text.get("class") == "kb-label" and text.text]
    boxes = []
    for text in labels:
        x, y, size = (float(text.get(key, 0)) for key in ("x", "y", "font-size"))
        wide = size * LETTER * len(text.text or "")
        boxes.append(Area("", "square", x - wide / 2, y - 0.73 * size, wide, 0.75 * size))
    across, down = board.width, board.height
    cells = [
        Area(one.cell, one.shape, one.left * across, one.top * down, one.width * across, one.height * down)
        for one in board.areas()
        if one.shape != "hex"  # whose boxes are larger than they are
    ]
    for box in boxes:
        assert 0 <= box.left < box.left + box.width <= board.width
        assert 0 <= box.top < box.top + box.height <= board.height
        assert not any(overlap(box, other) for other in (*cells, *(one for one in boxes if one is not box)))
    labelled = board.board.grid if board.scene.columns and not board.board.is_numbered else None
    if labelled is not None:
        assert {text.text for text in labels} >= {label for label in (*labelled.rows, *labelled.columns) if label}


@pytest.mark.parametrize("size", [1, 2, 5, 11])
@pytest.mark.parametrize("shape", ["hex", "square"])
def test_the_sides_of_a_board_are_the_players_who_join_them(shape: Shape, size: int) -> None:
    """The first player's edges lie above and below all others; each outer edge is somebody's, and the ends of one are apart."""
    layout = grid(size, size, shape=shape, sides=True)
    bands = Sides((*layout.cells, *layout.edges)).bands()
    counts = {owner: len(edges) for owner, edges in bands.items()}
    assert counts == ({0: 2 * size, 1: 2 * size} if shape == "square" else {0: 4 * size, 1: 4 * size - 2})
    highest, lowest = (pick(cell.y for cell in layout.cells) for pick in (min, max))
    assert all(max(y for _, y in edge) < highest or min(y for _, y in edge) > lowest for edge in bands[0])
    assert all(highest - 0.51 < y < lowest + 0.51 for edge in bands[1] for _, y in edge)


@pytest.mark.parametrize(
    ("scene", "columns", "rows"),
    [
        (plate("connect_four").scene, "1234567", ""),  # no move names a row
        (plate("connect_four:width=9,height=4").scene, "123456789", ""),
        (Scene(ROW, {}, rows=("A",)), "", "A"),
        (Scene(ROW, {}, columns=("p", "q"), rows=("A",)), "pq", "A"),
        (plate("tic_tac_toe").scene, "123", "123"),
    ],
)
def test_a_board_with_labels_along_one_edge_has_none_along_the_other(scene: Scene, columns: str, rows: str) -> None:
    """Though its rows are numbered where they are read aloud, or typed."""
    board = Plate(scene)
    texts = [text for text in ET.fromstring(board.inlaid()) if text.get("class") == "kb-label"]
    above = [text.text for text in texts if float(text.get("x", 0)) > board.left]
    beside = [text.text for text in texts if float(text.get("x", 0)) < board.left]
    assert ("".join(map(str, above)), "".join(map(str, beside))) == (columns, rows)
    assert board.left == (12 if not rows else pytest.approx(30 * board.scale))
    assert all(row for row, _ in spoken_rows(scene))


@pytest.mark.parametrize(
    ("scene", "goals"),
    [
        (plate("einstein").scene, {0: {"e5"}, 1: {"a1"}}),  # where cubes of the other side stand at the start
        (Scene(grid(4, 2, rows="up", goals=((7, 4), (0,))).cells, {}, look="felt"), {0: {"d2", "a2"}, 1: {"a1"}}),
        (plate("breakthrough").scene, {}),
    ],
)
def test_goals_have_the_colour_of_the_player_who_wants_to_reach_them(scene: Scene, goals: dict[int, set[str]]) -> None:
    """Drawn below the pieces, as wide as to be seen around them."""
    board, found = Plate(scene), dict[int, set[str]]()
    root = ET.fromstring(board.inlaid())
    for shape in root.iter(f"{SVG}rect"):
        if "kb-goal" in shape.get("class", ""):
            x, y, wide = middle_and_width(shape)
            (cell,) = [one for one in scene.cells if board.board.middle(one, board.left, board.top) == pytest.approx((x, y))]
            assert wide > 0.8 * UNIT
            found.setdefault(int(re.findall(r"kb-p(\d)", shape.get("class", ""))[0]), set()).add(cell.name)
    assert found == goals
    order = [shape.get("class", "").split()[-1] for shape in root.iter() if shape.get("class")]
    assert "kb-goal" not in order[order.index("kb-at") if scene.pieces else len(order) :]


@pytest.mark.parametrize("spec", ["ultimate_tic_tac_toe", f"{SUPPORT / 'grid_games.py'}:Blocks"])
def test_blocks_lie_close_together_and_those_to_play_in_have_a_frame(spec: str) -> None:
    position, dice, counts = Position.after(spec), random.Random(3), set[int]()
    while not position.is_over:
        scene = position.game.scene(position.state)
        assert scene is not None
        board = Plate(scene)
        whole, framed = (rectangles(board.inlaid(), kind) for kind in ("kb-block", "kb-block-open"))
        for one in whole:
            assert not any(overlap(one, other) for other in whole if other is not one)
            wider = replace(one, left=one.left - UNIT / 3, width=one.width + UNIT / 1.5, top=one.top - UNIT / 3)
            wider = replace(wider, height=one.height + UNIT / 1.5)
            assert any(overlap(wider, other) for other in whole if other is not one)
        middles = {cell.name: board.board.middle(cell, board.left, board.top) for cell in scene.cells}
        within = [{cell for cell, (x, y) in middles.items() if overlap(one, Area("", "square", x, y, 1, 1))} for one in framed]
        opened = {action.cell for action in scene.actions}
        assert opened <= set[str]().union(*within)
        assert all(cells & opened for cells in within)
        counts.add(len(framed))
        position = position.play(dice.choice(position.legal()))
    assert {1, len(whole)} <= counts


def rectangles(picture: str, kind: str) -> list[Area]:
    found = [shape for shape in ET.fromstring(picture).iter(f"{SVG}rect") if shape.get("class") == kind]
    return [Area("", "square", *(float(shape.get(side, 0)) for side in ("x", "y", "width", "height"))) for shape in found]


def row_by_row(cell: Cell) -> tuple[float, float]:
    return round(cell.y, 3), cell.x


def overlap(one: Area, other: Area) -> bool:
    across = one.left + one.width - 1e-9 > other.left and other.left + other.width - 1e-9 > one.left
    return across and one.top + one.height - 1e-9 > other.top and other.top + other.height - 1e-9 > one.top


def middle_and_width(drawn: ET.Element) -> tuple[float, float, float]:
    at = drawn.attrib
    if drawn.tag == f"{SVG}circle":
        return float(at["cx"]), float(at["cy"]), 2 * float(at["r"])
    if drawn.tag == f"{SVG}rect":
        wide = float(at["width"])
        return float(at["x"]) + wide / 2, float(at["y"]) + wide / 2, wide
    across, down = zip(*(map(float, corner.split(",")) for corner in at["points"].split()), strict=True)
    return sum(across) / 6, sum(down) / 6, max(across) - min(across)


@pytest.mark.parametrize(
    "moves", ["C1 D5 C2 D4 C3 D3 C4 D2 C5 D1", "B1 A4 B2 B4 B3 B5 A3 C3", "C3"]
)  # two sides, neutral points between corners, and one stone
def test_the_territory_of_both_sides_is_marked_once_the_game_is_over(moves: str) -> None:
    over = Position.after("go:size=5", f"{moves} pass pass")
    scene = over.game.scene(over.state)
    assert scene is not None
    for side, points in enumerate(over.game.tally(over.state)):
        stones, squares = (
            [cell for cell, piece in scene.pieces.items() if (piece.owner, piece.form) == (side, form)]
            for form in ("stone", "territory")
        )
        assert len(stones) + len(squares) == points - 7 * side
        assert over.svg().count(f'class="kb-s{side} kb-disc"') == len(stones) + len(squares)
    before = over.game.scene(Position.after("go:size=5", f"{moves} pass").state)
    assert before is not None
    assert {piece.form for piece in before.pieces.values()} == {"stone"}, "nobody knows before the end"


def test_areas_are_read_row_by_row_and_large_enough_for_fingers() -> None:
    one, other = (hexes := Plate(Scene((Cell("a", 0, 0, "hex"), Cell("b", 1, 0, "hex")), {}))).areas()
    assert one.left + one.width == pytest.approx(other.left)
    assert one.height * hexes.height / (one.width * hexes.width) == pytest.approx(2 / math.sqrt(3))
    assert [area.cell for area in plate("checkers").areas()] == [str(number) for number in range(1, 33)]
    pits = [area.cell for area in plate("kalah:pits=2").areas()]
    assert pits == ["second:2", "second:1", "second:store", "first:store", "first:1", "first:2"]
    assert plate("othello").width_for(24) == pytest.approx(plate("othello").width * 24 / 60)
    small = Plate(Scene((Cell("a", 0, 0), Cell("b", 1, 0, size=0.5)), {}, (Action(0, "b", "b"),)))
    assert small.width_for(24) == pytest.approx(small.width * 24 / 30)


def test_rows_and_columns_as_labelled_and_as_numbered() -> None:
    cells = tuple(Cell(f"{x}{y}", x, y) for y in range(2) for x in range(3))
    plain, chess = grid_of(Scene(cells, {})), grid_of(Scene(cells, {}, columns=("a", "b", "c"), rows=("2", "1")))
    assert plain is not None
    assert chess is not None
    assert [plain.place(*at) for at in (("2", "3"), ("0", "1"), ("3", "1"))] == [cells[5], None, None]
    assert chess.place("1", "c") == chess.place("1", "3") == cells[5]  # the row is called 1, wherever it lies
    assert grid_of(Scene(cells[:4], {}, columns=("a", "b", "c"))) is not None
    assert grid_of(Scene(cells[:4], {})) is None  # holes, and nothing at the edges
    six_sided, apart = ([replace(cell, **more) for cell in cells] for more in ({"shape": "hex"}, {"size": 0.5}))
    between = [replace(cell, x=cell.x * 1.5) for cell in cells]
    for off in ([*cells, cells[0]], six_sided, apart, between):
        assert grid_of(Scene(tuple(off), {}, columns=("a", "b", "c"))) is None


# What a game says is text and nothing else


def test_control_characters_of_a_game_do_not_reach_the_terminal() -> None:
    evil = "\x1b]0;owned\x07\r\x9b2J"
    scene = Scene((Cell(evil, 0, 0), Cell("b", 1, 0)), {evil: Piece(evil, 0)}, (Action(0, evil), Action(1, evil, "b")))
    for game in (Drawn(scene, evil), Drawn(None, evil, (evil,))):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", draw(game, game.start()))


@pytest.mark.untraced
@given(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8) | st.just("</text><script>alert(1)</script>"))
def test_no_text_of_a_game_breaks_its_picture(name: str, label: str, shown: str) -> None:
    """What goes in as text comes out as text: nothing is markup, and XML holds whatever is left."""
    scene = Scene(
        (Cell(name, 0, 0), Cell(name + "'", 1, 0)), {name: Piece(label, 1)}, (Action(0, label),), columns=(label, shown)
    )
    for game in (Drawn(scene, shown), Drawn(None, shown, (label,))):
        tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(svg(game, Turn(0), last=name)).iter()}
        assert tags <= {"svg", "title", "desc", "style", "g", "rect", "text"}
        draw(game, Turn(0), last=name, colour=True)


# Colours


def colours(rules: Rules) -> dict[str, str]:
    """The colour of each class: of its area, or of its line."""
    found = {name: re.search(r"(?:fill|stroke):(#[0-9a-f]{6})", style) for name, style in rules.items()}
    return {name: colour[1] for name, colour in found.items() if colour}


def contrast(one: str, other: str) -> float:
    """As the WCAG define it: 1 for the same colour, 21 for black on white."""

    def light(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("time", "ground"), [(0, "#fffdf8"), (1, "#16181c")], ids=["day", "night"])
def test_text_can_be_read_and_pieces_can_be_seen(look: Look, time: int, ground: str) -> None:
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    rules = {**looks.COLOURS, **looks.PIECES, **looks.WORTH, **looks.BOARDS[look]}
    there = {"page": ground, **colours(looks.by_time(rules)[time])}
    text = [(".kb-label", ".kb-cell"), (".kb-number", ".kb-cell"), (".kb-dark", ".kb-gold")]
    text += [(".kb-label", "page"), (".kb-label", ".kb-ground")] if look == "plain" else []
    text += [(f".kb-wt-{outcome}", f".kb-w-{outcome}") for outcome in ("win", "draw", "loss")]
    text += [(f".kb-o{owner}" if f".kb-o{owner}" in there else ".kb-on", f".kb-p{owner}") for owner in range(2)]
    signs = [(f".kb-i{owner}", f".kb-p{owner}") for owner in range(2)]
    signs += [(".kb-last", ".kb-cell" if look != "frame" else ".kb-board"), (".kb-open", ".kb-cell")]
    for pairs, least in ((text, 4.5), (signs, 3.0), ([(".kb-s0", ".kb-s1")], 7.0)):
        for over, under in pairs:
            assert contrast(there[over], there[under]) >= least, (over, under)
