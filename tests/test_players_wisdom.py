"""The knowledge of players: by name or from a file, and weights that replace its own.

The transcript `knowledge_and_weights` shows the sentences for those that do not fit.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from document import files
from kibitz.core.registry import load
from kibitz.core.rules import Knowledge
from kibitz.errors import KibitzError, PlayerError
from kibitz.games.othello import Othello
from kibitz.knowledge.othello import Discs, OthelloKnowledge
from kibitz.patterns.library import load_knowledge
from kibitz.players import Player, admit, player, prepare
from kibitz.position import Position
from kibitz.search.drivers.request import SearchRequest


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The knowledge of the transcript."""
    return files("knowledge_and_weights", tmp_path)["wise.py"]


def weights(folder: Path, numbers: Any, knowledge: str = "OthelloKnowledge", game: str = "othello") -> Path:
    file = folder / "numbers.json"
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


def test_a_player_a_search_and_python_resolve_a_name_alike(mine: Path) -> None:
    game = load("othello")
    for name in ("hand", "none", "Discs", f"{mine}:Corner", str(mine)):
        kinds = [
            known(f"greedy:knowledge={name}"),
            SearchRequest(knowledge=name).knowledge_for(game),
            load_knowledge(game, name),
        ]
        assert len({found.__class__ for found in kinds}) == 1
    for name in ("Disks", f"{mine}:Conrer", "nowhere.py"):
        with pytest.raises(KibitzError) as from_player:
            known(f"greedy:knowledge={name}")
        with pytest.raises(KibitzError) as from_python:
            load_knowledge(game, name)
        assert str(from_player.value) == str(from_python.value)


def test_each_game_has_its_own() -> None:
    made: Any = player("greedy")
    games = ["othello", "connect_four", "othello:size=6", "nim", "othello"]
    found = [made.wisdom.of(load(game)) for game in games]
    assert [knowledge and knowledge.game for knowledge in found] == [None if game == "nim" else load(game) for game in games]


def test_weights_take_the_place_of_the_knowledge_s_own(tmp_path: Path, mine: Path) -> None:
    spec = f"greedy:weights={weights(tmp_path, {'scales': [2, 0.25]})}"
    tuned: Any = known(spec)
    assert (tuned.scales, tuned.squares) == ((2.0, 0.25), OthelloKnowledge(Othello()).squares)
    admit([player(spec)], load("othello:size=6"))
    numbers = {"worth": [3, 4], "steps": [4, 5, 6], "scale": 2, "count": 7}
    own: Any = known(f"greedy:knowledge={mine},weights={weights(tmp_path, numbers, 'Corner', 'othello:size=4')}")
    assert (own.worth, own.steps, own.scale, own.count) == ((3.0, 4.0), (4, 5, 6), 2.0, 7)
    assert (type(own.worth).__name__, type(own.steps).__name__, type(own.scale)) == ("Floats", "Ints", float)


def test_weights_that_are_nested_without_end_are_none(tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 10**5, encoding="utf-8")
    with pytest.raises(PlayerError, match="holds no weights: it is not JSON"):
        player(f"minimax:weights={file}")


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
