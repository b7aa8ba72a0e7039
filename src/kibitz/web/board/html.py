"""A position as HTML: the SVG picture with real buttons over it, and buttons beside it for what has no place on the board."""

import math
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeVar

from markupsafe import Markup

from kibitz.core.laws import short_repr
from kibitz.core.once import once_for_each_game
from kibitz.core.rules import CHANCE, Game
from kibitz.core.scene import Action, Cell, Piece, Scene, grid_of, turned
from kibitz.drawing.forms import PIPS
from kibitz.drawing.marks import Arrow, WorthLabel
from kibitz.drawing.plate import Plate
from kibitz.errors import GameError
from kibitz.position import Position
from kibitz.present.pieces import piece_words
from kibitz.present.values import side_names
from kibitz.runtime.user_code import describe_error
from kibitz.table.legal_moves import LONG, name_legal, try_rule
from kibitz.table.limits import Limits
from kibitz.web.board.buttons import MoveNote, Spot, spots_of
from kibitz.web.board.pictures import drawn_piece
from kibitz.web.board.player_panels import is_man
from kibitz.web.board.scenes import last_change, way_of_turn, with_captures, with_history

NOTHING: Mapping[str, MoveNote] = MappingProxyType({})
INSTEAD: Mapping[Action, WorthLabel] = MappingProxyType({})
TOUCH = 24.0  # pixels: the smallest place that a finger finds
LARGE = 3.0  # how much larger than it is drawn
GHOSTS = ("stone", "disc", "mark")  # forms of pieces that are put down
ARROWS = 3  # more of the best moves are not pointed at


@dataclass(frozen=True)
class Plain:
    """A button beside the board. `cell`: where its move ends, as others do; `picture`: the piece that then stands there."""

    value: str
    label: str
    note: MoveNote | None = None
    cell: str = ""
    picture: str = ""


@dataclass(frozen=True)
class BoardView:
    """`picture`, or `text` where a game has no scene, or none that can be drawn: `faults` say why, each a sentence.

    `least`: pixels of its width below which it is scrolled, not made smaller; `most`: it is shown no larger. `note`: what the
    game says to the one who may move. `ghost`: the class of a board that shows under the pointer what a click would put there.
    """

    picture: Markup | None
    text: str
    ratio: float
    least: float
    most: float
    spots: tuple[Spot, ...]
    plain: tuple[Plain, ...]
    described: tuple[str, ...]
    picked: str | None = None
    note: str = ""
    faults: tuple[str, ...] = ()
    ghost: str = ""
    thrown: str = ""
    """A die that shows what chance has just brought; "" where it was no number of a die."""

    @property
    def letters(self) -> int:
        """How long the longest line of the text is."""
        return max([1, *map(len, self.text.splitlines())])


def board_of(
    position: Position,
    is_open: bool,
    picked: str | None = None,
    notes: Mapping[str, MoveNote] = NOTHING,
    hint: str | None = None,
    is_turned: bool = False,
    instead: Mapping[Action, WorthLabel] = INSTEAD,
) -> BoardView:
    """The board; `is_open`: whether the visitor may move. `notes`: by the names of moves. `hint`: a move to be pointed at.

    `is_turned`: as it is seen from the other side. `instead`: moves that could have been made in the place of the last one.
    Where the rules cannot draw it, or name a move, there is what can be shown, and a fault.
    """
    faults: list[str] = []
    scene = scene_of(position, faults)
    named = name_legal(position, faults, LIMITS.choices) if is_open else {}
    if scene is not None and scene.cells:
        try:
            seen = turned(scene) if is_turned else scene
            board = _draw_board(position, seen, named, is_open, picked, notes, hint, instead)
            return replace(board, faults=tuple(faults))
        except Exception as problem:
            message = " ".join(str(problem).split())
            faults.append(
                f"scene() of {type(position.game).__name__} cannot be drawn ({type(problem).__name__}: {message[:200]})."
            )
    buttons = tuple(Plain(name, name, notes.get(name)) for name in named.values())
    text = text_of(position, faults)
    return BoardView(None, text, 1.0, 0.0, 0.0, (), buttons, (), faults=tuple(faults))


