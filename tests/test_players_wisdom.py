"""What players are told to take for wise: a knowledge by name or from a file, and weights in the place of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.errors import PlayerError
from kibitz.games.othello import Othello
from kibitz.knowledge.othello import Discs, OthelloKnowledge
from kibitz.players import Player, admit, player, prepare
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Knowledge

MINE = '''
from dataclasses import dataclass
from kibitz import Floats, Ints, Knowledge

@dataclass(frozen=True)
class Corner(Knowledge):
    """The worth of a corner."""

    worth: Floats = Floats((1.0, 0.0))
    steps: Ints = Ints((1, 2, 3))
    scale: float = 1.0
    count: int = 2
    word: str = "x"

    @classmethod
    def fits(cls, game):
        return game.size != 6

    def evaluate(self, state):
        return self.worth[0] * self.scale * len(state.theirs) + self.worth[1] * self.count
'''


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "wise.py"
    file.write_text(MINE, encoding="utf-8")
    return file


def weights(tmp_path: Path, numbers: Any, knowledge: str = "OthelloKnowledge", game: str = "othello") -> Path:
    file = tmp_path / "tuned.json"
    file.write_text(json.dumps({"game": game, "knowledge": knowledge, "weights": numbers}), encoding="utf-8")
    return file


def known(spec: str, game: str = "othello") -> Knowledge | None:
    made: Any = player(spec)
    found: Knowledge | None = made.wisdom.of(load(game))
    return found


def test_auto_and_none_and_a_name_and_a_file(mine: Path) -> None:
    for kind in ("greedy", "minimax"):
        assert known(kind) == known(f"{kind}:knowledge=auto") == OthelloKnowledge(Othello())
        assert known(f"{kind}:knowledge=none") is None
        assert known(f"{kind}:knowledge=Discs") == Discs(load("othello"))
        assert type(known(f"{kind}:knowledge={mine}:Corner")).__name__ == "Corner"
        assert known(f"{kind}:knowledge={mine}") == known(f"{kind}:knowledge={mine}:Corner")


def test_each_game_has_its_own() -> None:
    made: Any = player("greedy")
    found = [made.wisdom.of(load(game)) for game in ("othello", "connect_four", "othello:size=6", "nim", "othello")]
    assert [knowledge and knowledge.game for knowledge in found] == [
        load("othello"),
        load("connect_four"),
        load("othello:size=6"),
        None,
        load("othello"),
    ]


@pytest.mark.parametrize(
    ("setting", "game", "sentence"),
    [
        ("Disks", "othello", "othello has no knowledge called 'Disks'; did you mean Discs?"),
        ("{mine}:Conrer", "othello", "wise.py has no knowledge called 'Conrer'; did you mean Corner?"),
        ("{mine}:Corner", "othello:size=6", "Corner is not for othello:size=6: its fits(game) says no"),
        ("gone.py:Corner", "othello", "gone.py; name one with knowledge=FILE.py:Class"),
    ],
)
@pytest.mark.parametrize("kind", ["greedy", "alphabeta:depth=1,"])
def test_a_knowledge_that_does_not_serve_is_told_before_the_game(
    mine: Path, kind: str, setting: str, game: str, sentence: str
) -> None:
    made = player(f"{kind.rstrip(',')}{',' if ':' in kind else ':'}knowledge={setting.format(mine=mine)}")
    with pytest.raises(PlayerError) as caught:
        admit([made], load(game))
    assert sentence in str(caught.value)


def test_a_file_without_knowledge(tmp_path: Path) -> None:
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(PlayerError, match=r"empty\.py holds no knowledge: write a class that derives from kibitz\.Knowledge$"):
        known(f"greedy:knowledge={empty}")


def test_weights_take_the_place_of_the_knowledge_s_own(tmp_path: Path, mine: Path) -> None:
    tuned: Any = known(f"greedy:weights={weights(tmp_path, {'scales': [2, 0.25]})}")
    assert (tuned.scales, tuned.squares) == ((2.0, 0.25), OthelloKnowledge(Othello()).squares)
    numbers = {"worth": [3, 4], "steps": [4, 5, 6], "scale": 2, "count": 7}
    own: Any = known(f"greedy:knowledge={mine},weights={weights(tmp_path, numbers, 'Corner', 'othello:size=4')}")
    assert (own.worth, own.steps, own.scale, own.count) == ((3.0, 4.0), (4, 5, 6), 2.0, 7)
    assert (type(own.worth).__name__, type(own.steps).__name__, type(own.scale)) == ("Floats", "Ints", float)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"scalse": [1, 2]}, "Corner has no weight 'scalse', which tuned.json sets; did you mean scale?"),
        ({"game": 1}, "Corner has no weight 'game', which tuned.json sets"),
        ({"worth": [1]}, "worth in tuned.json is a list of 2 numbers, not 1 numbers"),
        ({"worth": 1}, "worth in tuned.json is a list of 2 numbers, not 1"),
        ({"worth": [1, "x"]}, "worth in tuned.json holds 'x', which is no finite number"),
        ({"worth": [1, True]}, "worth in tuned.json holds True, which is no finite number"),
        ({"worth": [1, float("nan")]}, "worth in tuned.json holds nan, which is no finite number"),
        ({"worth": [1, float("inf")]}, "worth in tuned.json holds inf, which is no finite number"),
        ({"scale": [1]}, "scale in tuned.json holds [1], which is no finite number"),
        ({"steps": [1, 2, 2.5]}, "steps in tuned.json holds 2.5, which is no whole number"),
        ({"count": 2**70}, "which is no whole number"),
        ({"word": "y"}, "word of Corner is no number and no list of numbers, so tuned.json cannot set it"),
    ],
)
def test_weights_that_do_not_fit_are_told(tmp_path: Path, mine: Path, numbers: Any, sentence: str) -> None:
    with pytest.raises(PlayerError) as caught:
        known(f"greedy:knowledge={mine},weights={weights(tmp_path, numbers, 'Corner')}")
    assert sentence in str(caught.value)


def test_weights_of_another_game_or_another_knowledge(tmp_path: Path) -> None:
    file = weights(tmp_path, {"scales": [1, 2]})
    for spec, game, sentence in (
        (f"greedy:weights={file}", "connect_four", "tuned.json holds weights for othello, not for connect_four"),
        (f"greedy:weights={file},knowledge=Discs", "othello", "weights of OthelloKnowledge, and here is Discs: name it with"),
        (f"greedy:weights={file},knowledge=none", "othello", "and the player has no knowledge to take them"),
    ):
        with pytest.raises(PlayerError) as caught:
            admit([player(spec)], load(game))
        assert sentence in str(caught.value)
    admit([player(f"greedy:weights={file}")], load("othello:size=6"))


def test_weights_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"^the weights .*gone\.json cannot be read: No such file"):
        player(f"minimax:weights={tmp_path}/gone.json")
    for text, sentence in (
        ("{", "holds no weights: it is no JSON"),
        ("[" * 10**5, "holds no weights: it is no JSON"),
        ("[]", "holds no weights: it must be "),
        ('{"game": "othello", "knowledge": 3, "weights": {}}', "holds no weights: it must be "),
    ):
        file = tmp_path / "broken.json"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(PlayerError) as caught:
            player(f"minimax:weights={file}")
        assert sentence in str(caught.value)


def test_greedy_with_discs_turns_over_the_most() -> None:
    """The player that looks one move ahead in the article on Othello: the largest gain, ties by the dice."""
    position = Position.after(load("othello"), "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7")
    gains = {}
    for move in position.legal():
        after = position.play(move)
        gains[move] = len(after.state.theirs) - len(position.state.mine) - 1
    most = {move for move, gain in gains.items() if gain == max(gains.values())}
    assert len(set(gains.values())) > 1
    assert {player("greedy:knowledge=Discs", seed).think(position).best for seed in range(20)} == most


def best(made: Player, position: Position) -> tuple[int | None, float]:
    thought = made.think(position)
    return thought.best, thought.value.result


def test_a_search_is_told_what_greedy_is_told(tmp_path: Path, mine: Path) -> None:
    """One ply deep they see the same: knowledge of a file and its weights reach the compiled search, without compiling anew."""
    from kibitz.kernel import machine_of
    from kibitz.search.algorithms import minimax

    game = load("othello:size=4")
    position = Position.after(game, game.move_name(game.start(), next(iter(game.moves(game.start())))))
    entries = set()
    for numbers in ({"worth": [0.5, 0.0]}, {"worth": [-0.5, 2.0]}):
        settings = f"knowledge={mine}:Corner,weights={weights(tmp_path, numbers, 'Corner')}"
        searcher, greedy = player(f"minimax:depth=1,{settings}"), player(f"greedy:{settings}", 1)
        prepare([searcher, greedy], game)
        assert best(searcher, position)[1] == pytest.approx(best(greedy, position)[1], abs=0.01)  # a search counts in units
        knowing: Any = greedy
        machine = machine_of(game, knowing.wisdom.of(game))
        if machine.compiled:
            entries.add(id(machine.ready(minimax.enter).func))  # type: ignore[attr-defined]  # a partial of the machine code
    assert len(entries) <= 1
