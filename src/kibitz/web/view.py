"""What the page of a table shows: the board, whose move it is, the moves so far, values, the thinking; made in a thread."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kibitz.position import Position
from kibitz.web.board import board_of
from kibitz.web.course import graph
from kibitz.web.emblem import emblem
from kibitz.web.lawful import lawful
from kibitz.web.spots import Told
from kibitz.web.table import SHOWN, Table
from kibitz.web.thoughts import judged, legend, mark, moves_of, said, value_of

SAID = {"off": "Values off", "on": "Values", "exam": "Exam"}
LINE = 8  # moves of a line


@dataclass(frozen=True)
class Facts:
    """What a table knows at one moment beside the game itself."""

    mark: str
    known: Mapping[str, Any] | None = None  # about the moves of the position that is looked at
    is_known: bool = False  # no more will come
    hint: Mapping[str, Any] | None = None
    is_advising: bool = False
    thinking: Mapping[str, Any] | None = None
    doing: str = ""
    wrong: str = ""


@dataclass(frozen=True)
class Wish:
    """What the visitor wants to see: a ply (None: the newest), a piece that is picked up, a sentence that goes with it."""

    ply: int | None = None
    picked: str | None = None
    problem: str = ""

    def at(self, key: str) -> str:
        """The address of that page."""
        return f"/play/{key}" + (f"?ply={self.ply}" if self.ply is not None else "")


def view(table: Table, facts: Facts, wish: Wish) -> dict[str, Any]:
    """All that the templates need. RulesError where the rules cannot draw their board."""
    with lawful(table.game):
        return _view(table, facts, wish)


def _view(table: Table, facts: Facts, wish: Wish) -> dict[str, Any]:
    ply = table.ply if wish.ply is None else min(wish.ply, table.ply)
    position, is_back = table.positions[ply], ply < table.ply
    shows = table.settings.values == "on"
    told = told_of(table, position, facts.known) if shows and not position.is_chance else {}
    hint = str(facts.hint.get("best")) if facts.hint and not is_back else None
    board = board_of(position, table.waits and not is_back, wish.picked, told, hint)
    return {
        "table": table,
        "facts": facts,
        "wish": wish,
        "board": board,
        "ply": ply,
        "is_back": is_back,
        "heading": legend(table.words, *_sure(told)) if told else "",
        "best": _best(table, facts, is_back) if shows else "",
        "hint_words": _hint(table, position, facts) if not is_back else "",
        "thinking": thinking(table, facts) if not is_back else None,
        "moves": _moves(table, ply),
        "in_pairs": in_pairs(table),
        "emblem": emblem(table.game, position.to_move) if not table.ended and not position.is_chance else "",
        "graph": Markup(graph(table, f"/play/{table.key}?ply=", ply)) if shows or table.ended else "",
        "can_undo": table.resigned is not None or table.last_choice() is not None,
        "can_resign": table.resigner() is not None,
        "switches": [(shown, SAID[shown], shown == table.settings.values) for shown in SHOWN],
        "waits_for": "" if is_back else "hint" if facts.is_advising else "answer" if table.thinks and not facts.wrong else "",
    }


def told_of(table: Table, position: Position, known: Mapping[str, Any] | None) -> dict[str, Told]:
    """The values of moves, each as a mark and in words."""
    words, mover = table.words, position.to_move
    values = moves_of(known).items()
    return {name: Told(mark(words, value, mover), said(words, value, mover)) for name, value in values}


def _sure(told: Mapping[str, Told]) -> tuple[bool, bool]:
    """Whether some are proved, and whether some are not."""
    exact = [one.worth.exact for one in told.values()]
    return any(exact), not all(exact)


def verdict(table: Table, text: str, known: Mapping[str, Any] | None) -> str:
    """How good the move would be that a person is about to make, in a sentence; "" where this is no exam."""
    if table.settings.values != "exam":
        return ""
    return judged(table.words, moves_of(known), text, table.position.to_move)


def thinking(table: Table, facts: Facts) -> dict[str, str] | None:
    """How far the computer is, in words; None where it does not think."""
    if facts.wrong or not (table.thinks or facts.is_advising):
        return None
    found, position = facts.thinking or {}, table.position
    value = value_of(found.get("value"))
    line = [str(move) for move in found.get("line", ())]
    return {
        "doing": _prepared(facts.doing) or ("" if found else "it begins"),
        "can_stop": "" if facts.doing else "yes",
        "depth": str(found.get("depth", "")),
        "value": table.words.say(value, position.to_move) if value is not None else "",
        "line": " ".join(line[:LINE]) + (" ..." if len(line) > LINE else ""),
        "speed": _speed(found.get("nodes_per_second", 0)),
    }


def _prepared(doing: str) -> str:
    """What is done before the search can begin, in words."""
    return f"{doing} (only the first time)" if doing.startswith("compiling") else doing


def _best(table: Table, facts: Facts, is_back: bool) -> str:
    """How far the values are."""
    if is_back or not table.waits:
        return ""
    if facts.known is None:
        doing = _prepared(facts.doing)
        return f"{doing[:1].upper()}{doing[1:]} ..." if doing else "The moves are being weighed ..."
    if facts.known.get("wrong"):
        return f"No values: {facts.known['wrong']}."
    return "" if facts.is_known else "The values get better ..."


def _hint(table: Table, position: Position, facts: Facts) -> str:
    if facts.is_advising:
        return "The computer thinks for you ..."
    if facts.hint is None:
        return ""
    if facts.hint.get("wrong"):
        return f"No hint: {facts.hint['wrong']}."
    value = value_of(facts.hint.get("value"))
    told = f" ({table.words.say(value, position.to_move)})" if value is not None else ""
    line = [str(move) for move in facts.hint.get("line", ())][:LINE]
    return f"Hint: {facts.hint.get('best')}{told}" + (f", then perhaps {' '.join(line[1:])}." if len(line) > 1 else ".")


def in_pairs(table: Table) -> bool:
    """Whether two players move strictly in turn, without dice: then their moves stand side by side."""
    turns = [position.to_move for position in table.positions[:-1]]
    return table.game.players == 2 and all(turn == ply % 2 for ply, turn in enumerate(turns))


def _moves(table: Table, shown: int) -> list[dict[str, Any]]:
    """The moves so far, each with the one who made it, and what is known of the position after it."""
    rows, words = [], table.words
    for number, name in enumerate(table.names(), 1):
        before, after = table.positions[number - 1], table.positions[number]
        worth = table.worths.get(number)
        hidden = table.settings.values != "on" and not table.ended
        rows.append(
            {
                "number": number,
                "name": name,
                "side": max(before.to_move, 0),
                "who": "dice" if before.is_chance else words.names[before.to_move],
                "worth": "" if worth is None or hidden else words.say(worth, after.to_move),
                "is_shown": number == shown,
            }
        )
    return rows


def _speed(nodes: Any) -> str:
    number = float(nodes or 0)
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if number >= limit:
            return f"{number / limit:.1f} {unit} positions/s"
    return f"{number:.0f} positions/s" if number else ""
