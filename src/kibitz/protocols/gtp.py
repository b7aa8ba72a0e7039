"""The Go Text Protocol, version 2, for the boards and servers of Go, Hex and Othello."""

import math
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version

from kibitz.core.rules import Game
from kibitz.core.thought import Thought
from kibitz.errors import GameError, IllegalMove, KibitzError, NotAMove
from kibitz.games.go import Go
from kibitz.games.hex import Hex
from kibitz.players.external.vertices import PASS, SIDES, read_side, read_vertex, title_of, write_vertex
from kibitz.position import Position
from kibitz.protocols.serving.conversation import Conversation, Say
from kibitz.protocols.serving.gtp_analysis import AnalysisOrder, GtpAnalysis
from kibitz.protocols.serving.move_limits import Clock, MoveLimits
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.protocols.serving.thinker import Thinker

SYNTAX, SIDE_OR_POINT, ILLEGAL = "syntax error", "invalid color or coordinate", "illegal move"
RESIGN = "resign"
MOST_SECONDS = 10**9
USUAL_INTERVAL = 100  # hundredths of a second between two reports of an analysis


class Failure(Exception):
    """A command that cannot be done; `str` is the text of the answer `? ...`."""


@dataclass
class SideClock:
    """One side's time: `left` seconds, for `stones` moves in overtime, or (0) for the rest of the game.

    When the main time is used up there are `period` seconds for `period_stones` moves, again and again (Canadian byo-yomi); 0
    without overtime. With `periods` (Japanese byo-yomi) each period is for one move, and a server's "stones" are the periods
    left.
    """

    left: float
    period: float = 0.0
    period_stones: int = 0
    stones: int = 0
    periods: int = 0

    @property
    def clock(self) -> Clock:
        """The clock for a search: in the main time a move may take its share of the overtime as well."""
        left = max(self.left, 0.0)
        if self.stones:
            return Clock(left, moves=1 if self.periods else self.stones)
        return Clock(left, overtime=self.period / self.period_stones if self.period_stones else 0.0)

    def spend(self, seconds: float) -> None:
        """Stop the clock after a move."""
        self.left -= seconds
        if self.stones > 1:
            self.stones -= 1
        elif self.period_stones and (self.stones or self.left <= 0):
            self.left, self.stones = self.period, self.period_stones


