"""What the tree costs: playouts a second of `mcts`, of random games a second that are played from the start."""

import statistics
import time
from collections.abc import Iterator

import kibitz
from benchmarks.learned import Settings
from benchmarks.row import Row, at_least
from kibitz.kernel import machine_of
from kibitz.search.algorithms import mcts
from kibitz.search.drivers.playout_team import TreeTeam
from kibitz.search.drivers.playouts import PlayoutRun
from kibitz.search.drivers.request import SearchRequest

ROUNDS, SLICE, PERCENT = 5, 0.05, 50
SEARCHED = {"tic_tac_toe": 100_000, "connect_four": 100_000, "othello": 50_000}  # playouts of a search
GAMES = {"tic_tac_toe": 1_000_000, "connect_four": 400_000, "othello": 50_000}  # of a turn, or in searches at least as many


def rows(settings: Settings) -> Iterator[Row]:
    """CPU time of both, in turns, one thread; to compile and to set up a search or a run does not count."""
    for name in SEARCHED:
        title = f"{name}: playouts of mcts, of random games from the start"
        if settings.wants(title):
            yield _share(title, name)


def _share(title: str, name: str) -> Row:
    game = kibitz.load(name)
    for speed in (_tree_speed, _speed):
        speed(game, 1, 1)
    playouts, games = SEARCHED[name], GAMES[name]
    found = [(_tree_speed(game, playouts, games), _speed(game, games, seed)) for seed in range(ROUNDS)]
    share = 100 * statistics.median(tree / bare for tree, bare in found)
    tree, bare = (statistics.median(speeds) for speeds in zip(*found, strict=True))
    how = (
        f"{tree:,.0f} a CPU second against {bare:,.0f}, one thread; median of {ROUNDS} turns; searches of {playouts:,} "
        f"playouts, or until all is proved; `kibitz analyze {name} --search mcts --nodes {playouts} --threads 1`"
    )
    return at_least(title, share, PERCENT, "%", how)


def _tree_speed(game: kibitz.Game, playouts: int, games: int) -> float:
    """Playouts a CPU second of searches from the start, each with other dice."""
    made, spent, position = 0, 0.0, kibitz.Position.after(game)
    while made < games:
        request = SearchRequest("mcts", kibitz.Limit(nodes=playouts), None, seed=made)
        team = TreeTeam(machine_of(game), mcts, game, position.state, position.to_move, request, 1)
        team.plant()
        began = time.process_time()
        while team.grow(SLICE):
            pass
        spent += time.process_time() - began
        made += team.nodes
    return made / spent


def _speed(game: kibitz.Game, games: int, seed: int) -> float:
    run = PlayoutRun(game, seed=seed)
    began = time.process_time()
    run.play(games, None)
    return games / (time.process_time() - began)
