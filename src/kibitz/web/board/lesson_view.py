"""A class on pages: the position that was sent, the votes, the boards of all pupils, and the tally."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import segno
from markupsafe import Markup

from kibitz.core.registry import spec_of
from kibitz.present.answer import value_of
from kibitz.present.marks import describe_move, outcome
from kibitz.present.values import ValueWords
from kibitz.runtime.user_code import blame_rules
from kibitz.table.classroom import Classroom, ClassTask, Pupil
from kibitz.table.game_table import GameTable
from kibitz.table.served_games import name_game
from kibitz.web.board.ending import describe_result
from kibitz.web.board.html import BoardView, board_of
from kibitz.web.board.orientation import facing_of

BEST = 3  # moves that are shown with their values, though nobody chose them
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a cell of a table may not begin with: programs would compute it
TALLY = ("name", "game", "moves", "result", "exam_good", "exam_judged", "vote", "vote_value")


@dataclass(frozen=True)
class VoteRow:
    """A move of a vote: how many chose it, as a number and as percent of all; its value in words, "" while it is hidden."""

    move: str
    count: int
    percent: int
    worth: str
    outcome: str


@dataclass(frozen=True)
class SentPosition:
    """The position that was sent: a board that takes the pupil's vote if `board` has spots, who is to move, and the votes."""

    task: ClassTask
    name: str
    board: BoardView
    falls: bool
    asks: str
    rows: tuple[VoteRow, ...]


def sent_position(room: Classroom, task: ClassTask, takes_vote: bool, picked: str | None = None) -> SentPosition:
    """The position of a task, as it is shown now; `takes_vote`: whether the one who looks may vote."""
    with blame_rules(task.position.game):
        words, facing = ValueWords(task.position.game), facing_of(task.position.game)
        mover = task.position.to_move
        board = board_of(task.position, takes_vote, picked, is_turned=facing.is_turned([mover], None))
        asks = f"{words.names[mover]} to move."
        return SentPosition(
            task, name_game(task.position.game), board, facing.falls, asks, () if room.is_open else _rows(room, task)
        )


def _rows(room: Classroom, task: ClassTask) -> tuple[VoteRow, ...]:
    words, mover, votes = ValueWords(task.position.game), task.position.to_move, dict(room.votes)
    values = {one["move"]: value_of(one["value"]) for one in (room.answer or {}).get("moves", ())}
    if room.answer is not None and not room.answer["informed"]:
        values = {move: value for move, value in values.items() if value is not None and value.kind != "estimate"}
    best = list(values)[:BEST]
    moves = [move for move in dict.fromkeys([*values, *votes]) if move in votes or move in best]
    total = sum(votes.values())
    rows = []
    for move in moves:
        value = values.get(move)
        rows.append(
            VoteRow(
                move,
                votes.get(move, 0),
                round(100 * votes.get(move, 0) / total) if total else 0,
                "" if value is None else describe_move(words, value, mover),
                "" if value is None else outcome(words, value, mover),
            )
        )
    return tuple(rows)


@dataclass(frozen=True)
class PupilCard:
    """A pupil's board on the teacher's page: what they play, how it stands, their exam; `key`: of the table, "" for none."""

    number: int
    name: str
    key: str
    game: str
    picture: Markup
    status: str
    exam: str
    voted: bool


def pupil_card(pupil: Pupil, table: GameTable | None, picture: Markup) -> PupilCard:
    """The card of a pupil, with the game that they play; None if they play none."""
    if table is None:
        return PupilCard(pupil.number, pupil.name, "", "", Markup(""), "no game yet", "", bool(pupil.vote))
    with blame_rules(table.game):
        status = describe_result(table, None) if table.ended else f"move {table.ply + 1}"
        return PupilCard(
            pupil.number,
            pupil.name,
            table.key,
            name_game(table.game),
            picture,
            status,
            table.settings.exam.words(),
            bool(pupil.vote),
        )


def tally_csv(room: Classroom, games: Sequence[tuple[Pupil, GameTable | None]]) -> str:
    """A table for spreadsheets: a line for each pupil, with the last game, the exam and the vote."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(TALLY)
    worths = {} if room.task is None else {row.move: row.worth for row in _rows(room, room.task)}
    for pupil, table in games:
        exam = None if table is None else table.settings.exam
        row: list[Any] = [
            pupil.name,
            "" if table is None else spec_of(table.game),
            "" if table is None else table.ply,
            describe_result(table, None) if table is not None and table.ended else "",
            len(exam.good) if exam else "",
            len(exam.good) + len(exam.bad) if exam else "",
            pupil.vote,
            worths.get(pupil.vote, ""),
        ]
        writer.writerow([f"'{one}" if str(one).startswith(FORMULA) else one for one in row])
    return text.getvalue()


def qr_code(address: str) -> Markup:
    """The address as a picture that telephones read."""
    return Markup(segno.make(address, micro=False).svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True))
