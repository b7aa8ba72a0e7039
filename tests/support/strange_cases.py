"""One odd game after some moves, and who is asked about it: searches, the referee, tables, players, a protocol, a review."""

import math
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import kibitz
from history_oracle import Lived, Oracle
from kibitz.core.thought import Limit, Thought
from kibitz.errors import KibitzError
from kibitz.explain.review.examiner import value_moves
from kibitz.position import Position
from kibitz.protocols import ugi
from kibitz.protocols.serving.settings import EngineSettings
from kibitz.search.drivers.playouts import playouts
from kibitz.search.entry import begin
from kibitz.solutions.solution import Solution, solve_everything
from odd_designs import design, knowledge
from odd_games import Design, Odd, Stand
from strange_judge import Failure, Judge, judge_referee, sure

SEARCHES = {
    "minimax": 3.0,
    "alphabeta": 3.0,
    "deepening": 5.0,
    "selective": 5.0,
    "solve": 4.0,
    "proof": 5.0,
    "mcts": 3.0,
    "expectiminimax": 0.4,
    "maxn": 0.4,
    "paranoid": 0.4,
    "best_reply": 0.4,
}
"""How often each is asked."""
COMPANIONS = (
    "selective:nodes=200",
    "selective:nodes=800,knowledge=none",
    "selective:depth=6",
    "deepening:nodes=300",
    "alphabeta:depth=3",
    "mcts:nodes=60",
    "proof:nodes=200",
    "greedy",
    "computer:level=7",
)
ENDLESS = ("solve", "proof", "mcts")  # take no depth
BY_PAYOFFS = ("expectiminimax", "maxn", "paranoid", "best_reply")


class Case:
    """One odd game after some moves."""

    def __init__(self, seed: int, plan: Design | None = None) -> None:
        """`plan`: another than the one that the seed stands for.

        Raises TooLarge, Lawless; Failure where the referee sees another game than the oracle.
        """
        self.seed, self.dice, self.plan = seed, random.Random(f"strange {seed}"), plan or design(seed)
        self.game: Odd = self.plan.made()
        self.oracle = Oracle(self.plan)
        self.here, self.position = self.oracle.begin(), Position.after(self.game)
        judge_referee(self.oracle, self.here, self.position)
        for _ in range(self.dice.choice([0, 0, 1, 2, 3, 4, 6, 8])):
            if not self._go_on():
                break
        self.oracle.worth(self.here)
        self.wise = knowledge(self.plan, self.game, self.dice) if self.dice.random() < 0.6 else None

    def _go_on(self) -> bool:
        """One move further, unless that ends the game."""
        moves = self.oracle.legal(self.here)
        move = self.dice.choice(moves) if moves else None
        after = None if move is None else self.oracle.after(self.here, move)
        if move is None or after is None or self.oracle.result(after) is not None:
            return False
        self.here, self.position = after, self.position.play(move)
        judge_referee(self.oracle, self.here, self.position)
        return True

    def questions(self, count: int) -> Iterator[dict[str, Any]]:
        """How searches are asked."""
        dice = self.dice
        for _ in range(count):
            search = dice.choices(list(SEARCHES), list(SEARCHES.values()))[0]
            asked: dict[str, Any] = {"search": search, "all_moves": dice.random() < 0.4, "knowledge": self.wise}
            depth = dice.choice([1, 1, dice.randint(1, 20)]) if search not in ENDLESS and dice.random() < 0.6 else None
            if search == "solve":
                asked["weak"] = dice.random() < 0.2
            if search not in ("proof", "mcts", *BY_PAYOFFS):
                asked["distance"] = dice.choice([None, True, False])
            if search in ("deepening", "selective", "solve") and dice.random() < 0.1:
                asked["threads"] = 2
            if search == "mcts":
                asked["seed"] = dice.randrange(1000)
            table = 2**18 if search == "mcts" else dice.choice([256, 4096, 2**18])
            asked["limit"] = Limit(depth=depth, nodes=int(2 ** dice.uniform(2, 12)), table=table)
            asked["bare"] = dice.random() < 0.1  # without what was before
            yield asked


