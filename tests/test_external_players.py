"""External engines as players: what they say becomes a thought, and whatever they do wrong loses that game, by a sentence."""

import random
import sys
from pathlib import Path

import pytest

import needs
from commandline import run_here
from kibitz import load
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.fixture import Played
from kibitz.arena.match import plan_match
from kibitz.arena.play import play_out
from kibitz.core.thought import Limit, Value
from kibitz.errors import EngineError, PlayerError
from kibitz.explain.review.examiner import value_moves
from kibitz.players import admit, close, is_external, player, thoughts
from kibitz.players.external import uci_player
from kibitz.players.external.dialect import Dialect, Uci, Ugi
from kibitz.players.external.info import SearchInfo
from kibitz.players.external.scores import score_of, value_of
from kibitz.players.external.spec import EngineSpec
from kibitz.players.external.uci_player import UciPlayer
from kibitz.players.external.variants import UciOfVariants
from kibitz.players.game_clock import ClockReading, GameClock
from kibitz.position import Position
from kibitz.workers.files import collect_files
from process_group import children, is_group_gone

FAKE = f"{sys.executable} {Path(__file__).parent / 'support' / 'fake_engine.py'}"


def spec(way: str, *moves: str, settings: str = "time=0.1,timeout=20") -> str:
    return f"ugi:{' '.join([FAKE, way, *moves])}:{settings}"


def played(first: str, games: int = 2) -> list[Played]:
    """A match of the first against a random mover, game by game."""
    plan, fixtures = plan_match(load("tic_tac_toe"), [first, "random"], games=games, openings="start", seed=1)
    return play_batch(Batch(plan, tuple(fixtures)))


@pytest.mark.parametrize(
    ("text", "command", "options"),
    [
        ("uci:sf", "sf", {}),
        ("uci:sf:nodes=10,Threads=1", "sf", {"Threads": "1"}),
        ("ugi:./my --flag:time=0.5", "./my --flag", {}),
        ("ugi:my --at host:port:Skill Level=3,File=/a:b=c", "my --at host:port", {"Skill Level": "3", "File": "/a:b=c"}),
        ("ugi:my --at:x=1:", "my --at:x=1", {}),
        ('ugi:"a b" c', '"a b" c', {}),
    ],
)
def test_the_command_ends_where_the_settings_begin(text: str, command: str, options: dict[str, str]) -> None:
    found = EngineSpec.read(text)
    assert (found.command, dict(found.options)) == (command, options)


@needs.external_engines
def test_limits_are_those_of_all_players_and_a_bad_one_is_told() -> None:
    assert EngineSpec.read("uci:sf:depth=3,nodes=7,time=1,timeout=4").limit == Limit(3, 1.0, 7)
    assert EngineSpec.read("uci:sf:Hash=1").limit == Limit(time=2.0)
    for text, sentence in (
        ("uci:sf:depth=0", "depth=0 in uci:.* does not fit"),
        ("uci:sf:Hash=1,hash=2", "hash is set twice"),
        ("uci:", "names no program"),
        ("uci:no_such_engine", "there is no program 'no_such_engine'"),
    ):
        with pytest.raises(PlayerError, match=sentence):
            player(text)


def line_to(dialect: Dialect, position: Position) -> str:
    return dialect.set_up(position.game, dialect.names(Position.after(position.game), position.moves))


def test_moves_and_positions_are_written_as_the_protocol_has_it() -> None:
    chess = Position.after("chess", "e4 d5 exd5 Qxd5 Nf3 Bg4 Be2 Nc6")
    assert line_to(Uci(), chess) == "position startpos moves e2e4 d7d5 e4d5 d8d5 g1f3 c8g4 f1e2 b8c6"
    assert chess.name(Uci().read(chess, "e1g1") or 0) == "O-O"
    assert Uci().read(chess, "e1g8") is None
    promoting = Position.after("chess:fen=8/P6k/8/8/8/8/8/K7_w_-_-_0_1")
    assert line_to(Uci(), promoting) == "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1"
    assert (
        promoting.name(Uci().read(promoting, "a7a8n") or 0) == "a8=N+"
        or promoting.name(Uci().read(promoting, "a7a8n") or 0) == "a8=N"
    )
    assert line_to(Ugi(), Position.after("tic_tac_toe", "2,2 1,1")) == "position startpos moves 2,2 1,1"


def test_scores_go_to_and_fro() -> None:
    chess, game = load("chess"), load("tic_tac_toe")
    for unit, amount in (("mate", 3), ("mate", -2), ("cp", 31), ("cp", -250), ("cp", 0)):
        assert score_of(chess, value_of(chess, unit, amount)) == (unit, amount)
    assert value_of(game, "mate", -2) == Value("exact", -1, 4)
    assert score_of(game, Value("exact", 0)) == ("cp", 0)
    assert abs(score_of(chess, Value("estimate", 1.0))[1]) == 10_000


