"""The players' panels at the board: names, pieces on the board and captured, clocks; and an evaluation bar beside it."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kibitz.core.best_result import best_result
from kibitz.core.laws import is_row
from kibitz.core.rules import Game, men_on_grid, says
from kibitz.core.scene import Piece, Scene
from kibitz.core.thought import Value
from kibitz.drawing.pen import Pen
from kibitz.present.marks import worded
from kibitz.table.clocks import LOW, format_clock, now
from kibitz.table.game_table import GameTable
from kibitz.table.table_seat import people
from kibitz.web.board.pictures import colour, drawn_piece, emblem

WIDTH, HEIGHT = 10.0, 100.0  # of the picture, which is stretched to the height of the board
LEAST = 0.03  # what is left to the side that is worse while nothing is proved
WHOLE = 0.5  # cell widths of the smallest place for a piece
WORTH = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}  # of the men of chess, in pawns
HALF = 6.0  # an estimate of a sixth of the best result, by margin, fills half of what there is to win


@dataclass(frozen=True)
class ValueBar:
    """The bar: a picture, and the evaluation in words."""

    picture: Markup
    words: str


def bar_of(table: GameTable, ply: int, lower: int) -> ValueBar | None:
    """The bar at a ply; None where more than two play, or not against each other. `lower`: who fills it from below."""
    words, position = table.words, table.positions[ply]
    if not words.duel or table.game.players != 2:
        return None
    mover, value = max(position.to_move, 0), table.worths.get(ply)
    if position.payoffs is not None:
        value = Value("exact", position.payoffs[mover])
    if value is None:
        return ValueBar(_picture(table.game, None, lower), "Evaluation: not known yet")
    share = share_of(value.result, value.kind == "exact", best_result(table.game) or 1)
    picture = _picture(table.game, share if mover == lower else 1 - share, lower)
    return ValueBar(picture, f"Evaluation: {worded(words, value, mover)}")


def share_of(result: float, is_exact: bool, most: int) -> float:
    """How much of the bar belongs to the side that gets `result`: half for a draw, all for a proved win."""
    if is_exact and result:
        return float(result > 0)
    part = result if most == 1 else result / (abs(result) + most / HALF)
    return min(max((1 + part) / 2, LEAST), 1 - LEAST)


def _picture(game: Game, share: float | None, lower: int) -> Markup:
    """The bar; `share`: what of it belongs to the lower side, None for an empty one."""
    pen = Pen.blank(WIDTH, HEIGHT)
    for attribute in ("width", "height", "role"):
        del pen.root.attrib[attribute]
    pen.root.set("preserveAspectRatio", "none")
    pen.root.set("aria-hidden", "true")
    pen.root.set("focusable", "false")
    for side, part in ((1 - lower, 1.0), (lower, share)) if share is not None else ():
        look, filled = colour(game, side)
        pen.group(look).box(f"{filled} kb-part", 0, HEIGHT * (1 - part), WIDTH, HEIGHT * part, 0)
    if share is not None:
        pen.line("kb-middle", (0, HEIGHT / 2), (WIDTH, HEIGHT / 2))
    return Markup(pen.done())


@dataclass(frozen=True)
class SideCount:
    """The points or pieces that one side has, and how many pieces it has lost; `men`: pictures of those, in chess.

    `lead`: by how much its men are worth more than the other side's, in chess, where `count` is not shown.
    `is_left`: pieces are taken in this game, and these are left.
    """

    count: float | None
    lost: int
    men: tuple[Markup, ...] = ()
    lead: int | None = None
    is_left: bool = False


def is_counted(game: Game) -> bool:
    """Whether both sides begin with men that may be captured or turned over: then their numbers say something."""
    scene = game.scene(game.start())
    return says(game, "result") and scene is not None and all(_pieces(scene, side) for side in (0, 1))


def tallies_of(table: GameTable, ply: int) -> tuple[SideCount, ...]:
    """The points of both sides, where moves bring some; else their pieces, once there are not as many as at the start."""
    scores = table.positions[ply].scores
    if scores is not None:
        return tuple(SideCount(score, 0) for score in scores)
    with suppress(Exception):  # of rules that fail at this: then no points are shown
        points = tuple(table.game.tally(table.positions[ply].state))
        if is_row(points, len(table.seats)):
            return tuple(SideCount(point, 0) for point in points)
    if not is_counted(table.game):
        return _prisoners(table, ply)
    begin, now = (table.game.scene(one.state) for one in (table.positions[0], table.positions[ply]))
    if begin is None or now is None or begin.cells != now.cells:  # the board itself changes, as a drawn tree does
        return ()
    both = [(_pieces(begin, side), _pieces(now, side)) for side in (0, 1)]
    if all(had.total() == has.total() for had, has in both):
        return ()
    captures = all(had.total() >= has.total() for had, has in both)  # where pieces are turned over none is lost
    return tuple(_tally(table, now, side, had if captures else has, has, captures) for side, (had, has) in enumerate(both))


def hands_in(game: Game, state: Any) -> tuple[int, ...]:
    """How many pieces each player has still to place; nothing where the rules say none of this."""
    with suppress(Exception):  # of rules that fail at this: then no hands are shown
        hands = tuple(game.in_hand(state))
        if is_row(hands, game.players):
            return tuple(int(hand) for hand in hands)
    return ()


def _prisoners(table: GameTable, ply: int) -> tuple[SideCount, ...]:
    """The men that each side has lost, in a game where men are put down and may be taken; nothing while none has been."""
    if len(table.seats) != 2:
        return ()
    lost, before = [0, 0], Counter[int | None]()
    with suppress(Exception):  # of rules that fail at this: then nobody has lost any
        for position in table.positions[: ply + 1]:
            now = Counter(one.owner for one in men_on_grid(table.game, position.state) if is_man(one, 1.0))
            lost = [lost[side] + max(0, before[side] - now[side]) for side in (0, 1)]
            before = now
        return tuple(SideCount(None, one) for one in lost) if any(lost) else ()
    return ()


def _tally(table: GameTable, now: Scene, side: int, had: Counter[Piece], has: Counter[Piece], is_left: bool) -> SideCount:
    gone = had - has
    for piece, _ in gone.most_common(1):
        gone[piece] -= (has - had).total()  # these have become others: pawns
    ranked = sorted((one for one in gone.elements() if one.form == "chessman"), key=_worth, reverse=True)
    men = tuple(drawn_piece(now.look, piece, now.cells[0].shape) for piece in ranked)
    lost = had.total() - has.total()
    others = _pieces(now, 1 - side)
    lead = sum(map(_worth, has.elements())) - sum(map(_worth, others.elements())) if men or _all_chessmen(has) else None
    return SideCount(has.total(), lost, men, lead, is_left)


def _worth(piece: Piece) -> int:
    """The usual worth of a man of chess, in pawns."""
    return WORTH.get(piece.text.upper(), 0)


def _all_chessmen(men: Counter[Piece]) -> bool:
    return all(one.form == "chessman" for one in men) and len({one.text for one in men}) > 1


def _pieces(scene: Scene, side: int) -> Counter[Piece]:
    """The men of a side on the board."""
    sizes = {cell.name: cell.size for cell in scene.cells}
    return Counter(one for name, one in scene.pieces.items() if one.owner == side and is_man(one, sizes.get(name, 0.0)))


def is_man(piece: Piece, size: float) -> bool:
    """Whether a piece in a cell of this size stands for itself, neither seeds, counters and dice nor small signs at the edges.

    A number in letters is a score, and a cube without a letter is a die.
    """
    if size < WHOLE:
        return False
    if piece.form == "letter":
        return piece.text.isalpha()
    return piece.text[:1].isalpha() if piece.form == "cube" else piece.form not in ("seeds", "gauge", "die", "territory")


@dataclass(frozen=True)
class PersonClock:
    """The clock of a person: the seconds `left`, and its text; `runs`: it is this side's turn. `is_own`: the visitor's."""

    side: int
    left: float
    runs: bool
    is_own: bool

    @property
    def words(self) -> str:
        """The clock's text."""
        return format_clock(self.left)

    @property
    def is_low(self) -> bool:
        """Whether there is reason to hurry."""
        return self.left <= LOW


