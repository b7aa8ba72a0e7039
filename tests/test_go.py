"""Go beyond what holds of every game: random games as machine code plays them, ko, passes, suicide, and a published count."""

from typing import Any

import pytest

from go_games import compare_games
from kibitz.core.rules import play_move, start_of
from kibitz.games.go import Go
from kibitz.position import Position

KO = "B1 C1 A2 D2 B3 C3 C2 B2"  # on 4x4: White has just captured in the ko


PLACED = Go(5, 2, stones="5/1BB2/2W2/BW3/5_w")


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "games"), [(Go(), 8), (Go(4, 0, suicide=True), 60), (PLACED, 30)])
def test_random_games_are_those_of_the_twin(game: Go, games: int) -> None:
    """Each move that is allowed, superko included, what is captured, and the score; `go_games.py` compares ten thousand."""
    assert compare_games(game, games) > 20 * games


def test_nobody_may_take_back_in_a_ko_at_once() -> None:
    position = Position.after("go:size=4", KO)
    assert "C2" not in {position.name(move) for move in position.legal()}
    later = Position.after("go:size=4", f"{KO} D4 A4")
    assert "C2" in {later.name(move) for move in later.legal()}


def test_a_pass_is_never_forbidden_and_two_end_the_game() -> None:
    position = Position.after("go:size=3", "pass B2 pass")
    assert "pass" in {position.name(move) for move in position.legal()}
    assert Position.after("go:size=3,komi=3", "B2 pass pass").payoffs == (6, -6)


def test_as_many_positions_of_stones_come_up_on_2x2_as_are_known() -> None:
    """57 of 81 (Tromp and Farnebaeck, Combinatorics of Go, 2007)."""
    game, seen, waiting = Go(2), set[Any](), [start_of(Go(2))]
    while waiting:
        state = waiting.pop()
        stones = game.sides(state)
        if (stones, state.turn) in seen:
            continue
        seen.add((stones, state.turn))
        fresh = game.start()._replace(mine=state.mine, theirs=state.theirs, atari=state.atari, turn=state.turn)
        waiting += [play_move(game, fresh, move)._replace(passes=0) for move in game.moves(fresh)]
    assert len({stones for stones, _ in seen}) == 57


def test_suicide_takes_a_whole_chain_off_where_it_is_allowed() -> None:
    moves = "A2 B1 B2 C2 pass B3 pass A3"  # Black has two stones, with the liberty A1
    forbidden, allowed = (Position.after(spec, moves) for spec in ("go:size=3", "go:size=3,suicide=true"))
    assert "A1" not in {forbidden.name(move) for move in forbidden.legal()}
    game, after = allowed.game, Position.after(allowed.game, f"{moves} A1")
    assert isinstance(game, Go)
    black, white = game.sides(after.state)
    assert (len(black), len(white)) == (0, 4)
