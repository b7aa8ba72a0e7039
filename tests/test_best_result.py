"""The largest result that rules return, read off their text."""

import inspect

import pytest

import kibitz
from kibitz import best_result
from kibitz.games.tic_tac_toe import TicTacToe


def _won() -> kibitz.Game:
    class Won(TicTacToe):
        def result(self, state: object) -> int:
            return 1

    return Won()


def _by_margin() -> kibitz.Game:
    class ByMargin(TicTacToe):
        def result(self, state: object) -> int:
            return -7 if state else 3

    return ByMargin()


def test_each_class_is_read_for_itself() -> None:
    assert [best_result.best_result(game) for game in (_won(), _by_margin(), _won())] == [1, 7, 1]
    assert [best_result.is_decisive(game) for game in (_won(), _by_margin())] == [True, False]


def test_rules_are_read_once_however_often_a_search_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    game, read, getsource = _by_margin(), list[object](), inspect.getsource

    def noted(thing: type) -> str:
        read.append(thing)
        return getsource(thing)

    monkeypatch.setattr(inspect, "getsource", noted)
    assert {best_result.best_result(game) for _ in range(5)} == {7}
    assert len(read) == 1
