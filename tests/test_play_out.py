"""One game between players: who moves when, what the record says, and who is to blame for an illegal move."""

from collections.abc import Iterable

import pytest

from kibitz.arena.play import play_out
from kibitz.core.registry import load
from kibitz.core.thought import GameRecord, Thought, Value
from kibitz.errors import GameError, PlayerError, RulesError, SearchError
from kibitz.games.textbook.pig import Pig, State
from kibitz.games.textbook.tree import Tree
from kibitz.players import player
from kibitz.position import Position
from shelf import QUICK


class Scripted:
    """Plays the moves it was given, by name, and remembers where it was asked."""

    def __init__(self, name: str, moves: str) -> None:
        self.name = name
        self.moves = moves.split()
        self.asked: list[int] = []

    def think(self, position: Position) -> Thought:
        self.asked.append(len(position.moves))
        return Thought(position.play(self.moves.pop(0)).moves[-1], Value("estimate", 0))


class NoWeight(Pig):
    """Pig with a die that never falls."""

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        yield 6, 0.0


class Stubborn:
    """Plays one move whatever happens."""

    name = "stubborn"

    def __init__(self, move: int | None) -> None:
        self.move = move

    def think(self, position: Position) -> Thought:
        return Thought(self.move, Value("estimate", 0))


def nobody() -> list[Scripted]:
    return [Scripted("ann", ""), Scripted("bob", "")]


def test_the_record_of_a_game() -> None:
    first, second = Scripted("ann", "4 5 6 7"), Scripted("bob", "4 5 6")
    game = load("connect_four")
    record = play_out(game, [first, second])
    assert record == GameRecord("connect_four", ("4", "4", "5", "5", "6", "6", "7"), ("ann", "bob"), (1, -1))
    assert (first.asked, second.asked) == ([0, 2, 4, 6], [1, 3, 5])
    assert play_out(game, [Scripted("ann", "7"), Scripted("bob", "")], Position.after(game, "445566")) == record
    assert play_out(game, nobody(), Position.after(game, "4455667")) == record


@pytest.mark.parametrize(
    ("game", "ann", "bob", "asked"),
    [
        ("kalah", "3 6", "1", [0, 1, 3]),  # who has an extra turn is asked again
        ("othello", "d3 e6 d1 b2 pass", "c3 d2 e1 c1 a3", [0, 2, 4, 6, 8, 10]),  # a pass is a move
    ],
)
def test_who_is_asked_when(game: str, ann: str, bob: str, asked: list[int]) -> None:
    first = Scripted("ann", ann)
    with pytest.raises(IndexError):  # the script ends
        play_out(load(game), [first, Scripted("bob", bob)])
    assert first.asked == asked


@pytest.mark.parametrize("name", QUICK)
def test_every_game_is_played_to_its_end_the_same_with_the_same_seeds(name: str) -> None:
    game = load(name)
    kinds = ("greedy", "random", "greedy")[: game.players]
    records = [play_out(game, [player(kind, seed) for seed, kind in enumerate(kinds)], seed=7) for _ in range(2)]
    assert records[0] == records[1]
    assert (records[0].game, records[0].players) == (name, kinds)
    end = Position.after(game, records[0].moves)
    assert end.is_over
    assert end.payoffs == records[0].payoffs


def test_the_dice_fall_by_their_weights_and_by_their_seed() -> None:
    tree = Tree.from_nested({"tree": {"chance": {"often": 9, "seldom": 1}, "moves": {"often": 1, "seldom": -1}}})
    came = [play_out(tree, nobody(), seed=seed).moves for seed in range(400)]
    assert came == [play_out(tree, nobody(), seed=seed).moves for seed in range(400)]
    assert 340 <= came.count(("often",)) <= 380
    assert len({play_out(load("einstein"), [player("random", 1)] * 2).moves for _ in range(3)}) > 1


@pytest.mark.parametrize("seed", range(3))
def test_a_player_and_the_table_with_one_seed_throw_different_dice(seed: int) -> None:
    coins = {"heads": 1, "tails": 1}
    nested: dict[str, object] | int = 0
    for _ in range(12):
        thrown = {"chance": coins, "moves": {"heads": nested, "tails": 0}}
        nested = {"moves": {"heads": thrown, "tails": thrown}}
    moves = play_out(Tree.from_nested({"tree": nested}), [player("random", seed)] * 2, seed=seed).moves
    assert len(moves) < 4 or moves[::2] != moves[1::2]


@pytest.mark.parametrize(
    ("game", "spec", "error", "said"),
    [
        ("pig", "deepening:depth=1", SearchError, "deepening leaves nothing to chance, and in Pig dice or cards decide too"),
        ("tree:file=cooperation", "alphabeta", SearchError, "alphabeta needs a zero-sum game"),
        ("tree:file=cooperation", "perfect", PlayerError, "perfect cannot play Tree, a game in which .*: take computer$"),
        ("pig", "perfect", PlayerError, "perfect cannot play Pig, a game in which .* without dice or cards: take computer$"),
    ],
)
def test_who_cannot_play_says_so_before_the_game_begins(game: str, spec: str, error: type[Exception], said: str) -> None:
    first = Scripted("ann", "")
    with pytest.raises(error, match=said):
        play_out(load(game), [first, player(spec)])
    assert first.asked == []


@pytest.mark.parametrize("move", [3, 99, None])
def test_an_illegal_move_is_its_players_fault(move: int | None) -> None:
    game = load("connect_four")
    with pytest.raises(PlayerError) as caught:
        play_out(game, [Stubborn(move), player("random")], Position.after(game, "444444"))
    assert str(caught.value) == f"stubborn played {move} after 4 4 4 4 4 4; the legal moves are 1 2 3 5 6 7"
    with pytest.raises(PlayerError, match=r"^stubborn played -1 as the first move; the legal moves are 1 2 3 4 5 6 7$"):
        play_out(game, [Stubborn(-1), player("random")])


def test_what_does_not_fit_is_told() -> None:
    for count in (0, 1, 3):
        with pytest.raises(PlayerError, match=f"^tic_tac_toe is for 2 players, but {count} came$"):
            play_out("tic_tac_toe", [player("random")] * count)
    with pytest.raises(GameError, match=r"belongs to connect_four:width=8, not to connect_four$"):
        play_out("connect_four", ["random", "random"], Position.after(load("connect_four:width=8")))
    with pytest.raises(RulesError, match=r"^`chances` gave 6 the weight 0.0; a weight is a finite number above 0"):
        play_out(NoWeight(), [player("random")] * 2)
