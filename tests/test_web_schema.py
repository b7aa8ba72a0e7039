"""The JSON interface keeps what its description says, whatever it is asked; schemathesis asks."""

import json
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from served import served

EXAMPLES = 6  # of each operation, of right ones and of wrong ones
QUICK = {"game": "nim", "parameters": {}, "moves": [], "limit": {"depth": 1}}
LONGEST = 60_000  # bytes of a body: the server takes 65,536
NEVER_WRONG = ("GET /api/games",)  # it takes nothing
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)


@pytest.mark.untraced
def test_every_answer_is_as_it_is_described() -> None:
    with served(["nim"]) as address:
        description = schemathesis.openapi.from_url(f"{address}api/openapi.json")
        for mode in GenerationMode:
            operations = [found.ok() for found in description.get_all_operations()]  # type: ignore[union-attr]
            assert sum(checked(operation, mode) for operation in operations) > 5 * EXAMPLES


def checked(operation: Any, mode: GenerationMode) -> int:
    """How often it was asked."""
    cases = list[None]()

    @SETTINGS
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        cases.append(None)
        if case.path == "/api/think" and mode is GenerationMode.POSITIVE:
            case.body = QUICK  # not each game compiled, nor half a minute for each
        # What is too long is refused with 413, which schemathesis does not count among refusals.
        hypothesis.assume(len(json.dumps(case.body, default=repr)) < LONGEST)
        # A text that could be a move need not be one here: then the answer is 400, and no schema can say it.
        case.call_and_validate(excluded_checks=[positive_data_acceptance], timeout=60)

    try:
        check()
    except hypothesis.errors.Unsatisfiable:
        assert operation.label in NEVER_WRONG
    return len(cases)
