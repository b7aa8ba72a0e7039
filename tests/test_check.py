"""The rule checker: every shipped game keeps the laws; every broken game breaks the law that it names, and no other."""

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from kibitz import Board64
from kibitz.checking import Problem, Report, check
from kibitz.checking.context import CheckContext, PlainSolver
from kibitz.checking.inspector import shrink
from kibitz.checking.law import all_laws
from kibitz.checking.laws.compiled import read_statements
from kibitz.checking.node import CheckNode, Watch, ask, patience
from kibitz.cli.own_games.check import command
from kibitz.core import registry
from kibitz.core.rules import CHANCE, Game, Knowledge
from kibitz.games.textbook.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.kernel import Machine
from kibitz.knowledge.pig import PigKnowledge
from shelf import QUICK

COMPILED = {"rules_compile", "compiled_agrees_with_plain"}
SAYS = re.compile(r"Breaks `(\w+)`(?: of `([^`]+)`)?[\w, ]*? (?:at the start|after (.+?)): ")


class Broken(NamedTuple):
    """A class in the folder `broken`: the law that it breaks, says its docstring, and the smallest line that shows it."""

    kind: type[Any]  # of a game, or of the knowledge of a game that is shipped
    law: str
    game: str  # the spec of a game with this knowledge
    line: str  # or how many moves it has

    @property
    def spec(self) -> str:
        return self.game or f"{inspect.getfile(self.kind)}:{self.kind.__name__}"

    def check(self, seconds: float = 3.0, **options: Any) -> Report:
        game = registry.load(self.spec)
        return check(game, self.kind(game) if self.game else None, seconds=seconds, **options)


def find_broken() -> dict[str, Broken]:
    """Everything broken by the name of its class."""
    found = {}
    for file in sorted(Path(__file__).parent.joinpath("broken").glob("*.py")):
        module = registry.file_module(file)
        for kind in [*registry.classes_in(module, Game), *registry.classes_in(module, Knowledge)]:
            if says := SAYS.match(" ".join((kind.__doc__ or "").split())):
                assert kind.__name__ not in found, "two of one name"
                found[kind.__name__] = Broken(kind, says[1], says[2] or "", says[3] or "none")
    return found


BROKEN = find_broken()


@pytest.fixture
def endless_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is counted ends the checker's work: a slow machine, and one that traces lines, finds the same as any other."""
    stopped = SimpleNamespace(thread_time=lambda: 0.0, monotonic=lambda: 0.0)
    for module in ("context", "inspector"):
        monkeypatch.setattr(f"kibitz.checking.{module}.time", stopped)


def params() -> Iterator[Any]:
    """What is broken; the first of each law shows which lines are reached."""
    seen: set[str] = set()
    for name, one in BROKEN.items():
        marks = [pytest.mark.compiled] if one.law in COMPILED else [pytest.mark.untraced] if one.law in seen else []
        seen.add(one.law)
        yield pytest.param(one, id=f"{one.law}-{name}", marks=marks)


@pytest.mark.untraced
@pytest.mark.parametrize("spec", QUICK)
def test_shipped_games_keep_all_laws(spec: str) -> None:
    many_moves = spec == "ultimate_tic_tac_toe"  # whose 81 names are each looked for among all
    report = check(registry.load(spec), seconds=4.0 if many_moves else 1.0)
    assert report.problems == ()
    assert report.games >= 1


@pytest.mark.parametrize(
    "spec",
    [
        *["tic_tac_toe:width=4,height=2", "connect_four:width=4,height=4", "othello:size=4"],
        "tic_tac_toe:width=8,height=8,line=5",
        *[f"tree:file={tree}" for tree in ("three_players", "chances", "alliance", "cooperation", "centipede")],
    ],
)
def test_shipped_games_keep_all_laws_on_other_boards_and_trees(spec: str) -> None:
    report = check(registry.load(spec), seconds=1.0, compiled=spec in ("tree:file=three_players", "tree:file=chances"))
    assert report.problems == ()
    assert report.complete == spec.startswith("tree")


