"""The estimate by patterns for processors that cannot pick bits by a mask: from tables, a few bits of the board at a time.

What stands on a pattern is a number whose digits are the symbols on its squares. Each window of WIDE bits adds its share to it:
a table has the shares for all that the window may hold. The weights, and so the estimates, are the same to the last bit.
"""

from array import array
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from kibitz.core.data import Numbers
from kibitz.core.rules import Knowledge
from kibitz.kernel.bits import WIDE
from kibitz.patterns.estimate import LearnedKnowledge, class_for
from kibitz.patterns.layout import INSTANCES, STAGES, PatternLayout
from kibitz.patterns.policy import PolicyKnowledge, with_policy
from kibitz.patterns.reading import WORD, BoardReading

SHIFT_BITS = 6  # of a part of a row: where the window begins; then the word, in WORD_BITS; then where its table lies
WORD_BITS = 4


def by_windows(knowledge: Knowledge | None) -> Knowledge | None:
    """The same knowledge, with a learned estimate of squares read byte by byte; any other as it is."""
    if isinstance(knowledge, PolicyKnowledge):
        beside, policy = knowledge.parts
        return with_policy(knowledge.game, by_windows(beside), policy)
    layout = getattr(knowledge, "layout", None)
    if not isinstance(knowledge, LearnedKnowledge) or layout is None or not isinstance(layout.reading, BoardReading):
        return knowledge
    code, kind, base = type(knowledge).__made_of__  # type: ignore[attr-defined]  # of the class for a kind of state
    plan, maps, row = _rows(layout)
    code = f"{code.partition('def weight_at')[0].replace(f'* {layout.row}', f'* {row}')}{_code(layout, row)}"
    held = {field.name: getattr(knowledge, field.name) for field in fields(knowledge) if field.init}
    cls: Any = class_for(code, kind, base)
    return cls(**held | {"pattern_plan": Numbers(plan), "pattern_maps": Numbers(maps)})  # type: ignore[no-any-return]  # as above


def _rows(layout: PatternLayout) -> tuple["array[int]", "array[int]", int]:
    """The plan, the tables, and how many numbers of the plan an instance takes.

    A row has the first weight, what each symbol counts, how many parts there are, and the parts.
    """
    reading, rows, tables, known = layout.reading, list[list[int]](), list[int](), dict[Any, int]()
    assert isinstance(reading, BoardReading)
    for side in range(reading.sides):
        for _, first, cells, symbols in layout.instances_of(side):
            squares = [reading.squares[cell] for cell in cells]
            worth = {square: reading.alphabet(0) ** rank for rank, square in enumerate(squares)}
            parts = []
            for word, start, covered in _windows(sorted(squares)):
                shares = tuple(worth[square] if square in covered else 0 for square in range(start, start + WIDE))
                if shares not in known:
                    known[shares] = len(tables)
                    tables += _sums(shares)
                parts.append((known[shares] << WORD_BITS | word) << SHIFT_BITS | start % WORD)
            rows.append([first, *symbols[1:], len(parts), *parts])
    size = max(map(len, rows))
    head = layout.plan[: layout.head]
    return head + array("q", [number for row in rows for number in row + [0] * (size - len(row))]), array("i", tables), size


def _sums(shares: tuple[int, ...]) -> list[int]:
    """For each content of a window the sum of the shares of its squares."""
    sums = [0]
    for share in shares:
        sums += [share + one for one in sums]
    return sums


def _windows(squares: list[int]) -> Iterator[tuple[int, int, set[int]]]:
    """Windows that cover squares, each in one word: the word, where it begins, and the squares that no window before has."""
    left = squares
    while left:
        word = left[0] // WORD
        start = min(left[0], (word + 1) * WORD - WIDE)
        covered = {square for square in left if start <= square < start + WIDE}
        left = [square for square in left if square not in covered]
        yield word, start, covered


def _code(layout: PatternLayout, row: int) -> str:
    """`weight_at` as Python that compiles."""
    reading = layout.reading
    assert isinstance(reading, BoardReading)
    symbols = reading.alphabet(0) - 1
    lines = [
        "def weight_at(self, reading, number):",
        "    words, first, stage = reading",
        f"    at = first + number * {row}",
        *(f"    sum_{symbol} = 0" for symbol in range(symbols)),
        f"    for place in range(at + {symbols + 2}, at + {symbols + 2} + self.pattern_plan[at + {symbols + 1}]):",
        "        part = self.pattern_plan[place]",
        f"        start, table = part & {(1 << SHIFT_BITS) - 1}, part >> {SHIFT_BITS + WORD_BITS}",
    ]
    for symbol in range(symbols):
        names = [f"words[{symbol * reading.words + word}]" for word in range(reading.words)]
        chosen = names[-1]
        for number in reversed(range(len(names) - 1)):
            which = f"part >> {SHIFT_BITS} & {(1 << WORD_BITS) - 1}"
            chosen = f"({names[number]} if {which} == {number} else {chosen})"
        lines.append(f"        sum_{symbol} += self.pattern_maps[table + window_of({chosen}, start)]")
    total = " + ".join(f"sum_{symbol} * self.pattern_plan[at + {symbol + 1}]" for symbol in range(symbols))
    assert INSTANCES < STAGES
    return "\n".join([*lines, f"    return self.pattern_plan[at] + stage + {total}", ""])
