"""States of OpenSpiel as positions of kibitz, and the other way round."""

import json
import re
from typing import Any

import pyspiel

from kibitz.core.laws import short_repr
from kibitz.core.registry import as_game, load, spec_of
from kibitz.core.rules import Game
from kibitz.envs.episode import MOST_PLIES
from kibitz.envs.openspiel import SharedState, position_at, share
from kibitz.errors import EnvError
from kibitz.games.openspiel import LENT, OpenSpiel, overheard
from kibitz.position import Position

SAVED = re.compile(r"(?:#.*\n|\s|\[Meta\]\n|Version: 1\n)*\[Game\]\n(?P<game>.+)\n\[State\]\n(?P<state>[\s\S]*)")
START = re.compile(r"S?FEN: *")  # chess and shogi say with what they begin: with nothing, if it is the usual start


def position_of(source: Any, game: Game | str | None = None) -> Position:
    """The position of a `pyspiel.State`, a struct of one, a trajectory's last, or a text that `serialize_game_and_state` wrote.

    The text is read here and not by the library, which would run the code that a text can hold. `game`: of a struct, or of the
    JSON text or dictionary that one becomes.
    """
    if isinstance(source, pyspiel.Trajectory):
        source = source.reconstruct_final_state()
    if game is not None or isinstance(source, pyspiel.StateStruct):
        source = _from_struct(source, game)
    if isinstance(source, SharedState):
        return source.position
    if isinstance(source, pyspiel.State):
        return position_at(source)
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


def _from_struct(struct: Any, game: Game | str | None) -> Any:
    """The state of OpenSpiel that a struct describes; without `game`, of the game that the struct's class belongs to."""
    game = as_game(game) if game is not None else _game_of(type(struct).__module__.rpartition(".")[2])
    if not isinstance(game, OpenSpiel):
        raise EnvError(
            f"a struct of OpenSpiel belongs to a game of its own, such as openspiel:connect_four, not {spec_of(game)}"
        )
    wanted = json.dumps(struct) if isinstance(struct, dict) else struct
    if not isinstance(wanted, (str, pyspiel.StateStruct)):
        raise EnvError(f"{short_repr(struct)} is not a struct of OpenSpiel: give one, or its `to_dict()` or `to_json()`")
    try:
        with overheard():  # the library prints there what it also raises
            return game.library.new_initial_state(wanted)
    except (RuntimeError, TypeError, ValueError) as problem:
        reason = str(problem).partition("\n")[0]
        raise EnvError(f"{spec_of(game)} takes no state from {short_repr(struct)}: {reason}") from problem


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
