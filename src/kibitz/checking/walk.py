"""The two ways a check goes through a game: in breadth from the start, so that the smallest line comes first, and at random."""

from collections import deque

from kibitz.checking.ask import PATIENCE
from kibitz.checking.ground import WHOLE_GAME, WHOLE_GAME_SHARE, Ground
from kibitz.checking.inspector import Inspector
from kibitz.checking.place import CheckedPlace

PLACES_A_SECOND, GAMES_A_SECOND = 60, 3  # how much of each is looked at for every second allowed
BREADTH_SHARE, RANDOM_SHARE = 0.45, 0.8  # of the time, should the game be slow
LONGEST = 10_000  # moves: a random game that is longer is given up
LOOKED_BACK = 300  # places at the end of a random game that are looked at


def in_breadth(ground: Ground, inspector: Inspector) -> None:
    """Look at every state within few moves of the start, nearest first; at all of them if the game is small."""
    start = ground.start()
    if start is None or not inspector.admits(start, "breadth") or not inspector.can_turn(start, "breadth"):
        return
    share = min(WHOLE_GAME_SHARE * ground.seconds, PATIENCE / 2)  # it is one question
    ground.solvable = ground.solver.worth(start.state, WHOLE_GAME, share) is not None
    solved, given_up = ground.solvable, ground.watch.given_up
    most = int(PLACES_A_SECOND * ground.seconds)
    reached, waiting = {start.state}, deque([start])
    ground.complete = True
    while waiting:
        lost = ground.watch.given_up > given_up  # every further question might take as long
        if lost or len(ground.places) >= most or not ground.time_left(BREADTH_SHARE):
            ground.complete = False
            return
        place = waiting.popleft()
        if not inspector.can_turn(place, "breadth"):
            ground.complete = False
            continue
        ground.places.append(place)
        ground.solvable = solved
        inspector.look(place, "breadth")
        steps = ground.steps[place.state] = []
        for move in place.legal:
            child = place.child(move)
            if not inspector.admits(child, "breadth"):
                ground.complete = False
                continue
            steps.append((move, child.state))
            if child.state not in reached:
                reached.add(child.state)
                waiting.append(child)


def at_random(ground: Ground, inspector: Inspector) -> None:
    """Play random games to their end, and look at their places, the last first: these have small trees below them."""
    for _ in range(max(5, int(GAMES_A_SECOND * ground.seconds))):
        trail = _game(ground, inspector)
        ground.wandered += trail[-LOOKED_BACK:]
        ground.solvable = True
        for place in reversed(trail[-LOOKED_BACK:]):
            if not ground.time_left(RANDOM_SHARE):
                return
            inspector.look(place, "random")
        if not trail or ground.endless:
            return


def _game(ground: Ground, inspector: Inspector) -> list[CheckedPlace]:
    """The places of one random game, as far as play can go on; what dice may bring seldom comes as often as all else."""
    trail: list[CheckedPlace] = []
    reached = set()  # since dice or cards have decided: a state that comes again after that is no circle
    place = ground.start()
    while place is not None and inspector.admits(place, "random"):
        if place.state in reached:
            ground.circles.append(place)
            break
        if not inspector.can_turn(place, "random"):
            break
        trail.append(place)
        reached.add(place.state)
        if place.chance:
            reached.clear()
        if place.over.value:
            ground.playouts.append(place)
            break
        if len(trail) > LONGEST:
            ground.endless.append(place)
            break
        if not ground.time_left(RANDOM_SHARE):
            break
        place = place.child(ground.random.choice(place.legal))
    return trail
