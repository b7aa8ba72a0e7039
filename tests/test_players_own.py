"""Players from a file: found by name, made with their settings and dice. A transcript shows what is said of mistakes."""

from pathlib import Path

import pytest

from commandline import here
from document import files
from kibitz.arena.play import play_out
from kibitz.core.registry import load
from kibitz.players import player
from kibitz.players.trap_finder import opponent
from kibitz.position import Position


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The players of the transcript."""
    return files("own_players", tmp_path)["mine.py"]


@pytest.mark.parametrize(
    ("rest", "move"),
    [
        ("last", 6),
        ("named", 0),
        ("thoughtful", 1),
        ("numbered", 0),
        ("numbered:number=2", 2),
        ("numbered:number=2,backward=true,half=0.25,word=y", 4),
        ("Seeded:skip=6", 6),
        ("Simple", 0),
        ("lacking:number=3", 3),
        ("undeclared", 0),
    ],
)
def test_a_function_or_a_class_is_a_player(file: Path, rest: str, move: int) -> None:
    made = player(f"{file}:{rest}", seed=4)
    assert made.name == f"{file}:{rest}"
    assert made.think(Position.after(load("connect_four"))).best == move


@pytest.mark.parametrize("rest", ["thrown", "Seeded"])
def test_the_seed_is_where_its_dice_come_from(file: Path, rest: str) -> None:
    def moves(seed: int | None) -> tuple[str, ...]:
        return play_out(load("tic_tac_toe"), [player(f"{file}:{rest}", seed), player("random", 1)]).moves

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in range(5)}) > 1


def test_the_only_player_of_a_file_need_not_be_named(tmp_path: Path) -> None:
    one = tmp_path / "one.py"
    one.write_text("def _helper(position): return 0\n\ndef best(position, skip: int = 1): return skip\n")
    start = Position.after(load("connect_four"))
    assert [player(f"{one}{rest}").think(start).best for rest in ("", ":skip=3")] == [1, 3]


def test_the_terminal_game_takes_them_and_a_function_may_be_the_model_of_an_opponent(file: Path) -> None:
    assert here("play", "tic_tac_toe", f"{file}:named", f"{file}:last").endswith("wins.\n")
    assert opponent(f"{file}:last")(Position.after(load("tic_tac_toe")), ()) == pytest.approx({8: 1.0})
