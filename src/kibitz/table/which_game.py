"""The game of a line of moves that does not name one: the game that can read it all, where such moves are likeliest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from kibitz.core.notation import read_moves
from kibitz.core.rules import Game, legal, play_move, start_of
from kibitz.errors import FormatError, KibitzError, MoveError
from kibitz.table.served_games import ServedGame

WORDS = 60  # of a line that are tried
CLEARLY = log(10)  # so much likelier in one game than in any other is of that game
UNKNOWN = "nobody can tell which game this is: choose it in the list"


@dataclass(frozen=True)
class Trial:
    """A line tried in one game: how many `words` were read, and how unlikely random players would have made these moves."""

    offer: ServedGame
    words: int
    unlikely: float


def guess_game(offers: Iterable[ServedGame], text: str) -> ServedGame:
    """The offer whose game the first line of a text is of. FormatError, a sentence, where none is clearly the one."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    words = lines[0][:WORDS] if lines else []
    # Rules of users may take as long as they like: their games are chosen in the list.
    trials = [_try(offer, words) for offer in offers if not offer.own]
    furthest = max((one.words for one in trials), default=0)
    if not furthest:
        raise FormatError(UNKNOWN)
    best, *others = sorted((one for one in trials if one.words == furthest), key=lambda one: one.unlikely)
    if furthest < len(words):
        raise FormatError(
            f"{words[furthest][:40]!r} is not a legal move after {' '.join(words[:furthest])[-40:]} in any game here: "
            "correct it, or choose the game in the list"
        )
    if any(one.unlikely < best.unlikely + CLEARLY for one in others):
        raise FormatError(UNKNOWN)
    return best.offer


def _try(offer: ServedGame, words: Sequence[str]) -> Trial:
    game, read, unlikely = offer.base, 0, 0.0
    try:
        state = start_of(game)
        for word in words:
            found, after = _play(game, state, word)
            state, unlikely, read = after, unlikely + found, read + 1
    except KibitzError:  # not a move there
        pass
    return Trial(offer, read, unlikely)


def _play(game: Game, state: object, word: str) -> tuple[float, object]:
    unlikely = 0.0
    moves = read_moves(game, word, state)
    if not moves:
        raise MoveError("no move was given")
    for move in moves:
        unlikely += log(max(1, len(legal(game, state))))
        state = play_move(game, state, move)
    return unlikely, state
