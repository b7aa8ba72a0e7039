"""A game from a file, with what organisers and annotators say of it; what could not be read; and how its result is written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.core.outcome import GameOutcome, has_result
from kibitz.core.thought import GameRecord

DRAW = -1  # nobody's victory, where a winner is asked for
UNKNOWN = "?"  # the name of a player, or a fact, that nobody knows
DEEPEST = 40  # variations within variations


@dataclass(frozen=True)
class Variation:
    """Moves that might have been played in the place of one of a game, and of those that follow it.

    `comments` and `glyphs`: by the number of moves made before them. `variations`: other moves in the place of one of these, by
    its number, 1 for the first.
    """

    moves: tuple[str, ...]
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: Mapping[int, tuple["Variation", ...]] = field(default_factory=dict)
    glyphs: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class AnnotatedGame:
    """A record, and what else the file says of that game.

    `tags` are named as in PGN: "Event", "Date", "Round", and any others in the file. `comments` and `glyphs` belong to the
    position after that number of moves, 0 before the first; glyphs are Numeric Annotation Glyphs, 1 for a good move.
    `variations`: what might have been played in the place of a move, by its number, 1 for the first. `line` is where the game
    begins in its file, from 1.
    """

    record: GameRecord
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    glyphs: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    line: int = 1
    variations: Mapping[int, tuple[Variation, ...]] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, first player first; "?" where a name is not known."""
        return self.record.players


@dataclass(frozen=True)
class Flaw:
    """Something in a file that could not be read, or not as it stands: the line, from 1, and the reason.

    `is_note`: no move is lost by it, but a variation, a fact or a comment that fits in nowhere.
    """

    line: int
    reason: str
    is_note: bool = False


def variations_in(variations: Mapping[int, tuple[Variation, ...]]) -> Iterator[Variation]:
    """All variations of a game, each before those within it."""
    for those in variations.values():
        for one in those:
            yield one
            yield from variations_in(one.variations)


def variations_note(line: int, variations: int) -> Flaw:
    """The note on variations of a game that were passed over."""
    return Flaw(line, f"{variations} variation{'s' * (variations > 1)} left out: the main line is kept", is_note=True)


def winner(payoffs: tuple[float, ...]) -> int:
    """The winner of two by these payoffs, 0 the first; DRAW for a draw."""
    found = GameOutcome(payoffs).winner
    return DRAW if found is None else found


def winner_of(record: GameRecord) -> int | None:
    """The winner of two, 0 the first; DRAW for a draw, None where the game has no result."""
    if not has_result(record.payoffs, record.forfeit, record.reason):
        return None
    return winner(GameOutcome.of(record.payoffs, record.forfeit, 2).payoffs)


def score_text(first: int | None) -> str:
    """A result as PGN writes it, the score of seat 0 in front; `first`: who has won, as `winner_of` says it."""
    return {None: "*", DRAW: "1/2-1/2", 0: "1-0", 1: "0-1"}[first]


def read_score(text: str) -> int | None:
    """The winner by a text such as 1-0, 0 for the side whose score comes first; None for `*`, and for anything else."""
    score = text.replace("½", "1/2").replace(":", "-").replace("–", "-").replace(" ", "")
    return {"1-0": 0, "0-1": 1, "1/2-1/2": DRAW, "1/2": DRAW, "0.5-0.5": DRAW}.get(score)
