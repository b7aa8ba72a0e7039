"""Jobs of the page: what worker processes answer is what the searches and the players say."""

from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import fair
import kibitz
from games_gone_wrong import Long, spec
from kibitz.core.thought import MoveValue, Thought
from kibitz.errors import PlayerError
from kibitz.jobs.kinds import answer, move, think, values
from kibitz.jobs.worker import Stop
from kibitz.players.ladder import ProofLadder
from kibitz.position import Position
from kibitz.search import entry
from plain_games import spec as plain

Told = list[dict[str, Any]]
EFFORT = ("nodes", "seconds", "nodes_per_second", "table_hits", "depth")


def done(job: Any, game: str, moves: list[str], **args: Any) -> tuple[dict[str, Any], Told]:
    """What the job says in the end, and before."""
    told: Told = []
    return job.run({"game": game, "moves": moves} | args, told.append, Stop()), told


def without_effort(said: dict[str, Any]) -> dict[str, Any]:
    return {name: what for name, what in said.items() if name not in EFFORT}


def worth(said: dict[str, Any]) -> dict[str, Any]:
    """The value of each move."""
    return {one["move"]: one["value"] for one in said["moves"]}


def openings(game: str, plies: int, first: str = "") -> list[list[str]]:
    """All lines of that many plies after the first moves that do not end the game."""
    lines, rules = [first.split()], kibitz.load(game)
    for _ in range(plies):
        places = [(line, Position.after(rules, line)) for line in lines]
        lines = [[*line, here.name(one)] for line, here in places for one in here.legal() if not here.play(one).is_over]
    return lines


@pytest.mark.untraced
def test_think_says_what_the_search_says() -> None:
    said, told = done(think, "tic_tac_toe", ["1,1"], all_moves=True)
    here = Position.after(kibitz.load("tic_tac_toe"), ["1,1"])
    assert without_effort(said) == without_effort(answer(here, kibitz.think(here, all_moves=True)))
    assert worth(said)["2,2"] == {"kind": "exact", "result": 0, "plies": None}
    assert said["moves"][-1]["words"].startswith("X wins in ")
    assert said["words"] == "draw"
    assert [one["depth"] for one in told] == sorted(one["depth"] for one in told)


@pytest.mark.parametrize("job", [think, values, move])
def test_a_game_that_is_over_has_its_result(job: Any) -> None:
    said, told = done(job, "tic_tac_toe", ["1,1", "2,1", "1,2", "2,2", "1,3"], player="random")
    assert (said["best"], said["value"], said["words"]) == (None, {"kind": "exact", "result": -1, "plies": 0}, "X wins in 0")
    assert told == []


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "plies", "first"),
    [("tic_tac_toe", 2, "1,1 2,2"), (plain("Nim:heaps=3-2"), 2, ""), (plain("ConnectFour:width=4,height=3"), 2, "")],
    ids=["tic-tac-toe", "nim", "connect four"],
)
def test_values_of_small_games_are_those_of_the_whole_search(game: str, plies: int, first: str) -> None:
    rules = kibitz.load(game)
    for line in openings(game, plies, first):
        here = Position.after(rules, line)
        said, _ = done(values, game, line, time=20.0)
        known = answer(here, kibitz.think(here, all_moves=True))
        assert worth(said) == worth(known), line
        assert said["value"] == known["value"]
        assert said["stopped"] == "solved"
        assert worth(said)[said["best"]] == said["value"]


@pytest.mark.parametrize("game", [plain("Trio:width=3,height=2"), plain("Pig:target=4")], ids=["trio", "pig"])
def test_values_with_several_players_or_dice_are_those_of_the_search_that_fits(game: str) -> None:
    rules = kibitz.load(game)
    for line in openings(game, 1):
        here = Position.after(rules, line)
        said, _ = done(values, game, line, time=0.5)
        known = kibitz.think(here, all_moves=True, limit=kibitz.Limit(depth=said["depth"]))
        assert said["moves"] == answer(here, known)["moves"]
        assert (said["best"], said["value"]) == (answer(here, known)["best"], answer(here, known)["value"])


def test_values_come_from_the_book_where_there_is_one() -> None:
    said, told = done(values, "connect_four", ["4"])
    assert (said["nodes"], said["stopped"], told) == (0, "solved", [])
    assert worth(said)["4"] == {"kind": "exact", "result": -1, "plies": 40}


def test_what_cannot_be_proved_in_time_is_estimated_and_told_apart() -> None:
    for _ in range(3):  # a machine that stands still may take all of the second
        began = fair.now()
        said, told = done(values, plain("Othello"), [], time=1.0)
        assert fair.now() - began < 5.0, "a second, and what a busy machine adds"
        if said["depth"] > 1:
            break
    assert [value["kind"] for value in worth(said).values()] == ["estimate"] * 4
    assert told[0]["depth"] <= 1 < said["depth"]
    assert [one["depth"] for one in told] == sorted(one["depth"] for one in told)
    assert said["stopped"] == "time"


