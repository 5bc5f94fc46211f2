"""Command names, descriptions, options and choices in Discord's languages."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.i18n import DEFAULT, find_locale, load_catalogue


def localize(key: str) -> locale_str:
    """The English text of `key`, which `Translator` finds again in other languages."""
    return locale_str(load_catalogue(DEFAULT)(key), key=key)


class Translator(app_commands.Translator):
    """Answers discord.py from the catalogues."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """The text of a key in a language of ours; None leaves the English."""
        ours = find_locale(locale.value)
        if ours is None or ours == DEFAULT or "key" not in string.extras:
            return None
        return load_catalogue(ours)(string.extras["key"])