def think(case: Case, asked: dict[str, Any]) -> str:
    """What a search says, step by step."""
    how = {name: value for name, value in asked.items() if name != "bare"}
    here: Lived = case.here
    game: Any = case.game if asked["bare"] else case.position
    state = Stand(*here[:3]) if asked["bare"] else None
    here = case.oracle.begin(*here[:3]) if asked["bare"] else here
    case.oracle.worth(here)
    judge = Judge(case.oracle, here, asked.get("distance") is not False, asked.get("weak", False))
    thinking = begin(game, state, **how)
    try:
        for thought in thinking:
            judge.thought(thought, is_whole=thought.stopped in ("depth", "solved"))
    finally:
        thinking.close()
    return str(thinking.result().value.kind)


def _walk(case: Case) -> str:
    """That one ply deep all moves are looked at that are legal, and no others, down a line to its end."""
    here, position = case.here, case.position
    search = case.dice.choice(["minimax", "alphabeta", "deepening", "selective"])
    while moves := case.oracle.legal(here):
        case.oracle.worth(here)
        thought = kibitz.think(position, search=search, limit=Limit(depth=1), knowledge=None, all_moves=True)
        Judge(case.oracle, here, plies=True).thought(thought, is_whole=True)
        sure({one.move for one in thought.moves} == set(moves), f"{search} looks at {thought.moves}, and legal are {moves}")
        move = case.dice.choice(moves)
        here, position = case.oracle.after(here, move), position.play(move)
        judge_referee(case.oracle, here, position)
    return search


