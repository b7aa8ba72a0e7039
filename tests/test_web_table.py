"""A table: moves, dice, passes, undo and resignation, without a server."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from kibitz import Game, registry
from kibitz.errors import IllegalMove, KibitzError, RulesError
from kibitz.thought import Value
from kibitz.web.table import GameTable, Settings, Stale, TableSeat, sitting_of, table_of

KEY = "0" * 32
PERSON, COMPUTER = TableSeat("human"), TableSeat("computer:level=7")


def begun(spec: str, *seats: TableSeat, seed: int = 1) -> GameTable:
    return GameTable.begin(KEY, "visitor", registry.load(spec), seats, Settings(seed))


def test_a_person_and_a_computer_move_in_turn_and_it_is_said_who_did() -> None:
    table = begun("connect_four", PERSON, COMPUTER)
    assert (table.status(), table.version, table.waits) == ("Your move, X.", 1, True)
    table = table.move("4", 1)
    assert table.sentences == ("X (you) plays 4.",)
    assert (table.status(), table.version, table.thinks) == ("O (computer, level 7) thinks ...", 2, True)
    table = table.answer("3")
    assert (table.sentences, table.names(), table.version) == (("O (computer, level 7) plays 3.",), ["4", "3"], 3)


def test_a_page_is_stale_when_the_game_has_gone_on_and_not_when_only_a_setting_has() -> None:
    table = begun("connect_four", PERSON, PERSON).move("4", 1)
    shown = table.show_values("on")
    assert (shown.version, shown.moved) == (3, 2)
    assert shown.move("4", 2).names() == shown.move("4", 3).names() == ["4", "4"]
    for version in (1, 4):
        with pytest.raises(Stale):
            shown.move("4", version)
    with pytest.raises(Stale):
        shown.undo(3).move("4", 3)
    with pytest.raises(Stale):
        table_of(sitting_of(shown), table.game).move("4", 2)  # after a restart nobody knows what the change was


@pytest.mark.parametrize("text", ["8", "", "4 4", "pass", "<script>", "x" * 500, "6,1"])
def test_what_is_not_the_name_of_a_legal_move_is_refused(text: str) -> None:
    table = begun("connect_four", PERSON, COMPUTER)
    with pytest.raises(IllegalMove, match="not allowed here"):
        table.move(text, 1)
    assert (table.version, table.ply) == (1, 0)


def test_a_move_from_an_older_page_is_refused_and_so_is_the_same_one_twice() -> None:
    table = begun("connect_four", PERSON, PERSON).move("4", 1)
    for version in (1, 3, 0):
        with pytest.raises(Stale, match="gone on"):
            table.move("4", version)
    assert table.move("4", 2).ply == 2


def test_nobody_moves_for_the_computer_and_it_not_for_a_person() -> None:
    table = begun("connect_four", PERSON, COMPUTER)
    with pytest.raises(IllegalMove, match="no player of the program"):
        table.answer("4")
    with pytest.raises(IllegalMove, match="not your move"):
        table.move("4", 1).move("4", 2)


def test_a_game_ends_and_nothing_can_be_played_then() -> None:
    table = begun("tic_tac_toe", PERSON, PERSON)
    for name in ("1,1", "2,1", "1,2", "2,2", "1,3"):
        table = table.move(name, table.version)
    assert (table.ended, table.status(), table.legal()) == ("over", "The game is over: X wins.", {})
    with pytest.raises(IllegalMove, match="the game is over"):
        table.move("3,3", table.version)
    with pytest.raises(IllegalMove):
        table.resign(table.version)
    assert table.undo(table.version).ended == ""


def test_undo_goes_back_to_the_last_choice_of_a_person() -> None:
    table = begun("connect_four", PERSON, COMPUTER)
    with pytest.raises(IllegalMove, match="nothing to take back"):
        table.undo(1)
    table = table.move("4", 1).answer("4").move("3", 3)
    back = table.undo(table.version)  # the computer is thinking
    assert (back.ply, back.waits, back.version) == (2, True, table.version + 1)
    again = table.answer("3").undo(5)
    assert (again.ply, again.undo(6).ply) == (2, 0)
    with pytest.raises(Stale):
        table.undo(2)


def test_a_computer_that_begins_has_nothing_taken_back() -> None:
    table = begun("connect_four", COMPUTER, PERSON).answer("4")
    with pytest.raises(IllegalMove):
        table.undo(2)


def test_who_resigns_loses_and_can_change_their_mind() -> None:
    table = begun("connect_four", PERSON, COMPUTER).move("4", 1)
    given = table.resign(2)  # the only person at the table, while the computer thinks
    assert (given.ended, given.resigned) == ("resigned", 0)
    assert given.status() == "X (you) resigned: O (computer, level 7) wins."
    assert (given.legal(), given.mover) == ({}, None)
    assert given.undo(3).ended == ""
    assert given.undo(3).ply == 1


def test_where_all_are_computers_nobody_resigns() -> None:
    with pytest.raises(IllegalMove, match="nobody"):
        begun("connect_four", COMPUTER, COMPUTER).resign(1)


def test_the_dice_are_thrown_by_the_table_and_fall_the_same_again() -> None:
    first = begun("pig", PERSON, PERSON).move("roll", 1)
    assert first.ply == 2
    assert first.sentences[1].startswith("The die shows ")
    assert first.undo(2).move("roll", 3).names() == first.names()
    assert begun("pig", PERSON, PERSON).move("roll", 1).names() == first.names()
    thrown = {begun("pig", PERSON, PERSON, seed=seed).move("roll", 1).names()[1] for seed in range(40)}
    assert thrown == set("123456")


def test_dice_that_fall_before_the_first_move_are_thrown_at_once() -> None:
    table = begun("einstein", PERSON, COMPUTER)
    assert table.ply == 1
    assert table.waits
    with pytest.raises(IllegalMove):
        table.undo(1)


def test_a_forced_pass_is_made_and_said() -> None:
    table = _until_a_pass()
    assert any("has no move and must pass" in said for said in table.sentences)
    assert "pass" in table.names()


def _until_a_pass() -> GameTable:
    """Othello played by the first move, or the last, until somebody has to pass."""
    for pick in range(1, 40):
        table = begun("othello", PERSON, PERSON)
        while not table.ended:
            names = sorted(table.legal())
            table = table.move(names[(table.ply * pick) % len(names)], table.version)
            if len(table.sentences) > 1:
                return table
    raise AssertionError("nobody had to pass")


def test_another_move_of_the_same_player_is_said() -> None:
    table = begun("kalah", PERSON, COMPUTER)
    again = [name for name in table.legal() if table.move(name, 1).waits]
    assert again
    assert table.move(again[0], 1).sentences[0].endswith("and moves again.")


def test_three_players_take_their_turns() -> None:
    table = begun("trio", PERSON, COMPUTER, PERSON).move("1,1", 1).answer("1,2")
    assert table.status() == "V to move."
    assert table.resign(3).status() == "V resigned: the game ends here."


def test_a_table_is_kept_and_found_again() -> None:
    table = begun("pig", PERSON, COMPUTER).move("roll", 1).with_worths({0: Value("estimate", 0.25)})
    again = table_of(sitting_of(table), table.game)
    assert again == replace(table, sentences=())
    given = begun("connect_four", PERSON, COMPUTER).move("4", 1).resign(2)
    assert table_of(sitting_of(given), given.game).status() == given.status()


def test_moves_that_the_rules_of_today_do_not_allow_are_told() -> None:
    kept = replace(sitting_of(begun("connect_four", PERSON, PERSON)), moves=("4", "9"))
    with pytest.raises(IllegalMove, match="9 is not allowed any more as move 2"):
        table_of(kept, registry.load("connect_four"))
    full = replace(sitting_of(begun("connect_four", PERSON, PERSON)), ended="over")
    with pytest.raises(IllegalMove, match="does not end"):
        table_of(full, registry.load("connect_four"))


def test_what_positions_that_are_undone_were_worth_is_not_kept_with_the_game() -> None:
    worths = {0: Value("exact", 1, 41), 1: Value("exact", -1, 40)}
    table = begun("connect_four", PERSON, PERSON).move("4", 1).with_worths(worths)
    assert table.worths == worths
    assert table.undo(2).worths == {0: worths[0]}


def test_values_are_off_on_or_for_an_exam() -> None:
    table = begun("connect_four", PERSON, COMPUTER)
    assert table.show_values("exam").settings.values == "exam"
    with pytest.raises(KibitzError):
        table.show_values("maybe")


class Count(NamedTuple):
    left: int


@dataclass(frozen=True)
class Broken(Game):
    """A game whose rules fail where four are left."""

    def start(self) -> Count:
        return Count(8)

    def moves(self, state: Count) -> list[int]:
        return [0] if state.left else []

    def play(self, state: Count, move: int) -> Count:
        return Count(state.left - 1 if state.left != 4 else 1 // (state.left - 4))

    def is_over(self, state: Count) -> bool:
        return False

    def result(self, state: Count) -> int:
        return 0


def test_rules_that_fail_are_told_in_a_sentence_and_nothing_has_changed() -> None:
    table = GameTable.begin(KEY, "", Broken(), [PERSON, PERSON], Settings(1))
    for version in (1, 2, 3, 4):
        table = table.move("0", version)
    with pytest.raises(RulesError, match=r"test_web_table.py, line \d+, play, failed: ZeroDivisionError"):
        table.move("0", 5)
    assert (table.ply, table.version) == (4, 5)
