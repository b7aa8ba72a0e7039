"""A policy's weights for playouts: what is kept up to date move by move is what a look at the board says."""

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz import Limit, Position, load, load_knowledge, think
from kibitz.core.rules import Game, is_over, mover_of, moves_of, play_move
from kibitz.errors import SearchError
from kibitz.kernel.rules import Rules
from kibitz.learning.policies.layout import symbols_of, ways_of
from kibitz.learning.policies.parameters import image_of_place, in_other_eyes
from kibitz.patterns.drops import FOUND_AT, WEIGHTS, drop_key
from kibitz.patterns.likelihood import REACH, SPACE, UNIT, WAYS, slot_of
from kibitz.patterns.policy import with_policy
from policies import layout_of, random_policy, write_policy

GAMES = ["tic_tac_toe", "othello:size=6", "hex:size=5", "gomoku:size=7", "go:size=5"]
OTHERS = ["breakthrough", "checkers", "kalah", "amazons", "connect_four", "nim", "pig"]
PLIES = 40


def playout(game: Game, seed: int) -> Iterator[tuple[int, Any, int, Any, int]]:
    """A game at random: at each ply the state before and who moved there, the state and who moves."""
    dice, position = random.Random(seed), Position.after(game, [])
    before, earlier = position.state, position.to_move
    for ply in range(PLIES):
        if position.is_over:
            return
        yield ply, before, earlier, position.state, position.to_move
        before, earlier = position.state, position.to_move
        position = position.play(dice.choice(position.legal()))


def followed(game: Game, knowledge: Any, seed: int) -> Iterator[tuple[int, Any, int, Any, int, list[Any]]]:
    """The same with the work space, which is kept up to date."""
    memory: list[Any] = [0] * (SPACE + 512)
    for ply, before, earlier, state, mover in playout(game, seed):
        if ply == 0:
            knowledge.begin_drops(before, earlier, 0, memory)
        knowledge.follow_drop(state, mover, ply, 0, memory)
        yield ply, before, earlier, state, mover, memory


def shape_of(game: Game, before: Any, earlier: int, state: Any, mover: int, move: int) -> Any:
    """What a look at the board says of a move, in tuples: nothing here knows how keys are made."""
    layout = layout_of(game)

    def seen(one: Any, by: int) -> list[int]:
        symbols = symbols_of(layout.reading, one)
        return [layout.next_view[symbol] if layout.relative and by == 1 else symbol for symbol in symbols]

    past, here = seen(before, earlier), seen(state, mover)
    after = play_move(game, state, move)
    filled = [place for place, symbol in enumerate(symbols_of(layout.reading, after)) if symbol and not here[place]]
    if not filled:
        return "pass", mover, past != here
    (place,) = filled
    around = [layout.near[place][way * REACH] for way in range(len(WAYS))]
    fresh = any(past[other] != here[other] for other in around if other >= 0)
    return mover, fresh, here[place], tuple(here[other] if other >= 0 else None for other in around)


@pytest.mark.parametrize("spec", GAMES)
def test_keys_kept_up_to_date_tell_apart_what_differs_and_nothing_else(spec: str) -> None:
    game = load(spec)
    knowledge: Any = with_policy(game, None, random_policy(game))
    names: dict[Any, int] = {}
    for seed in range(6):
        for ply, before, earlier, state, mover, memory in followed(game, knowledge, seed):
            for move in moves_of(game, state):
                shape = shape_of(game, before, earlier, state, mover, move)
                key = knowledge.drop_key(move, mover, ply, 0, memory)
                assert names.setdefault(shape, key) == key
    assert len(set(names.values())) == len(names) > 20


@pytest.mark.parametrize("spec", GAMES)
def test_weights_that_stand_are_those_found_anew(spec: str) -> None:
    game = load(spec)
    knowledge: Any = with_policy(game, None, random_policy(game))
    kept = 0
    for ply, _, _, state, mover, memory in followed(game, knowledge, 7):
        moves = list(moves_of(game, state))
        memory[SPACE : SPACE + len(moves)] = moves
        total = knowledge.weigh_drops(mover, len(moves), SPACE, ply, 0, memory)
        weights = memory[WEIGHTS : WEIGHTS + len(moves)]
        fresh = list(memory)
        stale = [at for at in range(FOUND_AT, SPACE) if fresh[at] != ply]
        kept += len(stale)
        for at in stale:
            fresh[at] = -2
        assert knowledge.weigh_drops(mover, len(moves), SPACE, ply, 0, fresh) == pytest.approx(total)
        assert fresh[WEIGHTS : WEIGHTS + len(moves)] == weights
    assert kept > 0


