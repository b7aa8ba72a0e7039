"""Variations among moves: each is read as a game of its own that begins where another move was made."""

from collections.abc import Callable

from kibitz.formats.annotated import DEEPEST
from kibitz.formats.kinds._movetext import MoveTextToken, TaggedText
from kibitz.formats.replay import Replay

Play = Callable[[Replay, TaggedText, int], object]  # plays a text on a branch; how deep variations may be within it


def read_variation(replay: Replay, token: MoveTextToken, deepest: int, play: Play) -> None:
    """Adds a token's variation to the last move; errors in it are noted."""
    if token.kind == "endless" and replay.called == "game":  # those within it have no end either
        replay.note_here(token.line, "a variation has no end: the rest of this game becomes part of it")
    if not replay.has_moves:
        replay.note_here(token.line, "a variation is left out, for it stands before the first move")
    elif not deepest:
        replay.note_here(token.line, f"a variation is left out: they are read {DEEPEST} deep within each other")
    else:
        branch = replay.branch(token.line)
        play(branch, TaggedText(token.line, {}, token.line, token.text.split("\n")), deepest - 1)
        replay.vary(branch)
