"""Games of kibitz in OpenSpiel: the library's own tests hold for them, its algorithms take them, and players are its bots."""

import random
import sys
from typing import Any

import pytest

from games_of_points import Points
from kibitz.core.registry import load
from kibitz.envs import openspiel_bot, openspiel_game, openspiel_position, openspiel_state
from kibitz.errors import EnvError, GameError, IllegalMove, KibitzError, SearchError
from kibitz.games.openspiel import State
from kibitz.games.textbook.tree import Tree
from kibitz.position import Position

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'kibitz[openspiel]'")

SPECS = [
    "tic_tac_toe",
    "connect_four:width=4,height=4",
    "pig:target=20",
    "einstein",
    "trio",
    "treasure",
    "tree:file=chances",
    "oware",
    "dots_and_boxes:width=2,height=2",
    "morris:men=3",
    "ultimate_tic_tac_toe",
    "checkers",
    "go:size=4",
]
PAYING = Points.of([[(1, 3), (2, 5)], [(2, 7)], []], [0, 0, -2], [0, 1, 0])


@pytest.mark.untraced
@pytest.mark.parametrize("spec", SPECS)
def test_the_library_finds_nothing_wrong(spec: str) -> None:
    pyspiel.random_sim_test(openspiel_game(spec, max_plies=120), num_sims=1, serialize=True, verbose=False)


def test_chess_has_the_game_of_another_program() -> None:
    """The first moves of the library's own chess, by their names."""
    ours, theirs = openspiel_game("chess").new_initial_state(), pyspiel.load_game("chess").new_initial_state()
    assert len(ours.legal_actions()) == len(theirs.legal_actions()) == 20
    assert ours.action_to_string(12 * 64 + 28) == "e4"


@pytest.mark.parametrize("spec", ["pig:target=20", "trio", "kalah", "dots_and_boxes:width=2,height=2"])
def test_a_state_is_the_position_that_it_stands_for(spec: str) -> None:
    game, dice = openspiel_game(spec), random.Random(2)
    state, position = game.new_initial_state(), Position.after(spec)
    while not state.is_terminal():
        assert state.is_chance_node() == position.is_chance
        assert state.is_chance_node() or state.current_player() == position.to_move
        number = dice.randrange(len(position.legal()))
        move = position.legal()[number]
        action = number if position.is_chance else move
        assert state.action_to_string(action) == position.name(move)
        state.apply_action(action)
        position = position.play(move)
        assert str(state) == position.draw()
    assert position.is_over
    assert state.returns() == list(position.payoffs or ())


def test_chances_have_their_probabilities() -> None:
    state = openspiel_game("pig:target=20").new_initial_state()
    state.apply_action(0)
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(6), 1 / 6))
    assert [state.action_to_string(action) for action in range(6)] == ["6", "5", "4", "3", "2", "1"]


def test_moves_bring_rewards_at_once() -> None:
    state = openspiel_game(PAYING).new_initial_state()
    assert state.rewards() == [0, 0]
    state.apply_action(0)
    assert (state.rewards(), state.returns()) == ([3, -3], [3, -3])
    state.apply_action(0)
    assert (state.rewards(), state.returns()) == ([9, -9], [12, -12])


def test_a_clone_goes_its_own_way() -> None:
    state = openspiel_game("tic_tac_toe").new_initial_state()
    other = state.clone()
    other.apply_action(4)
    assert (state.legal_actions(), other.legal_actions()) == ([*range(9)], [0, 1, 2, 3, 5, 6, 7, 8])
    assert other.observation_tensor()[64:128] == [float(square == 4) for square in range(64)]


def test_its_search_finds_the_value_that_ours_finds() -> None:
    from open_spiel.python.algorithms import minimax

    import kibitz

    assert minimax.alpha_beta_search(openspiel_game("connect_four:width=3,height=3,line=3"))[0] == 0
    assert minimax.alpha_beta_search(openspiel_game("nim:heaps=1-2"))[0] == 1
    game = openspiel_game("tree:file=chances")
    value, _ = minimax.expectiminimax(game.new_initial_state(), 9, lambda state: 0, 0)
    assert value == pytest.approx(kibitz.think("tree:file=chances").value.result)


def test_what_rules_say_of_payoffs_is_known_to_the_library() -> None:
    def limits(game: Any) -> tuple[float, float, float | None]:
        return game.min_utility(), game.max_utility(), game.utility_sum()

    assert limits(openspiel_game("tic_tac_toe")) == (-1, 1, 0)
    assert limits(openspiel_game("trio")) == (-1, 2, None)
    assert limits(openspiel_game("oware")) == (-48, 48, 0)


