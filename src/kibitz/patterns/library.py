"""Knowledge of a game by name, and the files of learned estimates (KIBITZ_LEARNED names the folder of the user's own).

Without a learned estimate no file is read, and no compiler imported.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.parameters import near_names
from kibitz.core.registry import as_game, knowledge_classes, knowledge_of
from kibitz.core.rules import Game, Knowledge
from kibitz.errors import GameError, LearningError
from kibitz.files.game_files import GameFiles

if TYPE_CHECKING:
    from kibitz.patterns.estimate import LearnedKnowledge

VARIABLE = "KIBITZ_LEARNED"
AUTO, HAND, NONE = "auto", "hand", "none"
ENDING = ".learned"  # of the files that `kibitz learn` writes


def load_knowledge(game: Game | str, name: str | os.PathLike[str] = AUTO) -> Knowledge | None:
    """Load the knowledge of a game by a word or from the file of a learned estimate.

    `name`: "auto" for a learned one, else the hand-written one; "hand" for the latter alone; "none"; the name of a Knowledge
    class; or a path "FILE.learned". Raises LearningError, one sentence, for a file that does not fit, GameError for an unknown
    word.
    """
    game = as_game(game)
    if not isinstance(name, str | os.PathLike):
        raise GameError(f"{name!r} is not knowledge: give 'auto', 'hand', 'none', the name of a class or a file")
    if not isinstance(name, str) or name.endswith(ENDING):
        return ESTIMATE_FILES.load(Path(name), game)
    if name in (AUTO, HAND, NONE):
        return knowledge_for(game) if name == AUTO else knowledge_of(game) if name == HAND else None
    found = knowledge_of(game, name)
    if found is None:
        known = [cls.__name__ for cls in knowledge_classes(game)]
        raise GameError(f"there is no knowledge called {name!r} of this game; {near_names(name, [*known, NONE, HAND])}")
    return found


def knowledge_for(game: Game) -> Knowledge | None:
    """The knowledge of a game: a learned estimate if there is one, else from its file or the package; or None."""
    return learned_for(game) or knowledge_of(game)


def learned_for(game: Game) -> "LearnedKnowledge | None":
    """The learned estimate of a game: the user's, or the shipped one; None without."""
    found = ESTIMATE_FILES.find(game)
    return found and found[1]


def learned_file(game: Game) -> Path | None:
    """The path of that estimate."""
    found = ESTIMATE_FILES.find(game)
    return found and found[0]


def describe_estimate(knowledge: Any) -> str | None:
    """Where the estimate of a knowledge comes from, for people; None where it was not learned."""
    is_learned = type(knowledge).__module__ == "kibitz.patterns.estimate"  # which brings the compiler: not imported to ask
    return str(knowledge.title) if is_learned else None


def _read(path: Path, game: Game, is_trusted: bool) -> "LearnedKnowledge":
    from kibitz.patterns.file import read_estimate  # here and no sooner: it brings the compiler

    content = read_estimate(path)
    return content.trusted(game) if is_trusted else content.estimate(game)


# Machine code is kept for each knowledge, so a file is read once while it stays the same.
ESTIMATE_FILES = GameFiles(VARIABLE, "learned", ENDING, Path(__file__).parent / "data", LearningError, _read)
