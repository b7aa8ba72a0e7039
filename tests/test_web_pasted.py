"""Analyses as PGN, and games that are pasted in any format."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from analysed import CATALOG, FEN, HEX, LIMITS, said, told
from kibitz.core import registry
from kibitz.errors import FormatError, GameError, MoveError
from kibitz.formats.annotated import DEEPEST, Variation
from kibitz.formats.files import format_named
from kibitz.formats.source import Source
from kibitz.position import Position
from kibitz.table.analysed_game import annotated, read_analysis, rows_of, write_pgn
from kibitz.table.limits import Limits
from kibitz.table.pasted import read_text, served
from kibitz.table.served_games import Catalog, public
from web_house import Client, Oracle, house


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(told), [HEX])) as client:
        yield client


ROWS = [
    [-1, "", "the start"],
    [0, "f5", ""],
    [1, "d6", "solid {very}"],
    [1, "f4", "a question"],
    [3, "e3", ""],
    [2, "c3", ""],
    [3, "c3", ""],
]
PGN = """[Event "?"]
[Game "othello"]
[First "?"]
[Second "?"]
[Result "*"]
[Annotator "kibitz"]

{the start} 1. f5 d6 {solid (very)} (f4 {a question} 2. e3 (2. c3)) 2. c3 *

"""


def test_variations_and_comments_are_written_as_pgn_and_read_back(page: Client) -> None:
    reply = page.post("/g/othello/analyse/pgn", {"tree": json.dumps(ROWS)})
    assert reply.text == PGN
    assert reply.headers["content-disposition"] == 'attachment; filename="othello.pgn"'
    games = list(format_named("pgn").read(Source([PGN.encode()]), None))
    assert games[-1].record.moves == ("f5", "d6", "c3")
    assert games[-1].comments == {0: "the start", 2: "solid (very)"}
    assert len(games) == 1, "nothing is left out"
    assert write_pgn(read_analysis(registry.load("othello"), json.dumps(rows_of(games[0])), LIMITS)) == PGN


def test_without_a_script_the_line_is_written(page: Client) -> None:
    text = page.post("/g/tic_tac_toe/analyse/pgn", {"moves": "1,1 2,1 1,2 2,2 1,3"}).text
    assert '[Result "1-0"]' in text
    assert "\n1. 1,1 2,1 2. 1,2 2,2 3. 1,3 1-0\n" in text
    assert public(HEX) not in page.post("/g/othello/analyse/pgn", {}).text
    own = page.post("/g/hex_2/analyse/pgn" if "hex_2" in {one.slug for one in CATALOG} else "/g/hex/analyse/pgn", {}).text
    assert str(Path(HEX).parent) not in own, "no folder of the server"


@pytest.mark.parametrize(
    "rows",
    [
        "no JSON",
        "[]",
        "{}",
        "[[-1, 5, 6]]",
        '[[-1, "", ""], [1, "f5", ""]]',
        '[[-1, "", ""], [-1, "f5", ""]]',
        '[[-1, "", ""], ["0", "f5", ""]]',
        '[[-1, "", ""], [0, 7, ""]]',
        '[[-1, "", ""], [0, "f5"]]',
        "[" * 5000,
    ],
)
def test_what_is_no_analysis_is_refused(page: Client, rows: str) -> None:
    reply = page.post("/g/othello/analyse/pgn", {"tree": rows})
    assert reply.status_code == 400
    assert said(reply) in ("This is not an analysis.", "A comment is a text of at most 2,000 letters.")


def test_moves_comments_and_nesting_have_their_limits() -> None:
    othello = registry.load("othello")
    with pytest.raises(MoveError, match="move 2: 'a1' is not allowed here"):
        read_analysis(othello, '[[-1, "", ""], [0, "f5", ""], [1, "a1", ""]]', LIMITS)
    with pytest.raises(FormatError, match="at most 2,000 letters"):
        read_analysis(othello, json.dumps([[-1, "", "x" * 2001]]), LIMITS)
    few = Limits(nodes_analysed=2)
    assert read_analysis(othello, '[[-1, "", ""], [0, "f5", ""], [1, "d6", ""]]', few).after[0].after[0].name == "d6"
    with pytest.raises(FormatError, match="not an analysis"):
        read_analysis(othello, '[[-1, "", ""], [0, "f5", ""], [1, "d6", ""], [1, "f4", ""]]', few)
    rows, before = [(-1, "", "")], 0
    position = Position.after("connect_four")
    for _ in range(DEEPEST + 2):  # at each ply the second of two moves goes on
        names = [position.name(move) for move in position.legal()]
        rows += [(before, names[0], ""), (before, names[-1], "")]
        before = len(rows) - 1
        position = position.play(names[-1])
        if len(position.legal()) < 2:
            break
    if len(rows) > 2 * DEEPEST + 2:
        with pytest.raises(FormatError, match="can be nested 40 deep"):
            annotated(read_analysis(registry.load("connect_four"), json.dumps(rows), LIMITS))


def test_an_analysis_goes_to_pgn_and_its_rows_come_back() -> None:
    start = read_analysis(registry.load("othello"), json.dumps(ROWS), LIMITS)
    game = annotated(start)
    assert game.variations == {2: (Variation(("f4", "e3"), {1: "a question"}, {2: (Variation(("c3",)),)}),)}
    assert write_pgn(read_analysis(registry.load("othello"), json.dumps(rows_of(game)), LIMITS)) == PGN


# Pasted games.

PASTED = [
    ("f5d6c3", "othello", "/g/othello/analyse?moves=f5d6c3"),
    ("f5 d6; c3", "othello", "/g/othello/analyse?moves=f5d6c3"),
    ("1. e4 e5 2. Nf3", "", "/g/chess/analyse?moves=e4+e5+Nf3"),
    ("1. e4 e5 2. Nf3", "othello", "/g/chess/analyse?moves=e4+e5+Nf3"),
    ("(;GM[Othello]TY[8]B[F5]W[D6];)", "", "/g/othello/analyse?moves=f5d6"),
    ("(;GM[1]FF[4]SZ[9];B[ee];W[cc])", "", "/g/go/analyse?komi=0&moves=E5+C7"),
    ('[GameType "21"]\n\n1. 11-15 23-19', "", "/g/checkers/analyse?moves=11-15+23-19"),
    (FEN.replace("_", " "), "", f"/g/chess/analyse?fen={FEN}"),
    ("-" * 27 + "OX------XO" + "-" * 27 + " X;", "", "/g/othello/analyse"),
    ('{"game": "connect_four:width=8", "moves": "4 4 5"}', "", "/g/connect_four/analyse?width=8&moves=445"),
    ('[Game "tic_tac_toe"]\n\n1. 2,2 1,1', "chess", "/g/tic_tac_toe/analyse?moves=2,2+1,1"),
]


@pytest.mark.parametrize(("text", "game", "place"), PASTED, ids=range(len(PASTED)))
def test_what_convert_reads_opens_on_the_board(page: Client, text: str, game: str, place: str) -> None:
    reply = page.post("/analyse", {"text": text, "game": game})
    assert reply.status_code == 200
    assert reply.headers["kibitz-location"] == place
    assert page.get(place).status_code == 200


def test_a_file_of_rules_of_the_operator_reads_its_own_games(page: Client) -> None:
    slug = next(offer.slug for offer in CATALOG if offer.own)
    reply = page.post("/analyse", {"text": '[Game "hex.py:Hex"]\n\n1. a1 b2', "game": slug})
    assert reply.headers["kibitz-location"] == f"/g/{slug}/analyse?moves=a1b2"
    wrong = page.post("/analyse", {"text": '[Game "hex.py:Hex"]\n\n1. a1 b2', "game": "othello"})
    assert "these are run only when you name them yourself" in said(wrong)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read: paste moves, or a game."),
        ("4 4 5", "Nobody can tell which game this is: choose it in the list."),
        ("# mine\n\nhello", "Nobody can tell which game this is: choose it in the list."),
        (
            "e4 e5 Zz9",
            "'Zz9' is not a legal move after e4 e5 in any game here: correct it, or choose the game in the list.",
        ),
        ('[Game "/tmp/evil.py"]\n\n1. a', "Line 1: The game is left out: the game is /tmp/evil.py, a file of rules, and these"),
        ('[Game "tree:file=/etc/passwd"]\n\n1. a', "Line 1: The game is left out: file is one of alliance,"),
        ('[Game "openspiel:chess"]\n\n1. a', "Line 1: The game is left out: openspiel is not served here."),
        ('[Game "connect_four:width=99999"]\n\n1. 4', "Line 1: The game is left out: width is at most 1000 here."),
        ('[Game "othello:nothing=1"]\n\n1. f5', "Line 1: The game is left out: 'nothing' of othello cannot be set here."),
        ('{"game": "tree:file=../x", "moves": ""}', "Line 1: The game is left out: file is one of"),
        ("1. e5 e4", "Line 1: Move 1: 'e5' is no"),
    ],
)
def test_what_cannot_be_read_is_told_and_no_file_is_looked_at(page: Client, text: str, sentence: str) -> None:
    reply = page.post("/analyse", {"text": text, "game": ""})
    assert reply.status_code == 400
    assert said(reply).startswith(sentence), said(reply)
    assert f"{text}</textarea>" in unescape(reply.text), "it is still there to be mended"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("othello f5d6c3", "/g/othello/analyse?moves=f5d6c3"),
        ("Connect four: 4 4 5", "/g/connect_four/analyse?moves=445"),
        ("connect_four\n4 4", "/g/connect_four/analyse?moves=44"),
        ("Chess 1. e4 e5", "/g/chess/analyse?moves=e4+e5"),
    ],
)
@pytest.mark.parametrize("chosen", ["", "nim"])
def test_a_text_may_begin_with_the_name_of_its_game(page: Client, text: str, place: str, chosen: str) -> None:
    assert page.post("/analyse", {"text": text, "game": chosen}).headers["kibitz-location"] == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("f5d6c3d3", "/g/othello/analyse?moves=f5d6c3d3"),
        ("# two lines\nf5 d6 c3", "/g/othello/analyse?moves=f5d6c3"),
        ("e4 e5 Nf3 Nc6", "/g/chess/analyse?moves=e4+e5+Nf3+Nc6"),
        ("roll 6 hold", "/g/pig/analyse?moves=roll+6+hold"),
    ],
)
def test_moves_that_say_themselves_which_game_they_are_of_need_no_name(page: Client, text: str, place: str) -> None:
    assert page.post("/analyse", {"text": text, "game": ""}).headers["kibitz-location"] == place


def test_a_flaw_is_told_with_its_line_and_the_moves_before_it_are_kept(page: Client) -> None:
    reply = page.post("/analyse", {"text": "# a comment\nf5 d6 a1", "game": "othello"})
    assert reply.headers["kibitz-location"] == "/g/othello/analyse?moves=f5d6"
    assert "Line 2: Move 3: &#39;a1&#39; is not allowed here" in reply.text


def test_comments_of_a_pasted_game_come_along(page: Client) -> None:
    reply = page.post("/analyse", {"text": PGN, "game": ""})
    rows = re.search(r'data-rows="([^"]*)"', reply.text)
    assert rows
    assert [row[2] for row in json.loads(unescape(rows[1]))][:3] == ["the start", "", "solid (very)"]


def test_several_games_are_listed(page: Client) -> None:
    reply = page.post("/analyse", {"text": "f5\nf5d6\n", "game": "othello"})
    assert re.findall(r'<li><a href="([^"]*)">([^<]*)</a>', reply.text) == [
        ("/g/othello/analyse?moves=f5", "Othello: 1 move"),
        ("/g/othello/analyse?moves=f5d6", "Othello: 2 moves"),
    ]
    found = read_text(CATALOG, Limits(pasted=1), "f5\nf5d6\n", CATALOG["othello"])
    assert ([one.title for one in found.games], found.flaws) == (
        ["Othello: 1 move"],
        ("There are more games: the first 1 are shown.",),
    )
    players = read_text(CATALOG, LIMITS, '[White "A"]\n[Black "B"]\n\n1. e4 *', None).games[0]
    assert players.title == "Chess: A and B, 1 move"


def test_too_large_boards_and_too_long_games_are_left_out() -> None:
    assert "too large for the page" in read_text(CATALOG, Limits(cells=50), "(;GM[1]SZ[9];B[ee])", None).flaws[-1]
    assert read_text(CATALOG, Limits(plies=1), "f5d6", CATALOG["othello"]).flaws[-1].endswith("at most 1 moves here.")
    assert served(CATALOG, LIMITS, "othello:size=6") == registry.load("othello:size=6")
    with pytest.raises(GameError, match="nothing is not served here"):
        served(CATALOG, LIMITS, "nothing")


@pytest.mark.untraced  # a thread is to end
def test_a_text_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 4
    many = "\n\n".join(f'[Event "{number}"]\n\n{shuffle}*' for number in range(40))
    with Client(house(tmp_path, Oracle(told), limits=Limits(rules=0.05))) as page:
        assert said(page.post("/analyse", {"text": many, "game": ""})) == "This text takes too long to read: paste fewer games."


def test_the_page_where_one_pastes_knows_all_games(page: Client) -> None:
    shown = page.get("/analyse").text
    assert re.findall(r'<option value="([^"]+)"', shown) == [offer.slug for offer in Catalog.of([HEX])]
    assert '<a href="/analyse">Analyse</a>' in page.get("/").text
