"""Files that are whole or not there: ends in the middle, full disks, devices and pipes."""

import os
import threading
from pathlib import Path

import pytest

from commandline import refused_here
from kibitz.whole_file import WholeFile

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


@pytest.mark.skipif(not FULL.is_char_device(), reason="this system has no /dev/full")
def test_a_device_without_room_is_told_and_stays_a_device(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("1,1 2,1\n")
    sentence = refused_here("convert", str(games), "--game", "tic_tac_toe", "--to", str(FULL), "--format", "json")
    assert "/dev/full does not work: No space left on device" in sentence
    assert FULL.is_char_device()
