"""A player's answer, read as a thought: every part is checked, and the fault assigned."""

import inspect
import math
import operator
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, get_args

from kibitz.core.notation import legal_sentence, read_move
from kibitz.core.thought import Kind, MoveValue, Stopped, Thought, Value
from kibitz.errors import IllegalMove, MoveError, RulesError
from kibitz.position import Position
from kibitz.runtime.user_code import format_value

LONGEST = 1000  # plies of a line that are looked at: nobody reads so far, and a line may have no end


class NoAnswer(Exception):
    """An answer that cannot be taken; `str` continues a sentence that began with the player's name."""

    def __init__(self, sentence: str, is_illegal_move: bool = False) -> None:
        super().__init__(sentence)
        self.is_illegal_move = is_illegal_move


def read_answer(answer: Any, position: Position, seconds: float) -> Thought:
    """The answer as a thought: a move, its name, or a Thought; of a move alone the value is a guess of 0 that means nothing.

    `seconds`: what it took. Raises NoAnswer, and any error of the answer's own code.
    """
    if isinstance(answer, Thought):
        return _thought(answer, position)
    move = _by_name(answer, position) if isinstance(answer, str) else _move(answer)
    if move is None:
        raise NoAnswer(f"gave {format_value(answer)}, which is not a move: {_remedy(answer)}")
    return Thought(_legal(move, position), Value("estimate", 0), (move,), seconds=seconds, informed=False)


def _by_name(answer: str, position: Position) -> int:
    try:
        return read_move(position.game, position.state, str.__str__(answer))
    except MoveError as problem:
        raise NoAnswer(f"gave {format_value(answer)}: {problem}", isinstance(problem, IllegalMove)) from problem


def _move(answer: Any) -> int | None:
    """A whole number as Python's own int; None for anything else, True and False too."""
    return None if isinstance(answer, bool) or not hasattr(type(answer), "__index__") else operator.index(answer)


def _remedy(answer: Any) -> str:
    if inspect.iscoroutine(answer):
        answer.close()  # or Python warns that nobody has waited for it
        return "write def, not async def"
    if inspect.isgenerator(answer):
        return "write return, not yield"
    return "return a move, its name, or a Thought"


def _legal(move: Any, position: Position) -> int:
    number = _move(move)
    if number is None or number not in position.legal():
        raise NoAnswer(illegal("", move, position).lstrip(), is_illegal_move=True)
    return number


def _thought(given: Thought, position: Position) -> Thought:
    """The same thought, out of plain numbers, and with lines that the rules allow."""
    best = _legal(given.best, position)
    bounds = given.bounds
    return Thought(
        best=best,
        value=_value(given.value, position),
        line=_line(given.line, best, position),
        moves=tuple(_move_value(one, position) for one in _sequence(given.moves)),
        depth=_read("depth", given.depth, _count),
        nodes=_read("nodes", given.nodes, _count),
        seconds=_read("seconds", given.seconds, _finite),
        hits=None if given.hits is None else _read("hits", given.hits, _finite),
        threads=_read("threads", given.threads, _count),
        stopped=_read("stopped", given.stopped, _word(get_args(Stopped))),
        bounds=None if bounds is None else _bounds(bounds, position),
        informed=bool(given.informed),
    )


def _move_value(one: Any, position: Position) -> MoveValue:
    if not isinstance(one, MoveValue):
        raise NoAnswer(f"gave a Thought with {format_value(one)} among its moves, which is not a MoveValue")
    move = _legal(one.move, position)
    return MoveValue(move, _value(one.value, position), _line(one.line, move, position))


def _bounds(bounds: Any, position: Position) -> tuple[Value | None, Value | None]:
    if not isinstance(bounds, tuple) or len(bounds) != 2:
        raise NoAnswer(f"gave a Thought with the bounds {format_value(bounds)}: they are two values, or None")
    low, high = (None if bound is None else _value(bound, position) for bound in bounds)
    return low, high


def _value(value: Any, position: Position) -> Value:
    if not isinstance(value, Value):
        raise NoAnswer(f'gave a Thought with the value {format_value(value)}: write, for instance, Value("estimate", 0)')
    payoffs = value.payoffs
    if payoffs is not None:
        payoffs = tuple(_read("payoffs", one, _finite) for one in _sequence(payoffs))
        if len(payoffs) != position.game.players:
            raise NoAnswer(f"gave a Thought with {len(payoffs)} payoffs: this game has {position.game.players} players")
    return Value(
        _read("kind", value.kind, _word(get_args(Kind))),
        _read("value", value.result, _finite),
        None if value.plies is None else _read("plies", value.plies, _count),
        payoffs,
    )


def _line(line: Any, first: int, position: Position) -> tuple[int, ...]:
    """The line as far as the rules allow it; the first move alone where it does not begin with that."""
    moves, here = list[int](), position
    for one in islice(_sequence(line), LONGEST):
        move = _move(one)
        if move is None or (not moves and move != first) or move not in here.legal():
            break
        moves.append(move)
        here = here.play(move)
    return tuple(moves) or (first,)


def _sequence(values: Any) -> Iterable[Any]:
    if not isinstance(values, (tuple, list)):
        raise NoAnswer(f"gave a Thought with {format_value(values)} where a tuple belongs")
    return values


def _read(name: str, value: Any, read: Callable[[Any], Any]) -> Any:
    try:
        return read(value)
    except (TypeError, ValueError, OverflowError):
        raise NoAnswer(f"gave a Thought with the {name} {format_value(value)}, which is none") from None


def _count(value: Any) -> int:
    number = _move(value)
    if number is None or number < 0:
        raise ValueError(value)
    return number


def _finite(value: Any) -> float:
    number: float = operator.index(value) if hasattr(type(value), "__index__") else float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def _word(words: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        word = str.__str__(value)
        if word not in words:
            raise ValueError(value)
        return word

    return read


def illegal(who: str, move: Any, position: Position) -> str:
    """The sentence that a move is not legal, where, and which moves are; for a position that is not over."""
    names = position.names()
    where = f" after {' '.join(names[-6:])}" if names else " as the first move"
    return f"{who} played {format_value(move)}{where}; {legal_sentence(position.game, position.state)}"


# Whose fault it is that the rules broke their contract while a player thought: theirs, or the player's own.

OURS = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix, "<")  # files whose code is no user's


def is_of_rules(problem: RulesError, position: Position) -> bool:
    """Whether the rules caused an error raised while a player thought about this position.

    So it is where kibitz has raised it, asked about a position that the rules themselves lead to. A player that raises it, or
    asks about something of its own making, is to blame itself.
    """
    frames = [frame for frame, _ in traceback.walk_tb(problem.__traceback__)]
    foreign = [place for place, frame in enumerate(frames) if not frame.f_code.co_filename.startswith(OURS)]
    calls = frames[foreign[-1] + 1 :] if foreign else frames
    return bool(calls) and any(_is_reached(one, position) for one in _positions(calls[0], position))


def _positions(frame: FrameType, position: Position) -> Iterator[Position]:
    for value in frame.f_locals.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Position):
                yield one
            elif one is position.state:
                yield position


def _is_reached(one: Position, position: Position) -> bool:
    """Whether the moves of a position lead there by the rules; also where the rules fail on the way."""
    try:
        return bool(Position.after(position.game, one.moves).state == one.state)
    except RulesError:
        return True
    except Exception:
        return False