def test_what_makes_no_sense_in_info_is_passed_over() -> None:
    info = SearchInfo().with_line("info depth x score cp nodes 9 score mate -2 hashfull 7 pv a b")
    assert info == SearchInfo(0, 9, 7, ("mate", -2), ("a", "b"))
    assert info.with_line("info string depth 3 pv c") == info.with_line("info multipv 2 depth 3 pv c") == info


@needs.external_engines
def test_what_an_engine_says_is_its_thought() -> None:
    one = player(spec("well", "2,2", settings="nodes=50,Skill Level=3"))
    try:
        *_, thought = thoughts(one, Position.after("tic_tac_toe"))
    finally:
        close([one])
    assert (thought.depth, thought.nodes, thought.stopped, thought.informed) == (3, 12, "nodes", True)
    assert thought.line == (thought.best,)
    assert thought.value == value_of(load("tic_tac_toe"), "cp", 25)


@needs.external_engines
def test_an_engine_can_be_stopped() -> None:
    one = player(spec("patient", "2,2"))
    try:
        found = []
        for thought in thoughts(one, Position.after("tic_tac_toe")):
            found.append(thought)
            one.stop()  # type: ignore[attr-defined]
    finally:
        close([one])
    assert [thought.stopped for thought in found] == ["time", "interrupted"]
    assert found[-1].line == (found[-1].best,)
    assert not found[-1].informed


@needs.external_engines
def test_who_hears_no_more_ends_the_engine() -> None:
    one, before = player(spec("patient", "2,2")), set(children())
    begun = thoughts(one, Position.after("tic_tac_toe"))
    next(begun)
    running = set(children()) - before
    begun.close()  # type: ignore[attr-defined]
    assert running
    assert all(map(is_group_gone, running))


@needs.external_engines
@pytest.mark.parametrize(
    ("way", "moves", "settings", "sentence"),
    [
        ("hang", (), "time=0.1,timeout=0.3", "hung: it has not given a move within 0.4 seconds"),
        ("flood", (), "time=0.1,timeout=0.3", "hung: it has not given a move within 0.4 seconds"),
        ("crash", (), "time=0.1", "crashed: SIGABRT"),
        ("stillborn", (), "time=0.1", "crashed: exit code 3 (cannot find my network)"),
        ("garbage", (), "time=0.1", "which is not legal there"),
        ("long", (), "time=0.1", "talks garbage: a line of more than 65,536 bytes"),
        ("well", ("9,9",), "time=0.1", "named '9,9' as move 1, which is not legal there"),
        ("well", ("2,2",), "time=0.1,Sill Level=3", "has no option 'Sill Level'; did you mean Skill Level?"),
    ],
)
def test_each_fault_loses_that_game_and_the_match_goes_on(
    way: str, moves: tuple[str, ...], settings: str, sentence: str
) -> None:
    first, second = played(spec(way, *moves, settings=settings))
    assert first.forfeit == 0
    assert sentence in first.reason
    assert second.forfeit == 1


@needs.external_engines
def test_an_engine_that_does_not_say_what_it_is_loses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci_player, "START_SECONDS", 0.2)
    assert "hung: it has not given ugiok within 0.2 seconds" in played(spec("mute"))[0].reason


@needs.external_engines
@pytest.mark.parametrize(("way", "settings", "clocks"), [("clock", "", True), ("timed", "time=2", True), ("timed", "", False)])
def test_an_engine_without_limits_is_told_the_clocks_of_the_game(way: str, settings: str, clocks: bool) -> None:
    """It plays nonsense unless it is asked in so many words."""
    engine, clock = player(spec(way, "1,1", settings=settings)), GameClock(9.0, 0.5, 2)
    try:
        if clocks:
            assert isinstance(engine, UciPlayer)
            engine.hear_clock(ClockReading(clock, (9.0, 9.0), (0, 0)))
        assert engine.think(Position.after("tic_tac_toe")).best == 0
    finally:
        close([engine])


@needs.external_engines
def test_play_out_ends_what_it_has_started() -> None:
    before = set(children())
    with pytest.raises(PlayerError, match="named '9,9' as move 3") as caught:
        play_out("tic_tac_toe", [spec("well", "1,1", "9,9"), spec("stubborn", "2,2")])
    del caught
    assert all(map(is_group_gone, set(children()) - before))


@needs.external_engines
def test_commands_are_no_files_that_travel_and_need_a_game_that_fits() -> None:
    assert is_external(spec("well"))
    assert not is_external("computer:level=3")
    assert collect_files([f"ugi:{FAKE}"]) == {}
    with pytest.raises(PlayerError, match="UGI is for games of two"):
        admit([player(spec("well"))], load("trio"))
    with pytest.raises(PlayerError, match="UCI is for chess, Breakthrough, Othello"):
        admit([player(f"uci:{FAKE}")], load("hex"))


# Variants of chess by their names.


def variants(*moves: str) -> UciPlayer:
    """An engine that knows chess and Breakthrough, and makes these moves when it was told to play Breakthrough."""
    return UciPlayer(EngineSpec.read(f"uci:{' '.join([FAKE, 'variants', *moves])}:time=0.1,timeout=20"), UciOfVariants())


