"""Game trees from files: what a file says is what is played, and what is wrong with one is told in a sentence."""

import json
from pathlib import Path

import pytest

from kibitz.errors import GameError
from kibitz.games.tree import Tree
from kibitz.kernel import machine_of
from kibitz.registry import load, spec_of


def tree_file(folder: Path, content: str) -> str:
    (folder / "tree.json").write_text(content)
    return f"tree:file={folder / 'tree.json'}"


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


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"tree": {"moves"', "is not JSON: Expecting ':' delimiter: line 1 column 18 (char 17)"),
        (
            '{"tree": {"moves": {"a": 1, "a": 2}}}',
            "the game tree names 'a' twice in one place: give each move a name of its own",
        ),
        (
            '{"tree": {"moves": {"a": {"player": true, "payoffs": [0, 0]}}}}',
            'a: "player" is 0 for the first player, or a number up ',
        ),
        ("[1, 2]", 'is no game tree: write {"players": [...], "tree": {"moves": {...}}}'),
        (
            '{"players": ["A", "B", "C"], "tree": 1}',
            'the root: a result is for two players: write "payoffs", one for each player',
        ),
        ('{"players": [], "tree": 1}', "has 0 players: a game tree is for 1 to 8"),
        ('{"players": ["A\\u0000B", "C"], "tree": 1}', 'must name its players: write "players": ["MAX", "MIN"]'),
        ('{"players": "AB", "tree": 1}', 'must name its players: write "players": ["MAX", "MIN"]'),
        (
            '{"tree": {"chance": {"a": 1}}}',
            'the root: a node has either "moves", "result" or "payoffs", and may have "player", or ',
        ),
        (
            '{"tree": {"chance": {"a": 1}, "player": 0, "moves": {"a": 1}}}',
            'and may have "player", or "chance" beside "moves", no more',
        ),
        (
            '{"tree": {"chance": {"a": 1}, "moves": {"b": 1}}}',
            'the root: "chance" gives each of the "moves" its weight, such as ',
        ),
        ('{"tree": {"chance": {"a": 0}, "moves": {"a": 1}}}', "the root: a weight is a number above 0, at most 1000000"),
        ('{"tree": {"chance": {"a": NaN}, "moves": {"a": 1}}}', "the root: a weight is a number above 0, at most 1000000"),
        ('{"tree": {"moves": {"a": 1.5}}}', 'a: a node is a result such as 3, or {"moves": {...}}'),
        ('{"tree": {"moves": {}}}', 'the root: "moves" is an object of 1 to 63 nodes by the names of the moves'),
        ('{"tree": {"moves": {"a b": 1}}}', "the root: a move has a name without spaces and semicolons, not 'a b'"),
        ('{"tree": {"result": 1, "moves": {"a": 1}}}', 'the root: a node has either "moves", "result" or "payoffs", and may '),
        ('{"tree": {"payoffs": [3]}}', 'the root: "payoffs" is a list of 2 numbers, one for each player'),
        ('{"tree": {"payoffs": [3, Infinity]}}', "the root: a payoff is a number from -1000000 to 1000000"),
        ('{"tree": {"player": 2, "moves": {"a": 1}}}', 'the root: "player" is 0 for the first player, or a number up to 1'),
        ('{"tree": {"result": true}}', "the root: a result is a whole number for the first player, from -1000000 to 1000000"),
        ('{"tree": ' + '{"moves": {"a": ' * 3000 + "1" + "}}" * 3000 + "}", "is nested too deeply to be read"),
    ],
)
def test_wrong_trees_are_told_in_a_sentence(content: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(GameError) as problem:
        load(tree_file(tmp_path, content))
    assert told in str(problem.value)
    assert "\n" not in str(problem.value)


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
