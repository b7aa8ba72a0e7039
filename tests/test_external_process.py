"""The process of an external engine: each way to fail is told in its own sentence, and nothing is left running."""

import subprocess
import sys
from pathlib import Path

import pytest

import needs
from kibitz.errors import EngineError
from kibitz.players.external.process import EngineProcess
from process_group import is_group_gone

pytestmark = needs.external_engines
FAKE = Path(__file__).parent / "support" / "fake_engine.py"


def started(*words: str) -> EngineProcess:
    return EngineProcess(" ".join([sys.executable, str(FAKE), *words]), "fake")


def ask(engine: EngineProcess, seconds: float) -> list[str]:
    """What it says when it is asked for a move, and asked again."""
    answers = []
    for _ in range(2):
        engine.write("go")
        answers.append(engine.read(seconds, "bestmove"))
    return answers


def test_lines_go_to_and_fro_and_quit_ends_it() -> None:
    engine = started("well", "e2e4")
    engine.write("uci")
    assert [engine.read(5) for _ in range(3)][::2] == ["id name fake", "uciok"]
    engine.close()
    assert engine.is_closed
    assert is_group_gone(engine.pid)
    with pytest.raises(EngineError, match="fake has been closed"):
        engine.write("go")


@pytest.mark.parametrize(
    ("way", "sentence"),
    [
        ("mute", "fake hung: it has not given bestmove within 0.3 seconds"),
        ("stillborn", r"fake crashed: exit code 3 \(cannot find my network\)"),
        ("crash", "fake crashed: SIGABRT"),
        ("long", "fake talks garbage: a line of more than 65,536 bytes"),
    ],
)
def test_each_failure_has_its_sentence_and_ends_the_process(way: str, sentence: str) -> None:
    engine = started(way)
    with pytest.raises(EngineError, match=sentence):
        ask(engine, 0.3 if way == "mute" else 5)
    assert engine.is_closed
    assert is_group_gone(engine.pid)


@pytest.mark.parametrize("way", ["stubborn", "children"])
def test_who_does_not_quit_is_killed_with_all_that_it_started(way: str) -> None:
    engine = started(way, "e2e4")
    engine.write("go")
    assert engine.read(5).startswith("info")
    engine.close()
    assert is_group_gone(engine.pid)


def test_an_engine_that_reads_nothing_keeps_nobody_waiting() -> None:
    engine = started("mute")
    with pytest.raises(EngineError, match="hung: it has read nothing for"):
        engine.write("x" * 2**20, seconds=0.2)
    assert is_group_gone(engine.pid)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("no_such_program --flag", "fake did not start: there is no program 'no_such_program'"),
        ("", "fake names no program"),
        ("'unclosed", "is not a command line .*: close the quotation marks"),
    ],
)
def test_what_cannot_start_is_told_at_once(command: str, sentence: str) -> None:
    with pytest.raises(EngineError, match=sentence):
        EngineProcess(command, "fake")


def test_a_script_without_its_interpreter_did_not_start(tmp_path: Path) -> None:
    script = tmp_path / "engine"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    engine = EngineProcess(str(script), "fake")
    with pytest.raises(EngineError, match="fake did not start"):
        engine.read(5)


def test_it_ends_with_an_owner_that_is_killed() -> None:
    owner = (
        "import sys, time; from kibitz.players.external.process import EngineProcess; "
        "engine = EngineProcess(sys.argv[1], 'fake'); engine.write('isready'); engine.read(5); print(engine.pid, flush=True); "
        "time.sleep(60)"
    )
    command = f"{sys.executable} {FAKE} stubborn"
    with subprocess.Popen([sys.executable, "-c", owner, command], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.kill()
    assert is_group_gone(pid)
