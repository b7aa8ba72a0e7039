"""Players in a file that raise, answer or change anything at all; and rules whose states can be changed."""

from pathlib import Path

PLAYERS = """
import asyncio
from kibitz import MoveValue, Thought, Value
from kibitz.errors import RulesError
from kibitz.runtime.orders import GivenUp
from kibitz.position import Position

VALUE = Value("estimate", 0)

# They raise

def cancelled(position): raise asyncio.CancelledError
def closed(position): raise GeneratorExit("over")
def pressed(position): raise KeyboardInterrupt
def left(position): raise SystemExit(3)
def stopped(position): raise StopIteration
def given_up(position): raise GivenUp
def accusing(position): raise RulesError("the rules are wrong")

class Silent(BaseException):
    def __str__(self): raise KeyboardInterrupt

def silent(position): raise Silent

def empty(position):
    object.__setattr__(position, "state", None)
    return position.play(position.legal()[0]).moves[-1]

def misled(position):
    return Position(position.game, "nonsense").legal()[0]

# They answer

class Word(str):
    def strip(self, *more): raise GeneratorExit("a word")

class Number:
    def __index__(self): raise GeneratorExit("a number")

class Odd:
    def __eq__(self, other): raise GeneratorExit("odd")
    __hash__ = None

class Unspeakable:
    def __repr__(self): raise GeneratorExit("unspeakable")

class Chameleon:
    @property
    def __class__(self): raise GeneratorExit("a chameleon")

class Exploding(Thought):
    @property
    def best(self): raise GeneratorExit("a thought")

def word(position): return Word(position.name(position.legal()[0]))
def number(position): return Number()
def odd(position): return Odd()
def unspeakable(position): return Unspeakable()
def chameleon(position): return Chameleon()
def exploding(position): return Exploding.__new__(Exploding)
def generated(position): yield position.legal()[0]
async def awaited(position): return position.legal()[0]
def truth(position): return True
def half(position): return 0.0
def huge(position): return 10**30
def endless(position): return 10**5000
def nan(position): return float("nan")
def listed(position): return position.legal()
def odd_best(position): return Thought(Odd(), VALUE)
def number_best(position): return Thought(Number(), VALUE)
def true_best(position): return Thought(True, VALUE)
def no_value(position): return Thought(position.legal()[0], None)
def nan_value(position): return Thought(position.legal()[0], Value("estimate", float("nan")))
def infinite_value(position): return Thought(position.legal()[0], Value("estimate", 10**400))
def odd_kind(position): return Thought(position.legal()[0], Value("surely", 0))
def odd_line(position): return Thought(position.legal()[0], VALUE, Odd())
def odd_moves(position): return Thought(position.legal()[0], VALUE, (), (Odd(),))
def illegal_moves(position): return Thought(position.legal()[0], VALUE, (), (MoveValue(10**30, VALUE, ()),))
def odd_depth(position): return Thought(position.legal()[0], VALUE, depth=-1)
def odd_seconds(position): return Thought(position.legal()[0], VALUE, seconds=float("nan"))
def odd_bounds(position): return Thought(position.legal()[0], VALUE, bounds=VALUE)
def odd_end(position): return Thought(position.legal()[0], VALUE, stopped="bored")
def few_payoffs(position): return Thought(position.legal()[0], Value("estimate", 0, None, (1, 2, 3)))

# They change what they are given

def _set(position, name, value):
    object.__setattr__(position, name, value)
    return position.legal()[0]

def other_state(position): return _set(position, "state", position.play(position.legal()[0]).state)
def no_state(position):
    move = position.legal()[0]
    object.__setattr__(position, "state", None)
    return move
def other_moves(position): return _set(position, "moves", (9,))
def other_turn(position): return _set(position, "to_move", 1 - position.to_move)
def other_game(position):
    move = position.legal()[0]
    object.__setattr__(position, "game", None)
    return move
def all_legal(position):
    position.legal()
    position.__dict__["_legal"] = tuple(range(9))
    return position.legal()[0]
def is_over(position):
    move = position.legal()[0]
    position.__dict__["_over"] = True
    return move
def nothing_left(position):
    move = position.legal()[0]
    position.__dict__.clear()
    return move
def wider(position):
    move = position.legal()[0]
    object.__setattr__(position.game, "width", 2)
    return move
def narrower_and_out(position):
    object.__setattr__(position.game, "width", 2)
    raise ValueError("wide")

# They do nothing wrong

def first(position): return position.legal()[0]
def numpy_number(position):
    import numpy
    return numpy.int64(position.legal()[0])
def kind_word(position):
    class Kind(str): pass
    return Kind(position.name(position.legal()[0]))
def noting(position):
    position.__dict__["seen"] = True
    return position.legal()[0]
def long_line(position):
    move = position.legal()[0]
    return Thought(move, Value("estimate", 1), (move, 10**30), (MoveValue(move, VALUE, (99,)),))
"""

