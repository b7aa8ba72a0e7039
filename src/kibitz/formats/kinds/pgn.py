"""PGN, Portable Game Notation (Edwards 1994): chess, and in a general form, with the tag Game, every game there is."""

import itertools
import re
from collections.abc import Iterator, Mapping

from kibitz.core import registry
from kibitz.core.outcome import GameOutcome, has_result
from kibitz.core.rules import Game
from kibitz.core.thought import SETTLED, GameRecord
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import UNKNOWN, AnnotatedGame, Flaw, read_score, score_text, winner_of
from kibitz.formats.kinds._main_line import MainLine
from kibitz.formats.kinds._movetext import (
    NUMBER,
    MoveTextToken,
    TaggedText,
    is_plain,
    read_tokens,
    split_games,
    write_moves,
    write_tags,
)
from kibitz.formats.kinds.fen import STANDARD_SIZE, first_number, start_fen
from kibitz.formats.named_games import named_game, variant
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source
from kibitz.games.chess import Chess
from kibitz.present.values import side_names

TITLE = "Portable Game Notation: chess, and every other game by its own names of moves"
SUFFIXES = (".pgn",)
HAS_VARIATIONS = True
SEATS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
FAULT = re.compile(r"(.+?) lost by a fault: (.*)", re.DOTALL)
FAULTS = {"time forfeit", "rules infraction", "abandoned", "forfeit"}  # other ends are not a fault of the player who lost
HALF = {0.0: "0", 0.5: "1/2", 1.0: "1"}
NO_DATE = "????.??.??"
ROSTER = ("Event", "Site", "Date", "Round")
OURS = {"Game", "FEN", "SetUp", "Result", "Payoffs"}  # tags that a record says
USUAL_VARIANTS = {
    "", "?", "-", "standard", "standard chess", "chess", "classical", "normal", "orthodox", "orthodox chess", "regular",
    "from position", "setup position", "set-up position", "set up position",
}  # fmt: skip
# With a digit and a letter, or what a piece goes to, or castling; anything else is a remark.
MOVE_LIKE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])|[KQRBNP][a-h]x?$|[a-h]x?[a-h]$|([Oo0])-?\1|--$|@@@@$", re.DOTALL)
NULL_MOVES = {"--", "Z0", "@@@@", "0000", "null", "pass"}


def recognizes(beginning: str) -> bool:
    """Whether a text begins with a tag, or with the first move of a game."""
    return re.match(r'\s*(?:%[^\n]*\n\s*)*(?:\[\s*\w+\s+"|1\.\s*[a-hNKO])', beginning) is not None


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file; without a tag Game they are chess, unless `game` is given."""
    for text in split_games(source):
        yield from _read_text(text, game)


def _read_text(text: TaggedText, given: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    notes = list[str]()
    try:
        game = _game_of(text.tags, given, notes)
    except KibitzError as problem:
        yield Flaw(text.line, f"the game is left out: {problem}")
        return
    replay = Replay(game, text.line)
    for note in notes:
        replay.note(text.line, note)
    line = _ChessLine(replay) if isinstance(game, Chess) else _OtherLine(replay)
    tokens = line.tokens_of(text)
    line.play(tokens)
    yield from _finish(line.replay, text.tags, line.result)
    while (token := line.following) is not None:  # the next game, without tags
        line.begin(Replay(variant("chess", game, fen="") if isinstance(game, Chess) else game, token.line))
        line.play(itertools.chain([token], tokens))
        yield from _finish(line.replay, {}, line.result)


class _ChessLine(MainLine):
    """Moves of chess: what cannot be meant as one is a stray."""

    def play_move(self, text: str, line: int) -> None:
        if text in NULL_MOVES:
            self.replay.break_off(line, f"{text!r} passes, and chess has no pass")
        else:
            self.replay.try_to_play(text, line)

    def tokens_of(self, text: TaggedText) -> Iterator[MoveTextToken]:
        return read_tokens(text, _could_be_chess)


def _could_be_chess(word: str) -> bool:
    return MOVE_LIKE.match(word) is not None


class _OtherLine(MainLine):
    """Moves of another game: they may look like anything."""

    def tokens_of(self, text: TaggedText) -> Iterator[MoveTextToken]:
        return read_tokens(text, bool, self._is_name)

    def play_move(self, text: str, line: int) -> None:
        if text.isdigit():  # it may be the number of a move
            self.replay.play_if_legal(text, line)
        else:
            self.replay.try_to_play(text, line)

    def _is_name(self, word: str) -> bool:
        return word.isdigit() or is_plain(word) or (NUMBER.fullmatch(word) is None and self.replay.is_name(word))


def is_nothing(name: str, value: str) -> bool:
    """Whether a tag stands there only because all games have it."""
    return name in ROSTER and value in ("", UNKNOWN, NO_DATE)


def result_of(replay: Replay, tags: Mapping[str, str], result: str) -> int | None:
    """The winner by the tag Result, else by the end of the moves; a note if they differ. 0: the first score's side."""
    by_tag, by_moves = (read_score(text) for text in (tags.get("Result", ""), result))
    if by_tag is not None and by_moves not in (None, by_tag):
        replay.note(replay.line, f"the tag Result says {tags['Result']}, and the moves end in {result}: the tag is kept")
    if by_tag is None and by_moves is None and replay.game.players == 2 and tags.get("Result", "").strip(" *?"):
        replay.note(replay.line, f"nobody knows the result {tags['Result'][:24]!r}: the game is kept without one")
    return by_moves if by_tag is None else by_tag