def _clocks_of(table: GameTable, own: int | None) -> dict[int, PersonClock]:
    """The clocks of people by side, as they are now; none without a limit. `own`: the visitor's side."""
    if table.clock is None:
        return {}
    left, runs = table.clock.at(now()).left, table.clock.seat
    return {side: PersonClock(side, left[side], side == runs, side == own) for side in people(table.seats)}


@dataclass(frozen=True)
class PlayerPanel:
    """A player at the board: their `name`, and their `side` if that is another word.

    `count`: their points, or their pieces once those of either side are others than at the start; `counted` says which.
    `lead`: by how much their men are worth more, in chess. `ending`: "won" or "draw", once the game is over, or what they got.
    `captured`: what they have taken, in number; `men`: pictures of that. `hand`: the pieces that they have still to place.
    `has_move`: it is their turn.
    """

    name: str
    side: str
    emblem: Markup
    has_move: bool
    count: float | None
    counted: str
    captured: int
    men: tuple[Markup, ...]
    clock: PersonClock | None
    lead: int | None = None
    ending: str = ""
    is_left: bool = False
    hand: int = 0


def _ending(table: GameTable, side: int) -> str:
    word = "" if side not in table.winners else "won" if len(table.winners) < len(table.seats) else "draw"
    if table.position.payoffs is not None and len(table.seats) > 2:
        paid = f"{table.position.payoffs[side]:g}".replace("-", "\N{MINUS SIGN}")
        return word if word == "draw" else f"{word} {paid}".strip()
    return word


def panels_of(
    table: GameTable, ply: int, own: int | None, lower: int
) -> tuple[tuple[PlayerPanel, ...], tuple[PlayerPanel, ...]]:
    """The players above the board, and those below it: of two the one at the bottom.

    `own`: the visitor's side among remote people; `lower`: the side at the bottom of the board.
    """
    names, alone, seats = table.words.names, people(table.seats), range(table.game.players)
    mover = None if table.ended or table.position.is_chance else table.position.to_move
    counts, hands, clocks = tallies_of(table, ply), hands_in(table.game, table.positions[ply].state), _clocks_of(table, own)
    own = alone[0] if own is None and len(alone) == 1 else own
    panels = []
    for side in seats:
        seat = table.seats[side]
        name = seat.person or ("You" if side == own else "") if seat.is_person else f"{seat.name[:1].upper()}{seat.name[1:]}"
        mine, other = counts[side] if counts else None, counts[1 - side] if len(counts) == 2 else SideCount(0, 0)
        panels.append(
            PlayerPanel(
                name or names[side],
                names[side] if name else "",
                emblem(table.game, side),
                side == mover,
                None if mine is None or mine.lead is not None else mine.count,
                "pieces on the board" if is_counted(table.game) else "points",
                other.lost,
                other.men,
                clocks.get(side),
                None if mine is None else mine.lead,
                _ending(table, side) if table.ended and ply == table.ply else "",
                mine is not None and mine.is_left,
                hands[side] if hands else 0,
            )
        )
    if len(panels) == 2:
        return (panels[1 - lower],), (panels[lower],)
    return (), tuple(panels) if len(panels) > 1 else ()
