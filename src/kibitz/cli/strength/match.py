"""Let players play many games, and say who is the stronger, with honest error bars."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options as _options
from kibitz.cli.progress import Progress
from kibitz.cli.strength import _figures
from kibitz.errors import StoreError
from kibitz.files.whole_file import write_whole

if TYPE_CHECKING:
    from kibitz.arena.fixture import Plan
    from kibitz.arena.match import Match
    from kibitz.arena.stats import Figures
    from kibitz.arena.store import Store

FILE = click.Path(dir_okay=False)
MATCH = click.IntRange(1, 10**9)
FORMS = ["round-robin", "gauntlet", "swiss", "knockout"]


@click.command(epilog="Example: kibitz match minimax:depth=3 greedy --game othello --games 100")
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--game", type=_options.playable, metavar="GAME", help="What they play.")
@click.option(
    "--games", type=click.IntRange(1, 10**7), metavar="N", help="How many, or of each two who meet, in whole pairs (100; 2)."
)
@click.option("--form", type=click.Choice(FORMS), help="How more than two players meet (round-robin).")
@click.option("--rounds", type=int, metavar="N", help="Of a Swiss tournament (as many as a knockout would have).")
@click.option("--openings", metavar="HOW", help="random:4, all:3, file:PATH, random-file:PATH, start or auto (auto).")
@click.option("--seed", type=int, metavar="N", help="Makes all dice fall the same again.")
@click.option("--clock", type=_options.seconds, metavar="SECONDS", help="For a move; who needs longer loses the game (60).")
@click.option("--tc", "time_control", metavar="TC", help="A clock for the game: 60+0.6, or 40/60 for every 40 moves.")
@click.option("--resign", metavar="N:VALUE", help="A player resigns when both have put it VALUE behind for N moves each.")
@click.option("--draw", metavar="FROM:N:VALUE", help="From move FROM on: a draw, when both kept within VALUE for N moves each.")
@_figures.sprt_options
@_options.workers
@_options.cluster
@_options.verify
@_options.store
@click.option("--resume", is_flag=False, flag_value=0, type=int, metavar="[MATCH]", help="Go on with a match (the last one).")
@click.option("--list", "list_matches", is_flag=True, help="The matches in the store.")
@click.option("--show", metavar="MATCH[/PAIR/SIDE]", help="What a match came to; 12/0/0: its first game, move by move.")
@click.option("--export", type=MATCH, metavar="MATCH", help="All its games as JSON lines, or with --text for people.")
@click.option("--text", is_flag=True, help="With --export: headers and numbered moves, as chess players write games down.")
@click.option("--pgn", type=FILE, metavar="FILE", help="Write each game to FILE as it ends, with headers and numbered moves.")
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
    verify: bool,
    pgn: str | None,
    plot: str | None,
    crosstable: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Let PLAYERs play many games against each other, and say who is the stronger.

    Two games always begin from the same opening, with the seats changed. Each game is stored as soon as it is over, so --resume
    continues any match. With --sprt it ends when the test has decided. Of more than two players each meets each, and all get a
    rating; in a gauntlet with --sprt those that look best play on until one has proved better than the first. In a tournament,
    swiss or knockout, --games are those of a meeting (2).

    A PLAYER is random, greedy, minimax:depth=3, deepening:time=0.1, computer:level=4 and so on, or a function of your own:
    ./my_player.py:clever, which takes a position and returns a move.
    """
    actions = {"--resume": resume is not None, "--list": list_matches, "--show": show, "--export": export}
    given = {name: value for name, value in {**wanted, "workers": workers, "cluster": cluster}.items() if value is not None}
    check_options([name for name, value in actions.items() if value], players, given, text)
    is_whole = not list_matches and export is None and (show is None or "/" not in show)
    if pgn is not None and (show is not None or not is_whole):
        raise click.UsageError("--pgn writes games as they end: play a match or --resume one; --export has those of a match")
    if not is_whole and (plot or crosstable):
        picture = "--plot" if plot else "--crosstable"
        raise click.UsageError(f"{picture} draws a whole match: play one, or add it to --show MATCH or --resume")
    from kibitz.arena.store import Store
    from kibitz.cli.strength import _standing
    from kibitz.workers.workplace import Workplace

    def ready(plan: Plan) -> None:
        if plot is not None and len(plan.players) != 2:
            raise click.UsageError("--plot follows two players: for more, --crosstable draws who made what against whom")
        if cluster is not None:
            place.executor()  # raises when nobody is there

    check_pictures(plot, crosstable)
    if verify and pgn is not None:
        raise click.UsageError("--verify may take games back, and --pgn has them in a file then: --export them afterwards")
    if pgn is not None and not Path(pgn).absolute().parent.is_dir():
        raise click.UsageError(f"write the games into an existing folder, not to {pgn}")
    place = Workplace(workers, cluster)  # raises before a store is made
    with Store.open(store, make=not any(actions.values())) as kept, place:
        if list_matches:
            _standing.list_all(kept, as_json)
        elif export is not None:
            _standing.export(kept, export, text)
        elif show is not None and "/" in show:
            _standing.show_game(kept, show, as_json, store is not None)
        else:
            with Progress().display(compiles=False) as progress, progress.busy("getting the match ready"):
                match = find_or_plan(kept, players, show, resume, wanted, ready)
            named = f" --store {shlex.quote(str(kept))}" if store else ""
            with _standing.growing(match, pgn, named) as heard:
                whole = show is not None or _standing.play(match, place, heard, verify)
            _standing.write(match, as_json, named)
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
        raise click.UsageError(f"write the crosstable as .svg, into an existing folder, not to {crosstable}")
    if crosstable is not None:
        from kibitz.arena.stats.crosstable import NEEDS_SCIPY, can_rate

        if not can_rate():
            raise click.UsageError(f"a crosstable cannot be drawn: {NEEDS_SCIPY}")


