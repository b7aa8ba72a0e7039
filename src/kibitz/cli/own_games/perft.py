"""Count the move sequences of a given length: the standard test of a game's rules."""

import time
from functools import partial

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import write_json
from kibitz.core.recurrence import without_past
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, legal, name_move, play_move


@click.command(epilog="Example: kibitz perft tic_tac_toe --depth 9 --divide")
@_options.game
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="The length in plies.")
@click.option("--divide", is_flag=True, help="Also the count below each first move.")
@_options.moves
@_options.as_json
def command(game: Game, depth: int, divide: bool, moves: str, as_json: bool) -> None:
    """Count the legal sequences of exactly N moves; games that end earlier are not counted.

    Two programs that know the same rules count the same. What was on the board before is not looked at.
    """
    position = _options.tried_position(game, moves)
    below: dict[str, int] = {}
    with Progress().display() as progress, progress.busy("counting"):
        from kibitz.search.perft import perft

        interruptible(partial(perft, game, position.state, 0))  # compiles or loads, which is not what is timed
        began = time.perf_counter()
        if divide and depth > 0:
            state = without_past(position.state)
            for move in legal(game, state):
                after = without_past(play_move(game, state, move))
                below[name_move(game, state, move)] = interruptible(partial(perft, game, after, depth - 1))
            leaves = sum(below.values())
        else:
            leaves = interruptible(partial(perft, game, position.state, depth))
        seconds = time.perf_counter() - began
    if as_json:
        facts = {"game": spec_of(game), "depth": depth, "leaves": leaves, "seconds": seconds}
        write_json(facts | ({"divide": below} if divide else {}))
        return
    if divide:
        width = max(map(len, below), default=0)
        for name, count in below.items():
            click.echo(f"{name:<{width}}  {count:>15,}")
    click.echo(f"{leaves:,} sequences of {depth} moves, {seconds:.3f} s, {leaves / seconds:,.0f} a second")
