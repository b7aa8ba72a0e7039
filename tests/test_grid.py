"""`kibitz.grid`: what a game shows, calls its moves and lets people click, by one line and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

import kibitz
from grid_games import Chomp, Draughts, ToadsAndFrogs, Towers
from kibitz import CHANCE, NUMBER, Board64, GameRecord, board, changed, grid, square
from kibitz.core.layout import LETTERS
from kibitz.core.rules import Game, says
from kibitz.core.scene import Cell, Piece, Scene
from kibitz.errors import GameError, MoveError
from kibitz.games.breakthrough import Breakthrough
from kibitz.position import Position

GAMES = Path(__file__).parent / "support" / "grid_games.py"


def scene_of(position: Position) -> Scene:
    scene = position.game.scene(position.state)
    assert scene is not None
    return scene


def test_a_board_that_is_taken_by_nobody() -> None:
    position = Position.after(Chomp(), "c2")
    assert position.game.show(position.state) == "# # # #\n# # . .\n# # . ."
    scene = scene_of(position)
    assert scene.pieces["a1"] == Piece("#")
    assert {action.label for action in scene.actions} == {action.cell for action in scene.actions} == {*scene.pieces}
    assert (scene.columns, scene.rows) == (("a", "b", "c", "d"), ("1", "2", "3"))


def test_steps_have_two_squares_and_are_read_and_clicked_as_such() -> None:
    position = Position.after(ToadsAndFrogs(), "b1-c1 f1-e1 c1-d1")
    assert position.names() == ("b1-c1", "f1-e1", "c1-d1")
    assert position.game.show(position.state) == "T . . T F . F"
    assert [(one.label, one.source, one.cell) for one in scene_of(position).actions] == [
        ("e1-c1", "e1", "c1"),
        ("g1-f1", "g1", "f1"),
    ]
    assert scene_of(position).pieces["g1"] == Piece("F", 1, "disc")
    with pytest.raises(MoveError, match="e1-c1"):
        position.play("e1-d1")


def test_a_game_says_what_stands_on_its_squares_which_are_marked_and_what_they_are_called() -> None:
    position = Position.after(Towers())
    assert [position.name(move) for move in position.legal()] == ["S1", "S3", "N3", "pass"]
    scene = scene_of(position)
    assert scene.pieces == {
        "S1": Piece("2", 0, "cube"),
        "S2": Piece("O", 1, "cube"),
        "S3": Piece("2", 0, "cube"),
        "N1": Piece("O", 1, "cube"),
        "N2": Piece("O", 1, "cube"),
        "N3": Piece("1"),
    }
    assert scene.marked == ("S2", "N1", "N2")
    assert scene.actions[-1].cell is None
    assert (scene.columns, scene.rows) == ((), ())
    assert position.game.show(position.state) == "O O 1\n2 O 2"
    assert [(cell.x, cell.y) for cell in scene.cells if cell.name == "S1"] == [(0, 1)]


def test_dark_squares_are_numbered_and_the_board_is_turned_round() -> None:
    position = Position.after(Draughts())
    assert position.game.show(position.state) == "  W   W\n.   .  \n  .   .\nB   B  "
    assert [position.name(move) for move in position.legal()] == ["7-5", "8-6"]
    second = position.play("7-5")
    assert [second.name(move) for move in second.legal()] == ["2-4", "1-3"]
    assert {name: piece.owner for name, piece in scene_of(second).pieces.items()} == {"5": 0, "8": 0, "1": 1, "2": 1}
    assert [cell.name for cell in scene_of(position).cells] == [str(number) for number in range(1, 9)]


def test_a_mirrored_board_shows_both_sides_the_same_squares() -> None:
    position = Position.after(Breakthrough(size=4), "a2-b3")
    pieces = scene_of(position).pieces
    assert (pieces["b3"].owner, pieces["a3"].owner, "a2" in pieces) == (0, 1, False)
    assert {position.name(move) for move in position.legal()} >= {"a3-a2", "c4-b3", "a4-b3"}


@pytest.mark.parametrize("game", [Chomp(), ToadsAndFrogs(), Draughts(), Towers()], ids=lambda game: type(game).__name__)
def test_rules_with_a_grid_keep_all_laws_of_pictures(game: Game) -> None:
    assert kibitz.check(game).problems == ()
    assert all(says(game, face) for face in ("scene", "show", "move_name"))
    record = kibitz.play_out(game, ["random", "random"], seed=1)
    assert isinstance(record, GameRecord)
    assert Position.after(game, " ".join(record.moves)).is_over


def test_what_is_written_is_taken() -> None:
    class Named(Chomp):
        def move_name(self, state: object, move: int) -> str:
            return f"bite{move}"

    assert scene_of(Position.after(Named())).actions[1].label == "bite1"

    class Plain(Chomp):
        grid = None  # type: ignore[assignment]  # the class above has one

    assert not says(Plain(), "scene")
    assert (Plain().scene(Plain().start()), Plain().move_name(Plain().start(), 3)) == (None, "3")


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ("width", "a grid of none by 3 is none"),
        (0, "a grid of 0 by 3 is none"),
        (27, "a grid of 27 columns has no letters for them: at most 26, or names='1,1'"),
    ],
)
def test_a_board_that_is_none_is_refused(size: int | str, sentence: str) -> None:
    class Odd(Chomp):
        grid = grid(size, 3)

    with pytest.raises(GameError, match=sentence):
        Odd(width="none").move_name(None, 0)  # type: ignore[arg-type]


def test_dark_squares_have_no_mirror_image() -> None:
    class Mirrored(Draughts):
        grid = grid(4, 4, dark=True, turned="mirrored")

    with pytest.raises(GameError, match="the dark squares of 4 by 4 are light ones when the board is mirrored"):
        Mirrored().show(Mirrored().start())


def test_what_stands_nowhere_is_refused() -> None:
    class Wrong(Towers):
        def stands(self, state: object, place: int) -> int:
            return 7

    with pytest.raises(GameError, match="`stands` gave 7: it must give a Piece, the number of a player, a text, or None"):
        Wrong().show(Wrong().start())


def test_letters_of_go_leave_one_out() -> None:
    assert "I" not in LETTERS["A1"]
    assert kibitz.load("go:size=9").move_name(kibitz.load("go:size=9").start(), 8) == "J1"


class Dice(NamedTuple):
    mine: Board64
    theirs: Board64
    turn: int
    die: int


class Thrown(Chomp):
    """What a die brings is no square, and the colours stay while it is awaited."""

    grid = grid(3, 1)

    def to_move(self, state: Dice) -> int:
        return CHANCE if state.die == 0 else state.turn

    def chances(self, state: Dice) -> list[tuple[int, int]]:
        return [(1, 1), (3, 1)]

    def moves(self, state: Dice) -> list[int]:  # type: ignore[override]  # another state
        return [1]

    def is_over(self, state: Dice) -> bool:  # type: ignore[override]  # another state
        return False


def test_what_dice_bring_is_a_number_and_changes_no_colour() -> None:
    game = Thrown()
    before, after = (Dice(square(0), Board64(), 1, die) for die in (0, 2))
    assert game.show(before) == game.show(after) == "O . ."
    scene = game.scene(before)
    assert scene is not None
    assert [(one.label, one.cell) for one in scene.actions] == [("1", None), ("3", None)]
    assert game.move_name(after, 1) == "b1"


class Three(NamedTuple):
    mine: Board64
    next: Board64
    last: Board64


def test_of_several_players_the_count_says_whose_turn_it_is() -> None:
    class Several(Chomp):
        players = 3
        grid = grid(3, 1, marks="XOV", owners=("mine", "next", "last"))

    game = Several()
    shows = [
        game.show(state)
        for state in (
            Three(Board64(), Board64(), square(0)),
            Three(Board64(), square(0), square(1)),
            Three(square(0), square(1), square(2)),
        )
    ]
    assert shows == ["X . .", "X O .", "X O V"]


def test_a_turned_board_must_know_whose_turn_it_is() -> None:
    class Silent(Chomp):
        grid = grid(3, 3, owners=("left",), turned="rotated")

    with pytest.raises(GameError, match="needs to know whose turn it is"):
        Silent().show(Silent().start())


def test_squares_that_are_none_are_refused() -> None:
    class Below(ToadsAndFrogs):
        def from_to(self, state: object, place: int) -> tuple[int, int]:
            return -1, place

    with pytest.raises(GameError, match=r"`from_to` gave \(-1, 1\) for 1: the squares of this grid are 0 to 6"):
        Below().move_name(Below().start(), 1)


def test_a_face_that_is_left_out_is_not_there() -> None:
    class Faceless(Chomp):
        leaves_out = frozenset({"scene", "show", "move_name"})

    game = Faceless()
    assert game.scene(game.start()) is None
    assert (game.move_name(game.start(), 3), game.show(game.start())[:5]) == ("3", "left:")


class Beans(NamedTuple):
    pile: int
    hands: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Counters(Game):
    """Take one or two counters from the pile; who has more at the end wins."""

    places = (Cell("pile", 0.5, 0, "round"), Cell("A", 0, 1), Cell("B", 1, 1))
    joins = (("pile", "A"), ("pile", "B"))
    grid = board(
        "places",
        joins="joins",
        look="points",
        kinds=(Piece("{}", None, "seeds"), Piece("A:{}", 0), Piece("B:{}", 1)),
        words=("take", "-"),
        notes=("Take what is left.",),
    )

    def start(self) -> Beans:
        return Beans(3, (0, 0), 0)

    def to_move(self, state: Beans) -> int:
        return state.turn

    def moves(self, state: Beans) -> Iterable[int]:
        return range(1, min(2, state.pile) + 1)

    def play(self, state: Beans, count: int) -> Beans:
        hands = changed(state.hands, state.turn, state.hands[state.turn] + count)
        return Beans(state.pile - count, hands, 1 - state.turn)

    def is_over(self, state: Beans) -> bool:
        return state.pile == 0

    def result(self, state: Beans) -> int:
        return state.hands[state.turn] - state.hands[1 - state.turn]

    def from_to(self, state: Beans, count: int) -> tuple[int, int] | None:
        return (0, 1 + state.turn) if count == 1 else None

    def stands(self, state: Beans, place: int) -> int:
        return place + 1 if place or state.pile else 0

    def counts(self, state: Beans, place: int) -> int:
        return state.hands[place - 1] if place else state.pile

    def spells(self, state: Beans, count: int) -> Iterable[int]:
        yield -1
        yield -2
        yield NUMBER + count
        yield 1 + state.turn

    def noted(self, state: Beans) -> int:
        return 1 if state.pile == 1 else 0

    def marked(self, state: Beans) -> Iterable[int]:
        if state.pile == 0:
            yield 0


def test_a_board_of_cells_has_counters_words_notes_and_lines() -> None:
    position = Position.after(Counters(), ["take-2A"])
    scene = scene_of(position)
    assert [position.name(move) for move in position.legal()] == ["take-1B"]
    assert {name: piece.text for name, piece in scene.pieces.items()} == {"pile": "1", "A": "A:2", "B": "B:0"}
    assert (scene.note, scene.lines, scene.look) == ("Take what is left.", Counters.joins, "points")
    assert [(one.source, one.cell) for one in scene.actions] == [("pile", "B")]
    assert Counters().show(position.state) == "  1    \nA:2 B:0"
    over = scene_of(position.play("take-1B"))
    assert (over.marked, "pile" in over.pieces) == (("pile",), False)


def test_a_board_without_such_cells_is_refused() -> None:
    class Lost(Counters):
        grid = board("nowhere")

    class Numbers(Counters):
        places = (1, 2)  # type: ignore[assignment]  # what somebody might write

    class Odd(Counters):
        def stands(self, state: Beans, place: int) -> int:
            return 9

    for game, sentence in (
        (Lost(), "has no parameter 'nowhere'"),
        (Numbers(), "a tuple of kibitz.Cell"),
        (Odd(), "one of its 3 kinds"),
    ):
        with pytest.raises(GameError, match=sentence):
            game.scene(game.start())
