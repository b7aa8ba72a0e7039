"""The `kibitz` command as a person or a program uses it: every command by its being there, mistakes of every kind."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from commandline import done, here, kibitz, refused, refused_here
from kibitz import registry
from kibitz.cli._commands import commands

COMMANDS = registry.names("cli")


# The commands themselves


def test_help_lists_every_command_with_the_first_line_of_its_file() -> None:
    listed = done("--help")
    for name in COMMANDS:
        assert f"\n  {name} " in listed


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    explained = here(name, "--help")
    assert explained.startswith(f"Usage: kibitz {name}")
    assert "Example" in explained
    assert f"  kibitz {name}" in explained.replace("Example: ", "  ")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_summary_that_fits_the_list(name: str) -> None:
    with commands.make_context("kibitz", [name], resilient_parsing=True) as context:
        summary = commands.summary(context, name)
    assert summary.endswith(".")
    assert len(summary) < 90


def test_version() -> None:
    assert done("--version").startswith("kibitz ")


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["paly"], "did you mean play"),
        (["frobnicate"], "there are analyze"),
        (["--frobnicate"], "see `kibitz --help`"),
        (["perft", "tic_tac_toe"], "missing option '--depth'; see `kibitz perft --help`"),
        (["perft", "tic_tac_toe", "--depth", "-1"], "'--depth'"),
        (["perft", "tic_tac_toe", "--depth", "1", "--moves", "1,1 1,1"], "move 2: '1,1' is not allowed here"),
        (["perft", "tic_tac_to", "--depth", "1"], "did you mean tic_tac_toe?"),
        (["perft", "tic_tac_toe:widht=4", "--depth", "1"], "did you mean width?"),
        (["perft", "tic_tac_toe:width=x", "--depth", "1"], "width is a whole number"),
        (["perft", "tic_tac_toe:width=99", "--depth", "1"], "does not fit"),
        (["perft", "./nowhere.py", "--depth", "1"], "`kibitz new nowhere` writes a template"),
        (["analyze"], "missing argument 'GAME'"),
        (["analyze", "tic_tac_toe", "--time", "soon"], "is no time: write seconds"),
        (["analyze", "tic_tac_toe", "--time", "nan"], "is no time: write seconds"),
        (["analyze", "tic_tac_toe", "--time", "-1"], "is no time: write seconds"),
        (["analyze", "tic_tac_toe", "--table", "lots"], "is no amount of memory: write, for instance, 64MB"),
        (["analyze", "tic_tac_toe", "--depth", "0"], "'--depth'"),
        (["analyze", "tic_tac_toe", "--nodes", "many"], "'--nodes'"),
        (["analyze", "tic_tac_toe", "--threads", "0"], "'--threads'"),
        (["play", "tic_tac_toe", "a", "b", "c"], "3 players are too many"),
        (["play", "tic_tac_toe", "human", "--first", "human"], "name each side once"),
        (["play", "tic_tac_toe", "human", "human", "--level", "3"], "leave it out"),
        (["play", "tic_tac_toe", "--start", "me", "--second", "random"], "give one of them"),
        (["play", "tic_tac_toe", "--level", "11"], "'--level'"),
        (["games", "chess"], "there is no game called 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence(arguments: list[str], said: str) -> None:
    sentence = refused_here(*arguments)
    assert sentence.startswith("kibitz: ")
    assert said in sentence


def test_a_fault_in_ones_own_rules_names_the_line(tmp_path: Path) -> None:
    done("new", "my_game", folder=tmp_path)
    file = tmp_path / "my_game.py"
    rules = file.read_text(encoding="utf-8")
    line = 1 + rules[: rules.index("return State(state.stones - taken)")].count("\n")
    file.write_text(rules.replace("State(state.stones - taken)", "State(state.stones - taken, (1, 2)[taken + 1])"), "utf-8")
    run = kibitz("play", "./my_game.py", "human", "human", typed="1\n", folder=tmp_path)
    assert run.returncode == 2
    assert run.stderr.startswith(f"kibitz: my_game.py, line {line}, play, failed: IndexError")
    assert "`kibitz check`" in run.stderr


def test_a_file_that_is_no_python_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "my_game.py").write_text("x = 1\ny = = 2\n", encoding="utf-8")
    assert "my_game.py, line 2, cannot be read: SyntaxError" in refused("perft", "my_game.py", "--depth", "1", folder=tmp_path)


def test_a_file_without_a_game_says_what_to_write(tmp_path: Path) -> None:
    (tmp_path / "my_game.py").write_text("x = 1\n", encoding="utf-8")
    assert "write a class that derives from kibitz.Game" in refused_here("perft", "my_game.py", "--depth", "1", folder=tmp_path)


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


def test_letters_that_the_terminal_cannot_show_do_no_harm() -> None:
    run = kibitz("play", "tic_tac_toe", "human", "human", typed="2,2\n", PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert "X plays 2,2." in run.stdout


# games, new, perft


def test_games_as_json_gives_what_there_is() -> None:
    found = json.loads(here("games", "--json"))
    assert list(found) == ["games"]
    assert [game["name"] for game in found["games"]] == registry.names("games")
    assert all(list(game) == ["name", "title", "players", "chance", "parameters"] for game in found["games"])
    (tic_tac_toe,) = (game for game in found["games"] if game["name"] == "tic_tac_toe")
    assert tic_tac_toe["parameters"] == {"width": 3, "height": 3, "line": 3}


def test_games_for_people_names_the_parameters() -> None:
    assert "width=3, height=3, line=3" in here("games")


def test_new_writes_a_game_that_works(tmp_path: Path) -> None:
    assert "kibitz check ./my_game.py" in here("new", "my_game", folder=tmp_path)
    counted = json.loads(here("perft", "./my_game.py:stones=4,most=2", "--depth", "3", "--json", folder=tmp_path))
    assert counted["leaves"] == 4  # 1+1+1, 1+1+2, 1+2+1, 2+1+1
    played = here("play", "my_game.py", "human", "human", typed="3\n" * 7, folder=tmp_path)
    assert "The game is over: First wins." in played


@pytest.mark.parametrize("name", ["class", "a b", "os", "numba", "../x", "", "3d", "_", "my-game", "a" * 300])
def test_new_refuses_silly_names(name: str, tmp_path: Path) -> None:
    refused_here("new", name, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_new_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "my_game.py").write_text("mine", encoding="utf-8")
    assert "choose another name" in refused_here("new", "my_game", folder=tmp_path)
    assert (tmp_path / "my_game.py").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["game", "state", "knowledge", "wisdom"])
def test_new_steps_aside_for_the_names_it_uses_itself(name: str, tmp_path: Path) -> None:
    here("new", name, folder=tmp_path)
    assert json.loads(here("perft", f"{name}.py", "--depth", "2", "--json", folder=tmp_path))["leaves"] == 9


def test_perft_counts_and_divides() -> None:
    counted = json.loads(here("perft", "tic_tac_toe", "--depth", "3", "--json"))
    assert list(counted) == ["game", "depth", "leaves", "seconds"]
    assert (counted["game"], counted["depth"], counted["leaves"]) == ("tic_tac_toe", 3, 504)
    divided = json.loads(here("perft", "tic_tac_toe", "--depth", "3", "--divide", "--json"))
    assert divided["divide"] == {f"{row},{column}": 56 for row in (1, 2, 3) for column in (1, 2, 3)}
    assert "504 sequences of 3 moves" in here("perft", "tic_tac_toe", "--depth", "3", "--divide")


def test_perft_begins_where_it_is_told_to() -> None:
    counted = json.loads(here("perft", "tic_tac_toe", "--moves", "1,1 2,1 1,2 2,2", "--depth", "1", "--json"))
    assert counted["leaves"] == 5
    over = json.loads(here("perft", "tic_tac_toe", "--moves", "1,1 2,1 1,2 2,2 1,3", "--depth", "1", "--json"))
    assert over["leaves"] == 0