def test_a_game_goes_by_its_name_and_is_there_once() -> None:
    game = openspiel_game("connect_four:width=4,height=4")
    assert openspiel_game("connect_four:width=4,height=4") is game
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert str(openspiel_game("trio")) == "kibitz_trio()"
    assert str(openspiel_game("trio", max_plies=3)) != "kibitz_trio()"
    openspiel_game(Tree.from_nested({"tree": {"moves": {"a": 1, "b": 2}}}))
    with pytest.raises(EnvError, match="OpenSpiel holds another game as kibitz_tree_file"):
        openspiel_game(Tree.from_nested({"tree": {"moves": {"a": 1, "b": 3}}}))


def test_what_was_lent_to_the_library_is_not_one_of_its_games() -> None:
    openspiel_game("trio")
    with pytest.raises(GameError, match="there is no game called 'kibitz_trio' in OpenSpiel"):
        load("openspiel:kibitz_trio")


def test_a_game_that_lasts_too_long_ends_there() -> None:
    state = openspiel_game("trio", max_plies=2).new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    assert (state.is_terminal(), state.returns()) == (True, [0, 0, 0])


def test_a_bot_plays_what_its_player_plays() -> None:
    for name in ("tic_tac_toe", "checkers"):
        state = openspiel_game(name).new_initial_state()
        bot = openspiel_bot(lambda position: position.legal()[-1])
        assert state.position.legal()[-1] == state.actions.move(state.position, bot.step(state))
    pigs = [openspiel_bot("random", seed=seed) for seed in (1, 2)]
    assert sorted(pyspiel.evaluate_bots(openspiel_game("pig:target=20").new_initial_state(), pigs, 4)) == [-1, 1]


@pytest.mark.untraced
def test_a_bot_plays_the_games_of_the_library() -> None:
    bots = [openspiel_bot("minimax:depth=9"), pyspiel.make_uniform_random_bot(1, 3)]
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 4, 1, 5):
        state.apply_action(action)
    assert bots[0].step(state) == 2
    assert pyspiel.evaluate_bots(state, bots, 3) == [1, -1]


