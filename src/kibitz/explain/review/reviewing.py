"""Reviews a game from the last move to the first, so that proofs near the end serve what comes before."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kibitz.core.arguments import checked
from kibitz.core.best_result import best_result
from kibitz.core.bounds import Bounds
from kibitz.core.rules import Game, can_be_proved, says
from kibitz.core.thought import GameRecord, Limit, MoveValue, Thought, Value
from kibitz.drawing.pen import image
from kibitz.errors import GameError
from kibitz.explain.review.examiner import Examiner
from kibitz.explain.review.finding import Finding
from kibitz.explain.review.graph import graph
from kibitz.explain.review.judge import BAD, GameReview, Judge, Judgement, Ply, VerdictScale
from kibitz.explain.review.page import fragment, page
from kibitz.explain.review.pattern_change import pattern_change
from kibitz.explain.review.table import table
from kibitz.position import Position
from kibitz.proofs import Entry, Line, Proofs, Turn, without_far
from kibitz.search.drivers.request import KnowledgeSource, SearchRequest


class Review(GameReview):
    """A review, or the part done so far. Made by `kibitz.review`."""

    def __str__(self) -> str:
        return "\n".join(table(self))

    def svg(self) -> str:
        """The value over the game as a picture."""
        return graph(self)

    def html(self) -> str:
        """The review as a page that stands alone."""
        return page(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The graph and the moves, for notebooks."""
        picture = self.svg()
        html = "<p>" + image(picture, 'alt="the value over the game"') + "</p>" + fragment(self)
        return {"text/plain": str(self), "text/html": html, "image/svg+xml": picture}


