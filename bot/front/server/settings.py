"""The settings of a server, one row each: how a setting is named, rendered and chosen.

A new setting is a field of `ServerSettings`, a row here, and its texts in each catalogue.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import discord
from discord import ui
from msgspec import Struct, convert
from msgspec.structs import replace

from bot.cards.commander_aliases import DECK_PREFIX, MAX_SAME_NAMES, CommanderAlias, SameNames
from bot.cards.folding import normalise_card_name
from bot.front.interaction.inputs import is_discord_id
from bot.front.interaction.modules import MODULES
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import LOCALES, Translations, load_translations
from bot.judge.question import Era
from bot.rules.facts import MAX_CARD_LENGTH
from bot.rules.house_deeds import (
    LONGEST_DEED,
    MAX_DEED_TIMES,
    MAX_HOUSE_DEEDS,
    ServerAchievement,
    WayToEarnDeed,
    compute_achievement_id,
    is_voted_achievement,
)
from bot.rules.pod import WAITING_TIMES
from bot.rules.records import FormatId
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS
from bot.storage.servers.server_settings import (
    CHOICE_TIMES,
    DISPUTE_MINUTES,
    HOURS,
    RETENTION_DAYS,
    DecksShown,
    Idle,
    PlayedIn,
    PostPart,
    Referee,
    ServerSettings,
    StartCall,
    Weekday,
)
from bot.time.zones import COMMON_ZONES

T = TypeVar("T")

MENU_SIZE = 25
"""Options, or channels, that one menu of Discord takes; longer menus have pages."""

_TEXT_CHANNELS = (discord.ChannelType.text, discord.ChannelType.news)
_GAME_CHANNELS = (*_TEXT_CHANNELS, discord.ChannelType.forum, discord.ChannelType.voice)


class ServerSettingDefinition(Struct, frozen=True):
    """One setting of a server: its group, the kind of its value, and its choices.

    By its `kind`, the value is one of `words` or several of them, a role, a channel or several channels of the types
    `places`, or it is typed: in a command of its own, where a menu has the commonest values as `words`, or as the lines
    of a modal. The catalogue keys of words begin with `prefix`; with an empty prefix, words are shown as they are. With
    `brief`, a list of several has the texts that begin with it instead. `unset` is the key of the text for an empty
    value; None means that the setting always has a value. Settings of a `group` are shown together, under the text
    `setup-group-<group>`. A setting that `needs` another is shown only while the other one is set.
    """

    group: str
    emoji: str
    kind: Literal["words", "several", "role", "channel", "channels", "typed", "lines"]
    unset: str | None = None
    prefix: str = ""
    words: tuple[str, ...] = ()
    places: tuple[discord.ChannelType, ...] = _GAME_CHANNELS
    needs: str = ""
    brief: str = ""

    def format_short_setting_choice_name(self, choice: str, translations: Translations) -> str:
        return (
            translations(f"{self.brief}-{choice}")
            if self.brief
            else self.format_setting_choice_name(choice, translations)
        )

    def format_setting_choice_name(self, choice: str, translations: Translations) -> str:
        return translations(f"{self.prefix}-{choice}") if self.prefix else choice


FIRST_GROUP = "first"
"""The group that the overview shows: what a new server needs in its first evening."""

SETTINGS: Mapping[str, ServerSettingDefinition] = {
    "language": ServerSettingDefinition(FIRST_GROUP, "🌐", "words", "language-auto", "language", LOCALES),
    "channels": ServerSettingDefinition(FIRST_GROUP, "📍", "channels", "unset-channels"),
    "moderator_role": ServerSettingDefinition(FIRST_GROUP, "🛡️", "role", "unset-moderator_role"),
    "timezone": ServerSettingDefinition(FIRST_GROUP, "🕰️", "typed", "unset-timezone", words=COMMON_ZONES),
    "modules": ServerSettingDefinition(
        FIRST_GROUP, "🧩", "several", "unset-modules", "module", MODULES, brief="command"
    ),
    "variant": ServerSettingDefinition("pods", "⚔️", "words", None, "variant", tuple(VARIANTS)),
    "table": ServerSettingDefinition("pods", "🪑", "words", None, "table", tuple(TABLES)),
    "base": ServerSettingDefinition("pods", "🃏", "words", None, "base", get_args(FormatId)),
    "scoring": ServerSettingDefinition("pods", "🧮", "words", "unset-scoring", "scoring", tuple(SCORINGS)),
    "threads": ServerSettingDefinition("pods", "🧵", "words", None, "threads", get_args(PlayedIn)),
    "decks_shown": ServerSettingDefinition("pods", "🙈", "words", None, "decks_shown", get_args(DecksShown)),
    "idle": ServerSettingDefinition("pods", "⏰", "words", None, "idle", get_args(Idle)),
    "confirmation": ServerSettingDefinition("reports", "☑️", "words", None, "confirmation", tuple(WAITING_TIMES)),
    "dispute_time": ServerSettingDefinition("reports", "✋", "words", None, "dispute_time", tuple(DISPUTE_MINUTES)),
    "choice_time": ServerSettingDefinition("reports", "👉", "words", None, "choice_time", tuple(CHOICE_TIMES)),
    "referee": ServerSettingDefinition("reports", "⚖️", "words", None, "referee", get_args(Referee)),
    "rules_era": ServerSettingDefinition("reports", "📖", "words", None, "rules-era", get_args(Era)),
    "start_call": ServerSettingDefinition("calls", "🔔", "words", None, "start_call", get_args(StartCall)),
    "players_role": ServerSettingDefinition("calls", "📣", "role", "unset-players_role"),
    "seat_lists": ServerSettingDefinition("calls", "🔎", "channels", "unset-seat_lists", places=_TEXT_CHANNELS),
    "results_channel": ServerSettingDefinition("calls", "🏆", "channel", "unset-results_channel"),
    "weekly": ServerSettingDefinition("seasons", "📅", "channel", "unset-weekly"),
    "weekday": ServerSettingDefinition("seasons", "📆", "words", None, "weekday", get_args(Weekday), needs="weekly"),
    "hour": ServerSettingDefinition("seasons", "🕕", "words", None, "", HOURS, needs="weekly"),
    "shows": ServerSettingDefinition("seasons", "🗞️", "several", None, "shows", get_args(PostPart), needs="weekly"),
    "champion_role": ServerSettingDefinition("seasons", "🏅", "role", "unset-champion_role"),
    "house_deeds": ServerSettingDefinition("seasons", "🎖️", "lines", "unset-house_deeds"),
    "same_names": ServerSettingDefinition("seasons", "🟰", "lines", "unset-same_names"),
    "log_channel": ServerSettingDefinition("server", "📜", "channel", "unset-log_channel"),
    "retention": ServerSettingDefinition("server", "🗓️", "words", None, "retention", tuple(RETENTION_DAYS)),
}

SCHEDULING = ("timezone", "weekly", "weekday", "hour")
"""Settings that decide when the weekly post is due."""

ON_BOARDS = ("language", "idle", "decks_shown")
"""Settings that open boards show at once."""


def list_changeable_settings() -> Sequence[str]:
    """Return the names of the settings that have more than one possible value, ordered by group."""
    offered = [name for name, each in SETTINGS.items() if each.kind != "words" or each.words[1:]]
    groups = [*dict.fromkeys(each.group for each in SETTINGS.values())]
    return sorted(offered, key=lambda name: groups.index(SETTINGS[name].group))


def list_effective_settings(server_settings: ServerSettings) -> Sequence[str]:
    """Return the names of the settings that currently have an effect on a server, ordered by group."""
    return [
        name
        for name in list_changeable_settings()
        if not SETTINGS[name].needs or getattr(server_settings, SETTINGS[name].needs)
    ]


def list_effective_settings_by_group(server_settings: ServerSettings) -> Mapping[str, Sequence[str]]:
    shown = list_effective_settings(server_settings)
    groups = dict.fromkeys(SETTINGS[name].group for name in shown)
    return {group: [n for n in shown if SETTINGS[n].group == group] for group in groups}


def find_setting_definition(setting_name: str) -> ServerSettingDefinition:
    """Return a setting by name. Raises `Refusal` if there is no such setting to change."""
    if setting_name not in list_changeable_settings():
        raise Refusal("unknown-button")
    return SETTINGS[setting_name]


def format_setting_title(setting_name: str, translations: Translations) -> str:
    """Return the title of a setting; for an unknown setting, return its code."""
    if setting_name not in SETTINGS:
        return escape_markdown(setting_name)
    return f"{SETTINGS[setting_name].emoji} {translations(f'setting-{setting_name}')}"


def render_setting_value(setting_name: str, value: Any, translations: Translations) -> str:
    """Return the value of a setting as text, with roles and channels as mentions."""
    setting = SETTINGS.get(setting_name)
    match setting:
        case ServerSettingDefinition(unset=str(key)) if not value:
            return translations(key)
        case ServerSettingDefinition(kind="role"):
            return f"<@&{value}>"
        case ServerSettingDefinition(kind="channel"):
            return f"<#{value}>"
        case ServerSettingDefinition(kind="channels"):
            return ", ".join(f"<#{channel}>" for channel in value)
        case ServerSettingDefinition(kind="lines"):
            return ", ".join(map(escape_markdown, LINES[setting_name].write(value, translations)))
        case ServerSettingDefinition(kind="words") if value in setting.words:
            return setting.format_setting_choice_name(value, translations)
        case ServerSettingDefinition(kind="several") if set(value) <= set(setting.words):
            return translations.join_names_with_and(
                [setting.format_short_setting_choice_name(word, translations) for word in value]
            )
        case _:  # a value of another version
            return escape_markdown(str(value))


# House deeds

HouseDeeds = tuple[ServerAchievement, ...]


def format_server_achievement_lines(server_achievements: HouseDeeds, translations: Translations) -> list[str]:
    """Return an editable line for each of the server's own achievements, such as `Name ×2`.

    The number says how often a player can earn it in one game; 1 is left out. The word says that players vote on the
    achievement, or that an organiser gives it.
    """
    return [
        each.name
        + (
            f" ×{each.times}"
            if each.times > 1 or _split_achievement_name_and_multiplier(each.name)[0] != each.name
            else ""
        )
        + ("" if each.way == "claimed" else f" = {_list_words_for_earning_method(each.way, translations)[0]}")
        for each in server_achievements
    ]


_TYPED_WAYS: tuple[WayToEarnDeed, ...] = ("voted", "given")


def _list_words_for_earning_method(earning_method: WayToEarnDeed, translations: Translations) -> list[str]:
    """Return the words for a method of earning an achievement, such as `voted`, the displayed word first."""
    return translations(f"deed-words-{earning_method}").split(", ")


def _split_achievement_name_and_method(line: str) -> tuple[str, WayToEarnDeed]:
    """Return the text of a line such as `Name = voted`, and the method of earning the achievement."""
    named, _, word = line.rpartition("=")
    for way in _TYPED_WAYS:
        for locale in LOCALES:
            if named and word.strip().casefold() in _list_words_for_earning_method(way, load_translations(locale)):
                return named.strip(), way
    return line, "claimed"


def _split_achievement_name_and_multiplier(line: str) -> tuple[str, int]:
    """Return the name and the multiplier in a line such as `Name ×2`.

    The letter x needs a space before it, so that `Max 3` is a name.
    """
    read = re.fullmatch(r"(.+?)(?:\s*×\s*(\d+)|\s+[xх]\s*(\d+))?", line)
    assert read is not None
    return read[1], int(read[2] or read[3] or 1)


def parse_server_achievement_lines(
    user_input: str, shown_achievements: HouseDeeds, unredacted_achievements: HouseDeeds
) -> HouseDeeds:
    """Parse the lines that define a server's own achievements. Raises `Refusal` for an invalid line.

    An achievement of `shown_achievements` that is typed with the same name keeps its id from `unredacted_achievements`,
    even if its name is redacted.
    """
    known = {each.deed: each for each in unredacted_achievements}
    kept = {each.name: known[each.deed] for each in shown_achievements if each.deed in known}
    found: dict[str, ServerAchievement] = {}
    for line in filter(str.strip, user_input.splitlines()):
        typed, way = _split_achievement_name_and_method(" ".join(line.split()))
        name, times = _split_achievement_name_and_multiplier(typed)
        if len(name) > LONGEST_DEED or not 1 <= times <= (1 if way == "voted" else MAX_DEED_TIMES):
            raise Refusal("deed-line", longest=LONGEST_DEED, most=MAX_DEED_TIMES)
        known_deed = kept.get(name)
        if known_deed is None or is_voted_achievement(known_deed.deed) != (way == "voted"):
            known_deed = ServerAchievement(compute_achievement_id(name, way), name)
        deed = replace(known_deed, times=times, way=way)
        found[deed.deed] = deed
    if len(found) > MAX_HOUSE_DEEDS:
        raise Refusal("deeds-many", most=MAX_HOUSE_DEEDS)
    return tuple(found.values())


# Names that are one


def format_commander_alias_lines(commander_aliases: SameNames) -> list[str]:
    """Return an editable line for each second name of a commander, such as `Godzilla = Zilortha`."""
    return [
        f"{each.text} = {each.name}" + (f" {REASON_SIGN} {each.reason}" if each.reason else "")
        for each in commander_aliases
    ]


REASON_SIGN = "#"
"""Stands before the reason in a line about names that are one."""


def parse_commander_alias_lines(user_input: str, shown_aliases: SameNames, unredacted_aliases: SameNames) -> SameNames:
    """Return the second names of commanders from typed lines. Raises `Refusal`.

    A line of `shown_aliases` keeps its value from `unredacted_aliases`, even if its names are redacted.
    """
    kept = (
        dict(zip(format_commander_alias_lines(shown_aliases), unredacted_aliases, strict=True)) if shown_aliases else {}
    )
    found: dict[str, CommanderAlias] = {}
    for line in filter(None, (" ".join(line.split()) for line in user_input.splitlines())):
        alias = kept.get(line)
        if alias is None:
            named, _, reason = line.partition(f" {REASON_SIGN} ")
            text, sign, name = (part.strip() for part in named.partition("="))
            if not (text and sign and name) or "=" in name or len(line) > MAX_CARD_LENGTH:
                raise Refusal("same-line", "lines", line=escape_markdown(line), most=MAX_CARD_LENGTH)
            alias = CommanderAlias(text, name, reason.strip())
        found[alias.text if alias.text.startswith(DECK_PREFIX) else normalise_card_name(alias.text)] = alias
    if len(found) > MAX_SAME_NAMES:
        raise Refusal("same-many", most=MAX_SAME_NAMES)
    return tuple(found.values())


class MultilineSettingForm(NamedTuple):
    """The form of a setting that is typed as lines, with functions to format and parse the lines."""

    label: str
    write: Callable[[Any, Translations], list[str]]
    read: Callable[[str, Any, Any], Any]

    def split_setting_into_modal_inputs(self, setting_value: Any, translations: Translations) -> list[str]:
        """Return a setting's value as lines, split over as many modal inputs as are needed."""
        inputs = [""]
        for line in self.write(setting_value, translations):
            longer = f"{inputs[-1]}\n{line}" if inputs[-1] else line
            if len(longer) <= SHOWN_LINES_LENGTH:
                inputs[-1] = longer
            else:
                inputs.append(line)
        return inputs


