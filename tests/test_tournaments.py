"""Swiss tournaments and knockouts: pairings by an independent check, the same with any workers and after a stop."""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import ceil, log2
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import commandline
from kibitz import match as play_match
from kibitz.arena.crew.batch import same_games
from kibitz.arena.fixture import Fixture, Played
from kibitz.arena.match import Match, plan_match
from kibitz.arena.store import Meeting, Store
from kibitz.arena.tournaments.knockout import TIE_BREAKS, Knockout
from kibitz.arena.tournaments.matching import Matching
from kibitz.arena.tournaments.swiss import Swiss
from kibitz.arena.tournaments.tournament import Tournament
from kibitz.core.registry import load
from kibitz.errors import MatchError
from kibitz.jobs.kinds import series
from kibitz.jobs.worker import Stop
from kibitz.workers.crew import Crew
from kibitz.workers.spot_check import SpotCheck, WorkerLies
from runs import examples

Round = list[tuple[int, int | None, float]]  # who met, None for a bye, and the score of the first: 1, 0.5 or 0


def game(pair: int, side: int, couple: tuple[int, int], dice: random.Random, draws: float = 0.3) -> Meeting:
    """A game with a random result."""
    first, second = couple[:: -1 if side else 1]
    return Meeting(pair, side, first, second, dice.choices([0, 0.5, 1], [1, 2 * draws / (1 - draws), 1])[0])


def play(tournament: Tournament, dice: random.Random, draws: float = 0.3) -> list[Meeting]:
    """All games of a tournament with random results, which come back in a random order."""
    played: list[Meeting] = []
    while not tournament.ended:
        known = {(one.pair, one.side) for one in played}
        left = [(pair, side) for pair in tournament.due for side in (0, 1) if (pair, side) not in known]
        for pair, side in dice.sample(left, dice.randint(1, len(left))):
            played.append(game(pair, side, tournament.due[pair], dice, draws))
        tournament.hear(dice.sample(played, len(played)))
    return played


def results(tournament: Tournament) -> list[Round]:
    """The rounds with scores that are counted from the points of the games."""
    scores = {1: 1.0, 0: 0.5, -1: 0.0}
    return [
        [(one.first, one.second, scores[(one.points[0] > one.points[1]) - (one.points[0] < one.points[1])]) for one in found]
        for found in tournament.rounds
    ]


# The independent check: plain lists, and every pairing there is.


def fewest_repeats(players: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """The fewest couples who have met before, of all ways to pair these players."""
    if not players:
        return 0
    first, *others = players
    best = len(players)
    for other in others:
        again = int(met[frozenset((first, other))] > 0)
        if again < best:
            best = min(best, again + fewest_repeats([one for one in others if one != other], met))
        if best == 0:
            break
    return best


def check_swiss(players: int, rounds: list[Round]) -> list[float]:
    """Check the pairings of a Swiss tournament; the scores at its end."""
    scores, had_bye, met = [0.0] * players, set[int](), Counter[frozenset[int]]()
    for found in rounds:
        assert sorted(one for first, second, _ in found for one in (first, second) if one is not None) == [*range(players)]
        rests = [first for first, second, _ in found if second is None]
        assert len(rests) == players % 2
        assert not set(rests) & had_bye, "nobody has two byes"
        couples = [frozenset((first, second)) for first, second, _ in found if second is not None]
        again = sum(met[couple] > 0 for couple in couples)
        paired = [one for one in range(players) if one not in rests]
        choices = [[one for one in range(players) if one != rest] for rest in range(players) if rest not in had_bye]
        assert again == min(fewest_repeats(choice, met) for choice in (choices if rests else [paired])), "met again needlessly"
        if rests:
            lower = [one for one in range(players) if one not in had_bye and scores[one] < scores[rests[0]]]
            for one in lower:
                assert fewest_repeats([other for other in range(players) if other != one], met) > again, "a bye too high up"
        check_nearest(paired, couples, scores, met)
        for first, second, score in found:
            scores[first] += 1 if second is None else score
            if second is not None:
                scores[second] += 1 - score
        had_bye |= set(rests)
        met.update(couples)
    return scores


def check_nearest(players: list[int], couples: list[frozenset[int]], scores: list[float], met: Counter[frozenset[int]]) -> None:
    """From the top, nobody could have met a player of nearer score without more repeats among those left."""
    left = sorted(players, key=lambda one: (-scores[one], one))
    partner = {one: other for couple in couples for one in couple for other in couple - {one}}
    while left:
        one, needed = left[0], fewest_repeats(left, met)
        gap = scores[one] - scores[partner[one]]
        for other in left[1:]:
            if scores[one] - scores[other] < gap and not met[frozenset((one, other))]:
                rest = [each for each in left if each not in (one, other)]
                assert fewest_repeats(rest, met) > needed, f"{one} could have met {other}"
        left = [each for each in left if each not in (one, partner[one])]


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(2, 9), st.integers(1, 8), st.integers(1, 3), st.integers(0, 10**6), st.sampled_from([0.0, 0.3, 0.9]))
def test_swiss_pairings_by_the_check(players: int, rounds: int, pairs: int, seed: int, draws: float) -> None:
    tournament = Swiss(players, pairs, min(rounds, players - 1 + players % 2))
    played = play(tournament, random.Random(seed), draws)
    scores = check_swiss(players, results(tournament))
    table = tournament.table()
    assert {row.player: row.score for row in table} == dict(enumerate(scores))
    assert [row.place for row in table] == sorted(row.place for row in table)
    assert all(one.score >= other.score for one, other in pairwise(table))
    points = Counter[int]()
    for one in played:
        points.update({one.first: one.score, one.second: 1 - one.score})
    assert {row.player: row.points for row in table} == {one: points[one] for one in range(players)}
    assert tournament.scheduled == len(played) == tournament.length * (players // 2) * 2 * pairs
    opponents = {one: [set(couple) - {one} for couple in couples_of(tournament) if one in couple] for one in range(players)}
    assert {row.player: row.tie_break for row in table} == {
        one: sum(scores[other] for (other,) in opponents[one]) for one in range(players)
    }


def couples_of(tournament: Tournament) -> list[tuple[int, int]]:
    return [(one.first, one.second) for found in tournament.rounds for one in found if one.second is not None]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 9, 16, 17, 33])
