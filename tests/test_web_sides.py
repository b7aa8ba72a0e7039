"""How a board lies before a visitor, and how the sides stand: whose side is at the bottom, the bar of values, the pieces."""

import random
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from kibitz import load
from kibitz.core.scene import Cell, Piece, Scene, grid_of, turned
from kibitz.core.thought import Value
from kibitz.games.parts import grid
from kibitz.games.textbook.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.position import Position
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.table_seat import TableSeat
from kibitz.web.board.orientation import Facing, facing_of
from kibitz.web.board.pictures import colour
from kibitz.web.board.player_panels import bar_of, is_counted, panels_of, share_of, tallies_of
from kibitz.web.site import templates
from web_forms import begin
from web_house import Client, Oracle, house


def table(spec: str, *moves: str) -> GameTable:
    game = load(spec)
    found = GameTable.begin("0" * 32, "visitor", game, [TableSeat("human")] * game.players, Settings(1))
    for move in moves:
        found = found.move(move, found.version)
    return found


@pytest.mark.parametrize(
    ("spec", "facing"),
    [
        ("chess", Facing(0, False, True)),
        ("chess:fen=8/4K3/8/8/8/8/4k3/R7 w - - 0 1", Facing(0, False, True)),  # as it is usually played
        ("checkers", Facing(1, False, True)),
        ("kalah", Facing(0, False, True)),
        ("othello", Facing(None, False, True)),  # no side is nearer
        ("morris", Facing(None, False, True)),
        ("connect_four", Facing(None, True, False)),  # what falls has no other side
    ],
)
def test_whose_pieces_stand_at_the_bottom(spec: str, facing: Facing) -> None:
    assert facing_of(load(spec)) == facing


def test_the_only_person_sits_at_the_bottom_until_the_board_is_turned() -> None:
    chess, falling = Facing(0, False, True), Facing(None, True, False)
    assert [chess.is_turned(people, None) for people in ([0], [1], [0, 1], [])] == [False, True, False, False]
    assert [chess.is_turned([1], chosen) for chosen in (True, False)] == [True, False]
    assert not falling.is_turned([1], True)
    assert [chess.lower([1], is_turned) for is_turned in (True, False)] == [1, 0]
    assert [falling.lower(people, False) for people in ([1], [0, 1])] == [1, 0]


@dataclass(frozen=True)
class Undrawn(TicTacToe):
    """Its drawing fails."""

    def scene(self, state: Any) -> Scene:
        raise RuntimeError("no")


def test_boards_that_cannot_be_drawn_cannot_be_turned() -> None:
    assert facing_of(Undrawn()) == Facing()


def test_a_board_is_turned_with_its_labels() -> None:
    scene = Scene(grid.cells(3, 2, grid.row_column), {"1,2": Piece("X", 0)}, columns=("a", "b", "c"))
    found = turned(scene)
    before, after = grid_of(scene), grid_of(found)
    assert before is not None
    assert after is not None
    assert (after.columns, after.rows) == (("c", "b", "a"), ("2", "1"))
    assert after.place("1", "a") == replace(before.cells[0, 0], x=0, y=0)
    assert after.cells[1, 2].name == "1,1"
    assert turned(Scene((Cell("a", 0, 0, "hex"), Cell("b", 1, 2, "hex")), {})).cells[1].y == -2


def test_how_much_of_the_bar_a_side_has() -> None:
    assert [share_of(result, True, 1) for result in (1, 0, -1)] == [1, 0.5, 0]
    assert share_of(0.5, False, 1) == 0.75
    assert share_of(1.0, False, 1) < 1  # it is not proved
    assert 0.5 < share_of(2, False, 64) < share_of(20, False, 64) < 1
    assert share_of(-8, False, 64) == pytest.approx(1 - share_of(8, False, 64))


def test_the_bar_fills_from_below_for_the_side_that_sits_there() -> None:
    played = table("tic_tac_toe", "1,1", "1,2").with_worths({2: Value("exact", 1, 5)})
    for lower, height in ((0, "100"), (1, "0")):
        bar = bar_of(played, 2, lower)
        assert bar is not None
        assert bar.words == "Evaluation: X wins in 5"
        assert f'height="{height}"' in bar.picture.rpartition("<rect")[2]
    unknown = bar_of(played, 1, 0)
    assert unknown is not None
    assert unknown.words == "Evaluation: not known yet"
    assert "<rect" not in unknown.picture, "an even position is something else"
    over = table("tic_tac_toe", "1,1", "2,1", "1,2", "2,2", "1,3")
    ended = bar_of(over, 5, 1)
    assert ended is not None
    assert "X wins" in ended.words
    three = GameTable.begin("0" * 32, "visitor", load("trio"), [TableSeat("human")] * 3, Settings(1))
    assert bar_of(three, 0, 0) is None


