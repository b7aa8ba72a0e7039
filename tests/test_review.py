"""A review tells the truth: verdicts, refutations and threats against plain minimax, and nothing proved that is not."""

import base64
import html.parser
import json
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
import reference
from conftest import PLAIN
from kibitz import GameRecord, Limit, Position, Value
from kibitz.errors import GameError, IllegalMove
from kibitz.explain.review.examiner import Examiner
from kibitz.explain.review.finding import Finding
from kibitz.explain.review.history import courses
from kibitz.explain.review.judge import Judge
from kibitz.explain.review.ply import Ply
from kibitz.explain.review.review import Review
from kibitz.explain.review.reviewing import Reviewing, review
from kibitz.explain.review.scale import VERDICTS, Scale
from kibitz.explain.review.sentence import Sentences
from kibitz.games.nim import Nim
from kibitz.games.othello import Othello
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Tree
from kibitz.rules import CHANCE, Game, legal
from kibitz.thought import Kind, MoveValue
from kibitz.wording.values import ValueWords
from reference import order

GAMES = 4 if PLAIN else 150
GAME = kibitz.load("tic_tac_toe")
QUICK = Limit(nodes=40_000)
EXAMINER: Examiner | None = None


def plain(rules: type[Game], **parameters: Any) -> Any:
    """A small game that runs as plain Python: it would take longer to compile than to search."""
    made: Any = type(rules.__name__, (rules,), {"compiles": False, "__doc__": rules.__doc__})
    return dataclass(frozen=True)(made)(**parameters)


def played(game: Any, seed: int) -> Position:
    """The end of a random game."""
    dice, position = random.Random(seed), Position.after(game)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


def looked(position: Position) -> Review:
    """The review of a game of tic-tac-toe, by one examiner for all."""
    global EXAMINER  # made when it is first needed: it compiles
    EXAMINER = EXAMINER or Examiner(GAME, limit=Limit(nodes=1_000_000))
    reviewing = Reviewing(position, examiner=EXAMINER)
    for _ in reviewing:
        pass
    return reviewing.so_far()


@lru_cache(maxsize=1)
def reviews() -> list[Review]:
    """Random games of tic-tac-toe, reviewed."""
    return [looked(played(GAME, seed)) for seed in range(GAMES)]


def worth_of(ply: Ply, move: int) -> tuple[float, int]:
    """What a move is worth by plain minimax: the result, and the plies to the end, the move itself counted."""
    result, plies = reference.solve(GAME, GAME.play(ply.position.state, move))
    return -result, plies + 1 if result else 0


def test_each_verdict_is_what_plain_minimax_says() -> None:
    for ply in (ply for one in reviews() for ply in one.plies):
        worth = {move: worth_of(ply, move) for move in ply.position.legal()}
        best, made = max(worth.values(), key=order), worth[ply.move]
        lost = best[0] - made[0]
        wanted = {0: "best" if order(made) == order(best) else "good", 1: "mistake", 2: "blunder"}[int(lost)]
        assert (ply.verdict, ply.proved, ply.lost) == (wanted, True, lost)
        assert (ply.before, ply.after) == (exact(best), exact(made))
        assert ply.best is not None
        assert worth[ply.best] == best
        assert set(ply.equal) == {move for move, value in worth.items() if order(value) == order(best)} - {ply.best}
        assert ply.forced == (len(worth) == 1)


def exact(worth: tuple[float, int]) -> Value:
    return Value("exact", worth[0], worth[1] if worth[0] else None)


def test_the_only_move_is_the_only_one_with_its_outcome() -> None:
    found = 0
    for ply in (ply for one in reviews() for ply in one.plies):
        results = {move: worth_of(ply, move)[0] for move in ply.position.legal()}
        others = [result for move, result in results.items() if move != ply.move]
        assert ply.only == (bool(others) and max(others) < results[ply.move])
        found += ply.only
    assert found


