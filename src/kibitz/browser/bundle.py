"""A game as a page carries it: its kernels as WebAssembly, and in data what the scripts must know of it."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from kibitz.browser.book import book_of
from kibitz.browser.layout import camel, layout
from kibitz.browser.levels import levels_of
from kibitz.browser.linking import link, linker
from kibitz.browser.steps import hands, look, picture, spell, step
from kibitz.core.best_result import best_result
from kibitz.core.registry import spec_of
from kibitz.core.rules import Game, can_be_proved, first_return_draws, mover_of, says, start_of
from kibitz.errors import PageError
from kibitz.kernel.ahead import build_elsewhere
from kibitz.kernel.cache import CodeFolder, cache_root
from kibitz.kernel.functions import code_name
from kibitz.kernel.identity import data_fields
from kibitz.kernel.machine import Machine, machine_of
from kibitz.kernel.native import numbers_in
from kibitz.kernel.states import field_words
from kibitz.kernel.targets import BROWSER
from kibitz.patterns.library import knowledge_for
from kibitz.patterns.windows import by_windows
from kibitz.runtime.orders import LISTEN
from kibitz.search.descriptor import fitting, may_fit, search_for, search_of, usual_search
from kibitz.search.drivers.vector_search import limits_of
from kibitz.search.monte_carlo.extent import payoff_range, table_bits
from kibitz.search.monte_carlo.game_path import note_last, note_played
from kibitz.search.parts.path import note_past

SEARCHES = ("deepening", "selective", "solve", "mcts", "minimax", "alphabeta", "maxn", "expectiminimax")
PROCESSES = min(4, os.cpu_count() or 1)  # that compile side by side
FLAGS = ("result", "payoffs", "reward", "chances", "to_move")


@dataclass(frozen=True)
class Bundle:
    """A game for a page. `data`: everything but code and weights, as JSON has it. `codes`: the modules by their kernels' names.

    `numbers`: for each data field of the game and its knowledge, its numbers as they lie in memory, and how many there are.
    `is_drawn`: among the kernels are those that say how positions are drawn.
    """

    data: dict[str, Any]
    codes: dict[str, bytes]
    numbers: tuple[tuple[bytes, int], ...]
    is_drawn: bool = False


def played_searches(game: Game) -> tuple[str, ...]:
    """The searches that a page needs: of the levels, of hints and values, and of the analysis."""
    names = {fitting(game), usual_search(game, knowledge_for(game)), *(level["search"] for level in levels_of(game))}
    names |= {"solve"} if can_be_proved(game) else set()
    names |= {"selective"} if says(knowledge_for(game), "evaluate") and may_fit(game, "selective") else set()
    return tuple(sorted(names))


def traced_searches(game: Game) -> tuple[str, ...]:
    """The textbook's searches whose trees a page shows: of a game of two without chance, else what fits."""
    plain = tuple(name for name in ("alphabeta", "minimax") if may_fit(game, name))
    return plain or tuple(name for name in ("expectiminimax", "maxn") if may_fit(game, name))


def bundle(
    game: Game,
    searches: tuple[str, ...] = SEARCHES,
    draws: bool = False,
    progress: Callable[[str], None] = lambda note: None,
    traced: tuple[str, ...] = (),
) -> Bundle:
    """A game with those of the searches that fit it; `draws`: and with kernels that say how its `grid` looks, if they compile.

    `traced`: those that can write down their tree, too. Raises PageError for rules that do not compile, or where no linker is.
    """
    machine = machine_of(game, by_windows(knowledge_for(game)))
    if not machine.compiled:
        raise PageError(_refusal(game, machine.problem or "they run as plain Python here"))
    linker()
    fitted = tuple(name for name in searches if may_fit(game, name))
    kernels: dict[str, Any] = {"look": look, "step": step} | {name: search_for(game, name).enter for name in fitted}
    if game.recurrence:
        kernels |= {"repetition": note_past, "repetition in playouts": note_played}
    if machine.rules.has_policy and "mcts" in fitted:
        kernels["position before"] = note_last
    codes, problem = _codes(game, machine, kernels, progress)
    if problem:
        raise PageError(_refusal(game, problem))
    is_drawn = False
    if draws:
        faces, problem = _codes(game, machine, {"picture": picture, "spell": spell}, progress)
        is_drawn = not problem
        codes |= faces
    if says(game, "in_hand"):
        codes |= _codes(game, machine, {"hands": hands}, progress)[0]  # without them a page shows no hands
    if traced:
        tracing = machine_of(game, machine.rules.knowledge, traces=True)
        trees, problem = _codes(game, tracing, {f"traced {name}": search_for(game, name).enter for name in traced}, progress)
        if problem:
            raise PageError(_refusal(game, problem))
        codes |= trees
    modules, heap = link(list(codes.values()))
    rules = machine.rules
    owners = rules.game, rules.knowledge
    numbers = tuple(_bytes_of(getattr(owner, name)) for owner in owners for name in data_fields(owner))
    data = _data(game, machine, fitted) | {"heap": heap, "traced": {name: _declared(game, name) for name in traced}}
    return Bundle(data, dict(zip(codes, modules, strict=True)), numbers, is_drawn)


