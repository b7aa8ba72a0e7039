"""Odd games drawn at random, and what somebody may know of them: true of each state by itself, whatever its history."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from history_oracle import Lawless, Lived, Oracle, TooLarge, Worth
from kibitz.core.data import Floats, Ints
from odd_games import Bounds, Counts, Design, Edge, Finishes, Guesses, Keyed, LooksAt, Lore, Mirrors, Names, Odd, Orders, lore

SHAPES = ("rings", "rings", "rings", "tangle", "thicket", "mirrored", "mirrored rings")
RECURRENCES = ("draw", "draw", "draw", "loss", "forbidden", "forbidden", "forbidden", "judged draw", "judged loss", "")
SIZES = (1,) * 12 + (3, 3, 3, 40, 40, 200, 1000, 1 << 20, 1 << 22, 1 << 31, 1 << 40, 1 << 52, 1 << 60)
KNOWING = (Guesses, Orders, Names, LooksAt, Bounds, Counts, Finishes, Keyed)
FAR = 1 << 20  # plies that no game lasts
MOST_STATES = 400  # of which something is known

Edges = list[list[Edge]]
Links = list[list[int]]


@dataclass
class Habits:
    """What the moves of a game do beside leading somewhere."""

    dice: random.Random
    recurrence: str  # with "judged" before it where the rules judge
    count: int  # of recurrences
    decides: bool = field(init=False)
    last: int = field(init=False)
    ticks: int = field(init=False)
    resets: float = field(init=False)
    again: float = field(init=False)
    passes: float = field(init=False)
    gates: float = field(init=False)
    largest: int = field(init=False)
    reward: int = field(init=False)

    def __post_init__(self) -> None:
        dice = self.dice
        self.decides = not self.recurrence or dice.random() < 0.5
        # About as long as a circle takes that may not be closed: ends and recurrences meet.
        meets = dice.choice([2, 2, 3, 4]) * (self.count - 1) + dice.choice([-1, 0, 0, 1])
        self.last = max(2, dice.choice([meets, meets, dice.randint(3, 9)])) if self.decides else dice.choice([1, 1, 2, 3])
        self.ticks = 1 if self.decides or dice.random() < 0.3 else 0
        self.resets = 0.15 if self.recurrence and dice.random() < 0.3 else 0.0
        self.again, self.passes, self.gates = (dice.choice(some) for some in ([0, 0, 0.15, 0.4], [0, 0, 0.2], [0, 0, 0, 0.3]))
        self.largest = dice.choice(SIZES)
        self.reward = dice.choice([1, 1, 2, 3, self.largest]) if dice.random() < 0.2 else 0

    def edges(self, links: Links) -> Edges:
        """The moves along these links, of which each node keeps one that no clock shuts."""
        return [self._row(links, [*out, node] if self._happens(self.passes) and out else out) for node, out in enumerate(links)]

    def _row(self, links: Links, out: list[int]) -> list[Edge]:
        ends = [to for to in out if not links[to]]
        row = [self._edge(to, to in (ends or out[:1])) for to in dict.fromkeys(out)]
        self.dice.shuffle(row)
        return row

    def _edge(self, to: int, stays_open: bool) -> Edge:
        opens = self.dice.randint(1, self.last) if not stays_open and self._happens(self.gates) else 0
        shuts = self.dice.randint(0, self.last) if not stays_open and self._happens(self.gates) else FAR
        ticks = -1 if self._happens(self.resets) else self.ticks
        return Edge(to, self._happens(self.again), ticks, opens, shuts, self.dice.randint(-self.reward, self.reward))

    def results(self, count: int) -> list[int]:
        """So many results, many of which are draws or alike."""
        draws = self.dice.choice([0.2, 0.5])
        near = min(self.largest - 1, 3)
        return [
            0 if self._happens(draws) else self.dice.choice([-1, 1]) * (self.largest - self.dice.randint(0, near))
            for _ in range(count)
        ]

    def _happens(self, chance: float) -> bool:
        return self.dice.random() < chance


def design(seed: int) -> Design:
    """A random one."""
    dice = random.Random(f"odd {seed}")
    shape, kind = dice.choice(SHAPES), dice.choice(RECURRENCES)
    habits = Habits(dice, kind, dice.choice([2, 2, 2, 3, 3, 4]))
    links = _rings(dice) if "rings" in shape else _thicket(dice) if shape == "thicket" else _tangle(dice)
    if kind == "forbidden" or dice.random() < 0.2:
        links = _with_exits(links)
    edges = habits.edges(links)
    twins = list(range(len(edges)))
    if "mirrored" in shape:
        edges, twins = _mirrored(dice, edges)
    count = len(edges)
    gets, judged = habits.results(count), habits.results(2 * count)
    means = dice.choice(["any", "any", "draws", "one side"])
    runs_out = habits.results(count) if means == "any" else [0 if means == "draws" else habits.largest] * count
    for node, twin in enumerate(twins):
        gets[node], runs_out[node] = gets[min(node, twin)], runs_out[min(node, twin)]
        judged[2 * node : 2 * node + 2] = judged[2 * min(node, twin) :][:2]
    alternates = dice.random() < 0.2
    keeps_turn = alternates or dice.random() < 0.85
    is_merged = "mirrored" not in shape and dice.random() < 0.15
    keyed = _keyed(dice, edges) if is_merged else list(range(count))
    if not is_merged and dice.random() < 0.3:  # else one position comes back as another
        edges = _with_last_moves(dice, edges)
    # A clock that is set back may come to a position later than it was there before.
    only_draws = not habits.gates and not habits.resets and not (habits.decides and any(runs_out))
    most = max(map(abs, [*gets, *runs_out, *judged, 1]))
    longest = 6 * count * (habits.last + 1)  # plies: no position is on the board more often
    return Design(
        edges,
        gets,
        runs_out,
        judged,
        keyed,
        twins,
        habits.last,
        habits.decides,
        keeps_clock=dice.random() < (0.15 if habits.decides else 0.4),
        keeps_turn=keeps_turn,
        alternates=alternates,
        recurrence=kind.removeprefix("judged "),
        count=habits.count,
        judges=kind.startswith("judged"),
        pays=habits.reward > 0,
        names_best=dice.random() < 0.7,
        names_key=kind != "" and dice.random() < 0.9,
        names_final=any(edge.final for row in edges for edge in row),
        promises=only_draws and keeps_turn and not is_merged and dice.random() < 0.6,
        best=most + longest * habits.reward,
    )


def _rings(dice: random.Random) -> Links:
    """One to three circles that share a node, with ends beside them."""
    links: Links = [[]]
    for _ in range(dice.choice([1, 2, 2, 3])):
        begin = dice.randrange(len(links))
        ring = [begin, *range(len(links), len(links) + dice.randint(1, 3))]
        links += [[] for _ in ring[1:]]
        for here, there in zip(ring, [*ring[1:], begin], strict=True):
            links[here].append(there)
            if dice.random() < 0.35:
                links[there].append(here)
    links = [list(dict.fromkeys(out)) for out in links]
    exits = dice.choice([0.15, 0.3, 0.6])
    for node in range(len(links)):
        if dice.random() < exits:
            links[node].append(len(links))
            links.append([])
    return links


def _tangle(dice: random.Random) -> Links:
    """Few nodes that lead anywhere."""
    nodes = dice.randint(3, 6)
    return [
        [] if node and dice.random() < 0.3 else dice.sample(range(nodes), dice.randint(1, min(3, nodes)))
        for node in range(nodes)
    ]


def _thicket(dice: random.Random) -> Links:
    """Many nodes, mostly one after the other, with one to three ways back."""
    nodes = dice.randint(8, 40)
    links: Links = []
    for node in range(nodes):
        after = range(node + 1, min(nodes, node + 7))
        ends = not after or (node and dice.random() < 0.25)
        links.append([] if ends else dice.sample(after, dice.randint(1, min(2, len(after)))))
    inner = [node for node, out in enumerate(links) if out]
    for _ in range(dice.randint(1, 3)):
        node = dice.choice(inner)
        links[node] = list(dict.fromkeys([*links[node], dice.randrange(node + 1)]))
    return links


def _with_exits(links: Links) -> Links:
    """From each node a way to an end of its own kind."""
    ends = len(links)
    return [[*out, ends + node % 2] if out else [] for node, out in enumerate(links)] + [[], []]


def _mirrored(dice: random.Random, edges: Edges) -> tuple[Edges, list[int]]:
    """Two copies of a graph, from some edges of which one crosses to the other copy; and the twin of each node.

    Some ends are their own twins.
    """
    count = len(edges)
    shared = [not edges[node] and dice.random() < 0.5 for node in range(count)]
    crosses = [[dice.random() < 0.4 for _ in row] for row in edges]

    def to(node: int, half: int) -> int:
        return node if shared[node] else node + count * half

    both = [
        [edge._replace(to=to(edge.to, half ^ int(over))) for edge, over in zip(row, crosses[node], strict=True)]
        for half in (0, 1)
        for node, row in enumerate(edges)
    ]
    edge = dice.choice(edges[0])
    if not shared[edge.to] and dice.random() < 0.6:  # the start has a way into either copy
        both[0] += [edge._replace(to=to(edge.to, half)) for half in (0, 1)]
        both[count] += [edge._replace(to=to(edge.to, half)) for half in (1, 0)]
    return both, [node if shared[node % count] else (node + count) % (2 * count) for node in range(2 * count)]


def _with_last_moves(dice: random.Random, edges: Edges) -> Edges:
    """Some moves after which nothing from before can come back are said to be irreversible; they may set the clock back."""
    reached: list[set[int]] = [{edge.to for edge in row} for row in edges]
    for _ in edges:
        for there in reached:
            there |= {far for node in there for far in reached[node]}
    leads = [{other for other, far in enumerate(reached) if node in far} | {node} for node in range(len(edges))]
    sets_back = dice.random() < 0.5  # as a capture does
    return [
        [
            edge._replace(final=True, ticks=-1 if sets_back else edge.ticks)
            if dice.random() < 0.7 and not before & (reached[edge.to] | {edge.to})
            else edge
            for edge in row
        ]
        for row, before in zip(edges, leads, strict=True)
    ]


def _keyed(dice: random.Random, edges: Edges) -> list[int]:
    """Some nodes count as the same position as others; ends are themselves."""
    inner = [node for node, row in enumerate(edges) if row]
    alone = set(dice.sample(inner, max(1, len(inner) // 2)))
    return [dice.choice(sorted(alone)) if row and node not in alone else node for node, row in enumerate(edges)]


class Known:
    """What is true of each state of a design that the rules lead to, if nothing was before it; by the number of the state."""

    def __init__(self, plan: Design, most: int = 2000) -> None:
        """Raises TooLarge, Lawless."""
        self.worths: dict[int, Worth] = {}
        self.legal: dict[int, list[int]] = {}
        self.best: dict[int, list[int]] = {}
        self.states: dict[int, Lived] = {}
        oracle = Oracle(plan, most)
        for here in _fresh(oracle):
            if oracle.result(here) is None:
                place, legal = plan.place(*here[:3]), oracle.legal(here)
                self.states[place], self.legal[place], self.worths[place] = here, legal, oracle.worth(here)
                self.best[place] = [move for move in legal if oracle.move_worth(here, move) == self.worths[place]]


def _fresh(oracle: Oracle) -> list[Lived]:
    """All states that the rules lead to, without what was before them."""
    found = {oracle.begin()[:3]: oracle.begin()}
    queue = list(found.values())
    for here in queue:
        for _, after in oracle.open(here):
            if after[:3] not in found:
                if len(found) >= MOST_STATES:
                    raise TooLarge
                found[after[:3]] = oracle.begin(*after[:3])
                queue.append(found[after[:3]])
    return queue


def knowledge(plan: Design, game: Odd, dice: random.Random) -> Lore | None:
    """Some knowledge that keeps its contract for states without a history; None where there are too many."""
    kinds: list[type[Lore]] = [kind for kind in KNOWING if dice.random() < 0.35]
    if any(node != twin for node, twin in enumerate(plan.twins)) and dice.random() < 0.8:
        kinds.append(Mirrors)
    if not kinds:
        return None
    try:
        return taught(lore(*kinds), plan, game, Known(plan), dice)
    except (TooLarge, Lawless):
        return None


def taught(kind: type[Lore], plan: Design, game: Odd, known: Known, dice: random.Random) -> Lore:
    """A knowledge of this kind, some of it sharper than the rest."""
    count, most = plan.place(len(plan.edges), 0, 0), plan.best
    named, looked_at, lows, highs, values, finished = ([0] * count for _ in range(6))

    def some(moves: Sequence[int], one_of: Sequence[int]) -> int:
        return sum(1 << move for move in {move for move in moves if dice.random() < 0.4} | {dice.choice(one_of)})

    for place, (result, _) in known.worths.items():
        named[place] = some(known.legal[place], known.best[place])
        looked_at[place] = some(known.legal[place], known.legal[place])
        lows[place] = dice.choice([-most, result, (result - most) // 2])
        highs[place] = dice.choice([most, result, (result + most + 1) // 2])
        values[place], finished[place] = result, int(dice.random() < 0.4)
    size = max(map(abs, plan.gets))
    guesses = [dice.choice([0.0, 0.5, -0.5, round(dice.uniform(-0.9, 0.9), 2)]) * size for _ in range(count)]
    states = plan.place(1, 0, 0)  # of each node
    for node, twin in enumerate(plan.twins):
        guesses[node * states : (node + 1) * states] = guesses[min(node, twin) * states :][:states]
    data = named, looked_at, lows, highs, [1] * count, [FAR] * count, finished, values, plan.twins
    return kind(game, Floats(guesses), *map(Ints, data))
