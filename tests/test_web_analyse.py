"""Positions by their addresses, and the analysis board without scripts: moves, values, pictures, pasted games, PGN."""

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl
from xml.etree import ElementTree as ET

import pytest

from kibitz import registry
from kibitz.errors import GameError, MoveError
from kibitz.formats.annotated import DEEPEST, Variation
from kibitz.formats.files import format_named
from kibitz.formats.source import Source
from kibitz.position import Position
from kibitz.present.film import still
from kibitz.web.addresses import ShownLine, analysis_of, query_of
from kibitz.web.analysed_game import annotated, read_analysis, rows_of, write_pgn
from kibitz.web.analyses import ELSEWHERE, Analyses, AnalysisNews, best_moves, better, describe_news
from kibitz.web.house import Wrong
from kibitz.web.job import Busy, JobFailed
from kibitz.web.limits import Limits
from kibitz.web.pasted import read_text, served
from kibitz.web.shelf import Shelf, name_spec, public
from web_forms import begin
from web_house import Answer, Client, Oracle, Reply, house, timed

HEX = str(Path(__file__).parent.parent / "examples" / "hex.py")
LIMITS = Limits()
SHELF = Shelf.of([HEX])
WIN = {"kind": "exact", "result": 1, "plies": 7}
GUESS = {"kind": "estimate", "result": -0.5, "plies": None}
FEN = "8/8/8/8/8/4k3/8/4K2R_w_-_-_0_1"


def told(do: str, args: dict[str, Any]) -> Answer:
    """What a worker would say: the first move wins, the others are guessed."""
    position = Position.after(registry.load(args["game"]), args["moves"])
    names = [position.name(move) for move in position.legal()]
    moves = [{"move": name, "value": GUESS if number else WIN, "line": [name]} for number, name in enumerate(names)]
    return answer(moves, to_move=max(position.to_move, 0))


def answer(moves: list[dict[str, Any]], **others: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "to_move": 0,
        "value": moves[0]["value"],
        "best": moves[0]["move"],
        "line": moves[0]["line"],
        "moves": moves,
        "depth": 5,
        "stopped": "time",
        "informed": True,
    }
    return usual | others


def rated(**results: float) -> list[dict[str, Any]]:
    """Moves with the values that are guessed of them; a whole number is proved."""
    values = {
        name: {"kind": "exact" if result == int(result) else "estimate", "result": result, "plies": None}
        for name, result in results.items()
    }
    return [{"move": name, "value": value, "line": [name]} for name, value in values.items()]


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    with Client(house(tmp_path, Oracle(told), [HEX])) as client:
        yield client


def read(slug: str, query: str) -> ShownLine:
    return ShownLine.read(SHELF[slug], dict(parse_qsl(query.removeprefix("?"))), LIMITS)


def said(reply: Reply) -> str:
    """The sentence of a page that refuses."""
    found = re.search(r'class="wrong"[^>]*>([^<]*)', reply.text)
    assert found, reply.text
    return unescape(found[1])


# Addresses.


@pytest.mark.parametrize("slug", [offer.slug for offer in SHELF])
def test_every_position_of_every_game_is_found_by_its_address(slug: str) -> None:
    game = SHELF[slug].base
    position = Position.after(game)
    for ply in range(12):
        query = query_of(SHELF[slug], game, position.names())
        shown = read(slug, query)
        assert (shown.position.moves, shown.ply, shown.names) == (position.moves, ply, position.names())
        legal = position.legal()
        if not legal:
            break
        position = position.play(legal[ply * 7 % len(legal)])