@pytest.mark.parametrize(
    ("spec", "first", "second"),
    [
        ("chess", ("kb-checkered", "kb-s1"), ("kb-checkered", "kb-s0")),  # White is white
        ("othello", ("kb-felt", "kb-s0"), ("kb-felt", "kb-s1")),
        ("connect_four", ("kb-frame", "kb-p0"), ("kb-frame", "kb-p1")),
        ("pig", ("kb-bare", "kb-p0"), ("kb-bare", "kb-p1")),
    ],
)
def test_the_colours_of_the_sides(spec: str, first: tuple[str, str], second: tuple[str, str]) -> None:
    assert (colour(load(spec), 0), colour(load(spec), 1)) == (first, second)


def test_pieces_are_counted_where_they_are_there_from_the_start() -> None:
    counted = {spec for spec in ("chess", "othello", "checkers", "connect_four", "kalah", "go") if is_counted(load(spec))}
    assert counted == {"chess", "othello", "checkers"}
    assert tallies_of(table("othello"), 0) == ()
    assert [one.count for one in tallies_of(table("kalah", "3"), 1)] == [1, 0], "points are shown from the first move on"
    assert [one.count for one in tallies_of(table("dots_and_boxes"), 0)] == [0, 0]
    assert tallies_of(table("treasure", "up"), 1) == (), "its board shows them"
    assert [(one.count, one.lost) for one in tallies_of(table("othello", "d3"), 1)] == [(4, 0), (1, 0)]
    for spec, move in (("tic_tac_toe", "1,1"), ("hex", "a1"), ("tree", "a1")):  # neither edges nor a drawn tree are pieces
        assert tallies_of(table(spec, move), 1) == ()


@dataclass(frozen=True)
class Scores(TicTacToe):
    """It shows the squares that each side has, as numbers and on a die, beside the board."""

    def scene(self, state: Any) -> Scene:
        cells = tuple(Cell(name, x, 0, "round") for x, name in enumerate(("first", "turn", "second")))
        owned = {"first": Piece("0", 0), "turn": Piece("?", 0, "cube"), "second": Piece("0", 1)}
        return Scene(cells, owned)


def test_what_tells_a_number_is_not_counted_as_a_man() -> None:
    """Pig shows the points of both and those of the turn, whose owner changes: it had a tally "First 1, Second 2"."""
    pig = table("pig")
    for _ in range(6):
        pig = pig.move("roll" if "roll" in pig.legal() else "hold", pig.version)
        assert isinstance(pig.game, Pig)
        points = pig.game.points(pig.positions[pig.ply].state)
        assert [(one.count, one.lost) for one in tallies_of(pig, pig.ply)] == [(one, 0) for one in points]
    assert not is_counted(Scores())
    assert not is_counted(load("tree"))


@pytest.mark.parametrize("form", ["stone", "disc", "crown", "chessman", "mark", "letter"])
def test_men_are_counted_in_every_form(form: Any) -> None:
    @dataclass(frozen=True)
    class Men(TicTacToe):
        def scene(self, state: Any) -> Scene:
            return Scene((Cell("a", 0, 0), Cell("b", 1, 0)), {"a": Piece("Q", 0, form), "b": Piece("q", 1, form)})

    assert is_counted(Men())


def test_a_pawn_that_has_become_a_queen_is_not_lost() -> None:
    spec = "chess:fen=1r5k/P7/8/8/8/8/8/K7 w - - 0 1"
    promotion = next(name for name in table(spec).legal() if "xb8=Q" in name)
    played = table(spec, promotion)
    white, black = tallies_of(played, 1)
    assert (white.count, white.lost, len(white.men)) == (2, 0, 0)
    assert (black.count, black.lost, len(black.men)) == (1, 1, 1)
    assert (white.lead, black.lead) == (9, -9)


@pytest.mark.parametrize(
    ("spec", "moves", "lost"),
    [
        ("go:size=5", "A1 A2 E5 B1", [1, 0]),
        ("go:size=5", "A1 A2 E5", []),
        ("morris", "a1 b2 a4 b4 a7 xb2", [0, 1]),
        ("morris", "a1 b2 a4 b4 a7", []),
        ("hex", "a1 b2", []),
    ],
)
def test_men_that_are_put_down_and_taken_are_counted(spec: str, moves: str, lost: list[int]) -> None:
    found = tallies_of(table(spec, *moves.split()), len(moves.split()))
    assert [one.lost for one in found] == lost
    assert all(one.count is None for one in found)


@pytest.mark.parametrize("spec", ["go:size=5", "go:size=7,komi=2", "kalah", "kalah:pits=3,seeds=3", "pig:target=20"])
def test_a_tally_leads_to_the_result(spec: str) -> None:
    """At the end the difference is what the rules pay, or has the sign of that."""
    game, dice = load(spec), random.Random(6)
    for _ in range(4):
        position = Position.after(game)
        while not position.is_over:
            position = position.play(
                dice.choice([move for move, _ in position.chances()] if position.is_chance else position.legal())
            )
        first, second = game.tally(position.state)
        assert position.payoffs is not None
        assert (first - second if "pig" not in spec else (first > second) - (first < second)) == position.payoffs[0]