def test_swiss_has_as_many_rounds_as_a_knockout(players: int) -> None:
    assert Swiss(players, 1).length == Knockout(players, 1).length == ceil(log2(players))


@pytest.mark.parametrize("players", [5, 8])
def test_the_table_after_a_round_is_that_of_a_tournament_that_ends_with_it(players: int) -> None:
    whole = Swiss(players, 2)
    games = play(whole, random.Random(players))
    for rounds in range(1, whole.length + 1):
        part = Swiss(players, 2, rounds)
        part.hear([one for one in games if one.pair < rounds * 2 * (players // 2)])
        assert whole.table_after(rounds) == part.table()
    assert whole.table_after(whole.length) == whole.table()


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    assert couples_of(Swiss(8, 1)) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert [(one.first, one.second) for one in Swiss(5, 1).rounds[0]] == [(0, 2), (1, 3), (4, None)]


def test_a_large_swiss_is_quick_and_nobody_meets_twice() -> None:
    tournament = Swiss(120, 1, 11)
    play(tournament, random.Random(4))
    couples = [frozenset(couple) for couple in couples_of(tournament)]
    assert len(couples) == len(set(couples)) == 11 * 60


@settings(max_examples=examples(150), deadline=None)
@given(st.integers(1, 8), st.integers(0, 10**6), st.floats(0.1, 0.9))
def test_a_matching_is_a_largest_one(vertices: int, seed: int, share: float) -> None:
    dice = random.Random(seed)
    edges = [couple for couple in combinations(range(vertices), 2) if dice.random() < share]

    def largest(left: Sequence[tuple[int, int]]) -> int:
        return max((1 + largest([one for one in left if not set(one) & set(edge)]) for edge in left), default=0)

    graph = {one: [sum(edge) - one for edge in edges if one in edge] for one in range(vertices)}
    gone = dice.sample(range(vertices), dice.randint(0, vertices))
    assert Matching(graph).size == largest(edges)
    assert Matching(graph).without(*gone).size == largest([edge for edge in edges if not set(edge) & set(gone)])


@settings(max_examples=examples(80), deadline=None)
@given(st.integers(2, 20), st.integers(1, 2), st.integers(0, 10**6), st.sampled_from([0.3, 0.9, 1.0]))
def test_a_knockout_by_hand(players: int, pairs: int, seed: int, draws: float) -> None:
    """Byes for the highest seeds, losers are out, ties go on, and the higher seed has the last word."""
    tournament, dice = Knockout(players, pairs), random.Random(seed)
    played = play(tournament, dice, 0.0) if draws == 1 else play(tournament, dice, draws)
    size = 2 ** ceil(log2(players))
    first = tournament.rounds[0]
    assert {one.first for one in first if one.second is None} == set(range(size - players))
    assert all(one.first + one.second == size - 1 for one in first if one.second is not None)
    left = set(range(players))
    games = Counter(one.pair for one in played)
    for found in tournament.rounds:
        assert {player for one in found for player in (one.first, one.second) if player is not None} == left
        for one in found:
            assert one.winner in (one.first, one.second)
            if one.second is not None:
                left.remove(one.second if one.winner == one.first else one.first)
                assert one.games == 2 * (pairs + one.tie_breaks)
                assert (one.points[0] == one.points[1]) == one.by_seed
                assert one.tie_breaks == TIE_BREAKS if one.by_seed else one.tie_breaks <= TIE_BREAKS
                assert one.winner == (one.first if one.points[0] >= one.points[1] else one.second)
    assert set(games.values()) == {2}
    assert len(played) == tournament.scheduled == sum(one.games for found in tournament.rounds for one in found)
    table = tournament.table()
    assert left == {table[0].player}
    assert [row.place for row in table] == sorted(
        [1, *(2**number + 1 for number in range(tournament.length) for _ in range(min(2**number, players - 2**number)))]
    )


def test_a_tie_goes_on_until_a_pair_is_won() -> None:
    tournament = Knockout(2, 1)
    assert tournament.first_pair_after(0) == tournament.first_pair_after(4) == 5
    four = Knockout(4, 1)
    assert [four.first_pair_after(pair) for pair in (0, 9, 10, 14)] == [10, 10, 15, 15]
    drawn = [Meeting(pair, side, side, 1 - side, 0.5) for pair in range(5) for side in (0, 1)]
    for pairs in range(5):
        tournament.hear(drawn[: 2 * pairs])
        assert not tournament.ended
        assert sorted(tournament.due) == [*range(pairs + 1)]
    tournament.hear([*drawn[:4], Meeting(2, 0, 0, 1, 0), Meeting(2, 1, 1, 0, 0.5)])
    assert (tournament.ended, tournament.rounds[0][0].winner, tournament.rounds[0][0].by_seed) == (True, 1, False)
    tournament.hear(drawn)
    assert (tournament.ended, tournament.rounds[0][0].winner, tournament.rounds[0][0].by_seed) == (True, 0, True)


@pytest.mark.parametrize("form", [Swiss, Knockout])
def test_a_round_waits_for_the_last_game_of_the_one_before(form: Callable[[int, int], Tournament]) -> None:
    tournament, dice = form(4, 1), random.Random(1)
    whole = [game(pair, side, tournament.due[pair], dice, 0.0) for pair in (0, 1) for side in (0, 1)]
    tournament.hear(whole[:3])
    assert len(tournament.rounds) == 1
    assert set(tournament.due) >= {0, 1}
    due = dict(tournament.due)
    tournament.hear(reversed(whole[:3]))
    assert tournament.due == due


def test_games_between_others_are_not_taken() -> None:
    with pytest.raises(MatchError, match="another version of kibitz has paired this match"):
        Swiss(4, 1).hear([Meeting(0, 0, 0, 3, 1)])


# Played, stored, stopped and shown

PLAYERS = ["random", "greedy", "minimax:depth=1", "random", "minimax:depth=2"]


def planned(store: Store, form: str) -> Match:
    plan, fixtures = plan_match(load("tic_tac_toe"), PLAYERS, form=form, seed=3)
    assert all(one.seats == () for one in fixtures)
    return Match(store, store.add(plan, fixtures))


def facts(match: Match) -> list[tuple[Fixture, tuple[str, ...]]]:
    return [(fixture, played.moves) for fixture, played in match.store.games(match.number)]


class Stopped(Exception):
    """The match was stopped after some games."""


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_the_same_tournament_with_any_workers_and_after_any_stop(form: str, store_url: str) -> None:
    with Store.open(store_url) as store:
        with Crew(4) as crew:
            whole = planned(store, form)
            assert whole.play(crew, 4).ended
        with Crew(1) as crew:
            stopped, kept = planned(store, form), 0

            def heard(played: Sequence[Played]) -> None:
                raise Stopped

            while not (match := Match(store, stopped.number)).standing().ended:
                with pytest.raises(Stopped):
                    match.play(crew, 1, heard=heard)
                assert len(facts(match)) > kept
                kept = len(facts(match))
            assert facts(match) == facts(whole)
            assert Match(store, whole.number).standing().tournament.rounds == match.standing().tournament.rounds  # type: ignore[union-attr]
        listed = {one.number: (one.games, one.played) for one in store.matches()}
        assert listed[whole.number][0] == listed[whole.number][1] == len(facts(whole))


def test_games_of_a_liar_take_the_rounds_after_them_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(str(tmp_path / "games.db")) as store, Crew(1) as crew:
        match = planned(store, "swiss")
        whole = planned(store, "swiss")
        whole.play(crew, 1)

        def look(self: SpotCheck, wait: bool = False) -> None:
            if len(facts(match)) > 8:
                raise WorkerLies("it lies", next(iter(match_sent)))

        match_sent: dict[str, list[tuple[int, int]]] = {}
        monkeypatch.setattr(SpotCheck, "look", look)
        monkeypatch.setattr(SpotCheck, "draw", lambda self, task, given, played, worker: match_sent.setdefault(worker, []))
        with pytest.raises(WorkerLies, match="taken back"):
            match.play(crew, 1, check=SpotCheck(crew, same=same_games))
        assert facts(match) == []
        assert all(one.seats == () for one in store.fixtures(match.number) if one.pair >= 2)
        monkeypatch.undo()
        Match(store, match.number).play(crew, 1)
        assert facts(match) == facts(whole)
        assert store.take_back_from(whole.number, 2) == len(facts(match)) - 4
        assert [one.seats == () for one in store.fixtures(whole.number)] == [False] * 4 + [True] * 8
        Match(store, whole.number).play(crew, 1)
        assert facts(match) == facts(whole)


def test_the_command_shows_rounds_and_table(tmp_path: Path) -> None:
    where = ("--store", str(tmp_path / "games.db"), "--workers", "1")
    options = ("--game", "tic_tac_toe", "--seed", "1", *where)
    games = tmp_path / "games.pgn"
    written = commandline.here("match", *PLAYERS, "--form", "swiss", "--rounds", "2", *options, "--pgn", str(games))
    assert "tic_tac_toe: 8 games" in written
    assert [line for line in written.splitlines() if line.startswith("Round")] == ["Round 1", "Round 2"]
    assert written.count(" bye") == 2
    assert games.read_text(encoding="utf-8").count("[Game ") == 8
    found = json.loads(commandline.here("match", "--show", "1", *where[:2], "--json"))
    assert (found["form"], found["over"], len(found["rounds"]), len(found["table"])) == ("swiss", True, 2, 5)
    assert sum(row["score"] for row in found["table"]) == 2 * 3
    won = commandline.here("match", "greedy", "random", "greedy", "--form", "knockout", "--games", "4", *options)
    assert [line for line in won.splitlines() if line.endswith(("Semi-finals", "Final"))] == ["Semi-finals", "Final"]
    assert "random  greedy" not in won
    drawn = commandline.here(
        "match", "minimax:depth=2", "minimax:depth=2", "--form", "knockout", *options, "--openings", "start"
    )
    assert "after 4 further pairs of games, still a tie: minimax:depth=2 goes on as the higher seed" in drawn


def test_the_page_goes_on_with_a_tournament(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    with Store.open(url) as store, Crew(1) as crew:
        match, whole = planned(store, "swiss"), planned(store, "swiss")
        whole.play(crew, 1)
        news = series.run({"store": url, "match": match.number}, lambda news: None, Stop())
        assert not news["stopped"]
        assert facts(match) == facts(whole)


def test_from_python(tmp_path: Path) -> None:
    standing = play_match(PLAYERS, "tic_tac_toe", form="swiss", rounds=1, workers=1, store=str(tmp_path / "games.db"), seed=1)
    assert standing.tournament is not None
    assert (standing.ended, standing.totals.played, len(standing.tournament.rounds)) == (True, 4, 1)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--form", "swiss", "--rounds", "4"), "4 rounds are too many for 3 players: after 3 each has met each"),
        (("--form", "swiss", "--rounds", "0"), "0 is not a number of rounds"),
        (("--form", "knockout", "--rounds", "2"), "the number of players says how many rounds a knockout has"),
        (("--rounds", "2"), "rounds are for a Swiss tournament: say the form swiss"),
        (("--form", "swiss", "--sprt", "0,5"), "a test (SPRT) compares two players"),
    ],
)
def test_what_does_not_fit_is_refused(options: tuple[str, ...], says: str, tmp_path: Path) -> None:
    where = ("--store", str(tmp_path / "games.db"))
    assert says in commandline.refused_here("match", *["random"] * 3, "--game", "nim", *options, *where)


def test_games_of_three_are_refused(tmp_path: Path) -> None:
    said = commandline.refused_here(
        "match", *["random"] * 3, "--game", "trio", "--form", "swiss", "--store", str(tmp_path / "g")
    )
    assert said == "kibitz: swiss is for two players or more at a game of two; 3 came to a game of 3"
