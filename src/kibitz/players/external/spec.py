"""The spec of an external engine, `uci:stockfish:nodes=1000,Threads=1`: its command, its limits, and the engine's own options.

The settings follow the first colon that has nothing but `name=value,...` after it; all before is the command. For a command
with such an ending, add a colon: `ugi:./engine --at:x=1:`.
"""

import re
from dataclasses import dataclass
from typing import Any

from kibitz.core.parameters import Setting, split_settings
from kibitz.core.thought import Limit
from kibitz.errors import EngineError, PlayerError
from kibitz.players.levels import TIME
from kibitz.players.settings import read_settings, seconds, whole

TIMEOUT = 60.0  # seconds beyond its time after which an engine counts as hung
SETTING = re.compile(r"[A-Za-z][\w .()/-]*=.*")  # options of engines have blanks in their names: Skill Level
SETTINGS = {
    "depth": Setting(whole(1, 10**6), "a whole number of plies from 1 up, such as depth=6"),
    "time": Setting(seconds, "seconds above 0, such as time=0.5"),
    "nodes": Setting(whole(1, 10**18), "a whole number of positions from 1 up, such as nodes=100000"),
    "timeout": Setting(seconds, "seconds above 0, such as timeout=10"),
}


@dataclass(frozen=True)
class EngineSpec:
    """The parts of a spec. `limit`: of each move; `timeout`: seconds beyond it; `options`: in the engine's notation, in order.

    `is_free`: the spec has no limit, so the engine uses the clock of a game that has one.
    """

    text: str
    command: str
    limit: Limit
    timeout: float
    options: tuple[tuple[str, str], ...]
    is_free: bool = False

    @classmethod
    def read(cls, text: str, otherwise: Limit = Limit(time=TIME)) -> "EngineSpec":
        """Raises PlayerError, one sentence, for a setting that does not fit, or a spec without a command.

        `otherwise`: the limit where the spec sets none.
        """
        kind, _, rest = text.partition(":")
        command, settings = command_and_settings(rest)
        if not command.strip():
            raise EngineError(f"{text} names no program: write its command after the colon, as in {kind}:./engine")
        ours, theirs = list[str](), list[tuple[str, str]]()
        for name, _, value in split_settings(settings):
            if name in SETTINGS:
                ours.append(f"{name}={value}")
            else:
                theirs.append((name.strip(), value))
        given: dict[str, Any] = read_settings(f"{kind}:{','.join(ours)}", SETTINGS)
        names = [name.casefold() for name, _ in theirs]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise PlayerError(f"{twice} is set twice in {text}: leave one out")
        timeout = given.pop("timeout", TIMEOUT)
        return cls(text, command, Limit(**given) if given else otherwise, timeout, tuple(theirs), not given)


def command_and_settings(text: str) -> tuple[str, str]:
    """Split the text after a spec's first colon into the command and the settings."""
    if text.endswith(":"):
        return text[:-1], ""
    for place, letter in enumerate(text):
        settings = text[place + 1 :]
        if letter == ":" and all(SETTING.fullmatch(part) for part in settings.split(",")):
            return text[:place], settings
    return text, ""
