"""Games played at random: what a game's states look like, before anything is known of it but the rules."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.core.recurrence import FORBIDDEN, past_of
from kibitz.core.rules import Game, has_recurred, is_over, legal, mover_of, offered, play_move, start_of
from kibitz.errors import LearningError

GAMES = 60
LONGEST = 400  # plies: a longer game is left where it is ...
TO_FILL = 4  # ... unless so many times as many moves as there are at the start are more: large boards fill slowly
MOST_PLIES = 12_000  # of all games together
FEWEST = 8  # games, however slow the rules are


@dataclass(frozen=True)
class RandomGame:
    """The states of a game from the start, and the player to move in each; `ended`: whether the last of them is over."""

    states: tuple[Any, ...]
    movers: tuple[int, ...]
    ended: bool


def sample_games(game: Game, count: int = GAMES, until: float = inf) -> list[RandomGame]:
    """A fixed sample of games, the same each time; fewer if they are long. LearningError where none of them ends.

    After the moment `until` (of time.monotonic) a few are enough.
    """
    found: list[RandomGame] = []
    plies = 0
    for seed in range(count):
        found.append(_play(game, random.Random(seed)))
        plies += len(found[-1].states)
        late = len(found) >= FEWEST and time.monotonic() > until
        if (plies > MOST_PLIES or late) and any(one.ended for one in found):
            break
    if not any(one.ended for one in found):
        plies = max(len(one.states) for one in found)
        raise LearningError(
            f"none of {len(found)} random games of {type(game).__name__} ended within {plies} plies: nothing can be learned "
            "without results; give the rules an end"
        )
    return found


def states_of(games: list[RandomGame]) -> Iterator[Any]:
    """All states of all games."""
    for one in games:
        yield from one.states


def _play(game: Game, dice: random.Random) -> RandomGame:
    state = start_of(game)
    states, movers = [state], [mover_of(game, state, 0)]
    longest = max(LONGEST, TO_FILL * len(legal(game, state)))
    while not is_over(game, state) and len(states) < longest:
        state = _any_after(game, state, dice)
        states.append(state)
        movers.append(mover_of(game, state, len(states) - 1))
    return RandomGame(tuple(states), tuple(movers), is_over(game, state))


def _any_after(game: Game, state: Any, dice: random.Random) -> Any:
    """A random successor.

    Where a position must not recur, moves are tried one by one: listing the legal ones would play each of them (Go on 19x19
    points: a minute a game).
    """
    if game.recurrence != FORBIDDEN or not past_of(state):
        return play_move(game, state, dice.choice(offered(game, state)))
    moves = list(game.moves(state))
    dice.shuffle(moves)
    for move in moves:
        after = play_move(game, state, move)
        if not has_recurred(game, after):
            return after
    return play_move(game, state, dice.choice(offered(game, state)))  # which says in a sentence that there is none
