"""Why moves were left alone: every claim of every sentence, against plain minimax that leaves nothing out."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.explain.tree import refusal as room
from kibitz.explain.tree.claims import brought
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise, promise
from kibitz.explain.tree.reason import why
from kibitz.explain.tree.sentence import sentence_of
from kibitz.explain.tree.told import told
from kibitz.explain.tree.tree import Tree
from kibitz.explain.tree.why import Why
from kibitz.games.tree import Tree as Written
from kibitz.kernel import Machine
from kibitz.registry import load
from kibitz.rules import Game, legal, says
from kibitz.search import _tracing
from naive_tree import Naive, NaiveShares, way
from nested_trees import nested_trees
from party_game import Feeling, Fixed, Hunch, Ways
from random_parties import plan
from said_reasons import Claim, Said, heard

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
ROOM = 2000
NEAR = 1e-6


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: as machine code every new game costs more than its search."""
    uncompiled(monkeypatch)


def uncompiled(patch: pytest.MonkeyPatch) -> None:
    """The same, until the patch is undone."""
    patch.setattr(_tracing, "machine_of", lambda game, wise=None, traces=False: Machine(game, wise, True, traces))


def reasons(tree: Tree) -> list[Why]:
    """All of a tree: one for each node with moves that were left alone."""
    found = [why(node) for node in tree]
    for node, reason in zip(tree, found, strict=True):
        assert (reason is not None) == (node.reason == "cut" and bool(node.skipped))
        assert node.index % 10 or (told(node) == sentence_of(reason) if reason is not None else told(node)[-1] == ".")
    return [reason for reason in found if reason is not None]


def judge(reason: Why, naive: Naive) -> None:
    """Check all that a reason claims."""
    node, gains, held = reason.node, reason.held.gains, reason.held.number
    assert reason.others == len(naive.moves(node.state, node.mover)) - len({child.move for child in node.children}) > 0
    if reason.by is None:
        assert node.by_chance
        assert naive.of(node) >= held - NEAR if gains else naive.of(node) <= held + NEAR
    else:
        assert reason.by.parent is node
        found = naive.after(node, int(reason.by.move or 0))
        assert found >= held - NEAR if gains else found <= held + NEAR
        assert not reason.held.exact or found == pytest.approx(held)
        assert gains == node.maximises
    best = inf if gains else -inf
    if reason.kind in ("refused", "averaged"):
        judge_refusal(reason, naive, [held, best])
    elif reason.asked is not None:
        judge_question(reason, naive, [held, best])
    elif reason.utmost:
        ends = naive.game.payoff_limits() if says(naive.game, "payoff_limits") else (-naive.game.best_result(), None)
        assert held <= ends[0] if not gains else held >= (-ends[0] if ends[1] is None else ends[1] - ends[0])
    if reason.by is not None:
        heard_right(heard(sentence_of(reason), node.mover, node.tree), reason, naive)


def judge_refusal(reason: Why, naive: Naive, possible: list[float]) -> None:
    """The ancestor is on the way, is of the other side, was sure of the other move before, and nothing can change its value."""
    found, node, gains = reason.refused, reason.node, reason.held.gains
    assert found is not None
    ancestor, path = found.ancestor, list(way(node))
    assert ancestor in path[1:]
    assert ancestor.mover >= 0
    assert ancestor.maximises != gains
    taken = path[path.index(ancestor) - 1]
    assert found.instead.parent is ancestor
    assert found.instead.move != taken.move
    assert node.tree.trace.ends[found.instead.index] < taken.index  # it was left before the other was entered
    other, offer = naive.after(ancestor, int(found.instead.move or 0)), found.offer.number
    assert other <= offer + NEAR if gains else other >= offer - NEAR
    assert not found.offer.exact or other == pytest.approx(offer)
    assert offer <= found.passed if gains else offer >= found.passed
    worth = [naive.lifted(node, ancestor, number) for number in (*possible, naive.of(node))]
    assert worth == pytest.approx([naive.of(ancestor)] * 3)
    coming = naive.of(node)
    for below, above in pairwise(path[: path.index(ancestor) + 1]):
        coming = naive.lifted(below, above, coming) if above.by_chance else naive.aged(coming)
    assert coming >= found.passed - NEAR if gains else coming <= found.passed + NEAR
    if reason.kind == "refused":
        assert not any(above.by_chance for above in path[1 : path.index(ancestor)])


