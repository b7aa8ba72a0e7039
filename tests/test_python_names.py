"""What the functions of the package take: games by their specs, players by specs and as functions, limits that can be."""

import random
import re
from inspect import signature
from typing import Any

import pytest

import kibitz
from kibitz.arena.play import play_out
from kibitz.errors import KibitzError, MoveError, NotAMove, PlayerError, SearchError
from kibitz.players import player

ANY: Any = kibitz  # what no type would allow


def test_a_spec_does_wherever_a_game_does() -> None:
    nim = kibitz.load("nim")
    assert kibitz.perft("tic_tac_toe", depth=3) == 504
    assert kibitz.perft(kibitz.Position.after("tic_tac_toe", "2,2"), depth=2) == 56
    assert kibitz.Position.after("nim").state == nim.start()
    assert kibitz.check("tic_tac_toe:width=2,height=2,line=2", compiled=False, seconds=0.5).ok
    assert play_out("nim", ["random", "random"], seed=1).game == "nim"


def last(position: kibitz.Position) -> int:
    return position.legal()[-1]


def test_players_may_be_specs_functions_or_made() -> None:
    record = play_out("tic_tac_toe", [last, "random"], seed=3)
    assert record.players == ("last", "random")
    assert record.moves[::2][0] == "3,3"
    assert play_out("tic_tac_toe", [last, "random"], seed=3) == record
    assert len({play_out("tic_tac_toe", ["random", "random"], seed=seed).moves for seed in range(5)}) == 5
    made = play_out("tic_tac_toe", [lambda position, dice: dice.choice(position.legal()), "random"], seed=4)
    assert made == play_out("tic_tac_toe", [lambda position, dice: dice.choice(position.legal()), "random"], seed=4)
    assert play_out("nim", [lambda position: position.name(position.legal()[0]), player("greedy")])


def test_two_random_players_of_one_seed_throw_different_dice() -> None:
    thrown = set()

    def watch(position: kibitz.Position, dice: random.Random) -> int:
        thrown.add(dice.random())
        return position.legal()[0]

    play_out("tic_tac_toe", [watch, watch], seed=0)
    assert len(thrown) > 6


def test_what_is_no_player_or_no_answer_is_refused() -> None:
    nobody: list[Any] = [7, None, object()]
    for someone in nobody:
        with pytest.raises(PlayerError, match="is not a player: give a spec such as 'random', a function of a position, "):
            play_out("tic_tac_toe", [someone, "random"])
    with pytest.raises(PlayerError, match="gave 'here'"):
        play_out("tic_tac_toe", [lambda position: "here", "random"])


@pytest.mark.parametrize("move", [1.0, None, (1,), b"1"])
def test_what_is_no_move_is_a_move_error(move: Any) -> None:
    with pytest.raises(NotAMove, match=r"is not a move: give a whole number or a text; the legal moves are 1,1 1,2"):
        kibitz.Position.after("tic_tac_toe").play(move)
    with pytest.raises(MoveError):
        kibitz.Position.after("tic_tac_toe", "1,1 2,1 1,2 2,2 1,3").play(move)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: ANY.perft("nim", 3), r"perft\(\) takes a state second, and 3 is none: write depth=3"),
        (lambda: kibitz.think("nim", kibitz.Limit(depth=2)), r"a search takes .* not a Limit: write limit=kibitz.Limit\(...\)"),
        (lambda: kibitz.solve("nim", 3), r"a search takes a state second, and 3 is none: write depth=3"),
        (
            lambda: ANY.match("nim", ["random", "greedy"]),
            r"match\(\) takes the players first, .*: write match\(\[...\], 'nim'\)",
        ),
        (lambda: ANY.Board64(6) & 1, r"a Board64 goes together with a Board64 alone: write Board64\(0x1\), or square"),
        (lambda: ANY.Board128(6) - 4, r"a Board128 goes .*: write Board128\(0x4\)"),
    ],
)
def test_what_stands_in_the_place_of_something_else_is_told_with_what_to_write(call: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=f"^{sentence}"):
        call()