RAISE = ["cancelled", "closed", "pressed", "left", "stopped", "given_up", "accusing", "silent", "empty", "misled"]
ANSWER = [
    *["number", "odd", "unspeakable", "chameleon", "exploding", "generated", "awaited", "truth", "half", "huge", "endless"],
    *["nan", "listed", "odd_best", "number_best", "true_best", "no_value", "nan_value", "infinite_value", "odd_kind"],
    *["odd_line", "odd_moves", "illegal_moves", "odd_depth", "odd_seconds", "odd_bounds", "odd_end", "few_payoffs"],
]
CHANGE = [
    *["other_state", "no_state", "other_moves", "other_turn", "other_game", "all_legal", "is_over", "nothing_left", "wider"],
    "narrower_and_out",
]
WELL = ["first", "numpy_number", "kind_word", "word", "noting", "long_line"]

RULES = '''
"""Rules that run as plain Python, each with another state that can be changed."""
from dataclasses import dataclass, field
from typing import NamedTuple
import numpy
from kibitz import Board64, Game


@dataclass(frozen=True)
class Count(Game):
    """Say 1 or 2 in turn; whoever brings the sum to 6 or more wins."""

    compiles = False

    def sum(self, state): raise NotImplementedError
    def moves(self, state): return range(1, 3)
    def is_over(self, state): return self.sum(state) >= 6
    def result(self, state): return -1


class Listed(Count):
    def start(self): return [0]
    def sum(self, state): return state[0]
    def play(self, state, move): return [state[0] + move]


class Named(Count):
    def start(self): return {"sum": 0}
    def sum(self, state): return state["sum"]
    def play(self, state, move): return {"sum": state["sum"] + move}


class Board(NamedTuple):
    cells: numpy.ndarray

class Arrayed(Count):
    def start(self): return Board(numpy.zeros(3, int))
    def sum(self, state): return int(state.cells.sum())
    def play(self, state, move): return Board(state.cells + numpy.array([move, 0, 0]))


class Slate:
    def __init__(self, sum): self.sum = sum

class Slated(Count):
    def start(self): return Slate(0)
    def sum(self, state): return state.sum
    def play(self, state, move): return Slate(state.sum + move)


@dataclass(frozen=True)
class Frozen:
    sum: int

class Dated(Count):
    def start(self): return Frozen(0)
    def sum(self, state): return state.sum
    def play(self, state, move): return Frozen(state.sum + move)


class Bits(NamedTuple):
    board: Board64

class Boarded(Count):
    def start(self): return Bits(Board64(0))
    def sum(self, state): return len(state.board)
    def play(self, state, move): return Bits(Board64((1 << (len(state.board) + move)) - 1))


class Keeper:
    """Cannot be copied."""
    def __init__(self, sum): self.sum = sum
    def __eq__(self, other): return self.sum == other.sum
    def __hash__(self): return self.sum
    def __deepcopy__(self, memo): raise TypeError("one of a kind")

class Kept(Count):
    def start(self): return Keeper(0)
    def sum(self, state): return state.sum
    def play(self, state, move): return Keeper(state.sum + move)
'''

VANDAL = '''
def vandal(position):
    """Changes the state itself, whatever it is, so that the sum is 5, and adds 2: two less would not win."""
    state = position.state
    match type(state).__name__:
        case "list": state[0] = 5
        case "dict": state["sum"] = 5
        case "Board": state.cells[:] = [5, 0, 0]
        case "Bits": object.__setattr__(state.board, "bits", 31)
        case _: object.__setattr__(state, "sum", 5)
    return 2
'''
STATES = ["Listed", "Named", "Arrayed", "Slated", "Dated", "Boarded", "Kept"]
UNCOMPARED = ["Slated"]  # nobody can tell whether two of these states are equal


def written(folder: Path) -> Path:
    """The file with the players."""
    file = folder / "hostile.py"
    file.write_text(PLAYERS, encoding="utf-8")
    return file


def rules(folder: Path) -> Path:
    """The file with the rules."""
    file = folder / "states.py"
    file.write_text(RULES, encoding="utf-8")
    return file


def vandal(folder: Path) -> Path:
    """The file with the player that changes states."""
    file = folder / "vandal.py"
    file.write_text(VANDAL, encoding="utf-8")
    return file
