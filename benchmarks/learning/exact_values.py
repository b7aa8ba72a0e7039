"""Connect Four beside the truth: how many moves of a search with what was learned keep the value of the position.

Positions of 8 to 16 discs, made by random play, in which moves differ in value; the judge is the exact solver, asked who wins.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import kibitz
from benchmarks.learned import Lesson, Settings
from benchmarks.row import Row

GAME, MINUTES, COUNT, DISCS, SEED = "connect_four", 10, 300, (8, 16), 1988
TARGETS = {1: 95, 8: 97}  # percent, by the depth of the search


@dataclass(frozen=True)
class Choice:
    """A position, and the moves that keep its value."""

    position: kibitz.Position
    good: frozenset[int]


def rows(settings: Settings) -> Iterator[Row]:
    """A row for each depth; beside it what the hand-written knowledge keeps on the same positions."""
    lesson = Lesson(GAME, MINUTES)
    titles = {depth: f"{GAME}, learned for {MINUTES} min: moves that keep the value, depth {depth}" for depth in TARGETS}
    wanted = [depth for depth, title in titles.items() if settings.wants(title)]
    positions = choices() if wanted else []
    for depth in wanted:
        file = lesson.file(settings)
        learned, hand = (kept(f"deepening:depth={depth},knowledge={name}", positions) for name in (str(file), "hand"))
        how = (
            f"{COUNT} random positions of {DISCS[0]} to {DISCS[1]} discs, seed {SEED}, in which moves differ; judged by the "
            f"exact solver; the hand-written knowledge keeps {hand:.1f} %"
        )
        yield Row(titles[depth], f"{learned:.1f} %", f"at least {TARGETS[depth]} %", learned >= TARGETS[depth], how)


def kept(player: str, positions: list[Choice]) -> float:
    """The percentage of the positions in which the player's move keeps the value."""
    engine = kibitz.player(player, seed=SEED)
    right = sum(engine.think(choice.position).best in choice.good for choice in positions)
    return 100 * right / len(positions)


def choices(count: int = COUNT) -> list[Choice]:
    """So many positions, the same ones every time. A game that ends on the way is given up."""
    game, dice = kibitz.load(GAME), random.Random(SEED)
    solver, found, seen = kibitz.solver(game, weak=True), list[Choice](), set[object]()
    while len(found) < count:
        discs, position = dice.randint(*DISCS), kibitz.Position.after(game)
        while len(position.moves) < discs and not position.is_over:
            position = position.play(dice.choice(position.legal()))
        if position.is_over or position.state in seen:
            continue
        seen.add(position.state)
        worths = {}
        for move in position.legal():
            after = position.play(move)
            worths[move] = game.result(after.state) if after.is_over else solver.worth(after.state).result
        best = min(worths.values())  # for the other side, which is to move there
        good = frozenset(move for move, worth in worths.items() if worth == best)
        if len(good) < len(worths):
            found.append(Choice(position, good))
    return found
