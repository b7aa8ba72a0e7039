"""The rule checker: every shipped game keeps the laws; every broken game breaks the law that it names, and no other."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from kibitz import registry
from kibitz.checking import Problem, Report, check
from kibitz.checking.ask import ANSWER_SECONDS, Watch, ask, patience
from kibitz.checking.context import CheckContext
from kibitz.checking.inspector import shrink
from kibitz.checking.law import all_laws
from kibitz.checking.laws.compiled import read_statements
from kibitz.checking.node import CheckNode
from kibitz.checking.solver import PlainSolver
from kibitz.cli.check import command
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.kernel import Machine
from kibitz.knowledge.pig import PigKnowledge
from kibitz.rules import CHANCE
from shelf import READY

BROKEN = sorted(Path(__file__).parent.joinpath("broken").glob("*.py"))
COMPILED = {"rules_compile", "compiled_agrees_with_plain"}
SAYS = re.compile(r"Breaks `(\w+)`.*Smallest line: (.*)\.")


@pytest.fixture
def endless_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is counted ends the checker's work: a slow machine, and one that traces lines, finds the same as any other."""
    stopped = SimpleNamespace(thread_time=lambda: 0.0)
    for module in ("context", "inspector", "solver"):
        monkeypatch.setattr(f"kibitz.checking.{module}.time", stopped)


def promised(file: Path) -> tuple[str, str]:
    """The law that a broken game says it breaks, and the smallest line that shows it, or how many moves that has."""
    said = SAYS.search(file.read_text(encoding="utf-8").partition("\n")[0])
    assert said is not None, f"{file.name} must say in its first line what it breaks"
    return said[1], said[2]


def marks(file: Path) -> list[pytest.MarkDecorator]:
    """The first broken game of each law shows which lines are reached."""
    law = promised(file)[0]
    return [pytest.mark.compiled] if law in COMPILED else [pytest.mark.untraced] if file.stem != law else []


def broken(name: str) -> str:
    """The spec of a broken game."""
    return str(Path(__file__).parent / "broken" / f"{name}.py")


@pytest.mark.untraced
@pytest.mark.parametrize("spec", READY)
def test_shipped_games_keep_all_laws(spec: str) -> None:
    report = check(registry.load(spec), seconds=3.0)
    assert report.problems == ()
    assert report.games >= 1


@pytest.mark.parametrize(
    "spec",
    ["tic_tac_toe:width=4,height=2", "connect_four:width=4,height=4", "othello:size=4", "tic_tac_toe:width=8,height=8,line=5"],
)
def test_shipped_games_keep_all_laws_on_other_boards(spec: str) -> None:
    assert check(registry.load(spec), seconds=2.0, compiled=False).problems == ()


@pytest.mark.parametrize("tree", ["three_players", "chances", "alliance", "cooperation", "centipede"])
def test_shipped_trees_keep_all_laws(tree: str) -> None:
    report = check(registry.load(f"tree:file={tree}"), seconds=1.0, compiled=tree in ("three_players", "chances"))
    assert report.problems == ()
    assert report.complete


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, id=file.stem, marks=marks(file)) for file in BROKEN],
)
@pytest.mark.usefixtures("endless_time")
def test_a_broken_game_is_caught_by_its_law_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law, line = promised(file)
    if law != "rules_answer":  # to solve a whole game is one question too, and to trace it takes seconds
        monkeypatch.setattr("kibitz.checking.ask.ANSWER_SECONDS", 60.0)
        monkeypatch.setattr("kibitz.checking.ask.CLOCK_SECONDS", 300.0)
    report = check(registry.load(str(file)), seconds=0.5, compiled=law in COMPILED)
    assert [problem.law for problem in report.problems] == [law]
    moves = report.problems[0].moves
    if line.endswith(" moves"):
        assert f"{len(moves)} moves" == line
    else:
        assert (" ".join(moves) or "none") == line


def test_every_law_has_a_broken_game() -> None:
    assert {law.name for law in all_laws()} == {promised(file)[0] for file in BROKEN}


def test_every_law_is_one_sentence() -> None:
    for law in all_laws():
        assert law.sentence.endswith("."), law.name
        assert ". " not in law.sentence, law.name


def test_messages_say_what_happened_and_what_was_expected() -> None:
    said = {
        "moves_come_once": "`moves` yielded 2,2 twice; each legal move comes once",
        "a_move_exists": "`is_over` says no, but `moves` yields nothing; "
        "either the game is over here, or there is a move, such as a pass",
        "moves_can_be_played": "`moves` yielded 1,1, but `play` failed: ValueError: this square is taken (in play, line 18)",
        "state_fields_fit": "field 'left' is -1; an int of a state is from 0 to 2**63 - 1 "
        "(a full board of 64 squares is a Board64)",
        "to_move_is_a_player": "`to_move` gave 2; with 2 players it must give an int from 0 to 1",
        "bounds_hold": "`bounds` gave (0, 0), but best play leads to 1 for the side to move",
    }
    for name, message in said.items():
        report = check(registry.load(broken(name)), seconds=3.0, compiled=False)
        assert report.problems[0].message == message


@pytest.mark.compiled
def test_where_machine_code_differs_is_said() -> None:
    problem = check(registry.load(broken("compiled_agrees_with_plain")), seconds=1.0).problems[0]
    plain, compiled = "2,2 1,2 1,3 2,1 2,3 3,1 3,2 3,3", "1,2 1,3 2,1 2,2 2,3 3,1 3,2 3,3"
    assert problem.message.startswith(f"`moves` yields {plain} in plain Python, but {compiled} compiled; ")


