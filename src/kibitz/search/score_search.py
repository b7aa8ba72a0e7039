"""A search whose values are whole numbers with proofs, under way: depth by depth, by a team of threads."""

import threading
from dataclasses import replace

from kibitz.kernel import Machine
from kibitz.search.handle import Thinking
from kibitz.search.layout import DEEPEST
from kibitz.search.root import IterationResult
from kibitz.search.scale import Scale
from kibitz.search.team import Team
from kibitz.search.worker import SearchStopped
from kibitz.thought import MoveValue
from kibitz.thought import Stopped as Why


class ScoreSearch(Thinking):
    """A `Thinking` of minimax, alpha-beta or deepening."""

    _team: Team

    def _begin(self, machine: Machine, choices: list[int]) -> None:
        scale, first = Scale.of(self.game, self._request.distance is not False), self._request.first
        choices = sorted(choices, key=lambda move: move != first)
        self._team = Team(
            machine, self._module, scale, self.state, choices, self.limit, self._threads, self._request.all_moves, first
        )

    def _search(self) -> Why:
        """Go through the depths until something ends it; says what."""
        deepest = min(self.limit.depth or DEEPEST, DEEPEST)
        if not self._module.SEARCH.deepens and self._straight(deepest):
            return self._why or ("solved" if self._is_solved() else "depth")
        for depth in range(1, deepest + 1):
            try:
                answer = self._team.iterate(depth)
            except SearchStopped:
                return self._why or "nodes"
            self._tell(answer)
            if not answer.whole:
                return self._why or "nodes"
            if self._is_solved():
                return "solved"
        return "depth"

    def _straight(self, depth: int) -> bool:
        """A textbook search goes straight to the depth wanted; within limits it spends a quarter on that, then deepens."""
        alarm = threading.Timer((self.limit.time or 0) / 4, self._team.give_up_iteration)
        alarm.daemon = True
        if self.limit.time is not None:
            alarm.start()
        self._team.limit_nodes(share=4)
        try:
            answer = self._team.iterate(depth)
        except SearchStopped:
            answer = None
        alarm.cancel()
        self._team.limit_nodes()
        if answer is not None and (answer.whole or self._why is not None):
            self._tell(answer)
        return self._why is not None or (answer is not None and answer.whole)

    def _is_solved(self) -> bool:
        values = [one.value for one in self._thought.moves] if self._request.all_moves else [self._thought.value]
        return all(value.kind == "exact" for value in values)

    def _tell(self, answer: IterationResult) -> None:
        depth = answer.depth if answer.whole else None
        moves = tuple(MoveValue(one.move, self._team.scale.value(one.packed, depth), one.line) for one in answer.moves)
        self._thought = self._counted(
            replace(
                self._thought,
                best=answer.best.move,
                value=self._team.scale.value(answer.packed, depth),
                line=answer.best.line,
                moves=moves or self._thought.moves,
                depth=_depth_of(answer) if answer.whole else self._thought.depth,
            )
        )
        self._thoughts.put(self._thought)


def _depth_of(answer: IterationResult) -> int:
    """The depth searched to the end; of a tree without a horizon, the length of its best line."""
    return len(answer.best.line) if answer.depth == DEEPEST else answer.depth
