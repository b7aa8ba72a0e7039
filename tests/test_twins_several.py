"""The searches for several players and for chance against their plain references; ended at any node: `test_trouble.py`."""

import random
from functools import cache
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference_several as twins
from kibitz.core.registry import load
from kibitz.core.rules import Game, says
from kibitz.core.thought import Limit
from kibitz.games.textbook.tree import Tree
from kibitz.search.drivers.request import Ties
from kibitz.search.entry import think
from nested_trees import nested_trees
from party_game import Feeling, Fixed, Hunch
from random_parties import SHAPES, SUMS, dice_duel, plan
from reference import walk
from shelf import SEVERAL
from twin_several import TIES, Judge, assert_agrees, assert_line_leads_there, guess_of, numbers, plainly

TABLES = (0, 256, 4096, 2**20)
MANY = 60  # random games that a test looks at as plain Python


@pytest.fixture(params=["plain", pytest.param("compiled", marks=pytest.mark.compiled)])
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways to run; as machine code every new game costs some milliseconds, and every new kind of game seconds."""
    if request.param == "plain":
        plainly(monkeypatch)
    return bool(request.param == "compiled")


def judge(game: Game, search: str, **more: Any) -> Judge:
    """The reference of a search, for the start of a game."""
    return cache(lambda depth: cast(twins.Judged, getattr(twins, search)(game, game.start(), depth, **more)))


def some_depth(dice: random.Random, shape: str) -> int | None:
    return dice.choice([1, 2, 3, 4, 5, 6, 7] if shape == "circles" else [None, 1, 2, 3, 4, 5, 6])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("search", SEVERAL)
def test_several_players(compiled: bool, search: str, shape: str) -> None:
    """Value, every move, best move and line equal the twin's, at every depth, for all sums, with knowledge and without."""
    for seed in range(25 if compiled else MANY):
        dice = random.Random(seed)
        players = 3 if compiled else 1 + seed % 4
        game = plan(seed, players, shape, dice.choice(SUMS), dice.choice([0, 0.25, 0.6])).party()
        depth, wise = some_depth(dice, shape), compiled or dice.random() < 0.7
        more: dict[str, Any] = {"ties": dice.choice(TIES)} if search == "maxn" else {}
        guess = guess_of(game) if wise else None
        thought = think(
            game,
            search=search,
            limit=Limit(depth=depth, table=dice.choice(TABLES)),
            knowledge=Feeling(game) if wise else None,
            all_moves=dice.random() < 0.5,
            **more,
        )
        assert_agrees(game, search, thought, judge(game, search, guess=guess, **more), depth)
        assert_line_leads_there(game, search, thought, depth, guess)


@pytest.mark.parametrize("shape", SHAPES)
def test_shallow_pruning_changes_nothing(compiled: bool, shape: str) -> None:
    """Where sums have a limit: the same values under every rule for ties."""
    for seed in range(25 if compiled else MANY):
        dice = random.Random(seed)
        design = plan(seed, 3 if compiled else dice.randint(2, 4), shape, dice.choice(SUMS), dice.choice([0, 0.1, 0.4]))
        depth, ties, all_moves = some_depth(dice, shape), dice.choice(TIES), dice.random() < 0.5
        game, limit = design.share(), Limit(depth=depth)
        thought = think(game, search="maxn", limit=limit, knowledge=Feeling(game), ties=ties, all_moves=all_moves)
        assert_agrees(game, "maxn", thought, judge(game, "maxn", ties=ties, guess=guess_of(game)), depth)
        assert_line_leads_there(game, "maxn", thought, depth, guess_of(game))