def test_an_argument_that_belongs_into_the_limit_says_so() -> None:
    think: Any = kibitz.think
    with pytest.raises(TypeError, match=r"^think\(\) has no argument 'table': give limit=kibitz\.Limit\(table=4096\)$"):
        think("tic_tac_toe", table=4096)
    with pytest.raises(TypeError, match=r"^think\(\) has no argument 'plies': it takes game, state, search, "):
        think("tic_tac_toe", plies=3)


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ({"depth": -1}, "limited to depth -1 finds nothing: give a depth above 0"),
        ({"depth": 2.5}, "cannot be limited to depth 2.5: give a whole number"),
        ({"time": "2"}, "cannot be limited to time '2': give a number of seconds"),
        ({"time": float("nan")}, "cannot be limited to time nan: give a number of seconds"),
        ({"nodes": "many"}, "cannot be limited to nodes 'many': give a whole number"),
        ({"table": "64MB"}, "cannot be limited to table '64MB': give a whole number"),
        ({"table": None}, "cannot be limited to table None: give a whole number"),
    ],
)
def test_a_limit_that_is_none_is_refused(limit: dict[str, Any], said: str) -> None:
    with pytest.raises(SearchError) as refused:
        kibitz.Limit(**limit)
    assert said in str(refused.value)


def test_limits_may_stand_beside_the_other_arguments() -> None:
    assert kibitz.think("tic_tac_toe", depth=2).depth == 2
    assert kibitz.begin("tic_tac_toe", search="minimax", limit=kibitz.Limit(depth=2), nodes=30).result().nodes <= 60
    assert kibitz.solve("nim:heaps=1-2", time=30.0).value.kind == "exact"
    with pytest.raises(TypeError, match=r"^limit=3 is not a limit: write depth=6, time=2.0 or limit=kibitz.Limit\(...\)$"):
        ANY.think("nim", limit=3)


def test_a_position_of_a_game_alone_is_its_start() -> None:
    game = kibitz.load("tic_tac_toe")
    assert kibitz.Position(game) == kibitz.Position("tic_tac_toe") == kibitz.Position.after(game)
    pig = kibitz.Position.after("pig", "roll")
    assert kibitz.Position(pig.game, pig.state).to_move == pig.to_move == kibitz.CHANCE


def test_one_player_plays_all_seats() -> None:
    assert kibitz.play_out("tic_tac_toe", "random", seed=3) == kibitz.play_out("tic_tac_toe", ["random", "random"], seed=3)
    assert kibitz.play_out("tic_tac_toe", lambda position: position.legal()[0]).moves[:2] == ("1,1", "1,2")


