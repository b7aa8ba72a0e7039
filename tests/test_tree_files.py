"""Game trees from files: what a file says is what is played, and what is wrong with one is told in a sentence."""

import json
from pathlib import Path

import pytest

from kibitz.errors import GameError
from kibitz.games.tree import Tree
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
        ("[1, 2]", 'is no game tree: write {"players": [...], "tree": {"moves": {...}}}'),
        ('{"players": ["A", "B", "C"], "tree": 1}', "has 3 players: only trees of two players can be played yet"),
        ('{"players": "AB", "tree": 1}', 'must name its players: write "players": ["MAX", "MIN"]'),
        ('{"tree": {"moves": {"a": {"chance": {}}}}}', "a: a node where dice or cards decide cannot be played yet"),
        ('{"tree": {"moves": {"a": 1.5}}}', 'a: a node is a result such as 3, or {"moves": {...}}'),
        ('{"tree": {"moves": {}}}', 'the root: "moves" is an object of 1 to 63 nodes by the names of the moves'),
        ('{"tree": {"moves": {"a b": 1}}}', "the root: a move has a name without spaces and semicolons, not 'a b'"),
        ('{"tree": {"result": 1, "moves": {"a": 1}}}', 'the root: a node has either "moves", "result" or "payoffs", and may '),
        ('{"tree": {"payoffs": [3, 3]}}', "the root: only payoffs of two players that add up to 0 can be played yet, such as "),
        ('{"tree": {"player": 2, "moves": {"a": 1}}}', 'the root: "player" is 0 for the first player or 1 for the second'),
        ('{"tree": {"result": true}}', "the root: a result is a whole number for the first player, from -1000000 to 1000000"),
        ('{"tree": ' + '{"moves": {"a": ' * 3000 + "1" + "}}" * 3000 + "}", "is nested too deeply to be read"),
    ],
)
def test_wrong_trees_are_told_in_a_sentence(content: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(GameError) as problem:
        load(tree_file(tmp_path, content))
    assert told in str(problem.value)
    assert "\n" not in str(problem.value)