def test_what_is_said_of_a_win_thrown_away_is_so() -> None:
    from kibitz.explain.review.sentence import Sentences
    from kibitz.wording.values import ValueWords

    sentences, heard = Sentences(ValueWords(GAME)), set()
    for ply in (ply for one in reviews() for ply in one.plies):
        said = " ".join(sentences.about(ply))
        best, made = max((worth_of(ply, move) for move in ply.position.legal()), key=order), worth_of(ply, ply.move)
        thrown = re.search(r"Threw away a (win in (\d+)|draw)", said)
        assert bool(thrown) == (made[0] < best[0])
        if thrown:
            assert (best[0], best[1]) == ((1, int(thrown[2])) if thrown[2] else (0, 0))
        allowed = re.search(r"allowed a win in (\d+) for ([XO])", said)
        assert bool(allowed) == (made[0] == -1 < best[0])
        if allowed:
            assert (int(allowed[1]), allowed[2]) == (made[1] - 1, "OX"[ply.mover])
        slower = re.search(r"(wins|loses) in (\d+) instead of (\d+)", said)
        assert bool(slower) == (ply.verdict == "good")
        if slower:
            assert (int(slower[2]), int(slower[3])) == (made[1], best[1])
        heard |= {bool(thrown), bool(allowed) and 2, bool(slower) and 3}
    assert heard >= {True, 2, 3}


def test_a_refutation_is_best_play_to_the_end() -> None:
    for ply in (ply for one in reviews() for ply in one.plies if ply.verdict in ("mistake", "blunder")):
        position = ply.after_it
        for move in ply.refutation:
            value, after = reference.solve(GAME, position.state), position.play(move)
            result, plies = reference.solve(GAME, after.state)
            assert value == (-result, plies + 1 if result else 0)
            position = after
        assert position.is_over


@pytest.mark.parametrize("nodes", [30, 200, 300])
def test_what_is_called_as_good_or_refuted_is_proved_although_searches_were_cut_short(nodes: int) -> None:
    game, told = plain(Nim, heaps=(2, 3, 4)), 0
    for seed in range(3 if PLAIN else 10):
        for ply in review(played(game, seed), limit=Limit(nodes=nodes)).plies:
            here = ply.position.state
            if ply.before is not None and ply.before.kind == "exact":
                assert all(reference.solve(game, game.play(here, move))[0] == -ply.before.result for move in ply.equal)
                told += 1
            position = ply.after_it
            for move in ply.refutation if ply.refuted else ():
                value, position = reference.solve(game, position.state), position.play(move)
                assert reference.solve(game, position.state)[0] == -value[0]
    assert told


def test_threats_are_the_soonest_wins_of_a_free_move_and_none_is_missing() -> None:
    named = 0
    for ply in (ply for one in reviews() for ply in one.plies):
        after = ply.after_it
        soonest: dict[int, int] = {}
        if not after.is_over:
            free = GAME.null(after.state)
            for move in legal(GAME, free):
                result, plies = reference.solve(GAME, GAME.play(free, move))
                if result < 0 and plies < 5:
                    soonest[move] = plies + 1
        wins = {move for move, plies in soonest.items() if plies == min(soonest.values())}
        told = set(ply.threat.moves) if ply.threat else set()
        if wins and min(soonest.values()) > 1 and len(wins) > len(after.legal()) / 2:
            wins = set()  # not a threat: any move would do
        assert told == wins
        if ply.threat is not None and told:
            assert (ply.threat.player, ply.threat.plies) == (ply.mover, min(soonest.values()))
            named += 1
    assert named


def test_a_game_without_null_names_no_threat() -> None:
    assert all(ply.threat is None for ply in review(plain(Nim, heaps=(1, 2)), "1:1 2:1 2:1", limit=QUICK).plies)


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=4"])
def test_null_is_the_board_of_the_other_side(spec: str) -> None:
    game = kibitz.load(spec)
    position = Position.after(game)
    while not position.is_over:
        free = game.null(position.state)
        assert game.null(free) == position.state
        assert game.is_over(free) is False
        position = position.play(position.legal()[0])


VALUES = [Value("exact", 1, 3), Value("exact", 1, 7), Value("exact", 0), Value("exact", -1, 8), Value("exact", -1, 2)]
WORTHS = st.integers(0, len(VALUES) - 1)


