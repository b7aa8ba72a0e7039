"""Machine code is kept between processes: loaded when nothing changed, never when something did."""

import importlib
import itertools
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import filelock
import pytest

import fair
import kibitz
from kibitz.core.registry import knowledge_of, load
from kibitz.kernel import cache as kept
from kibitz.kernel import machine_of
from kibitz.kernel.apart import Caller
from kibitz.kernel.artefact import Artefact
from kibitz.kernel.cache import CodeFolder
from kibitz.kernel.compiled import compile_kernel, inlining
from kibitz.kernel.compiled.compiler import specialisations
from kibitz.kernel.functions import Fingerprint
from kibitz.kernel.machine import _codes
from kibitz.kernel.native import Loaded
from kibitz.kernel.words import Words
from kibitz.search import perft
from kibitz.search.algorithms import alphabeta, deepening, expectiminimax, maxn, minimax
from reference import random_tree
from shelf import READY

pytestmark = pytest.mark.compiled
PROJECT = Path(__file__).parents[1]
SOURCE, EXAMPLE = PROJECT / "src" / "kibitz", PROJECT / "examples" / "domineering.py"

RUN = """
import sys
from contextlib import contextmanager
from kibitz.kernel import set_announcer
compiled = []
@contextmanager
def note(text, seconds):
    yield
    if "numba" in sys.modules:  # where another process compiles, this one only waits
        compiled.append(text)
set_announcer(note)
import kibitz
if sys.argv[2] == "perft":
    print([kibitz.perft(sys.argv[1], depth=depth) for depth in (1, 2, 3)], len(compiled))
else:
    thought = kibitz.think(sys.argv[1], search=sys.argv[2], limit=kibitz.Limit(depth=6), all_moves=True)
    print(thought.value.result, [move.value.result for move in thought.moves], len(compiled))
"""
FIRST, AGAIN = "[3, 8, 10] 1", "[3, 8, 10] 0"  # of the game as it is written below; compiled, and loaded

GAME = '''
"""Take one, two or three; who takes the last wins."""
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game
from {helper} import most
LEFT = {left}


class State(NamedTuple):
    heap: int


@dataclass(frozen=True)
class Take(Game):
    """Take up to three."""

    STEP = 1

    def start(self):
        return State(5)

    def moves(self, state):
        for n in range(self.STEP, min(most(), state.heap) + 1):
            yield n

    def play(self, state, n):
        return State(state.heap - n)

    def is_over(self, state):
        return state.heap <= LEFT

    def result(self, state):
        return -1
'''


