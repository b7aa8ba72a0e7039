"""A search by playouts is written down: it makes the descents that it always makes, and is looked at after each."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import inf
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.rules import Game, is_over, mover_of, play_move, says
from kibitz.core.thought import Stopped as Why
from kibitz.errors import SearchError
from kibitz.kernel import Machine, machine_of
from kibitz.position import Position
from kibitz.search.descriptor import search_for, search_of, title_of
from kibitz.search.drivers.handle import Background
from kibitz.search.drivers.playout_team import EXPLORING, URGENCY, MoveAverage, TreeTeam
from kibitz.search.drivers.request import SearchRequest, game_of
from kibitz.search.monte_carlo import tree as t
from kibitz.search.parts.memory import OVER, SEARCHED, UNFINISHED
from kibitz.search.parts.scores import HIGH, LOW
from kibitz.search.parts.trace_format import NUMBER_AT, PARENT_AT, SAYS_AT, WHY_AT, record_words
from kibitz.search.traces.playout_trace import Descent, Ending, NodeAverage, PlayoutTrace
from kibitz.search.traces.tracing import Tracing, usual

PLAYOUTS, MOST_PLAYOUTS = 200, 5_000  # of a tree that is drawn: by default, and at most


class SteppedTeam(TreeTeam):
    """A team of one thread that is called for one descent at a time."""

    def descend(self) -> list[tuple[int, int]]:
        """One descent: the blocks on its way, each with the row that was chosen; none when the search has ended."""
        memory, tree = self._workers[0], self.tree
        if self._ended or memory.full or self.is_settled or self.is_spent:
            return []
        if self._call(self.machine.arguments(self._state), 1, self._turn, memory, tree) == 0:
            return []
        self._mend(memory)
        found: list[tuple[int, int]] = []
        while True:
            at = t.WAY + 2 * len(found)
            block, row = int(memory[at]), int(memory[at + 1])
            found.append((block, row))
            below = int(tree[t.first_row(block, self._game.players) + row]) >> t.CHILD_BITS
            if below == 0 or tree[below + t.SEEN_AT] != tree.clock or tree[below + t.VISITS] == 0:
                return found

    @property
    def paid(self) -> tuple[float, ...]:
        """Each player's payoff of the last descent."""
        return tuple(float(self._workers[0].number(t.PAID + player)) for player in range(self._game.players))


@dataclass(slots=True)
class TracedNode:
    """A node while the search runs: the sums of its playouts, and the nodes below it by their rows."""

    state: Any
    mover: int
    ply: int = 0
    over: bool = False
    visits: int = 0
    means: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    below: dict[int, int] = field(default_factory=dict)
    moves: tuple[int, ...] = ()
    ends: dict[int, float] = field(default_factory=dict)

    def add(self, payoffs: Iterable[float]) -> None:
        """Take in one playout (Welford 1962)."""
        payoffs = tuple(payoffs)
        self.visits += 1
        if self.visits == 1:
            self.means, self.squares = list(payoffs), [0.0] * len(payoffs)
            return
        for player, paid in enumerate(payoffs):
            off = paid - self.means[player]
            self.means[player] += off / self.visits
            self.squares[player] += off * (paid - self.means[player])

    def average(self, share: float, least: float, most: float) -> NodeAverage:
        """The node's figures by now."""
        count = self.visits
        errors = None if count < 2 else tuple((square / (count - 1) / count) ** 0.5 for square in self.squares)
        return NodeAverage(count, tuple(self.means), errors, share, least, most)


