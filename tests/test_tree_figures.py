"""The figures of a search: what it looked at, what ended it, and times and sizes said shortly."""

from functools import reduce

import pytest

from kibitz.explain.tree.searched_tree import SearchFigures, duration, figures, size
from kibitz.explain.tree.tree import Tree
from kibitz.registry import load
from plain_traces import traced


@pytest.fixture(scope="module")
def textbook() -> Tree:
    return traced("tree:file=two_ply")


def test_the_figures_of_a_search(textbook: Tree) -> None:
    found = figures(textbook)
    assert (found.nodes, found.cuts, found.bytes, found.whole) == (11, 1, 11 * 24, True)
    assert found.sentence.startswith("alphabeta: 11 nodes, 1 cut, ")
    assert found.sentence.endswith("s, 264 bytes of trace.")
    assert found.ended == "It was searched to the end of every game."
    assert figures(traced("tree:file=two_ply", search="minimax")).cuts == 0


@pytest.mark.parametrize(
    ("how", "ended"),
    [
        ({"depth": 9}, "It was searched to the end of every game."),
        ({"depth": 1}, "It was searched 1 ply deep."),
        ({"nodes": 6}, "The whole tree has no room: these are 1 ply of it, the most there is room for."),
        (
            {"depth": 2, "nodes": 6},
            "The room for 6 nodes is full: the search was stopped there, its last nodes unfinished.",
        ),
    ],
)
def test_what_ended_a_search_is_said(how: dict[str, int], ended: str) -> None:
    assert figures(traced("tree:file=two_ply", **how)).ended == ended


def test_an_interrupted_search() -> None:
    found = SearchFigures("minimax", 2_000_000, 0, 2.5, 48_000_000, "interrupted", None, False, False)
    assert found.sentence == "minimax: 2,000,000 nodes, 0 cuts, 2.5 s, 48 MB of trace."
    assert found.ended == "Interrupted: this is what it had looked at by then."


def test_times_and_sizes_are_said_shortly() -> None:
    times = {0.00213: "2.1 ms", 0.0112: "11 ms", 0.0998: "100 ms", 0.5: "500 ms", 3.44: "3.4 s"}
    assert {seconds: duration(seconds) for seconds in times} == times
    assert [size(count) for count in (264, 439_128, 13_198_704, 2_000_000_000)] == ["264 bytes", "439 kB", "13.2 MB", "2 GB"]


def test_a_search_that_ended_because_the_value_was_proved() -> None:
    """It looked no deeper, and has not been to the end of every game."""
    game = load("tic_tac_toe")
    found = figures(traced(game, state=reduce(game.play, (0, 3, 1, 4), game.start()), search="deepening"))
    assert (found.depth, found.guesses) == (None, True)
    assert found.ended == "The value is proved, so it was searched no deeper."
