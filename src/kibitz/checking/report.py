"""The report of a check: the laws that are broken, each with the smallest line of play that shows it."""

from dataclasses import dataclass
from typing import Any

from kibitz.checking.sample import GameSample

MIN_POSITIONS, MIN_GAMES = 10, 3


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
    their end. `complete` means that every state of the game was seen. `notes` say what could not be looked at. `sample`: what
    random games look like, None where none came to its end.
    """

    game: str
    problems: tuple[Problem, ...]
    laws: int
    positions: int
    games: int
    seconds: float
    complete: bool
    notes: tuple[str, ...] = ()
    sample: GameSample | None = None

    @property
    def ok(self) -> bool:
        """Whether no law is broken, as far as was seen; see `enough`."""
        return not self.problems

    @property
    def enough(self) -> bool:
        """Whether so much was seen that it says something: all, or some positions and some games to their end."""
        games = self.games + (self.sample.games if self.sample else 0)
        return self.complete or (self.positions >= MIN_POSITIONS and games >= MIN_GAMES)

    def to_json(self) -> dict[str, Any]:
        """The report as programs read it."""
        problems = [{"law": item.law, "moves": list(item.moves), "message": item.message} for item in self.problems]
        return {
            "game": self.game,
            "ok": self.ok,
            "enough": self.enough,
            "problems": problems,
            "positions": self.positions,
            "games": self.games,
            "complete": self.complete,
            "sample": self.sample and self.sample.to_json(),
        }

    def summary(self) -> str:
        """One line for people: how the check ended and how far it looked."""
        positions = f"{self.positions:,} position{'' if self.positions == 1 else 's'}"
        seen = f"{'all ' if self.complete else ''}{positions}, {self.games:,} random games, {self.seconds:.1f} s"
        if not self.ok:
            return f"{self.game} breaks {len(self.problems)} of {self.laws} laws ({seen})"
        if not self.enough:
            return (
                f"{self.game} broke none of {self.laws} laws, but too little was seen to say more ({seen}): allow more --time"
            )
        return f"{self.game} keeps all {self.laws} laws ({seen})"
