"""What is said of a position follows from what was proved, whatever came first: compared with plain minimax on small trees."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import registry
from kibitz.core.rules import CHANCE
from kibitz.core.thought import Kind, MoveValue, Thought, Value
from kibitz.position import Position
from kibitz.proofs import Line, Proofs, Turn
from kibitz.table.findings import KEPT, Findings
from runs import examples
from transcript import Answer, replayed, sections

TRANSCRIPT = sections("web_findings")
SIGNS: dict[str, Kind] = {"=": "exact", "~": "estimate", ">": "at_least", "<": "at_most"}
COUNTED, MARGINS, DICE = "tic_tac_toe", "othello", "einstein"


@dataclass(frozen=True)
class Tree:
    """A small game: who moves, and what follows; an end has a result for the first player."""

    mover: int
    below: tuple["Tree", ...] = ()
    result: int = 0


def trees(spec: str) -> st.SearchStrategy[Tree]:
    """Turns of any order: each may come twice running; and dice where the game has them."""
    results = st.integers(-3, 3) if spec == MARGINS else st.sampled_from((-1, 1) if spec == DICE else (-1, 0, 1))
    movers = st.sampled_from((0, 1, CHANCE) if spec == DICE else (0, 1))
    ends = st.builds(lambda mover, result: Tree(mover, result=result), st.sampled_from((0, 1)), results)
    return st.recursive(
        ends, lambda below: st.builds(Tree, movers, st.lists(below, min_size=1, max_size=3).map(tuple)), max_leaves=10
    )


class Truth:
    """What all positions of a tree are worth, by plain minimax: the first player's result, and the plies to the end."""

    def __init__(self, tree: Tree, spec: str) -> None:
        self.game, self.counted = registry.load(spec), spec == COUNTED
        self.nodes: dict[Line, Tree] = {}
        self.number = functools.cache(self._number)
        self._enter((), tree)

    def _enter(self, line: Line, tree: Tree) -> None:
        self.nodes[line] = tree
        for move, below in enumerate(tree.below):
            self._enter((*line, move), below)

    def _number(self, line: Line) -> tuple[float, int]:
        """Result and tempo, which orders them for the first player."""
        tree = self.nodes[line]
        if not tree.below:
            return tree.result, 0
        found = [self.number((*line, move)) for move in range(len(tree.below))]
        if tree.mover == CHANCE:
            return sum(result for result, _ in found) / len(found), 0
        result, tempo = max(found) if tree.mover == 0 else min(found)
        return result, tempo - ((result > 0) - (result < 0)) if self.counted else 0

    def value(self, line: Line, mover: int, later: int = 0) -> Value:
        """As a search says it to the `mover`."""
        result, tempo = self.number(line)
        plies = abs(tempo) + later if self.counted and result else None
        value = Value("exact", result, plies)
        return -value if mover == 1 else value

    def turn(self, line: Line) -> Turn:
        """As the rules say it."""
        tree = self.nodes[line]
        moves = tuple(range(len(tree.below)))
        shares = dict.fromkeys(moves, 1 / len(moves)) if tree.mover == CHANCE and moves else {}
        payoffs = None if moves else (float(tree.result), -float(tree.result))
        return Turn(line, tree.mover, moves, shares, payoffs)


def found(draw: Any, truth: Truth, line: Line) -> tuple[Thought, bool]:
    """Something that a search may have found there: proofs are true, estimates are whatever they are."""
    mover, moves = truth.nodes[line].mover, range(len(truth.nodes[line].below))
    guess, depth = st.floats(-2, 2), draw(st.integers(0, 5))

    def some(value: Value) -> Value:
        kinds: tuple[Kind, ...] = ("exact", "at_least", "at_most", "estimate")
        kind = draw(st.sampled_from(kinds))
        if kind == "estimate":
            return Value("estimate", draw(guess))
        return replace(value, kind=kind, plies=value.plies if draw(st.booleans()) else None)

    listed = [move for move in moves if draw(st.booleans())]
    said = {move: MoveValue(move, some(truth.value((*line, move), mover, 1)), (move,)) for move in listed}
    whole = draw(st.booleans())  # else a player chose some move
    best = max(moves, key=lambda move: truth.value((*line, move), mover).order) if whole else draw(st.sampled_from(moves))
    value = some(truth.value(line, mover) if whole else truth.value((*line, best), mover, 1))
    said.pop(best, None)
    bounds = (replace(truth.value(line, mover), kind="at_least"), Value("at_most", 5)) if draw(st.booleans()) else None
    return Thought(best, value, (best,), tuple(said.values()), depth, draw(st.integers(0, 1)), bounds=bounds), whole