@pytest.mark.parametrize("spec", GAMES)
def test_the_image_of_a_key_is_the_key_of_the_image(spec: str) -> None:
    """Games are played again turned and mirrored; where players see the board alike, as the other player too."""
    game = load(spec)
    layout = layout_of(game)
    knowledge: Any = with_policy(game, None, random_policy(game))
    rules, turns = Rules(game, knowledge), 0
    place_of, move_at = layout.drops, {place: move for move, place in enumerate(layout.drops) if place >= 0}
    first = symbols_of(layout.reading, game.start())
    for symmetry in layout.symmetries:
        moved = any(first[place] != first[goal] for place, goal in enumerate(symmetry.places))
        if moved or symmetry.symbols != tuple(range(layout.alphabet)) or symmetry.changes_side:
            continue
        turns += 1
        ways = ways_of(symmetry, layout.near)
        assert ways is not None
        memory: Any = [*ways, *symmetry.symbols, layout.alphabet]
        here, there = ([0] * SPACE for _ in range(2))
        dice = random.Random(turns)
        state, image, mover = game.start(), game.start(), 0
        knowledge.begin_drops(state, 0, 0, here)
        knowledge.begin_drops(image, 0, 0, there)
        for ply in range(10):
            knowledge.follow_drop(state, mover, ply, 0, here)
            knowledge.follow_drop(image, mover, ply, 0, there)
            turned = {
                move: move if place_of[move] < 0 else move_at[symmetry.places[place_of[move]]] for move in game.moves(state)
            }
            assert sorted(turned.values()) == sorted(game.moves(image))
            for move, other in turned.items():
                key = knowledge.drop_key(move, mover, ply, 0, here)
                seen = in_other_eyes(rules, key) if layout.relative else key
                found = image_of_place(seen, 0, memory)
                found = in_other_eyes(rules, found) if layout.relative else found
                assert found == knowledge.drop_key(other, mover, ply, 0, there)
                assert in_other_eyes(rules, in_other_eyes(rules, key)) == key
            move = dice.choice(list(turned))
            state, image = play_move(game, state, move), play_move(game, image, turned[move])
            mover = mover_of(game, state, ply + 1)
            if is_over(game, state):
                break
    assert turns > 1 or spec.startswith("hex")


@pytest.mark.parametrize("spec", GAMES)
def test_each_place_has_its_move(spec: str) -> None:
    game = load(spec)
    drops = layout_of(game).drops
    filled = [place for place in drops if place >= 0]
    assert len(set(filled)) == len(filled) > 0.5 * layout_of(game).reading.places


@pytest.mark.parametrize("spec", OTHERS)
def test_where_moves_are_of_another_kind_there_are_no_such_weights(spec: str) -> None:
    game = load(spec)
    assert layout_of(game).drops == ()
    with pytest.raises(SearchError, match="is made for playouts: take playout=random or mast"):
        think(game, search="mcts", limit=Limit(nodes=5), playout="policy")


def test_playouts_follow_the_weights() -> None:
    """Where corners and the centre are all but certain, the side that has them wins; a weight elsewhere changes that."""
    game = load("tic_tac_toe")
    values = []
    for likely in ({0, 2, 6, 8}, {1, 3, 5, 7}):
        policy = replace(random_policy(game), drops=weights_for(game, likely))
        knowledge = with_policy(game, None, policy)
        position = Position.after(game, [4, 1])  # the first player has the centre, and makes a line by the corners
        values.append(think(position, search="mcts", knowledge=knowledge, limit=Limit(nodes=1), prior=0, seed=3).value.result)
        games = think(position, search="mcts", knowledge=knowledge, limit=Limit(nodes=60), prior=0, seed=3, playout="random")
        assert abs(games.value.result) < 1.0
    assert values[0] != values[1]


def weights_for(game: Game, likely: set[int]) -> "array[int]":
    """Weights for playouts by which moves to these squares are e^20 times as likely as all others."""
    policy, knowledge = random_policy(game), with_policy(game, None, random_policy(game))
    table = array("h", [-10 * UNIT] * len(policy.drops))
    for seed in range(60):
        for ply, _, _, state, mover, memory in followed(game, knowledge, seed):
            for move in likely & set(moves_of(game, state)):
                table[slot_of(drop_key(knowledge, move, mover, ply, 0, memory), policy.table_bits)] = 10 * UNIT
    return table


def test_a_file_keeps_them(tmp_path: Path) -> None:
    game = load("tic_tac_toe")
    named: Any = load_knowledge(game, write_policy(game, tmp_path / "a.policy", "tic_tac_toe"))
    policy = random_policy(game)
    assert named.policy_drops.array.tolist() == policy.drops.tolist()
    assert named.parts[1].layout == policy.layout
