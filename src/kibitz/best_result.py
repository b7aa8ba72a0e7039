"""The largest result a game can end with: declared, or read off rules that return nothing but constants."""

import ast
import inspect
import textwrap

from kibitz.rules import Game, says


def best_result(game: Game) -> int | None:
    """What `game.best_result()` declares, else the largest constant `result` returns, else None: not known."""
    if says(game, "best_result"):
        return int(game.best_result())
    if not says(game, "result"):
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(type(game).result)))
    except (OSError, TypeError, SyntaxError):
        return None
    returns = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    found = [number for value in returns for number in _constants(value)]
    known = [abs(number) for number in found if number is not None]
    return max(known) if known and len(known) == len(found) else None


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
