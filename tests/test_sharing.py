"""Cases share the kinds of databases in the gate: each runs on one, and each test on both."""

from collections import defaultdict

import pytest

from tests.sharing import find_other_cases

pytest_plugins = ["pytester"]

TESTS = """
    import pytest

    pytestmark = pytest.mark.shared_databases

    @pytest.fixture(params=["sqlite", "postgresql"])
    def kind(request):
        return request.param

    @pytest.mark.parametrize("number", range(9))
    def test_nine(kind, number): ...

    @pytest.mark.parametrize("number", range(2))
    def test_two(kind, number): ...

    def test_alone(kind): ...

    @pytest.mark.parametrize("number", range(2))
    def test_without(number): ...
"""


@pytest.fixture
def items(pytester: pytest.Pytester) -> list[pytest.Item]:
    pytester.makeini("[pytest]\nmarkers = shared_databases\nasyncio_default_fixture_loop_scope = function")
    return pytester.getitems(TESTS.replace("\n    ", "\n"))


@pytest.mark.parametrize("seed", range(5))
def test_each_case_runs_on_one_kind_and_each_test_on_both(items: list[pytest.Item], seed: int) -> None:
    left = defaultdict[str, list[str]](list)
    others = {*find_other_cases(items, seed)}
    for item in items:
        if item not in others:
            left[item.name.partition("[")[0]].append(item.name.partition("[")[2].rstrip("]"))
    assert sorted(case.rpartition("-")[2] for case in left["test_nine"]) == [*map(str, range(9))]
    assert 2 <= sum("postgresql" in case for case in left["test_nine"]) <= 3
    assert sorted(case.rpartition("-")[2] for case in left["test_two"]) == ["0", "1"]
    assert sum("postgresql" in case for case in left["test_two"]) == 1
    assert sorted(left["test_alone"]) == ["postgresql", "sqlite"]
    assert len(left["test_without"]) == 2


def test_what_is_asked_for_on_one_kind_runs_there(items: list[pytest.Item]) -> None:
    assert [*find_other_cases([item for item in items if "postgresql" in item.name], 1)] == []
