"""Lines of modules that use a module-level name."""

import ast
import re
from collections.abc import Iterable


def find_uses(text: str, line: int) -> tuple[set[str], set[int]]:
    """Return the names assigned at a line or made from those, and the lines that use them."""
    made = [each for each in ast.parse(text).body if isinstance(each, ast.Assign | ast.AnnAssign)]
    names, uses = set[str](), {line}
    while True:
        news = {
            target.id
            for each in made
            if uses.intersection(range(each.lineno, (each.end_lineno or each.lineno) + 1))
            for target in (each.targets if isinstance(each, ast.Assign) else [each.target])
            if isinstance(target, ast.Name)
        }
        if news <= names:
            return names, uses
        names |= news
        uses |= _find_lines(text, (rf"\b{name}\b" for name in names))


def find_imported_uses(text: str, module: str, names: set[str]) -> set[int]:
    """Return the lines of a text that use names of a module, imported or after its own name."""
    imported = re.search(rf"^from {re.escape(module)} import (\([^)]*\)|.*)$", text, re.MULTILINE)
    known = names.intersection(re.findall(r"\w+", imported[1])) if imported else set[str]()
    ways = [rf"(?<![\w.]){name}\b" for name in known]
    ways += [rf"\b{module.rpartition('.')[2]}\.{name}\b" for name in names]
    return _find_lines(text, ways)


def _find_lines(text: str, patterns: Iterable[str]) -> set[int]:
    found = re.compile("|".join(patterns))
    return {at for at, each in enumerate(text.splitlines(), 1) if found.search(each)}
