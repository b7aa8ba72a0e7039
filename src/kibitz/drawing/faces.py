"""What each cell of one picture looks like in text: its piece, a mark for the last move, a mark for the winning line."""

from kibitz.drawing.paint import LAST, MARKED, OPEN, PLAYERS, QUIET, clean, paint
from kibitz.scene import Piece, Scene


class Faces:
    """The cells of a scene as short texts of one width.

    (X) is the last move, *X* in the winning line, + an empty place open to the move of the same name.
    """

    def __init__(self, scene: Scene, last: str | None, colour: bool) -> None:
        self.scene, self.last, self.colour = scene, last, colour
        named = {action.cell for action in scene.actions if action.cell == action.label}
        empty = {cell.name for cell in scene.cells} - set(scene.pieces)
        self.open = named if named != empty else set()

    def face(self, name: str, width: int, empty: str, edges: tuple[str, str] = ("", "")) -> str:
        """The cell in `width` characters; `empty` stands where no piece is, `edges` around it.

        The last move has its edges twice, or round ones where cells have none.
        """
        piece = self.scene.pieces.get(name)
        is_open = piece is None and name in self.open
        text = clean(piece.text) if piece else "+" if is_open and not any(edges) else empty
        mark = MARKED if name in self.scene.marked else LAST if name == self.last else ""
        left, right = edges
        if mark == MARKED:
            left, right = "*", "*"
        elif mark == LAST:
            left, right = (left * 2, right * 2) if any(edges) else ("(", ")")
        face = f"{left}{text or ' '}{right}"
        before = (width - len(face)) // 2
        after = width - len(face) - before
        style = _style(piece) if piece else OPEN if is_open else QUIET
        return " " * before + paint(face, style, mark, colour=self.colour) + " " * after


def _style(piece: Piece) -> str:
    """The colour of a piece is its owner's."""
    return PLAYERS[piece.owner % len(PLAYERS)] if piece.owner is not None else ""