def _look_up(case: Case) -> str:
    """The strong solution, from its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "odd.solution"
        solve_everything(case.game, path)
        solution = Solution(path, case.game)
        moves = solution.best(case.position)
        sure({one.move for one in moves} == set(case.oracle.legal(case.here)), "the table values other moves")
        line = (moves[0].move, *solution.line(case.position.play(moves[0].move).state))
        thought = Thought(moves[0].move, moves[0].value, line, moves, stopped="depth")
        Judge(case.oracle, case.here, plies=True).thought(thought, is_whole=True)
    return str(moves[0].value.kind)


def _play_at_random(case: Case) -> str:
    """That random games are games that can be played, and pay what these pay."""
    ends = case.oracle.ends(case.here)
    for seed in range(5):
        found = playouts(case.position, games=1, seed=seed)
        mean, plies = found.outcomes[case.here.mover].mean, next(iter(found.lengths))
        wanted = {result + case.here.lead for result, length in ends if length == plies}
        sure(
            any(math.isclose(mean, one, rel_tol=1e-12) for one in wanted),
            f"a random game of {plies} plies pays {mean}, and such games pay {wanted}",
        )
    return "games"


def _converse(case: Case) -> str:
    """That an engine of a protocol knows whether a game is over, and what is legal."""
    said: list[str] = []
    conversation = ugi.start(case.game, EngineSettings(search="minimax"), said.append)
    here, moves = case.here, list(case.position.moves)
    try:
        while legal := case.oracle.legal(here):
            barred = [move for move in range(len(case.plan.edges[here.node])) if move not in legal]
            for move in barred[:1]:  # passed over, so the position before stays
                conversation.hear("position startpos moves " + " ".join(map(str, [*moves, move])))
            _hear(case, here, moves, said, conversation)
            move = case.dice.choice(legal)
            here, moves = case.oracle.after(here, move), [*moves, move]
        _hear(case, here, moves, said, conversation)
    finally:
        conversation.close()
    return "talks"


def _hear(case: Case, here: Lived, moves: list[int], said: list[str], conversation: Any) -> None:
    if case.plan.is_large:
        raise KibitzError("larger units")
    for line in ("position startpos moves " + " ".join(map(str, moves)), "query gameover", "query result"):
        conversation.hear(line)
    result = case.oracle.result(here)
    first = 0 if result is None else (result + here.lead) * (1 if here.mover == 0 else -1)
    outcome = "none" if result is None else "draw" if first == 0 else "p1win" if first > 0 else "p2win"
    wanted = [f"response {str(result is not None).lower()}", f"response {outcome}"]
    sure(said[-2:] == wanted, f"{moves}: {said[-2:]}, and not {wanted}")


def _settle(case: Case) -> str:
    """That a solver keeps no proof that is none: positions of one game, one after the other."""
    solver = kibitz.solver(case.game, knowledge=case.wise, table=2**16)
    here, position = case.here, case.position
    while moves := case.oracle.legal(here):
        value, truth = solver.worth(position.state), case.oracle.worth(here)
        result, plies = truth[0] + here.lead, None if case.plan.pays else truth[1]
        sure(
            value.result == result and (value.plies is None or value.plies == plies),
            f"{position.moves}: {value}, and not {truth}",
        )
        move = case.dice.choice(moves)
        here, position = case.oracle.after(here, move), position.play(move)
    return "settles"


def _accompany(case: Case) -> str:
    """What a player says of each position of a game, which it may remember from move to move."""
    name = case.dice.choice(COMPANIONS)
    one, here, position = kibitz.player(name, seed=1), case.here, case.position
    while moves := case.oracle.legal(here):
        thought = one.think(position)
        try:
            Judge(case.oracle, here, plies=True).thought(thought, is_whole=False)
        except Failure as failure:
            raise Failure(f"{name} after {position.moves}: {failure}") from None
        move = thought.best if case.dice.random() < 0.6 and thought.best is not None else case.dice.choice(moves)
        here, position = case.oracle.after(here, move), position.play(move)
    return name


def _review(case: Case) -> str:
    """What a review says of each move of a game, and of what else there was."""
    past, position = [case.oracle.begin()], Position.after(case.game)
    line = list(case.position.moves)
    while len(line) < 12 and (line[len(past) - 1 :] or case.oracle.legal(past[-1])):
        if not line[len(past) - 1 :]:
            line.append(case.dice.choice(case.oracle.legal(past[-1])))
        move = line[len(past) - 1]
        past, position = [*past, case.oracle.after(past[-1], move)], position.play(move)
    if not position.moves:
        return "nothing"
    found = kibitz.review(position, limit=Limit(nodes=60), knowledge=None)
    for here, ply in zip(past, found.plies, strict=False):
        judge = Judge(case.oracle, here, plies=True)
        worths = [(None, ply.before), (ply.move, ply.after), *((one.move, one.value) for one in ply.worths)]
        for which, value in worths:
            if value is not None:
                judge.value(value, which, f"ply {ply.number}, move {which}")
        judge.line(ply.line, replace(ply.before, kind="estimate") if ply.before is not None else None)
    return "plies"


def _value_by_positions(case: Case) -> str:
    """What a review makes of a player that values positions only."""
    thought = value_moves(kibitz.player("greedy", seed=1), case.position)
    Judge(case.oracle, case.here, plies=True).thought(thought, is_whole=True)
    return str(thought.value.kind)


def _play(case: Case) -> str:
    """What the strongest player says, and the game that it plays."""
    name = case.dice.choice(["computer:level=10,time=0.03", "perfect:time=0.1"])
    one = kibitz.player(name, seed=1)
    if hasattr(one, "admit"):
        one.admit(case.game)
    thought = one.think(case.position)
    Judge(case.oracle, case.here, plies=thought.value.plies is not None).thought(thought, is_whole=False)
    record = kibitz.play_out(case.game, [name, "random"], case.position, seed=case.seed)
    here = case.here
    sure(record.forfeit is None, f"{record.players} ended by a fault: {record.reason}")
    for move in map(int, record.moves[len(case.position.moves) :]):
        sure(move in case.oracle.legal(here), f"{record.moves}: {move} is not legal")
        here = case.oracle.after(here, move)
    judge_referee(case.oracle, here, Position.after(case.game, [int(move) for move in record.moves]))
    return str(thought.value.kind)


EVERYBODY: dict[str, tuple[float, Callable[[Case], str]]] = {
    "walk": (0.15, _walk),
    "table": (0.03, _look_up),
    "playouts": (0.1, _play_at_random),
    "protocol": (0.1, _converse),
    "solver": (0.1, _settle),
    "companion": (0.1, _accompany),
    "review": (0.03, _review),
    "valuing": (0.05, _value_by_positions),
    "player": (0.02, _play),
}
"""Beside the searches: how often each is asked, and how. It gives the kind of what was said; Failure where that is false."""
