"""Values on a face: whose they are, how far to trust them, and no two kinds alike; amounts and times as they are typed."""

import itertools

import click
import pytest

from kibitz import Limit, MoveValue, Thought, Value, load
from kibitz.cli import answers as _answers
from kibitz.cli.answers import painted
from kibitz.cli.options import seconds, size
from kibitz.core.best_result import is_decisive
from kibitz.games.textbook.tree import Tree
from kibitz.position import Position
from kibitz.present.answer import final
from kibitz.present.values import ValueWords, amount, side_names

PLAIN, BY_MARGIN, PIG = "tic_tac_toe", "othello:size=4", "pig"
THREE, CHANCES, COOPERATION = "tree:file=three_players", "tree:file=chances", "tree:file=cooperation"
DICE_FOR_THREE = Tree.from_nested(
    {
        "players": ["A", "B", "C"],
        "tree": {"chance": {"x": 1, "y": 3}, "moves": {"x": {"payoffs": [1, 0, 4]}, "y": {"payoffs": [0, 2, 0]}}},
    }
)


@pytest.mark.parametrize(
    ("game", "value", "said"),
    [
        (PLAIN, Value("exact", 1, 5), "X wins in 5"),
        (PLAIN, Value("exact", -1, 4), "O wins in 4"),
        (PLAIN, Value("exact", 1), "X wins"),
        (PLAIN, Value("exact", 0), "draw"),
        (PLAIN, Value("at_least", 0), "at least a draw for X"),
        (PLAIN, Value("at_most", 0), "at most a draw for X"),
        (PLAIN, Value("at_least", 1, 7), "X wins in 7 or sooner"),
        (PLAIN, Value("at_most", -1, 4), "O wins in 4 or sooner"),
        (PLAIN, Value("estimate", 0.314), "estimate +0.31 for X"),
        (PLAIN, Value("estimate", -0.5), "estimate -0.50 for X"),
        (BY_MARGIN, Value("exact", 6, 20), "Black wins by 6 in 20"),
        (BY_MARGIN, Value("exact", -10, 9), "White wins by 10 in 9"),
        (BY_MARGIN, Value("at_least", 2, 9), "Black wins by 2 or more"),
        (BY_MARGIN, Value("exact", 0), "draw"),
        (PIG, Value("exact", 0.14), "First wins 57.0 % of games"),
        (PIG, Value("exact", -0.9999), "First wins under 0.1 % of games"),
        (PIG, Value("exact", 0.9999), "First wins over 99.9 % of games"),
        (PIG, Value("exact", 1), "First wins"),
        (PIG, Value("exact", -1), "Second wins"),
        (PIG, Value("estimate", 0.14), "estimate First wins 57 % of games"),
        (CHANCES, Value("exact", 2.1), "2.1 on average for MAX"),
        (CHANCES, Value("exact", -0.0125), "-0.013 on average for MAX"),
        (CHANCES, Value("estimate", 2.1), "estimate +2.10 for MAX"),
        (CHANCES, Value("at_least", 2), "at least 2 on average for MAX"),
        (THREE, Value("exact", 1, payoffs=(1, 2.5, 6)), "A 1, B 2.5, C 6"),
        (THREE, Value("estimate", 1, payoffs=(1, 2, 6)), "estimate A 1.00, B 2.00, C 6.00"),
        (THREE, Value("at_least", 2), "at least 2 for A"),
        (THREE, Value("estimate", 2), "estimate 2.00 for A"),
        (THREE, Value("exact", 2), "2 for A"),
    ],
)
def test_a_value_says_whose_it_is(game: str, value: Value, said: str) -> None:
    words = ValueWords(load(game))
    assert words.say(value, 0) == click.unstyle(painted(words, value, 0)) == said


def test_the_other_side_is_named_when_it_is_to_move_and_the_first_where_chance_is() -> None:
    words = ValueWords(load(PLAIN))
    said = [words.say(value, 1) for value in (Value("exact", 1, 5), Value("exact", -1, 4), Value("estimate", 0.5))]
    assert said == ["O wins in 5", "X wins in 4", "estimate +0.50 for O"]
    assert ValueWords(load(PIG)).say(Value("exact", 0.5), -1) == "First wins 75.0 % of games"
    assert ValueWords(DICE_FOR_THREE).say(Value("exact", 0.25, payoffs=(0.25, 1.5, 1)), -1) == "A 0.25, B 1.5, C 1 on average"
    assert final(Position.after(DICE_FOR_THREE, "y")).value == Value("exact", 0, payoffs=(0, 2, 0))