MAX_LINES_LENGTH = 4000
"""The most characters in one input of a form for lines: Discord's limit."""

SHOWN_LINES_LENGTH = 3000
"""The most characters that the bot puts into one input, which leaves room to add lines."""


LINES: Mapping[str, MultilineSettingForm] = {
    "house_deeds": MultilineSettingForm(
        "setup-lines-label",
        lambda value, translations: format_server_achievement_lines(convert(value, HouseDeeds), translations),
        parse_server_achievement_lines,
    ),
    "same_names": MultilineSettingForm(
        "setup-lines-same",
        lambda value, _: format_commander_alias_lines(convert(value, SameNames)),
        parse_commander_alias_lines,
    ),
}
"""The settings of the kind `lines`."""


def parse_selected_setting_value(
    setting_name: str,
    selected_values: Sequence[str],
    guild_id: int,
    *,
    server_choices: Collection[str] = (),
    previous_value: Any = None,
    page: int = 0,
) -> Any:
    """Return the value that an administrator selected for a setting. Raises `Refusal` for an invalid value.

    `server_choices` are further choices of the server. If a setting takes several choices, those selected in
    `previous_value` on other pages are kept.
    """
    setting = find_setting_definition(setting_name)
    if setting.kind == "lines":
        raise Refusal("unknown-button")
    if setting.kind in ("words", "typed"):
        if selected_values[0] not in (*setting.words, *server_choices):
            raise Refusal("unknown-button")
        return selected_values[0]
    if setting.kind == "several":
        if not set(selected_values) <= set(setting.words):
            raise Refusal("unknown-button")
        kept = set(previous_value or ()) - set(list_menu_options_of_page(setting.words, page))
        return tuple(word for word in setting.words if word in {*selected_values, *kept})
    ids = tuple(int(value) for value in selected_values if is_discord_id(value))[:MENU_SIZE]
    if not ids:
        raise Refusal("unknown-button")
    if setting.kind == "role" and ids == (guild_id,):  # the role @everyone
        if setting_name == "players_role":
            raise Refusal("everyone-players")
        raise Refusal("everyone-moderates" if setting_name == "moderator_role" else "everyone-champion")
    return ids if setting.kind == "channels" else ids[0]


