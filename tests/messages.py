"""The messages of the catalogues as Fluent parses them: each language is parsed once in a process."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser, ast

from bot.i18n import Locale

FOLDER = Path(__file__).parents[1] / "bot" / "locales"


@cache
def read_entries(locale: Locale) -> list[ast.EntryType]:
    """Return everything in the files of a language: messages, terms and comments; none is unreadable."""
    files = sorted((FOLDER / locale).glob("*.ftl"))
    found = [entry for file in files for entry in FluentParser().parse(file.read_text("utf-8")).body]
    unreadable = [entry.content for entry in found if isinstance(entry, ast.Junk)]
    assert not unreadable, (locale, unreadable)
    return found


@cache
def read_messages(locale: Locale) -> dict[str, ast.Message]:
    """Return every message of a language by its key."""
    return {entry.id.name: entry for entry in read_entries(locale) if isinstance(entry, ast.Message)}


@cache
def list_variables_by_message_key(locale: Locale) -> Mapping[str, frozenset[str]]:
    """Return the names of the variables in each message of a language, by message key."""
    return {key: _list_variables(message) for key, message in read_messages(locale).items()}


def _list_variables(node: ast.BaseNode) -> frozenset[str]:
    if isinstance(node, ast.VariableReference):
        return frozenset({node.id.name})
    inner = [
        part
        for value in vars(node).values()
        for part in (value if isinstance(value, list) else [value])
        if isinstance(part, ast.BaseNode)
    ]
    return frozenset().union(*(_list_variables(part) for part in inner))
