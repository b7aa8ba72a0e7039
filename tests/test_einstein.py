"""EinStein wuerfelt nicht!: the rules by hand, the picture, and an estimate that is better than none."""

import random

import pytest

from kibitz import Limit, think
from kibitz.core.registry import knowledge_of
from kibitz.games.einstein import GONE, Einstein, State
from kibitz.position import Position
from plain_values import values


def state(mine: dict[int, int], theirs: dict[int, int], die: int = 0, turn: int = 0) -> State:
    """Cubes by number and square, each side as it sees the board itself."""
    first, second = (tuple(cubes.get(cube, GONE) for cube in range(1, 7)) for cubes in (mine, theirs))
    return State(first, second, die, turn)


def named(game: Einstein, here: State) -> list[str]:
    return [game.move_name(here, move) for move in game.moves(here)]


def test_the_cube_of_the_die_moves_or_its_neighbours() -> None:
    game = Einstein()
    cubes = {1: 6, 4: 0, 6: 10}
    assert named(game, state(cubes, {1: 0}, die=4)) == ["4b2", "4b1", "4a2"]
    assert named(game, state(cubes, {1: 0}, die=3)) == [
        "1c3",
        "1c2",
        "1b3",
        "4b2",
        "4b1",
        "4a2",
    ]  # the next lower, the next higher
    assert {name[0] for name in named(game, state(cubes, {1: 0}, die=5))} == {"4", "6"}
    assert {name[0] for name in named(game, state({3: 6}, {1: 0}, die=6))} == {"3"}
    assert {name[0] for name in named(game, state({3: 6}, {1: 0}, die=1))} == {"3"}
    assert named(game, state({1: 22}, {1: 0}, die=1)) == ["1d5"]  # at the edge there is one way
    assert named(game, state({1: 9}, {1: 0}, die=1)) == ["1e3"]


def test_the_second_player_goes_the_other_way() -> None:
    assert named(Einstein(), state({1: 0}, {1: 6}, die=2, turn=1)) == ["1d4", "1d5", "1e4"]


def test_a_cube_is_taken_be_it_ones_own() -> None:
    game = Einstein()
    own = state({1: 0, 2: 6}, {1: 0}, die=1)
    assert game.play(own, 0) == state({1: 0}, {1: 6}, turn=1)
    theirs = state({1: 6}, {1: 12, 2: 0}, die=1)  # 12 is the middle from either side
    assert game.play(theirs, 0) == state({2: 0}, {1: 12}, turn=1)


def test_who_takes_the_last_cube_or_reaches_the_corner_wins() -> None:
    game = Einstein()
    last = game.play(state({1: 6}, {1: 12}, die=1), 0)
    corner = game.play(state({1: 18}, {1: 1}, die=5), 0)
    for over in (last, corner):
        assert game.is_over(over)
        assert (game.to_move(over), game.result(over)) == (1, -1)


def test_a_step_picks_up_a_cube_and_several_cubes_may_reach_a_square() -> None:
    game = Einstein()
    for turn, corner, square in ((0, "a1", "b2"), (1, "e5", "d4")):
        cubes = state({1: 0, 3: 1}, {1: 0}, die=2, turn=turn)
        scene = game.scene(cubes)
        assert scene is not None
        actions = scene.actions
        assert len(actions) == 6
        assert {action.cell for action in actions if action.source == corner} >= {square}
        assert len({action.source for action in actions if action.cell == square}) == 2


def test_the_estimate_is_fair_to_both() -> None:
    """The same position seen from the other side is worth the opposite."""
    game = Einstein()
    knowledge = knowledge_of(game)
    assert knowledge is not None
    here = Position.after(game, "1 1b2 3 3b4 5 4b3").state
    for seen in (here, here._replace(die=4)):
        other = seen._replace(turn=1 - seen.turn)
        sign = -1 if seen.die == 0 else 1
        assert knowledge.evaluate(other) == sign * knowledge.evaluate(seen)
        assert -1 < knowledge.evaluate(seen) < 1


def test_one_move_of_foresight_beats_chance() -> None:
    """Against random moves the estimate wins 86 % of many games; 40 are enough to see that it is no chance."""
    game, chance, won = Einstein(), random.Random(7), 0
    for number in range(40):
        position = Position.after(game)
        while not position.is_over:
            if position.is_chance or position.to_move != number % 2:
                position = position.play(chance.choice(position.legal()))
            else:
                position = position.play(best_by_estimate(game, position.state))
        won += position.payoffs is not None and position.payoffs[number % 2] > 0
    assert won >= 28


def best_by_estimate(game: Einstein, here: State) -> int:
    """The move after which the knowledge thinks best of the one who has made it."""
    knowledge = knowledge_of(game)
    assert knowledge is not None

    def worth(move: int) -> float:
        after = game.play(here, move)
        return 1.0 if game.is_over(after) else float(knowledge.evaluate(after)) * (1 if here.turn == 0 else -1)

    return max(game.moves(here), key=worth)


@pytest.mark.twice
@pytest.mark.parametrize("die", [0, 2, 5])
def test_expectiminimax_finds_what_a_plain_search_finds(die: int) -> None:
    game = Einstein()
    here = state({2: 12, 5: 11}, {1: 6, 3: 13}, die=die)
    thought = think(game, here, search="expectiminimax", limit=Limit(depth=4))
    knowledge = knowledge_of(game)
    assert knowledge is not None

    def guess(horizon: State) -> tuple[float, float]:
        worth = knowledge.evaluate(horizon)
        return (worth, -worth) if horizon.die == 0 or horizon.turn == 0 else (-worth, worth)

    assert thought.value.result == pytest.approx(values(game, here, 4, guess)[0])