@pytest.mark.parametrize("game", [PLAIN, BY_MARGIN, PIG, CHANCES, THREE])
@pytest.mark.parametrize("result", [-1, 0, 1])
def test_no_two_kinds_look_alike(game: str, result: int) -> None:
    words = ValueWords(load(game))
    values = [Value(kind, result) for kind in ("exact", "at_least", "at_most", "estimate")]
    for one, other in itertools.combinations(values, 2):
        assert words.say(one, 0) != words.say(other, 0)
    bold = [click.style("", bold=True)[:4] in painted(words, value, 0) for value in values]
    assert bold == [True, False, False, False]


@pytest.mark.parametrize(
    ("game", "payoffs", "said"),
    [
        (THREE, (2, -1, -1), "A 2, B -1, C -1; A does best"),
        (THREE, (0.5, 1, 1), "A 0.5, B 1, C 1; B and C do best"),
        (THREE, (0, 0, 0), "A 0, B 0, C 0; all do equally well"),
        (COOPERATION, (0, 0), "A 0, B 0; both do equally well"),
        (CHANCES, (-2, 2), "MIN wins by 2"),
        (PIG, (1, -1), "First wins"),
        (CHANCES, (0, 0), "it is a draw"),
    ],
)
def test_the_end_says_who_did_best(game: str, payoffs: tuple[float, ...], said: str) -> None:
    assert ValueWords(load(game)).ending(payoffs) == said


NAMES = {
    **dict.fromkeys(["tic_tac_toe", "connect_four", "einstein"], ("X", "O")),
    **dict.fromkeys(["othello", "go", "gomoku", "checkers", "breakthrough"], ("Black", "White")),
    **dict.fromkeys(["tic_tac_toe:width=1,height=1,line=1", "nim", "kalah", PIG], ("First", "Second")),
    THREE: ("A", "B", "C"),
    CHANCES: ("MAX", "MIN"),
    "treasure": ("A", "B"),
    "trio": ("X", "O", "V"),
}


def test_players_are_called_as_their_game_calls_them_or_as_their_pieces() -> None:
    assert {game: side_names(load(game)) for game in NAMES} == NAMES
    decisive = [name for name in (PIG, "einstein", "nim", PLAIN, "othello", CHANCES, THREE) if is_decisive(load(name))]
    assert decisive == [PIG, "einstein", "nim"]  # their rules know no draw


def test_the_table_names_moves_values_and_lines_and_keeps_to_the_width() -> None:
    game = load(PLAIN)
    position = Position.after(game, "2,2 1,2")
    thought = Thought(0, Value("exact", 1, 5), (0, 8), (MoveValue(0, Value("exact", 1, 5), (0, 8, 3, 5, 6)),), depth=5, nodes=9)
    wide, narrow = (
        [click.unstyle(line) for line in _answers.as_table(position, thought, ValueWords(game), w)] for w in (None, 32)
    )
    assert wide[0] == "X to move: X wins in 5"
    assert wide[3] == "1,1   X wins in 5  1,1 3,3 2,1 2,3 3,1"
    assert wide[-1] == "depth 5, 9 nodes, 0.00 s, 0 nodes/s"
    assert narrow[3] == "1,1   X wins in 5  1,1 3,3 ..."


def test_amounts_and_times() -> None:
    assert [amount(x) for x in (3, -2.0, 2.1, 1 / 3, 0.0125, 123456.789)] == ["3", "-2", "2.1", "0.33", "0.013", "123456.79"]
    sizes = {"64MB": Limit().table, "64mb": 64 * 2**20, "8k": 8192, "1000": 1000, "2GB": 2**31}
    assert {text: size(text) for text in sizes} == sizes
    times = {"5": 5, "0.25": 0.25, "2s": 2, "1e-1": 0.1}
    assert {text: seconds(text) for text in times} == times
