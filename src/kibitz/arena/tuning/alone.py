"""The games of a tuning, played one after the other in this very process."""

import json
import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.arena.fixture import Fixture, Plan, Played
from kibitz.arena.play import play_out
from kibitz.data import Floats, Ints
from kibitz.errors import TuningError
from kibitz.players import Player, player
from kibitz.players._engine import Engine
from kibitz.position import Position
from kibitz.registry import knowledge_of, load
from kibitz.rules import Game, Knowledge, legal
from kibitz.thought import Thought


def play(plan: Plan, fixtures: Sequence[Fixture]) -> list[Played]:
    """How these games went, in their order; the players' weights are among the files of the plan."""
    game, played = load(plan.game), []
    for fixture in fixtures:
        seats = [
            _player(plan.players[one], fixture.seed(plan.seed, seat), game, plan.files)
            for seat, one in enumerate(fixture.seats)
        ]
        record = play_out(game, seats, Position.after(game, fixture.opening), fixture.seed(plan.seed))
        played.append(Played(fixture.pair, fixture.side, record.moves, record.payoffs))
    return played


@dataclass
class _Weighted:
    """A search with a knowledge that it was given."""

    name: str
    engine: Engine
    knowledge: Knowledge

    def think(self, position: Position) -> Thought:
        from kibitz.search._think import think

        engine = self.engine
        return think(position, search=engine.search, limit=engine.limit, knowledge=self.knowledge, threads=engine.threads)


def _player(spec: str, seed: int, game: Game, files: Mapping[str, bytes]) -> Player:
    """The player of a spec; its weights are taken from the files."""
    bare, weights = re.split("[:,]weights=", spec)
    one = player(bare, seed)
    knowledge = knowledge_of(game)
    if not isinstance(one, Engine) or knowledge is None or one.exact or one.slip or one.trapper:
        raise TuningError(
            f"{bare} does not look through a knowledge alone: name a search with a depth, such as deepening:depth=3"
        )
    fields = json.loads(files[weights])["weights"]
    return _Weighted(spec, one, _with(knowledge, fields))


def _with(knowledge: Knowledge, fields: Mapping[str, float | Sequence[float]]) -> Knowledge:
    held: dict[str, object] = {}
    for name, value in fields.items():
        kind = type(getattr(knowledge, name))
        held[name] = kind(value) if kind in (Ints, Floats) else value
    return replace(knowledge, **held)


def openings(game: Game, how: str, pairs: int, seed: int) -> list[str]:
    """Random openings, `random:PLIES`, different ones as far as there are enough."""
    name, _, told = how.partition(":")
    if name != "random" or not told.isdigit():
        raise TuningError(f"{how!r} is no way to open a game: write, for instance, random:6")
    plies, dice, found = int(told), random.Random(seed), dict[str, None]()
    for _ in range(20 * pairs):
        position = Position.after(game)
        while len(position.moves) < plies and not position.is_over:
            position = position.play(dice.choice(legal(game, position.state)))
        if not position.is_over:
            found[" ".join(position.names())] = None
        if len(found) == pairs:
            break
    if not found:
        raise TuningError(f"{how} leaves nothing to play: choose a shorter opening")
    return [list(found)[number % len(found)] for number in range(pairs)]


@dataclass(frozen=True)
class Figures:
    """The score of pairs of games from 0 to 1, and Elo with its error of 95 %."""

    score: float
    elo: float
    elo_error: float


def figures(pairs: Sequence[int]) -> Figures:
    """Of pairs counted by their score 0, 0.5, 1, 1.5, 2; a score of 0 or 1 has no finite Elo."""
    number = sum(pairs)
    score = sum(count * worth for worth, count in enumerate(pairs)) / (4 * number)
    spread = sum(count * (worth / 4 - score) ** 2 for worth, count in enumerate(pairs)) / number
    away = 1.959964 * math.sqrt(spread / number)
    inside = score - away > 0 and score + away < 1
    return Figures(score, _elo(score), (_elo(score + away) - _elo(score - away)) / 2 if inside else math.inf)


def _elo(score: float) -> float:
    return math.inf if score >= 1 else -math.inf if score <= 0 else 400 * math.log10(score / (1 - score))
