"""`make run` and `make test` on a fresh machine: which environment each sets up and uses (`.ci/run` sets them up)."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.skipif(shutil.which("make") is None, reason="there is no make"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in which nothing has been set up."""
    for file in [PROJECT / "Makefile", PROJECT / "pyproject.toml", *PROJECT.glob("requirements*.lock")]:
        shutil.copy(file, tmp_path)
    return tmp_path


def planned(project: Path, *words: str) -> str:
    """What `make` would do."""
    done = subprocess.run(["make", "-n", *words], cwd=project, capture_output=True, text=True, check=True, env=alone())
    return done.stdout


def alone() -> dict[str, str]:
    """The environment without what `make test` tells the makes that it starts."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}


def set_up(project: Path, environment: str) -> None:
    (project / environment).mkdir()
    (project / environment / ".ready").touch()


def test_run_takes_the_environment_that_is_there_or_one_without_developers_tools(project: Path) -> None:
    plan = planned(project, "run")
    assert "-r requirements-run.lock" in plan
    assert "-r requirements.lock" not in plan
    assert "-r requirements-uv.lock" in plan
    assert plan.endswith(".venv-run/bin/kibitz serve\n")
    for environment in (".venv-run", ".venv"):  # the developers' one is taken before the other, and nothing is set up twice
        set_up(project, environment)
        assert planned(project, "run") == f"{environment}/bin/kibitz serve\n"


def test_the_tests_have_the_developers_environment(project: Path) -> None:
    set_up(project, ".venv-run")
    plan = planned(project, "test")
    assert "-r requirements.lock" in plan
    assert ".venv/bin/python -m pytest" in plan


def test_without_a_python_that_fits_it_says_what_to_do(project: Path) -> None:
    make = shutil.which("make")
    assert make is not None
    nothing = {**alone(), "PATH": str(project)}
    for target in ("run", "test"):
        done = subprocess.run([make, target, "PYTHON=./none"], cwd=project, capture_output=True, text=True, env=nothing)
        assert done.returncode != 0
        assert "kibitz needs Python 3.11 or newer with venv" in done.stderr


def site(project: Path, python: str, path: Path) -> list[str]:
    """What is in the environment for `make run` after an attempt without any registry: nothing but what made it."""
    away = {**alone(), "PATH": f"{path}{os.pathsep}{os.environ['PATH']}", "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    away.pop("PIP_FIND_LINKS", None)
    command = ["make", ".venv-run/.ready", f"PYTHON={python}"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, env=away)
    assert done.returncode != 0
    assert "No matching distribution found" in done.stderr
    return [folder.name for folder in project.glob(".venv-run/lib/python*/site-packages/*")]


def test_run_installs_with_the_pip_that_is_there(project: Path) -> None:
    """That of the Python that is found, by whatever name: to give the environment a pip of its own takes seven seconds."""
    assert not site(project, Path(sys.executable).name, Path(sys.executable).parent)


def test_run_gives_the_environment_a_pip_where_python_has_none(project: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    assert "pip" in site(project, "./bare/bin/python", tmp_path)


def test_clean_removes_every_environment(project: Path) -> None:
    plan = planned(project, "clean")
    for name in (".venv ", ".venv-run ", ".venv-bench ", ".venv-docs "):
        assert name in plan


def test_the_site_has_an_environment_of_its_own(project: Path) -> None:
    plan = planned(project, "docs")
    assert "-r requirements-docs.lock" in plan
    assert ".venv-docs/bin/python -m sphinx" in plan
    assert "requirements.lock" not in plan


def test_no_environment_is_ever_kept_in_the_repository() -> None:
    environments = set(re.findall(r"\.venv[\w-]*", (PROJECT / "Makefile").read_text(encoding="utf-8")))
    ignored = {line.rstrip("/") for line in (PROJECT / ".gitignore").read_text(encoding="utf-8").splitlines()}
    assert len(environments) >= 4
    assert environments <= ignored
