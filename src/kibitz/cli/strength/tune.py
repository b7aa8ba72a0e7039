"""Make the numbers of an estimate better: tune the weights of a game's Knowledge by games."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.arena.stats.figures import finite
from kibitz.arena.tuning.journal import Journal, LogJournal, MemoryJournal, StoreJournal, locate_step, read_games
from kibitz.arena.tuning.methods import Record, list_methods
from kibitz.arena.tuning.parameters import with_weights
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning, settings
from kibitz.cli import options as _options
from kibitz.cli.progress import Progress
from kibitz.cli.strength import _figures
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.errors import TuningError
from kibitz.files.whole_file import WholeFile
from kibitz.present.sentences import format_strength

if TYPE_CHECKING:
    from kibitz.arena.store import Store
    from kibitz.workers.workplace import Workplace

EXAMPLE = "Example: kibitz tune othello --player alphabeta:depth=3 --tune scales --steps 300 --to weights.json"


class _Number(click.ParamType):  # type: ignore[type-arg]  # generic in some versions of click only
    """`r_end=0.1`: a number for the method, by its name."""

    name = "name=number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, float]:
        name, _, number = str(value).partition("=")
        try:
            return name, float(number)
        except ValueError:
            self.fail(f"{value!r} is not a setting of a method: write, for instance, r_end=0.1", param, ctx)


@click.command(epilog=EXAMPLE)
@click.argument("game", required=False, shell_complete=_options.game_names)
@click.option("--player", metavar="PLAYER", help="The player that uses the knowledge, such as alphabeta:depth=3.")
@click.option("--tune", default="", metavar="NAMES", help="What is tuned, such as squares,scales[0] (all that may be).")
@click.option("--method", type=click.Choice(list_methods()), default="spsa", show_default=True, help="How.")
@click.option("--steps", type=click.IntRange(0), metavar="N", help=f"Steps ({Task.steps}; with --match, 0).")
@click.option(
    "--match", type=click.IntRange(1), metavar="MATCH", help="With regression: learn from the games of a stored match."
)
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
    "--log", type=click.Path(dir_okay=False), metavar="FILE", help="Keep each step in this file instead of the store."
)
@click.option("--plot", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the way of each number, as .svg or .png.")
@_options.workers
@_options.cluster
@_options.store
@click.option("--resume", is_flag=False, flag_value=0, type=int, metavar="[TUNING]", help="Go on with a tuning (the last one).")
@_options.as_json
def command(game: str | None, player: str | None, resume: int | None, as_json: bool, **options: Any) -> None:
    """Tune the weights of GAME's Knowledge: what its `tunes` declares, changed step by step, and judged by games.

    Each step plays pairs of games between two sets of weights, from the same opening with sides swapped. A last match on other
    openings, against the weights of the start, says whether anything was gained. Each step is kept in the games store, or with
    --log in a file: continue with --resume, or with the same command and its --log.
    """
    where = {name: options.pop(name) for name in ("to", "log", "plot", "workers", "cluster", "store")}
    if resume is None and (game is None or player is None):
        raise click.UsageError("name a game and a --player, such as othello --player alphabeta:depth=3")
    if resume is not None and (game or player or where["log"]):
        raise click.UsageError("--resume is about a tuning that has its settings: leave the others out")
    if where["plot"]:
        from kibitz import plots

        plots.ready(where["plot"])
    options["more"] = dict(options["more"])
    if options["steps"] is None:
        options["steps"] = Task.steps if options["match"] is None else 0
    from kibitz.workers.workplace import Workplace

    there = Workplace(where["workers"], where["cluster"])  # raises before a file is made
    if where["log"]:
        task = Task(game=str(game), player=str(player), **options)
        log, games = LogJournal(Path(where["log"]), settings(task)), load_games(task, where["store"])
        with there:
            _tune(task, log, games, there, "the same command", where, as_json)
        return
    from kibitz.arena.store import Store

    with Store.open(where["store"], make=resume is None) as kept, there:
        if resume is None:
            task = Task(game=str(game), player=str(player), **options)
            Tuning(
                task, MemoryJournal(), games=load_games(task, where["store"])
            )  # says what is wrong with it, before it is kept
            if where["cluster"]:
                there.executor()  # raises when nobody is there
            number = kept.add_tuning({**settings(task), "files": _hash_files(task)})
        else:
            number, task = resume_tuning(kept, resume)
        again = f"`kibitz tune --resume {number}`"
        _tune(task, StoreJournal(kept, number), load_games(task, where["store"]), there, again, where, as_json)


def _tune(
    task: Task,
    journal: Journal,
    games: list[Record],
    place: Workplace,
    again: str,
    where: dict[str, Any],
    as_json: bool,
) -> None:
    """Runs a tuning and writes its result; `again`: the command that continues it after Ctrl-C."""
    from kibitz.arena.tuning.tuning import play_on_executor

    began, steps = time.monotonic(), _TuningProgress(task)
    with Progress(lambda: steps.text).display(compiles=False) as display, display.busy(f"tuning {task.game}"):
        try:
            executor = place.executor()
            tuned = Tuning(task, journal, play_on_executor(executor, lambda: executor.workers), games=games).run(steps)
        except KeyboardInterrupt:
            click.echo(f"\nStored steps are kept: {again} goes on from there.", err=True)
            raise
    if where["to"]:
        with WholeFile(Path(where["to"])) as out:
            out.write(tuned.weights())
    if where["plot"]:
        draw(task, tuned, Path(where["plot"]))
    _write(task, tuned, where["to"], time.monotonic() - began, as_json)


def _write(task: Task, tuned: Tuned, to: str | None, seconds: float, in_json: bool) -> None:
    if in_json:
        write_json({**as_json(task, tuned), "seconds": round(seconds, 6), "to": to})
        return
    for line in describe_tuning(task, tuned):
        click.echo(line)
    where = f"The weights are in {to}: " if to else "With --to FILE they are written, and then named: "
    click.echo(f"{where}{with_weights(task.player, to or 'FILE')}. {seconds:.0f} s.")


class _TuningProgress:
    """How far a tuning is, in words, with the time that is left."""

    def __init__(self, task: Task) -> None:
        self.text = ""
        self._task, self._began, self._played, self._all = task, time.monotonic(), 0, task.steps * task.pairs + task.verify

    def __call__(self, step: dict[str, Any]) -> None:
        self._played += sum(step["pairs"])
        number, steps = step["step"] + 1, self._task.steps
        what = f"step {number} of {steps}" if number <= steps else "the last match"
        rate = self._played / max(time.monotonic() - self._began, 1e-9)
        left = (self._all - self._played) / rate
        self.text = f"{what}: {2 * rate:,.1f} games a second, about {left:,.0f} s left"


# What came of a tuning, for people and for programs.

MILESTONES = 3  # steps on the way


def describe_tuning(task: Task, tuned: Tuned) -> list[str]:
    """The numbers on their way, and what the last match says, line by line."""
    parameters, steps = tuned.parameters, tuned.steps
    games = sum(2 * sum(step["pairs"]) for step in steps)
    milestones = sorted(
        {len(steps) * (number + 1) // (MILESTONES + 1) for number in range(MILESTONES)} & set(range(1, len(steps)))
    )
    columns = [
        ("", list(parameters.names)),
        ("start", [_number(number) for number in parameters.start]),
        *(
            (f"step {number}", [_number(one) for one in locate_step(steps[number - 1], parameters.start)])
            for number in milestones
        ),
        ("tuned", [_number(number) for number in tuned.best]),
    ]
    if any(error is not None for error in tuned.errors):
        columns.append(("may be off by", ["" if error is None else _number(error) for error in tuned.errors]))
    table = aligned([*zip(*([head, *cells] for head, cells in columns), strict=True)], left=1)
    plural = "" if len(steps) == 1 else "s"
    head = (
        f"{type(parameters.knowledge).__name__} by {task.method}: {len(steps)} step{plural}, {games:,} games of {task.player}"
    )
    return [head, "", *table, "", verdict(tuned)]


def verdict(tuned: Tuned) -> str:
    """Whether the tuning gained strength, and what is doubtful about it."""
    pairs, found = sum(tuned.verified), tuned.figures
    if tuned.best == tuned.parameters.tidy(tuned.parameters.start):
        return "Nothing was gained: the numbers are where they began."
    if found is None:
        return "No match was played against the start: whether anything was gained is not known."
    words = {
        True: "they are better",
        False: "they are worse: keep the start",
        None: "no gain is shown: keep the start, or go on",
    }
    strength = format_strength(finite(found.elo), finite(found.elo_error))
    elo = f"{strength} Elo (95 %)" if strength != "-" else "how much that is in Elo they do not say"
    match = f"{2 * pairs:,} games against the start on fresh openings: {100 * found.score:.1f} %"
    sentence = f"{match}, {elo}; {words[tuned.gained]}."
    return f"{sentence} {_figures.repeated(tuned.repeated, 2 * pairs)}" if tuned.repeated else sentence


def draw(task: Task, tuned: Tuned, file: Path) -> None:
    """The way of each number, in a picture."""
    from kibitz import plots

    parameters, start = tuned.parameters, tuned.parameters.start
    path = [start, *(locate_step(step, start) for step in tuned.steps), tuned.best]
    values = {name: [vector[place] for vector in path] for place, name in enumerate(parameters.names)}
    ranges = {one.name: (one.low, one.high) for one in parameters}
    plots.save(plots.tuning_path(range(len(path)), values, ranges, f"{task.game}: {task.method} for {task.player}"), file)


def as_json(task: Task, tuned: Tuned) -> dict[str, Any]:
    """One object: what was asked, the numbers, each step, and the last match."""
    parameters, found = tuned.parameters, tuned.figures
    names = parameters.names
    return {
        "game": spec_of(parameters.knowledge.game),
        "knowledge": type(parameters.knowledge).__name__,
        "player": task.player,
        "method": task.method,
        "seed": task.seed,
        "start": dict(zip(names, parameters.start, strict=True)),
        "best": dict(zip(names, tuned.best, strict=True)),
        "errors": dict(zip(names, tuned.errors, strict=True)),
        "weights": parameters.weights(tuned.best),
        "steps": [{key: value for key, value in step.items() if key not in ("games", "marks")} for step in tuned.steps],
        "verify": {
            "games": 2 * sum(tuned.verified),
            "pairs": list(tuned.verified),
            "repeated": tuned.repeated,
            "score": found and found.score,
            "elo": found and finite(found.elo),
            "elo_error": found and finite(found.elo_error),
            "gained": tuned.gained,
        },
    }


def _number(number: float) -> str:
    return f"{number:.4g}"


# A tuning in the games store, kept with the hashes of the files that its specs name; and the games that one learns from.


def resume_tuning(store: Store, number: int) -> tuple[int, Task]:
    """The tuning of that number (0: the last one). TuningError when a file of it is another one by now."""
    number = number or (store.tunings() or [0])[-1]
    kept = store.tuning(number)
    files = kept.pop("files", {})
    task = Task(**kept)
    now = _hash_files(task)
    if changed := ", ".join(path for path in files if now.get(path) != files[path]):
        raise TuningError(f"{changed} is not as it was when tuning {number} began, so its steps would not fit: begin another")
    return number, task


def load_games(task: Task, url: str | None) -> list[Record]:
    """The games of a stored match that a tuning learns from; none where it plays its own."""
    if task.match is None:
        return []
    from kibitz.arena.store import Store

    with Store.open(url, make=False) as store:
        return read_games(store, task.match)


def _hash_files(task: Task) -> dict[str, str]:
    from kibitz.workers.files import collect_files

    found = collect_files([task.game, task.player])
    return {path: hashlib.sha256(content).hexdigest() for path, content in sorted(found.items())}
