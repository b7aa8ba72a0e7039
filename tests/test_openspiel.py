"""The games of OpenSpiel: every one is played as the library itself plays it, and searched, or refused with the reason."""

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.notation import read_moves
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import CHANCE, Game, legal, mover_of, says
from kibitz.core.thought import Limit
from kibitz.errors import GameError, RulesError, RulesWarning
from kibitz.kernel import machine_of
from kibitz.position import Position
from kibitz.search.entry import think

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")

MOST_MOVES = 2000  # of a random game; with this seed all games end within them
OTHERS = [
    "backgammon(scoring_type=full_scoring)",
    "chinese_checkers(players=3)",
    "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)",
    "go(board_size=5)",
    "maedn(players=4)",
    "misere(game=tic_tac_toe())",
    "pig(players=3,winscore=20)",
    "start_at(history=0;4;8,game=tic_tac_toe())",
]
REASONS = (
    "its players move at the same time",
    "it is a game of whole populations",
    "it hides something from its players",
    "its chances come without saying how likely each is",
    "OpenSpiel's own copies of its states are damaged",
    "is not a game without its parameters: write openspiel:",
)


def opened(game: str) -> Game:
    return load(f"openspiel:{game}")


def should_be_played(kind: Any) -> bool:
    sort = pyspiel.GameType
    return bool(
        kind.dynamics == sort.Dynamics.SEQUENTIAL
        and kind.information == sort.Information.PERFECT_INFORMATION
        and kind.chance_mode != sort.ChanceMode.SAMPLED_STOCHASTIC
        and kind.default_loadable
        and kind.short_name != "morpion_solitaire"
    )


PLAYED = [kind.short_name for kind in pyspiel.registered_games() if should_be_played(kind)]
REFUSED = [kind.short_name for kind in pyspiel.registered_games() if not should_be_played(kind)]


@pytest.mark.untraced
@pytest.mark.filterwarnings("ignore:OpenSpiel says of quoridor")
@pytest.mark.parametrize("name", [*PLAYED, *OTHERS])
def test_a_game_is_played_to_its_end(name: str) -> None:
    assert play_along(name, seed=1), f"not over after {MOST_MOVES} moves"


def test_every_other_is_refused_with_a_reason() -> None:
    for name in REFUSED:
        with pytest.raises(GameError, match="|".join(map(re.escape, REASONS))):
            opened(name)


def play_along(name: str, seed: int) -> bool:
    """Plays at random, beside the library's own state that makes each move in place; whether the game has ended."""
    game, dice = opened(name), random.Random(seed)
    assert load(spec_of(game)) == game
    position, beside = Position.after(game), pyspiel.load_game(name).new_initial_state()
    numbers = in_turn(beside)
    while not beside.is_terminal() and len(position.moves) < MOST_MOVES:
        assert not position.is_over
        assert position.legal() == tuple(beside.legal_actions())
        assert position.to_move == (CHANCE if beside.is_chance_node() else numbers.index(beside.current_player()))
        assert (position.to_move == CHANCE) == position.is_chance == beside.is_chance_node()
        if position.is_chance:
            assert list(game.chances(position.state)) == beside.chance_outcomes()
            assert all(weight > 0 for _, weight in game.chances(position.state))
        check_faces(position)
        move = dice.choice(position.legal())
        state, moves = game.play(position.state, move), (*position.moves, move)
        position = Position(game, state, moves, mover_of(game, state, len(moves)))
        beside.apply_action(move)
    if not beside.is_terminal():
        return False
    assert position.is_over
    assert position.payoffs == tuple(beside.returns()[number] for number in numbers)
    check_limits(game, beside.returns())
    return True


def in_turn(start: Any) -> list[int]:
    """The library's numbers of the players, from the one who begins."""
    numbers = list(range(start.num_players()))
    return numbers if start.is_chance_node() else numbers[start.current_player() :] + numbers[: start.current_player()]