@dataclass
class GtpSession:
    """The board and the clocks, and an answer for each command. `choose`: thinks of a legal move within a time.

    Sides need not take turns: if one has to move twice, the other one passes, if the rules let it.
    """

    game: Game
    choose: Callable[[Position, MoveLimits], int]
    has_ended: bool = False
    order: AnalysisOrder | None = None  # of the last command, where it began an analysis
    set_up: Callable[[Position], None] | None = None  # makes ready for an analysis; None where there is none
    _positions: list[Position] = field(default_factory=list)  # of this game, one before each move that can be undone
    _komi: float = 0.0
    _clocks: list[SideClock] = field(default_factory=list)  # none where no time was set

    def __post_init__(self) -> None:
        self.title = title_of(self.game)
        self._start(self.game)
        self._komi = float(getattr(self.game, "komi", 0))
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "boardsize": self._set_size,
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "genmove": self._genmove,
            "kgs-time_settings": self._kgs_time_settings,
            "known_command": self._known_command,
            "komi": self._set_komi,
            "list_commands": lambda _: "\n".join(self._commands),
            "list_games": lambda _: self.title,
            "name": lambda _: "kibitz",
            "play": self._play,
            "protocol_version": lambda _: "2",
            "quit": self._quit,
            "reg_genmove": self._reg_genmove,
            "set_game": self._set_game,
            "showboard": self._showboard,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: version("kibitz"),
        }
        if self.set_up is not None:
            self._commands |= {"kata-analyze": partial(self._analyse, True), "lz-analyze": partial(self._analyse, False)}

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[-1]

    def answer(self, line: str) -> str:
        """The answer to a line, with its identity number if it has one, and a blank line; "" where nothing was asked."""
        words, self.order = _clean(line).split(), None
        if not words:
            return ""
        number = words.pop(0) if re.fullmatch(r"[0-9]{1,18}", words[0]) else ""
        try:
            command = self._commands.get(words[0]) if words else None
            if command is None:
                raise Failure("unknown command")
            sign, text = "=", command(words[1:])
        except Failure as failure:
            sign, text = "?", str(failure)
        except KibitzError as problem:
            sign, text = "?", " ".join(str(problem).split())
        if self.order is not None:  # the lines of the analysis follow, and the blank one at its end
            return f"={number}"
        return f"{sign}{number} {text}\n" if text else f"{sign}{number}\n"

    def _start(self, game: Game) -> None:
        self.game = game
        self._positions = [Position.after(game)]

    def _set_size(self, words: list[str]) -> str:
        sizes = {_whole(word) for word in (words or [""])[:2]}  # Hex programs get width and height
        try:
            (size,) = sizes
            game = replace(self.game, size=size)  # type: ignore[type-var]  # all games that have vertices have a size
        except (ValueError, GameError):
            raise Failure("unacceptable size") from None
        self._start(game)
        return ""

    def _clear_board(self, words: list[str]) -> str:
        self._start(self.game)
        return ""

    def _set_komi(self, words: list[str]) -> str:
        """A komi of 6.5 is kept for the score. What thinks knows whole numbers: it takes one by which no game is drawn."""
        komi = _number((words or [""])[0])
        if isinstance(self.game, Go):
            whole = math.floor(komi)
            if whole != komi and whole % 2 == self.game.size % 2:  # leads are as even as the board, but for a few shared points
                whole += 1
            try:
                self.game = game = replace(self.game, komi=whole)
            except GameError:
                raise Failure("unacceptable komi") from None
            self._positions = [Position(game, one.state, one.moves, one.to_move) for one in self._positions]
        self._komi = komi
        return ""

    def _set_game(self, words: list[str]) -> str:
        if not words or words[0].lower() != self.title.lower():
            raise Failure("unsupported game")
        self._start(self.game)
        return ""

    def _known_command(self, words: list[str]) -> str:
        return "true" if words and words[0] in self._commands else "false"

    def _quit(self, words: list[str]) -> str:
        self.has_ended = True
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise Failure(SYNTAX)
        position = self._give_turn(_side(words))
        try:
            move = read_vertex(position, words[1])
        except NotAMove:
            raise Failure(SIDE_OR_POINT) from None
        except IllegalMove:
            raise Failure(ILLEGAL) from None
        self._positions.append(position.play(move))
        return ""

    def _genmove(self, words: list[str]) -> str:
        side = _side(words)
        if self.position.is_over:
            return RESIGN if isinstance(self.game, Hex) else PASS
        position = self._give_turn(side)
        move = self._think(position, side)
        self._positions.append(position.play(move))
        return write_vertex(position, move)

    def _reg_genmove(self, words: list[str]) -> str:
        side = _side(words)
        position = self._give_turn(side)
        return write_vertex(position, self.choose(position, MoveLimits()))

    def _analyse(self, is_katago: bool, words: list[str]) -> str:
        """`[COLOR] [INTERVAL]`, in hundredths of a second; options that follow are passed over."""
        side = read_side(words[0]) if words else None
        position = self.position if side is None else self._give_turn(side)
        if position.is_over:
            raise Failure("the game is over")
        assert self.set_up is not None
        self.set_up(position)
        hundredths = next((int(word) for word in words if re.fullmatch(r"[0-9]{1,9}", word)), USUAL_INTERVAL)
        self.order = AnalysisOrder(position, hundredths / 100, is_katago)
        return ""

    def _give_turn(self, side: int) -> Position:
        """The position in which a side is to move: the one on the board, or that after a pass of the other side."""
        position = self.position
        if position.to_move != side and not position.is_over:
            passes = [move for move in position.legal() if position.name(move) == PASS]
            position = position.play(passes[0]) if passes else position
        if position.is_over or position.to_move != side:
            raise Failure(ILLEGAL)
        return position

    def _think(self, position: Position, side: int) -> int:
        if not self._clocks:
            return self.choose(position, MoveLimits())
        clock, began = self._clocks[side], time.monotonic()
        move = self.choose(position, MoveLimits(clock=clock.clock))
        clock.spend(time.monotonic() - began)
        return move

    def _undo(self, words: list[str]) -> str:
        if len(self._positions) == 1:
            raise Failure("cannot undo")
        self._positions.pop()
        return ""

    def _showboard(self, words: list[str]) -> str:
        return f"{SIDES[self.position.to_move]} to move\n{self.game.show(self.position.state)}"

    def _final_score(self, words: list[str]) -> str:
        payoffs = self.position.payoffs
        if payoffs is None:
            raise Failure("cannot score")
        lead = payoffs[0]
        if isinstance(self.game, Hex):
            return "B+" if lead > 0 else "W+"
        if isinstance(self.game, Go):
            lead += self.game.komi - self._komi
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"

    def _time_settings(self, words: list[str]) -> str:
        main, period, stones = _times(words)
        is_unlimited = (period > 0 and stones == 0) or main == period == 0
        self._set_clocks(None if is_unlimited else _overtime(main, period, stones))
        return ""

    def _kgs_time_settings(self, words: list[str]) -> str:
        """The settings of a server: `none`, `absolute MAIN`, `canadian MAIN PERIOD STONES`, `byoyomi MAIN PERIOD PERIODS`."""
        match words[:1]:
            case ["none"]:
                clock = None
            case ["absolute"]:
                clock = SideClock(_times([*words[1:2], "0", "0"])[0])
            case ["canadian"]:
                clock = _overtime(*_times(words[1:]))
            case ["byoyomi"]:
                main, period, periods = _times(words[1:])
                clock = replace(_overtime(main, period, min(1, periods)), periods=periods)
            case _:
                raise Failure(SYNTAX)
        self._set_clocks(clock)
        return ""

    def _set_clocks(self, clock: SideClock | None) -> None:
        """The same clock for both sides; None for none."""
        if clock is not None and clock.left == 0:
            clock.spend(0)  # overtime begins at once
        self._clocks = [] if clock is None else [replace(clock) for _ in SIDES]

    def _time_left(self, words: list[str]) -> str:
        side = _side(words)
        if len(words) < 3:
            raise Failure(SYNTAX)
        seconds, stones = _number(words[1]), _whole(words[2])
        if self._clocks:
            self._clocks[side].left, self._clocks[side].stones = seconds, max(0, stones)
        return ""


