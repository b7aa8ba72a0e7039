"""Symmetric positions have symmetric answers: what a move is worth does not depend on which way the board lies."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from commandline import here
from kibitz.core import registry
from kibitz.position import Position
from kibitz.search.descriptor import may_fit, takes_no_depth
from shelf import COUNTING

pytestmark = pytest.mark.untraced
Image = Callable[[str], str]


def turned(rows: int, columns: int) -> Image:
    """A board of "row,column" turned by half a turn."""
    return lambda name: ",".join(str(most + 1 - int(part)) for most, part in zip((rows, columns), name.split(","), strict=True))


def crossed(name: str) -> str:
    """Rows and columns exchanged: 1,3 and 3,1; c4 and d3."""
    if "," in name:
        return ",".join(reversed(name.split(",")))
    return name if name == "pass" else "abcdefgh"[int(name[1]) - 1] + str("abcdefgh".index(name[0]) + 1)


IMAGES: dict[str, Image] = {
    "tic_tac_toe": crossed,
    "tic_tac_toe:width=4,height=3,line=3": turned(3, 4),
    "connect_four:width=4,height=4": lambda name: str(5 - int(name)),
    "othello:size=4": crossed,
    "othello": crossed,
    "trio": turned(3, 4),
    "nim:heaps=3-3-2": lambda name: name.translate(str.maketrans("12", "21"))[0] + name[1:],
}
FITTING = [
    (spec, name)
    for spec in IMAGES
    for name in registry.names("search")
    if not takes_no_depth(name) and may_fit(registry.load(spec), name) and (spec != "trio" or name == "paranoid")
]


def line(spec: str, plies: int) -> list[str]:
    """A line of play at random that does not end the game."""
    dice = random.Random(f"{spec} {plies}")
    while True:
        position = Position.after(registry.load(spec))
        while not position.is_over and len(position.moves) < plies:
            position = position.play(dice.choice(position.legal()))
        if not position.is_over:
            return list(position.names())


def both(command: str, spec: str, plies: int, *options: str) -> tuple[Any, Any]:
    """What a command answers to a position, and to its image."""
    moves = line(spec, plies)
    images = [IMAGES[spec](move) for move in moves]
    one, other = (json.loads(here(command, spec, "--moves", " ".join(way), *options, "--json")) for way in (moves, images))
    return one, other


def worths(answer: Any, image: Image = str) -> dict[str, Any]:
    """What each move is worth, and the whole position, by the name of the move's image."""
    return {"": answer["value"], **{image(move["move"]): move["value"] for move in answer["moves"]}}


@pytest.mark.parametrize(("spec", "search"), FITTING)
def test_a_move_is_worth_what_its_image_is(spec: str, search: str) -> None:
    """With every search for which the order of the moves decides nothing.

    With three players it does: which of two moves is made that are equally good for who moves, and not for the others (`maxn`),
    and which stands for a pass (`best_reply`).

    Estimates are sums, rounded differently in another order. Of searches that do not count plies numbers alone are compared.
    """
    one, other = both("analyze", spec, 3, "--search", search, "--depth", "3")
    mine, theirs = worths(one), worths(other, IMAGES[spec])
    if search in COUNTING:
        assert mine == theirs
    else:
        assert mine.keys() == theirs.keys()
        for move, worth in mine.items():
            assert worth["result"] == pytest.approx(theirs[move]["result"], rel=1e-12), move


@pytest.mark.parametrize("spec", [spec for spec in IMAGES if spec not in ("othello", "trio")])
def test_what_is_proved_is_proved_of_the_image(spec: str) -> None:
    one, other = both("solve", spec, 4, "--all")
    assert worths(one) == worths(other, IMAGES[spec])
    assert {worth["kind"] for worth in worths(one).values()} == {"exact"}


@pytest.mark.parametrize("spec", IMAGES)
def test_as_many_lines_follow_a_move_as_its_image(spec: str) -> None:
    one, other = both("perft", spec, 2, "--depth", "3", "--divide")
    assert one["divide"] == {IMAGES[spec](move): count for move, count in other["divide"].items()}


@pytest.mark.parametrize("spec", [spec for spec in IMAGES if spec != "trio"])
def test_a_review_finds_the_same_of_the_image_of_a_game(spec: str) -> None:
    image = IMAGES[spec]
    one, other = both("review", spec, 5, "--search", "deepening", "--depth", "3")
    assert len(one["plies"]) == len(other["plies"]) == 5
    for mine, theirs in zip(one["plies"], other["plies"], strict=True):
        for what in ("verdict", "proved", "only", "forced", "before", "after", "lost"):
            assert mine[what] == theirs[what], (mine["number"], what)
        assert {mine["best"], *mine["equal"]} == {image(move) for move in (theirs["best"], *theirs["equal"])}


@pytest.mark.parametrize("spec", [spec for spec in IMAGES if spec not in ("othello", "trio")])
def test_the_tree_of_the_image_has_the_same_root(spec: str) -> None:
    """By minimax, which leaves nothing out: as many nodes, too."""
    one, other = both("tree", spec, 4, "--search", "minimax", "--depth", "3")
    assert one["nodes"] == other["nodes"]
    assert (one["tree"][0]["value"], one["tree"][0].get("bound")) == (other["tree"][0]["value"], other["tree"][0].get("bound"))
