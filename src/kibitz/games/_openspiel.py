"""The library OpenSpiel: loads a game by the name it has there, or says in a sentence why kibitz cannot play it."""

import difflib
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kibitz.errors import GameError, RulesWarning

INSTALL = "the games of OpenSpiel need its library: pip install 'kibitz[openspiel]'"
UNSOUND = {"morpion_solitaire"}  # 2.0.2: to ask a copy of a state for its moves, or their names, may end the process


def load(text: str) -> Any:
    """The `pyspiel.Game` that a text such as `chess` or `go(board_size=5)` names; GameError says why there is none for us."""
    try:
        import pyspiel
    except ImportError as problem:
        raise GameError(INSTALL) from problem
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    name = text.partition("(")[0]
    if not name:
        raise GameError(f"openspiel is not one game but {len(kinds)}: write which, such as openspiel:chess")
    if name not in kinds:
        near = difflib.get_close_matches(name, kinds, n=3, cutoff=0.5)
        advice = f"did you mean {' or '.join(near)}?" if near else f"it has {len(kinds)}, such as chess, go or backgammon"
        raise GameError(f"there is no game called {name!r} in OpenSpiel; {advice}")
    _admit(name, kinds[name], kinds[name].is_concrete)
    if not kinds[name].default_loadable and text == name:
        wanted = ",".join(f"{parameter}=..." for parameter in sorted(kinds[name].parameter_specification))
        raise GameError(f"openspiel:{name} is no game without its parameters: write openspiel:{name}({wanted})")
    game = _loaded(text)
    _admit(text, game.get_type(), True)
    return game


def _loaded(text: str) -> Any:
    import pyspiel

    with _overheard() as said:
        try:
            game = pyspiel.load_game(text)
            game.new_initial_state()  # some parameters are looked at no sooner
        except Exception as problem:
            raise GameError(f"openspiel:{text} cannot be set up: {str(problem).partition(chr(10))[0]}") from problem
    if said:
        warnings.warn(f"OpenSpiel says of {text}: {' '.join(said)}", RulesWarning, stacklevel=2)
    return game


def _admit(name: str, kind: Any, whole: bool) -> None:
    """Raises GameError for a game that kibitz cannot play; one made of another game is not `whole` until it is loaded."""
    import pyspiel

    sort = pyspiel.GameType
    reasons = {
        "its players move at the same time": kind.dynamics == sort.Dynamics.SIMULTANEOUS,
        "it is a game of whole populations, not of players who move in turn": kind.dynamics == sort.Dynamics.MEAN_FIELD,
        "it hides something from its players": whole and kind.information != sort.Information.PERFECT_INFORMATION,
        "its chances come without saying how likely each is": whole and kind.chance_mode == sort.ChanceMode.SAMPLED_STOCHASTIC,
        "OpenSpiel's own copies of its states are damaged": kind.short_name in UNSOUND,
    }
    for reason, holds in reasons.items():
        if holds:
            raise GameError(f"kibitz cannot play openspiel:{name}: {reason}")


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """Collects the lines that the library writes to standard error while the body runs: it says there what it also raises."""
    said: list[str] = []
    with tempfile.TemporaryFile() as kept:
        error = os.dup(2)
        os.dup2(kept.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(error, 2)
            os.close(error)
            kept.seek(0)
            said += kept.read().decode(errors="replace").splitlines()
