"""The page of a table: the board, the side to move, the moves so far, values, the thinking; made in a thread."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from kibitz.core.thought import Value
from kibitz.jobs.job import is_preparing
from kibitz.position import Position
from kibitz.present.answer import blank, describe_ignorance, value_of
from kibitz.present.marks import ExamVerdict, all_alike, describe_move, judged, legend, mark, mine, one_sided, worded
from kibitz.present.sentences import as_sentence
from kibitz.runtime.user_code import blame_rules
from kibitz.table.game_table import VALUE_DISPLAYS, GameTable
from kibitz.table.legal_moves import name_legal
from kibitz.table.level_names import level_of, level_strengths
from kibitz.table.permissions import may_move, standing_of
from kibitz.table.served_games import describe_game, name_game
from kibitz.table.table_seat import people
from kibitz.web.board.buttons import MoveNote
from kibitz.web.board.ending import ending_of
from kibitz.web.board.html import board_of
from kibitz.web.board.orientation import facing_of
from kibitz.web.board.pictures import emblem
from kibitz.web.board.player_panels import bar_of, panels_of
from kibitz.web.board.value_chart import draw_course_of_game
from kibitz.web.board.walk import is_in_turn
from kibitz.web.chooser import groups
from kibitz.web.table_session import UNWEIGHED, TableSession, WeighingProgress

SWITCH_LABELS = {"off": "Values off", "on": "Values", "exam": "Exam"}
LINE = 8  # moves of a line
OTHERS = "Nothing is known of the moves without a value: none of them ends the game soon."


@dataclass(frozen=True)
class Facts:
    """A table's knowledge at one moment beside the game itself.

    `values`: of the moves at the shown position, best first; `weighed`: their progress. `learned`: the source of learned
    estimates. `played`: of a game that is over, by ply, the values of the moves there as far as they are known and were
    not shown before.
    """

    mark: str
    values: Mapping[int, Value] = field(default_factory=dict)
    weighed: WeighingProgress = UNWEIGHED
    hint: Mapping[str, Any] | None = None
    is_advising: bool = False
    thinking: Mapping[str, Any] | None = None
    doing: str = ""
    wrong: str = ""
    learned: str | None = None
    played: Mapping[int, Mapping[int, Value]] = field(default_factory=dict)


@dataclass(frozen=True)
class Wish:
    """A visitor's view: a ply (None: the newest), a picked-up piece, a sentence to show.

    `turned`: whether from the other side of the board; None: the better way. `visitor`: their key.
    """

    ply: int | None = None
    picked: str | None = None
    problem: str = ""
    turned: bool | None = None
    visitor: str = ""

    def at(self, key: str) -> str:
        """The address of that page."""
        return f"/play/{key}" + (f"?ply={self.ply}" if self.ply is not None else "")


def view(table: GameTable, facts: Facts, wish: Wish) -> dict[str, Any]:
    """All that the templates need. RulesError where the rules cannot draw their board."""
    with blame_rules(table.game):
        return _view(table, facts, wish)


def _view(table: GameTable, facts: Facts, wish: Wish) -> dict[str, Any]:
    ply = table.ply if wish.ply is None else min(wish.ply, table.ply)
    position, is_back = table.positions[ply], ply < table.ply
    shows = table.settings.values == "on" and table.is_helped
    notes = move_notes(table, position, facts.values) if shows and not position.is_chance else {}
    hint = hint_of(table, facts) if not is_back else Hint()
    standing, mine = standing_of(table, wish.visitor), may_move(table, wish.visitor)
    facing = facing_of(table.game)
    players = [standing.seat] if standing is not None and standing.seat is not None else people(table.seats)
    is_turned = facing.is_turned(players, wish.turned)
    board = board_of(position, mine and not is_back, wish.picked, notes, hint.move, is_turned)
    lower, own = facing.lower(players, is_turned), players[0] if len(players) == 1 else None
    return {
        "table": table,
        "name": name_game(table.game),
        "about": describe_game(table.game),
        "facts": facts,
        "wish": wish,
        "board": board,
        "ply": ply,
        "is_back": is_back,
        "facing": facing,
        "is_turned": is_turned,
        "bar": bar_of(table, ply, lower) if shows and board.picture else None,
        "panels": panels_of(table, ply, None if standing is None else standing.seat, lower),
        "score": _score(table, None if standing is None else standing.seat),
        "shows": shows,
        "stream": _stream(table, wish, board.picked),
        "listens": not table.ended or (standing is not None and not standing.next_table),
        "clock": table.settings.clock,
        "ending": ending_of(table, facts.played, own),
        "made_by": _made_by(table, ply),
        "heading": legend(table.words, *_kinds(notes)) if shows and (notes or not (is_back or facts.weighed.is_done)) else "",
        "best": _best(table, facts, is_back) if shows else "",
        "hint": hint,
        "others": groups(table.game, people=True) if facts.wrong else (),
        "level": None if table.ended or table.settings.apart is not None else level_of(table),
        "levels": level_strengths(table.game),
        "thinking": thinking(table, facts) if not is_back else None,
        "moves": _moves(table, ply),
        "in_pairs": is_in_turn(table.positions),
        "emblem": emblem(table.game, position.to_move) if not table.ended and not position.is_chance else "",
        "graph": Markup(draw_course_of_game(table, f"/play/{table.key}?ply=", ply)) if shows or table.ended else "",
        "can_undo": standing is None and (table.resigned is not None or table.last_choice() is not None),
        "can_resign": table.resigner() is not None if standing is None else standing.plays and not table.ended,
        "standing": standing,
        "is_mine": mine,
        "is_helped": table.is_helped,
        "switches": [(choice, SWITCH_LABELS[choice], choice == table.settings.values) for choice in VALUE_DISPLAYS],
        "waits_for": "" if is_back else _awaited(table, facts, standing is not None and standing.plays and not mine),
    }


def _stream(table: GameTable, wish: Wish, picked: str | None) -> str:
    """The address of the page's stream of news."""
    query = {} if wish.ply is None or wish.ply >= table.ply else {"ply": str(wish.ply)}
    query |= {"from": picked} if picked else {}
    query |= {} if wish.turned is None else {"turned": str(int(wish.turned))}
    return f"/play/{table.key}/stream" + (f"?{urlencode(query)}" if query else "")


