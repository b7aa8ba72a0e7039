"""A game as a Gymnasium environment for one player, against players of kibitz."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
from gymnasium.spaces import Space

from kibitz.arena.play import choose_move
from kibitz.core.laws import is_int, short_repr
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.envs.episode import Episode
from kibitz.envs.interface import RENDER_MODES, SEEDS, LearnerInterface, Observation, require_episode
from kibitz.errors import EnvError, IllegalMove, PlayerError
from kibitz.players import Player, admit, as_player, prepare
from kibitz.position import Position

Opponent = Player | str | Callable[..., Any]


class SeatEnv(gymnasium.Env[Observation, Any]):
    """A step is a move of the player in the seat, and all that the others and the dice do until it is to move again.

    An observation is a dict: "observation", the state as an array, and "action_mask". The reward of a step is what the seat has
    got since the step before: all together they are its payoff. `info` holds the `seat` and, after an action that is not legal,
    `illegal`, a sentence about it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        interface: LearnerInterface,
        opponents: Opponent | Sequence[Opponent],
        seat: int | None,
        illegal_reward: float | None,
    ) -> None:
        game = interface.game
        if seat is not None and not (is_int(seat) and 0 <= seat < game.players):
            raise EnvError(f"there is no seat {short_repr(seat)} in {spec_of(game)}: write 0 to {game.players - 1}, or None")
        self.interface, self.render_mode = interface, interface.render_mode
        self.observation_space: Space[Any] = interface.observation_space()
        self.action_space: Space[Any] = interface.action_space()
        self._opponents = _for_each(game, opponents)
        admit([as_player(opponent, 0) for opponent in self._opponents], game)
        self._fixed_seat, self._illegal_reward = seat, illegal_reward
        self.seat = seat or 0
        self._episode: Episode | None = None
        self._players: dict[int, Player] = {}
        self._gained, self._is_closed = 0.0, False

    @property
    def position(self) -> Position:
        """Where the game stands; EnvError before the first `reset`."""
        return require_episode(self._episode).position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the others move until the seat is to move. `seed`: for all dice, and for the players."""
        super().reset(seed=seed)
        game, seeds = self.interface.game, self.np_random
        self.seat = int(seeds.integers(game.players)) if self._fixed_seat is None else self._fixed_seat
        episode = self._episode = self.interface.begin(seeds)
        others = [seat for seat in range(game.players) if seat != self.seat]
        players = [as_player(opponent, int(seeds.integers(SEEDS))) for opponent in self._opponents]
        self._players = dict(zip(others, players, strict=True))
        prepare(players, game)
        self._gained, self._is_closed = episode.opening[self.seat], False
        self._let_others_move(episode)
        return self.interface.observe(episode, self.seat), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes the move that an action stands for, and lets the others answer; EnvError once the game is over."""
        episode, info = require_episode(self._episode), {"seat": self.seat}
        if self._is_closed:
            raise EnvError("the game is over: call reset() for another")
        if episode.is_running:
            try:
                move = self.interface.actions.move(episode.position, action)
            except IllegalMove as problem:
                if self._illegal_reward is None:
                    raise
                self._is_closed = True
                illegal = info | {"illegal": str(problem)}
                return self.interface.observe(episode, self.seat), self._illegal_reward, True, False, illegal
            self._gained += episode.play(move)[self.seat]
            self._let_others_move(episode)
        reward, self._gained = self._gained, 0.0
        self._is_closed = not episode.is_running
        return self.interface.observe(episode, self.seat), reward, episode.position.is_over, episode.truncated, info

    def _let_others_move(self, episode: Episode) -> None:
        while episode.is_running and episode.position.to_move != self.seat:
            move = choose_move(self._players[episode.position.to_move], episode.position)
            self._gained += episode.play(move)[self.seat]

    def render(self) -> Any:
        """The board as text, in the render mode "ansi"."""
        return self.interface.render(require_episode(self._episode))


def _for_each(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """The players of all other seats, one for each."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * (game.players - 1)
    if len(opponents) != game.players - 1:
        raise PlayerError(f"{spec_of(game)} has {game.players - 1} other seats, but {len(opponents)} opponents came")
    return list(opponents)
