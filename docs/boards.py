"""Makes docs/boards.svg: `python docs/boards.py` draws the boards of the package side by side, as `Position.svg` draws each."""

from pathlib import Path

from kibitz.core.registry import load
from kibitz.drawing.looks import board_sheet
from kibitz.drawing.pen import page
from kibitz.drawing.plate import Plate
from kibitz.position import Position

HERE = Path(__file__).parent
SHOWN = (
    ("tic_tac_toe", "2,2 1,1 1,2 3,2 2,3"),
    ("connect_four", "4 4 5 5 6 3 7"),
    ("othello:size=6", "c2b2b3"),
    ("checkers", "11-15 23-19 8-11 22-17"),
    ("breakthrough:size=6", "b2-b3 e5-d4 d2-e3 c5-c4 b3-c4"),
    ("hex:size=5", "b2 c3 c2 b3"),
    ("chess", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"),
    ("go", "E5 G7 C7 C3 G3 F3 F2 G4"),
    ("gomoku:size=9", "e5 d6 f6 d4 d5 c5 g7 h8"),
    ("morris", "d2 d6 f4 b4 d1 b6 d3"),
    ("amazons", "b1-b4 /e4"),
    ("ultimate_tic_tac_toe", "5,5 4,4 1,1 1,2 1,5 2,5 4,5 2,4"),
    ("dots_and_boxes", "2,2- 3,2- 2,2| 2,3| 1,1-"),
    ("oware", "3 4"),
    ("einstein", "2 2c2 4 4d4 5"),
    ("trio", "1,1 2,2 2,3 1,3 3,1"),
    ("treasure", "down left right left"),
    ("nim:heaps=3-5-7", "3:2 2:1"),
    ("kalah", "3 6"),
    ("pig", "roll 6"),
)
COLUMNS, ROOM, HIGH, GAP = 4, 270.0, 250.0, 14.0


def picture() -> str:
    """The picture as text."""
    rows = -(-len(SHOWN) // COLUMNS)
    positions = [Position.after(load(spec), moves) for spec, moves in SHOWN]
    scenes = [position.game.scene(position.state) for position in positions]
    drawn = [(position, Plate(scene)) for position, scene in zip(positions, scenes, strict=True) if scene is not None]
    style = board_sheet(*sorted({plate.scene.look for _, plate in drawn}))
    names = ", ".join(type(position.game).__name__ for position, _ in drawn)
    pen = page(COLUMNS * (ROOM + GAP) + GAP, rows * (HIGH + GAP) + GAP, "The boards of kibitz", f"{names}.", style)
    for number, (position, plate) in enumerate(drawn):
        down, across = divmod(number, COLUMNS)
        scale = min(ROOM / plate.width, HIGH / plate.height)
        x = GAP + across * (ROOM + GAP) + (ROOM - plate.width * scale) / 2
        y = GAP + down * (HIGH + GAP) + (HIGH - plate.height * scale) / 2
        plate.draw(pen.small(x, y, scale), position.last_cell)
    return pen.done()


if __name__ == "__main__":
    (HERE / "boards.svg").write_text(picture() + "\n", "utf-8")