@given(st.lists(WORTHS, min_size=2, max_size=3), st.data())
def test_a_verdict_is_called_proved_only_if_it_holds_whatever_is_still_open(worths: list[int], data: st.DataObject) -> None:
    """Positions of which not all is known: each move has its value, a limit of it, or an estimate."""
    judge = Judge(Scale.of(GAME), ends=True, plies_count=True, most=1)
    true = [VALUES[worth] for worth in worths]
    told = []
    for move, worth in enumerate(worths):
        kind: Kind = data.draw(st.sampled_from(["exact", "at_least", "at_most", "estimate"]))
        there = {"exact": (worth, worth), "at_least": (worth, len(VALUES) - 1), "at_most": (0, worth), "estimate": (0, 4)}[kind]
        limit = VALUES[data.draw(st.integers(*there))]
        told.append(MoveValue(move, Value(kind, limit.result, None if kind == "estimate" else limit.plies), (move,)))
    best = data.draw(st.integers(0, len(worths) - 1))
    judged = judge.of(Finding(Value("estimate", 0.1), best, (best,), tuple(told), Value("estimate", 0.1)), 0, (None, None))
    top = max(true, key=lambda value: value.order)
    lost = top.result - true[0].result
    wanted = {0: "best" if true[0] == top else "good", 1: "mistake", 2: "blunder"}[int(lost)]
    if judged.proved and judged.verdict is not None:
        assert judged.verdict == wanted or (wanted == "blunder" and judged.verdict == "mistake")
        assert judged.lost is None or judged.lost == lost
    if judged.only:
        assert all(value.result < true[0].result for value in true[1:])
    assert all(true[move] == true[best] or told[move].value.kind != "exact" for move in judged.equal)


def test_of_a_proved_value_no_estimate_says_which_moves_are_as_good() -> None:
    """A short search thought two first moves alike, of which one wins and the other loses."""
    judge = Judge(Scale.of(GAME), ends=True, plies_count=True, most=1)
    guess = Value("estimate", 0.2)
    moves = tuple(MoveValue(move, guess, (move,)) for move in (4, 0))
    assert judge.of(Finding(Value("exact", 1, 9), 4, (4,), moves, guess), 4, (None, None)).equal == ()
    assert judge.of(Finding(guess, 4, (4,), moves, guess), 4, (None, None)).equal == (0,)


def test_what_is_as_good_by_estimate_alone_is_told_so() -> None:
    sentences, start = Sentences(ValueWords(GAME)), Position.after(GAME)
    kinds: dict[Kind, str] = {"estimate": "As good by estimate: 1,1.", "exact": "As good: 1,1."}
    for kind, told in kinds.items():
        value = Value(kind, 0)
        assert sentences.about(Ply(1, start, 4, value, value, 4, (4,), (0,), "best")) == [told]


@pytest.mark.parametrize(
    ("spec", "limits"),
    [
        ("tic_tac_toe", (0.2, 0.5, 1.2)),
        ("othello", (2, 6, 12)),
        ("pig", (0.02, 0.04, 0.08)),
        ("trio", (0.3, 0.75, 1.8)),
    ],
)
def test_the_limits_of_verdicts(spec: str, limits: tuple[float, ...]) -> None:
    scale = Scale.of(kibitz.load(spec))
    assert scale.verdict(0.0) == "good"
    for limit, (below, from_it) in zip(limits, pairwise(VERDICTS[1:]), strict=True):
        assert (scale.verdict(limit - 1e-6), scale.verdict(limit)) == (below, from_it)


def test_where_nothing_says_how_large_results_get_a_position_says_it() -> None:
    scale = Scale(None, 0.1, 0.25, 0.6)
    assert scale.within([0.2, 0.3]).span == 1
    assert scale.within([-10, 10]).verdict(12) == "blunder"


def test_a_known_mistake_of_connect_four() -> None:
    """The first player wins only in the middle; the book says so, and a reply beside it gives half of that back."""
    seen = review("connect_four", "3", limit=QUICK)
    (ply,) = seen.plies
    assert (ply.verdict, ply.proved, ply.before, ply.after) == ("mistake", True, Value("exact", 1, 41), Value("exact", 0))
    assert ply.best == 3
    opened = review("connect_four", "4", limit=QUICK).plies[0]
    assert (opened.verdict, opened.only, opened.equal) == ("best", True, ())


def test_the_end_of_a_margin_game_is_proved_and_told_in_its_units() -> None:
    seen = review(played(plain(Othello, size=4), 3), limit=Limit(nodes=2_000))
    worth = reference.solver(seen.game)
    last = seen.plies[-4:]
    for ply in last:
        best = worth(ply.position.state)[0]
        assert (ply.proved, ply.before) == (True, Value("exact", best))
        after = ply.after_it
        assert ply.lost == best + worth(after.state)[0]


def test_limits_are_told_in_the_units_in_which_costs_are() -> None:
    told = Scale.of(GAME).told()
    assert told == "inaccuracy from 0.2, mistake from 0.5, blunder from 1.2, where a win is 1, a draw 0 and a loss -1"
    assert Scale.of(GAME).verdict(0.22) == "inaccuracy"
    assert "blunder from 1200 in" in Scale(2000, 0.1, 0.25, 0.6).told()


