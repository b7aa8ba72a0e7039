"""External engines on the page: those of the command line may be chosen, and nothing else starts a program."""

import sys
from pathlib import Path
from typing import Any

import pytest

import needs
from commandline import refused_here
from kibitz.arena.fixture import Plan
from kibitz.core.registry import load
from kibitz.errors import PlayerError
from kibitz.jobs.kinds import move as move_job
from kibitz.jobs.worker import Stop
from kibitz.table.limits import Limits
from kibitz.table.served_games import name_player
from kibitz.web.chooser import Chooser, groups, specs
from kibitz.web.pages.match import refusal
from web_house import Answer, Client, Oracle, house

FAKE = f"{sys.executable} {Path(__file__).parent / 'support' / 'fake_engine.py'} well"
ENGINE = f"ugi:{FAKE} 2,2:nodes=5"
OTHER = f"ugi:{FAKE} 1,1"


@needs.external_engines
def test_an_engine_of_the_command_line_is_in_the_list_of_games_that_it_plays() -> None:
    limits = Limits(engines=(ENGINE, f"uci:{FAKE}"))
    game = load("tic_tac_toe")
    assert groups(game, engines=limits.engines)[-1].name == "Engines"
    assert [spec for spec in specs(game, True, limits.engines) if spec.startswith(("uci", "ugi"))] == [ENGINE]
    assert not {ENGINE, OTHER} & {*specs(load("trio"), True, limits.engines)}
    chooser = Chooser.at_table(game, limits, 1.0)
    assert chooser.spec(ENGINE) == ENGINE
    for word, depth in ((OTHER, ""), (ENGINE, "3"), (f"{ENGINE},time=1", "")):
        with pytest.raises(PlayerError):
            chooser.spec(word, depth)
    assert name_player("uci:/usr/games/stockfish:nodes=100") == "stockfish, nodes 100"


@needs.external_engines
def test_its_move_is_a_job_like_any_other() -> None:
    args = {"game": "tic_tac_toe", "moves": [], "player": ENGINE, "seed": 1}
    told = move_job.run(args, lambda news: None, Stop())
    assert (told["best"], told["depth"]) == ("2,2", 3)


def test_a_stored_game_or_match_starts_no_program_that_the_server_was_not_started_with() -> None:
    plan = Plan("tic_tac_toe", (ENGINE, "random"), 1)
    assert "it needs engines" in refusal(plan, "")
    assert refusal(plan, "", (ENGINE,)) == ""


@needs.external_engines
def test_a_game_with_an_engine_is_played_on_only_where_it_is_named(tmp_path: Path) -> None:
    form = {"player-0": "human", "player-1": ENGINE}
    with Client(house(tmp_path, Oracle(nothing), limits=Limits(engines=(ENGINE,)))) as visitor:
        begun = visitor.post("/g/tic_tac_toe/play", form)
        assert begun.status_code == 303
        table = begun.headers["location"]
        assert visitor.get(table).status_code == 200
    with Client(house(tmp_path, Oracle(nothing))) as visitor:
        refused = visitor.get(table)
        assert (refused.status_code, "was not started with" in refused.text) == (410, True)
        assert visitor.post("/g/tic_tac_toe/play", form).status_code == 400


def nothing(do: str, args: dict[str, Any]) -> Answer:
    """Jobs go on until they are ended."""
    return None


@needs.external_engines
def test_what_is_no_engine_or_not_there_is_told_at_the_start() -> None:
    assert "random is not an external engine" in refused_here("serve", "--engine", "random")
    assert "there is no program 'no_such_engine'" in refused_here("serve", "--engine", "uci:no_such_engine")
