"""What the page says: names of games and players, values and verdicts, figures of matches; in words, and never too much.

As a program it writes `transcripts/web_words.txt` anew, what is said of what.
"""

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.fixture import Plan
from kibitz.arena.standing import Standing, standing_as_json
from kibitz.arena.store import Totals
from kibitz.core import registry
from kibitz.core.thought import MoveValue, Thought, Value
from kibitz.errors import GameError
from kibitz.present.answer import blank, thought_of, value_of
from kibitz.present.marks import all_alike, describe_move, judged, legend, mark, one_sided, signed
from kibitz.present.values import ValueWords
from kibitz.table import standings
from kibitz.table.served_games import Catalog, ServedGame, describe_game, name_game, name_player, name_spec
from web_forms import begin, first
from web_house import Client, Oracle, house

WORDS = Path(__file__).parent / "transcripts" / "web_words.txt"
FOUR, PIG = (ValueWords(registry.load(name)) for name in ("connect_four", "pig"))
DRAW = Value("exact", 0)


def read_value(text: str) -> Value:
    """A kind, a result, and plies or what each player gets: "exact -1 8", "exact 2 -1/2/-1"."""
    kind, result, rest = (*text.split(), "", "")[:3]
    payoffs = tuple(map(float, rest.split("/"))) if "/" in rest else None
    kinds: Any = kind
    return Value(kinds, float(result), int(rest) if rest.isdigit() else None, payoffs)


def say_move(text: str) -> str:
    """As its mark on the board, and in words; `text`: a game, the mover, and the value."""
    place, _, value = text.partition(": ")
    game, mover = place.split()
    words, worth = ValueWords(registry.load(game)), read_value(value)
    marked = mark(words, worth, int(mover))
    assert marked.exact == (worth.kind == "exact")
    return f"{marked.text} as a {marked.outcome}; {describe_move(words, worth, int(mover))}"


def say_verdict(text: str) -> str:
    """On a move, of so many, of which some are known."""
    head, _, known = text.partition(": ")
    made, _, count = head.partition(" of ")
    values = {name: read_value(value) for name, _, value in (one.partition(" = ") for one in known.split(", ") if one)}
    return judged(FOUR, values, made, 0, int(count)).words


def say_duel(text: str) -> str:
    """By how many pairs brought 0, 1/2, 1, 3/2 and 2 points."""
    pairs: Any = tuple(map(int, text.split()))
    games, plan = 2 * sum(pairs), Plan("tic_tac_toe", ("random", "greedy"), 1)
    standing = Standing(1, plan, Totals(games, games, games, pentas={(0, 1): pairs}))
    duel = standings.tally(standing_as_json(standing, None))["duel"]
    return f"{duel['los']}; {duel['elo']}; {duel['pairs']}"


SAYS: dict[str, Callable[[str], str]] = {
    "games": name_spec,
    "players": name_player,
    "values of moves": say_move,
    "verdicts": say_verdict,
    "duels": say_duel,
}


def said_now() -> str:
    """The transcript as it is now."""
    lines, say = list[str](), SAYS["games"]
    for line in WORDS.read_text("utf-8").splitlines():
        what, arrow, _ = line.partition(" ->")
        say = SAYS[line[2:]] if line.startswith("# ") else say
        lines.append(f"{what} -> {say(what)}" if arrow else line)
    return "\n".join(lines) + "\n"


def test_names_values_and_figures_are_said_as_before() -> None:
    assert said_now().splitlines() == WORDS.read_text("utf-8").splitlines()


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(
    ("game", "result", "kind", "said"),
    [
        ("othello", 19.2, "estimate", "Black +19"),
        ("othello", -0.3, "estimate", "Black \u22120.3"),
        ("othello", 19, "exact", "Black wins by 19"),
        ("connect_four", -1, "at_most", "O wins sooner or later"),
        ("connect_four", 0, "at_least", "at least a draw for X"),
        ("pig", 0.5, "estimate", "estimate First wins 75 % of games"),
    ],
)
def test_in_a_list_all_values_are_those_of_the_same_side(mover: int, game: str, result: float, kind: Any, said: str) -> None:
    value = Value(kind, result)
    shown = one_sided(ValueWords(registry.load(game)), -value if mover else value, mover)
    assert shown.text == said
    assert shown.is_guess == (kind == "estimate")
    assert shown.outcome == ("win" if result > 0 else "loss" if result < 0 else "draw")


