"""Matches and their games, tunings, choices of a search and levels of a game from Python, each in one call."""

import contextlib
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf, isfinite
from pathlib import Path
from typing import Any

from kibitz.arena.choosing import ChoiceMatch, Choosing
from kibitz.arena.fixture import Plan
from kibitz.arena.levels.games import LevelFitting, LevelsTask
from kibitz.arena.match import CLOCK_SECONDS, Match, plan_match
from kibitz.arena.match_form import describe_rounding
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.arena.store.replay import record
from kibitz.arena.tuning.journal import LogJournal, MemoryJournal, Step
from kibitz.arena.tuning.tuning import Task, Tuned, Tuning, play_on_executor, settings
from kibitz.core.arguments import checked
from kibitz.core.registry import as_game, load, spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import GameRecord
from kibitz.errors import ArgumentError, ChoiceError, GameError, KibitzError, LevelsError, PlayerError, RulesWarning
from kibitz.players.choice import CHOICE_FILES, SearchChoice
from kibitz.players.fitted_levels import LEAST_APART, LEVEL_FILES, MOST_APART, FittedLevel, LevelFile, place_levels
from kibitz.runtime.user_code import format_value
from kibitz.workers.crew import Crew
from kibitz.workers.workplace import Workplace

CANNOT_TRAVEL = "cannot go to the processes that play"


@checked("players")
def match(
    players: Sequence[str],
    game: Game | str,
    *,
    games: int | None = None,
    form: str | None = None,
    openings: str = "auto",
    seed: int | None = None,
    clock: float | None = CLOCK_SECONDS,
    time_control: str | None = None,
    sprt: tuple[float, float] | None = None,
    resign: str | None = None,
    draw: str | None = None,
    rounds: int | None = None,
    workers: int | None = None,
    store: str | None = None,
    tell: Callable[[Standing], None] = lambda standing: None,
) -> Standing:
    """Let players play many games against each other, in pairs from one opening with the seats changed, and count.

    `players` and `game` are named by texts, as on the command line, for the games are played in other processes. `games`: how
    many (100), or between each two of more players, in whole pairs: a RulesWarning says where that makes more. `form`:
    "round_robin", each against each, "gauntlet", the first against each, or a tournament, "swiss" or "knockout", where each
    meeting has 2 games unless `games` says more. `rounds`: of a Swiss tournament, None for as many as a knockout would have.
    `openings`: random:4, all:3, file:PATH, random-file:PATH, start or auto. `seed`: where all dice come from. `clock`:
    seconds for a move; who needs longer loses the game, None for no clock. `time_control`: a clock for the whole game in
    its place, such as "60+0.6" (a minute, and 0.6 seconds for each move) or "40/60". `sprt`: two differences in normalized
    Elo; the match ends as soon as a test has decided between them, or in a gauntlet as soon as one of the others has
    passed. `resign`: "3:8", a player resigns when both have put it behind by 8 or more, in the units of the game, in 3
    moves of each. `draw`: "40:8:0.5", both agree on a draw when 40 moves have been made, and in 8 moves of each neither was
    ahead by more than 0.5.
    `workers`: processes (one a core).
    `store`: a path or URL of the games store, None for the one that the command takes; `kibitz match --show` shows the match of
    the standing's `number`. `tell` hears now and then how it stands.

    Of the standing, `pairs` says what `kibitz.elo` says of its pairs, from the first player's view; `totals` has the counts.
    However this ends, the games played so far are in the store. Raises a KibitzError, one sentence, before the first game where
    players, game or settings do not fit.
    """
    if isinstance(players, str):
        raise ArgumentError(f"match() takes the players first, and then the game: write match([...], {players!r})")
    if not isinstance(players, Iterable):
        raise ArgumentError("match() takes a list of players first, and then the game: write match(['greedy', 'random'], game)")
    for one in players:
        if not isinstance(one, str):
            raise PlayerError(f"{format_value(one)} {CANNOT_TRAVEL}: name the player by a text, such as FILE.py:NAME")
    test: dict[str, Any] | None = None
    if sprt is not None:
        test = {"elo0": sprt[0], "elo1": sprt[1], "alpha": 0.05, "beta": 0.05, "model": "normalized"}
    plan, fixtures = plan_match(
        load(game) if isinstance(game, str) else check_loadable(game),
        players,
        games=games,
        form=form,
        openings=openings,
        seed=seed,
        clock=clock,
        time_control=time_control,
        sprt=test,
        resign=resign,
        draw=draw,
        rounds=rounds,
    )
    if games is not None and (sentence := describe_rounding(games, load(plan.game).players)):
        warnings.warn(sentence, RulesWarning, stacklevel=3)  # the caller of what `checked` made
    crew = Crew(workers or os.cpu_count() or 1)
    try:
        with Store.open(store) as kept:
            return Match(kept, kept.add(plan, fixtures)).play(crew, crew.workers, tell)
    finally:
        crew.stop()


