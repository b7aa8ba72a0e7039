"""Values on a face: whose they are, how far to trust them, and no two kinds alike."""

import itertools
import json

import click
import pytest

from kibitz import Limit, MoveValue, Thought, Value, load
from kibitz.cli import _report
from kibitz.cli._options import seconds, size
from kibitz.cli._report import painted
from kibitz.position import Position
from kibitz.present.answer import as_json
from kibitz.present.values import ValueWords, side_names

PLAIN, BY_MARGIN = "tic_tac_toe", "othello:size=4"


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
        (BY_MARGIN, Value("exact", 6, 20), "X wins by 6 in 20"),
        (BY_MARGIN, Value("exact", -10, 9), "O wins by 10 in 9"),
        (BY_MARGIN, Value("at_least", 2, 9), "X wins by 2 or more"),
        (BY_MARGIN, Value("exact", 0), "draw"),
    ],
)
def test_a_value_says_whose_it_is(game: str, value: Value, said: str) -> None:
    assert ValueWords(load(game)).say(value, 0) == said


def test_the_other_side_is_named_when_it_is_to_move() -> None:
    words = ValueWords(load(PLAIN))
    assert words.say(Value("exact", 1, 5), 1) == "O wins in 5"
    assert words.say(Value("exact", -1, 4), 1) == "X wins in 4"
    assert words.say(Value("estimate", 0.5), 1) == "estimate +0.50 for O"


@pytest.mark.parametrize("game", [PLAIN, BY_MARGIN])
@pytest.mark.parametrize("result", [-1, 0, 1])
def test_no_two_kinds_look_alike(game: str, result: int) -> None:
    words = ValueWords(load(game))
    values = [Value(kind, result) for kind in ("exact", "at_least", "at_most", "estimate")]
    for one, other in itertools.combinations(values, 2):
        assert words.say(one, 0) != words.say(other, 0)
    bold = [click.style("", bold=True)[:4] in painted(words, value, 0) for value in values]
    assert bold == [True, False, False, False]


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("tic_tac_toe", ("X", "O")),
        ("tic_tac_toe:width=1,height=1,line=1", ("First", "Second")),
        ("connect_four", ("X", "O")),
        ("othello", ("X", "O")),
        ("nim", ("First", "Second")),
        ("kalah", ("First", "Second")),
    ],
)
def test_players_are_called_as_their_pieces_where_these_tell_them_apart(game: str, names: tuple[str, ...]) -> None:
    assert side_names(load(game)) == names


def test_json_has_the_keys_that_are_promised_and_no_others() -> None:
    position = Position.after(load(PLAIN), "2,2 1,2")
    thought = Thought(
        best=0,
        value=Value("exact", 1, 5),
        line=(0, 8),
        moves=(MoveValue(0, Value("exact", 1, 5), (0, 8)), MoveValue(2, Value("at_most", 0), (2,))),
        depth=5,
        nodes=100,
        seconds=0.5,
        hits=0.25,
        stopped="solved",
    )
    assert json.loads(json.dumps(as_json(position, thought))) == {
        "game": "tic_tac_toe",
        "to_move": 0,
        "value": {"kind": "exact", "result": 1, "plies": 5},
        "best": "1,1",
        "line": ["1,1", "3,3"],
        "moves": [
            {"move": "1,1", "value": {"kind": "exact", "result": 1, "plies": 5}, "line": ["1,1", "3,3"]},
            {"move": "1,3", "value": {"kind": "at_most", "result": 0, "plies": None}, "line": ["1,3"]},
        ],
        "depth": 5,
        "nodes": 100,
        "seconds": 0.5,
        "nodes_per_second": 200,
        "table_hits": 0.25,
        "threads": 1,
        "stopped": "solved",
        "informed": True,
    }


def test_the_table_names_moves_values_and_lines_and_keeps_to_the_width() -> None:
    game = load(PLAIN)
    position = Position.after(game, "2,2 1,2")
    thought = Thought(0, Value("exact", 1, 5), (0, 8), (MoveValue(0, Value("exact", 1, 5), (0, 8, 3, 5, 6)),), depth=5, nodes=9)
    lines = [click.unstyle(line) for line in _report.as_table(position, thought, ValueWords(game))]
    assert lines[0] == "X to move: X wins in 5"
    assert lines[3] == "1,1   X wins in 5  1,1 3,3 2,1 2,3 3,1"
    assert lines[-1] == "depth 5, 9 nodes, 0.00 s, 0 nodes/s"
    narrow = [click.unstyle(line) for line in _report.as_table(position, thought, ValueWords(game), 32)]
    assert narrow[3] == "1,1   X wins in 5  1,1 3,3 ..."


@pytest.mark.parametrize(
    ("text", "amount"),
    [("64MB", 64 * 2**20), ("64mb", 64 * 2**20), ("8k", 8192), ("1000", 1000), ("2GB", 2**31)],
)
def test_amounts_of_memory(text: str, amount: int) -> None:
    assert size(text) == amount


def test_the_table_is_as_large_on_the_command_line_as_in_the_library() -> None:
    assert size("64MB") == Limit().table


@pytest.mark.parametrize("text", ["", "MB", "-1MB", "64XB", "1e9", "0", "9999999GB", "٣MB", "nan"])
def test_what_is_no_amount_of_memory(text: str) -> None:
    with pytest.raises(click.BadParameter, match="for instance, 64MB"):
        size(text)


@pytest.mark.parametrize(("text", "time"), [("5", 5), ("0.25", 0.25), ("2s", 2), ("1e-1", 0.1)])
def test_times(text: str, time: float) -> None:
    assert seconds(text) == time


@pytest.mark.parametrize("text", ["", "s", "-1", "0", "inf", "nan", "soon"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(click.BadParameter, match="seconds above 0"):
        seconds(text)
