"""All positions of a small game as numbers: what each is worth, what stands where, and where its moves lead."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kibitz.core.recurrence import score_of
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, is_over, mover_of, name_move, offered, payoffs_of, play_move, says, start_of
from kibitz.core.thought import Value
from kibitz.errors import SolutionError
from kibitz.present.values import side_names
from kibitz.solutions.ranking import position_of
from kibitz.solutions.solution import Solution, check_solvable, solve_everything
from kibitz.static_page import MOST
from kibitz.static_page.album import Album, value_words
from kibitz.static_page.chart import Chart, signless
from kibitz.static_page.numbered import Numbered
from kibitz.web.board.player_panels import hands_in

STEP = 1_000  # positions between two words on how far it is
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Place:
    """A position that can be reached: a state, who is to move, and its legal moves with the numbers of where they lead."""

    state: Any
    mover: int
    moves: tuple[tuple[int, int], ...]


def find_places(game: Game, most: int, progress: Progress = lambda note: None) -> list[Place]:
    """Every position that can be reached, the start first, each before those that only lead on from it.

    SolutionError for a game that has no strong solution, and for one of more than `most` positions.
    """
    check_solvable(game)
    start = _bare(game, start_of(game))
    mover = mover_of(game, start, 0)
    numbers, ahead, found = {(start, score_of(start), mover): 0}, [(start, mover)], list[Place]()
    for state, mover in ahead:  # which grows meanwhile
        if len(found) % STEP == 0:
            progress(f"{len(found):,} positions walked")
        moves = []
        for move in () if is_over(game, state) else offered(game, state):
            after = _bare(game, play_move(game, state, move))
            turn = mover_of(game, after, mover + 1)
            key = after, score_of(after), turn
            if key not in numbers:
                if len(numbers) == most:
                    raise SolutionError(
                        f"{spec_of(game)} has more than {most:,} positions: for a perfect computer on the page give it smaller "
                        "parameters, or allow more by --most"
                    )
                numbers[key] = len(numbers)
                ahead.append((after, turn))
            moves.append((move, numbers[key]))
        found.append(Place(state, mover, tuple(moves)))
    return found


def _bare(game: Game, state: Any) -> Any:
    """The state without history, if it can go in circles; points that were made stay."""
    return position_of(game, state) if game.recurrence else state


def solved_chart(game: Game, most: int = MOST, progress: Progress = lambda note: None) -> Chart:
    """The chart of all positions, with values from the strong solution. SolutionError: see `find_places`."""
    places = find_places(game, most, progress)
    values = _values(game, places, progress)
    album = Album(game)
    chart = Chart(album, side_names(game))
    kinds, ends = Numbered[tuple[float, int | None]](), Numbered[tuple[float, ...]]()
    for number, (place, value) in enumerate(zip(places, values, strict=True)):
        if number % STEP == 0:
            progress(f"{number:,} of {len(places):,} positions drawn")
        still, actions = album.still(place.state)
        moves = [
            (actions[move] if move in actions else album.loose(name_move(game, place.state, move)), target)
            for move, target in place.moves
        ]
        chart.add(still, place.mover, moves)
        chart.columns["value"].append(kinds.number((value.result, value.plies)))
        over = () if moves else tuple(payoffs_of(game, place.state, place.mover))
        chart.columns["end"].append(0 if moves else 1 + ends.number(over))
        for side, hand in enumerate(hands_in(game, place.state) or [0] * game.players if says(game, "in_hand") else ()):
            chart.columns[f"hand{side}"].append(hand)
        if says(game, "reward"):
            chart.columns["lead"].append(signless(score_of(place.state)))
    chart.header |= value_words(game) | {
        "worths": list(kinds),
        "ends": list(ends),
        "circles": game.recurrence_count if game.recurrence else 0,
    }
    return chart


def _values(game: Game, places: list[Place], progress: Progress) -> list[Value]:
    """The value of each, for the side to move."""
    with TemporaryDirectory(prefix="kibitz-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "game.solution"
        solve_everything(game, file, progress=lambda count, note: progress(f"{count:,} positions solved"))
        return _look_up(Solution(file, game), places)  # which is closed by then: Windows removes no file that is open


def _look_up(solution: Solution, places: list[Place]) -> list[Value]:
    values = list[Value]()
    for place in places:
        value = solution.value(place.state)
        if value is None:
            raise SolutionError(f"{spec_of(solution.game)} has positions that its strong solution does not hold")
        values.append(value)
    return values
