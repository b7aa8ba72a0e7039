"""The strong solution of a small game: every position that can be reached, with its value and its distance to the end."""

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.recurrence import past_of, without_past
from kibitz.core.registry import as_game, load, spec_of
from kibitz.core.rules import (
    Game,
    can_be_proved,
    first_return_draws,
    is_over,
    play_move,
    says,
    why_not_proved,
    worth_of_end,
)
from kibitz.core.thought import MoveValue, Value
from kibitz.errors import SolutionError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.position import Position
from kibitz.runtime.user_code import blame_rules
from kibitz.solutions.file import Header, TableFile, TableKind, check_writable, write_table
from kibitz.solutions.layout import Layout
from kibitz.solutions.ranking import best_line, in_total, moves_in_total, position_of, rank_moves, value_before

if TYPE_CHECKING:
    from kibitz.solutions.layers import LayeredWalker
    from kibitz.solutions.walker import Walker

SOLUTION = TableKind(
    b"kibitz strong solution 1\n",
    b"end of solution\n",
    False,
    "a strong solution",
    "kibitz solve GAME --everything",
    SolutionError,
)


class Solution:
    """Every position of a game with its value and distance, looked up in a file that stays on the disk."""

    def __init__(self, path: str | Path, game: Game | None = None) -> None:
        """The solution of `game`, or of the game that the file names.

        Raises SolutionError, in one sentence, when the file is not there, damaged, or made for other rules.
        """
        self.path = Path(path)
        self._file = TableFile(self.path, SOLUTION)
        header = self._file.header
        self.game = load(header.game) if game is None else game
        if rules_fingerprint(self.game) != header.fingerprint:
            raise SolutionError(self._stranger(header.game, spec_of(self.game)))
        self._layout = Layout(header.about["spare"], tuple(header.about["widths"]))
        self._values = [Value("exact", result, plies) for result, plies in header.values]

    def __len__(self) -> int:
        """How many positions there are."""
        return self._file.header.positions

    @property
    def start(self) -> Value:
        """The value of the start for the side that begins."""
        number: int = self._file.header.about["start"]
        return self._values[number]

    def value(self, state: Any) -> Value | None:
        """The value of a state for the side to move; None if it cannot be reached from the start.

        With rewards: those to come, and those before as far as the state remembers them. In a game with cycles: without earlier
        positions, and without parts outside the position (`recurrence_key`), such as a clock.
        """
        value = self._to_come(state)
        return None if value is None else in_total(state, value)

    def _to_come(self, state: Any) -> Value | None:
        key = self._layout.key(position_of(self.game, state))
        if key is None:
            return None
        number = bisect_left(range(len(self)), key, key=self._file.key)
        if number == len(self) or self._file.key(number) != key:
            return None
        return self._values[self._file.value(number)]

    def best(self, position: Position) -> tuple[MoveValue, ...]:
        """The legal moves with what they are worth to the one who makes them, best first; none when the game is over.

        In a game that can go in circles a move that ends it, by a recurrence or a clock, is worth what that brings. A win
        counts only as at least a draw if it may pass through a position whose next recurrence is a draw, or if a clock may draw
        the game first.
        """
        if position.game != self.game:
            raise SolutionError(self._stranger(spec_of(self.game), spec_of(position.game)))
        moves = tuple(moves_in_total(position.state, self._moves(position.state)))
        return self._with_history(position.state, moves) if self.game.recurrence else moves

    def line(self, state: Any) -> tuple[int, ...]:
        """Best play of both sides from a state to the end, or until a position comes back."""
        return best_line(self.game, state, self._moves)

    def _moves(self, state: Any) -> tuple[MoveValue, ...]:
        here = position_of(self.game, state)
        value = self._known(here)
        if is_over(self.game, state):
            return ()
        found = rank_moves(self.game, here, self._known)
        if not found or found[0].value != value:
            raise SolutionError(self._other_rules())
        return tuple(found)

    def _with_history(self, state: Any, moves: tuple[MoveValue, ...]) -> tuple[MoveValue, ...]:
        """Moves as they are worth after what was on the board."""
        spent = [key for key, times in Counter(past_of(state)).items() if times >= self.game.recurrence_count - 1]
        fatal = [value for value in map(self.value, spent) if value is not None and value.plies is not None]
        ranked = []
        for one in moves:
            after, value = play_move(self.game, state, one.move), one.value
            if is_over(self.game, after):
                result = int(worth_of_end(self.game, after))
                value = value_before(self.game, state, one.move, after, Value("exact", result, 0 if result else None))
            elif value.plies is not None and (
                any((other.plies or 0) < value.plies for other in fatal) or not self._beats_the_clock(after, value)
            ):
                value = Value("at_least" if value.result > 0 else "at_most", 0)
            ranked.append(replace(one, value=value))
        return tuple(sorted(ranked, key=lambda one: one.value.order, reverse=True))

    def _beats_the_clock(self, state: Any, value: Value) -> bool:
        """Whether a win comes, against any play of the loser, before a clock outside the position draws the game.

        `value`: of the move that led to the state. The winner follows the file. No, where that takes too many states to see.
        """
        if not says(self.game, "recurrence_key") or is_over(self.game, state):
            return True
        states, seen = [without_past(state)], set[Any]()
        while states:
            state = states.pop()
            if state in seen:
                continue
            seen.add(state)
            if len(seen) > CLOCK_STATES:
                return False
            if self.game.is_over(state):
                if not self.game.result(state):
                    return False
                continue
            known = self._known(position_of(self.game, state))
            moves = rank_moves(self.game, position_of(self.game, state), self._known)
            states += [self.game.play(state, one.move) for one in (moves[:1] if known.result > 0 else moves)]
        return True

    def _known(self, state: Any) -> Value:
        value = self._to_come(state)
        if value is None:
            raise SolutionError(
                f"{self.path} does not hold this position of {spec_of(self.game)}: it holds those that the rules lead to"
            )
        return value

    def _stranger(self, theirs: str, ours: str) -> str:
        if theirs == ours:
            return self._other_rules()
        return f"{self.path} is of {theirs}, not of {ours}: `kibitz solve {ours} --everything --to FILE` makes one that fits"

    def _other_rules(self) -> str:
        ours = spec_of(self.game)
        return f"{self.path} was made for other rules of {ours}: make it anew with `kibitz solve {ours} --everything --to FILE`"


