"""Scores at a table: moves that kept the value in an exam, and the results of games in a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class ExamTally:
    """The plies at which a person's move was judged in an exam, by whether it gave nothing away. The first try counts."""

    good: tuple[int, ...] = ()
    bad: tuple[int, ...] = ()

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "ExamTally":
        """The tally as the store has it."""
        return cls(tuple(kept.get("good", ())), tuple(kept.get("bad", ())))

    def note(self, ply: int, is_good: bool) -> "ExamTally":
        """With the verdict on the move at that ply."""
        if ply in (*self.good, *self.bad):
            return self
        return replace(self, good=(*self.good, ply)) if is_good else replace(self, bad=(*self.bad, ply))

    def words(self) -> str:
        """The tally in a sentence; "" where nothing was judged."""
        count = len(self.good) + len(self.bad)
        return f"{len(self.good)} of {count} moves gave nothing away." if count else ""


@dataclass(frozen=True)
class RunningScore:
    """The score of the games played at a table: how many each seat has won, and how many were drawn."""

    wins: tuple[int, ...] = ()
    draws: int = 0

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "RunningScore":
        """The score as the store has it."""
        return cls(tuple(kept.get("wins", ())), kept.get("draws", 0))

    def after(self, seats: int, best: Sequence[int]) -> "RunningScore":
        """With one game more, in which the seats `best` did best; unchanged if the game had no result."""
        wins = self.wins or (0,) * seats
        if len(best) == 1:
            return replace(self, wins=tuple(count + (seat in best) for seat, count in enumerate(wins)))
        return RunningScore(wins, self.draws + bool(best))

    def turned(self) -> "RunningScore":
        """For the same people, each one seat further on."""
        return replace(self, wins=self.wins[-1:] + self.wins[:-1])

    def words(self, names: Sequence[str]) -> str:
        """The score in a sentence, "You 2, computer 1, draws 0."; "" before a game has ended."""
        if not sum(self.wins) + self.draws:
            return ""
        text = ", ".join(f"{name} {count}" for name, count in zip((*names, "draws"), (*self.wins, self.draws), strict=True))
        return f"{text[:1].upper()}{text[1:]}."
