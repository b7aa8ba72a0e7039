"""Every game, each level and kind of player, each command that takes a game: it answers, or refuses in a sentence.

One table, of what is there: a game, a player or a search that is added stands in it too. The limits are tiny, and whoever plays
a game begins near its end.
"""

import functools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from commandline import run_here
from fake_gui import FakeGui, gui
from kibitz import players
from kibitz.core import registry
from kibitz.core.thought import Limit, Thought
from kibitz.errors import KibitzError
from kibitz.games.textbook.tree import SHIPPED
from kibitz.jobs.kinds import move, review, values
from kibitz.jobs.worker import Stop
from kibitz.players.levels import LEVELS
from kibitz.position import Position
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.search.entry import solve
from matched import own_store
from player_kinds import KINDS
from shelf import QUICK

pytestmark = pytest.mark.untraced  # hundreds of commands, in which it makes no difference whether rules compile

EXAMPLES = sorted(str(file) for file in (Path(__file__).parents[1] / "examples").glob("*.py"))
GAMES = [*QUICK, *(f"tree:file={file.stem}" for file in sorted(SHIPPED.glob("*.json"))), "openspiel:tic_tac_toe", *EXAMPLES]
LEVELLED = [f"computer:level={level}" for level in LEVELS]
PLAYERS = [*LEVELLED, *KINDS, "deepening:time=0.05,traps=uniform"]
SEARCHES = [f"{search}:level={level}" for search in registry.names("search") for level in (1, 10)]
COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "analyze": [("--depth", "1"), ("--nodes", "30", "--best", "--json"), ("--time", "0.02", "--traps")],
    "solve": [("--nodes", "30"), ("--time", "0.02", "--json", "--weak", "--no-book")],
    "tree": [
        ("--depth", "1", "--max-nodes", "300"),
        ("--depth", "1", "--growth", "--time", "0.02"),
        ("--search", "mcts", "--nodes", "8", "--why"),
    ],
    "review": [("--nodes", "30"), ("--nodes", "30", "--json")],
    "picture": [("--to", "board.svg"), ("--animated", "--to", "game.svg", "--json")],
    "check": [("--time", "0.1", "--allow-plain")],
    "perft": [("--depth", "1")],
    "playouts": [("--games", "3", "--longest", "300")],
    "report": [("--games", "1", "--playouts", "1", "--longest", "300", "--walk", "300", "--json")],
    "page": [("--most", "300", "--tree", "depth=1", "--to", "page")],
    "bench": [("--time", "0.01")],
    "build": [("--json",)],  # which refuses where Numba is turned off; with Numba: tests/test_build.py
    "doctor": [("--json",)],
    "choose": [("--show",)],  # the matches of a choice: tests/test_choose.py
    "book": [("--plies", "0", "--to", "first.book")],
    "learn": [("--minutes", "0.01", "--threads", "1", "--no-match", "--to", "every.learned", "--json")],
    "levels": [("--games", "4", "--minutes", "0.001", "--to", "every.levels", "--json")],
    "tune": [
        ("--player", "minimax:depth=1", "--steps", "1", "--pairs-per-step", "1", "--verify", "0", "--workers", "1", "--json")
    ],
}
ELSEWHERE = {"convert", "engine", "grade", "match", "mcp", "play", "puzzles", "serve"}  # of these each has a test of its own
EASY = 2_000  # positions: a game that takes more to solve gets no book here
LATE = 3  # moves before the end of a game


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("kibitz.players.levels.TIME", 0.01)
    monkeypatch.setattr("kibitz.players.engine.MOMENT", 0.01)
    monkeypatch.setattr("kibitz.players.engine.TIME", 0.01)
    monkeypatch.setattr("kibitz.players.kinds.perfect.PATIENCE", 0.01)
    own_store(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)


TOO_LITTLE_SEEN = 3  # in a tenth of a second, of rules that run plain


def ended(*arguments: str) -> str:
    """What a command wrote that answers; "" of one that refuses in a sentence, as it must otherwise."""
    code, written, complaint = run_here(*arguments)
    if code == 0 or (code == TOO_LITTLE_SEEN and arguments[0] == "check"):
        return written
    assert code == 2, (arguments, code, complaint)
    assert len(complaint.splitlines()) == 1, (arguments, complaint)
    assert complaint.startswith("kibitz: ")
    return ""


def refuses(do: Callable[[], Any]) -> bool:
    """Whether something is refused, in a sentence; nothing else may go wrong."""
    try:
        do()
    except KibitzError as refusal:
        if len(str(refusal).splitlines()) != 1:
            raise
        return True
    return False


