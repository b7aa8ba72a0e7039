"""A review by playouts: what it says of moves that the search hardly tried, and of what a policy expected."""

import random
import re

import pytest

from kibitz import Limit, Position, load, think
from kibitz.core.registry import knowledge_of
from kibitz.core.rules import Game
from kibitz.explain.review.examiner import Examiner
from kibitz.explain.review.judge import BAD, Ply
from kibitz.explain.review.reviewing import Review, Reviewing
from kibitz.explain.review.table import RARE, Sentences
from kibitz.patterns.policy import with_policy
from kibitz.present.values import ValueWords
from kibitz.search.descriptor import usual_search
from kibitz.search.drivers.request import SearchRequest
from policies import random_policy

GAME = load("go:size=5")
REQUEST = SearchRequest("mcts", Limit(nodes=40), with_policy(GAME, None, random_policy(GAME)))


def reviewed(request: SearchRequest, game: Game = GAME, plies: int = 7) -> tuple[Review, Examiner]:
    """A review of a game at random, and who has looked."""
    dice, position = random.Random(4), Position(game)
    for _ in range(plies):
        position = position.play(dice.choice(position.legal()))
    examiner = Examiner(game, request)
    reviewing = Reviewing(position, examiner=examiner)
    for _ in reviewing:
        pass
    return reviewing.so_far(), examiner


@pytest.fixture(scope="module")
def by_playouts() -> tuple[Review, Examiner]:
    return reviewed(REQUEST)


def test_a_move_is_worth_what_the_search_after_it_finds_not_the_average_of_the_few_games_that_tried_it(
    by_playouts: tuple[Review, Examiner],
) -> None:
    found, examiner = by_playouts
    seen = 0
    for ply in found.plies:
        here, later = examiner.of(ply.position), examiner.of(ply.after_it)
        if ply.move == here.best or later.searched is None or ply.after is None or ply.after.kind != "estimate":
            continue
        seen += 1
        assert ply.after.result == -later.searched.result
        assert ply.lost == max(0.0, here.value.result - ply.after.result)
    assert seen >= 3


def test_other_searches_value_each_move_by_themselves() -> None:
    found, examiner = reviewed(SearchRequest("deepening", Limit(depth=2)), load("othello"))
    assert not examiner.averages
    for ply in found.plies:
        own = examiner.of(ply.position).of(ply.move)
        assert own is not None
        assert ply.after == own.value


def test_it_says_what_the_policy_expected_where_that_tells_something(by_playouts: tuple[Review, Examiner]) -> None:
    found, examiner = by_playouts
    sentences, told = Sentences(ValueWords(GAME)), {"bad": 0, "rare": 0, "nothing": 0}
    for ply in found.plies:
        likely = {one.move: one.likely or 0.0 for one in examiner.of(ply.position).moves}
        said = [sentence for sentence in sentences.about(ply) if "policy" in sentence]
        assert said == [sentence for sentence in sentences.remarks(ply) if "policy" in sentence]
        if ply.verdict in BAD and ply.best is not None:
            told["bad"] += 1
            assert said == [
                f"The policy expected {ply.position.name(ply.best)}: {percent(likely[ply.best])}, "
                f"and this move: {percent(likely[ply.move])}."
            ]
        elif ply.verdict == "best" and likely[ply.move] < RARE:
            told["rare"] += 1
            assert said == [f"The policy hardly expected this move: {percent(likely[ply.move])}."]
        else:
            told["nothing"] += 1
            assert not said
    assert min(told["bad"], told["rare"]) > 0, told


def percent(share: float) -> str:
    return "under 1 %" if share < 0.005 else f"{round(100 * share)} %"


def test_a_best_move_that_the_policy_hardly_expected_is_pointed_out(by_playouts: tuple[Review, Examiner]) -> None:
    found, examiner = by_playouts
    rare = [
        Ply(ply.number, ply.position, one.move, best=one.move, verdict="best", worths=examiner.of(ply.position).moves)
        for ply in found.plies
        for one in examiner.of(ply.position).moves
        if (one.likely or 0.0) < RARE
    ]
    sentences = Sentences(ValueWords(GAME))
    assert rare
    assert all(re.match(r"The policy hardly expected this move: ", sentences.about(ply)[0]) for ply in rare)


def test_without_a_policy_nothing_is_said_of_one() -> None:
    found, _ = reviewed(SearchRequest("mcts", Limit(nodes=60), None), plies=4)
    sentences = Sentences(ValueWords(GAME))
    assert not any("policy" in sentence for ply in found.plies for sentence in sentences.about(ply))


@pytest.mark.parametrize(("spec", "search"), [("go:size=5", "mcts"), ("othello:size=6", "deepening")])
def test_without_a_name_playouts_are_taken_where_only_a_policy_knows_the_game(spec: str, search: str) -> None:
    """And no depth is given. Othello has an estimate, written by hand."""
    game = load(spec)
    knowledge = with_policy(game, knowledge_of(game), random_policy(game))
    assert usual_search(game, knowledge) == search
    assert usual_search(game, knowledge, 3) == "deepening"
    thought = think(game, knowledge=knowledge, nodes=40)
    assert (thought.depth == 0) == (search == "mcts")
    assert think(game, knowledge=knowledge, depth=1).depth == 1
    assert Examiner(game, SearchRequest(knowledge=knowledge)).averages == (search == "mcts")
    assert not Examiner(game, SearchRequest(knowledge=knowledge, limit=Limit(depth=2))).averages


def test_a_search_that_had_no_time_for_a_single_game_has_no_opinion() -> None:
    thought = think(GAME, search="mcts", knowledge=None, time=1e-9)
    assert thought.nodes == 0
    assert not thought.informed
    assert thought.best is not None


def test_without_a_single_game_it_names_the_move_that_the_policy_thinks_likeliest() -> None:
    knowledge = with_policy(GAME, None, random_policy(GAME))
    valued = think(GAME, search="mcts", knowledge=knowledge, nodes=1, all_moves=True)
    likely = {one.move: one.likely or 0.0 for one in valued.moves}
    thought = think(GAME, search="mcts", knowledge=knowledge, time=1e-9)
    assert thought.nodes == 0
    assert thought.best == max(likely, key=lambda move: likely[move]) != min(likely)
