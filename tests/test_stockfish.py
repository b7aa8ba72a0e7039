"""Chess with programs of others: Stockfish as a player, and python-chess as the interface that kibitz is the engine of."""

import json
import os
import shutil
import sys

import chess
import chess.engine
import pytest

import needs
from commandline import here, refused_here
from kibitz import load
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.match import plan_match
from kibitz.core.thought import Value
from kibitz.players import close, player
from kibitz.position import Position

pytestmark = needs.external_engines
PLACES = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games"  # Debian keeps it out of the PATH of root


@pytest.fixture(scope="module")
def stockfish() -> str:
    """The program; skipped where there is none, but a failure in CI."""
    found = shutil.which("stockfish", path=PLACES)
    if found is None:
        missing = "there is no Stockfish here: apt-get install stockfish"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def test_stockfish_plays_a_match_and_loses_no_game_by_a_fault(stockfish: str) -> None:
    spec = f"uci:{stockfish}:nodes=200,Hash=1,Threads=1"
    plan, fixtures = plan_match(load("chess"), [spec, "random"], games=2, openings="start", seed=3)
    for played in play_batch(Batch(plan, tuple(fixtures))):
        assert (played.forfeit, played.reason) == (None, "")
        assert played.payoffs is not None


def test_what_stockfish_says_of_its_search_is_kept(stockfish: str) -> None:
    one = player(f"uci:{stockfish}:depth=6,Hash=1")
    try:
        opening = one.think(Position.after("chess"))
        mating = one.think(Position.after("chess", "f3 e5 g4"))
    finally:
        close([one])
    assert (opening.depth, opening.value.kind, opening.stopped) == (6, "estimate", "depth")
    assert opening.nodes > 20
    assert 0 < opening.value.result < 0.3
    assert opening.line[0] == opening.best
    assert mating.value == Value("exact", 1, 1)
    assert Position.after("chess", "f3 e5 g4").name(mating.best or 0) == "Qh4#"


def test_a_review_asks_stockfish_about_each_move(stockfish: str) -> None:
    spec = f"uci:{stockfish}:nodes=50,Hash=1"
    told = json.loads(here("review", "chess", "--moves", "g4 e5 f3 Qh4", "--search", spec, "--json"))
    third, fourth = told["plies"][2:]
    assert third["verdict"] == "mistake"
    assert third["best"] != "f3"
    assert fourth["verdict"] == "best"
    assert "an engine's limits belong in its settings" in refused_here(
        "review", "chess", "--moves", "e4", "--search", spec, "--depth", "1"
    )


@pytest.mark.untraced
def test_python_chess_plays_with_kibitz() -> None:
    command = [sys.executable, "-m", "kibitz", "engine", "chess", "--protocol", "uci", "--search", "minimax"]
    board = chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    with chess.engine.SimpleEngine.popen_uci([*command, "--knowledge", "none"], timeout=60) as engine:
        engine.configure({"Hash": 1, "Threads": 1})
        assert engine.options["Search"].var is not None
        mate = engine.play(board, chess.engine.Limit(depth=1), info=chess.engine.INFO_ALL)
        assert mate.move is not None
        assert mate.info["score"].white() == chess.engine.Mate(1)
        board.push(mate.move)
        assert board.is_checkmate()
        ends = engine.play(chess.Board(), chess.engine.Limit(white_clock=5, black_clock=5, depth=1))
        assert ends.move is not None
        assert chess.Board().is_legal(ends.move)
        with engine.analysis(chess.Board("8/8/8/8/8/k7/p7/K7 w - - 0 1")) as analysis:
            assert analysis.wait().move is None
