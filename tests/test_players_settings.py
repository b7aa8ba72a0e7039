"""A player's settings: what they become, and that a mistake in them is one sentence with its remedy."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import PlayerError
from kibitz.players import player
from kibitz.thought import Limit
from player_kinds import KINDS, engine


@pytest.mark.parametrize(
    ("spec", "limit"),
    [
        ("minimax:depth=3", Limit(depth=3)),
        ("alphabeta:time=0.2", Limit(time=0.2)),
        ("alphabeta:time=2s", Limit(time=2.0)),
        ("deepening:depth=9,time=1,nodes=500,table=16MB", Limit(9, 1.0, 500, 16 * 2**20)),
        ("deepening", Limit(time=2.0)),
        ("deepening:level=10", Limit(time=2.0)),
        ("deepening:level=10,table=1k", Limit(time=2.0, table=1024)),
        ("perfect", Limit(time=60.0)),
        ("perfect:time=1,table=2gb", Limit(time=1.0, table=2**31)),
    ],
)
def test_settings_become_limits(spec: str, limit: Limit) -> None:
    made = engine(spec)
    assert made.limit == limit
    assert made.name == spec
    assert made.search == ("deepening" if spec.startswith("perfect") else spec.partition(":")[0])


def test_threads_are_passed_on() -> None:
    assert engine("deepening:threads=2,depth=1").threads == engine("perfect:threads=2").threads == 2
    assert engine("deepening").threads == 1


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("rando", "there is no player called 'rando'; did you mean random or "),
        ("deeping:depth=3", "there is no player called 'deeping'; did you mean deepening?"),
        ("zzz", "there is no player called 'zzz'; there are alphabeta, best_reply, "),
        ("_engine", "there is no player called '_engine'; "),
        ("", "there is no player called ''; there are "),
        ("human", "a human plays at a terminal only: start `kibitz play`, or name another player here"),
        ("human:level=3", "a human plays at a terminal only"),
        ("random:depth=3", "random takes no settings: write just random, not random:depth=3"),
        ("greedy:depth=1", "greedy has no setting 'depth'; there are knowledge, weights"),
        ("minimax:dpeth=3", "minimax has no setting 'dpeth'; did you mean depth?"),
        ("minimax:colour=3", "minimax has no setting 'colour'; there are depth, time, nodes, level, threads, table"),
        ("solve:depth=3", "solve looks to the end, and takes no depth, nor a level below 10: write solve:time=2"),
        ("solve:level=9", "solve looks to the end, and takes no depth, nor a level below 10: write solve:time=2"),
        ("minimax:3", "'3' in minimax:3 is no setting: write name=value; there are depth, "),
        ("minimax:depth=3,depth=4", "depth is set twice in minimax:depth=3,depth=4: leave one out"),
        (
            "minimax:depth=-1",
            "depth=-1 in minimax:depth=-1 does not fit: depth is a whole number of plies from 1 up, such as depth=6",
        ),
        ("minimax:depth=0", "depth=0 in minimax:depth=0 does not fit"),
        ("minimax:depth=2.5", "depth=2.5 in minimax:depth=2.5 does not fit"),
        ("minimax:depth=", "depth= in minimax:depth= does not fit"),
        ("minimax:depth=" + "9" * 5000, "does not fit: depth is a whole number"),
        ("alphabeta:time=abc", "time=abc in alphabeta:time=abc does not fit: time is seconds above 0, such as time=0.5"),
        ("alphabeta:time=0", "time=0 in alphabeta:time=0 does not fit"),
        ("alphabeta:time=nan", "time=nan in alphabeta:time=nan does not fit"),
        ("alphabeta:time=inf", "time=inf in alphabeta:time=inf does not fit"),
        ("alphabeta:nodes=0", "nodes=0 in alphabeta:nodes=0 does not fit: nodes is a whole number of positions from 1 up"),
        (
            "deepening:level=0",
            "level=0 in deepening:level=0 does not fit: level is a whole number from 1, weak, to 10, all it can",
        ),
        ("deepening:level=11", "level=11 in deepening:level=11 does not fit"),
        (
            "deepening:table=much",
            "table=much in deepening:table=much does not fit: table is an amount of memory, such as table=64MB",
        ),
        ("deepening:threads=0", "threads=0 in deepening:threads=0 does not fit"),
        ("perfect:depth=3", "perfect has no setting 'depth'; there are time, threads, table, file"),
    ],
)
def test_a_mistake_is_one_sentence_with_its_remedy(spec: str, sentence: str) -> None:
    with pytest.raises(PlayerError) as caught:
        player(spec)
    assert sentence in str(caught.value)


@pytest.mark.untraced
@given(st.sampled_from([*KINDS, "human", ""]), st.text("depthimlv=0123456789.,:-e ", max_size=20) | st.text(max_size=9))
def test_no_spec_breaks_it(kind: str, rest: str) -> None:
    spec = f"{kind}:{rest}"
    try:
        made = player(spec)
    except PlayerError as mistake:
        message = str(mistake)
    else:
        message = made.name
    assert message


def test_naming_players_does_not_bring_the_compiler() -> None:
    lines = "import sys, kibitz.arena.play; from kibitz.players import player; player('deepening:level=3'); player('greedy')"
    done = subprocess.run([sys.executable, "-c", f"{lines}; sys.exit('numba' in sys.modules)"], check=False)
    assert done.returncode == 0
