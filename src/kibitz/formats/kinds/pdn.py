"""PDN, Portable Draughts Notation (Millett 1995): English draughts, which is checkers here, of type 21."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from kibitz.core import registry
from kibitz.core.notation import legal_sentence
from kibitz.core.rules import Game
from kibitz.core.thought import SETTLED
from kibitz.errors import AmbiguousMove, FormatError, KibitzError
from kibitz.formats.annotated import DEEPEST, UNKNOWN, AnnotatedGame, Flaw, score_text, winner_of
from kibitz.formats.kinds._main_line import MainLine
from kibitz.formats.kinds._movetext import MoveTextToken, TaggedText, read_tokens, split_games, write_moves, write_tags
from kibitz.formats.kinds.pgn import FAULTS, NO_DATE, ROSTER, is_nothing, numbers_of, result_of
from kibitz.formats.named_games import variant
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source
from kibitz.games.checkers import Checkers
from kibitz.games.parts.dark_squares import PLACES
from kibitz.games.parts.draughts_fen import read_fen, write_fen

TITLE = "Portable Draughts Notation: English draughts"
HAS_VARIATIONS = True
SUFFIXES = (".pdn",)
ENGLISH = "21"
OTHERS = {
    "20": "international draughts", "22": "Italian draughts", "23": "American pool checkers", "24": "Spanish draughts",
    "25": "Russian draughts", "26": "Brazilian draughts", "27": "Canadian draughts", "28": "Portuguese draughts",
    "29": "Czech draughts", "30": "Turkish draughts", "31": "Thai draughts", "40": "Frisian draughts",
}  # fmt: skip
SEATS = ("Black", "White")  # Black begins, and the score of Black is in front
SCORES = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": "1/2-1/2"}
OURS = {"GameType", "FEN", "SetUp", "Result", *SEATS}
MOVE = re.compile(r"\*?0?[1-9]\d?(?:[-x:*X]0?[1-9]\d?){1,11}\*?")
LIKE_A_MOVE = re.compile(r"\d[-x*X]\d|[a-h][1-8]\W?[a-h][1-8]")  # in numbers, or in letters as elsewhere


def recognizes(beginning: str) -> bool:
    """Whether there are tags that only draughts has, or the first move of English draughts; with a tag Game it is PGN."""
    own = r'\[\s*GameType\s*"|\[\s*FEN\s*"[BWbw]:\s*[BWbw]|(?:^|\s)1\.\s*(?:9|1[0-2])-1[3-6]'
    return re.search(r'\[Game\s+"', beginning) is None and re.search(own, beginning) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file; without a tag GameType they are of English draughts."""
    for text in split_games(source):
        try:
            checkers = _game_of(text.tags, game)
        except KibitzError as problem:
            yield Flaw(text.line, f"the game is left out: {problem}")
            continue
        line = _DraughtsLine(Replay(checkers, text.line))
        tokens = line.tokens_of(text)
        line.play(tokens)
        yield from _finish(line, text.tags)
        while token := line.following:  # the next game, without tags
            line.begin(Replay(variant("checkers", checkers, fen=""), token.line))
            line.play(chain([token], tokens))
            yield from _finish(line, {})


def _finish(line: "_DraughtsLine", tags: dict[str, str]) -> Iterator[AnnotatedGame | Flaw]:
    """The errors of a game, then the game."""
    kept = {name: value for name, value in tags.items() if name not in OURS and not is_nothing(name, value)}
    scores = {"Result": SCORES.get(tags.get("Result", ""), tags.get("Result", ""))}
    won = result_of(line.replay, scores, SCORES.get(line.result, line.result))
    why = kept.pop("Termination", "") if kept.get("Termination", "").casefold() in FAULTS else ""
    ended = line.replay.end([tags.get(name, UNKNOWN) for name in SEATS], won, why, kept)
    yield from line.replay.flaws
    if ended is not None:
        yield ended


def _game_of(tags: dict[str, str], given: Game | None) -> Game:
    kind = re.split(r"[,\s]", tags.get("GameType", "").strip())[0] or ENGLISH
    if kind != ENGLISH:
        name = OTHERS.get(kind, f"draughts of type {kind[:20]}")
        raise FormatError(f"{name} has other rules: English draughts alone is read, type {ENGLISH}")
    fen = tags.get("FEN", "").strip()
    return variant("checkers", given, fen=_start_fen(fen) if fen else "")