@pytest.mark.parametrize("broken", [*params()])
@pytest.mark.usefixtures("endless_time")
def test_what_is_broken_is_caught_by_its_law_alone(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = broken.kind.__name__ == "Lost"  # to solve a whole game is one question too, and to trace it takes seconds
    monkeypatch.setattr("kibitz.checking.node.ANSWER_SECONDS", 0.3 if waits else 60.0)
    monkeypatch.setattr("kibitz.checking.node.CLOCK_SECONDS", 300.0)
    monkeypatch.setattr("kibitz.checking.checker.MAX_GAME_MOVES", 1000)
    report = broken.check(0.5, compiled=broken.law in COMPILED)
    assert [problem.law for problem in report.problems] == [broken.law]
    moves = report.problems[0].moves
    assert broken.line in (" ".join(moves) or "none", f"{len(moves)} moves")


def test_every_law_has_something_that_breaks_it() -> None:
    assert {law.name for law in all_laws()} == {broken.law for broken in BROKEN.values()}


def test_every_law_is_one_sentence() -> None:
    for law in all_laws():
        assert law.sentence.endswith("."), law.name
        assert ". " not in law.sentence, law.name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("CentreFirst", "`moves` yielded 2,2 twice; each legal move comes once"),
        (
            "NeverFull",
            "`is_over` says no, but `moves` yields nothing; either the game is over here, or there is a move, such as a pass",
        ),
        ("Refuses", "`moves` yielded 1,1, but `play` failed: ValueError: this square is taken (in play, line {})"),
        (
            "BelowZero",
            "field 'left' is -1; an int of a state is from 0 to 2**63 - 1: keep it one higher, with 0 for none; or say "
            "`compiles = False`, and a state may hold anything",
        ),
        ("FromOne", "`to_move` gave 2; with 2 players it must give an int from 0 to 1"),
        ("AllDraws", "`bounds` gave (0, 0), but best play leads to 1 for the side to move"),
    ],
)
@pytest.mark.usefixtures("endless_time")
def test_messages_say_what_happened_and_what_was_expected_and_show_the_board(name: str, message: str) -> None:
    problem = BROKEN[name].check(0.5, compiled=False).problems[0]
    lines, first = inspect.getsourcelines(BROKEN[name].kind)
    raising = [first + at for at, line in enumerate(lines) if "raise " in line]
    assert problem.message == message.format(*raising)
    assert name != "AllDraws" or problem.board.split() == ["X", "O", ".", ".", ".", ".", ".", ".", "."]


@pytest.mark.compiled
def test_where_machine_code_differs_is_said() -> None:
    problem = BROKEN["Overflows"].check(1.0).problems[0]
    plain, compiled = "2,2 1,2 1,3 2,1 2,3 3,1 3,2 3,3", "1,2 1,3 2,1 2,2 2,3 3,1 3,2 3,3"
    assert problem.message.startswith(f"`moves` yields {plain} in plain Python, but {compiled} compiled; ")


def test_what_is_said_of_dice_is_who_moves_and_each_outcome_with_its_weight() -> None:
    game = Pig(2)
    knowledge = PigKnowledge(game)
    machine, context = Machine(game, knowledge, plain=True), CheckContext(game, knowledge, seed=0, seconds=1.0)
    dice = CheckNode(game, game.play(game.start(), 0), (0,))
    said, guess = read_statements(context, machine, dice), knowledge.evaluate(dice.state)
    assert said[2] == ("to_move", None, CHANCE)
    assert [item[1:] for item in said if item[0] == "evaluate"] == [(None, (guess,)), (None, (guess, -guess))]
    assert [what for method, move, what in said if method == "chances" and move is None] == [6, 5, 4, 3, 2, 1]
    assert [what for method, move, what in said if method == "chances" and move is not None] == [(1.0,)] * 6
    assert ("to_move", 1, 1) in said
    assert read_statements(context, machine, dice.child(6))[2:] == [("to_move", None, 0), ("result", None, (1.0,))]


def test_what_is_said_at_the_end_is_what_each_player_gets() -> None:
    game = registry.load("tree:file=three_players")
    machine, context = Machine(game, plain=True), CheckContext(game, None, seed=0, seconds=1.0)
    end = context.replay((1, 0, 1))
    assert end is not None
    assert read_statements(context, machine, end)[3:] == [("payoffs", None, (1.0, 5.0, 2.0))]


def test_a_small_game_is_seen_as_a_whole() -> None:
    report = check(TicTacToe(2, 2, 2), None, compiled=False)
    assert report.complete
    assert report.positions == 1 + 4 + 12 + 12  # the third mark always makes a line: 4 * 3 * 2 orders, 12 boards


def test_a_state_may_come_again_where_dice_lead_on() -> None:
    report = check(Pig(3), None, compiled=False)
    assert report.complete
    assert report.problems == ()
    game = Pig(3)
    rolled_a_one = game.play(game.play(game.start(), 0), 1)
    assert game.play(game.play(rolled_a_one, 0), 1) == game.start()


