"""What the functions of the package take: games by their specs, players by specs and as functions, limits that can be."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.arena.play import play_out
from kibitz.errors import MoveError, NotAMove, PlayerError, SearchError
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
        with pytest.raises(PlayerError, match="is no player: give a spec such as 'random', a function of a position, "):
            play_out("tic_tac_toe", [someone, "random"])
    with pytest.raises(PlayerError, match="gave 'here'"):
        play_out("tic_tac_toe", [lambda position: "here", "random"])


@pytest.mark.parametrize("move", [1.0, None, (1,), b"1"])
def test_what_is_no_move_is_a_move_error(move: Any) -> None:
    with pytest.raises(NotAMove, match=r"is no move: give a whole number or a text; the legal moves are 1,1 1,2"):
        kibitz.Position.after("tic_tac_toe").play(move)
    with pytest.raises(MoveError):
        kibitz.Position.after("tic_tac_toe", "1,1 2,1 1,2 2,2 1,3").play(move)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: ANY.perft("nim", 3), r"perft\(\) takes a state second, and 3 is none: write depth=3"),
        (lambda: kibitz.think("nim", kibitz.Limit(depth=2)), r"a search takes .* not a Limit: write limit=kibitz.Limit\(...\)"),
        (lambda: kibitz.solve("nim", 3), r"a search takes a state second, and 3 is none: write limit=kibitz.Limit\(depth=3\)"),
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
    with pytest.raises(TypeError, match=r"^think\(\) has no argument 'depth': give limit=kibitz\.Limit\(depth=3\)$"):
        think("tic_tac_toe", depth=3)
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