def test_proofs_of_some_moves_stand_beside_estimates_of_others() -> None:
    game, line = plain("ConnectFour:width=4,height=4"), list("233221")
    here = Position.after(kibitz.load(game), line)
    known = worth(answer(here, kibitz.think(here, all_moves=True)))
    for seconds, stops in product((0.05, 0.2), range(2)):
        stop, told = Stop(), list[dict[str, Any]]()
        if stops:
            stop.ask()
        said = values.run({"game": game, "moves": line, "time": seconds}, told.append, stop)
        for one in [*told, said]:
            for name, value in worth(one).items():
                check(value, known[name])
            check(one["value"], max(known.values(), key=order))


def order(value: dict[str, Any]) -> tuple[float, int]:
    return kibitz.Value(value["kind"], value["result"], value["plies"]).order


def check(said: dict[str, Any], known: dict[str, Any]) -> None:
    """What is said is so."""
    if said["kind"] == "exact":
        assert said == known
    elif said["kind"] == "at_least":
        assert order(known) >= order(said)
    elif said["kind"] == "at_most":
        assert order(known) <= order(said)


@pytest.mark.parametrize("player", ["random", "greedy", "computer:level=2", "minimax:depth=2", "perfect"])
def test_a_move_is_what_the_player_thinks(player: str) -> None:
    line = ["2,2", "1,2"]
    here = Position.after(kibitz.load("tic_tac_toe"), line)
    said, told = done(move, "tic_tac_toe", line, player=player, seed=5)
    thought = kibitz.player(player, 5).think(here)
    assert without_effort(said) == without_effort(answer(here, thought))
    assert said["best"] == here.name(thought.best if thought.best is not None else -1)
    assert told
    assert told[-1]["best"] is not None


def test_a_player_is_stopped_by_its_limit_and_by_a_stop() -> None:
    args = {"game": spec(Long), "moves": ["0"], "player": "perfect"}
    began = fair.now()
    said = move.run(args | {"limit": {"time": 0.3}}, lambda news: None, Stop())
    assert said["best"] in ("0", "1", "2")  # nothing is known of this game: the player's dice choose
    assert said["stopped"] == "interrupted"
    asked = Stop()
    asked.ask()
    assert move.run(args, lambda news: None, asked)["best"] in ("0", "1", "2")
    assert fair.now() - began < 5.0


def test_players_that_cannot_play_say_so(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match="dice or cards decide here"):
        done(move, "pig", ["roll"], player="random")
    with pytest.raises(PlayerError, match="there is no player called 'deep'"):
        done(move, "tic_tac_toe", [], player="deep")
    file = tmp_path / "odd.py"
    file.write_text("import kibitz\ndef odd(position):\n    return kibitz.Thought(77, kibitz.Value('estimate', 0))\n")
    with pytest.raises(PlayerError, match="77"):
        done(move, "tic_tac_toe", [], player=f"{file}:odd")


def test_a_stop_is_heard_once_by_all_even_late_and_the_innermost_preparation_is_told() -> None:
    heard, told = list[str](), list[str]()
    stop = Stop(told.append)
    stop.call(lambda: 1 / 0)
    stop.call(lambda: heard.append("early"))
    assert not stop.is_requested
    stop.ask()
    stop.ask()
    stop.call(lambda: heard.append("late"))
    assert stop.is_requested
    assert heard == ["early", "late"]
    with pytest.raises(ValueError, match="x"), stop.preparing("one"), stop.preparing("two"):
        raise ValueError("x")
    assert told == ["one", "two", "one", ""]


@pytest.mark.parametrize(
    ("estimate", "before", "after"),
    [(0.5, ("estimate", 0.5), ("at_most", 0)), (-0.5, ("at_least", 0), ("exact", 0))],
    ids=["an estimate keeps to what is proved", "exact is what no other move can beat"],
)
def test_what_is_proved_of_one_move_bounds_what_is_said_of_all(
    monkeypatch: pytest.MonkeyPatch, estimate: float, before: tuple[Any, float], after: tuple[Any, float]
) -> None:
    """The first of two moves is proved a draw, the second guessed; then it is known to be at most a draw for the other side."""
    here = Position.after(kibitz.load(plain("Nim:heaps=1-1-1")), "")
    first, second = here.legal()[:2]
    guess, draw = kibitz.Value("estimate", estimate), kibitz.Value("exact", 0)
    limits = kibitz.Value("at_least", 0), kibitz.Value("at_most", 1)
    survey = values.Survey(here, ProofLadder(here.game), 9.0, Stop(), lambda thought: None)
    survey._guess = Thought(second, guess, moves=(MoveValue(second, guess, (second,)), MoveValue(first, guess, (first,))))
    survey._exact[first] = MoveValue(first, draw, (first,))
    found = Thought(None, limits[0], bounds=limits, stopped="time")
    monkeypatch.setattr(entry, "start_search", lambda *args, **how: SimpleNamespace(stop=Stop().ask, result=lambda: found))
    assert survey._so_far(True).value == kibitz.Value(*before)
    assert not survey._proved(second, 1.0)
    known = survey._so_far(True)
    assert known.value == kibitz.Value(*after)
    other = {one.move: one.value for one in known.moves}[second]
    assert other == (kibitz.Value("at_most", 0) if estimate > 0 else guess)
