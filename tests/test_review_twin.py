"""Reviews of random games, with limits so tight that little is proved: all that they say, against plain minimax."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

import pytest

import reference
from kibitz import Limit, Position, Value
from kibitz.core.best_result import best_result
from kibitz.core.bounds import Bounds
from kibitz.core.rules import Game
from kibitz.core.thought import Kind, MoveValue, Thought
from kibitz.explain.review.graph import courses
from kibitz.explain.review.judge import BAD, Ply
from kibitz.explain.review.reviewing import Review, Reviewing, review
from kibitz.explain.review.table import Sentences
from kibitz.games.textbook.nim import Nim
from kibitz.present.values import ValueWords
from kibitz.proofs import Proofs, Turn
from kibitz.search.drivers.request import SearchRequest
from party_game import Fixed, Hunch
from plain_games import plain
from random_parties import plan

FEW = (1, 2, 3, 5, 8, 13, 20, 40, 80, 200, 400)
SEEDS = 60


@dataclass(frozen=True)
class Plain(Fixed):
    """Any graph between two, wins or margins, extra turns, several ways to a place; as plain Python."""

    compiles: ClassVar[bool] = False


def games(seeds: range) -> Iterator[tuple[Game, Any, random.Random]]:
    """Random games, with or without somebody who guesses, and dice for the rest."""
    for seed in seeds:
        dice = random.Random(seed)
        if seed % 4 == 3:
            yield plain(Nim, heaps=tuple(dice.randint(1, 3) for _ in range(3))), None, dice
        else:
            game = plan(seed, 2, ("tree", "meeting")[seed % 2], "zero", 0, largest=1 + seed // 2 % 3).duel(Plain)
            if not game.is_over(game.start()):
                yield game, Hunch(game) if dice.random() < 0.6 else None, dice


def played(game: Game, dice: random.Random) -> Position:
    """The end of a random game."""
    position = Position.after(game)
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


def limited(dice: random.Random) -> Limit:
    """Nodes, a depth, or both."""
    nodes, depth = Limit(nodes=dice.choice(FEW)), Limit(depth=dice.randint(1, 4))
    return dice.choice([nodes, depth, Limit(depth=dice.randint(1, 3), nodes=dice.randint(1, 60))])


@pytest.mark.parametrize("search", [None, "deepening", "alphabeta", "minimax"])
def test_all_that_a_review_says_is_so_and_one_story(search: str | None) -> None:
    claims = 0
    for game, wise, dice in games(range(SEEDS)):
        end, distance = played(game, dice), dice.random() < 0.8
        end = Position.after(game, end.moves[: dice.randint(1, len(end.moves))])
        seen = review(end, limit=limited(dice), knowledge=wise, search=search, distance=distance)
        claims += JudgedReview(seen, plies_count=distance and best_result(game) == 1).look_up()
    assert claims > 20 * SEEDS


def test_what_has_been_looked_at_so_far_is_one_story_too() -> None:
    for game, wise, dice in games(range(SEEDS // 4)):
        reviewing = Reviewing(played(game, dice), request=SearchRequest(limit=Limit(nodes=30), knowledge=wise))
        for _ in reviewing:
            JudgedReview(reviewing.so_far(), plies_count=best_result(game) == 1).look_up()


def result_keeps(value: Value, true: float) -> bool:
    return {"exact": true == value.result, "at_least": true >= value.result, "at_most": true <= value.result}[value.kind]


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def told(game: Game, position: Position, dice: random.Random, plies_count: bool, counts: float) -> Thought:
    """What a search may have proved of a position, and of some of its moves; plies with a probability of `counts`."""
    found = []
    for move in position.legal():
        after = position.play(move)
        result, plies = reference.solve(game, after.state)
        same = after.to_move == position.to_move
        found.append((move, (result if same else -result), plies + 1 if result else 0))
    best = max(found, key=lambda one: reference.order(one[1:]))

    def value(one: tuple[int, float, int], off: float = 0) -> Value:
        kinds: list[Kind] = ["exact", "at_least", "at_most"]
        kind = dice.choice(kinds)
        off = {"exact": 0, "at_least": -off, "at_most": off}[kind]
        plies = one[2] if plies_count and one[1] and dice.random() < counts and not off else None
        return Value(kind, one[1] + off, plies)

    moves = tuple(MoveValue(one[0], value(one, dice.choice((0, 1))), (one[0],)) for one in found if dice.random() < 0.4)
    if dice.random() < 0.5:
        return Thought(
            best[0],
            Value("exact", best[1], best[2] if plies_count and best[1] and dice.random() < counts else None),
            moves=moves,
        )
    return Thought(None, Value("estimate", dice.uniform(-1, 1)), moves=moves)


@pytest.mark.parametrize(("share", "counts"), [(0.3, 1.0), (0.7, 1.0), (1.0, 1.0), (0.7, 0.5), (1.0, 0.0)])
def test_what_was_proved_before_is_kept_and_no_verdict_is_against_it(share: float, counts: float) -> None:
    """However little the review itself can prove: the searches before it are right, and its own are as short as can be."""
    judged = accused = 0
    for game, wise, dice in games(range(SEEDS)):
        end, plies_count = played(game, dice), best_result(game) == 1
        line = [Position.after(game, end.moves[:ply]) for ply in range(len(end.moves))]
        known = {ply: told(game, one, dice, plies_count, counts) for ply, one in enumerate(line) if dice.random() < share}
        given = [(line[ply], thought) for ply, thought in known.items()]
        seen = review(end, limit=Limit(nodes=dice.choice((1, 2, 5, 20))), knowledge=wise, known=given)
        judge = JudgedReview(seen, plies_count)
        if counts == 1.0:
            judge.look_up()
        sure = {ply for ply, thought in known.items() if thought.value.kind == "exact"} | {len(line)}
        for ply, one in enumerate(seen.plies):
            if ply in sure:
                assert one.before is not None
                assert one.before.result == known[ply].value.result
                assert one.before.kind == "exact" or (counts < 1.0 and one.before.result), one.before
            if ply in sure and ply + 1 in sure:
                best = judge.of(line[ply], one.mover)[0]
                made = judge.of(one.after_it, one.mover)[0]
                judged, accused = judged + 1, accused + (made < best)
                assert one.verdict is not None
                assert (one.verdict in BAD) == (seen.scale.verdict(best - made) in BAD or sign(best) != sign(made)), one
        for one in seen.plies:
            for value, late in ((one.before, 0), (one.after, 1)):
                truth = judge.of(one.position if not late else one.after_it, one.mover, late)
                assert value is None or value.kind == "estimate" or value.plies is not None or result_keeps(value, truth[0])
    assert judged > 20 * share * share
    assert accused > 2 * share * share


def test_a_move_that_nobody_made_is_best_if_it_is_proved_to_win() -> None:
    """X wins with 1,3 and plays 3,3: whatever a search of one node thinks, the table has proved it."""
    end = Position.after("tic_tac_toe", "1,1 2,2 1,2 2,1 3,3 2,3")
    here = Position.after("tic_tac_toe", end.moves[:4])
    win = here.play("1,3").moves[-1]
    thought = Thought(None, Value("estimate", 0), moves=(MoveValue(win, Value("exact", 1, 1), (win,)),))
    made = review(end, limit=Limit(nodes=1), search="minimax", knowledge=None, known=[(here, thought)]).plies[4]
    assert (made.best, made.line) == (win, (win,))
    assert made.before is not None
    assert (made.before.kind, made.before.result, made.verdict) == ("exact", 1, "blunder")
    assert {one.move: one.value for one in made.worths}.get(win) == Value("exact", 1, 1)


def test_a_proof_goes_along_the_moves_both_ways() -> None:
    """A won position leaves no more than a loss; a lost one behind a move proves that whoever made it wins."""
    position = Position.after(plain(Nim, heaps=(2, 2)))
    positions = [position, position.play(position.legal()[0])]
    proofs = Proofs(position.game)
    proofs.enter(map(Turn.of, positions))
    first, move = positions[0].moves, positions[1].moves[-1]
    proofs.prove(first, 0, [Value("at_most", -1, 4)])
    assert proofs.bounds(positions[1].moves, 1).low == Value("exact", 1, 3)
    proofs.prove(first, 0, [], [(move, Value("at_least", -1, 4))])
    lost = Value("exact", -1, 4)
    assert proofs.bounds(first, 0) == proofs.bounds_of_move(first, 0, move) == Bounds(lost, lost)


# What a review claims, looked up


SLOWER = re.compile(
    r"\S+ (?P<does>wins|loses) in (?P<plies>\d+)(?P<one> or later| or sooner)? "
    r"instead of (?P<best>\d+)(?P<other> or later| or sooner)?: "
    r"(?P<least>at least )?(?P<apart>one ply|\d+ plies) (?P<late>later|sooner)\."
)
OUTCOME = r"(?P<at_least>at least )?a (?P<what>win|draw)(?: by (?P<by>\d+))?(?: in (?P<within>\d+))?"
WON = r"; now (?:\w+) (?P<what>win)s(?: by (?P<at_least>at least )?(?P<by>\d+))?(?: in (?P<within>\d+))?\.$"
Truth = tuple[float, int]
LEAST, MOST = (-inf, 0.0), (inf, 0.0)


class JudgedReview:
    """Looks up what one review claims by plain minimax: numbers, moves and sentences."""

    def __init__(self, review: Review, plies_count: bool) -> None:
        self.seen, self.game, self.count, self.claims = review, review.game, plies_count, 0
        self.sentences = Sentences(ValueWords(review.game))
        self.positions = [Position.after(self.game)]
        for move in review.end.moves:
            self.positions.append(self.positions[-1].play(move))

    def expect(self, holds: bool, what: str) -> None:
        self.claims += 1
        assert holds, what

    def look_up(self) -> int:
        for point in courses(self.seen)[0].points:
            state = self.positions[point.ply]
            truth = self.of(state, 0)
            if point.sure:
                self.expect(truth[0] == point.number, f"the graph shows {point.number} after {point.ply}, it is {truth}")
            if not state.is_over:
                self.holds(point.value, self.of(state, point.mover), f"the graph, after {point.ply}")
        for ply in self.seen.plies:
            self.ply(ply)
        self.one_story()
        return self.claims

    def one_story(self) -> None:
        """Whatever is said of a position keeps to all that is said to be proved of those before and after it."""
        plies = self.seen.plies
        at = self.positions[self.seen.missing :]
        said = [(number, ply.before, ply.mover, 0) for number, ply in enumerate(plies)]
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
                self.expect(least[0] <= mine <= most[0], f"estimate beyond a proof: {what}")
                self.expect(least != most, f"estimate of what is proved: {what}")
            else:
                self.expect(low in (LEAST, least) and high in (MOST, most), f"less than is proved: {what}")

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
        if not self.count or abs(number[0]) == inf or not number[0]:
            return number
        return number[0], number[1] - plies if number[0] > 0 else number[1] + plies

    def of(self, position: Position, player: int, plies: int = 0) -> Truth:
        """What a position is worth to a player, seen so many plies before."""
        result, left = reference.solve(self.game, position.state)
        return (result if position.to_move == player else -result), left + plies if result else 0

    def holds(self, value: Value | None, truth: Truth, what: str) -> None:
        if value is None or value.kind == "estimate":
            return
        self.expect(keeps(value, truth, self.count), f"{what}: {value.kind} {value.result} in {value.plies}, it is {truth}")

    def ply(self, ply: Ply) -> None:
        here, at, mover = ply.position, f"move {ply.number}", ply.mover
        moves = {move: self.of(here.play(move), mover, 1) for move in here.legal()}
        best, made = max(moves.values(), key=self.order), moves[ply.move]
        self.holds(ply.before, best, f"{at}, before")
        self.holds(ply.after, made, f"{at}, after")
        if ply.before is not None and ply.before.kind in ("exact", "at_least") and ply.line_keeps_value:
            self.line(here, ply.line, ply.before, f"{at}, line")
            self.expect(ply.line[:1] == (ply.best,), f"{at}: the line does not begin with the best move")
        if ply.proved and ply.verdict is not None:
            self.verdict(ply, best, made, at)
        if ply.only:
            self.expect(all(other[0] < made[0] for move, other in moves.items() if move != ply.move), f"{at} is not the only")
        if ply.equal and ply.before is not None and ply.before.kind == "exact":
            self.expect(all(self.order(moves[move]) == self.order(best) for move in ply.equal), f"{at}: not all as good")
        if ply.refuted:
            after = ply.after_it
            result, plies = self.of(after, after.to_move)
            claim = Value("exact", result, plies if self.count and result else None)
            self.line(after, ply.refutation, claim, f"{at}, refutation")
        self.said(ply, best, made, at)

    def order(self, truth: Truth) -> tuple[float, int]:
        return reference.order(truth) if self.count else (truth[0], 0)

    def verdict(self, ply: Ply, best: Truth, made: Truth, at: str) -> None:
        lost = best[0] - made[0]
        scale = self.seen.scale.within([lost, 0.0])
        timed = "later" if best[0] > 0 else "sooner"
        true = scale.verdict(lost) if lost else "best" if self.order(best) == self.order(made) else timed
        if ply.lost is not None:
            self.expect(ply.lost == lost, f"{at} costs {lost}, not {ply.lost}")
        if self.seen.scale.span is None or (ply.verdict == "good" and ply.lost == 0):
            return
        turned = (best[0] > 0) - (best[0] < 0) != (made[0] > 0) - (made[0] < 0)
        if turned and true in ("good", "inaccuracy"):
            true = "mistake"
        milder = BAD[: BAD.index(true) + 1] if true in BAD else (true,)
        self.expect(ply.verdict == true or (ply.lost is None and ply.verdict in milder), f"{at} is {true}, not {ply.verdict}")

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
                self.expect(better, f"{at}, {sentence!r} {ply.before}, {ply.after}")
        self.expect(ply.verdict != "best" or not self.is_known_worse(ply), f"{at} is called best: {ply.before} {ply.after}")

    def is_as_good(self, made: Value, best: Value) -> bool:
        if made.kind in ("exact", "at_least") and best.kind != "estimate":
            return made.order >= best.order
        return made.kind == best.kind == "estimate" and made.result >= best.result

    def is_known_worse(self, ply: Ply) -> bool:
        before, after = ply.before, ply.after
        if before is None or after is None or before.kind in ("at_most", "estimate") or after.kind in ("at_least", "estimate"):
            return False
        return after.order < before.order

    def heard(self, sentence: str, best: Truth, made: Truth) -> Iterator[tuple[Value, Truth]]:
        if slower := SLOWER.fullmatch(sentence):
            sign = 1 if slower["does"] == "wins" else -1
            assert slower["late"] == ("later" if sign > 0 else "sooner"), sentence
            yield Value(self.limit(slower["one"], sign), sign, int(slower["plies"])), made
            yield Value(self.limit(slower["other"], sign), sign, int(slower["best"])), best
            apart, told = sign * (made[1] - best[1]), int(slower["apart"].split()[0].replace("one", "1"))
            self.expect(apart >= told if slower["least"] else apart == told, f"{apart} plies: {sentence}")
        else:
            assert " instead of " not in sentence, sentence
        if missed := re.match(f"Missed {OUTCOME}; now ", sentence):
            yield outcome(missed), best
            won = re.search(WON, sentence)
            draw = Value("at_most" if " now it's at most " in sentence else "exact", 0)
            yield (draw if won is None else -outcome(won).later()), made

    def limit(self, open_end: str | None, sign: int) -> Kind:
        if open_end is None:
            return "exact"
        return "at_least" if (open_end == " or sooner") == (sign > 0) else "at_most"


def outcome(told: re.Match[str]) -> Value:
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
