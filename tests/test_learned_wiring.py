"""A learned estimate is used wherever something searches or plays, and whatever shows its numbers says so."""

import hashlib
import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import kibitz
from commandline import here, refused_here, run_here
from estimates import TITLE, estimate_file, write_estimate
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.match import plan_match
from kibitz.arena.store import Store
from kibitz.arena.tuning.parameters import knowledge_of_player
from kibitz.books.make_book import make_book
from kibitz.core.registry import load
from kibitz.core.thought import Limit
from kibitz.errors import GameError, LearningError, PlayerError, RulesWarning
from kibitz.knowledge.tic_tac_toe import TicTacToeKnowledge
from kibitz.patterns import library
from kibitz.patterns.estimate import PatternEstimate
from kibitz.patterns.file import MAGIC, EstimateFile, read_estimate
from kibitz.patterns.library import describe_estimate, learned_for, load_knowledge
from kibitz.patterns.packed import DIGEST, LENGTH
from kibitz.players import admit, player
from kibitz.web.pages.match import refusal
from served import running
from visitor import Visitor

GAME = "tic_tac_toe"
OPEN = ["--depth", "2"]  # as deep as nothing is proved at the start
LINE = f"estimate: {TITLE}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one's own estimates, empty."""
    place = tmp_path / "learned"
    place.mkdir()
    monkeypatch.setenv("KIBITZ_LEARNED", str(place))
    return place


@pytest.fixture
def own(folder: Path) -> Path:
    """An estimate of one's own."""
    return write_estimate(folder)


# Which of them is taken.


