"""The common part of UCI and UGI: options, positions, the command to think, and reports on a search."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version

from kibitz.core import registry
from kibitz.core.parameters import split_spec
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought, Value
from kibitz.errors import KibitzError
from kibitz.games.chess import Chess
from kibitz.games.parts.fen import dropped_rights, mend_fen
from kibitz.players.external.dialect import Dialect
from kibitz.players.external.long_algebraic import NONE
from kibitz.players.external.scores import score_of
from kibitz.players.levels import LEVELS
from kibitz.position import Position
from kibitz.protocols.serving.conversation import Conversation, Say, complain
from kibitz.protocols.serving.move_limits import Clock, MoveLimits
from kibitz.protocols.serving.settings import MEGABYTE, EngineSettings
from kibitz.protocols.serving.thinker import Thinker
from kibitz.search.descriptor import may_fit

AUTO = "auto"
MOST_MEGABYTES, MOST_THREADS, MOST_LINES = 2**15, 64, 256
BOUNDS = {"at_least": " lowerbound", "at_most": " upperbound"}
FLAGS = ("infinite", "ponder")
NUMBERS = (
    "depth",
    "nodes",
    "movetime",
    "movestogo",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
)
CLOCKS = (("wtime", "winc"), ("btime", "binc")), (("p1time", "p1inc"), ("p2time", "p2inc"))


class UciConversation(Conversation):
    """An engine of one game that speaks one of the two. Bad commands go to standard error, and change nothing."""

    def __init__(self, dialect: Dialect, game: Game, settings: EngineSettings, say: Say) -> None:
        """Raises KibitzError where the protocol, or the settings, do not fit the game."""
        dialect.admit(game)
        self._dialect, self._own, self._say = dialect, game, say
        self._thinker = Thinker(game, settings)
        self._position: Position | None = Position.after(game)  # None where the last one that came could not be read
        self._written: tuple[str, ...] = ()  # the moves of the position, as they came
        self._orders: dict[str, Callable[[list[str]], None]] = {
            dialect.word: self._introduce,
            "isready": self._get_ready,
            dialect.new_game: self._begin_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda words: self._thinker.stop(),
            "ponderhit": lambda words: self._thinker.release(),
        }

    def hear(self, line: str) -> bool:
        """Obey one line; unknown ones are ignored."""
        word, *words = line.split() or [""]
        if word == "quit":
            return False
        order = self._orders.get(word)
        if order is not None:
            try:
                order(words)
            except KibitzError as problem:
                complain(problem)
        return True

    @property
    def is_busy(self) -> bool:
        """Whether it is thinking about a move and will finish without a `stop`."""
        return self._thinker.is_ending

    def close(self) -> None:
        """End the search under way, with its move."""
        self._thinker.close()

    @property
    def _game(self) -> Game:
        return self._own if self._position is None else self._position.game

    def _introduce(self, words: list[str]) -> None:
        settings = self._thinker.settings
        fitting = [name for name in registry.names("search") if may_fit(self._own, name)]
        self._say(f"id name kibitz {version('kibitz')} {type(self._own).__name__}")
        self._say("id author the authors of kibitz")
        self._say(f"option name Hash type spin default {settings.table // MEGABYTE} min 1 max {MOST_MEGABYTES}")
        self._say(f"option name Threads type spin default {settings.threads} min 1 max {MOST_THREADS}")
        self._say(f"option name Level type spin default {settings.level or 0} min 0 max {max(LEVELS)}")
        self._say(f"option name Knowledge type string default {settings.knowledge}")
        choices = " ".join(f"var {name}" for name in (AUTO, *fitting))
        self._say(f"option name Search type combo default {settings.search or AUTO} {choices}")
        self._say(f"option name MultiPV type spin default {settings.lines} min 1 max {MOST_LINES}")
        self._say("option name Ponder type check default false")
        self._say(f"{self._dialect.word}ok")

    def _get_ready(self, words: list[str]) -> None:
        """While it thinks it answers at once; else when it has compiled."""
        if self._thinker.is_thinking:
            self._say("readyok")
        else:
            self._thinker.prepare(self._game, lambda: self._say("readyok"))

    def _begin_game(self, words: list[str]) -> None:
        self._thinker.forget()
        self._position, self._written = Position.after(self._own), ()

    def _set_option(self, words: list[str]) -> None:
        """`name NAME value VALUE`; the names in capitals or not."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        changed = changed_settings(self._thinker.settings, name.strip().casefold(), value.strip())
        if changed is None:
            complain(f"setoption {text}: there is no such option, or no such value of it")
        elif changed != self._thinker.settings:
            self._thinker.change(self._game, changed)

    def _set_position(self, words: list[str]) -> None:
        """`startpos` or `fen TEXT`, then `moves ...`; after one that cannot be read there is no position to think about."""
        before, self._position = self._position, None
        place = words.index("moves") if "moves" in words else len(words)
        head, moves = words[:place], tuple(words[place + 1 :])
        if head[:1] == ["startpos"]:
            game = self._own
        elif head[:1] == ["fen"] and len(head) > 1:
            game = self._game_from(" ".join(head[1:]))
        else:
            complain("position: write startpos or fen, then moves")
            return
        here, known = Position.after(game), 0
        if before is not None and game == before.game and moves[: len(self._written)] == self._written:
            here, known = before, len(self._written)
        for text in moves[known:]:
            move = None if here.is_over else self._dialect.read(here, text)
            if move is None:
                complain(f"position: {text[:24]!r} is not legal as move {len(here.moves) + 1}, so there is no position")
                return
            here = here.play(move)
        self._position, self._written = here, moves

    def _game_from(self, text: str) -> Game:
        """The game that begins with a position. Raises GameError for a wrong text, and for games whose positions have none."""
        spec = split_spec(registry.spec_of(self._own))[0]
        if not hasattr(self._own, "fen"):
            raise KibitzError(f"position: {spec} has no positions as text, so a game begins with startpos")
        if isinstance(self._own, Chess):
            if dropped := dropped_rights(text, self._own.size):
                complain(f"position: {dropped}")
            text = mend_fen(text, self._own.size)
        game: Game = replace(self._own, fen=text)  # type: ignore[type-var]  # a dataclass, as all games with parameters
        return game

    def _go(self, words: list[str]) -> None:
        here = self._position
        try:
            if here is None:
                complain("go: there is no position, for the last one could not be read")
            if here is None or here.is_over or here.is_chance:
                self._thinker.stop()
                self._say(f"bestmove {NONE}")
                return
            teller = _Teller(self._dialect, here, self._say, self._thinker.settings)
            self._thinker.begin(here, self._limits(words, here), teller.tell, teller.conclude)
        except BaseException:  # the rules fail: nobody shall wait for a move in vain
            self._say(f"bestmove {NONE}")
            raise

    def _limits(self, words: list[str], here: Position) -> MoveLimits:
        """How long to think, and about which moves; numbers that are none are passed over."""
        given, only, place = dict[str, int](), list[int](), 0
        flags = {word for word in words if word in FLAGS}
        while place < len(words):
            word, after = words[place], words[place + 1 : place + 2]
            if word in NUMBERS and after and _is_number(after[0]):
                given[word] = int(after[0])
                place += 1
            elif word == "searchmoves":
                named = (self._dialect.read(here, text) for text in words[place + 1 :])
                only = [move for move in named if move is not None]
            place += 1
        limit = Limit(
            depth=_at_least_one(given.get("depth")),
            nodes=_at_least_one(given.get("nodes")),
            time=None if "movetime" not in given else max(0, given["movetime"]) / 1000,
        )
        return MoveLimits(limit, self._clock(given, here), tuple(only), bool(flags))

    def _clock(self, given: dict[str, int], here: Position) -> Clock | None:
        """The clock of the side to move."""
        for both in CLOCKS:
            left, increment = both[here.to_move]
            if left in given:
                return Clock(max(0, given[left]) / 1000, max(0, given.get(increment, 0)) / 1000, given.get("movestogo"))
        return None


