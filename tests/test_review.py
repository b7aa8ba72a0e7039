"""A review tells the truth, all of it where there is time, of games of every kind; it is shown whole, and had bit by bit."""

import base64
import html.parser
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from xml.etree import ElementTree as ET

import pytest

import kibitz
import reference
from golden_file import assert_golden
from kibitz import GameRecord, Limit, Position, Value
from kibitz.core.rules import CHANCE, Game, legal
from kibitz.core.thought import RESIGNED
from kibitz.errors import GameError, IllegalMove
from kibitz.explain.review.examiner import Examiner
from kibitz.explain.review.graph import courses
from kibitz.explain.review.judge import Ply
from kibitz.explain.review.reviewing import Review, Reviewing, review
from kibitz.explain.review.table import table
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.search.drivers.request import SearchRequest
from reference import order

GAME = kibitz.load("tic_tac_toe")
FILE = str(Path(__file__).resolve())
BLUNDERED = "1,1 1,2 2,2 3,3 2,1 2,3 3,1"  # 1,2 throws a draw away


@pytest.fixture(scope="module")
def examiner() -> Examiner:
    """One for all games of tic-tac-toe: it keeps what it has proved."""
    return Examiner(GAME, SearchRequest(limit=Limit(nodes=1_000_000)))


def looked(game: Position | GameRecord, examiner: Examiner) -> Review:
    reviewing = Reviewing(game, examiner=examiner)
    for _ in reviewing:
        pass
    return reviewing.so_far()


def played(game: Any, seed: int, moves: str = "") -> Position:
    """The end of a random game that began with these moves."""
    dice, position = random.Random(seed), Position.after(game, moves)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


# Against plain minimax, where there is time for all


@pytest.fixture(scope="module")
def plies(examiner: Examiner) -> list[Ply]:
    """The moves of games that go apart after the third, and of one that was won by the only move for it."""
    begun = ("1,1 1,3 2,2", "1,1 1,2 2,2")
    games = [played(GAME, seed, moves) for moves in begun for seed in range(3)] + [Position.after(GAME, BLUNDERED)]
    return [ply for game in games for ply in looked(game, examiner).plies]


def worth_of(ply: Ply, move: int) -> tuple[float, int]:
    """What a move is worth by plain minimax: the result, and the plies to the end, the move itself counted."""
    result, plies = reference.solve(GAME, GAME.play(ply.position.state, move))
    return -result, plies + 1 if result else 0


def exact(worth: tuple[float, int]) -> Value:
    return Value("exact", worth[0], worth[1] if worth[0] else None)


@pytest.mark.untraced
def test_where_there_is_time_everything_is_proved_and_nothing_is_left_out(plies: list[Ply]) -> None:
    """That nothing is said which is not so, here and where there is none, shows `test_review_twin`."""
    for ply in plies:
        worth = {move: worth_of(ply, move) for move in ply.position.legal()}
        best, made = max(worth.values(), key=order), worth[ply.move]
        lost = best[0] - made[0]
        timed = "later" if best[0] > 0 else "sooner"
        wanted = {0: "best" if order(made) == order(best) else timed, 1: "mistake", 2: "blunder"}[int(lost)]
        assert (ply.verdict, ply.proved, ply.lost) == (wanted, True, lost)
        assert (ply.before, ply.after) == (exact(best), exact(made))
        assert set(ply.equal) == {move for move, value in worth.items() if order(value) == order(best)} - {ply.best}
        assert ply.forced == (len(worth) == 1)
        assert ply.only == (not ply.forced and all(worth[move][0] < made[0] for move in worth if move != ply.move))
        end = ply.after_it
        for move in ply.refutation:
            end = end.play(move)
        assert end.is_over
    assert {ply.verdict for ply in plies} == {"best", "later", "sooner", "mistake", "blunder"}
    assert any(ply.only for ply in plies)


@pytest.mark.untraced
def test_threats_are_the_soonest_wins_of_a_free_move_and_none_is_missing(plies: list[Ply]) -> None:
    named = 0
    for ply in plies:
        after = ply.after_it
        soonest: dict[int, int] = {}
        if not after.is_over:
            free = GAME.null(after.state)
            for move in legal(GAME, free):
                result, length = reference.solve(GAME, GAME.play(free, move))
                if result < 0 and length < 5:
                    soonest[move] = length + 1
        wins = {move for move, length in soonest.items() if length == min(soonest.values())}
        if wins and min(soonest.values()) > 1 and len(wins) > len(after.legal()) / 2:
            wins = set()  # not a threat: any move would do
        assert set(ply.threat.moves if ply.threat else ()) == wins
        if ply.threat is not None:
            assert (ply.threat.player, ply.threat.plies) == (ply.mover, min(soonest.values()))
            named += 1
    assert named


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=4"])
def test_null_is_the_board_of_the_other_side(spec: str) -> None:
    game = kibitz.load(spec)
    position = Position.after(game)
    while not position.is_over:
        free = game.null(position.state)
        assert (game.null(free), game.is_over(free)) == (position.state, False)
        position = position.play(position.legal()[0])


# As it is shown


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


@pytest.fixture(scope="module")
def reviews(examiner: Examiner) -> dict[str, Review]:
    return dict(reviewed(examiner))