def random_game(spec: str, seed: int = 1) -> list[Position]:
    """The positions of a game of random moves, from the start on, for as long as it lasts or nearly so."""
    dice = random.Random(seed)
    position = Position.after(registry.load(spec))
    found = [position]
    while not position.is_over and len(found) < 1000:
        position = position.play(dice.choice(position.legal()))
        found.append(position)
    return found


def line(position: Position) -> str:
    return " ".join(position.names())


def late(spec: str) -> Position:
    return [one for one in random_game(spec) if not one.is_over][-LATE:][0]


def is_too_large(spec: str) -> bool:
    """Whether it would take long to solve a game that can be solved."""
    found: list[Thought] = []
    return not refuses(lambda: found.append(solve(spec, limit=Limit(nodes=EASY)))) and found[0].stopped != "solved"


def test_every_command_that_takes_a_game_is_here() -> None:
    commands = {name: registry.member("cli", name, KibitzError, "command").command for name in registry.names("cli")}
    takes = {name for name, command in commands.items() if any(one.name in ("game", "games", "spec") for one in command.params)}
    assert takes == (COMMANDS.keys() - {"review", "picture"}) | ELSEWHERE  # which take a record, too


@pytest.mark.parametrize("spec", GAMES)
def test_each_command_answers_or_refuses_in_a_sentence(spec: str) -> None:
    for command in COMMANDS:
        if command == "book" and is_too_large(spec):
            continue
        for options in COMMANDS[command]:
            if command in ("review", "picture"):
                options = ("--moves", line(random_game(spec)[:4][-1]), *options)
            written = ended(command, spec, *options)
            if "--json" in options and written:
                json.loads(written)


@pytest.mark.parametrize("spec", GAMES)
def test_each_player_plays_a_game_to_its_end_or_does_not_begin(spec: str) -> None:
    position = late(spec)
    for kind in PLAYERS:
        seats = [kind, *["random"] * (position.game.players - 1)]
        strength = ("--level", "10") if kind == "computer" else ()  # which is asked for
        written = ended("play", spec, *seats, *strength, "--seed", "1", "--moves", line(position))
        assert not written or "The game is over" in written, kind


def admit(kind: str, position: Position) -> None:
    players.admit([players.player(kind)], position.game)


@pytest.mark.parametrize("spec", GAMES)
def test_each_player_finds_a_move_at_the_start(spec: str) -> None:
    position = next(one for one in random_game(spec) if not one.is_chance)
    for kind in (*PLAYERS, *SEARCHES):
        if not refuses(functools.partial(admit, kind, position)):
            assert players.player(kind, 1).think(position).best in position.legal(), kind


@pytest.mark.parametrize("spec", GAMES)
def test_it_is_played_for_another_program(spec: str) -> None:
    position = late(spec)
    if position.game.players != 2:
        assert refuses(lambda: FakeGui(spec, "ugi", EngineSettings()))
        return
    with gui(spec, "ugi", EngineSettings(time=0.01)) as one:
        one.write(f"position startpos moves {line(position)}")
        best = one.ask("go", "bestmove")[-1].split()[1]
        assert best == "(none)" if position.is_chance else best in [position.name(move) for move in position.legal()]


@pytest.mark.parametrize("spec", GAMES)
def test_a_match_of_it_ends(spec: str) -> None:
    for kind in ("computer:level=1", "computer:level=10"):
        others = ["random"] * (registry.load(spec).players - 1)
        told = ended("match", kind, *others, "--game", spec, "--games", "2", "--seed", "1", "--json")
        assert not told or json.loads(told)["games"] >= 2


@pytest.mark.parametrize("spec", GAMES)
def test_the_page_hints_and_weighs_and_reviews(spec: str) -> None:
    for position in (next(one for one in random_game(spec) if not one.is_chance), late(spec)):
        asked: dict[str, Any] = {"game": registry.spec_of(position.game), "moves": list(position.names())}
        for job, args in (
            (move, asked | {"player": "computer:level=10", "seed": 1}),
            (values, asked | {"time": 0.05}),
            (review, asked | {"moves": asked["moves"][:2], "time": 0.01}),
        ):
            refuses(functools.partial(job.run, args, lambda told: None, Stop()))


@pytest.mark.parametrize("spec", GAMES)
def test_a_person_in_the_terminal_is_helped(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.cli.playing.play.ADVICE", Limit(time=0.02))
    seats = ["human"] * registry.load(spec).players
    code, written, complaint = run_here("play", spec, *seats, "--seed", "1", typed="hint\nvalues\nquit\n")
    assert (code, complaint) == (0, "")
    assert written.endswith("Goodbye.\n")
