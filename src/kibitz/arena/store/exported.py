"""Reads games back from what `export.py` wrote: JSON lines, or headers and numbered moves."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibitz.errors import StoreError
from kibitz.thought import GameRecord

SEATS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
HEADER = re.compile(r'\[(\w+) "(.*)"\]')
FAULT = re.compile(r"(\w+) lost by a fault: (.*)", re.DOTALL)


@dataclass(frozen=True)
class Exported:
    """One game as it stands in a file, and the number of its first line, from 1."""

    line: int
    text: tuple[str, ...]

    def record(self) -> GameRecord:
        """The game. StoreError when it is not written as an export is."""
        read: Callable[[tuple[str, ...]], GameRecord] = _from_text if HEADER.fullmatch(self.text[0].strip()) else _from_json
        try:
            return read(self.text)
        except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError, StopIteration):
            raise StoreError(f"line {self.line} is no game as `kibitz match --export` writes it") from None


def seat_name(seat: int) -> str:
    """The name of the header for the player in a seat."""
    return SEATS[seat] if seat < len(SEATS) else f"Player{seat + 1}"


def exported(lines: list[str]) -> list[Exported]:
    """The games of an export, in their order; none when the lines are something else."""
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("{"):
        return [Exported(at, (line,)) for at, line in enumerate(lines, 1) if line.strip()]
    return list(_blocks(lines)) if HEADER.fullmatch(first) else []


def _blocks(lines: list[str]) -> Iterator[Exported]:
    """Headers and the moves below them belong to one game."""
    began, block = 0, list[str]()
    for at, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        if block and HEADER.fullmatch(text) and not HEADER.fullmatch(block[-1]):
            yield Exported(began, tuple(block))
            block = []
        began = began if block else at
        block.append(text)
    yield Exported(began, tuple(block))


def _from_json(lines: tuple[str, ...]) -> GameRecord:
    facts = json.loads(lines[0])
    payoffs = None if facts.get("payoffs") is None else tuple(map(float, facts["payoffs"]))
    moves, players = tuple(map(str, facts["moves"])), tuple(map(str, facts.get("players") or ()))
    reason, opening = str(facts.get("reason") or ""), str(facts.get("opening") or "")
    return GameRecord(str(facts["game"]), moves, players, payoffs, facts.get("forfeit"), reason, len(opening.split()))


def _from_text(lines: tuple[str, ...]) -> GameRecord:
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
