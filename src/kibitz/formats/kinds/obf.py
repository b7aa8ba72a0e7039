"""OBF, Othello Board Format: a position in each line, with what its moves are worth where a test suite tells it."""

import re
from collections.abc import Iterator

from kibitz.core import registry
from kibitz.core.rules import Game
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw
from kibitz.formats.kinds._setup import EXCHANGED, board_of, othello_from
from kibitz.formats.named_games import variant
from kibitz.formats.replay import Replay, end_position
from kibitz.formats.source import Source
from kibitz.games.othello import Othello
from kibitz.games.parts.obf import write_obf

TITLE = "Othello Board Format: positions of Othello, such as test suites"
SUFFIXES = (".obf",)
SIGNS = r"[-.XxOo*0BbWw@]"
LINE = re.compile(rf"({SIGNS}{{64}}|{SIGNS}{{36}}|{SIGNS}{{16}})\s*([XxOo*0BbWw@])\s*(?:;|%|$)")
SIZES = {16: 4, 36: 6, 64: 8}
SCORE = re.compile(r"\s*([A-Ha-h][1-8]|PA|pa|pass)\s*:\s*([+-]?\d+(?:\.\d*)?)\s*")
SCORES, NAME = "Scores", "id"


def recognizes(beginning: str) -> bool:
    """Whether the first line is a position."""
    line = beginning.lstrip().partition("\n")[0].strip()
    return LINE.match(line) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The positions of a file, each the beginning of a game; the tag Scores has what moves are worth, id what follows %."""
    for number, text in source.lines():
        line, _, name = text.partition("%")
        line = line.strip()
        if line and not line.startswith("#"):
            yield from _read_line(line, name.strip(), game, number)


def _read_line(line: str, name: str, given: Game | None, number: int) -> Iterator[AnnotatedGame | Flaw]:
    found = LINE.match(line)
    if found is None:
        yield Flaw(number, f"{line[:40]!r} is not a position: write a sign for each square (X, O or -), then who moves, X or O")
        return
    size = SIZES[len(found[1])]
    try:
        othello = variant("othello", given, size=size)
        assert isinstance(othello, Othello)
        discs, mover = board_of(found[1] + found[2], size)
        replay = Replay(othello_from(othello, discs, mover), number)
    except KibitzError as problem:
        yield Flaw(number, str(problem))
        return
    tags = {NAME: name} if name else {}
    tags |= {EXCHANGED: "yes"} if mover else {}
    scores = list[str]()
    for part in filter(None, map(str.strip, line[found.end() :].split(";"))):
        score = SCORE.fullmatch(part)
        if score is None:
            yield Flaw(
                number, f"{part[:40]!r} is not a score of a move, and is left out: write, for instance, G8:+18", is_note=True
            )
        else:
            scores.append(f"{score[1].upper()}:{score[2]}")
    ended = replay.end((UNKNOWN, UNKNOWN), tags=tags | ({SCORES: " ".join(scores)} if scores else {}))
    if ended is not None:
        yield ended


def write(game: AnnotatedGame) -> str:
    """The position at the end of the game, in a line. FormatError for other games than Othello."""
    rules = registry.load(game.record.game)
    if not isinstance(rules, Othello):
        raise FormatError(f"OBF is written for othello, and this is a game of {game.record.game}")
    state = end_position(game).state
    first, second = rules.sides(state)
    turn = state.turn
    if game.tags.get(EXCHANGED):
        first, second, turn = second, first, 1 - turn
    position = write_obf(first, second, rules.size, turn).replace("_", " ")
    scores = "".join(f" {score};" for score in game.tags.get(SCORES, "").split())
    name = f" % {game.tags[NAME]}" if NAME in game.tags else ""
    return f"{position};{scores}{name}\n"
