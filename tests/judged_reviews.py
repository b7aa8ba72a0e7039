"""What a review claims of a game between two without dice, looked up by plain minimax: numbers, moves, sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

import reference
from kibitz import Position, Value
from kibitz.explain.review.game_review import Ply
from kibitz.explain.review.graph import courses
from kibitz.explain.review.judge import BAD
from kibitz.explain.review.reviewing import Review
from kibitz.explain.review.table import Sentences
from kibitz.present.values import ValueWords
from kibitz.thought import Kind

SLOWER = re.compile(
    r"\S+ (?P<does>wins|loses) in (?P<plies>\d+)(?P<one> or later| or sooner)? "
    r"instead of (?P<best>\d+)(?P<other> or later| or sooner)?: "
    r"(?P<least>at least )?(?P<apart>one ply|\d+ plies) (?P<late>later|sooner)\."
)
OUTCOME = r"(?P<at_least>at least )?a (?P<what>win|draw)(?: by (?P<by>\d+))?(?: in (?P<within>\d+))?"
Truth = tuple[float, int]
LEAST, MOST = (-inf, 0.0), (inf, 0.0)


@dataclass
class Judged:
    """What was found wrong in reviews, a sentence each, and how many claims were looked up."""

    wrong: list[str] = field(default_factory=list)
    claims: int = 0

    def expect(self, holds: bool, what: str) -> None:
        """Takes note of a claim, and of what is wrong if it does not hold."""
        self.claims += 1
        if not holds:
            self.wrong.append(what)

    def review(self, review: Review, plies_count: bool) -> None:
        """All that a review says."""
        Judge(self, review, plies_count).all()


class Judge:
    """Looks up the claims of one review."""

    def __init__(self, judged: Judged, review: Review, plies_count: bool) -> None:
        self.note, self.seen, self.game, self.count = judged, review, review.game, plies_count
        self.sentences = Sentences(ValueWords(review.game))

    def all(self) -> None:
        """The graph, and each move."""
        for point in courses(self.seen)[0].points:
            state = self.positions[point.ply]
            truth = self.of(state, 0)
            if point.sure:
                self.note.expect(truth[0] == point.number, f"the graph shows {point.number} after {point.ply}, it is {truth}")
            if not state.is_over:
                self.holds(point.value, self.of(state, point.mover), f"the graph, after {point.ply}")
        for ply in self.seen.plies:
            self.ply(ply)
        self.one_story()

    def one_story(self) -> None:
        """Whatever is said of a position keeps to all that is said to be proved of those before and after it."""
        plies = self.seen.plies
        at = self.positions[self.seen.missing :]
        said: list[tuple[int, Value | None, int, int]] = [
            (number, ply.before, ply.mover, 0) for number, ply in enumerate(plies)
        ]
        said += [(number, ply.after, ply.mover, 1) for number, ply in enumerate(plies, 1)]
        said.append((len(plies), self.seen.last, at[-1].to_move, 0))
        told = [(number, value, player, late) for number, value, player, late in said if value is not None]
        known = [[LEAST, MOST] for _ in at]  # what is proved, least and most, for the first player
        for number, value, player, late in told:
            if value.kind != "estimate":
                low, high = self.limits(value, player, late)
                known[number] = [max(known[number][0], low), min(known[number][1], high)]
        for number in reversed(range(len(plies))):  # who is to move gets no less than by the move that was made
            side = at[number].to_move
            known[number][side] = (max, min)[side](known[number][side], self.aged(known[number + 1][side]))
        for number in range(len(plies)):  # and no move is worth more than the position
            side = 1 - at[number].to_move
            known[number + 1][side] = (max, min)[side](known[number + 1][side], self.aged(known[number][side], -1))
        for number, value, player, late in told:
            low, high = self.limits(value, player, late)
            least, most = known[number]
            what = f"{value.kind} {value.result} in {value.plies} for {player}, {number - late + 1}, {late}: {known[number]}"
            if value.kind == "estimate":
                mine = value.result if player == 0 else -value.result
                self.note.expect(least[0] <= mine <= most[0], f"estimate beyond a proof: {what}")
                self.note.expect(least != most, f"estimate of what is proved: {what}")
            else:
                self.note.expect(low in (LEAST, least) and high in (MOST, most), f"less than is proved: {what}")

    def limits(self, value: Value, player: int, late: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The least and the most that a value proves for the first player, as numbers that sort; seen `late` plies before."""
        plies = (value.plies or 0) - late if self.count and value.result else 0
        number = (value.result, -plies if value.result > 0 else plies)
        if player == 1:
            number = (-number[0] or 0, -number[1] or 0)
        least = value.kind == "exact" or (value.kind == "at_least") == (player == 0)
        most = value.kind == "exact" or (value.kind == "at_least") != (player == 0)
        return (number if least else LEAST), (number if most else MOST)

    def aged(self, number: tuple[float, float], plies: int = 1) -> tuple[float, float]:
        """The same, a ply earlier."""
        if not self.count or abs(number[0]) == inf or not number[0]:
            return number
        return number[0], number[1] - plies if number[0] > 0 else number[1] + plies

    @property
    def positions(self) -> list[Position]:
        found = [Position.after(self.game)]
        for move in self.seen.end.moves:
            found.append(found[-1].play(move))
        return found

    def of(self, position: Position, player: int, plies: int = 0) -> Truth:
        """What a position is worth to a player, seen so many plies before."""
        result, left = reference.solve(self.game, position.state)
        return (result if position.to_move == player else -result), left + plies if result else 0

    def holds(self, value: Value | None, truth: Truth, what: str) -> None:
        """What is said of a number is so."""
        if value is None or value.kind == "estimate":
            return
        self.note.expect(
            keeps(value, truth, self.count), f"{what}: {value.kind} {value.result} in {value.plies}, it is {truth}"
        )

    def ply(self, ply: Ply) -> None:
        """A move."""
        here, at, mover = ply.position, f"move {ply.number}", ply.mover
        moves = {move: self.of(here.play(move), mover, 1) for move in here.legal()}
        best, made = max(moves.values(), key=self.order), moves[ply.move]
        self.holds(ply.before, best, f"{at}, before")
        self.holds(ply.after, made, f"{at}, after")
        if (
            ply.best is not None
            and ply.before is not None
            and ply.before.kind in ("exact", "at_least")
            and ply.line_keeps_value
        ):
            self.line(here, ply.line, ply.before, f"{at}, line")
            self.note.expect(ply.line[:1] == (ply.best,), f"{at}: the line does not begin with the best move")
        if ply.proved and ply.verdict is not None:
            self.verdict(ply, best, made, at)
        if ply.only:
            self.note.expect(
                all(other[0] < made[0] for move, other in moves.items() if move != ply.move), f"{at} is not the only"
            )
        if ply.equal and ply.before is not None and ply.before.kind == "exact":
            self.note.expect(all(self.order(moves[move]) == self.order(best) for move in ply.equal), f"{at}: not all as good")
        if ply.refuted:
            after = ply.after_it
            claim = exactly(self.of(after, after.to_move), self.count)
            self.line(after, ply.refutation, claim, f"{at}, refutation")
        self.said(ply, best, made, at)

    def order(self, truth: Truth) -> tuple[float, int]:
        return reference.order(truth) if self.count else (truth[0], 0)

    def verdict(self, ply: Ply, best: Truth, made: Truth, at: str) -> None:
        """A verdict that is called proved."""
        lost = best[0] - made[0]
        scale = self.seen.scale.within([lost, 0.0])
        timed = "later" if best[0] > 0 else "sooner"
        true = scale.verdict(lost) if lost else "best" if self.order(best) == self.order(made) else timed
        if ply.lost is not None:
            self.note.expect(ply.lost == lost, f"{at} costs {lost}, not {ply.lost}")
        if self.seen.scale.span is None:
            return
        turned = (best[0] > 0) - (best[0] < 0) != (made[0] > 0) - (made[0] < 0)
        if turned and true in ("good", "inaccuracy"):
            true = "mistake"
        milder = BAD[: BAD.index(true) + 1] if true in BAD else (true,)
        self.note.expect(
            ply.verdict == true or (ply.lost is None and ply.verdict in milder), f"{at} is {true}, not {ply.verdict}"
        )

    def line(self, position: Position, line: Sequence[int], value: Value, what: str) -> None:
        """Played out, a line shows what it stands for, as far as it goes."""
        mover = position.to_move
        for plies, move in enumerate(line, 1):
            position = position.play(move)
            truth = self.of(position, mover, plies)
            self.holds(value, truth, f"{what} {line[:plies]} of {line}")

    def said(self, ply: Ply, best: Truth, made: Truth, at: str) -> None:
        """The sentences, by their words alone."""
        for sentence in self.sentences.about(ply):
            for claim, truth in self.heard(sentence, best, made):
                self.holds(claim, truth, f"{at}, {sentence!r}")
            if sentence.startswith("Better"):
                assert ply.before is not None
                better = ply.best != ply.move and (ply.after is None or not self.is_as_good(ply.after, ply.before))
                self.note.expect(better, f"{at}, {sentence!r} {ply.before}, {ply.after}")
        self.note.expect(
            ply.verdict != "best" or not self.is_known_worse(ply), f"{at} is called best: {ply.before} {ply.after}"
        )

    def is_as_good(self, made: Value, best: Value) -> bool:
        """Whether a move is known to be as good as another, or thought to be."""
        if made.kind in ("exact", "at_least") and best.kind != "estimate":
            return made.order >= best.order
        return made.kind == best.kind == "estimate" and made.result >= best.result

    def is_known_worse(self, ply: Ply) -> bool:
        """Whether a move is said to be proved worse than what the position is said to be proved worth."""
        before, after = ply.before, ply.after
        if (
            before is None
            or after is None
            or before.kind not in ("exact", "at_least")
            or after.kind not in ("exact", "at_most")
        ):
            return False
        return after.order < before.order

    def heard(self, sentence: str, best: Truth, made: Truth) -> Iterator[tuple[Value, Truth]]:
        """What a sentence claims to be worth what."""
        if slower := SLOWER.fullmatch(sentence):
            sign = 1 if slower["does"] == "wins" else -1
            assert slower["late"] == ("later" if sign > 0 else "sooner"), sentence
            yield Value(self.limit(slower["one"], sign), sign, int(slower["plies"])), made
            yield Value(self.limit(slower["other"], sign), sign, int(slower["best"])), best
            apart, told = sign * (made[1] - best[1]), int(slower["apart"].split()[0].replace("one", "1"))
            self.note.expect(apart >= told if slower["least"] else apart == told, f"{apart} plies: {sentence}")
        else:
            assert " instead of " not in sentence, sentence
        if thrown := re.match(f"Threw away {OUTCOME}", sentence):
            yield outcome(thrown), best
        if allowed := re.search(f"allowed {OUTCOME} for", sentence):
            yield -outcome(allowed).later(), made

    def limit(self, open_end: str | None, sign: int) -> Kind:
        """What is open of a number of plies, as it is told of a win (`sign` 1) or a loss."""
        if open_end is None:
            return "exact"
        return "at_least" if (open_end == " or sooner") == (sign > 0) else "at_most"


def outcome(told: re.Match[str]) -> Value:
    """ "a win in 7", "at least a win by 4", "a draw"; "a win" alone, where one may come sooner or later."""
    result = 0 if told["what"] == "draw" else int(told["by"] or 1)
    is_open = told["at_least"] is not None or (result > 0 and told["by"] is None and told["within"] is None)
    return Value("at_least" if is_open else "exact", result, int(told["within"]) if told["within"] else None)


def keeps(value: Value, truth: Truth, count: bool) -> bool:
    """Whether a claim holds of what something is worth."""
    mine, its = (value.result, 0), (truth[0], 0)
    if count and value.plies is not None and value.result == truth[0] != 0:
        mine, its = reference.order((value.result, value.plies)), reference.order(truth)
    if value.kind == "exact":
        return mine == its and (not count or not value.result or value.plies is not None)
    return its >= mine if value.kind == "at_least" else its <= mine


def exactly(truth: Truth, count: bool) -> Value:
    return Value("exact", truth[0], truth[1] if count and truth[0] else None)
