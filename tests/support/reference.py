"""The twin: minimax written the plainest way, sharing no line with the searches, and positions to compare on."""

import random
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from kibitz.core.rules import Game, legal, reward_of, says
from kibitz.games.textbook.tree import Tree

MOST_NODES = 1500

Worth = tuple[float, int]  # the result, and the plies to the end


def order(worth: Worth) -> tuple[float, int]:
    """Sorts worths: quicker wins and later losses are better."""
    result, plies = worth
    return result, -plies if result > 0 else plies if result < 0 else 0


def same_side(game: Game, before: Any, after: Any) -> bool:
    return says(game, "to_move") and game.to_move(before) == game.to_move(after)


def solve(game: Game, state: Any) -> Worth:
    """The result for the side to move with best play of both, and in how many plies (0 for draws, and where rewards count)."""
    return solver(game)(state)


@lru_cache(maxsize=32)
def solver(game: Game) -> Callable[[Any], Worth]:
    """`solve` for many states of one game, which remembers all it has seen: for the next test, too."""

    @cache
    def value(state: Any) -> Worth:
        if game.is_over(state):
            return game.result(state), 0
        worths = []
        for move in game.moves(state):
            after = game.play(state, move)
            result, plies = value(after)
            result = (result if same_side(game, state, after) else -result) + reward_of(game, state, move)
            worths.append((result, plies + 1 if result and not says(game, "reward") else 0))
        return max(worths, key=order)

    return value


def count_nodes(game: Game, state: Any) -> int:
    """The nodes of the whole tree, the root included; a large number when there are too many to solve quickly."""
    total, open_states = 0, [state]
    while open_states and total < MOST_NODES:
        state = open_states.pop()
        total += 1
        if not game.is_over(state):
            open_states += [game.play(state, move) for move in game.moves(state)]
    return total


def walk(game: Game, seed: int, plies: int) -> Any:
    """The state after so many random moves, or before the one that would end the game."""
    chance, state = random.Random(seed), game.start()
    for _ in range(plies):
        after = game.play(state, chance.choice(legal(game, state)))
        if game.is_over(after):
            break
        state = after
    return state


@lru_cache(maxsize=1000)
def late_state(game: Game, seed: int) -> Any:
    """A state of a random game, as early as the plain twin can still solve it; the game avoids to end while it can."""
    chance, state, states = random.Random(seed), game.start(), []
    while not game.is_over(state):
        states.append(state)
        children = [game.play(state, move) for move in game.moves(state)]
        state = chance.choice([child for child in children if not game.is_over(child)] or children)
    found = states[-1]
    for state in reversed(states[-14:]):
        if count_nodes(game, state) >= MOST_NODES:
            break
        found = state
    return found


def random_tree(seed: int, depth: int = 5, branching: int = 4, largest: int = 3) -> Tree:
    """A tree of any shape whose results are small numbers, so that ties abound; sometimes the same player moves again."""
    chance = random.Random(seed)

    def node(left: int) -> dict[str, Any]:
        if left == 0 or (left < depth and chance.random() < 0.15):
            return {"result": chance.randint(-largest, largest)}
        return {"player": chance.randint(0, 1), "moves": {f"m{i}": node(left - 1) for i in range(chance.randint(1, branching))}}

    return Tree.from_nested({"tree": node(depth)})
