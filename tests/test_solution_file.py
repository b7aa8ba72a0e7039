"""The file of a strong solution: played from, refused when it does not serve, whole or not there at all."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import needs
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Value
from kibitz.errors import PlayerError, SolutionError
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.players import player
from kibitz.position import Position
from kibitz.solutions import Solution, solve_everything
from kibitz.solutions.solution import SOLUTION

pytestmark = pytest.mark.twice


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("solutions") / "tic_tac_toe.solution"
    solve_everything("tic_tac_toe", made)
    return made


def every_game(position: Position, perfect: str, side: int) -> Iterator[Position]:
    """The ends of all games in which one side plays from the file and the other anything at all."""
    mind, ahead, seen = player(perfect), [position], set()
    while ahead:
        position = ahead.pop()
        if position.is_over:
            yield position
            continue
        best = mind.think(position).best if position.to_move == side else None
        for move in position.legal() if best is None else (best,):
            after = position.play(move)
            if after.state not in seen:
                seen.add(after.state)
                ahead.append(after)


@pytest.mark.untraced
@pytest.mark.parametrize("side", [0, 1])
def test_it_never_loses_whatever_the_other_side_does(path: Path, side: int) -> None:
    ends = [end.payoffs for end in every_game(Position.after(load("tic_tac_toe")), f"perfect:file={path}", side)]
    assert len(ends) > 50
    assert min(payoffs[side] for payoffs in ends if payoffs) == 0
    assert max(payoffs[side] for payoffs in ends if payoffs) == 1


def test_the_quickest_win_and_the_latest_loss(path: Path) -> None:
    perfect = player(f"perfect:file={path}")
    game = load("tic_tac_toe")
    winning = perfect.think(Position.after(game, "1,1 2,1 1,2 2,2"))  # a line at once; other moves win later
    assert (winning.value, winning.line) == (Value("exact", 1, 1), (2,))
    lost = perfect.think(Position.after(game, "1,1 1,2 2,2 1,3 2,1"))  # two threats: one is parried, and the other kills
    assert lost.value == Value("exact", -1, 2)
    assert lost.line[0] in (5, 6, 8)
    assert [one.value.plies for one in lost.moves] == [2] * len(lost.moves)
    assert lost.stopped == "solved"


def test_a_file_of_the_first_version_serves_and_is_written_today(tmp_path: Path) -> None:
    old = Path(__file__).parent / "version_1" / "nim.solution"
    assert (len(Solution(old)), Solution(old).start) == (48, Value("exact", 1, 7))
    solve_everything("nim:heaps=2-3-3", tmp_path / "file")
    assert (tmp_path / "file").stat().st_size == old.stat().st_size


def test_playing_from_a_file_needs_no_compiler(path: Path) -> None:
    lines = f"""
import sys
from kibitz.position import Position
from kibitz.players import player
from kibitz.core.registry import load
player("perfect:file={path}").think(Position.after(load("tic_tac_toe")))
sys.exit(any(name in sys.modules for name in ("numba", "numpy")))
"""
    assert subprocess.run([sys.executable, "-c", lines], check=False).returncode == 0


def test_other_rules_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same spec, and who makes a line loses."""
    monkeypatch.setattr(TicTacToe, "result", lambda game, state: 1 if game.has_line(state.theirs) else 0)
    with pytest.raises(SolutionError, match="was made for other rules of tic_tac_toe: make it anew"):
        Solution(path)


