"""A file of many games goes through compiled rules, and is read as plain Python reads it: moves, results, faults, to the word.

Without machine code the same kernel runs as plain Python, which says as much of it; what is compiled is asked in a few games.
"""

import dataclasses
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from numba import config

from files_by_hand import TEXTS, cases, entry, wtb
from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.formats import compiled, reading
from kibitz.formats.annotated import AnnotatedGame, Flaw
from kibitz.formats.compiled import CompiledReader, Line
from kibitz.formats.files import Writing, format_named, read_games
from kibitz.kernel import machine_of
from kibitz.position import Position
from test_formats_fuzz import damage
from written_games import GAMES, random_game

SPECS = [(name, spec) for name, specs in GAMES.items() if name not in ("fen", "epd", "obf") for spec in specs]
COMPILED = [("pgn", "chess"), ("sgf", "go:size=5,komi=3"), ("ggf", "othello"), ("pdn", "checkers")]
DAMAGED = 20  # texts of each format; 2,000 were tried by hand


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many moves of each line compiled rules took, of those that were written."""
    found = list[int]()

    def reader(game: Game, *names: object) -> CompiledReader:
        return _Counting(machine_of(game), *names)  # type: ignore[arg-type]

    class _Counting(CompiledReader):
        def read(self, *arguments: object) -> Line:
            line = super().read(*arguments)  # type: ignore[arg-type]
            found.append(len(line.played))
            return line

    monkeypatch.setattr(compiled, "compiled_reader", reader)
    return found


@pytest.mark.parametrize(("name", "spec"), SPECS)
def test_games_are_read_alike(name: str, spec: str, tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    games = [random_game(spec, seed, ("Ann", "Bob"), unfinished=name != "wthor") for seed in range(4)]
    file = written(name, games, tmp_path)
    found = read_alike(monkeypatch, file, name, spec if name == "txt" else None)
    assert [one.record.moves for one in found if isinstance(one, AnnotatedGame)] == [one.record.moves for one in games]
    assert sum(taken) >= sum(len(one.record.moves) for one in games) / 2


def written(name: str, games: list[AnnotatedGame], folder: Path) -> Path:
    form = format_named(name)
    with Writing(form, folder / f"games{form.SUFFIXES[0]}") as writing:
        for game in games:
            writing.add(game)
    return folder / f"games{form.SUFFIXES[0]}"


def read_alike(monkeypatch: pytest.MonkeyPatch, file: Path, name: str, spec: str | None = None) -> list[AnnotatedGame | Flaw]:
    """What plain Python reads, which is what the kernel reads; the first moves of each game, too."""
    read = {plies: list(read_games(file, name, spec, plies)) for plies in (None, 5)}
    with monkeypatch.context() as many:
        many.setattr(reading, "PATIENCE", 0.0)
        for plies, plain in read.items():
            assert list(read_games(file, name, spec, plies)) == plain
    return read[None]


@pytest.mark.parametrize("name", TEXTS)
def test_files_by_hand_are_read_alike(name: str, tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that somebody damaged, too."""
    dice, texts, file = random.Random(f"{name} twin"), [text for _, text in cases(name)], tmp_path / "games"
    for text in [*texts, *(damage(dice.choice(texts), dice) for _ in range(DAMAGED))]:
        file.write_text(text, errors="replace")
        read_alike(monkeypatch, file, name)


def test_passes_that_a_file_leaves_out_are_found_alike(
    tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of WTHOR, which has none; and wrong moves."""
    games = [random_game("othello", seed, ("Ann", "Bob"), unfinished=False) for seed in range(5)]
    assert any("pass" in game.record.moves[:-1] for game in games)
    found = read_alike(monkeypatch, written("wthor", games, tmp_path), "wthor")
    assert [one.record.moves for one in found if isinstance(one, AnnotatedGame)] == [one.record.moves for one in games]
    file = tmp_path / "wrong.wtb"
    file.write_bytes(wtb(entry(bytes([56, 64, 33, 11, 34])), entry(bytes([99])), entry(bytes([56, 56]))))
    assert [one for one in read_alike(monkeypatch, file, "wthor") if isinstance(one, Flaw)]


@pytest.mark.parametrize("name", [name for name in registry.names("games") if name not in ("openspiel", "tree")])
def test_every_game_is_read_alike(name: str, tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games with rewards, dice, passes and positions that come back; then with a move missing."""
    games = [random_game(name, seed, ("Ann", "Bob"), longest=150) for seed in range(3)]
    file = written("pgn", games, tmp_path)
    found = read_alike(monkeypatch, file, "pgn")
    assert [one.record.moves for one in found if isinstance(one, AnnotatedGame)] == [one.record.moves for one in games]
    assert sum(taken) >= sum(len(one.record.moves) for one in games) / 2
    for game in games:
        moves = [*game.record.moves]
        del moves[len(moves) // 2]
        wrong = dataclasses.replace(game, record=dataclasses.replace(game.record, moves=tuple(moves)))
        read_alike(monkeypatch, written("json", [wrong], tmp_path), "json")


def test_a_move_that_the_past_forbids_is_found_alike(tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    dice, here = random.Random(1), Position.after("go:size=3,komi=0")
    while not (barred := [move for move in here.game.moves(here.state) if move not in here.legal()]) or here.is_over:
        here = Position.after(here.game) if here.is_over else here.play(dice.choice(here.legal()[:-1] or here.legal()))
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"game": "go:size=3,komi=0", "moves": [*here.names(), here.name(barred[0])]}))
    flaw, kept = read_alike(monkeypatch, file, "json")
    assert isinstance(flaw, Flaw)
    assert isinstance(kept, AnnotatedGame)
    assert kept.record.moves == here.names()
    assert sum(taken) > len(here.moves) / 2


