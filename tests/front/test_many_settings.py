"""The wizard with many more settings than Discord's menus have options."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
import simcord

from bot import i18n
from bot.front.server import settings
from bot.front.server.settings import (
    MENU_SIZE,
    ServerSettingDefinition,
    list_effective_settings,
    list_effective_settings_by_group,
)
from bot.i18n import LOCALES, Locale, load_translations
from bot.storage.servers import server_settings
from bot.storage.servers.server_settings import ServerSettings
from tests.effort import choose_for_gate
from tests.front.playing import list_steps
from tests.front.simulated import Server, answer
from tests.front.test_fuzz import check_message
from tests.front.test_setup import app_of

COUNT, LARGE = 60, 32
"""Settings besides the bot's own, and how many of them are in one group; each other has its own."""

WORDS = tuple(f"word-{number:02}" for number in range(70))
KINDS = ("words", "several", "role", "channel", "channels", "long", "many")


def make_setting(number: int) -> ServerSettingDefinition:
    """One row: of each kind some, with more words than a menu takes among them."""
    kind: Any = KINDS[number % len(KINDS)]
    group = "many" if number < LARGE else f"small{number}"
    unset = "unset-channels"
    match kind:
        case "words" | "several":
            return ServerSettingDefinition(group, "🔧", kind, None, "", WORDS[:3])
        case "long":
            return ServerSettingDefinition(group, "🔩", "words", None, "", WORDS)
        case "many":
            return ServerSettingDefinition(group, "🧰", "several", unset, "", WORDS)
        case _:
            return ServerSettingDefinition(group, "🪛", kind, unset)


def make_field(setting: ServerSettingDefinition) -> tuple[Any, Any]:
    """The field of a setting: its type, and what holds where nobody has set it."""
    match setting.kind:
        case "words":
            return str, setting.words[0]
        case "several":
            return tuple[str, ...], setting.words[:1] if setting.unset is None else ()
        case "channels":
            return tuple[int, ...], ()
        case _:
            return int | None, None


