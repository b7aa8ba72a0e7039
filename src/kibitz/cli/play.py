"""Play a game in the terminal, against the computer or another person, or watch."""

import click

from kibitz import registry
from kibitz.cli import _options
from kibitz.cli._ask import Gone
from kibitz.cli._chooser import COMPUTER, STRONGEST, choose_beginner, choose_game, choose_level
from kibitz.cli._table import Seat, Table
from kibitz.players import HUMAN
from kibitz.position import Position
from kibitz.rules import Game

KINDS = ", ".join([HUMAN, *registry.names("players"), *registry.names("search")])
SAMPLE = "minimax:depth=3, deepening:level=4"


@click.command(epilog="Example: kibitz play tic_tac_toe --start me --level 10")
@_options.optional_game
@click.argument("players", nargs=-1, metavar="[FIRST [SECOND]]")
@click.option("--first", metavar="PLAYER", help=f"Who plays first: {KINDS}, with settings: {SAMPLE}.")
@click.option("--second", metavar="PLAYER", help="Who plays second.")
@click.option("--start", type=click.Choice(["me", "computer"]), help="Who has the first move, you or the computer.")
@click.option("--level", type=click.IntRange(1, STRONGEST), metavar="1..10", help="The computer's strength; 10 is all it can.")
@click.option("--seed", type=int, metavar="N", help="Makes players that throw dice play the same again.")
@_options.moves
def command(
    game: Game | None,
    players: tuple[str, ...],
    first: str | None,
    second: str | None,
    start: str | None,
    level: int | None,
    seed: int | None,
    moves: str,
) -> None:
    """Play GAME in the terminal. What is not said here is asked: the game, who begins, how strong the computer is.

    FIRST and SECOND are players; --first and --second say the same.
    """
    if len(players) > 2:
        raise click.UsageError(f"{len(players)} players are too many: two play")
    for given, option in zip(players, (first, second), strict=False):
        if option is not None:
            raise click.UsageError(f"{given} and {option} cannot both sit on one side: name each side once")
    first, second = (*players[:1], first)[0], (*players[1:], second)[0]
    try:
        game = game or choose_game()
        position = Position.after(game, moves)
        Table(position, _seats(_sides(first, second, start), level, seed)).play()
    except Gone as farewell:
        click.echo(str(farewell))


def _sides(first: str | None, second: str | None, start: str | None) -> tuple[str, str]:
    """Who sits where, each a PLAYER, HUMAN or COMPUTER; asks when nothing was said."""
    if start is not None:
        if first or second:
            raise click.UsageError("--start and the names of players both say who begins: give one of them")
        return (HUMAN, COMPUTER) if start == "me" else (COMPUTER, HUMAN)
    if first is None and second is None:
        return choose_beginner()
    return first or _opponent(second), second or _opponent(first)


def _opponent(named: str | None) -> str:
    return COMPUTER if named == HUMAN else HUMAN


def _seats(sides: tuple[str, str], level: int | None, seed: int | None) -> list[Seat]:
    """The sides as seats: the computer plays at `level`, which is asked for if need be."""
    if COMPUTER in sides:
        level = level or choose_level()
    elif level is not None:
        raise click.UsageError("--level is the computer's strength, and it does not play here: leave it out")
    computer = f"computer, level {level}"
    seats = []
    for number, side in enumerate(sides):
        dice = None if seed is None else seed + number
        seats.append(Seat.taken(f"deepening:level={level}", dice, computer) if side == COMPUTER else Seat.taken(side, dice))
    return seats
