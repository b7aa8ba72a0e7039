"""States of OpenSpiel as positions of kibitz, and the other way round."""

import re
from typing import Any

import pyspiel

from kibitz.core.laws import short_repr
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import Game
from kibitz.envs.episode import MOST_PLIES
from kibitz.envs.openspiel import SharedState, share
from kibitz.errors import EnvError
from kibitz.games.openspiel import LENT, OpenSpiel
from kibitz.position import Position

SAVED = re.compile(r"(?:#.*\n|\s|\[Meta\]\n|Version: 1\n)*\[Game\]\n(?P<game>.+)\n\[State\]\n(?P<state>[\s\S]*)")
START = re.compile(r"S?FEN: *")  # chess and shogi say with what they begin: with nothing, if it is the usual start


def position_of(source: Any) -> Position:
    """The position of a `pyspiel.State`, or of a text that `pyspiel.serialize_game_and_state` wrote.

    The text is read here and not by the library, which would run the code that a text can hold.
    """
    if isinstance(source, SharedState):
        return source.position
    if isinstance(source, pyspiel.State):
        return Position.after(_game_of(str(source.get_game())), source.history())
    saved = SAVED.fullmatch(source) if isinstance(source, str) else None
    if saved is None:
        raise EnvError(
            f"{short_repr(source)} is not a state of OpenSpiel: give one, or the text of `pyspiel.serialize_game_and_state`"
        )
    game, words = saved["game"], saved["state"].split("\n")
    if game.startswith(LENT):
        raise EnvError(f"a text of {game} cannot be read, for it holds code: give the state itself, or its moves")
    if START.fullmatch(words[0]):
        del words[0]
    if not all(re.fullmatch(r"[0-9]{0,18}", word) for word in words):
        raise EnvError(f"this text of {game} is not a list of moves from the start: give the state itself")
    return Position.after(_game_of(game), [int(word) for word in words if word])


def _game_of(name: str) -> Game:
    """The game of OpenSpiel; without parameters it has one name here, `chess` and not `chess()`."""
    return load(f"openspiel:{name.removesuffix('()')}")


def state_of(position: Position) -> Any:
    """The `pyspiel.State` of a position, of a game of OpenSpiel or of one that is shared with it."""
    game = position.game
    if isinstance(game, OpenSpiel):
        return position.state.held.clone()
    if Position.after(game, position.moves).state != position.state:
        raise EnvError(f"this position of {spec_of(game)} has not come about by its moves, and OpenSpiel knows no other")
    state, here = share(game, None, MOST_PLIES).new_initial_state(), Position.after(game)
    for move in position.moves:
        state.apply_action(here.legal().index(move) if here.is_chance else state.actions.action(here, move))
        here = here.play(move)
    return state
