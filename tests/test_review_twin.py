"""Reviews of random games, with limits so tight that little is proved: all that they say, against plain minimax."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from conftest import PLAIN
from judged_reviews import Judged
from kibitz import Limit, Position, Value
from kibitz.best_result import best_result
from kibitz.explain.review.finding import Chain
from kibitz.explain.review.reviewing import Reviewing, review
from kibitz.games.nim import Nim
from kibitz.rules import Game
from party_game import Fixed, Hunch
from plain_games import plain
from random_parties import plan

pytestmark = pytest.mark.twice

FEW = (1, 2, 3, 5, 8, 13, 20, 40, 80, 200, 400)
SEEDS = 60 if PLAIN else 250


@dataclass(frozen=True)
class Plain(Fixed):
    """Any graph between two, wins or margins, extra turns, several ways to a place; as plain Python."""

    compiles: ClassVar[bool] = False


def games(seeds: range) -> Iterator[tuple[Game, Any, random.Random]]:
    """Random games, with or without somebody who guesses, and dice for the rest."""
    for seed in seeds:
        dice = random.Random(seed)
        if seed % 4 == 3:
            yield plain(Nim, heaps=tuple(dice.randint(1, 3) for _ in range(3))), None, dice
        else:
            game = plan(seed, 2, ("tree", "meeting")[seed % 2], "zero", 0, largest=1 + seed // 2 % 3).duel(Plain)
            if not game.is_over(game.start()):
                yield game, Hunch(game) if dice.random() < 0.6 else None, dice


def played(game: Game, dice: random.Random) -> Position:
    """The end of a random game."""
    position = Position.after(game)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


def limited(dice: random.Random) -> Limit:
    """Nodes, a depth, or both."""
    nodes, depth = Limit(nodes=dice.choice(FEW)), Limit(depth=dice.randint(1, 4))
    return dice.choice([nodes, depth, Limit(depth=dice.randint(1, 3), nodes=dice.randint(1, 60))])


@pytest.mark.parametrize("search", [None, "deepening", "alphabeta", "minimax"])
def test_all_that_a_review_says_is_so_and_one_story(search: str | None) -> None:
    judged = Judged()
    for game, wise, dice in games(range(SEEDS)):
        end, distance = played(game, dice), dice.random() < 0.8
        end = Position.after(game, end.moves[: dice.randint(1, len(end.moves))])
        seen = review(end, limit=limited(dice), knowledge=wise, search=search, distance=distance)
        judged.review(seen, plies_count=distance and best_result(game) == 1)
    assert not judged.wrong
    assert judged.claims > 20 * SEEDS


def test_what_has_been_looked_at_so_far_is_one_story_too() -> None:
    judged = Judged()
    for game, wise, dice in games(range(SEEDS // 4)):
        reviewing = Reviewing(played(game, dice), limit=Limit(nodes=30), knowledge=wise)
        for _ in reviewing:
            judged.review(reviewing.so_far(), plies_count=best_result(game) == 1)
    assert not judged.wrong


def test_a_proof_goes_along_the_moves_both_ways() -> None:
    """A won position leaves no more than a loss; a lost one behind a move proves that whoever made it wins."""
    position = Position.after(plain(Nim, heaps=(2, 2)))
    positions = [position, position.play(position.legal()[0])]
    chain = Chain(positions)
    assert chain.learn(0, (None, Value("exact", -1, 4))) == {0, 1}
    assert chain[1] == (Value("exact", 1, 3), None)
    assert chain.learn(0, (None, Value("exact", -1, 4))) == set()
    assert chain.learn_move(0, (Value("exact", -1, 4), None)) == {0, 1}
    assert chain[0] == (Value("exact", -1, 4), Value("exact", -1, 4))
    assert chain.of_move(0) == chain[0]