def check_faces(position: Position) -> None:
    names = [position.name(move) for move in position.legal()]
    assert len(set(names)) == len(names)
    assert not [name for name in names if not name or ";" in name or any(map(str.isspace, name))]
    shown = position.game.show(position.state)
    assert shown.strip()
    assert len({len(line) for line in shown.split("\n")}) == 1
    if len(position.moves) < 5:
        assert read_moves(position.game, names[-1], position.state) == [position.legal()[-1]]


def check_limits(game: Game, returns: list[float]) -> None:
    """What a game declares of its results holds for those of this end, and it declares one kind of them."""
    assert len(returns) == game.players
    assert says(game, "result") != says(game, "payoffs")
    if says(game, "result"):
        assert max(map(abs, returns)) <= game.best_result()
        assert sum(returns) == 0
    if says(game, "payoff_limits"):
        least, total = game.payoff_limits()
        assert min(returns) >= least
        assert sum(returns) <= total


@pytest.mark.parametrize(
    ("name", "players", "has"),
    [
        ("chess", 2, {"result"}),
        ("backgammon", 2, {"result", "chances"}),
        ("pig(players=3)", 3, {"payoffs", "chances", "payoff_limits"}),
        ("2048", 1, {"payoffs", "chances"}),
        ("add_noise(epsilon=0.5,seed=1,game=tic_tac_toe())", 2, {"payoffs", "payoff_limits"}),
    ],
)
def test_what_a_game_is_follows_the_library(name: str, players: int, has: set[str]) -> None:
    """Two who divide a sum have a result, others payoffs; dice show up where there are some."""
    game = opened(name)
    assert game.players == players
    assert {what for what in ("result", "payoffs", "chances", "payoff_limits") if says(game, what)} == has


def test_the_limits_of_results_are_those_of_the_library() -> None:
    assert opened("pig(players=3)").payoff_limits() == (-1, 0)
    assert opened("backgammon(scoring_type=full_scoring)").best_result() == 3


def test_white_is_first_in_chess() -> None:
    """The library calls White 1."""
    position = Position.after(opened("chess"))
    assert position.to_move == 0
    for move in ("f3", "e5", "g4", "Qh4#"):
        position = position.play(move)
    assert position.is_over
    assert position.payoffs == (-1, 1)


def test_a_result_that_is_no_whole_number_is_told() -> None:
    game = opened("add_noise(epsilon=1.0,seed=1,game=tic_tac_toe())")
    with pytest.raises(RulesError, match=r"ended with -?\d\.\d+, though its limits are whole numbers"):
        think(game, search="minimax", limit=Limit(depth=6))


# Specs and sentences


@pytest.mark.parametrize(
    "text", ["chess", "go(board_size=5)", "go(komi=5.5,board_size=5)", "start_at(history=0;4,game=tic_tac_toe())"]
)
def test_a_spec_leads_back_to_the_game(text: str) -> None:
    game = opened(text)
    assert spec_of(game) == f"openspiel:{text}"
    assert load(spec_of(game)) == game
    assert hash(load(spec_of(game))) == hash(game)


