"""The tree of a search by playouts as it is drawn: its nodes, its sentences, all kinds of files, and what `--nodes` means."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from commandline import here
from kibitz import Limit, Position, load, think
from kibitz.core.registry import names
from kibitz.core.rules import Game
from kibitz.errors import SearchError
from kibitz.explain.tree import words
from kibitz.explain.tree.formats.html import html
from kibitz.explain.tree.formats.json import as_json
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.playout_node import PlayoutNode
from kibitz.explain.tree.playout_steps import PlayoutSteps, steps_of
from kibitz.explain.tree.searched_tree import figures
from kibitz.explain.tree.shape import select_branch
from kibitz.explain.tree.text import text
from kibitz.explain.tree.tree import Tree
from kibitz.explain.tree.writing import DrawingOptions, format_named
from kibitz.jobs.kinds.tree import searches
from kibitz.kernel import machine_of
from kibitz.search.drivers.request import SearchRequest
from kibitz.search.monte_carlo.options import PlayoutOptions
from kibitz.search.traces.playout_tracing import MOST_PLAYOUTS, PLAYOUTS, PlayoutTracing
from runs import examples
from tree_pages import all_of

GAMES = ["tic_tac_toe", "connect_four:width=4,height=4", "pig:target=10", "trio:width=3,height=3", "treasure:turns=2", "kalah"]


def drawn(spec: str, playouts: int = 80, seed: int = 1, moves: str = "") -> Tree:
    return kibitz.tree(
        Position.after(load(spec), moves), search="mcts", knowledge=None, nodes=1000, playouts=playouts, seed=seed
    )


def visits(node: Node) -> int:
    assert isinstance(node, PlayoutNode)
    assert node.average is not None
    return node.average.visits


def steps(tree: Tree) -> PlayoutSteps:
    found = steps_of(tree.root)
    assert found is not None
    return found


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_move_is_the_one_that_the_search_plays(spec: str, seed: int) -> None:
    tree = drawn(spec, seed=seed)
    thought = think(load(spec), search="mcts", knowledge=None, limit=Limit(nodes=80), seed=seed)
    assert tree.root.best is not None
    assert tree.root.best.move == thought.best
    if thought.value.payoffs is None:
        assert tree.root.best.worth is not None
        assert tree.root.best.worth.proved == (thought.value.kind == "exact")


@pytest.mark.parametrize("spec", GAMES)
def test_nodes_are_seen_by_max_and_say_how_often_they_were_visited(spec: str) -> None:
    tree = drawn(spec)
    for node in tree:
        assert isinstance(node, PlayoutNode)
        found, worth = node.average, node.worth
        assert found is not None
        assert worth is not None
        assert worth.visits == found.visits
        assert f"({words.counted(found.visits, 'visit')})" in str(worth)
        assert worth.result == pytest.approx(found.least if found.is_settled else found.payoffs[tree.hero])
        assert worth.payoffs is None or worth.payoffs == pytest.approx(found.payoffs)
        assert node.reason == ("over" if load(spec).is_over(node.state) else "played")
        assert node.skipped == ()
        legal = set(node.offers)
        assert {child.move for child in node.children} <= legal
        assert len(node.untried) + len(node.children) in (0, len(legal))
        assert node.why


def test_a_reason_names_the_two_moves_between_which_it_was_decided() -> None:
    """Every sentence of a choice, its numbers taken from the terms of the trace."""
    tree = drawn("tic_tac_toe", 120, moves="1,1 2,2")
    told = steps(tree)
    seen = set()
    for number, descent in enumerate(told.trace.descents, 1):
        sentence = told.describe(number)
        assert sentence.startswith(f"Playout {number}: ")
        for node, child in zip(descent.nodes, descent.nodes[1:], strict=False):
            terms = told.trace.terms(node, number)
            taken = next(one for one in terms if one.move == tree.node(child).move)
            others = [one for one in terms if one is not taken and not one.is_refuted]
            name = tree.node(child).name
            if taken.share is None or taken.bonus is None:
                assert f"{name}, which was never tried" in sentence
                seen.add("untried")
            elif others and len(terms) > 1:
                rival = max(others, key=lambda one: one.weight)
                assert rival.share is not None
                assert rival.bonus is not None
                assert taken.weight >= rival.weight
                why = " for its bonus" if taken.share < rival.share else " for its mean" if taken.bonus < rival.bonus else ""
                digits = 2
                while digits < 4 and round(taken.weight, digits) == round(rival.weight, digits):
                    digits += 1
                if taken.weight == pytest.approx(rival.weight, abs=1e-4):
                    continue
                count = words.counted(taken.visits, "visit")
                chosen = f"{name}{why} ({count}, mean {taken.share:.{digits}f}, bonus {taken.bonus:.{digits}f})"
                assert f"{chosen} before {tree.game.move_name(tree.node(node).state, rival.move)} (" in sentence
                seen.add(why)
    assert seen == {"untried", "", " for its bonus", " for its mean"}


def test_a_move_that_is_proved_best_so_far_is_made_for_that() -> None:
    tree = drawn("tic_tac_toe", 60, seed=4, moves="3,3 1,1 3,2")
    told = steps(tree)
    sentences = [one for one in told.sentences() if "; then 2,1, since no other move is better: that is proved" in one]
    assert sentences
    for sentence in sentences:
        number = int(sentence.removeprefix("Playout ").partition(":")[0])
        node, child = next(
            (above, below)
            for above, below in zip(told.nodes_of(number), told.nodes_of(number)[1:], strict=False)
            if below.name == "2,1" and f"; then {below.name}, since" in sentence
        )
        assert {one.move for one in told.trace.terms(node.index, number) if not one.is_refuted} == {child.move}


def test_a_move_that_ends_the_game_is_named_though_it_was_never_tried() -> None:
    tree = drawn("tic_tac_toe", 30, seed=0, moves="1,1 2,2 1,2 1,3")
    lost = next(node for node in tree.root.children if node.name == "2,1")
    assert not lost.children
    assert lost.why == "Visited 4 times, and proved: O wins, since 3,1 ends the game."
    kalah = steps(kibitz.tree(Position.after(load("kalah:pits=3,seeds=2"), [0, 0, 2, 1]), search="mcts", playouts=100, seed=4))
    told = [one for one in kalah.sentences() if ", which ends the game" in one]
    assert told
    for sentence in told:
        number = int(sentence.removeprefix("Playout ").partition(":")[0])
        assert kalah.trace.descents[number - 1].ending == "over"


def test_a_tried_move_may_come_before_one_that_never_was() -> None:
    wide = SearchRequest("mcts", Limit(nodes=20), None, playouts=PlayoutOptions(exploration=100.0))
    tree = Tree(PlayoutTracing(load("tic_tac_toe"), None, wide).result())
    assert any(sentence.endswith(".") and "(never tried)" in sentence for sentence in steps(tree).sentences())


class Count(NamedTuple):
    """How much is left."""

    left: int


@dataclass(frozen=True)
class Halves(Game):
    """Take one or two; who takes the last one gets what is no whole number."""

    compiles = False

    def start(self) -> Count:
        return Count(5)

    def moves(self, state: Count) -> range:
        return range(1, min(2, state.left) + 1)

    def play(self, state: Count, move: int) -> Count:
        return Count(state.left - move)

    def is_over(self, state: Count) -> bool:
        return state.left == 0

    def payoffs(self, state: Count) -> tuple[float, float]:
        return 0.5, -1.25

    def show(self, state: Count) -> str:
        return str(state.left)


def test_payoffs_need_be_no_whole_numbers() -> None:
    tree = kibitz.tree(Halves(), search="mcts", playouts=12)
    assert str(tree.root.worth) == "about (0.5, -1.25) (12 visits)"
    assert "Played out at random from there: First 0.5, Second -1.25." in steps(tree).describe(1)


def test_what_is_proved_is_told_when_it_is() -> None:
    tree = drawn("tic_tac_toe", 400, moves="1,1 2,2 1,2 1,3")
    told = [sentence for sentence in steps(tree).sentences() if "That proves it" in sentence]
    assert told[-1].endswith("here X wins.") or told[-1].endswith("here O wins.") or told[-1].endswith("here draw.")
    assert figures(tree).stopped == "solved"
    assert figures(tree).ended == "The value is proved, so nothing more is played."
    assert tree.root.worth is not None
    assert tree.root.worth.proved


@pytest.mark.parametrize("spec", GAMES)
def test_json_holds_everything(spec: str) -> None:
    tree = drawn(spec)
    data: dict[str, Any] = json.loads(json.dumps(as_json(all_of(tree.root)), allow_nan=False))
    assert (data["search"], data["playouts"], data["seed"], data["exploration"]) == ("mcts", steps(tree).trace.nodes, 1, 0.7)
    assert len(data["steps"]) == data["playouts"]
    for node, row in zip(tree, data["tree"], strict=True):
        assert isinstance(node, PlayoutNode)
        assert node.average is not None
        assert row["visits"] == node.average.visits
        assert row["mean"] == pytest.approx(list(node.average.payoffs))
        assert len(row["mean"]) == tree.game.players
        assert (row["error"] is None) == (row["visits"] == 1)
        assert row["untried"] == list(node.untried)
    counts = [0] * len(tree)
    for number, step in enumerate(data["steps"], 1):
        assert step["playout"] == number
        assert step["why"] == steps(tree).describe(number)
        assert len(step["choices"]) == len(step["moves"]) == len(step["nodes"]) - 1
        for move, choice in zip(step["moves"], step["choices"], strict=True):
            assert not choice or move in {one["move"] for one in choice}
            assert all(one["visits"] == counts[one["node"]] for one in choice if one["node"] is not None)
        for node in step["nodes"]:
            counts[node] += 1
    assert counts == [row["visits"] for row in data["tree"]]


@pytest.mark.parametrize("spec", ["tic_tac_toe", "pig:target=10", "trio:width=3,height=3", "tree:file=chances"])
@pytest.mark.parametrize("ending", names("explain.tree.formats"))
def test_every_kind_of_file_shows_visits(ending: str, spec: str) -> None:
    branch = select_branch(drawn(spec).root, "top:2")
    content = format_named(ending).write(branch, DrawingOptions())
    assert "80" in content
    assert "visits" in content


def test_the_moves_tried_most_often_are_the_top() -> None:
    tree = drawn("connect_four", 200)
    branch = select_branch(tree.root, "top:3", 1)
    counts = sorted(visits(child) for child in tree.root.children)
    assert sorted(visits(one.node) for one in branch.children) == counts[-3:]


def test_a_search_that_was_stopped_at_once_is_drawn_all_the_same() -> None:
    tracing = PlayoutTracing(load("connect_four"), None, SearchRequest("mcts", Limit(nodes=5000), None))
    tracing.stop()
    tree = Tree(tracing.result())
    assert not tree.whole
    assert figures(tree).ended == "Interrupted: this is the tree so far."
    for ending in names("explain.tree.formats"):
        assert format_named(ending).write(select_branch(tree.root), DrawingOptions())


def test_ctrl_c_shows_the_playouts_that_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    wait = PlayoutTracing.result

    def interrupted(tracing: PlayoutTracing) -> Any:
        if heard:
            return wait(tracing)
        while tracing.nodes < 20:
            time.sleep(0.001)
        heard.append(tracing.nodes)
        raise KeyboardInterrupt

    monkeypatch.setattr(PlayoutTracing, "result", interrupted)
    data = json.loads(here("tree", "othello", "--search", "mcts", "--nodes", "5000", "--knowledge", "none", "--json"))
    assert (data["stopped"], data["whole"]) == ("interrupted", False)
    assert heard[0] <= data["playouts"] == len(data["steps"]) < 5000


def nothing_played() -> Tree:
    """A tree whose search was stopped before its first playout."""
    found = PlayoutTracing(load("tic_tac_toe"), None, SearchRequest("mcts", Limit(nodes=1), None))
    found.result()
    found._descents, found._nodes = [], found._nodes[:1]
    found._nodes[0].below = {}
    return Tree(found._write("interrupted"))


def test_a_tree_without_a_playout_has_a_root() -> None:
    tree = nothing_played()
    assert isinstance(tree.root, PlayoutNode)
    assert (tree.root.worth, tree.root.best, tree.root.record) == (None, None, {})
    assert tree.root.why == "The search was stopped before its first playout."
    assert "?" in str(tree)
    assert html(select_branch(tree.root))


def test_the_document_shows_what_comes() -> None:
    """The outline, the sentences that are quoted, every field, and the command itself."""
    page = (Path(__file__).parent.parent / "docs" / "tree.md").read_text("utf-8")
    tree = kibitz.tree(Position.after(load("tic_tac_toe"), "1,1 2,2 1,2 1,3"), search="mcts", playouts=30)
    assert text(select_branch(tree.root)) in page
    quoted = " ".join(line.removeprefix("> ") for line in page.splitlines() if line.startswith("> "))
    assert steps(tree).describe(10) in quoted
    assert steps(tree).describe(27) in quoted
    data = as_json(select_branch(tree.root))
    for field in {*data, *data["tree"][0], *data["steps"][0], *data["steps"][0]["choices"][0][0]}:
        assert f"`{field}`" in page
    assert f"{PLAYOUTS}, at most {MOST_PLAYOUTS:,}" in page
    assert f"make N playouts ({PLAYOUTS})" in here("tree", "--help")
    assert f"({PLAYOUTS} by default)" in str(kibitz.tree.__doc__)


def test_the_page_offers_it_where_it_fits() -> None:
    for spec in GAMES:
        assert "mcts" in searches(load(spec))


def test_playouts_are_for_a_search_by_playouts() -> None:
    with pytest.raises(SearchError, match="alphabeta makes no playouts that could be counted: that is for mcts"):
        kibitz.tree("tic_tac_toe", playouts=10)
    with pytest.raises(SearchError, match="mcts counts no plies to the end"):
        kibitz.tree("tic_tac_toe", search="mcts", distance=True)


def test_the_command_takes_playouts_and_a_seed(tmp_path: Path) -> None:
    def asked(*more: str) -> Any:
        return json.loads(here("tree", "tic_tac_toe", "--search", "mcts", "--json", *more))

    one, again, other = asked("--nodes", "40"), asked("--nodes", "40", "--seed", "0"), asked("--nodes", "40", "--seed", "5")
    assert (one["playouts"], one["steps"]) == (40, again["steps"])
    assert one["steps"] != other["steps"]
    assert asked()["playouts"] == 200
    file = tmp_path / "tree.txt"
    said = here("tree", "tic_tac_toe", "--search", "mcts", "--nodes", "7", "--why", "--to", str(file))
    assert "mcts: 7 playouts, 8 nodes" in said
    assert "Playout 7: " in file.read_text("utf-8")


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 2**40), st.integers(1, 60), st.integers(0, 4))
def test_any_tree_of_playouts_is_consistent(seed: int, playouts: int, plies: int) -> None:
    """Limits hold the average of what was proved, nodes their children's visits, and the root every playout."""
    position = Position.after(load("tic_tac_toe"), [])
    for _ in range(plies):
        position = position.play(position.legal()[seed % len(position.legal())])
    tree = kibitz.tree(position, search="mcts", knowledge=None, playouts=playouts, seed=seed)
    trace = steps(tree).trace
    assert tree.root.count == len(tree)
    assert trace.nodes == len(trace.descents) == len(trace.visits[0])
    for node in tree:
        assert isinstance(node, PlayoutNode)
        assert node.average is not None
        assert node.average.least <= node.average.most
        below = [child.average.visits for child in node.children if child.average is not None]
        assert sum(below) <= node.average.visits
        if node.average.is_settled and node.worth is not None:
            assert node.worth.proved


def test_a_machine_for_playouts_needs_no_traces() -> None:
    """The very kernels that play are called: none is compiled anew."""
    game = load("tic_tac_toe")
    tracing = PlayoutTracing(game, None, SearchRequest("mcts", Limit(nodes=5), None))
    assert tracing.result().nodes == 5
    assert tracing._team.machine is machine_of(game, None)


def label(node: Node) -> str:
    return f"{words.label(node)} {words.worth(node)}"


def test_a_chance_node_says_how_often_each_outcome_came() -> None:
    tree = drawn("pig:target=10", 120)
    roll = tree.root.children[0]
    assert roll.by_chance
    assert all("16.7%" in label(child) for child in roll.children)
    assert steps(tree).describe(1) == "Playout 1: roll, the only move. " + steps(tree).describe(1).split(". ", 1)[1]
