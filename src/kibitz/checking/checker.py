"""`check`: one game, held against every law that applies to it."""

import time
from collections import deque
from math import inf
from typing import Literal

from kibitz.checking.context import MAX_GAME_MOVES, MAX_GAME_STATES, WHOLE_GAME_SHARE, CheckContext
from kibitz.checking.inspector import Inspector
from kibitz.checking.law import Law, all_laws
from kibitz.checking.laws.recurrences import advice_on_recurrence
from kibitz.checking.node import CheckNode, ask, patience
from kibitz.checking.questions import questions, questions_of_class
from kibitz.checking.report import Report, play_sample
from kibitz.core.arguments import checked
from kibitz.core.laws import short_repr
from kibitz.core.registry import as_game, knowledge_of, spec_of
from kibitz.core.rules import Game, Knowledge
from kibitz.errors import GameError

NODES_A_SECOND, GAMES_A_SECOND = 60, 3  # how much of each is looked at for every second allowed
BREADTH_SHARE, RANDOM_SHARE = 0.45, 0.8  # of the time, should the game be slow
WHOLE_GAME_SECONDS = 1.0  # for the values of a small game, at most
QUICK_GAMES, QUICK_SHARE = 60, 0.85  # random games of which only the end is looked at, and the time until then
MOST_REPEATS = 20  # states of a random game that came before in it, where repetition is allowed
LAST_NODES = 300  # nodes at the end of a random game that are looked at


@checked()
def check(
    game: Game | str,
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    *,
    seed: int = 0,
    seconds: float = 10.0,
    compiled: bool = True,
    allow_plain: bool = False,
) -> Report:
    """Look for the smallest lines of play in which `game`, or its `knowledge` ("auto": from the registry), breaks a law.

    It looks at about 60 nodes in breadth and 3 random games for each of the `seconds` of processor time, which most games do
    not use up; compiling comes on top. The same seed looks at the same nodes, unless time runs out. `game` may be a spec.
    Without `compiled` nothing is compiled; `allow_plain` accepts rules that do not compile.
    """
    game = as_game(game)
    if not 0 < seconds < inf:
        raise GameError(f"{short_repr(seconds)} is not a time for a check: give seconds above 0")
    began = time.monotonic()
    if isinstance(knowledge, str) and knowledge != "auto":
        raise GameError(f"{short_repr(knowledge)} is not knowledge to check: give 'auto', a Knowledge, or None")
    wise = knowledge_of(game) if isinstance(knowledge, str) else knowledge
    skipped = {"rules_compile"} if allow_plain else set()
    laws = [law for law in _select_laws(game, wise) if law.name not in skipped]
    if not compiled:
        laws = [law for law in laws if law.stage != "compiled"]
    context = CheckContext(game, wise, seed, seconds)
    inspector = Inspector(context, laws)
    with patience(context.watch):
        walk_in_breadth(context, inspector)
        if not (context.watch.given_up and inspector.problems):  # random games would only wait for the same loops
            walk_at_random(context, inspector)
            walk_to_ends(context, inspector)
        if not (context.watch.given_up and inspector.problems):
            inspector.conclude("game")
        # last, for rules that remember would remember these games, too; and of rules that can be played
        sound = inspector.may_compile() and not context.watch.given_up
        sample = play_sample(context) if sound else None
        remarks = [*questions_of_class(type(game)), *(questions(context, sample) if sound else ())]
    looked, compiling = time.monotonic() - began, 0.0
    if compiled and inspector.may_compile():
        inspector.conclude("compiled")
        compiling = time.monotonic() - began - looked
    elif compiled:
        context.notes.append("The compiled rules were not looked at: mend what is listed first.")
    return Report(
        game=spec_of(game),
        problems=inspector.found(),
        laws=len(laws),
        positions=len({node.state for node in context.nodes} | {node.state for node in context.playouts}),
        games=len(context.playouts),
        seconds=looked,
        complete=context.complete,
        notes=(*context.notes, *advice_on_recurrence(context), *remarks),
        sample=sample,
        compiling=compiling,
    )


