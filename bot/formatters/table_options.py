"""Formatting of the options that a pod's players agreed on."""

from collections.abc import Mapping

from bot.i18n import Translations
from bot.rules.table_options import get_option_value_name
from bot.rules.tables import OptionValue, PodOption


def format_table_option_value(option: PodOption, value_name: str, translations: Translations) -> str:
    """Return an option's value in words, such as "range 2"; `value_name` is its name in menus."""
    key = f"option-value-{option}"
    if value_name.isdecimal():
        return translations(key, seats=int(value_name))
    return translations(f"{key}-{value_name}")


def format_agreed_table_options(agreed_options: Mapping[PodOption, OptionValue], translations: Translations) -> str:
    """Return options in words on one line, such as "range 1 · attack left"; empty without any."""
    return " · ".join(
        format_table_option_value(option, get_option_value_name(value), translations)
        for option, value in agreed_options.items()
    )
