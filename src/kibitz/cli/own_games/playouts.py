"""Play random games at native speed: their length, and who wins."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from kibitz.arena.stats.figures import Z
from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.position import Position
from kibitz.present.values import ValueWords

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.explain.many_playouts import ManyPlayouts
    from kibitz.search.drivers.playouts import PlayoutRun, Playouts


@click.command(epilog="Example: kibitz playouts connect_four --time 2")
@_options.game
@click.option("--games", type=click.IntRange(1), metavar="N", help="Stop after N games.")
@_options.time
@click.option(
    "--threads", type=click.IntRange(1, _options.THREADS), default=1, metavar="N", help="Threads that play at once (1)."
)
@_options.workers
@_options.cluster
@_options.verify
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, metavar="N", help="Other games than with another one (0).")
@click.option(
    "--longest",
    type=click.IntRange(1, 10**7),
    metavar="PLIES",
    help="Give a game up that is longer (10,000).",
)
@_options.moves
@_options.as_json
def command(
    game: Game,
    games: int | None,
    time: float | None,
    threads: int,
    workers: int | None,
    cluster: str | None,
    verify: bool,
    seed: int,
    longest: int | None,
    moves: str,
    as_json: bool,
) -> None:
    """Play random games to their end: games per second, length, and who wins.

    All legal moves are equally likely, and dice fall by their weights. Without --games and --time it takes a second, not
    counting compiling. With --games the games repeat exactly, with any number of threads
    or workers.
    """
    position = _options.tried_position(game, moves)
    if position.is_over:
        raise click.UsageError("the game is over there: no random games begin in it")
    if threads > 1 and (workers is not None or cluster is not None):
        raise click.UsageError("--threads play in this process, --workers and --cluster elsewhere: give one of them")
    from kibitz.workers.workplace import Workplace

    with Workplace(workers, cluster, verify) as place:

        def begin() -> PlayoutRun | ManyPlayouts:
            from kibitz.search.drivers.playouts import LONGEST, PlayoutRun

            if not place.is_named:
                return PlayoutRun(position, threads, seed, longest or LONGEST)
            from kibitz.explain.many_playouts import ManyPlayouts

            place.executor()  # raises when nobody is there
            return ManyPlayouts(position, place, seed, longest or LONGEST)

        found = _played(begin, games, 1.0 if games is None and time is None else time)
    if not found.games and not found.endless:
        raise click.Abort
    if as_json:
        write_json(facts(position, found, threads, seed))
    else:
        click.echo("\n".join(describe(position, found)))


def _played(begin: Callable[[], PlayoutRun | ManyPlayouts], games: int | None, seconds: float | None) -> Playouts:
    """The results, including games finished before Ctrl-C."""
    runs: list[PlayoutRun | ManyPlayouts] = []
    with Progress(lambda: f"{runs[0].found.games:,} games" if runs else "").display() as progress, progress.busy("playing"):
        try:
            runs.append(interruptible(begin))
            interruptible(lambda: runs[0].play(games, seconds))
        except KeyboardInterrupt:
            if not runs:
                raise
            runs[0].halt()
    return runs[0].found


def facts(position: Position, found: Playouts, threads: int, seed: int) -> dict[str, Any]:
    """All of it, for a program."""
    return {
        "game": spec_of(position.game),
        "moves": position.names(),
        "games": found.games,
        "endless": found.endless,
        "plies": found.plies,
        "seconds": round(found.seconds, 6),
        "games_per_second": round(found.games / max(found.seconds, 1e-9)),
        "plies_per_second": round(found.plies / max(found.seconds, 1e-9)),
        "lengths": {str(length): count for length, count in found.lengths.items()},
        "players": [
            {"name": name, **asdict(outcome)}
            for name, outcome in zip(ValueWords(position.game).names, found.outcomes, strict=True)
        ],
        "threads": threads,
        "seed": seed,
    }


def describe(position: Position, found: Playouts) -> list[str]:
    """All of it, for people."""
    pace = f"{found.games / max(found.seconds, 1e-9):,.0f} a second"
    lines = [f"{found.games:,} random games of {spec_of(position.game)} in {found.seconds:.2f} s: {pace}"]
    if found.endless:
        lines.append(f"{found.endless:,} more did not end and were given up: they are not counted below")
    if not found.games:
        return lines
    lines.append(f"{found.length:.1f} plies on average, {min(found.lengths)} to {max(found.lengths)}")
    rows = [("player", "wins", "payoff")]
    for name, outcome in zip(ValueWords(position.game).names, found.outcomes, strict=True):
        error = "" if outcome.error is None else f" ± {outcome.error:.4f}"
        rows.append((name, describe_share(outcome.wins, found.games), f"{outcome.mean:+.4f}{error}"))
    shared = found.games - sum(outcome.wins for outcome in found.outcomes)
    lines += ["", *aligned(rows, left=1)]
    if position.game.players > 1:
        lines += ["", f"{describe_share(shared, found.games)} without a single winner"]
    return lines


def describe_share(count: int, games: int) -> str:
    """A share in percent, with half the width of its 95 % interval."""
    share = count / games
    return f"{100 * share:.2f} ± {100 * Z * (share * (1 - share) / games) ** 0.5:.2f} %"
