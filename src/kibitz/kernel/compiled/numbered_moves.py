"""The moves of a state by number: how many there are, and the one with a given number, without listing all of them.

A random game needs one move of each position. If `moves` yields one for each square of a board, as in
`for place in legal.squares(): yield place`, or for each number of a short range that meets a condition, we write two functions
from its source: one counts the squares by an instruction, the other picks one by another. They give the same moves in the same
order. If the source is anything else, or is not that of the loaded code, random games list the moves.
"""

import ast
import copy
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from kibitz.kernel.bits import count_ones, nth_one, nth_square

WIDEST = 64  # of a range: its conditions are the bits of a word
UNFIT = ast.NamedExpr, ast.YieldFrom, ast.Try, ast.With, ast.Lambda, ast.Nonlocal, ast.Global
HELPERS = {"_count_ones": count_ones, "_nth_one": nth_one, "_nth_square": nth_square}
TAKEN = {"_many", "_number", "_board", "_word", "_place", *HELPERS}  # names in the functions that are written


class _Unfit(Exception):
    """Raised for moves that are better listed."""


def numbered_moves(game: Any) -> tuple[FunctionType, FunctionType] | None:
    """Two functions of the game and a state: the number of its moves, and the move with a given number. None: list them."""
    moves = type(game).moves
    if not isinstance(moves, FunctionType) or moves.__closure__ or moves.__defaults__:
        return None
    try:
        source = ast.parse(f"if True:\n{inspect.getsource(moves)}").body[0].body[0]  # type: ignore[attr-defined]  # of the if
    except (OSError, TypeError, SyntaxError):
        return None
    if not isinstance(source, ast.FunctionDef) or source.decorator_list:
        return None
    for argument in source.args.args:
        argument.annotation = None
    source.returns = None
    if not _are_alike(_function_of(source, moves), moves):
        return None
    try:
        return _function_of(_Count(game).rewritten(source), moves), _function_of(_Pick(game).rewritten(source), moves)
    except _Unfit:
        return None


def _function_of(source: ast.FunctionDef, moves: FunctionType) -> FunctionType:
    module = compile(ast.fix_missing_locations(ast.Module([source], [])), "<moves by number>", "exec")
    code = next(constant for constant in module.co_consts if isinstance(constant, CodeType))
    return FunctionType(code, {**moves.__globals__, **HELPERS}, source.name)


def _are_alike(one: FunctionType, other: FunctionType) -> bool:
    """Whether two functions have the same code: a file may have changed since it was imported."""
    parts = ("co_code", "co_names", "co_varnames", "co_consts")
    return all(getattr(one.__code__, part) == getattr(other.__code__, part) for part in parts)