class PlayoutTracing(Background[PlayoutTrace]):
    """A search by playouts that is written down, under way in a thread of its own. `stop` ends it, with what there is."""

    def __init__(self, game: Game | Position | str, state: Any, request: SearchRequest) -> None:
        """The arguments are those of `kibitz.begin`; of the limits only `nodes`, the number of playouts, and `table`."""
        super().__init__(game, state, request)
        request.check_threads()
        self._module: ModuleType = search_for(self.game, request.search)
        name = title_of(self._module)
        if not hasattr(self._module, "enter"):
            raise SearchError(f"{name} cannot be drawn as a tree: take mcts")
        self._wanted = PLAYOUTS if request.limit.nodes is None else request.limit.nodes
        if request.limit.depth is not None:
            raise SearchError(f"{name} knows no depth: limit its playouts")
        if request.distance:
            raise SearchError(f"{name} counts no plies to the end: leave the distance out")
        if self._wanted > MOST_PLAYOUTS:
            raise SearchError(f"{name} is drawn as a tree with {MOST_PLAYOUTS:,} playouts at most, not with {self._wanted:,}")
        if is_over(self.game, self.state):
            raise SearchError("the game is over here: there is nothing to search")
        machine = machine_of(self.game, request.knowledge_for(self.game))
        self._team = _team(machine, self._module, self, self._wanted)
        self._nodes = [TracedNode(self.state, self.turn)]
        self._blocks: dict[int, list[MoveAverage]] = {}  # what each block said when it was last on a way
        self._descents: list[Descent] = []
        self._began = time.perf_counter()
        self._start("kibitz-trace")

    @property
    def nodes(self) -> int:
        """Playouts so far."""
        return self._team.nodes

    def stop(self) -> None:
        """End now; takes effect after the playout that is under way."""
        self._why = self._why or "interrupted"
        self._team.end()

    def _work(self) -> PlayoutTrace:
        self._team.plant()
        root = int(self._team.tree.root_block)
        self._look(root, 0)
        while way := self._team.descend():
            self._take(way, root)
        solved = self._team.is_settled and self._why is None
        return self._write("solved" if solved else self._why or "nodes")

    def _take(self, way: list[tuple[int, int]], root: int) -> None:
        """Write down one descent."""
        team, paid, nodes = self._team, self._team.paid, [0]
        for block, row in way:
            nodes.append(self._below(nodes[-1], row, self._blocks[block][row].move))
        for node, (block, _) in zip(nodes, way, strict=False):
            self._look(block, node)
        block, row = way[-1]
        if self._blocks[block][row].block:
            self._look(self._blocks[block][row].block, nodes[-1])
        is_settled = team.proves and self._blocks[block][row].is_settled
        ending: Ending = "over" if self._nodes[nodes[-1]].over else "settled" if is_settled else "played"
        for node in nodes:
            self._nodes[node].add(paid)
        least, most = team.limits if team.proves else (team.least, team.most)
        share = team.tree.number(root + t.SHARES) / team.tree[root + t.VISITS]
        averages = [self._nodes[0].average(share, max(least, team.least), min(most, team.most))]
        for node, above, (block, row) in zip(nodes[1:], nodes, way, strict=False):
            averages.append(self._average(node, above, self._blocks[block][row]))
        self._descents.append(Descent(tuple(nodes), paid, tuple(averages), ending))

    def _average(self, node: int, above: int, found: MoveAverage) -> NodeAverage:
        """A node's figures by now; limits for MAX."""
        mine = max(0, self._nodes[above].mover) == max(0, self.turn)
        least, most = (found.least, found.most) if mine else (-found.most, -found.least)
        return self._nodes[node].average(found.share, least, most)

    def _look(self, block: int, node: int) -> None:
        found = self._blocks[block] = self._team.branches(block)
        if not self._nodes[node].moves:
            self._nodes[node].moves = tuple(one.move for one in found)
            settled = [row for row, one in enumerate(found) if self._team.proves and one.is_settled]
            self._nodes[node].ends = {row: found[row].least for row in settled}

    def _below(self, above: int, row: int, move: int) -> int:
        """The node that a row leads to, a new one where it was never chosen."""
        parent = self._nodes[above]
        if row not in parent.below:
            state, ply = play_move(self.game, parent.state, move), parent.ply + 1
            parent.below[row] = len(self._nodes)
            self._nodes.append(TracedNode(state, mover_of(self.game, state, self.turn + ply), ply, is_over(self.game, state)))
        return parent.below[row]

    def _write(self, why: Why) -> PlayoutTrace:
        """The trace: the nodes numbered again, each before those below it, in the order of the rules."""
        order, parents, rows = self._ordered()
        places = {node: place for place, node in enumerate(order)}
        descents = tuple(replace(one, nodes=tuple(places[node] for node in one.nodes)) for one in self._descents)
        declared, shared = search_of(self._module), not says(self.game, "result")
        declared = replace(declared, values="payoffs" if shared else "payoff")
        nodes, team = [self._nodes[node] for node in order], self._team
        last = {node: average for one in descents for node, average in zip(one.nodes, one.averages, strict=True)}
        return PlayoutTrace(
            self.game,
            self.state,
            self.turn,
            title_of(self._module),
            None,
            team.machine.rules.knowledge,
            self._records(nodes, parents, rows, last, why == "solved" or self.nodes == self._wanted),
            self.nodes,
            time.perf_counter() - self._began,
            why,
            declared,
            descents=descents,
            rows=tuple(node.moves for node in nodes),
            over_at=tuple(node.ends for node in nodes),
            movers=tuple(node.mover for node in nodes),
            wanted=self._wanted,
            seed=self.request.seed,
            exploring=EXPLORING if self.request.playouts.exploration is None else self.request.playouts.exploration,
            urgency=URGENCY,
            least=team.least if team.proves else -inf,
            most=team.most if team.proves else inf,
        )

    def _ordered(self) -> tuple[list[int], list[int], list[int]]:
        """The nodes in their order; where the one above each stands in it; and the rows that lead to them."""
        order, parents, rows = list[int](), list[int](), list[int]()
        waiting = [(0, 0, 0)]
        while waiting:
            node, parent, row = waiting.pop()
            order.append(node)
            parents.append(parent)
            rows.append(row)
            here = len(order) - 1
            waiting += [(child, here, row) for row, child in sorted(self._nodes[node].below.items(), reverse=True)]
        return order, parents, rows

    def _records(
        self, nodes: list[TracedNode], parents: list[int], rows: list[int], last: dict[int, NodeAverage], whole: bool
    ) -> NDArray[Any]:
        """The records that any trace holds of its nodes: values, and whether they are proved. Not `whole`: it was stopped."""
        hero, shared = max(0, self.turn), not says(self.game, "result")
        records = np.zeros((len(nodes), record_words(self.game.players, shared)), np.int64)
        for place, (node, parent, row) in enumerate(zip(nodes, parents, rows, strict=True)):
            average = last.get(place)
            proved = node.over or (average is not None and average.is_settled)
            why, claims = OVER if node.over else SEARCHED if place or whole else UNFINISHED, LOW | HIGH
            records[place, 0] = parent << PARENT_AT | row << NUMBER_AT | why << WHY_AT | claims << SAYS_AT | claims * proved
            if average is not None and not shared:
                records[place, 2:3].view(np.float64)[0] = average.least if average.is_settled else average.payoffs[hero]
            elif average is not None:
                records[place, 1:].view(np.float32)[1 : 1 + self.game.players] = average.payoffs
        return records


def _team(machine: Machine, module: ModuleType, tracing: PlayoutTracing, playouts: int) -> SteppedTeam:
    """The team that searches for a tracing: by averages alone, since these are what a trace holds."""
    limit, options = replace(tracing.request.limit, nodes=playouts), replace(tracing.request.playouts, rave=0.0, prior=0.0)
    request = replace(tracing.request, limit=limit, playouts=options)
    return SteppedTeam(machine, module, tracing.game, tracing.state, tracing.turn, request, threads=1)


def tracing_of(game: Game | Position | str, state: Any, request: SearchRequest, nodes: int) -> Tracing | PlayoutTracing:
    """A search that is written down, begun; `nodes`: written down at most, by a search that goes from node to node."""
    rules = game_of(game)
    name = request.search or usual(rules)
    if search_of(search_for(rules, name)).is_anytime:
        return PlayoutTracing(game, state, request)
    if request.limit.nodes is not None:
        raise SearchError(f"{name} makes no playouts that could be counted: that is for mcts")
    return Tracing(game, state, request, nodes)