@pytest.mark.usefixtures("endless_time")
def test_the_board_is_the_one_the_line_leads_to() -> None:
    problem = check(registry.load(broken("bounds_hold")), seconds=0.5, compiled=False).problems[0]
    assert problem.board.split() == ["X", "O", ".", ".", ".", ".", ".", ".", "."]


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
    game = registry.load(broken("bounds_hold_big"))
    lines = [check(game, seed=seed, seconds=5.0, compiled=False).problems[0].moves for seed in (1, 1, 2, 3)]
    assert lines[0] == lines[1]
    assert len(set(lines)) > 1


@pytest.mark.compiled
def test_knowledge_may_be_given_or_left_out() -> None:
    game = registry.load(broken("bounds_hold"))
    assert not check(game, compiled=False).ok
    assert check(game, None, compiled=False).ok
    assert not check(game, registry.knowledge_of(game), compiled=False).ok


def test_rules_that_do_not_compile_may_be_allowed() -> None:
    assert check(registry.load(broken("rules_compile")), seconds=3.0, allow_plain=True).ok


@pytest.mark.untraced
def test_a_report_counts_the_laws_that_apply() -> None:
    plain = check(TicTacToe(2, 2, 2), None, compiled=False)
    wise = check(registry.load(broken("bounds_hold")), seconds=1.0, compiled=False)
    assert wise.laws == plain.laws + 1


def test_a_summary_says_how_far_it_looked() -> None:
    report = Report("nim", (), 20, 1234, 30, 1.26, complete=False)
    assert report.summary() == "nim keeps all 20 laws (1,234 positions, 30 random games, 1.3 s)"
    report = Report("nim", (), 20, 1, 0, 9.96, complete=False)
    assert report.summary() == (
        "nim broke none of 20 laws, but too little was seen to say more (1 position, 0 random games, 10.0 s): allow more --time"
    )
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


def test_an_answer_is_given_whatever_the_rules_do() -> None:
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
        assert ask(wait).error.startswith(f"no answer within {ANSWER_SECONDS:.0f} seconds (in wait, line ")
    assert watch.given_up == 1


def run(*arguments: str) -> tuple[int, str, str]:
    """What the command returns and prints."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.stdout, result.stderr


def test_the_command_shows_law_line_board_and_message() -> None:
    code, out, _ = run(broken("moves_are_ints"), "--time", "3")
    assert code == 1
    assert "moves_are_ints\n" in out
    assert "The law:        Every legal move is an int, 0 or more.\n" in out
    assert "The moves:      1,1\n" in out
    assert "    X . .\n" in out
    assert "What is wrong:  `moves` yielded '1', which is of type str; a move is an int\n" in out
    assert re.search(r"breaks 1 of \d+ laws \(\d+ positions?, 0 random games, [\d.]+ s\)\n$", out)


def test_the_command_speaks_json() -> None:
    code, out, _ = run(broken("moves_are_ints"), "--json", "--time", "3")
    message = "`moves` yielded '1', which is of type str; a move is an int"
    problem = {"law": "moves_are_ints", "moves": ["1,1"], "message": message}
    assert code == 1
    said = json.loads(out)
    assert (said["game"], said["ok"], said["problems"]) == (f"{broken('moves_are_ints')}:Named", False, [problem])
    assert (said["games"], said["complete"], said["sample"]) == (0, False, None)


def test_the_command_praises_a_good_game() -> None:
    code, out, _ = run("tic_tac_toe:width=2,height=2,line=2", "--time", "2", "--seed", "4")
    assert code == 0
    assert re.search(r"tic_tac_toe:width=2,height=2,line=2 keeps all \d+ laws \(all 29 positions, \d+ random games, ", out)


def test_rules_that_print_do_not_spoil_the_json(tmp_path: Path) -> None:
    rules = tmp_path / "loud.py"
    text = Path(broken("show_draws_every_state")).read_text(encoding="utf-8")
    rules.write_text(text.replace("        return {0", "        print('loud')\n        return {0"), encoding="utf-8")
    code, out, err = run(str(rules), "--json", "--time", "1")
    assert code == 1
    assert json.loads(out)["problems"][0]["law"] == "show_draws_every_state"
    assert "loud" in err


def test_a_file_is_named_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(Path(broken("moves_are_ints")).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    _, out, _ = run("./mine.py", "--time", "1")
    assert out.splitlines()[-1].startswith("./mine.py breaks 1 of ")
    assert str(tmp_path) not in out


def test_a_board_with_too_many_squares_says_what_to_take(tmp_path: Path) -> None:
    file = tmp_path / "wide.py"
    text = Path(broken("boards_hold_every_square")).read_text(encoding="utf-8")
    file.write_text(text.replace("State(Board64(), 0)", "State(Board64((1 << 81) - 1), 0)"))
    (problem,) = check(registry.load(str(file)), compiled=False, seconds=1).problems
    assert problem.law == "game_can_start"
    assert "squares 0 to 63, and square 80 is beyond them: take two boards, or a tuple of ints" in problem.message


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
    code, out, _ = run(spec, "--time", "0.5", "--allow-plain")
    assert code == 3
    assert "keeps all" not in out
    assert re.search(r"broke none of \d+ laws, but too little was seen to say more \(\d+ positions?, 0 random games, ", out)
    assert json.loads(run(spec, "--time", "0.5", "--json")[1])["enough"] is False


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
    assert "`best_result` is left out, and results here go up to 20: say the largest there can be" in out
