"""Makes the commands in what the bot says clickable, once Discord has given them their ids."""

from collections.abc import Mapping
from functools import cache

from bot.front.gateway.features import COMMANDS
from bot.front.interaction.declaring import list_slash_commands, render_path
from bot.i18n import DEFAULT, LOCALES, Locale, load_catalogue


def mention_commands(ids: Mapping[str, int]) -> None:
    """Let all texts mention the commands, whose `ids` stand by the English name of each, or group.

    A command of which there is no id is said as before.
    """
    for locale in LOCALES:
        load_catalogue(locale).mention(find_mentions(locale, ids))


def find_mentions(locale: Locale, ids: Mapping[str, int]) -> dict[str, str]:
    """Return the mention of each command by its name in a language.

    Clients show what a mention says, in every language, and find the command by its English name
    alone; a click offers it by the name in their own.
    """
    return {
        ours: f"</{english}:{id}>"
        for ours, english in _list_names(locale)
        if (id := ids.get(english.split()[0])) is not None
    }


@cache
def _list_names(locale: Locale) -> list[tuple[str, str]]:
    """Return the name of each command in a language, and in English."""
    ours, english = load_catalogue(locale), load_catalogue(DEFAULT)
    return [
        (render_path(command, ours), render_path(command, english))
        for command in list_slash_commands(COMMANDS)
    ]
