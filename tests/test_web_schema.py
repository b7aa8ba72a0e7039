"""The JSON interface keeps what its description says, whatever it is asked; schemathesis asks."""

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from served import served

EXAMPLES = 10  # of each operation, of right ones and of wrong ones
QUICK = {"game": "nim", "parameters": {}, "moves": [], "limit": {"depth": 1}}
NEVER_WRONG = ("GET /api/games", "GET /api/matches")  # they take nothing
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)


@pytest.fixture(scope="module")
def description() -> Iterator[schemathesis.BaseSchema]:
    with served(["nim"]) as address:
        yield schemathesis.openapi.from_url(f"{address}api/openapi.json")


@pytest.mark.untraced
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
def test_every_answer_is_as_it_is_described(description: schemathesis.BaseSchema, mode: GenerationMode) -> None:
    asked = 0
    for found in description.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]

        @SETTINGS
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Any) -> None:
            nonlocal asked
            asked += 1
            if case.path == "/api/think" and mode is GenerationMode.POSITIVE:
                case.body = QUICK  # not each game compiled, nor half a minute for each
            # A text that could be a move need not be one here: then the answer is 400, and no schema can say it.
            case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=60)

        try:
            check()
        except hypothesis.errors.Unsatisfiable:
            assert operation.label in NEVER_WRONG
    assert asked > 5 * EXAMPLES
