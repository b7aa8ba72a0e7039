"""Play a game in the terminal, against the computer or other people, or watch."""

import click

from kibitz import registry
from kibitz.cli import _moves, _options
from kibitz.cli._ask import Gone
from kibitz.cli._chooser import STRONGEST, choose_game
from kibitz.cli._seats import seats, sides
from kibitz.cli._table import Table
from kibitz.players import HUMAN
from kibitz.rules import Game

KINDS = ", ".join([HUMAN, *registry.names("players"), *registry.names("search")])
SAMPLE = "minimax:depth=3, computer:level=4; or FILE.py:FUNCTION, one of your own"


@click.command(epilog="Example: kibitz play tic_tac_toe --start me --level 10")
@_options.optional_game
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--first", metavar="PLAYER", help=f"Of two, who plays first: {KINDS}, with settings: {SAMPLE}.")
@click.option("--second", metavar="PLAYER", help="Of two, who plays second.")
@click.option("--start", type=click.Choice(["me", "computer"]), help="Who has the first move, you or the computer.")
@click.option("--level", type=click.IntRange(1, STRONGEST), metavar="1..10", help="The computer's strength; 10 is all it can.")
@click.option("--seed", type=int, metavar="N", help="Makes the dice, and players that throw some, fall the same again.")
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

    A PLAYER for each seat, in the order of their turns: kibitz play trio human greedy computer:level=3. With
    two, --first and --second say the same. The dice of a game are thrown for you.
    """
    try:
        game = game or choose_game()
        position = _moves.after(game, moves)
        taken = seats(sides(game, players, first, second, start), level, seed)
        Table(position, taken, seed).play()
    except Gone as farewell:
        click.echo(str(farewell))
