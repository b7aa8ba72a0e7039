"""A review under way: from the last move to the first, so that what is proved near the end serves what comes before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz.best_result import best_result
from kibitz.errors import GameError
from kibitz.explain.review.examiner import Examiner, Wise
from kibitz.explain.review.finding import Finding, Limits, back, held, limits, narrower
from kibitz.explain.review.judge import Judge
from kibitz.explain.review.ply import Ply
from kibitz.explain.review.review import Review
from kibitz.explain.review.scale import Scale
from kibitz.position import Position
from kibitz.registry import load
from kibitz.rules import Game, says
from kibitz.thought import GameRecord, Limit, MoveValue, Value


class Reviewing:
    """Iterate over it for the moves of a game, the last one first; `so_far` is the review of what has been looked at."""

    def __init__(
        self,
        game: Game | GameRecord | Position | str,
        moves: str | Sequence[int | str] = "",
        *,
        players: Sequence[str] = (),
        search: str | None = None,
        limit: Limit = Limit(),
        knowledge: Wise = "auto",
        threads: int = 1,
        distance: bool = True,
        examiner: Examiner | None = None,
    ) -> None:
        """The arguments are those of `review`. `examiner`: one that has looked at this game before, and knows parts of it."""
        self._record = game if isinstance(game, GameRecord) else None
        self.end = _end(game, moves)
        self.players = tuple(players) or (self._record.players if self._record else ())
        rules = self.end.game
        if self.players and len(self.players) != rules.players:
            raise GameError(f"{len(self.players)} players are named, and this game is for {rules.players}")
        self._examiner = examiner or Examiner(
            rules, search=search, limit=limit, knowledge=knowledge, threads=threads, distance=distance
        )
        self.scale, best = Scale.of(rules), best_result(rules)
        self._duel = says(rules, "result")
        self._sure = self._duel and not says(rules, "chances")
        self._plies_count = self._sure and best == 1 and distance
        self._judge = Judge(self.scale, self._sure, self._plies_count, best)
        self._opening = min(self._record.opening, len(self.end.moves)) if self._record else 0
        self._plies: list[Ply] = []
        self._last: Value | None = None
        self._nodes = 0

    def __len__(self) -> int:
        return len(self.end.moves)

    def __iter__(self) -> Iterator[Ply]:
        positions = [Position.after(self.end.game)]
        for move in self.end.moves:
            positions.append(positions[-1].play(move))
        self._given = self._from_before(positions)
        after = self._look(positions[-1])
        self._last = after.value if after else None
        for number in range(len(self), 0, -1):
            here = positions[number - 1]
            finding = self._look(here)
            self._plies.insert(0, self._ply(number, here, positions[number], finding, after))
            after = finding
            yield self._plies[0]

    def so_far(self) -> Review:
        """The review of the moves that have been looked at: all of them, or the last ones."""
        record = self._record
        return Review(
            game=self.end.game,
            players=self.players,
            end=self.end,
            plies=tuple(self._plies),
            last=self._last,
            scale=self.scale,
            nodes=self._nodes,
            forfeit=record.forfeit if record else None,
            reason=record.reason if record else "",
            opening=self._opening,
        )

    def _look(self, position: Position) -> Finding | None:
        """What is known of a position where a player chooses."""
        if position.is_over or position.is_chance:
            return None
        finding = self._examiner.of(position)
        self._nodes += finding.nodes
        return finding.within(self._given[len(position.moves)])

    def _from_before(self, positions: Sequence[Position]) -> list[Limits]:
        """What the book proves of each position, by itself or by the one before: who could do no better leaves the rest."""
        given: list[Limits] = []
        for here, then in zip([None, *positions], positions, strict=False):
            known: Limits = (None, None)
            if self._sure and not then.is_over:
                known = self._examiner.booked(then)
            if here is not None and here.to_move != then.to_move and (most := given[-1][1]) is not None:
                known = narrower(known, (_left(-most), None))
            given.append(known)
        return given

    def _ply(self, number: int, here: Position, then: Position, finding: Finding | None, after: Finding | None) -> Ply:
        move = self.end.moves[number - 1]
        is_opening = number <= self._opening
        if finding is None:
            return Ply(number, here, move, opening=is_opening)
        own, known = finding.of(move), self._known(here, then, after)
        judged = self._judge.of(finding, move, known)
        worth = _shown(own.value if own else None, known, judged.proved)
        if is_opening:
            return Ply(number, here, move, finding.value, worth, opening=True)
        threat = self._examiner.threats(then)
        reply, refuted = self._reply(own, after)
        return Ply(
            number,
            here,
            move,
            finding.value,
            worth,
            finding.best,
            finding.line,
            judged.equal,
            judged.verdict,
            judged.proved,
            judged.lost,
            judged.only,
            len(here.legal()) == 1,
            reply,
            refuted,
            threat if threat.moves and threat.player == here.to_move else None,
            finding.shown,
        )

    def _reply(self, own: MoveValue | None, after: Finding | None) -> tuple[tuple[int, ...], bool]:
        """What can be played after a move, and whether it is proved to be best: by a look at what followed, or before."""
        if self._sure and after is not None and (after.value.kind == "exact" or own is None or own.value.kind != "exact"):
            return after.line, after.value.kind == "exact"
        return (own.line[1:], own.value.kind == "exact") if own else ((), False)

    def _known(self, here: Position, then: Position, after: Finding | None) -> Limits:
        """What is proved of the position after a move, as its mover sees it."""
        if then.payoffs is not None and self._duel:
            paid = then.payoffs[here.to_move]
            end = Value("exact", paid, 1 if paid and self._plies_count else None)
            return end, end
        if after is None or not self._sure:
            return None, None
        same = then.to_move == here.to_move
        low, high = (None if limit is None else back(limit, same) for limit in after.bounds)
        return (low, high) if same else (high, low)


def review(
    game: Game | GameRecord | Position | str,
    moves: str | Sequence[int | str] = "",
    *,
    players: Sequence[str] = (),
    search: str | None = None,
    limit: Limit = Limit(),
    knowledge: Wise = "auto",
    threads: int = 1,
    distance: bool = True,
) -> Review:
    """A game, move by move: what each was worth, what was better, and what refutes it.

    `game`: a game or its spec, with `moves` from its start; or a position, or the record of a game, which bring their moves.
    `players`: what to call them, first player first. `limit` is for each move; without one it is a second at most, and less
    where proofs are quick. Without `search` values are proved where that is possible (near the end, or from the book), and
    estimated elsewhere; the other arguments are those of `kibitz.think`.

    Raises MoveError for moves that the rules do not allow, SearchError for a search that does not fit the game.
    """
    reviewing = Reviewing(
        game,
        moves,
        players=players,
        search=search,
        limit=limit,
        knowledge=knowledge,
        threads=threads,
        distance=distance,
    )
    for _ in reviewing:
        pass
    return reviewing.so_far()


def _left(value: Value) -> Value:
    """The same value, a ply nearer to the end."""
    return value if value.plies is None else replace(value, plies=value.plies - 1)


def _end(game: Game | GameRecord | Position | str, moves: str | Sequence[int | str]) -> Position:
    """Where the game ended, or was left."""
    if isinstance(game, (Position, GameRecord)):
        if moves:
            raise GameError("a position and a record bring their own moves: leave the moves out")
        return game if isinstance(game, Position) else Position.after(load(game.game), game.moves)
    return Position.after(load(game) if isinstance(game, str) else game, moves)


def _shown(own: Value | None, known: Limits, proved: bool) -> Value | None:
    """What a move is worth, as it is told: exact if it is proved, else as its search has it, or the limit that decided."""
    low, high = narrower(limits(own), known)
    if own is not None and not (proved and high is not None):
        return held(own, (low, high))
    if low is not None and low == high:
        return low
    if high is not None:
        return replace(high, kind="at_most")
    return None if low is None else replace(low, kind="at_least")
