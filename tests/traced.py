"""What can be traced, and the kernels as they would be if nobody had ever thought of tracing."""

import ast
import inspect
from types import FunctionType, ModuleType
from typing import Any

from kibitz.errors import SearchError
from kibitz.kernel._reach import globals_of, names_in
from kibitz.registry import member, names


def module_of(search: str) -> ModuleType:
    """The file of a search."""
    found: ModuleType = member("search", search, SearchError, "search")
    return found


def writes_down(function: FunctionType) -> bool:
    """Whether a function asks if there is a trace, itself."""
    return "traces" in names_in(function.__code__)


def can_be_traced(search: str) -> bool:
    """Whether a search writes down what it does when it is asked to."""
    return any(isinstance(one, FunctionType) and writes_down(one) for one in vars(module_of(search)).values())


TRACED = [name for name in names("search") if can_be_traced(name)]
COUNTED = [name for name in TRACED if hasattr(module_of(name), "DEEPENS")]  # values are whole numbers for the side to move


def without_trace(function: FunctionType, made: dict[FunctionType, FunctionType] | None = None) -> FunctionType:
    """The function, and all of ours that it reaches, from a source in which nothing asks for a trace."""
    made = {} if made is None else made
    if function in made:
        return made[function]
    namespace: dict[str, Any] = dict(function.__globals__)
    tree = Untraced().visit(ast.parse(inspect.getsource(function)))
    exec(compile(tree, inspect.getfile(function), "exec"), namespace)  # annotations and globals are those of its module
    twin: FunctionType = namespace[function.__name__]
    made[function] = made[twin] = twin  # it may call itself
    for name, value in globals_of(twin).items():
        if isinstance(value, FunctionType) and value.__module__.startswith("kibitz.search"):
            namespace[name] = without_trace(value, made)
    assert not writes_down(twin)
    return twin


class Untraced(ast.NodeTransformer):
    """Says no wherever it is asked if there is a trace; Python itself then leaves out what is behind `if False`."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return ast.copy_location(ast.Constant(False), node) if ast.unparse(node) == "rules.traces" else node
