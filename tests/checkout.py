"""Copying the files of the checkout that `.gitignore` does not name.

Git is not used, because the tests also run in an archive or without Git.
"""

import os
import shutil
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]


def copy_checkout(folder: Path, root: Path = ROOT) -> None:
    """Copy the files of the checkout `root` into `folder`."""
    for name in list_files(root):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, folder / name)


def list_files(root: Path) -> Iterator[Path]:
    """Yield the files of a checkout, relative to its root."""
    ignored = [".git", *_read_patterns(root / ".gitignore")]
    for place, folders, files in os.walk(root):
        here = Path(place).relative_to(root)
        folders[:] = [each for each in folders if not _is_ignored(here / each, ignored)]
        yield from (here / each for each in files if not _is_ignored(here / each, ignored))


def _read_patterns(file: Path) -> list[str]:
    lines = file.read_text("utf-8").splitlines()
    return [line.removesuffix("/") for line in lines if line and not line.startswith("#")]


def _is_ignored(path: Path, patterns: list[str]) -> bool:
    """Return whether a pattern names the path; a leading slash anchors it at the root."""
    return any(fnmatch(f"/{path.as_posix()}" if each.startswith("/") else path.name, each) for each in patterns)
