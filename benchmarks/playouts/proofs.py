"""What `mcts` calls proved, on small boards, beside what `solve` says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import kibitz
from benchmarks.learned import Settings
from benchmarks.row import Row, exactly

BOARDS = ("tic_tac_toe", "connect_four:width=4,height=4", "othello:size=4", "nim:heaps=3-4-5", "breakthrough:size=4")
EACH, PLIES, PLAYOUTS, SEED = 100, 12, (20, 150, 500), 1988
TITLE = "small boards: proofs of mcts that are true"


@dataclass
class Tally:
    """What was said so far, and how much of it is true."""

    positions: int = 0
    exact: int = 0  # values of moves that were called exact
    limits: int = 0  # of positions, each with an upper and a lower one
    true: int = 0

    def judge(self, position: kibitz.Position, seed: int) -> None:
        """Ask `solve` once, and `mcts` for longer and longer."""
        self.positions += 1
        truth = kibitz.think(position, search="solve", all_moves=True)
        worth = {one.move: one.value.result for one in truth.moves}
        for playouts in PLAYOUTS:
            limit = kibitz.Limit(nodes=playouts)
            thought = kibitz.think(position, search="mcts", limit=limit, seed=seed, all_moves=True, threads=1)
            said = [one for one in thought.moves if one.value.kind == "exact"]
            self.exact += len(said)
            self.true += sum(one.value.result == worth[one.move] for one in said)
            if thought.bounds is not None:
                low, high = thought.bounds
                self.limits += 1
                self.true += (low is None or low.result <= truth.value.result) and (
                    high is None or truth.value.result <= high.result
                )


def rows(settings: Settings) -> Iterator[Row]:
    """Random positions, the same ones every time; a position that is over is left out, and so is one that was met before."""
    if settings.wants(TITLE):
        tally = Tally()
        for board in BOARDS:
            for number, position in enumerate(random_positions(board)):
                tally.judge(position, number)
        playouts = ", ".join(map(str, PLAYOUTS))
        how = (
            f"{tally.positions} random positions of {', '.join(BOARDS)}; {playouts} playouts: {tally.exact:,} exact values "
            f"of moves and {tally.limits:,} pairs of limits, against `kibitz solve --all`; "
            "`python -m benchmarks playouts --only proofs`"
        )
        yield exactly(TITLE, tally.true, tally.exact + tally.limits, "statements", how)


def random_positions(board: str) -> Iterator[kibitz.Position]:
    """As many as there are, up to EACH, after so many random moves or fewer."""
    game, dice, seen = kibitz.load(board), random.Random(f"{SEED} {board}"), set[object]()
    for _ in range(50 * EACH):
        position = kibitz.Position.after(game)
        for _ in range(dice.randrange(PLIES)):
            if not position.is_over:
                position = position.play(dice.choice(position.legal()))
        if not position.is_over and position.state not in seen:
            seen.add(position.state)
            yield position
        if len(seen) == EACH:
            return
