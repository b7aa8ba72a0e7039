"""The JSON interface keeps what its description says, whatever it is asked; schemathesis asks."""

from collections.abc import Iterator

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import CHECKS

from served import served

EXAMPLES = 12  # of each operation, right and wrong ones


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(["nim"]) as found:
        yield found


@pytest.fixture(scope="module")
def description(address: str) -> schemathesis.BaseSchema:
    config = schemathesis.Config.from_dict({})
    return schemathesis.openapi.from_url(f"{address}api/openapi.json", config=config)


schema = schemathesis.pytest.from_fixture("description")


@schema.parametrize()
@hypothesis.settings(max_examples=EXAMPLES, derandomize=True, database=None, deadline=None)
def test_every_answer_is_as_it_is_described(case: schemathesis.Case) -> None:
    case.call_and_validate()


_ = CHECKS
