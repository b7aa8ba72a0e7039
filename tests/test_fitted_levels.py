"""Levels fitted to a game: how they are found, on scales whose strength is known; their files; players that take them."""

import json
import random
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from commandline import here, refused_here, run_here
from kibitz import match
from kibitz.arena.levels.fitting import APART, HALF_RANDOM, STEPS, PairTally, StrengthScale, fit_levels
from kibitz.arena.levels.games import LevelFitting, LevelsTask
from kibitz.arena.match import plan_match
from kibitz.arena.stats import Pentanomial, compute_figures
from kibitz.arena.stats.counts import score_of
from kibitz.cli.levels import describe_levels
from kibitz.errors import KibitzError, LevelsError, PlayerError, RulesWarning
from kibitz.fingerprint import rules_fingerprint
from kibitz.players import player
from kibitz.players.fitted_levels import SHIPPED, FittedLevel, LevelFile, levels_of, read_levels, user_levels
from kibitz.players.levelled import LevelledEngine
from kibitz.players.levels import LEVELS
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game

DOCUMENT = Path(__file__).parents[1] / "docs" / "levels.md"
GAME, TINY = "tic_tac_toe", "nim:heaps=1-2"
LAST = STEPS + 20


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "levels"
    folder.mkdir()
    monkeypatch.setenv("KIBITZ_LEVELS", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


# The fitting, on scales of which each place has a strength that is known.


class Simulated:
    """Games between places whose Elo is known; without draws, so that the points vary as much as they can."""

    def __init__(self, elo: list[float], first: float, seed: int, exact: bool = False) -> None:
        self.elo, self.first, self.seed, self.exact = elo, first, seed, exact
        self.met: set[tuple[int, int | None, int]] = set()

    def __call__(self, place: int, below: int | None, first: int, pairs: int) -> PairTally:
        share = score_of(self.elo[place] - (self.first if below is None else self.elo[below]))
        found = PairTally()
        for pair in range(first, first + pairs):
            assert (place, below, pair) not in self.met, "a pair that was played before"
            self.met.add((place, below, pair))
            dice = random.Random(f"{self.seed} {place} {below} {pair}")
            points = share if self.exact else sum(dice.random() < share for _ in range(2)) / 2
            found += PairTally(1, points, points * points)
        return found


@st.composite
def scales(draw: st.DrawFn) -> list[float]:
    """The Elo of each place: it never falls, and no step is as large as that between two levels."""
    gains = draw(st.lists(st.floats(0, 60), min_size=LAST, max_size=LAST))
    return [sum(gains[:place]) for place in range(LAST + 1)]


@given(scales(), st.integers(0, 1000), st.floats(0, 1))
def test_levels_are_in_order_and_each_is_clearly_stronger(elo: list[float], seed: int, where: float) -> None:
    found = list(fit_levels(Simulated(elo, where * elo[-1], seed), LAST, 9, 30))
    places = [level.place for level in found]
    assert 1 <= len(found) <= 9
    assert places == sorted(set(places))
    assert all(0 <= place <= LAST for place in places)
    assert [level.below for level in found] == [None, *places[:-1]]
    assert all(level.tally.pairs == 30 for level in found)
    assert all(level.tally.score > 0.5 for level in found[1:])


@given(st.floats(8, 30), st.integers(0, 1000))
def test_neighbours_are_as_far_apart_as_they_should_be(step: float, seed: int) -> None:
    """On average over a ladder; a single measurement is off by its error, and so is the place that it chose."""
    elo = [step * place for place in range(200)]
    found = list(fit_levels(Simulated(elo, elo[10], seed), 199, 9, 60))
    assert len(found) >= 5
    distances = [elo[level.place] - elo[level.below] for level in found if level.below is not None]
    whole = distances[:-1] or distances  # the last may be cut off by the end of the scale
    assert abs(sum(whole) / len(whole) - APART) < 60
    assert abs(elo[found[0].place] - elo[10]) < 130


@given(st.integers(1, 20), st.integers(0, 5))
def test_without_noise_the_nearest_place_is_found(step: int, first: int) -> None:
    elo = [float(step * place) for place in range(LAST + 1)]
    found = list(fit_levels(Simulated(elo, elo[first], 0, exact=True), LAST, 9, 400))
    for level in found[1:-1]:
        assert level.below is not None
        assert abs(elo[level.place] - elo[level.below] - APART) <= max(step, 40)


def test_a_flat_scale_has_one_level_and_no_more() -> None:
    found = list(fit_levels(Simulated([0.0] * (LAST + 1), 0.0, 0, exact=True), LAST, 9, 30))
    assert [level.below for level in found] == [None]


@pytest.mark.parametrize("first", [-1000.0, 5000.0])
def test_where_nobody_is_as_good_as_the_first_half_of_the_moves_are_random(first: float) -> None:
    found = list(fit_levels(Simulated([20.0 * place for place in range(LAST + 1)], first, 0), LAST, 9, 50))
    assert found[0].place == HALF_RANDOM
    assert len(found) > 1


def test_where_there_is_no_room_above_the_first_half_of_its_moves_are_random() -> None:
    elo = [15.0 * min(place, STEPS) for place in range(LAST + 1)]
    found = list(fit_levels(Simulated(elo, elo[STEPS], 0, exact=True), LAST, 9, 200))
    assert found[0].place == HALF_RANDOM
    assert len(found) >= 2


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60))
def test_a_tally_is_what_figures_of_pairs_are(points: list[float]) -> None:
    tally = sum((PairTally(1, one, one * one) for one in points), PairTally())
    counts = [points.count(cell / 4) for cell in range(5)]
    figures = compute_figures(Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4])))
    assert tally.score == pytest.approx(figures.score)
    assert tally.deviation > 0
    if len(points) >= 30 and figures.elo_error < 200:
        assert tally.error == pytest.approx(figures.elo_error, rel=0.6)


