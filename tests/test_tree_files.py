"""Game trees from files: what a file says is played, what is wrong with one is told, and what the shipped ones teach."""

import json
from pathlib import Path

import pytest

from kibitz import think
from kibitz.core.registry import load, spec_of
from kibitz.core.rules import CHANCE, at_chance, legal, says
from kibitz.drawing.plate import svg
from kibitz.drawing.text import draw
from kibitz.errors import GameError
from kibitz.games.textbook.tree import SHIPPED, State, Tree
from kibitz.kernel import machine_of
from kibitz.position import Position
from plain_values import line, values

NAMES = sorted(file.stem for file in SHIPPED.glob("*.json"))
WRONG = (Path(__file__).parent / "golden" / "wrong_trees.txt").read_text(encoding="utf-8").split("\n\n")[1:]
NESTED = '{"tree": ' + '{"moves": {"a": ' * 3000 + "1" + "}}" * 3000 + "}"
TOO_DEEP = f"{NESTED}\nFILE is nested too deeply to be read: give the tree fewer plies"


def tree_file(folder: Path, content: str) -> str:
    (folder / "tree.json").write_text(content)
    return f"tree:file={folder / 'tree.json'}"


def shipped(name: str) -> Tree:
    tree = load(f"tree:file={name}")
    assert isinstance(tree, Tree)
    return tree


def after(tree: Tree, moves: str) -> State:
    state: State = Position.after(tree, moves).state
    return state


def test_a_tree_from_a_file(tmp_path: Path) -> None:
    tree = {"players": ["A", "B"], "tree": {"moves": {"x": {"payoffs": [4, -4]}, "y": {"player": 0, "moves": {"z": -7}}}}}
    game = load(tree_file(tmp_path, json.dumps(tree)))
    after_x, after_y = game.play(game.start(), 0), game.play(game.start(), 1)
    assert (game.to_move(after_x), game.result(after_x)) == (1, -4)
    assert (game.to_move(after_y), game.move_name(after_y, 0)) == (0, "z")
    assert game.best_result() == 7
    assert game.show(game.start()).splitlines() == ["A       ", "  x 4   ", "  y A   ", "    z -7"]
    assert Tree.from_nested(tree).show(after_y) == game.show(after_y)
    assert load(spec_of(game)) == game


@pytest.mark.parametrize("wrong", [*WRONG, TOO_DEEP], ids=range(len(WRONG) + 1))
def test_wrong_trees_are_told_in_a_sentence(wrong: str, tmp_path: Path) -> None:
    content, said = wrong.strip().split("\n")
    with pytest.raises(GameError) as problem:
        load(tree_file(tmp_path, content))
    assert str(problem.value).replace(str(tmp_path / "tree.json"), "FILE") == said


@pytest.mark.compiled
def test_trees_of_different_kinds_never_share_machine_code() -> None:
    """A field may hold ints in one tree and floats in another, and what one leaves out the other has."""
    whole, halves, zero_sum, other = (
        Tree.from_nested({"players": ["A", "B"], "tree": {"moves": {"a": {"payoffs": payoffs}}}})
        for payoffs in ([1, 2], [1, 2.5], [1, -1], [7, 8])
    )
    keys = {machine_of(tree).key for tree in (whole, halves, zero_sum)}
    assert len(keys) == 3
    assert machine_of(other).key == machine_of(whole).key


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_tree_can_be_drawn_and_played_and_solved(name: str) -> None:
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
    thought, expected = think(tree), values(tree, tree.start())
    assert thought.value.kind == "exact"
    assert thought.value.result == pytest.approx(expected[0])
    assert thought.value.payoffs in (None, expected)
    assert tree.move_name(tree.start(), thought.line[0]) == line(tree, tree.start())[0]


@pytest.mark.parametrize(
    ("name", "moves", "worth", "best"),
    [
        # Russell and Norvig, the figure of the section on several players: C, B and A each pick their own best.
        ("three_players", "", (1, 2, 6), ["a1", "b1", "c1"]),
        ("three_players", "a1 b1", (1, 2, 6), ["c1"]),
        ("three_players", "a1 b2", (6, 1, 2), ["c3"]),
        ("three_players", "a2 b3", (1, 5, 2), ["c6"]),
        ("three_players", "a2 b4", (5, 4, 5), ["c8"]),
        # Each of two could take more than the other at any time, and neither does.
        ("cooperation", "", (1000, 1000), ["build"] * 4),
        # An alliance forms against the strong and ends when it is weak: strengths 5, 5, 8 become 4, 3, 2, and leads count.
        ("alliance", "", (1, -1, -2), ["attack-C", "attack-C", "attack-A", "attack-B"]),
        ("alliance", "attack-C attack-A attack-B", (-2, -2, 2), ["attack-C"]),  # B broke the pact: C is still strong
        # Russell and Norvig: a change of scale that keeps the order of all leaves, but is not linear, changes the choice.
        ("chances", "a1", (2.1, -2.1), []),
        ("chances", "a2", (1.3, -1.3), []),
        ("chances", "", (2.1, -2.1), ["a1"]),
        ("chances_stretched", "a1", (21, -21), []),
        ("chances_stretched", "a2", (40.9, -40.9), []),
        ("chances_stretched", "", (40.9, -40.9), ["a2"]),
        # Rosenthal 1981: whoever looks ahead takes at once, though both would have more later.
        ("centipede", "", (4, 1), ["take"]),
    ],
)
def test_what_is_to_be_learnt_from_a_tree(name: str, moves: str, worth: tuple[float, ...], best: list[str]) -> None:
    tree = shipped(name)
    state = after(tree, moves)
    assert values(tree, state) == pytest.approx(worth)
    assert line(tree, state) == best


def test_what_the_trees_know_of_themselves() -> None:
    assert shipped("three_players").payoff_limits() == (1, 15)
    assert not says(shipped("cooperation"), "result")
    chances = shipped("chances")
    assert [share for _, share in chances.chances(after(chances, "a1"))] == [0.9, 0.1]


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
