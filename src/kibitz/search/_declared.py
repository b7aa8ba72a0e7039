"""What the file of a search declares in capital letters, read without importing it: that would bring the compiler."""

import ast
import functools
from pathlib import Path
from typing import Any

from kibitz.rules import Game, says


def may_fit(game: Game, name: str) -> bool:
    """Whether the search of that name is one for such a game, as `search_for` has it; True for those of other packages."""
    file = Path(__file__).with_name(f"{name}.py")
    if not file.is_file():
        return True
    declared = _declared(file)
    takes_payoffs, takes_chance = declared.get("TAKES_PAYOFFS", False), declared.get("TAKES_CHANCE", False)
    return (says(game, "result") or takes_payoffs) and (not says(game, "chances") or takes_chance)


@functools.cache
def _declared(file: Path) -> dict[str, Any]:
    """The names that stand for a plain value: NAME = True, or NAME = OTHER = True."""
    plain = [
        (statement.targets, statement.value.value)
        for statement in ast.parse(file.read_text("utf-8")).body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
    ]
    return {name.id: value for names, value in plain for name in names if isinstance(name, ast.Name)}
