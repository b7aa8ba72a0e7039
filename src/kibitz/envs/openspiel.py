"""Games of kibitz as Python games of OpenSpiel, and players of kibitz as its bots."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from kibitz.arena.play import choose_move
from kibitz.core.best_result import best_result, payoff_limits
from kibitz.core.registry import as_game, load, spec_of
from kibitz.core.rules import Game, says
from kibitz.envs.actions import NUMBERED, ActionNumbers
from kibitz.envs.episode import MOST_PLIES, Earnings, Rewards, check_plies
from kibitz.envs.observations import StateEncoder
from kibitz.errors import EnvError
from kibitz.games.openspiel import LENT, OpenSpiel
from kibitz.players import Player, admit, as_player, prepare
from kibitz.position import Position

ANY_UTILITY = float(1 << 53)  # where rules do not say how much can be won
_shared: dict[str, "SharedGame"] = {}


class SharedRules:
    """A game as OpenSpiel has to know it: its actions, its observations, its `GameType` and its `GameInfo`."""

    def __init__(self, game: Game, actions: int | None, max_plies: int) -> None:
        self.game, self.max_plies = game, check_plies(max_plies)
        self.actions, self.encoder = ActionNumbers(game, actions), StateEncoder(game)
        is_duel, throws_dice = says(game, "result"), says(game, "chances")
        sort = pyspiel.GameType
        self.type = sort(
            short_name=_short_name(game, actions, max_plies),
            long_name=f"{spec_of(game)}, by the rules of kibitz",
            dynamics=sort.Dynamics.SEQUENTIAL,
            chance_mode=sort.ChanceMode.EXPLICIT_STOCHASTIC if throws_dice else sort.ChanceMode.DETERMINISTIC,
            information=sort.Information.PERFECT_INFORMATION,
            utility=sort.Utility.ZERO_SUM if is_duel else sort.Utility.GENERAL_SUM,
            reward_model=sort.RewardModel.REWARDS if says(game, "reward") else sort.RewardModel.TERMINAL,
            max_num_players=game.players,
            min_num_players=game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        least, most = _utilities(game)
        self.info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=NUMBERED if throws_dice else 0,
            num_players=game.players,
            min_utility=least,
            max_utility=most,
            utility_sum=0.0 if is_duel else None,
            max_game_length=max_plies,
        )


class SharedGame(pyspiel.Game):
    """A game of kibitz in OpenSpiel. `rules` are what it is made of."""

    def __init__(self, rules: SharedRules) -> None:
        super().__init__(rules.type, rules.info, {})
        self.rules = rules

    def new_initial_state(self, state: Any = None) -> "SharedState":
        """The state in which the game begins; there is no other to begin with."""
        if state is not None:
            raise EnvError(f"{spec_of(self.rules.game)} begins with its own start: apply the moves that lead to another state")
        return SharedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observer that makes tensors and texts of states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return StateObserver(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


@dataclass(frozen=True)
class Moment:
    """A position, and what the players have got on the way. It never changes, and so a copy of it is the same.

    Written to a file, as the library does with a state, it is the name of the game and the moves.
    """

    rules: SharedRules
    position: Position
    earnings: Earnings
    gained: Rewards

    def __deepcopy__(self, memo: object) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return replay, (self.rules.type.short_name, self.position.moves)

    def after(self, move: int) -> "Moment":
        """The moment after a move, or after what chance has brought."""
        now = self.position.play(move)
        earnings, gained = self.earnings.after(self.position, move, now)
        return Moment(self.rules, now, earnings, gained)


def first_moment(rules: SharedRules) -> Moment:
    """The start of a game."""
    earnings = Earnings(rules.game)
    return Moment(rules, Position.after(rules.game), earnings, earnings.paid)


def replay(name: str, moves: tuple[int, ...]) -> Moment:
    """The moment after moves of the game that is shared under a name; EnvError where none is."""
    if name not in _shared:
        raise EnvError(f"there is no {name} here yet: call openspiel_game first")
    moment = first_moment(_shared[name].rules)
    for move in moves:
        moment = moment.after(move)
    return moment


class SharedState(pyspiel.State):
    """A position in OpenSpiel. Where chance decides, an action is the place of an outcome among all of them."""

    def __init__(self, game: SharedGame) -> None:
        super().__init__(game)
        self._moment = first_moment(game.rules)

    @property
    def position(self) -> Position:
        """The position of kibitz."""
        return self._moment.position

    @property
    def actions(self) -> ActionNumbers:
        """How moves are numbered."""
        return self._moment.rules.actions

    def is_terminal(self) -> bool:
        """Whether the game is over, or has lasted as long as it may."""
        return self.position.is_over or len(self.position.moves) >= self._moment.rules.max_plies

    def current_player(self) -> Any:
        """The player to move, from 0; or chance, or nobody."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.position.is_chance else self.position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.actions.of(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities."""
        weights = [weight for _, weight in self.position.chances()]
        if len(weights) > NUMBERED:
            raise EnvError(f"{spec_of(self.position.game)} has {len(weights)} outcomes here, and there may be {NUMBERED}")
        return [(place, weight / sum(weights)) for place, weight in enumerate(weights)]

    def _move(self, action: int) -> int:
        return self.position.legal()[action] if self.position.is_chance else self.actions.move(self.position, action)

    def _apply_action(self, action: int) -> None:
        self._moment = self._moment.after(self._move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.name(self._move(action))

    def returns(self) -> list[float]:
        """The earnings of each player so far."""
        return list(self._moment.earnings.paid)

    def rewards(self) -> list[float]:
        """The rewards of the last move for each player."""
        return list(self._moment.gained)

    def __str__(self) -> str:
        return self.position.draw()


class StateObserver:
    """A state as a tensor of 32-bit floats: the array of `kibitz.envs.observations`, laid out in one row."""

    def __init__(self, rules: SharedRules) -> None:
        self._encoder = rules.encoder
        self.tensor = np.zeros(int(np.prod(rules.encoder.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(rules.encoder.shape)}

    def set_from(self, state: SharedState, player: int) -> None:
        """Fill the tensor from a state."""
        self.tensor[:] = self._encoder.encode(state.position).ravel()

    def string_from(self, state: SharedState, player: int) -> str:
        """The state as text."""
        return str(state)


def share(game: Game | str, actions: int | None, max_plies: int) -> SharedGame:
    """The game of OpenSpiel, registered when it is first asked for."""
    game = as_game(game)
    name = _short_name(game, actions, max_plies)
    if name not in _shared:
        rules = SharedRules(game, actions, max_plies)

        class LoadedGame(SharedGame):
            """The game that OpenSpiel makes when it loads this name."""

            def __init__(self, params: Any = None) -> None:
                super().__init__(rules)

        pyspiel.register_game(rules.type, LoadedGame)
        _shared[name] = LoadedGame()
    if _shared[name].rules.game != game:
        raise EnvError(f"OpenSpiel holds another game as {name} already: a game without a spec of its own can be there once")
    return _shared[name]


class PlayerBot(pyspiel.Bot):
    """A player that OpenSpiel asks for actions."""

    def __init__(self, player: Player | str | Callable[..., Any], seed: int | None = None) -> None:
        super().__init__()
        self.player = as_player(player, seed)
        self._game: Game | None = None

    def step(self, state: Any) -> int:
        """The action of the player in a state in which it is to move."""
        shares = isinstance(state, SharedState)
        position = state.position if shares else position_at(state, self._game)
        if self._game != position.game:
            admit([self.player], position.game)
            prepare([self.player], position.game)
            self._game = position.game
        move = choose_move(self.player, position)
        return state.actions.action(position, move) if shares else move

    def restart_at(self, state: Any) -> None:
        """Nothing: a player looks at the position that it is shown."""


def position_at(state: Any, game: Game | None = None) -> Position:
    """The position of a state of OpenSpiel's own games: with its moves, unless these do not lead to it from the start.

    `game`: one that it may be of.
    """
    spec = f"openspiel:{str(state.get_game()).removesuffix('()')}"
    game = game if game is not None and spec_of(game) == spec else load(spec)
    assert isinstance(game, OpenSpiel)
    adopted = game.adopt(state)
    return Position.after(game, state.history()) if adopted is None else Position(game, adopted)


def _short_name(game: Game, actions: int | None, max_plies: int) -> str:
    """OpenSpiel's name for a game: its spec if it is a single word, else a word with a few letters added."""
    spec = spec_of(game)
    word = re.sub(r"\W+", "_", spec)[-40:]
    if word == spec and actions is None and max_plies == MOST_PLIES:
        return f"{LENT}{word}"
    return f"{LENT}{word}_{hashlib.sha256(f'{spec} {actions} {max_plies}'.encode()).hexdigest()[:8]}"


def _utilities(game: Game) -> tuple[float, float]:
    """The least and the most that a player can get, as far as the rules say."""
    if says(game, "result"):
        best = best_result(game)
        most = ANY_UTILITY if best is None else float(best)
        return -most, most
    limits = payoff_limits(game)
    if limits is None:
        return -ANY_UTILITY, ANY_UTILITY
    least, together = limits
    return float(least), float(together - least * (game.players - 1))