class GtpConversation(Conversation):
    """Answers one command after the other, as the protocol wants it: what comes while it thinks waits, but ends an analysis."""

    def __init__(self, game: Game, settings: EngineSettings, say: Say) -> None:
        """Raises KibitzError where the protocol, or the settings, do not fit the game."""
        self._game, self._settings, self._say = game, settings, say
        self._session = GtpSession(game, self._choose, set_up=self._set_up)
        self._thinker = Thinker(game, settings)
        self._analysis: GtpAnalysis | None = None

    def hear(self, line: str) -> bool:
        """Answer one line."""
        self._end_analysis()
        answer = self._session.answer(line)
        if answer:
            self._say(answer)
        if self._session.order is not None:
            self._analysis = GtpAnalysis(self._session.order, self._thinker, self._say)
        return not self._session.has_ended

    def close(self) -> None:
        """End the thread that thinks."""
        self._end_analysis()
        self._thinker.close()

    def _end_analysis(self) -> None:
        analysis, self._analysis = self._analysis, None
        if analysis is not None:
            analysis.end()

    def _set_up(self, position: Position) -> None:
        """Think about the game of a position from now on; KibitzError where the settings do not fit it."""
        if position.game != self._game:
            self._thinker.change(position.game, self._settings)
            self._game = position.game

    def _choose(self, position: Position, limits: MoveLimits) -> int:
        """The move; KibitzError where the settings do not fit the game that the board was set up for."""
        self._set_up(position)
        done, found = threading.Event(), list[Thought]()

        def conclude(thought: Thought) -> None:
            found.append(thought)
            done.set()

        self._thinker.begin(position, limits, lambda thought: None, conclude)
        done.wait()
        best = found[0].best
        assert best is not None  # the position is not over
        return best


def start(game: Game, settings: EngineSettings, say: Say) -> Conversation:
    """An engine of Go, Hex or Othello. Raises GameError for another game."""
    return GtpConversation(game, settings, say)


def _clean(line: str) -> str:
    """A line as the protocol has it read: tabs are blanks, other control characters are not there, # begins a comment."""
    return "".join(sign for sign in line.replace("\t", " ") if sign.isprintable()).partition("#")[0]


def _side(words: list[str]) -> int:
    """The side that the first word names."""
    if not words:
        raise Failure(SYNTAX)
    side = read_side(words[0])
    if side is None:
        raise Failure(SIDE_OR_POINT)
    return side


def _times(words: list[str]) -> tuple[float, float, int]:
    """Seconds of main time, seconds of a period, and a number."""
    if len(words) < 3:
        raise Failure(SYNTAX)
    main, period, number = _number(words[0]), _number(words[1]), _whole(words[2])
    if min(main, period, number) < 0 or max(main, period) > MOST_SECONDS:
        raise Failure(SYNTAX)
    return main, period, number


def _overtime(main: float, period: float, stones: int) -> SideClock:
    return SideClock(main, period, stones) if period and stones else SideClock(main)


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise Failure(SYNTAX)
    return int(text)


def _number(text: str) -> float:
    if not re.fullmatch(r"[-+]?[0-9]{0,12}\.?[0-9]{0,12}", text) or not re.search("[0-9]", text):
        raise Failure(SYNTAX)
    return float(text)
