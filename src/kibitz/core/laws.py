"""The laws that rules must keep: each function says in a sentence how an answer breaks its law, or returns None.

`kibitz check` looks for the shortest way to a broken law; a position, and so every command, every match and the page, meets the
law where play meets the answer. Both give the same sentence.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from kibitz.core.board import Board
from kibitz.errors import RulesError

CHANCE: Final = -1  # the "player" to move where dice or cards decide
MOST_MOVES = 100_000  # a state with more legal moves than this yields them without end
LARGEST = sys.float_info.max
LARGEST_MOVE = (1 << 63) - 1  # the largest move
LARGEST_RESULT = 1 << 22  # a value with its distance and its proofs must fit a word of a table
NO_MOVES = "the rules give no move in a state that is not over"
ALL_FORBIDDEN = "all legal moves lead back to positions that are forbidden; rules must leave one, a pass for instance"
NO_OUTCOMES = "`to_move` gives CHANCE, but `chances` yields nothing"
NO_SIDE = "the game is over, but `to_move` gave CHANCE; it must give the player by whom `result` is seen"
WRITTEN = 80  # letters of a value in a sentence
Write = Callable[[Any], str]


def broken(sentence: str) -> RulesError:
    """The error that says how rules break their contract, and where to look."""
    return RulesError(f"{sentence}; `kibitz check` shows where")


def short_repr(value: Any) -> str:
    """The repr of a value, in at most 80 letters, safe against errors in its own `__repr__`."""
    try:
        text = repr(value)
    except (Exception, SystemExit):
        text = f"a {type(value).__name__} that cannot be written"
    return text if len(text) <= WRITTEN else f"{text[: WRITTEN - 3]}..."


def is_int(value: Any) -> bool:
    """Whether a value is an int, and not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_pair(value: Any) -> bool:
    """Whether a value is a tuple of two ints."""
    return isinstance(value, tuple) and len(value) == 2 and all(map(is_int, value))


def is_number(value: Any) -> bool:
    """Whether a value is an int or a float (and not a bool) that is finite, and small enough to be a float."""
    return (is_int(value) or isinstance(value, float)) and abs(value) <= LARGEST


def is_row(value: Any, players: int) -> bool:
    """Whether a value is a tuple of one such number for each player."""
    return isinstance(value, tuple) and len(value) == players and all(map(is_number, value))


def _missing(answer: Any) -> str:
    """A clause for an answer of None, which a forgotten `return` may have caused."""
    return ": is a `return` missing?" if answer is None else ""


def wrong_over(over: Any, write: Write = short_repr) -> str | None:
    """The fault of the answer of `is_over`."""
    if isinstance(over, (bool, int, Board)):
        return None
    return f"`is_over` gave {write(over)}; it must give True or False in every case{_missing(over)}"


def wrong_mover(mover: Any, players: int, dice: bool, write: Write = short_repr) -> str | None:
    """The fault of the answer of `to_move`; `dice`: the game has `chances`."""
    if isinstance(mover, int) and (0 <= mover < players or (dice and mover == CHANCE)):
        return None
    sentence = f"`to_move` gave {write(mover)}; with {players} players it must give an int from 0 to {players - 1}"
    return f"{sentence}, or {CHANCE} in a game with `chances`" if dice or mover == CHANCE else f"{sentence}{_missing(mover)}"


def wrong_move(source: str, move: Any, write: Write = short_repr) -> str | None:
    """The fault of a move by itself; `source`: the method that yields it, in backquotes."""
    if not is_int(move):
        return f"{source} yielded {write(move)}, which is of type {type(move).__name__}; a move is an int"
    if not 0 <= move <= LARGEST_MOVE:
        return f"{source} yielded {move}; a move is an int from 0 to 2**63 - 1"
    return None


def wrong_moves(source: str, moves: Sequence[Any], dice: bool) -> str | None:
    """The fault of what may happen next, in a state that is not over.

    It runs at every move of every game, and costs half a microsecond if all is well: `bytes` takes nothing but whole
    numbers from 0 to 255. (It takes True for 1, which is harmless; a check of the rules is stricter.)
    """
    try:
        bytes(moves)
    except (TypeError, ValueError):
        wrong = next((wrong for move in moves if (wrong := wrong_move(source, move))), None)
        if wrong is not None:
            return wrong
    if not moves:
        return NO_OUTCOMES if dice else NO_MOVES
    return None if len(set(moves)) == len(moves) <= MOST_MOVES else wrong_count(source, moves, dice)


