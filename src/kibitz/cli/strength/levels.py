"""Fit ten levels to a game by play, so that neighbours are about 150 Elo apart."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress, interruptible
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LevelsError, SearchError
from kibitz.files.replaced import bring_back
from kibitz.players.fitted_levels import APART, FITTED, LEAST_APART, LEVEL_FILES, MOST_APART, LevelFile, place_levels
from kibitz.present.sentences import as_sentence, format_strength

if TYPE_CHECKING:
    from kibitz.arena.levels.games import LevelFitting
    from kibitz.players.fitted_levels import FittedLevel
    from kibitz.workers.workplace import Workplace

GAMES = 100
QUICK_GAMES, QUICK_MINUTES = 16, 1 / 3
MOST_MINUTES = 10_000
SHOWING = {"game", "file", "looks", "as_json"}  # what --show takes
FORGETTING = {"game", "forgets", "as_json"}
MEASURING = {"games", "minutes", "apart"}  # what --quick says itself


@click.command(epilog="Example: kibitz levels ./my_game.py --minutes 5")
@_options.game
@click.option(
    "--games", type=click.IntRange(4, 10**6), default=GAMES, metavar="N", help=f"Games that measure a level ({GAMES})."
)
@click.option(
    "--minutes",
    type=click.FloatRange(0, MOST_MINUTES, min_open=True),
    metavar="M",
    help="End after that time with the levels there are; the same seed may give others then.",
)
@click.option(
    "--apart",
    type=click.FloatRange(LEAST_APART, MOST_APART),
    default=APART,
    metavar="ELO",
    help=f"How far each level is above the one below ({APART:g}): more for a game that is played at many strengths.",
)
@click.option("--quick", "is_quick", is_flag=True, help="20 seconds: few games, and what they leave open is spread evenly.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, metavar="N", help="Where all dice come from (0).")
@_options.workers
@_options.cluster
@_options.verify
@click.option("--search", metavar="NAME", help="The search that plays (what fits the game if it has an estimate, else mcts).")
@click.option(
    "--to",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where they go (your data folder, where computer:level=N finds them); with --show, the file to show.",
)
@click.option("--show", "looks", is_flag=True, help="Fit nothing: show the levels that the computer takes.")
@click.option("--forget", "forgets", is_flag=True, help="Fit nothing: bring back what was there before the last ones.")
@_options.as_json
def command(
    game: Game,
    games: int,
    minutes: float | None,
    apart: float,
    is_quick: bool,
    seed: int,
    search: str | None,
    workers: int | None,
    cluster: str | None,
    verify: bool,
    file: Path | None,
    looks: bool,
    forgets: bool,
    as_json: bool,
) -> None:
    """Fit the levels of the computer to GAME, by games that it plays against itself, and write them into a file.

    Level 1 makes about half of the points against one who takes a win that it sees, and each level up to 9 about 70 %
    against the one below, which is 150 Elo (--apart); level 10 stays all that the computer can. Weak levels play some moves
    at random, strong ones search more; they go by nodes, never by time. A game that is soon played without a mistake has
    fewer levels, those above search as much as any was tried with. Where time ends, or Ctrl-C ends it, with two levels or
    more, the others are spread evenly over the rest. --quick does so after 20 seconds: so `kibitz play` begins a new game.
    """
    if looks or forgets:
        taken, flag = (SHOWING, "--show") if looks else (FORGETTING, "--forget")
        stray = [written for name, written in _options.given().items() if name not in taken]
        if stray:
            raise click.UsageError(f"{flag} fits nothing: leave {stray[0]} out")
        if looks:
            place, held = _find_levels(game, file)
            _write(held, place, as_json)
        else:
            _forget(game, as_json)
        return
    from kibitz.workers.workplace import Workplace

    place = place_levels(game, file)
    given = _options.given()
    if is_quick and (own := [written for name, written in given.items() if name in MEASURING]):
        raise click.UsageError(f"--quick says how many games, and how long: leave {own[0]} out")
    words = ["kibitz", "levels", spec_of(game), *(["--quick"] if is_quick else [])]
    words += [
        word
        for name, value in (("games", games), ("minutes", minutes), ("apart", apart), ("seed", seed), ("search", search))
        if name in given
        for word in (f"--{name}", f"{value:g}" if isinstance(value, float) else str(value))
    ]
    if is_quick:
        games, minutes = QUICK_GAMES, QUICK_MINUTES
    with Workplace(workers, cluster, verify) as there:
        if cluster is not None:
            there.executor()  # raises when nobody is there
        where = there if there.is_named else None
        held = _fitted(game, games, minutes, seed, search, shlex.join(words), is_quick, apart, where)
    LEVEL_FILES.keep(held.text(), place, file is None)
    _write(held, place, as_json)


def fit_quickly(game: Game) -> None:
    """Levels for a game that has none, before it is played: measured in 20 seconds. Ctrl-C leaves it as it is."""
    spec = spec_of(game)
    click.echo(f"No levels are fitted to {spec}: 20 seconds of games do it (Ctrl-C: without; `kibitz levels` measures better).")
    try:
        place = place_levels(game)
        found = _fitted(game, QUICK_GAMES, QUICK_MINUTES, 0, None, f"kibitz levels {shlex.quote(spec)} --quick", True)
        LEVEL_FILES.keep(found.text(), place)
    except click.Abort:
        click.echo("Without: levels are the same as in all games.")
    except (LevelsError, SearchError) as problem:
        click.echo(as_sentence(problem))


def wants_levels(game: Game) -> bool:
    """Whether levels could be fitted to a game, and none were."""
    return game.players > 1 and not LEVEL_FILES.is_off and LEVEL_FILES.find(game) is None


def _forget(game: Game, as_json: bool) -> None:
    """Undo the last levels of a game: those that the computer took before are those that it takes now."""
    file, spec = LEVEL_FILES.user_file(game), spec_of(game)
    if not file.is_file():
        raise LevelsError(f"no levels that you fitted to {spec} are in use: there is no {file} to forget")
    undone = bring_back(file)
    found = LEVEL_FILES.find(game)
    if as_json:
        write_json({"game": spec, "file": str(file), "undone": str(undone), "levels": found and str(found[0])})
        return
    now = f"those that were there before ({found[0]})" if found else "the same as in all games, as before"
    click.echo(f"The levels of {spec} are {now}. What is forgotten lies in {undone}.")


def _find_levels(game: Game, file: Path | None) -> tuple[Path, LevelFile]:
    """The levels of a file, or those that players of the game take; LevelsError where there are none."""
    if file is not None:
        return file, LEVEL_FILES.load(file, game)
    if not LEVEL_FILES.is_off and LEVEL_FILES.user_file(game).is_file():
        return LEVEL_FILES.user_file(game), LEVEL_FILES.load(LEVEL_FILES.user_file(game), game)
    found = LEVEL_FILES.find(game)
    if found is None:
        raise LevelsError(f"no levels were fitted to {spec_of(game)}: `kibitz levels {spec_of(game)}` does it")
    return found


def _fitted(
    game: Game,
    games: int,
    minutes: float | None,
    seed: int,
    search: str | None,
    words: str,
    spreads: bool,
    apart: float = APART,
    where: Workplace | None = None,
) -> LevelFile:
    """The levels; after Ctrl-C those that there are."""
    from math import inf

    under_way: list[LevelFitting] = []

    def begin() -> LevelFitting:
        from kibitz.arena.levels.games import LevelFitting, LevelsTask

        seconds = inf if minutes is None else 60 * minutes
        return LevelFitting(LevelsTask(game, games, seconds, seed, search, words, spreads, apart, where))

    def doing() -> str:
        return f"{under_way[0].doing}; {under_way[0].played:,} games" if under_way else ""

    with Progress(doing).display() as progress, progress.busy(f"fitting levels to {spec_of(game)}"):
        try:
            under_way.append(interruptible(begin))
            steps = under_way[0].run()
            while (level := interruptible(lambda: next(steps, None))) is not None:
                click.echo(f"level {len(under_way[0].levels)}: {_sentence(level)}", err=True)
        except KeyboardInterrupt:
            if not under_way or len(under_way[0].levels) < 2:
                raise click.Abort from None
            click.echo("Ended early: these are the levels that there are.", err=True)
        return interruptible(under_way[0].file)


def _sentence(level: FittedLevel) -> str:
    random = f", {level.random:.1%} of the moves at random" if level.random else ""
    return f"{level.nodes:,} nodes{random}: {level.score:.1%} of {level.games} games"


def _write(held: LevelFile, place: Path, as_json: bool) -> None:
    if as_json:
        write_json({"file": str(place), **asdict(held)})
        return
    for line in describe_levels(held):
        click.echo(line)
    click.echo("They ship with kibitz." if place.parent == LEVEL_FILES.shipped else f"{place} holds these levels.")


def _strength(elo: float, error: float | None) -> str:
    return f"{elo:+.0f}" if error is None else format_strength(elo, error)


def describe_levels(held: LevelFile) -> list[str]:
    """The table of the levels, with its notes."""
    rows = [("level", "nodes", "random moves", "points", "against", "Elo", "games")]
    for number, level in enumerate(held.levels, 1):
        rows.append((
            str(number),
            f"{level.nodes:,}",
            f"{level.random:.1%}",
            f"{level.score:.1%}" if level.games else "",
            "" if not level.games else f"level {number - 1}" if number > 1 else held.first,
            "" if level.elo is None else _strength(level.elo, level.error),
            f"{level.games:,}" if level.games else "",
        ))  # fmt: skip
    lines = [f"{held.game}, played by {held.search} ({held.command}, {held.date})", *aligned(rows)]
    if held.estimate:
        lines.append(f"Its estimate: {held.estimate}.")
    count = len(held.levels)
    measured = sum(level.games > 0 for level in held.levels)
    if measured < count:
        lines.append(f"There was no time to measure more than {measured}: the others are spread over what these left.")
    if count < FITTED:
        why = "no search of more nodes, as far as any was tried, is clearly stronger"
        lines.append(f"Above level {count} there are {held.most:,} nodes a move: {why}.")
    return lines
