"""A review of games with dice, or of several players: chance is not judged, and each player by what they get."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

from kibitz import Limit
from kibitz.explain.review.graph import courses
from kibitz.explain.review.reviewing import review
from kibitz.games.pig import Pig
from kibitz.games.tree import Tree
from kibitz.rules import CHANCE, Game
from plain_games import plain


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

    from kibitz.explain.review.table import Sentences
    from kibitz.present.values import ValueWords

    good, bad = (review(Coins(), [move, 1]).plies[0] for move in range(2))
    sentences = Sentences(ValueWords(Coins()))
    assert (good.verdict, good.proved, good.only, sentences.about(good)) == ("best", True, False, [])
    assert (bad.verdict, bad.proved) == ("blunder", True)
    assert bad.lost == pytest.approx(0.6)
    assert sentences.about(bad) == ["It costs 0.6.", "Better: 0 (First wins 60.0 % of games)."]
