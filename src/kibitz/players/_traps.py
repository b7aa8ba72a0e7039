"""The traps of a position, asked for by name: `kibitz.traps("tic_tac_toe", model="greedy")`."""

from kibitz.players._opponent import WARM, opponent
from kibitz.players._trapper import Trap, Trapper
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game
from kibitz.thought import Limit


def traps(
    game: Game | Position | str,
    *,
    model: str = "uniform",
    limit: Limit = Limit(),
    margin: float = 0.0,
    ahead: int = 2,
    temperature: float = WARM,
    seed: int = 0,
) -> tuple[Trap, ...]:
    """Every legal move of a position with what it does to an opponent who errs, the one to choose against such a one first.

    `game`: a position, or a game at its start. `model`: `uniform`, `soft` with its `temperature`, or any player, made with
    `seed`. `limit`: for the search of the position and of each looked at after it; without one they are solved. `margin`: how
    much less than the best, in units of the result, a move may be worth and still be chosen. `ahead`: how many of the
    opponent's replies are foreseen. Raises SearchError for a game that is not for two, or has dice; PlayerError for a model.
    """
    position = game if isinstance(game, Position) else Position.after(load(game) if isinstance(game, str) else game)
    return Trapper(opponent(model, temperature, seed), limit, margin, ahead).traps(position)
