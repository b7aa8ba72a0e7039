"""How much there is to win in a game, and how many moves there are: by the rules, else as some random games show."""

import random

from kibitz.core.best_result import best_result, payoff_limits
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game, is_forbidden, offered_by_rules, says
from kibitz.position import Position

SAMPLE, LONGEST_SAMPLE = 40, 1000  # games, and plies of each, which say how much there is to win where the rules do not
SAMPLE_OF_MOVES = 4  # games that say how many moves there are, ...
ENOUGH_PLIES = 200  # ... or fewer, if so many plies in a row brought no new move
LEAST_TABLE, LARGEST_TABLE = 4, 10  # of the number of places in a table of move averages, as powers of two


def prepare_playouts(game: Game) -> None:
    """Find all of it out beforehand: it takes a while, which is not for thinking."""
    payoff_range(game)
    table_bits(game)


@remembered(32)
def payoff_range(game: Game) -> tuple[float, float, bool]:
    """The least and the most that a player gets: by the rules, else as met in some random games; and which of both."""
    limits = payoff_limits(game) if says(game, "payoffs") else None
    most = best_result(game) if says(game, "result") else None
    if most is not None:
        return -float(most), float(most), True
    if limits is not None:
        least, together = limits
        return float(least), float(max(together - least * (game.players - 1), least + 1)), True
    dice, met = random.Random(0), [0.0]
    for _ in range(SAMPLE):
        position = Position.after(game, [])
        while not position.is_over and len(position.moves) < LONGEST_SAMPLE:
            position = position.play(dice.choice(position.legal()))
        met += position.payoffs or ()
    return min(met), max(max(met), min(met) + 1), False


@remembered(32)
def table_bits(game: Game) -> int:
    """How many places a table of move averages needs, as a power of two, so that few moves of a game are left out."""
    dice, met, fruitless = random.Random(0), set[tuple[int, int]](), 0
    for _ in range(SAMPLE_OF_MOVES):
        position = Position.after(game, [])
        while not position.is_over and len(met).bit_length() < LARGEST_TABLE and fruitless < ENOUGH_PLIES:
            before = len(met)
            moves = offered_by_rules(game, position.state)  # repetition aside, for looking at that takes most of the time
            met |= {(position.to_move, move) for move in moves}
            fruitless = fruitless + 1 if len(met) == before else 0
            move = dice.choice(moves)
            position = position.play(dice.choice(position.legal()) if is_forbidden(game, position.state, move) else move)
    return min(LARGEST_TABLE, max(LEAST_TABLE, len(met).bit_length()))