# Solves a game strongly: every position that can be reached from the start, into a file.

MEMORY = 2 * 2**30  # bytes
CLOCK_STATES = 1_000  # at most, to see that no clock ends a win


@dataclass(frozen=True)
class SolutionSummary:
    """The summary of a walk: the number of positions, the size of the file, and the value of the start for the side to move."""

    positions: int
    bytes: int
    value: Value
    seconds: float


def check_solvable(game: Game) -> None:
    """Raises SolutionError, in one sentence, for a game that has no strong solution, however small it is."""
    in_circles = first_return_draws(game) and says(game, "result") and not says(game, "chances")
    if not in_circles and first_return_draws(game, clock_only_draws=True):
        raise SolutionError(
            f"{spec_of(game)} has a `recurrence_key` that leaves something out, and no promise that this can only draw "
            "(`clock_only_draws`): its positions have no value by themselves, so it has no solution"
        )
    if not (in_circles or can_be_proved(game)):
        raise SolutionError(f"{spec_of(game)} is a game {why_not_proved(game)}: it has no solution")
    if not game.compiles:
        raise SolutionError(
            f"{spec_of(game)} keeps its states to itself: only states made of numbers can be written into a file"
        )


def solve_everything(
    game: Game | str,
    path: str | Path,
    memory: int = MEMORY,
    progress: Callable[[int, str], None] = lambda positions, note: None,
    scratch: str | Path | None = None,
    layered: "Callable[..., LayeredWalker] | None" = None,
) -> SolutionSummary:
    """Walk all positions of a game (or of the game a spec names), and write value and distance of each to the file `path`.

    It takes at most `memory` bytes, for more positions than they hold where `scratch` is a folder for files; `progress` gets
    the number of finished positions and the current step now and then, and first of all the total. The file appears when it is
    whole. Ctrl-C ends it at once, and leaves no file. `layered` makes the walker that keeps files
    (`solve_everything_by_workers` gives one); they lie beside `path` where `scratch` is None.

    Raises SolutionError, in one sentence, when the positions will not fit or the game has no strong solution, and RulesError
    when its rules break their contract.

    Where repetition is a draw, a position has the value of best play without earlier positions, and is a draw where neither can
    win though play may go on for ever (`retrograde.py` says why). A clock outside the position (`recurrence_key`) is left out.
    Where recurrences mean anything else a position has no value by itself.
    """
    began = time.perf_counter()
    game, path = as_game(game), Path(path)
    name = spec_of(game)
    check_solvable(game)
    in_circles = bool(game.recurrence)
    check_writable(path, SOLUTION)
    if layered is not None and scratch is None:
        scratch = path.parent
    if scratch is not None:
        _check_scratch(Path(scratch), name, in_circles)
    from kibitz.kernel import machine_of  # here and no sooner: it brings the compiler
    from kibitz.solutions.layers import LayeredWalker
    from kibitz.solutions.retrograde import RetrogradeWalker
    from kibitz.solutions.walker import RandomGames, Walker, format_bytes

    with blame_rules():
        print_of_rules, machine = rules_fingerprint(game), machine_of(game)
        games = RandomGames(machine, game.start())
    least = games.at_least()
    if scratch is not None:
        with closing((layered or LayeredWalker)(game, machine, memory, games.seen, progress, Path(scratch))) as layers:
            progress(
                0, f"at least about {least:,} positions, in files of {scratch}; {format_bytes(memory)} of memory are allowed"
            )
            return _solved(layers, path, name, print_of_rules, began, progress, in_order=True)
    walker = (RetrogradeWalker if in_circles else Walker)(game, machine, memory, games.seen, progress)
    needed = walker.bytes_for(least)
    if needed > memory:
        raise SolutionError(
            f"{name} has at least about {least:,} positions, which take {format_bytes(needed)} of memory, and "
            f"{format_bytes(memory)} are allowed: allow more, or give the game smaller parameters"
        )
    outlook = f"at least about {least:,} positions{walker.describe_speed()}, {format_bytes(needed)} of memory"
    progress(0, f"{outlook}; {format_bytes(memory)} are allowed")
    return _solved(walker, path, name, print_of_rules, began, progress)


def _solved(
    walker: "Walker",
    path: Path,
    name: str,
    fingerprint: str,
    began: float,
    progress: Callable[[int, str], None],
    in_order: bool = False,
) -> SolutionSummary:
    """Find all values, and write the file."""
    from kibitz.solutions.walker import Sorted

    value = walker.find_all()
    progress(walker.count, "writing" if in_order else "sorting and writing")
    layout = walker.layout
    rows = Sorted(walker.solved_rows(), layout, walker.scale, in_order)
    about = {"spare": layout.spare, "widths": layout.widths, "start": rows.values.index((int(value.result), value.plies))}
    header = Header(name, fingerprint, walker.count, rows.key_bytes, rows.value_bytes, rows.values, about)
    size = write_table(path, SOLUTION, header, rows.columns())
    return SolutionSummary(walker.count, size, value, time.perf_counter() - began)


def _check_scratch(folder: Path, name: str, in_circles: bool) -> None:
    """Raise SolutionError where positions cannot be kept in files of a folder."""
    if in_circles:
        raise SolutionError(
            f"{name} can come back to a position, and such a game is solved in memory: leave files and workers out"
        )
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise SolutionError(f"{folder} is not a folder that files can be written to")