def _draw_board(
    position: Position,
    scene: Scene,
    named: Mapping[int, str],
    is_open: bool,
    picked: str | None,
    notes: Mapping[str, MoveNote],
    hint: str | None,
    instead: Mapping[Action, WorthLabel],
) -> BoardView:
    action = last_action(position)
    last, gone = last_change(position, scene, action)
    if not is_open:
        scene = _still(scene)
    actions = [action for action in scene.actions if action.move in named]
    picked = picked if picked in {action.source for action in actions} else None
    plate = Plate(scene if picked is None else with_captures(position, scene, picked))
    count = Counter((action.source, action.cell) for action in actions)
    sources = {action.source for action in actions if action.source is not None and action.cell is not None}
    alone = [action for action in actions if action.source is None and action.cell in sources]
    placed = [one for one in actions if one.cell is not None and count[one.source, one.cell] == 1 and one not in alone]
    visible = [one for one in placed if one.source is None] + [one for one in placed if one.source == picked is not None]
    best = _best(actions, alone, named, notes)
    on_board = {*placed, *alone}
    crowded = [one for one in actions if one.cell is not None and one not in on_board and one.source in (None, picked)]
    ends = {one.cell for one in crowded if one.cell}
    spots = spots_of(plate, side_names(position.game), sources, visible, picked, named, notes, best, hint, ends)
    loose = [one for one in actions if one.cell is None]
    loose += [_alone(action) for action in alone if action.cell == picked]
    without = set(named) - {action.move for action in actions}
    plain = [Plain(named[one.move], one.label, notes.get(named[one.move])) for one in loose]
    plain += [_ending(position, one, named[one.move], notes) for one in crowded]
    plain += [Plain(named[move], named[move], notes.get(named[move])) for move in named if move in without]
    written = {} if picked else {cell: one.worth for cell, one in best.items()}
    written |= {one.cell: notes[named[one.move]].worth for one in visible if one.cell and named[one.move] in notes}
    written |= {one.cell: label for one, label in instead.items() if one.cell and not one.source}
    pointed = {hint, *(name for name, one in notes.items() if one.worth.best)}
    best_ones = dict.fromkeys(_arrow(one, "best") for one in actions if named[one.move] in pointed)
    best_ones |= dict.fromkeys(_arrow(one, "best") for one in instead if one.source)
    way = way_of_turn(position) | ({action.source} if action and action.source else set())
    arrows = [_arrow(action, "last") if action else None, *(best_ones if len(best_ones) <= ARROWS else ())]
    picture = plate.inlaid(
        last, picked, written, _names(position.game), [one for one in arrows if one and not picked], way, gone
    )
    return BoardView(
        Markup(picture),  # written by xml.etree
        "",
        plate.width / plate.height,
        plate.width_for(TOUCH),
        LARGE * plate.width,
        spots,
        tuple(plain),
        described(position, scene, last),
        picked,
        str(scene.note)[:LONG] if is_open else "",
        ghost=_ghost(scene, position.to_move),
        thrown=_thrown(position),
    )


def _thrown(position: Position) -> str:
    with suppress(Exception):  # of rules that fail there: then there is no die
        if position.before is not None and position.before[1] == CHANCE:
            name = position.game.move_name(position.before[0], position.moves[-1])
            return drawn_piece("plain", Piece(name, None, "die"), "square") if name in PIPS else ""
    return ""


def _ending(position: Position, action: Action, name: str, notes: Mapping[str, MoveNote]) -> Plain:
    """The button of one of several moves that end in the same cell."""
    after = scene_of(position.play(action.move), [])
    piece = after.pieces.get(action.cell or "") if after is not None else None
    picture = ""
    if after is not None and piece is not None:
        picture = drawn_piece(after.look, piece, next(cell.shape for cell in after.cells if cell.name == action.cell))
    return Plain(name, action.label, notes.get(name), action.cell or "", picture)


def _ghost(scene: Scene, mover: int | None) -> str:
    """ "ghost-stone-0" where the first player puts down a stone; "" where pieces are moved, or forms differ."""
    forms = {piece.form for piece in scene.pieces.values() if piece.owner == mover and piece.form in GHOSTS}
    if len(forms) != 1 or mover not in (0, 1) or any(action.source for action in scene.actions):
        return ""
    return f" ghost-{forms.pop()}-{mover}"


def _arrow(action: Action, kind: Literal["last", "best"]) -> Arrow | None:
    return Arrow(action.source, action.cell, kind) if action.source and action.cell else None


def described(position: Position, scene: Scene, last: str | None) -> tuple[str, ...]:
    """The board for those who cannot see it: a summary, then each row with its pieces, without the signs at the edges.

    A board without rows is described in one line.
    """
    names, rows = side_names(position.game), spoken_rows(scene)
    men = {cell.name: scene.pieces[cell.name] for _, cells in rows for cell in cells if cell.name in scene.pieces}
    counted = (men[cell.name] for _, cells in rows for cell in cells if cell.name in men and is_man(men[cell.name], cell.size))
    owners = Counter(piece.owner for piece in counted)
    summary = [", ".join(f"{name} {owners[side]}" for side, name in enumerate(names) if owners[side])] if len(men) > 1 else []
    summary += [] if men else ["The board is empty"]
    summary += [] if last is None else [f"Last move: {last}"]
    is_line = position.is_over and len(scene.marked) > 1
    summary += [f"{'Winning line' if is_line else 'Marked'}: {', '.join(scene.marked)}"] if scene.marked else []
    first = " ".join(f"{one}." for one in summary if one)
    lines = [first] if first else []
    for label, cells in rows:
        if found := [f"{cell.name} {piece_words(men[cell.name], names)}" for cell in cells if cell.name in men]:
            lines.append(f"{label}{', '.join(found)}.")
    return tuple(lines)


