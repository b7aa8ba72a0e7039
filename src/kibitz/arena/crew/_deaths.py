"""What is made of a worker's death: bad luck, and its games are played again; or the fault of the player that was thinking."""

import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.arena.crew._process import Died
from kibitz.arena.fixture import Fixture, Key, Plan, Played
from kibitz.errors import CrewError


@dataclass
class Deaths:
    """Counts them by game and seat.

    A player whose process ends of itself `most` times at the same game loses that game; one that thinks on when its clock has
    long run out loses it at once. Workers killed from outside are nobody's fault: only when the same game has been lost so
    `patience` times is it given up, and with it the match, for something is wrong that no other try will mend.
    """

    plan: Plan
    most: int = 3
    patience: int = 20
    _own: Counter[tuple[Key, int]] = field(default_factory=Counter)
    _lost: Counter[Key] = field(default_factory=Counter)

    def after(self, problem: BaseException, fixtures: Sequence[Fixture]) -> Played | None:
        """A worker was lost with these games: the one that ends with a player's fault, if any; the others are played again.

        Raises CrewError when there is no hope.
        """
        note = problem.note if isinstance(problem, Died) else None
        thinking = [one for one in fixtures if note is not None and one.key == (note.pair, note.side)]
        if isinstance(problem, Died) and note is not None and thinking and note.seat < len(thinking[0].seats):
            reason = self._fault(problem, thinking[0], note.seat)
            if reason:
                return self._forfeit(thinking[0], note.seat, reason)
        for one in thinking or fixtures:
            self._lost[one.key] += 1
            if self._lost[one.key] >= self.patience:
                raise CrewError(
                    f"game {one.pair}/{one.side} was lost with its worker {self.patience} times (is there "
                    f"too little memory, or do the rules crash?): what has been played is kept, and --resume goes on from there"
                )
        return None

    def _fault(self, died: Died, fixture: Fixture, seat: int) -> str:
        if died.overdue:
            return f"thought on when its {self.plan.clock:g} s were over, and could not be stopped"
        if died.from_outside:
            return ""
        self._own[fixture.key, seat] += 1
        times = self._own[fixture.key, seat]
        return f"ended its own process each of {times} times ({_ending(died.code)})" if times >= self.most else ""

    def _forfeit(self, fixture: Fixture, seat: int, reason: str) -> Played:
        name = self.plan.players[fixture.seats[seat]]
        return Played(fixture.pair, fixture.side, tuple(fixture.opening.split()), None, seat, f"{name} {reason}")


def _ending(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"