@pytest.mark.compiled
def test_the_same_seed_finds_the_same() -> None:
    lines = [BROKEN["NoWinsYet"].check(5.0, seed=seed, compiled=False).problems[0].moves for seed in (1, 1, 2, 3)]
    assert lines[0] == lines[1]
    assert len(set(lines)) > 1


def test_knowledge_is_found_given_or_left_out_and_its_laws_are_counted() -> None:
    game, wrong = TicTacToe(2, 2, 2), BROKEN["AllDraws"].kind
    plain = check(game, None, seconds=1.0, compiled=False)
    found = check(game, seconds=1.0, compiled=False)
    given = check(game, wrong(game), seconds=1.0, compiled=False)
    assert (plain.ok, found.ok, given.ok) == (True, True, False)
    assert (found.laws > plain.laws, given.laws) == (True, plain.laws + 1)


@pytest.mark.compiled
def test_rules_that_do_not_compile_may_be_allowed() -> None:
    assert BROKEN["Generated"].check(allow_plain=True).ok


def test_a_summary_says_how_far_it_looked() -> None:
    report = Report("nim", (), 20, 1234, 30, 1.26, complete=False)
    assert report.summary() == "nim keeps all 20 laws (1,234 positions, 30 random games, 1.3 s)"
    report = Report("nim", (), 20, 1, 0, 9.96, complete=False)
    assert report.summary() == (
        "nim broke none of 20 laws, but too little was seen to say more (1 position, 0 random games, 10.0 s): allow more --time"
    )
    assert "too little was seen" in Report("wide", (), 31, 22, 3, 31.9, complete=False).summary()
    assert Report("small", (), 31, 22, 3, 0.1, complete=True).enough
    problem = Problem("play_ends", ("a", "b"), "it goes on", "board", "Play ends.")
    report = Report("nim", (problem,), 20, 12, 3, 0.1, complete=True)
    assert report.summary() == "nim breaks 1 of 20 laws (all 12 positions, 3 random games, 0.1 s)"


def test_shrinking_leaves_out_all_that_is_not_needed() -> None:
    line = tuple(range(40))
    assert shrink(line, lambda shorter: {3, 17, 31} <= set(shorter), lambda: True) == (3, 17, 31)
    in_turn = shrink(line, lambda shorter: len(shorter) % 2 == 0 and 7 in shorter, lambda: True)
    assert len(in_turn) == 2
    assert 7 in in_turn
    assert shrink(line, lambda shorter: True, lambda: False) == line


def test_the_solver_knows_tic_tac_toe() -> None:
    game = TicTacToe()
    solver = PlainSolver(game)
    assert solver.worth(game.start(), 5_477, 60.0) is None
    assert solver.worth(game.start(), 5_478, 60.0) == (0, 0)
    lost = game.play(game.play(game.start(), 0), 1)  # a corner, answered beside it: the first player wins in five more moves
    assert solver.worth(lost, 0) == (1, 5)


def test_an_answer_is_given_whatever_the_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.checking.node.CLOCK_SECONDS", 0.3)

    def leave() -> None:
        raise SystemExit(3)

    def wait() -> None:
        while True:
            pass

    assert ask(lambda: 5).value == 5
    assert ask(leave).error.startswith("SystemExit: 3 (in leave, line ")
    assert ask(lambda: [][1]).error.startswith("IndexError: list index out of range (in <lambda>, line ")
    watch = Watch()
    with patience(watch):
        assert ask(wait).error.startswith("no answer within 5 s (in wait, line ")
    assert watch.given_up == 1


def run(*arguments: str) -> tuple[int, str, str]:
    """What the command returns and prints."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.stdout, result.stderr


def test_the_command_shows_law_line_board_and_message_and_speaks_json() -> None:
    spec, message = BROKEN["Texts"].spec, "`moves` yielded '1', which is of type str; a move is an int"
    code, out, _ = run(spec, "--time", "3")
    assert code == 1
    assert "moves_are_ints\n" in out
    assert "The law:        Every legal move is an int, 0 or more.\n" in out
    assert "The moves:      1,1\n" in out
    assert "    X . .\n" in out
    assert f"What is wrong:  {message}\n  Where:          turns.py, line " in out
    assert re.search(r"breaks 1 of \d+ laws \(\d+ positions?, 0 random games, [\d.]+ s\)\n$", out)
    code, out, _ = run(spec, "--json", "--time", "3")
    where = f"turns.py, line {inspect.getsourcelines(BROKEN['Texts'].kind.moves)[1]}, moves"
    problem = {"law": "moves_are_ints", "moves": ["1,1"], "message": message, "where": where}
    assert code == 1
    said = json.loads(out)
    assert (said["game"], said["ok"], said["problems"]) == (spec, False, [problem])
    assert (said["games"], said["complete"], said["sample"]) == (0, False, None)


def test_the_command_praises_a_good_game() -> None:
    code, out, _ = run("tic_tac_toe:width=2,height=2,line=2", "--time", "2", "--seed", "4")
    assert code == 0
    assert re.search(r"tic_tac_toe:width=2,height=2,line=2 keeps all \d+ laws \(all 29 positions, \d+ random games, ", out)


LOUD = """
from kibitz.games.tic_tac_toe import TicTacToe

