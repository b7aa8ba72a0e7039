"""The terminal game without a terminal: typed by a pipe, and what it announces."""

import random
from pathlib import Path

import pytest

from commandline import done, here, kibitz
from kibitz import load
from kibitz.position import Position


def test_the_chooser_reads_a_pipe_and_ends_cleanly_with_it() -> None:
    told = done(typed="tic_tac_toe\nnobody\n3\n2,2\n")
    assert "write a number from 1 to 4" in told
    assert "X plays 2,2." in told
    assert told.endswith("Your move (O): \nThe input ends here: goodbye.\n")


def test_no_input_at_all_ends_with_a_word() -> None:
    assert done().endswith("The input ends here: goodbye.\n")


def test_a_transcript_of_a_pipe_shows_what_was_typed_and_no_colours() -> None:
    told = here("play", "tic_tac_toe", "human", "human", typed="2,2\nfoo\n1,1\n1,2\n3,3\n3,2\n")
    assert "Your move (X): 2,2\n" in told
    assert "'foo' is no move of this game" in told
    assert told.endswith("The game is over: X wins.\n")
    assert "\x1b" not in told


def test_extra_turns_are_announced() -> None:
    told = here("play", "kalah", "human", "human", typed="3\n1\n")
    assert "First plays 3 and moves again." in told
    assert "First plays 1." in told


def test_a_pass_that_is_the_only_move_is_played_with_a_word() -> None:
    position, moves = _before_a_pass()
    told = here("play", "othello:size=4", "human", "human", "--moves", " ".join(moves))
    assert f"{'XO'[position.to_move]} has no move and must pass." in told


def _before_a_pass() -> tuple[Position, tuple[str, ...]]:
    """The first position of random games of small Othello where passing is the only legal move."""
    while True:
        position = Position.after(load("othello:size=4"))
        while not position.is_over:
            if [position.name(move) for move in position.legal()] == ["pass"]:
                return position, position.names()
            position = position.play(random.choice(position.legal()))


def test_a_margin_is_told() -> None:
    position = Position.after(load("othello:size=4"))
    while not position.is_over:
        position = position.play(position.legal()[0])
    assert position.payoffs is not None
    told = here("play", "othello:size=4", "human", "human", "--moves", " ".join(position.names()))
    winner = "XO"[position.payoffs.index(max(position.payoffs))]
    assert told.endswith(f"The game is over: {winner} wins by {max(position.payoffs)}.\n")


def test_players_of_the_program_play_each_other_and_a_seed_repeats_them() -> None:
    arguments = ("play", "nim", "random", "greedy", "--seed", "3")
    assert here(*arguments) == here(*arguments)
    assert "(greedy) plays" in here(*arguments)


@pytest.mark.parametrize("player", ["stockfish", "deepening:level=11", "random:level=3"])
def test_a_player_that_is_none_is_refused(player: str) -> None:
    assert player.partition(":")[0] in kibitz("play", "nim", "human", player).stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("    players = 3\n", "MyGame has 3 players, and a result is for two: define payoffs(state) instead"),
        ("    def chances(self, state):\n        return ()\n", "MyGame has chances: define to_move(state) too"),
    ],
)
def test_rules_that_do_not_say_who_moves_or_what_each_gets_are_refused(line: str, said: str, tmp_path: Path) -> None:
    here("new", "my_game", folder=tmp_path)
    file = tmp_path / "my_game.py"
    rules = file.read_text(encoding="utf-8")
    file.write_text(rules.replace("    most: int = 3\n", "    most: int = 3\n" + line), encoding="utf-8")
    assert said in kibitz("play", "./my_game.py", "human", "human", folder=tmp_path).stderr
