"""What came of a tuning, for people and for programs."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from kibitz.arena.tuning.steps import where
from kibitz.arena.tuning.tuning import Task, Tuned
from kibitz.cli import _figures
from kibitz.registry import spec_of

SHOWN = 3  # steps on the way


def told(task: Task, tuned: Tuned) -> list[str]:
    """The numbers on their way, and what the last match says, line by line."""
    parameters, steps = tuned.parameters, tuned.steps
    games = sum(2 * sum(step["pairs"]) for step in steps)
    shown = sorted({len(steps) * (number + 1) // (SHOWN + 1) for number in range(SHOWN)} & set(range(1, len(steps))))
    columns = [
        ("", list(parameters.names)),
        ("start", [_number(number) for number in parameters.start]),
        *((f"step {number}", [_number(one) for one in where(steps[number - 1], parameters.start)]) for number in shown),
        ("tuned", [_number(number) for number in tuned.best]),
    ]
    if any(error is not None for error in tuned.errors):
        columns.append(("may be off by", ["" if error is None else _number(error) for error in tuned.errors]))
    widths = [max(map(len, [head, *cells])) for head, cells in columns]
    rows = zip(*([head, *cells] for head, cells in columns), strict=True)
    table = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in rows
    ]
    plural = "" if len(steps) == 1 else "s"
    head = (
        f"{type(parameters.knowledge).__name__} by {task.method}: {len(steps)} step{plural}, {games:,} games of {task.player}"
    )
    return [head, "", *table, "", verdict(tuned)]


def verdict(tuned: Tuned) -> str:
    """Whether anything was gained, and what is doubtful about it."""
    pairs, found = sum(tuned.verified), tuned.figures
    if tuned.best == tuned.parameters.tidy(tuned.parameters.start):
        return "Nothing was gained: the numbers are where they began."
    if found is None:
        return "No match was played against the start: whether anything was gained is not known."
    words = {
        True: "they are better",
        False: "they are worse: keep the start",
        None: "no gain is shown: keep the start, or go on",
    }
    elo = f"{found.elo:+.0f} +- {found.elo_error:.0f} Elo" if math.isfinite(found.elo_error) else "no finite Elo"
    match = f"{2 * pairs:,} games against the start on fresh openings: {100 * found.score:.1f} %"
    said = f"{match}, {elo} (95 %); {words[tuned.gained]}."
    return f"{said} {_figures.repeated(tuned.repeated, 2 * pairs)}" if tuned.repeated else said


def draw(task: Task, tuned: Tuned, file: Path) -> None:
    """The way of each number, in a picture."""
    from kibitz.arena import plots

    parameters, start = tuned.parameters, tuned.parameters.start
    path = [start, *(where(step, start) for step in tuned.steps), tuned.best]
    values = {name: [vector[place] for vector in path] for place, name in enumerate(parameters.names)}
    ranges = {one.name: (one.low, one.high) for one in parameters}
    plots.save(plots.tuning_path(range(len(path)), values, ranges, f"{task.game}: {task.method} for {task.player}"), file)


def as_json(task: Task, tuned: Tuned) -> dict[str, Any]:
    """One object: what was asked, the numbers, each step, and the last match."""
    parameters, found = tuned.parameters, tuned.figures
    names = parameters.names
    return {
        "game": spec_of(parameters.knowledge.game),
        "knowledge": type(parameters.knowledge).__name__,
        "player": task.player,
        "method": task.method,
        "seed": task.seed,
        "start": dict(zip(names, parameters.start, strict=True)),
        "best": dict(zip(names, tuned.best, strict=True)),
        "errors": dict(zip(names, tuned.errors, strict=True)),
        "weights": parameters.weights(tuned.best),
        "steps": [{key: value for key, value in step.items() if key not in ("games", "marks")} for step in tuned.steps],
        "verify": {
            "games": 2 * sum(tuned.verified),
            "pairs": list(tuned.verified),
            "repeated": tuned.repeated,
            "score": found and found.score,
            "elo": found and _finite(found.elo),
            "elo_error": found and _finite(found.elo_error),
            "gained": tuned.gained,
        },
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _number(number: float) -> str:
    return f"{number:.4g}"