def test_addresses_are_short_and_have_the_parameters_of_the_game() -> None:
    othello, four = SHELF["othello"], SHELF["connect_four"]
    assert query_of(othello, othello.base, ["f5", "d6", "c3"]) == "?moves=f5d6c3"
    assert query_of(othello, othello.base, ["f5", "d6", "c3"], 2) == "?moves=f5d6c3&ply=2"
    assert query_of(othello, othello.base, []) == ""
    wide = registry.load("connect_four:width=10,height=5")
    assert query_of(four, wide, ["10", "1"]) == "?width=10&height=5&moves=10+1"
    assert read("connect_four", "?width=10&height=5&moves=10+1").game == wide
    king = registry.load(f"chess:fen={FEN}")
    assert query_of(SHELF["chess"], king, []) == f"?fen={FEN}"
    assert read("chess", f"?fen={FEN.replace('_', '+')}").game == king
    assert name_spec(f"chess:fen={FEN}") == "Chess, from a position"
    assert analysis_of(SHELF, wide, ["1"]) == "/g/connect_four/analyse?width=10&height=5&moves=1"
    assert analysis_of(SHELF, None, ["1"]) == ""
    assert analysis_of(SHELF, registry.load("hex"), ["a1"]) == "", "a file takes its place"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("othello/analyse?moves=a1", "Move 1: 'a1' is not allowed here; the legal moves are d3 c4 f5 e6."),
        ("othello/analyse?moves=f5&play=zz", "'zz' is no move of this game; the legal moves are f4 d6 f6."),
        ("othello/position.svg?moves=f5f5", "Move 2: 'f5' is not allowed here; the legal moves are f4 d6 f6."),
        ("othello/analyse?ply=one", "The ply of an address is a whole number, 0 before the first move."),
        ("othello/analyse?size=7", "An Othello board of size 7 does not fit: size is 4, 6 or 8."),
        ("chess/analyse?fen=8/../../etc/passwd", "'8/../../etc/passwd' is no position to begin with."),
        ("othello/analyse?obf=XO", "'XO' is no position of Othello:"),
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


# The board.


def test_a_move_on_the_board_leads_to_its_own_address_and_keeps_the_line_that_it_belongs_to(page: Client) -> None:
    line = "/g/othello/analyse?moves=f5d6c3&ply=1"
    assert page.get(f"{line}&play=d6").headers["location"] == "/g/othello/analyse?moves=f5d6c3&ply=2"
    assert page.get(f"{line}&play=f4").headers["location"] == "/g/othello/analyse?moves=f5f4"
    shown = page.get(line).text
    assert re.findall(r'data-step="(\w+)"[^>]*?(?:href="([^"]*)"|aria-disabled)', shown) == [
        ("First", "/g/othello/analyse?moves=f5d6c3&amp;ply=0"),
        ("Back", "/g/othello/analyse?moves=f5d6c3&amp;ply=0"),
        ("Next", "/g/othello/analyse?moves=f5d6c3&amp;ply=2"),
        ("Last", "/g/othello/analyse?moves=f5d6c3"),
    ]
    assert sorted(re.findall(r'<button[^>]*name="play" value="([^"]*)"', shown)) == ["d6", "f4", "f6"]
    assert 'aria-current="true">f5</a>' in shown


def test_a_piece_is_picked_up_and_both_sides_move(page: Client) -> None:
    shown = page.get("/g/checkers/analyse?moves=11-15&from=23").text
    assert set(re.findall(r'name="play" value="([^"]*)"', shown)) == {"23-18", "23-19"}
    assert "White to move." in shown


def test_where_dice_decide_the_visitor_chooses_what_they_bring(page: Client) -> None:
    shown = page.get("/g/pig/analyse?moves=roll").text
    assert "Choose what chance brings." in shown
    assert sorted(re.findall(r'<button[^>]*name="play" value="([^"]*)"', shown)) == list("123456")


def test_values_are_computed_when_somebody_without_scripts_asks(page: Client) -> None:
    shown = page.get("/g/tic_tac_toe/analyse?moves=2,2&values=1").text
    rows = re.findall(r'<th scope="row"><a href="([^"]*)">([^<]*)</a></th><td>([^<]*)</td>', shown)
    assert rows[0] == ("/g/tic_tac_toe/analyse?moves=2%2C2+1%2C1".replace("%2C", ","), "1,1", "wins in 7")
    assert len(rows) == 8
    assert [words for *_, words in rows[1:]] == ["estimate \u22120.5"] * 7
    assert "proved" in page.get("/g/tic_tac_toe/analyse?moves=2,2&values=1").text
    assert "The game is over" in page.get("/g/tic_tac_toe/analyse?moves=1,1+2,1+1,2+2,2+1,3&values=1").text


def test_what_is_known_of_a_position_stands_there_before_anybody_looks_further(page: Client) -> None:
    assert "wins in 7" not in page.get("/g/tic_tac_toe/analyse").text
    page.get("/g/tic_tac_toe/analyse?values=1")
    assert "wins in 7" in page.get("/g/tic_tac_toe/analyse").text