def reviewed(examiner: Examiner) -> Iterator[tuple[str, Review]]:
    """A game of each kind, and of each way to end."""
    end, moves = Position.after(GAME, BLUNDERED), tuple(BLUNDERED.split())
    yield "a whole game", looked(end, examiner)
    yield "not over", looked(Position.after(GAME, "1,1 1,2"), examiner)
    yield "an opening that nobody chose", looked(GameRecord("tic_tac_toe", moves, ("A", "B"), (1, -1), opening=2), examiner)
    yield "a fault", looked(GameRecord("tic_tac_toe", moves[:2], ("Ann", "Bob"), None, 1, "it raised ValueError"), examiner)
    yield "resigned", looked(GameRecord("tic_tac_toe", moves[:3], ("Ann", "Bob"), None, 1, RESIGNED), examiner)
    interrupted = Reviewing(Position.after(GAME, "1,1 1,2 2,2"), examiner=examiner)
    next(iter(interrupted))
    yield "interrupted", interrupted.so_far()
    yield "estimates", review(end, search="deepening", limit=Limit(depth=2))
    yield "no threats", review("nim:heaps=2-3", "1:1 2:1 2:1", limit=Limit(nodes=200))
    yield "a margin", review(played(kibitz.load("othello:size=4"), 3), limit=Limit(nodes=2000))
    yield "three players", review("tree:file=three_players", "a1 b1 c2", limit=Limit(depth=5))
    yield "dice", review("pig:target=6", "roll 3 hold roll 6", limit=Limit(depth=4))
    yield "an average is no win", review(Coins(), [0, 1])
    yield "an average that is less", review(Coins(), [1, 1])
    yield "a book: the first move draws, where the middle wins", review("connect_four", "3", limit=Limit(nodes=200))
    yield "a book: the only move", review("connect_four", "4", limit=Limit(nodes=200))
    yield "where the book ends: who is lost in it is lost after it", review("connect_four", "4444427", limit=Limit(nodes=2000))


@pytest.mark.untraced
def test_a_review_is_whole_unless_it_was_interrupted(reviews: dict[str, Review]) -> None:
    assert [what for what, seen in reviews.items() if not seen.is_whole] == ["interrupted"]


def test_reviews_as_people_read_them(reviews: dict[str, Review]) -> None:
    told = {**reviews, "in colours, in a narrow window": "\n".join(table(reviews["estimates"], colour=True, width=60))}
    text = "".join(f"# {what}\n{seen}\n\n" for what, seen in told.items())
    assert_golden("reviews.txt", text.replace("\x1b", "^").replace(FILE, "test_review.py"))


def test_the_graph_keeps_to_what_a_move_was_proved_to_be_worth(examiner: Examiner) -> None:
    seen = looked(Position.after(GAME, "2,2 1,2 1,1"), examiner)
    guessed = Value("estimate", -0.1)
    plies = tuple(replace(ply, before=guessed) if ply.number == 3 else ply for ply in seen.plies)
    (course,) = courses(replace(seen, plies=plies, last=guessed))
    assert [(point.number, point.sure) for point in course.points] == [(0, True), (0, True), (1, True), (1, True)]
    assert [point.value.plies for point in course.points] == [None, None, 5, 4]


@dataclass(frozen=True)
class Rude(TicTacToe):
    """A game that says <b>more</b> than it should: <script>alert("title")</script> & so on."""

    compiles: ClassVar[bool] = False

    def player_names(self) -> list[str]:
        return ["<script>alert(1)</script>", "\"'>&lt;"]

    def move_name(self, state: Any, move: int) -> str:
        return f"<img/onerror=alert({move})>"


class Tags(html.parser.HTMLParser):
    """All tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags = set[str]()
        self.attributes = list[tuple[str, str]]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


@pytest.fixture(scope="module")
def rude() -> Review:
    game = Rude()
    return review(
        Position.after(game, [0, 1, 4, 2, 3, 5]),  # the last two are proved
        players=["</style><script>", "&amp;"],
        search="deepening",
        limit=Limit(depth=2),
    )


def test_a_page_holds_nothing_that_a_game_says_but_as_text(rude: Review) -> None:
    text = rude.html()
    assert_golden("review.html", text.replace(FILE, "test_review.py"))
    page = Tags(text)
    assert not page.tags & {"script", "img", "b", "iframe", "object", "link"}
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids)) == 6
    assert {value for name, value in page.attributes if name == "href"} == {f"#{one}" for one in ids}
    assert not re.search(r"src=|url\(|@import|https?:", text.replace("http://www.w3.org/2000/svg", ""))


def test_a_notebook_shows_text_a_picture_and_the_moves(rude: Review) -> None:
    shown = rude._repr_mimebundle_()
    assert list(json.loads(json.dumps(shown))) == ["text/plain", "text/html", "image/svg+xml"]
    assert shown["text/plain"] == str(rude)
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', shown["text/html"])
    assert data is not None
    assert base64.b64decode(data[1]).decode() == shown["image/svg+xml"]
    assert "<script" not in shown["text/html"]
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(shown["image/svg+xml"]).iter()}
    assert not tags & {"script", "a", "image"}


@pytest.mark.parametrize(("what", "name"), [("estimates", "graph"), ("three players", "graph_of_three")])
def test_graphs_of_estimates_and_proofs(reviews: dict[str, Review], what: str, name: str) -> None:
    root = ET.fromstring(re.sub("<style>.*?</style>", "", reviews[what].svg(), flags=re.DOTALL))
    ET.indent(root)
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    assert_golden(f"pictures/{name}.svg", ET.tostring(root, encoding="unicode") + "\n")


# What can be asked


def test_a_review_goes_backwards_and_what_cannot_be_reviewed_is_said(examiner: Examiner) -> None:
    reviewing = Reviewing(Position.after(GAME, "1,1 1,2 2,2"), examiner=examiner)
    assert [ply.number for ply in reviewing] == [3, 2, 1]
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
