"""Puzzles as their page shows them: the board that asks, and what an answer is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.arena.store.records import Puzzle
from kibitz.core.rules import Game
from kibitz.players import HUMAN
from kibitz.players.levels import LEVELS
from kibitz.position import Position
from kibitz.present.answer import value_of
from kibitz.present.marks import describe_move, worded
from kibitz.present.values import ValueWords, amount
from kibitz.runtime.user_code import blame_rules
from kibitz.table.proved_positions import ProvedPositions
from kibitz.table.served_games import Catalog, ServedGame
from kibitz.table.served_puzzles import questions
from kibitz.web.addresses import MOVES, VALUES, analysis_of, parameters_of
from kibitz.web.board.html import board_of
from kibitz.web.board.orientation import facing_of
from kibitz.web.board.walk import positions_of
from kibitz.web.chooser import COMPUTER, SET

KEY, FOUND, ANSWER, PICKED, SHOW = "puzzle", "found", "move", "from", "show"  # the fields of an address, and of a form
LONGEST = 64  # letters of each
COUNTS = frozenset("123456789")
STRONGEST = f"{COMPUTER}:level={max(LEVELS)}"  # whom a visitor plays a puzzle out against


@dataclass(frozen=True)
class PuzzleWish:
    """A visitor's request: a puzzle ("" for the next one), a picked-up piece, the answer, or to see the solution.

    `found`: how many of its good moves the visitor has found.
    """

    key: str = ""
    found: int = 0
    answer: str = ""
    picked: str = ""
    is_shown: bool = False

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "PuzzleWish":
        """Read an address or a form."""
        key, found, answer, picked = (given.get(name, "")[:LONGEST] for name in (KEY, FOUND, ANSWER, PICKED))
        return cls(key, int(found) if found in COUNTS else 0, answer, picked, bool(given.get(SHOW)))

    def fields(self, key: str) -> dict[str, str]:
        """The fields of the address at which that is shown."""
        answer = {SHOW: "1"} if self.is_shown else {ANSWER: self.answer} if self.answer else {}
        return {KEY: key} | ({FOUND: str(self.found)} if self.found else {}) | answer


def show_puzzle(
    catalog: Catalog, offer: ServedGame, puzzle: Puzzle, wish: PuzzleWish, proved: ProvedPositions
) -> dict[str, Any]:
    """The board, the side to move, and the reply to an answer. StoreError if the rules have changed.

    `proved`: proofs made here since, too.
    """
    game, count, steps = catalog.load(puzzle.game), len(puzzle.moves), questions(puzzle)
    step = min(wish.found, len(steps) - 1)
    puzzle = steps[step]
    with blame_rules(game):
        path = positions_of(game, puzzle.moves)
        position = path[-1]
        words, mover = ValueWords(game), position.to_move
        worths = _worths(proved, puzzle, mover)
        is_right = wish.answer == puzzle.best
        is_done, verdict = is_right or wish.is_shown, ""
        if wish.is_shown:
            verdict = f"The move was {_named(words, worths[puzzle.best], mover, puzzle.proved)}."
        elif is_right:
            verdict = f"Right: {_praised(words, worths[puzzle.best], mover, puzzle.proved)}."
        elif wish.answer in worths:
            soon = _quickest(worths, puzzle) if _is_open(worths[wish.answer]) else 0
            why = f"{wish.answer} does not win in {soon} (proved)." if soon else _refuted(words, worths[wish.answer], position)
            verdict = f"{why} Try again."
        elif step:
            last = steps[step - 1]
            right = _praised(words, _worths(proved, last, mover)[last.best], mover, last.proved)
            verdict = f"Right: {right}. {_between(words, path, puzzle.moves[len(last.moves) + 1 :])}"
        board = position.play(puzzle.best) if is_done else position
        facing = facing_of(game)
        others = "a match" if puzzle.source else "a game that kibitz played"
        source = "your own game" if puzzle.owner else others
        return {
            "board": board_of(board, not is_done, wish.picked or None, is_turned=facing.is_turned([mover], None)),
            "falls": facing.falls,
            "asks": ("The solution." if wish.is_shown else "Solved.") if is_done else _task(words, worths, puzzle, mover),
            "told": verdict,
            "outcome": "given" if wish.is_shown else "wrong" if wish.answer and not is_right else "right" if verdict else "",
            "is_done": is_done,
            "found": step,
            "count": len(steps),
            "line": worths[puzzle.best]["line"][1:] if is_done else [],
            "origin": f"From {source}, after {count} move{'' if count == 1 else 's'}.",
            "address": _address(puzzle),
            "analysis": analysis_of(catalog, game, (*puzzle.moves, puzzle.best), len(puzzle.moves)) if is_done else "",
            "playing": _playing(offer, game, puzzle, mover) if is_done and not board.is_over else {},
        }


def _worths(proved: ProvedPositions, puzzle: Puzzle, mover: int) -> dict[str, dict[str, Any]]:
    """The worth of each move, by its name, with all that has been proved since."""
    known = proved.held_moves(puzzle.game, puzzle.moves, map(dict, puzzle.worths), mover)
    return {one["move"]: one for one in known}


def _between(words: ValueWords, path: Sequence[Position], moves: Sequence[str]) -> str:
    """The moves between two good ones: "O replies 3.", "X moves again.", "Then 3 1 follow." """
    mover = path[-1].to_move
    if not moves:
        return f"{words.names[mover]} moves again."
    if len(moves) == 1 and (replier := path[-2].to_move) != mover:
        return f"{words.names[replier]} replies {moves[0]}."
    return f"Then {' '.join(moves)} follow{'s' if len(moves) == 1 else ''}."


def _playing(offer: ServedGame, game: Game, puzzle: Puzzle, mover: int) -> dict[str, str]:
    """The fields of a form that goes on with the position after the good move: an exam against the strongest computer."""
    fields = {f"player-{mover}": HUMAN, f"player-{1 - mover}": STRONGEST, VALUES: "exam"}
    fields |= {f"{SET}{name}": text for name, text in parameters_of(offer, game).items()}
    return fields | {MOVES: " ".join((*puzzle.moves, puzzle.best))}


def _task(words: ValueWords, worths: Mapping[str, Any], puzzle: Puzzle, mover: int) -> str:
    """The task: "White wins in 3: find the move.", or the best move where all others are proved to be worse."""
    soon = _quickest(worths, puzzle)
    return f"{words.names[mover]} wins in {soon}: find the move." if soon else f"Find the best move for {words.names[mover]}."


def _quickest(worths: Mapping[str, Any], puzzle: Puzzle) -> int:
    """The plies of a win that is proved to be the only one so soon, while nothing more is proved of other moves; else 0.

    Only puzzles that ship with kibitz have such a win.
    """
    best = value_of(worths[puzzle.best]["value"])
    is_quickest = not puzzle.source and any(map(_is_open, worths.values()))
    return best.plies or 0 if is_quickest and best is not None and best.kind == "exact" else 0


def _is_open(worth: Mapping[str, Any]) -> bool:
    """Whether nothing is proved of a move."""
    value = value_of(worth["value"])
    return value is None or value.kind == "estimate"


def _praised(words: ValueWords, worth: Mapping[str, Any], mover: int, proved: bool) -> str:
    """ "d3 wins in 5 (proved)"; a less certain value follows the move, as in `_named`."""
    value = value_of(worth["value"])
    if not proved or value is None or value.kind != "exact" or value.result < 0:
        return _named(words, worth, mover, proved)
    return f"{worth['move']} {describe_move(words, value, mover) if value.result else 'draws'} (proved)"


def _named(words: ValueWords, worth: Mapping[str, Any], mover: int, proved: bool) -> str:
    """ "d3 (wins in 5, proved)", "d3 (estimate +12, not proved)"."""
    value = value_of(worth["value"])
    assert value is not None  # written by the review
    phrase = worded(words, value, mover) if value.kind == "at_least" else describe_move(words, value, mover)
    return f"{worth['move']} ({phrase}, {'proved' if proved else 'not proved'})"


def _refuted(words: ValueWords, worth: Mapping[str, Any], position: Position) -> str:
    """Why a move is not the good one: "1 loses: O replies 6 and wins (proved)." """
    value, move, line = value_of(worth["value"]), worth["move"], worth["line"]
    assert value is not None  # written by the review
    after, mover = position.play(move), position.to_move
    is_lost = value.result < 0 and value.kind in ("exact", "at_most")
    reply = ""
    if len(line) > 1:
        verb = "replies" if after.to_move != mover else "goes on with"
        reply = f": {words.names[after.to_move]} {verb} {line[1]}" + (f", then {' '.join(line[2:])}" if line[2:] else "")
    phrase = describe_move(words, value, mover)
    if value.kind != "exact" and not is_lost:
        return f"{move} is worse ({phrase}, {'not proved' if value.kind == 'estimate' else 'proved'}){reply}."
    if is_lost:
        by = "" if not words.by_margin else f" by {amount(-value.result)}{'' if value.kind == 'exact' else ' or more'}"
        soon = f" in {value.plies - 1}" if value.kind == "exact" and value.plies is not None and value.plies > 2 else ""
        wins = f"{',' if line[2:] else ''} and wins{soon}{by}" if reply and after.to_move != mover else ""
        return f"{move} loses{by if not wins else ''}{reply}{wins} (proved)."
    return f"{move} only {phrase if value.result else 'draws'}{reply} (proved)."


def _address(puzzle: Puzzle) -> str:
    """Where the game is that the puzzle is out of; "" if it ships with kibitz."""
    kind, _, name = puzzle.source.partition(":")
    return f"/{kind}/{name}" if name else ""
