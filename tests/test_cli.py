"""The `kibitz` command as a person or a program uses it: every command by its being there, pipes, files that it writes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from commandline import done, here, kibitz, refused_here
from kibitz.cli.app import commands
from kibitz.core import registry

COMMANDS = registry.names("cli")


def test_help_lists_every_command_and_the_version_is_said() -> None:
    listed = here("--help")
    for name in COMMANDS:
        assert f"\n  {name} " in listed
    assert here("--version").startswith("kibitz ")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example_and_has_a_summary_that_fits_the_list(name: str) -> None:
    explained = here(name, "--help")
    assert explained.startswith(f"Usage: kibitz {name}")
    assert "Example" in explained
    assert f"  kibitz {name}" in explained.replace("Example: ", "  ")
    with commands.make_context("kibitz", [name], resilient_parsing=True) as context:
        summary = commands.summary(context, name)
    assert summary.endswith(".")
    assert len(summary) < 90


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    command = [sys.executable, "-m", "kibitz", "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


def test_letters_that_the_terminal_cannot_show_do_no_harm() -> None:
    run = kibitz("play", "tic_tac_toe", "human", "human", typed="2,2\n", PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert "X plays 2,2." in run.stdout


def test_the_chooser_reads_a_pipe_and_ends_cleanly_with_it() -> None:
    told = done(typed="tic_tac_toe\nnobody\n3\n2,2\n")
    assert "write a number from 1 to 4" in told
    assert "X plays 2,2." in told
    assert told.endswith("Your move (O): \nThe input ends here: goodbye.\n")
    assert here().endswith("The input ends here: goodbye.\n")


def test_what_machine_code_or_a_child_prints_leaves_the_answer_alone(tmp_path: Path) -> None:
    here("new", "loud", folder=tmp_path)
    with open(tmp_path / "loud.py", "a", encoding="utf-8") as rules:
        rules.write("\nimport os\nos.write(1, b'chatter')\n")
    run = kibitz("games", "./loud.py", "--json", folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, "chatter")
    assert [game["name"] for game in json.loads(run.stdout)["games"]] == ["./loud.py"]


def test_games_are_those_of_the_package_by_their_being_there() -> None:
    found = json.loads(here("games", "--json"))["games"]
    assert [game["name"] for game in found] == registry.names("games")
    assert all(list(game) == ["name", "title", "players", "chance", "parameters"] for game in found)


@pytest.mark.parametrize("name", ["class", "a b", "os", "numba", "../x", "", "3d", "_", "my-game", "a" * 300])
def test_new_refuses_silly_names_and_overwrites_nothing(name: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("mine", encoding="utf-8")
    refused_here("new", name, folder=tmp_path)
    assert "choose another name" in refused_here("new", "mine", folder=tmp_path)
    assert (list(tmp_path.iterdir()), mine.read_text(encoding="utf-8")) == ([mine], "mine")
