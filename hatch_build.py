"""Build a wheel for one platform, with the machine code of the games: `KIBITZ_WHEEL=linux-x86-64 hatchling build -t wheel`.

Without KIBITZ_WHEEL the wheel is pure Python and fits every platform. KIBITZ_WHEEL_GAMES names some games, for a trial.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Of each platform: its tag, and the processors that `kibitz build --for` knows. (Machine code calls nothing but libm.)
PLATFORMS = {
    "linux-x86-64": ("manylinux_2_17_x86_64", ["linux-x86-64-v2", "linux-x86-64-v3"]),
    "linux-arm64": ("manylinux_2_17_aarch64", ["linux-arm64"]),
    "macos-arm64": ("macosx_11_0_arm64", ["macos-arm64"]),
    "windows-x86-64": ("win_amd64", ["windows-x86-64-v2", "windows-x86-64-v3"]),
}


class CodeHook(BuildHookInterface):  # type: ignore[type-arg]  # the settings of any builder
    """Compiles the games of the package, and puts their code into the wheel."""

    def dependencies(self) -> list[str]:
        """What compiling needs: all that kibitz does."""
        return list(self.build_config.builder.metadata.core.dependencies) if os.environ.get("KIBITZ_WHEEL") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is packed."""
        platform = os.environ.get("KIBITZ_WHEEL", "")
        if not platform or version == "editable":
            return
        if platform not in PLATFORMS:
            sys.exit(f"KIBITZ_WHEEL={platform} is none of {', '.join(PLATFORMS)}")
        tag, targets = PLATFORMS[platform]
        self._folder = Path(tempfile.mkdtemp(prefix="kibitz-code-"))
        self._compile(targets)
        build_data["pure_python"] = False
        build_data["tag"] = f"cp{sys.version_info[0]}{sys.version_info[1]}-none-{tag}"  # code knows rules by their bytecode
        build_data["force_include"][str(self._folder)] = "kibitz/code"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Drop what is packed now."""
        if "tag" in build_data:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _compile(self, targets: list[str]) -> None:
        """One process for each target."""
        games = os.environ.get("KIBITZ_WHEEL_GAMES", "").split() or ["--shipped"]
        environment = {**os.environ, "PYTHONPATH": str(Path(self.root) / "src")}
        command = [sys.executable, "-m", "kibitz", "build", *games, "--to", str(self._folder), "--for"]
        running = [subprocess.Popen([*command, target], env=environment, stdout=subprocess.DEVNULL) for target in targets]
        if any(code != 0 for code in [process.wait() for process in running]):
            sys.exit(f"`kibitz build` failed for {' or '.join(targets)}")
        for lock in self._folder.rglob("lock"):
            lock.unlink()
