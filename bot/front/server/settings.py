"""The settings of a server, a row each: how each is said, and how it is chosen.

A new setting is a field of `ServerSettings`, a row here and its texts in each catalogue.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, get_args

import discord
from discord import ui
from msgspec import Struct

from bot.front.interaction.inputs import is_id
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import LOCALES, Catalogue
from bot.judge.question import Era
from bot.rules.confirmation import WAITS
from bot.rules.events import Base
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS
from bot.storage.servers.guilds import (
    DAYS,
    DISPUTE_MINUTES,
    HOURS,
    Idle,
    Part,
    PlayedIn,
    Referee,
    Weekday,
)

MOST_CHANNELS = _MOST_WORDS = 25
"""In one menu of Discord's."""

_SPOKEN = [discord.ChannelType.text, discord.ChannelType.news]
_PLAYED = [*_SPOKEN, discord.ChannelType.forum, discord.ChannelType.voice]


class Setting(Struct, frozen=True):
    """One row.

    One of some `words` is chosen, or any of them (`several`), whose catalogue keys begin with
    `prefix`, if they are not said as they are; or it is a role, a channel or several; or it is
    typed, in a command of its own. `unset` is the key of what holds
    where nothing is chosen; None where something always is. Settings of a `group` are shown
    together.
    """

    group: Literal["server", "pods", "seasons"]
    emoji: str
    kind: Literal["words", "several", "role", "channel", "channels", "typed"]
    unset: str | None = None
    prefix: str = ""
    words: tuple[str, ...] = ()

    def name_word(self, word: str, text: Catalogue) -> str:
        """What one of its words is called."""
        return text(f"{self.prefix}-{word}") if self.prefix else word


SETTINGS: Mapping[str, Setting] = {
    "language": Setting("server", "🌐", "words", "language-auto", "language", LOCALES),
    "moderator_role": Setting("server", "🛡️", "role", "unset-moderator_role"),
    "channels": Setting("server", "📍", "channels", "unset-channels"),
    "idle": Setting("server", "⏰", "words", None, "idle", get_args(Idle)),
    "referee": Setting("server", "⚖️", "words", None, "referee", get_args(Referee)),
    "log_channel": Setting("server", "📜", "channel", "unset-log_channel"),
    "retention": Setting("server", "🗓️", "words", None, "retention", tuple(DAYS)),
    "threads": Setting("pods", "🧵", "words", None, "threads", get_args(PlayedIn)),
    "variant": Setting("pods", "⚔️", "words", None, "variant", tuple(VARIANTS)),
    "table": Setting("pods", "🪑", "words", None, "table", tuple(TABLES)),
    "base": Setting("pods", "🃏", "words", None, "base", get_args(Base)),
    "scoring": Setting("pods", "🧮", "words", "unset-scoring", "scoring", tuple(SCORINGS)),
    "confirmation": Setting("pods", "☑️", "words", None, "confirmation", tuple(WAITS)),
    "dispute_time": Setting("pods", "✋", "words", None, "dispute_time", tuple(DISPUTE_MINUTES)),
    "rules_era": Setting("pods", "📖", "words", None, "rules-era", get_args(Era)),
    "timezone": Setting("seasons", "🕰️", "typed", "unset-timezone"),
    "weekly": Setting("seasons", "📅", "channel", "unset-weekly"),
    "weekday": Setting("seasons", "📆", "words", None, "weekday", get_args(Weekday)),
    "hour": Setting("seasons", "🕕", "words", None, "", HOURS),
    "shows": Setting("seasons", "🗞️", "several", None, "shows", get_args(Part)),
    "champion_role": Setting("seasons", "🏅", "role", "unset-champion_role"),
}

SCHEDULING = ("timezone", "weekly", "weekday", "hour")
"""Settings that say when the weekly post is due."""

ON_BOARDS = ("language", "idle")
"""Settings that open boards follow at once."""

OFFERED = tuple(name for name, each in SETTINGS.items() if each.kind != "words" or each.words[1:])
"""Settings with a choice: between one word there is none."""


