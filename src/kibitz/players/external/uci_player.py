"""An external engine as a player, over UCI or UGI: kibitz starts it for a game, sends it the moves and gets one back."""

import time
from collections.abc import Iterator
from math import isinf

from kibitz.core.parameters import near_names
from kibitz.core.rules import Game
from kibitz.core.thought import Stopped, Thought, Value
from kibitz.errors import EngineError
from kibitz.players.external.dialect import Dialect
from kibitz.players.external.info import SearchInfo
from kibitz.players.external.process import EngineProcess, split_command
from kibitz.players.external.scores import value_of
from kibitz.players.external.spec import EngineSpec
from kibitz.players.external.usual_start import require_usual_start
from kibitz.players.game_clock import ClockReading
from kibitz.position import Position

VARIANT, USUAL = "UCI_Variant", "chess"  # the option that names the game, and its value where it is not set
START_SECONDS = 10.0  # until it has said what it is
NOTHING = Value("estimate", 0)  # of an engine that gives no score


class UciPlayer:
    """Plays what the engine answers. What the engine says of its search becomes the thought.

    The engine is started by `prepare`, or by the first `think`, and ended by `close`; after a failure it is started again.
    """

    def __init__(self, spec: EngineSpec, dialect: Dialect) -> None:
        """Raises EngineError when there is no such program."""
        self.name = spec.text
        self._spec, self._dialect = spec, dialect
        self._process: EngineProcess | None = None
        self._options: dict[str, str] = {}  # the lines of its options, by their names in small letters
        self._variant = USUAL
        self._before: Position | None = None
        self._written: list[str] = []  # the moves that led there, as the protocol has them
        self._is_stopped = False
        self._rest: tuple[Position, tuple[int, ...]] | None = None  # of a turn of several moves: the position, and what is left
        self._reading: ClockReading | None = None
        split_command(spec.command, spec.text)

    def admit(self, game: Game) -> None:
        """Raises PlayerError where the protocol is not for the game."""
        self._dialect.admit(game)
        if not getattr(game, "fen", ""):
            require_usual_start(game, self._dialect.word.upper())

    def prepare(self, game: Game) -> None:
        """Start the engine, and wait until it is ready: no clock runs. Raises EngineError."""
        process = self._running()
        self._choose_variant(process, self._dialect.variant(game))
        process.write(self._dialect.new_game)
        self._before = None
        self._await_ready(process)

    def hear_clock(self, reading: ClockReading) -> None:
        """Read the game's clocks before a move: an engine without limits gets them."""
        if self._spec.is_free:
            self._reading = reading

    def think(self, position: Position) -> Thought:
        """The engine's move. Raises EngineError, one sentence, when it hangs, crashes, talks garbage or plays no legal move."""
        *_, last = self.thoughts(position)
        return last

    def thoughts(self, position: Position) -> Iterator[Thought]:
        """Yield the engine's reports as they come, then its move with the last of them. Closing it ends the engine."""
        self._is_stopped = False
        if self._rest is not None and self._rest[0].moves == position.moves and self._rest[0].game == position.game:
            yield self._thought(position, self._rest[1], SearchInfo(), 0.0)  # it has said the whole turn
            return
        if self._process is None or self._process.is_closed or not self._continues(position):
            self.prepare(position.game)
        self._follow(position)
        is_done = False
        try:
            process = self._running()
            process.write(self._dialect.set_up(position.game, self._written))
            process.write(self._go(position))
            yield from self._answers(process, position)
            is_done = True
        finally:
            if not is_done:
                self._kill()

    def stop(self) -> None:
        """Ask the engine for its move now, from any thread; the thought then says that it was interrupted."""
        self._is_stopped = True

    def close(self) -> None:
        """End the engine, and all that it has started."""
        if self._process is not None:
            self._process.close()
        self._process = None

    def _kill(self) -> None:
        """End an engine in the midst of a search: it is not asked."""
        if self._process is not None:
            self._process.kill()
        self._process = None

    def _continues(self, position: Position) -> bool:
        """Whether a position is of the same game as the one before, or of one in which another move was made last."""
        before = self._before
        if before is None or before.game != position.game:
            return before is None
        shared = before.moves[:-1]
        return position.moves[: len(shared)] == shared

    def _follow(self, position: Position) -> None:
        """Add the moves since the position before; writing them all out again would take longer with each move."""
        if self._before is None or position.moves[: len(self._before.moves)] != self._before.moves:
            self._before, self._written = Position.after(position.game), []
        self._written += self._dialect.names(self._before, position.moves[len(self._before.moves) :])
        self._before = position

    def _running(self) -> EngineProcess:
        """The engine, started and set up if need be."""
        if self._process is None or self._process.is_closed:
            self._process = EngineProcess(self._spec.command, self.name)
            self._set_up(self._process)
        return self._process

    def _set_up(self, process: EngineProcess) -> None:
        """Hear what options it has, and set them."""
        word = self._dialect.word
        process.write(word)
        options, until = dict[str, str](), time.monotonic() + START_SECONDS
        self._options, self._variant = {}, USUAL
        while (line := process.read(until - time.monotonic(), f"{word}ok")) != f"{word}ok":
            if line.startswith("option name "):
                name = line.removeprefix("option name ").partition(" type ")[0].strip()
                options[name.casefold()] = name
                self._options[name.casefold()] = line
        for name, value in self._spec.options:
            if name.casefold() not in options:
                process.close()
                raise EngineError(f"{self.name} has no option {name!r}; {near_names(name, options.values())}")
            process.write(f"setoption name {options[name.casefold()]} value {value}")

    def _choose_variant(self, process: EngineProcess, name: str) -> None:
        """Tell the engine which game it is. Raises EngineError where it does not know the game."""
        if name in ("", self._variant):
            return
        option = self._options.get(VARIANT.casefold(), "")
        if name not in option.split():
            process.close()
            raise EngineError(f"{self.name} does not know {name}: it has no variant of that name")
        process.write(f"setoption name {VARIANT} value {name}")
        self._variant = name

    def _await_ready(self, process: EngineProcess) -> None:
        process.write("isready")
        until = time.monotonic() + self._spec.timeout
        while process.read(until - time.monotonic(), "readyok") != "readyok":
            pass

    def _go(self, position: Position) -> str:
        limit, words, reading = self._spec.limit, ["go"], self._reading
        if reading is not None:
            for side, left in zip("wb", reading.left, strict=True):
                words += [f"{side}time", str(max(1, round(1000 * left)))]
            for side in "wb":
                words += [f"{side}inc", str(round(1000 * reading.clock.increment))]
            turns = reading.clock.turns_to_go(reading.turns[position.to_move])
            words += [] if isinf(turns) else ["movestogo", str(int(turns))]
            return " ".join(words)
        words += [] if limit.depth is None else ["depth", str(limit.depth)]
        words += [] if limit.nodes is None else ["nodes", str(limit.nodes)]
        words += [] if limit.time is None else ["movetime", str(max(1, round(1000 * limit.time)))]
        return " ".join(words)

    def _answers(self, process: EngineProcess, position: Position) -> Iterator[Thought]:
        """Yield the engine's lines up to `bestmove`."""
        began, info, is_told = time.monotonic(), SearchInfo(), False
        own = self._reading.left[position.to_move] if self._reading is not None else self._spec.limit.time or 0.0
        patience = own + self._spec.timeout
        while True:
            line = process.read_soon()
            if self._is_stopped and not is_told:
                process.write("stop")
                is_told, patience = True, time.monotonic() - began + min(self._spec.timeout, START_SECONDS)
            if line is None:
                pass
            elif line.startswith("info "):
                news = info.with_line(line)
                if news.line != info.line or news.depth != info.depth:
                    yield from self._so_far(position, news, time.monotonic() - began)
                info = news
            elif line.startswith("bestmove"):
                yield self._final(position, line, info, time.monotonic() - began)
                return
            if time.monotonic() - began > patience:
                raise process.give_up(patience, "a move")

    def _so_far(self, position: Position, info: SearchInfo, seconds: float) -> Iterator[Thought]:
        line = self._line(position, info)
        if line:
            yield self._thought(position, line, info, seconds)

    def _final(self, position: Position, text: str, info: SearchInfo, seconds: float) -> Thought:
        """The thought whose move `bestmove ...` names. Raises EngineError for a move that is not legal."""
        words = text.split()
        named = words[1] if len(words) > 1 else ""
        turn = self._dialect.turn(position, named)
        if not turn:
            number = len(position.moves) + 1
            raise EngineError.of_move(f"{self.name} named {_quoted(named)} as move {number}, which is not legal there")
        self._rest = (position.play(turn[0]), turn[1:]) if len(turn) > 1 else None
        line = self._line(position, info)
        return self._thought(position, line if line[: len(turn)] == turn else turn, info, seconds)

    def _thought(self, position: Position, line: tuple[int, ...], info: SearchInfo, seconds: float) -> Thought:
        limit = self._spec.limit
        stopped: Stopped = "time" if limit.time is not None else "nodes" if limit.nodes is not None else "depth"
        return Thought(
            line[0],
            NOTHING if info.score is None else value_of(position.game, *info.score),
            line,
            depth=info.depth,
            nodes=info.nodes,
            seconds=seconds,
            stopped="interrupted" if self._is_stopped else stopped,
            informed=info.score is not None,
        )

    def _line(self, position: Position, info: SearchInfo) -> tuple[int, ...]:
        """Its line of play, as far as it is legal."""
        here, moves = position, list[int]()
        for text in info.line:
            turn = () if here.is_over else self._dialect.turn(here, text)
            if not turn:
                break
            for move in turn:
                moves.append(move)
                here = here.play(move)
        return tuple(moves)


def _quoted(text: str) -> str:
    """An engine's text, quoted for a sentence."""
    return repr(text if len(text) <= 24 else f"{text[:21]}...")
