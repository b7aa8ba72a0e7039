"""The selective search: what it leaves out changes no proof; it finds wins, solves ends, keeps a table, is deterministic."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

import kibitz
from kibitz.core.registry import load
from kibitz.core.rules import Knowledge
from kibitz.core.thought import Limit
from kibitz.errors import SearchError
from kibitz.games.connect_four import ConnectFour
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.knowledge.connect_four import ConnectFourKnowledge
from kibitz.knowledge.tic_tac_toe import TicTacToeKnowledge
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.position import Position
from kibitz.search.algorithms import selective
from kibitz.search.drivers import score_search
from kibitz.search.drivers.continuation import Continuation
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.entry import start_search, think
from reference import late_state, solver
from shelf import BOARDS
from trouble import Judge
from twin_several import plainly

pytestmark = pytest.mark.untraced


@dataclass(frozen=True)
class Rash(TicTacToeKnowledge):
    """Leaves almost everything: any shallow value settles a deep one, every other move is noisy, and two are prospects."""

    def deviation(self, state: Any, deep: int, shallow: int) -> float:
        return 0.001

    def noisy(self, state: Any, move: int) -> bool:
        return move % 2 == 0

    def prospects(self, state: Any) -> Iterable[int]:
        return list(self.game.moves(state))[:2]


@dataclass(frozen=True)
class RashDrops(ConnectFourKnowledge):
    """The same at Connect Four."""

    def deviation(self, state: Any, deep: int, shallow: int) -> float:
        return 0.001

    def noisy(self, state: Any, move: int) -> bool:
        return move % 2 == 0

    def prospects(self, state: Any) -> Iterable[int]:
        return list(self.game.moves(state))[:2]


def rash(game: Any) -> Knowledge | None:
    """Knowledge that makes the search leave as much as it can."""
    return Rash(game) if isinstance(game, TicTacToe) else RashDrops(game) if isinstance(game, ConnectFour) else None


@pytest.mark.parametrize("depth", [2, 5, 8, None])
@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four:width=4,height=4,line=3"])
def test_what_is_proved_is_true_whatever_is_left_out(spec: str, depth: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game = load(spec)
    judge = Judge(game, solver(game))
    for seed in range(12):
        state, limit = late_state(game, seed), Limit(depth=depth, table=256 if seed % 3 else 2**20)
        for every in (False, True):
            thought = think(game, state, search="selective", knowledge=rash(game), limit=limit, all_moves=every)
            judge.thought(state, thought, is_whole=True)
            assert depth is not None or thought.stopped == "solved"


WINS = [  # positions in which the side to move wins by force, and in how many plies
    ("connect_four", "4 4 3 3", 3),
    ("connect_four", "4 4 3", 4),
    ("tic_tac_toe", "1,1 2,1 1,2 2,2", 1),
    ("nim", "1:1 2:1 3:2", None),
]


@pytest.mark.twice
@pytest.mark.parametrize(("spec", "moves", "plies"), WINS)
def test_forced_ends_are_found_and_proved_at_the_depth_of_deepening(spec: str, moves: str, plies: int | None) -> None:
    position = Position.after(load(spec), moves)
    truth = think(position, search="deepening", limit=Limit(depth=14))
    if truth.value.kind != "exact":
        return
    found = think(position, search="selective", limit=Limit(depth=truth.depth + 4))
    assert (found.stopped, found.value) == ("solved", truth.value)
    assert plies is None or found.value.plies in (plies, None)


@pytest.mark.twice
def test_a_quicker_win_that_was_left_out_is_found_by_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that reduces everything sees the win late, and is corrected by the one that leaves nothing out."""
    plainly(monkeypatch)
    monkeypatch.setattr(selective, "reduction", lambda depth, index, is_calm: 4 if index > 0 else 0)
    game = load("connect_four:width=4,height=4,line=3")
    for seed in range(36, 44):
        state = late_state(game, seed)
        thought = think(game, state, search="selective")
        Judge(game, solver(game)).thought(state, thought, is_whole=True)
        assert thought.stopped == "solved"


@pytest.mark.twice
@pytest.mark.parametrize(
    ("spec", "moves", "depth", "nodes"), [("connect_four", "4 4", 10, 17_965), ("othello", "f5 d6 c3", 6, 1_540)]
)
def test_it_is_deterministic_and_counts_its_nodes_with_knowledge(
    spec: str, moves: str, depth: int, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signature has no knowledge, without which no move is reduced. A larger table would save two nodes."""
    monkeypatch.setattr(score_search, "LARGEST_LOG", score_search.PLAIN_LOG)
    position = Position.after(load(spec), moves)
    first, second = (think(position, search="selective", limit=Limit(depth=depth)) for _ in range(2))
    assert (first.nodes, first.value, first.line) == (second.nodes, second.value, second.line)
    assert first.nodes == nodes


@pytest.mark.twice
@pytest.mark.parametrize("spec", BOARDS)
def test_threads_prove_what_one_proves(spec: str) -> None:
    game = load(spec)
    judge = Judge(game, solver(game))
    for seed in range(3):
        state = late_state(game, seed)
        thought = think(game, state, search="selective", threads=2, limit=Limit(table=256))
        judge.thought(state, thought, is_whole=True)
        assert thought.stopped == "solved"


@pytest.mark.compiled
def test_the_end_is_solved_within_the_time() -> None:
    """A 16-ply end of Othello, which no search of estimates reaches."""
    position = Position.after(load("othello"))
    while len(position.moves) < 46:
        position = position.play(position.legal()[len(position.moves) % len(position.legal())])
    engine = player("selective:time=1")
    assert isinstance(engine, Engine)
    engine.prepare(position.game)
    thought = think(position, search="selective", limit=Limit(time=20))
    assert (thought.stopped, thought.value.kind) == ("solved", "exact")
    assert thought.value.result == kibitz.solve(position).value.result


def test_the_table_serves_the_next_search() -> None:
    position, kept = Position.after(load("tic_tac_toe"), "2,2"), Continuation()
    request = SearchRequest("selective", Limit(depth=6), continuation=kept)
    first = start_search(position, None, request).result()
    again = start_search(position, None, request).result()
    assert again.nodes < first.nodes / 2
    assert again.value == first.value
    other = start_search(Position.after(load("nim")), None, SearchRequest("selective", Limit(depth=3), continuation=kept))
    assert other.result().best is not None


def test_a_player_keeps_its_table_for_one_game_and_only_where_the_clock_decides() -> None:
    game = load("tic_tac_toe")
    start, engine, still = Position.after(game), player("selective:time=0.1"), player("selective:depth=3")
    assert isinstance(engine, Engine)
    assert isinstance(still, Engine)
    kept = engine._continued(start)
    assert kept is not None
    assert engine._continued(start.play(4).play(0)) is kept
    assert engine._continued(start.play(3)) is not kept
    assert still._continued(start) is None


def test_it_cannot_be_drawn() -> None:
    with pytest.raises(SearchError, match="selective cannot be drawn as a tree"):
        kibitz.tree("tic_tac_toe", search="selective")
