"""What every test stands on: a compile cache of its own, examples that come out the same everywhere, marked tests."""

import importlib
import os
import random
import re
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

import screen
import tracing
from runs import EVERYTHING, KINDS, PLAIN, SHARE, examples, thorough

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Reader, Visitor
    from kibitz.arena.store import Store
    from postgres import Server

MACHINE_CODE = re.compile(r"\bmark\.(compiled|twice)\b")
THOROUGH = thorough("plain" if PLAIN else "compiled")
SHARES = {
    (file, share[1]): int(share[2]) for file, names in THOROUGH.items() for name in names if (share := SHARE.fullmatch(name))
}  # of the cases of a test
_made_here: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Set up before any test module is imported: a module that compiles looks for the cache when it is imported."""
    if not os.environ.get("KIBITZ_CACHE_DIR"):
        _made_here.append(tempfile.mkdtemp(prefix="kibitz-tests-"))
        os.environ["KIBITZ_CACHE_DIR"] = _made_here[0]
    _made_here.append(tempfile.mkdtemp(prefix="kibitz-tests-"))
    os.environ["KIBITZ_STORE"] = os.path.join(_made_here[-1], "games.db")  # never the games of whoever runs the tests
    os.environ["KIBITZ_COMPILE"] = "first"  # searches are of machine code from the start; tests of the other way say so
    os.environ["KIBITZ_CHOICES"] = "none"  # nor on which search was chosen
    os.environ["KIBITZ_LEARNED"] = "none"  # what a test expects hangs on nobody's estimates; tests of these name a folder
    os.environ["KIBITZ_LEVELS"] = "none"  # and on no levels that were fitted
    # A shell that starts this in the background has Ctrl-C ignored, and so would every program that the tests start.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Time says nothing here (the first example may compile for seconds); the same examples here and on every machine.
    # In the plain run, which is slower and looks for code that nothing reaches, there are fewer.
    most = examples(24 if PLAIN else 100)
    hypothesis.settings.register_profile("here", deadline=None, print_blob=True, max_examples=most)
    hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None, max_examples=most)
    hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind. A folder that was given stays: it may be warm on purpose."""
    for folder in _made_here:
        shutil.rmtree(folder, ignore_errors=True)


