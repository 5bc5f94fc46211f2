"""Mutants: programs with one small change, chosen at random."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]

UNMEANT = re.compile(r"BitOr|_(Eq|NotEq|LtE?|GtE?)_Is(Not)?$")
"""Operators that no mutant is made by: here `|` joins types and sets, and nobody means `is` where
numbers or texts are compared, which Python often takes for the same object."""

_MARK = re.compile(r"(?<![*\w])\*(?=,)")


class Mutant(NamedTuple):
    """A file, an operator, and the place that the operator changes."""

    file: str
    operator: str
    occurrence: int
    first: int
    last: int

    @property
    def can_be_made(self) -> bool:
        """Return whether the change gives a program.

        Operators take any `*` for a multiplication, and fail at some dots.
        """
        try:
            compile(self.make(), self.file, "exec", dont_inherit=True)
        except (AttributeError, SyntaxError):
            return False
        return True

    def make(self) -> str:
        """Return the changed text of the file. Raises `ValueError` if nothing changes."""
        source = (ROOT / self.file).read_text()
        changed = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        if changed is None or changed == source:
            raise ValueError(f"{self} changes nothing")
        return str(changed)

    def show(self) -> tuple[str, str]:
        """Return the changed lines, before and after."""
        before, after = (ROOT / self.file).read_text().splitlines(), self.make().splitlines()
        start = next(at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
        tail = next(
            at
            for at, (a, b) in enumerate(zip(before[::-1], after[::-1], strict=False))
            if a != b or min(len(before), len(after)) - at <= start + 1
        )
        return tuple(  # type: ignore[return-value]
            " ".join(line.strip() for line in lines[start : len(lines) - tail]) for lines in (before, after)
        )


def choose(scope: list[str], count: int, random: Random) -> list[Mutant]:
    """Choose so many mutants at random; each place is as likely, however many operators fit."""
    places: dict[tuple[str, Any], list[Mutant]] = defaultdict(list)
    for folder in scope:
        found = ROOT / folder
        for path in sorted(found.rglob("*.py")) if found.is_dir() else [found]:
            for start, mutant in _list_mutants(path):
                places[mutant.file, start].append(mutant)
    shuffled = random.sample(sorted(places), len(places))
    chosen = (random.choice(places[place]) for place in shuffled)
    return list(islice((mutant for mutant in chosen if mutant.can_be_made), count))


def _list_mutants(path: Path) -> Iterator[tuple[tuple[int, int], Mutant]]:
    """Return every mutant of a file, with its place, outside docstrings and types."""
    tree, file = get_ast_from_path(path), f"{path.relative_to(ROOT)}"
    spared = {*_list_annotations(path), *_list_promises(path), *_list_marks(path)}
    for name in operator_names():
        operator = get_operator(name)
        if UNMEANT.search(name) or operator.arguments():
            continue
        made = operator()
        places = (place for node in ast_nodes(tree) for place in made.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if start not in spared:
                yield start, Mutant(file, name, occurrence, start[0], end[0])


def _list_promises(path: Path) -> Iterator[tuple[int, int]]:
    """Return the places of `frozen` and `gc` options of classes.

    The type checker notices a missing `frozen`; `gc` only affects speed.
    """
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef):
            for said in node.keywords:
                if said.arg in ("frozen", "gc"):
                    yield said.value.lineno, said.value.col_offset


def _list_marks(path: Path) -> Iterator[tuple[int, int]]:
    """Return the places of the `*` before parameters that are passed by name.

    Whoever passes them names them anyway: the type checker sees to it while the `*` is there.
    """
    for row, line in enumerate(path.read_text().splitlines(), 1):
        yield from ((row, found.start()) for found in _MARK.finditer(line))


def _list_annotations(path: Path) -> Iterator[tuple[int, int]]:
    """Return the places within annotations, where a change has no effect."""
    for node in ast.walk(ast.parse(path.read_text())):
        types = (getattr(node, name, None) for name in ("annotation", "returns"))
        for found in (each for each in types if isinstance(each, ast.AST)):
            for part in ast.walk(found):
                if isinstance(part, ast.expr):
                    yield part.lineno, part.col_offset
