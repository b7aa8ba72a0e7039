"""Programs that speak the Go Text Protocol, version 2, as players: GNU Go, GRhino, and engines of Hex."""

import time

from kibitz.core.parameters import near_names
from kibitz.core.rules import Game
from kibitz.core.thought import Thought, Value
from kibitz.errors import EngineError, EngineResigned, IllegalMove, MoveError, PlayerError
from kibitz.games.go import Go
from kibitz.games.othello import Othello
from kibitz.players.external.process import EngineProcess, split_command
from kibitz.players.external.spec import EngineSpec
from kibitz.players.external.usual_start import require_usual_start
from kibitz.players.external.vertices import PASS, SIDES, read_vertex, spell, title_of
from kibitz.players.game_clock import ClockReading
from kibitz.position import Position

NOTHING = Value("estimate", 0)  # what is known of a move: the protocol has no values
MOST_LINES = 1000  # of one answer
RESIGN = "resign"
LONGEST = 80  # characters of an answer that is quoted


class Refused(Exception):
    """The answer `? ...` to a command; `str` is its text."""


class GtpConnection:
    """Commands and answers of one program, each answer known by the number of its command."""

    def __init__(self, process: EngineProcess) -> None:
        self.process = process
        self._number = 0

    def ask(self, command: str, seconds: float) -> str:
        """The text of the answer. Raises Refused for `? ...`; EngineError for garbage, silence and a crash."""
        self._number += 1
        until = time.monotonic() + seconds
        self.process.write(f"{self._number} {command}")
        line = ""
        while not line:
            line = self._read(until, command)
        if line[0] not in "=?":
            raise self._nonsense(command, line)
        number, _, text = line[1:].partition(" ")
        if number != str(self._number):
            raise self._nonsense(command, line)
        lines = [text.strip()]
        while more := self._read(until, command):
            lines.append(more)
            if len(lines) > MOST_LINES:
                raise self._nonsense(command, more)
        if line[0] == "?":
            raise Refused("\n".join(lines))
        return "\n".join(lines)

    def _read(self, until: float, command: str) -> str:
        return self.process.read(max(0.0, until - time.monotonic()), f"an answer to {command.partition(' ')[0]!r}")

    def _nonsense(self, command: str, line: str) -> EngineError:
        self.process.close()
        return EngineError(f"{self.process.name} answered {command!r} with {line[:LONGEST]!r}, which is not a GTP answer")