OTHER = kibitz.load("nim").start()
TAKES_A_GAME = ["Position", "begin", "check", "choose", "learn", "levels", "load", "load_knowledge", "perft", "picture", "play"]
TAKES_A_GAME += ["playouts", "report", "review", "solve", "solver", "think", "traps", "tree"]
AFTER_A_GAME = {"play_out": (["random", "random"],), "tune": ("alphabeta:depth=1",)}  # what else must be given
WRONG_CALLS: dict[str, tuple[Any, str]] = {
    "a state of another game": (lambda: ANY.think("tic_tac_toe", OTHER), "is not a state of TicTacToe, whose states are like"),
    "a position of another state": (lambda: ANY.Position("tic_tac_toe", OTHER), "is not a state of TicTacToe, whose states"),
    "a position for a state": (lambda: ANY.think("nim", kibitz.Position("nim")), "give it in the place of the game"),
    "a move for a state": (lambda: ANY.perft("tic_tac_toe", "x"), "'x' is not a state of TicTacToe"),
    "a search by number": (lambda: ANY.think("nim", search=5), "5 is not a search: name one by a text"),
    "knowledge by number": (lambda: ANY.think("nim", knowledge=5), "5 is not knowledge: give None, 'auto'"),
    "an estimate by number": (lambda: ANY.load_knowledge("nim", 5), "5 is not knowledge: give 'auto'"),
    "threads in words": (lambda: ANY.think("nim", threads="two"), "threads cannot search: give 1 or more"),
    "a player that is none": (lambda: ANY.player(None), "None names no player: give a text, such as 'random'"),
    "players that are none": (lambda: ANY.play_out("nim", None), "None are not players: give a list"),
    "too few players": (lambda: ANY.play_out("nim", ["random"]), "nim is for 2 players, but 1 came"),
    "a start in words": (lambda: ANY.play_out("nim", "random", start="5"), "'5' is not a position to start from"),
    "a seed in words": (lambda: ANY.play_out("nim", "random", seed="x"), "seed='x' does not fit: give a whole number or None"),
    "a move for moves": (lambda: ANY.Position.after("nim", 5), "5 is not a line of moves: give a text"),
    "a match of nobody": (lambda: ANY.match(None, "nim"), "takes a list of players first, and then the game"),
    "a match the other way round": (lambda: ANY.match(kibitz.load("nim"), ["random"]), "takes a list of players first"),
    "games in words": (
        lambda: ANY.match(["random", "random"], "nim", games="x"),
        "games='x' does not fit: give a whole number",
    ),
    "no games": (lambda: ANY.match(["random", "random"], "nim", games=0), "0 games cannot be played"),
    "games without end": (
        lambda: ANY.match(["random", "random"], "nim", form="knockout", games=10**12),
        "1000000000000 games cannot be played: give a whole number from 1 to 10,000,000",
    ),
    "a store of no name": (lambda: ANY.stored_games(1, "a\0b"), "is not an address of a games store"),
    "playouts in words": (lambda: ANY.playouts("nim", "x"), "games='x' does not fit: give a whole number or None"),
    "playouts for words": (lambda: ANY.playouts("nim", seconds="x"), "seconds='x' does not fit: give a number or None"),
    "a depth in words": (lambda: ANY.perft("nim", depth="x"), "'x' is not a number of moves"),
    "a check for words": (lambda: ANY.check("nim", seconds="x"), "seconds='x' does not fit: give a number"),
    "a report in words": (lambda: ANY.report("nim", games="x"), "games='x' does not fit: give a whole number"),
    "counts that are none": (lambda: ANY.elo(5), "5 is not a list of counts"),
    "a test of none": (lambda: ANY.sprt(5, 0, 10), "5 is not a list of counts"),
}


@pytest.mark.parametrize("name", [*TAKES_A_GAME, *AFTER_A_GAME])
@pytest.mark.parametrize("wrong", [None, 5, ["nim"], type(kibitz.load("nim"))], ids=["none", "number", "list", "class"])
def test_what_is_no_game_is_told_by_every_function(name: str, wrong: Any) -> None:
    with pytest.raises(KibitzError) as caught:
        getattr(ANY, name)(wrong, *AFTER_A_GAME.get(name, ()))
    assert re.search("is not a game: give one, or its spec, such as|Nim is the class of a game: call it", str(caught.value))


@pytest.mark.parametrize("what", WRONG_CALLS)
def test_what_is_given_wrongly_is_told_in_a_sentence(what: str) -> None:
    call, sentence = WRONG_CALLS[what]
    with pytest.raises(KibitzError, match=re.escape(sentence)):
        call()


def test_every_public_function_is_among_them() -> None:
    """A new function that takes a game says what is no game, too."""
    public = {name: getattr(kibitz, name) for name in kibitz.__all__}
    calls = {name: what for name, what in public.items() if callable(what) and what is not KibitzError}
    first = {name: next(iter(signature(what).parameters), "") for name, what in calls.items()}
    asked = {name for name, parameter in first.items() if parameter == "game"}
    assert asked - {"GameRecord", "Knowledge", "Review", "Reviewing", "Thinking"} <= {*TAKES_A_GAME, *AFTER_A_GAME}
