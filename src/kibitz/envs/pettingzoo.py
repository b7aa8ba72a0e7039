"""A game for any number of players as a PettingZoo environment, in which agents step one after the other (AEC)."""

from typing import Any

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv

from kibitz.core.registry import spec_of
from kibitz.envs.episode import Episode, Rewards
from kibitz.envs.interface import RENDER_MODES, LearnerInterface, Observation, require_episode
from kibitz.errors import EnvError
from kibitz.position import Position


class TurnEnv(AECEnv[str, Observation, Any]):
    """An agent for each player, `player_0` the first; who is to move is `agent_selection`.

    An observation is a dict: "observation", the state as an array, the same for all agents, and "action_mask", which has ones
    only for the agent that is to move. An action that is not legal raises IllegalMove; PettingZoo has wrappers for learners
    that try any. Where dice or cards decide, the environment throws them. Rewards come with moves that bring something, and
    when the game is over: they add up to the payoffs.
    """

    def __init__(self, interface: LearnerInterface) -> None:
        super().__init__()
        self.interface, self.render_mode = interface, interface.render_mode
        self.metadata = {"name": spec_of(interface.game), "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(interface.game.players)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, Space[Any]] = {name: interface.observation_space() for name in self.possible_agents}
        self.action_spaces: dict[str, Space[Any]] = {name: interface.action_space() for name in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._episode: Episode | None = None

    @property
    def position(self) -> Position:
        """Where the game stands; EnvError before the first `reset`."""
        return require_episode(self._episode).position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. `seed`: how the dice of this game and of those after it fall; None goes on with the seed before."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._episode = self.interface.begin(self._seeds)
        self.agents = self.possible_agents[:]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection: str | None = None
        self._settle(self._episode, self._episode.opening)

    def step(self, action: Any) -> None:
        """Makes the move that an action of `agent_selection` stands for; an agent whose game is over takes None."""
        episode, agent = require_episode(self._episode), self.agent_selection
        if not self.agents:
            raise EnvError("the game is over: call reset() for another")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = episode.play(self.interface.actions.move(episode.position, action))
        self._cumulative_rewards[agent] = 0.0
        self._settle(episode, gained)

    def _settle(self, episode: Episode, gained: Rewards) -> None:
        """Notes what each player has got, whether that was all, and whose turn it is."""
        self.rewards = dict(zip(self.agents, gained, strict=True))
        self.terminations = dict.fromkeys(self.agents, episode.position.is_over)
        self.truncations = dict.fromkeys(self.agents, episode.truncated)
        self.agent_selection = self.possible_agents[max(0, episode.position.to_move)]
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent: the state, and its legal actions if it is to move."""
        return self.interface.observe(require_episode(self._episode), self.possible_agents.index(agent))

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of the observations of an agent, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of the actions of an agent, the same object each time."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The board as text, in the render mode "ansi"."""
        return self.interface.render(require_episode(self._episode))

    def close(self) -> None:
        """Nothing is held that must be given back."""
