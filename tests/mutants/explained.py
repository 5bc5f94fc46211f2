"""Mutants that no test should notice: the entries of `explained.toml`."""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("explained.toml")

NUMBERS = "core/NumberReplacer"
"""The operator that makes a number one more or one less."""


class Explained:
    """The entries of a list about the files below `root`.

    A `mutant` is a file and a change of its lines. A `constant` is a file and a name that the
    module assigns; any number there may be one more or one less.
    """

    def __init__(self, text: str, root: Path = ROOT) -> None:
        listed = tomllib.loads(text)
        self._root = root
        self._mutants = [(each["file"], each["before"], each["after"]) for each in listed.get("mutant", ())]
        self._constants = [(each["file"], each["name"]) for each in listed.get("constant", ())]

    def covers(self, file: str, operator: str, line: int, change: tuple[str, str]) -> bool:
        """Return whether an entry is about the change that an operator makes at a line."""
        if (file, *change) in self._mutants:
            return True
        names = [name for of, name in self._constants if of == file]
        if operator != NUMBERS or not names:
            return False
        constants = find_constants((self._root / file).read_text("utf-8"))
        return any(line in constants.get(name, ()) for name in names)

    def find_stale(self) -> Iterator[tuple[str, str]]:
        """Yield the file and the former line or name of entries that no change can match."""
        for file, before, _ in self._mutants:
            lines = (line.strip() for line in self._read(file).splitlines())
            if f" {before} " not in f" {' '.join(lines)} ":
                yield file, before
        for file, name in self._constants:
            if name not in find_constants(self._read(file)):
                yield file, name

    def _read(self, file: str) -> str:
        """Return the text of a file; a missing file has none."""
        path = self._root / file
        return path.read_text("utf-8") if path.is_file() else ""


def find_constants(text: str) -> Mapping[str, range]:
    """Return the lines of a module's assignments that contain a number, by the assigned name."""
    found = dict[str, range]()
    for each in ast.parse(text).body:
        if isinstance(each, ast.Assign | ast.AnnAssign) and each.value and _has_number(each.value):
            lines = range(each.lineno, (each.end_lineno or each.lineno) + 1)
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            found |= {target.id: lines for target in targets if isinstance(target, ast.Name)}
    return found


def _has_number(value: ast.expr) -> bool:
    """Return whether a number stands in an expression; True and False are none."""
    return any(isinstance(each, ast.Constant) and type(each.value) in (int, float) for each in ast.walk(value))
