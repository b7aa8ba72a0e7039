"""Games as environments for learners (PettingZoo, Gymnasium) and as games of OpenSpiel; players as its bots.

env = kibitz.envs.pettingzoo_env("connect_four")
env.reset(seed=1)

How moves become actions says `kibitz.envs.actions`, and how states become arrays `kibitz.envs.observations`. The libraries are
imported when they are first asked for.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kibitz.core.rules import Game
from kibitz.envs.episode import MOST_PLIES
from kibitz.errors import EnvError
from kibitz.players import Player
from kibitz.position import Position

if TYPE_CHECKING:
    from kibitz.envs.gymnasium import SeatEnv
    from kibitz.envs.openspiel import PlayerBot, SharedGame
    from kibitz.envs.pettingzoo import TurnEnv

__all__ = ["gymnasium_env", "openspiel_bot", "openspiel_game", "openspiel_position", "openspiel_state", "pettingzoo_env"]

INSTALL = "{} needs a library that is not installed: pip install 'kibitz[{}]'"


def pettingzoo_env(
    game: Game | str,
    *,
    actions: int | None = None,
    grid: tuple[int, int] | None = None,
    max_plies: int = MOST_PLIES,
    render_mode: str | None = None,
) -> "TurnEnv":
    """A game, or the spec of one, as a PettingZoo AEC environment: an agent for each player, dice thrown by `reset(seed=...)`.

    `actions`: None for the game's own numbers of moves where it has a small `move_limit`, or else how many legal moves a state
    may have, which are then numbered in their order (`kibitz.envs.actions.ActionNumbers`). `grid`: the rows and columns of the
    board, into which planes of squares are laid. A game that is not over after `max_plies` plies is truncated. `render_mode`:
    "ansi" for the board as text. Raises EnvError, and what `kibitz.load` raises.
    """
    try:
        from kibitz.envs.interface import LearnerInterface
        from kibitz.envs.pettingzoo import TurnEnv
    except ModuleNotFoundError as problem:
        raise _without(problem, "a PettingZoo environment", "envs") from problem
    return TurnEnv(LearnerInterface(game, actions, grid, max_plies, render_mode))


def gymnasium_env(
    game: Game | str,
    opponents: Player | str | Callable[..., Any] | Sequence[Player | str | Callable[..., Any]] = "random",
    *,
    seat: int | None = 0,
    illegal_reward: float | None = -1.0,
    actions: int | None = None,
    grid: tuple[int, int] | None = None,
    max_plies: int = MOST_PLIES,
    render_mode: str | None = None,
) -> "SeatEnv":
    """A game as a Gymnasium environment for the player in one seat; the other seats are played by `opponents`.

    `opponents`: one player for all of them, or one for each in the order of the seats, as `kibitz.play_out` takes players.
    `seat`: 0 moves first; None draws one at each reset. An action that is not legal ends the episode with `illegal_reward`, or
    raises IllegalMove where that is None. All else is as in `pettingzoo_env`. Raises EnvError, PlayerError, and what
    `kibitz.load` raises.
    """
    try:
        from kibitz.envs.gymnasium import SeatEnv
        from kibitz.envs.interface import LearnerInterface
    except ModuleNotFoundError as problem:
        raise _without(problem, "a Gymnasium environment", "envs") from problem
    return SeatEnv(LearnerInterface(game, actions, grid, max_plies, render_mode), opponents, seat, illegal_reward)


def openspiel_game(game: Game | str, *, actions: int | None = None, max_plies: int = MOST_PLIES) -> "SharedGame":
    """A game, or the spec of one, as a `pyspiel.Game`, registered there under a name that begins with `kibitz_`.

    `pyspiel.load_game` knows that name from then on, in this process. `actions` is as in `pettingzoo_env`. A game that is not
    over after `max_plies` plies ends there, with what moves have brought. Raises EnvError, and what `kibitz.load` raises.
    """
    try:
        from kibitz.envs.openspiel import share
    except ModuleNotFoundError as problem:
        raise _without(problem, "a game of OpenSpiel", "openspiel") from problem
    return share(game, actions, max_plies)


def openspiel_bot(player: Player | str | Callable[..., Any], seed: int | None = None) -> "PlayerBot":
    """A player as a `pyspiel.Bot`, for games of `openspiel_game` and for the games of OpenSpiel that kibitz plays.

    Raises PlayerError for an unknown player; asked to move, the bot raises what the player raises.
    """
    try:
        from kibitz.envs.openspiel import PlayerBot
    except ModuleNotFoundError as problem:
        raise _without(problem, "a bot of OpenSpiel", "openspiel") from problem
    return PlayerBot(player, seed)


def openspiel_position(source: Any, game: Game | str | None = None) -> Position:
    """The position of a `pyspiel.State`, with the moves that led there; of a struct or a trajectory's last state; or of the
    text that `pyspiel.serialize_game_and_state` writes of a state.

    A game of OpenSpiel is the game `openspiel:NAME` here. `game`: that of a struct, if it is not the one without parameters,
    or of the dictionary or the JSON text of one. A state that was set up, from a FEN or a struct, has no moves before it.
    Raises EnvError for anything else, GameError for a game that kibitz cannot play, MoveError for a text with an illegal move.
    """
    try:
        from kibitz.envs.openspiel_states import position_of
    except ModuleNotFoundError as problem:
        raise _without(problem, "a state of OpenSpiel", "openspiel") from problem
    return position_of(source, game)


def openspiel_state(position: Position) -> Any:
    """The `pyspiel.State` of a position, with its history.

    Its game is OpenSpiel's own for `openspiel:NAME`, else that of `openspiel_game`. Raises EnvError for a position
    that its moves do not lead to.
    """
    try:
        from kibitz.envs.openspiel_states import state_of
    except ModuleNotFoundError as problem:
        raise _without(problem, "a state of OpenSpiel", "openspiel") from problem
    return state_of(position)


def _without(problem: ModuleNotFoundError, what: str, extra: str) -> Exception:
    """The error for a missing module: a sentence, if a library for environments is missing."""
    missing = (problem.name or "").partition(".")[0]
    if missing in {"pettingzoo", "gymnasium", "pyspiel", "open_spiel"}:
        return EnvError(INSTALL.format(what, extra))
    return problem