def test_a_game_with_other_parameters_than_the_one_on_the_shelf_is_called_by_its_own(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first), ["connect_four:width=8", "tree:file=three_players"])) as page:
        front = page.get("/").text
        assert re.findall(r'<span class="name">(Connect four[^<]*)<', front) == ["Connect four, width 8", "Connect four"]
        shown = page.get(begin(page, "connect_four_width_8", **{"set-width": "9"})).text
        assert re.search(r'<h1 class="what"><a href="/g/connect_four[^"]*">Connect four, width 9</a></h1>', shown)
        assert "<title>Connect four, width 9: Your move, X." in shown
        assert "<b>Connect four, width 9</b></a> <span>0 moves against computer, level 4, " in page.get("/").text
        shown = page.get(begin(page, "tree_file_three_players", **{"set-file": "centipede"})).text
        assert ">Centipede (tree)</a></h1>" in shown
        assert "The centipede game (Rosenthal 1981)" in shown
        assert "three players" not in shown.lower()


def test_the_games_of_a_family_each_have_a_sentence_of_their_own(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    catalog = Catalog.of(["openspiel:chess", "openspiel:go(board_size=9)", "tree:file=cooperation"])
    titles = [offer.title for offer in catalog][:3]
    assert titles[:2] == [f"{name}, by the rules of the library OpenSpiel." for name in ("Chess", "Go")]
    assert titles[2].startswith("Two players work towards (1000, 1000)")
    assert [offer.name for offer in catalog][:3] == ["Chess (openspiel)", "Go, board size 9 (openspiel)", "Cooperation (tree)"]
    plain = tmp_path / "plain.json"
    plain.write_text(json.dumps({"title": 7, "tree": {"moves": {"a": 1}}}))
    untitled = registry.load(f"tree:file={plain}")
    assert (name_game(untitled), describe_game(untitled)) == ("Plain (tree)", registry.title(type(untitled)))


def test_what_a_worker_says_wrongly_is_no_value() -> None:
    exact = [{"kind": "exact", "result": result} for result in ("1", [], [1.0, None])]  # null: infinite for somebody
    said: list[Any] = [None, [], {}, {"kind": "sure", "result": 1}, *exact]
    assert [value_of(wrong) for wrong in said] == [None] * len(said)
    answer = {
        "value": {"kind": "exact", "result": 0, "plies": None},
        "best": "3",
        "moves": [{"move": "4", "value": None}, {"move": "3", "value": {"kind": "exact", "result": 0, "plies": None}}],
        "bounds": [{"kind": "at_least", "result": 0, "plies": None}],
        "depth": 3,
    }
    assert thought_of(answer, {"4": 3, "3": 2}) == Thought(2, DRAW, (), (MoveValue(2, DRAW, (2,)),), 3)
    assert thought_of({"wrong": "no"}, {}) is None
    assert thought_of({"value": None, "best": "99"}, {}) is None


def test_a_search_that_knows_nothing_says_so_and_estimates_nothing() -> None:
    answer = {"value": {"kind": "estimate", "result": 0.0, "plies": None}, "depth": 4, "informed": False}
    assert blank(answer) == 4
    assert blank({"wrong": "it was given up"}) is None
    thought = thought_of(answer, {})
    assert thought is not None
    assert not thought.informed


def test_moves_are_alike_where_no_number_that_is_shown_is_another() -> None:
    alike = {"1": Value("estimate", 0.01), "2": Value("estimate", -0.02)}
    assert all_alike(FOUR, alike, 0)
    assert not all_alike(FOUR, alike | {"3": Value("estimate", 0.2)}, 0)
    assert not all_alike(FOUR, {"1": DRAW, "2": DRAW}, 0), "this is known, and no estimate"


def test_the_legend_tells_of_what_there_is_and_numbers_below_0_have_one_sign_and_moves_keep_theirs() -> None:
    assert legend(FOUR, True, False) == "+7 wins in 7, \u22127 loses in 7; = draw; solid: proved"
    assert legend(PIG, False, True) == "dashed, \u2248: an estimate"
    assert legend(PIG, False, False, best=True) == "a second ring: the best"
    assert signed("estimate -0.31, 16-20 and -\u221e: A -1") == "estimate \u22120.31, 16-20 and \u2212\u221e: A \u22121"


if __name__ == "__main__":
    WORDS.write_text(said_now(), "utf-8")


def test_the_form_of_a_new_game_tells_the_rules(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        text = page.get("/g/kalah").text
        assert "<summary>The rules</summary>" in text
        assert "If the last seed falls into your store, you move again;" in text
        assert "`" not in text


@pytest.mark.parametrize("name", registry.names("games"))
def test_the_rules_are_for_people_whichever_side_they_see_the_board_from(name: str) -> None:
    try:
        text = " ".join(ServedGame(name, name, registry.load(name)).rules)
    except GameError:
        return  # a library that is not there, or a game that wants its name
    assert re.search(r"\b(\w+) \1\b", text) is None, "the name of a parameter reads like a word, twice"
    assert re.search(r"begins?,? (at the )?(top|bottom|below|above)|below and first", text) is None
    written = inspect.getdoc(type(registry.load(name))) or ""
    parameters = " ".join(written.partition("Parameter")[2].split())
    assert re.findall(r"`\w+`(?! (?:is|are|of|the|how|and)\b)", parameters) == [], "each parameter is told by what it is"


def test_a_library_of_games_has_no_rules_to_tell() -> None:
    pytest.importorskip("pyspiel")
    spec = "openspiel:tic_tac_toe"
    assert ServedGame("chess", spec, registry.load(spec)).rules == ()


def test_the_rules_are_told_in_the_game_too(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        text = page.get(begin(page, "kalah")).text
        rules = re.search(r'<details class="rules">(.*?)</details>', text, re.DOTALL)
        assert rules
        assert "If the last seed falls into your store, you move again;" in rules[1]
        assert "Take all seeds of one of your pits" not in rules[1], "that stands above it"


def test_what_people_have_won_is_counted_from_game_to_game(tmp_path: Path) -> None:
    def resigned(page: Client, place: str) -> str:
        text = page.get(place).text
        found = re.search(r'name="version" value="(\d+)"', text)
        assert found
        page.post(f"{place}/resign", data={"version": found[1]})
        return page.get(place).text

    with Client(house(tmp_path, Oracle(first))) as page:
        place = begin(page, "tic_tac_toe", **{"player-1": "computer:level=4"})
        assert 'id="score"' not in resigned(page, place), "the game says it"
        second = str(page.post(f"{place}/again", data={}).headers["location"])
        assert 'id="score">You 0, computer 1, draws 0.<' in page.get(second).text
        assert 'id="score">You 0, computer 2, draws 0.<' in resigned(page, second)
        third = str(page.post(f"{second}/again", data={"turned": "1"}).headers["location"])
        assert 'id="score">Computer 2, you 0, draws 0.<' in page.get(third).text
        place = begin(page, "tic_tac_toe", **{"player-1": "human"})
        resigned(page, place)
        again = str(page.post(f"{place}/again", data={"turned": "1"}).headers["location"])
        assert 'id="score">X 1, O 0, draws 0.<' in page.get(again).text, "who played O plays X now"


def test_an_address_that_is_none_is_no_alarm(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        missing = page.get("/g/nothing")
        assert missing.status_code == 404
        assert '<div class="missing"><p class="wrong">There is no such game here' in missing.text
        assert "missing" not in page.post("/g/kalah/play", data={"seconds": "x"}).text
