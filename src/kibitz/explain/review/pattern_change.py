"""Where a learned estimate sees the difference between the better line and the one that followed: one pattern of squares."""

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from kibitz.core.rules import Knowledge, says
from kibitz.patterns.estimate import UNIT, PatternEstimate
from kibitz.patterns.layout import PatternLayout
from kibitz.patterns.reading import BoardReading
from kibitz.position import Position

LEAST = 0.02  # of the best result: smaller differences are not worth a sentence


@dataclass(frozen=True)
class PatternChange:
    """The pattern whose worth differs most between the ends of two lines.

    `cells`: its squares, row by row. `stage` of `stages`: of the game, from 1. `amount`: how much lower the estimate at the end
    of the better line would be with the pattern as it is at the end of the other one, in units of the result.
    """

    cells: tuple[str, ...]
    stage: int
    stages: int
    amount: float

    def sentence(self) -> str:
        """The change in words."""
        where = f"{' '.join(self.cells)} (stage {self.stage} of {self.stages})"
        return f"The estimate differs most on {where}: about {self.amount:.2g}."


def pattern_change(
    knowledge: Knowledge | None, position: Position, better: Sequence[int], played: Sequence[int]
) -> PatternChange | None:
    """The change between the ends of two lines from a position, for its mover.

    None where no learned estimate of squares is known, a line ends the game, or no pattern stands out.
    """
    if not isinstance(knowledge, PatternEstimate) or says(position.game, "chances") or not better or not played:
        return None
    ends = [_end(position, line) for line in (better, played)]
    if any(end.is_over for end in ends):
        return None
    found = [_terms(knowledge, end, position.to_move) for end in ends]
    if found[0] is None or found[1] is None:
        return None
    good, bad = found[0], found[1]
    differences = {cells: good.get(cells, 0.0) - bad.get(cells, 0.0) for cells in {*good, *bad}}
    cells = max(differences, key=lambda one: (differences[one], sorted(one)))
    total = sum(good.values())
    amount = knowledge.most * (_squeezed(total) - _squeezed(total - differences[cells]))
    if amount < LEAST * knowledge.most:
        return None
    return PatternChange(_row_by_row(position, cells), 1 + knowledge.stage_of(ends[0].state), knowledge.stages, amount)


def _row_by_row(position: Position, cells: Set[str]) -> tuple[str, ...]:
    scene = position.game.scene(position.state)
    found = [cell for cell in scene.cells if cell.name in cells] if scene is not None else []
    return tuple(cell.name for cell in sorted(found, key=lambda cell: (round(cell.y, 3), cell.x)))


def _end(position: Position, line: Sequence[int]) -> Position:
    for move in line:
        position = position.play(move)
    return position


def _squeezed(total: float) -> float:
    return float(total / (1.0 + total * total) ** 0.5)


def _terms(knowledge: PatternEstimate, position: Position, player: int) -> dict[frozenset[str], float] | None:
    """The weights of a position by the squares of their patterns, for a player; None where squares have no names."""
    layout: PatternLayout = knowledge.layout  # type: ignore[attr-defined]  # set where the knowledge is made
    names = _cells(layout, position)
    if names is None:
        return None
    reading = knowledge.reading(position.state)  # type: ignore[attr-defined]  # of the class for this kind of state
    sign, terms = 1 if position.to_move == player else -1, defaultdict[frozenset[str], float](float)
    side = knowledge.side_to_move(position.state)  # type: ignore[attr-defined]  # as above
    for number, (_, _, places, _) in enumerate(layout.instances_of(side)):
        weight = knowledge.pattern_weights[knowledge.weight_at(reading, number)]  # type: ignore[attr-defined]  # as above
        terms[frozenset(names[place] for place in places)] += sign * weight / UNIT
    return terms


def _cells(layout: PatternLayout, position: Position) -> list[str] | None:
    """The name of the cell of each place; None unless the pieces of the picture stand exactly where the estimate reads them."""
    reading, game, scene = layout.reading, position.game, position.game.scene(position.state)
    if not isinstance(reading, BoardReading) or game.grid is None or scene is None:
        return None
    grid = game.grid.sized(game)
    if any(square >= len(grid.cell_names) for square in reading.squares):
        return None
    names = [grid.cell_names[grid.seen(square, position.to_move)] for square in reading.squares]
    symbols = enumerate(reading.symbols_in(position.state))
    taken = {names[place] for place, symbol in symbols if 0 < symbol <= len(reading.symbols)}  # above: where a piece would land
    return names if taken == {*scene.pieces} & {*names} else None
