"""The games of a match as text, written and read: JSON lines, or headers and numbered moves as chess players write them."""

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.errors import StoreError
from kibitz.thought import GameRecord

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store

LINE_WIDTH = 79
HALF = {0.0: "0", 0.5: "1/2", 1.0: "1"}


def write_json_lines(store: "Store", match: int) -> Iterator[str]:
    """One line for each game that has been played, in the order of the schedule."""
    plan = store.plan(match)
    for fixture, played in store.games(match):
        facts = {
            "match": match,
            "key": fixture.key,
            "game": plan.game,
            "players": _seated_players(plan, fixture),
            "opening": fixture.opening,
            "moves": played.moves,
            "payoffs": played.payoffs,
            "score": played.scores(len(fixture.seats)),
            "forfeit": played.forfeit,
            "reason": played.reason,
            "seconds": played.seconds,
        }
        yield json.dumps(facts, allow_nan=False)


def write_texts(store: "Store", match: int) -> Iterator[str]:
    """A text for each game that has been played, in the order of the schedule; it ends with a blank line."""
    plan = store.plan(match)
    for fixture, played in store.games(match):
        yield _write_text(plan, match, fixture, played)


def _write_text(plan: Plan, match: int, fixture: Fixture, played: Played) -> str:
    result = _write_result(played, len(fixture.seats))
    headers = {"Event": f"match {match}", "Game": plan.game, "Round": f"{fixture.pair}.{fixture.side}"}
    for seat, player in enumerate(_seated_players(plan, fixture)):
        headers[seat_name(seat)] = player
    if fixture.opening:
        headers["Opening"] = fixture.opening
    headers["Result"] = result
    if played.payoffs is not None:
        headers["Payoffs"] = " ".join(f"{one:g}" for one in played.payoffs)
    if played.forfeit is not None:
        headers["Termination"] = f"{seat_name(played.forfeit)} lost by a fault: {played.reason}"
    elif played.reason:
        headers["Termination"] = played.reason
    lines = [f'[{name} "{_quote(value)}"]' for name, value in headers.items()]
    text = _number_moves(played.moves, len(fixture.seats), result)
    moves = textwrap.wrap(text, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, "", ""])


def _seated_players(plan: Plan, fixture: Fixture) -> list[str]:
    return [plan.players[seat] for seat in fixture.seats]


def _write_result(played: Played, seats: int) -> str:
    return "-".join(HALF.get(score, f"{score:g}") for score in played.scores(seats))


def _number_moves(moves: tuple[str, ...], seats: int, result: str) -> str:
    """The moves, with a number before each one that would be the first player's if turns alternate; the result at the end."""
    numbered = [f"{ply // seats + 1}. {name}" if ply % seats == 0 else name for ply, name in enumerate(moves)]
    return " ".join([*numbered, result])


def _quote(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())


# Games read back from such a text.

SEATS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
HEADER = re.compile(r'\[(\w+) "(.*)"\]')
FAULT = re.compile(r"(\w+) lost by a fault: (.*)", re.DOTALL)


@dataclass(frozen=True)
class ExportedGame:
    """One game as it stands in a file, and the number of its first line, from 1."""

    line: int
    text: tuple[str, ...]

    def record(self) -> GameRecord:
        """The game. StoreError when it is not written as an export is."""
        read: Callable[[tuple[str, ...]], GameRecord] = _parse_text if HEADER.fullmatch(self.text[0].strip()) else _parse_json
        try:
            return read(self.text)
        except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError, StopIteration):
            raise StoreError(f"line {self.line} is no game as `kibitz match --export` writes it") from None


def seat_name(seat: int) -> str:
    """The name of the header for the player in a seat."""
    return SEATS[seat] if seat < len(SEATS) else f"Player{seat + 1}"


def read_export(lines: list[str]) -> list[ExportedGame]:
    """The games of an export, in their order; none when the lines are something else."""
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("{"):
        return [ExportedGame(at, (line,)) for at, line in enumerate(lines, 1) if line.strip()]
    return list(_split_games(lines)) if HEADER.fullmatch(first) else []


def _split_games(lines: list[str]) -> Iterator[ExportedGame]:
    """Headers and the moves below them belong to one game."""
    began, block = 0, list[str]()
    for at, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        if block and HEADER.fullmatch(text) and not HEADER.fullmatch(block[-1]):
            yield ExportedGame(began, tuple(block))
            block = []
        began = began if block else at
        block.append(text)
    yield ExportedGame(began, tuple(block))


def _parse_json(lines: tuple[str, ...]) -> GameRecord:
    facts = json.loads(lines[0])
    payoffs = None if facts.get("payoffs") is None else tuple(map(float, facts["payoffs"]))
    moves, players = tuple(map(str, facts["moves"])), tuple(map(str, facts.get("players") or ()))
    reason, opening = str(facts.get("reason") or ""), str(facts.get("opening") or "")
    return GameRecord(str(facts["game"]), moves, players, payoffs, facts.get("forfeit"), reason, len(opening.split()))


def _parse_text(lines: tuple[str, ...]) -> GameRecord:
    heads = [head for line in lines if (head := HEADER.fullmatch(line))]
    tags = {head[1]: re.sub(r"\\(.)", r"\1", head[2]) for head in heads}
    players = tuple(tags[seat_name(seat)] for seat in range(len(heads)) if seat_name(seat) in tags)
    words = " ".join(lines[len(heads) :]).split()
    if words and words[-1] == tags["Result"]:
        words.pop()
    moves: list[str] = []
    for word in words:
        if len(moves) % len(players) or word != f"{len(moves) // len(players) + 1}.":
            moves.append(word)
    payoffs = tuple(float(one) for one in tags["Payoffs"].split()) if "Payoffs" in tags else None
    why = tags.get("Termination", "")
    fault = FAULT.fullmatch(why)
    forfeit = next(seat for seat in range(len(players)) if seat_name(seat) == fault[1]) if fault else None
    opening = len(tags.get("Opening", "").split())
    return GameRecord(tags["Game"], tuple(moves), players, payoffs, forfeit, fault[2] if fault else why, opening)
