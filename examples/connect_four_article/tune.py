"""Finds the coefficient c of the article by self-play: `python tune.py` writes log.jsonl, and draws plot.svg from it.

A log that is there already is gone on with; where it is complete, only the last three matches are played. The plot needs
matplotlib: pip install matplotlib.
"""

import json
import math
import os
from pathlib import Path

from article import Distance, article

from kibitz import Position, load, play_out
from kibitz.arena.fixture import Played
from kibitz.arena.tuning.journal import LogJournal
from kibitz.arena.tuning.tuning import Task, Tuning, settings

TASK = Task("article.py:Board", "article", method="logistic", steps=400, pairs=10, verify=1000, openings="random:6", seed=1)
NO_C, LESS, THE_ARTICLES = (0.0,), (0.19,), (0.2,)
BINS, MOST = 10, 0.4


class Player:
    """The article's program with a c of its own."""

    def __init__(self, c):
        self.name, self.c = f"article:c={c}", c

    def think(self, position):
        return article(position, self.c)


def play(plan, fixtures):
    """Games between players whose c is among the files of the plan."""
    game = load(plan.game)
    weights = [json.loads(plan.files[spec.partition("weights=")[2]])["weights"] for spec in plan.players]
    players = [Player(one["c"][0]) for one in weights]
    return [_one(game, [players[seat] for seat in fixture.seats], fixture) for fixture in fixtures]


def _one(game, players, fixture):
    record = play_out(game, players, Position.after(game, fixture.opening))
    return Played(fixture.pair, fixture.side, record.moves, record.payoffs)


def draw(tuning, tuned, file):
    """The score against c = 0: the games in bins, with errors of 95 %, and the fit."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "kibitz", "svg.fonttype": "none"})
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    for number in range(BINS):
        inside = [step for step in tuned.steps if min(int(step["first"][0] / MOST * BINS), BINS - 1) == number]
        counts = [sum(step["pairs"][worth] for step in inside) for worth in range(5)]
        score = sum(count * worth for worth, count in enumerate(counts)) / (4 * sum(counts))
        spread = sum(count * (worth / 4 - score) ** 2 for worth, count in enumerate(counts)) / sum(counts)
        error, middle = 1.96 * math.sqrt(spread / sum(counts)), (number + 0.5) * MOST / BINS
        axes.errorbar(middle, score, error, fmt="o", color="#22577a", capsize=3)
    curve = [MOST * number / 100 for number in range(101)]
    scores = [1 / (1 + math.exp(-tuning.tuner.log_odds((c,)))) for c in curve]
    axes.plot(curve, scores, color="#c1121f", label="quadratic logistic fit")
    (best,), (error,) = tuned.best, tuned.errors
    axes.axvspan(best - error, best + error, color="#c1121f", alpha=0.12, label=f"best c: {best:.3f} ± {error:.3f}")
    axes.axvline(*THE_ARTICLES, color="black", linestyle=":", label="the article's c: 0.2")  # k of the sixth ply is 0 there
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.set(xlabel="c", ylabel="score against c = 0", xlim=(0, MOST))
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def main():
    """The tuning, and three matches more: against the article's c, of that one against none, and of a little less."""
    os.chdir(Path(__file__).parent)
    tuning = Tuning(TASK, LogJournal(Path("log.jsonl"), settings(TASK)), play, Distance(load(TASK.game)))
    tuned = tuning.run(lambda step: print(f"step {step['step'] + 1}", end="\r", flush=True))
    print(f"best c: {tuned.best[0]:.3f} +- {tuned.errors[0]:.3f} (95 %)")
    none = tuned.figures
    print(f"against c = 0: {100 * none.score:.1f} %, {none.elo:+.0f} +- {none.elo_error:.0f} Elo in {2 * TASK.verify:,} games")
    for first, second in ((tuned.best, THE_ARTICLES), (THE_ARTICLES, NO_C), (LESS, NO_C)):
        found = tuning.match(first, second, TASK.verify, f"{first} {second}")
        print(f"c = {first[0]} against {second[0]}: {100 * found.score:.1f} %, {found.elo:+.0f} +- {found.elo_error:.0f} Elo")
    draw(tuning, tuned, "plot.svg")


if __name__ == "__main__":
    main()