def judge_question(reason: Why, naive: Naive, possible: list[float]) -> None:
    """The answer is the same whatever the moves that were left alone are worth."""
    asked, node, gains = reason.asked, reason.node, reason.held.gains
    assert asked is not None
    path = list(way(node))
    if asked.about == "move":
        above = asked.node.parent
        assert above is not None
        assert asked.node in path
        assert above.maximises == gains
        answers = [naive.aged(naive.lifted(node, asked.node, number)) for number in possible]
        yes = [answer > asked.number if gains else answer < asked.number for answer in answers]
        assert yes[0] == yes[1]
        carried = possible[0]
        for step in path[: path.index(asked.node) + 1]:
            carried = naive.aged(carried) if step.move is not None else carried
        assert carried > asked.number if gains else carried < asked.number
    else:
        assert len(asked.node.moves) == 0
        worth = [naive.lifted(node, asked.node, number) for number in possible]
        if asked.about == "value":
            assert (worth[0] >= asked.number) == (worth[1] >= asked.number)
        else:
            assert worth == [naive.of(asked.node)] * 2


def heard_right(said: Said, reason: Why, naive: Naive) -> None:
    """The words alone: the moves, players, numbers and plies that they name are looked up, and compared."""
    node, path = reason.node, list(way(reason.node))
    tree = node.tree
    if said.depth is not None:
        assert said.depth == naive.depth
    assert said.seen or not (said.claim.about or (said.offer is not None and said.offer.about))
    assert said.others == len(legal(tree.game, node.state)) - len({child.move for child in node.children})
    holds(said.claim, node, named(node, said.move), naive)
    if said.offer is None:
        assert reason.refused is None
        return
    ancestor = path[-1] if said.where is None else path[said.where]
    assert (said.where is None) == (ancestor.parent is None)
    assert tree.players[ancestor.mover] == said.name
    assert ancestor.maximises != node.maximises
    move = named(ancestor, said.instead)
    holds(said.offer, ancestor, move, naive)
    taken = path[path.index(ancestor) - 1]
    assert move != taken.move
    if not any(above.by_chance for above in path):
        coming = naive.of(node)
        for _ in range(len(node.moves) - len(ancestor.moves)):
            coming = naive.aged(coming)
        other = naive.after(ancestor, move)
        gain = coming - other if node.maximises else other - coming
        assert gain > 0 if said.never else gain >= 0


def holds(claim: Claim, node: Node, move: int, naive: Naive) -> None:
    """A claim about what a move is worth; without "about" it holds for the game itself, however deep the search was."""
    number = naive.after(node, move)
    if claim.exact:
        assert abs(number - claim.number) <= claim.off + NEAR
    else:
        assert (number - claim.number) * (1 if claim.gains else -1) >= -claim.off - NEAR
    if not claim.about:
        assert (naive.whole.after(node, move) - claim.number) * (1 if claim.gains else -1) >= -claim.off - NEAR


def named(node: Node, name: str) -> int:
    """The legal move that people call so."""
    found = [move for move in legal(node.tree.game, node.state) if node.tree.game.move_name(node.state, move) == name]
    assert len(found) == 1
    return found[0]


@pytest.mark.compiled
def test_every_cut_of_tic_tac_toe() -> None:
    tree = kibitz.tree("tic_tac_toe")
    found, naive = reasons(tree), Naive(tree, None)
    assert len(found) == 4237
    assert Counter((reason.kind, reason.equal) for reason in found) == {("refused", True): 2671, ("refused", False): 1566}
    for reason in found:
        judge(reason, naive)


def test_cuts_of_tic_tac_toe_with_distances() -> None:
    tree = kibitz.tree("tic_tac_toe", distance=True)
    naive = Naive(tree, None)
    for reason in filter(None, (why(tree.node(index)) for index in range(5, len(tree), 50))):
        assert reason.kind == "refused"
        judge(reason, naive)


