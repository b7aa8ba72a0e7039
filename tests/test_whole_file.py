"""Files that are whole or not there: ends in the middle, full disks, devices and pipes."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import needs
from commandline import refused_here
from kibitz.files.whole_file import WholeFile, drop_unfinished, write_whole
from kibitz.static_page.folder import whole_folder

FULL = Path("/dev/full")


def test_a_file_takes_its_name_when_all_is_written(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old")
    with WholeFile(file) as out:
        out.write(b"new")
        out.flush()
        assert file.read_text() == "old"
    assert file.read_text() == "new"
    assert [*tmp_path.iterdir()] == [file]


def test_what_fails_in_the_middle_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old")

    def fail() -> None:
        with WholeFile(file) as out:
            out.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


def test_errors_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        WholeFile(tmp_path / "nowhere" / "a.txt")
    with pytest.raises(OSError, match="No space") as found, WholeFile(tmp_path / "a.txt"):
        raise OSError(28, "No space left on device")
    assert found.value.filename == str(tmp_path / "a.txt")
    assert not [*tmp_path.iterdir()]


@needs.named_pipes
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    with WholeFile(pipe) as out:
        out.write(b"new")
    reader.join(10)
    assert heard == [b"new"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("times", [2, 1000])
def test_a_file_that_is_read_meanwhile_is_replaced_a_little_later(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: there no file is replaced while somebody has it open."""
    (tmp_path / "file").write_bytes(b"old")
    replace, left = Path.replace, [PermissionError(13, "Permission denied")] * times

    def busy(self: Path, target: Path) -> Path:
        if left:
            raise left.pop()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    if times == 2:
        write_whole(tmp_path / "file", b"new")
    else:
        with pytest.raises(PermissionError, match="file"):
            write_whole(tmp_path / "file", b"new")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"file": b"new" if times == 2 else b"old"}


@pytest.mark.skipif(not FULL.is_char_device(), reason="this system has no /dev/full")
def test_a_device_without_room_is_told_and_stays_a_device(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("1,1 2,1\n")
    sentence = refused_here("convert", str(games), "--game", "tic_tac_toe", "--to", str(FULL), "--format", "json")
    assert "/dev/full does not work: No space left on device" in sentence
    assert FULL.is_char_device()


# In a process of its own no file can grow by a byte, as on a full disk. Each command runs in a folder, and tells how it ends.
NO_ROOM = """
import json, os, resource, sys
from commandline import run_here
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
for number, command in enumerate(json.load(sys.stdin)):
    os.mkdir(f"{number}")
    os.chdir(f"{number}")
    code, _, complaint = run_here(*command.split())
    print(json.dumps([code, complaint, os.listdir()]))
    os.chdir("..")
"""
COMMANDS = {
    "book tic_tac_toe --plies 1 --to a.book": "a.book",
    "solve nim:heaps=2-1 --everything --to a.kibitz": "a.kibitz",
    "convert ../games.txt --game tic_tac_toe --to a.json": "a.json",
    "convert ../games.txt --game tic_tac_toe --into-store --store a.db": "a.db",
    "tree nim:heaps=2-1 --search minimax --depth 2 --to a.svg": "a.svg",
    "tree nim:heaps=2-1 --search minimax --growth --time 0.1 --to a.svg": "a.svg",
    "picture tic_tac_toe --moves 1,1 --to a.svg": "a.svg",
    "report nim:heaps=2-1 --games 1 --playouts 5 --to a.html": "a.html",
    "review nim:heaps=2-1 --moves 1,2 --depth 1 --to a.html": "a.html",
    "match greedy random --game nim --games 2 --workers 1 --store a.db": "a.db",
    "tune othello --player greedy --tune scales --steps 0 --verify 0 --workers 1 --log a.log": "a.log",
    "new mine": "mine.py",
}


@needs.limits
def test_a_full_disk_is_told_by_the_name_of_the_file_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("1,1 2,1\n")
    run = subprocess.run(
        [sys.executable, "-c", NO_ROOM],
        input=json.dumps(list(COMMANDS)),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent / "support"), "NUMBA_DISABLE_JIT": "1"},
        timeout=300,
    )
    ends = {command: json.loads(line) for command, line in zip(COMMANDS, run.stdout.splitlines(), strict=True)}
    for command, (code, complaint, left) in ends.items():
        assert (code, left) == (2, []), command
        assert COMMANDS[command] in complaint.splitlines()[-1], command
        assert ".part" not in complaint, command


def test_a_folder_without_room_is_told_by_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space") as found, whole_folder(tmp_path / "page"):
        raise OSError(28, "No space left on device")
    assert found.value.filename == str(tmp_path / "page")
    with pytest.raises(FileNotFoundError) as missing, whole_folder(tmp_path / "page"):
        (tmp_path / "nowhere").read_text()
    assert missing.value.filename == str(tmp_path / "nowhere")
    assert not [*tmp_path.iterdir()]


def test_what_a_thread_still_writes_when_the_program_ends_is_gone(tmp_path: Path) -> None:
    file = WholeFile(tmp_path / "a.txt")
    file.out.write(b"half")
    drop_unfinished()
    assert not [*tmp_path.iterdir()]
    drop_unfinished()
