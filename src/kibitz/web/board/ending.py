"""The card after a game: how it ended, where it turned, the move that was hardest to find; only what is proved."""

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.bounds import Bounds, sign
from kibitz.core.thought import Value
from kibitz.table.game_table import GameTable
from kibitz.web.board.walk import is_in_turn

PROVED = ("exact", "at_least", "at_most")
FEW = 3  # moves to choose from that make the only good one worth naming
LATE = 3  # moves before the end: a win that became certain only then says little
HAD = {1: "win", 0: "draw"}


@dataclass(frozen=True)
class EndingCard:
    """A finished game in few words. `turned`: where it turned, a sentence, and `ply` the moves made before that.

    `best`: the one good move that somebody found. `retry`: whether the visitor may try again from `ply`.
    """

    result: str
    turned: str = ""
    ply: int | None = None
    best: str = ""
    retry: bool = False


def ending_of(table: GameTable, values: Mapping[int, Mapping[int, Value]], own: int | None) -> EndingCard | None:
    """The card; None while the game goes on. `values`: of moves, by ply. `own`: the side that the visitor played alone."""
    if not table.ended:
        return None
    result = describe_result(table, own)
    if not table.words.duel or table.words.chance:
        return EndingCard(result)
    ply, turned = _turning_point(table, own)
    may_retry = ply is not None and table.settings.apart is None and table.seats[table.positions[ply].to_move].is_person
    return EndingCard(result, turned, ply, _only_move(table, values, own), may_retry)


def describe_result(table: GameTable, own: int | None) -> str:
    """The result of a game that is over, as the visitor on side `own` sees it: "You won!", "Anna won.", "A draw."."""
    winners = table.winners
    if len(winners) == len(table.seats) > 1:
        return "A draw."
    if own is not None and winners:
        return "You won!" if winners == (own,) else "You share the win." if own in winners else "You lost."
    names = " and ".join(table.called(side) for side in winners)
    return f"{names} won." if winners else "The game is over."


def _who(table: GameTable, side: int, own: int | None) -> str:
    return "You" if side == own else table.called(side)


def _bounds(table: GameTable) -> dict[int, tuple[int, int]]:
    """By ply: the least and the most that is proved for the first player, -1 a loss, 0 a draw, 1 a win."""
    found = dict[int, tuple[int, int]]()
    worths = dict(table.worths)
    if table.position.payoffs is not None:
        worths[table.ply] = Value("exact", table.position.payoffs[max(table.position.to_move, 0)])
    for ply, value in worths.items():
        if value.kind in PROVED:
            bounds = Bounds.of(-value if table.positions[ply].to_move == 1 else value)
            found[ply] = _signs(bounds)
    return found


def _signs(bounds: Bounds) -> tuple[int, int]:
    return (
        -1 if bounds.low is None else sign(bounds.low),
        1 if bounds.high is None else sign(bounds.high),
    )


def _turning_point(table: GameTable, own: int | None) -> tuple[int | None, str]:
    """The last move that gave a proved win or draw away; else from where the win was proved, unless the end was near."""
    bounds = _bounds(table)
    for ply in range(table.ply - 1, -1, -1):
        mover = table.positions[ply].to_move
        if ply not in bounds or ply + 1 not in bounds or mover not in (0, 1):
            continue
        had, left = bounds[ply][0], bounds[ply + 1][1]
        if mover == 1:
            had, left = -bounds[ply][1], -bounds[ply + 1][0]
        if had > left:
            lost = "gave it away" if left == 0 else "lost the game"
            return ply, f"{_who(table, mover, own)} could have forced a {HAD[had]} until move {_at(table, ply)}, which {lost}."
    won = next((side for side in (0, 1) if _is_winner(table, side)), None)
    if won is not None:
        certain = (ply for ply in sorted(bounds) if (bounds[ply][0] if won == 0 else -bounds[ply][1]) > 0)
        first = next(certain, table.ply)
        if first < table.ply - LATE:
            after = f"After move {_at(table, first - 1)}" if first else "From the start"
            return None, f"{after} {_who(table, won, own).replace('You', 'you')} could force the win."
    return None, ""


def _at(table: GameTable, ply: int) -> str:
    """A move by its number in the list of moves, and its name: "7 (d3)"."""
    return f"{ply // 2 + 1 if is_in_turn(table.positions) else ply + 1} ({table.names()[ply]})"


def _is_winner(table: GameTable, side: int) -> bool:
    payoffs = table.position.payoffs
    return table.loser == 1 - side or (payoffs is not None and payoffs[side] > payoffs[1 - side])


def _only_move(table: GameTable, values: Mapping[int, Mapping[int, Value]], own: int | None) -> str:
    """The move of a person that alone kept a win or a draw, where there was most to choose from."""
    found = list[tuple[int, str]]()
    for ply, of_moves in values.items():
        if ply == table.ply or not FEW <= len(of_moves) == len(table.positions[ply].legal()):
            continue
        mover, chosen = table.positions[ply].to_move, table.positions[ply + 1].moves[-1]
        signs = {move: _signs(Bounds.of(value)) for move, value in of_moves.items()}
        kept = signs[chosen][0]
        if table.seats[mover].is_person and kept >= 0 and all(signs[one][1] < kept for one in signs if one != chosen):
            what = f"found the only one of {len(of_moves)} moves that kept the {HAD[kept]}: move {_at(table, ply)}."
            found.append((len(of_moves), f"{_who(table, mover, own)} {what}"))
    return max(found)[1] if found else ""
