"""A table, without a server: moves, dice, passes, undo and resignation, as transcripts/web_table.txt has them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from kibitz.core import registry
from kibitz.core.thought import Value
from kibitz.errors import IllegalMove, KibitzError
from kibitz.table.game_table import GameTable, Settings
from kibitz.table.saved_tables import sitting_of, table_of
from kibitz.table.score import ExamTally, RunningScore
from kibitz.table.table_seat import TableSeat
from transcript import Answer, replayed, sections

TRANSCRIPT = sections("web_table")


def begun(spec: str, *seats: str, seed: int = 1) -> GameTable:
    return GameTable.begin("0" * 32, "visitor", registry.load(spec), [TableSeat(seat) for seat in seats], Settings(seed))


def changed(table: GameTable | None, command: str, text: str, version: int) -> GameTable:
    """The table after a line; what is wrong with it is raised."""
    if command == "begin":
        return begun(*text.split())
    assert table is not None
    match command:
        case "move" | "exchange":
            return table.move(text, version) if command == "move" else table.exchange(text, version)
        case "undo" | "resign":
            return table.undo(version) if command == "undo" else table.resign(version)
        case "answer":
            return table.answer(text)
        case "values":
            return table.show_values(text)
        case "restart":
            return table_of(sitting_of(table), table.game)
    raise AssertionError(command)


def shown(table: GameTable) -> str:
    """The version, whose turn it is, what has happened and all moves so far."""
    moves = [f"moves: {'; '.join(table.names())}"] if table.ply else []
    return "\n   ".join([f"{table.version}: {table.status()}", *table.sentences, *moves])


@contextmanager
def session() -> Iterator[Answer]:
    table: GameTable | None = None

    def answer(line: str, expected: str | None) -> str:
        nonlocal table
        command, _, rest = line.partition(" ")
        text, _, version = rest.rpartition("@") if "@" in rest else (rest, "", "")
        try:
            table = changed(table, command, text.strip(), int(version or (table.version if table else 0)))
        except KibitzError as problem:
            return f"   {type(problem).__name__}: {problem}"
        return shown(table)

    yield answer


@pytest.mark.parametrize("section", TRANSCRIPT)
def test_what_is_done_at_a_table_and_what_it_says(section: str) -> None:
    assert replayed(TRANSCRIPT[section], session) == TRANSCRIPT[section]


def test_the_score_of_games_one_after_the_other_goes_with_the_people() -> None:
    score = RunningScore().after(2, [0]).after(2, [0, 1]).after(2, [0]).after(2, [])
    assert score == RunningScore((2, 0), 1)
    assert score.words(["you", "computer"]) == "You 2, computer 0, draws 1."
    assert score.turned().words(["O", "X"]) == "O 0, X 2, draws 1."
    assert RunningScore().words(["you", "computer"]) == ""
    before = begun("tic_tac_toe", "human", "random")
    before = replace(before, settings=replace(before.settings, score=score, exam=ExamTally((0,), (2, 4))))
    assert before.score == score, "it goes on"
    assert before.resign(before.version).score == RunningScore((2, 1), 1)
    assert before.agree(before.version).score == RunningScore((2, 0), 2)
    over = before
    for move in ("2,2", "1,1", "2,1", "1,2", "2,3"):
        over = over.move(move, over.version) if over.waits else over.answer(move)
    assert over.score == RunningScore((3, 0), 1)
    assert begun("trio", "human", "random", "random").resign(1).score == RunningScore((0, 0, 0)), "nobody has won"
    kept = table_of(sitting_of(before), before.game)
    assert kept.settings == before.settings


@pytest.mark.parametrize("text", ["8", "", "4 4", "pass", "<script>", "x" * 500, "6,1"])
def test_what_is_not_the_name_of_a_legal_move_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="not allowed here"):
        begun("connect_four", "human", "random").move(text, 1)


def test_every_side_of_a_die_falls() -> None:
    thrown = {begun("pig", "human", "human", seed=seed).move("roll", 1).names()[1] for seed in range(40)}
    assert thrown == set("123456")


def test_what_positions_are_worth_is_kept_with_the_game_and_not_when_they_are_undone() -> None:
    table = begun("pig", "human", "computer:level=7").move("roll", 1)
    worths = {0: Value("estimate", 0.25), 1: Value("exact", -1, 40)}
    known = table.with_worths(worths)
    assert table_of(sitting_of(known), known.game) == replace(known, sentences=())
    assert known.undo(2).worths == {0: worths[0]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"moves": ("4", "9")}, "9 is not allowed any more as move 2"), ({"ended": "over"}, "does not end")],
)
def test_moves_that_the_rules_of_today_do_not_allow_are_told(changes: dict[str, str], said: str) -> None:
    kept = replace(sitting_of(begun("connect_four", "human", "human")), **changes)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match=said):
        table_of(kept, registry.load("connect_four"))
