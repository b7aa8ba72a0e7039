"""Make the numbers of an estimate better: tune the weights of a game's Knowledge by games."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import click

from kibitz.arena.tuning.journal import Journal, Log, Memory
from kibitz.arena.tuning.tuner import methods
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning, settings
from kibitz.cli import _options
from kibitz.cli._progress import Progress
from kibitz.cli._tuned import as_json, told

EXAMPLE = "Example: kibitz tune othello --player alphabeta:depth=3 --tune scales --steps 300 --to weights.json"


class _Number(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """`r_end=0.1`: a number for the method, by its name."""

    name = "name=number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, float]:
        name, _, number = str(value).partition("=")
        try:
            return name, float(number)
        except ValueError:
            self.fail(f"{value!r} is no setting of a method: write, for instance, r_end=0.1", param, ctx)


@click.command(epilog=EXAMPLE)
@click.argument("game", type=str, shell_complete=_options.game_names)
@click.option("--player", required=True, metavar="PLAYER", help="Who looks through the knowledge, such as alphabeta:depth=3.")
@click.option("--tune", default="", metavar="NAMES", help="What is tuned, such as squares,scales[0] (all that may be).")
@click.option("--method", type=click.Choice(methods()), default="spsa", show_default=True, help="How.")
@click.option("--steps", type=click.IntRange(0), default=Task.steps, metavar="N", help=f"Steps ({Task.steps}).")
@click.option(
    "--pairs-per-step", "pairs", type=click.IntRange(1), default=Task.pairs, metavar="N", help=f"Pairs of games ({Task.pairs})."
)
@click.option(
    "--verify", type=click.IntRange(0), default=Task.verify, metavar="N", help=f"Pairs of the last match ({Task.verify})."
)
@click.option("--openings", default=Task.openings, metavar="HOW", help=f"How games begin ({Task.openings}).")
@click.option("--set", "more", type=_Number(), multiple=True, help="A number for the method: r_end=0.1 or c_end=0.05 for spsa.")
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N", help="The same seed gives the same tuning (0).")
@click.option(
    "--to", type=click.Path(dir_okay=False), metavar="FILE", help="Where the weights go, for weights=FILE of a player."
)
@click.option(
    "--log", type=click.Path(dir_okay=False), metavar="FILE", help="Keeps each step, so that the same command goes on."
)
@_options.as_json
def command(
    game: str,
    more: tuple[tuple[str, float], ...],
    to: str | None,
    log: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Tune the weights of GAME's Knowledge: what its `tunes` declares, changed step by step, and judged by games.

    Each step plays pairs of games between two sets of weights, from the same opening with sides swapped. A last match on other
    openings, against the weights of the start, says whether anything was gained. A tuning that is ended, in whatever way, goes
    on where it was when the same command, with its --log, is given again.
    """
    task, began = Task(game=game, more=dict(more), **asked), time.monotonic()
    journal: Journal = Log(Path(log), settings(task)) if log else Memory()
    tuning, steps = Tuning(task, journal), _Steps(task)
    with Progress(lambda: steps.said).shown() as shown, shown.busy(f"tuning {game}"):
        try:
            tuned = tuning.run(steps)
        except KeyboardInterrupt:
            kept = "What is told is kept: the same command goes on from there." if log else "Nothing is kept: --log FILE would."
            click.echo(f"\n{kept}", err=True)
            raise
    if to:
        Path(to).write_bytes(tuned.weights())
    _write(task, tuned, to, time.monotonic() - began, as_json)


def _write(task: Task, tuned: Tuned, to: str | None, seconds: float, in_json: bool) -> None:
    """For a program, or for people."""
    if in_json:
        click.echo(json.dumps({**as_json(task, tuned), "seconds": round(seconds, 6), "to": to}, allow_nan=False))
        return
    for line in told(task, tuned):
        click.echo(line)
    where = f"The weights are in {to}: " if to else "With --to FILE they are written, and then named: "
    click.echo(f"{where}{task.player}{',' if ':' in task.player else ':'}weights={to or 'FILE'}. {seconds:.0f} s.")


class _Steps:
    """How far a tuning is, in words, with the time that is left."""

    def __init__(self, task: Task) -> None:
        self.said = ""
        self._task, self._began, self._played, self._all = task, time.monotonic(), 0, task.steps * task.pairs + task.verify

    def __call__(self, step: dict[str, Any]) -> None:
        self._played += sum(step["pairs"])
        number, steps = step["step"] + 1, self._task.steps
        what = f"step {number} of {steps}" if number <= steps else "the last match"
        rate = self._played / max(time.monotonic() - self._began, 1e-9)
        left = (self._all - self._played) / rate
        self.said = f"{what}: {2 * rate:,.1f} games a second, about {left:,.0f} s left"
