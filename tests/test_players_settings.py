"""A player's settings: what they become, and that no text whatever breaks them; a transcript shows the mistakes."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.thought import Limit
from kibitz.errors import PlayerError
from kibitz.players import player
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
    assert (made.limit, made.name, made.threads) == (limit, spec, 1)
    assert made.search == ("deepening" if spec.startswith("perfect") else spec.partition(":")[0])
    with_threads = f"{spec}{',' if ':' in spec else ':'}threads=2"
    assert engine(with_threads).threads == 2


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
