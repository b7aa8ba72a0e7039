"""Makes a failing line of play smaller: leaves moves out, as long as the rest is legal and still fails."""

from collections.abc import Callable

Line = tuple[int, ...]


def shrink(line: Line, fails: Callable[[Line], bool], more: Callable[[], bool]) -> Line:
    """The smallest line found that still fails: no move, no two neighbours and no longer stretch of it can be left out.

    `fails` says whether a line is legal and fails; `more` whether there is time to go on.
    """
    length = max(1, len(line) // 2)
    while length and more():
        shorter = _one_less(line, length, fails, more)
        if shorter is not None:
            line = shorter
            length = min(max(length, 2), len(line))
        else:
            length -= 1 if length <= 4 else length // 2
    return line


def _one_less(line: Line, length: int, fails: Callable[[Line], bool], more: Callable[[], bool]) -> Line | None:
    for begin in range(len(line) - length, -1, -1):
        if not more():
            return None
        shorter = line[:begin] + line[begin + length :]
        if fails(shorter):
            return shorter
    return None
