"""PDN, Portable Draughts Notation (Millett 1995): English draughts, which is checkers here, of type 21."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from kibitz import registry
from kibitz.errors import AmbiguousMove, FormatError, KibitzError
from kibitz.formats.annotated import DEEPEST, DRAW, UNKNOWN, AnnotatedGame, Flaw, read_score, score_text, winner_of
from kibitz.formats.kinds._movetext import (
    UNCLOSED,
    MoveTextToken,
    TaggedText,
    read_tokens,
    split_games,
    write_moves,
    write_tags,
)
from kibitz.formats.kinds._variations import read_variation
from kibitz.formats.kinds.pgn import FAULTS, ROSTER, numbers_of
from kibitz.formats.replay import Replay, variant
from kibitz.formats.source import Source
from kibitz.games.checkers import Checkers
from kibitz.rules import Game
from kibitz.thought import SETTLED

TITLE = "Portable Draughts Notation: English draughts"
HAS_VARIATIONS = True
SUFFIXES = (".pdn",)
ENGLISH = "21"
SEATS = ("Black", "White")  # Black begins
SCORES = {"2-0": 0, "0-2": 1, "1-1": DRAW, "0-0": DRAW}  # White's in front, as in 1-0
OURS = {"GameType", "FEN", "SetUp", "Result", *SEATS}
MOVE = re.compile(r"[1-9]\d?(?:[-x:*][1-9]\d?)+", re.IGNORECASE)


def recognizes(beginning: str) -> bool:
    """Whether there are tags that only draughts has, or the first move of English draughts; with a tag Game it is PGN."""
    own = r'\[GameType\s+"|\[FEN\s+"[BW]:[BW]|(?:^|\s)1\.\s*(?:9|1[0-2])-1[3-6]'
    return re.search(r'\[Game\s+"', beginning) is None and re.search(own, beginning) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file; without a tag GameType they are of English draughts."""
    for text in split_games(source):
        try:
            checkers = _game_of(text.tags, game)
        except KibitzError as problem:
            yield Flaw(text.line, f"the game is left out: {problem}")
            continue
        tokens = _tokens_of(text)
        reading = _DraughtsReading(Replay(checkers, text.line), text.tags)
        yield from reading.read(tokens)
        while reading.result and (token := next((one for one in tokens if one.kind == "move"), None)):
            reading = _DraughtsReading(Replay(checkers, token.line), {})  # the next game, without tags
            yield from reading.read(chain([token], tokens))


def _game_of(tags: dict[str, str], given: Game | None) -> Game:
    kind = tags.get("GameType", ENGLISH).split(",")[0].strip()
    if kind != ENGLISH:
        raise FormatError(f"draughts of type {kind} has other rules: {ENGLISH}, English draughts, is read")
    if tags.get("FEN") and not is_usual_start(tags["FEN"]):
        raise FormatError("checkers begins from its own position alone, and this game from a FEN")
    return variant("checkers", given)


def is_usual_start(fen: str) -> bool:
    """Whether a FEN of draughts says that Black is to move, and all men stand where they begin."""
    mover, _, sides = fen.strip().rstrip(".").partition(":")
    men: dict[str, set[int]] = {}
    for side in sides.split(":"):
        found = re.fullmatch(r"([BW])((?:\d{1,2}(?:-\d{1,2})?(?:,|$))*)", side)
        if found is None:
            return False
        ranges = [[int(end) for end in part.split("-")] for part in found[2].split(",") if part]
        men[found[1]] = {place for ends in ranges for place in range(ends[0], ends[-1] + 1)}
    return mover == "B" and men == {"B": set(range(1, 13)), "W": set(range(21, 33))}


