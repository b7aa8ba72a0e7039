"""What a learned estimate knows, for people and for programs: where it comes from, squares and patterns at each stage."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli._progress import busy, interruptible
from kibitz.cli._terminal import aligned, write_json
from kibitz.errors import LearningError
from kibitz.patterns.reading import BoardReading
from kibitz.registry import spec_of
from kibitz.rules import Game

if TYPE_CHECKING:
    from kibitz.learning.inspection import Inspection, Stage, StrongPattern
    from kibitz.patterns.file import EstimateFile, Lineage

LETTERS = "XO#@%&$*ABCDEFGHIJKLMNPQRSTUVWYZ"  # of symbols in drawings; the empty one is a dot
EMPTY, LANDING = ".", "+"
IN_A_ROW = 8  # squares of a board without rows


def show(game: Game, file: Path | None, as_json: bool) -> None:
    """Write what is known of a game's estimate: that of a file, or the one that players take."""
    place = find_file(game) if file is None else file.expanduser()
    with busy("looking at what was learned"):
        found, inspection = interruptible(lambda: _inspect(game, place))
    if as_json:
        write_json(inspection_as_json(place, found, inspection))
        return
    click.echo("\n".join(describe(place, found, inspection)))


def find_file(game: Game) -> Path:
    """The file of the estimate that players take. LearningError where nothing was learned."""
    from kibitz.patterns.library import NONE, SHIPPED, VARIABLE, file_name, user_file

    if os.environ.get(VARIABLE) == NONE:
        raise LearningError(f"{VARIABLE}={NONE} turns off what was learned: name a file with --to, or take that away")
    for place in (user_file(game), SHIPPED / file_name(game)):
        if place.is_file():
            return place
    spec = spec_of(game)
    raise LearningError(f"nothing was learned of {spec} yet: `kibitz learn {spec}` does, or name a file with --to")


def _inspect(game: Game, file: Path) -> tuple[EstimateFile, Inspection]:
    from kibitz.learning.inspection import inspect_estimate
    from kibitz.patterns.file import read_estimate

    found = read_estimate(file)
    found.estimate(game)  # says so when it is of another game
    return found, inspect_estimate(game, found)


def describe(file: Path, found: EstimateFile, inspection: Inspection) -> list[str]:
    """All of it in lines."""
    lines = [f"{found.lineage.game}: {found.lineage.title} ({file})", *describe_lineage(found.lineage), ""]
    signs = draw_signs(inspection)
    named = sorted(zip(signs, inspection.symbols, strict=True), key=lambda pair: LETTERS.find(pair[0]))
    lines.append(", ".join(f"{sign} {name}" for sign, name in named))
    unit = f"of a result between {-inspection.most:g} and {inspection.most:g}"
    lines.append(f"Numbers say how much better it is for {inspection.view} than with that square empty, {unit}.")
    for number, stage in enumerate(inspection.stages, 1):
        lines += ["", *_describe_stage(inspection, stage, number, signs)]
    return lines


def describe_lineage(lineage: Lineage) -> list[str]:
    """How it was learned, and what it has won."""
    lines = [f"{lineage.games:,} games, {lineage.positions:,} positions, seed {lineage.seed}, {lineage.threads} threads"]
    if lineage.command:
        lines.append(f"made by: {lineage.command}")
    if lineage.matches:
        from kibitz.learning.gate import describe_rows

        lines += ["", *aligned(describe_rows(lineage.matches), left=2)]
    else:
        lines.append("No match says whether it was worth it.")
    return lines


def draw_signs(inspection: Inspection) -> list[str]:
    """A letter for each symbol, in the order in which states name what is there."""
    reading, count = inspection.reading, len(inspection.symbols)
    if not isinstance(reading, BoardReading):
        return [EMPTY, *map(str, range(1, count))]
    order = sorted(range(len(reading.symbols)), key=reading.symbols.__getitem__, reverse=True)
    letters = dict(zip(order, LETTERS, strict=False))
    return [EMPTY, *map(letters.__getitem__, range(len(order))), *([LANDING] if reading.landing is not None else [])]


def _describe_stage(inspection: Inspection, stage: Stage, number: int, signs: list[str]) -> list[str]:
    head = f"Stage {number}: {stage.first} to {stage.last} pieces ({stage.positions:,} positions)"
    if len(inspection.stages) == 1:
        head = f"{stage.positions:,} positions"
    lines = [head]
    for symbol in sorted(range(1, len(signs)), key=lambda one: LETTERS.find(signs[one])):
        worths = {one.place: one.worth for one in stage.squares if one.symbol == symbol}
        if worths:
            lines += ["", f"{signs[symbol]} {inspection.symbols[symbol]}", *_board(inspection, worths)]
    if stage.patterns:
        lines += ["", "The strongest patterns, and what they say by themselves:"]
        for one in stage.patterns:
            lines += ["", *_draw_pattern(inspection, one, signs)]
    return lines


def _board(inspection: Inspection, worths: dict[int, float]) -> list[str]:
    cells = {place: f"{worth:+.{2 if inspection.most < 20 else 1}f}" for place, worth in worths.items()}
    return [f"  {line}" for line in aligned([tuple(cells.get(place, "") for place in row) for row in place_rows(inspection)])]


def place_rows(inspection: Inspection) -> list[tuple[int, ...]]:
    """The places row by row, as far as it is known where they lie; -1 where there is none."""
    geometry, places = inspection.geometry, inspection.reading.places
    if geometry is None or not geometry.spots:
        padded = [*range(places), *[-1] * (-places % IN_A_ROW)]
        return [tuple(padded[first : first + IN_A_ROW]) for first in range(0, len(padded), IN_A_ROW)]
    at = {spot: place for place, spot in geometry.spots.items()}
    return [tuple(at.get((row, column), -1) for column in range(geometry.columns)) for row in range(geometry.rows)]


def _draw_pattern(inspection: Inspection, one: StrongPattern, signs: list[str]) -> list[str]:
    unit = f"{one.worth:+.{2 if inspection.most < 20 else 1}f}, met {one.met:,} times"
    side = "" if one.side is None else f", the {'first' if one.side == 0 else 'second'} player to move"
    here = dict(zip(one.places, one.symbols, strict=True))
    if inspection.geometry is None:
        cells = ", ".join(f"number {place} of class {symbol}" for place, symbol in here.items())
        return [f"  {unit}{side}: {cells}"]
    rows = [row for row in place_rows(inspection) if any(place in here for place in row)]
    lines = ["  " + " ".join(signs[here[place]] if place in here else " " for place in row).rstrip() for row in rows]
    first = min(number for number, row in enumerate(place_rows(inspection)) if any(place in here for place in row))
    return [f"  {unit}{side} (rows from {first + 1})", *lines]


def inspection_as_json(file: Path, found: EstimateFile, inspection: Inspection) -> dict[str, Any]:
    """The same as one object."""
    from dataclasses import asdict

    lineage = asdict(found.lineage)
    return {
        "file": str(file),
        "title": found.lineage.title,
        **{name: value for name, value in lineage.items() if name != "matches"},
        "matches": list(found.lineage.matches),
        "symbols": list(inspection.symbols),
        "view": inspection.view,
        "most": inspection.most,
        "rows": [list(row) for row in place_rows(inspection)],
        "stages": [asdict(stage) for stage in inspection.stages],
    }