def spoken_rows(scene: Scene) -> list[tuple[str, list[Cell]]]:
    """The cells of a board row by row, as it is read aloud, without the signs at its edges: "Row 8: " and its cells.

    The cells of a board without rows are in one row without a name.
    """
    grid, rows = grid_of(scene), dict[str, list[Cell]]()
    for cell in sorted(scene.cells, key=lambda cell: (round(cell.y, 3), cell.x)):
        if cell.shape != "side":
            number = next((row for (row, _), one in grid.cells.items() if one is cell), None) if grid is not None else None
            label = "" if grid is None or number is None else grid.rows[number]
            rows.setdefault(f"Row {label}: " if label else "", []).append(cell)
    return list(rows.items())


def _best(
    actions: list[Action], alone: list[Action], named: Mapping[int, str], notes: Mapping[str, MoveNote]
) -> dict[str, MoveNote]:
    """The best value of each piece that can be picked up; `notes` has the best moves first."""
    sources = {named[action.move]: action.source for action in actions if action.source is not None}
    sources |= {named[action.move]: action.cell for action in alone if action.cell is not None}
    best: dict[str, MoveNote] = {}
    for name, one in notes.items():
        if name in sources:
            best.setdefault(sources[name], one)
    return best


def _alone(action: Action) -> Action:
    """A move in one step where a piece can also be picked up: a button beside the board, offered once it is picked up."""
    return replace(action, label=f"{action.cell} alone" if action.label == action.cell else action.label)


@once_for_each_game
def _names(game: Game) -> frozenset[str]:
    """The cells that bear their own names at the start: they keep them when nothing can be done there."""
    scene = game.scene(game.start())
    return frozenset(one.cell for one in scene.actions if one.cell and one.cell == one.label) if scene else frozenset()


def _still(scene: Scene) -> Scene:
    """The scene without its actions: a picture in which nothing can be pressed."""
    return replace(scene, actions=())


# What a position looks like, whatever its game's drawing does: where that fails there is something simpler, and a sentence.

LIMITS = Limits()
T = TypeVar("T")


def scene_of(position: Position, faults: list[str]) -> Scene | None:
    """The scene; None without one, and if it cannot be drawn, which `faults` then says."""
    scene = try_rule(position.game, "scene", lambda: position.game.scene(position.state), None, faults)
    if scene is None:
        return None
    why = _unfit(scene)
    if why:
        faults.append(f"scene() of {type(position.game).__name__} {why}: here is the board as text.")
        return None
    return try_rule(position.game, "scene", lambda: with_history(position, scene), scene, faults)


def last_action(position: Position) -> Action | None:
    """The last move as it was offered; None where nothing says so."""
    with suppress(Exception):
        return position.last_action
    return None


def text_of(position: Position, faults: list[str]) -> str:
    """The board as text, or else the fields of its state; not more than a page bears."""
    game, state = position.game, position.state
    text = try_rule(game, "show", lambda: game.show(state), None, faults)
    if text is not None and not isinstance(text, str):
        faults.append(f"show() of {type(game).__name__} gave {short_repr(text)}, and must give a text.")
    return bounded(text if isinstance(text, str) else short_repr(state))


def draw_board(position: Position, faults: list[str]) -> str:
    """The board as a terminal shows it, where that can be."""
    with suppress(Exception):
        return bounded(position.draw())
    return text_of(position, faults)


def bounded(text: str) -> str:
    """A text cut to the lines and letters that a page can show, with a note if it was cut."""
    lines = text[: LIMITS.line].split("\n")
    kept = "\n".join(line[: LIMITS.wide] for line in lines[: LIMITS.lines])
    return kept if kept == text else f"{kept}\n... and {len(text) - len(kept):,} letters more"


def _unfit(scene: object) -> str:
    if not isinstance(scene, Scene):
        return f"gave {short_repr(scene)}, and must give a Scene or None"
    try:
        if len(scene.cells) > LIMITS.cells:
            return f"has {len(scene.cells):,} places, which is too large for the page"
        names = {cell.name for cell in scene.cells}
        for cell in scene.cells:
            if not all(math.isfinite(number) and abs(number) < LIMITS.far for number in (cell.x, cell.y, cell.size)):
                return f"puts the cell {cell.name} where it cannot be drawn, at {cell.x}, {cell.y}, size {cell.size}"
        acted = {cell for action in scene.actions for cell in (action.cell, action.source)} - {None}
        strangers = {*scene.pieces, *scene.marked, *acted} - names
        if strangers and names:
            return f"puts something into {', '.join(sorted(map(str, strangers))[:3])}, but has no such cell"
    except (TypeError, AttributeError, GameError) as problem:
        return f"has something that is none of a Scene's ({describe_error(problem)[:LONG]})"
    return ""
