"""The journal of a tuning: every step, counted from games, so that an interrupted tuning can be resumed and read later."""

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.arena.fixture import IMPORTED, Fixture, Played
from kibitz.arena.tuning.methods import Outcome, Record
from kibitz.arena.tuning.parameters import Vector
from kibitz.core.best_result import best_result
from kibitz.core.registry import load
from kibitz.core.thought import AGREED
from kibitz.errors import TuningError
from kibitz.files.whole_file import naming, write_whole

if TYPE_CHECKING:
    from kibitz.arena.store import Store

Step = dict[str, Any]  # what JSON can hold; "step" is its number


class Journal(Protocol):
    """Keeps each step once."""

    def tell(self, step: int, outcome: Step) -> bool:
        """Keep a step's outcome unless it is known already; return whether it was new."""
        ...

    def steps(self) -> list[Step]:
        """All outcomes, in the order of the steps."""
        ...


class MemoryJournal:
    """A journal that ends with the process."""

    def __init__(self) -> None:
        self._kept: dict[int, Step] = {}

    def tell(self, step: int, outcome: Step) -> bool:
        """Keep a step's outcome unless it is known already; return whether it was new."""
        return self._kept.setdefault(step, outcome) is outcome

    def steps(self) -> list[Step]:
        """All outcomes, in the order of the steps."""
        return [self._kept[step] for step in sorted(self._kept)]


class LogJournal(MemoryJournal):
    """A journal in a file of JSON lines: first the settings of the tuning, then a line for each step, flushed at once.

    Lines are only added, so a killed process can spoil only the last one, which is dropped.
    """

    def __init__(self, file: Path, settings: Step) -> None:
        """Raises TuningError if the file is something else or belongs to another tuning."""
        super().__init__()
        self._file, first = file, _line(settings)
        content = file.read_bytes() if file.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines(keepends=True)
        if lines[:1] != [first] and not (not lines and first.startswith(content)):
            raise TuningError(f"{file} is not the log of this tuning: repeat the settings it began with, or name another file")
        if not lines:
            write_whole(file, first)
        elif len(whole) < len(content):
            os.truncate(file, len(whole))
        for line in lines[1:]:
            step = json.loads(line)
            super().tell(step["step"], step)

    def tell(self, step: int, outcome: Step) -> bool:
        """Keeps it, in the file too, unless it is there already."""
        if not super().tell(step, outcome):
            return False
        with naming(self._file), self._file.open("ab") as file:
            file.write(_line(outcome))
        return True


class StoreJournal:
    """A tuning in the games store."""

    def __init__(self, store: "Store", number: int) -> None:
        self._store, self._number = store, number

    def tell(self, step: int, outcome: Step) -> bool:
        """Store the step, unless it is stored already."""
        return self._store.tell(self._number, step, outcome)

    def steps(self) -> list[Step]:
        """All outcomes, in the order of the steps."""
        return self._store.steps(self._number)


def _line(held: Step) -> bytes:
    return (json.dumps(held, allow_nan=False) + "\n").encode()


# Steps, counted and read.


def count_step(fixtures: Sequence[Fixture], played: Sequence[Played], with_games: bool) -> Step:
    """The step as it is kept: results of the first player (0 among the seats) in these games.

    "marks" has a few letters for each, the same ones for the same seats and moves. `with_games`: their moves are kept, too.
    """
    results, pairs, games, marks = [0, 0, 0], dict[int, float](), [], []
    found = {one.key: one for one in played}
    for fixture in fixtures:
        one = found[fixture.key]
        if one.payoffs is None:
            raise TuningError(f"a player lost by a fault, and nothing can be learned from that: {one.reason}")
        score = one.scores(2)[fixture.seats.index(0)]
        results[round(2 * score)] += 1
        pairs[fixture.pair] = pairs.get(fixture.pair, 0.0) + score
        marks.append(hashlib.sha256(f"{fixture.seats} {one.moves}".encode()).hexdigest()[:12])
        games.append([" ".join(one.moves), len(fixture.moves), list(one.payoffs)])
    counts = [sum(round(2 * score) == worth for score in pairs.values()) for worth in range(5)]
    losses, draws, wins = results
    step: Step = {"wins": wins, "draws": draws, "losses": losses, "pairs": counts, "marks": marks}
    return step | ({"games": games} if with_games else {})


def count_repeated(steps: Sequence[Step]) -> int:
    """How many games of these steps repeat another one move by move."""
    marks = [mark for step in steps for mark in step.get("marks", ())]
    return len(marks) - len(set(marks))


def read_outcome(step: Step) -> Outcome:
    """The outcome of the step's games, as the tuner takes it."""
    games = tuple(Record(moves, opening, tuple(payoffs)) for moves, opening, payoffs in step.get("games", ()))
    return Outcome(step["wins"], step["draws"], step["losses"], tuple(step["pairs"]), games)


def locate_step(step: Step, start: Vector) -> Vector:
    """Where a tuning was at a step: what played the start, or the middle of both sides where neither is the start."""
    first, second = tuple(step["first"]), tuple(step["second"])
    return first if second == start else tuple((a + b) / 2 for a, b in zip(first, second, strict=True))


def read_games(store: "Store", match: int) -> list[Record]:
    """The games of a match that went by the rules, to be learned from.

    So do games from files that were resigned or agreed drawn, if the game knows only wins, losses and draws: then the result
    tells what the end was worth.
    """
    if store.plan(match).has_positions:
        raise TuningError(f"games of match {match} begin from positions of their own: name a match from the usual start")
    is_plain = store.plan(match).form == IMPORTED and best_result(load(store.plan(match).game)) == 1
    return [
        Record(" ".join(played.moves), len(fixture.moves), payoffs)
        for fixture, played in store.games(match)
        if (payoffs := _settled_payoffs(played) if is_plain and played.payoffs is None else played.payoffs) is not None
    ]


def _settled_payoffs(played: Played) -> tuple[float, ...] | None:
    """The payoffs of a game from a file that ended outside the rules; None if unknown."""
    if played.forfeit is not None:
        return (-1.0, 1.0) if played.forfeit == 0 else (1.0, -1.0)
    return (0.0, 0.0) if played.reason == AGREED else None