OWN = """
from dataclasses import dataclass
from typing import NamedTuple
import kibitz

class State(NamedTuple):
    taken: kibitz.Board64
    turn: int

@dataclass(frozen=True)
class Cells(kibitz.Game):
    def start(self): return State(kibitz.Board64(), 0)
    def to_move(self, state): return state.turn
    def moves(self, state):
        for cell in range(state.turn, 8, 2):
            if cell not in state.taken:
                yield cell
        yield 8
    def play(self, state, move): return State(state.taken | kibitz.square(move), 1 - state.turn)
    def is_over(self, state): return 7 in state.taken
    def result(self, state): return 1
    def move_name(self, state, move): return "pass" if move == 8 else f"{'ab'[state.turn]}{move}"
"""


def test_a_game_of_ones_own_is_read_alike(tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that depend on the state; and a pass is not put in where it is one move of several."""
    rules, file = tmp_path / "cells.py", tmp_path / "lines.txt"
    rules.write_text(OWN)
    file.write_text("a0 b1 pass b3 a2 b5 a4 b7\na0 b1 b3\na0 a2\na0 b0\npass pass a6 b7 a0\n")
    found = read_alike(monkeypatch, file, "txt", str(rules))
    assert [len(one.record.moves) for one in found if isinstance(one, AnnotatedGame)] == [8, 2, 1, 1, 4]
    assert len([one for one in found if isinstance(one, Flaw)]) == 4
    assert sum(taken) > 10


CIRCLES = (
    ("chess", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3"),
    ("chess:claims=true", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4"),
    ("chess", "1. f3 e5 2. g4 Qh4 3. a3"),
    ("chess", "1. e4 d5 2. exd5 Nf6 3. Nc3 Nxd5 4. Nf3 Nd7 5. Nd4 N5f6 6. Ncb5 Nb6 7. Nc3 a6 8. N4b5 axb5 9. Nd5 Nd5"),
    ("go:size=2,komi=0", "1. A1 B1 2. B2 A2 3. A1 B1 4. pass A2 5. B2 A1"),
    ("go:size=3,komi=0", "1. pass pass 2. A1"),
    ("oware", " ".join(f"{number}. {number % 6 + 1} {number % 5 + 1}" for number in range(1, 40)) + " 40. 7x"),
)


@pytest.mark.parametrize(("spec", "moves"), CIRCLES)
def test_what_ends_or_may_not_be_is_found_alike(
    spec: str, moves: str, tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions that come back, moves after the end, moves that may mean two."""
    file = tmp_path / "games.pgn"
    file.write_text(f'[Game "{spec}"]\n\n{moves} *\n')
    flaws = [one for one in read_alike(monkeypatch, file, "pgn") if isinstance(one, Flaw)]
    assert flaws
    assert sum(taken) > 1


LINES = "f5d6c3d3\nf5 d6 c3 d3 c4\nF5 D6\nf5 d6 z9\nf5,d6,c3\n"


def test_lines_of_moves_are_read_alike(tmp_path: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """However people write them."""
    file = tmp_path / "lines.txt"
    file.write_text(LINES)
    found = read_alike(monkeypatch, file, "txt", "othello")
    many = [len(one.record.moves) for one in found if isinstance(one, AnnotatedGame)]
    assert many == [4, 5, 2, 2, 3]
    assert [one.line for one in found if isinstance(one, Flaw)] == [4]
    assert sum(taken) > 10


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "spec"), COMPILED)
def test_machine_code_reads_alike(name: str, spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with wrong moves, too: damaged ones."""
    assert not config.DISABLE_JIT
    games = [random_game(spec, seed, ("Ann", "Bob")) for seed in range(6)]
    file = written(name, games, tmp_path)
    found = read_alike(monkeypatch, file, name)
    assert [one.record.moves for one in found if isinstance(one, AnnotatedGame)] == [one.record.moves for one in games]
    dice, text = random.Random(7), file.read_text()
    for _ in range(DAMAGED):
        file.write_text(damage(text, dice), errors="replace")
        read_alike(monkeypatch, file, name)


def test_a_file_of_few_games_loads_no_compiler(tmp_path: Path) -> None:
    games = [random_game(spec, 3) for spec in ("chess", "othello:size=6", "trio")]
    file = written("pgn", games, tmp_path)
    code = f"import kibitz, sys; n = len(list(kibitz.read_games({str(file)!r}))); sys.exit(n != 3 or 'numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