def test_no_games_say_nothing() -> None:
    assert (PairTally().score, PairTally().deviation, PairTally().error) == (0.5, inf, inf)


def test_a_scale_goes_from_all_random_to_the_most_nodes() -> None:
    scale = StrengthScale("mcts", 16, 1024)
    assert [(scale.nodes(place), scale.random(place)) for place in (0, 20, STEPS, STEPS + 2, scale.last)] == [
        (16, 1.0),
        (16, 0.5),
        (16, 0.0),
        (32, 0.0),
        (1024, 0.0),
    ]


@given(st.integers(0, LAST), st.integers(1, 9), st.integers(0, 12))
def test_levels_that_are_not_measured_are_spread_over_what_is_left(below: int, count: int, octaves: int) -> None:
    scale = StrengthScale("mcts", 16, 16 << octaves)
    below = min(below, scale.last)
    steps = [below, *scale.spread(below, count), scale.last]
    gaps = [high - low for low, high in pairwise(steps)]
    assert min(gaps) >= 0
    assert max(gaps) - min(gaps) <= 2


# A ladder of a real game, small as it may be.


def tiny(seed: int = 0, search: str = "minimax") -> LevelFitting:
    return LevelFitting(LevelsTask(load(GAME), 8, seed=seed, search=search, command="by hand"))


@pytest.fixture(scope="module")
def fitting() -> LevelFitting:
    found = tiny()
    found.scale = replace(found.scale, most=64)
    assert list(found.run()) == found.levels
    return found


def test_the_same_seed_gives_the_same_levels_and_another_other_games(fitting: LevelFitting) -> None:
    again = tiny()
    again.scale = fitting.scale
    list(again.run())
    assert (again.levels, again.played) == (fitting.levels, fitting.played)


def test_what_a_place_makes_is_between_none_and_all_of_the_points(fitting: LevelFitting) -> None:
    strong = fitting._meet(fitting.scale.last, 0, 0, 4)
    weak = fitting._meet(0, fitting.scale.last, 0, 4)
    assert 0 <= weak.score < 0.5 < strong.score <= 1
    assert strong.pairs == weak.pairs == 4