@pytest.mark.parametrize(("players", "share"), [(2, 0.75), (3, 0.99)])
def test_shallow_pruning_leaves_nodes_out(players: int, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many where two divide what there is; with three players, few: an average tree has little to cut."""
    plainly(monkeypatch)
    designs = [plan(seed, players, "tree", "constant", chance=0) for seed in range(40)]
    wide, narrow = (
        sum(think(game, search="maxn", limit=Limit(depth=6), knowledge=Feeling(game)).nodes for game in games)
        for games in ([design.party() for design in designs], [design.share() for design in designs])
    )
    assert narrow < share * wide


@pytest.mark.parametrize("shape", SHAPES)
def test_expectiminimax(compiled: bool, shape: str) -> None:
    """What Star1 and Star2 leave out changes nothing."""
    for seed in range(40 if compiled else MANY):
        dice = random.Random(seed)
        dyadic = dice.random() < 0.5
        largest = dice.choice([1, 3, 1000])
        game = plan(seed, 2, shape, "zero", dice.choice([0.1, 0.3, 0.6]), dyadic, largest).duel()
        depth, wise = some_depth(dice, shape), compiled or dice.random() < 0.5
        guess = guess_of(game) if wise else None
        limit = Limit(depth=depth, table=dice.choice(TABLES))
        wisdom = Hunch(game) if wise else None
        thought = think(game, search="expectiminimax", limit=limit, knowledge=wisdom, all_moves=dice.random() < 0.5)
        assert_agrees(game, "expectiminimax", thought, judge(game, "expectiminimax", guess=guess), depth, exactly=dyadic)
        assert_line_leads_there(game, "expectiminimax", thought, depth, guess)


@pytest.mark.untraced
@pytest.mark.parametrize(("spec", "depth", "plies"), [("einstein", 7, (12, 18)), ("pig:target=20", 10, (0, 5, 9))])
def test_star2_leaves_out_most_of_a_game_of_dice(
    monkeypatch: pytest.MonkeyPatch, spec: str, depth: int, plies: tuple[int, ...]
) -> None:
    """In positions of random games, so many plies from the start: at most half the nodes of a search that prunes nothing.

    And those of all the shallower searches that come before are among them.
    """
    plainly(monkeypatch)
    game = load(spec)
    states = [walk(game, number, number) for number in plies]
    nodes = [think(game, state, search="expectiminimax", limit=Limit(depth=depth)).nodes for state in states]
    assert 2 * sum(nodes) <= sum(twins.count_nodes(game, state, depth) for state in states)


def test_games_laid_out_as_games_of_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves and dice in turn, wide enough for Star2 to look around."""
    plainly(monkeypatch)
    for seed in range(20):
        game, depth = dice_duel(seed, depth=5, branching=3), 1 + seed % 5
        thought = think(game, search="expectiminimax", limit=Limit(depth=depth), knowledge=Hunch(game), all_moves=seed > 9)
        assert_agrees(game, "expectiminimax", thought, judge(game, "expectiminimax", guess=guess_of(game)), depth)


@given(tree=nested_trees(), search=st.sampled_from([*SEVERAL, "expectiminimax"]), ties=st.sampled_from(TIES), data=st.data())
def test_trees_as_written(tree: dict[str, Any], search: str, ties: Ties, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plainly(patch)
        game = Tree.from_nested(tree)
        if search == "expectiminimax" and not says(game, "result"):
            search = "maxn"
        depth = data.draw(st.sampled_from([None, 1, 2, 3, 4, 5, 6]))
        more: dict[str, Any] = {"ties": ties} if search == "maxn" else {}
        thought = think(game, search=search, limit=Limit(depth=depth), all_moves=data.draw(st.booleans()), **more)
        assert_agrees(game, search, thought, judge(game, search, **more), depth)


@pytest.mark.parametrize("shape", ["tree", "meeting"])
def test_for_two_without_dice_all_are_minimax(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """maxn has the value for both; expectiminimax, paranoid and best_reply for the side to move."""
    plainly(monkeypatch)
    for seed in range(MANY // 2):
        game, depth = plan(seed, 2, shape, "zero", chance=0).duel(Fixed), seed % 7 or None
        assert_all_minimax(game, game.start(), depth, game.to_move(game.start()))


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=4,line=3", "othello:size=4", "tree"])
def test_for_two_players_of_the_house_all_are_minimax(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    for depth in (1, 4):
        assert_all_minimax(load(spec), load(spec).start(), depth, 0)


def assert_all_minimax(game: Game, state: Any, depth: int | None, mover: int) -> None:
    limit = Limit(depth=depth)
    value = think(game, state, search="minimax", limit=limit, knowledge=None, distance=False).value
    for search in (*SEVERAL, "expectiminimax"):
        found = think(game, state, search=search, limit=limit, knowledge=None).value
        both = (value.result, -value.result) if mover == 0 else (-value.result, value.result)
        assert numbers(found, search) == (both if search == "maxn" else value.result)
        assert found.kind == "exact" or depth is not None


@pytest.mark.compiled
@pytest.mark.parametrize("search", [*SEVERAL, "expectiminimax"])
def test_compiled_equals_plain(search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kernel as machine code and as plain Python: the same values, lines and counts of nodes."""
    for seed in range(20):
        design = plan(seed, 2 if search == "expectiminimax" else 3, SHAPES[seed % 3], "zero", dyadic=False, largest=30)
        game: Any = design.duel() if search == "expectiminimax" else design.party()
        wise = Hunch(game) if search == "expectiminimax" else Feeling(game)
        answers = []
        for plain in (False, True):
            with pytest.MonkeyPatch.context() as patch:
                if plain:
                    plainly(patch)
                thought = think(game, search=search, limit=Limit(depth=1 + seed % 6), knowledge=wise)
            answers.append((thought.best, thought.value, thought.line, thought.nodes, thought.depth))
        assert answers[0] == answers[1]
