"""The treasure: what two walkers get who each look after nobody but themselves."""

import pytest

from kibitz import think
from kibitz.games.textbook.treasure import State, Treasure
from kibitz.knowledge.treasure import TreasureKnowledge
from kibitz.position import Position
from plain_values import line, values


def after(game: Treasure, moves: str) -> Position:
    return Position.after(game, moves)


def best_line(game: Treasure) -> list[str]:
    position = Position.after(game)
    for move in think(position, search="maxn").line:
        position = position.play(move)
    assert position.is_over
    return list(position.names())


@pytest.mark.untraced
def test_they_meet_at_the_chest_though_each_thinks_of_nobody_else() -> None:
    """Each takes one coin on the way, and neither runs after a second one."""
    game = Treasure()
    thought = think(game, search="maxn")
    assert (thought.value.kind, thought.value.payoffs) == ("exact", (11, 11))
    assert values(game, game.start()) == (11, 11)
    assert best_line(game) == ["up", "up", "right", "left", "right", "left", "down", "down"]


def test_with_less_time_they_leave_the_coins_beside_them() -> None:
    game = Treasure(turns=3)
    assert values(game, game.start()) == (10, 10)
    assert line(game, game.start())[:4] == ["right", "left", "right", "left"]


def test_for_little_gold_everybody_goes_for_coins() -> None:
    """What holds them together is the gold: with one piece in the chest each walks off to two coins instead."""
    game = Treasure(turns=3, gold=1)
    assert values(game, game.start()) == (2, 2)
    end = after(game, " ".join(line(game, game.start())))
    assert not end.state.open
    assert not end.state.coins


def test_one_who_walks_off_harms_both() -> None:
    """After the first walker has gone the wrong way there is no time left to open the chest."""
    game = Treasure(turns=2)
    assert values(game, game.start()) == (10, 10)
    assert values(game, after(game, "up").state) == (1, 1)


def test_hope_ends_where_the_chest_is_out_of_reach() -> None:
    """Where there is hope they can indeed still open it, and where there is none they cannot."""
    game = Treasure(width=3, turns=3)
    knowledge, ahead = TreasureKnowledge(game), [game.start()]
    for state in ahead:
        if game.is_over(state):
            continue
        ends = {end.open for end in endings(game, state)}
        assert (knowledge.hope(state) > 0) == (not state.open and True in ends)
        assert sum(knowledge.estimates(state)) <= game.payoff_limits()[1]
        ahead += [game.play(state, move) for move in game.moves(state)] if state.moves_made < 2 else []


def endings(game: Treasure, state: State) -> set[State]:
    """All states in which the game may end."""
    states = {state}
    while not all(map(game.is_over, states)):
        states = {game.play(here, move) for here in states for move in game.moves(here)}
    return states
