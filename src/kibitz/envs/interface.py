"""The interface that every environment of a game shares: spaces, observations, start and rendering."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from kibitz.core.laws import short_repr
from kibitz.core.registry import as_game
from kibitz.core.rules import Game
from kibitz.envs.actions import ActionNumbers
from kibitz.envs.episode import Episode, check_plies
from kibitz.envs.observations import StateEncoder
from kibitz.errors import EnvError

SEEDS = 1 << 31
RENDER_MODES = ["ansi"]
Observation = dict[str, Any]
"""The "observation", a state as an array, and the "action_mask"."""


class LearnerInterface:
    """A game as learners see it. The parameters are those of `kibitz.envs.pettingzoo_env`."""

    def __init__(
        self, game: Game | str, actions: int | None, grid: tuple[int, int] | None, max_plies: int, render_mode: str | None
    ) -> None:
        """Raises EnvError for what does not fit."""
        self.game = as_game(game)
        self.actions = ActionNumbers(self.game, actions)
        self.encoder = StateEncoder(self.game, grid)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EnvError(f"there is no render mode {short_repr(render_mode)}: there is {RENDER_MODES[0]!r}, or None")
        self.max_plies, self.render_mode = check_plies(max_plies), render_mode

    def observation_space(self) -> Dict:
        """A new space of the observations."""
        seen = Box(np.zeros(self.encoder.shape, np.int64), self.encoder.largest, dtype=np.int64)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (self.actions.size,), np.int8)})

    def action_space(self) -> Discrete:
        """A new space of the actions."""
        return Discrete(self.actions.size)

    def begin(self, seeds: np.random.Generator) -> Episode:
        """A game whose dice fall by the next of the seeds."""
        return Episode(self.game, int(seeds.integers(SEEDS)), self.max_plies)

    def observe(self, episode: Episode, seat: int) -> Observation:
        """The observation of the player in a seat: the state, and its legal actions if it is to move."""
        position = episode.position
        is_asked = episode.is_running and position.to_move == seat
        mask = self.actions.mask(position) if is_asked else np.zeros(self.actions.size, np.int8)
        return {"observation": self.encoder.encode(position), "action_mask": mask}

    def render(self, episode: Episode) -> str | None:
        """The board as text, in the render mode "ansi"."""
        return episode.position.draw() if self.render_mode == "ansi" else None


def require_episode(episode: Episode | None) -> Episode:
    """The game in play; EnvError before the first."""
    if episode is None:
        raise EnvError("no game has begun: call reset() first")
    return episode