def test_a_position_is_a_picture(page: Client) -> None:
    reply = page.get("/g/othello/position.svg?moves=f5d6")
    assert reply.headers["content-type"] == "image/svg+xml"
    assert reply.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert reply.text == still(Position.after("othello", "f5d6"))
    assert ET.fromstring(reply.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_one_can_play_on_from_a_position(page: Client) -> None:
    shown = page.get("/g/othello?moves=f5d6c3&ply=2").text
    assert "The game begins after 2 moves." in shown
    assert "(begins)" not in shown
    assert re.findall(r"(\w+) \(to move\)", page.get("/g/othello?moves=f5").text) == ["White"]
    assert re.findall(r'value="(\w+)[^"]*" selected', page.get("/g/othello?moves=f5").text) == ["computer", "human"]
    assert 'name="moves" value="f5 d6"' in shown
    table = page.get(begin(page, "othello", moves="f5 d6")).text
    assert re.findall(r'<span class="by">\w+</span> (\w\d)', table) == ["f5", "d6"]
    king = page.get(f"/g/chess?fen={FEN}").text
    assert "The game begins with this position." in king
    assert f'name="set-fen" value="{FEN}"' in king
    assert "Chess, from a position" in page.get(begin(page, "chess", **{"set-fen": FEN})).text
    wrong = page.post("/g/othello/play", {"player-0": "human", "moves": "a1"})
    assert (wrong.status_code, said(wrong)[:19]) == (400, "Move 1: 'a1' is not")


def test_practising_puts_the_visitor_into_the_seat_that_has_the_move(page: Client) -> None:
    shown = page.get("/g/othello/analyse?moves=f5").text
    form = re.search(r'action="/g/othello/play">(.*?)</form>', shown, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form[1]))
    assert fields == {"player-0": "computer:level=4", "player-1": "human", "moves": "f5"}
    place = page.post("/g/othello/play", fields).headers["location"]
    assert "Your move, White." in page.get(place).text
    assert '<a href="/g/othello/analyse?moves=f5">Analyse</a>' in page.get(place).text
    assert '<a href="/g/othello/analyse?moves=f5&amp;ply=0">Analyse</a>' in page.get(f"{place}?ply=0").text
    assert "Practise" not in page.get("/g/tic_tac_toe/analyse?moves=1,1+2,1+1,2+2,2+1,3").text


def test_a_line_can_be_reviewed(tmp_path: Path) -> None:
    asked = list[tuple[str, dict[str, Any]]]()

    def review(do: str, args: dict[str, Any]) -> Answer:
        asked.append((do, args))
        walk: dict[str, Any] = {"opening": ["looked at"], "closing": [], "tallies": [], "values": [], "plies": []}
        return {"html": "<p>all of it</p>", "json": {"verdicts": 1}, "walk": walk}

    with Client(house(tmp_path, Oracle(review))) as page:
        made: Any = page._house
        made.reviews._pool = made.thinkers
        place = "/g/othello/line/review?moves=f5d6c3"
        shown = page.get(place).text
        assert 'action="/g/othello/line/review?moves=f5d6c3&amp;seconds=0.5"' in shown
        assert '<a href="/g/othello/analyse?moves=f5d6c3">Analyse</a>' in shown
        done = page.post(place, {"seconds": "0.1"})
        assert done.headers["location"] == f"{place}&seconds=0.1"
        for _ in range(100):
            if "looked at" in (text := page.get(f"{place}&seconds=0.1").text):
                break
        assert "looked at" in text
        assert "Move 2 of 3: White d6." in page.get(f"{place}&seconds=0.1&ply=2&turned=1").text
        assert "<p>all of it</p>" in page.get("/g/othello/line/review/whole?moves=f5d6c3&seconds=0.1").text
        assert page.get("/g/othello/line/review.json?moves=f5d6c3&seconds=0.1").text == '{"verdicts":1}'
    (do, args), *_ = asked
    assert (do, args["moves"], args["reason"]) == ("review", ("f5", "d6", "c3"), "unfinished")


# PGN.

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
    own = page.post("/g/hex_2/analyse/pgn" if "hex_2" in {one.slug for one in SHELF} else "/g/hex/analyse/pgn", {}).text
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
    assert said(reply) in ("This is no analysis as the board sends it.", "A comment is a text of at most 2,000 letters.")


