"""The price of a bad move: the move that alone kept the result, and the men that the reply wins."""

from collections import Counter

from kibitz.core.bounds import sign
from kibitz.core.scene import Piece
from kibitz.explain.review.judge import BAD, Ply
from kibitz.position import Position
from kibitz.present.pieces import CHESSMEN
from kibitz.present.values import ValueWords

FEW = 3  # moves to choose from that make the only good one worth a sentence
MANY = {"man": "men"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
LINE = 8  # moves of a line that are looked at
WORTH = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}  # which of two losses is larger; other men count one


def only_keeper(words: ValueWords, ply: Ply) -> str:
    """ "Only d3 kept the win.", where that is proved of a mistake; else ""."""
    before, best = ply.before, ply.best
    if ply.verdict not in BAD or not ply.proved or not ply.line_keeps_value or before is None or best in (None, ply.move):
        return ""
    is_kept = before.kind in ("exact", "at_least") and before.result >= 0
    if not is_kept or not words.duel or words.chance or not FEW <= len(ply.worths) == len(ply.position.legal()):
        return ""
    others = [one.value for one in ply.worths if one.move != best]
    if not all(value.kind in ("exact", "at_most") and sign(value) < sign(before) for value in others):
        return ""
    return f"Only {ply.position.name(best)} kept the {'win' if before.result > 0 else 'draw'}." if best is not None else ""


def men_lost(words: ValueWords, ply: Ply) -> str:
    """The men that the line after a bad move costs its side, and the other: "White loses a rook, Black a pawn." Else "".

    Only where men are nothing but taken: in a game in which they are put down, turned over or counted as seeds it is "".
    """
    if ply.verdict not in BAD or not ply.refutation or not words.duel:
        return ""
    positions = [ply.position, ply.after_it]
    for move in ply.refutation[:LINE]:
        positions.append(positions[-1].play(move))
    counts = [_men(position) for position in positions]
    if any(count is None for count in counts):
        return ""
    men = [count for count in counts if count is not None]
    for side in (0, 1):
        totals = [one[side].total() for one in men]
        if totals != sorted(totals, reverse=True) or not totals[-1]:
            return ""
    lost = [men[0][side] - men[-1][side] for side in (0, 1)]
    mine, other = (sum(WORTH.get(kind, 1) * count for kind, count in lost[side].items()) for side in (ply.mover, 1 - ply.mover))
    if mine <= other or any(men[-1][side] - men[0][side] for side in (0, 1)):
        return ""  # nothing was lost, or a man became another: the numbers alone would mislead
    also = f", {words.names[1 - ply.mover]} {_named(lost[1 - ply.mover])}" if other else ""
    return f"{words.names[ply.mover]} loses {_named(lost[ply.mover])}{also}."


def _men(position: Position) -> tuple[Counter[str], Counter[str]] | None:
    """The men of both sides by what they are called; None where the board has none, or shows numbers."""
    scene = position.game.scene(position.state)
    if scene is None or any(piece.form in ("seeds", "gauge", "fill", "bar") for piece in scene.pieces.values()):
        return None
    found: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for piece in scene.pieces.values():
        if piece.owner in (0, 1):
            found[piece.owner][_kind(piece)] += 1
    return found


def _kind(piece: Piece) -> str:
    if piece.form == "chessman":
        return CHESSMEN.get(piece.text.upper(), "piece")
    return "king" if piece.form == "crown" else "man"


def _named(gone: Counter[str]) -> str:
    """ "a rook and two pawns"."""
    words = [f"{_count(number)} {kind if number == 1 else MANY.get(kind, f'{kind}s')}" for kind, number in gone.items()]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _count(number: int) -> str:
    return "a" if number == 1 else NUMBERS[number] if number < len(NUMBERS) else str(number)