class _Teller:
    """Reports the thoughts about one position."""

    def __init__(self, dialect: Dialect, position: Position, say: Say, settings: EngineSettings) -> None:
        self._dialect, self._position, self._say, self._settings = dialect, position, say, settings
        self._began = time.monotonic()

    def tell(self, thought: Thought) -> None:
        """`info ...`; with several lines wanted one for each of the best moves, the best first."""
        if thought.best is None or thought.nodes == 0:
            return
        milliseconds = max(1, round(1000 * (time.monotonic() - self._began)))
        effort = f"nodes {thought.nodes} nps {1000 * thought.nodes // milliseconds}"
        if thought.table_used is not None:
            effort += f" hashfull {min(1000, 1000 * thought.table_used // self._settings.table)}"
        effort += f" time {milliseconds}"
        lines = thought.moves[: self._settings.reported] if self._settings.reported > 1 else ()
        for number, one in enumerate(lines, 1):
            named = " ".join(self._dialect.names(self._position, one.line))
            self._say(f"info depth {thought.depth} multipv {number}{self._score(thought, one.value)} {effort} pv {named}")
        if not lines:
            named = " ".join(self._names(thought))
            self._say(f"info depth {thought.depth}{self._score(thought, thought.value)} {effort} pv {named}")

    def _score(self, thought: Thought, value: Value) -> str:
        """ " score cp 12", " score mate 3"; "" for an estimate that knows nothing."""
        if not thought.informed and value.kind == "estimate":
            return ""
        unit, amount = score_of(self._position.game, value)
        return f" score {unit} {amount}{BOUNDS.get(value.kind, '')}"

    def conclude(self, thought: Thought) -> None:
        """`bestmove ...`, with the reply that is expected."""
        names = self._names(thought)
        self._say(f"bestmove {names[0]} ponder {names[1]}" if len(names) > 1 else f"bestmove {names[0]}")

    def _names(self, thought: Thought) -> Sequence[str]:
        if not thought.line:  # no move is played for that, so rules that fail at it are not asked
            return [self._dialect.name(self._position, thought.best or 0)]
        return self._dialect.names(self._position, thought.line)


def changed_settings(settings: EngineSettings, name: str, value: str) -> EngineSettings | None:
    """The settings after `setoption`; None for no option, or no value of it."""
    if name == "hash" and _is_number(value) and 1 <= int(value) <= MOST_MEGABYTES:
        return replace(settings, table=int(value) * MEGABYTE)
    if name == "threads" and _is_number(value) and 1 <= int(value) <= MOST_THREADS:
        return replace(settings, threads=int(value))
    if name == "multipv" and _is_number(value) and 1 <= int(value) <= MOST_LINES:
        return replace(settings, lines=int(value))
    if name == "level" and _is_number(value) and 0 <= int(value) <= max(LEVELS):
        return replace(settings, level=int(value) or None)
    if name == "knowledge" and value:
        return replace(settings, knowledge=value)
    if name == "search" and value in (AUTO, *registry.names("search")):
        return replace(settings, search=None if value == AUTO else value)
    return settings if name == "ponder" else None


def _is_number(text: str) -> bool:
    return re.fullmatch("-?[0-9]{1,15}", text) is not None


def _at_least_one(number: int | None) -> int | None:
    return None if number is None else max(1, number)
