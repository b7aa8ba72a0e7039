"""What somebody gets wrong who writes rules for the first time: each mistake is named, with the line and the way out."""

import re
import warnings
from pathlib import Path

import pytest

from kibitz.checking import check
from kibitz.checking.hints import hint
from kibitz.core import registry
from kibitz.errors import KibitzError

GRID = '''from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Board64, Game, grid, square


class State(NamedTuple):
    mine: Board64
    theirs: Board64


@dataclass(frozen=True)
class Three(Game):
    """Put a mark on any empty square. Three beside each other, across or down, win."""

    size: int = 3
    grid = grid("size", look="lines", form="mark")

    def start(self):
        return State(Board64(), Board64())

    def moves(self, state):
        return (self.board() - state.mine - state.theirs).squares()

    def play(self, state, place):
        return State(state.theirs, state.mine | square(place))

    def is_over(self, state):
        return self.has_line(state.theirs) or not self.board() - state.mine - state.theirs

    def result(self, state):
        return -1 if self.has_line(state.theirs) else 0

    def has_line(self, marks):
        for at in range(self.size):
            row = Board64((1 << self.size) - 1 << at * self.size)
            column = Board64(sum_of(self.size)) << at
            if marks & row == row or marks & column == column:
                return True
        return False

    def board(self):
        return Board64((1 << self.size * self.size) - 1)


def sum_of(size):
    bits = 0
    for row in range(size):
        bits |= 1 << row * size
    return bits
'''
CELLS = '''from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game, changed

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))


class State(NamedTuple):
    cells: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Rows(Game):
    """Put a 1 or a 2 into an empty cell. Three of your own in a line win."""

    def start(self):
        return State((0,) * 9, 0)

    def moves(self, state):
        for cell in range(9):
            if state.cells[cell] == 0:
                yield cell

    def play(self, state, cell):
        return State(changed(state.cells, cell, state.turn + 1), 1 - state.turn)

    def to_move(self, state):
        return state.turn

    def is_over(self, state):
        return self.has_line(state, 1) or self.has_line(state, 2) or 0 not in state.cells

    def result(self, state):
        return -1 if self.has_line(state, 2 - state.turn) else 0

    def has_line(self, state, mark):
        for a, b, c in LINES:
            if state.cells[a] == mark and state.cells[b] == mark and state.cells[c] == mark:
                return True
        return False

    def show(self, state):
        return str(state.cells[:3]) + "\\n" + str(state.cells[3:6]) + "\\n" + str(state.cells[6:])
'''
HEAP = '''from dataclasses import dataclass
from typing import NamedTuple

from kibitz import Game


class State(NamedTuple):
    left: int


@dataclass(frozen=True)
class Heap(Game):
    """Take one, two or three matches. Who takes the last one wins."""

    matches: int = 12

    def start(self):
        return State(self.matches)

    def moves(self, state):
        for count in range(1, min(3, state.left) + 1):
            yield count

    def play(self, state, count):
        return State(state.left - count)

    def is_over(self, state):
        return state.left == 0

    def result(self, state):
        return -1

    def move_name(self, state, count):
        return f"take{count}"

    def show(self, state):
        return "|" * state.left or "nothing"
'''
Edit = tuple[str, str]
BLACK_AND_WHITE = [
    ("mine: Board64", "black: Board64"),
    ("theirs: Board64", "white: Board64"),
    ("self.board() - state.mine - state.theirs", "self.board() - state.black - state.white"),
    ("State(state.theirs, state.mine | square(place))", "State(state.white, state.black | square(place))"),
    ("self.has_line(state.theirs)", "self.has_line(state.white)"),
    ("self.board() - state.mine - state.theirs", "self.board() - state.black - state.white"),
    ("-1 if self.has_line(state.theirs)", "-1 if self.has_line(state.white)"),
]
# The rules, what is wrong in them, and what a check says: "load: ..." where the file cannot be taken for a game at all. At the
# end what stands behind the file's name.
MISTAKES: dict[str, tuple[str, list[Edit], str, str]] = {
    "look_typo": (
        GRID,
        [('look="lines"', 'look="line"')],
        r"load: line 17, .*look='line' \(did you mean lines\?\), and there are 'plain', 'lines'",
        "",
    ),
    "form_typo": (GRID, [('form="mark"', 'form="stones"')], r"load: line 17, .*form='stones' \(did you mean stone\?\)", ""),
    "shape_typo": (GRID, [('look="lines"', 'shape="hexagon"')], r"load: line 17, .*shape='hexagon' \(did you mean hex\?\)", ""),
    "rows_typo": (
        GRID,
        [('look="lines"', 'rows="upwards"')],
        r"load: line 17, .*rows='upwards', and there are 'down', 'up'",
        "",
    ),
    "turned_typo": (
        GRID,
        [('look="lines"', 'turned="mirror"')],
        r"load: line 17, .*turned='mirror' \(did you mean mirrored\?\)",
        "",
    ),
    "chessman": (GRID, [('form="mark"', 'form="chessman"')], r"a chessman has the text 'X', .*marks='Pp'", ""),
    "sise": (GRID, [('grid("size"', 'grid("sise"')], r"has no parameter 'sise'; did you mean size\?", ""),
    "expression": (GRID, [('grid("size"', 'grid("size + 1"')], r"'size \+ 1', .*give Three a property", ""),
    "grid_small": (
        GRID,
        [('grid("size"', "grid(2")],
        r"'theirs' holds the square 4, but the squares of this grid are 0 to 3",
        "",
    ),
    "black_white": (GRID, BLACK_AND_WHITE, r"no picture shows a piece: .*call 'black' mine and 'white' theirs", ""),
    "cells_grid": (
        CELLS,
        [
            ("from kibitz import Game", "from kibitz import Game, grid"),
            ("    def start", "    grid = grid(3)\n\n    def start"),
        ],
        r"no picture shows a piece: .*define stands\(state, square\)",
        "",
    ),
    "owners_typo": (
        GRID,
        [('look="lines"', 'owners=("mine", "thiers")')],
        r"'thiers', no field of the state; did you mean theirs\?",
        "",
    ),
    "one_mark": (GRID, [('look="lines"', 'marks="X"')], r"1 `marks` for 2 players: give a text for each", ""),
    "overlap": (
        GRID,
        [("return (self.board() - state.mine - state.theirs).squares()", "return range(9)")],
        r"the square 0 is in 'mine' and in 'theirs'",
        "",
    ),
    "wrong_sign": (GRID, [("return -1 if", "return 1 if")], r"The side to move at the end had won in all", ""),
    "absolute_result": (
        CELLS,
        [
            (
                "return -1 if self.has_line(state, 2 - state.turn) else 0",
                "return 1 if self.has_line(state, 1) else -1 if self.has_line(state, 2) else 0",
            )
        ],
        r"`result` gave 1, and gives 1 too when the other side is to move",
        "",
    ),
    "wrong_side_result": (
        GRID,
        [("-1 if self.has_line(state.theirs)", "1 if self.has_line(state.mine)")],
        r"Nobody ever won: is that meant\?",
        "",
    ),
    "to_move_constant": (CELLS, [("return state.turn", "return 0")], r"`to_move` never gave 1; the turn must go round", ""),
    "turn_not_flipped_grid_turn": (
        CELLS,
        [(", 1 - state.turn)", ", state.turn)"), ("    def to_move(self, state):\n        return state.turn\n\n", "")],
        r"'turn' is 0 after each move that was seen",
        "",
    ),
    "never_exchanged": (
        GRID,
        [("State(state.theirs, state.mine | square(place))", "State(state.mine | square(place), state.theirs)")],
        r"'theirs' is as at the start .*State\(mine=state.theirs",
        "",
    ),
    "list_state": (
        CELLS,
        [
            ("cells: tuple[int, ...]", "cells: list"),
            ("(0,) * 9", "[0] * 9"),
            (
                "        return State(changed(state.cells, cell, state.turn + 1), 1 - state.turn)",
                "        state.cells[cell] = state.turn + 1\n        return State(state.cells, 1 - state.turn)",
            ),
        ],
        r"`play` changed the state it was given",
        "",
    ),
    "list_state_copy": (
        CELLS,
        [
            ("cells: tuple[int, ...]", "cells: list"),
            ("(0,) * 9", "[0] * 9"),
            (
                "        return State(changed(state.cells, cell, state.turn + 1), 1 - state.turn)",
                "        cells = list(state.cells)\n        cells[cell] = state.turn + 1\n"
                "        return State(cells, 1 - state.turn)",
            ),
        ],
        r"'cells' is declared list; .*changed\(cells, index, value\)",
        "",
    ),
    "assign_field": (
        CELLS,
        [
            (
                "        return State(changed(state.cells, cell, state.turn + 1), 1 - state.turn)",
                "        state.turn = 1 - state.turn\n        return state",
            )
        ],
        r"can't set attribute \(in play, line 27\); a state never changes: build the next one",
        "",
    ),
    "assign_item": (
        CELLS,
        [
            (
                "        return State(changed(state.cells, cell, state.turn + 1), 1 - state.turn)",
                "        state.cells[cell] = state.turn + 1\n        return state",
            )
        ],
        r"item assignment \(in play, line 27\); changed\(cells, index, value\)",
        "",
    ),
    "global_over": (
        HEAP,
        [
            ("class State", "COUNT = [0]\n\n\nclass State"),
            ("        return State(state.left - count)", "        COUNT[0] += 1\n        return State(state.left - count)"),
            ("state.left == 0", "state.left == 0 or COUNT[0] > 30"),
        ],
        r"`is_over` gave False and then True; it must give the same each time",
        "",
    ),
    "self_assign": (
        HEAP,
        [("        return State(state.left - count)", "        self.count = count\n        return State(state.left - count)")],
        r"line 25\); a game never changes: what a move changes belongs into the state",
        "",
    ),
    "int_division": (
        HEAP,
        [("return State(state.left - count)", "return State((2 * state.left - 2 * count) / 2)")],
        r"holds 11.0, a float: // divides whole numbers",
        "",
    ),
    "moves_no_return": (
        GRID,
        [("return (self.board()", "(self.board()")],
        r"`moves` failed: it gave None, .*is a `return` or a `yield` missing\?",
        "",
    ),
    "moves_returns_int": (
        HEAP,
        [("            yield count", "            return count")],
        r"`moves` failed: it gave 1, and must yield",
        "",
    ),
    "play_no_return": (
        HEAP,
        [("return State(state.left - count)", "State(state.left - count)")],
        r"`play` gave None, .*is a `return` missing\?",
        "",
    ),
    "is_over_some_path": (
        HEAP,
        [("        return state.left == 0", "        if state.left == 0:\n            return True")],
        r"`is_over` gave None; .*is a `return` missing\?",
        "",
    ),
    "result_none": (
        GRID,
        [
            (
                "        return -1 if self.has_line(state.theirs) else 0",
                "        if self.has_line(state.theirs):\n            return -1",
            )
        ],
        r"`result` gave None; .*is a `return` missing\?",
        "",
    ),
    "off_board_tuple": (
        CELLS,
        [("if state.cells[cell] == 0:", "if state.cells[cell + 1] == 0:")],
        r"tuple index out of range \(in moves, line 23\)",
        "",
    ),
    "off_board_changed": (
        CELLS,
        [("changed(state.cells, cell, state.turn + 1)", "changed(state.cells, cell + 1, state.turn + 1)")],
        r"changed\(cells, 9, 1\) is beyond the tuple, whose 9 cells count from 0 \(in play, line 27\)",
        "",
    ),
    "recursion": (
        HEAP,
        [
            ("return state.left == 0", "return self.result(state) == -1 and state.left == 0"),
            ("return -1", "return -1 if self.is_over(state) else 0"),
        ],
        r"is_over and result call each other without an end",
        "",
    ),
    "float_moves": (HEAP, [("yield count", "yield count / 1")], r"`moves` yielded 1.0, which is of type float", ""),
    "dup_moves": (
        HEAP,
        [("            yield count", "            yield count\n            yield 1")],
        r"`moves` yielded take1 twice",
        "",
    ),
    "tuple_moves": (HEAP, [("yield count", "yield (count, 0)")], r"`moves` yielded \(1, 0\), which is of type tuple", ""),
    "neg_moves": (
        HEAP,
        [("yield count", "yield -count"), ("state.left - count", "state.left + count")],
        r"`moves` yielded -1; a move is an int from 0",
        "",
    ),
    "no_moves_full": (
        GRID,
        [(" or not self.board() - state.mine - state.theirs", "")],
        r"`is_over` says no, but `moves` yields nothing",
        "",
    ),
    "negative_state": (
        CELLS,
        [("(0,) * 9", "(-1,) * 9"), ("== 0:", "== -1:"), ("0 not in", "-1 not in")],
        r"is -1; .*: keep it one higher, with 0 for none",
        "",
    ),
    "string_state": (
        HEAP,
        [
            ("left: int", "left: int\n    side: str"),
            ("State(self.matches)", 'State(self.matches, "A")'),
            ("State(state.left - count)", 'State(state.left - count, "B")'),
        ],
        r"'side' is declared str; .*a number for each text",
        "",
    ),
    "negative_int": (
        HEAP,
        [
            ("class State(NamedTuple):\n    left: int", "class State(NamedTuple):\n    left: int\n    last: int"),
            ("State(self.matches)", "State(self.matches, -1)"),
            ("State(state.left - count)", "State(state.left - count, count)"),
        ],
        r"'last' is -1; .*: keep it one higher, with 0 for none",
        "",
    ),
    "none_field": (
        HEAP,
        [
            ("left: int", "left: int\n    last: int | None"),
            ("State(self.matches)", "State(self.matches, None)"),
            ("State(state.left - count)", "State(state.left - count, count)"),
        ],
        r"declared int \| None; .*one higher, with 0 for none",
        "",
    ),
    "float_field": (HEAP, [("left: int", "left: float")], r"declared float; .*whole numbers of a smaller unit", ""),
    "nested_tuple": (
        CELLS,
        [
            ("cells: tuple[int, ...]", "cells: tuple[tuple[int, ...], ...]"),
            ("(0,) * 9", "((0,) * 9,)"),
            ("state.cells[cell] == 0", "state.cells[0][cell] == 0"),
            ("changed(state.cells, cell, state.turn + 1)", "(changed(state.cells[0], cell, state.turn + 1),)"),
            ("0 not in state.cells", "0 not in state.cells[0]"),
            (
                "state.cells[a] == mark and state.cells[b] == mark and state.cells[c] == mark",
                "state.cells[0][a] == mark and state.cells[0][b] == mark and state.cells[0][c] == mark",
            ),
        ],
        r"one tuple for all rows: cells\[row \* width \+ column\]",
        "",
    ),
    "growing_tuple": (
        CELLS,
        [
            ("(0,) * 9", "()"),
            ("state.cells[cell] == 0", "cell not in state.cells"),
            ("changed(state.cells, cell, state.turn + 1)", "state.cells + (cell,)"),
            (
                "return self.has_line(state, 1) or self.has_line(state, 2) or 0 not in state.cells",
                "return len(state.cells) == 9",
            ),
            ("-1 if self.has_line(state, 2 - state.turn) else 0", "-1"),
        ],
        r"'cells' is a tuple of 1, but of 0 at the start; .*let the cells that are empty hold 0",
        "",
    ),
    "no_dataclass": (HEAP, [("@dataclass(frozen=True)\n", "")], r"load: write @dataclass\(frozen=True\) above the class", ""),
    "not_frozen": (
        HEAP,
        [("@dataclass(frozen=True)", "@dataclass")],
        r"Heap can be changed; write @dataclass\(frozen=True\)",
        "",
    ),
    "no_annotation_state": (
        HEAP,
        [("    left: int", "    left = 12")],
        r"left in State has no type, so it is not a field: write left: int",
        "",
    ),
    "no_annotation_param": (
        HEAP,
        [("matches: int = 12", "matches = 12")],
        r"load: matches is not a parameter of Heap, for it has no type: write matches: int = 12",
        ":matches=9",
    ),
    "param_list": (HEAP, [("matches: int = 12", "matches: list = []")], r"load: line 11, .*and never a list", ""),
    "start_param": (
        HEAP,
        [("def start(self):", "def start(self, matches):")],
        r"load: Heap.start\(self, matches\), line 17, .*write def start\(self\)",
        "",
    ),
    "no_self": (
        HEAP,
        [("def moves(self, state):", "def moves(state):")],
        r"load: Heap.moves\(state\), line 20, .*write def moves\(self, state\)",
        "",
    ),
    "play_no_move": (
        HEAP,
        [("def play(self, state, count):", "def play(self, state):")],
        r"load: Heap.play\(self, state\), line 24, .*write def play\(self, state, move\)",
        "",
    ),
    "wrong_class": (HEAP, [], r"load: no game called 'Heep'; did you mean Heap\?", ":Heep"),
    "method_typo": (
        HEAP,
        [("def is_over", "def isover")],
        r"load: define is_over; isover \(line 27\) may be is_over: rename it",
        "",
    ),
    "method_typo2": (
        HEAP,
        [("def moves", "def legal_moves")],
        r"load: define moves; legal_moves \(line 20\) may be moves: rename it",
        "",
    ),
    "optional_typo": (
        HEAP,
        [("def move_name", "def movename")],
        r"Nobody calls movename \(line 33\): is move_name meant\?",
        "",
    ),
    "optional_typo2": (CELLS, [("def to_move", "def to_moves")], r"Nobody calls to_moves \(line 29\): is to_move meant\?", ""),
    "always_draws": (
        GRID,
        [("return -1 if self.has_line(state.theirs) else 0", "return 0")],
        r"Nobody ever won: is that meant\?",
        "",
    ),
    "circle": (
        HEAP,
        [("return State(state.left - count)", "return State((state.left - count) % 7 + 1)"), ("min(3, state.left)", "3")],
        r"play can go on for ever; say what that means",
        "",
    ),
    "recurrence_typo": (
        HEAP,
        [("    matches: int = 12", '    recurrence = "drawn"\n    matches: int = 12')],
        r"`recurrence` is 'drawn'; it must be one of 'draw'",
        "",
    ),
    "best_small": (
        HEAP,
        [("        return -1", "        return -self.matches\n\n    def best_result(self):\n        return 1")],
        r"`result` gave -12, but the largest declared result is 1",
        "",
    ),
    "payoffs_short": (
        HEAP,
        [("    def result(self, state):\n        return -1", "    def payoffs(self, state):\n        return (1,)")],
        r"`payoffs` gave \(1,\); it must give a finite number for each of 2 players",
        "",
    ),
    "names_spaces": (HEAP, [('f"take{count}"', 'f"take {count}"')], r"gave 'take 1' for 1; a name has no space", ""),
    "names_alike": (HEAP, [('f"take{count}"', '"take"')], r"calls both 1 and 2 'take'", ""),
    "ragged": (
        CELLS,
        [
            (
                'return str(state.cells[:3]) + "\\n" + str(state.cells[3:6]) + "\\n" + str(state.cells[6:])',
                'return "X O\\nX\\n. . . ."',
            )
        ],
        r"`show` gives lines of 1 to 7 signs",
        "",
    ),
    "to_move_12": (
        CELLS,
        [("return state.turn\n", "return state.turn + 1\n")],
        r"`to_move` gave 2; with 2 players it must give an int from 0 to 1",
        "",
    ),
    "no_import": (
        GRID,
        [(", square", "")],
        r"name 'square' is not defined \(in play, line 26\); write from kibitz import square",
        "",
    ),
    "attr_result": (
        HEAP,
        [("    def result(self, state):\n        return -1", "    result = -1")],
        r"load: Heap.result is -1, but must be a method: write def result\(self, state\)",
        "",
    ),
    "property_best": (
        HEAP,
        [("    def show", "    @property\n    def best_result(self):\n        return 1\n\n    def show")],
        r"load: Heap.best_result is a property, but must be a method: take the @property",
        "",
    ),
    "from_to_one": (
        GRID,
        [("    def start", "    def from_to(self, state, move):\n        return move\n\n    def start")],
        r"`from_to` gave 0 for 0: it must give a pair of squares",
        "",
    ),
    "stands_none": (
        GRID,
        [("    def start", "    def stands(self, state, place):\n        place in state.mine\n\n    def start")],
        r"`stands` gave None for every square of every position",
        "",
    ),
    "misspelt_attr": (
        HEAP,
        [("return state.left == 0", "return state.lefts == 0")],
        r"no attribute 'lefts' \(in is_over, line 28\); did you mean left\?",
        "",
    ),
    "too_many_fields": (
        HEAP,
        [("return State(state.left - count)", "return State(state.left - count, 0)")],
        r"line 25\); State has the fields left",
        "",
    ),
    "int_bits": (
        GRID,
        [("mine: Board64\n    theirs: Board64", "mine: int\n    theirs: int"), ("State(Board64(), Board64())", "State(0, 0)")],
        r"line 38\); a board goes together with a board",
        "",
    ),
    "random_play": (
        HEAP,
        [
            ("from dataclasses", "import random\nfrom dataclasses"),
            ("State(state.left - count)", "State(state.left - random.randint(1, count))"),
        ],
        r"it must give the same each time",
        "",
    ),
}


