"""What rules and knowledge say of one state, read from the words that the kernel `answers` wrote."""

from kibitz.checking.answers import A_CANDIDATE, A_MOVE, HEAD, PER_CANDIDATE, PER_MOVE, answers
from kibitz.checking.ground import Ground
from kibitz.checking.place import CheckedPlace
from kibitz.kernel import Machine
from kibitz.rules import says

Statement = tuple[str, int | None, int | tuple[float, ...]]
"""A method, the move it was asked about if it was, and what it said: an int, or one or more floats."""

ROOM = 1 << 16  # words for what is said of one state
FIRST = ["is_over", "play", "to_move"]
PROVED = ["bounds", "bounds", "plies", "plies", "finish", "finish"]


def read_statements(ground: Ground, machine: Machine, place: CheckedPlace) -> list[Statement]:
    """What is said of a state, each with the method that says it."""
    words = machine.words(ROOM)
    count = machine.ready(answers)(machine.arguments(place.state), place.mover.value - 1, words)
    number = getattr(words, "number", words.__getitem__)
    found: list[Statement] = [(method, None, int(words[at])) for at, method in enumerate(FIRST, 1)]
    behind = HEAD + ground.game.players
    if count < behind:
        return found
    numbers = tuple(number(at) for at in range(HEAD, behind))
    if found[0][2]:
        return [*found, ("payoffs", None, numbers) if says(ground.game, "payoffs") else ("result", None, numbers[:1])]
    found += [("symmetries", None, int(words[4])), ("evaluate", None, (number(5),))]
    found += [(method, None, int(words[at])) for at, method in enumerate(PROVED, 6)]
    found.append(("estimates" if says(ground.knowledge, "estimates") else "evaluate", None, numbers))
    at = behind
    while at < count:
        kind, move = int(words[at]), int(words[at + 1])
        if kind == A_CANDIDATE:
            found.append(("candidates", None, move))
            at += PER_CANDIDATE
            continue
        found.append(("moves" if kind == A_MOVE else "chances", None, move))
        found += [("play", move, int(words[at + 2])), ("to_move", move, int(words[at + 3]))]
        found.append(("priority", move, int(words[at + 4])) if kind == A_MOVE else ("chances", move, (number(at + 4),)))
        at += PER_MOVE
    return found
