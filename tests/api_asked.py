"""A house with a game of its operator's, and what its JSON interface answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from asked import Answer, Asker, guarded, house_of
from kibitz.web.app import AppState
from quick_pool import QuickPool

OWN_GAME = '''
from dataclasses import dataclass
from kibitz import Game

@dataclass(frozen=True)
class Mine(Game):
    """Take one or two of `sticks`; who takes the last one wins."""
    sticks: int = 5
    def start(self): return (self.sticks,)
    def moves(self, state): return range(1, min(2, state[0]) + 1)
    def play(self, state, move): return (state[0] - move,)
    def is_over(self, state): return state[0] == 0
    def result(self, state): return -1 if self.sticks < 90 else 1 // 0
    def show(self, state): return "|" * state[0] + "\\ud800"
'''


@contextmanager
def housed(tmp_path: Path, **pools: Any) -> Iterator[AppState]:
    own = tmp_path / "mine.py"
    own.write_text(OWN_GAME)
    made: dict[str, Any] = {name: QuickPool() for name in ("thinkers", "readers", "series")}
    with house_of([str(own)], tmp_path / "games.db", **made | pools) as house:
        yield house


def using(house: AppState, use: Callable[[Asker], Awaitable[Any]]) -> Any:
    """What comes of requests to an open house."""

    async def opened() -> Any:
        await house.open()
        try:
            return await use(Asker(guarded(house), patience=100))  # a search may have to be compiled
        finally:
            await house.close()

    return asyncio.run(opened())


def said(answer: Answer) -> tuple[int, str]:
    """The code and the sentence of an error."""
    assert set(answer.json) == {"error"}
    return answer.code, answer.json["error"]
