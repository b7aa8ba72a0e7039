"""The sums of weights of states that differ little: of what follows upon one state, only the first is added up whole.

Of the others the weights are looked up that lie on squares where they differ from the first. That is worth it where an estimate
has many patterns: of the 497 of Gomoku a stone lies in 30 or so, and 200 moves are compared before each is made.

From `memory.siblings` on lie the weights of the first, for each pattern the number of the successor for which it was looked up
last, then for both sides and each square where the list of its patterns begins, and the lists.
"""

from typing import Any

from kibitz.kernel import Words, bits_of, count_ones, read, read_half, read_number, write, write_number
from kibitz.learning.lessons import Lessons
from kibitz.patterns.layout import PatternLayout
from kibitz.patterns.reading import WORD, BoardReading

MANY = 160  # patterns: with fewer, each sum is as quick by itself


def lists_of(layout: PatternLayout) -> list[int]:
    """The memory after the weights and the numbers: for each side and square the start of its list, from here; then the lists.

    Empty where states are summed one by one.
    """
    reading = layout.reading
    if not isinstance(reading, BoardReading) or reading.players or layout.instances <= MANY:
        return []
    squares = reading.words * WORD
    begins, lists = list[int](), list[int]()
    for side in range(2):
        on_square: list[list[int]] = [[] for _ in range(squares)]
        if side < reading.sides:
            for number, (_, _, cells, _) in enumerate(layout.instances_of(side)):
                for cell in cells:
                    on_square[reading.squares[cell]].append(number)
        for numbers in on_square:
            begins.append(2 * squares + 2 + len(lists))
            lists += numbers
        begins.append(2 * squares + 2 + len(lists))
    return begins + lists


def sibling_words(layout: PatternLayout) -> int:
    """The words that it takes."""
    lists = lists_of(layout)
    return 2 * layout.instances + len(lists) if lists else 0


def prepare_siblings(layout: PatternLayout, memory: Any, begin: int) -> None:
    """Write the lists into a learner's memory, where they are of use; `begin`: the first free word."""
    lists = lists_of(layout)
    if not lists:
        return
    assert isinstance(layout.reading, BoardReading)
    memory.siblings, memory.board_words, memory.head = begin, layout.reading.words, layout.head
    for number, one in enumerate(lists):
        write(memory, begin + 2 * layout.instances + number, one)


def sum_whole(rules: Any, reading: Any, memory: Lessons, weights: Words) -> float:
    """The weights of the first successor, added up, each kept."""
    total, at = 0.0, memory.siblings
    for number in range(memory.instances):
        weight = read_half(weights, rules.weight_at(reading, number))
        write_number(memory, at + number, weight)
        total += weight
    return total


def sum_changed(rules: Any, reading: Any, first: Any, memory: Lessons, weights: Words) -> float:
    """The difference in sums between a successor and the first one of the same side and stage."""
    kept, total = memory.siblings, 0.0
    stamps = kept + memory.instances
    lists = stamps + memory.instances
    memory.last_summed += 1
    begins = lists if reading[1] == memory.head else lists + memory.board_words * WORD + 1
    for place in range(memory.board_words):
        squares = rules.differing(reading, first, place)
        while squares != bits_of(0):
            low = squares & (bits_of(0) - squares)
            squares = squares ^ low
            at = begins + place * WORD + count_ones(low - bits_of(1))
            for item in range(read(memory, at), read(memory, at + 1)):
                number = read(memory, lists + item)
                if read(memory, stamps + number) != memory.last_summed:
                    write(memory, stamps + number, memory.last_summed)
                    total += read_half(weights, rules.weight_at(reading, number)) - read_number(memory, kept + number)
    return total