def test_a_file_that_contradicts_the_rules_is_noticed_when_it_is_asked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that differ in a corner that the fingerprint has not seen."""
    solution, position = Solution(path), Position.after(load("tic_tac_toe"), "1,1 2,1 1,2 2,2")
    monkeypatch.setattr(
        TicTacToe, "moves", lambda game, state: [square for square in game.empty(state).squares() if square != 2]
    )
    with pytest.raises(SolutionError, match="was made for other rules of tic_tac_toe"):
        solution.best(position)


@pytest.mark.parametrize("spec", ["connect_four:width=4,height=4", "tic_tac_toe:width=4", "nim"])
def test_another_game_is_refused(path: Path, spec: str) -> None:
    game: Game = load(spec)
    with pytest.raises(SolutionError, match=f"is of tic_tac_toe, not of {spec}: `kibitz solve {spec} --everything"):
        Solution(path, game)
    with pytest.raises(SolutionError, match="is of tic_tac_toe, not of"):
        Solution(path).best(Position.after(game))
    with pytest.raises(SolutionError, match="is of tic_tac_toe, not of"):
        player(f"perfect:file={path}").think(Position.after(game))


def test_a_file_that_is_damaged_or_cut_short_is_noticed(path: Path, tmp_path: Path) -> None:
    """Wherever that is, it is said in a sentence, and no value is ever wrong."""
    whole, hurt, game = path.read_bytes(), tmp_path / "hurt", load("tic_tac_toe")
    for at in [*range(len(SOLUTION.magic) + 4), *range(40, len(whole), 997), *range(len(whole) - 60, len(whole))]:
        hurt.write_bytes(whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1 :])
        with pytest.raises(SolutionError, match=r"damaged|cut short|no strong solution"):
            Solution(hurt, game).best(Position.after(game))
    first, last = len(SOLUTION.magic), len(whole) - len(SOLUTION.closing)
    for length in [0, 1, first, first + 5, len(whole) // 2, last, len(whole) - 1]:
        hurt.write_bytes(whole[:length])
        with pytest.raises(SolutionError, match=r"is empty|is not a strong solution|is cut short"):
            Solution(hurt)


@pytest.mark.parametrize(
    ("settings", "error", "sentence"),
    [
        (
            "nowhere/at.all",
            SolutionError,
            "there is no file nowhere/at.all; `kibitz solve GAME --everything --to nowhere/at",
        ),
        ("/", SolutionError, "/ cannot be read: Is a directory"),
        (__file__, SolutionError, "is not a strong solution; `kibitz solve GAME"),
        ("", PlayerError, "file= in perfect:file= does not fit: file is the path of a strong solution, such as file="),
        (
            "x,time=3",
            PlayerError,
            "file and time in perfect:file=x,time=3 do not go together, for a file needs no search",
        ),
    ],
)
def test_what_does_not_serve_is_told_when_the_player_is_made(settings: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        player(f"perfect:file={settings}")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("place", ["", "there/is/none.solution"])
def test_where_no_file_can_be_written_is_told_before_the_walk(place: str, tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="cannot be written: name a file in a folder that is there"):
        solve_everything("tic_tac_toe", tmp_path / place, progress=lambda count, note: pytest.fail("it began"))


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SolutionError, match="cannot be written: No space left on device"):
        solve_everything("tic_tac_toe", tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_while_writing_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    (tmp_path / "file").write_text("the old one")
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve_everything("tic_tac_toe", tmp_path / "file")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["the old one"]


@needs.interrupts
@pytest.mark.parametrize("how", [signal.SIGINT, needs.KILL])
def test_a_kill_in_the_middle_leaves_nothing(how: int, tmp_path: Path) -> None:
    lines = """
import sys
from kibitz.solutions import solve_everything
try:
    solve_everything("tic_tac_toe", sys.argv[1], progress=lambda count, note: count and (print("go", flush=True), input()))
except KeyboardInterrupt:
    sys.exit(3)
"""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", lines, str(tmp_path / "file")], **pipes) as run:  # type: ignore[call-overload]
        assert run.stdout.readline() == b"go\n"
        run.send_signal(how)
        assert run.wait(30) == (3 if how == signal.SIGINT else -how)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.compiled
def test_no_index_is_outside_memory(tmp_path: Path) -> None:
    lines = "import sys; from kibitz.solutions import solve_everything; print(solve_everything('nim', sys.argv[1]).positions)"
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-c", lines, str(tmp_path / "file")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("120\n", 0), done.stderr


def test_a_game_for_more_than_two_or_with_dice_has_none(tmp_path: Path) -> None:
    for game in ("trio", "pig", "treasure"):
        with pytest.raises(SolutionError, match=f"^{game} is a game in which not one of two players wins what the other loses"):
            solve_everything(game, tmp_path / "file")
