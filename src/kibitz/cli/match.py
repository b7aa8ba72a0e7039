"""Let players play many games, and say who is the stronger, with honest error bars."""

from __future__ import annotations

from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import _match_request, _options, _sprt
from kibitz.cli._figures import unit
from kibitz.cli._progress import Progress

if TYPE_CHECKING:
    from kibitz.arena.fixture import Plan
    from kibitz.arena.match import Match

FILE = click.Path(dir_okay=False)
MATCH = click.IntRange(1, 10**9)


@click.command(epilog="Example: kibitz match minimax:depth=3 greedy --game othello --games 100")
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--game", type=_options.playable, metavar="GAME", help="What they play.")
@click.option(
    "--games", type=click.IntRange(1, 10**7), metavar="N", help="How many, or of each two who meet, in whole pairs (100)."
)
@click.option("--form", type=click.Choice(["round-robin", "gauntlet"]), help="How more than two players meet (round-robin).")
@click.option("--openings", metavar="HOW", help="random:4, all:3, file:PATH, start or auto (auto).")
@click.option("--seed", type=int, metavar="N", help="Makes all dice fall the same again.")
@click.option("--clock", type=_options.seconds, metavar="SECONDS", help="For a move; who needs longer loses the game (60).")
@_sprt.options
@click.option("--workers", type=click.IntRange(1, 512), metavar="N", help="Processes that play at once (one a core).")
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of a dask scheduler, such as tcp://10.0.0.5:8786.")
@_options.store
@click.option("--resume", is_flag=False, flag_value=0, type=int, metavar="[MATCH]", help="Go on with a match (the last one).")
@click.option("--list", "list_matches", is_flag=True, help="The matches in the store.")
@click.option("--show", metavar="MATCH[/PAIR/SIDE]", help="What a match came to; 12/0/0: its first game, move by move.")
@click.option("--export", type=MATCH, metavar="MATCH", help="All its games as JSON lines, or with --text for people.")
@click.option("--text", is_flag=True, help="With --export: headers and numbered moves, as chess players write games down.")
@click.option("--plot", type=FILE, metavar="FILE", help="Draw score and Elo over the games, as .svg or .png; a test beside it.")
@click.option("--crosstable", type=FILE, metavar="FILE", help="Draw who made what against whom, as .svg.")
@_options.as_json
def command(
    players: tuple[str, ...],
    store: str | None,
    resume: int | None,
    list_matches: bool,
    show: str | None,
    export: int | None,
    text: bool,
    workers: int | None,
    cluster: str | None,
    plot: str | None,
    crosstable: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Let PLAYERs play many games against each other, and say who is the stronger.

    Two games always begin from the same opening, with the seats changed. Each game is kept in a store as soon as it is over:
    however a match ends, --resume goes on with it. With --sprt it ends when the test has decided. Of more than two
    players each meets each, and all get a rating.

    A PLAYER is random, greedy, minimax:depth=3, deepening:time=0.1, computer:level=4 and so on, or a function of your own:
    ./my_player.py:clever, which takes a position and returns a move.
    """
    actions = {"--resume": resume is not None, "--list": list_matches, "--show": show, "--export": export}
    given = {name: value for name, value in {**wanted, "workers": workers, "cluster": cluster}.items() if value is not None}
    _match_request.check_options([name for name, value in actions.items() if value], players, given, text)
    pictures = {"--plot": plot, "--crosstable": crosstable}
    if list_matches or export is not None or (show is not None and "/" in show):
        _match_request.refuse_pictures([name for name, value in pictures.items() if value])
    from kibitz.arena.store import Store
    from kibitz.cli import _match_list, _played, _standing

    def ready(plan: Plan) -> None:
        check_plot(plan, plot)
        if cluster is not None:
            place()  # raises when nobody is there

    check_pictures(plot, crosstable)
    with Store.open(store, make=not any(actions.values())) as kept, _played.place(workers, cluster) as place:
        if list_matches:
            _match_list.list_all(kept, as_json)
        elif export is not None:
            _match_list.export(kept, export, text)
        elif show is not None and "/" in show:
            _match_list.show_game(kept, show, as_json, store is not None)
        else:
            with Progress().display(compiles=False) as progress, progress.busy("getting the match ready"):
                match = _match_request.find_or_plan(kept, players, show, resume, wanted, ready)
            whole = show is not None or _played.play(match, place)
            _standing.write(match, as_json, _match_request.store_option(store, kept))
            draw_pictures(match, plot, crosstable)
            if not whole:
                raise click.Abort


# A match as pictures in files: score and Elo over its games, the path of its test, the crosstable.


def check_pictures(plot: str | None, crosstable: str | None) -> None:
    """Raises, before any game is played, when a picture could not be written afterwards."""
    if plot is not None:
        from kibitz import plots

        plots.ready(plot)
    if crosstable is not None and (Path(crosstable).suffix != ".svg" or not Path(crosstable).parent.is_dir()):
        raise click.UsageError(f"the crosstable is written as .svg, into a folder that is there: {crosstable} is no such file")


def check_plot(plan: Plan, plot: str | None) -> None:
    """Raises when such a match has no plot."""
    if plot is not None and len(plan.players) != 2:
        raise click.UsageError("--plot follows two players: for more, --crosstable draws who made what against whom")


def draw_pictures(match: Match, plot: str | None, crosstable: str | None) -> None:
    """Writes the pictures that were asked for."""
    if plot is not None:
        _plot(match, Path(plot))
    if crosstable is not None:
        from kibitz.arena.rating import picture

        Path(crosstable).write_text(picture.svg(match.crosstable()), encoding="utf-8")
        click.echo(f"{crosstable} shows who made what against whom.", err=True)


def _plot(match: Match, file: Path) -> None:
    from kibitz import plots
    from kibitz.arena.statistics import Figures, Pentanomial, figures

    title = f"{' against '.join(match.plan.players)}: {match.plan.game}"
    counts, rows = [0] * 5, list[Figures]()
    last = None if match.test is None or match.test.decided is None else match.test.decided + 1
    for points in match.store.points(match.number)[:last]:
        counts[points] += 1
        lost, less, even, more, won = counts
        rows.append(figures(Pentanomial((lost, less, even, more, won))))
    plots.save(
        plots.progress(
            [row.games for row in rows],
            [row.score for row in rows],
            [row.elo for row in rows],
            [row.elo - row.elo_error if isfinite(row.elo_error) else -inf for row in rows],
            [row.elo + row.elo_error if isfinite(row.elo_error) else inf for row in rows],
            title,
        ),
        file,
    )
    click.echo(f"{file} shows score and Elo over the games.", err=True)
    test = match.test
    if test is not None and test.path:
        beside = file.with_stem(f"{file.stem}-test")
        now = test.result
        path = plots.sprt_path(range(1, test.heard + 1), test.path, now.lower, now.upper, now.elo0, now.elo1, title, unit(now))
        plots.save(path, beside)
        click.echo(f"{beside} shows the path of the test.", err=True)