@pytest.mark.parametrize(
    ("ask", "error", "sentence"),
    [
        (lambda: openspiel_game("trio", max_plies=0), EnvError, "max_plies=0 does not fit"),
        (lambda: openspiel_game("trio", actions=0), EnvError, "actions=0 does not fit"),
        (lambda: openspiel_game("openspiel:chess"), EnvError, "have no fields to observe"),
        (lambda: openspiel_game("trio").new_initial_state().action_to_string(12), IllegalMove, "action 12 is not legal"),
        (lambda: openspiel_game("trio").new_initial_state("X"), EnvError, "trio begins with its own start"),
        (lambda: openspiel_bot("alphabeta").step(openspiel_game("trio").new_initial_state()), SearchError, "alphabeta"),
        (lambda: openspiel_bot("nobody"), KibitzError, "there is no player called 'nobody'"),
        (lambda: __import__("kibitz.envs.openspiel").envs.openspiel.replay("kibitz_no", ()), EnvError, "there is no kibitz_no"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(ask: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        ask()
    assert sentence in str(caught.value)


@pytest.mark.parametrize("ask", [lambda: openspiel_game("trio"), lambda: openspiel_bot("random")])
def test_the_library_is_named_where_it_is_missing(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "kibitz.envs.openspiel", raising=False)
    with pytest.raises(EnvError, match=r"of OpenSpiel needs a library that is not .* pip install 'kibitz\[openspiel\]'"):
        ask()


def played(spec: str, plies: int) -> Position:
    """A position after random moves."""
    position, dice = Position.after(spec), random.Random(plies)
    while not position.is_over and len(position.moves) < plies:
        position = position.play(dice.choice(position.legal()))
    return position


@pytest.mark.parametrize("spec", ["connect_four:width=4,height=4", "pig:target=20", "trio", "chess"])
def test_a_position_of_ours_becomes_a_state_and_comes_back(spec: str) -> None:
    position = played(spec, 9)
    state = openspiel_state(position)
    assert len(state.history()) == len(position.moves)
    assert openspiel_position(state) == position
    assert openspiel_position(openspiel_state(Position.after(spec))) == Position.after(spec)


@pytest.mark.parametrize("name", ["chess", "go(board_size=5)", "backgammon", "shogi", "tic_tac_toe"])
def test_a_state_of_the_library_is_read_from_its_text(name: str) -> None:
    position = played(f"openspiel:{name}", 4)
    state = openspiel_state(position)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    assert openspiel_position(text) == openspiel_position(state) == position
    assert openspiel_position(text).names() == position.names()
    state.apply_action(state.legal_actions()[0])
    assert len(position.moves) == len(position.state.held.history()), "the position has not changed with it"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[Game]\ntic_tac_toe()\n[State]\n0\n0\n", "0 is not allowed as move 2"),
        ("[Game]\nchess()\n[State]\nFEN: 8/8/8/8/8/8/8/8 w - - 0 1\n1\n", "is not a list of moves from the start"),
        ("[Game]\nhive()\n[State]\nBase+MLP;InProgress\n", "is not a list of moves from the start"),
        ("[Game]\nkuhn_poker()\n[State]\n0\n", "it hides something from its players"),
        ("[Game]\nkibitz_nim()\n[State]\ngASVMgAA\n", "cannot be read, for it holds code"),
        ("[Game]\nchess()", "is not a state of OpenSpiel: give one, or the text of"),
        (None, "None is not a state of OpenSpiel"),
    ],
)
def test_what_is_no_state_is_refused_in_a_sentence(text: Any, sentence: str) -> None:
    with pytest.raises(KibitzError) as caught:
        openspiel_position(text)
    assert sentence in str(caught.value)


def test_a_position_without_its_moves_has_no_state() -> None:
    far = Position.after("nim", "1,1")
    with pytest.raises(EnvError, match="has not come about by its moves"):
        openspiel_state(Position(far.game, far.state))


@pytest.mark.parametrize("played_on", [0, 1])
@pytest.mark.parametrize(
    ("name", "beginning"),
    [("chess", "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), ("connect_four", "after 3 3"), ("tic_tac_toe", "after 4")],
)
def test_a_state_that_was_set_up_is_not_taken_for_the_start(name: str, beginning: str, played_on: int) -> None:
    game = pyspiel.load_game(name)
    if beginning.startswith("after "):
        filled = game.new_initial_state()
        for move in beginning.split()[1:]:
            filled.apply_action(int(move))
        beginning = filled.to_json()
    state = game.new_initial_state(beginning)
    for _ in range(played_on):
        state.apply_action(state.legal_actions()[0])
    position = openspiel_position(state)
    assert position.moves == ()
    assert str(openspiel_state(position)) == str(state)
    assert list(position.legal()) == state.legal_actions()
    later = openspiel_position(state.child(state.legal_actions()[0]))
    assert position == openspiel_position(state.clone()) != later
    after = position.play(state.legal_actions()[0]).state
    assert after == later.state
    assert after.beginning == position.state.beginning
    assert State(state, 0, "one") != State(state, 0, "another")


def test_a_bot_mates_in_a_state_that_was_set_up() -> None:
    state = pyspiel.load_game("chess").new_initial_state("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    assert state.action_to_string(openspiel_bot("alphabeta:depth=2").step(state)) == "Re8#"


@pytest.mark.parametrize(("name", "moves"), [("tic_tac_toe", 3), ("connect_four", 9), ("connect_four(rows=5,columns=4)", 5)])
def test_structs_come_in_and_go_out(name: str, moves: int) -> None:
    state = openspiel_state(played(f"openspiel:{name}", moves))
    struct, game = openspiel_state(openspiel_position(state)).to_struct(), f"openspiel:{name}"
    forms: list[Any] = [struct, struct.to_dict(), struct.to_json()]
    for form in forms:
        position = openspiel_position(form, game)
        assert str(openspiel_state(position)) == str(state)
        assert openspiel_state(position).to_json() == state.to_json()
    if "(" not in name:
        assert openspiel_position(struct) == openspiel_position(struct, game)


@pytest.mark.parametrize("spec", ["openspiel:chess", "openspiel:backgammon", "tic_tac_toe", "pig:target=20"])
def test_a_trajectory_leads_to_its_last_position(spec: str) -> None:
    position = played(spec, 5)
    trajectory = pyspiel.Trajectory(openspiel_state(position))
    assert openspiel_position(trajectory) == position
    assert openspiel_position(pyspiel.Trajectory(trajectory.to_string())) == position


@pytest.mark.parametrize(
    ("struct", "game", "sentence"),
    [
        ("{", "openspiel:connect_four", "openspiel:connect_four takes no state from '{'"),
        ({"board": []}, "openspiel:tic_tac_toe", "openspiel:tic_tac_toe takes no state from"),
        ({}, "connect_four", "a struct of OpenSpiel belongs to a game of its own"),
        (5, "openspiel:chess", "5 is not a struct of OpenSpiel"),
    ],
)
def test_a_struct_that_fits_nowhere_is_refused_in_a_sentence(
    struct: Any, game: str, sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(EnvError) as caught:
        openspiel_position(struct, game)
    assert sentence in str(caught.value)
    assert capfd.readouterr() == ("", "")