@needs.external_engines
def test_an_engine_is_told_which_of_its_variants_is_played() -> None:
    engine = variants("a2b3", "a2a3")
    try:
        position = Position.after("breakthrough")
        assert position.name(engine.think(position).best or 0) == "a2-b3"
        position = Position.after("breakthrough", ["h2-h3", "h7-h6"])
        assert position.name(engine.think(position).best or 0) == "a2-a3"
        with pytest.raises(EngineError, match="does not know flipello: it has no variant of that name"):
            engine.think(Position.after("othello"))
    finally:
        engine.close()
    with pytest.raises(EngineError, match="does not know breakthrough: it has no variant of that name"):
        UciPlayer(EngineSpec.read(f"uci:{FAKE} well a2b3"), UciOfVariants()).prepare(load("breakthrough"))


@pytest.mark.parametrize("game", ["chess", "chess:size=6", "breakthrough", "othello"])
def test_every_legal_move_is_written_and_read_back(game: str) -> None:
    dialect, dice, passes = UciOfVariants(), random.Random(game), 0
    for _ in range(30 if game == "othello" else 4):
        start = position = Position.after(game)
        while not position.is_over and len(position.moves) < 120:
            names = {dialect.name(position, move): move for move in position.legal()}
            assert len(names) == len(position.legal())
            assert all(dialect.read(position, name) == move for name, move in names.items())
            passes += any(name[:2] == name[2:] for name in names)
            position = position.play(dice.choice(position.legal()))
        here = start
        for move, name in zip(position.moves, dialect.names(start, position.moves), strict=True):
            assert dialect.read(here, name) == move
            here = here.play(move)
    assert (passes > 0) == (game == "othello")


@needs.external_engines
def test_a_turn_of_amazons_is_one_move_of_the_engine() -> None:
    dialect, dice = UciOfVariants(), random.Random(4)
    position = Position.after("amazons:size=10")
    while len(position.moves) < 40:
        position = position.play(dice.choice(position.legal()))
    written = dialect.names(Position.after("amazons:size=10"), position.moves)
    here = Position.after("amazons:size=10")
    for text in written:
        turn = dialect.turn(here, text)
        assert len(turn) == 2
        assert dialect.turn(here, text.partition(",")[0]) == ()
        flown = here.play(turn[0])
        assert dialect.turn(flown, text) == ()
        assert dialect.names(flown, turn[1:]) == [text]
        assert dialect.names(here, turn[:1]) == []
        here = flown.play(turn[1])
    assert here.moves == position.moves
    engine = variants("d1d7,d7d2", "g1g2")
    try:
        start = Position.after("amazons:size=10")
        flight = engine.think(start)
        assert start.name(flight.best or 0) == "d1-d7"
        assert [*flight.line] == [flight.best, engine.think(start.play(flight.best or 0)).best]
        after = start.play(flight.best or 0).play(flight.line[1])
        with pytest.raises(EngineError, match="named 'g1g2' as move 3, which is not legal there"):
            engine.think(after)
    finally:
        engine.close()


def test_stones_are_named_in_rows_from_below() -> None:
    dialect, start = UciOfVariants(), Position.after("othello")
    assert [dialect.name(start, move) for move in start.legal()] == ["P@d6", "P@c5", "P@f4", "P@e3"]
    assert dialect.read(start, "P@d3") is None
    forced = Position.after("othello", "f5 f6 e6 f4 e3 c5 c4 e7 c6 e2")
    assert all(name.startswith("P@") for name in (dialect.name(forced, move) for move in forced.legal()))


@needs.external_engines
@pytest.mark.parametrize(
    "game", ["hex", "breakthrough:size=6", "othello:size=6", "othello:obf=" + "-" * 27 + "OX------XO" + "-" * 27 + "_X"]
)
def test_games_that_engines_do_not_name_are_refused(game: str) -> None:
    with pytest.raises(PlayerError, match="UCI is for chess, Breakthrough, Othello, and Amazons on 10 by 10 squares, not for "):
        admit([player(f"uci:{FAKE}")], load(game))


def test_all_moves_are_valued_by_the_positions_after_them() -> None:
    here = Position.after("tic_tac_toe", "1,1 2,1 1,2 2,2")
    thought = value_moves(player("alphabeta:depth=9"), here)
    assert here.name(thought.moves[0].move) == "1,3"
    assert thought.value == Value("exact", 1, 1)
    assert {one.value.kind for one in thought.moves[1:]} == {"estimate"}
    assert [one.value.result for one in thought.moves] == [1, 0, -1, -1, -1]


@needs.external_engines
def test_the_terminal_says_in_one_sentence_what_the_engine_did() -> None:
    code, _, complaint = run_here("play", "tic_tac_toe", "--first", spec("crash"), "--second", "random")
    assert code == 2
    assert "crashed: SIGABRT" in complaint