def test_moves_comments_and_nesting_have_their_limits() -> None:
    othello = registry.load("othello")
    with pytest.raises(MoveError, match="move 2: 'a1' is not allowed here"):
        read_analysis(othello, '[[-1, "", ""], [0, "f5", ""], [1, "a1", ""]]', LIMITS)
    with pytest.raises(Wrong, match="at most 2,000 letters"):
        read_analysis(othello, json.dumps([[-1, "", "x" * 2001]]), LIMITS)
    few = Limits(nodes_analysed=2)
    assert read_analysis(othello, '[[-1, "", ""], [0, "f5", ""], [1, "d6", ""]]', few).after[0].after[0].name == "d6"
    with pytest.raises(Wrong, match="no analysis"):
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
        with pytest.raises(Wrong, match="can be nested 40 deep"):
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
    slug = next(offer.slug for offer in SHELF if offer.own)
    reply = page.post("/analyse", {"text": '[Game "hex.py:Hex"]\n\n1. a1 b2', "game": slug})
    assert reply.headers["kibitz-location"] == f"/g/{slug}/analyse?moves=a1b2"
    wrong = page.post("/analyse", {"text": '[Game "hex.py:Hex"]\n\n1. a1 b2', "game": "othello"})
    assert "these are run only when you name them yourself" in said(wrong)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read: paste moves, or a game."),
        ("f5d6c3", "Nobody can tell which game this is: choose it in the list."),
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
    found = read_text(SHELF, Limits(pasted=1), "f5\nf5d6\n", SHELF["othello"])
    assert ([one.title for one in found.games], found.flaws) == (
        ["Othello: 1 move"],
        ("There are more games: the first 1 are shown.",),
    )
    players = read_text(SHELF, LIMITS, '[White "A"]\n[Black "B"]\n\n1. e4 *', None).games[0]
    assert players.title == "Chess: A and B, 1 move"


def test_too_large_boards_and_too_long_games_are_left_out() -> None:
    assert "too large for the page" in read_text(SHELF, Limits(cells=50), "(;GM[1]SZ[9];B[ee])", None).flaws[-1]
    assert read_text(SHELF, Limits(plies=1), "f5d6", SHELF["othello"]).flaws[-1].endswith("at most 1 moves here.")
    assert served(SHELF, LIMITS, "othello:size=6") == registry.load("othello:size=6")
    with pytest.raises(GameError, match="nothing is not served here"):
        served(SHELF, LIMITS, "nothing")


def test_a_text_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 4
    many = "\n\n".join(f'[Event "{number}"]\n\n{shuffle}*' for number in range(40))
    with Client(house(tmp_path, Oracle(told), limits=Limits(rules=0.05))) as page:
        assert said(page.post("/analyse", {"text": many, "game": ""})) == "This text takes too long to read: paste fewer games."


def test_the_page_where_one_pastes_knows_all_games(page: Client) -> None:
    shown = page.get("/analyse").text
    assert re.findall(r'<option value="([^"]+)"', shown) == [offer.slug for offer in Shelf.of([HEX])]
    assert '<a href="/analyse">Analyse</a>' in page.get("/").text


# What an analysis board is told.


def test_the_better_answer_counts_and_what_is_proved_stays_proved() -> None:
    shallow, deep = answer(rated(a=0.5, b=0.1), depth=3), answer(rated(b=0.4, a=0.2), depth=4)
    assert better(shallow, deep) == deep
    assert better(deep, shallow) == deep
    solved = answer(rated(a=1, b=0), stopped="solved", depth=1)
    assert better(deep, solved) == solved
    assert better(solved, deep) == solved
    assert better(deep, answer(rated(a=0.5), depth=9) | {"moves": []}) == deep
    proved = better(answer(rated(b=1, a=0.5), depth=3), deep)
    assert [one["move"] for one in proved["moves"]] == ["b", "a"]
    assert (proved["best"], proved["value"]["kind"], proved["depth"]) == ("b", "at_least", 4)


def test_of_a_game_that_nobody_knows_nothing_is_claimed() -> None:
    shown = read("tic_tac_toe", "")
    blind = answer(rated(**{"1,1": 0.5}), informed=False, depth=4)
    assert best_moves(shown, blind) == []
    assert describe_news(shown, AnalysisNews(blind))["worth"] == (
        "Nothing is known of this game, and no result is in sight within 4 plies."
    )
    assert describe_news(shown, AnalysisNews())["doing"] == "It begins ..."
    assert describe_news(shown, AnalysisNews(doing="compiling Hex"))["doing"] == "Compiling Hex (only the first time) ..."
    assert describe_news(shown, AnalysisNews(answer(rated(a=1), stopped="solved"), is_done=True))["facts"] == "proved"