def _start_fen(text: str) -> str:
    """The parameter `fen` of checkers for a position; "" for the one in which every game begins."""
    fen = write_fen(read_fen(text)).replace(",", "_")
    return "" if fen == Checkers().fen_of(Checkers().start()).replace(",", "_") else fen


class _DraughtsLine(MainLine):
    """The moves of a game. `jumped`: the squares of a jump so far, which the file writes leap by leap."""

    scores = frozenset(SCORES)

    def begin(self, replay: Replay) -> None:
        super().begin(replay)
        self.jumped: list[int] = []

    def play(self, tokens: Iterator[MoveTextToken], deepest: int = DEEPEST) -> None:
        super().play(tokens, deepest)
        if not self.replay.is_broken and self.jumped:
            self.replay.break_off(self.replay.line, f"the jump {_jump_text(self.jumped)} has no end")

    def tokens_of(self, text: TaggedText) -> Iterator[MoveTextToken]:
        return read_tokens(text, _could_be, lambda word: MOVE.fullmatch(word) is not None and word not in SCORES)

    def play_move(self, text: str, line: int) -> None:
        """Plays a move, or keeps it until the rest of the jump has come."""
        self.replay.try_to_play(text, line, self._play_written if MOVE.fullmatch(text) else None)

    def _play_written(self, text: str, line: int) -> None:
        """Plays a move that is written in another way than its name, or is a part of a jump."""
        self.replay.is_in_parts = False
        path = [int(place) for place in re.findall(r"\d+", text)]
        if self.jumped:
            if path[0] != self.jumped[-1]:
                self.replay.break_off(line, f"the jump {_jump_text(self.jumped)} has no end")
                return
            path = self.jumped + path[1:]
        names = {name: _path_of(name) for move in self.replay.position.legal() if (name := self.replay.position.name(move))}
        found = [name for name, squares in names.items() if squares == path]
        found = found or [name for name, squares in names.items() if _fits(path, squares)]
        longer = [name for name, squares in names.items() if len(squares) > len(path) and squares[: len(path)] == path]
        self.jumped = []
        if len(found) == 1:
            self.replay.try_to_play(found[0], line)
        elif not found and longer:
            self.jumped, self.replay.is_in_parts = path, True
        elif found:
            problem = AmbiguousMove(f"{text!r} may mean {len(found)} moves; write one of {' '.join(found)}")
            self.replay.break_off(line, str(problem))
        elif max(path) > len(PLACES) or self.replay.position.is_over:
            self.replay.try_to_play(text.strip("*"), line)  # which says what is wrong
        else:
            position = self.replay.position
            self.replay.break_off(line, f"{text!r} is not legal here; {legal_sentence(position.game, position.state)}")


def _jump_text(path: list[int]) -> str:
    return "x".join(map(str, path))


def _could_be(word: str) -> bool:
    """Whether a word may be meant as a move, right or wrong, or as a score in points."""
    return word in SCORES or LIKE_A_MOVE.search(word) is not None


def _path_of(name: str) -> list[int]:
    return [int(place) for place in re.split("[-x]", name)]


def _fits(path: list[int], squares: list[int]) -> bool:
    """Whether a move begins, ends and touches squares as it is written, some of them left out."""
    places = [squares.index(place) if place in squares else -1 for place in path]
    return (
        places[0] == 0 and squares[-1] == path[-1] and all(one < other for one, other in pairwise([*places[:-1], len(squares)]))
    )


def write(game: AnnotatedGame) -> str:
    """A text that ends with a blank line. FormatError for other games than checkers."""
    record, rules = game.record, registry.load(game.record.game)
    if not isinstance(rules, Checkers):
        raise FormatError(f"PDN is written for checkers, and this is a game of {record.game}")
    rest = {name: value for name, value in game.tags.items() if name not in OURS}
    heads = {name: rest.pop(name, NO_DATE if name == "Date" else UNKNOWN) for name in ROSTER}
    heads |= dict(zip(SEATS, (*record.players, UNKNOWN, UNKNOWN), strict=False))
    result = score_text(winner_of(record))
    heads |= {"Result": result, "GameType": f"{ENGLISH},B,8,8,N1,0"}
    if rules.fen:
        heads |= {"SetUp": "1", "FEN": write_fen(read_fen(rules.fen))}
    if record.reason not in ("", *SETTLED):
        rest["Termination"] = record.reason
    first = rules.start().turn  # White's first move is 1...
    moves = write_moves(game, numbers_of(2, first), numbers_of(2, first, alone=True), result)
    return "\n".join([*write_tags(heads | rest), "", *moves, "", ""])
