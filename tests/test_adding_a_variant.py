"""What docs/adding-a-variant.md shows works as it stands there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-variant.md"
BLOCK = re.compile(r"```\w+\n# ([\w/.]+)(?:: (\w+))?\n(.*?)```", re.DOTALL)
"""A block that names its file, and perhaps the table in it that it is a row of."""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of what runs and of its tests."""
    for folder in ("bot", "tests"):
        unread = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unread)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def find_blocks() -> Iterator[tuple[str, str, str]]:
    """The file, the table and the lines of each block."""
    found: list[tuple[str, str, str]] = BLOCK.findall(PAGE.read_text("utf-8"))
    return iter(found)


def write(file: Path, table: str, lines: str) -> None:
    """Make the file, or add a row to the table in it."""
    if not table:
        assert not file.exists()
        file.write_text(lines, "utf-8")
        return
    before = file.read_text("utf-8")
    start = before.index(f"\n{table}: ")
    end = before.index("\n}\n", start) + 1
    file.write_text(before[:end] + lines + before[end:], "utf-8")


FAMILIES = "tests/test_catalogues.py::test_every_member_of_a_family_has_its_text"
LANGUAGES = "tests/test_catalogues.py::test_a_language_has_the_keys_of_english_with_the_same_blanks"


def test_a_variant_and_a_table_are_one_row_one_text_and_one_test(sources: Path) -> None:
    for name, table, lines in find_blocks():
        write(sources / name, table, lines)
    tests = [name for name, *_ in find_blocks() if name.startswith("tests/")]
    assert tests
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    here = {**os.environ, "PYTHONPATH": str(sources)}
    asked = [*run, *tests, FAMILIES, LANGUAGES]
    ran = subprocess.run(asked, cwd=sources, env=here, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode()