def test_auto_is_one_s_own_then_what_comes_along_then_what_is_written_by_hand(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, shipped = load(GAME), tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(library.ESTIMATE_FILES, "shipped", shipped)
    by_hand: Any = load_knowledge(game, "TicTacToeKnowledge")
    assert load_knowledge(game) == by_hand
    write_estimate(shipped, seed=2)
    along: Any = load_knowledge(game)
    assert isinstance(along, PatternEstimate)
    assert isinstance(along, TicTacToeKnowledge)  # with all else that is known
    write_estimate(folder, seed=3)
    mine: Any = load_knowledge(GAME)
    assert mine.evaluate(game.start()) != along.evaluate(game.start()) != by_hand.evaluate(game.start())
    assert load_knowledge(game) is mine  # machine code is kept for each knowledge
    write_estimate(folder, seed=4)
    assert load_knowledge(game) is not mine
    assert load_knowledge(game, "hand") == by_hand
    assert load_knowledge(game, "none") is None
    monkeypatch.setenv("KIBITZ_LEARNED", "none")
    assert load_knowledge(game) == by_hand


def test_an_estimate_of_another_game_of_the_same_name_is_left_aside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, wide = load(GAME), load(f"{GAME}:width=4")
    write_estimate(folder)
    (folder / library.ESTIMATE_FILES.name(game)).replace(folder / library.ESTIMATE_FILES.name(wide))
    reading = Mock(wraps=read_estimate)
    monkeypatch.setattr("kibitz.patterns.file.read_estimate", reading)
    for _ in range(3):
        with pytest.warns(RulesWarning, match=r"the rules of tic_tac_toe:width=4 are others: .* is left aside\)"):
            assert describe_estimate(load_knowledge(wide)) is None
    assert reading.call_count == 1  # what does not serve is not read again for each search
    shipped = folder.parent / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(library.ESTIMATE_FILES, "shipped", shipped)
    (folder / library.ESTIMATE_FILES.name(wide)).replace(shipped / library.ESTIMATE_FILES.name(wide))
    mine = shipped.parent / "mine.py"
    mine.write_text("from kibitz.games.tic_tac_toe import TicTacToe as Base\nclass TicTacToe(Base): pass\n", encoding="utf-8")
    assert learned_for(load(f"{mine}:TicTacToe:width=4")) is None


def test_a_game_without_a_file_costs_no_compiler_and_no_fingerprint(folder: Path) -> None:
    code = """
import sys, kibitz
from kibitz.patterns.library import knowledge_for
from kibitz.players import admit, player
game = kibitz.load("othello:size=4")
assert type(knowledge_for(game)).__name__ == "OthelloKnowledge"
admit([player("greedy"), player("computer:level=3")], game)
print({"numba", "numpy", "kibitz.patterns.file"} & set(sys.modules))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_whether_a_player_fits_is_said_without_the_compiler(own: Path) -> None:
    """The server of the page asks it, and never waits."""
    code = f"""
import sys, kibitz
from kibitz.players import admit, player
admit([player("greedy"), player("computer:level=3"), player("greedy:knowledge=hand")], kibitz.load("{GAME}"))
print({{"numba", "numpy"}} & set(sys.modules))
"""
    assert learned_for(load(GAME)) is not None
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (run.stdout, own.is_file()) == ("set()\n", True)


def test_players_searches_and_commands_take_the_same_words(own: Path, tmp_path: Path) -> None:
    game = load(GAME)
    wise = tmp_path / "wise.py"
    wise.write_text(
        "import kibitz\nclass Flat(kibitz.Knowledge):\n    def evaluate(self, state):\n        return 0.25\n", encoding="utf-8"
    )
    kinds = {"auto": "Learned", str(own): "Learned", "hand": "TicTacToe", "TicTacToeKnowledge": "TicTacToe", "none": "None"}
    for word, kind in {**kinds, f"{wise}:Flat": "Flat"}.items():
        for spec in (f"greedy:knowledge={word}", f"minimax:depth=2,knowledge={word}"):
            made: Any = player(spec)
            admit([made], game)
            assert type(made.wisdom.of(game)).__name__.startswith((kind, f"{kind}Type"))
            assert made.think(kibitz.Position.after(game)).learned == (TITLE if kind == "Learned" else None)
        told = json.loads(here("analyze", GAME, *OPEN, "--json", "--knowledge", word))
        assert told.get("estimate") == (TITLE if kind == "Learned" else None)
        assert told["informed"] == (kind != "None")
    by_file = kibitz.think(game, limit=Limit(depth=2), knowledge=str(own))
    assert by_file.value == kibitz.think(game, limit=Limit(depth=2), knowledge=own).value
    assert by_file.value == kibitz.think(game, limit=Limit(depth=2), knowledge=kibitz.load_knowledge(GAME, own)).value
    assert by_file.value != kibitz.think(game, limit=Limit(depth=2), knowledge="hand").value
    with pytest.raises(GameError, match=r"has no knowledge called 'hnad'; did you mean hand"):
        kibitz.think(game, limit=Limit(depth=2), knowledge="hnad")


def test_weights_are_of_what_is_written_by_hand(own: Path) -> None:
    """Tuning, and weights that it has found, look past what was learned."""
    del own
    found = knowledge_of_player("minimax:depth=2", load(GAME))
    assert describe_estimate(found) is None
    file = Path(os.environ["KIBITZ_LEARNED"]) / "weights.json"
    file.write_text(json.dumps({"game": GAME, "knowledge": "Other", "weights": {}}), encoding="utf-8")
    with pytest.raises(PlayerError, match="holds weights of Other, and here is TicTacToeKnowledge"):
        admit([player(f"greedy:weights={file}")], load(GAME))


def test_books_are_made_of_what_is_written_by_hand(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learned(game: Any) -> None:
        raise AssertionError("a book looks for no estimate")

    monkeypatch.setattr(library, "learned_for", learned)
    make_book(load(f"{GAME}:width=2,height=2,line=2"), 1, own.with_suffix(".book"))


# Files that do not serve.


def _packed(header: dict[str, Any], weights: bytes) -> bytes:
    facts = json.dumps(header).encode()
    whole = MAGIC + LENGTH.pack(len(facts)) + facts + lzma.compress(weights)
    return whole + hashlib.sha256(whole).digest()


def _changed(change: Callable[[dict[str, Any]], object]) -> Callable[[bytes], bytes]:
    def write(content: bytes) -> bytes:
        at = len(MAGIC) + LENGTH.size
        (length,) = LENGTH.unpack(content[len(MAGIC) : at])
        header = json.loads(content[at : at + length])
        change(header)
        return _packed(header, lzma.decompress(content[at + length : -DIGEST]))

    return write


NO_USE = r"^\S+ holds no estimate that can be used \(.*\): learn it anew$"
INJECTED = "open('found', 'w') or state.x"
BAD = {
    "not there": (
        None,
        r"^the estimate \S+ cannot be read \(No such file or directory\); `kibitz learn GAME --to \S+` learns one$",
    ),
    "something else": (lambda content: b"{}", r"^\S+ holds no learned estimate; `kibitz learn GAME --to FILE` writes one$"),
    "damaged": (
        lambda content: content[:99] + b"x" + content[100:],
        r"^\S+ is damaged: learn it anew, or take a copy that is whole$",
    ),
    "cut off": (lambda content: content[:-1], r"^\S+ is damaged"),
    "begun": (lambda content: MAGIC, r"^\S+ is damaged"),
    "newer": (
        _changed(lambda header: header.update(version=2)),
        r"^\S+ was written by a newer kibitz: update kibitz, or learn it anew$",
    ),
    "another game": (
        _changed(lambda header: header.update(game="nim", fingerprint="0")),
        r"^the estimate was learned of nim, and the rules of tic_tac_toe are others: `kibitz learn tic_tac_toe` learns one$",
    ),
    "nothing said": (_changed(lambda header: header.pop("reading")), NO_USE),
    "code": (_changed(lambda header: header["reading"]["features"][0].update(field=INJECTED)), NO_USE),
    "code as a side": (_changed(lambda header: header["reading"].update(side=INJECTED)), NO_USE),
    "code as a number": (_changed(lambda header: header["reading"]["features"][0].update(value=INJECTED)), NO_USE),
    "places beyond": (_changed(lambda header: header["patterns"][0].append(99)), NO_USE),
    "weights beyond": (_changed(lambda header: header["patterns"].pop()), NO_USE),
    "symbols beyond": (_changed(lambda header: header["symmetries"][0][1].append(9)), NO_USE),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_does_not_serve_is_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    change, sentence = BAD[name]
    file = tmp_path / "mine.learned"
    if change is not None:
        write_estimate(file)
        file.write_bytes(change(file.read_bytes()))
    for call in (
        lambda: kibitz.think(GAME, limit=Limit(depth=1), knowledge=file),
        lambda: admit([player(f"greedy:knowledge={file}")], load(GAME)),
        lambda: plan_match(load(GAME), [f"minimax:depth=1,knowledge={file}", "random"]),
    ):
        with pytest.raises(LearningError, match=sentence):
            call()
    said = refused_here("analyze", GAME, *OPEN, "--knowledge", "mine.learned")
    assert said.startswith("kibitz: ")
    assert "mine.learned" in said or "of nim" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ([] if change is None else ["mine.learned"])


def test_every_command_that_takes_knowledge_refuses_in_one_sentence(tmp_path: Path) -> None:
    file = str(write_estimate(tmp_path / "mine.learned"))
    for command in (
        ["analyze", "nim", *OPEN],
        ["analyze", "nim", "--traps", "uniform", *OPEN],
        ["review", "nim", "--moves", "1:1", *OPEN],
        ["tree", "nim", *OPEN],
        ["play", "nim", "human", "greedy"],
        ["play", "nim", "human", "human"],
    ):
        code, _, complaint = run_here(*command, "--knowledge", file)
        assert (code, complaint.count("\n")) == (2, 1), command
        assert "the estimate was learned of tic_tac_toe, and the rules of nim are others" in complaint, command


# It is said.


def test_analyze_says_it_where_values_are_estimates(own: Path) -> None:
    assert here("analyze", GAME, *OPEN).endswith(f"{LINE}\n")
    assert LINE in here("analyze", GAME, *OPEN, "--traps", "uniform")
    assert json.loads(here("analyze", GAME, *OPEN, "--traps", "uniform", "--json"))["estimate"] == TITLE
    over = ["--moves", "1,1,2,2,1,2,2,1,2,3,3,2"]
    assert "estimate" not in here("analyze", GAME, *over)  # all is proved
    for word in ("hand", "none"):
        assert LINE not in here("analyze", GAME, *OPEN, "--knowledge", word)
        assert "estimate" not in json.loads(here("analyze", GAME, *OPEN, "--knowledge", word, "--json"))
    own.unlink()
    assert LINE not in here("analyze", GAME, *OPEN)


def test_a_review_says_it_in_all_its_faces(own: Path, tmp_path: Path) -> None:
    del own
    asked = ["review", f"{GAME}:width=4,height=4,line=4", "--moves", "1,1,2,2", "--depth", "1", "--search", "minimax"]
    write_estimate(Path(os.environ["KIBITZ_LEARNED"]), asked[1])
    assert f"Estimates: {TITLE}." in here(*asked)
    assert json.loads(here(*asked, "--json"))["estimate"] == TITLE
    here(*asked, "--to", str(tmp_path / "page.html"))
    assert f"<p>Estimates: {TITLE}.</p>" in (tmp_path / "page.html").read_text("utf-8")
    assert TITLE not in here(*asked, "--knowledge", "hand")
    assert "estimate" not in json.loads(here(*asked, "--knowledge", "hand", "--json"))
    assert TITLE not in here("review", GAME, "--moves", "1,1,2,2,1,2,2,1,1,3", "--time", "60")  # all is proved, long before


def test_a_tree_says_it(own: Path, tmp_path: Path) -> None:
    del own
    here("tree", GAME, *OPEN, "--to", str(tmp_path / "tree.html"))
    assert f'"estimate":"{TITLE}"' in (tmp_path / "tree.html").read_text("utf-8")
    assert f"Estimates: {TITLE}." in here("tree", GAME, *OPEN)
    assert json.loads(here("tree", GAME, *OPEN, "--json"))["estimate"] == TITLE
    assert TITLE not in here("tree", GAME, *OPEN, "--knowledge", "hand")


def test_the_terminal_says_it_at_the_table(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.cli.playing.play.ADVICE", Limit(depth=2))
    code, shown, _ = run_here("play", GAME, "human", "minimax:depth=1", typed="values\nquit\n")
    assert (code, shown.count(LINE)) == (0, 2)  # above the board, and below the values
    code, shown, _ = run_here("play", GAME, "human", "minimax:depth=1", "--knowledge", "hand", typed="values\nquit\n")
    assert (code, shown.count(LINE)) == (0, 0)
    _, shown, _ = run_here(
        "play", GAME, "human", "minimax:depth=1,knowledge=hand", "--knowledge", str(own), typed="values\nquit\n"
    )
    assert shown.count(LINE) == 1  # what a player is told to know it keeps to
    assert run_here("play", GAME, "human", "human", typed="quit\n")[1].count(LINE) == 0


def test_the_page_says_it_beside_the_board(own: Path) -> None:
    with running(NUMBA_DISABLE_JIT="1", KIBITZ_LEARNED=str(own.parent)) as server:
        visitor = Visitor(server.address)
        visitor.post(f"/g/{GAME}/play", **{"player-0": "computer:level=1", "player-1": "human"})
        visitor.waits(visitor.at, f'<p class="quiet learned">Estimates: {TITLE}.</p>')
        visitor.post(f"/g/{GAME}/play", **{"player-0": "random", "player-1": "human"})
        assert "Estimates:" not in visitor.waits(visitor.at, "status yours")


# Matches keep to the estimate with which they began.

PLAYERS = ["minimax:depth=1", "minimax:depth=1,knowledge=hand"]


def _moves(plan: Any, fixtures: Any) -> list[tuple[str, ...]]:
    return [one.moves for one in play_batch(Batch(plan, tuple(fixtures)))]


def test_what_auto_is_travels_with_a_match(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, fixtures = plan_match(load(GAME), PLAYERS, games=8, openings="random:2", seed=1)
    assert (plan.players, plan.auto, plan.files) == (tuple(PLAYERS), str(own), {str(own): own.read_bytes()})
    here_moves = _moves(plan, fixtures)
    with Store.open(str(tmp_path / "games.db")) as store:
        number = store.add(plan, fixtures)
        assert store.plan(number) == plan
        write_estimate(own, seed=9)
        other, _ = plan_match(load(GAME), PLAYERS, games=8, openings="random:2", seed=1)
        assert store.plan(store.add(other, fixtures)).files != store.plan(number).files  # told apart by what was learned
        own.unlink()
        monkeypatch.setenv("KIBITZ_LEARNED", "none")  # as on another machine
        assert _moves(store.plan(number), fixtures) == here_moves
    by_hand, _ = plan_match(load(GAME), PLAYERS, games=8, openings="random:2", seed=1)
    assert (by_hand.auto, by_hand.files) == ("hand", {})
    monkeypatch.setenv("KIBITZ_LEARNED", str(own.parent))
    write_estimate(own.parent)  # learned since
    assert _moves(by_hand, fixtures) != here_moves
    named, _ = plan_match(load(GAME), [f"minimax:depth=1,knowledge={own}", PLAYERS[1]], games=8, openings="random:2", seed=1)
    assert (named.auto, list(named.files)) == ("hand", [str(own)])
    assert _moves(named, fixtures) == here_moves


def test_on_the_page_a_match_goes_on_by_what_was_learned_but_not_with_files_that_were_named(own: Path) -> None:
    plan, _ = plan_match(load(GAME), PLAYERS, games=2, openings="start", seed=1)
    named, _ = plan_match(load(GAME), [f"minimax:depth=1,knowledge={own}", PLAYERS[1]], games=2, openings="start", seed=1)
    write_estimate(own, seed=9)
    assert refusal(plan, "") == ""
    assert refusal(named, "").startswith("it needs files that are not served here")


def test_a_match_of_players_who_know_nothing_takes_no_file_along(own: Path) -> None:
    del own
    assert plan_match(load(GAME), ["random", "minimax:depth=1,knowledge=none"])[0].files == {}


def test_a_match_says_that_what_was_learned_is_another_now(own: Path, tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "games.db")]
    here("match", *PLAYERS, "--game", GAME, "--games", "2", "--workers", "1", "--seed", "1", *store)
    write_estimate(own, seed=9)
    shown = here("match", "--show", "1", *store)
    assert f"{own}: not here as it was when this match began" in shown
    assert f"Where a player names no knowledge it takes what you have learned: {own}" in shown


def test_the_file_is_small_and_serves_what_it_was_made_of() -> None:
    content: EstimateFile = estimate_file()
    assert content.lineage.title == TITLE
    assert content.layout.is_sound
