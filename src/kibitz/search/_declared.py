"""What the file of a search declares in capital letters, read without importing it: that would bring the compiler."""

import ast
import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any


@functools.cache
def declared(search: str) -> Mapping[str, Any] | None:
    """The names that stand for a plain value: NAME = True, or NAME = OTHER = True. None where the file is not the package's."""
    file = Path(__file__).with_name(f"{search}.py")
    if not file.is_file():
        return None
    plain = [
        (statement.targets, statement.value.value)
        for statement in ast.parse(file.read_text("utf-8")).body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
    ]
    return {name.id: value for names, value in plain for name in names if isinstance(name, ast.Name)}
