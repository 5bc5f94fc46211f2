"""The bot's own sources, each read and parsed once, by the first test that looks at it."""

import ast
from functools import cache
from pathlib import Path


@cache
def list_sources(folder: Path) -> tuple[Path, ...]:
    """Every Python file in a folder and those in it, in the order of their names."""
    return tuple(sorted(folder.rglob("*.py")))


@cache
def read_source(path: Path) -> str:
    """What stands in a file."""
    return path.read_text("utf-8")


@cache
def parse_source(path: Path) -> ast.Module:
    """What Python makes of a file; nobody changes it."""
    return ast.parse(read_source(path))
