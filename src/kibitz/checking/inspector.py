"""Holds nodes against the laws, keeps the first breach of each law, and makes its line as small as it can."""

import inspect
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from kibitz.checking.context import CheckContext
from kibitz.checking.law import Breach, Law, Stage
from kibitz.checking.node import CheckNode
from kibitz.checking.report import Problem

Line = tuple[int, ...]
LATE = " did not answer within "
METHOD = re.compile(r"`(\w+)`")


def shrink(line: Line, fails: Callable[[Line], bool], more: Callable[[], bool]) -> Line:
    """The smallest line found that still fails: no move, no two neighbours and no longer stretch of it can be left out.

    `fails` says whether a line is legal and fails; `more` says whether there is time left.
    """
    length = max(1, len(line) // 2)
    while length and more():
        shorter = _shorten(line, length, fails, more)
        if shorter is not None:
            line = shorter
            length = min(max(length, 2), len(line))
        else:
            length -= 1 if length <= 4 else length // 2
    return line


def _shorten(line: Line, length: int, fails: Callable[[Line], bool], more: Callable[[], bool]) -> Line | None:
    for begin in range(len(line) - length, -1, -1):
        if not more():
            return None
        shorter = line[:begin] + line[begin + length :]
        if fails(shorter):
            return shorter
    return None


SHRINK_SECONDS = 2.0  # seconds for one line


class Inspector:
    """Looks at nodes with the laws that apply to a game."""

    def __init__(self, context: CheckContext, laws: Iterable[Law]) -> None:
        self.context = context
        self.laws = list(laws)
        self.problems: dict[str, Problem] = {}

    def admits(self, node: CheckNode, walk: str) -> bool:
        """Whether the state that play has reached is one that play can go on from."""
        return self._keeps("state", node, walk)

    def can_turn(self, node: CheckNode, walk: str) -> bool:
        """Whether the rules give all that is needed to play on from here."""
        return self._keeps("turn", node, walk)

    def look(self, node: CheckNode, walk: str) -> None:
        """Hold a node, from which play can go on, against all other laws about nodes."""
        for law in self._of("node"):
            look_key = law.name, walk
            if law.name in self.problems or (law.most is not None and self.context.looked[look_key] >= law.most):
                continue
            self.context.looked[look_key] += 1
            breach = _breach_of(law, self.context, node)
            if breach is not None:
                self._note(law, node.line, breach, walk)

    def conclude(self, stage: Stage) -> None:
        """Hold the game, as it has been seen, against its laws as a whole."""
        for law in self._of(stage):
            breach = _breach_of(law, self.context)
            if breach is not None:
                self._note(law, breach.line or (), breach, "")

    def may_compile(self) -> bool:
        """Whether at most laws of the interface are broken: machine code does not survive what Python reports as an error."""
        return not any(law.name in self.problems for law in self.laws if not law.of_faces)

    def found(self) -> tuple[Problem, ...]:
        """The problems; only the first where the others may come of it."""
        alone = [problem for problem in self.problems.values() if LATE in problem.message]  # what comes after is no wonder
        alone += [self.problems[law.name] for law in self.laws if law.alone and law.name in self.problems]
        if alone and len(self.problems) > 1:
            self.context.notes.append(f"Other laws seem broken too, but that may come of {alone[0].law}: mend this first.")
        return tuple(alone[:1]) or tuple(self.problems.values())

    def _of(self, stage: Stage) -> list[Law]:
        return [law for law in self.laws if law.stage == stage]

    def _keeps(self, stage: Stage, node: CheckNode, walk: str) -> bool:
        for law in self._of(stage):
            breach = _breach_of(law, self.context, node)
            if breach is not None:
                if law.name not in self.problems:
                    self._note(law, node.line, breach, walk)
                return False
        return True

    def _note(self, law: Law, line: Line, breach: Breach, walk: str) -> None:
        if walk == "random":  # a walk in breadth meets the smallest line by itself
            line, breach = self._smallest(law, line, breach)
        node = self.context.replay(line)
        moves = line if breach.move is None else (*line, breach.move)
        board = "" if node is None else node.board()
        names = self._names(moves)
        message = breach.message
        if LATE in message:
            place = f"after {' '.join(names)}" if names else "at the start"
            message = message.replace(" (", f" {place} (", 1)
        self.problems[law.name] = Problem(law.name, names, message, board, law.sentence, self._where(message))

    def _smallest(self, law: Law, line: Line, breach: Breach) -> tuple[Line, Breach]:
        smallest, end = breach, time.thread_time() + SHRINK_SECONDS

        def fails(shorter: Line) -> bool:
            nonlocal smallest
            node = self.context.replay(shorter)
            self.context.solvable = True
            found = None if node is None else _breach_of(law, self.context, node)
            smallest = found or smallest
            return found is not None

        return shrink(line, fails, lambda: time.thread_time() < end), smallest

    def _where(self, message: str) -> str:
        """The file and the line of the method that a message speaks of, where it names no line itself."""
        found = None if re.search(r"\bline \d", message) else METHOD.search(message)
        method = None if found is None else inspect.getattr_static(type(self.context.game), found[1], None)
        if not inspect.isfunction(method) or method.__module__.startswith("kibitz."):
            return ""
        return f"{Path(method.__code__.co_filename).name}, line {method.__code__.co_firstlineno}, {found[1]}" if found else ""

    def _names(self, line: Line) -> tuple[str, ...]:
        """The moves by name; by number from where the rules cannot be followed."""
        node, names = self.context.start(), []
        for move in line:
            names.append(str(move) if node is None else node.name(move))
            node = None if node is None or node.after(move).error else node.child(move)
        return tuple(names)


def _breach_of(law: Law, context: CheckContext, *seen: CheckNode) -> Breach | None:
    """The breach of a law; what a game makes of itself while it is looked at (an == that raises, say) breaks the law too."""
    try:
        return law.breach(context, *seen)
    except Exception as problem:
        return Breach(f"looking here ended with {type(problem).__name__}: {problem}")
