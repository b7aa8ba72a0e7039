"""Grade what students hand in: rules, minimax and alpha-beta, players."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json
from kibitz.core.registry import load
from kibitz.players import player as make_player


@click.command(
    epilog="""\b
Examples:
  kibitz grade alice.py bob.py
  kibitz grade submissions/*.py --game connect_four --against minimax:depth=2 --json"""
)
@click.argument("submissions", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--game", default="tic_tac_toe", metavar="GAME", help="What searches and players are tried on (tic_tac_toe).")
@click.option("--against", default="minimax:depth=2", metavar="PLAYER", help="Whom the players meet (minimax:depth=2).")
@click.option("--games", type=click.IntRange(0, 10_000), default=20, metavar="N", help="How many games each, in pairs (20).")
@click.option("--time", type=_options.seconds, default=10.0, metavar="SECONDS", help="For each part, and for a move (10).")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, metavar="N", help="Where all dice come from (1).")
@_options.as_json
def command(submissions: tuple[Path, ...], game: str, against: str, games: int, time: float, seed: int, as_json: bool) -> None:
    """Grade each FILE that a student hands in, and print one table.

    A class that is a Game has to keep the laws of `kibitz check`. Functions minimax(game, state, max_moves) and
    alphabeta(game, state, alpha, beta, max_moves) have to look at the same nodes as the book's, in the same order, and return
    the same values; the first node that differs is named. The first function of a position plays pairs of games against PLAYER.
    Each part runs in a process of its own, with limits on time and memory, but as you: grade strangers' files in a container.
    Exit code 1 if a submission failed. Ctrl-C ends with the files graded so far.
    """
    from kibitz.grading.grade import Grade, GradeOrder, grade, table

    load(game)
    make_player(against)
    order = GradeOrder(game, against, games + games % 2, time, seed)
    grades: list[Grade] = []
    with Progress(lambda: f"{len(grades)} of {len(submissions)} files").display() as display:
        try:
            for file in submissions:
                with display.busy(f"grading {file.name}"):
                    grades.append(grade(file, order))
        except KeyboardInterrupt:
            click.echo(f"Ended early: {len(submissions) - len(grades)} of {len(submissions)} files are not graded.", err=True)
    if as_json:
        write_json({"game": game, "against": against, "grades": [one.as_json() for one in grades]})
    elif grades:
        click.echo(table(grades))
    if len(grades) < len(submissions):
        raise click.Abort
    if not all(one.passed for one in grades):
        raise click.exceptions.Exit(1)
