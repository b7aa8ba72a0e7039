"""The learned estimates and policies that come along: of these very rules, small, and each has won its matches."""

import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz import load
from kibitz.errors import LearningError
from kibitz.files.fingerprint import rules_fingerprint
from kibitz.learning.gate import is_stronger
from kibitz.patterns.file import read_estimate
from kibitz.patterns.library import ESTIMATE_FILES, POLICY_FILES, knowledge_for, learned_for
from kibitz.patterns.policy import PolicyKnowledge
from kibitz.patterns.policy_file import read_policy

FILES = sorted(ESTIMATE_FILES.shipped.glob("*.learned"))
POLICIES = sorted(POLICY_FILES.shipped.glob("*.policy"))
LARGEST, LARGEST_IN_ALL, LARGEST_POLICY = 400_000, 2_500_000, 220_000
WANTED = {"breakthrough", "checkers", "connect_four", "einstein", "kalah", "othello", "othello-size=6"}


def test_each_game_that_is_wanted_has_one() -> None:
    assert {file.name.removesuffix(".learned") for file in FILES} >= WANTED
    assert sum(file.stat().st_size for file in FILES) <= LARGEST_IN_ALL


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_is_of_these_rules_and_may_be_made_again(file: Path) -> None:
    found = read_estimate(file)
    game = load(found.lineage.game)
    assert file.stat().st_size <= LARGEST
    assert file.name == ESTIMATE_FILES.name(game)
    assert found.lineage.fingerprint == rules_fingerprint(game)
    program, name, spec, *options = shlex.split(found.lineage.command)
    assert (program, name, spec) == ("kibitz", "learn", found.lineage.game)
    assert {"--games", "--threads", "--seed"} <= set(options)


@pytest.mark.parametrize(
    "spec", ["checkers:fen=W:W22_K30:B1", "checkers:fen=B:W22_K30:B1", f"othello:obf={'-' * 26}XXX{'-' * 35}_X"]
)
def test_it_serves_the_same_rules_from_any_position(spec: str) -> None:
    """Where a match names the file, and nobody vouches for the rules."""
    game = load(spec)
    path = ESTIMATE_FILES.shipped / ESTIMATE_FILES.name(game)
    assert ESTIMATE_FILES.load(path, game).game == game
    with pytest.raises(LearningError, match="are others"):
        ESTIMATE_FILES.load(path, load("tic_tac_toe"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_has_won_a_match_and_lost_none(file: Path) -> None:
    matches = [match for match in read_estimate(file).lineage.matches if "the same" not in match["opponent"]]
    assert any(match["verdict"] == "wins" for match in matches)
    assert all(match["verdict"] in ("wins", "not decided") for match in matches)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_players_take_it_where_nothing_else_was_learned(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    found = read_estimate(file)
    estimate = learned_for(load(found.lineage.game))
    assert estimate is not None
    assert estimate.title == found.lineage.title


@pytest.mark.parametrize("file", POLICIES, ids=lambda file: file.stem)
def test_a_policy_is_of_these_rules_and_has_won(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = read_policy(file)
    game = load(found.lineage.game)
    assert file.stat().st_size <= LARGEST_POLICY
    assert file.name == POLICY_FILES.name(game)
    found.lineage.check(game, "policy")
    assert shlex.split(found.lineage.command)[:3] == ["kibitz", "learn", found.lineage.game]
    assert "--to" not in found.lineage.command
    rows: Any = [SimpleNamespace(**match) for match in found.lineage.matches]
    assert is_stronger(rows)
    assert "mcts without a policy" in {row.opponent for row in rows}
    playouts = [row for row in rows if row.opponent == "the same with random playouts"]
    assert is_stronger(playouts) == (found.policy.drops is not None)
    monkeypatch.setenv("KIBITZ_LEARNED", str(tmp_path))
    assert isinstance(knowledge_for(game), PolicyKnowledge)
