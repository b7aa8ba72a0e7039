"""Games that can come back to a position, as people meet them: the terminal, drawn trees, reviews, openings, the store."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import commandline
import kibitz
from games_in_circles import At, Drawn, DrawsAtOnce, ForbidsAtOnce, Loses
from kibitz.arena import openings
from kibitz.core.recurrence import past_of
from kibitz.core.rules import has_recurred, legal, play_move
from kibitz.explain.tree.sentences import explain
from kibitz.position import Position
from runs import examples
from test_recurrence_search import Exhaustive, after_some, drawn, is_true

pytestmark = pytest.mark.untraced

DANCE = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game


class State(NamedTuple):
    places: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Dance(Game):
    """Two tokens on rings of five places; who steps onto place 3 wins, and who only goes to and fro draws."""

    recurrence = "draw"

    def start(self):
        return State((0, 0), 0)

    def moves(self, state):
        return (0, 1)

    def play(self, state, step):
        first, second = state.places
        place = (state.places[state.turn] + (1 if step else 4)) % 5
        return State((place, second) if state.turn == 0 else (first, place), 1 - state.turn)

    def is_over(self, state):
        return 3 in state.places

    def result(self, state):
        return -1

    def move_name(self, state, step):
        return "on" if step else "back"
'''
TO_AND_FRO = "on on back back on on back back"
ENDS = "The same position has appeared for the third time. The game is over: it is a draw."


@pytest.fixture
def dance(tmp_path: Path) -> Path:
    file = tmp_path / "dance.py"
    file.write_text(DANCE)
    return file


def test_a_game_that_ends_by_recurrence_says_so(dance: Path) -> None:
    assert commandline.here("analyze", str(dance), "--moves", TO_AND_FRO).endswith(f"{ENDS}\n")
    assert ENDS in commandline.here("review", str(dance), "--moves", TO_AND_FRO, "--depth", "2")
    typed = "\n".join(TO_AND_FRO.split()) + "\n"
    assert commandline.here("play", str(dance), "human", "human", typed=typed).endswith(f"{ENDS}\n")


def test_a_move_is_taken_back_with_its_history(dance: Path) -> None:
    """What was undone was never on the board."""
    before, last = TO_AND_FRO.split()[:-1], TO_AND_FRO.split()[-1]
    typed = "\n".join([*before, "undo", before[-1], "undo", before[-1], last]) + "\n"
    assert commandline.here("play", str(dance), "human", "human", typed=typed).endswith(f"{ENDS}\n")


def test_one_move_before_it_the_draw_is_proved(dance: Path) -> None:
    position = Position.after(str(dance), " ".join(TO_AND_FRO.split()[:-1]))
    thought = kibitz.think(position, limit=kibitz.Limit(depth=1), all_moves=True)
    (back,) = [move for move in thought.moves if position.name(move.move) == "back"]
    assert (back.value.kind, back.value.result) == ("exact", 0)


@given(drawn((DrawsAtOnce, ForbidsAtOnce)), st.lists(st.integers(0, 2), max_size=6), st.integers(1, 5))
@settings(max_examples=examples(25), deadline=None)
def test_a_tree_shows_what_comes_back(game: Drawn, choices: list[int], depth: int) -> None:
    """A node where the position comes back is a leaf that says so; what is forbidden is in no tree, and was not skipped."""
    position = after_some(game, choices)
    if position.is_over:
        return
    tree = kibitz.tree(position, search="minimax", depth=depth)
    assert tree.root.worth is not None
    assert tree.root.worth.result == minimax(game, position.state, depth)
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        seen = past_of(node.state)
        if game.recurrence == "forbidden":
            assert not has_recurred(game, node.state) or node is tree.root
            shown = [child.move for child in node.children]
            assert shown == list(legal(game, node.state)[: len(shown)])
            if node.reason == "searched":
                assert node.skipped == ()
        elif node.reason == "recurrence":
            assert seen.count(seen[-1]) > 1
            assert explain(node) == "This position was on the board before, and the line ends where it comes back: draw."
        elif node.children:
            assert not has_recurred(game, node.state)
        waiting.extend(node.children)


def minimax(game: Drawn, state: Any, depth: int) -> int:
    """The value for the side to move so many plies deep, nothing being known beyond, and no draw where it does not end."""
    if game.is_over(state):
        return game.result(state)
    if has_recurred(game, state) and game.recurrence == "draw":
        return 0
    if depth == 0:
        return 0
    values = []
    for move in legal(game, state):
        after = play_move(game, state, move)
        sign = 1 if game.to_move(after) == game.to_move(state) else -1
        values.append(sign * minimax(game, after, depth - 1))
    return max(values)


def test_openings_keep_to_what_is_not_forbidden() -> None:
    """Nodes 0 and 1 lead to each other; from 0 one may go on to 2 as well."""
    game = ForbidsAtOnce.of([(1, 2), (0, 2), (3,), (4,), ()], [0, 0, 0, 0, 1], [0] * 5)
    lines = openings.list_positions(game, 2)
    assert lines is not None
    assert sorted(moves for _, moves in lines) == [(0, 1), (1, 0)]


def test_matches_store_games_that_end_by_recurrence(dance: Path, tmp_path: Path) -> None:
    found = commandline.here(
        "match", "random", "greedy", "--game", str(dance), "--games", "20", "--store", str(tmp_path / "games.db"), "--seed", "3"
    )
    assert "20 games" in found


class Timeless(Loses):
    """Without a clock a state comes back whole, and equals the one that was there before."""

    def play(self, state: At, move: int) -> At:
        return super().play(state, move)._replace(clock=0)


@settings(max_examples=examples(150), deadline=None)
@given(drawn([Timeless]), st.lists(st.integers(0, 2), min_size=2, max_size=12))
def test_a_review_keeps_apart_what_was_before_equal_states(game: Drawn, choices: list[int]) -> None:
    position, twin = after_some(game, choices), Exhaustive(game)
    if not position.moves:
        return
    found = kibitz.review(position, limit=kibitz.Limit(nodes=200), knowledge=None)
    here = Position.after(game)
    for ply in found.plies:
        assert ply.before is None or is_true(ply.before, twin.of(here))
        for one in ply.worths:
            assert is_true(one.value, twin.after(here, one.move)), (here, one)
        here = here.play(ply.move)
