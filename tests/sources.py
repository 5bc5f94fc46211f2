"""The bot's sources, read and parsed once by the first test that needs them."""

import ast
from functools import cache
from pathlib import Path


@cache
def list_sources(folder: Path) -> tuple[Path, ...]:
    """Return the Python files of a folder and its subfolders, sorted by name."""
    return tuple(sorted(folder.rglob("*.py")))


@cache
def read_source(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text("utf-8")


@cache
def parse_source(path: Path) -> ast.Module:
    """Return the syntax tree of a file; callers must not change it."""
    return ast.parse(read_source(path))
