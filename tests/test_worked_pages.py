"""Pages of `docs/` that show an addition: their steps work as written."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("adding-*.md"))
BLOCK = re.compile(r"```\w+\n# ([\w/.]+)(?:: ([^\n]+))?\n(.*?)```", re.DOTALL)
"""A block that names its file, and perhaps where in it it stands."""

CATALOGUES = tuple(
    f"tests/test_catalogues.py::test_{name}"
    for name in (
        "every_member_of_a_family_has_its_text",
        "a_language_has_the_keys_of_english_with_the_same_blanks",
        "no_key_is_left_over",
    )
)
"""What the catalogues are asked, once they hold what the pages add."""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources and tests, with their compiled files."""
    for folder in ("bot", "tests", "migrations"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def write(file: Path, where: str, lines: str) -> None:
    """Create a file, or add to it: a row in the table `where`, or text after that text."""
    if not where:
        assert not file.exists()
        file.write_text(lines, "utf-8")
        return
    before = file.read_text("utf-8")
    if where.isidentifier():
        at = before.index("\n}\n", before.index(f"\n{where}: ")) + 1
    else:
        at = before.index(f"\n{where}") + len(f"\n{where}")
        lines = f" {lines.strip()}"
    file.write_text(before[:at] + lines + before[at:], "utf-8")


def test_the_pages_that_add_something_work_as_they_stand_there(sources: Path) -> None:
    texts = [page.read_text("utf-8") for page in PAGES]
    blocks: list[tuple[str, str, str]] = [block for text in texts for block in BLOCK.findall(text)]
    for name, where, lines in blocks:
        write(sources / name, where, lines)
    tests = [name for name, *_ in blocks if name.startswith("tests/")]
    assert len(tests) == len(PAGES)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, *CATALOGUES]
    here = {**os.environ, "PYTHONPATH": str(sources)}
    ran = subprocess.run(run, cwd=sources, env=here, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stdout.decode()
