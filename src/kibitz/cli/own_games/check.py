"""Look for mistakes in the rules of a game: the smallest line of play that shows each."""

import contextlib
import sys
from dataclasses import replace

import click

from kibitz.checking.report import Problem, Report
from kibitz.cli import options as _options
from kibitz.cli.app import DONE, NO
from kibitz.cli.progress import Progress
from kibitz.cli.terminal import write_json
from kibitz.core import registry

TOO_LITTLE = 3  # the exit code where no law is broken in what was seen, and that is little


@click.command(epilog="Example: kibitz check ./my_game.py")
@click.argument("spec", metavar="GAME", shell_complete=_options.game_names)
@click.option("--seed", type=int, default=0, metavar="N", help="Chooses the random games (0).")
@click.option(
    "--time",
    "seconds",
    type=_options.seconds,
    default=10.0,
    metavar="SECONDS",
    help="How long to look at most; compiling comes on top (10).",
)
@click.option("--allow-plain", is_flag=True, help="Accept rules that do not compile.")
@_options.as_json
def command(spec: str, seed: int, seconds: float, allow_plain: bool, as_json: bool) -> int:
    """Look for mistakes in the rules of a game, and in what its knowledge says.

    Goes through the game from the start, nearest positions first, then plays random games, and holds all it sees against
    the laws of good rules. Each law that is broken is shown with the smallest line of play found; exit code 1. More --time
    looks at more positions; where too little was seen to say that the laws are kept the exit code is 3. It also says what
    random games look like: whether they are as meant no law can tell.
    """
    game = registry.load(spec)
    with Progress().display() as progress, progress.busy("checking"), contextlib.redirect_stdout(sys.stderr):  # rules may print
        from kibitz.checking import check

        report = check(game, seed=seed, seconds=seconds, allow_plain=allow_plain)
    if as_json:
        write_json(report.to_json())
    else:
        _tell(replace(report, game=spec))  # as it was written: no folder that nobody asked about
    return NO if not report.ok else DONE if report.enough else TOO_LITTLE


def _tell(report: Report) -> None:
    for problem in report.problems:
        click.echo(_describe_problem(problem))
    for sentence in (*(report.sample.sentences() if report.sample else ()), *report.notes):
        click.echo(sentence)
    colour = "red" if not report.ok else "green" if report.enough else "yellow"
    click.echo(click.style(report.summary(), fg=colour))


def _describe_problem(problem: Problem) -> str:
    rows = [
        click.style(problem.law, fg="red", bold=True),
        f"  The law:        {problem.sentence}",
        f"  The moves:      {' '.join(problem.moves) or 'none: it is so at the start'}",
        *(f"    {row}" for row in problem.board.splitlines()),
        f"  What is wrong:  {problem.message}",
        *([f"  Where:          {problem.where}"] if problem.where else []),
        "",
    ]
    return "\n".join(rows)
