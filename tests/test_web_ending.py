"""The card after a game: each sentence on it is true by brute force, whatever happens to be known; and what it lets one do."""

import functools
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.position import Position
from kibitz.table.game_table import GameTable, Settings, ValueDisplay
from kibitz.table.table_seat import TableSeat
from kibitz.web.board.ending import LATE, EndingCard, ending_of
from kibitz.web.pages import play
from kibitz.web.table_session import TableSession
from web_forms import begin, first
from web_house import Client, Oracle, house

GAMES = ("tic_tac_toe", "nim:heaps=1-2-3", "connect_four:width=4,height=3,line=3", "tic_tac_toe:width=3,height=2,line=2")
LOST = re.compile(
    r"(?P<who>.+) could have forced a (?P<had>win|draw) until move (?P<n>\d+) \((?P<move>.+)\), which (?P<then>.+)\."
)
CERTAIN = re.compile(r"(?:After move (?P<n>\d+) \((?P<move>.+)\)|From the start) (?P<who>.+) could force the win\.")
ONLY = re.compile(
    r"(?P<who>.+) found the only one of (?P<of>\d+) moves that kept the (?P<kept>win|draw): move (?P<n>\d+) \((?P<move>.+)\)\."
)
RESULTS = {"win": 1, "draw": 0}


@functools.cache
def truth(position: Position) -> int:
    """The first player's result: 1, 0 or -1."""
    if position.is_over:
        assert position.payoffs is not None
        return (position.payoffs[0] > 0) - (position.payoffs[0] < 0)
    return (max if position.to_move == 0 else min)(truth(position.play(move)) for move in position.legal())


def heard(dice: random.Random, worth: int) -> Value:
    """A value as a search may leave it: proved, a limit, or a guess that may be wrong."""
    kind = dice.choice(("exact", "at_least", "at_most", "estimate"))
    if kind == "at_least":
        return Value("at_least", dice.randint(-1, worth))
    if kind == "at_most":
        return Value("at_most", dice.randint(worth, 1))
    return Value("exact", worth) if kind == "exact" else Value("estimate", dice.uniform(-1, 1))


def finished(game: Game, dice: random.Random, seats: tuple[TableSeat, ...], known: float) -> tuple[GameTable, EndingCard]:
    """Play a game at random, and make its card from values of some of its positions and moves."""
    table = GameTable.begin("a", "b", game, seats, Settings(1))
    while not table.ended:
        table = table.play(dice.choice(table.position.legal()))
    worths, values = {}, {}
    for ply, position in enumerate(table.positions[:-1]):
        mine = -1 if position.to_move else 1
        if dice.random() < known:
            worths[ply] = heard(dice, mine * truth(position)) if known < 1 else Value("exact", mine * truth(position))
        if dice.random() < known:
            values[ply] = {move: heard(dice, mine * truth(position.play(move))) for move in position.legal()}
    table = table.with_worths(worths)
    card = ending_of(table, values, 0 if seats[1].person else None)
    assert card is not None
    return table, card


