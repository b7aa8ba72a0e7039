"""The article's matches, and those that show what was wrong with its min-max: prints a table.

python examples/othello_article/experiment.py article --games 2000
python examples/othello_article/experiment.py mends --games 2000
"""

import argparse
import platform
import random
import time
from datetime import date
from typing import NamedTuple

import players

import kibitz

ARTICLE = [  # two players, and wins of the first, losses and draws in the article
    ("min_max", "any_move", (70, 25, 5)),
    ("min_max", "look_ahead", (48, 48, 4)),
    ("min_max_weighted", "any_move", (38, 55, 7)),
    ("min_max_weighted", "look_ahead_weighted", (19, 80, 1)),
    ("look_ahead_weighted", "any_move", (83, 16, 1)),
]
MENDS = ["min_max", "passing", "total", "signed", "mended", "leaf"]


class Score(NamedTuple):
    wins: int
    losses: int
    draws: int

    def __str__(self) -> str:
        return f"{self.share:.1f} ± {self.error:.1f} %"

    @property
    def share(self) -> float:
        """The points, a draw counting half, in percent."""
        return 100 * (self.wins + self.draws / 2) / sum(self)

    @property
    def variance(self) -> float:
        """Of the share: its standard error squared."""
        squares = 100**2 * (self.wins + self.draws / 4) / sum(self)
        return (squares - self.share**2) / sum(self)

    @property
    def error(self) -> float:
        """Half the width of the interval that holds the true share with a chance of 95 %."""
        return 1.96 * self.variance**0.5


def main():
    """Read which table is wanted, and print it."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("table", choices=("article", "mends"))
    reader.add_argument("--games", type=int, default=100, help="of each match")
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    began = time.perf_counter()
    count = (article if asked.table == "article" else mends)(asked.games, asked.seed)
    seconds = time.perf_counter() - began
    machine = f"Python {platform.python_version()}, one core of {processor()}"
    print(f"\n{count:,} games in {seconds:.0f} s, {date.today()}, {machine}")


def article(games, seed):
    """What the article measured, and by how much its 100 games differ from ours, with the error of that."""
    print("| A | B | won-lost-drawn | A's share | the article | its share minus ours |\n|---|---|---|---|---|---|", flush=True)
    for first, second, there in ARTICLE:
        ours, theirs = match(first, second, games, seed), Score(*there)
        error = 1.96 * (theirs.variance + ours.variance) ** 0.5
        numbers = [f"`{first}`", f"`{second}`", dashed(ours), str(ours), dashed(theirs)]
        print(f"| {' | '.join(numbers)} | {theirs.share - ours.share:+.1f} ± {error:.1f} |", flush=True)
    return len(ARTICLE) * games


def mends(games, seed):
    """One mend after the other: the share of each player against both of the article's simple ones."""
    print("| player | random | one look-ahead | weighted: random | weighted: one look-ahead |")
    print("|---|---|---|---|---|", flush=True)
    for name in MENDS:
        others = [(name + suffix, other) for suffix in ("", "_weighted") for other in ("any_move", "look_ahead" + suffix)]
        print(f"| `{name}` | {' | '.join(str(match(*pair, games, seed)) for pair in others)} |", flush=True)
    against = [str(match("kibitzer", other, games, seed)) for other in ("any_move", "look_ahead")]
    print(f"| `kibitzer` | {' | '.join(against)} | | |")
    return (4 * len(MENDS) + len(against)) * games


def match(first, second, games, seed):
    """So many games between two players of `players.py`; who begins is drawn by lot."""
    mover, other = getattr(players, first), getattr(players, second)
    leads = []
    for number in range(games):
        dice = random.Random(f"{seed} {number} {first} {second}")
        if dice.random() < 0.5:
            leads.append(lead(mover, other, dice))
        else:
            leads.append(-lead(other, mover, dice))
    return Score(sum(one > 0 for one in leads), sum(one < 0 for one in leads), sum(one == 0 for one in leads))


def lead(black, white, dice):
    """Play a game, and say by how much Black has won it."""
    position = kibitz.Position.after(kibitz.load("othello"))
    while not position.is_over:
        mover = white if position.to_move else black
        position = position.play(mover(position, dice))
    won, _ = position.payoffs
    return won


def dashed(score):
    """Wins, losses and draws as the article writes them."""
    return "-".join(map(str, score))


def processor():
    """What this machine calls its processor."""
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
