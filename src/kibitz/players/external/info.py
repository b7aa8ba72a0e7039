"""The engine's reports on its search, `info depth 8 score cp 31 nodes 20000 pv e2e4 e7e5`, line by line."""

import re
from dataclasses import dataclass, replace

NUMBER = re.compile(r"-?[0-9]{1,18}")
WORDS = {"depth", "seldepth", "time", "nodes", "nps", "hashfull", "tbhits", "multipv", "currmovenumber", "cpuload"}
UNITS = ("cp", "mate")


@dataclass(frozen=True)
class SearchInfo:
    """The reports so far: `score` is a unit, `cp` or `mate`, and an amount; `line` the moves in the engine's notation."""

    depth: int = 0
    nodes: int = 0
    hashfull: int | None = None  # in thousandths
    score: tuple[str, int] | None = None
    line: tuple[str, ...] = ()

    def with_line(self, text: str) -> "SearchInfo":
        """The same with what one line says; of several lines of play, the best counts. What makes no sense is passed over."""
        words = text.split()[1:]
        if words[:1] == ["string"]:
            return self
        numbers, score, line = dict[str, int](), self.score, self.line
        place = 0
        while place < len(words):
            word, after = words[place], words[place + 1 : place + 3]
            if word in WORDS and after and NUMBER.fullmatch(after[0]):
                numbers[word] = int(after[0])
                place += 2
            elif word == "score" and len(after) == 2 and after[0] in UNITS and NUMBER.fullmatch(after[1]):
                score = after[0], int(after[1])
                place += 3
            elif word == "pv":
                line = tuple(words[place + 1 :])
                place = len(words)
            else:
                place += 1
        if numbers.get("multipv", 1) != 1:
            return self
        return replace(
            self,
            depth=max(0, numbers.get("depth", self.depth)),
            nodes=max(0, numbers.get("nodes", self.nodes)),
            hashfull=numbers.get("hashfull", self.hashfull),
            score=score,
            line=line,
        )
