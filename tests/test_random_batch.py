"""Games of random players, many at once: the very games that Python plays, in the store too; and what goes the other way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from conftest import PLAIN
from kibitz.arena.crew import random_batch
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.crew.flow import flow
from kibitz.arena.crew.random_batch import RandomMatch, fields_in_names, play_random
from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.match import Match, plan_match
from kibitz.arena.store import Store
from kibitz.core.registry import load
from kibitz.errors import RulesError
from matched import RULES, Here
from shelf import QUICK

ALL = [*QUICK, "nim:heaps=2-3-4", "tree:file=three_players", "tree:file=chances"]
PLAYS = "State(state.said + move)"


def timeless(played: Sequence[Played]) -> list[str]:
    """All that is known of games but how long they took: also whether a payoff is 1 or 1.0."""
    return [repr(replace(one, seconds=0.0)) for one in played]


def planned(spec: str, games: int, seed: int, openings: str = "auto") -> tuple[Plan, tuple[Fixture, ...]]:
    """A match of random players."""
    game = load(spec)
    plan, fixtures = plan_match(game, ["random"] * game.players, games=games, seed=seed, openings=openings)
    return plan, tuple(fixtures)


def at_once(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played] | None:
    """The games by the loop that plays many, as machine code unless this run is plain."""
    match = RandomMatch(load(plan.game), plan, plain=PLAIN)
    return match.play(fixtures, lambda one: play_batch(Batch(plan, (one,)))[0])


@pytest.mark.twice
@pytest.mark.parametrize("spec", ALL)
def test_they_are_the_games_that_python_plays(spec: str) -> None:
    if load(spec).players < 2:
        pytest.skip("a match is for two or more")
    if load(spec).recurrence:
        pytest.skip("Python plays games that can come back to a position")
    for seed, games, openings in ((3, 8, "auto"), (-20, 5, "start")):
        plan, fixtures = planned(spec, games, seed, openings)
        played = at_once(plan, fixtures)
        assert played is not None
        assert timeless(played) == timeless(play_batch(Batch(plan, fixtures)))


@pytest.mark.compiled
@settings(deadline=None, max_examples=30)
@given(seed=st.integers(-(10**12), 10**12), first=st.integers(0, 10**6), games=st.integers(1, 9))
def test_with_any_seed_and_any_part_of_a_schedule(seed: int, first: int, games: int) -> None:
    for spec in ("tic_tac_toe", "pig"):
        plan = Plan(spec, ("random", "random"), seed)
        fixtures = [Fixture(first + number // 2, number % 2, (number % 2, 1 - number % 2), "") for number in range(games)]
        played = at_once(plan, fixtures)
        assert played is not None
        assert timeless(played) == timeless(play_batch(Batch(plan, tuple(fixtures))))


@pytest.mark.compiled
def test_many_calls_and_long_records_make_the_same_games() -> None:
    plan, fixtures = planned("tic_tac_toe", 5000, 9, "random:3")
    played = at_once(plan, fixtures)
    assert played is not None
    assert timeless(played) == timeless(play_batch(Batch(plan, fixtures)))


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig", "trio"])
def test_a_match_in_the_store_is_the_same_row_by_row(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played in Python; at once; and at once, but interrupted twice and gone on with."""
    plan, fixtures = planned(spec, 60, 4)
    found = []
    for name, many, stops in (("python", False, ()), ("at once", True, ()), ("resumed", True, (2, 1))):
        monkeypatch.setattr("kibitz.arena.crew.flow.COMPILING", 0.0 if many else float("inf"))
        monkeypatch.setattr("kibitz.arena.crew.flow.KNOWN", 0)
        taken = count_taken(monkeypatch)
        with Store.open(str(tmp_path / f"{name}.db")) as store:
            match = Match(store, store.add(plan, fixtures))
            for most in stops:
                with pytest.raises(KeyboardInterrupt):
                    match.play(Here(most), 1)
            standing = match.play(Here(), 1)
            assert (taken == []) != many
            found.append((rows(store), standing.totals))
    assert found[0] == found[1] == found[2]


