"""Words of a text of moves, as PGN and PDN have it, played as the moves of a game up to its result."""

from collections.abc import Iterator

from kibitz.formats.annotated import DEEPEST
from kibitz.formats.kinds._movetext import UNCLOSED, MoveTextToken, TaggedText
from kibitz.formats.kinds._variations import read_variation
from kibitz.formats.replay import Replay

FIRST_WORDS = 5  # words that are not moves


class MainLine:
    """Plays the moves of a game, with their comments, glyphs and variations.

    `result` is what the text says at its end, "" for nothing. `following`: the first move of the next game, which has no tags;
    None where the text ends with this game.
    """

    scores: frozenset[str] = frozenset()  # results that look like moves

    def __init__(self, replay: Replay) -> None:
        self.begin(replay)

    def begin(self, replay: Replay) -> None:
        """Nothing has been read yet of a game that begins so."""
        self.replay, self.result, self._result_line = replay, "", 0
        self.following: MoveTextToken | None = None
        self._strays: list[MoveTextToken] = []
        self._doubt = ""  # a stray after the last move, which might have been a move
        self._first: int | None = None  # which move of the game the first one is, by the numbers

    def play_move(self, text: str, line: int) -> None:
        """Plays a move as it is written; an error in it becomes a flaw."""
        self.replay.try_to_play(text, line)

    def tokens_of(self, text: TaggedText) -> Iterator[MoveTextToken]:
        """The words of a text of moves of this game."""
        raise NotImplementedError

    def play(self, tokens: Iterator[MoveTextToken], deepest: int = DEEPEST) -> None:
        """Plays moves up to the next game; `deepest`: of the variations within them."""
        replay, is_game = self.replay, self.replay.called == "game"
        for token in tokens:
            if token.kind == "result" or token.text in self.scores:
                self.result, self._result_line = token.text, token.line
            elif token.kind == "move":
                if is_game and self._begins_a_game(token):
                    self.following = token
                    break
                self._move(token)
            elif token.kind == "stray":
                self._strays.append(token)
                self._doubt = self._doubt or token.text
            elif token.kind in ("comment", "unclosed"):
                replay.comment(token.text)
                if token.kind == "unclosed":
                    replay.note_here(token.line, UNCLOSED)
            elif token.kind == "glyph":
                replay.mark(int(token.text))
            else:
                read_variation(replay, token, deepest, self._vary)
        if self._strays:
            replay.note(self._strays[0].line, _describe_strays([one.text for one in self._strays]))

    def _begins_a_game(self, token: MoveTextToken) -> bool:
        """Whether a move is the first of another game: it comes after a result, or the numbers begin again."""
        if self.result:
            goes_on = self._first is not None and token.half == self._first + self.replay.plies
            is_sign = self.result == "*" and token.half is None and token.line == self._result_line  # of the only good move
            if not goes_on and not is_sign:
                return True
            self.replay.note(token.line, f"{self.result} stands between the moves, which go on after it")
            self.result = ""
        return token.half == 0 and self._first == 0 and self.replay.plies > 1

    def _move(self, token: MoveTextToken) -> None:
        replay = self.replay
        if token.half is not None:
            if self._doubt and self._first is not None and token.half != self._first + replay.plies:
                replay.break_off(token.line, f"{self._doubt[:24]!r} cannot be read, and by the numbers it was a move")
                self._strays = []
            self._first = token.half - replay.plies if self._first is None else self._first
        self._doubt = ""
        self.play_move(token.text, token.line)

    def _vary(self, branch: Replay, text: TaggedText, deepest: int) -> None:
        line = type(self)(branch)
        line.play(line.tokens_of(text), deepest)


def _describe_strays(words: list[str]) -> str:
    quoted = f"{' '.join(words[:FIRST_WORDS])[:60]!r}"
    if len(words) == 1:
        return f"{quoted} is not a move, and is passed over"
    return f"{len(words)} words are not moves, and are passed over: {quoted}{' and so on' if len(words) > FIRST_WORDS else ''}"
