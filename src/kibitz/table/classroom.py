"""The state of a class. Used in the thread of the event loop only; it ends with the server."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kibitz.errors import KibitzError
from kibitz.position import Position

MOST = 100  # pupils
Kind = Literal["vote", "play", "exam"]
KINDS: dict[str, str] = {
    "vote": "a vote: which move?",
    "play": "play on against the computer",
    "exam": "the same as an exam: each move gets a grade",
}


@dataclass(frozen=True)
class ClassTask:
    """A position that all pupils have been sent. `names`: the moves that lead there, `positions`: all since the start.

    `legal`: the moves there, by name. `level`: of the computer, if it plays.
    """

    number: int
    kind: Kind
    slug: str
    spec: str
    positions: tuple[Position, ...]
    names: tuple[str, ...]
    legal: tuple[str, ...]
    level: int = 4

    @property
    def position(self) -> Position:
        """The position."""
        return self.positions[-1]


@dataclass
class Pupil:
    """Somebody in the class. `vote`: the move they have chosen; `table`: the key of their game of the last task.

    `opened`: the number of the last task that they have looked at.
    """

    number: int
    name: str
    vote: str = ""
    table: str = ""
    opened: int = 0


@dataclass(eq=False)
class Classroom:
    """The class. `secret`: what the teacher's address ends with. `is_open`: votes are taken, and nobody sees them.

    `answer`: what the moves of the last task are worth, once the teacher has asked. `version` counts the changes.
    """

    secret: str
    pupils: dict[str, Pupil] = field(default_factory=dict)
    task: ClassTask | None = None
    is_open: bool = True
    answer: dict[str, Any] | None = None
    version: int = 0
    _numbers: int = 0

    def join(self, visitor: str, name: str) -> None:
        """Let a visitor in, or change their name. KibitzError if the class is full, or there is no name."""
        if not name:
            raise KibitzError("write your name, so that your teacher knows whose board it is")
        if visitor in self.pupils:
            self.pupils[visitor].name = name
        elif len(self.pupils) == MOST:
            raise KibitzError(f"this class is full: it has {MOST} pupils")
        else:
            self._numbers += 1
            self.pupils[visitor] = Pupil(self._numbers, name)
        self.version += 1

    def pupil(self, visitor: str) -> Pupil:
        """The pupil that a visitor is. KibitzError for one who has not joined."""
        if visitor not in self.pupils:
            raise KibitzError("you have not joined the class yet: write your name first")
        return self.pupils[visitor]

    def send(self, task: ClassTask) -> None:
        """Send a position to all pupils."""
        self.task, self.is_open, self.answer = replace(task, number=1 + (self.task.number if self.task else 0)), True, None
        for pupil in self.pupils.values():
            pupil.vote = pupil.table = ""
        self.version += 1

    def vote(self, visitor: str, move: str) -> None:
        """Take a vote, or another one in its place. KibitzError if there is nothing to vote on, or no such move."""
        pupil, task = self.pupil(visitor), self.task
        if task is None or task.kind != "vote" or not self.is_open:
            raise KibitzError("there is no vote now")
        if move not in task.legal:
            raise KibitzError("that move cannot be made here: choose one on the board")
        pupil.vote = move
        self.version += 1

    def close_vote(self) -> None:
        """Take no more votes, and show them."""
        self.is_open = False
        self.version += 1

    def show_values(self, answer: dict[str, Any]) -> None:
        """Close the vote, and show what the moves are worth: `answer` is that of an analysis."""
        self.answer = answer
        self.close_vote()

    @property
    def mark(self) -> str:
        """A text that changes whenever the page of a pupil would change by what the teacher does."""
        return f"{self.task.number if self.task else 0}.{2 if self.answer is not None else 0 if self.is_open else 1}"

    @property
    def votes(self) -> list[tuple[str, int]]:
        """The moves that were voted for and how often, most votes first."""
        return Counter(pupil.vote for pupil in self.pupils.values() if pupil.vote).most_common()

    def rings_for(self, visitor: str) -> bool:
        """Whether a pupil has been sent a position that they have not looked at."""
        pupil = self.pupils.get(visitor)
        return pupil is not None and self.task is not None and pupil.opened < self.task.number