class Reviewing:
    """Iterate over it for the moves, last one first; `so_far` is the review up to now."""

    @checked()
    def __init__(
        self,
        game: Game | GameRecord | Position | str,
        moves: str | Sequence[int | str] = "",
        *,
        players: Sequence[str] = (),
        request: SearchRequest = SearchRequest(),
        examiner: Examiner | None = None,
        proofs: Proofs | None = None,
    ) -> None:
        """See `review` for the arguments. `examiner`: one that knows parts of this game.

        `proofs`: earlier proofs about its positions; no estimate overrules them.
        """
        self._record = game if isinstance(game, GameRecord) else None
        self.end = _end(game, moves)
        self.players = tuple(players) or (self._record.players if self._record else ())
        rules = self.end.game
        if self.players and len(self.players) != rules.players:
            raise GameError(f"{len(self.players)} players are named, and this game is for {rules.players}")
        self._examiner = examiner or Examiner(rules, request)
        self.scale, best = VerdictScale.of(rules), best_result(rules)
        self._duel = says(rules, "result")
        self._sure, self._knowledge = can_be_proved(rules), request.knowledge_for(rules)
        self._plies_count = self._sure and best == 1 and request.distance is not False
        self._judge = Judge(self.scale, self._sure, self._plies_count, best)
        self._opening = min(self._record.opening, len(self.end.moves)) if self._record else 0
        self._plies: list[Ply] = []
        self._proofs = Proofs(rules)
        if proofs is not None:
            self._proofs.merge(proofs)
        self._known: dict[int, Finding] = {}  # by the moves before it: what is known of a position
        self._nodes = 0

    def __len__(self) -> int:
        return len(self.end.moves)

    def prove(self, entries: Iterable[Entry]) -> None:
        """Take over what `Proofs.as_json` wrote of this game; call before iterating."""
        self._proofs.recall(entries)

    def __iter__(self) -> Iterator[Ply]:
        positions = [Position.after(self.end.game)]
        for move in self.end.moves:
            positions.append(positions[-1].play(move))
        self._positions = positions
        self._bounds = [Bounds()] * len(positions)
        self._raw: dict[int, Finding] = {}
        self._at = {position.moves: number for number, position in enumerate(positions)}
        if self._sure:
            self._proofs.enter(map(Turn.of, positions))
            for position in positions:
                if not position.is_over:
                    self._proofs.prove(position.moves, position.to_move, self._examiner.booked(position).values())
            self._follow(self._at)
        self._look(len(self))
        for number in reversed(range(len(self))):
            self._look(number)
            self._plies.insert(0, self._ply(number + 1))
            yield self._plies[0]

    def _look(self, number: int) -> None:
        """Examine the position after that many moves, and update the moves after it."""
        position = self._positions[number]
        if position.is_over or position.is_chance:
            return
        self._raw[number] = self._with_later_look(number, self._examiner.of(position))
        self._nodes += self._raw[number].nodes
        changed = self._learn(number)
        for after in sorted(changed - {number}, reverse=True):
            if after in self._raw:
                self._learn(after)
        for after in sorted(changed | {one - 1 for one in changed}, reverse=True):
            if after > number and after in self._known and after < len(self):
                self._plies[after - number - 1] = self._ply(after + 1)

    def _with_later_look(self, number: int, raw: Finding) -> Finding:
        """The finding with the estimate of the move made taken from the position after it, where that says more.

        A search by playouts seldom tries a move that seems bad: an average of three games says nothing.
        """
        after = self._raw.get(number + 1)
        if not (self._examiner.averages and self._duel) or number == len(self) or after is None or after.searched is None:
            return raw
        own, later = raw.of(self.end.moves[number]), after.searched
        if own is None or own.move == raw.best or own.value.kind != "estimate" or later.kind != "estimate":
            return raw
        value = later if self._positions[number + 1].to_move == self._positions[number].to_move else -later
        better = replace(own, value=value, line=(own.move, *after.line))
        return replace(raw, moves=tuple(better if one is own else one for one in raw.moves))

    def _learn(self, number: int) -> set[int]:
        """Combine the searches and proofs about a position; return the positions about which more is known."""
        raw, here = self._raw[number], self._positions[number]
        if not self._sure:
            self._known[number] = raw
            return set()
        changed = self._follow(self._prove(number, raw))
        raw = self._held(number, raw)
        if number < len(self):
            move = self.end.moves[number]
            line = self._line(number, move, raw.of(move))
            found = raw.with_move_bounds(self._bounds[number], move, self._move_bounds(here, move), line, len(here.legal()))
            changed |= self._follow(self._proofs.prove(here.moves, here.to_move, found.bounds.values()))
        else:
            found = raw.with_bounds(self._bounds[number])
        self._known[number] = found
        return changed

    def _prove(self, number: int, raw: Finding) -> set[Line]:
        """Add a finding's proofs about a position and its moves; return the changed lines."""
        here, moves = self._positions[number], [(one.move, one.value) for one in raw.moves]
        if raw.line_keeps_value and raw.value.kind in ("exact", "at_least"):
            moves.append((raw.best, replace(raw.value, kind="at_least")))
        return self._proofs.prove(here.moves, here.to_move, raw.bounds.values(), moves)

    def _held(self, number: int, raw: Finding) -> Finding:
        """The finding with what is proved of each move; no line shows a value proved elsewhere."""
        here = self._positions[number]

        def within(one: MoveValue) -> MoveValue:
            value = self._move_bounds(here, one.move).clamp(one.value)
            return one if value == one.value else replace(one, value=value, line=(one.move,))

        return replace(raw, moves=tuple(map(within, raw.moves)))

    def _follow(self, lines: Iterable[Line]) -> set[int]:
        """The positions of the game among these whose bounds have narrowed."""
        changed = set[int]()
        for number in [self._at[line] for line in lines if line in self._at]:
            position = self._positions[number]
            bounds = self._plain(self._proofs.bounds(position.moves, position.to_move))
            if bounds != self._bounds[number]:
                self._bounds[number] = bounds
                changed.add(number)
        return changed

    def _move_bounds(self, here: Position, move: int) -> Bounds:
        return self._plain(self._proofs.bounds_of_move(here.moves, here.to_move, move))

    def _plain(self, bounds: Bounds) -> Bounds:
        """Bounds without plies, if a quicker win is no better."""
        if self._plies_count:
            return bounds
        return Bounds(*(None if one is None else replace(one, plies=None) for one in (bounds.low, bounds.high)))

    def _line(self, number: int, move: int, own: MoveValue | None) -> tuple[int, ...]:
        """The line that shows the worth of the move made, as far as known."""
        after = self._known.get(number + 1)
        if after is not None and after.value.kind == "exact" and after.line_keeps_value:
            return move, *after.line
        return (
            own.line
            if own is not None and Bounds.of(own.value) == self._move_bounds(self._positions[number], move)
            else (move,)
        )

    def so_far(self) -> Review:
        """The review of the moves examined so far."""
        record = self._record
        guesses = any(one and one.kind == "estimate" for ply in self._plies for one in (ply.before, ply.after))
        return Review(
            game=self.end.game,
            players=self.players,
            end=self.end,
            plies=tuple(self._plies),
            last=without_far(self._known[len(self)].value) if len(self) in self._known else None,
            scale=self.scale,
            nodes=self._nodes,
            forfeit=record.forfeit if record else None,
            reason=record.reason if record else "",
            opening=self._opening,
            learned=self._examiner.learned if guesses else None,
        )

    def _ply(self, number: int) -> Ply:
        """The move of that number, from 1, as far as known."""
        here, then, move = self._positions[number - 1], self._positions[number], self.end.moves[number - 1]
        finding, after = self._known.get(number - 1), self._known.get(number)
        is_opening = number <= self._opening
        if finding is None:
            return Ply(number, here, move, opening=is_opening)
        own, known = finding.of(move), self._proved(number)
        judged = self._judge.of(finding, move, known)
        worth = _move_value(own.value if own else None, known, judged)
        before, worth = without_far(finding.value), worth and without_far(worth)
        if is_opening:
            return Ply(number, here, move, before, worth, opening=True)
        threat, pending = self._examiner.threats(then), self._examiner.threats(here)
        reply, refuted = self._reply(own, after)
        return Ply(
            number,
            here,
            move,
            before,
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
            finding.line_keeps_value,
            worths=tuple(replace(one, value=without_far(one.value)) for one in finding.moves),
            pending=pending if pending.moves and pending.player != here.to_move else None,
            change=None
            if judged.proved or judged.verdict not in BAD or not finding.line_keeps_value
            else pattern_change(self._knowledge, here, finding.line, (move, *reply)),
        )

    def _reply(self, own: MoveValue | None, after: Finding | None) -> tuple[tuple[int, ...], bool]:
        """The play after a move, and whether it is proved best, by a look at what followed or before."""
        if self._sure and after is not None:
            proved = after.value.kind == "exact" and after.line_keeps_value
            if proved or own is None or own.value.kind != "exact":
                return after.line, proved
        return (own.line[1:], own.value.kind == "exact") if own else ((), False)

    def _proved(self, number: int) -> Bounds:
        here, then = self._positions[number - 1], self._positions[number]
        if self._sure:
            return self._move_bounds(here, self.end.moves[number - 1])
        if then.payoffs is None or not self._duel:
            return Bounds()
        return Bounds.of(Value("exact", then.payoffs[here.to_move]))


