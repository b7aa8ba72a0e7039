"""Run a program and add the CPU seconds that it took to a file: `python cpu_seconds.py FILE PROGRAM ARGUMENT...`."""

import resource
import signal
import subprocess
import sys
from pathlib import Path


def main(file: Path, command: list[str]) -> int:
    """The program's exit code. It hears and answers in our place, and ends before we do."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    code = subprocess.run(command, check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with file.open("a", encoding="utf-8") as kept:
        kept.write(f"{used.ru_utime + used.ru_stime:.2f}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
