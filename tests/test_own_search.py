"""A search of one's own, as a file: by depth, and one that goes on; what docs/own_search.md says of it."""

import json
import re
import shlex
import time
from pathlib import Path
from typing import Any

import pytest

from commandline import done, here, refused_here
from kibitz import Limit, Position, begin, load, player, think
from kibitz.core.registry import names
from kibitz.errors import KibitzError, PlayerError, SearchError
from kibitz.players import ask
from kibitz.search import toolbox
from kibitz.search.descriptor import Search, declared_by
from test_mcts import positions

ROOT = Path(__file__).parent.parent
BEST_FIRST, NEGAMAX = (str(ROOT / "examples" / "searches" / name) for name in ("best_first.py", "negamax.py"))
GOING_ON = [name for name in names("search") if (declared_by(name) or Search()).is_anytime] + [BEST_FIRST]
FEW = ["tic_tac_toe", "nim:heaps=2-3-4", "connect_four:width=4,height=4"]


def written(folder: Path, text: str, head: str = "SEARCH = Search(is_anytime=True)") -> str:
    """A file of a search, and its path."""
    file = folder / "mine.py"
    file.write_text(f"from kibitz.search.toolbox import *\n\n{head}\n\n\n{text}\n", encoding="utf-8")
    return str(file)


# What holds for every search that goes on until it is stopped


@pytest.mark.parametrize("search", GOING_ON)
@pytest.mark.parametrize("spec", FEW)
def test_what_a_search_that_goes_on_calls_proved_is_proved(search: str, spec: str) -> None:
    solved = 0
    for position in positions(spec, 4):
        truth = think(position, search="solve", all_moves=True)
        worth = {one.move: one.value.result for one in truth.moves}
        thought = think(position, search=search, limit=Limit(nodes=3000))
        assert thought.best in worth
        if thought.stopped == "solved":
            assert thought.value.result == truth.value.result == worth[thought.best or 0]
            solved += 1
    assert solved > 0


@pytest.mark.parametrize("search", GOING_ON)
def test_a_search_that_goes_on_keeps_its_limits(search: str) -> None:
    position = Position.after(load("connect_four"), [])
    thought = think(position, search=search, limit=Limit(nodes=70))
    assert (thought.nodes, thought.stopped) == (70, "nodes")
    assert think(position, search=search, limit=Limit(time=0.05)).stopped == "time"
    thinking = begin(position, search=search)
    time.sleep(0.05)
    thinking.stop()
    assert thinking.result().stopped == "interrupted"
    with pytest.raises(SearchError, match="knows no depth: limit its time, or its nodes"):
        think(position, search=search, limit=Limit(depth=3))


@pytest.mark.parametrize("search", GOING_ON)
def test_a_search_that_goes_on_repeats(search: str) -> None:
    position = Position.after(load("connect_four"), [3])
    first, again = (think(position, search=search, limit=Limit(nodes=200), seed=4) for _ in range(2))
    assert (first.best, first.value, first.line) == (again.best, again.value, again.line)


@pytest.mark.parametrize("search", GOING_ON)
def test_a_search_that_goes_on_plays(search: str) -> None:
    made = player(f"{search}:nodes=60", seed=1)
    position = Position.after(load("tic_tac_toe"), [])
    while not position.is_over:
        position = position.play(ask(made, position).best or 0)


# Files


@pytest.mark.parametrize("kind", [pytest.param("compiled", marks=pytest.mark.compiled), "plain"])
def test_a_kernel_in_a_file_is_one_like_ours(kind: str) -> None:
    plain = {"NUMBA_DISABLE_JIT": "1"} if kind == "plain" else {}
    arguments = ("analyze", "tic_tac_toe", "--moves", "2,2", "--depth", "4", "--json")
    found, ours = (json.loads(done(*arguments, "--search", name, **plain)) for name in (NEGAMAX, "minimax"))
    assert (found["nodes"], found["moves"]) == (ours["nodes"], ours["moves"])


def test_a_kernel_in_a_file_is_drawn_like_ours() -> None:
    arguments = ("tree", "tic_tac_toe", "--moves", "2,2 1,1 3,3", "--depth", "2", "--json")
    found, ours = (json.loads(here(*arguments, "--search", name)) for name in (NEGAMAX, "minimax"))
    assert found["tree"] == ours["tree"]


def test_a_file_goes_wherever_a_name_does() -> None:
    assert "all of it is proved" in here("analyze", "tic_tac_toe", "--moves", "2,2 1,1 3,3 2,1", "--search", BEST_FIRST)
    assert "2 games" in here("match", f"{BEST_FIRST}:nodes=50", f"{NEGAMAX}:depth=2", "--game", "tic_tac_toe", "--games", "2")