@checked()
def review(
    game: Game | GameRecord | Position | str,
    moves: str | Sequence[int | str] = "",
    *,
    players: Sequence[str] = (),
    search: str | None = None,
    limit: Limit = Limit(),
    knowledge: KnowledgeSource = "auto",
    threads: int = 1,
    distance: bool = True,
    known: Iterable[tuple[Position, Thought]] = (),
) -> Review:
    """Review a game move by move: its cost, better moves, and refutations.

    `game`: a game or its spec, with `moves` from its start; or a position or record with its own moves. `players`: names, first
    player first. `limit` is for each move: by default a second, less where proofs are quick. Without `search`, values are
    proved where possible (near the end, or from the book) and estimated elsewhere; the other arguments are those of
    `kibitz.think`. `known`: positions of this game with thoughts about them, whose proofs are taken over.

    Raises MoveError for illegal moves, SearchError for a search that does not fit the game.
    """
    request = SearchRequest(search, limit, knowledge, threads=threads, distance=distance)
    reviewing = Reviewing(game, moves, players=players, request=request, proofs=_proved(known))
    for _ in reviewing:
        pass
    return reviewing.so_far()


def _proved(known: Iterable[tuple[Position, Thought]]) -> Proofs | None:
    """The proofs in some thoughts; None without any."""
    proofs: Proofs | None = None
    for position, thought in known:
        proofs = proofs or Proofs(position.game)
        proofs.learn(position, thought)
    return proofs


def _end(game: Game | GameRecord | Position | str, moves: str | Sequence[int | str]) -> Position:
    """The last position of the game."""
    if isinstance(game, (Position, GameRecord)):
        if moves:
            raise GameError("a position and a record bring their own moves: leave the moves out")
        return game if isinstance(game, Position) else Position.after(game.game, game.moves)
    return Position.after(game, moves)


def _move_value(own: Value | None, known: Bounds, judged: Judgement) -> Value | None:
    """The value shown for a move: exact if proved, else the search's, or the bound that decided."""
    bounds = Bounds.of(own).intersect(known)
    low, high = bounds.low, bounds.high
    if judged.proved and judged.verdict in ("best", "good") and low is not None and low != high and low.result >= 0:
        return replace(low, kind="at_least")
    if own is not None and not (judged.proved and high is not None):
        return bounds.clamp(own)
    if low is not None and low == high:
        return low
    if high is not None:
        return replace(high, kind="at_most")
    return None if low is None else replace(low, kind="at_least")
