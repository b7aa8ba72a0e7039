"""A board as an SVG picture: its cells, and what stands in them."""

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Literal

from kibitz.core.scene import Cell, Grid, Scene, Shape, actions_alone, grid_of
from kibitz.drawing.blocks import Gaps, blocks_of, draw_frame
from kibitz.drawing.forms import FORMS
from kibitz.drawing.looks import OWNERS
from kibitz.drawing.marks import WorthLabel
from kibitz.drawing.pen import CORNER, Pen
from kibitz.drawing.sides import BESIDE, MARGIN, Sides

UNIT = 60.0  # the width of a cell in pixels
RIM = 5.0  # of a board around its cells
POINT = 12.0  # the width of a point
HEAP = -0.16  # from the middle of a cell to what its seeds are worth, in its widths: within the pit, whatever is above it
RING = 0.88  # the width of the ring around what a move takes, in widths of its cell
DOT = 7.0  # the width of a dot where lines cross; those that stay are twice as wide
SMALL = 0.5  # round cells smaller than this are dots on a bare board
OUTSIDE = 0.34  # in cells: for names above and below hollows
AROUND = 0.93  # of a ring where a number has changed or a man was turned over, in widths of its cell
LEFT = 0.6  # of a ring where a piece was taken away, in widths of its cell
MEN = {"stone", "disc", "crown", "cube", "chessman", "mark"}  # forms of men, which a move may take where they stand
ROUND = {"stone", "disc", "crown"}  # forms with a ring around them, not around their cells
SQUARED = {"felt", "wood", "checkered"}  # looks whose square cells meet, without round corners
TINTED = {"plain", "lines", "felt", "wood", "checkered", "blocks"}  # looks whose square cells are tinted by the last move
WHOLE = {"frame", "felt", "wood", "points", "checkered", "crossings", "dots"}  # looks that are one board, not cells on paper
BARE = {"bare", "dots"}  # looks without cells
NOTHING: Mapping[str, WorthLabel] = MappingProxyType({})


def ring_of_change(form: str | None, side: float) -> tuple[str, float]:
    """The class and the width of the ring where the last move changed a cell; `form`: of the piece there, if there is one."""
    if form is None:
        return "kb-gone", side * LEFT
    return "kb-gone kb-turned" if form in MEN else "kb-gone", side * AROUND