def holds(claim: Value, true: Value) -> bool:
    """Whether what is claimed is so. An estimate claims nothing; plies that are left out neither."""
    if claim.plies is None or true.plies is None:
        claim, true = replace(claim, plies=None), replace(true, plies=None)
    close = abs(claim.result - true.result) < 1e-6
    order = (true.order > claim.order) - (true.order < claim.order) if not close else _tempo(claim, true)
    return {"exact": order == 0, "at_least": order >= 0, "at_most": order <= 0, "estimate": True}[claim.kind]


def _tempo(claim: Value, true: Value) -> int:
    one, other = replace(claim, result=true.result).order, true.order
    return (other > one) - (other < one)


@pytest.mark.untraced
@pytest.mark.parametrize("spec", [COUNTED, MARGINS, DICE])
@given(data=st.data())
@settings(max_examples=examples(60), deadline=None)
def test_nothing_that_is_said_contradicts_the_truth_nor_what_was_proved(spec: str, data: st.DataObject) -> None:
    truth = Truth(data.draw(trees(spec)), spec)
    findings = Findings(truth.game)
    lines = data.draw(st.permutations(sorted(truth.nodes)))
    findings.enter(truth.turn(line) for line in lines[: data.draw(st.integers(1, len(lines)))])
    for line in data.draw(st.lists(st.sampled_from(lines), max_size=5)):
        if line in findings and truth.nodes[line].below and truth.nodes[line].mover != CHANCE:
            before = {one: findings.value(one, truth.nodes[one].mover) for one in lines}
            findings.hear(line, *found(data.draw, truth, line))
            for one, value in before.items():  # what is proved stays
                now = findings.value(one, truth.nodes[one].mover)
                if value is not None and value.kind == "exact":
                    assert now is not None
                    assert (now.kind, now.result) == ("exact", value.result)
                    assert value.plies in (None, now.plies)
    for line in lines:
        mover = truth.nodes[line].mover
        value = findings.value(line, mover)
        if value is not None:
            assert holds(value, truth.value(line, mover)), (line, value)
        for move, worth in findings.moves(line).items():
            assert holds(worth, truth.value((*line, move), mover, 1)), (line, move, worth)
            if value is not None and value.kind in ("exact", "at_most"):  # no move is said to be better than all of them are
                assert worth.result <= value.result + 1e-6, (line, value, move, worth)