def _awaited(table: GameTable, facts: Facts, is_others: bool) -> str:
    """The refresh of a page without scripts, every few seconds; `is_others`: the move of a remote person."""
    if facts.is_advising:
        return "hint"
    if table.thinks and not facts.wrong:
        return "answer"
    return "move" if is_others and not table.ended else ""


def _score(table: GameTable, seat: int | None) -> str:
    """The results of the games before, and of this one if it has ended; "" in the first one. `seat`: the visitor's, with remote
    people.
    """
    if not table.settings.score.wins:
        return ""
    alone, sides = people(table.seats), table.words.names
    own = alone[0] if len(alone) == 1 else seat
    names = [
        one.person or side if one.is_person else one.name.partition(",")[0]
        for side, one in zip(sides, table.seats, strict=True)
    ]
    names = ["you" if at == own else name for at, name in enumerate(names)]
    return table.score.words(names if len({*names}) == len(names) else sides)


def _made_by(table: GameTable, ply: int) -> str:
    """The maker of the last move: "person", "program", "chance", or "" at the start."""
    if not ply:
        return ""
    before = table.positions[ply - 1]
    return "chance" if before.is_chance else "person" if table.seats[before.to_move].is_person else "program"


def move_notes(table: GameTable, position: Position, values: Mapping[int, Value]) -> dict[str, MoveNote]:
    """The values of moves, each as a mark and in words."""
    words, mover, found = table.words, position.to_move, _named(position, values)
    marks = {name: mark(words, value, mover) for name, value in found.items()}
    is_whole = len(found) == len(position.legal())
    best = next(iter(marks.values())) if is_whole and len(set(marks.values())) > 1 else None
    sentences = {name: describe_move(words, value, mover) for name, value in found.items()}
    return {name: MoveNote(replace(one, best=one == best), sentences[name]) for name, one in marks.items()}


def _named(position: Position, values: Mapping[int, Value]) -> dict[str, Value]:
    names = name_legal(position, [])
    return {names[move]: value for move, value in values.items() if move in names}


def _kinds(notes: Mapping[str, MoveNote]) -> tuple[bool, bool, bool]:
    """Whether some are proved, whether some are not, and whether some are called the best; as long as nothing is known, all."""
    if not notes:
        return True, True, True
    exact = [one.worth.exact for one in notes.values()]
    return any(exact), not all(exact), any(one.worth.best for one in notes.values())


def verdict(table: GameTable, text: str, facts: Facts) -> ExamVerdict:
    """The grade of the move that a person is about to make; without words outside an exam."""
    if table.settings.values != "exam" or not table.is_helped:
        return ExamVerdict("")
    if not facts.values and facts.weighed.blank is not None:
        return ExamVerdict(as_sentence(describe_ignorance(facts.weighed.blank)))
    position = table.position
    return judged(table.words, _named(position, facts.values), text, position.to_move, len(position.legal()))


def thinking(table: GameTable, facts: Facts) -> dict[str, str] | None:
    """How far the computer is, in words; None where it does not think."""
    if facts.wrong or not (table.thinks or facts.is_advising):
        return None
    found, position = facts.thinking or {}, table.position
    value = table.worths.get(table.ply)  # what stands beside the moves: there are no two numbers for one position
    if value is None and found.get("informed", True):
        value = value_of(found.get("value"))
    line = [str(move) for move in found.get("line", ())]
    if not table.is_helped:  # of a third player: what it expects, and makes of it, would help two who are apart
        value, line = None, []
    return {
        "doing": facts.doing or ("" if found else "starting"),
        "is_preparing": "yes" if is_preparing(facts.doing) else "",
        "can_stop": "" if facts.doing else "yes",
        "depth": str(found.get("depth", "")),
        "value": worded(table.words, value, position.to_move) if value is not None else "",
        "line": " ".join(line[:LINE]) + (" ..." if len(line) > LINE else ""),
        "speed": _speed(found.get("nodes_per_second", 0)),
    }