class Pool(Oracle):
    """Answers one after the other; the first time there is no place."""

    def __init__(self, *answers: Answer) -> None:
        super().__init__(lambda do, args: self.answers.pop(0))
        self.answers = list(answers)
        self.queued = 0


@timed
async def test_it_is_told_better_and_better_until_all_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.analyses.PATIENCE", 0.01)
    monkeypatch.setattr("kibitz.web.analyses.PACE", 0.01)
    solved = answer(rated(a=1), stopped="solved")
    pool = Pool(Busy(1), answer(rated(a=0.5), depth=2), solved)
    made = house(tmp_path, pool)
    heard = [news async for news in made.analyses.follow("me", "tic_tac_toe", ["1,1"])]
    assert heard[0].doing == "others are thinking just now"
    assert [one.answer["depth"] for one in heard if one.answer] == [2, 2, 5]
    assert [one.is_done for one in heard][-2:] == [False, True]
    assert [job.args["time"] for job in pool.jobs] == [5.0, 10.0]
    assert {job.visitor for job in pool.jobs} == {"me analyses"}, "it takes no move of a game away"
    again = [news async for news in made.analyses.follow("you", "tic_tac_toe", ["1,1"])]
    assert [one.is_done for one in again] == [True]
    assert await made.analyses.table("you", "tic_tac_toe", ["1,1"]) == solved
    assert len(pool.jobs) == 2
    made.store.close()


@timed
async def test_it_ends_when_another_board_is_opened_and_says_what_went_wrong(tmp_path: Path) -> None:
    pool = Pool(None, JobFailed("its process died"))
    made = house(tmp_path, pool)
    following = made.analyses.follow("me", "tic_tac_toe", [])
    news = await anext(following)
    assert (news.answer, news.is_done) == (None, False)
    pool.jobs[0].cancel()
    last = [one async for one in following][-1]
    assert (last.stopped, last.is_done) == (ELSEWHERE, True)
    assert [one.stopped async for one in made.analyses.follow("me", "tic_tac_toe", [])][-1] == "Its process died."
    made.store.close()


@timed
async def test_who_leaves_is_not_searched_for_and_who_waits_comes_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.analyses.FIRST", 0.0)
    pool = Pool(None, None)
    made = house(tmp_path, pool)
    following = made.analyses.follow("me", "tic_tac_toe", [])
    await anext(following)
    await following.aclose()
    await asyncio.sleep(0)
    assert pool.jobs[0].is_cancelled
    following = made.analyses.follow("me", "tic_tac_toe", [])
    await anext(following)
    pool.queued = 1
    waiting = asyncio.ensure_future(anext(following))
    await asyncio.wait({waiting}, timeout=0.6)
    assert pool.jobs[1].is_stopped
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    made.store.close()


@timed
async def test_what_was_found_last_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.analyses.KEPT", 1)
    made = house(tmp_path, Oracle(told))
    analyses: Analyses = made.analyses
    await analyses.table("me", "tic_tac_toe", [])
    await analyses.table("me", "tic_tac_toe", ["1,1"])
    assert analyses.known("tic_tac_toe", []) is None
    assert analyses.known("tic_tac_toe", ["1,1"]) is not None
    made.store.close()


def test_the_stream_tells_the_lines_of_a_position(tmp_path: Path) -> None:
    solved = answer([{"move": "1,1", "value": WIN, "line": ["1,1", "2,2"]}], stopped="solved")
    with Client(house(tmp_path, Oracle(lambda do, args: solved))) as page:
        text = page.get("/g/tic_tac_toe/analyse/stream?moves=3,3").text
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
    assert [event["id"] for event in events] == ["lines"] * len(events)
    assert events[-1]["end"]
    links = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', events[-1]["html"])
    assert links == [
        ("/g/tic_tac_toe/analyse?moves=3,3+1,1", "1,1"),
        ("/g/tic_tac_toe/analyse?moves=3,3+1,1+2,2", "2,2"),
    ]
    assert "data-stream" not in events[-1]["html"], "there is no more to come"


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
