"""Compiling all tests once in a fresh checkout: each process of a run compiles its share of them first.

pytest rewrites the assertions of each test file. Every process would do that for all files, at the same time as the
others, which takes as long as a tenth of the tests.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from tests import quick

TESTS = Path(__file__).parent


def list_share() -> Iterator[Path]:
    """Yield the test files of this process's share; none if it is alone."""
    process, count = os.environ.get("PYTEST_XDIST_WORKER"), os.environ.get("PYTEST_XDIST_WORKER_COUNT")
    if process is not None and count is not None and not sys.dont_write_bytecode:
        yield from sorted(TESTS.rglob("test_*.py"))[int(process.removeprefix("gw")) :: int(count)]


def compile_test_file(file: Path, config: pytest.Config) -> None:
    """Rewrite and keep a test file as pytest does when it imports it, unless it is kept already."""
    folder = rewrite.get_cache_dir(file)
    kept = folder / f"{file.stem}{rewrite.PYC_TAIL}"
    if rewrite.try_makedirs(folder) and rewrite._read_pyc(file, kept) is None:
        digest, code = rewrite._rewrite_test(file, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, kept)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Compile this process's share before tests are collected."""
    if quick.QUICK or TESTS not in {Path(path).resolve() for path in session.config.args}:
        return
    for file in list_share():
        with suppress(SyntaxError):  # which the collection reports
            compile_test_file(file, session.config)
