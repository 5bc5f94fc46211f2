"""The house that newcomers find: short functions, files of one subject, no two names for one thing.

Which room may know which is held by `import-linter`, in `pyproject.toml`; this holds the rest.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sources import list_sources, parse_source, read_source

ROOT = Path(__file__).parents[1]

LONGEST_FUNCTION = 40
LONGEST_FILE = 400
MOST_METHODS = 15

EXCEPTIONS: Mapping[str, str] = {}
"""What may be longer, such as `bot.rules.pod._evolve`, and why: a table that is written as code.

It can only shrink: one that is short enough has no place here.
"""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A file of the bot's: its name as it is imported, and what stands in it."""

    name: str
    path: Path

    @property
    def text(self) -> str:
        """What stands in it."""
        return read_source(self.path)

    @property
    def tree(self) -> ast.Module:
        """What Python makes of that."""
        return parse_source(self.path)

    @property
    def layer(self) -> str:
        """The row of the contract of layers that it belongs to."""
        top = self.name.split(".")[1] if "." in self.name else self.name
        return next((row for row in LAYERS if top in row.split(" | ")), top)


def _read(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return Module(".".join(parts).removesuffix(".__init__"), path)


def _read_layers() -> list[str]:
    """The rows of the contract that says which layer knows which."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rows: list[str] = next(each["layers"] for each in contracts if each["id"] == "layers")
    return rows


LAYERS = _read_layers()
MODULES = [_read(path) for path in list_sources(ROOT / "bot")]
NAMES = {module.name for module in MODULES}


def find_functions(module: Module) -> Iterator[tuple[str, Function]]:
    """Every function and method with its whole name, those inside others too."""
    yield from _find_functions(module.tree, module.name)


def _find_functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        name = prefix
        if isinstance(child, Function | ast.ClassDef):
            name = f"{prefix}.{child.name}"
        if isinstance(child, Function):
            yield name, child
        yield from _find_functions(child, name)


def find_classes(module: Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef))


def count_lines(function: Function) -> int:
    """The lines of a function with its head and its docstring, without its decorators."""
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def find_long_functions() -> set[str]:
    return {
        name
        for module in MODULES
        for name, function in find_functions(module)
        if count_lines(function) > LONGEST_FUNCTION
    }


def find_long_files() -> set[str]:
    return {each.name for each in MODULES if len(each.text.splitlines()) > LONGEST_FILE}


def find_large_classes() -> set[str]:
    return {
        f"{module.name}.{each.name}"
        for module in MODULES
        for each in find_classes(module)
        if sum(isinstance(node, Function) for node in each.body) > MOST_METHODS
    }


def find_imports(module: Module) -> set[str]:
    """The modules of the bot's that one imports when it is, or only for its types."""
    return {each for each in _find_imports(module.tree) if each in NAMES - {module.name}}


def _find_imports(node: ast.AST) -> Iterator[str]:
    """What is imported inside a function is imported when all are complete."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import():
                yield from (alias.name for alias in child.names)
            case ast.ImportFrom():
                for alias in child.names:
                    inner = f"{child.module}.{alias.name}"
                    yield inner if inner in NAMES else child.module or ""
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                continue
            case _:
                yield from _find_imports(child)


def test_no_function_file_or_class_is_too_long_to_be_read_at_once() -> None:
    assert find_long_functions() | find_long_files() | find_large_classes() == set(EXCEPTIONS)


def test_every_exception_says_why() -> None:
    assert all(reason.strip() for reason in EXCEPTIONS.values())


def test_a_layer_has_no_two_classes_of_one_name() -> None:
    known: dict[tuple[str, str], list[str]] = defaultdict(list)
    for module in MODULES:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                known[module.layer, node.name].append(module.name)
    assert {key: modules for key, modules in known.items() if len(modules) > 1} == {}


def test_no_module_imports_one_that_imports_it_not_even_for_its_types() -> None:
    try:
        TopologicalSorter({each.name: find_imports(each) for each in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' <- '.join(error.args[1])}")


def test_a_docstring_stands_by_itself() -> None:
    leaning = [
        f"{module.name}: {text}"
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, Function | ast.ClassDef | ast.Module)
        and (text := ast.get_docstring(node) or "").startswith("The same")
    ]
    assert leaning == []


def test_every_module_belongs_to_a_layer() -> None:
    """Or names in it would not be compared with the others of its layer."""
    assert {each.layer for each in MODULES} - {"bot"} == set(LAYERS)
