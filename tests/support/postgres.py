"""A PostgreSQL server for the tests: a cluster of its own in a temporary folder, gone when the tests are, however they end."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

USERS = ("postgres", "nobody")  # whose server it is when root runs the tests: PostgreSQL refuses to be root's
PATIENCE = 60.0  # seconds for the server to answer
OPTIONS = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=40", "-c", "shared_buffers=16MB"]

# The shell lives as long as the pipe from the tests does: if they are killed, it still ends the server (or what is making its
# cluster: all of its own process group, again and again, for who is just beginning does not listen) and removes the folder.
GUARD = """
"$1/initdb" -D "$2/data" -U kibitz -A trust --no-sync --locale=C -E UTF8 >"$2/log" 2>&1 &&
"$1/postgres" -D "$2/data" -k "$2" {options} >>"$2/log" 2>&1 &
work=$!
read -r _
trap "" QUIT
while :; do kill -QUIT 0; sleep 0.1; done &
wait $work
kill $!
rm -rf "$2"
"""


def binaries() -> Path | None:
    """The folder of initdb and postgres; Debian keeps them out of the PATH."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists() and (folder / "initdb").exists()), None)


class Server:
    """A running server; each `url` leads to an empty schema of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)

    def url(self, driver: str = "postgresql+psycopg") -> str:
        schema = f"store{next(self._numbers)}"
        with self.connected() as connection:
            connection.execute(f"CREATE SCHEMA {schema}")
        return f"{driver}://kibitz@/postgres?host={quote(str(self.folder))}&options=-csearch_path%3D{schema}"

    def connected(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(host=str(self.folder), user="kibitz", dbname="postgres", autocommit=True)


@contextmanager
def server(programs: Path) -> Iterator[Server]:
    """Runs a server as an ordinary user, on a socket in its folder."""
    folder = Path(tempfile.mkdtemp(prefix="kibitz-pg-"))
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        import pwd  # there are accounts where there is root

        who = next(one for one in pwd.getpwall() if one.pw_name in USERS)
        os.chown(folder, who.pw_uid, who.pw_gid)
        as_user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
    guard = subprocess.Popen(
        ["sh", "-c", GUARD.format(options=" ".join(OPTIONS)), "guard", str(programs), str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the tests
        cwd=folder,
        **as_user,
    )
    try:
        _wait(Server(folder), guard)
        yield Server(folder)
    finally:
        guard.communicate()


def _wait(server: Server, guard: "subprocess.Popen[bytes]") -> None:
    began = time.monotonic()
    while True:
        try:
            server.connected().close()
            return
        except psycopg.OperationalError:
            if guard.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"no PostgreSQL server: {(server.folder / 'log').read_text()}") from None
            time.sleep(0.05)