def draw_pictures(match: Match, plot: str | None, crosstable: str | None) -> None:
    """Writes the pictures that were asked for."""
    if plot is not None:
        _plot(match, Path(plot))
    if crosstable is not None:
        from kibitz.arena.stats.crosstable import draw_svg

        write_whole(Path(crosstable), draw_svg(match.crosstable()).encode())
        click.echo(f"{crosstable} shows who made what against whom.", err=True)


def _plot(match: Match, file: Path) -> None:
    from kibitz import plots

    title = f"{' against '.join(match.plan.players)}: {match.plan.game}"
    rows = list(_figures_so_far(match))
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
        path = plots.sprt_path(
            range(1, test.heard + 1), test.path, now.lower, now.upper, now.elo0, now.elo1, title, _figures.unit(now)
        )
        plots.save(path, beside)
        click.echo(f"{beside} shows the path of the test.", err=True)


def _figures_so_far(match: Match) -> Iterator[Figures]:
    """The figures after each pair, up to the verdict of a test; of games from files, which have no pairs, after each game."""
    from kibitz.arena.fixture import IMPORTED
    from kibitz.arena.stats import Pentanomial, Trinomial, compute_figures

    counts = [0] * 5  # of points of the first player in a pair, in halves; of a game, a loss is 0, a draw 2 and a win 4
    if match.plan.form == IMPORTED:
        for one in match.store.meetings(match.number):
            counts[round(4 * (one.score if one.first == 0 else 1 - one.score))] += 1
            yield compute_figures(Trinomial(counts[4], counts[0], counts[2]))
        return
    last = None if match.test is None or match.test.decided is None else match.test.decided + 1
    for points in match.store.points(match.number)[:last]:
        counts[points] += 1
        lost, less, even, more, won = counts
        yield compute_figures(Pentanomial((lost, less, even, more, won)))


# Which match is meant: a new one, one to go on with, or one to look at; and what of the command line goes together.

OPTIONS = {"time_control": "tc"}  # those that are not called what they set
WHERE = ("workers", "cluster")  # options that may change when a match continues


def check_options(actions: Sequence[str], players: Sequence[str], given: Mapping[str, Any], text: bool) -> None:
    """Raises UsageError when options contradict each other: `actions` are about a stored match, `given` are settings."""
    if len(actions) > 1:
        raise click.UsageError(f"{actions[0]} and {actions[1]} ask for two things: give one of them")
    if text and actions != ["--export"]:
        raise click.UsageError("--text is how --export writes: say which match, or leave it out")
    if "time_control" in given and "clock" in given:
        raise click.UsageError("--tc and --clock are two clocks, one for the game and one for each move: leave one out")
    if not actions:
        if not players:
            raise click.UsageError("who plays? Name two players, such as minimax:depth=3 greedy")
        if "game" not in given:
            raise click.UsageError("what do they play? Say --game, for instance --game othello")
        return
    if players:
        raise click.UsageError(f"{actions[0]} is about a match that has its players: leave {players[0]} out")
    settled = [name for name in given if actions != ["--resume"] or name not in WHERE]
    if settled:
        raise click.UsageError(
            f"{actions[0]} is about a match that has its settings: leave --{OPTIONS.get(settled[0], settled[0])} out"
        )


def find_or_plan(
    store: Store,
    players: Sequence[str],
    show: str | None,
    resume: int | None,
    settings: Mapping[str, Any],
    ready: Callable[[Plan], None],
) -> Match:
    """The match that is meant. A new one is planned and stored before its first game.

    `ready` raises when what else is wished for does not fit its plan; then nothing is stored.
    """
    from kibitz.arena.match import Match

    if show is not None or resume is not None:
        found = Match(store, _number(show) if show is not None else resume or _last(store))
        ready(found.plan)
        if resume is not None:
            _warn_of_version(store, found.number)
        return found
    from kibitz.arena.match import plan_match
    from kibitz.arena.match_form import describe_rounding

    given = {name: value for name, value in settings.items() if value is not None}
    if "form" in given:
        given["form"] = given["form"].replace("-", "_")
    game = given.pop("game")
    plan, fixtures = plan_match(game, players, **given)
    ready(plan)
    if "games" in given and (sentence := describe_rounding(given["games"], game.players)):
        click.echo(f"kibitz: {sentence}", err=True)
    return Match(store, store.add(plan, fixtures))


def _warn_of_version(store: Store, number: int) -> None:
    """A word when a match was begun by another kibitz, whose players may play otherwise."""
    from kibitz.workers.files import version

    earlier = next(one.kibitz for one in store.matches() if one.number == number)
    if earlier != version():
        warning = (
            f"match {number} was begun by kibitz {earlier} and goes on with {version()}: the same players may play otherwise"
        )
        click.echo(f"kibitz: {warning}", err=True)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise click.UsageError(f"{text!r} is not a match: write its number, such as 12, or 12/0/0 for its first game")
    return int(text)


def _last(store: Store) -> int:
    """The newest match that has games left, and no test that has decided."""
    from kibitz.arena.match import Match

    for one in reversed(store.matches()):
        if one.played < one.games and not Match(store, one.number).standing().ended:
            return one.number
    raise StoreError(f"no match in {store} has games left to play: `kibitz match --list` shows them all")