SENTENCES = {
    "": "openspiel is not one game but 126: write which, such as openspiel:chess",
    "ches": "there is no game called 'ches' in OpenSpiel; did you mean chess or checkers or antichess?",
    "zzzzzz": "there is no game called 'zzzzzz' in OpenSpiel; it has 126, such as chess, go or backgammon",
    "clobber(a=5)": "openspiel:clobber(a=5) cannot be set up: Unknown parameter 'a'. Available parameters are: columns, rows",
    "go(board_size=0)": "openspiel:go(board_size=0) cannot be set up: unsupported board size",
    "chess(": "openspiel:chess( cannot be set up: Missing closing bracket ')'.",
    "kuhn_poker": "kibitz cannot play openspiel:kuhn_poker: it hides something from its players",
    "goofspiel": "kibitz cannot play openspiel:goofspiel: its players move at the same time",
    "repeated_game": "kibitz cannot play openspiel:repeated_game: its players move at the same time",
    "efg_game": "openspiel:efg_game is not a game without its parameters: write openspiel:efg_game(filename=...)",
    "misere(game=blotto())": "kibitz cannot play openspiel:misere(game=blotto()): its players move at the same time",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_what_cannot_be_played_is_told_in_a_sentence(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(GameError) as told:
        opened(name)
    assert str(told.value) == SENTENCES[name].replace("126", str(len(PLAYED) + len(REFUSED)))
    assert capfd.readouterr().err == "", "what the library writes itself is left out"


def test_what_the_library_warns_of_is_passed_on() -> None:
    with pytest.warns(
        RulesWarning, match="OpenSpiel says of quoridor: Warning! The implementation of 'quoridor' has known issues"
    ):
        opened("quoridor")


def test_without_the_library_it_says_what_to_install_and_the_list_has_it_as_one(tmp_path: Path) -> None:
    """The list does not load it."""
    (tmp_path / "pyspiel.py").write_text("raise ModuleNotFoundError", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from kibitz.cli import main; main(sys.argv[1:])"
    listed, refused = (
        subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
        for words in (["games"], ["perft", "openspiel:chess"])
    )
    assert "    openspiel:GAME\n" in listed.stdout
    sentence = "kibitz: the games of OpenSpiel need its library: pip install 'kibitz[openspiel]'\n"
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", sentence)


# States


@given(st.lists(st.integers(0, 8), max_size=7))
def test_states_of_one_history_are_equal(wanted: list[int]) -> None:
    game = opened("tic_tac_toe")
    one, other = game.start(), game.start()
    for pick in wanted:
        moves = legal(game, one)
        if moves:
            one, other = (game.play(state, moves[pick % len(moves)]) for state in (one, other))
    assert one == other
    assert (hash(one), repr(one)) == (hash(other), repr(other))
    assert all(game.play(one, move) != one for move in legal(game, one))
    assert one != one.held


def test_states_of_other_histories_differ_even_when_the_board_is_the_same() -> None:
    """And no word is lost on rules that are not for compiling: the tests take warnings for errors."""
    game = opened("tic_tac_toe")
    one, other = (Position.after(game, moves).state for moves in ([0, 1, 2, 3], [2, 3, 0, 1]))
    assert game.show(one) == game.show(other)
    assert one != other
    machine = machine_of(game)
    assert machine.rules.hash(one) != machine.rules.hash(other)
    assert (machine.compiled, machine.problem) == (False, "")


def test_playing_and_asking_leaves_a_state_as_it_was() -> None:
    game = opened("chess")
    state = game.start()
    before = str(state.held)
    for move in legal(game, state):
        game.play(game.play(state, move), 89)
        game.move_name(state, move)
    assert str(state.held) == before
    assert state.held.history() == []


def test_names_that_would_be_the_same_are_told_apart_by_number() -> None:
    game: Any = opened("tic_tac_toe")

    class Alike:
        def action_to_string(self, move: int) -> str:
            return ["x  a", "x a", " 2 - b, c; ", " "][move]

        def legal_actions(self) -> list[int]:
            return [0, 1, 2, 3]

    state = type(game.start())(Alike(), 0)
    assert [game.move_name(state, move) for move in range(4)] == ["x_a", "x_a#1", "b,c", "3"]


def test_the_league_s_opponent_makes_the_same_moves() -> None:
    """Our games and theirs, move by move, in random games: else its moves would mean something else."""
    from benchmarks.peers.open_spiel_mcts import GAMES, Table

    for spec in GAMES:
        dice, position = random.Random(spec), Position.after(spec)
        table = Table(position.game)
        state = table.game.new_initial_state()
        while not position.is_over and not state.is_terminal() and len(position.moves) < 200:
            actions = table.actions(position, state)
            assert sorted(actions.values()) == sorted(state.legal_actions()), (spec, position.moves)
            move = dice.choice(list(actions))
            state.apply_action(actions[move])
            position = position.play(move)
        assert str(table.state(position)) == str(state)
    with pytest.raises(ValueError, match="it plays tic_tac_toe"):
        Table(load("othello:size=6"))
