"""Cases share the kinds of databases in the gate: each runs on one, and each test on both."""

from collections import defaultdict

import pytest

from tests import effort
from tests.sharing import count_examples, find_other_cases

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


@pytest.mark.parametrize(("name", "counts"), [("gate", [1, 3, 3, 3, 25]), ("nightly", [1, 3, 6, 10, 100])])
def test_postgresql_has_a_part_of_the_examples_but_at_night(
    name: str, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "NAME", name)
    assert [count_examples(count, "postgresql") for count in (1, 3, 6, 10, 100)] == counts
    assert [count_examples(count, "sqlite") for count in (1, 3, 6, 10, 100)] == [1, 3, 6, 10, 100]


def test_test_with_hypothesis_tries_the_part_of_its_kind(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUZERAIN_EFFORT", "gate")
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    pytester.makepyfile("""
        import pytest
        from hypothesis import given, settings, strategies as st

        TRIED = {"sqlite": 0, "postgresql": 0}

        @pytest.mark.parametrize("kind", TRIED)
        @settings(max_examples=40, database=None)
        @given(st.integers())
        def test_some(kind, number):
            TRIED[kind] += 1

        def test_count():
            assert TRIED == {"sqlite": 40, "postgresql": 10}
    """)
    pytester.runpytest_subprocess("-p", "tests.sharing", "-p", "no:cacheprovider").assert_outcomes(passed=3)
