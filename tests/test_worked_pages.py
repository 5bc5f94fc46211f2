"""Pages of `docs/` that show an addition: their steps work as written."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.storage.engine.schema import HEAD
from tests import effort

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("adding-*.md"))
BLOCK = re.compile(r"```\w+\n# ([\w/.-]+)(?:: ([^\n]+))?\n(.*?)```", re.DOTALL)
"""A block that names its file, and perhaps where in it it stands."""

CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
TESTS = "python3 dev.py test "
"""How a page runs tests; its other commands are run before any test."""

REVISIONS = {"LAST_REVISION": HEAD, "NEXT_REVISION": f"{int(HEAD) + 1:04}"}
"""What stands for the newest revision of the database and the one after it."""


class Block(NamedTuple):
    """A block of a page: a file, where in it, and its lines."""

    file: str
    where: str
    lines: str


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the sources, tests and pages, with their compiled files."""
    for folder in ("bot", "tests", "migrations", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.png", "*.gif"))
    for file in ("pyproject.toml", "dev.py", *(page.name for page in ROOT.glob("*.md"))):
        shutil.copy(ROOT / file, tmp_path)
    return tmp_path


def read_page(page: Path) -> str:
    """Return a page with the numbers of revisions in the place of the words that stand for them."""
    text = page.read_text("utf-8")
    for word, revision in REVISIONS.items():
        text = text.replace(word, revision)
    return text


def apply_block(folder: Path, block: Block) -> None:
    """Create a file, or change one: a row at the end of a table, or lines after or instead of one."""
    file = folder / block.file
    if not block.where:
        assert not file.exists(), f"{block.file} is there already"
        file.write_text(block.lines, "utf-8")
        return
    lines = file.read_text("utf-8").splitlines(keepends=True)
    first, last = find_place(lines, block)
    file.write_text("".join([*lines[:first], block.lines, *lines[last:]]), "utf-8")


def find_place(lines: list[str], block: Block) -> tuple[int, int]:
    """Return the first line that a block replaces, and the line after its last."""
    how, _, words = block.where.partition(" ")
    if not words:
        found = [at for at, line in enumerate(lines) if re.match(rf"{how}\b.*[({{]$", line)]
        assert len(found) == 1, f"{block.file} has {len(found)} tables {how}"
        end = next(at for at in range(found[0], len(lines)) if lines[at].rstrip() in ("}", ")"))
        return end, end
    words = block.where.removeprefix("after ").removeprefix("instead of ")
    found = [at for at, line in enumerate(lines) if line.strip().startswith(words)]
    assert found, f"{block.file} has no line that begins with: {words}"
    return (found[0], found[0] + 1) if how == "instead" else (found[0] + 1, found[0] + 1)


def list_commands(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the commands that pages run, and the tests that they name."""
    lines = [line for text in texts for block in CONSOLE.findall(text) for line in block.splitlines()]
    tests = [test for line in lines if line.startswith(TESTS) for test in shlex.split(line.removeprefix(TESTS))]
    return [line for line in lines if not line.startswith(TESTS)], list(dict.fromkeys(tests))


def run_in(folder: Path, command: list[str] | str) -> None:
    """Run a command in the copy of the sources; what it prints is the message of a failure."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    here = {**os.environ, "PYTHONPATH": str(folder), "PATH": path}
    ran = subprocess.run(
        command, cwd=folder, env=here, capture_output=True, check=False, shell=isinstance(command, str)
    )
    assert ran.returncode == 0, f"{command}\n{ran.stdout.decode()}\n{ran.stderr.decode()}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_that_adds_something_has_a_test_of_its_own_and_runs_it(page: Path) -> None:
    text = read_page(page)
    own = [name for name, where, _ in BLOCK.findall(text) if name.startswith("tests/") and not where]
    _, tests = list_commands([text])
    assert own, f"docs/{page.name}: add a block that makes a test file"
    assert set(own) <= set(tests), f"docs/{page.name}: name {own} in a line `{TESTS}…`"


@pytest.mark.long
def test_the_pages_that_add_something_work_as_they_stand_there(sources: Path) -> None:
    texts = [*map(read_page, PAGES)]
    for text in texts:
        for found in BLOCK.findall(text):
            apply_block(sources, Block(*found))
    commands, tests = list_commands(texts)
    for command in commands:
        run_in(sources, command)
    databases = () if effort.NAME == "nightly" else ("-k", "not postgresql")
    run_in(sources, [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *databases, *tests])
