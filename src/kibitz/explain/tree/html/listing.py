"""The pseudocode of a search, as textbooks have it: a file of `code/` for each, found by its name.

Lines that a step of the search executes end in `|` and the names of these steps: enter, over, horizon, table, call, update,
cut, return, each alone or for one kind of node (update.max, update.min, update.chance). The first two lines, after `#`, are
what the search is called and a remark.
"""

from importlib.resources import files
from typing import Any


def listing(search: str) -> dict[str, Any] | None:
    """The name, the remark and the lines, each with its steps; None for a search that nobody has written down here."""
    file = files(__package__).joinpath("code", f"{search}.txt")
    if not file.is_file():
        return None
    name, remark, *lines = file.read_text("utf-8").rstrip("\n").split("\n")
    return {"name": name.removeprefix("# "), "remark": remark.removeprefix("# "), "lines": [_line(line) for line in lines]}


def _line(text: str) -> list[Any]:
    code, _, steps = text.partition("|")
    return [code.rstrip(), steps.split()]
