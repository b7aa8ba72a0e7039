"""A crosstable as lines of text for a terminal."""

from kibitz.arena.rating import words
from kibitz.arena.rating.crosstable import Crosstable

LEFT = 2  # columns whose entries begin at the same place; those of the others end there


def draw(table: Crosstable) -> str:
    """The head, a line for each player from the strongest to the weakest, and what moving first is worth."""
    numbers = [str(place + 1) for place in range(len(table.rows))]
    cells = [["", "player", "Elo", "points", *numbers]]
    for place, row in enumerate(table.rows):
        points = [words.against(row, place, other) for other in range(len(table.rows))]
        cells.append([numbers[place], words.name(row), words.elo(row), words.total(row), *points])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if column < LEFT else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]
    return "\n".join([*lines, words.advantage(table)])
