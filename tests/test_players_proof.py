"""The ladder of the strongest players: the book, a proof, a search; and what was proved bounds what is said of the move."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import Limit, players
from kibitz.arena.play import play_out
from kibitz.core.registry import load
from kibitz.core.rules import Game
from kibitz.core.thought import Thought, Value
from kibitz.jobs.kinds import move
from kibitz.jobs.worker import Stop
from kibitz.players import player
from kibitz.players.engine import Engine
from kibitz.players.ladder import HASTY, HOPELESS, PATIENT, ProofLadder, keep_proved
from kibitz.position import Position
from kibitz.search.drivers.proof_search import ProofSearch


class Stones(NamedTuple):
    left: int


@dataclass(frozen=True)
class Long(Game):
    """Take one or two of the stones; who takes the last one wins. From the start it takes longer than the solver looks."""

    compiles: ClassVar[bool] = False
    stones: int = 520

    def start(self) -> Stones:
        return Stones(self.stones)

    def moves(self, state: Stones) -> Iterator[int]:
        yield from range(1, min(2, state.left) + 1)

    def play(self, state: Stones, taken: int) -> Stones:
        return Stones(state.left - taken)

    def is_over(self, state: Stones) -> bool:
        return state.left == 0

    def result(self, state: Stones) -> int:
        return -1


STRONGEST = ["computer:level=10,time=0.1", "deepening:level=10,time=0.1", "perfect:time=0.1"]


@pytest.mark.parametrize("spec", STRONGEST)
def test_the_strongest_play_on_where_the_game_is_too_long_for_a_proof(spec: str) -> None:
    position = Position.after(Long())
    players.admit([player(spec)], position.game)
    thought = player(spec, 1).think(position)
    assert thought.best in position.legal()
    assert thought.value.kind == "estimate"
    assert thought.depth > 0


def test_the_end_of_a_game_that_was_too_long_is_proved() -> None:
    """The same player, with the proofs of before: it takes what leaves a multiple of three."""
    strongest = player("computer:level=10,time=0.2", 1)
    for stones in (520, 100, 20, 8):
        thought = strongest.think(Position.after(Long(stones)))
    assert (thought.best, thought.value) == (2, Value("exact", 1, 5))


def test_the_strongest_plays_a_whole_game_of_that_kind() -> None:
    record = play_out(Long(), [player("computer:level=10,nodes=30,time=0.01", 1), player("random", 2)])
    assert record.payoffs is not None
    assert record.forfeit is None


def test_a_hint_on_the_page_is_no_refusal() -> None:
    """Which is what level 10 plays."""
    asked = {"game": f"{__file__}:Long", "moves": [], "player": "computer:level=10", "seed": 1, "limit": {"time": 0.2}}
    answer = move.run(asked, lambda told: None, Stop(lambda doing: None))
    assert answer["best"] in ("1", "2")


WORTHS = [Value("exact", -1, 2), Value("exact", -1, 4), Value("exact", 0), Value("exact", 1, 5), Value("exact", 1, 3)]
moves = st.lists(st.sampled_from(WORTHS), min_size=1, max_size=4)


def known(value: Value, kind: Any) -> Value:
    return Value(kind, value.result, value.plies)


@given(moves, st.data())
def test_what_is_said_of_a_move_after_a_proof_is_true_of_that_move(worths: list[Value], data: st.DataObject) -> None:
    """Any true worths of the moves, and any true thing that a proof and a search may say of them."""
    best = max(worths, key=lambda worth: worth.order)
    proved = data.draw(st.sampled_from(range(len(worths))))
    low = known(data.draw(st.sampled_from([one for one in WORTHS if one.order <= worths[proved].order])), "at_least")
    high = known(data.draw(st.sampled_from([one for one in WORTHS if one.order >= best.order])), "at_most")
    bounds: Any = (low, data.draw(st.sampled_from([high, None])))  # None: nothing is proved from above
    proof = Thought(proved, data.draw(st.sampled_from([low, high])), (proved,), bounds=bounds)
    named = data.draw(st.sampled_from(range(len(worths))))
    values = [
        Value("estimate", data.draw(st.floats(-0.9, 0.9))),
        known(data.draw(st.sampled_from([one for one in WORTHS if one.order <= worths[named].order])), "at_least"),
        known(data.draw(st.sampled_from([one for one in WORTHS if one.order >= best.order])), "at_most"),
        *([best] if worths[named] == best else []),
    ]
    said = keep_proved(Thought(named, data.draw(st.sampled_from(values)), (named,)), proof)
    assert said.best is not None
    assert said.line[0] == said.best
    worth = worths[said.best]
    if said.value.kind in ("exact", "at_least"):
        assert worth.order >= said.value.order
    if said.value.kind in ("exact", "at_most"):
        assert worth.order <= said.value.order
    if said.bounds is not None:
        assert said.best == proved
    if proof.value.kind == "at_least" and low.result > 0:
        assert worth.order >= low.order  # a proved win is not let go


def test_a_proved_draw_is_left_for_a_hope_of_more_only() -> None:
    proof = Thought(7, Value("at_least", 0), (7,), bounds=(Value("at_least", 0), Value("at_most", 1, 1)))
    for value, best in ((0.1, 3), (0.0, 7), (-0.2, 7)):
        said = keep_proved(Thought(3, Value("estimate", value), (3,)), proof)
        assert said.best == best
        assert said.value == (Value("estimate", value) if best == 3 else Value("at_least", 0))
    margin = Thought(7, Value("at_least", 2), (7,), bounds=(Value("at_least", 2), None))
    assert keep_proved(Thought(3, Value("estimate", 5), (3,)), margin).best == 7  # a proved win is not left for a larger hope


def test_where_all_is_lost_the_search_says_how() -> None:
    proof = Thought(7, Value("at_least", -1, 2), (7,), bounds=(Value("at_least", -1, 2), Value("at_most", -1, 30)))
    said = keep_proved(Thought(3, Value("at_most", -1, 20), (3, 4)), proof)
    assert (said.best, said.value) == (3, Value("at_most", -1, 20))
    assert keep_proved(Thought(3, Value("estimate", -0.4), (3,)), proof).value == Value("at_most", -1, 30)


def test_a_proved_win_is_played_though_the_search_likes_another_move(monkeypatch: pytest.MonkeyPatch) -> None:
    low, high = Value("at_least", 1, 9), Value("at_most", 1, 3)

    def proof(*asked: Any) -> Iterator[Thought]:
        yield Thought(8, low, (8,), stopped="time", bounds=(low, high))

    monkeypatch.setattr(Engine, "_proof", proof)
    last = player("deepening:level=10,nodes=20").think(Position.after(load("tic_tac_toe")))
    assert (last.best, last.line, last.value, last.bounds) == (8, (8,), low, (low, high))


# The ladder itself


def test_a_proof_serves_the_next_one() -> None:
    game = load("tic_tac_toe")
    ladder, position = ProofLadder(game), Position.after(game, "2,2 1,1")
    first = ladder.begin_proof(position, Limit()).result()
    again = ladder.begin_proof(position, Limit()).result()
    assert first.value == again.value == Value("exact", 0)
    assert again.nodes < first.nodes / 5


def test_a_proof_that_is_still_under_way_leaves_nothing() -> None:
    game = load("tic_tac_toe")
    ladder, position = ProofLadder(game), Position.after(game, "2,2 1,1")
    under_way = ladder.begin_proof(position, Limit())
    other = ladder.begin_proof(position, Limit())
    assert isinstance(under_way, ProofSearch)
    assert isinstance(other, ProofSearch)
    assert other.solver is not under_way.solver
    for proof in (under_way, other):
        assert proof.result().value == Value("exact", 0)


@pytest.mark.parametrize(("game", "proves"), [("connect_four", True), ("connect_four", False), ("pig", True), ("trio", True)])
def test_a_book_is_opened_where_proofs_are_wanted_and_can_be(game: str, proves: bool) -> None:
    rules = load(game)
    ladder = ProofLadder(rules, proves=proves)
    knows = proves and game == "connect_four"
    assert (ladder.proves, ladder.book is not None, ladder.patience) == (knows, knows, PATIENT if knows else HASTY)
    assert (ladder.look_up(Position.after(rules)) is not None) == knows
    ladder.failed = HOPELESS - 1
    assert not ladder.is_hopeless
    ladder.failed += 1
    assert ladder.is_hopeless
    assert ProofLadder(rules, opens_book=False).book is None
