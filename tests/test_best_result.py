"""The largest result that rules return, read off their text."""

import inspect

import pytest

from kibitz.core import best_result
from kibitz.games.tic_tac_toe import TicTacToe


class Won(TicTacToe):
    def result(self, state: object) -> int:
        return 1


def test_each_class_is_read_for_itself_and_once_however_often_a_search_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    class ByMargin(TicTacToe):
        def result(self, state: object) -> int:
            return -7 if state else 3

    game, read, getsource = ByMargin(), list[object](), inspect.getsource

    def noted(thing: type) -> str:
        read.append(thing)
        return getsource(thing)

    monkeypatch.setattr(inspect, "getsource", noted)
    assert {best_result.best_result(game) for _ in range(5)} == {7}
    assert len(read) == 1
    assert [best_result.best_result(one) for one in (Won(), game, Won())] == [1, 7, 1]
    assert [best_result.is_decisive(one) for one in (Won(), game)] == [True, False]
