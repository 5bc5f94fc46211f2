"""The settings of a server, a row each: how each is named, rendered and chosen.

A new setting is a field of `ServerSettings`, a row here, and its texts in each catalogue.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import discord
from discord import ui
from msgspec import Struct, convert
from msgspec.structs import replace

from bot.cards.folding import fold_card_name
from bot.cards.same_names import MAX_SAME_NAMES, SameName, SameNames
from bot.front.interaction.inputs import is_id
from bot.front.interaction.modules import MODULES
from bot.front.rendering.escaping import clean_label, escape
from bot.i18n import LOCALES, Catalogue
from bot.judge.question import Era
from bot.rules.facts import MAX_CARD_LENGTH
from bot.rules.house_deeds import (
    LONGEST_DEED,
    MAX_DEED_TIMES,
    MAX_HOUSE_DEEDS,
    HouseDeed,
    make_deed_id,
)
from bot.rules.pod import WAITING_TIMES
from bot.rules.records import Base
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import SCORINGS, VARIANTS
from bot.storage.servers.guilds import (
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
from bot.zones import COMMON_ZONES

T = TypeVar("T")

MENU_SIZE = 25
"""Options, or channels, that one menu of Discord takes; longer menus have pages."""

_TEXT_CHANNELS = (discord.ChannelType.text, discord.ChannelType.news)
_GAME_CHANNELS = (*_TEXT_CHANNELS, discord.ChannelType.forum, discord.ChannelType.voice)


class Setting(Struct, frozen=True):
    """A row of the table of settings.

    By its `kind`, the value is one of `words` or several of them, a role, a channel or several
    channels of the types `places`, or it is typed: in a command of its own, where a menu has the
    commonest values as `words`, or as the lines of a modal. The catalogue keys of words begin with
    `prefix`; with an empty prefix, words are shown as they are. With `brief`, a list of several
    has the texts that begin with it instead. `unset` is the key of the text for an empty value;
    None means that the setting always has a value. Settings of a `group` are shown together, under
    the text `setup-group-<group>`. A setting that `needs` another is shown only while the other
    one is set.
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

    def name_briefly(self, word: str, text: Catalogue) -> str:
        """Return the name of one of the setting's words in a list of several."""
        return text(f"{self.brief}-{word}") if self.brief else self.name_word(word, text)

    def name_word(self, word: str, text: Catalogue) -> str:
        """Return the name of one of the setting's words."""
        return text(f"{self.prefix}-{word}") if self.prefix else word


FIRST_GROUP = "first"
"""The group that the overview shows: what a new server needs in its first evening."""

SETTINGS: Mapping[str, Setting] = {
    "language": Setting(FIRST_GROUP, "🌐", "words", "language-auto", "language", LOCALES),
    "channels": Setting(FIRST_GROUP, "📍", "channels", "unset-channels"),
    "moderator_role": Setting(FIRST_GROUP, "🛡️", "role", "unset-moderator_role"),
    "timezone": Setting(FIRST_GROUP, "🕰️", "typed", "unset-timezone", words=COMMON_ZONES),
    "modules": Setting(
        FIRST_GROUP, "🧩", "several", "unset-modules", "module", MODULES, brief="command"
    ),
    "variant": Setting("pods", "⚔️", "words", None, "variant", tuple(VARIANTS)),
    "table": Setting("pods", "🪑", "words", None, "table", tuple(TABLES)),
    "base": Setting("pods", "🃏", "words", None, "base", get_args(Base)),
    "scoring": Setting("pods", "🧮", "words", "unset-scoring", "scoring", tuple(SCORINGS)),
    "threads": Setting("pods", "🧵", "words", None, "threads", get_args(PlayedIn)),
    "decks_shown": Setting("pods", "🙈", "words", None, "decks_shown", get_args(DecksShown)),
    "idle": Setting("pods", "⏰", "words", None, "idle", get_args(Idle)),
    "confirmation": Setting("reports", "☑️", "words", None, "confirmation", tuple(WAITING_TIMES)),
    "dispute_time": Setting("reports", "✋", "words", None, "dispute_time", tuple(DISPUTE_MINUTES)),
    "choice_time": Setting("reports", "👉", "words", None, "choice_time", tuple(CHOICE_TIMES)),
    "referee": Setting("reports", "⚖️", "words", None, "referee", get_args(Referee)),
    "rules_era": Setting("reports", "📖", "words", None, "rules-era", get_args(Era)),
    "start_call": Setting("calls", "🔔", "words", None, "start_call", get_args(StartCall)),
    "players_role": Setting("calls", "📣", "role", "unset-players_role"),
    "seat_lists": Setting("calls", "🔎", "channels", "unset-seat_lists", places=_TEXT_CHANNELS),
    "results_channel": Setting("calls", "🏆", "channel", "unset-results_channel"),
    "weekly": Setting("seasons", "📅", "channel", "unset-weekly"),
    "weekday": Setting(
        "seasons", "📆", "words", None, "weekday", get_args(Weekday), needs="weekly"
    ),
    "hour": Setting("seasons", "🕕", "words", None, "", HOURS, needs="weekly"),
    "shows": Setting("seasons", "🗞️", "several", None, "shows", get_args(PostPart), needs="weekly"),
    "champion_role": Setting("seasons", "🏅", "role", "unset-champion_role"),
    "house_deeds": Setting("seasons", "🎖️", "lines", "unset-house_deeds"),
    "same_names": Setting("seasons", "🟰", "lines", "unset-same_names"),
    "log_channel": Setting("server", "📜", "channel", "unset-log_channel"),
    "retention": Setting("server", "🗓️", "words", None, "retention", tuple(RETENTION_DAYS)),
}

