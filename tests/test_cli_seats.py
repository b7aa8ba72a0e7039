"""The terminal game for any number of players and with dice, typed by a pipe: seats, throws, undo, and the end."""

import json
import random
from pathlib import Path

import pytest

from commandline import here, refused_here
from kibitz import load
from kibitz.arena.play import Dice
from kibitz.position import Position
from screen import ends, says, terminal

THREE = "tree:file=three_players"
pytestmark = pytest.mark.usefixtures("screens_closed")


def test_the_person_is_asked_for_a_seat_and_the_computer_takes_the_others() -> None:
    told = here("play", THREE, "--seed", "1", typed="D\n6\nb\n3\nc2\nb1\nb3\n")
    assert "   2  B\n   3  C\n   4  all: people play\n   5  none: the computer plays itself\n" in told
    assert told.count("is none of these: write a number from 1 to 5.") == 2
    assert "A (computer, level 3) plays a" in told
    assert "Your move (B): c2\n'c2' is no move of this game" in told
    assert "B (you) plays b" in told
    assert "The game is over: A (computer, level 3) " in told


def test_all_seats_or_none() -> None:
    assert here("play", THREE, typed="all\na1\nb1\nc1\n").endswith("The game is over: A 1, B 2, C 6; C does best.\n")
    watched = here("play", THREE, "--level", "4", "--seed", "1", typed="none\n")
    assert watched.count("(computer, level 4) plays") == 3


def test_a_player_for_each_seat() -> None:
    told = here("play", THREE, "human", "greedy", "computer", "--level", "9", typed="a1\n")
    assert "B (greedy) plays b" in told
    assert "C (computer, level 9) plays c" in told


@pytest.mark.parametrize(("start", "seat"), [("me", "A"), ("computer", "B")])
def test_start_says_who_begins(start: str, seat: str) -> None:
    assert f"Your move ({seat}): " in here("play", THREE, "--start", start, "--level", "1")


def test_who_plays_alone_is_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "alone.json"
    moves = {"up": {"payoffs": [3]}, "on": {"moves": {"up": {"payoffs": [7]}}}}
    file.write_text(json.dumps({"players": ["Ann"], "tree": {"moves": moves}}))
    told = here("play", f"tree:file={file}", typed="hint\non\nup\n")
    assert "Your move (Ann): hint\non (7 for Ann): on up\n" in told
    assert told.endswith("Ann plays up.\n\n((7))\n\nThe game is over: Ann 7.\n")


def test_giving_up_among_three_ends_the_game() -> None:
    assert here("play", THREE, "human", "human", "human", typed="resign\n").endswith("A resigns: the game ends here.\n")
    assert here("play", "pig", "human", "human", typed="resign\n").endswith("First resigns: Second wins.\n")


def test_hint_and_values_take_the_search_that_fits() -> None:
    told = here("play", THREE, "human", "human", "human", typed="hint\nvalues\n")
    assert "a1 (A 1, B 2, C 6): a1 b1 c1\n" in told
    assert "  a1  A 1, B 2, C 6\n  a2  A 1, B 5, C 2\n" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([THREE, "human"], "1 player is too few: tree:file=three_players is for 3, so name each of them"),
        ([THREE, "human", "human"], "2 players are too few: tree:file=three_players is for 3, so name each of them"),
        ([THREE, *["human"] * 4], "4 players are too many: tree:file=three_players is for 3"),
        ([THREE, "--second", "greedy"], "--second is for games of two, and tree:file=three_players is for 3"),
        ([THREE, *["human"] * 3, "--start", "me"], "give one of them"),
        ([THREE, *["human"] * 3, "--level", "3"], "leave it out"),
        ([THREE, "human", "human", "deepening"], "deepening is for two players of whom one wins what the other loses"),
        (["pig", "human", "minimax:depth=2"], "minimax leaves nothing to chance"),
        (["pig", "human", "perfect"], "perfect plays games of two"),
        (["pig", "human", "computer:level=11"], "level is a whole number from 1"),
    ],
)
def test_what_cannot_be_seated_is_refused_before_the_game(arguments: list[str], said: str) -> None:
    assert said in refused_here("play", *arguments)


# Dice


def test_the_table_throws_the_dice_and_says_what_came() -> None:
    told = here("play", "pig", "human", "human", "--seed", "3", typed="roll\n")
    after = Position.after(load("pig"), "roll")
    face = after.name(Dice(3).throw(after))
    assert f"First plays roll.\nThe die shows {face}.\n" in told
    assert "Chance brings often." in here("play", "tree:file=chances", "greedy", "greedy", "--seed", "2")


def test_a_game_that_begins_with_a_throw_says_how_moves_are_typed() -> None:
    told = here("play", "einstein", "human", "human", "--seed", "1", typed="help\n")
    assert told.count("Type a move by its name, for instance ") == 2
    assert told.index("The die shows") < told.index("Your move (X): ")


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(
    ("game", "second"), [("pig:target=30", "random"), ("einstein", "random"), ("tree:file=chances", "computer:level=2")]
)
def test_a_seed_repeats_the_dice_and_the_players(game: str, second: str) -> None:
    arguments = ("play", game, "greedy", second, "--seed", "5")
    assert here(*arguments) == here(*arguments)


def test_another_seed_is_another_game() -> None:
    assert len({here("play", "pig:target=30", "random", "random", "--seed", str(seed)) for seed in range(4)}) > 1


def test_undo_goes_back_before_the_throw() -> None:
    told = here("play", "pig", "human", "human", "--seed", "1", typed="roll\nundo\nroll\n")
    taken_back = told.partition("Taken back.")[2]
    assert "│  0   │  0   │  0   │" in taken_back.partition("Your move")[0]
    assert taken_back.count("The die shows") == 1


def test_a_game_of_dice_is_won_by_one() -> None:
    told = here("play", "pig:target=10", "greedy", "random", "--seed", "4")
    assert told.splitlines()[-1] in {f"The game is over: {who} wins." for who in ("First (greedy)", "Second (random)")}


def test_a_random_line_of_throws_and_moves_is_played_again_from_its_names() -> None:
    dice, position = Dice(1), Position.after(load("einstein"))
    for _ in range(9):
        position = position.play(dice.throw(position) if position.is_chance else random.choice(position.legal()))
    assert "Your move (" in here("play", "einstein", "human", "human", "--moves", " ".join(position.names()))


def test_a_person_at_a_terminal_meets_chance_and_the_computer() -> None:
    screen = terminal("play", "tree:file=chances", "--seed", "2")
    screen.expect_exact("Who [1, you]: ")
    screen.sendline("")
    screen.expect_exact("Strength [10]: ")
    screen.sendline("3")
    screen.expect_exact("Your move (MAX): ")
    screen.sendline("often")
    says(screen, "'often' is no move of this game; the legal moves are a1 a2.")
    screen.sendline("a2")
    screen.expect(r"Chance brings (often|seldom)\.")
    says(screen, "MIN (computer, level 3) plays b")
    says(screen, "The game is over: MAX (you) wins by ")
    assert ends(screen) == 0


def test_ctrl_c_leaves_a_game_of_three() -> None:
    screen = terminal("play", THREE)
    screen.expect_exact("Seat [1, A]: ")
    screen.sendline("1")
    screen.expect_exact("Strength [10]: ")
    screen.sendline("2")
    screen.expect_exact("Your move (A): ")
    screen.sendintr()
    says(screen, "Goodbye.")
    assert ends(screen) == 0
