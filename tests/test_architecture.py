"""The structure of `bot/`: no import circle, one name for one thing, docstrings that stand alone.

`import-linter` checks which room may import which; see the contracts in `pyproject.toml`.
"""

import ast
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sources import list_sources, parse_source

ROOT = Path(__file__).parents[1]

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A Python file of `bot/`: its dotted name and its path."""

    name: str
    path: Path

    @property
    def tree(self) -> ast.Module:
        """Parse the file."""
        return parse_source(self.path)

    @property
    def layer(self) -> str:
        """Return the row of the layers contract that holds the module."""
        top = self.name.split(".")[1] if "." in self.name else self.name
        return next((row for row in LAYERS if top in row.split(" | ")), top)


def _read(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return Module(".".join(parts).removesuffix(".__init__"), path)


def _read_layers() -> list[str]:
    """Return the rows of the layers contract in `pyproject.toml`."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    rows: list[str] = next(each["layers"] for each in contracts if each["id"] == "layers")
    return rows


LAYERS = _read_layers()
MODULES = [_read(path) for path in list_sources(ROOT / "bot")]
NAMES = {module.name for module in MODULES}


def find_imports(module: Module) -> set[str]:
    """Return the modules of `bot/` that `module` imports at its top level."""
    return {each for each in _find_imports(module.tree) if each in NAMES - {module.name}}


def _find_imports(node: ast.AST) -> Iterator[str]:
    """Yield imported names; skip imports inside functions, which run after all modules loaded."""
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
    """A module outside the layers would escape the check for names used twice."""
    assert {each.layer for each in MODULES} - {"bot"} == set(LAYERS)


def test_no_two_files_of_tests_have_one_name() -> None:
    """pytest takes the second one for the first."""
    names = Counter(path.name for path in list_sources(ROOT / "tests"))
    assert [name for name, count in names.items() if count > 1 and name[:5] == "test_"] == []


def test_a_lost_connection_is_caught_in_each_of_its_forms() -> None:
    """Some of aiohttp's errors of a lost connection are an `OSError`, and some are not."""
    for module in MODULES:
        for node in ast.walk(module.tree):
            match node:
                case ast.Tuple(elts=parts) | ast.Call(args=parts):
                    caught = {ast.unparse(part) for part in parts}
                case _:
                    continue
            if "OSError" in caught and any(name.startswith("discord.") for name in caught):
                assert "aiohttp.ClientError" in caught, (module.name, caught)