@checked()
def stored_games(match: int, store: str | None = None) -> Iterator[GameRecord]:
    """The games of a stored match that have been played, in the order of its schedule, each with its players by seat.

    `match`: its number, as `kibitz match --list` and a `Standing` have it. `store`: as for `kibitz.match`. StoreError where
    there is no such match, or no store.
    """
    with Store.open(store, make=False) as kept:
        plan = kept.plan(match)
    return _read_stored(match, plan, store)


def _read_stored(match: int, plan: Plan, store: str | None) -> Iterator[GameRecord]:
    with Store.open(store, make=False) as kept:
        for fixture, played in kept.games(match):
            yield record(plan, fixture, played)


def check_loadable(game: Game) -> Game:
    """The game, if its spec is one that another process can load."""
    spec = spec_of(as_game(game))
    with contextlib.suppress(KibitzError):
        if load(spec) == game:
            return game
    raise GameError(f"{spec} {CANNOT_TRAVEL}: put the game into a file, and name it FILE.py:{type(game).__name__}")


@checked("player")
def tune(
    game: Game | str,
    player: str,
    *,
    tune: str = Task.tune,
    method: str = Task.method,
    steps: int = Task.steps,
    pairs: int = Task.pairs,
    verify: int = Task.verify,
    openings: str = Task.openings,
    seed: int = Task.seed,
    more: Mapping[str, float] | None = None,
    log: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    tell: Callable[[Step], None] = lambda step: None,
) -> Tuned:
    """Change the weights of a game's Knowledge step by step, as games between them say, and play a match against the start.

    `player` looks through the knowledge, such as "alphabeta:depth=3"; `tune` names what may change, such as "squares,scales[0]"
    ("": all that `Knowledge.tunes` declares). `method`: spsa, regression, cma or optuna, with the numbers of `more`, such as
    {"r_end": 0.1}. It plays `steps` steps of `pairs` pairs of games each, and `verify` pairs at the end. `openings` and `seed`
    are as for `kibitz.match`: the same seed gives the same tuning. `log`: a file that keeps each step; call again with the same
    file to continue where the last call stopped. `workers`: processes (one a core). `tell` hears each step.

    Of what is given back, `best` has the numbers, `gained` whether they are shown to be better, `weights()` the content of a
    file for `weights=FILE` of a player. Raises a KibitzError, one sentence, before the first game where something does not fit.
    """
    if not isinstance(player, str):
        raise PlayerError(f"{format_value(player)} {CANNOT_TRAVEL}: name the player by a text, such as alphabeta:depth=3")
    spec = spec_of(load(game) if isinstance(game, str) else check_loadable(game))
    task = Task(spec, player, tune, method, steps, pairs, verify, openings, seed, dict(more or {}))
    Tuning(task, MemoryJournal())  # says what is wrong with it, before a file or a process is made
    journal = MemoryJournal() if log is None else LogJournal(Path(log), settings(task))
    crew = Crew(workers or os.cpu_count() or 1)
    try:
        return Tuning(task, journal, play_on_executor(crew, crew.workers)).run(tell)
    finally:
        crew.stop()