def test_what_may_be_more_is_said_to_be_at_least_that() -> None:
    from kibitz.explain.review.sentence import Sentences
    from kibitz.wording.values import ValueWords

    game, values = plain(Othello, size=4), (Value("at_least", 0), Value("at_most", -10))
    seen = Ply(1, Position.after(game), 4, *values, verdict="blunder", proved=True)
    assert Sentences(ValueWords(game)).about(seen)[0] == "Threw away at least a draw and allowed at least a win by 10 for O."


def test_the_graph_keeps_to_what_a_move_was_proved_to_be_worth() -> None:
    seen = looked(Position.after(GAME, "2,2 1,2 1,1"))
    assert [point.number for point in courses(seen)[0].points] == [0, 0, 1, 1]
    guessed = Value("estimate", -0.1)
    plies = tuple(replace(ply, before=guessed) if ply.number == 3 else ply for ply in seen.plies)
    (course,) = courses(replace(seen, plies=plies, last=guessed))
    assert [(point.number, point.sure) for point in course.points] == [(0, True), (0, True), (1, True), (1, True)]
    assert [point.value.plies for point in course.points] == [None, None, 5, 4]


def test_what_the_book_proves_is_not_forgotten_where_the_book_ends() -> None:
    """Five moves are in it: whoever is lost then can only be lost after the next move too."""
    found = review("connect_four", "4444427", limit=Limit(nodes=2000))
    lost, won = found.plies[5], found.plies[6]
    assert lost.before == Value("exact", -1, 36)
    assert lost.after is not None
    assert (lost.after.kind, lost.after.result) == ("at_most", -1)
    assert lost.verdict in ("good", "best")
    assert not lost.shown
    assert won.before is not None
    assert (won.before.kind, won.before.result) == ("at_least", 1)


def test_of_three_players_each_is_judged_by_what_it_gets() -> None:
    seen = review(plain(Tree, file="three_players"), "a1 b1 c2", limit=Limit(depth=5))
    a, b, c = seen.plies
    assert (a.verdict, b.verdict, c.verdict, c.proved, c.lost) == ("best", "best", "mistake", True, 3)
    assert [len(course.points) for course in courses(seen)] == [4, 4, 4]
    assert [course.points[-1].number for course in courses(seen)] == [4, 2, 3]


def test_dice_are_shown_and_not_judged() -> None:
    seen = review(plain(Pig, target=6), "roll 3 hold roll 6", limit=Limit(depth=4))
    assert [ply.verdict is None for ply in seen.plies] == [False, True, False, False, True]
    assert [ply.mover for ply in seen.plies] == [0, -1, 0, 1, -1]
    assert all(ply.before is None and ply.after is None for ply in seen.plies if ply.mover == -1)


class Tossed(NamedTuple):
    coin: int  # 0: a coin is chosen; 1, 2: it is in the air; then who has won


@dataclass(frozen=True)
class Coins(Game):
    """Choose the good coin or the bad one; it says who wins."""

    compiles: ClassVar[bool] = False

    def start(self) -> Tossed:
        return Tossed(0)

    def to_move(self, state: Tossed) -> int:
        return CHANCE if state.coin in (1, 2) else 0

    def moves(self, state: Tossed) -> range:
        return range(2)

    def chances(self, state: Tossed) -> list[tuple[int, float]]:
        return [(0, 0.6), (1, 0.4)] if state.coin == 1 else [(0, 0.3), (1, 0.7)]

    def play(self, state: Tossed, move: int) -> Tossed:
        return Tossed(state.coin + 1 + move) if state.coin == 0 else Tossed(3 + move)

    def is_over(self, state: Tossed) -> bool:
        return state.coin >= 3

    def result(self, state: Tossed) -> int:
        return 1 if state.coin == 3 else -1


def test_an_average_is_no_win() -> None:
    from kibitz.explain.review.sentence import Sentences
    from kibitz.wording.values import ValueWords

    good, bad = (review(Coins(), [move, 1]).plies[0] for move in range(2))
    sentences = Sentences(ValueWords(Coins()))
    assert (good.verdict, good.proved, good.only, sentences.about(good)) == ("best", True, False, [])
    assert (bad.verdict, bad.proved) == ("blunder", True)
    assert bad.lost == pytest.approx(0.6)
    assert sentences.about(bad) == ["It costs 0.6.", "Better: 0 (First wins 60.0 % of games)."]