class BoardPicture:
    """A board of at least one cell, `width` by `height` pixels; its methods draw it with the top left at (x, y)."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.grid = scene, grid_of(scene)
        self.sides = Sides(scene.cells)
        places = [cell for cell in scene.cells if cell.shape != "side"]
        around = MARGIN if self.sides else 0.0
        before = around + BESIDE if self.sides and scene.columns else around
        apart = OUTSIDE if self.is_named_outside else 0.0
        self.blocks = blocks_of(scene.cells) if scene.look == "blocks" else []
        self._gaps = Gaps(scene.cells if self.blocks else ())
        self.left = min(cell.x - cell.size / 2 for cell in places) + 0.5 - before
        self.top = min(cell.y - cell.size / 2 for cell in places) + 0.5 - before - apart
        right, low = (max(side) for side in zip(*map(self._ends, places), strict=True))
        self.width: float = (right + 0.5 + around - self.left) * UNIT
        self.height: float = (low + 0.5 + around + apart - self.top) * UNIT
        self._above = {low: cell for high, low in scene.lines for cell in places if cell.name == high}

    @property
    def kind(self) -> str:
        """The class of the board's group: its look."""
        return f"kb-{self.scene.look}"

    @property
    def is_numbered(self) -> bool:
        """Whether names stand in the cells, since the columns have none."""
        return self.grid is not None and bool(self.scene.columns) and not any(self.scene.columns)

    @property
    def has_labels(self) -> bool:
        """Whether cells bear the names of moves: where no rows and columns do, and cells are drawn."""
        return self.grid is None and self.scene.look not in BARE and not (self.sides and self.scene.columns)

    @property
    def is_named_outside(self) -> bool:
        """Whether the names of moves stand above and below the cells: they are hollows full of seeds."""
        return self.has_labels and self.scene.look == "wood"

    def label_place(self, cell: Cell, is_low: bool, x: float, y: float) -> tuple[float, float, float]:
        """The middle and the size of the name of a move beside a piece; `is_low`: below a letter.

        In a tree it stands on the line that leads to a node.
        """
        (across, down), side = self.middle(cell, x, y), cell.size * UNIT
        if is_low and cell.name in self._above:
            above = self.middle(self._above[cell.name], x, y)
            return (across + above[0]) / 2, (down + above[1]) / 2, side * 0.26
        if is_low and cell.shape == "round":  # beside its upper right
            return across + side * 0.5, down - side * 0.42, side * 0.24
        if is_low:
            return across, down + side * 0.25, side * 0.2
        if self.is_named_outside:
            is_below = down - y > self.height / 2
            return across, down + side * (0.68 if is_below else -0.68), side * 0.27
        return across, down - side * 0.385, side * 0.18

    def places(self, pen: Pen, x: float, y: float) -> None:
        """Draw the empty board."""
        if self.scene.look in WHOLE:
            pen.box("kb-board", x - RIM, y - RIM, self.width + 2 * RIM, self.height + 2 * RIM, 10)
        if self.scene.look == "lines" and self.grid:
            pen.lines("kb-hash", *self._between(x, y))
            return
        if self.scene.look == "crossings" and self.grid:
            pen.lines("kb-hash", *self._crossing(self.grid, x, y))
            for cell in _star_points(self.grid):
                pen.outline("kb-star", "round", *self.middle(cell, x, y), 2 * DOT)
            return
        middles = {cell.name: self.middle(cell, x, y) for cell in self.scene.cells}
        joins = [(middles[one], middles[other]) for one, other in self.scene.lines]
        if joins and self.scene.look != "points":
            pen.lines("kb-hash", *joins)
            marked = {*self.scene.marked}
            if trail := [(middles[one], middles[other]) for one, other in self.scene.lines if {one, other} <= marked]:
                pen.lines("kb-hash kb-trail", *trail)
        if self.scene.look in BARE:
            for cell in self.scene.cells:
                if cell.shape == "round" and cell.size < SMALL:
                    pen.outline("kb-star", "round", *middles[cell.name], 2 * DOT)
            return
        for block in self.blocks:
            draw_frame(pen, "kb-block", *self.box(block, x, y))
        for owner, edges in self.sides.bands().items():
            lines = [tuple(self._at(*end, x, y) for end in edge) for edge in edges]
            pen.lines(f"kb-l{owner} kb-band", *lines)
        for cell in self.scene.cells if self.sides else ():
            if cell.shape != "side":
                pen.outline("kb-ground", cell.shape, *middles[cell.name], UNIT)
        for cell in self.scene.cells:
            if cell.shape == "side":
                continue
            kind = "kb-cell kb-shade" if self.is_shaded(cell) else "kb-cell"
            pen.outline(kind, cell.shape, *middles[cell.name], self.inner(cell), self.corner)
            if cell.goal is not None:
                owned = f"kb-p{cell.goal % OWNERS} kb-l{cell.goal % OWNERS} kb-goal"
                pen.outline(owned, cell.shape, *middles[cell.name], self.inner(cell) - 5, self.corner)
        if joins and self.scene.look == "points":
            pen.lines("kb-hash", *joins)
        for middle in middles.values() if self.scene.look == "points" else ():
            pen.outline("kb-point", "round", *middle, POINT)

    def numbers(self, pen: Pen, x: float, y: float) -> None:
        """Write the names in the corners of the cells, if the board is numbered."""
        if self.is_numbered:
            for cell in self.scene.cells:
                across, down = self.middle(cell, x, y)
                pen.text("kb-number", across - UNIT * 0.385, down - UNIT * 0.4, 11, cell.name)

    def pieces(
        self,
        pen: Pen,
        x: float,
        y: float,
        last: str | None = None,
        hints: bool = True,
        picked: str | None = None,
        worth: Mapping[str, WorthLabel] = NOTHING,
        named: Set[str] = frozenset(),
        apart: bool = False,
        way: Set[str] = frozenset(),
        gone: Set[str] = frozenset(),
    ) -> None:
        """Draw the pieces, the marked cells, and the cell of the last move; `hints`: also where moves can be made.

        `way`: other cells where the last move began, and earlier ones of the same turn began and ended; `gone`: cells whose
        pieces it took away or turned over, or whose numbers it changed.
        `picked`: the cell of a picked-up piece, whose targets the hints show. `worth`: labels in cells; `named`: cells that
        show their names while empty, if the edges have no labels. `apart`: each piece is a group with data about itself.
        """
        scene, opened, movable = self.scene, *(self._open(picked) if hints else (set[str](), set[str]()))
        labels = {cell: action.label for cell, action in actions_alone(scene).items()} if hints and self.has_labels else {}
        if self.has_labels:
            labels = {cell: cell for cell in named if cell not in scene.pieces} | labels
        for block in self.blocks:
            if opened & {cell.name for cell in block}:
                draw_frame(pen, "kb-block-open", *self.box(block, x, y))
        for cell in scene.cells:
            if cell.shape == "side":
                continue
            middle, inner = self.middle(cell, x, y), self.inner(cell)
            shape: Shape = "round" if scene.look == "crossings" else cell.shape
            if cell.name in scene.marked:
                pen.outline("kb-marked", shape, *middle, inner, self.corner)
            is_newest = cell.name == last or cell.name in way
            if is_newest and self.is_tinted(cell):
                pen.outline("kb-tint", shape, *middle, inner, self.corner)
            elif is_newest and cell.name in {last, *scene.pieces} - {*scene.marked} and not self._has_bar(cell):
                pen.outline("kb-last", shape, *middle, inner - 2)
            if cell.name in gone:
                standing = scene.pieces.get(cell.name)
                kind, wide = ring_of_change(standing.form if standing else None, cell.size * UNIT)
                pen.outline(kind, "round", *middle, wide)
            if cell.name == picked:
                pen.outline("kb-picked", shape, *middle, inner - 2)
            elif cell.name in movable and cell.name != last:
                standing = scene.pieces.get(cell.name)
                is_round = standing is not None and standing.form in ROUND
                if is_round:
                    pen.outline("kb-movable kb-around", "round", *middle, RING * cell.size * UNIT)
                else:
                    pen.outline("kb-movable", shape, *middle, inner - 4)
            group = pen.group("kb-newest") if cell.name == last and self._has_bar(cell) else pen
            self._fill(group, cell, middle, labels.get(cell.name, ""), cell.name in opened, worth.get(cell.name), apart)
        for block in self.blocks if scene.marked else ():
            names = {cell.name for cell in block}
            won = [scene.pieces.get(cell) for cell in scene.marked if cell in names]
            if won and won[0] is not None:
                left, top, wide, high = self.box(block, x, y)
                pen.box("kb-marked" if len(won) == len(block) else "kb-veil", left, top, wide, high)
                large = pen.small(left + wide / 2, top + high / 2, min(wide, high) / UNIT)
                FORMS[won[0].form](large, won[0], "square", 0, 0, UNIT)

    def side_labels(self, x: float, y: float) -> list[tuple[str, tuple[float, float]]]:
        """The labels above a board with coloured sides, and to its left, and their middles."""
        return [(label, self.middle(cell, x, y)) for label, cell in self.sides.labels(self.scene.columns, self.scene.rows)]

    def is_tinted(self, cell: Cell) -> bool:
        """Whether a cell shows by its colour that the last move was made there; others have a ring."""
        return cell.shape == "square" and self.scene.look in TINTED

    @property
    def corner(self) -> float:
        """The radius of the corners of square cells."""
        return 0.0 if self.scene.look in SQUARED else CORNER

    def _has_bar(self, cell: Cell) -> bool:
        piece = self.scene.pieces.get(cell.name)
        return piece is not None and piece.form == "bar"

    def inner(self, cell: Cell) -> float:
        """The width of the drawn cell: a little less than the cell, but squares of a whole board meet."""
        whole = self.scene.look in ("felt", "wood", "checkered", "blocks") and cell.shape == "square"
        return cell.size * UNIT - (0 if whole else 8 if self.scene.look == "frame" else 4)

    def way_along(self, cell: Cell) -> Literal["across", "down"] | None:
        """The way of the line in whose middle a cell lies, as those of dots and boxes do; None for all others."""
        places = {one.name: one for one in self.scene.cells} if self.scene.look == "dots" else {}
        for begin, end in ((places[one], places[other]) for one, other in self.scene.lines if places):
            if (begin.x + end.x, begin.y + end.y) == (2 * cell.x, 2 * cell.y):
                return "across" if begin.y == end.y else "down"
        return None

    def is_shaded(self, cell: Cell) -> bool:
        """Whether a cell is a dark square; the lower left one is."""
        steps = cell.x - self.left + self.top + self.height / UNIT - 1 - cell.y
        return self.scene.look == "checkered" and round(steps) % 2 == 0

    def middle(self, cell: Cell, x: float, y: float) -> tuple[float, float]:
        """The middle of a cell."""
        return self._at(cell.x, cell.y, x, y)

    def _at(self, across: float, down: float, x: float, y: float) -> tuple[float, float]:
        """A place in pixels, given in cells."""
        across, down = self._gaps.near(across, down)
        return x + (across + 0.5 - self.left) * UNIT, y + (down + 0.5 - self.top) * UNIT

    def edge(self, number: int, x: float, y: float) -> tuple[float, float]:
        """How far to the right the middle of the column of this number from 0 lies, and how far down that of the row."""
        return self._at(self.left + number, self.top + number, x, y)

    def _ends(self, cell: Cell) -> tuple[float, float]:
        """The right and the lower end of a cell, in cells."""
        across, down = self._gaps.near(cell.x, cell.y)
        return across + cell.size / 2, down + cell.size / 2

    def _fill(
        self,
        pen: Pen,
        cell: Cell,
        middle: tuple[float, float],
        label: str,
        is_open: bool,
        worth: WorthLabel | None,
        apart: bool,
    ) -> None:
        """Draw one cell: its piece or hint, and its worth or the name of the move."""
        (x, y), side = middle, cell.size * UNIT
        middle_x, middle_y = self.middle(cell, 0, 0)
        piece = self.scene.pieces.get(cell.name)
        if piece is not None:
            low = piece.form == "letter" and label and worth is None
            owner, what = "" if piece.owner is None else str(piece.owner), f"{piece.form} {piece.text}"
            place = {"at": cell.name, "what": what, "owner": owner, "x": f"{x:.0f}", "y": f"{y:.0f}"}
            group = pen.group("kb-at", **place) if apart else pen
            FORMS[piece.form](group, piece, cell.shape, x, y - (side * 0.09 if low and cell.shape == "square" else 0), side)
            if is_open and piece.owner is not None and piece.form in MEN:
                pen.outline("kb-take", "round", x, y, side * RING)
            if worth is not None:
                at_top = piece.form == "seeds"  # how many there are stands at the lower edge
                beside = pen.group("kb-beside kb-within" if at_top else "kb-beside")  # which grows where the board is small
                worth.draw(beside, x, y + side * (HEAP if at_top else 0.36), side, small=True)
            elif label:
                is_on = low and piece.owner is not None and cell.shape == "hex"
                across, down, size = self.label_place(cell, bool(low), x - middle_x, y - middle_y)
                kind = "kb-on" if is_on else "kb-label kb-halo" if low and cell.shape == "round" else "kb-label"
                pen.text(kind, across, down, size, label, side * 0.5)
        elif worth is not None:
            worth.draw(pen, x, y, side)
        elif label:
            pen.text("kb-label", x, y, 13, label, side * 0.6)
        elif is_open:
            self.hint(pen, cell, x, y)

    def hint(self, pen: Pen, cell: Cell, x: float, y: float) -> None:
        """Show around (x, y) that a move can be made in an empty cell; some boards do not."""
        if self.scene.look == "blocks":
            pen.outline("kb-way", cell.shape, x, y, self.inner(cell))
        elif self.scene.look not in BARE | {"crossings"} and not self.sides:
            pen.outline("kb-open", "round", x, y, UNIT / (5 if self.scene.look != "lines" else 9))

    def _open(self, picked: str | None) -> tuple[Set[str], Set[str]]:
        """The cells where a move can be made, and those whose piece can be picked up."""
        actions = [action for action in self.scene.actions if action.cell is not None]
        if picked is not None:
            return {action.cell for action in actions if action.cell and action.source == picked}, set()
        return (
            {action.cell for action in actions if action.cell and action.source is None},
            {action.source for action in actions if action.source is not None},
        )

    def box(self, block: list[Cell], x: float, y: float) -> tuple[float, float, float, float]:
        """The box around a block: its left, top, width and height."""
        first, last = (pick((cell.x, cell.y) for cell in block) for pick in (min, max))
        (left, top), (right, low) = (self._at(*place, x, y) for place in (first, last))
        return left - UNIT / 2, top - UNIT / 2, right - left + UNIT, low - top + UNIT

    def _between(self, x: float, y: float) -> list[tuple[tuple[float, float], ...]]:
        columns, rows = round(self.width / UNIT), round(self.height / UNIT)
        across, down = x + self.width, y + self.height
        upright = [((x + n * UNIT, y), (x + n * UNIT, down)) for n in range(1, columns)]
        return [*upright, *(((x, y + n * UNIT), (across, y + n * UNIT)) for n in range(1, rows))]

    def _crossing(self, grid: Grid, x: float, y: float) -> list[tuple[tuple[float, float], ...]]:
        """The lines through the middles of neighbouring cells: along rows, and along columns."""
        middles = {at: self.middle(cell, x, y) for at, cell in grid.cells.items()}
        steps = [((row, column), (row + down, column + 1 - down)) for row, column in middles for down in (0, 1)]
        return [(middles[one], middles[other]) for one, other in steps if other in middles]


def _star_points(grid: Grid) -> list[Cell]:
    """The star points of a Go board; none on fewer than seven lines."""
    size = len(grid.rows)
    if size != len(grid.columns) or size < 7:
        return []
    edge, middle = 2 if size < 12 else 3, size // 2
    lines = [edge, size - 1 - edge]
    places = [(row, column) for row in lines for column in lines]
    if size % 2:
        places.append((middle, middle))
    if size % 2 and size > 15:
        places += [place for line in lines for place in ((line, middle), (middle, line))]
    return [grid.cells[place] for place in places if place in grid.cells]
