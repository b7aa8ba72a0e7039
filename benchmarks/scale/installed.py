"""An installation from the wheel that `make wheels` puts into dist/: its size, and how long the first answer takes."""

import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.row import Row, at_most

WHEELS, FIRST = Path("dist"), "import kibitz; kibitz.think(kibitz.load('connect_four'), depth=6)"
TIMES = 5


def rows() -> Iterator[Row]:
    """Install into an empty environment, and ask there; every time with an empty cache."""
    wheels = sorted(WHEELS.glob("kibitz-*linux*_x86_64.whl"), key=lambda file: file.stat().st_mtime)
    if not wheels:
        yield Row("installed from a wheel", "not measured", how=f"none for this platform in {WHEELS}/: make wheels")
        return
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as folder:
        venv.create(folder)
        before = _installed(Path(folder))
        subprocess.run([sys.executable, "-m", "pip", "--python", folder, "install", "--quiet", wheels[-1]], check=True)
        size = _installed(Path(folder)) - before
        yield at_most("size, with all that it needs", size / 1e6, 330, "MB", f"{wheels[-1].name} in an empty environment")
        for name, code, target in (("import kibitz", "import kibitz", 0.1), ("the first answer", FIRST, 0.5)):
            how = f'median of {TIMES} processes, each with an empty cache; `python -c "{code}"`'
            yield at_most(name, median(_seconds(folder, code) for _ in range(TIMES)), target, "s", how)


def _installed(folder: Path) -> int:
    """The bytes of all files."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


def _seconds(folder: str, code: str) -> float:
    with tempfile.TemporaryDirectory(prefix="kibitz-bench-") as cache:
        began = time.perf_counter()
        subprocess.run([f"{folder}/bin/python", "-c", code], check=True, env={"KIBITZ_CACHE_DIR": cache, "PATH": "/usr/bin"})
        return time.perf_counter() - began