def test_an_unfinished_game_is_reviewed_and_says_what_it_stands_at() -> None:
    seen = looked(Position.after(GAME, "1,1 1,2"))
    assert seen.last == Value("exact", 1, 5)
    assert "The game is not over: X wins in 5." in str(seen)
    assert seen.plies[1].refutation[0] in (3, 4, 6)


def test_a_record_brings_its_moves_and_its_players() -> None:
    record = GameRecord("tic_tac_toe", ("1,1", "2,2"), ("Ann", "Bob"), None, 1, "it raised ValueError")
    seen = Reviewing(record, examiner=EXAMINER)
    for _ in seen:
        pass
    assert "X is Ann, O is Bob" in str(seen.so_far())
    assert "O lost by a fault: it raised ValueError." in str(seen.so_far())


def test_a_review_goes_backwards_and_what_is_finished_can_be_had() -> None:
    reviewing = Reviewing(Position.after(GAME, "1,1 1,2 2,2"), examiner=EXAMINER)
    assert [ply.number for ply in reviewing] == [3, 2, 1]
    begun = Reviewing(Position.after(GAME, "1,1 1,2 2,2"), examiner=EXAMINER)
    next(iter(begun))
    assert (begun.so_far().is_whole, begun.so_far().missing, len(begun.so_far().plies)) == (False, 2, 1)
    assert "the first 2 of 3 moves have not been looked at" in str(begun.so_far())


def test_what_cannot_be_reviewed_is_said() -> None:
    with pytest.raises(IllegalMove, match="move 2"):
        review(GAME, "1,1 1,1")
    with pytest.raises(GameError, match="leave the moves out"):
        review(Position.after(GAME, "1,1"), "2,2")
    with pytest.raises(GameError, match="1 players are named"):
        review(GAME, "1,1", players=["Ann"])


@pytest.mark.compiled
def test_with_a_depth_the_same_review_comes_out_each_time() -> None:
    first, second = (review(GAME, "1,1 1,2 3,3 3,1", limit=Limit(depth=2)) for _ in range(2))
    assert first == second


@dataclass(frozen=True)
class Rude(TicTacToe):
    """A game that says <b>more</b> than it should: <script>alert("title")</script> & so on."""

    compiles: ClassVar[bool] = False

    def player_names(self) -> list[str]:
        return ["<script>alert(1)</script>", "\"'>&lt;"]

    def move_name(self, state: Any, move: int) -> str:
        return f"<img/onerror=alert({move})>"


class Tags(html.parser.HTMLParser):
    """All tags and attributes of a page, its links and its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def rude() -> Review:
    game = Rude()
    return review(Position.after(game).play(0).play(1).play(4), players=["</style><script>", "&amp;"], limit=Limit(depth=2))


def test_a_page_holds_nothing_that_a_game_says_but_as_text() -> None:
    page = Tags()
    text = rude().html()
    page.feed(text)
    assert not page.tags & {"script", "img", "b", "iframe", "object", "link"}
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "&lt;/style&gt;" in text
    ids = [value for name, value in page.attributes if name == "id"]
    links = [value for name, value in page.attributes if name == "href"]
    assert len(ids) == len(set(ids)) == 3
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert not re.search(r"src=|url\(|@import|https?:", text.replace("http://www.w3.org/2000/svg", ""))


def test_the_graph_is_a_picture_of_its_own() -> None:
    seen = rude()
    root = ET.fromstring(seen.svg())
    assert root.tag.endswith("svg")
    assert not [element for element in root.iter() if element.tag.rpartition("}")[2] in ("script", "a", "image")]
    mixed = review(GAME, "1,1 1,2 2,2 3,3 2,1 2,3 3,1", search="deepening", limit=Limit(depth=2))
    points = [point for course in courses(mixed) for point in course.points]
    kinds = [point.sure for point in points]
    assert {True, False} == set(kinds)
    circles = [element.get("class") or "" for element in ET.fromstring(mixed.svg()).iter() if element.tag.endswith("circle")]
    assert sum("kb-hollow" in one for one in circles) == kinds.count(False) + 1  # one stands in the legend
    assert {"●", "○"} <= set(str(mixed))


def test_a_notebook_shows_text_a_picture_and_the_moves() -> None:
    shown = rude()._repr_mimebundle_()
    assert list(shown) == ["text/plain", "text/html", "image/svg+xml"]
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', shown["text/html"])
    assert data is not None
    assert base64.b64decode(data[1]).decode() == shown["image/svg+xml"]
    assert "<script" not in shown["text/html"]
    assert "\x1b" not in shown["text/plain"]
    json.dumps(shown)
