"""The trees that come with kibitz, and what is to be learnt from each."""

import json

import pytest

from kibitz import think
from kibitz.drawing.board import svg
from kibitz.drawing.text import draw
from kibitz.games.tree import SHIPPED, State, Tree
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import CHANCE, at_chance, legal, says
from plain_values import line, values

NAMES = sorted(file.stem for file in SHIPPED.glob("*.json"))


def shipped(name: str) -> Tree:
    tree = load(f"tree:file={name}")
    assert isinstance(tree, Tree)
    return tree


def after(tree: Tree, moves: str) -> State:
    state: State = Position.after(tree, moves).state
    return state


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_tree_has_a_title_and_can_be_drawn_and_played(name: str) -> None:
    tree = shipped(name)
    assert json.loads((SHIPPED / f"{name}.json").read_text())["title"]
    states = [tree.start()]
    for state in states:
        states += [tree.play(state, move) for move in legal(tree, state)]
        assert len({len(row) for row in tree.show(state).split("\n")}) == 1
        assert draw(tree, state)
        assert svg(tree, state).startswith("<svg")
        assert not tree.is_over(state) or 0 <= tree.to_move(state) < tree.players
    assert says(tree, "result") != says(tree, "payoffs")
    assert says(tree, "chances") == any(at_chance(tree, state) for state in states)


@pytest.mark.parametrize("name", NAMES)
def test_the_search_that_fits_finds_what_each_gets(name: str) -> None:
    tree = shipped(name)
    thought = think(tree)
    expected = values(tree, tree.start())
    assert thought.value.kind == "exact"
    assert thought.value.result == pytest.approx(expected[0])
    assert thought.value.payoffs in (None, expected)
    assert tree.move_name(tree.start(), thought.line[0]) == line(tree, tree.start())[0]


def test_three_players() -> None:
    """Russell and Norvig, the figure of the section on several players: C, B and A each pick their own best."""
    tree = shipped("three_players")
    assert values(tree, tree.start()) == (1, 2, 6)
    assert [values(tree, after(tree, moves)) for moves in ("a1 b1", "a1 b2", "a2 b3", "a2 b4")] == [
        (1, 2, 6),
        (6, 1, 2),
        (1, 5, 2),
        (5, 4, 5),
    ]
    assert tree.payoff_limits() == (1, 15)


def test_two_cooperate_towards_what_is_best_for_both() -> None:
    """Each of them could take more than the other at any time, and neither does."""
    tree = shipped("cooperation")
    assert values(tree, tree.start()) == (1000, 1000)
    assert set(line(tree, tree.start())) == {"build"}
    assert not says(tree, "result")


def test_an_alliance_forms_against_the_strong_and_ends_when_it_is_weak() -> None:
    tree = shipped("alliance")
    assert line(tree, tree.start()) == ["attack-C", "attack-C", "attack-A", "attack-B"]
    assert line(tree, after(tree, "attack-C attack-A attack-B")) == ["attack-C"]  # B broke the pact: C is still strong
    strengths = [5, 5, 8]
    for mover, move in enumerate(["attack-C", "attack-C", "attack-A", "attack-B"]):
        strengths["ABC".index(move[-1])] -= (strengths[mover % 3] + 1) // 2
    leads = tuple(own - max(strengths[:i] + strengths[i + 1 :]) for i, own in enumerate(strengths))
    assert values(tree, tree.start()) == leads


@pytest.mark.parametrize(
    ("name", "worth", "best"),
    [("chances", (2.1, 1.3), "a1"), ("chances_stretched", (21, 40.9), "a2")],
)
def test_only_the_order_of_the_leaves_is_not_enough_where_chance_decides(
    name: str, worth: tuple[float, float], best: str
) -> None:
    """Russell and Norvig: a change of scale that keeps the order of all leaves, but is not linear, changes the choice."""
    tree = shipped(name)
    assert [values(tree, after(tree, move))[0] for move in ("a1", "a2")] == pytest.approx(worth)
    assert line(tree, tree.start()) == [best]
    assert [share for _, share in tree.chances(after(tree, "a1"))] == [0.9, 0.1]


def test_centipede_ends_at_once() -> None:
    """Rosenthal 1981: whoever looks ahead takes at once, though both would have more later."""
    tree = shipped("centipede")
    assert line(tree, tree.start()) == ["take"]
    assert values(tree, tree.start()) == (4, 1)


def test_dice_take_nobodys_turn() -> None:
    coin = {
        "chance": {"heads": 2, "tails": 1},
        "moves": {"heads": {"moves": {"x": {"payoffs": [0, 0.5, 0]}}}, "tails": {"payoffs": [1, 1, 1]}},
    }
    tree = Tree.from_nested({"players": ["A", "B", "C"], "tree": {"moves": {"toss": coin}}})
    tossed = after(tree, "toss")
    assert tree.to_move(tossed) == CHANCE
    assert list(tree.chances(tossed)) == [(0, 2.0), (1, 1.0)]
    assert tree.to_move(after(tree, "toss heads")) == 1
    assert tree.to_move(after(tree, "toss heads x")) == 2
    assert tuple(tree.payoffs(after(tree, "toss heads x"))) == (0, 0.5, 0)
    assert values(tree, tree.start()) == pytest.approx((1 / 3, 2 / 3, 1 / 3))
    assert tree.show(tree.start()).splitlines()[2:4] == ["    heads 66.7% B      ", "      x (0,0.5,0)      "]
    assert tree.payoff_limits() == (0, 3)
