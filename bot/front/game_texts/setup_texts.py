"""The setup of a pod in words: what its players agreed on, and what was changed in the lobby."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from bot.formatters.messages import format_variant_name
from bot.formatters.table_options import format_agreed_table_options, format_table_option_value
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.rules.records import PodSetup
from bot.rules.seats import compute_starting_life, count_teams_of_setup, find_maximum_player_count
from bot.rules.table_options import find_table_option_value, get_option_value_name, list_nondefault_table_options
from bot.rules.tables import DEFAULT_TABLE, POD_OPTIONS, PodOption
from bot.rules.variants import list_scorings_of_variant

NO_VALUE = "-"
"""Stands for a part of a setup that was left out, such as the bracket."""


def describe_pod_settings(pod_setup: PodSetup, translations: Translations) -> list[str]:
    """Describe the settings of a pod, such as variant, format and table."""
    parts = [
        clean_label_text(format_variant_name(pod_setup.variant, translations)),
        translations(f"base-{pod_setup.base}"),
    ]
    if pod_setup.table != DEFAULT_TABLE:
        parts.append(translations(f"table-{pod_setup.table}"))
    parts += describe_unusual_pod_options(pod_setup, translations)
    if pod_setup.house is None and pod_setup.scoring != list_scorings_of_variant(pod_setup.variant)[0]:
        parts.append(translations(f"scoring-{pod_setup.scoring}"))
    if pod_setup.choose_master:
        parts.append(translations("option-choose-master"))
    if pod_setup.counting:
        parts.append(translations("option-counting", life=pod_setup.life or 0))
    if pod_setup.bracket is not None:
        parts.append(translations("deck-in-bracket", bracket=pod_setup.bracket))
    if pod_setup.confirmation != "off":
        parts.append(translations(f"confirmation-{pod_setup.confirmation}"))
    return parts


def describe_unusual_pod_options(pod_setup: PodSetup, translations: Translations) -> list[str]:
    """Describe the options of a pod that are unusual; an empty list if there are none."""
    unusual = list_nondefault_table_options(pod_setup)
    return [format_agreed_table_options(unusual, translations)] if unusual else []


class PodSettingRenderer(Struct, frozen=True):
    """The functions that render a setting of a pod: `read` returns the value, `label` adds the setting's name."""

    read: Callable[[PodSetup], str]
    label: Callable[[str, Translations], str]


def _build_setting_label_formatter(label_key: str, value_key_prefix: str = "") -> Callable[[str, Translations], str]:
    """Return a function that formats a setting's name and value in a language."""

    def format_setting_label(value: str, translations: Translations) -> str:
        named = translations(f"{value_key_prefix}-{value}") if value_key_prefix else value
        return translations.format_label_and_value(translations(label_key), named)

    return format_setting_label


def _render_pod_title(pod_title: str, translations: Translations) -> str:
    if not pod_title:
        return translations("change-title-none")
    return translations.format_label_and_value(translations("change-form-title"), escape_markdown(pod_title))


def _render_commander_bracket(bracket_value: str, translations: Translations) -> str:
    return translations(
        "change-bracket-none" if bracket_value == NO_VALUE else "deck-in-bracket", bracket=bracket_value
    )


def _build_pod_option_renderer(option: PodOption) -> PodSettingRenderer:
    def render_option_value(setup: PodSetup) -> str:
        value = find_table_option_value(setup, option)
        return "" if value is None else get_option_value_name(value)

    return PodSettingRenderer(
        render_option_value, lambda value, translations: format_table_option_value(option, value, translations)
    )


SETTING_TEXTS: Mapping[str, PodSettingRenderer] = {
    "title": PodSettingRenderer(lambda setup: setup.title or "", _render_pod_title),
    "size": PodSettingRenderer(
        lambda setup: str(find_maximum_player_count(setup)), _build_setting_label_formatter("change-form-size")
    ),
    "base": PodSettingRenderer(lambda setup: setup.base, _build_setting_label_formatter("change-base", "base")),
    "scoring": PodSettingRenderer(
        lambda setup: setup.scoring, _build_setting_label_formatter("change-scoring", "scoring")
    ),
    "teams": PodSettingRenderer(lambda setup: str(setup.teams), _build_setting_label_formatter("change-teams")),
    "bracket": PodSettingRenderer(
        lambda setup: NO_VALUE if setup.bracket is None else str(setup.bracket),
        _render_commander_bracket,
    ),
    "choose_master": PodSettingRenderer(
        lambda setup: "on" if setup.choose_master else "off",
        _build_setting_label_formatter("change-choose_master", "change"),
    ),
    "turns": PodSettingRenderer(
        lambda setup: "on" if setup.turns else "off", _build_setting_label_formatter("change-turns", "change")
    ),
    "counting": PodSettingRenderer(
        lambda setup: "on" if setup.counting else "off", _build_setting_label_formatter("change-life", "change")
    ),
    "life": PodSettingRenderer(
        lambda setup: str(compute_starting_life(setup, count_teams_of_setup(setup))),
        _build_setting_label_formatter("change-form-life"),
    ),
    **{option: _build_pod_option_renderer(option) for option in POD_OPTIONS},
}
"""The parts of a setup that can be changed until the game starts, by field or option."""


def describe_setup_changes(previous_setup: PodSetup, new_setup: PodSetup, translations: Translations) -> list[str]:
    """Describe the new value of each setting that differs between two setups."""
    return [
        each.label(each.read(new_setup), translations)
        for field, each in SETTING_TEXTS.items()
        if _get_setup_or_option_value(previous_setup, field) != _get_setup_or_option_value(new_setup, field)
    ]


def _get_setup_or_option_value(pod_setup: PodSetup, field_name: str) -> object:
    return getattr(pod_setup.options if field_name in POD_OPTIONS else pod_setup, field_name)
