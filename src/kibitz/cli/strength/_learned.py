"""A learned estimate, for people and for programs: its origin, squares and patterns at each stage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.progress import busy, interruptible
from kibitz.cli.terminal import aligned, write_json
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.errors import LearningError
from kibitz.files.replaced import bring_back

if TYPE_CHECKING:
    from kibitz.learning.features.inspection import Stage, StrongPattern
    from kibitz.learning.showcase import Showcase
    from kibitz.patterns.packed import Lineage


def show(game: Game, file: Path | None, as_json: bool) -> None:
    """Write about a game's estimate: the one in a file, or the one that players use."""
    with busy("looking at what was learned"):
        found = interruptible(lambda: _open(game, file))
    if as_json:
        write_json(found.facts())
        return
    click.echo("\n".join(describe(found)))


def forget(game: Game, as_json: bool) -> None:
    """Undo the last learning of a game: what players took before is what they take now."""
    from kibitz.patterns.library import ESTIMATE_FILES, POLICY_FILES, describe_estimate, knowledge_for

    file, policy, spec = ESTIMATE_FILES.user_file(game), POLICY_FILES.user_file(game), spec_of(game)
    if not file.is_file() and not policy.is_file():
        raise LearningError(f"nothing that you learned of {spec} is in use: there is no {file} to forget")
    undone = [str(bring_back(one)) for one in (file, policy) if one.is_file()]
    estimate = interruptible(lambda: describe_estimate(knowledge_for(game)))
    if as_json:
        write_json({"game": spec, "file": str(file), "undone": undone[0], "all_undone": undone, "estimate": estimate})
        return
    now = f"the estimate that was there before: {estimate}" if estimate else "no learned estimate, as before"
    click.echo(f"Players of {spec} take {now}. What is forgotten lies in {' and '.join(undone)}.")


def _open(game: Game, file: Path | None) -> Showcase:
    from kibitz.learning.showcase import Showcase, find_file

    return Showcase.of(game, find_file(game) if file is None else file.expanduser())


def describe(found: Showcase) -> list[str]:
    """All of it in lines."""
    lineage, inspection, signs = found.file.lineage, found.inspection, found.signs
    lines = [f"{lineage.game}: {lineage.title} ({found.path})", *describe_lineage(lineage), ""]
    lines.append(", ".join(f"{signs[symbol]} {inspection.symbols[symbol]}" for symbol in (0, *found.order)))
    unit = f"of a result between {inspection.least:g} and {inspection.most:g}"
    lines.append(f"Numbers say how much better it is for {inspection.view} than with that square empty, {unit}.")
    for number, stage in enumerate(inspection.stages, 1):
        lines += ["", *_describe_stage(found, stage, number)]
    return lines


def describe_lineage(lineage: Lineage) -> list[str]:
    """How it was learned, and what it has won."""
    at_once = f", {lineage.threads} games at once" if lineage.threads > 1 else ""
    lines = [f"{lineage.games:,} games, {lineage.positions:,} positions, seed {lineage.seed}{at_once}"]
    if lineage.command:
        lines.append(f"made by: {lineage.command}")
    if not lineage.matches:
        return [*lines, "No match says whether it was worth it."]
    from kibitz.learning.gate import describe_rows

    return [*lines, "", *aligned(describe_rows(lineage.matches), left=2)]


def _describe_stage(found: Showcase, stage: Stage, number: int) -> list[str]:
    positions = f"{stage.positions:,} positions"
    several = len(found.inspection.stages) > 1
    lines = [f"Stage {number}: {stage.first} to {stage.last} pieces ({positions})" if several else positions]
    for symbol in found.order:
        worths = {one.place: found.format_worth(one.worth) for one in stage.squares if one.symbol == symbol}
        if worths:
            board = aligned([tuple(worths.get(place, "") for place in row) for row in found.rows])
            lines += [
                "",
                f"{found.signs[symbol]} {found.inspection.symbols[symbol]}",
                *(f"  {line}".rstrip() for line in board),
            ]
    if stage.patterns:
        lines += ["", "The strongest patterns, and what they say by themselves:"]
        for one in stage.patterns:
            lines += ["", *_draw_pattern(found, one)]
    return lines


def _draw_pattern(found: Showcase, one: StrongPattern) -> list[str]:
    side = "" if one.side is None else f", {found.describe_turn(one.side)}"
    head = f"  {found.format_worth(one.worth)}, met {one.met:,} times{side}"
    here = dict(zip(one.places, one.symbols, strict=True))
    if found.inspection.geometry is None:
        return [f"{head}: " + ", ".join(f"number {place} of class {symbol}" for place, symbol in here.items())]
    rows = [(number, row) for number, row in enumerate(found.rows, 1) if any(place in here for place in row)]
    lines = ["  " + " ".join(found.signs[here[place]] if place in here else " " for place in row).rstrip() for _, row in rows]
    return [f"{head} (rows from {rows[0][0]})", *lines]