MADE: Mapping[str, ServerSettingDefinition] = {f"made-{at}".replace("-", "_"): make_setting(at) for at in range(COUNT)}


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field, a row and the texts of each setting, as whoever adds one has to make them."""
    fields = [(name, *make_field(setting)) for name, setting in MADE.items()]
    known = msgspec.defstruct("ServerSettings", fields, bases=(ServerSettings,), frozen=True, omit_defaults=True)
    monkeypatch.setattr(server_settings, "ServerSettings", known)
    for name, setting in MADE.items():
        monkeypatch.setitem(settings.SETTINGS, name, setting)
    keys = [key for name in MADE for key in (f"setting-{name}", f"setting-{name}-about")]
    keys += [f"setup-group-{group}" for group in {each.group for each in MADE.values()}]
    texts = "\n".join(f"{key} = {key.capitalize()} " + "x" * 60 for key in keys)
    made = dict(i18n._iterate_fluent_messages(texts))
    for text in map(load_translations, LOCALES):  # the same ones, which others hold
        monkeypatch.setattr(text, "_entries", {**text._entries, **made})
        monkeypatch.setattr(text, "_unread", {**text._unread, **made})


class Walker:
    """The wizard, walked through by what it offers."""

    def __init__(self, server: Server, shown: simcord.ResponseMessage) -> None:
        self.server, self.shown = server, shown

    @property
    def parts(self) -> list[Any]:
        return [part for row in self.shown.components for part in row["components"]]

    @property
    def options(self) -> list[str]:
        """What the menu offers, on this page of it."""
        menus = [part for part in self.parts if "options" in part]
        offered = [option["value"] for menu in menus for option in menu["options"]]
        assert len(offered) <= MENU_SIZE
        return offered

    async def pick(self, *values: object) -> None:
        await self.server.ana.select(self.shown, list(values), custom_id=self.parts[0]["custom_id"])
        self.check()

    async def press(self, custom_id: str) -> None:
        await self.server.ana.click(self.shown, custom_id=custom_id)
        self.check()

    async def turn(self) -> bool:
        """To the next page of the menu, if there is one."""
        forth = [p for p in self.parts if (p.get("emoji") or {}).get("name") == "▶️"]
        forth = [p for p in forth if not p.get("label") and not p.get("disabled")]
        if forth:
            await self.press(forth[0]["custom_id"])
        return bool(forth)

    async def find(self, value: str) -> None:
        """Pick one option, on whichever page of the menu it is."""
        while value not in self.options:
            assert await self.turn(), value
        await self.pick(value)

    async def open(self, setting: str) -> None:
        """From wherever this is to the page of a setting, by its group."""
        if "setup:all:show" in [part["custom_id"] for part in self.parts]:
            await self.press("setup:all:show")
        for step in list_steps(setting):
            await self.find(step)

    async def list_all(self) -> list[str]:
        """What the menu offers, on all of its pages."""
        found = self.options
        while await self.turn():
            found += self.options
        return found

    def check(self) -> None:
        """Discord takes the message, and every button can be told from the others."""
        check_message({"embeds": [embed.to_dict() for embed in self.shown.embeds]})
        ids = [part["custom_id"] for part in self.parts]
        assert len(set(ids)) == len(ids)


async def set_something(walker: Walker, name: str, value: Any) -> Any:
    """Choose, on the page of a setting, something that it is not; return what it should be."""
    setting, server = settings.SETTINGS[name], walker.server
    match setting.kind:
        case "words":
            assert await walker.list_all() == list(setting.words)
            await walker.pick(setting.words[-1])
            return setting.words[-1]
        case "several":
            assert await walker.list_all() == list(setting.words)
            await walker.pick(setting.words[-1])
            kept = [w for w in value if w not in setting.words[len(setting.words) // MENU_SIZE * MENU_SIZE :]]
            return (*kept, setting.words[-1])
        case "role":
            role = server.guild.roles["Moderators"]
            await walker.pick(role)
            return role.id
        case "channel":
            await walker.pick(server.channel)
            return server.channel.id
        case "channels":
            await walker.pick(server.channel)
            return (server.channel.id,)
        case "typed":
            return value


@pytest.mark.long
@pytest.mark.parametrize("locale", choose_for_gate(LOCALES, "many settings"))
async def test_every_setting_is_reached_by_its_group_and_can_be_changed(server: Server, locale: Locale) -> None:
    """Sixty more settings than there are, of every kind, with up to seventy words each."""
    server.speaks(server.ana, {"en": "en-GB"}.get(locale, locale))
    walker = Walker(server, answer(await server.ana.slash(server.channel, "setup server")))
    groups, seen = await walker.list_all(), list[str]()
    now = await read_all(server)
    first, *others = list_effective_settings_by_group(now)
    seen += list_effective_settings_by_group(now)[first]
    assert groups == [*seen, *(f"group:{group}" for group in others)]
    assert len(groups) > MENU_SIZE
    for group in groups[len(seen) :]:
        walker = Walker(server, answer(await server.ana.slash(server.channel, "setup server")))
        await walker.find(group)
        names = await walker.list_all()
        assert names == list(list_effective_settings_by_group(now)[group.removeprefix("group:")])
        seen += names
    assert seen == list(list_effective_settings(now))
    for name in MADE:
        await walker.open(name)
        assert load_translations(locale)(f"setting-{name}") in str(walker.shown.embeds[0].title)
        wanted = await set_something(walker, name, await read(server, name))
        assert await read(server, name) == wanted, name


async def read(server: Server, name: str) -> Any:
    """What is set."""
    return getattr(await read_all(server), name)


async def read_all(server: Server) -> ServerSettings:
    return await app_of(server).client.services.guilds.load_server_settings(server.guild.id)


async def test_words_that_were_chosen_on_one_page_stay_while_others_are_chosen_on_the_next(server: Server) -> None:
    walker = Walker(server, answer(await server.ana.slash(server.channel, "setup server")))
    name = next(n for n, s in MADE.items() if s.kind == "several" and len(s.words) > MENU_SIZE)
    await walker.open(name)
    await walker.pick(WORDS[3], WORDS[5])
    assert await walker.turn()
    await walker.pick(WORDS[30])
    assert await read(server, name) == (WORDS[3], WORDS[5], WORDS[30])
    await server.restart()
    assert await read(server, name) == (WORDS[3], WORDS[5], WORDS[30])
