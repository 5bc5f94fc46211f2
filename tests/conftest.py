"""What every test gets: where to write, the effort and its seed, the order, databases."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests import effort, scratch

pytest_plugins = [
    "tests.missing",
    "tests.scheduling",
    "tests.spending",
    "tests.storage.databases",
]

settings.register_profile(
    effort.NAME,
    max_examples=effort.examples(100),
    deadline=None,  # on a busy machine anything takes long
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(effort.NAME)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose where to write; Hypothesis tries what follows from the seed, unless told another."""
    scratch.choose_folder()
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = effort.SEED


def pytest_report_header() -> str:
    """How to try the same again."""
    return f"effort: SUZERAIN_EFFORT={effort.NAME} SUZERAIN_SEED={effort.SEED}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests that take longest begin first, lest one core waits for the other in the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What is here before the first test stays: to look for it among the garbage takes long."""
    gc.collect()
    gc.freeze()
