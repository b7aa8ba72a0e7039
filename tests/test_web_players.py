"""Who may be chosen to play, in both forms and by programs: the same players, by the same words, and none from a file."""

import pytest

from kibitz import players
from kibitz.core import registry
from kibitz.core.registry import game_class, required
from kibitz.errors import PlayerError, SearchError
from kibitz.search.descriptor import may_fit
from kibitz.table.limits import Limits
from kibitz.table.served_games import ServedGame
from kibitz.table.table_seat import TableSeat
from kibitz.web.chooser import Chooser, fill_form, groups, read_players, read_seconds, specs

LIMITS = Limits()
GAME = registry.load("tic_tac_toe")
TABLE, MATCH = Chooser.at_table(GAME, LIMITS, 2.0), Chooser(GAME, LIMITS)
SAID = [
    (("human", "", ""), "human", None),
    (("computer:level=7", "", ""), "computer:level=7", "computer:level=7"),
    (("computer", "", ""), "computer:time=2", "computer:time=0.1"),
    (("computer", "", "0.5"), "computer:time=0.5", "computer:time=0.5"),
    (("computer", "6", ""), "computer:depth=6", "computer:depth=6"),
    (("random", "", ""), "random", "random"),
    (("perfect", "", ""), "perfect", "perfect:time=5"),
    (("perfect", "", "0.5"), "perfect:time=0.5", "perfect:time=0.5"),
    (("minimax", "", ""), "minimax:time=2", "minimax:time=0.1"),
    (("minimax", " 3 ", ""), "minimax:depth=3", "minimax:depth=3"),
    (("deepening", "4", "0.25"), "deepening:depth=4,time=0.25", "deepening:depth=4,time=0.25"),
    (("minimax:depth=3", "", "0.2"), "minimax:depth=3,time=0.2", "minimax:depth=3,time=0.2"),
    (("level-4", "", ""), "computer:level=4", "computer:level=4"),
    (("clock", "", ""), "computer:time=2", "computer:time=0.1"),
]
WRONG = """
    ./evil.py:make  x.py  |  chess  level-11  level-  minimax:  minimax:depth  solve:file=x  computer:weights=/etc/passwd
    deepening:knowledge=x.py  perfect:file=/etc/passwd  level-4:time=1  clock:time=1  minimax:depth=99999  minimax:depth=3,x=1
    uci:stockfish  ugi:./engine  ugi:sh:time=1  uci:
    minimax|1001  minimax|0  minimax|x  minimax|²  minimax||31  random|3  human||1  computer:level=4||1  perfect|3  solve|3
    minimax:depth=3|3  minimax:depth=2,depth=3  computer:time=1,time=1  computer:time=1||1
"""  # word|depth|seconds


@pytest.mark.parametrize(("said", "at_table", "in_match"), SAID)
def test_a_word_means_the_same_in_a_game_and_in_a_match(said: tuple[str, str, str], at_table: str, in_match: str) -> None:
    assert TABLE.spec(*said) == at_table
    if in_match is None:
        with pytest.raises(PlayerError, match="no such player can be had here; there are computer:level=1 to 10"):
            MATCH.spec(*said)
    else:
        assert MATCH.spec(*said) == in_match


@pytest.mark.parametrize("said", WRONG.split())
@pytest.mark.parametrize("chooser", [TABLE, MATCH])
def test_nothing_else_is_a_player_and_no_file_is(chooser: Chooser, said: str) -> None:
    with pytest.raises(PlayerError):
        chooser.spec(*said.split("|"))


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig"])
def test_both_forms_offer_the_same_players_and_each_of_them_can_be_made(name: str) -> None:
    game = registry.load(name)
    table, match = Chooser.at_table(game, LIMITS, 1.0), Chooser(game, LIMITS)
    assert specs(game, people=True) == ["human", *specs(game)]
    assert {"computer:level=1", "computer", "greedy"} < {*specs(game)}
    assert ("perfect" in specs(game)) == (name != "pig")
    assert {"minimax", "alphabeta", "deepening", "solve"} & {*specs(game)} == (
        set() if name == "pig" else {"minimax", "alphabeta", "deepening", "solve"}
    )
    for spec in specs(game):
        players.player(table.spec(spec))
        players.player(match.spec(spec))


@pytest.mark.parametrize("name", registry.names("games"))
def test_the_searches_offered_are_those_that_take_the_game(name: str) -> None:
    from kibitz.search.descriptor import search_for

    if required(game_class(name)):
        pytest.skip("no game goes by this name alone")
    game = registry.load(name)
    for search in registry.names("search"):
        if search in specs(game):
            assert search_for(game, search)
        else:
            with pytest.raises(SearchError):
                search_for(game, search)


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "inf", "1e99", "31", "x", "1" * 50])
def test_a_time_that_cannot_be_had_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match="seconds"):
        read_seconds(text, LIMITS)


def test_the_fields_of_a_form_are_read_and_shown_again() -> None:
    given = {"player-0": "minimax", "depth-0": "3", "seconds-1": "x" * 999, "set-line": "3", "seat-0": "human", "set-": "1"}
    shown = fill_form(ServedGame("tic_tac_toe", "tic_tac_toe", GAME), given, ("human", "random"), seed="")
    assert shown.pop("seconds-1") == "x" * 64
    players = {"player-0": "minimax", "depth-0": "3", "seconds-0": "", "player-1": "random", "depth-1": ""}
    assert shown == players | {"set-width": "3", "set-height": "3", "set-line": "3", "seed": ""}
    assert read_players(MATCH, {"player-0": "minimax", "depth-0": "3"}, ("greedy", "random")) == ["minimax:depth=3", "random"]


def test_who_sat_at_a_table_that_was_kept_is_read_as_before() -> None:
    names = {
        "human": "you",
        "computer:level=7": "computer, level 7",
        "computer:time=0.5": "computer, 0.5 s",
        "perfect": "perfect",
    }
    names["best_reply:depth=3,time=2"] = "best reply, depth 3, 2 s"
    assert {spec: TableSeat(spec).name for spec in names} == names


@pytest.mark.parametrize(
    ("spec", "offered"),
    [
        ("othello", set()),
        ("einstein", {"expectiminimax"}),
        ("treasure", {"maxn", "paranoid", "best_reply"}),
        ("trio", {"maxn", "paranoid", "best_reply"}),
    ],
)
def test_searches_for_several_players_or_for_dice_are_offered_where_there_are_any_and_taken_everywhere(
    spec: str, offered: set[str]
) -> None:
    game = registry.load(spec)
    special = {"maxn", "paranoid", "best_reply", "expectiminimax"}
    assert special & {one.spec for group in groups(game) for one in group.choices} == offered
    assert {name for name in special if may_fit(game, name)} <= {*specs(game)}
    assert "mcts" in specs(game)
