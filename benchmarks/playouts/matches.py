"""Strength: `mcts` beside `deepening` at 0.2 s a move, and beside open_spiel's search of the same kind."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.duel import elo_words, score_error
from benchmarks.learned import EXAMPLES, Settings
from benchmarks.matches import match
from benchmarks.peers import open_spiel_mcts
from benchmarks.row import Row

HEX, AMAZONS = "hex:size=7", str(EXAMPLES / "learning" / "amazons.py")
MCTS, BARE, WISE = "mcts:time=0.2", "deepening:time=0.2,knowledge=none", "deepening:time=0.2,knowledge=hand"
BETWEEN = "0,100"  # normalized Elo: either both are equal, or one is clearly the stronger
VERDICTS = {"H0": False, "H1": True, None: None}


@dataclass(frozen=True)
class Trial:
    """Two players, in pairs of games from random openings with the seats changed.

    Without a `target` a sequential test decides whether the first is the stronger; with one, in percent of the points, it is
    decided where the whole interval of 95 % lies on one side of it.
    """

    row: str
    game: str
    one: str
    other: str
    openings: str
    target: float | None = None

    def measure(self, settings: Settings) -> Row:
        """Play."""
        sprt = BETWEEN if self.target is None else ""
        found = match(self.one, self.other, self.game, settings.games, self.openings, settings.where, sprt)
        score, error = 100 * found["score"], score_error(found["pairs"])
        figure = f"{score:.1f} %" if error is None else f"{score:.1f} % ± {100 * error:.1f}"
        how = f"{found['a_wins']}-{found['b_wins']}-{found['draws']} of {found['games']} games ({found['distinct']} different)"
        how += f", {elo_words(found['elo'], found['elo_error'])}"
        if self.target is None:
            test = found["sprt"]
            target, reached = f"the stronger, by a test of {BETWEEN} Elo", VERDICTS[test["verdict"]]
            how += f", log of the odds {test['llr']:+.2f} of {test['upper']:.2f}"
        else:
            margin = 100 * error if error is not None else 0.0
            target, reached = f"at least {self.target:g} %", None if abs(score - self.target) < margin else score >= self.target
        if any(found["forfeits"]):
            how += f"; lost without a move: {found['forfeits'][0]} and {found['forfeits'][1]}"
        return Row(self.row, figure, target, reached, f"{how}; `{self.command(settings)}`")

    def command(self, settings: Settings) -> str:
        """What a person types to play the same match."""
        test = f" --sprt {BETWEEN}" if self.target is None else ""
        typed = f"kibitz match {self.one} {self.other} --game {self.game} --openings {self.openings} --seed 1"
        return f"{typed} --games {settings.games} {settings.where}{test}".replace(f"{EXAMPLES.parent}/", "")


def beside_open_spiel(title: str, game: str, openings: str) -> Trial:
    """The same time for both by the clock, and uniform rollouts; ours with whatever else `mcts` does by itself."""
    other = f"{open_spiel_mcts.__file__}:Bot:seconds=0.1"
    return Trial(f"{title}: mcts against open_spiel's, 0.1 s a move", game, "mcts:time=0.1", other, openings, 75)


TRIALS = (
    Trial("hex 7x7: mcts against deepening without knowledge", HEX, MCTS, BARE, "random:2"),
    Trial("breakthrough: mcts against deepening without knowledge", "breakthrough", MCTS, BARE, "random:6"),
    Trial("amazons 6x6: mcts against deepening without knowledge", AMAZONS, MCTS, BARE, "random:2"),
    Trial("connect_four: deepening, knowledge by hand, against mcts", "connect_four", WISE, MCTS, "random:4"),
    beside_open_spiel("connect_four", "connect_four", "random:4"),
    beside_open_spiel("othello", "othello", "random:8"),
)


def rows(settings: Settings) -> Iterator[Row]:
    """A match each; how long a move takes is by the clock, so other programs cost both sides the same."""
    for trial in TRIALS:
        if settings.wants(trial.row):
            yield trial.measure(settings)