def name_setting(name: str, text: Catalogue) -> str:
    """What a setting is called; its code where this version has no such setting."""
    if name not in SETTINGS:
        return escape(name)
    return f"{SETTINGS[name].emoji} {text(f'setting-{name}')}"


def render_value(name: str, value: Any, text: Catalogue) -> str:
    """A value in words; it mentions roles and channels."""
    setting = SETTINGS.get(name)
    match setting:
        case Setting(unset=str(key)) if not value:
            return text(key)
        case Setting(kind="role"):
            return f"<@&{value}>"
        case Setting(kind="channel"):
            return f"<#{value}>"
        case Setting(kind="channels"):
            return ", ".join(f"<#{channel}>" for channel in value)
        case Setting(kind="words") if value in setting.words:
            return setting.name_word(value, text)
        case Setting(kind="several") if set(value) <= set(setting.words):
            return ", ".join(setting.name_word(word, text) for word in value)
        case _:  # of another version
            return escape(str(value))


def read_chosen(name: str, values: Sequence[str], guild: int, own: Collection[str] = ()) -> Any:
    """The value that was picked in the menu of a setting, perhaps its `own`. Raises `Refusal`."""
    setting = SETTINGS[name]
    if setting.kind == "typed":
        raise Refusal("unknown-button")
    if setting.kind == "words":
        if values[0] not in (*setting.words, *own):
            raise Refusal("unknown-button")
        return values[0]
    if setting.kind == "several":
        if not set(values) <= set(setting.words):
            raise Refusal("unknown-button")
        return tuple(word for word in setting.words if word in values)
    ids = tuple(int(value) for value in values if is_id(value))[:MOST_CHANNELS]
    if not ids:
        raise Refusal("unknown-button")
    if setting.kind == "role" and ids == (guild,):  # Discord's @everyone
        raise Refusal("everyone-moderates" if name == "moderator_role" else "everyone-champion")
    return ids if setting.kind == "channels" else ids[0]


def make_menu(
    name: str, value: Any, text: Catalogue, custom_id: str, own: Collection[str] = ()
) -> ui.Item[ui.View] | None:
    """The menu that chooses a setting, if one does; what is chosen now is marked.

    After its words come the server's `own`, as they were typed.
    """
    setting = SETTINGS[name]
    about: dict[str, Any] = {
        "custom_id": custom_id,
        "placeholder": clean_label(text(f"setting-{name}"), 150),
    }
    match setting.kind:
        case "typed":
            return None
        case "words" | "several":
            options = _list_options(setting, value, text, own)
            most = len(options) if setting.kind == "several" else 1
            return ui.Select(options=options, max_values=most, **about)
        case "role":
            kind = discord.SelectDefaultValueType.role
            return ui.RoleSelect(default_values=_make_defaults([value], kind), **about)
        case "channel":
            defaults = _make_defaults([value], _CHANNEL)
            return ui.ChannelSelect(channel_types=_SPOKEN, default_values=defaults, **about)
        case "channels":
            about |= {"channel_types": _PLAYED, "max_values": MOST_CHANNELS}
            return ui.ChannelSelect(default_values=_make_defaults(value, _CHANNEL), **about)


_CHANNEL = discord.SelectDefaultValueType.channel


def _list_options(
    setting: Setting, value: Any, text: Catalogue, own: Collection[str]
) -> list[discord.SelectOption]:
    """Return the words of a setting and the server's `own`, as many as a menu takes."""
    chosen = value if setting.kind == "several" else (value,)
    labels = [(setting.name_word(word, text), word) for word in setting.words]
    options = [
        discord.SelectOption(label=clean_label(label, 100), value=word, default=word in chosen)
        for label, word in [*labels, *((word, word) for word in own)]
    ]
    return options[:_MOST_WORDS]


def _make_defaults(
    ids: Sequence[int | None], kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=id, type=kind) for id in ids if id is not None]