def _refusal(game: Game, why: str) -> str:
    return f"a page cannot play {spec_of(game)} by its rules: {why}"


def _codes(
    game: Game, machine: Machine, kernels: dict[str, Any], progress: Callable[[str], None]
) -> tuple[dict[str, bytes], str]:
    """The object files of these kernels by their names; or none of them, and why they do not compile."""
    folder = CodeFolder(machine.key)
    missing = [kernel for kernel in kernels.values() if folder.load(code_name(kernel), [BROWSER]) is None]
    if missing:
        progress(f"compiling {spec_of(game)}")
        parts = [missing[number::PROCESSES] for number in range(min(PROCESSES, len(missing)))]
        problem = _build_side_by_side(machine, parts)
        if problem:
            return {}, problem
    found = {name: folder.load(code_name(kernel), [BROWSER]) for name, kernel in kernels.items()}
    if None in found.values():
        raise PageError(f"the code of {spec_of(game)} cannot be kept: is there room in {cache_root()}?")
    return {name: artefact.code for name, artefact in found.items() if artefact is not None}, ""


def _build_side_by_side(machine: Machine, parts: Sequence[Sequence[Any]]) -> str:
    """Have a process make each of these parts; returns why one could not, if one could not.

    Nothing waits for the threads where Ctrl-C ends the command: they are daemons, and with this process the others end.
    """
    problems = list[str]()

    def build(part: Sequence[Any]) -> None:
        problems.append(build_elsewhere(machine, part, BROWSER))

    threads = [threading.Thread(target=build, args=(part,), name="kibitz-browser", daemon=True) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(LISTEN)
    return next(filter(None, problems), "")


def _data(game: Game, machine: Machine, searches: tuple[str, ...]) -> dict[str, Any]:
    rules, start = machine.rules, start_of(game)
    least, most, known = payoff_range(game)
    limits = limits_of(game, rules.knowledge)
    return {
        "players": game.players,
        "mover": mover_of(game, start, 0),
        "start": [str(int(word)) for word in field_words(start, game.start())],
        "bestResult": best_result(game) if says(game, "result") else None,
        "limits": [None if abs(limit) == inf else limit for limit in limits],
        "payoffRange": [least, most, known],
        "tableBits": table_bits(game),
        "recurrence": game.recurrence,
        "recurrenceCount": game.recurrence_count,
        "firstReturnDraws": first_return_draws(game),
        "says": {camel(name): says(game, name) for name in FLAGS}
        | {name: says(rules.knowledge, name) for name in ("evaluate", "estimates")}
        | {"weight": rules.has_weight, "policy": rules.has_policy, "drops": rules.has_drops},
        "book": book_of(game),
        "usual": usual_search(game, rules.knowledge),
        "levels": levels_of(game),
        "fields": len(data_fields(game)) + len(data_fields(rules.knowledge)),
        "searches": {name: _declared(game, name) for name in searches},
        "layout": layout(),
    }


def _declared(game: Game, name: str) -> dict[str, Any]:
    """The declaration of a search, as scripts read it."""
    declared = search_of(search_for(game, name))
    wanted = ("values", "deepens", "has_table", "has_window", "is_selective", "solves", "is_anytime", "proves")
    return {camel(one): getattr(declared, one) for one in wanted}


def _bytes_of(numbers: Any) -> tuple[bytes, int]:
    """The numbers of a data field as they lie in memory, and how many there are."""
    held = numbers_in(numbers)
    return bytes(held), len(held)
