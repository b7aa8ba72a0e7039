"""All positions in files, layer by layer: byte for byte what the walk in memory writes; refusals; no file is left."""

import itertools
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandline import here, refused_here, run_here
from kibitz.core.registry import load
from kibitz.errors import SolutionError
from kibitz.kernel import machine_of
from kibitz.solutions import Solution, edges, layers, solve_everything
from kibitz.solutions.layers import LayeredWalker
from kibitz.solutions.sorted_keys import cuts, look_up, sorted_once
from kibitz.solutions.walker import RandomGames
from without_circles import GAMES, SMALL


def both(game: str, folder: Path, memory: int = 2**24) -> tuple[Path, Path]:
    whole, layered = folder / "whole.solution", folder / "layered.solution"
    scratch = folder / "scratch"
    scratch.mkdir()
    expected = solve_everything(game, whole)
    found = solve_everything(game, layered, memory=memory, scratch=scratch)
    assert (found.positions, found.bytes, found.value) == (expected.positions, expected.bytes, expected.value)
    assert list(scratch.iterdir()) == []
    return whole, layered


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_files_give_what_memory_gives(game: str, tmp_path: Path) -> None:
    whole, layered = both(game, tmp_path)
    assert whole.read_bytes() == layered.read_bytes()


@pytest.mark.parametrize("game", SMALL)
def test_in_plain_python_too(game: str, tmp_path: Path) -> None:
    whole, layered = both(game, tmp_path)
    assert whole.read_bytes() == layered.read_bytes()


@pytest.mark.parametrize("game", SMALL[:2])
def test_with_next_to_no_memory(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that are full after a position or two, runs and parts of a few keys."""
    monkeypatch.setattr(layers, "LEAST_LIST", 8)
    monkeypatch.setattr(edges, "SMALLEST_LIST", 2)
    whole, layered = both(game, tmp_path, memory=2000)
    assert whole.read_bytes() == layered.read_bytes()
    assert len(Solution(layered)) == len(Solution(whole))


@pytest.mark.compiled
def test_rows_of_several_words_and_states_with_more_bits_than_any_that_were_seen(tmp_path: Path) -> None:
    game, folder = load("connect_four:width=4,height=4"), tmp_path / "scratch"
    folder.mkdir()
    machine = machine_of(game)
    seen = RandomGames(machine, game.start()).seen
    expected = LayeredWalker(game, machine, 2**24, seen, lambda count, note: None, folder)
    narrow = LayeredWalker(game, machine, 2**24, [bits & 7 for bits in seen], lambda count, note: None, folder)
    wide = LayeredWalker(game, machine, 2**24, [(1 << 60) - 1, *seen[1:]], lambda count, note: None, folder)
    values = [walker.find_all() for walker in (expected, narrow, wide)]
    assert values[0] == values[1] == values[2]
    assert expected.layout == narrow.layout
    assert wide.layout.words > expected.layout.words
    assert np.array_equal(expected.solved_rows(), narrow.solved_rows())
    mask = np.uint64((1 << wide.layout.spare) - 1)
    assert np.array_equal(np.sort(wide.solved_rows()[:, -1] & mask), np.sort(expected.solved_rows()[:, -1] & mask))
    for walker in (expected, narrow, wide):
        walker.close()
    assert list(folder.iterdir()) == []


@pytest.mark.compiled
def test_threads_whose_lists_are_full_lose_no_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three threads the first stops after a few positions, while the others have done theirs."""
    game = load("connect_four:width=4,height=4")
    machine = machine_of(game)
    seen = RandomGames(machine, game.start()).seen
    one = LayeredWalker(game, machine, 2**24, seen, lambda count, note: None, tmp_path, threads=1)
    monkeypatch.setattr(layers, "LEAST_LIST", 64)
    monkeypatch.setattr(edges, "SMALLEST_LIST", 2)
    monkeypatch.setattr(edges, "POSITIONS_TO_LIST", 1)
    three = LayeredWalker(game, machine, 2**17, seen, lambda count, note: None, tmp_path, threads=3)
    assert one.find_all() == three.find_all()
    assert np.array_equal(one.solved_rows(), three.solved_rows())
    for walker in (one, three):
        walker.close()
    assert list(tmp_path.iterdir()) == []


# Sorted arrays in parts.

KEYS = st.lists(st.integers(0, 200), max_size=60).map(lambda numbers: np.array(sorted(set(numbers)), np.uint64))


@given(st.lists(KEYS, min_size=1, max_size=4), st.integers(8, 400))
def test_parts_of_sorted_arrays_hold_the_same_keys_and_all_of_them(arrays: list[Any], most: int) -> None:
    parts = list(cuts(arrays, most))
    for number, array in enumerate(arrays):
        assert [key for part in parts for key in array[slice(*part[number])]] == list(array)
    ranges = [np.concatenate([array[low:high] for array, (low, high) in zip(arrays, part, strict=True)]) for part in parts]
    assert all(one.max() < other.min() for one, other in itertools.pairwise(ranges))


@given(KEYS.filter(len), st.data(), st.integers(8, 100))
def test_codes_are_those_of_their_keys(where: Any, data: st.DataObject, most: int) -> None:
    asked = data.draw(st.lists(st.sampled_from(list(where)), min_size=1, max_size=40))
    codes = np.arange(len(where), dtype=np.uint32) * 3 + 1
    found = look_up(np.array(asked, np.uint64), where, codes, most)
    held = {int(key): int(code) for key, code in zip(where, codes, strict=True)}
    assert [int(code) for code in found] == [held[int(key)] for key in asked]


@given(st.lists(st.binary(min_size=16, max_size=16), max_size=30))
def test_keys_of_bytes_are_sorted_as_numbers(keys: list[bytes]) -> None:
    found = sorted_once(np.array(keys, "S16"))
    assert [int.from_bytes(bytes(key).ljust(16, b"\0"), "big") for key in found] == sorted(
        {int.from_bytes(key, "big") for key in keys}
    )


# What is refused, and what is left.


def test_games_that_come_back_and_folders_that_are_not_there_are_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "x.solution")
    arguments = ("--everything", "--to", file, "--scratch")
    assert "can come back to a position, and such a game is solved in memory" in refused_here(
        "solve", "morris:men=3", *arguments, str(tmp_path)
    )
    assert f"{tmp_path / 'nowhere'} is not a folder that files can be written to" in refused_here(
        "solve", "tic_tac_toe", *arguments, str(tmp_path / "nowhere")
    )
    assert "--scratch says nothing without --everything" in refused_here("solve", "tic_tac_toe", "--scratch", str(tmp_path))


