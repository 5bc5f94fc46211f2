"""Cases of one test that share the kinds of databases: at night each runs on both, in the gate on one.

The cases of a test with the marker `shared_databases` ask a database for the same and differ in what they give the
bot to read, such as the cells of a table. Such a test still runs on each kind, with other cases for another seed.

The examples of a test with Hypothesis are such cases too: in the gate, PostgreSQL has the first few of them.
"""

from collections.abc import Generator, Iterator, Sequence
from itertools import groupby

import pytest
from hypothesis import is_hypothesis_test, settings

from tests import effort

MARKER = "shared_databases"
KIND = "kind"
"""The parameter that names the kind of a database."""
ONE_OF = 4
"""One case of so many runs on PostgreSQL, which takes several times as long as SQLite."""
LEAST = 3
"""PostgreSQL has at least so many examples."""
_SETTINGS = "_hypothesis_internal_use_settings"


def find_other_cases(items: Sequence[pytest.Item], seed: int) -> Iterator[pytest.Item]:
    """Yield the items that a run leaves to the night.

    A test with one case runs on both kinds, and so does whatever was asked for on one kind alone.
    """
    marked = [item for item in items if item.get_closest_marker(MARKER) is not None and KIND in _get_parameters(item)]
    for _, group in groupby(sorted(marked, key=_get_test), _get_test):
        cases: dict[str, dict[object, pytest.Item]] = {}
        for item in group:
            cases.setdefault(_get_case(item), {})[_get_parameters(item)[KIND]] = item
        every = min(len(cases), ONE_OF)
        for number, case in enumerate(cases.values()):
            if len(case) > 1 and every > 1:
                yield case["sqlite" if (number + seed) % every == 0 else "postgresql"]


@pytest.hookimpl(trylast=True)  # what `-k` leaves of one kind is wanted
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the other cases, but not at night."""
    if effort.NAME != "gate":
        return
    others = [*find_other_cases(items, effort.SEED)]
    if others:
        config.hook.pytest_deselected(items=others)
        left = {*others}
        items[:] = [item for item in items if item not in left]


def count_examples(count: int, kind: str) -> int:
    """Return how many of the examples of a test run on a kind of database in a run of this effort."""
    return min(count, max(LEAST, count // ONE_OF)) if kind == "postgresql" and effort.NAME == "gate" else count


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test with Hypothesis with as many examples as its kind of database has."""
    test = getattr(item, "function", None)
    if test is None or not is_hypothesis_test(test):
        return (yield)
    usual: settings | None = getattr(test, _SETTINGS, None)
    if usual is None:  # a state machine, which keeps its settings elsewhere
        return (yield)
    count = count_examples(usual.max_examples, f"{_get_parameters(item).get(KIND)}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test, _SETTINGS, settings(usual, max_examples=count))
        return (yield)


def _get_test(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _get_parameters(item: pytest.Item) -> dict[str, object]:
    callspec = getattr(item, "callspec", None)
    return {} if callspec is None else dict(callspec.params)


def _get_case(item: pytest.Item) -> str:
    """Return the id of a case without the kind of its database."""
    parts = item.nodeid.partition("[")[2].rstrip("]").split("-")
    parts.remove(f"{_get_parameters(item)[KIND]}")
    return "-".join(parts)
