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
from kibitz.protocols.serving.gtp_words import (
    SIDE_OR_POINT,
    SYNTAX,
    Failure,
    SideClock,
    clean_line,
    clock_of,
    read_times,
    real_number,
    side_of,
    whole_number,
)
from kibitz.protocols.serving.move_limits import MoveLimits
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.protocols.serving.thinker import Thinker

ILLEGAL = "illegal move"
RESIGN = "resign"
USUAL_INTERVAL = 100  # hundredths of a second between two reports of an analysis


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
        words, self.order = clean_line(line).split(), None
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
        sizes = {whole_number(word) for word in (words or [""])[:2]}  # Hex programs get width and height
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
        komi = real_number((words or [""])[0])
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
        position = self._give_turn(side_of(words))
        try:
            move = read_vertex(position, words[1])
        except NotAMove:
            raise Failure(SIDE_OR_POINT) from None
        except IllegalMove:
            raise Failure(ILLEGAL) from None
        self._positions.append(position.play(move))
        return ""

    def _genmove(self, words: list[str]) -> str:
        side = side_of(words)
        if self.position.is_over:
            return RESIGN if isinstance(self.game, Hex) else PASS
        position = self._give_turn(side)
        move = self._think(position, side)
        self._positions.append(position.play(move))
        return write_vertex(position, move)

    def _reg_genmove(self, words: list[str]) -> str:
        side = side_of(words)
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
        main, period, stones = read_times(words)
        is_unlimited = (period > 0 and stones == 0) or main == period == 0
        self._set_clocks(None if is_unlimited else clock_of(main, period, stones))
        return ""

    def _kgs_time_settings(self, words: list[str]) -> str:
        """The settings of a server: `none`, `absolute MAIN`, `canadian MAIN PERIOD STONES`, `byoyomi MAIN PERIOD PERIODS`."""
        match words[:1]:
            case ["none"]:
                clock = None
            case ["absolute"]:
                clock = SideClock(read_times([*words[1:2], "0", "0"])[0])
            case ["canadian"]:
                clock = clock_of(*read_times(words[1:]))
            case ["byoyomi"]:
                main, period, periods = read_times(words[1:])
                clock = replace(clock_of(main, period, min(1, periods)), periods=periods)
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
        side = side_of(words)
        if len(words) < 3:
            raise Failure(SYNTAX)
        seconds, stones = real_number(words[1]), whole_number(words[2])
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
