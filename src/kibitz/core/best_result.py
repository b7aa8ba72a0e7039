"""The results that a game can end with: declared, or read off rules that return nothing but constants."""

import ast
import functools
import inspect
import textwrap
from typing import Any

from kibitz.core import laws
from kibitz.core.rules import Game, says


def best_result(game: Game) -> int | None:
    """The best result: what `game.best_result()` declares, else the largest constant that `result` returns, else None.

    With rewards: the most that any play from any state brings, which no constant says.

    Raises RulesError for a declared result that is not an int, or exceeds `laws.LARGEST_RESULT`.
    """
    if says(game, "best_result"):
        best: int | None = game.best_result()
        wrong = laws.wrong_best_result(best)
    else:
        best = max(map(abs, _returned(game)), default=None)
        wrong = None if best is None else laws.too_large("`result`", best)
    if wrong:
        raise laws.broken(wrong)
    return best


def payoff_limits(game: Game) -> tuple[int, int] | None:
    """The limits that `game.payoff_limits()` declares: the least for one player, and the most for all together; None without
    it.

    Raises RulesError if the declaration is not such a pair.
    """
    if not says(game, "payoff_limits"):
        return None
    declared = game.payoff_limits()
    if wrong := laws.wrong_payoff_limits(declared, game.players):
        raise laws.broken(wrong)
    return declared


def is_decisive(game: Game) -> bool:
    """Whether every game is won or lost, by 1, as far as can be read off: `result` returns 1 or -1 and nothing else."""
    returned = _returned(game)
    return bool(returned) and set(returned) <= {1, -1}


def _returned(game: Game) -> tuple[int, ...]:
    """The constants that `result` returns; none when it may return anything else."""
    return _read(type(game).result) if says(game, "result") and not says(game, "reward") else ()


@functools.lru_cache(maxsize=64)  # a search asks before each move, and reading takes as long as a small one
def _read(result: Any) -> tuple[int, ...]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(result)))
    except (OSError, TypeError, SyntaxError):
        return ()
    returns = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    found = [number for value in returns for number in _constants(value)]
    known = [number for number in found if number is not None]
    return tuple(known) if len(known) == len(found) else ()


def _constants(value: ast.expr | None) -> list[int | None]:
    """The ints an expression may be; a None among them stands for anything."""
    match value:
        case ast.Constant(value=int(number)):
            return [int(number)]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return [-number]
        case ast.IfExp(body=body, orelse=other):
            return _constants(body) + _constants(other)
        case _:
            return [None]