def run(spec: str, cache: Path, search: str = "perft") -> str:
    """What a new process finds; perft is the quickest to compile."""
    environment = {**os.environ, "KIBITZ_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, spec, search], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def write_game(folder: Path, most: int = 3, left: int = 0) -> str:
    """A game of two files; each folder's helper has a name of its own."""
    helper = f"helper_{folder.name}"
    (folder / f"{helper}.py").write_text(f"def most():\n    return {most}\n")
    (folder / "take.py").write_text(GAME.format(helper=helper, left=left))
    return str(folder / "take.py")


def test_the_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    """A cached recursion with two specialisations ends the next process with a crash: this would notice."""
    spec = write_game(tmp_path)
    first = run(spec, tmp_path / "cache", "deepening")
    second = run(spec, tmp_path / "cache", "deepening")
    assert first == "1 [1, -1, -1] 1"
    assert second == "1 [1, -1, -1] 0"


def test_every_game_is_the_same_game_in_the_second_process() -> None:
    """What is compiled is kept by a text that holds no address: `tree`, with its class method, was compiled anew each time."""
    code = "from kibitz.kernel import machine_of\nfrom kibitz.core.registry import load\nfrom shelf import READY\n"
    code += "for spec in READY: print(machine_of(load(spec)).key)"
    folders = os.pathsep.join([str(Path(__file__).parent / "support"), *filter(None, [os.environ.get("PYTHONPATH")])])
    command, environment = [sys.executable, "-c", code], os.environ | {"PYTHONPATH": folders}
    first, second = (subprocess.run(command, env=environment, capture_output=True, check=True).stdout for _ in range(2))
    assert first == second
    assert len(first.splitlines()) == len(READY)


def test_an_edited_rule_never_meets_old_code(tmp_path: Path) -> None:
    """The rules, a constant of their module, a helper in another file: each edit counts; the old text finds its old code.

    Code that was damaged is compiled anew.
    """
    cache, spec = tmp_path / "cache", write_game(tmp_path)
    assert run(spec, cache) == FIRST
    (kept,) = cache.glob("*/perft.count_leaves.*.code")
    write_game(tmp_path, most=2)
    assert run(spec, cache) == "[2, 4, 7] 1"
    write_game(tmp_path, left=1)
    assert run(spec, cache) == "[3, 8, 7] 1"
    text = Path(write_game(tmp_path, most=2)).read_text()
    Path(spec).write_text(text.replace("STEP = 1", "STEP = 2").replace("State(5)", "State(4)"))  # no move at 1: it never comes
    assert run(spec, cache) == "[1, 1, 0] 1"
    write_game(tmp_path)
    assert run(spec, cache) == AGAIN
    whole = kept.read_bytes()
    kept.write_bytes(whole[:500] + bytes([whole[500] ^ 1]) + whole[501:])
    assert run(spec, cache) == FIRST


SEARCH = """
from {name}_values import LIMITS
import {name}_values

def double(x, step={step}):
    return x + x + step

def search(rules, depth: int) -> int:
    return double(depth) + LIMITS[0] + {name}_values.EXTRA
"""


def fingerprint_of(step: int = 0, limit: int = 1, extra: int = 0) -> str:
    """The fingerprint of a search in a module of the working folder that reads another module, both freshly imported."""
    Path("own_search.py").write_text(SEARCH.format(name="own_search", step=step))
    Path("own_search_values.py").write_text(f"LIMITS = ({limit}, 2)\nEXTRA = {extra}\nOTHER = object()\n")
    for module in ("own_search", "own_search_values"):
        sys.modules.pop(module, None)
    importlib.invalidate_caches()
    made = Fingerprint()
    made.add(importlib.import_module("own_search").search)
    return made.hex()


def test_a_kernel_is_known_by_all_that_it_reaches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper's default, a constant by name, a constant as an attribute of a module: each edit gives another fingerprint."""
    edits: list[dict[str, int]] = [{}, {"step": 1}, {"limit": 2}, {"extra": 3}, {}]
    found = []
    for number, edit in enumerate(edits):
        (folder := tmp_path / str(number)).mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.syspath_prepend(folder)
        found.append(fingerprint_of(**edit))
    assert found[0] == found[-1]
    assert len(set(found)) == len(edits) - 1


class Memory(Words):
    first: int
    second: int


class OtherOrder(Words):
    second: int
    first: int


class Longer(Memory):
    third: float


def test_a_kernel_is_known_by_where_the_words_of_its_memory_lie() -> None:
    def on_memory(rules: Any, memory: Memory) -> int:
        return memory.first

    def on_other(rules: Any, memory: OtherOrder) -> int:
        return memory.first

    def on_longer(rules: Any, memory: Longer) -> int:
        return memory.first

    found = []
    for kernel in (on_memory, on_other, on_longer, on_memory):
        kernel.__code__ = on_memory.__code__
        made = Fingerprint()
        made.add(kernel)
        found.append(made.hex())
    assert found[0] == found[3]
    assert len(set(found)) == 3


def test_code_is_found_wherever_the_package_and_a_game_lie(tmp_path: Path) -> None:
    """As another machine has them: what the code of a game depends on names no folder."""
    ask = (
        "import sys; from kibitz.core.registry import load; from kibitz.kernel.machine import machine_of; "
        "from kibitz.patterns.library import knowledge_for; "
        "print(*[machine_of(game, knowledge_for(game)).key for game in map(load, sys.argv[1:])], sep='\\n')"
    )
    keys = []
    for number, place in enumerate((tmp_path / "here", tmp_path / "there" / "far")):
        shutil.copytree(SOURCE, place / "kibitz", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(EXAMPLE, place)
        environment = {"PYTHONPATH": str(place), "PYTHONHASHSEED": str(number), "PATH": os.defpath}
        command = [sys.executable, "-c", ask, *READY, EXAMPLE.name]
        done = subprocess.run(command, env=environment, cwd=place, capture_output=True, text=True, check=True)
        keys.append(done.stdout.splitlines())
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == len(READY) + 1


def test_functions_that_would_grow_too_large_are_called_and_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game, kernel = load("nim:heaps=3-4"), perft.count_leaves
    assert isinstance(kernel, FunctionType)
    machine, sizes = machine_of(game), []
    for largest in (inlining.LARGEST, 1):
        monkeypatch.setattr(inlining, "LARGEST", largest)
        made = compile_kernel(machine.rules, kernel, Caller())
        sizes.append(len(made.code))
        count = Loaded(made).entry(kernel, machine._data)
        for depth in range(4):
            assert count(machine.arguments(game.start()), depth) == kibitz.perft(game, depth=depth)
    assert sizes[0] != sizes[1]


# Whether a helper was compiled, how often the search was, how large the code is, and what it calls elsewhere.
HELPED = """
import sys
from numba.core import event
class Note(event.Listener):
    def on_start(self, one): compiled.append(one.data["dispatcher"].py_func.__qualname__)
    def on_end(self, one): pass
import hashlib
from kibitz.core.registry import knowledge_of, load
from kibitz.kernel import machine_of
from kibitz.kernel.apart import Caller
from kibitz.kernel.compiled import compile_kernel
from kibitz.search.algorithms import deepening
for spec in sys.argv[1:]:
    compiled = []
    with event.install_listener("numba:compile", Note()):
        made = compile_kernel(machine_of(load(spec), knowledge_of(load(spec))).rules, deepening.enter, Caller())
    print("better_score" in compiled, compiled.count("principal"), len(made.code), sorted(made.needs))
"""


def compiled_with_helpers(cache: Path, *specs: str) -> list[str]:
    """What HELPED says of each game: they are compiled one after the other in a new process."""
    environment = {**os.environ, "KIBITZ_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", HELPED, *specs], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_helpers_are_compiled_for_the_first_game_only(tmp_path: Path) -> None:
    alone, _, size, needs = compiled_with_helpers(tmp_path / "other", "nim:heaps=3-4")[0].split(maxsplit=3)
    assert (alone, needs) == ("True", "[]")
    first, second = compiled_with_helpers(tmp_path, "tic_tac_toe", "nim:heaps=3-4")
    assert (first[:6], second[:6]) == ("True 1", "False ")
    again, compilations, linked_size, needs = compiled_with_helpers(tmp_path, "nim:heaps=3-4")[0].split(maxsplit=3)
    assert (again, compilations, needs) == ("False", "1", "[]")
    assert int(linked_size) == pytest.approx(int(size), rel=0.01)  # LLVM may lay out linked functions in another order
    (file,) = tmp_path.glob("*/helpers.*.code")
    whole = file.read_bytes()
    for damage in (whole[:-1], whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:]):
        file.write_bytes(damage)
        assert compiled_with_helpers(tmp_path, "nim:heaps=3-4")[0].startswith("True 1 ")
        assert file.read_bytes() != damage


def test_damage_of_any_kind_is_noticed(tmp_path: Path) -> None:
    folder = CodeFolder("a key", tmp_path)
    made = Artefact("", "here", "enter", b"machine code" * 1000, ("log",), 1.5)
    folder.save("x", made)
    kept = folder.path / "x.here.code"
    found = folder.load("x", ["elsewhere", "here"])
    assert found is not None
    assert replace(found, key="") == made
    whole = kept.read_bytes()
    flipped = (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in (0, 20, 50, 100, 5000))
    for damage in (b"", b"x", whole[:-1], whole[:60], whole + b"x", *flipped):
        kept.write_bytes(damage)
        assert folder.load("x", ["here"]) is None
    kept.write_bytes(whole)
    for place in (folder.path / "y.here.code", folder.path / "x.there.code", CodeFolder("b", tmp_path).path / "x.here.code"):
        place.parent.mkdir(exist_ok=True, mode=0o700)
        place.write_bytes(whole)  # the code of another kernel, another processor, another game
    assert folder.load("y", ["here"]) is None
    assert folder.load("x", ["there"]) is None
    assert CodeFolder("b", tmp_path).load("x", ["here"]) is None


@pytest.mark.skipif(os.name == "nt", reason="rights of files are those of POSIX")
def test_code_that_others_could_have_written_is_never_run(tmp_path: Path) -> None:
    folder = CodeFolder("a key", tmp_path)
    folder.save("x", Artefact("", "here", "enter", b"code"))
    for place, right in itertools.product((folder.path, folder.path / "x.here.code"), (stat.S_IWGRP, stat.S_IWOTH)):
        before = place.stat().st_mode
        assert folder.load("x", ["here"]) is not None
        place.chmod(before | right)
        assert folder.load("x", ["here"]) is None
        place.chmod(before)


def test_where_nothing_can_be_kept_everything_works(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(write_game(tmp_path), blocked / "cache") == FIRST
    assert blocked.read_text() == "not a folder"


def test_code_that_is_there_is_loaded_while_another_process_compiles_more_of_the_game(tmp_path: Path) -> None:
    game, cache = write_game(tmp_path), tmp_path / "cache"
    assert run(game, cache) == FIRST
    (lock,) = cache.glob("*/lock")
    with filelock.FileLock(lock):
        began = fair.now()
        assert run(game, cache) == AGAIN
    assert fair.now() - began < kept.PATIENCE / 2


def test_two_cold_processes_compile_once_after_one_that_was_killed(tmp_path: Path) -> None:
    """That one leaves no lock; of the others one compiles, and the other waits and loads."""
    cache, spec = tmp_path / "cache", write_game(tmp_path)
    environment = {**os.environ, "KIBITZ_CACHE_DIR": str(cache)}
    begun = RUN.replace("    yield", "    print('begun', flush=True)\n    sys.stdin.read()\n    yield")
    command, pipe = [sys.executable, "-c", begun, spec, "perft"], subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        assert list(cache.glob("*/lock"))
        process.kill()
    with ThreadPoolExecutor() as both:
        assert sorted(both.map(lambda _: run(spec, cache), range(2))) == [AGAIN, FIRST]


@pytest.mark.parametrize("spec", ["tic_tac_toe", "trio", "pig"])
def test_one_specialisation_per_game(spec: str) -> None:
    """A game of each kind. (Compiling anything fails where a function that recurs has two.)"""
    game = load(spec)
    machine = machine_of(game, knowledge_of(game))
    kernels: dict[Callable[..., int], Callable[..., Any]] = {perft.count_leaves: perft.leaves}
    if spec == "tic_tac_toe":
        kernels |= {minimax.enter: minimax.minimax, alphabeta.enter: alphabeta.alphabeta, deepening.enter: deepening.principal}
    elif spec == "trio":
        kernels |= {maxn.enter: maxn.maxn}
    else:
        kernels |= {expectiminimax.enter: expectiminimax.expectiminimax}
    for kernel in kernels:
        machine.ready(kernel)
    for function in kernels.values():
        made = specialisations(machine.rules, function)
        assert made <= 1, f"{function.__name__} has {made}"


def test_data_needs_no_new_code() -> None:
    """Two trees of different numbers share their machine code; so do two sets of weights."""
    one, two, before = machine_of(random_tree(1)), machine_of(random_tree(2)), len(_codes)
    assert one.key == two.key != ""
    assert one.ready(perft.count_leaves) is not two.ready(perft.count_leaves)
    assert len(_codes) == before + 1


def test_old_folders_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, age in (("old", 40), ("new", 1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.code").write_bytes(b"x" * 1000)
        os.utime(tmp_path / name, (time.time() - age * 24 * 3600,) * 2)
    kept._prune(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["new"]
    monkeypatch.setattr(kept, "MOST_BYTES", 10)
    kept._prune(tmp_path)
    assert not list(tmp_path.iterdir())