def _select_laws(game: Game, knowledge: Knowledge | None) -> list[Law]:
    """The laws about what the game and its knowledge say; where the game does not tell what it says, the law of that alone."""
    if isinstance(ask(lambda: game.leaves_out).value, (set, frozenset)):
        return [law for law in all_laws() if law.applies(game, knowledge)]
    return [law for law in all_laws() if law.name == "leaves_out_names_methods"]


# The two ways a check goes through a game: in breadth from the start, so that the smallest line comes first, and at random.


def walk_in_breadth(context: CheckContext, inspector: Inspector) -> None:
    """Look at every state within few moves of the start, nearest first; at all of them if the game is small."""
    start = context.start()
    if start is None or not inspector.admits(start, "breadth") or not inspector.can_turn(start, "breadth"):
        return
    share = min(WHOLE_GAME_SHARE * context.seconds, WHOLE_GAME_SECONDS)
    context.solvable = context.solver.worth(start.state, MAX_GAME_STATES, share) is not None
    solved, given_up = context.solvable, context.watch.given_up
    most = int(NODES_A_SECOND * context.seconds)
    reached, waiting = {start.state}, deque([start])
    context.complete = True
    while waiting:
        lost = context.watch.given_up > given_up  # every further question might take as long
        if lost or len(context.nodes) >= most or not context.time_left(BREADTH_SHARE):
            context.complete = False
            return
        node = waiting.popleft()
        if not inspector.can_turn(node, "breadth"):
            context.complete = False
            continue
        context.nodes.append(node)
        context.solvable = solved
        inspector.look(node, "breadth")
        steps = context.steps[node.state] = []
        for move in node.legal:
            child = node.child(move)
            if not inspector.admits(child, "breadth"):
                context.complete = False
                continue
            steps.append((move, child.state))
            if child.state not in reached:
                reached.add(child.state)
                waiting.append(child)


def walk_at_random(context: CheckContext, inspector: Inspector) -> None:
    """Play random games to their end, and look at their nodes, the last first: these have small trees below them."""
    for _ in range(max(5, int(GAMES_A_SECOND * context.seconds))):
        trail = _walk_one_game(context, inspector)
        context.wandered += trail[-LAST_NODES:]
        context.solvable = True
        for node in reversed(trail[-LAST_NODES:]):
            if not context.time_left(RANDOM_SHARE):
                return
            inspector.look(node, "random")
        if not trail or context.endless:
            return


def walk_to_ends(context: CheckContext, inspector: Inspector) -> None:
    """Play more random games, and look at their ends alone: what goes wrong there may be rare."""
    dice = context.random.getstate()
    for _ in range(QUICK_GAMES):
        if not context.time_left(QUICK_SHARE) or context.endless or context.circles:
            break
        played = len(context.playouts)
        trail = _walk_one_game(context, inspector)
        if len(context.playouts) == played:
            break
        inspector.look(trail[-1], "random")
    context.random.setstate(dice)  # what comes after is as it was without them


def _walk_one_game(context: CheckContext, inspector: Inspector) -> list[CheckNode]:
    """The nodes of one random game, as far as play can continue; rare throws of dice come as often as frequent ones."""
    trail: list[CheckNode] = []
    reached = set()  # since dice or cards have decided: a repetition after that is not a cycle
    node, repeats = context.start(), 0
    while node is not None and repeats <= MOST_REPEATS and inspector.admits(node, "random"):
        if node.state in reached:
            if not context.game.recurrence:
                context.circles.append(node)
                break
            repeats += 1
        if not inspector.can_turn(node, "random"):
            break
        trail.append(node)
        reached.add(node.state)
        if node.chance:
            reached.clear()
        if node.over.value:
            context.playouts.append(node)
            break
        if len(trail) > MAX_GAME_MOVES:
            context.endless.append(node)
            break
        if not context.time_left(RANDOM_SHARE):
            break
        node = node.child(context.random.choice(node.legal))
    return trail
