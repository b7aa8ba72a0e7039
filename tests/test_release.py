"""What a release consists of agrees with itself: the metadata, the workflow and the recipe."""

import re
import tomllib
from pathlib import Path

import yaml  # type: ignore[import-untyped]  # it has no types of its own
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
RECIPE = yaml.safe_load((ROOT / "conda/recipe.yaml").read_text("utf-8"))


def parsed(text: str) -> tuple[str, frozenset[str]]:
    found = Requirement(text)
    return found.name.lower(), frozenset(str(one) for one in found.specifier)


def test_the_workflow_runs_each_python_that_the_classifiers_name_on_three_systems() -> None:
    matrix = WORKFLOW["jobs"]["systems"]["strategy"]["matrix"]
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.fullmatch(r"Programming Language.*\d\.\d+", one)]
    assert matrix["python"] == named
    assert [one.partition("-")[0] for one in matrix["system"]] == ["ubuntu", "macos", "windows"]
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_the_workflow_runs_commands_that_are_there() -> None:
    steps = [step["run"] for job in WORKFLOW["jobs"].values() for step in job["steps"] if "run" in step]
    assert any(".ci/run" in step for step in steps)
    for step in steps:
        for file in re.findall(r"[\w./-]+\.(?:lock|txt|py)\b", step):
            assert (ROOT / file).is_file(), step


def test_the_recipe_says_what_the_project_says() -> None:
    assert RECIPE["context"]["version"] == PROJECT["version"]
    run = {parsed(one.replace(" ", "", 1)) for one in RECIPE["requirements"]["run"]}
    assert run - {("python", frozenset({PROJECT["requires-python"]}))} == {parsed(one) for one in PROJECT["dependencies"]}
    assert RECIPE["about"]["summary"] == PROJECT["description"]
    assert RECIPE["about"]["license"] == PROJECT["license"]
    assert RECIPE["about"]["license_file"] == PROJECT["license-files"]
    assert RECIPE["build"]["python"]["entry_points"] == [f"{name} = {call}" for name, call in PROJECT["scripts"].items()]