class Loud(TicTacToe):
    def show(self, state):
        print("loud")
        return {0: "."}[len(state.theirs)]
"""


def test_a_file_is_named_as_it_was_given_and_rules_that_print_do_not_spoil_the_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(LOUD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    _, out, _ = run("./mine.py", "--time", "1")
    assert out.splitlines()[-1].startswith("./mine.py breaks 1 of ")
    assert str(tmp_path) not in out
    code, out, err = run("./mine.py", "--json", "--time", "1")
    assert (code, json.loads(out)["problems"][0]["law"]) == (1, "show_draws_every_state")
    assert "loud" in err


def test_a_board_with_too_many_squares_says_what_to_take(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = BROKEN["Wide"]
    monkeypatch.setattr(wide.kind, "start", lambda game: game.play.__globals__["Stones"](Board64((1 << 81) - 1), 0))
    (problem,) = wide.check(1, compiled=False).problems
    assert problem.law == "game_can_start"
    assert "squares 0 to 63, and square 80 is beyond them: take a Board128" in problem.message


WIDE = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    made: int

@dataclass(frozen=True)
class Wide(Game):
    """Take any of many; after so many turns the game is over, and RESULT."""

    def start(self): return State(0)
    def moves(self, state): return range(WIDTH)
    def play(self, state, move): return State(state.made + 1)
    def is_over(self, state): return state.made >= PLIES
    def result(self, state): return RESULT
'''


def wide(folder: Path, width: int, plies: int, result: str) -> str:
    """The file of a game with so many moves at any time, for so many plies."""
    file = folder / f"wide_{plies}.py"
    file.write_text(WIDE.replace("WIDTH", str(width)).replace("PLIES", str(plies)).replace("RESULT", result))
    return str(file)


def test_too_little_seen_is_no_pass(tmp_path: Path) -> None:
    spec = wide(tmp_path, 6_000, 400, "-1")
    code, out, _ = run(spec, "--time", "0.5", "--allow-plain", "--json")
    assert (code, json.loads(out)["enough"]) == (3, False)


@pytest.mark.untraced
def test_what_random_games_look_like_is_said(tmp_path: Path) -> None:
    code, out, _ = run("tic_tac_toe", "--time", "2")
    assert code == 0
    lengths = re.search(
        r"Random games last (\d) to 9 plies, [\d.]+ by the median; moves to choose from: 1 to 9, [\d.]+ by the median", out
    )
    assert lengths is not None
    assert int(lengths[1]) >= 5
    assert re.search(r"Of \d+ random games X won \d+, O won \d+; \d+ were drawn\.", out)
    assert "is that meant" not in out
    sample = json.loads(run("tic_tac_toe", "--time", "2", "--json")[1])["sample"]
    assert sample["plies"]["most"] == 9
    assert sum(sample["wins"]) + sample["draws"] == sample["games"]


def test_a_side_that_has_won_though_it_is_to_move_is_asked_about(tmp_path: Path) -> None:
    code, out, _ = run(wide(tmp_path, 2, 5, "1"), "--time", "1", "--allow-plain")
    assert code == 0
    assert "Random games last 5 plies; moves to choose from: 2.\n" in out
    assert "The side to move at the end had won in all 100 that somebody won: is that meant?" in out
    assert "is that meant" not in run(wide(tmp_path, 2, 6, "-1"), "--time", "1")[1]


def test_the_largest_result_is_asked_for_where_it_is_not_known(tmp_path: Path) -> None:
    _, out, _ = run(wide(tmp_path, 2, 5, "state.made * 4"), "--time", "1", "--allow-plain")
    assert "`best_result` is left out, and results here go up to 20: declare the largest possible one" in out