def build_setting_menu(
    setting_name: str,
    current_value: Any,
    translations: Translations,
    custom_id: str,
    server_choices: Collection[str] = (),
    page_number: int = 0,
) -> ui.Item[ui.View] | None:
    """Return a page of a setting's menu; None for a setting that is typed as lines.

    The server's own choices follow those of the setting.
    """
    setting = SETTINGS[setting_name]
    about: dict[str, Any] = {
        "custom_id": custom_id,
        "placeholder": clean_label_text(translations(f"setting-{setting_name}"), 150),
    }
    match setting.kind:
        case "lines":
            return None
        case "words" | "several" | "typed":
            options = _build_setting_value_menu_options(
                setting,
                current_value,
                translations,
                list_menu_options_of_page((*setting.words, *server_choices), page_number),
            )
            most = len(options) if setting.kind == "several" else 1
            return ui.Select(options=options, max_values=most, **about)
        case "role":
            kind = discord.SelectDefaultValueType.role
            return ui.RoleSelect(default_values=_build_default_menu_values([current_value], kind), **about)
        case "channel":
            defaults = _build_default_menu_values([current_value], _CHANNEL_DEFAULT)
            return ui.ChannelSelect(channel_types=[*_TEXT_CHANNELS], default_values=defaults, **about)
        case "channels":
            about |= {"channel_types": [*setting.places], "max_values": MENU_SIZE}
            return ui.ChannelSelect(default_values=_build_default_menu_values(current_value, _CHANNEL_DEFAULT), **about)


