"""The ladder of book, proof and estimate: what its rungs hold, what one proof leaves to the next, and when there is no hope."""

import pytest

from kibitz import Limit, Value, load
from kibitz.players.ladder import HASTY, HOPELESS, PATIENT, ProofLadder
from kibitz.position import Position
from kibitz.search.proof_search import ProofSearch


def test_a_proof_serves_the_next_one() -> None:
    game = load("tic_tac_toe")
    ladder, position = ProofLadder(game), Position.after(game, "2,2")
    first = ladder.begin_proof(position, Limit()).result()
    again = ladder.begin_proof(position, Limit()).result()
    assert first.value == again.value == Value("exact", 0)
    assert again.nodes < first.nodes / 5


def test_a_proof_that_is_still_under_way_leaves_nothing() -> None:
    game = load("tic_tac_toe")
    ladder, position = ProofLadder(game), Position.after(game)
    under_way = ladder.begin_proof(position, Limit())
    other = ladder.begin_proof(position, Limit())
    assert isinstance(under_way, ProofSearch)
    assert isinstance(other, ProofSearch)
    assert other.solver is not under_way.solver
    for proof in (under_way, other):
        assert proof.result().value == Value("exact", 0)


def test_after_some_proofs_that_failed_there_is_no_hope() -> None:
    ladder = ProofLadder(load("tic_tac_toe"))
    ladder.failed = HOPELESS - 1
    assert not ladder.is_hopeless
    ladder.failed += 1
    assert ladder.is_hopeless


@pytest.mark.parametrize(("game", "proves"), [("connect_four", True), ("connect_four", False), ("pig", True), ("trio", True)])
def test_a_book_is_opened_where_proofs_are_wanted_and_can_be(game: str, proves: bool) -> None:
    rules = load(game)
    ladder = ProofLadder(rules, proves=proves)
    knows = proves and game == "connect_four"
    assert (ladder.proves, ladder.book is not None, ladder.patience) == (knows, knows, PATIENT if knows else HASTY)
    assert (ladder.look_up(Position.after(rules)) is not None) == knows
    assert ProofLadder(rules, opens_book=False).book is None
