"""Makes puzzles: plays games, and proves near their ends which positions have exactly one good move."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz.core.best_result import best_result
from kibitz.core.bounds import Bounds, sign
from kibitz.core.rules import Game
from kibitz.core.thought import Limit, Thought
from kibitz.errors import GameError
from kibitz.explain.puzzles.good_move import CHOICE, GoodMove, has_puzzles, only_good_move, proved_value
from kibitz.position import Position
from kibitz.search.entry import think

NODES = 100_000  # of a search for the proofs of a position, ...
QUICK = 10  # ... and so many times that to see that no other move wins as soon
STRAY = 0.3  # of the moves that are made at random
SHORT = 200  # nodes of a search for the others
LONGEST = 400  # plies of a game
UNPROVED = 3  # positions in a row of which nothing is proved: nothing is before them
EACH = 2  # puzzles of one game
EASY = 1  # plies: a win with the next move is not worth a puzzle
DEEP = 4  # good moves after the first one
REPLIES = 3  # of the best of the other side, before a puzzle ends with the last good move
BARREN = 50  # games in a row without a puzzle: there are no more


def make_puzzles(game: Game, seed: int = 1, nodes: int = NODES, games: int = 10**9) -> Iterator[GoodMove | None]:
    """Play that many games with this seed; after each of them its puzzles, all proved, and None at its end.

    No puzzle has a win with the next move; the hardest of a game are kept. After the good move it goes on as long as the other
    side has one of its best replies to which again exactly one move is good. It ends when BARREN games in a row have none.
    GameError for games that have no puzzles: with chance, or not for two.
    """
    if not has_puzzles(game):
        raise GameError(f"{type(game).__name__} has no puzzles: they are for two players, without dice or cards")
    dice, seen, barren = random.Random(seed), set[str](), 0
    for _ in range(games):
        found = [one for one in _puzzles_of(_play(game, dice), nodes) if repr(one.position.state) not in seen]
        found.sort(key=hardness, reverse=True)
        for one in found[:EACH]:
            seen.add(repr(one.position.state))
            yield replace(one, then=_follow(one, nodes))
        yield None
        barren = 0 if found else barren + 1
        if barren == BARREN:
            return


def _play(game: Game, dice: random.Random) -> list[Position]:
    """The positions of a game between players who see little, and sometimes nothing."""
    position, path = Position(game), list[Position]()
    while not position.is_over and len(path) < LONGEST:
        path.append(position)
        best = None if dice.random() < STRAY else think(position, search="deepening", limit=Limit(nodes=SHORT)).best
        position = position.play(dice.choice(position.legal()) if best is None else best)
    return path


def _puzzles_of(path: Sequence[Position], nodes: int) -> Iterator[GoodMove]:
    """The puzzles among these positions, from the last one back as far as anything is proved."""
    unproved = 0
    for ply in range(len(path) - 1, 0, -1):
        if len(path[ply].legal()) < CHOICE:
            continue
        thought = think(path[ply], search="deepening", limit=Limit(nodes=nodes), all_moves=True)
        puzzle = _only_good(ply, path[ply], thought) or _only_quick(ply, path[ply], thought, nodes)
        if puzzle is not None:
            yield puzzle
        unproved = unproved + 1 if all(Bounds.of(one.value) == Bounds() for one in thought.moves) else 0
        if unproved == UNPROVED:
            return


def _follow(puzzle: GoodMove, nodes: int) -> tuple[GoodMove, ...]:
    """The good moves that come after that of a puzzle."""
    found, mover, last = list[GoodMove](), puzzle.position.to_move, puzzle
    while len(found) < DEEP and (after := _next_question(last.position.play(last.move), mover, nodes)) is not None:
        found.append(after)
        last = after
    return tuple(found)


def _next_question(position: Position, mover: int, nodes: int) -> GoodMove | None:
    """The next position in which the mover has a choice and exactly one good move, after one of the best replies, or None."""
    while not position.is_over and len(position.legal()) == 1:
        position = position.play(position.legal()[0])
    if position.is_over:
        return None
    thought = think(position, search="deepening", limit=Limit(nodes=nodes), all_moves=True)
    if position.to_move == mover:
        ply = len(position.names())
        return _only_good(ply, position, thought, 0) or _only_quick(ply, position, thought, nodes, 0)
    best = sorted(thought.moves, key=lambda one: one.value.order, reverse=True)
    equal = [one for one in best if (one.value.kind, one.value.result) == (best[0].value.kind, best[0].value.result)]
    for reply in equal[:REPLIES] if best[0].value.kind == "exact" else ():
        found = _next_question(position.play(reply.move), mover, nodes)
        if found is not None:
            return found
    return None


def _only_good(ply: int, position: Position, thought: Thought, easy: int = EASY) -> GoodMove | None:
    """The puzzle of a position where one move wins, or draws, and all others are proved to come to less.

    `easy`: wins in so few plies are none.
    """
    known = {one.move: Bounds.of(one.value) for one in thought.moves}
    move = only_good_move(known) if set(known) == set(position.legal()) else None
    if move is None:
        return None
    values = {one: proved_value(bounds) for one, bounds in known.items()}
    if sign(values[move]) != 0 and (values[move].plies or easy + 1) <= easy:
        return None
    return GoodMove(ply, position, move, True, values, {one.move: one.line for one in thought.moves})


def _only_quick(ply: int, position: Position, thought: Thought, nodes: int, easy: int = EASY) -> GoodMove | None:
    """The puzzle of a position where one move wins in a few plies, and a search of all moves so deep finds no other win.

    Only of games that are won, lost or drawn: where margins count, a quick win may be a small one.
    """
    plies = thought.value.plies
    if (
        best_result(position.game) != 1
        or thought.value.kind != "exact"
        or thought.value.result <= 0
        or plies is None
        or plies <= easy
    ):
        return None
    deep = think(position, search="deepening", limit=Limit(depth=plies, nodes=QUICK * nodes), all_moves=True)
    values = {one.move: one.value for one in deep.moves}
    wins = [move for move, value in values.items() if value.kind != "estimate" and value.result > 0]
    is_whole = set(values) == set(position.legal()) and (deep.depth or 0) >= plies
    if not is_whole or len(wins) != 1 or values[wins[0]].plies != plies:
        return None
    return GoodMove(ply, position, wins[0], True, values, {one.move: one.line for one in deep.moves})


def hardness(puzzle: GoodMove) -> tuple[int, int]:
    """How far the solution goes, and how many moves there are to choose from."""
    return puzzle.values[puzzle.move].plies or 0, len(puzzle.values)
