"""One game in play for an environment: seeded dice, and the rewards of each step."""

from kibitz.arena.play import Dice
from kibitz.core.laws import is_int, short_repr
from kibitz.core.rules import Game, reward_of, says
from kibitz.errors import EnvError
from kibitz.position import Position

MOST_PLIES = 10_000  # many times what any game of the house lasts
Rewards = tuple[float, ...]  # one for each player, first player first


class Earnings:
    """Each player's earnings so far: rewards of moves and, when the game is over, the rest of its payoff.

    The sum is the payoff.
    """

    def __init__(self, game: Game, paid: Rewards | None = None) -> None:
        self._game = game
        self.paid = paid or (0.0,) * game.players

    def after(self, before: Position, move: int, now: Position) -> tuple["Earnings", Rewards]:
        """The earnings after a legal move, or after what chance has brought, and what it brought each player."""
        gains = [0.0] * self._game.players
        if says(self._game, "reward") and not before.is_chance:
            gains = [-float(reward_of(self._game, before.state, move))] * self._game.players
            gains[before.to_move] *= -1
        if now.payoffs is not None:
            gains = [payoff - paid for payoff, paid in zip(now.payoffs, self.paid, strict=True)]
        paid = tuple(one + more for one, more in zip(self.paid, gains, strict=True))
        return Earnings(self._game, paid), tuple(map(float, gains))


class Episode:
    """A game from its start. `position` is one where a player is to move, or the end: chance has decided before."""

    def __init__(self, game: Game, seed: int, max_plies: int) -> None:
        """`seed`: how dice and cards fall. After `max_plies` plies the game is `truncated`, if it is not over."""
        self._dice, self._max_plies = Dice(seed), max_plies
        self._earnings = Earnings(game)
        self.position = Position.after(game)
        self.opening: Rewards = self._throw()
        """What each player got before anybody has moved: nothing, unless dice alone have ended the game."""

    @property
    def truncated(self) -> bool:
        """Whether the game was left because it has lasted too long."""
        return not self.position.is_over and len(self.position.moves) >= self._max_plies

    @property
    def is_running(self) -> bool:
        """Whether a player is to move."""
        return not self.position.is_over and not self.truncated

    def play(self, move: int) -> Rewards:
        """Makes a legal move, and throws the dice after it; what that has brought each player."""
        gained = self._advance(move)
        return tuple(one + more for one, more in zip(gained, self._throw(), strict=True))

    def _throw(self) -> Rewards:
        gained: Rewards = (0.0,) * self.position.game.players
        while self.position.is_chance:
            more = self._advance(self._dice.throw(self.position))
            gained = tuple(one + another for one, another in zip(gained, more, strict=True))
        return gained

    def _advance(self, move: int) -> Rewards:
        before, self.position = self.position, self.position.play(move)
        self._earnings, gained = self._earnings.after(before, move, self.position)
        return gained


def check_plies(max_plies: int) -> int:
    """The most plies of a game; EnvError unless it is a whole number from 1."""
    if not is_int(max_plies) or max_plies < 1:
        raise EnvError(f"max_plies={short_repr(max_plies)} does not fit: write a whole number from 1 up")
    return max_plies