class _Rewriting:
    """Writes a function from the one that yields the moves."""

    name: str
    arguments: tuple[str, ...] = ()
    first: str
    last: str

    def __init__(self, game: Any) -> None:
        self._game = game
        self._is_quicker = False

    def rewritten(self, source: ast.FunctionDef) -> ast.FunctionDef:
        """The new function. Raises _Unfit if listing the moves is as quick."""
        source = copy.deepcopy(source)
        nodes = list(ast.walk(source))
        alone = [node.value for node in nodes if isinstance(node, ast.Expr)]
        self._self = source.args.args[0].arg
        self._yields = any(isinstance(node, ast.Yield) for node in nodes)
        if any(isinstance(node, UNFIT) or (isinstance(node, ast.Yield) and node not in alone) for node in nodes):
            raise _Unfit
        _check_names(source)
        source.name = self.name
        source.args.args += map(ast.arg, self.arguments)
        source.body = [*_parsed(self.first), *self._block(source.body), *_parsed(self.last)]
        if not self._is_quicker:
            raise _Unfit
        return source

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return [one for statement in statements for one in self._statement(statement)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Expr(ast.Yield(value)) if value is not None:
                return self.one(value)
            case ast.For(ast.Name(name), iterated, [ast.Expr(ast.Yield(value))], []) if value is not None and (
                board := _squares_of(iterated)
            ):
                self._is_quicker = True
                return self.of_board(board, name, value)
            case ast.For(
                ast.Name(name), ast.Call(ast.Name("range"), [stop], []), [ast.If(test, [ast.Expr(ast.Yield(value))], [])], []
            ) if value is not None and 0 < self._constant(stop) <= WIDEST:
                self._is_quicker = True
                return self.of_range(self._constant(stop), test, name, value)
            case ast.Return(ast.expr() as value) if not self._yields and (board := _squares_of(value)):
                self._is_quicker = True
                return self.of_board(board, "_place", ast.Name("_place", ast.Load()))
            case ast.Return(None) if self._yields:
                return _parsed(self.last)
            case ast.If(test, body, orelse):
                return [ast.If(test, self._block(body) or [ast.Pass()], self._block(orelse))]
            case ast.For(target, iterated, body, orelse):
                return [ast.For(target, iterated, self._block(body), self._block(orelse))]
            case ast.While(test, body, orelse):
                return [ast.While(test, self._block(body), self._block(orelse))]
        if isinstance(node, ast.Return) or any(isinstance(one, ast.Yield) for one in ast.walk(node)):
            raise _Unfit
        return [node]

    def _constant(self, node: ast.expr) -> int:
        """The value of an expression that is the same in every state: a literal, or a field of the game; else 0."""
        match node:
            case ast.Constant(int(value)):
                return value
            case ast.Attribute(ast.Name(name), attribute) if name == self._self:
                value = getattr(self._game, attribute, 0)
                return value if type(value) is int else 0
        return 0

    def one(self, value: ast.expr) -> list[ast.stmt]:
        """In place of a single move."""
        raise NotImplementedError

    def of_board(self, board: ast.expr, name: str, value: ast.expr) -> list[ast.stmt]:
        """In place of a move for each square of a board."""
        raise NotImplementedError

    def of_range(self, stop: int, test: ast.expr, name: str, value: ast.expr) -> list[ast.stmt]:
        """In place of a move for each number that meets a condition."""
        raise NotImplementedError


class _Count(_Rewriting):
    name, first, last = "count_moves", "_many = 0", "return _many"

    def one(self, value: ast.expr) -> list[ast.stmt]:
        return _parsed("_many += 1")

    def of_board(self, board: ast.expr, name: str, value: ast.expr) -> list[ast.stmt]:
        return _parsed("_many += len(BOARD)", BOARD=board)

    def of_range(self, stop: int, test: ast.expr, name: str, value: ast.expr) -> list[ast.stmt]:
        return _parsed(f"for {name} in range({stop}):\n    _many += 1 if TEST else 0", TEST=test)


class _Pick(_Rewriting):
    name, arguments, first, last = "nth_move", ("_number",), "pass", "return -1"

    def one(self, value: ast.expr) -> list[ast.stmt]:
        return _parsed("if _number == 0:\n    return VALUE\n_number -= 1", VALUE=value)

    def of_board(self, board: ast.expr, name: str, value: ast.expr) -> list[ast.stmt]:
        found = f"if _number < len(_board):\n    {name} = _nth_square(_board, _number)\n    return VALUE"
        return _parsed(f"_board = BOARD\n{found}\n_number -= len(_board)", BOARD=board, VALUE=value)

    def of_range(self, stop: int, test: ast.expr, name: str, value: ast.expr) -> list[ast.stmt]:
        bits = f"_word = 0\nfor {name} in range({stop}):\n    _word |= (1 if TEST else 0) << {name}"
        found = f"if _number < _count_ones(_word):\n    {name} = _nth_one(_word, _number)\n    return VALUE"
        return _parsed(f"{bits}\n{found}\n_number -= _count_ones(_word)", TEST=test, VALUE=value)


def _squares_of(node: ast.expr) -> ast.expr | None:
    """The board of `board.squares()`."""
    match node:
        case ast.Call(ast.Attribute(board, "squares"), [], []):
            return board
    return None


def _check_names(source: ast.FunctionDef) -> None:
    """Raises _Unfit if a loop's variable is read outside such loops, where it has another value, or a name is one of ours."""
    if any(isinstance(node, ast.Name) and node.id in TAKEN for node in ast.walk(source)):
        raise _Unfit
    targets = {node.target.id for node in ast.walk(source) if isinstance(node, ast.For) and isinstance(node.target, ast.Name)}
    for target in targets:
        inside = {
            id(name)
            for loop in ast.walk(source)
            if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) and loop.target.id == target
            for statement in loop.body
            for name in _read(statement, target)
        }
        if any(id(name) not in inside for name in _read(source, target)):
            raise _Unfit


def _read(node: ast.AST, name: str) -> Iterator[ast.Name]:
    """Where a name is read."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load):
            yield one


class _Filling(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self._parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._parts.get(node.id, node)


def _parsed(text: str, **parts: ast.expr) -> list[ast.stmt]:
    """Statements with parts of the source in them."""
    return [_Filling(parts).visit(node) for node in ast.parse(text).body]
