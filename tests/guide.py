"""The pages of the guide by language, and what a page names, whatever language it is in."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from bot.front.gateway.features import COMMANDS
from bot.front.interaction.command_declarations import iterate_slash_commands, render_full_command_name
from bot.i18n import LOCALES, Locale, find_supported_locale, load_translations
from tests.messages import list_variables_by_message_key

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^( *)```.*?^\1```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
ITALIC = re.compile(r"(?<![*\w])\*(?![*\s])([^*]+?)\*(?![*\w])")
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
LINK = re.compile(r'\]\(([^)\s]+)\)|<img src="([^"]+)"')
RUN_ON = re.compile(r"`(/[^`\n]+)`((?: · `[^`/\n]+`)*)")
"""A command, and others of its group that only their own names stand for."""

OF_OTHERS: Mapping[str, Mapping[Locale, str]] = {
    "manage-server": {"en": "Manage Server", "fr": "Gérer le serveur", "ru": "Управлять сервером"},
    "manage-messages": {"en": "Manage Messages", "fr": "Gérer les messages", "ru": "Управлять сообщениями"},
    "manage-roles": {"en": "Manage Roles", "fr": "Gérer les rôles", "ru": "Управлять ролями"},
    "create-events": {"en": "Create Events", "fr": "Créer des événements", "ru": "Создавать события"},
    "apps": {"en": "Apps", "fr": "Applications", "ru": "Приложения"},
    "csv": {"en": "From Text/CSV", "fr": "À partir d’un fichier texte/CSV", "ru": "Из текстового/CSV-файла"},
    **{
        name: dict.fromkeys(LOCALES, name)
        for name in (
            "New Application",
            "Bot",
            "Reset Token",
            "Privileged Gateway Intents",
            "Installation",
            "User Install",
        )
    },
}
"""What Discord says, its portal, or Excel."""


def find_language(page: Path) -> Locale:
    """Return the language of a page, by its folder or by its name, as of `README.fr.md`."""
    by_name = page.name.split(".")[1] if page.name.count(".") == 2 else None
    return find_supported_locale(by_name) or find_supported_locale(page.parent.name) or "en"


def read_prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return FENCED.sub("", page.read_text("utf-8"))


def join_words(text: str) -> str:
    """Return a text with one plain space between its words."""
    return " ".join(text.split())


@cache
def find_texts(prefix: str = "", locale: Locale = "en") -> Mapping[str, frozenset[str]]:
    """Return the keys of each text with this prefix; texts with placeables are left out."""
    text = load_translations(locale)
    found: dict[str, set[str]] = {}
    for key, blanks in list_variables_by_message_key(locale).items():
        if not blanks and key.startswith(prefix):
            found.setdefault(join_words(text(key)), set()).add(key)
    return {said: frozenset(keys) for said, keys in found.items()}


@cache
def find_labels(locale: Locale) -> Mapping[str, frozenset[str]]:
    """Return what stands on a screen in this language, with the keys or names of each."""
    others = {names[locale]: frozenset({name}) for name, names in OF_OTHERS.items()}
    return {**others, **find_texts("", locale)}


def find_buttons(prose: str) -> set[str]:
    """Return what a text has in italics: it stands on a screen."""
    return {join_words(each) for each in ITALIC.findall(CODE.sub("", prose))}


# Commands


@cache
def find_known_commands(locale: Locale = "en") -> Mapping[str, str]:
    """Return the English path of every command and group, by its path in a language."""
    text = load_translations(locale)
    known = {render_full_command_name(each, text): each.qualified_name for each in iterate_slash_commands(COMMANDS)}
    groups = {path.split()[0]: name.split()[0] for path, name in known.items() if " " in path}
    return {**groups, **known}


def find_commands(prose: str) -> Iterator[str]:
    """Yield the commands that a text names; names after one in a row share its group."""
    for first, others in RUN_ON.findall(prose):
        name, *more = first[1:].split(" · ")
        group = name.split()[0]
        yield name
        yield from (f"{group} {other}" for other in (*more, *CODE.findall(others)))


def identify_command(named: str, known: Mapping[str, str]) -> str | None:
    """Return the English path of a command with optional options, or of a group with "…"."""
    words = [word for word in named.split() if word != "…"]
    is_group = any(path.startswith(f"{words[0]} ") for path in known)
    return known.get(" ".join(words[:2]) if is_group and len(words) > 1 else words[0])
