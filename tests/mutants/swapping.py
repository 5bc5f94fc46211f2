"""Turning a running program into a mutant by swapping the code of its functions."""

import gc
import warnings
from collections import defaultdict
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, TypeAlias


class Place(NamedTuple):
    """The definition of a function: its file, qualified name, and first line."""

    file: str
    name: str
    line: int


Functions: TypeAlias = dict[Place, list[FunctionType]]


def find_functions(folder: Path) -> Functions:
    """Return the functions of a folder's imported modules, by their definition."""
    found = defaultdict[Place, list[FunctionType]](list)
    gc.unfreeze()  # or those that were set apart would not be seen
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(f"{folder}/"):
            code = each.__code__
            place = Place(code.co_filename, code.co_qualname, code.co_firstlineno)
            found[place].append(each)
    gc.freeze()
    return found


def find_changes(file: Path, right: str, wrong: str) -> dict[Place, CodeType] | None:
    """Return the code of functions that differ in the changed text of a file, by their place.

    Return None if the difference runs at import instead.
    """
    with warnings.catch_warnings(action="ignore"):  # what is wrong may look so
        one, other = (compile(each, f"{file}", "exec", dont_inherit=True) for each in (right, wrong))
    changes = dict[Place, CodeType]()
    return changes if _compare_bodies(one, other, changes) else None


def swap(functions: Functions, changes: dict[Place, CodeType]) -> None:
    """Replace the code of functions.

    Raises `LookupError` if such a function does not exist yet, and `ValueError` if the code has
    other free variables.
    """
    found = [(each, code) for place, code in changes.items() for each in functions.get(place, ())]
    if not found:
        raise LookupError(f"no function of {list(changes)}")
    for function, code in found:
        function.__code__ = code


def _compare_bodies(right: CodeType, wrong: CodeType, changes: dict[Place, CodeType]) -> bool:
    """Return whether two modules or classes are made alike; note functions that differ."""
    if (right.co_code, right.co_names) != (wrong.co_code, wrong.co_names):
        return False
    if len(right.co_consts) != len(wrong.co_consts):
        return False
    return all(
        _compare_constants(one, other, changes) for one, other in zip(right.co_consts, wrong.co_consts, strict=True)
    )


def _compare_constants(one: object, other: object, changes: dict[Place, CodeType]) -> bool:
    if not isinstance(one, CodeType) or not isinstance(other, CodeType):
        return type(one) is type(other) and one == other
    if one == other:
        return True
    if not one.co_flags & CO_OPTIMIZED:  # a class
        return _compare_bodies(one, other, changes)
    if one.co_name.startswith("<") and one.co_name != "<lambda>":  # it runs here
        return False
    changes.update(_pair(one, other))
    return True


def _pair(right: CodeType, wrong: CodeType) -> Iterator[tuple[Place, CodeType]]:
    """Pair a function and those nested in it with the changed ones."""
    yield Place(right.co_filename, right.co_qualname, right.co_firstlineno), wrong
    for one, other in zip(right.co_consts, wrong.co_consts, strict=False):
        if isinstance(one, CodeType) and isinstance(other, CodeType):
            yield from _pair(one, other)
