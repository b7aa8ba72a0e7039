"""Tic-tac-toe for three: the rules by hand, and who may decide it."""

import pytest

from kibitz import Limit, think
from kibitz.games.textbook.trio import Trio
from kibitz.knowledge.trio import TrioKnowledge
from kibitz.position import Position
from plain_values import values

SMALL = Trio(width=3, height=3)


@pytest.mark.parametrize("moves", ["1,1 1,2 2,2 3,3 2,1 3,4", "1,1 2,2 3,3 1,2 2,1 1,4", "2,2 1,1 3,3 1,3 3,1 2,1"])
def test_maxn_finds_what_a_plain_search_finds(moves: str) -> None:
    position = Position.after(Trio(), moves)
    expected = values(position.game, position.state)
    assert think(position, search="maxn").value.payoffs == expected


def test_whoever_cannot_win_may_decide_who_does() -> None:
    """X threatens one square and O another; V can stop only one of them: the player without a chance is the king maker."""
    position = Position.after(Trio(), "1,1 3,1 2,4 1,2 3,2")
    thought = think(position, search="maxn", all_moves=True)
    assert len({move.value.payoffs for move in thought.moves}) > 1


def test_estimates_share_out_what_one_wins() -> None:
    """All together get nothing; whoever has more open lines may hope for more, and nobody's hope is a sure win."""
    game = Trio()
    knowledge = TrioKnowledge(game)
    for moves in ("", "1,1", "2,2 1,1 3,4", "1,1 3,1 2,4 1,2 3,2"):
        state = Position.after(game, moves).state
        estimates = tuple(knowledge.estimates(state))
        assert sum(estimates) == pytest.approx(0)
        assert all(-1 < estimate < 2 for estimate in estimates)
        marks = (state.mine, state.next, state.last)
        sides = [marks[(player - game.to_move(state)) % 3] for player in range(3)]
        worths = [knowledge.worth(marks, game.empty(state)) for marks in sides]
        assert sorted(range(3), key=worths.__getitem__) == sorted(range(3), key=estimates.__getitem__)


def test_the_horizon_is_estimated() -> None:
    game = Trio()
    position = Position.after(game, "2,2 1,1 3,4")
    knowledge = TrioKnowledge(game)
    expected = values(game, position.state, 2, lambda state: tuple(knowledge.estimates(state)))
    assert think(position, search="maxn", limit=Limit(depth=2)).value.payoffs == pytest.approx(expected)


@pytest.mark.compiled
def test_the_board_of_four_by_three_is_solved() -> None:
    """Nobody can force a line against two who each take care of themselves."""
    thought = think(Trio(), search="maxn", limit=Limit())
    assert (thought.value.kind, thought.value.payoffs) == ("exact", (0, 0, 0))