def _best(table: GameTable, facts: Facts, is_back: bool) -> str:
    """A sentence on how far the values are; "" where there is nothing to say."""
    if is_back or not table.waits:
        return ""
    weighed = facts.weighed
    if weighed.wrong:
        return f"No values: {weighed.wrong}."
    is_whole = len(facts.values) == len(table.position.legal())
    guesses = any(one.kind == "estimate" for one in facts.values.values())
    if weighed.blank is not None and (guesses or not is_whole):
        return as_sentence(describe_ignorance(weighed.blank, guesses)) if guesses or not facts.values else OTHERS
    if not facts.values and not weighed.is_done:
        doing = facts.doing
        return f"{doing[:1].upper()}{doing[1:]} ..." if doing else "The moves are being weighed ..."
    return "" if weighed.is_done else "Improving the values ..."


@dataclass(frozen=True)
class Hint:
    """Advice of the page: a `move` with a sentence; or the reason for none."""

    move: str | None = None
    words: str = ""


def hint_of(table: GameTable, facts: Facts) -> Hint:
    """The best move as far as is known by now, whichever search has found it; none where nothing tells moves apart."""
    if facts.is_advising:
        return Hint(words="The computer thinks for you ...")
    found, position, words = facts.hint, table.position, table.words
    if found is None:
        return Hint()
    if found.get("wrong"):
        return Hint(words=f"No hint: {found['wrong']}.")
    values, mover = _named(position, facts.values), position.to_move
    is_whole = len(values) == len(position.legal())
    if is_whole and all_alike(words, values, mover):
        return Hint(words="No hint: by the estimate all moves are alike.")
    best = next(iter(values), "")
    if not best or not (is_whole or (values[best].kind in ("exact", "at_least") and mine(values[best], mover) > 0)):
        best = str(found.get("best"))  # of moves that nothing is known of one may be better than those that are known
    depth = blank(found)
    if depth is not None and (best not in values or (not is_whole and mine(values[best], mover) < 0)):
        return Hint(words=f"No hint: {describe_ignorance(depth)}.")
    if best not in table.legal():
        return Hint(words="No hint: nothing was found.")
    value = values.get(best) or value_of(found.get("value"))  # one that counts no plies is of this search alone
    worth = "" if value is None else f" ({worded(words, value, mover)})"
    line = [str(move) for move in found.get("line", ())][:LINE] if found.get("best") == best else []
    then = f", then perhaps {' '.join(line[1:])}." if len(line) > 1 else "."
    return Hint(best, f"Hint: {best}{worth}{then}")


def _moves(table: GameTable, viewed: int) -> list[dict[str, Any]]:
    rows, words = [], table.words
    for number, name in enumerate(table.names(), 1):
        before, after = table.positions[number - 1], table.positions[number]
        worth = table.worths.get(number)
        hidden = not table.is_helped or (table.settings.values != "on" and not table.ended)
        rows.append(
            {
                "number": number,
                "name": name,
                "side": max(before.to_move, 0),
                "who": "dice" if before.is_chance else words.names[before.to_move],
                "worth": None if worth is None or hidden else one_sided(words, worth, after.to_move),
                "is_shown": number == viewed,
            }
        )
    return rows


def _speed(nodes: Any) -> str:
    number = float(nodes or 0)
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if number >= limit:
            return f"{number / limit:.1f} {unit} positions/s"
    return f"{number:.0f} positions/s" if number else ""


# What the stream of a table tells: fragments as they become new, for as long as somebody looks.

PACE = 0.2  # seconds between two pictures of the thinking
TICK = 0.01  # seconds: an event loop wakes a little early
LONG = 60.0  # seconds until it looks again, without news
Show = Callable[[TableSession, Wish, str], Awaitable[dict[str, Any]]]


async def news(live: TableSession, wish: Wish, since: str, show: Show) -> AsyncIterator[dict[str, Any]]:
    """The news after the mark `since`: the whole table, or the progress of thinking; newest states only."""
    mark, ticks, shown_at = since, live.audience.ticks, 0.0
    with live.audience.watched():
        live.look()
        while not live.is_closed:
            now = time.monotonic()
            if live.mark != mark:
                mark, ticks = live.mark, live.audience.ticks
                yield await show(live, wish, "table")
            elif live.audience.ticks != ticks and now - shown_at >= PACE:
                ticks, shown_at = live.audience.ticks, now
                if wish.ply is None:
                    yield await show(live, wish, "thinking")
            else:
                pause = max(0.01, shown_at + PACE - now) if live.audience.ticks != ticks else LONG
                await live.audience.wait_for_news(min(pause, max(0.0, live.seconds_to_go) + TICK))
                await live.check_clock()
                live.look()
