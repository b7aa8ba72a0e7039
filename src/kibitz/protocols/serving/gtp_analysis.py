"""`lz-analyze` and `kata-analyze` of GTP: reports on the best moves until the next command comes."""

import threading
import time
from dataclasses import dataclass

from kibitz.core.thought import MoveValue, Thought
from kibitz.players.external.scores import win_rate
from kibitz.players.external.vertices import write_vertex
from kibitz.position import Position
from kibitz.protocols.serving.conversation import Say
from kibitz.protocols.serving.move_limits import MoveLimits
from kibitz.protocols.serving.thinker import Thinker

MOST_MOVES = 10  # in a report


@dataclass(frozen=True)
class AnalysisOrder:
    """A position to analyse, `interval` seconds between two reports, and whether these are KataGo's (or Leela Zero's)."""

    position: Position
    interval: float
    is_katago: bool


class GtpAnalysis:
    """An analysis under way; `end` ends it with a blank line, as the protocol ends an answer."""

    def __init__(self, order: AnalysisOrder, thinker: Thinker, say: Say) -> None:
        self._order, self._thinker, self._say = order, thinker, say
        self._latest, self._due, self._has_ended = "", time.monotonic() + order.interval, threading.Event()
        thinker.begin(order.position, MoveLimits(only=order.position.legal(), waits=True), self._hear, self._conclude)

    def end(self) -> None:
        """Stop, report what has not been reported, and end the answer."""
        self._thinker.stop()
        self._has_ended.wait()
        if self._latest:
            self._say(self._latest)
        self._say("")

    def _hear(self, thought: Thought) -> None:
        self._latest = self._report(thought)
        if time.monotonic() >= self._due and not self._has_ended.is_set():
            self._say(self._latest)
            self._latest, self._due = "", time.monotonic() + self._order.interval

    def _conclude(self, thought: Thought) -> None:
        self._has_ended.set()

    def _report(self, thought: Thought) -> str:
        """`info move ... visits ... winrate ... order ... pv ...` for each of the best moves, in one line."""
        best = thought.moves[:MOST_MOVES]
        return " ".join(self._info(one, order, thought.nodes) for order, one in enumerate(best))

    def _info(self, one: MoveValue, order: int, nodes: int) -> str:
        here, names = self._order.position, list[str]()
        rate = win_rate(here.game, one.value)
        winrate = f"{rate:.4f}" if self._order.is_katago else f"{round(10000 * rate)}"
        for move in one.line or (one.move,):
            names.append(write_vertex(here, move))
            here = here.play(move)
        return f"info move {names[0]} visits {nodes} winrate {winrate} order {order} pv {' '.join(names)}"
