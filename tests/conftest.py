"""Shared fixtures and hooks: temporary folders, effort and seed, order, databases."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from bot.i18n import LOCALES, load_translations
from tests import effort, scratch

pytest_plugins = [
    "tests.external",
    "tests.garbage",
    "tests.missing",
    "tests.quick",
    "tests.randomness",
    "tests.rewriting",
    "tests.scheduling",
    "tests.sharing",
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
    """Choose the temporary folder; seed Hypothesis unless it is given a seed."""
    scratch.choose_folder()
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = effort.SEED


def pytest_report_header() -> str:
    """Show how to repeat the run."""
    return f"effort: SUZERAIN_EFFORT={effort.NAME} SUZERAIN_SEED={effort.SEED}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long tests first, so that all cores are busy until the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(autouse=True)
def unmentioned() -> Iterator[None]:
    """Forget the ids of commands that a bot in this process has learned during the test."""
    yield
    for locale in LOCALES:
        load_translations(locale).set_command_mentions({})