def test_of_three_players_one_meets_two_like_each_other() -> None:
    found = LevelFitting(LevelsTask(load("trio"), 6, search="maxn"))
    found.scale = replace(found.scale, least=4)
    assert found._meet(STEPS, 0, 0, 1).pairs == 1
    assert found.played == 3


def test_when_the_time_is_over_what_is_there_is_kept() -> None:
    late = LevelFitting(LevelsTask(load(GAME), 8, seconds=-1.0))
    assert list(late.run()) == []
    assert not late.complete
    with pytest.raises(LevelsError, match="there was no time to measure two levels of tic_tac_toe"):
        late.file()


def test_a_game_without_two_strengths_has_no_levels() -> None:
    settled = tiny()
    settled.complete = True
    with pytest.raises(LevelsError, match="no two strengths of minimax can be told apart at tic_tac_toe"):
        settled.file()


def test_quickly_there_are_nine_levels_whatever_the_time() -> None:
    late = LevelFitting(LevelsTask(load(GAME), 8, seconds=-1.0, spreads=True))
    assert list(late.run()) == []
    held = late.file()
    assert [level.games for level in held.levels] == [0] * 9
    strengths = [(level.nodes, -level.random) for level in held.levels]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 9
    assert strengths[0] == (64, -0.5)
    assert strengths[-1][0] < held.most
    assert "There was no time to measure more than 0" in describe_levels(held)[-1]


def test_quickly_what_is_found_is_kept_and_no_level_is_made_up(fitting: LevelFitting) -> None:
    hasty = LevelFitting(replace(fitting.task, spreads=True))
    hasty.levels, hasty.complete = fitting.levels[:1], True
    assert hasty.file().levels == tuple(fitting.levels[:1])
    hasty.complete, hasty._place = False, STEPS
    held = hasty.file()
    assert held.levels[0] == fitting.levels[0]
    assert [level.games for level in held.levels] == [8] + 8 * [0]
    assert {level.random for level in held.levels[1:]} == {0.0}


# Files.


def made(rules: Game, **other: Any) -> LevelFile:
    rows = (FittedLevel(64, 0.5, 0.5, 0.0, 60.0, 40), FittedLevel(64, 0.0, 0.7, 147.2, None, 40))
    content = LevelFile(GAME, rules_fingerprint(rules), "minimax", "greedy", 512, rows, True, "kibitz levels", "2026-11-23")
    return replace(content, **other)


@given(st.integers(1, 10**9), st.floats(0, 1), st.floats(0, 1), st.none() | st.floats(-2000, 2000), st.integers(0, 10**6))
def test_what_is_written_is_read(nodes: int, share: float, score: float, elo: float | None, games: int) -> None:
    from tempfile import TemporaryDirectory

    content = made(load(GAME), levels=(FittedLevel(nodes, share, score, elo, elo, games),), estimate="learned")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.levels"
        file.write_text(content.text(), encoding="utf-8")
        assert read_levels(file) == content


@given(st.data())
def test_a_damaged_file_is_refused_in_a_sentence(data: st.DataObject) -> None:
    from tempfile import TemporaryDirectory

    held = json.loads(made(load(GAME)).text())
    where = data.draw(
        st.sampled_from(["game", "search", "levels", "most", "complete", "format", "row", "nodes", "random", "score"])
    )
    wrong: Any = data.draw(st.sampled_from([None, -1, "x", [], {}, 1e300, [[]], [None]]))
    if where == "row":
        held["levels"][0] = wrong
    elif where in ("nodes", "random", "score"):
        held["levels"][0][where] = wrong
    else:
        held[where] = wrong
    if (where, wrong) in (("game", "x"), ("search", "x")):  # a name like another; the search is looked for with the game
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.levels"
        file.write_text(json.dumps(held), encoding="utf-8")
        with pytest.raises(LevelsError) as refusal:
            read_levels(file)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"{", b"[" * 100_000, b"null", b"{}"])
