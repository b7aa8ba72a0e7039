"""Programs that speak the NBoard protocol, version 2, as players of Othello: Ntest, Edax and others."""

import itertools
import re
import time
from dataclasses import replace

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Thought, Value
from kibitz.errors import EngineError, GameError, MoveError, PlayerError
from kibitz.games.othello import Othello
from kibitz.players.external.ggf import pass_if_forced, read_square, write_ggf
from kibitz.players.external.process import EngineProcess, split_command
from kibitz.players.external.spec import EngineSpec
from kibitz.position import Position

DEPTH = 12  # plies, where the spec sets none: the protocol knows no other limit
MOVE = re.compile(r"===\s*([A-Za-z]+[1-8]?)(?:(?:/|\s+)([^\s/]*))?")  # `=== F5/1.50/0.2`; Edax writes `=== F5 1.50 0.2`
LONGEST = 80  # characters of a line that is quoted


class NboardPlayer:
    """Plays what a program answers to `go`, at the depth that is set; its value is the lead in discs that it expects.

    Each option of the spec is set: `contempt=5` is sent as `set contempt 5`. The program is started by `prepare`, or by the
    first `think`, and ended by `close`; after a failure it is started again.
    """

    def __init__(self, spec: EngineSpec) -> None:
        """Raises PlayerError for a limit that the protocol does not know; EngineError when there is no such program."""
        if spec.limit.time is not None or spec.limit.nodes is not None:
            raise PlayerError(f"the NBoard protocol knows neither time nor nodes, which {spec.text} sets: write depth={DEPTH}")
        split_command(spec.command, spec.text)
        self.name = spec.text
        self._spec = spec
        self._depth = spec.limit.depth or DEPTH
        self._process: EngineProcess | None = None
        self._numbers = itertools.count(1)

    def admit(self, game: Game) -> None:
        """Raises GameError for any game but Othello."""
        if not isinstance(game, Othello):
            raise GameError(f"the NBoard protocol is spoken for othello, not for {spec_of(game)}")

    def prepare(self, game: Game) -> None:
        """Start the program, and wait until it answers: no clock runs. Raises EngineError."""
        if self._process is None or self._process.is_closed:
            self._process = process = EngineProcess(self._spec.command, self.name)
            self._numbers = itertools.count(1)
            process.write("nboard 2")
            process.write(f"set depth {self._depth}")
            for name, value in self._spec.options:
                process.write(f"set {name} {value}")
            self._await_pong(process)

    def think(self, position: Position) -> Thought:
        """The program's move; if a side must pass, the program moves in the position after the pass.

        Raises EngineError when the program fails, or answers with no legal move.
        """
        began = time.perf_counter()
        after = pass_if_forced(position)
        if after is not position:
            thought, move = self.think(after), after.moves[-1]
            return replace(thought, best=move, value=-thought.value, line=(move, *thought.line))
        self.prepare(position.game)
        process = self._process
        assert process is not None
        process.write(f"set game {write_ggf(position)}")
        self._await_pong(process)
        process.write("go")
        until = time.monotonic() + self._spec.timeout
        while not (line := process.read(until - time.monotonic(), "a move")).startswith("==="):
            pass
        found = MOVE.match(line)
        try:
            move = read_square(position, found[1] if found else "")
        except MoveError as problem:
            self.close()
            raise EngineError(f"{self.name} answered 'go' with {line[:LONGEST]!r}: {problem}") from None
        value = _read_value(found[2] if found else None)
        seconds = time.perf_counter() - began
        return Thought(move, value or Value("estimate", 0), (move,), (), self._depth, 0, seconds, informed=value is not None)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
        self._process = None

    def _await_pong(self, process: EngineProcess) -> None:
        """Wait until it has heard all: what it says before that is of another position."""
        number, until = next(self._numbers), time.monotonic() + self._spec.timeout
        process.write(f"ping {number}")
        while process.read(until - time.monotonic(), f"pong {number}").split() != ["pong", str(number)]:
            pass


def _read_value(text: str | None) -> Value | None:
    """The value that the program gives its move, a lead in discs; None where it gives none."""
    if text is None or not re.fullmatch(r"[-+]?[0-9]{1,9}(?:\.[0-9]{0,9})?", text):
        return None
    return Value("estimate", float(text))
