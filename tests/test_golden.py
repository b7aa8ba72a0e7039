"""What tests/golden holds: how many games the rules allow, as published or counted, and how positions are drawn."""

from pathlib import Path
from typing import Any

import pytest

from kibitz.core.registry import load
from kibitz.core.rules import Game, legal
from kibitz.position import Position
from kibitz.search.perft import perft
from shelf import READY

GOLDEN = Path(__file__).parent / "golden"
POSITIONS = GOLDEN / "positions.txt"


def count(game: Game, state: Any, depth: int) -> int:
    """Perft, the plainest way; what dice or cards may bring counts as a move."""
    if depth == 0:
        return 1
    if game.is_over(state):
        return 0
    return sum(count(game, game.play(state, move), depth - 1) for move in legal(game, state))


def golden(compiled: bool) -> list[Any]:
    """What the golden files hold: (spec, [(depth, games)]) for the plain run, or the compiled one.

    Compiled are the games themselves, and boards whose figures take too long without: each board is compiled for itself.
    """
    found = []
    for file in sorted(GOLDEN.glob("*.perft")):
        spec, figures, large = "", dict[str, list[tuple[int, int]]](), set[str]()
        for line in file.read_text().splitlines():
            words = line.partition("#")[0].split()
            if len(words) == 1:
                spec, figures[words[0]] = words[0], []
            elif words and (compiled or "compiled" not in words):
                figures[spec].append((int(words[0]), int(words[1])))
                large |= {spec} if "compiled" in words else set()
        chosen = {one for one in figures if not compiled or one in large or ":" not in one or one.startswith("tree:")}
        found += [pytest.param(spec, rows, id=spec) for spec, rows in figures.items() if spec in chosen]
    return found


def divided(game: Game, depth: int) -> str:
    """The count below each first move: where to look when a figure is wrong."""
    state = game.start()
    after = {game.move_name(state, move): game.play(state, move) for move in legal(game, state)}
    return ", ".join(f"{name} {perft(game, child, depth - 1)}" for name, child in after.items())


@pytest.mark.untraced
@pytest.mark.parametrize(("spec", "rows"), golden(compiled=False))
def test_golden_counts_in_plain_python(spec: str, rows: list[tuple[int, int]]) -> None:
    game = load(spec)
    for depth, games in rows:
        assert count(game, game.start(), depth) == games, f"depth {depth}"


@pytest.mark.compiled
@pytest.mark.parametrize(("spec", "rows"), golden(compiled=True))
def test_golden_counts_compiled(spec: str, rows: list[tuple[int, int]]) -> None:
    game = load(spec)
    for depth, games in rows:
        assert perft(game, depth=depth) == games, f"depth {depth}: {divided(game, depth)}"


def test_every_game_has_golden_counts() -> None:
    assert {file.stem for file in GOLDEN.glob("*.perft")} >= {spec.partition(":")[0] for spec in READY}


def drawn_anew(text: str) -> str:
    """The text with each position as it is drawn today; a line `$ GAME | MOVES` names one, and comments stay."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            spec, _, moves = line.removeprefix("$ ").partition(" |")
            position = Position.after(load(spec), moves)
            ending = f"paid: {position.payoffs}" if position.is_over else f"to move: {position.to_move}"
            lines += [*([] if lines[-1].startswith("#") else [""]), line, position.draw(), ending]
        elif line.startswith("#"):
            lines += ["", line]
    return "\n".join(lines).lstrip("\n") + "\n"


def test_positions_are_drawn_as_they_were() -> None:
    text = POSITIONS.read_text(encoding="utf-8")
    assert drawn_anew(text) == text


if __name__ == "__main__":
    POSITIONS.write_text(drawn_anew(POSITIONS.read_text(encoding="utf-8")), encoding="utf-8")