def written(folder: Path, base: str, edits: list[Edit], name: str = "mine") -> str:
    """The file with these rules, changed so."""
    for old, new in edits:
        assert old in base
        base = base.replace(old, new, 1)
    file = folder / f"{name}.py"
    file.write_text(base, encoding="utf-8")
    return str(file)


def said(spec: str) -> str:
    """All that a check says of a game, or of a file that is none, in a line each."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            report = check(registry.load(spec), seconds=1.5, compiled=False)
    except KibitzError as problem:
        return f"load: {problem}"
    lines = [f"{problem.message} [{problem.where}]" for problem in report.problems]
    return "\n".join([*lines, *report.notes, *(report.sample.sentences() if report.sample else [])])


@pytest.mark.untraced
@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_the_way_out(name: str, tmp_path: Path) -> None:
    base, edits, sentence, behind = MISTAKES[name]
    found = said(written(tmp_path, base, edits) + behind)
    assert re.search(sentence.removeprefix("load: "), found), found
    assert found.startswith("load: ") == sentence.startswith("load: ")


@pytest.mark.untraced
@pytest.mark.parametrize("deeper", [0, 1])
def test_functions_that_call_each_other_are_named_in_their_order_from_any_depth(deeper: int) -> None:
    def is_over() -> bool:
        return result() == 0

    def result() -> int:
        return -1 if is_over() else 0

    def called(frames: int) -> bool:
        return called(frames - 1) if frames else is_over()

    with pytest.raises(RecursionError) as caught:
        called(deeper)
    assert hint(caught.value) == "; is_over and result call each other without an end"


@pytest.mark.parametrize("base", [GRID, CELLS, HEAP], ids=["grid", "cells", "heap"])
def test_rules_without_a_mistake_are_asked_nothing(base: str, tmp_path: Path) -> None:
    assert not re.search(r"\[|is that meant|Nobody calls", said(written(tmp_path, base, [])))


CURES: dict[str, list[Edit]] = {
    "chessman": [('form="chessman"', 'form="chessman", marks="Pp"')],
    "expression": [
        ('grid("size + 1"', 'grid("high"'),
        ("    def start", "    @property\n    def high(self):\n        return self.size\n\n    def start"),
    ],
    "black_white": [("black", "mine"), ("white", "theirs")],
    "cells_grid": [
        (
            "    def start",
            "    def stands(self, state, square):\n"
            "        return None if state.cells[square] == 0 else state.cells[square] - 1\n\n    def start",
        )
    ],
    "never_exchanged": [
        ("State(state.mine | square(place), state.theirs)", "State(mine=state.theirs, theirs=state.mine | square(place))")
    ],
    "negative_int": [("self.matches, -1", "self.matches, 0"), ("count, count)", "count, count + 1)")],
    "string_state": [("    matches: int", "    compiles = False\n    matches: int")],
    "self_assign": [("        self.count = count\n", "")],
    "no_import": [("grid\n", "grid, square\n")],
}


@pytest.mark.untraced
@pytest.mark.parametrize("name", CURES)
def test_the_way_out_leads_out(name: str, tmp_path: Path) -> None:
    base, edits, _, _ = MISTAKES[name]
    wrong = Path(written(tmp_path, base, edits)).read_text(encoding="utf-8")
    for old, new in CURES[name]:
        assert old in wrong
        wrong = wrong.replace(old, new)
    assert not re.search(r"\[|load: |is that meant|Nobody calls", said(written(tmp_path, wrong, [], "mended")))


LOOPS = {
    "is_over": ("        return state.left == 0", "after take3", "state.left == 9"),
    "moves": ("        for count in", "after take3", "state.left == 9"),
    "play": ("        return State(state.left - count)", "after take1", "state.left == 12"),
    "result": ("        return -1", "after take3 take3 take3 take3", "True"),
    "show": ('        return "|"', "at the start", "True"),
    "start": ("        return State(self.matches)", "at the start", "True"),
}


@pytest.mark.untraced
@pytest.mark.parametrize("rule", LOOPS)
def test_a_rule_that_never_answers_is_named_with_its_line_and_the_way_there(
    rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.checking.node.ANSWER_SECONDS", 1.0)
    before, place, when = LOOPS[rule]
    loop = f"        while {when}:\n            pass\n"
    spec = written(tmp_path, HEAP, [(before, loop + before)])
    line = Path(spec).read_text(encoding="utf-8").splitlines().index(f"        while {when}:") + 1
    found = said(spec)
    assert re.search(rf"`{rule}` did not answer within 1 s {place} \(line ({line}|{line + 1})\): look for a loop", found), found


TWO_PARTS = """
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Board64, Game, grid, square

