"""Every position has an address: what it says, what is wrong with one, and where short ones lead."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from analysed import CATALOG, FEN, HEX, read, said, told
from kibitz.core import registry
from kibitz.position import Position
from kibitz.table.served_games import name_spec
from kibitz.web.addresses import analysis_of, query_of
from web_house import Client, Oracle, house


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(told), [HEX])) as client:
        yield client


@pytest.mark.parametrize("slug", [offer.slug for offer in CATALOG])
def test_every_position_of_every_game_is_found_by_its_address(slug: str) -> None:
    game = CATALOG[slug].base
    position = Position.after(game)
    for ply in range(12):
        query = query_of(CATALOG[slug], game, position.names())
        shown = read(slug, query)
        assert (shown.position.moves, shown.ply, shown.names) == (position.moves, ply, position.names())
        legal = position.legal()
        if not legal:
            break
        position = position.play(legal[ply * 7 % len(legal)])


def test_addresses_are_short_and_have_the_parameters_of_the_game() -> None:
    othello, four = CATALOG["othello"], CATALOG["connect_four"]
    assert query_of(othello, othello.base, ["f5", "d6", "c3"]) == "?moves=f5d6c3"
    assert query_of(othello, othello.base, ["f5", "d6", "c3"], 2) == "?moves=f5d6c3&ply=2"
    assert query_of(othello, othello.base, []) == ""
    wide = registry.load("connect_four:width=10,height=5")
    assert query_of(four, wide, ["10", "1"]) == "?width=10&height=5&moves=10+1"
    assert read("connect_four", "?width=10&height=5&moves=10+1").game == wide
    king = registry.load(f"chess:fen={FEN}")
    assert query_of(CATALOG["chess"], king, []) == f"?fen={FEN}"
    assert read("chess", f"?fen={FEN.replace('_', '+')}").game == king
    assert name_spec(f"chess:fen={FEN}") == "Chess, from a position"
    assert analysis_of(CATALOG, wide, ["1"]) == "/g/connect_four/analyse?width=10&height=5&moves=1"
    assert analysis_of(CATALOG, None, ["1"]) == ""
    assert analysis_of(CATALOG, registry.load("hex"), ["a1"]) == "", "a file takes its place"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("othello/analyse?moves=a1", "Move 1: 'a1' is not allowed here; the legal moves are d3 c4 f5 e6."),
        ("othello/analyse?moves=f5&play=zz", "'zz' is not a move of this game; the legal moves are f4 d6 f6."),
        ("othello/position.svg?moves=f5f5", "Move 2: 'f5' is not allowed here; the legal moves are f4 d6 f6."),
        ("othello/analyse?ply=one", "The ply of an address is a whole number, 0 before the first move."),
        ("othello/analyse?size=7", "An Othello board of size 7 does not fit: size is 4, 6 or 8."),
        ("chess/analyse?fen=8/../../etc/passwd", "'8/../../etc/passwd' is not a position to begin with."),
        ("othello/analyse?obf=XO", "'XO' is not a position of Othello:"),
        ("chess?fen=8/8/8+w", "'8/8/8 w' is not a position of chess:"),
        ("chess/analyse?fen=8/8/8+w", "'8/8/8 w' is not a position of chess:"),
        ("chess/analyse?fen=a(b)+c", "'a(b) c' is not a position to begin with."),
        ("go?size=100000000", "Size is at most 1000 here."),
        ("othello/line/review", "A review is of 1 to 2,000 moves, and this game has 0."),
        ("othello/line/review?moves=a1", "Move 1: 'a1' is not allowed here; the legal moves are d3 c4 f5 e6."),
        ("othello?moves=a1", "Move 1: 'a1' is not allowed here; the legal moves are d3 c4 f5 e6."),
        ("tic_tac_toe?moves=1,1+2,1+1,2+2,2+1,3", "The game is over there: take a position before its end."),
        ("othello/analyse?moves=" + "f5+" * 2000, "A game has at most 2,000 moves here."),
        ("chess/analyse?moves=" + "Nf3+Nf6+Ng1+Ng8+" * 4 + "e4", "Move 17: the game is over: 'e4' cannot be played any more."),
        ("othello/analyse?moves=" + "f5" * 10_001, "These are more moves than a page takes."),
    ],
)
def test_wrong_addresses_are_told_in_a_sentence(page: Client, place: str, sentence: str) -> None:
    reply = page.get(f"/g/{place}")
    assert reply.status_code == (409 if place == "othello/line/review" else 400)
    assert said(reply).startswith(sentence)


def test_there_is_no_board_for_a_game_that_is_not_served(page: Client) -> None:
    assert page.get("/g/nothing/analyse").status_code == 404
    assert page.get("/g/nothing/position.svg").status_code == 404


@pytest.mark.parametrize(
    ("short", "place"),
    [
        ("/play/othello?moves=f5d6c3", "/g/othello?moves=f5d6c3"),
        ("/analyse/othello?moves=f5", "/g/othello/analyse?moves=f5"),
        ("/analyse/connect_four", "/g/connect_four/analyse"),
    ],
)
def test_short_addresses_lead_to_the_page_of_the_game(page: Client, short: str, place: str) -> None:
    assert page.get(short).headers["location"] == place
    assert page.get("/analyse/nothing").status_code == page.get("/play/nothing").status_code == 404


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("/g/othello/", "/g/othello"),
        ("/puzzles/", "/puzzles"),
        ("/g/othello/analyse/?moves=f5d6&ply=1", "/g/othello/analyse?moves=f5d6&ply=1"),
        ("/g/a b//", "/g/a%20b"),
    ],
)
def test_a_slash_behind_an_address_is_taken_away(page: Client, address: str, place: str) -> None:
    answer = page.get(address)
    assert (answer.status_code, answer.headers["location"]) == (308, place)


@pytest.mark.parametrize("address", ["//evil.example/", "/\\evil.example/", "/api/games/", "/static/x/y"])
def test_and_nowhere_else_is_led_to(page: Client, address: str) -> None:
    answer = page.get(address)
    assert answer.status_code == 404
    assert "location" not in answer.headers
