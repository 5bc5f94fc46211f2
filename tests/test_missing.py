"""Missing tools are named in one line, and are an error only where they are required."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.loopback.program import ROOT
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


PROGRAMS = ("bash", "dirname", "id", "env")
"""All that the gate needs from the system, besides a Python."""


@pytest.mark.skipif(os.name == "nt", reason="the gate is a script for a shell")
@pytest.mark.parametrize("is_on_host", [True, False], ids=["on a host", "elsewhere"])
def test_gate_demands_a_browser_only_where_one_is_or_on_a_host(tmp_path: Path, *, is_on_host: bool) -> None:
    programs, checkout = tmp_path / "programs", tmp_path / "checkout"
    programs.mkdir()
    (checkout / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", checkout / ".ci")
    said = 'import os, sys; print(sys.argv[1], os.environ.get("SUZERAIN_REQUIRE_BROWSER"))'
    (checkout / "dev.py").write_text(said)
    for each in PROGRAMS:
        (programs / each).symlink_to(shutil.which(each, path="/usr/bin:/bin") or "")
    (programs / "python3").symlink_to(sys.executable)
    (programs / "apt-get").write_text("#!/bin/sh\nexit 100\n")
    (programs / "apt-get").chmod(0o755)
    env = {"PATH": f"{programs}", "CI": "1"} if is_on_host else {"PATH": f"{programs}"}
    done = subprocess.run(
        [programs / "bash", checkout / ".ci" / "run"], env=env, capture_output=True, text=True, check=True
    )
    told = [line for line in done.stdout.splitlines() if "browser is here" in line]
    assert f"test {int(is_on_host)}" in done.stdout.splitlines()
    assert len(told) == (0 if is_on_host else 1)
