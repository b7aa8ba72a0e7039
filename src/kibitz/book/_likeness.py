"""A fingerprint of what a game's rules do: other rules, other keys or other symmetries have another one."""

import hashlib
import random
from typing import Any

from kibitz.book._keys import Keys
from kibitz.rules import Game, says

GAMES = 8
LONGEST = 200  # plies of a game


def likeness(game: Game) -> str:
    """The hash of a few random games, the same ones everywhere: the keys met, the moves there were, the results."""
    keys, dice, digest = Keys(game), random.Random(1), hashlib.sha256()
    for _ in range(GAMES):
        state = game.start()
        for _ in range(LONGEST):
            digest.update(repr(_seen(game, keys, state)).encode())
            if game.is_over(state):
                break
            legal = sorted(game.moves(state))
            state = game.play(state, legal[int(dice.random() * len(legal))])
    return digest.hexdigest()[:16]


def _seen(game: Game, keys: Keys, state: Any) -> tuple[Any, ...]:
    mover = int(game.to_move(state)) if says(game, "to_move") else None
    if game.is_over(state):
        return keys.of(state), mover, int(game.result(state))
    return keys.of(state), mover, sorted(map(int, game.moves(state)))
