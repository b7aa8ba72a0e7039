"""WTHOR, the database of the French Othello federation: games in 68 bytes, players and tournaments by their numbers.

The names stand in files beside: those with the same name or called WTHOR, ending in .jou for players and .trn for tournaments.
"""

import datetime
import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from kibitz.core import registry
from kibitz.core.notation import PASS
from kibitz.core.rules import Game
from kibitz.core.thought import AGREED
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Flaw, winner_of
from kibitz.formats.named_games import variant
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source, decode
from kibitz.games.othello import Othello

TITLE = "WTHOR: the database of the French Othello federation (binary)"
SUFFIXES = (".wtb",)
HEADER = struct.Struct("<BBBBIHHBBBB")  # century, year, month, day; games; names; their year; size, kind, depth, nothing
GAME = struct.Struct("<HHHBB60s")  # tournament, Black, White; Black's discs; with perfect play; moves
NAMES = {".jou": 20, ".trn": 26}  # bytes of a name with the zero at its end
SIZE = 8
SQUARES = SIZE * SIZE
MOST_NAMES = 2**16


def recognizes(beginning: str) -> bool:
    """Never: the file is not text; its ending alone tells."""
    return False


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file; lines are counted as games."""
    blocks = source.blocks(4)
    head = b"".join(block for _, block in zip(range(HEADER.size // 4), blocks, strict=False))
    if len(head) < HEADER.size:
        yield Flaw(1, f"a file of WTHOR begins with {HEADER.size} bytes, and this one has {len(head)}")
        return
    *_, count, _, year, size, _, _, _ = HEADER.unpack(head)
    try:
        othello = variant("othello", game, size=SIZE)
        if size not in (0, SIZE):
            raise FormatError(f"WTHOR is read for boards of size {SIZE}, and these are of size {size}")
    except KibitzError as problem:
        yield Flaw(1, str(problem))
        return
    players, tournaments = (_read_names(source.path, suffix) for suffix in NAMES)
    number = 0
    for number, record in enumerate(_records(blocks), 1):
        if len(record) < GAME.size:
            yield Flaw(number, f"the file ends in the middle of a game: {len(record)} of {GAME.size} bytes")
        else:
            yield from _read_game(othello, number, record, (players, tournaments), year)
    if number < count:
        yield Flaw(
            number, f"the file says that it holds {count:,} game{'s' * (count != 1)}, and it holds {number:,}", is_note=True
        )


def _records(blocks: Iterator[bytes]) -> Iterator[bytes]:
    while record := b"".join(block for _, block in zip(range(GAME.size // 4), blocks, strict=False)):
        yield record


def _read_game(
    othello: Game, number: int, record: bytes, names: tuple[Callable[[int], str], Callable[[int], str]], year: int
) -> Iterator[AnnotatedGame | Flaw]:
    tournament, black, white, score, theoretical, moves = GAME.unpack(record)
    replay = Replay(othello, number)
    for move in moves.rstrip(b"\0"):
        row, column = divmod(move, 10)
        is_square = 1 <= row <= SIZE and 1 <= column <= SIZE
        replay.try_to_play(f"{'abcdefgh'[column - 1]}{row}" if is_square else str(move), number)
    won: int | None = DRAW if 2 * score == SQUARES else int(2 * score < SQUARES)
    if score > SQUARES:
        replay.note(number, f"Black cannot have {score} discs: the game is kept without a result")
    if score > SQUARES or not (score or replay.names):  # a place that nobody has filled has no discs
        won = None
    player, event = names
    tags = (
        {"Event": event(tournament)}
        | ({"Date": str(year)} if year else {})
        | {"Discs": str(score), "BestDiscs": str(theoretical)}
    )
    found = replay.end((player(black), player(white)), won, "", {tag: value for tag, value in tags.items() if value != UNKNOWN})
    yield from replay.flaws
    if found is not None:
        yield found


def _read_names(path: Path | None, suffix: str) -> Callable[[int], str]:
    """The names by their numbers; the numbers themselves where no file has the names."""
    wanted = [path.stem.casefold() + suffix, f"wthor{suffix}"] if path is not None else []
    beside = {one.name.casefold(): one for one in path.parent.iterdir()} if path is not None else {}
    file = next((beside[name] for name in wanted if name in beside), None)
    if file is None:
        return lambda number: f"#{number}" if suffix == ".jou" else UNKNOWN
    content, size = file.read_bytes()[HEADER.size :], NAMES[suffix]

    def name(number: int) -> str:
        text = decode(content[number * size : (number + 1) * size].partition(b"\0")[0]).strip()
        return text or UNKNOWN

    return name


def write_all(games: list[AnnotatedGame]) -> dict[str, bytes]:
    """The three files, each by its ending. FormatError where there are more names than numbers."""
    names: dict[str, dict[str, int]] = {suffix: {UNKNOWN: 0} for suffix in NAMES}

    def number(suffix: str, name: str) -> int:
        return names[suffix].setdefault(name, len(names[suffix]))

    records = []
    for game in games:
        black, white = (number(".jou", player) for player in (*game.players, UNKNOWN, UNKNOWN)[:2])
        event = number(".trn", game.tags.get("Event", UNKNOWN))
        moves = bytes(10 * int(name[1]) + "abcdefgh".index(name[0]) + 1 for name in game.record.moves if name != PASS)
        discs = _discs(game)
        records.append(GAME.pack(event, black, white, discs, _tagged_discs(game, "BestDiscs", discs), moves))
    if max(map(len, names.values())) > MOST_NAMES:
        raise FormatError(f"WTHOR has room for {MOST_NAMES:,} names: write fewer games")
    years = {game.tags.get("Date", "")[:4] for game in games}
    year = int(years.pop()) if len(years) == 1 and next(iter(years)).isdecimal() else 0
    files = {".wtb": _header(games=len(games), year=year) + b"".join(records)}
    for suffix, known in names.items():
        size = NAMES[suffix]
        written = (name.encode("latin-1", "replace")[: size - 1].ljust(size, b"\0") for name in known)
        files[suffix] = _header(names=len(known)) + b"".join(written)
    return files


def check(game: AnnotatedGame) -> None:
    """Raises FormatError for a game that has no place in such a file."""
    record, rules = game.record, registry.load(game.record.game)
    if not isinstance(rules, Othello) or rules != registry.load("othello"):
        raise FormatError(f"WTHOR is written for othello on the usual board, and this is a game of {record.game}")
    if winner_of(record) is None:
        raise FormatError("WTHOR holds games with a result, and this one has none")


def _discs(game: AnnotatedGame) -> int:
    """Black's discs at the end, with the empty squares if Black has won."""
    record = game.record
    if record.payoffs is not None:
        return (SQUARES + int(record.payoffs[0])) // 2
    return _tagged_discs(game, "Discs", SQUARES // 2 if record.reason == AGREED else SQUARES * int(winner_of(record) == 0))


def _tagged_discs(game: AnnotatedGame, tag: str, usual: int) -> int:
    """The number of discs that a tag tells."""
    text = game.tags.get(tag, "")
    return min(int(text), SQUARES) if re.fullmatch("[0-9]{1,2}", text) else usual


def _header(games: int = 0, names: int = 0, year: int = 0) -> bytes:
    today = datetime.date.today()
    return HEADER.pack(*divmod(today.year, 100), today.month, today.day, games, names, year, SIZE if games else 0, 0, 0, 0)