class GtpPlayer:
    """Plays a program's answers to `genmove`. It sends the spec's time, if any, in whole seconds.

    Each option of the spec is a command of the program: `level=3` is sent as `level 3`. The program is started by `prepare`, or
    by the first `think`, and ended by `close`; after a failure it is started again.
    """

    has_values = False  # a review has nothing to ask it for

    def __init__(self, spec: EngineSpec) -> None:
        """Raises PlayerError for a limit that the protocol does not know; EngineError when there is no such program."""
        if spec.limit.depth is not None or spec.limit.nodes is not None:
            raise PlayerError(
                f"GTP knows neither depth nor nodes, which {spec.text} sets: set time, or the program's own level"
            )
        split_command(spec.command, spec.text)
        self.name = spec.text
        self._spec = spec
        self._connection: GtpConnection | None = None
        self._game: Game | None = None  # that the program's board is set up for
        self._played: tuple[int, ...] | None = None  # the moves on the program's board; None where nobody knows
        self._known = set[str]()  # its commands
        self._reading: ClockReading | None = None

    def admit(self, game: Game) -> None:
        """Raises GameError where the protocol has no coordinates for the game, or cannot set its first position up."""
        title_of(game)
        require_usual_start(game, "GTP")

    def prepare(self, game: Game) -> None:
        """Start the program and set up its board: no clock runs. Raises EngineError, also where it does not play the game."""
        if self._game != game or self._connection is None or self._connection.process.is_closed:
            self._set_up(game)

    def hear_clock(self, reading: ClockReading) -> None:
        """Read the game's clocks before a move: a program without a time of its own gets them."""
        if self._spec.is_free:
            self._reading = reading

    def think(self, position: Position) -> Thought:
        """The program's move, without an opinion; a pass that is the only legal move is not asked for.

        Raises EngineError when the program fails, resigns, or answers with no legal move.
        """
        began = time.perf_counter()
        self.prepare(position.game)
        legal = position.legal()
        move = legal[0] if len(legal) == 1 and position.name(legal[0]) == PASS else self._generate(position)
        return Thought(move, NOTHING, (move,), seconds=time.perf_counter() - began, informed=False)

    def close(self) -> None:
        """End the program."""
        if self._connection is not None:
            self._connection.process.close()
        self._connection = None

    def _generate(self, position: Position) -> int:
        connection = self._follow(position)
        command = f"genmove {SIDES[position.to_move]}"
        left = self._tell_clocks(connection, position.to_move)
        try:
            answer = connection.ask(command, left + self._spec.timeout)
        except Refused as refused:
            raise self._failed(f"refused {command!r} ({str(refused)[:LONGEST]})") from None
        self._played = None  # until the move is known to be legal
        if answer.lower() == RESIGN:
            raise EngineResigned(f"{self.name} resigned")
        try:
            move = read_vertex(position, answer)
        except MoveError as problem:
            failed = self._failed(f"answered {command!r} with {answer[:LONGEST]!r}: {problem}")
            failed.is_illegal_move = isinstance(problem, IllegalMove)
            raise failed from None
        self._played = (*position.moves, move)
        return move

    def _follow(self, position: Position) -> GtpConnection:
        """Tell the program the moves that it has not seen, from the start where its game was another one."""
        connection = self._connection
        assert connection is not None
        played = self._played
        if played is None or position.moves[: len(played)] != played:
            self._ask(connection, "clear_board")
            played = ()
        for ply, name in enumerate(position.names()):
            if ply >= len(played):
                self._tell_move(connection, ply, spell(name), isinstance(position.game, Othello))
        self._played = position.moves
        return connection

    def _tell_clocks(self, connection: GtpConnection, seat: int) -> float:
        """Tell the clocks of the game, in whole seconds; the seconds that the move may take at most."""
        reading = self._reading
        if reading is None:
            return self._spec.limit.time or 0.0
        if "time_left" in self._known:
            if not any(reading.turns) and "time_settings" in self._known:
                main, period, moves = reading.clock.for_byoyomi
                self._ask(connection, f"time_settings {main} {period} {moves}")
            for side, left, turns in zip(SIDES, reading.left, reading.turns, strict=True):
                moves = int(reading.clock.turns_to_go(turns)) if reading.clock.moves else 0
                self._ask(connection, f"time_left {side} {int(left)} {moves}")
        return reading.left[seat]

    def _tell_move(self, connection: GtpConnection, ply: int, vertex: str, may_skip_passes: bool) -> None:
        """`play` a move. Programs of Othello may know of no passes, as GRhino: a side that cannot move is just not asked."""
        try:
            connection.ask(f"play {SIDES[ply % len(SIDES)]} {vertex}", self._spec.timeout)
        except Refused as refused:
            if not (vertex == PASS and may_skip_passes):
                raise self._failed(f"refused move {ply + 1}, {vertex} ({str(refused)[:LONGEST]})") from None

    def _set_up(self, game: Game) -> None:
        self.close()
        self._connection = connection = GtpConnection(EngineProcess(self._spec.command, self.name))
        self._game, self._played = None, ()
        known = self._known = set(self._ask(connection, "list_commands").split())
        if "set_game" in known:  # programs of several games, as Quarry knows them
            self._ask(connection, f"set_game {title_of(game)}")
        self._ask(connection, f"boardsize {getattr(game, 'size', 0)}")
        self._ask(connection, "clear_board")
        if isinstance(game, Go):
            self._ask(connection, f"komi {game.komi}")
        for name, value in self._spec.options:
            if name not in known:
                raise self._failed(f"knows no command {name!r}; {near_names(name, known, 'its list_commands names all')}")
            self._ask(connection, f"{name} {value}")
        if self._spec.limit.time is not None and "time_settings" in known:
            self._ask(connection, f"time_settings 0 {max(1, round(self._spec.limit.time))} 1")
        self._game = game

    def _ask(self, connection: GtpConnection, command: str) -> str:
        try:
            return connection.ask(command, self._spec.timeout)
        except Refused as refused:
            raise self._failed(f"refused {command!r} ({str(refused)[:LONGEST]})") from None

    def _failed(self, what: str) -> EngineError:
        self.close()
        return EngineError(f"{self.name} {what}")
