"""The front page has the games in groups, finds them by words, and shows the boards of those that go on."""

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from kibitz.web.pages.front import GROUPS
from web_forms import begin, first
from web_house import Client, Oracle, house


def names(text: str) -> list[str]:
    return re.findall(r'<span class="name">([^<]*)</span>', text)


def found_names(text: str) -> list[str]:
    """Of the games that are not hidden."""
    cards = re.findall(r'<li class="game"[^>]*?( hidden)?>(.*?)</li>', text, re.DOTALL)
    return [name for is_hidden, card in cards if not is_hidden for name in names(card)]


def test_games_stand_in_groups(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        text = page.get("/").text
    parts = dict(re.findall(r'<h2 id="group\d">([^<]*)</h2>(.*?)</section>', text, re.DOTALL))
    assert tuple(parts) == GROUPS[1:]  # no file was named
    inside = {name: names(part) for name, part in parts.items()}
    assert {"Othello", "Chess", "Nim"} <= set(inside["Two players"])
    assert inside["Two players"][:3] == ["Chess", "Go", "Tic tac toe"], "the famous ones first"
    assert {"Einstein", "Pig", "Trio", "Tree"} <= set(inside[GROUPS[2]])
    assert len(names(text)) == len(set(names(text)))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("othello", {"Othello"}),
        ("  SEEDS   sow", {"Kalah", "Oware"}),  # in what they say of themselves
        ("reversi", {"Othello"}),
        ("draughts", {"Checkers"}),
        ("mancala", {"Kalah", "Oware"}),
        ("noughts", {"Tic tac toe"}),
        ("four in a row", {"Connect four"}),
        ("zzz", set()),
        ("<b>", set()),
    ],
)
def test_games_are_found_by_words(words: str, found: set[str], tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        text = page.get(f"/?{urlencode({'q': words})}").text
    assert set(found_names(text)) >= found
    assert bool(found_names(text)) == bool(found)
    assert len(names(text)) > len(found_names(text)), "the others are there for who types on"
    assert ('id="found" class="quiet" role="status" hidden' in text) == bool(found)
    assert "<b>" not in text.replace("<b></b>", "")
    assert 'href="/">All games</a>' in text


def test_boards_of_games_that_go_on_are_shown(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        place = begin(page, "tic_tac_toe")
        assert re.search(rf'<li><a href="{place}"><span class="picture" aria-hidden="true"><svg', page.get("/").text)


def test_a_board_that_takes_too_long_may_come_another_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        place = begin(page, "tic_tac_toe")
        board = f'<li><a href="{place}"><span class="picture"'
        with monkeypatch.context() as slow:
            slow.setattr("kibitz.web.board.pictures.BRIEF", 0.0)
            assert board not in page.get("/").text
        assert board in page.get("/").text
