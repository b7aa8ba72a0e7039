"""The words of every memory: none belongs to two things, and their names mean the same plain and compiled."""

from itertools import pairwise
from typing import Any

import pytest

from kibitz.kernel import MemoryLayout, Shared, Words
from kibitz.kernel.words import PlainWords
from kibitz.search.parts import memory as layout
from kibitz.solutions import walk
from tracing import import_modules

LAYOUTS = [
    layout.MEMORY_LAYOUT,
    layout.TABLE_LAYOUT,
    layout.PROOF_TABLE_LAYOUT,
    walk.WALK,
]


class Sample(Words):
    """Words of each kind."""

    sample_count: int
    sample_share: float
    sample_flag: Shared


@pytest.mark.parametrize("memory", LAYOUTS)
def test_no_word_belongs_to_two_things(memory: MemoryLayout) -> None:
    spans = sorted(span for span in memory.spans.values() if span[0] <= span[1])
    assert spans[0] == (0, 0)  # the length
    assert all(last < first for (_, last), (first, _) in pairwise(spans))
    assert spans[-1][1] < memory.end


def test_a_name_is_the_same_word_in_all_memories() -> None:
    """Each says so when its module is imported, if those before it have the name for another word."""
    import_modules()


def test_runs_do_not_meet() -> None:
    runs = [layout.KILLERS, layout.OPEN, layout.CHILDREN, layout.LINES, layout.MOVES]
    sizes = [2 * layout.STRIDE, layout.STRIDE, layout.STRIDE, layout.STRIDE**2]
    assert all(at + size <= behind for at, size, behind in zip(runs[:-1], sizes, runs[1:], strict=True))
    assert layout.MEMORY_LAYOUT.spans["star_cuts"][1] < layout.KILLERS
    assert layout.BUCKETS % 2 == 0
    assert layout.PROOF_BUCKETS % 8 == 0


@pytest.mark.parametrize("kind", [Words, PlainWords])
def test_names_are_words(kind: Any) -> None:
    memory = Words(4) if kind is Words else PlainWords([4, 0, 0, 0])
    named: Any = memory
    assert MemoryLayout(Sample).end == 4
    named.sample_count += 3
    named.sample_share = 0.25
    named.sample_flag = 7
    assert (named.length, named.sample_count, named.sample_share, named.sample_flag) == (4, 3, 0.25, 7)
    assert (memory[1], memory.number(2), memory[3]) == (3, 0.25, 7)


def test_a_name_means_one_word() -> None:
    class Moved(Words):
        """A name that stands for another word in the memory of a search."""

        nodes: int

    with pytest.raises(AssertionError, match="nodes names word"):
        MemoryLayout(Moved)


def test_a_name_that_is_none_is_refused() -> None:
    words: Any = PlainWords([1])
    with pytest.raises(AttributeError):
        words.nodse = 1
