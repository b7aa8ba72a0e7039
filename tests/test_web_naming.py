"""What games and players are called on every page: in words, and never as another game."""

import json
import re
from pathlib import Path

import pytest

from kibitz import registry
from kibitz.web.naming import describe_game, name_game, name_player, name_spec
from kibitz.web.shelf import Shelf
from web_forms import begin, first
from web_house import Client, Oracle, house


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("connect_four", "Connect four"),
        ("connect_four:width=9", "Connect four, width 9"),
        ("nim:heaps=1-1-1,misere=true", "Nim, heaps 1-1-1, misere"),
        ("nim:misere=false", "Nim, no misere"),
        ("tree:file=three_players", "Three players (tree)"),
        ("tree:file=/home/me/my_tree.json", "My tree (tree)"),
        ("openspiel:chess", "Chess (openspiel)"),
        ("openspiel:go(board_size=9,komi=7.5)", "Go, board size 9, komi 7.5 (openspiel)"),
        ("/home/me/hex.py:Hex:size=5", "Hex, size 5"),
        ("my_games.py", "My games"),
        ("/home/me/my_games.py:TicTacToe", "Tic tac toe"),
        ("x" * 200, "X" + "x" * 78 + "…"),
    ],
)
def test_a_game_is_called_by_its_name_and_what_is_not_as_usual(spec: str, name: str) -> None:
    assert name_spec(spec) == name


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("human", "a person"),
        ("random", "random"),
        ("computer:level=6", "computer, level 6"),
        ("computer:time=0.5", "computer, 0.5 s"),
        ("best_reply:depth=2", "best reply, depth 2"),
        ("/home/me/mine.py:MyPlayer:depth=3", "my player, depth 3"),
        ("mine.py:depth=3", "mine, depth 3"),
        ("perfect:file=/home/me/a.solution", "perfect, file a.solution"),
    ],
)
def test_a_player_is_called_by_its_name_and_settings(spec: str, name: str) -> None:
    assert name_player(spec) == name


def test_a_game_on_another_board_than_the_one_on_the_shelf_is_called_by_its_own(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first), ["connect_four:width=8"])) as page:
        front = page.get("/").text
        assert re.findall(r'<span class="name">(Connect four[^<]*)<', front) == ["Connect four, width 8", "Connect four"]
        place = begin(page, "connect_four_width_8", **{"set-width": "9"})
        shown = page.get(place).text
        assert re.search(r'<h1 class="what"><a href="/g/connect_four[^"]*">Connect four, width 9</a></h1>', shown)
        assert "<title>Connect four, width 9: Your move, X." in shown
        assert ">Connect four, width 9</a>, 0 moves against computer, level 4" in page.get("/").text


def test_a_tree_of_a_shelf_is_no_name_for_another_tree(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first), ["tree:file=three_players"])) as page:
        place = begin(page, "tree_file_three_players", **{"set-file": "centipede"})
        shown = page.get(place).text
        assert ">Centipede (tree)</a></h1>" in shown
        assert "The centipede game (Rosenthal 1981)" in shown
        assert "three players" not in shown.lower()


def test_the_games_of_a_family_each_have_a_sentence_of_their_own(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    shelf = Shelf.of(["openspiel:chess", "openspiel:go(board_size=9)", "tree:file=cooperation"])
    titles = [offer.title for offer in shelf][:3]
    assert titles[:2] == [f"{name}, by the rules of the library OpenSpiel." for name in ("Chess", "Go")]
    assert titles[2].startswith("Two players work towards (1000, 1000)")
    assert [offer.name for offer in shelf][:3] == ["Chess (openspiel)", "Go, board size 9 (openspiel)", "Cooperation (tree)"]
    plain = tmp_path / "plain.json"
    plain.write_text(json.dumps({"title": 7, "tree": {"moves": {"a": 1}}}))
    untitled = registry.load(f"tree:file={plain}")
    assert (name_game(untitled), describe_game(untitled)) == ("Plain (tree)", registry.title(type(untitled)))
