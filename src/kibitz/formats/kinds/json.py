"""JSON, as `kibitz match --export` and `--show ... --json` write it: a game in each line, or one object or list of them."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kibitz.core import registry
from kibitz.core.outcome import GameOutcome, has_result
from kibitz.core.rules import Game
from kibitz.core.thought import RESULTLESS
from kibitz.errors import FormatError, KibitzError
from kibitz.formats.annotated import DRAW, UNKNOWN, AnnotatedGame, Flaw, winner
from kibitz.formats.named_games import named_game
from kibitz.formats.replay import Replay
from kibitz.formats.source import Source

TITLE = "the JSON of kibitz: games of all kinds, with all that is known of them"
SUFFIXES = (".json", ".jsonl", ".ndjson")
NO_GAME = "this is not a game as `kibitz match --export` writes it"


def recognizes(beginning: str) -> bool:
    """Whether the text begins as an object or a list of objects."""
    return beginning.lstrip().startswith(("{", "[{", "[\n"))


def read(source: Source, game: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a file: of each line, where a line is a whole object, or of the whole text."""
    lines = ((number, line) for number, line in source.lines() if line.strip())
    first = next(lines, None)
    if first is None:
        return
    if isinstance(_parse(first[1]), dict):
        for number, line in [first]:
            yield from _read_line(number, line, game)
        for number, line in lines:
            yield from _read_line(number, line, game)
        return
    try:
        held = json.loads("\n".join([first[1], *(line for _, line in lines)]))
    except (ValueError, RecursionError) as problem:
        yield Flaw(first[0], f"{NO_GAME}: it is not JSON ({problem})")
        return
    yield from _read_value(held, first[0], game)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _read_line(number: int, line: str, given: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    held = _parse(line)
    if held is None:
        yield Flaw(number, f"{NO_GAME}: it is not JSON")
    else:
        yield from _read_value(held, number, given)


def _read_value(held: Any, line: int, given: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """The games of a list, or a single game."""
    games = held.get("games") if isinstance(held, dict) and "moves" not in held else held
    for one in games if isinstance(games, list) else [held]:
        try:
            yield from _read_game(one, line, given)
        except KibitzError as problem:
            yield Flaw(line, f"the game is left out: {problem}")
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            yield Flaw(line, f"{NO_GAME}, which has game, moves, players and payoffs")


def _read_game(facts: Mapping[str, Any], line: int, given: Game | None) -> Iterator[AnnotatedGame | Flaw]:
    """A game. Anything else raises KibitzError, or Python's own error if a value has the wrong type."""
    replay = Replay(named_game(str(facts["game"]), given) if "game" in facts or given is None else given, line)
    seats = replay.game.players
    players = tuple(map(str, facts.get("players") or [UNKNOWN] * seats))
    if len(players) != seats:
        raise FormatError(f"{registry.spec_of(replay.game)} is for {seats} players, and {len(players)} are named")
    payoffs = None if facts.get("payoffs") is None else tuple(map(float, facts["payoffs"]))
    if payoffs is not None and not all(map(math.isfinite, payoffs)):
        raise FormatError("its payoffs are not numbers")
    loser = None if facts.get("forfeit") is None else range(seats).index(int(facts["forfeit"]))
    reason = str(facts.get("reason") or "")
    tags, (comments, glyphs) = _texts(facts, "tags"), _annotations(facts)
    for move in _moves(facts["moves"]):
        replay.try_to_play(move, line)
    replay.opening = min(len(str(facts.get("opening") or "").split()), len(replay.names))
    replay.annotate(comments, glyphs)
    won = None
    if seats == 2 and payoffs is not None:
        won = winner(payoffs)
    elif seats == 2 and loser is None and reason not in ("", *RESULTLESS):
        won = DRAW
    found = replay.end(players, won, reason, tags, loser=loser)
    ruled = None if found is None else found.record.payoffs
    if payoffs is not None and ruled is not None and payoffs != ruled and not replay.flaws:
        replay.note(line, f"the file gives {_list(payoffs)}, and by the rules it is {_list(ruled)}, which is kept")
    yield from replay.flaws
    if found is not None:
        yield found


def _moves(held: Any) -> Iterable[str]:
    """The moves by their names, in a list, in a text, or in a list of objects with a name."""
    if isinstance(held, str):
        return held.split()
    return [str(one.get("name", one.get("move"))) if isinstance(one, dict) else str(one) for one in held]


def _texts(facts: Mapping[str, Any], name: str) -> dict[str, str]:
    return {str(key): str(value) for key, value in (facts.get(name) or {}).items()}


def _annotations(facts: Mapping[str, Any]) -> tuple[dict[int, str], dict[int, tuple[int, ...]]]:
    comments = {int(ply): text for ply, text in _texts(facts, "comments").items()}
    return comments, {int(ply): tuple(map(int, glyphs)) for ply, glyphs in (facts.get("glyphs") or {}).items()}


def _list(payoffs: tuple[float, ...]) -> str:
    return ", ".join(f"{one:g}" for one in payoffs)


def write(game: AnnotatedGame) -> str:
    """A game in a line."""
    record = game.record
    is_decided = has_result(record.payoffs, record.forfeit, record.reason)
    facts: dict[str, Any] = {
        "game": record.game,
        "players": record.players,
        "opening": " ".join(record.moves[: record.opening]),
        "moves": record.moves,
        "payoffs": record.payoffs,
        "score": GameOutcome.of(record.payoffs, record.forfeit, len(record.players)).points() if is_decided else None,
        "forfeit": record.forfeit,
        "reason": record.reason,
    }
    facts |= {name: dict(held) for name in ("tags", "comments", "glyphs") if (held := getattr(game, name))}
    return json.dumps(facts, allow_nan=False) + "\n"
