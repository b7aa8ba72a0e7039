"""What a check has found: the laws that are broken, each with the smallest line of play that shows it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """A law that is broken.

    `moves` is the smallest line found, by the names of the moves, from the start; `message` says what happened there and
    what was expected; `board` is the state as text at the end of the line; `sentence` is the law itself.
    """

    law: str
    moves: tuple[str, ...]
    message: str
    board: str
    sentence: str


@dataclass(frozen=True)
class Report:
    """How a check went.

    `laws` counts those that apply to the game, `positions` the states looked at, `games` the random games played to
    their end. `complete` means that every state of the game was seen. `notes` say what could not be looked at.
    """

    game: str
    problems: tuple[Problem, ...]
    laws: int
    positions: int
    games: int
    seconds: float
    complete: bool
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no law is broken, as far as was seen."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """The report as programs read it."""
        problems = [{"law": item.law, "moves": list(item.moves), "message": item.message} for item in self.problems]
        return {"game": self.game, "ok": self.ok, "problems": problems}

    def summary(self) -> str:
        """One line for people: how the check ended and how far it looked."""
        seen = (
            f"{'all ' if self.complete else ''}{self.positions:,} positions, {self.games:,} random games, {self.seconds:.1f} s"
        )
        if self.ok:
            return f"{self.game} keeps all {self.laws} laws ({seen})"
        return f"{self.game} breaks {len(self.problems)} of {self.laws} laws ({seen})"