@pytest.mark.parametrize("points", [(), (5,), (1, 2, 3), ("a", "b"), None])
def test_a_tally_that_does_not_fit_is_not_shown(points: Any) -> None:
    @dataclass(frozen=True)
    class Odd(TicTacToe):
        def tally(self, state: Any) -> Any:
            return points

    odd = GameTable.begin("0" * 32, "visitor", Odd(), [TableSeat("human")] * 2, Settings(1))
    assert tallies_of(odd, 0) == ()
    assert all(one.count is None for part in panels_of(odd, 0, None, 0) for one in part)


def bars(played: GameTable, ply: int) -> list[str]:
    """The players' bars as the page writes them, in the order of their names, without the spaces between tags."""
    above, below = panels_of(played, ply, None, 0)
    html = templates().get_template("_players.html").render(players=sorted((*above, *below), key=lambda one: one.name))
    return [re.sub(r"\s*(<[^>]*>)\s*", r"\1", bar) for bar in html.split("</p>")[:-1]]


@pytest.mark.parametrize(
    ("game", "moves", "hands"),
    [
        # Black's, and White's
        ("morris", "", [9, 9]),
        ("morris:men=3", "", [3, 3]),
        ("morris", "a1 b2 a4 b4 a7 xb2", [6, 7]),
        ("morris:men=3", "a1 a2 b2 c3 c2 b1", [0, 0]),
        ("tic_tac_toe", "1,1 2,2 3,3", [0, 0]),
    ],
)
def test_the_bars_show_the_pieces_in_hand(game: str, moves: str, hands: list[int]) -> None:
    played = table(game, *moves.split())
    for bar, hand in zip(bars(played, played.ply), hands, strict=True):
        assert bar.count("<svg") == 1 + hand, "each man is drawn, beside the sign of the side"
        assert (f"{hand} in hand" in bar) == (hand > 0)


@pytest.mark.parametrize(
    ("slug", "moves", "score", "places"),
    [
        ("dots_and_boxes", "1,1- 1,1| 1,2| 2,1-", "First 0, Second 1.", ["0", "1"]),  # in the bars
        ("dots_and_boxes", "", "First 0, Second 0.", ["0", "0"]),
        ("oware", "6 1", "First 0, Second 0.", ["0", "0"]),
        ("treasure", "up up", "", []),  # on the board
    ],
)
def test_a_score_is_shown_once_and_still_read_aloud(
    slug: str, moves: str, score: str, places: list[str], tmp_path: Path
) -> None:
    with Client(house(tmp_path, Oracle(lambda do, args: None))) as page:
        answer = page.get(begin(page, slug, **{"player-1": "human", "moves": moves})).text
    (status,) = re.findall(r'id="status"[^>]*>(.*?)</p>', answer)
    assert status.endswith("to move.")
    (aloud,) = re.findall(r'data-said="([^"]*)"', answer)
    assert f"{status} {score}".strip() in aloud
    assert sorted(re.findall(r'class="counted"[^>]*>(\d+)', answer)) == places


@pytest.mark.parametrize("hands", [(), (5,), ("a", "b"), None])
def test_hands_that_do_not_fit_are_not_shown(hands: Any) -> None:
    @dataclass(frozen=True)
    class Odd(TicTacToe):
        def in_hand(self, state: Any) -> Any:
            return hands

    odd = GameTable.begin("0" * 32, "visitor", Odd(), [TableSeat("human")] * 2, Settings(1))
    assert all("in hand" not in bar for bar in bars(odd, 0))


@pytest.mark.parametrize(
    ("spec", "moves", "endings"),
    [
        ("tic_tac_toe", "1,1 2,1 1,2 2,2 1,3", ["won", ""]),
        ("tic_tac_toe", "1,1 2,2 3,3 1,2 3,2 3,1 1,3 2,3 2,1", ["draw", "draw"]),
        ("tic_tac_toe", "1,1", ["", ""]),
        ("trio", "1,1 2,1 3,1 1,2 2,2 3,2 1,3", ["won 2", "\N{MINUS SIGN}1", "\N{MINUS SIGN}1"]),
    ],
)
def test_the_bars_say_who_has_won(spec: str, moves: str, endings: list[str]) -> None:
    played = table(spec)
    for move in moves.split():
        played = played.move(move, played.version)
    above, below = panels_of(played, played.ply, None, 0)
    found = {one.side or one.name: one.ending for one in (*above, *below)}
    assert [found[name] for name in played.words.names] == endings
    assert not any(one.ending for part in panels_of(played, 0, None, 0) for one in part)
