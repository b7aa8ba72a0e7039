"""One game between players: who moves when, what the record says, and who is to blame for an illegal move."""

import pytest

from kibitz.arena.play import play_out
from kibitz.errors import GameError, PlayerError
from kibitz.players import player
from kibitz.position import Position
from kibitz.registry import load
from kibitz.thought import GameRecord, Thought, Value
from shelf import READY


class Scripted:
    """Plays the moves it was given, by name, and remembers where it was asked."""

    def __init__(self, name: str, moves: str) -> None:
        self.name = name
        self.moves = moves.split()
        self.asked: list[int] = []

    def think(self, position: Position) -> Thought:
        self.asked.append(len(position.moves))
        return Thought(position.play(self.moves.pop(0)).moves[-1], Value("estimate", 0))


class Stubborn:
    """Plays one move whatever happens."""

    def __init__(self, move: int | None) -> None:
        self.name = "stubborn"
        self.move = move

    def think(self, position: Position) -> Thought:
        return Thought(self.move, Value("estimate", 0))


def test_the_record_of_a_game() -> None:
    first, second = Scripted("ann", "4 5 6 7"), Scripted("bob", "4 5 6")
    record = play_out(load("connect_four"), [first, second])
    assert record == GameRecord("connect_four", ("4", "4", "5", "5", "6", "6", "7"), ("ann", "bob"), (1, -1))
    assert (first.asked, second.asked) == ([0, 2, 4, 6], [1, 3, 5])


def test_who_has_an_extra_turn_is_asked_again() -> None:
    game = load("kalah")
    first, second = Scripted("ann", "3 6"), Scripted("bob", "1")
    with pytest.raises(IndexError):  # ann's script ends
        play_out(game, [first, second])
    assert (first.asked, second.asked[:1]) == ([0, 1, 3], [2])


def test_a_pass_is_a_move() -> None:
    line = "d3 c3 e6 d2 d1 e1 b2 c1 pass a3"
    words = line.split()
    first, second = Scripted("ann", " ".join(words[::2])), Scripted("bob", " ".join(words[1::2]))
    with pytest.raises(IndexError):
        play_out(load("othello"), [first, second])
    assert first.asked == [0, 2, 4, 6, 8, 10]


def test_a_game_from_a_position_begins_with_its_moves() -> None:
    game = load("connect_four")
    record = play_out(game, [Scripted("ann", "7"), Scripted("bob", "")], Position.after(game, "445566"))
    assert record.moves == ("4", "4", "5", "5", "6", "6", "7")
    assert record.payoffs == (1, -1)


def test_a_game_that_is_over_has_nothing_to_play() -> None:
    game = load("connect_four")
    nobody = [Scripted("ann", ""), Scripted("bob", "")]
    assert play_out(game, nobody, Position.after(game, "4455667")).payoffs == (1, -1)


@pytest.mark.parametrize("name", READY)
def test_every_game_is_played_to_its_end_the_same_with_the_same_seeds(name: str) -> None:
    game = load(name)
    others = ("random",) * (game.players - 1)
    records = [play_out(game, [player(one, seed) for seed, one in enumerate(("greedy", *others))]) for _ in range(2)]
    assert records[0] == records[1]
    assert records[0].game == name
    assert records[0].players == ("greedy", *others)
    end = Position.after(game, records[0].moves)
    assert end.is_over
    assert end.payoffs == records[0].payoffs


def test_the_game_is_named_with_its_parameters() -> None:
    record = play_out(load("connect_four:width=4,height=3,line=3"), [player("random", 1), player("random", 2)])
    assert record.game == "connect_four:width=4,height=3,line=3"


@pytest.mark.parametrize("move", [3, 99, None])
def test_an_illegal_move_is_its_players_fault(move: int | None) -> None:
    game = load("connect_four")
    start = Position.after(game, "444444")
    with pytest.raises(PlayerError) as caught:
        play_out(game, [Stubborn(move), player("random")], start)
    assert str(caught.value) == f"stubborn played {move} after 4 4 4 4 4 4; the legal moves are 1 2 3 5 6 7"
    with pytest.raises(PlayerError, match=r"^stubborn played -1 as the first move; the legal moves are 1 2 3 4 5 6 7$"):
        play_out(game, [Stubborn(-1), player("random")])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_and_too_many_players(count: int) -> None:
    with pytest.raises(PlayerError, match=f"^tic_tac_toe is for 2 players, but {count} came$"):
        play_out(load("tic_tac_toe"), [player("random")] * count)


def test_a_start_of_another_game_is_refused() -> None:
    with pytest.raises(GameError, match=r"belongs to connect_four:width=8, not to connect_four$"):
        play_out(load("connect_four"), [player("random")] * 2, Position.after(load("connect_four:width=8")))