@pytest.mark.compiled
def test_limits_from_the_wrong_side_would_make_sentences_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first attempt took the value of every child for a promise, and so told what is not so: this is seen here."""

    def trusting(child: Node) -> Promise | None:
        assert child.parent is not None
        number = brought(child) if child.parent.maximises else -brought(child)
        return promise(child.parent, child.parent.maximises, number, exact=False, proved=True)

    monkeypatch.setattr(room, "promised", trusting)
    tree = kibitz.tree("tic_tac_toe")
    naive, wrong = Naive(tree, None), 0
    for reason in filter(None, map(why, tree)):
        try:
            heard_right(heard(sentence_of(reason), reason.node.mover, tree), reason, naive)
        except AssertionError:
            wrong += 1
    assert wrong == 558


def sentences(game: str, **more: Any) -> Iterator[str]:
    return (sentence_of(reason) for node in kibitz.tree(game, **more) if (reason := why(node)) is not None)


def test_the_book_and_its_chances(plainly: None) -> None:
    assert list(sentences("tree:file=two_ply")) == [
        "Cut: with c1 MIN keeps MAX to 2 here. But at the root MAX can play a1 and get 3, so MAX never allows this position; "
        "its 2 other moves need not be looked at."
    ]
    assert list(sentences("tree:file=chances")) == [
        "Cut: whatever the other outcomes bring, MAX gets at most 1.3 on average here. But at the root MAX can play a1 and get "
        "2.1 on average, so MAX never allows this position; its one other outcome need not be looked at."
    ]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("searched", "told"),
    [
        (
            {},
            "Cut: with 3,2 X is sure of a win here. Three plies earlier O can play 1,2 and do no worse than lose anyway, so O "
            "gains nothing by allowing this position; its one other move need not be looked at.",
        ),
        (
            {"distance": True},
            "Cut: with 3,1 X is sure to win within one ply here. Three plies earlier O can play 2,1 and hold out for four "
            "plies anyway, so O gains nothing by allowing this position; its 2 other moves need not be looked at.",
        ),
        (
            {"search": "deepening"},
            "Cut: with 2,3 X is sure of a win here. At the root the search only asks whether 3,3 is better for X than a draw, "
            "and here the answer is yes; the 2 other moves here need not be looked at.",
        ),
        (
            {"search": "solve"},
            "Cut: with 2,2 X is sure of a win here. At the root the search only asks whether X gets at least a draw, and here "
            "the answer is yes; the 4 other moves here need not be looked at.",
        ),
        (
            {"search": "deepening", "depth": 4},
            "Cut, as far as this search of four plies sees: with 1,3 O keeps X to about 0 here. One ply earlier X can play 1,2 "
            "and get about 0 anyway, so X gains nothing by allowing this position; its 5 other moves need not be looked at.",
        ),
    ],
)
def test_words(searched: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "search" in searched:
        uncompiled(monkeypatch)
    assert told in sentences("tic_tac_toe", **searched)


def test_every_node_can_be_told(plainly: None) -> None:
    def first(tree: Tree, reason: str) -> str:
        return next(told(node) for node in tree if node.reason == reason)

    tree = kibitz.tree("tic_tac_toe", depth=6, search="deepening", nodes=ROOM)
    assert first(tree, "searched").startswith("Every move was looked at: ")
    assert first(tree, "horizon").startswith("This search of six plies looks no further; the position counts as about ")
    assert first(tree, "table").startswith("The position was known from before: ")
    assert first(tree, "over") == "The game is over: X wins."
    full = kibitz.tree("tree:file=two_ply")
    assert told(full.root) == "Every move was looked at: MAX wins by 3; a1 is best."
    assert told(full.at(["a1", "b1"])) == "The game is over: MAX wins by 3."
    assert told(kibitz.tree("tree:file=two_ply", search="solve").root).startswith("What the search asked of this position is")
    dice = kibitz.tree("tree:file=chances")
    assert first(dice, "probed") == "Only one move was looked at here, for a limit: at most 1 on average for MAX."
    assert told(dice.at(["a1"])) == "Every outcome was looked at: 2.1 on average for MAX."
    assert told(kibitz.tree("tree:file=three_players").at(["a1", "b1"])) == (
        "Every move was looked at: A 1, B 2, C 6; c1 is best."
    )
    ties = kibitz.tree("tic_tac_toe", search="minimax", depth=3, knowledge=None)
    assert told(ties.root) == "Every move was looked at: about 0 for X; 1,1 is as good as any."
    cut_short = kibitz.tree("kalah", depth=4, nodes=50)
    assert told(cut_short.root) == "The search was stopped before it was done with this position."


def test_where_nothing_can_be_shown_the_window_is_all_that_is_told(plainly: None) -> None:
    found = next(reason for node in kibitz.tree("tree:file=two_ply") if (reason := why(node)) is not None)
    weaker = Why(found.node, found.by, found.held)
    assert (weaker.kind, weaker.ancestor, weaker.equal, weaker.proved) == ("window", None, False, True)
    assert sentence_of(weaker) == (
        "Cut: with c1 MIN keeps MAX to 2 here. Nothing beyond that can matter further up; the 2 other moves here need not be "
        "looked at."
    )


@settings(max_examples=10 if PLAIN else 100)
@given(tree=nested_trees(sums=("zero",), chance=False), data=st.data())
def test_trees_as_written(tree: dict[str, Any], data: st.DataObject) -> None:
    game = Written.from_nested(tree)
    if game.is_over(game.start()):
        return
    search, distance = data.draw(st.sampled_from(["alphabeta", "deepening", "solve"])), data.draw(st.booleans())
    depth = None if search == "solve" else data.draw(st.sampled_from([None, 2, 3, 4, 5]))
    with pytest.MonkeyPatch.context() as patch:
        uncompiled(patch)
        if search == "deepening":
            found = deepened(game, depth or 7, None, distance)
        else:
            found = traced(game, search, depth, None, distance)
        judged(found, Naive(found, found.trace.depth), Counter())


GRAPHS = ("tree", "meeting")


def graph_trees(seeds: range, search: str) -> Counter[str]:
    """Random games: extra turns, margins, other depths, guesses at the horizon, distances; every reason judged."""
    kinds: Counter[str] = Counter()
    for seed in seeds:
        game = plan(seed, 2, GRAPHS[seed % 2], "zero", 0, largest=1 + seed % 3).duel(Fixed)
        if game.is_over(game.start()):
            continue
        wise = Hunch(game) if seed % 3 else None
        depth, distance = (None, 2, 3, 4, 5, 6)[seed % 6], seed % 4 > 1
        tree = (
            deepened(game, depth or 7, wise, distance) if search == "deepening" else traced(game, search, depth, wise, distance)
        )
        naive = Naive(tree, tree.trace.depth, wise.evaluate if wise else lambda state: 0.0)
        judged(tree, naive, kinds)
    return kinds


def traced(game: Game, search: str, depth: int | None, wise: Any, distance: bool) -> Tree:
    return kibitz.tree(game, search=search, depth=depth, knowledge=wise, distance=distance, nodes=ROOM)


def deepened(game: Game, depth: int, wise: Any, distance: bool) -> Tree:
    """The last of its searches, so that its depth is known: it ends as soon as everything is proved."""
    for reached in range(1, depth + 1):
        tree = traced(game, "deepening", reached, wise, distance)
        if tree.root.worth is not None and tree.root.worth.proved and tree.root.worth.says == "exact":
            break
    return tree


def test_random_trees_of_alphabeta(plainly: None) -> None:
    kinds = graph_trees(range(60 if PLAIN else 1200), "alphabeta")
    assert set(kinds) == {"refused"}


def test_random_trees_of_deepening(plainly: None) -> None:
    kinds = graph_trees(range(40 if PLAIN else 300), "deepening")
    assert set(kinds) == {"refused", "move", "limit"}


def test_random_trees_of_the_solver(plainly: None) -> None:
    """Each of its questions is the reason for what it leaves alone."""
    kinds: Counter[str] = Counter()
    for seed in range(20 if PLAIN else 100):
        game = plan(seed, 2, GRAPHS[seed % 2], "zero", 0, largest=1 + seed % 3).duel(Fixed)
        if not game.is_over(game.start()):
            tree = traced(game, "solve", None, None, seed % 4 > 1)
            judged(tree, Naive(tree, None), kinds)
    assert set(kinds) == {"value"}


@pytest.mark.parametrize("search", ["expectiminimax", "paranoid"])
def test_random_trees_with_dice(search: str, plainly: None) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40 if PLAIN else 800):
        players = 2 if search == "expectiminimax" else 3
        design = plan(seed, players, GRAPHS[seed % 2], "zero" if players == 2 else "any", 0.25, largest=1 + seed % 3)
        game: Ways = design.duel() if players == 2 else design.share()
        if not game.is_over(game.start()):
            wise = (Hunch if players == 2 else Feeling)(game) if seed % 2 else None
            tree = traced(game, search, (None, 2, 3, 4, 5, 6)[seed % 6], wise, False)
            judged(tree, Naive(tree, tree.trace.depth, guess(tree, wise)), kinds)
    assert {"refused", "averaged", "utmost"} >= set(kinds) >= {"refused", "averaged"}


def guess(tree: Tree, wise: Any) -> Any:
    """What the side to move hopes for; of a party what MAX hopes for."""
    if wise is None:
        return lambda state: 0.0
    if isinstance(wise, Hunch):
        return wise.evaluate
    return lambda state: tuple(wise.estimates(state))[tree.hero]


def judged(tree: Tree, naive: Naive, kinds: Counter[str]) -> None:
    """All reasons of a tree, counted."""
    for reason in reasons(tree):
        judge(reason, naive)
        kinds[reason.kind if reason.asked is None else reason.asked.about] += 1


def test_random_trees_of_several_players(plainly: None) -> None:
    """Who moved before has more elsewhere than what is left, or there is no more to get."""
    kinds: Counter[str] = Counter()
    for seed in range(40 if PLAIN else 150):
        game = plan(seed, 2 + seed % 3, GRAPHS[seed % 2], "constant", 0.1 * (seed % 2), largest=1 + seed % 3).share()
        if game.is_over(game.start()):
            continue
        wise = Feeling(game) if seed % 2 else None
        tree = traced(game, "maxn", (None, 2, 3, 4, 5, 6)[seed % 6], wise, False)
        nothing = (0.0,) * game.players
        naive = NaiveShares(
            tree,
            tree.trace.depth,
            lambda state, wise=wise, nothing=nothing: (  # type: ignore[misc]
                nothing if wise is None else tuple(wise.estimates(state))
            ),
        )
        for reason in reasons(tree):
            kinds[judge_shares(reason, naive)] += 1
    assert set(kinds) >= {"more", "all"}
    assert "window" not in kinds


def judge_shares(reason: Why, naive: NaiveShares) -> str:
    """Check what a reason claims of what each gets."""
    node, found = reason.node, reason.shared
    if found is None:
        return "window"
    assert reason.by is not None
    assert naive.after(node, int(reason.by.move or 0))[node.mover] >= found.mine - NEAR
    if found.ancestor is None or found.instead is None:
        least, together = node.tree.game.payoff_limits()
        assert found.mine == together - least * (node.tree.game.players - 1)
        assert "there is no more to get" in sentence_of(reason)
        return "all"
    path = list(way(node))
    taken = path[path.index(found.ancestor) - 1]
    assert {above.mover for above in path[1 : path.index(found.ancestor)]} <= {node.mover}
    assert found.ancestor.mover != node.mover
    assert found.instead.parent is found.ancestor
    assert node.tree.trace.ends[found.instead.index] < taken.index
    other = found.ancestor.mover
    assert naive.after(found.ancestor, int(found.instead.move or 0))[other] == pytest.approx(found.theirs)
    assert naive.of(node)[other] <= found.rest + NEAR
    assert found.theirs >= found.rest - NEAR
    assert found.equal or found.theirs > found.rest
    return "equal" if found.equal else "more"


def test_a_root_where_there_is_no_more_to_get(plainly: None) -> None:
    """It is left like any other node: not every move was looked at."""
    ends = {move: {"payoffs": [1, -1]} for move in "abc"}
    game = Written.from_nested({"players": ["A", "B"], "tree": {"moves": ends}})
    root = kibitz.tree(game, search="maxn").root
    assert (root.reason, root.skipped) == ("cut", ("b", "c"))
    assert told(root).startswith("Cut: with a A gets 1 here, and there is no more to get")


def test_a_game_of_draws_alone(plainly: None) -> None:
    """Nothing lies between its best result and its worst; the windows are not empty for that."""
    for seed in range(1000, 1040):
        design = plan(seed, 2, GRAPHS[seed % 2], "zero", 0.4)
        game = replace(design, gets=[[0.0, 0.0] for _ in design.gets]).duel()
        if not game.is_over(game.start()):
            tree = traced(game, "expectiminimax", 6, Hunch(game), False)
            assert all(told(node) for node in tree)
            assert all(node.window[0] < node.window[1] for node in tree)


def test_moves_that_the_knowledge_rules_out_were_not_looked_at(plainly: None) -> None:
    """They are told of as others, and no sentence says of the rest that these are all."""
    game = load("connect_four:width=4,height=4")
    tree = kibitz.tree(game, reduce(game.play, (0, 1, 0, 2, 1), game.start()), search="solve", nodes=ROOM)
    counted, told_of = 0, 0
    for node in tree:
        unseen = len(legal(game, node.state)) - len({child.move for child in node.children})
        reason = why(node)
        if reason is not None:
            assert reason.others == unseen
            counted += node.ruled_out > 0
        elif node.reason == "searched" and not any(child.asks for child in node.children):
            expected = "Every move that the knowledge does not rule out was looked at" if unseen else ("Every move", "The only")
            assert told(node).startswith(expected)
            told_of += unseen > 0
    assert min(counted, told_of) > 0
