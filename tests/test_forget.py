"""`--forget` of `learn`, `choose` and `levels` brings back what players took before, and loses nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from commandline import here, refused_here, run_here
from estimates import write_estimate
from kibitz.arena import choosing
from kibitz.arena.choosing import SearchCandidate
from kibitz.core.registry import load
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.files.replaced import replacing
from kibitz.patterns import library
from kibitz.patterns.library import learned_for
from kibitz.players import choice, fitted_levels, player
from kibitz.players.choice import CHOICE_FILES, SearchChoice, choice_for
from kibitz.players.fitted_levels import EVEN, LEVEL_FILES, FittedLevel, LevelFile
from kibitz.search.monte_carlo.options import PlayoutOptions

GAME = load("tic_tac_toe")
COMMANDS = ("learn", "choose", "levels")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is the user's lies here, and nothing comes along with the package."""
    for variable, files in (
        ("LEARNED", library.ESTIMATE_FILES),
        ("CHOICES", choice.CHOICE_FILES),
        ("LEVELS", fitted_levels.LEVEL_FILES),
    ):
        (tmp_path / variable.lower()).mkdir()
        monkeypatch.setenv(f"KIBITZ_{variable}", str(tmp_path / variable.lower()))
        monkeypatch.setattr(files, "shipped", tmp_path / "nothing")


def install(command: str, number: int) -> Path:
    """Put the estimate, the choice or the levels of that number where players find them, as the command does."""
    if command == "learn":
        file = library.ESTIMATE_FILES.user_file(GAME)
        with replacing(file):
            write_estimate(file.parent, seed=number)
        return file
    fingerprint = rules_fingerprint(GAME)
    if command == "choose":
        made = SearchChoice("mcts", PlayoutOptions(rave=100.0 * number), 0.1, fingerprint)
        CHOICE_FILES.keep(made.text(), CHOICE_FILES.user_file(GAME), replaces=True)
        return CHOICE_FILES.user_file(GAME)
    level = FittedLevel(64 * number, 0.0, EVEN, None, None, 0)
    held = LevelFile("tic_tac_toe", fingerprint, "mcts", "random", 1000, (level,), False, "", "2026-11-26")
    LEVEL_FILES.keep(held.text(), LEVEL_FILES.user_file(GAME), replaces=True)
    return LEVEL_FILES.user_file(GAME)


def taken(command: str) -> Any:
    """What players take now, as a number that says which it is; None for nothing."""
    if command == "learn":
        found: Any = learned_for(GAME)
        return found and found.evaluate(GAME.start())
    if command == "choose":
        chosen = choice_for(GAME)
        return chosen and chosen.options.rave
    held = LEVEL_FILES.find(GAME)
    return held and held[1].levels[0].nodes


@pytest.mark.parametrize("command", COMMANDS)
def test_what_players_took_before_is_what_they_take_again(command: str) -> None:
    states, contents = [], []
    for number in (1, 2, 3):
        file = install(command, number)
        states.append(taken(command))
        contents.append(file.read_bytes())
    assert len(set(states)) == 3
    for number in (2, 1):
        said = here(command, "tic_tac_toe", "--forget")
        assert taken(command) == states[number - 1]
        assert file.read_bytes() == contents[number - 1]
        assert "before" in said
    told = json.loads(here(command, "tic_tac_toe", "--forget", "--json"))
    assert taken(command) is None
    assert Path(told["undone"]).read_bytes() == contents[0]
    assert sorted(one.read_bytes() for one in file.parent.iterdir()) == sorted(contents), "nothing is lost"
    assert "in use: there is no " in refused_here(command, "tic_tac_toe", "--forget")


@pytest.mark.parametrize(
    ("command", "stray"),
    [("learn", "--minutes"), ("learn", "--to"), ("choose", "--minutes"), ("choose", "--to"), ("levels", "--minutes")],
)
def test_what_forgets_does_nothing_else(command: str, stray: str) -> None:
    install(command, 1)
    assert f"leave {stray} out" in refused_here(command, "tic_tac_toe", "--forget", stray, "1")
    assert taken(command) is not None


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_file_is_kept_as_well(command: str) -> None:
    file = install(command, 1)
    good = taken(command)
    file.write_bytes(b"damaged")
    install(command, 2)
    _, _, complaint = run_here(command, "tic_tac_toe", "--forget")
    assert "is left aside" in complaint
    assert file.read_bytes() == b"damaged"
    install(command, 1)
    assert taken(command) == good


def test_the_command_keeps_what_its_choice_takes_the_place_of(monkeypatch: pytest.MonkeyPatch) -> None:
    install("choose", 1)
    monkeypatch.setattr(choosing, "candidates", lambda game: [SearchCandidate("deepening"), SearchCandidate("mcts")])
    monkeypatch.setattr(choosing, "LEAST_SECONDS", 0.3)
    said = here("choose", "tic_tac_toe", "--minutes", "0.05", "--time-per-move", "0.01", "--workers", "1")
    assert "--forget` brings back what was there before." in said
    assert taken("choose") == PlayoutOptions().rave
    here("choose", "tic_tac_toe", "--forget")
    assert taken("choose") == 100.0


# Greedy, against whom others are measured, plays the same whatever was learned.


def test_greedy_takes_what_was_learned_where_it_is_asked_to() -> None:
    before: Any = player("greedy", seed=1)
    install("learn", 1)
    after: Any = player("greedy", seed=1)
    assert before.wisdom.of(GAME) == after.wisdom.of(GAME) == library.load_knowledge(GAME, "hand")
    assert before.wisdom.learned(GAME) is after.wisdom.learned(GAME) is None
    asked: Any = player("greedy:knowledge=auto", seed=1)
    assert asked.wisdom.learned(GAME) is not None