def _finish(replay: Replay, tags: dict[str, str], result: str) -> Iterator[AnnotatedGame | Flaw]:
    seats = seat_tags(replay.game)
    players = [tags.get(name, tags.get(SEATS[seat], UNKNOWN)) for seat, name in enumerate(seats)]
    kept = {name: value for name, value in tags.items() if name not in OURS.union(seats, SEATS) and not is_nothing(name, value)}
    opening = tuple(tags.get("Opening", "").split())
    if opening and tuple(replay.names[: len(opening)]) == opening:
        replay.opening = len(opening)
        del kept["Opening"]
    won, loser, why = result_of(replay, tags, result), None, tags.get("Termination", "")
    if (fault := FAULT.fullmatch(why)) and fault[1] in (named := [*seats, *_ordinals(len(seats))]):
        loser, why = named.index(fault[1]) % len(seats), fault[2]
    if loser is not None or why.casefold() in FAULTS or "Game" in tags:
        kept.pop("Termination", None)  # it becomes the reason of the record
    else:
        why = ""
    ended = replay.end(players, won, why, kept, loser=loser)
    yield from replay.flaws
    if ended is not None:
        yield ended


def _game_of(tags: dict[str, str], given: Game | None, notes: list[str]) -> Game:
    """The game that the tags tell of, and into `notes` what had to be mended; KibitzError for one that there is not."""
    if "Game" in tags:
        game = named_game(tags["Game"], given)
    elif given is not None:
        game = given
    elif " ".join(tags.get("Variant", "").casefold().split()) not in USUAL_VARIANTS:
        raise FormatError(f"{' '.join(tags['Variant'].split())} has other rules than chess")
    else:
        game = variant("chess", None)
    fen = tags.get("FEN", "")
    if isinstance(game, Chess) and fen.strip(" ?-"):
        return variant("chess", game, fen=start_fen(fen, game.size, notes))
    return game


def seat_tags(game: Game) -> tuple[str, ...]:
    """The names of the tags for the players: White and Black in chess, First and Second elsewhere."""
    return side_names(game) if isinstance(game, Chess) else _ordinals(game.players)


def _ordinals(seats: int) -> tuple[str, ...]:
    return tuple(SEATS[seat] if seat < len(SEATS) else f"Player{seat + 1}" for seat in range(seats))


def write(game: AnnotatedGame) -> str:
    """A text that ends with a blank line: the tags, and below them the moves."""
    record, chess = game.record, _chess_of(game.record)
    count = max(1, len(record.players))
    seats, rest = (
        side_names(chess) if chess else _ordinals(count),
        {name: value for name, value in game.tags.items() if name not in OURS},
    )
    if record.opening:
        rest["Opening"] = " ".join(record.moves[: record.opening])
    result = result_text(record, len(seats))
    heads = {"Event": rest.pop("Event", UNKNOWN)} | ({} if chess else {"Game": record.game})
    heads |= {name: rest.pop(name, NO_DATE if name == "Date" else UNKNOWN) for name in ROSTER[1:] if chess or name in rest}
    heads |= dict(itertools.zip_longest(seats, record.players, fillvalue=UNKNOWN))
    heads |= {"Opening": rest.pop("Opening")} if "Opening" in rest else {}
    heads |= {"Result": result}
    if chess:
        heads |= _set_up(chess)
        first = 2 * first_number(chess) + chess.start().turn - 2
        numbers = numbers_of(2, first), numbers_of(2, first, alone=True)
    else:
        heads |= {} if record.payoffs is None else {"Payoffs": " ".join(f"{one:g}" for one in record.payoffs)}
        numbers = numbers_of(len(seats)), numbers_of(len(seats))
    if record.reason not in ("", *SETTLED):
        fault = "" if record.forfeit is None else f"{seats[record.forfeit]} lost by a fault: "
        rest["Termination"] = f"{fault}{record.reason}"
    return "\n".join([*write_tags(heads | rest), "", *write_moves(game, *numbers, result), "", ""])


def _chess_of(record: GameRecord) -> Chess | None:
    """The rules of a game of chess on the usual board; None for others, whose rules need not be there."""
    if record.game.partition(":")[0] != "chess":
        return None
    game = registry.load(record.game)
    return game if isinstance(game, Chess) and game.size == STANDARD_SIZE else None


def result_text(record: GameRecord, seats: int) -> str:
    """The result in points, first player first; of two 1-0, 1/2-1/2 or 0-1; * where there is none."""
    if seats == 2 or not has_result(record.payoffs, record.forfeit, record.reason):
        return score_text(winner_of(record))
    return "-".join(HALF.get(score, f"{score:g}") for score in GameOutcome.of(record.payoffs, record.forfeit, seats).points())


def _set_up(game: Chess) -> dict[str, str]:
    """The tags that say by what rules chess is played, and from which position."""
    rules = registry.spec_of(variant("chess", game, fen=""))
    tags = {"Game": rules} if rules != "chess" else {}
    return tags | ({"SetUp": "1", "FEN": game.fen.replace("_", " ")} if game.fen else {})


def numbers_of(seats: int, first: int = 0, alone: bool = False) -> Iterator[str]:
    """A number before each move that would be the first player's if turns alternate, from ply `first` on.

    `alone`: before the others too, with three points, as where a comment stands between.
    """
    for ply in itertools.count(first):
        number, seat = divmod(ply, seats)
        yield f"{number + 1}{'...' if seat else '.'}" if alone or not seat else ""