@given(st.sampled_from(GAMES), st.integers(0, 10**9), st.sampled_from((0.3, 0.8, 1)), st.booleans())
def test_each_sentence_is_true(spec: str, seed: int, known: float, alone: bool) -> None:
    seats = (TableSeat("human", "Anna"), TableSeat("human", "Ben" if alone else ""))
    table, card = finished(load(spec), random.Random(seed), seats, known)
    names = {"You": 0, "you": 0} | {table.called(side): side for side in (0, 1)}
    plies, moves = [truth(position) for position in table.positions], table.names()
    drops = [ply for ply in range(table.ply) if plies[ply] != plies[ply + 1]]
    if lost := LOST.fullmatch(card.turned):
        side = names[lost["who"]]
        ply = 2 * int(lost["n"]) - 2 + side  # the list of moves counts both sides' moves as one
        mine = -1 if side else 1
        assert (card.ply, lost["move"], table.positions[ply].to_move) == (ply, moves[ply], side)
        assert mine * plies[ply] >= RESULTS[lost["had"]] > mine * plies[ply + 1]
        assert (lost["then"] == "lost the game") == (mine * plies[ply + 1] < 0) or known < 1
        assert known < 1 or ply == max(drops)
    elif certain := CERTAIN.fullmatch(card.turned):
        pair = () if certain["n"] is None else (2 * int(certain["n"]) - 2, 2 * int(certain["n"]) - 1)
        made = [ply + 1 for ply in pair if list(moves[ply : ply + 1]) == [certain["move"]]] if pair else [0]
        assert plies[-1] == (-1 if names[certain["who"]] else 1)
        assert plies[-1] in [plies[ply] for ply in made]
        assert known < 1 or not drops
    else:
        assert card.turned == ""
        won = [ply for ply, one in enumerate(plies) if one == plies[-1] != 0]
        assert known < 1 or (not drops and (not won or won[0] >= table.ply - LATE))
    if card.best:
        found = ONLY.fullmatch(card.best)
        assert found is not None, card.best
        ply = 2 * int(found["n"]) - 2 + names[found["who"]]
        position, mine = table.positions[ply], -1 if names[found["who"]] else 1
        good = [move for move in position.legal() if mine * truth(position.play(move)) >= RESULTS[found["kept"]]]
        assert [position.name(move) for move in good] == [found["move"]] == [moves[ply]]
        assert int(found["of"]) == len(position.legal())


def test_who_has_won_is_said_as_the_visitor_sees_it() -> None:
    table = GameTable.begin("a", "b", load("tic_tac_toe"), (TableSeat("human", "Anna"), TableSeat("human")), Settings(1))
    assert ending_of(table, {}, None) is None
    for move in ("1,1", "2,1", "1,2", "2,2", "1,3"):
        table = table.move(move, table.version)
    said = {own: card.result for own in (None, 0, 1) if (card := ending_of(table, {}, own))}
    assert said == {None: "Anna won.", 0: "You won!", 1: "You lost."}
    given_up = GameTable.begin("a", "b", load("tic_tac_toe"), (TableSeat("human"),) * 2, Settings(1)).resign(1)
    assert ending_of(given_up, {}, None) == EndingCard("O won.")


def test_a_game_is_tried_again_from_where_it_turned(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        place = begin(page, "tic_tac_toe", **{"player-1": "human"})
        for move in ("1,1", "2,1", "1,2", "2,2", "1,3"):
            version = re.search(r'name="version" value="(\d+)"', page.get(place).text)
            assert version
            page.post(f"{place}/move", data={"move": move, "version": version[1]})
        text = page.get(place).text
        assert '<p class="result">X won.</p>' in text
        assert 'href="/g/tic_tac_toe/game.gif' in text
        again = page.post(f"{place}/again", data={"ply": "3"}).headers["location"]
        assert again != place
        assert page.get(str(again)).text.count('data-ply="3"') == 1
        assert page.get(place).text.count('data-ply="5"') == 1


@pytest.mark.parametrize("ply", ["99", "-1", "x", "5"])
def test_a_ply_that_is_not_there_begins_an_ordinary_game(tmp_path: Path, ply: str) -> None:
    with Client(house(tmp_path, Oracle(first))) as page:
        place = begin(page, "nim", **{"player-1": "human"})
        again = page.post(f"{place}/again", data={"ply": ply}).headers["location"]
        assert 'data-ply="0"' in page.get(str(again)).text


@pytest.mark.parametrize(("values", "kept"), [("off", [0, 2]), ("exam", [0, 2]), ("on", [])])
def test_moves_that_the_page_had_named_are_not_praised(values: ValueDisplay, kept: list[int]) -> None:
    settings = Settings(1, values=values)
    table = GameTable.begin("a", "b", load("tic_tac_toe"), (TableSeat("human"),) * 2, settings)
    for move in ("1,1", "2,2"):
        table = table.move(move, table.version)
    known = SimpleNamespace(moves=lambda line: {len(line): Value("exact", 0)})
    session = SimpleNamespace(table=table, findings=known, advised={table.positions[1].moves})
    assert list(play.played_alone(cast(TableSession, session))) == kept
