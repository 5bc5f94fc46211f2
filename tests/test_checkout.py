"""Finding the files of a checkout without Git."""

import shutil
from pathlib import Path

from tests.checkout import ROOT, copy_checkout

KEPT = ("dev.py", ".ci/run", "bot/config.toml", "bot/app.py", "docs/build/page.md")
IGNORED = (
    *(".git/HEAD", ".venv/bin/python", "bot/__pycache__/app.pyc", ".bench-1/games.sqlite3"),
    *("config.toml", "build/lib/app.py", "games.sqlite3-wal", "bot/games.db", ".env"),
)


def test_a_copy_of_a_checkout_has_the_files_that_gitignore_does_not_name(tmp_path: Path) -> None:
    checkout, copy = tmp_path / "checkout", tmp_path / "copy"
    for name in (*KEPT, *IGNORED):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(name)
    shutil.copy(ROOT / ".gitignore", checkout)
    copy_checkout(copy, checkout)
    found = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert found == {*KEPT, ".gitignore"}


def test_gitignore_has_only_patterns_that_are_understood() -> None:
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert [each for each in lines if each.startswith("!") or "/" in each[1:-1]] == []
