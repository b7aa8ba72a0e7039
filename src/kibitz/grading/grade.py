"""Grades of submissions: each part in a process of its own, so that one that hangs, crashes or prints harms no other."""

import ast
import json
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.errors import GameError
from kibitz.grading.agreement import BOOK
from kibitz.runtime.limited import Finished, run_limited

MEMORY = 2 << 30  # bytes of one process
STARTING = 30.0  # seconds that rules may compile, beside the time of the part
MATCH_TIME = 30  # times the time of a part that all games may take


@dataclass(frozen=True)
class GradeOrder:
    """The terms of grading: the game, the opponent, how many games (0: none), seconds of each part, the seed."""

    game: str
    against: str
    games: int
    seconds: float
    seed: int


@dataclass(frozen=True)
class PartGrade:
    """The grade of one part of a submission: what it is, whether it passed, and a sentence; `facts`: numbers for programs."""

    part: str
    passed: bool
    sentence: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Grade:
    """The grades of a file."""

    file: str
    parts: tuple[PartGrade, ...]

    @property
    def passed(self) -> bool:
        """Whether there is something to grade, and all of it passed."""
        return bool(self.parts) and all(part.passed for part in self.parts)

    def as_json(self) -> dict[str, Any]:
        """The grade for programs."""
        parts = [{"part": one.part, "passed": one.passed, "sentence": one.sentence, **one.facts} for one in self.parts]
        return {"file": self.file, "passed": self.passed, "parts": parts}


@dataclass(frozen=True)
class Content:
    """The definitions in a file, as its text says: nothing of it has run. `players`: functions that take a position."""

    has_game: bool
    searches: tuple[str, ...]
    players: tuple[str, ...]

    @classmethod
    def of(cls, file: Path) -> "Content":
        """Read a file. GameError for one that cannot be read, SyntaxError for one that is not Python."""
        try:
            body = ast.parse(file.read_text(encoding="utf-8"), str(file)).body
        except OSError as problem:
            raise GameError(f"{file} cannot be read: {problem.strerror or problem}") from problem
        except ValueError as problem:  # null bytes, or no UTF-8
            raise SyntaxError(str(problem)) from problem
        functions = {one.name: one for one in body if isinstance(one, ast.FunctionDef)}
        classes = [one for one in body if isinstance(one, ast.ClassDef)]
        return cls(
            any(ast.unparse(base).rpartition(".")[2] == "Game" for one in classes for base in one.bases),
            tuple(name for name in BOOK if name in functions),
            tuple(name for name, one in functions.items() if one.args.args and one.args.args[0].arg == "position"),
        )


def grade(file: Path, order: GradeOrder) -> Grade:
    """The grade of a file: its rules, its searches and its first player, as far as it has them. GameError: it is not there."""
    try:
        content = Content.of(file)
    except SyntaxError as problem:
        line = f", line {problem.lineno}" if problem.lineno else ""
        return Grade(str(file), (PartGrade("file", False, f"not Python: {problem.msg}{line}"),))
    return Grade(str(file), tuple(_parts(file, content, order)))


def _parts(file: Path, content: Content, order: GradeOrder) -> Iterator[PartGrade]:
    if content.has_game:
        yield _laws(file, order)
    for name in content.searches:
        yield _agreement(file, name, order)
    if content.players and order.games:
        yield _match(file, content.players[0], order)


def _laws(file: Path, order: GradeOrder) -> PartGrade:
    done = run_limited("kibitz", ["check", str(file), "--time", f"{order.seconds:g}"], order.seconds + STARTING, MEMORY)
    lines = done.output.strip().splitlines()
    last = lines[-1] if lines and done.code in (0, 1, 3) else _failed(done)
    return PartGrade("rules", done.code in (0, 3), last.removeprefix(f"{file} "))


def _agreement(file: Path, name: str, order: GradeOrder) -> PartGrade:
    key = secrets.token_hex(16)
    arguments = [str(file), name, order.game, str(order.seed)]
    done = run_limited("kibitz.grading.agreement", arguments, order.seconds + STARTING, MEMORY, f"{key}\n")
    lines = [line.partition(" ")[2] for line in done.output.splitlines() if line.startswith(f"{key} ")]
    found: dict[str, Any] = json.loads(lines[-1]) if lines and done.code == 0 else {"wrong": _failed(done)}
    if "wrong" in found:
        return PartGrade(name, False, found["wrong"])
    return PartGrade(name, True, f"node for node like the book's: {found['nodes']:,} nodes", found)


def _match(file: Path, player: str, order: GradeOrder) -> PartGrade:
    with tempfile.TemporaryDirectory(prefix="kibitz-grade-", ignore_cleanup_errors=True) as folder:
        arguments = ["match", f"{file}:{player}", order.against, "--game", order.game, "--games", str(order.games)]
        arguments += ["--seed", str(order.seed), "--clock", f"{order.seconds:g}", "--workers", "1", "--json"]
        arguments += ["--store", str(Path(folder) / "games.db")]
        done = run_limited("kibitz", arguments, order.seconds * MATCH_TIME + STARTING, MEMORY)
    part = f"games against {order.against}"
    try:
        found = json.loads(done.output)
        wins, losses, draws = found["a_wins"], found["b_wins"], found["draws"]
    except (ValueError, KeyError, TypeError):
        return PartGrade(part, False, _failed(done))
    if found.get("forfeits", [0])[0]:
        return PartGrade(part, False, f"{found['forfeits'][0]} of {found['games']} games ended without a legal move in time")
    score = 100 * found["score"] if found["games"] else 0.0
    facts = {name: found[name] for name in ("a_wins", "b_wins", "draws", "games", "score", "elo", "elo_error")}
    return PartGrade(part, bool(found["games"]), f"won {wins}, drawn {draws}, lost {losses}: {score:.0f} %", facts)


def _failed(done: Finished) -> str:
    return "did not end in time" if done.code is None else done.last_words or f"ended without an answer (exit code {done.code})"


def table(grades: Sequence[Grade]) -> str:
    """The grades as text, a line for each part."""
    wide = max((len(Path(one.file).name) for one in grades), default=0)
    kinds = max((len(part.part) for one in grades for part in one.parts), default=0)
    lines = []
    for one in grades:
        name = Path(one.file).name.ljust(wide)
        lines += [
            f"{name}  {part.part.ljust(kinds)}  {'ok  ' if part.passed else 'FAIL'}  {part.sentence}" for part in one.parts
        ]
        lines += [] if one.parts else [f"{name}  nothing to grade: no Game, minimax, alphabeta, or function of a position"]
    return "\n".join(lines)