class _DraughtsReading:
    """One game as it is read. `jumped`: what has been read of a jump that the file writes leap by leap."""

    def __init__(self, replay: Replay, tags: dict[str, str]) -> None:
        self.replay, self.tags, self.jumped, self.result = replay, tags, "", ""

    def read(self, tokens: Iterator[MoveTextToken]) -> Iterator[AnnotatedGame | Flaw]:
        """The game up to its result, after what is wrong with it."""
        replay = self.replay
        self.play(tokens, DEEPEST)
        kept = {name: value for name, value in self.tags.items() if name not in OURS and value not in ("", "?")}
        score = self.tags.get("Result", "") if self.tags.get("Result", "*") != "*" else self.result
        won = SCORES.get(score, read_score(score))
        won = 1 - won if won in (0, 1) else won  # White's score is in front, and White sits second
        why = kept.pop("Termination", "") if kept.get("Termination", "").casefold() in FAULTS else ""
        ended = replay.end([self.tags.get(name, UNKNOWN) for name in SEATS], won, why, kept)
        yield from replay.flaws
        if ended is not None:
            yield ended

    def play(self, tokens: Iterator[MoveTextToken], deepest: int) -> None:
        """Plays the moves up to a result; `deepest`: of the variations within them."""
        for token in tokens:
            if token.kind == "result" or (token.kind == "move" and token.text in SCORES):
                self.result = token.text
                break
            if token.kind == "move":
                self._play(token.text, token.line)
            elif not self.replay.is_broken and token.kind in ("variation", "endless"):
                read_variation(self.replay, token, deepest, _play_variation)
            elif not self.replay.is_broken:
                self._annotate(token)
        if self.jumped:
            self.replay.break_off(self.replay.line, f"the jump {self.jumped} has no end")

    def _annotate(self, token: MoveTextToken) -> None:
        if token.kind == "glyph":
            self.replay.mark(int(token.text))
            return
        self.replay.comment(token.text)
        if token.kind == "unclosed":
            self.replay.note(token.line, UNCLOSED)

    def _play(self, text: str, line: int) -> None:
        """Plays a move, or keeps it until the rest of the jump has come."""
        if self.replay.is_broken:
            return
        path = [int(place) for place in re.findall(r"\d+", text)]
        if self.jumped:
            before = [int(place) for place in self.jumped.split("x")]
            path = before + path[1:] if path[:1] == before[-1:] else path
        names = {name: _path_of(name) for move in self.replay.position.legal() if (name := self.replay.position.name(move))}
        found = [name for name, squares in names.items() if squares == path]
        found = found or [name for name, squares in names.items() if len(path) > 1 and _fits(path, squares)]
        longer = [name for name, squares in names.items() if len(squares) > len(path) and squares[: len(path)] == path]
        self.jumped = ""
        if len(found) == 1:
            self.replay.try_to_play(found[0], line)
        elif not found and longer:
            self.jumped = "x".join(map(str, path))
        elif found:
            problem = AmbiguousMove(f"{text!r} may mean {len(found)} moves; write one of {' '.join(found)}")
            self.replay.break_off(line, str(problem))
        else:
            self.replay.try_to_play(text, line)


def _play_variation(branch: Replay, text: TaggedText, deepest: int) -> None:
    _DraughtsReading(branch, {}).play(_tokens_of(text), deepest)


def _tokens_of(text: TaggedText) -> Iterator[MoveTextToken]:
    return read_tokens(text, lambda word: MOVE.fullmatch(word) is not None and word not in SCORES)


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
    heads = {name: rest.pop(name, UNKNOWN) for name in ROSTER}
    heads |= dict(zip(SEATS, (*record.players, UNKNOWN, UNKNOWN), strict=False))
    won = winner_of(record)
    result = score_text(1 - won if won in (0, 1) else won)
    heads |= {"Result": result, "GameType": f"{ENGLISH},B,8,8,N1,0"}
    if record.reason not in ("", *SETTLED):
        rest["Termination"] = record.reason
    return "\n".join(
        [*write_tags(heads | rest), "", *write_moves(game, numbers_of(2), numbers_of(2, alone=True), result), "", ""]
    )
