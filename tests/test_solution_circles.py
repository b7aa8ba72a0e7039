"""The strong solution of games that can go in circles: retrograde analysis against all games that can follow."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games_in_circles import At, Drawn, Draws, DrawsAtOnce, DrawsInTime, DrawsWithoutPromise, ForbidsAtOnce, Judged, Loses
from kibitz.core.recurrence import past_of
from kibitz.core.registry import load
from kibitz.core.rules import remember_start, start_of
from kibitz.errors import SolutionError
from kibitz.kernel import machine_of
from kibitz.players import player
from kibitz.position import Position
from kibitz.solutions import Solution, retrograde, solve_everything, walker
from kibitz.solutions.file import TableFile
from kibitz.solutions.solution import SOLUTION
from king_and_rook import KingAndRook
from runs import PLAIN, examples
from test_recurrence_search import Exhaustive, after_some, drawn, is_true

pytestmark = pytest.mark.twice


class Margins(Draws):
    """Ends are worth up to 3."""

    def best_result(self) -> int:
        return 3

    @classmethod
    def of(cls, arrows: Sequence[Sequence[int]], ends: Sequence[int], again: Sequence[int]) -> Any:
        return super().of(arrows, [end * (1 + number % 3) for number, end in enumerate(ends)], again)


CIRCLES: tuple[type[Drawn], ...] = (Draws, DrawsAtOnce, Margins) if PLAIN else (Margins,)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where solutions go; the games that tell how large one will be are few, for there are many to make."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FEW", "GAMES", "PLAIN_GAMES"):
            patch.setattr(walker, name, 4)
        yield tmp_path_factory.mktemp("solutions") / "circles.solution"


def positions_of(game: Drawn) -> list[Any]:
    """The first state found of each position that play leads to."""
    found = {At(0, 0, 0): start_of(game)}
    ahead = list(found.values())
    while ahead:
        state = ahead.pop()
        for move in () if game.is_over(state) else game.moves(state):
            after = game.play(state, move)
            if game.recurrence_key(after) not in found:
                found[game.recurrence_key(after)] = after
                ahead.append(after)
    return list(found.values())


@settings(max_examples=examples(15 if PLAIN else 60))
@given(drawn(CIRCLES))
def test_each_position_is_worth_what_all_games_from_it_say(path: Path, game: Drawn) -> None:
    """With how often each position was on the board in the state: won or lost in so many plies, or drawn for ever."""
    summary, twin = solve_everything(game, path), Exhaustive(game)
    solution, states = Solution(path, game), positions_of(game)
    assert len(solution) == summary.positions == len(states)
    for state in states:
        value = solution.value(state)
        assert value is not None
        assert value.kind == "exact"
        assert (value.result, value.plies) == twin.of(Position(game, remember_start(game, state)))
    assert summary.value == solution.start == solution.value(game.start())


@settings(max_examples=examples(15 if PLAIN else 60))
@given(drawn((*CIRCLES, DrawsInTime)), st.lists(st.integers(0, 2), max_size=8))
def test_what_was_on_the_board_takes_nothing_from_what_is_proved(path: Path, game: Drawn, choices: list[int]) -> None:
    solve_everything(game, path)
    position, twin = after_some(game, choices), Exhaustive(game)
    moves = Solution(path, game).best(position)
    assert sorted(one.move for one in moves) == sorted(position.legal())
    for one in moves:
        assert is_true(one.value, twin.after(position, one.move)), (position, one)
    if moves and moves[0].value.kind == "exact":
        assert is_true(moves[0].value, twin.of(position))


@settings(max_examples=examples(10 if PLAIN else 30))
@given(drawn(CIRCLES), st.lists(st.integers(0, 2), min_size=60, max_size=60))
def test_who_can_win_wins_from_the_file_and_goes_round_no_circle(path: Path, game: Drawn, choices: list[int]) -> None:
    """Whatever the other side does; and who need not lose does not."""
    value, perfect = solve_everything(game, path).value, player(f"perfect:file={path}")
    position, seat = Position.after(game), 0 if value.result >= 0 else 1
    for choice in choices:
        if position.is_over:
            break
        mine = position.to_move == seat
        best = perfect.think(position).best if mine else position.legal()[choice % len(position.legal())]
        assert best is not None
        position = position.play(best)
    if value.result:
        assert position.payoffs is not None
        assert position.payoffs[seat] >= abs(value.result)
        assert len(set(past_of(position.state))) == len(past_of(position.state))
    assert position.payoffs is None or position.payoffs[seat] >= 0


def test_a_drawn_line_ends_when_a_position_comes_back(path: Path) -> None:
    game = Margins.of([(1,), (0, 2), ()], [0, 0, 1], [0, 0, 0])  # who steps to 2 loses
    solve_everything(game, path)
    thought = player(f"perfect:file={path}").think(Position.after(game))
    assert (thought.value.result, thought.line, thought.stopped) == (0, (0, 0, 0), "solved")


@pytest.mark.parametrize("kind", [Loses, ForbidsAtOnce, Judged])
def test_where_history_decides_there_is_no_solution(kind: type[Drawn], path: Path) -> None:
    with pytest.raises(SolutionError, match="what that means depends on what was on the board before: it has no solution"):
        solve_everything(kind(), path)


def test_a_game_whose_clock_may_decide_has_no_solution(path: Path) -> None:
    with pytest.raises(SolutionError, match="no promise that this can only draw"):
        solve_everything(DrawsWithoutPromise(), path)


BOARD = KingAndRook(4 if PLAIN else 8)


def test_king_and_rook_mate_in_as_many_moves_as_the_books_say(path: Path) -> None:
    """And what it takes is said before it begins."""
    said: list[tuple[int, str]] = []
    summary = solve_everything(BOARD, path, progress=lambda count, note: said.append((count, note)))
    slowest = max(plies or 0 for _, plies in TableFile(path, SOLUTION).header.values)
    # On 8x8 in 16 moves, and in 32 plies if the other side is to move before them.
    assert (summary.positions, slowest) == ((3_636, 14) if PLAIN else (402_676, 32))
    assert re.fullmatch(
        r"at least about [\d,]+ positions of about \d+ bytes, [\d,]+ a second, .* of memory; 2 GB are allowed", said[0][1]
    )


@pytest.mark.parametrize("memory", [400_000, 900_000])
def test_what_grows_beyond_its_memory_is_refused(path: Path, memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the positions, or by where they lead."""
    monkeypatch.setattr("kibitz.solutions.walker.RandomGames.at_least", lambda games: 1)
    with pytest.raises(SolutionError, match=r"has more than [\d,]+ positions, for which .* do not suffice"):
        solve_everything(BOARD, path, memory)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["morris:men=3", "oware:pits=2,seeds=2"])
def test_any_number_of_threads_finds_the_same(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same positions in the same order with the same values, however little is listed at a time."""
    game = load(spec)
    machine = machine_of(game)
    seen = walker.RandomGames(machine, game.start()).seen
    found = []
    for threads, words in ((1, 1 << 16), (2, 1 << 16), (3, 64)):
        monkeypatch.setattr(retrograde, "LIST", words)
        one = retrograde.RetrogradeWalker(game, machine, 1 << 30, seen, lambda count, note: None, threads)
        found.append((one.find_all(), one.solved_rows().tolist()))
    assert found[0] == found[1] == found[2]