SCHEDULING = ("timezone", "weekly", "weekday", "hour")
"""Settings that decide when the weekly post is due."""

ON_BOARDS = ("language", "idle", "decks_shown")
"""Settings that open boards show at once."""


def list_offered() -> Sequence[str]:
    """Return the settings that leave a choice, sorted by group."""
    offered = [name for name, each in SETTINGS.items() if each.kind != "words" or each.words[1:]]
    groups = [*dict.fromkeys(each.group for each in SETTINGS.values())]
    return sorted(offered, key=lambda name: groups.index(SETTINGS[name].group))


def list_shown(now: ServerSettings) -> Sequence[str]:
    """Return the offered settings that mean something as the others are now, sorted by group."""
    return [
        name
        for name in list_offered()
        if not SETTINGS[name].needs or getattr(now, SETTINGS[name].needs)
    ]


def list_groups(now: ServerSettings) -> Mapping[str, Sequence[str]]:
    """Return the groups in their order, each with the settings that are shown."""
    shown = list_shown(now)
    groups = dict.fromkeys(SETTINGS[name].group for name in shown)
    return {group: [n for n in shown if SETTINGS[n].group == group] for group in groups}


def find_setting(name: str) -> Setting:
    """Return the row of a setting. Raises `Refusal` if the setting is not offered."""
    if name not in list_offered():
        raise Refusal("unknown-button")
    return SETTINGS[name]


def name_setting(name: str, text: Catalogue) -> str:
    """Return the name of a setting; its code if this version has no such setting."""
    if name not in SETTINGS:
        return escape(name)
    return f"{SETTINGS[name].emoji} {text(f'setting-{name}')}"


def render_value(name: str, value: Any, text: Catalogue) -> str:
    """Render a value; roles and channels are mentioned."""
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
        case Setting(kind="lines"):
            return ", ".join(map(escape, LINES[name].write(value)))
        case Setting(kind="words") if value in setting.words:
            return setting.name_word(value, text)
        case Setting(kind="several") if set(value) <= set(setting.words):
            return text.join([setting.name_briefly(word, text) for word in value])
        case _:  # a value of another version
            return escape(str(value))


# House deeds

HouseDeeds = tuple[HouseDeed, ...]


def write_deeds(deeds: HouseDeeds) -> list[str]:
    """Return a line for each house deed, as it is typed: its name, and how often if not once."""
    return [each.name if each.times == 1 else f"{each.name} ×{each.times}" for each in deeds]


def read_deeds(typed: str, shown: HouseDeeds, before: HouseDeeds) -> HouseDeeds:
    """Return the house deeds of the typed lines, the inverse of `write_deeds`.

    A deed that is `shown` by a typed name is still the one of `before`, even if the name is struck.
    Raises `Refusal`.
    """
    known = {each.deed: each for each in before}
    kept = {each.name: known[each.deed] for each in shown if each.deed in known}
    found: dict[str, HouseDeed] = {}
    for line in filter(str.strip, typed.splitlines()):
        read = re.fullmatch(r"(.+?)(?:\s*[×xх]\s*(\d+))?", " ".join(line.split()))
        assert read is not None
        name = read[1]
        times = int(read[2] or 1)
        if len(name) > LONGEST_DEED or not 1 <= times <= MAX_DEED_TIMES:
            raise Refusal("deed-line", longest=LONGEST_DEED, most=MAX_DEED_TIMES)
        deed = replace(kept.get(name, HouseDeed(make_deed_id(name), name)), times=times)
        found[deed.deed] = deed
    if len(found) > MAX_HOUSE_DEEDS:
        raise Refusal("deeds-many", most=MAX_HOUSE_DEEDS)
    return tuple(found.values())


# Names that are one


def write_same_names(same: SameNames) -> list[str]:
    """Return a line for each name that is another one, as it is typed."""
    return [f"{each.text} = {each.name}" for each in same]