def test_a_full_disk_is_a_sentence_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, mode: str = "r", **how: Any) -> Any:
        if "layer-" in self.name and mode == "wb":
            raise OSError(28, "No space left on device")
        return opened(self, mode, **how)

    opened = Path.open
    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(SolutionError, match=r"the layers cannot be kept in .*: No space left on device"):
        solve_everything(SMALL[0], tmp_path / "x.solution", scratch=tmp_path)
    assert list(tmp_path.iterdir()) == []


RING = """
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    place: int

@dataclass(frozen=True)
class Ring(Game):
    def start(self):
        return State(0)

    def moves(self, state):
        yield 0
        if state.place == 3:
            yield 1

    def play(self, state, move):
        return State({after})

    def is_over(self, state):
        return state.place == {end}

    def result(self, state):
        return 1
"""


@pytest.mark.parametrize(("after", "end"), [("9 if move == 1 else (state.place + 1) % 5", 9), ("state.place + 1", 300)])
def test_lines_without_an_end_and_very_long_ones_are_refused(after: str, end: int, tmp_path: Path) -> None:
    (tmp_path / "ring.py").write_text(RING.format(after=after, end=end), encoding="utf-8")
    (tmp_path / "scratch").mkdir()
    with pytest.raises(SolutionError, match="has lines of more than 250 plies, or can come back to a position"):
        solve_everything(str(tmp_path / "ring.py"), tmp_path / "x.solution", scratch=tmp_path / "scratch")
    assert list((tmp_path / "scratch").iterdir()) == []


def test_ctrl_c_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(game: Any, file: Any, *, scratch: str, **more: Any) -> None:
        (Path(scratch) / "kibitz-layers-x").mkdir()
        (Path(scratch) / "kibitz-layers-x" / "layer-1").write_bytes(b"x")
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.solutions.solve_everything", pressed)
    words = ("solve", SMALL[0], "--everything", "--to", str(tmp_path / "x.solution"), "--scratch", str(tmp_path))
    assert run_here(*words)[0] == 130
    assert list(tmp_path.iterdir()) == []


def test_from_the_command_line(tmp_path: Path) -> None:
    said = here("solve", SMALL[0], "--everything", "--to", str(tmp_path / "x.solution"), "--scratch", str(tmp_path))
    assert "positions in" in said
    assert os.listdir(tmp_path) == ["x.solution"]
