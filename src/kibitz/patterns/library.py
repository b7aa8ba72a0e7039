"""Knowledge of a game by name, and the files of learned estimates (KIBITZ_LEARNED names the folder of the user's own).

Without a learned estimate no file is read, and no compiler imported.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.parameters import near_names
from kibitz.core.registry import as_game, classes_in, file_module, knowledge_classes, knowledge_of, spec_of
from kibitz.core.remembered import remembered
from kibitz.core.rules import Game, Knowledge
from kibitz.errors import GameError, KibitzError, LearningError
from kibitz.files.game_files import GameFiles

if TYPE_CHECKING:
    from kibitz.patterns.estimate import LearnedKnowledge
    from kibitz.patterns.policy_file import PolicyFile

VARIABLE = "KIBITZ_LEARNED"
AUTO, HAND, NONE = "auto", "hand", "none"
ENDING, POLICY_ENDING = ".learned", ".policy"  # of the files that `kibitz learn` writes


def load_knowledge(game: Game | str, name: str | os.PathLike[str] = AUTO) -> Knowledge | None:
    """Load the knowledge of a game by a word or from the file of a learned estimate.

    `name`: "auto" for a learned one, else the hand-written one; "hand" for the latter alone; "none"; the name of a Knowledge
    class; or a file, "FILE.py:Class" or "FILE.learned". Raises LearningError, one sentence, for an estimate that does not fit,
    GameError for a name without knowledge of this game.
    """
    if not isinstance(name, str | os.PathLike):
        raise GameError(f"{name!r} is not knowledge: give 'auto', 'hand', 'none', the name of a class or a file")
    return find_knowledge(as_game(game), os.fspath(name))


def find_knowledge(game: Game, name: str, error: type[KibitzError] = GameError) -> Knowledge | None:
    """The same for a game; `error` is raised, one sentence, for a name without knowledge of this game."""
    if name.endswith(ENDING):
        return ESTIMATE_FILES.load(Path(name), game)
    if name.endswith(POLICY_ENDING):
        return _beside(POLICY_FILES.load(Path(name), game), game)
    if name in (AUTO, HAND, NONE):
        return knowledge_for(game) if name == AUTO else knowledge_of(game) if name == HAND else None
    place, _, wanted = name.rpartition(":") if not name.endswith(".py") else (name, "", "")
    classes: list[type[Knowledge]] = (
        classes_in(file_module(Path(place), error, "name one with knowledge=FILE.py:Class"), Knowledge)
        if place
        else knowledge_classes(game)
    )
    named = [knowledge for knowledge in classes if wanted in ("", knowledge.__name__)]
    for knowledge in named:
        if knowledge.fits(game):
            return knowledge(game)
    if named:
        raise error(f"{named[0].__name__} is not for {spec_of(game)}: its fits(game) says no")
    if not wanted:
        raise error(f"{place} holds no knowledge: write a class that derives from kibitz.Knowledge")
    known = [knowledge.__name__ for knowledge in classes] + ([] if place else [NONE, HAND])
    raise error(f"{place or spec_of(game)} has no knowledge called {wanted!r}; {near_names(wanted, known)}")


def knowledge_for(game: Game) -> Knowledge | None:
    """The knowledge of a game: a learned estimate if there is one, else from its file or the package, else None.

    With a learned policy beside it, if there is one.
    """
    found = POLICY_FILES.find(game)
    return estimate_for(game) if found is None else _beside(found[1], game)


def estimate_for(game: Game) -> Knowledge | None:
    """The same without a policy."""
    return learned_for(game) or knowledge_of(game)


def _beside(policy: "PolicyFile", game: Game) -> Knowledge:
    """The knowledge of a game, and a policy beside it: the same object each time, for machine code is kept for each."""
    return _join_policy(policy, game, estimate_for(game))


@remembered(64)
def _join_policy(policy: "PolicyFile", game: Game, estimate: Knowledge | None) -> Knowledge:
    return policy.beside(game, estimate)


def learned_for(game: Game) -> "LearnedKnowledge | None":
    """The learned estimate of a game: the user's, or the shipped one; None without."""
    found = ESTIMATE_FILES.find(game)
    return found and found[1]


def learned_file(game: Game) -> Path | None:
    """The path of what was learned of a game: of its policy, which brings the estimate along, or else of the estimate."""
    found = POLICY_FILES.find(game) or ESTIMATE_FILES.find(game)
    return found and found[0]


def has_policy(knowledge: Any) -> bool:
    """Whether a knowledge says, as it was learned, which moves are likely: `mcts` makes use of that."""
    return hasattr(knowledge, "policy_title")


def describe_estimate(knowledge: Any) -> str | None:
    """Where the estimate of a knowledge comes from, for people; None where it was not learned."""
    return str(knowledge.title) if hasattr(knowledge, "pattern_weights") else None


def _read(path: Path, game: Game, is_trusted: bool) -> "LearnedKnowledge":
    from kibitz.patterns.file import read_estimate  # here and no sooner: it brings the compiler

    content = read_estimate(path)
    return content.trusted(game) if is_trusted else content.estimate(game)


# Machine code is kept for each knowledge, so a file is read once while it stays the same.
ESTIMATE_FILES = GameFiles(VARIABLE, "learned", ENDING, Path(__file__).parent / "data", LearningError, _read)


def _read_policy(path: Path, game: Game, is_trusted: bool) -> "PolicyFile":
    from kibitz.patterns.policy_file import read_policy  # likewise

    content = read_policy(path)
    if not is_trusted:
        content.lineage.check(game, "policy")
    return content


POLICY_FILES = GameFiles(VARIABLE, "learned", POLICY_ENDING, Path(__file__).parent / "data", LearningError, _read_policy)
