"""Missing tools are named in one line, and are an error only where they are required."""

from typing import Any

import pytest

from tests.sandbox import browser
from tests.storage import postgres

CASES: list[tuple[Any, str]] = [(browser.find_chromium, "BROWSER"), (postgres.require_package, "POSTGRES")]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment of a hosted CI on a machine without browser and PostgreSQL."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(postgres, "PACKAGE", "no_such_package")
    for _, name in CASES:
        monkeypatch.delenv(f"SUZERAIN_REQUIRE_{name}", raising=False)


@pytest.mark.parametrize(("find", "name"), CASES, ids=["browser", "postgres"])
def test_a_test_skips_with_one_line_that_says_how_to_have_what_is_missing(find: Any, name: str) -> None:
    with pytest.raises(pytest.skip.Exception, match="install") as skipped:
        find()
    assert str(skipped.value).count("\n") == 0


@pytest.mark.parametrize(("find", "name"), CASES, ids=["browser", "postgres"])
def test_a_test_fails_where_what_is_missing_is_required(find: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"SUZERAIN_REQUIRE_{name}", "1")
    with pytest.raises(pytest.fail.Exception, match="install"):
        find()