def test_what_is_no_file_of_levels_is_refused_and_left_as_it_was(own_folder: Path, content: bytes) -> None:
    file = own_folder / "tic_tac_toe.levels"
    file.write_bytes(content)
    assert "holds no levels" in refused_here("levels", GAME, "--show")
    assert "holds no levels" in refused_here("levels", GAME, "--show", "--to", str(file))
    assert "holds no levels" in refused_here("match", f"computer:level=1,levels={file}", "random", "--game", GAME)
    assert file.read_bytes() == content
    with pytest.warns(RulesWarning, match="is left aside"):
        assert levels_of(load(GAME)) is None or levels_of(load(GAME))[0].parent == SHIPPED  # type: ignore[index]


def test_levels_of_other_rules_are_refused(own_folder: Path) -> None:
    file = own_folder / "four.levels"
    file.write_text(made(load(GAME)).text(), encoding="utf-8")
    assert "by other rules than those of nim" in refused_here("levels", "nim", "--show", "--to", str(file))
    file.write_text(made(load("pig"), game="pig").text(), encoding="utf-8")
    assert "another kind of game" in refused_here("levels", "pig", "--show", "--to", str(file))


# Players.


@pytest.fixture
def own_levels(own_folder: Path) -> Path:
    file = user_levels(load(GAME))
    file.write_text(made(load(GAME)).text(), encoding="utf-8")
    return file


def engine(spec: str, game: Game) -> LevelledEngine:
    found = player(spec, 1)
    assert isinstance(found, LevelledEngine)
    found.settle(game)
    return found


@pytest.mark.usefixtures("own_levels")
def test_the_computer_takes_the_levels_that_are_found() -> None:
    game = load(GAME)
    one, two, nine = (engine(f"computer:level={level}", game) for level in (1, 2, 9))
    assert (one.search, one.limit.nodes, one.limit.depth, one.randomness, one.slip) == ("minimax", 64, None, 0.5, 0.0)
    assert [(other.limit.nodes, other.randomness) for other in (two, nine)] == [(64, 0.0), (512, 0.0)]
    position = Position.after(game)
    assert sum(not engine("computer:level=1", game).think(position).informed for _ in range(1)) in (0, 1)
    assert sum(not one.think(position).informed for _ in range(200)) in range(70, 131)
    assert all(two.think(position).informed for _ in range(20))


@pytest.mark.usefixtures("own_levels")
def test_in_another_game_it_plays_the_level_that_is_the_same_for_all() -> None:
    one = engine("computer:level=1", load(GAME))
    one.settle(load("tic_tac_toe:width=4,height=4"))
    assert (one.search, one.limit, one.slip, one.randomness) == (None, LEVELS[1].limit, LEVELS[1].slip, 0.0)


