"""A match that is played now, what a match has come to, and the matches of a store, in lines for people."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.arena.crew.batch import player_by_time, same_games
from kibitz.arena.fixture import IMPORTED, Fixture, Played
from kibitz.arena.match import Match
from kibitz.arena.standing import Standing, game_as_json, standing_as_json, summary_as_json
from kibitz.arena.stats.crosstable import MOST_RATED, NEEDS_SCIPY, Crosstable, can_rate, draw_text
from kibitz.cli.progress import Progress, format_duration
from kibitz.cli.strength import _figures, _tournament
from kibitz.cli.strength._conduct import describe_kinds, describe_times
from kibitz.cli.terminal import aligned, in_colour, write_json
from kibitz.core.parameters import split_spec
from kibitz.errors import MatchError
from kibitz.patterns.library import ESTIMATE_FILES, HAND
from kibitz.present.sentences import (
    describe_early,
    describe_early_end,
    describe_pairs,
    describe_recurrence,
    describe_stopped,
    describe_unfinished,
    format_figure,
    format_share,
)
from kibitz.present.values import ValueWords, side_names
from kibitz.workers import files
from kibitz.workers.spot_check import SpotCheck
from kibitz.workers.workplace import Workplace

if TYPE_CHECKING:
    from kibitz.arena.store import Store


def write(match: Match, as_json: bool, named: str = "") -> None:
    """Write the standing of a match, for a program or for people; `named`: the name of the store on the command line."""
    standing = match.standing()
    table = match.crosstable() if _is_rated(standing) and can_rate() else None
    if as_json:
        write_json(standing_as_json(standing, table))
        return
    click.echo("\n".join(lines(standing, table)))
    more = "" if standing.ended else f"; `kibitz match --resume {match.number}{named}` goes on with it"
    if changed := ", ".join(files.changed_files(match.plan.files)):
        click.echo(f"\n{changed}: not here as it was when this match began, which keeps to what stood there then.")
    click.echo(f"\nMatch {match.number} in {match.store}{more}.")


def _is_rated(standing: Standing) -> bool:
    return not standing.is_duel and not _is_crowd(standing)


def lines(standing: Standing, table: Crosstable | None = None) -> list[str]:
    """The standing in words: who won how often, what that shows, and what is doubtful."""
    plan, totals = standing.plan, standing.totals
    of = "" if totals.played == standing.scheduled else f" of {standing.scheduled:,}"
    games = "game" if standing.scheduled == 1 else "games"
    head = f"{plan.game}: {totals.played:,}{of} {games}, openings {plan.openings}, seed {plan.seed}"
    if plan.time_control is not None:
        head += f", clock {plan.time_control}"
    head += "".join(f", {name} {rule}" for name, rule in (("resign", plan.resign), ("draw", plan.draw)) if rule is not None)
    if plan.auto != HAND and Path(plan.auto).parent != ESTIMATE_FILES.shipped:
        head += f"\nWhere a player names no knowledge it takes what you have learned: {plan.auto}"
    if not totals.played:
        body = ["No game is over yet."]
    elif standing.is_duel:
        body = _duel(standing)
    elif standing.tournament is not None:
        body = []
    elif _is_crowd(standing):
        body = _crowd(standing)
    else:
        body = _points(standing) if table is None else draw_text(table).splitlines()
    if standing.tournament is not None:
        body += ["", *_tournament.lines(standing.tournament, plan.players)][0 if body else 1 :]
    return [head, "", *body, *_selection(standing), *describe_times(standing), *_doubts(standing)]


def _selection(standing: Standing) -> list[str]:
    """The test of each candidate in a gauntlet, and which of them has passed."""
    selection, (first, *others) = standing.selection, standing.plan.players
    if selection is None:
        return []
    rows = [(f"tested against {first}", "pairs", "LLR", "")]
    for name, test in zip(others, selection.tests, strict=True):
        found = test.result
        word = {"H1": "passed", "H0": "failed", None: "open"}[found.verdict]
        rows.append((name, f"{test.heard:,}", f"{found.llr:.2f} of {found.lower:.2f} to {found.upper:.2f}", word))
    alpha = sum(test.alpha for test in selection.tests)
    if selection.best is not None:
        test = selection.tests[selection.best]
        end = (
            f"{others[selection.best]} has passed: rather {test.elo1:g} nElo better than {first} than {test.elo0:g} "
            f"(where none is better, at most {100 * alpha:.3g} % of such matches say so)."
        )
    else:
        end = "None has passed." if standing.ended else "None has passed yet."
    return ["", *aligned(rows, left=1), end]


def _duel(standing: Standing) -> list[str]:
    """Wins, draws and losses of both, and the figures of the first against the second."""
    (a_wins, b_wins, draws), players = standing.totals.results(), standing.plan.players
    first, second, _ = standing.totals.by_seat
    rows = [
        ("", "wins", "draws", "losses", "score"),
        (players[0], f"{a_wins:,}", f"{draws:,}", f"{b_wins:,}", _share(a_wins, draws, b_wins)),
        (players[1], f"{b_wins:,}", f"{draws:,}", f"{a_wins:,}", _share(b_wins, draws, a_wins)),
        ("first to move", f"{first:,}", f"{draws:,}", f"{second:,}", _share(first, draws, second)),
    ]
    single = format_figure(standing.singles.elo, standing.singles.elo_error, _figures.DECIMALS)
    figures = [*aligned(rows, left=1), "", *_figures.lines(standing.pairs, standing.test)]
    if standing.plan.form == IMPORTED:
        return figures
    return [
        *figures,
        f"pairs  {describe_pairs(standing.totals.penta())} points for {players[0]}",
        f"       taken as single games, the Elo would be {single}",
    ]


MOST_NAMED, MOST_SHOWN = 4, 20


def _is_crowd(standing: Standing) -> bool:
    return len(standing.plan.players) > MOST_RATED


def _crowd(standing: Standing) -> list[str]:
    """The points of those who made most of them."""
    players = standing.plan.players
    points, games = [0.0] * len(players), [0] * len(players)
    for one in standing.totals.crosses:
        many = one.wins + one.draws + one.losses
        for place, won in ((one.first, one.wins), (one.second, one.losses)):
            points[place] += won + one.draws / 2
            games[place] += many
    order = sorted(range(len(players)), key=lambda place: -points[place])[:MOST_SHOWN]
    rows = [
        (players[place], f"{points[place]:g} of {games[place]:,}", format_share(points[place], games[place])) for place in order
    ]
    return [*aligned(rows, left=1), f"and {len(players) - MOST_SHOWN:,} players with fewer points"]


def _points(standing: Standing) -> list[str]:
    totals, players = standing.totals, standing.plan.players
    rows = []
    for one, name in enumerate(players):
        met = [totals.results(one, other) for other in range(len(players)) if other != one]
        wins, losses, draws = map(sum, zip(*met, strict=True))
        rows.append((name, f"{wins + draws / 2:g} of {wins + draws + losses:,}", _share(wins, draws, losses)))
    return aligned(rows, left=1)


def _doubts(standing: Standing) -> list[str]:
    """Warnings about the games that a reader of the figures needs: repetitions, and games lost by a fault."""
    totals, players = standing.totals, standing.plan.players
    needs_rating = _is_rated(standing) and standing.tournament is None
    doubts = [f"{NEEDS_SCIPY}."] if needs_rating and not can_rate() else []
    if repeated := totals.played - totals.distinct:
        doubts.append(_figures.repeated(repeated, totals.played))
    if totals.stopped:
        doubts.append(describe_stopped(totals.stopped))
    if early := describe_early(totals.resigned, totals.agreed):
        doubts.append(early)
    if totals.unfinished:
        doubts.append(describe_unfinished(totals.unfinished))
    for place, faults in totals.faults.items():
        many = f"{faults.games:,} game{'s' if faults.games > 1 else ''}"
        kinds = describe_kinds(standing.conduct[place].faults) if place in standing.conduct else ""
        doubts.append(f"{players[place]} lost {many} by a fault{kinds}, most recently: {faults.reasons[0]}")
    return ["", *doubts] if doubts else []


def _share(wins: int, draws: int, losses: int) -> str:
    return format_share(wins + draws / 2, wins + draws + losses)


# A match that is played now: where its games run, what is seen of it meanwhile, and what Ctrl-C leaves.


Heard = Callable[[Sequence[Played]], None]


@contextmanager
def growing(match: Match, file: str | None, named: str = "") -> Iterator[Heard]:
    """A function that writes games into a file as they end, after those that have ended already; MatchError if it cannot.

    `named`: the name of the store on the command line.
    """
    if file is None:
        yield lambda played: None
        return
    from kibitz.arena.store.export import write_text, write_texts

    fixtures = {fixture.key: fixture for fixture in match.store.open_fixtures(match.number)}

    def seated(fixture: Fixture) -> Fixture:
        """The fixture with its seats, which a tournament has only when its round has begun."""
        if not fixture.seats:
            later = match.store.fixtures(match.number)
            fixtures.update({one.key: one for one in later if one.seats and one.key in fixtures})
        return fixtures.pop(fixture.key)

    def write(texts: Iterable[str], mode: str = "a") -> None:
        try:
            with open(file, mode, encoding="utf-8", newline="\n") as written:
                written.writelines(texts)
        except OSError as problem:
            resume = f"the games are kept, and `kibitz match --resume {match.number}{named}` goes on"
            raise MatchError(f"{file} cannot be written ({problem.strerror or problem}): {resume}") from None

    def heard(games: Sequence[Played]) -> None:
        new = (one for one in games if one.key in fixtures)  # a game may be played twice, and counts once
        write([write_text(match.number, match.plan, seated(fixtures[one.key]), one) for one in new])

    write(write_texts(match.store, match.number), "w")
    yield heard


def play(match: Match, place: Workplace, heard: Heard, verify: bool = False) -> bool:
    """Plays the rest of a match; False when Ctrl-C ended it, and then what was played until then is kept."""
    seen: list[Standing] = []
    there = place.executor()
    if verify and (timed := player_by_time(match.plan)) is not None:
        raise MatchError(
            f"the games of {timed} cannot be played again, for it thinks for a time: give it a depth or nodes, or leave "
            "--verify out"
        )

    def describe_progress() -> str:
        if seen:
            standing, pace = seen[-1], "the first games are being played"
            if standing.per_second:
                pace = f"{standing.per_second:,.1f} games/s, about {format_duration(standing.left or 0.0)} left"
            return "\n".join([pace, "", *lines(standing)])
        return (
            "" if there.workers else "No worker has come to the scheduler yet: `dask worker ADDRESS` on any machine starts one."
        )

    printed = 0

    def warn() -> None:
        nonlocal printed
        found = there.warnings()
        for sentence in found[printed:]:
            click.echo(f"kibitz: {_place(match.plan.game)}{sentence}", err=True)
        printed = len(found)

    def tell(standing: Standing) -> None:
        seen[:] = [standing]
        warn()

    with Progress(describe_progress).display(compiles=False) as progress, progress.busy(f"match {match.number}"):
        try:
            with Workplace(1) as referee:
                check = SpotCheck(referee.executor(), same=same_games) if verify else None
                match.play(there, lambda: there.workers, tell, heard, check)
        except KeyboardInterrupt:
            return False
        finally:
            warn()
    return True


def _place(game: str) -> str:
    """The file of the rules, as a sentence begins with it; nothing for a game that has a name."""
    name = split_spec(game)[0]
    return f"{Path(name).name}: " if name.endswith(".py") else ""


# The matches of a store, looked at: their list, one game move by move, all games as text.

GAME = re.compile(r"(?:match:)?(\d{1,9})/(\d{1,9})/(\d{1,9})", re.ASCII)


def list_all(store: Store, as_json: bool) -> None:
    """The list of matches, the oldest first."""
    matches = store.matches()
    if as_json:
        write_json({"matches": [summary_as_json(one) for one in matches]})
        return
    if not matches:
        click.echo(f"There is no match in {store} yet: `kibitz match random greedy --game othello` plays one.")
    for one in matches:
        left = "" if one.played == one.games else f", {one.played:,} of them played"
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.created))
        more = len(one.players) - MOST_NAMED
        names = " - ".join(one.players if more <= 1 else [*one.players[:MOST_NAMED], f"{more:,} more"])
        click.echo(f"{one.number:>5}  {day}  {names}: {one.game}, {one.games:,} game{'' if one.games == 1 else 's'}{left}")


def export(store: Store, match: int, text: bool) -> None:
    """All games of a match, each a line of JSON or, as `text`, with headers and numbered moves."""
    from kibitz.arena.store.export import write_json_lines, write_texts

    for game in (write_texts if text else write_json_lines)(store, match):
        click.echo(game)


def show_game(store: Store, which: str, as_json: bool, named: bool) -> None:
    """One game of a match move by move, `12/3/1`: side 1 of pair 3; `named`: whether --store said where it is."""
    found = GAME.fullmatch(which.strip())
    if found is None:
        raise click.UsageError(f"{which!r} is not a game: write 12/3/1 for side 1 of pair 3 of match 12, both counted from 0")
    match, pair, side = map(int, found.groups())
    from kibitz.arena.store.replay import play_names
    from kibitz.core.registry import load
    from kibitz.position import Position
    from kibitz.workers.files import changed_files, materialize

    plan, (fixture, played) = store.plan(match), store.game(match, pair, side)
    players = [plan.players[place] for place in fixture.seats]
    if as_json:
        write_json(game_as_json(match, plan, fixture, played))
        return
    game, spec = fixture.from_start(load(materialize([plan.game], plan.files)[0])), fixture.start or plan.game
    end, colour = play_names(game, played.moves), in_colour()
    sides = side_names(game)
    if rules := [path for path in changed_files(plan.files) if plan.game.startswith(path)]:
        click.echo(f"By the rules as they were when the match began: {rules[0]} is not the same now.\n")
    click.echo(f"{spec}: {', '.join(f'{side} is {player}' for side, player in zip(sides, players, strict=True))}\n")
    position = Position.after(game)
    opened = len(fixture.moves)
    for number, move in enumerate(end.moves, 1):
        who = "Chance" if position.is_chance else sides[position.to_move]
        move_name, position = position.name(move), position.play(move)
        click.echo(f"{number}. {who}: {move_name}{' (opening)' if number <= opened else ''}")
        click.echo(f"{position.draw(colour=colour)}\n", color=colour)
    if played.payoffs is not None:
        click.echo(f"{describe_recurrence(position)}The game is over: {ValueWords(game).ending(played.payoffs, players)}.")
    else:
        click.echo(describe_early_end(None if played.forfeit is None else sides[played.forfeit], played.reason))
    place = f"KIBITZ_STORE={shlex.quote(str(store))} " if named else ""
    click.echo(f"To look further: `{place}kibitz analyze {spec} --moves match:{match}/{pair}/{side}@{len(end.moves) // 2}`")
