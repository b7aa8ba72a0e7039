"""The NBoard protocol, version 2, for boards of Othello."""

import re
import threading
from dataclasses import replace

from kibitz.core.registry import spec_of
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought, Value
from kibitz.errors import GameError, KibitzError
from kibitz.games.othello import Othello
from kibitz.players.external.ggf import pass_if_forced, read_ggf, read_square, write_square
from kibitz.position import Position
from kibitz.protocols.serving.conversation import Conversation, Say
from kibitz.protocols.serving.move_limits import MoveLimits
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.protocols.serving.thinker import Thinker
from kibitz.search.descriptor import takes_no_depth

PASSES = ("PA", "PASS")
MOST_DEPTH, MOST_HINTS = 10**6, 64
PROVED = "100%"  # in the place of a depth


class NboardConversation(Conversation):
    """An Othello engine. The position changes only by command: `go` does not play its move.

    A command that changes the position, or asks for something else, ends the search under way without an answer.
    """

    def __init__(self, game: Game, settings: EngineSettings, say: Say) -> None:
        """Raises KibitzError where the protocol, or the settings, do not fit the game."""
        if not isinstance(game, Othello):
            raise GameError(f"the NBoard protocol is spoken for othello, not for {spec_of(game)}")
        self.position = Position.after(game)
        # Where a depth is set, no search is chosen for the time: it is the same one as without.
        self._settings = replace(settings, search=settings.search or settings.engine(game).search_name(game))
        self._game, self._say = game, say
        self._thinker = Thinker(game, self._settings)
        self._thinker.prepare(game)  # while the board is set up
        self._is_lost = False  # the last game or move could not be read, so nothing is known until the next position
        self._depth: int | None = None
        self._teller: _OthelloTeller | None = None  # of the search under way

    def hear(self, line: str) -> bool:
        """Obey one line; lines outside the protocol are skipped."""
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            return False
        try:
            self._obey(command, rest.strip())
        except KibitzError as problem:
            self._say(f"status {' '.join(str(problem).split())}")
        return True

    @property
    def is_busy(self) -> bool:
        """Whether a move or values are looked for."""
        return self._thinker.is_ending

    def close(self) -> None:
        """End the search under way."""
        self._thinker.close()

    def _obey(self, command: str, rest: str) -> None:
        match command:
            case "nboard":
                self._say("set myname kibitz")
            case "set":
                self._set(*rest.partition(" ")[::2])
            case "move":
                self._stop()
                self._play(rest)
            case "go":
                self._think(1, is_move=True)
            case "hint":
                self._think(_whole(rest, MOST_HINTS) or 1, is_move=False)
            case "ping":
                self._stop()
                self._say(f"pong {rest}".rstrip())
            case "learn":
                self._say("learned")

    def _stop(self) -> None:
        """End the search under way, without an answer."""
        if self._teller is not None:
            self._teller.silence()
        self._thinker.stop()

    def _set(self, name: str, value: str) -> None:
        match name:
            case "game":
                self._stop()
                self._is_lost = True
                self.position = read_ggf(self._game, value)
                self._is_lost = False
            case "depth":
                self._depth = _whole(value, MOST_DEPTH) or self._depth

    def _play(self, text: str) -> None:
        """Play `F5`, with or without the value and the time after it; a forced pass before it may be left out."""
        was_lost, self._is_lost = self._is_lost, True
        square = text.partition("/")[0].strip()
        position = self.position if square.upper() in PASSES else pass_if_forced(self.position)
        self.position = position.play(read_square(position, square))
        self._is_lost = was_lost

    def _think(self, count: int, is_move: bool) -> None:
        """Look for a move, or value the best `count` moves."""
        self._stop()
        position, search = self.position, self._settings.search
        if self._is_lost:
            raise GameError("there is no position, for the last game or move could not be read")
        if position.is_over:
            raise GameError("the game is over")
        self._teller = teller = _OthelloTeller(position, count, is_move, self._say)
        teller.begin()
        depth = None if search is not None and takes_no_depth(search) else self._depth
        limits = MoveLimits(Limit(depth=depth, time=self._settings.time), only=position.legal() if count > 1 else ())
        self._thinker.begin(position, limits, teller.tell, teller.conclude)


class _OthelloTeller:
    """Reports the thoughts about one position, until it is no longer wanted."""

    def __init__(self, position: Position, count: int, is_move: bool, say: Say) -> None:
        self._position, self._count, self._is_move, self._say = position, count, is_move, say
        self._before: list[str] = []
        self._is_silent, self._guard = False, threading.Lock()

    def silence(self) -> None:
        """Say nothing from now on."""
        with self._guard:
            self._is_silent = True

    def begin(self) -> None:
        """The status while it thinks."""
        self._tell("status thinking" if self._is_move else "status analyzing")

    def tell(self, thought: Thought) -> None:
        """Report the best moves, if that is news."""
        lines = _search_lines(self._position, thought, self._count)
        if lines != self._before:
            self._tell(*lines, f"nodestats {thought.nodes} {thought.seconds:.2f}")
        self._before = lines

    def conclude(self, thought: Thought) -> None:
        """The move, where one was asked for."""
        if self._is_move and thought.best is not None:
            value = f"{thought.value.result:.2f}" if thought.informed else ""
            self._tell(f"=== {write_square(self._position, thought.best)}/{value}/{thought.seconds:.2f}")
        self._tell("status")

    def _tell(self, *lines: str) -> None:
        with self._guard:
            for line in () if self._is_silent else lines:
                self._say(line)


def start(game: Game, settings: EngineSettings, say: Say) -> Conversation:
    """An engine of Othello. Raises GameError for another game."""
    return NboardConversation(game, settings, say)


def _search_lines(position: Position, thought: Thought, count: int) -> list[str]:
    """The lines about the best moves, or the best alone if only that is wanted or known."""
    if count == 1 or not thought.moves:
        assert thought.best is not None
        return [_search_line(position, thought.line or (thought.best,), thought.value, thought.depth)]
    return [_search_line(position, one.line or (one.move,), one.value, thought.depth) for one in thought.moves[:count]]


def _search_line(position: Position, line: tuple[int, ...], value: Value, depth: int) -> str:
    """`search F5D6C3 +2.00 0 12`: a line, the lead in discs that it leads to for the side to move, and the depth."""
    here, squares = position, ""
    for move in line:
        squares += write_square(here, move)
        here = here.play(move)
    return f"search {squares} {value.result:+.2f} 0 {PROVED if value.kind == 'exact' else depth}"


def _whole(text: str, most: int) -> int | None:
    """A whole number from 1 to `most`; None for any other text."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) and 1 <= int(text) <= most else None