class State(NamedTuple):
    men: Board64
    gone: Board64
    turn: int
    part: int

@dataclass(frozen=True)
class Steps(Game):
    \"\"\"Put a man somewhere, then take a square away. Who cannot has lost.\"\"\"
    grid = grid(3, owners=("men", "gone"))
    def start(self): return State(Board64(), Board64(), 0, 0)
    def moves(self, state): return [at for at in range(9) if at not in state.men | state.gone]
    def play(self, state, at):
        if state.part == 0:
            return State(state.men | square(at), state.gone, state.turn, 1)
        return State(state.men, state.gone | square(at), 1 - state.turn, 0)
    def to_move(self, state): return state.turn
    def is_over(self, state): return len(state.men | state.gone) >= 8
    def result(self, state): return -1
"""


@pytest.mark.untraced
def test_the_parts_of_a_turn_have_names_of_their_own(tmp_path: Path) -> None:
    found = said(written(tmp_path, TWO_PARTS, []))
    assert re.search(
        r"Both parts of a turn have a move called \w\d, as after \w\d: let `move_name` tell them apart, such as x", found
    )
    named = "    def move_name(self, state, at): return f\"{'x' if state.part else ''}{at}\"\n    def to_move"
    assert "Both parts" not in said(written(tmp_path, TWO_PARTS, [("    def to_move", named)], "apart"))
    assert "Both parts" not in said("dots_and_boxes:width=2,height=2"), (
        "whoever closes a box makes another move of the same kind"
    )


@pytest.mark.untraced
def test_nothing_hides_a_rule_that_never_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The random games before it have heard other answers of the same rule."""
    monkeypatch.setattr("kibitz.checking.node.ANSWER_SECONDS", 0.5)
    late = [("matches: int = 12", "matches: int = 60"), ("        return state.left == 0", LATE_LOOP)]
    found = said(written(tmp_path, HEAP, late))
    assert re.search(r"`is_over` did not answer within 0 s after (take\d ?)+ \(line \d+\)", found), found
    assert "give the same each time" not in found


LATE_LOOP = """        while state.left == 3 and self.matches:
            pass
        return state.left == 0"""
