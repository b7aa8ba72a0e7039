"""The kernels as they would be if nobody had ever thought of tracing."""

import ast
import inspect
from types import FunctionType
from typing import Any

from kibitz.kernel.functions import globals_of


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
    return twin


class Untraced(ast.NodeTransformer):
    """Says no wherever it is asked if there is a trace; Python itself then leaves out what is behind `if False`."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """`TRACES` becomes False."""
        return ast.copy_location(ast.Constant(False), node) if node.id == "TRACES" else node