def pytest_report_header(config: pytest.Config) -> str:
    """Which tests run: the others are deselected."""
    code = "plain Python (NUMBA_DISABLE_JIT=1)" if PLAIN else "machine code (NUMBA_DISABLE_JIT=1 for the other tests)"
    return f"kibitz: {code}, {'all tests' if EVERYTHING else 'without those of `make test-all`'}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In the run of machine code, files that say nothing about it are not even imported: that takes a third of a minute."""
    if PLAIN or collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    return None if MACHINE_CODE.search(collection_path.read_text(encoding="utf-8")) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Games come first, one by one: what a process has compiled of a game it need not compile again for its next kernel.

    With `--dist=worksteal` each process begins with its part of the list, and takes from the others' ends when it is done.
    Each test runs where it says something: see the marks in pyproject.toml.
    """
    left_out, cases = [], Counter[tuple[str, str]]()
    for item in items:
        if _is_alike(item):
            item.add_marker("untraced")
        if not _runs_here(item) or not _is_in_its_share(item, cases):
            left_out.append(item)
    items.sort(key=lambda item: (not _game(item), _game(item)))
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def _runs_here(item: pytest.Item) -> bool:
    """Whether a test runs here, as machine code or plainly: `make test-all` leaves none out."""
    is_compiled, is_twice = (item.get_closest_marker(mark) is not None for mark in ("compiled", "twice"))
    if is_compiled if PLAIN else not (is_compiled or is_twice):
        return False
    if EVERYTHING:
        return True
    if (is_compiled or is_twice) and _game(item) not in KINDS:
        return False  # a game of each kind stands for all
    names = THOROUGH.get(item.path.name, ())
    return not any(
        item.name.startswith(name.removesuffix("*]")) and not (name.endswith("[*]") and _game(item) in KINDS) for name in names
    )


def _is_in_its_share(item: pytest.Item, cases: Counter[tuple[str, str]]) -> bool:
    """Whether a case is the first of so many, see tests/thorough.txt; `cases`: how many of each test came before it."""
    if EVERYTHING:
        return True
    case = item.path.name, item.name.partition("[")[0]
    number, cases[case] = cases[case], cases[case] + 1
    return number % SHARES.get(case, 1) == 0


def pytest_collection_finish(session: pytest.Session) -> None:
    """Before the first test."""
    tracing.import_all()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> "Iterator[None]":
    """Lines are traced where tests reach them first, not until the end of a long one."""
    with tracing.limited(item):
        return (yield)


def _asks_a_browser(item: pytest.Item) -> bool:
    """Whether a test needs Chromium."""
    assert isinstance(item, pytest.Function)
    return "chromium" in item.fixturenames


def _is_alike(item: pytest.Item) -> bool:
    """Whether a test asks a browser, or the store on a server: processes that are not measured."""
    assert isinstance(item, pytest.Function)
    told = getattr(item, "callspec", None)
    return _asks_a_browser(item) or (told is not None and told.params.get("store_url") == "postgresql")


def _game(item: pytest.Item) -> str:
    """The game that a test is given as `spec`; nothing for the others, and where a whole module shares what it has made."""
    assert isinstance(item, pytest.Function)
    told = getattr(item, "callspec", None)
    spec = told.params.get("spec") if told is not None else None
    shared = any(made[-1].scope == "module" for made in item._fixtureinfo.name2fixturedefs.values())
    return spec.partition(":")[0] if isinstance(spec, str) and not shared else ""


@pytest.fixture
def screens_closed() -> Iterator[None]:
    """Whatever a test has started in a terminal ends with it."""
    yield
    while screen.OPEN:
        screen.OPEN.pop().close(force=True)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels stop at their depth, and prove what can be proved soon, on a machine that stands still for seconds too."""
    importlib.import_module("kibitz.players.engine")  # which takes that number as it is when it is imported
    monkeypatch.setattr("kibitz.players.levels.TIME", 60.0)


@pytest.fixture(autouse=True)
def _seeded() -> None:
    random.seed(20)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator["Server"]:
    """A PostgreSQL server; one for each process of the tests."""
    pytest.importorskip("pwd", reason="there are no accounts here, and the server is started under one")
    import postgres  # brings the driver

    programs = postgres.binaries()
    if programs is None:
        missing = "there is no PostgreSQL here: apt-get install postgresql"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with postgres.server(programs) as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """A browser without a window, not for longer: while Playwright runs, no other event loop can in the thread of the tests."""
    missing, program = "", None
    try:
        import browser  # brings Playwright
    except ImportError:
        missing = "Playwright is not installed: pip install playwright axe-playwright-python"
    else:
        program = browser.program()
        missing = "" if program else "there is no Chromium here: apt-get install chromium"
    if missing and os.environ.get("CI"):
        pytest.fail(missing)
    if program is None:
        pytest.skip(missing)
    with browser.running(program) as started:
        yield started


@pytest.fixture
def reader(chromium: "Browser", tmp_path: Path) -> "Iterator[Reader]":
    """Opens pages; at the end none may have asked anything of the world, or have gone wrong."""
    from browser import Reader

    opened = Reader(chromium, tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server with all games of the package. It searches as plain Python does: small games need no more, nor any compiling."""
    from served import served  # beside the tests, as the browser is

    with served(NUMBA_DISABLE_JIT="1") as running:
        yield running


@pytest.fixture
def visitor(chromium: "Browser", address: str) -> "Iterator[Visitor]":
    """Visits the server at `address`, a fixture that a module may have of its own; at the end nothing may have gone wrong."""
    from browser import Visitor

    visiting = Visitor(chromium, address)
    yield visiting
    visiting.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be: every test that asks for it runs on both kinds."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    server: Server = request.getfixturevalue("postgres_server")
    return server.url()


@pytest.fixture
def store(store_url: str) -> "Iterator[Store]":
    """An empty store of each kind."""
    from kibitz.arena.store import Store  # brings SQLite

    with Store.open(store_url) as opened:
        yield opened