class Seen:
    """A game and what is known of it. Values stand as "=-1/12": exact, a loss in 12; "~0.3", ">0" and "<1/3" likewise."""

    def __init__(self, spec: str) -> None:
        self.position = Position.after(registry.load(spec))
        self.findings = Findings(self.position.game)
        self.findings.enter([Turn.of(self.position)])

    def play(self, moves: str) -> None:
        for name in moves.split():
            self.position = self.position.play(self.move(name))
            self.findings.enter([Turn.of(self.position)])

    def move(self, name: str) -> int:
        return next(move for move in self.position.legal() if self.position.name(move) == name)

    def learn(self, told: str) -> None:
        """What a search has found: "MOVE VALUE" of the best one, "; MOVE VALUE" of others, and what else there is to say."""
        (best, value), *moves = ((part.split()[0], read(part.split()[1])) for part in told.split(";"))
        words = set(told.split())
        depth = next((int(word[6:]) for word in words if word.startswith("depth=")), 4)
        limits = {word[6]: read(word[6:]) for word in words if word.startswith("limit=")}
        bounds = (limits.get(">"), limits.get("<")) if limits else None
        said = tuple(MoveValue(self.move(name), worth, ()) for name, worth in moves)
        nodes, informed = 0 if "unlooked" in words else 9, "uninformed" not in words
        found = Thought(self.move(best), value, (), said, depth, nodes=nodes, informed=informed, bounds=bounds)
        self.findings.hear(self.position.moves, found, whole="choice" not in words)

    def told(self) -> str:
        """All positions that the game came through, with their moves, as the mover sees them, dice aside."""
        lines, position = [], Position.after(self.position.game)
        for move in (*self.position.moves, None):
            value = self.findings.value(position.moves, position.to_move)
            worths = [f"{position.name(one)} {written(worth)}" for one, worth in self.findings.moves(position.moves).items()]
            name = " ".join(map(str, position.names())) or "start"
            lines.append(f"   {name}: {written(value)}" + "".join(f"; {worth}" for worth in worths))
            position = position if move is None else position.play(move)
        return "\n".join(lines)


def read(text: str) -> Value:
    number, _, plies = text[1:].partition("/")
    payoffs = tuple(map(float, number.split(","))) if "," in number else None
    result = payoffs[0] if payoffs else float(number)
    return Value(SIGNS[text[0]], result, int(plies) if plies else None, payoffs)


def written(value: Value | None) -> str:
    if value is None:
        return "nothing"
    sign = next(sign for sign, kind in SIGNS.items() if kind == value.kind)
    paid = ",".join(f"{one:g}" for one in value.payoffs or ())
    return f"{sign}{value.result + 0.0:g}" + (f"/{value.plies}" if value.plies else "") + (f" ({paid})" if paid else "")


@contextmanager
def session() -> Iterator[Answer]:
    seen: list[Seen] = []

    def answer(line: str, expected: str | None) -> str:
        command, _, text = line.partition(" ")
        match command:
            case "game":
                seen.append(Seen(text))
            case "play":
                seen[-1].play(text)
            case "learn":
                seen[-1].learn(text)
            case "recall":
                seen[-1].findings.remember(seen[-1].position.moves, seen[-1].position.to_move, read(text))
        return seen[-1].told() if command in ("learn", "recall") else ""

    yield answer


@pytest.mark.parametrize("section", TRANSCRIPT)
def test_what_follows_of_what_was_found(section: str) -> None:
    assert replayed(TRANSCRIPT[section], session) == TRANSCRIPT[section]


def test_the_moves_of_positions_long_ago_are_forgotten_and_the_positions_are_not() -> None:
    seen = Seen("othello")
    findings, line, first = seen.findings, seen.position, seen.position.legal()
    for _ in range(KEPT + 2):
        move, *others = line.legal() if len(line.moves) < 20 else first
        findings.enter([Turn(line.moves, 0, (move, *others))])
        worths = tuple(MoveValue(other, Value("estimate", 0.1), ()) for other in others)
        findings.hear(line.moves, Thought(move, Value("estimate", 0.5), (), worths, 4, nodes=9))
        line = replace(line, moves=(*line.moves, move))
    assert findings.value((), 0) == Value("estimate", 0.5)
    assert list(findings.moves(())) == [first[0]]  # that is where the game went on
    assert len(findings.moves(line.moves[:20])) == len(first)


def test_a_thought_settles_its_position_not_once_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[Line] = []
    settle = Proofs._settle

    def counted(proofs: Proofs, line: Line) -> list[Line]:
        settled.append(line)
        return settle(proofs, line)

    monkeypatch.setattr(Proofs, "_settle", counted)
    for spec in ("gomoku", "go:size=9", "othello"):
        here = Position(spec)
        findings = Findings(here.game)
        findings.enter([Turn.of(here)])
        settled.clear()
        findings.hear((), Thought(here.legal()[0], Value("estimate", 0.0), (), (), 1, 1, 0.0))
        assert settled.count(()) <= 3, spec