def wrong_count(source: str, moves: Sequence[Any], dice: bool, name: Write = str) -> str | None:
    """The fault of moves that come twice, or without end."""
    if len(moves) > MOST_MOVES:
        return f"{source} yielded more than {MOST_MOVES:,} moves; it must come to an end"
    seen: set[int] = set()
    for move in moves:
        if move in seen:
            once = "each outcome comes once, with all of its weight" if dice else "each legal move comes once"
            return f"{source} yielded {name(move)} twice; {once}"
        seen.add(move)
    return None


def beyond_limit(moves: Sequence[int], limit: Any, write: Write = short_repr) -> str | None:
    """The fault of legal moves in a game that names a `move_limit`, or of the limit; 0 is none."""
    if not is_int(limit) or limit < 0:
        return f"`move_limit` is {write(limit)}; it must be an int from 0 on"
    largest = max(moves, default=0)
    return f"`moves` yielded {largest}, but `move_limit` is {limit}, and moves are below it" if 0 < limit <= largest else None


def wrong_chances(weighted: Sequence[Any], name: Write = str, write: Write = short_repr) -> str | None:
    """The fault of the pairs that `chances` yields, their weights above all."""
    total = 0.0
    for pair in weighted:
        if not (isinstance(pair, tuple) and len(pair) == 2):
            return f"`chances` yielded {write(pair)}; it must yield tuples of an outcome and its weight"
        weight = pair[1]
        if (type(weight) is not float and not is_number(weight)) or not 0 < weight <= LARGEST:
            return f"`chances` gave {name(pair[0])} the weight {write(weight)}; a weight is a finite number above 0"
        total += weight
    for _, weight in weighted:
        if not weight / total > 0:
            return f"the weights that `chances` gave add up to {total}, which is too much beside the smallest of them"
    return None


def wrong_result(result: Any, write: Write = short_repr) -> str | None:
    """The fault of the answer of `result`, in a state that is over."""
    if not is_int(result):
        return f"`result` gave {write(result)}; it must give an int in every case, seen by the side to move{_missing(result)}"
    return too_large("`result`", result)


def wrong_payoffs(row: Any, players: int, write: Write = short_repr) -> str | None:
    """The fault of the answer of `payoffs`, a tuple by now, in a state that is over."""
    if is_row(row, players):
        return None
    wanted = f"a finite number for each of {players} players" if players > 1 else "one finite number"
    return f"`payoffs` gave {write(row)}; it must give {wanted}, as a tuple or one yielded after the other{_missing(row)}"


def wrong_reward(reward: Any, write: Write = short_repr) -> str | None:
    """The fault of the answer of `reward`."""
    return too_large("`reward`", reward) if is_int(reward) else f"`reward` gave {write(reward)}; it must give an int"


def wrong_best_result(best: Any, write: Write = short_repr) -> str | None:
    """The fault of the answer of `best_result`."""
    return too_large("`best_result`", best) if is_int(best) else f"`best_result` gave {write(best)}; it must give an int"


def too_large(source: str, number: int) -> str | None:
    """The fault of a result, or of what counts like one, beyond what the searches can hold; `source`: where it comes from."""
    if abs(number) <= LARGEST_RESULT:
        return None
    return f"{source} gave {number}; results go from {-LARGEST_RESULT} to {LARGEST_RESULT}: count in larger units"


def wrong_payoff_limits(limits: Any, players: int, write: Write = short_repr) -> str | None:
    """The fault of the answer of `payoff_limits`."""
    if not is_pair(limits) or max(map(abs, limits)) > LARGEST_MOVE:
        return f"`payoff_limits` gave {write(limits)}; it must give a tuple of two ints, (the least for one, the most for all)"
    least, together = limits
    if least * players > together:
        return f"`payoff_limits` gave ({least}, {together}), but {players} players get at least {least} each"
    return None
