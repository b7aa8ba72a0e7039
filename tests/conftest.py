"""What every test stands on: a compile cache of its own, examples that come out the same everywhere, marked tests."""

import os
import random
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

import screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Reader, Visitor
    from kibitz.arena.store import Store
    from postgres import Server

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
_made_here: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Set up before any test module is imported: a module that compiles looks for the cache when it is imported."""
    if not os.environ.get("KIBITZ_CACHE_DIR"):
        _made_here.append(tempfile.mkdtemp(prefix="kibitz-tests-"))
        os.environ["KIBITZ_CACHE_DIR"] = _made_here[0]
    if not os.environ.get("MPLCONFIGDIR"):  # where matplotlib keeps what it knows of fonts
        _made_here.append(tempfile.mkdtemp(prefix="kibitz-tests-"))
        os.environ["MPLCONFIGDIR"] = _made_here[-1]
    _made_here.append(tempfile.mkdtemp(prefix="kibitz-tests-"))
    os.environ["KIBITZ_STORE"] = os.path.join(_made_here[-1], "games.db")  # never the games of whoever runs the tests
    # A shell that starts this in the background has Ctrl-C ignored, and so would every program that the tests start.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Time says nothing here (the first example may compile for seconds); the same examples here and on every machine.
    hypothesis.settings.register_profile("here", deadline=None, print_blob=True)
    hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
    hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind. A folder that was given stays: it may be warm on purpose."""
    for folder in _made_here:
        shutil.rmtree(folder, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if PLAIN:
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(pytest.mark.skip(reason="NUMBA_DISABLE_JIT=1: nothing is compiled in this run"))
            elif {"visitor", "chromium"} <= set(getattr(item, "fixturenames", ())):
                item.add_marker(pytest.mark.skip(reason="NUMBA_DISABLE_JIT=1: the page is visited in the other run"))


@pytest.fixture
def screens_closed() -> Iterator[None]:
    """Whatever a test has started in a terminal ends with it."""
    yield
    while screen.OPEN:
        screen.OPEN.pop().close(force=True)


@pytest.fixture(autouse=True)
def _seeded() -> None:
    random.seed(20)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator["Server"]:
    """A PostgreSQL server; one for each process of the tests."""
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
    from kibitz.arena.store import Store  # brings SQLAlchemy

    with Store.open(store_url) as opened:
        yield opened