def test_what_the_document_shows_is_there() -> None:
    text = (ROOT / "docs" / "own_search.md").read_text(encoding="utf-8")
    table = text.partition("## What it may import")[2]
    assert set(re.findall(r"`(\w+)`", table)) == set(toolbox.__all__)
    for line in re.findall(r"^\$ kibitz (.*)$", text, re.MULTILINE):
        if "match" not in line:
            done(*shlex.split(line), folder=ROOT, NUMBA_DISABLE_JIT="1")


# What goes wrong


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def answers(task):\n    yield 3", r"mine.py has answered 3: let it yield Answer\(best, Value\(...\)\)"),
        (
            "def answers(task):\n    yield Answer(77, Value('exact', 1))",
            "mine.py has named the move 77, which is not legal here",
        ),
        ("def answers(task):\n    return iter(())", "mine.py has ended without an answer"),
        ("def answers(task):\n    yield {}[4]", "mine.py, line 7, failed: KeyError: 4"),
        ("", r"the search mine.py cannot be begun: it needs answers\(task\)"),
    ],
)
def test_a_search_that_fails_is_told_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(KibitzError, match=sentence):
        think("tic_tac_toe", search=written(tmp_path, text))


def test_a_file_that_does_not_serve_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SearchError, match=r"there is no file .*nowhere.py; docs/own_search.md shows one"):
        think("tic_tac_toe", search="./nowhere.py")
    with pytest.raises(SearchError, match=r"the search mine.py does not say what it is: it needs SEARCH = Search"):
        think("tic_tac_toe", search=written(tmp_path, "def answers(task):\n    yield 3", head="SEARCHES = 1"))
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(PlayerError):
        player(f"{written(tmp_path, '', head='SEARCHES = 1')}:depth=4")
    bare = "def enter(rules, fields, depth, alpha, beta, ply, memory, table):\n    return 0"
    with pytest.raises(SearchError, match=r"enter\(\) in the search mine.py does not say what it takes"):
        think("tic_tac_toe", search=written(other, bare, head="SEARCH = Search()"))
    assert "cannot be drawn as a tree" in refused_here("tree", "tic_tac_toe", "--search", BEST_FIRST)


def test_a_search_says_which_games_it_takes() -> None:
    with pytest.raises(SearchError, match=r"needs a zero-sum game of two players"):
        think("trio", search=BEST_FIRST, limit=Limit(nodes=10))
    with pytest.raises(SearchError, match="leaves nothing to chance"):
        think("einstein", search=BEST_FIRST, limit=Limit(nodes=10))


def test_compiled_parts_and_numbers_for_each_player(tmp_path: Path) -> None:
    """A random walk in a kernel, and a value for each of three players."""
    text = """
def walk(rules, fields: Fields, count: int, dice: int, memory: Words) -> int:
    found = 0
    for _ in range(count):
        state = rules.enter(fields)
        many = 0
        for move in rules.moves(state):
            many += 1
        found += many
    write(memory, 1, found)
    return found


def answers(task):
    call, memory = task.compile(walk), task.words(4)
    while True:
        assert call(task.fields(task.state), 10, task.dice_seed, memory) == memory[1]
        task.count(10)
        payoffs = (0.25, 0.5, 0.25)
        move = next(iter(task.game.moves(task.state)))
        yield Answer(move, Value("estimate", payoffs[task.turn], payoffs=payoffs))
"""
    head = 'SEARCH = Search("payoffs", is_anytime=True, takes_payoffs=True, takes_chance=True)'
    thought = think("trio", search=written(tmp_path, text, head), limit=Limit(nodes=100))
    assert (thought.nodes, thought.value.payoffs) == (100, (0.25, 0.5, 0.25))
    wrong: Any = text.replace(", payoffs=payoffs", "")
    (tmp_path / "other").mkdir()
    with pytest.raises(SearchError, match="gives one number for 3 players"):
        think("trio", search=written(tmp_path / "other", wrong, head), limit=Limit(nodes=100))


@pytest.mark.compiled
def test_a_compiled_part_that_calls_itself_may_return_something_else_than_it_says(tmp_path: Path) -> None:
    text = """
def walk(rules, fields: Fields, count: int, memory: Words) -> int:
    return int(10 * down(count))


def down(count) -> int:
    if count == 0:
        return 0.5
    return down(count - 1) + 1


def answers(task):
    call, memory = task.compile(walk), task.words(1)
    while True:
        task.count(1)
        yield Answer(next(iter(task.game.moves(task.state))), Value("estimate", call(task.fields(task.state), 10, memory)))
"""
    assert think("tic_tac_toe", search=written(tmp_path, text), limit=Limit(nodes=2)).value.result == 105


def test_the_old_names_of_its_properties_still_mean_the_same() -> None:
    with pytest.warns(DeprecationWarning, match="is_anytime"):
        assert Search(goes_on=True) == Search(is_anytime=True)
    with pytest.warns(DeprecationWarning, match="handles_repetition"):
        assert Search(minds_recurrence=True) == Search(handles_repetition=True)