def test_without_fitted_levels_all_is_as_it_was(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LEVELS", "none")
    user_levels(load(GAME))
    for level in range(1, 10):
        found = engine(f"computer:level={level}", load(GAME))
        assert (found.search, found.limit, found.slip) == (None, LEVELS[level].limit, LEVELS[level].slip)


@pytest.mark.parametrize(
    "spec", ["computer:level=10", "computer:level=3,depth=2", "computer:level=3,knowledge=none", "computer"]
)
@pytest.mark.usefixtures("own_levels")
def test_what_is_no_level_as_it_was_measured_is_not_fitted(spec: str) -> None:
    assert not isinstance(player(spec, 1), LevelledEngine)


@pytest.mark.parametrize("spec", ["computer:levels=a.levels", "computer:level=10,levels=a.levels"])
def test_levels_stand_beside_a_level(spec: str) -> None:
    with pytest.raises(PlayerError, match="goes with level=1 to 9"):
        player(spec)


def test_random_moves_of_any_search() -> None:
    game = load(GAME)
    always = player("minimax:depth=1,random=1", 1)
    assert len({always.think(Position.after(game)).best for _ in range(100)}) == 9
    with pytest.raises(PlayerError, match="random is a number from 0 to 1"):
        player("minimax:random=2")


def test_a_match_names_the_users_levels_and_takes_no_others(own_levels: Path, tmp_path: Path) -> None:
    game = load(GAME)
    plan, _ = plan_match(game, ["computer:level=1", "random"], games=2)
    assert plan.players == (f"computer:level=1,levels={own_levels}", "random")
    assert plan.files[str(own_levels)] == own_levels.read_bytes()
    standing = match(["computer:level=2", "random"], GAME, games=8, seed=1, workers=1, store=str(tmp_path / "games.db"))
    assert standing.totals.played == 8


# The command.


def test_the_command_fits_writes_and_shows(own_folder: Path) -> None:
    code, written, said = run_here("levels", GAME, "--games", "8", "--search", "minimax", "--seed", "1")
    assert code in (0, 2)
    if code == 0:
        file = own_folder / "tic_tac_toe.levels"
        assert f"{file} holds these levels." in written
        assert "level 1: 64 nodes" in said
        assert here("levels", GAME, "--show") == written
        told = json.loads(here("levels", GAME, "--show", "--json"))
        assert [row["games"] for row in told["levels"]] == [8] * len(told["levels"])


def test_mistakes_are_told_before_the_time_is_spent(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "must end in .levels" in refused_here("levels", GAME, "--to", "mine.json")
    assert "cannot be written" in refused_here("levels", GAME, "--to", "nowhere/mine.levels")
    assert "--quick says how many games, and how long: leave --games out" in refused_here(
        "levels", GAME, "--quick", "--games", "8"
    )
    assert "fits nothing: leave --games out" in refused_here("levels", GAME, "--show", "--games", "8")
    assert "is for two players of whom" in refused_here("levels", "trio", "--search", "minimax")
    monkeypatch.setenv("KIBITZ_LEVELS", "none")
    assert "turns off levels that were fitted" in refused_here("levels", GAME)


def test_python_fits_as_the_command_does(own_folder: Path, tmp_path: Path) -> None:
    heard: list[FittedLevel] = []
    asked: dict[str, Any] = {"games": 4, "search": "minimax"}
    found = kibitz.levels(TINY, **asked, tell=heard.append)
    assert tuple(heard) == found.levels
    assert len(heard) >= 2
    assert levels_of(load(TINY)) == (user_levels(load(TINY)), found)
    file = tmp_path / "mine.levels"
    again = kibitz.levels(load(TINY), 10, **asked, to=file)
    assert read_levels(file) == again
    assert again.levels == found.levels


@pytest.mark.parametrize(
    ("game", "asked", "sentence"),
    [
        (TINY, {"games": 3}, "games is a whole number from 4 up, not 3"),
        (TINY, {"minutes": -1}, "minutes is a time above 0, not -1"),
        (TINY, {"to": "mine.json"}, "must end in .levels"),
        ("trio", {"search": "minimax"}, "is for two players of whom"),
        ("nothing_like_it", {}, "nothing_like_it"),
    ],
)
def test_python_refuses_in_a_sentence(game: str, asked: dict[str, Any], sentence: str, own_folder: Path) -> None:
    with pytest.raises(KibitzError, match=sentence):
        kibitz.levels(game, **asked)
    assert list(own_folder.glob("*.levels")) == []


# What comes along.


def test_what_comes_along_is_of_the_rules_that_come_along() -> None:
    files = [read_levels(file) for file in SHIPPED.glob("*.levels")]
    assert files
    for held in files:
        check_shipped(held)


def test_the_document_shows_what_comes_along() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for file in SHIPPED.glob("*.levels"):
        held = read_levels(file)
        assert f"$ kibitz levels {held.game} --show\n" + "\n".join(describe_levels(held)) in text, held.game


def check_shipped(held: LevelFile) -> None:
    held.check(load(held.game))
    assert all(level.score > 0.5 for level in held.levels[1:])
    assert all(
        low.nodes <= high.nodes and low.random >= high.random for low, high in zip(held.levels, held.levels[1:], strict=False)
    )