def read_same_names(typed: str, shown: SameNames, before: SameNames) -> SameNames:
    """Return the names of the typed lines, the inverse of `write_same_names`.

    A line that is `shown` so is still that of `before`, even if its names are struck. Raises
    `Refusal`.
    """
    kept = dict(zip(write_same_names(shown), before, strict=True)) if shown else {}
    found: dict[str, SameName] = {}
    for line in filter(None, (" ".join(line.split()) for line in typed.splitlines())):
        text, sign, name = (part.strip() for part in line.partition("="))
        if not (text and sign and name) or "=" in name or len(line) > MAX_CARD_LENGTH:
            raise Refusal("same-line", "lines", line=escape(line), most=MAX_CARD_LENGTH)
        found[fold_card_name(text)] = kept.get(line, SameName(text, name))
    if len(found) > MAX_SAME_NAMES:
        raise Refusal("same-many", most=MAX_SAME_NAMES)
    return tuple(found.values())


class LineForm(NamedTuple):
    """The writer and reader of a setting's lines, and the text that says what a line is."""

    label: str
    write: Callable[[Any], list[str]]
    read: Callable[[str, Any, Any], Any]


LINES: Mapping[str, LineForm] = {
    "house_deeds": LineForm(
        "setup-lines-label", lambda value: write_deeds(convert(value, HouseDeeds)), read_deeds
    ),
    "same_names": LineForm(
        "setup-lines-same",
        lambda value: write_same_names(convert(value, SameNames)),
        read_same_names,
    ),
}
"""The settings of the kind `lines`."""


def read_chosen(
    name: str,
    values: Sequence[str],
    guild: int,
    *,
    own: Collection[str] = (),
    before: Any = None,
    page: int = 0,
) -> Any:
    """Return the value picked on a page of a setting's menu.

    `own` are further words that the server may pick. If a setting takes several words, those
    chosen `before` on other pages are kept. Raises `Refusal`.
    """
    setting = find_setting(name)
    if setting.kind == "lines":
        raise Refusal("unknown-button")
    if setting.kind in ("words", "typed"):
        if values[0] not in (*setting.words, *own):
            raise Refusal("unknown-button")
        return values[0]
    if setting.kind == "several":
        if not set(values) <= set(setting.words):
            raise Refusal("unknown-button")
        kept = set(before or ()) - set(cut_page(setting.words, page))
        return tuple(word for word in setting.words if word in {*values, *kept})
    ids = tuple(int(value) for value in values if is_id(value))[:MENU_SIZE]
    if not ids:
        raise Refusal("unknown-button")
    if setting.kind == "role" and ids == (guild,):  # the role @everyone
        if name == "players_role":
            raise Refusal("everyone-players")
        raise Refusal("everyone-moderates" if name == "moderator_role" else "everyone-champion")
    return ids if setting.kind == "channels" else ids[0]


def make_menu(
    name: str,
    value: Any,
    text: Catalogue,
    custom_id: str,
    own: Collection[str] = (),
    page: int = 0,
) -> ui.Item[ui.View] | None:
    """Return a page of a setting's menu, with the current value marked; None if it has lines.

    The server's `own` words follow those of the setting.
    """
    setting = SETTINGS[name]
    about: dict[str, Any] = {
        "custom_id": custom_id,
        "placeholder": clean_label(text(f"setting-{name}"), 150),
    }
    match setting.kind:
        case "lines":
            return None
        case "words" | "several" | "typed":
            options = _list_options(setting, value, text, cut_page((*setting.words, *own), page))
            most = len(options) if setting.kind == "several" else 1
            return ui.Select(options=options, max_values=most, **about)
        case "role":
            kind = discord.SelectDefaultValueType.role
            return ui.RoleSelect(default_values=_make_defaults([value], kind), **about)
        case "channel":
            defaults = _make_defaults([value], _CHANNEL_DEFAULT)
            return ui.ChannelSelect(
                channel_types=[*_TEXT_CHANNELS], default_values=defaults, **about
            )
        case "channels":
            about |= {"channel_types": [*setting.places], "max_values": MENU_SIZE}
            return ui.ChannelSelect(default_values=_make_defaults(value, _CHANNEL_DEFAULT), **about)


def cut_page(every: Sequence[T], page: int) -> Sequence[T]:
    """Return the options on a page of a menu; pages count from 0."""
    return every[page * MENU_SIZE : (page + 1) * MENU_SIZE]


def find_last_page(count: int) -> int:
    """Return the number of a menu's last page."""
    return max(0, count - 1) // MENU_SIZE


def find_page(name: str, value: Any, own: Collection[str] = ()) -> int:
    """Return the page of the menu that holds the current word; 0 if none does."""
    words = (*SETTINGS[name].words, *own)
    return words.index(value) // MENU_SIZE if value in words else 0


_CHANNEL_DEFAULT = discord.SelectDefaultValueType.channel


def _list_options(
    setting: Setting, value: Any, text: Catalogue, words: Sequence[str]
) -> list[discord.SelectOption]:
    chosen = value if setting.kind == "several" else (value,)
    labels = [
        (setting.name_word(word, text) if word in setting.words else word, word) for word in words
    ]
    return [
        discord.SelectOption(label=clean_label(label, 100), value=word, default=word in chosen)
        for label, word in labels
    ]


def _make_defaults(
    ids: Sequence[int | None], kind: discord.SelectDefaultValueType
) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=id, type=kind) for id in ids if id is not None]