@checked()
def choose(
    game: Game | str,
    minutes: float = 2.0,
    *,
    time_per_move: float = 0.1,
    seed: int = 1,
    workers: int | None = None,
    cluster: str | None = None,
    to: str | os.PathLike[str] | None = None,
    tell: Callable[[Sequence[ChoiceMatch]], None] = lambda matches: None,
) -> SearchChoice:
    """Find the search that plays a game best, by matches between all that fit, and keep it: then `computer` takes it.

    `minutes`: for all matches, about. `time_per_move`: seconds. `seed`: openings and dice. `workers`: processes (one a core);
    `cluster`: the address of a dask scheduler whose workers play instead. `to`: a file to write it to in place of the one where
    players find it. `tell` hears the matches as they stand.

    Of what is given back, `player` is the text that names the search with its options, and `matches` the table. Raises a
    KibitzError, one sentence, if the game is not a contest or the file cannot be written.
    """
    for name, value in (("minutes", minutes), ("time_per_move", time_per_move)):
        if not (isfinite(value) and value > 0):
            raise ChoiceError(f"{name} is a time above 0, not {format_value(value)}")
    rules = load(game) if isinstance(game, str) else check_loadable(game)
    choosing, file = Choosing(rules, time_per_move, seed), CHOICE_FILES.place(rules, None if to is None else Path(to))
    found = choosing.run(60 * minutes, Workplace(workers, cluster), tell)
    CHOICE_FILES.keep(found.text(), file, to is None)
    return found


@checked()
def levels(
    game: Game | str,
    minutes: float | None = None,
    *,
    games: int = LevelsTask.games,
    apart: float = LevelsTask.apart,
    seed: int = 0,
    search: str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    verify: bool = False,
    to: str | os.PathLike[str] | None = None,
    tell: Callable[[FittedLevel], None] = lambda level: None,
) -> LevelFile:
    """Fit the levels of the computer to a game, by games that it plays against itself, and keep them: then `computer` has them.

    `games` measure a level, which is to be `apart` Elo above the one below. `minutes`: end after that time with the levels
    there are; the same seed may give others then. `search`: the one that plays (what fits the game if it has an estimate, else
    mcts). `workers`: processes that play; `cluster`: the address of a dask scheduler whose workers do; the levels are the same.
    `verify`: play one in twenty games of theirs again here. `to`: a file that ends in .levels, in place of the one where
    players find it. `tell` hears each level when it is found.

    Of what is given back, `levels` has the nodes, the random moves and the points of each. Raises a KibitzError, one sentence,
    where a game has no levels, or where the file has no place.
    """
    if games < 4:
        raise LevelsError(f"games is a whole number from 4 up, not {format_value(games)}")
    if minutes is not None and not (isfinite(minutes) and minutes > 0):
        raise LevelsError(f"minutes is a time above 0, not {format_value(minutes)}")
    if not LEAST_APART <= apart <= MOST_APART:
        raise LevelsError(f"apart is a number of Elo from {LEAST_APART:g} to {MOST_APART:g}, not {format_value(apart)}")
    rules = load(game) if isinstance(game, str) else check_loadable(game)
    place = place_levels(rules, None if to is None else Path(to))
    wide = "" if apart == LevelsTask.apart else f", apart={apart:g}"
    command = f"kibitz.levels({spec_of(rules)!r}, games={games}{wide}, seed={seed})"
    seconds = inf if minutes is None else 60 * minutes
    with Workplace(workers, cluster, verify) as there:
        where = there if there.is_named else None
        fitting = LevelFitting(LevelsTask(rules, games, seconds, seed, search, command, apart=apart, place=where))
        for level in fitting.run():
            tell(level)
    found = fitting.file()
    LEVEL_FILES.keep(found.text(), place, to is None)
    return found