def count_taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on: how many games went each time that many were played at once."""
    taken, inner = list[int](), RandomMatch.play

    def play(match: RandomMatch, *arguments: Any) -> list[Played] | None:
        played = inner(match, *arguments)
        taken.append(len(played or []))
        return played

    monkeypatch.setattr(RandomMatch, "play", play)
    return taken


def rows(store: Store) -> list[list[Any]]:
    """All that is stored of results, but the times."""
    with store._database.reading() as connection:
        columns = "match, pair, side, moves, payoffs, forfeit, loser, reason, digest"
        tables = (
            f"SELECT {columns} FROM kibitz_results ORDER BY 1, 2, 3",
            "SELECT * FROM kibitz_meetings ORDER BY 1, 2, 3, 4, 5",
        )
        return [[tuple(row) for row in connection.execute(text(query))] for query in tables]


def file_with(folder: Path, rules: str) -> str:
    (folder / "count.py").write_text(rules, encoding="utf-8")
    return str(folder / "count.py")


def pairs_of(count: int) -> tuple[Fixture, ...]:
    return tuple(Fixture(pair, side, (side, 1 - side), "") for pair in range(count) for side in (0, 1))


@pytest.mark.twice
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("yield 2", "yield 1"), "yielded 1 twice"),
        (("yield 2", "yield -2"), "a move is an int from 0"),
        (("yield 2", "yield 5000\n        yield 5000"), "yielded 5000 twice"),
        (
            ("        yield 1\n        yield 2", "        for one in range(1, 9 - state.said):\n            yield one"),
            "no move",
        ),
        ((PLAYS, "State(state.said + move // (state.said < 6))"), "ZeroDivisionError"),
        (("def moves", "def to_move(self, state):\n        return state.said % 3\n\n    def moves"), "`to_move` gave 2"),
    ],
)
def test_rules_that_break_a_law_are_left_to_python(change: tuple[str, str], sentence: str, tmp_path: Path) -> None:
    """Which then says so, as in any match."""
    game = file_with(tmp_path, RULES.replace(*change))
    plan, fixtures = Plan(game, ("random", "random"), 1), pairs_of(4)
    with pytest.raises(RulesError, match=sentence):
        play_batch(Batch(plan, fixtures, many=True))
    assert play_random(load(game), plan.players, plan, fixtures, in_python(plan)) is None


def in_python(plan: Plan) -> random_batch.InPython:
    """What plays one game of a match in Python."""
    return lambda one: play_batch(Batch(plan, (one,)))[0]


@pytest.mark.twice
def test_a_game_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.referee.MAX_PLIES", 50)
    game = file_with(tmp_path, RULES.replace(PLAYS, "State(state.said)"))
    plan, fixtures = Plan(game, ("random", "random"), 1), pairs_of(3)
    played = at_once(plan, fixtures)
    assert played is not None
    assert {(len(one.moves), one.payoffs, one.reason) for one in played} == {
        (50, None, "stopped after 50 plies, and counted as a draw")
    }
    assert timeless(played) == timeless(play_batch(Batch(plan, fixtures)))


@pytest.mark.compiled
def test_what_does_not_compile_is_played_in_python_without_a_word(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    game = file_with(tmp_path, RULES.replace(PLAYS, "State(int(str(state.said + move).strip(chr(32))))"))
    plan, fixtures = Plan(game, ("random", "random"), 1), pairs_of(3)
    assert timeless(play_batch(Batch(plan, fixtures, many=True))) == timeless(play_batch(Batch(plan, fixtures)))
    assert not recwarn.list


def test_a_match_that_cannot_be_made_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """For it may have taken seconds to find out."""
    tried = list[Plan]()

    def fails(game: Any, plan: Plan) -> None:
        tried.append(plan)
        raise AssertionError("two specialisations")

    monkeypatch.setattr(random_batch, "RandomMatch", fails)
    plan = Plan("tic_tac_toe", ("random", "random"), 4321)
    for _ in range(3):
        assert len(play_batch(Batch(plan, pairs_of(2), many=True))) == 4
    assert tried == [plan]


def test_other_players_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of another kind, and one that a package has put in the place of ours."""
    plan = Plan("tic_tac_toe", ("random", "greedy"), 1)
    asked = list[Plan]()
    monkeypatch.setattr(random_batch, "play_random", lambda game, specs, plan, *more: asked.append(plan))
    assert len(play_batch(Batch(plan, pairs_of(2), many=True))) == 4
    assert not asked
    plan = replace(plan, players=("random", "random"))
    assert len(play_batch(Batch(plan, pairs_of(2), many=True))) == 4
    assert asked == [plan]
    monkeypatch.undo()
    monkeypatch.setattr(random_batch, "player", lambda spec, seed: object())
    assert play_random(load("tic_tac_toe"), plan.players, plan, pairs_of(2), in_python(plan)) is None


def test_a_seed_of_many_digits_goes_the_other_way() -> None:
    plan, fixtures = planned("tic_tac_toe", 4, 10**40)
    assert at_once(plan, fixtures) is None
    assert len(play_batch(Batch(plan, fixtures, many=True))) == 4


def test_other_dice_than_python_throws_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a later Python choose in another way, its games stay what they are there."""
    monkeypatch.setattr("random.Random.choice", lambda self, row: row[0])
    plan, fixtures = planned("tic_tac_toe", 4, 1)
    assert RandomMatch(load("tic_tac_toe"), plan, plain=True).play(fixtures, in_python(plan)) is None


def test_what_of_a_state_the_names_of_moves_depend_on() -> None:
    looked = {spec: fields_in_names(load(spec)) for spec in QUICK}
    for spec in ("tic_tac_toe", "connect_four", "othello", "trio", "kalah"):
        assert looked[spec] == frozenset()
    assert looked["breakthrough"] == frozenset({"turn"})
    assert looked["pig"] == frozenset({"rolling"})
    assert looked["einstein"] is None


@dataclass(frozen=True)
class Namer(type(load("tic_tac_toe"))):  # type: ignore[misc]  # the class is found by its name
    """Tic-tac-toe; ways to look at a state follow."""


def hidden(self: Any, state: Any, move: int) -> str:
    return str((lambda: state.own)())


def handed_on(self: Any, state: Any, move: int) -> str:
    return str(len(state))


def looked_up(self: Any, state: Any, move: int) -> str:
    return str(locals())


def renamed(self: Any, state: Any, move: int) -> str:
    other = state
    return str(other)


def any_number(self: Any, state: Any, move: int, *more: Any) -> str:
    return str(more)


def written_over(self: Any, state: Any, move: int) -> str:
    state = move
    return str(state)


@pytest.mark.parametrize("way", [hidden, handed_on, looked_up, renamed, any_number, written_over, staticmethod(str)])
def test_other_ways_to_look_at_a_state(way: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Namer, "move_name", way)
    assert fields_in_names(Namer()) is None


def test_the_flow_says_when_many_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[bool]()

    class Hearing(Here):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            said.append(args[0].many)
            return super().submit(fn, *args, **kwargs)

    plan, fixtures = planned("tic_tac_toe", 200, 1)
    for compiling, heard in ((1e9, {False}), (1e-9, {False, True})):
        monkeypatch.setattr("kibitz.arena.crew.flow.COMPILING", compiling)
        assert sum(map(len, flow(Hearing(), plan, fixtures, 1))) == 200
        assert set(said) == heard
    assert said[-1]  # and once is for all