def list_menu_options_of_page(all_options: Sequence[T], page: int) -> Sequence[T]:
    return all_options[page * MENU_SIZE : (page + 1) * MENU_SIZE]


def compute_last_menu_page(option_count: int) -> int:
    return max(0, option_count - 1) // MENU_SIZE


def find_menu_page_of_setting_value(setting_name: str, setting_value: Any, server_choices: Collection[str] = ()) -> int:
    """Return the number of the menu page that has a setting's value; 0 if none has."""
    words = (*SETTINGS[setting_name].words, *server_choices)
    return words.index(setting_value) // MENU_SIZE if setting_value in words else 0


_CHANNEL_DEFAULT = discord.SelectDefaultValueType.channel


def _build_setting_value_menu_options(
    setting: ServerSettingDefinition, current_value: Any, translations: Translations, choices: Sequence[str]
) -> list[discord.SelectOption]:
    chosen = current_value if setting.kind == "several" else (current_value,)
    labels = [
        (setting.format_setting_choice_name(word, translations) if word in setting.words else word, word)
        for word in choices
    ]
    return [
        discord.SelectOption(label=clean_label_text(label, 100), value=word, default=word in chosen)
        for label, word in labels
    ]


def _build_default_menu_values(
    role_or_channel_ids: Sequence[int | None], value_type: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=id, type=value_type) for id in role_or_channel_ids if id is not None]
