"""What a server sets: the wizard, and that it is so everywhere and at once."""

from datetime import UTC, datetime

import discord
import pytest
import simcord
from sqlalchemy import select

from bot import app
from bot.front.server.settings import SETTINGS, list_changeable_settings, list_effective_settings
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.variants import VARIANTS
from bot.storage.engine import schema
from bot.storage.servers.server_settings import ServerSettings
from tests.front import forging
from tests.front.playing import Table, acts, end, forced, list_steps, said
from tests.front.simulated import Server, answer, in_flight, sent_away


class Wizard:
    """`/setup server` in Ana's hands."""

    def __init__(self, server: Server, opened: simcord.InteractionResult) -> None:
        self.server = server
        self.message = answer(opened)

    @property
    def text(self) -> str:
        parts = [
            text
            for embed in self.message.embeds
            for text in (embed.title, embed.description, *(field.value for field in embed.fields))
        ]
        return "\n".join(filter(None, parts))

    @property
    def title(self) -> str:
        return self.message.embeds[0].title or ""

    @property
    def options(self) -> list[str]:
        """What its menu offers."""
        (menu,) = self.message.components[0]["components"]
        return [each["label"] for each in menu["options"]]

    @property
    def labels(self) -> list[str]:
        """What its buttons are called."""
        rows = [part for row in self.message.components for part in row["components"]]
        return [part["label"] for part in rows if "label" in part]

    async def shows(self, setting: str) -> None:
        """Picks a setting in the overview, or its group and then the setting."""
        for step in list_steps(setting):
            await self.server.ana.select(self.message, [step])

    async def sets(self, setting: str, *values: object) -> simcord.InteractionResult:
        assert SETTINGS[setting].emoji in self.title
        return await self.server.ana.select(self.message, list(values))

    async def chooses(self, setting: str, *values: object) -> None:
        """Opens the page of a setting, from that of another, and chooses there."""
        await self.presses("all:show")
        await self.shows(setting)
        await self.sets(setting, *values)

    async def presses(self, action: str) -> simcord.InteractionResult:
        return await self.server.ana.click(self.message, custom_id=f"setup:{action}")


@pytest.fixture
async def wizard(server: Server) -> Wizard:
    """With the page of the first setting open."""
    opened = await server.ana.slash(server.channel, "setup server")
    assert opened.ephemeral
    wizard = Wizard(server, opened)
    await wizard.shows("language")
    return wizard


async def settings(server: Server) -> ServerSettings:
    return await app_of(server).client.services.guilds.load_server_settings(server.guild.id)


def app_of(server: Server) -> app.BotApplication:
    assert isinstance(server.bot.app, app.BotApplication)
    return server.bot.app


SET_OTHERWISE = {
    "variants",  # in a preview of its own
    "weekly_begun",  # follows from the weekly post
}
"""Fields of settings that no menu of the wizard sets."""


def test_every_field_of_settings_is_a_setting() -> None:
    fields = {*ServerSettings.__struct_fields__} - SET_OTHERWISE
    file = "bot/front/server/settings.py"
    assert not fields - {*SETTINGS}, f"SETTINGS in {file}: add a row for {sorted(fields - {*SETTINGS})}"
    assert not {*SETTINGS} - fields, (
        f"ServerSettings in bot/storage/servers/server_settings.py: add a field for {sorted({*SETTINGS} - fields)}"
    )


async def test_a_newcomer_s_server_works_without_ever_opening_it(server: Server) -> None:
    ana, bo, cy, di = server.everybody[:4]
    table = await Table(server).started(bo, ana, cy, di)
    await table.reports(bo, "Ana", "Bo")
    assert table.lines[table.lines.index("👑 **Bo**") + 1] == "┗ Ana"
    assert "Esclave · Commander" in str(table.embed.footer.text)
    assert await settings(server) == ServerSettings()


async def test_the_first_page_shows_five_settings_and_leads_to_the_groups_of_the_others(
    server: Server, wizard: Wizard
) -> None:
    mods = server.guild.create_role("Wardens")
    await wizard.chooses("moderator_role", mods)
    await wizard.chooses("channels", server.channel)
    await wizard.chooses("variant", "elimination")
    await wizard.presses("all:show")
    assert wizard.text.splitlines()[-5:] == [
        "🌐 Language: **Same as Discord**",
        f"📍 Channels: **<#{server.channel.id}>**",
        f"🛡️ Moderators: **{mods.mention}**",
        "🕰️ Time zone: **UTC**",
        "🧩 Modules: **None**",
    ]
    assert wizard.options == [
        *("Language", "Channels", "Moderators", "Time zone", "Modules"),
        *("New pods", "Reports and disputes", "Mentions, lists, results"),
        *("Seasons", "Log and data"),
    ]
    await server.ana.select(wizard.message, ["group:pods"])
    assert "⚔️ Variant: **Elimination**" in wizard.text.splitlines()


async def test_the_wizard_leads_from_one_setting_to_the_next(wizard: Wizard) -> None:
    shown = list_effective_settings(ServerSettings())
    seen = [wizard.title]
    for following in shown[1:]:
        await wizard.presses(f"{following}:show")
        seen.append(wizard.title)
    assert seen[:3] == ["🌐 Language", "📍 Channels", "🛡️ Moderators"]
    assert len(seen) == len(shown)
    assert wizard.labels[-1] == "Overview"  # and nothing leads on


async def test_the_weekly_post_has_its_details_only_while_it_is_on(server: Server, wizard: Wizard) -> None:
    details = ["Day of the weekly post", "Hour of the weekly post", "What the weekly post shows"]
    await wizard.chooses("weekly", server.channel)
    assert wizard.labels[-1] == f"Next: {details[0]}"
    await wizard.presses("seasons:group:0")
    others = ["Champion role", "House deeds", "Names that are one"]
    assert wizard.options == ["Weekly post", *details, *others]
    await server.ana.select(wizard.message, ["weekly"])
    await wizard.presses("weekly:unset")
    assert wizard.labels[-1] == "Next: Champion role"
    await wizard.presses("seasons:group:0")
    assert wizard.options == ["Weekly post", *others]


async def test_the_time_zone_is_picked_among_common_ones_or_typed(server: Server, wizard: Wizard) -> None:
    await wizard.chooses("timezone", "Europe/Paris")
    assert "Now: **Europe/Paris**" in wizard.text
    assert (await settings(server)).timezone == "Europe/Paris"
    await server.ana.slash(server.channel, "setup timezone", zone="Asia/Kathmandu")
    await wizard.presses("all:show")
    await wizard.shows("timezone")
    assert "Now: **Asia/Kathmandu**" in wizard.text
    told = await forced(Table(server), server.ana, wizard.message, "setup:timezone:set", "Mars")
    assert said(told) == "🚫 " + load_translations("en")("refusal-unknown-button")


BEGUN_ZONES = ["", "kiev", "york", "new", "берлин", "Montréal", "utc+3", "par"]


async def test_each_zone_that_is_offered_is_taken(server: Server, subtests: pytest.Subtests) -> None:
    for typed in BEGUN_ZONES:
        with subtests.test(typed):
            offered = await server.ana.autocomplete(server.channel, "setup timezone", "zone", typed)
            assert offered
            for choice in offered:
                await server.ana.slash(server.channel, "setup timezone", zone=choice["value"])
                assert (await settings(server)).timezone == choice["value"]


TYPED_ZONES = [
    *((typed, "Europe/Berlin") for typed in ("Berlin", "берлин", "europe/berlin")),
    *((typed, "Europe/Kyiv") for typed in ("Kyiv", "Kiev", "Киев")),
    ("york", "America/New_York"),
    ("Москва", "Europe/Moscow"),
    ("UTC+3", "Etc/GMT-3"),
    ("CET", "CET"),
    *((typed, None) for typed in ("NY", "LA", "Mars")),
]


async def test_a_typed_zone_is_taken_if_it_has_one_match(server: Server, subtests: pytest.Subtests) -> None:
    for typed, zone in TYPED_ZONES:
        with subtests.test(typed):
            before = (await settings(server)).timezone
            told = said(await server.ana.slash(server.channel, "setup timezone", zone=typed))
            assert told.startswith("🚫") == (zone is None)
            assert (await settings(server)).timezone == (zone or before)


async def test_a_choice_counts_at_once_and_can_be_taken_back(server: Server, wizard: Wizard) -> None:
    await wizard.sets("language", "ru")
    assert "Now: **Russian (русский)**" in wizard.text
    assert "✅ Saved." in wizard.text
    assert (await settings(server)).language == "ru"
    await wizard.presses("language:unset")
    assert "Now: **Same as Discord**" in wizard.text
    assert await settings(server) == ServerSettings()


async def test_the_menu_of_a_setting_marks_what_is_chosen(server: Server, wizard: Wizard) -> None:
    other = server.guild.create_text_channel("other")
    await wizard.sets("language", "ru")
    (menu,) = wizard.message.components[0]["components"]
    assert [each["value"] for each in menu["options"] if each["default"]] == ["ru"]
    await wizard.chooses("channels", other, server.channel)
    (again,) = wizard.message.components[0]["components"]
    chosen = {int(each["id"]) for each in again["default_values"]}
    assert chosen == {other.id, server.channel.id}
    assert again["custom_id"] != menu["custom_id"]


async def test_the_wizard_works_on_after_a_restart(server: Server, wizard: Wizard) -> None:
    await server.restart()
    await wizard.sets("language", "fr")
    assert (await settings(server)).language == "fr"


async def test_boards_follow_a_language_that_is_chosen_in_the_wizard(server: Server, wizard: Wizard) -> None:
    table = await Table(server).opened(server.bo)
    await wizard.sets("language", "fr")
    assert "Joueurs manquants" in str(table.embed.to_dict())


async def test_choices_at_the_same_moment_are_all_kept(server: Server, wizard: Wizard) -> None:
    mods = server.guild.create_role("Wardens")
    others = [Wizard(server, await server.ana.slash(server.channel, "setup server")) for _ in "ab"]
    await others[0].shows("base")
    await others[1].shows("moderator_role")
    with in_flight(server.env):
        await wizard.sets("language", "fr")
        await others[0].sets("base", "modern")
        await others[1].sets("moderator_role", mods)
    await server.env.settle()
    kept = ServerSettings(language="fr", base="modern", moderator_role=mods.id)
    assert await settings(server) == kept


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_page_fits_in_every_language(server: Server, wizard: Wizard, locale: Locale) -> None:
    text = load_translations(locale)
    server.speaks(server.ana, {"en": "en-GB"}.get(locale, locale))
    await wizard.chooses("weekly", server.channel)  # which has details of its own
    for setting in list_changeable_settings():
        await wizard.presses("all:show")
        assert wizard.title == text("setup-title")
        await wizard.shows(setting)
        assert text(f"setting-{setting}-about") in wizard.text
        if SETTINGS[setting].kind == "words":
            await wizard.sets(setting, SETTINGS[setting].words[-1])
            assert text("setup-saved") in wizard.text
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert text("setup-tested") in wizard.text


# Who may


async def test_only_administrators_open_the_wizard_and_press_in_it(server: Server, wizard: Wizard) -> None:
    with pytest.raises(simcord.SetupError):
        await server.bo.slash(server.channel, "setup server")
    for press in ("setup:language:set", "setup:all:menu"):
        told = await forced(Table(server), server.bo, wizard.message, press, "fr")
        assert said(told) == "🚫 " + load_translations("en")("refusal-only-administrators")
    assert await settings(server) == ServerSettings()


async def test_who_may_no_more_manage_the_server_presses_in_vain(server: Server, wizard: Wizard) -> None:
    role = server.guild.roles["Moderators"].id
    server.env.backend.remove_member_role(server.guild.id, server.ana.id, role)
    assert "Only members with *Manage Server*" in said(await wizard.sets("language", "fr"))


UNKNOWN_PRESSES = ["setup", "setup:all", "setup:hat:set", "setup:variant:unset", "setup:hat:show", "setup:all:set"]


async def test_a_press_that_the_wizard_does_not_know_changes_nothing(
    server: Server, wizard: Wizard, subtests: pytest.Subtests
) -> None:
    for press in UNKNOWN_PRESSES:
        with subtests.test(press):
            told = await forced(Table(server), server.ana, wizard.message, press, "fr")
            assert said(told) == "🚫 " + load_translations("en")("refusal-unknown-button")


async def test_a_value_that_is_not_offered_is_refused(server: Server, wizard: Wizard) -> None:
    told = await forced(Table(server), server.ana, wizard.message, "setup:variant:set", "chess")
    assert said(told) == "🚫 " + load_translations("en")("refusal-unknown-button")
    assert await settings(server) == ServerSettings()


async def test_a_chosen_role_moderates_in_the_place_of_those_who_manage_messages(
    server: Server, wizard: Wizard
) -> None:
    ana, bo, cy, di, eve = server.everybody[:5]
    tidy = server.guild.create_role("Tidy", permissions=discord.Permissions(manage_messages=True))
    wardens = server.guild.create_role("Wardens")
    tidier = server.guild.add_member(server.env.create_user("hal"), roles=[tidy])
    warden = server.guild.add_member(server.env.create_user("ida"), roles=[wardens])
    table = await Table(server).opened(bo, cy, di, eve)
    assert "🚫 Only the host" in said(await end(warden, server.channel, "close"))
    await wizard.chooses("moderator_role", wardens)
    assert "🚫 Only the host" in said(await end(tidier, server.channel, "close"))
    assert "The game is on" in said(await warden.click(table.board, label="Start"))
    assert said(await end(ana, server.channel, "close")).startswith("✅")


async def test_the_wizard_says_how_a_role_gets_to_see_override_unless_it_does(server: Server, wizard: Wizard) -> None:
    wardens = server.guild.create_role("Wardens")
    tidy = server.guild.create_role("Tidy", permissions=discord.Permissions(manage_messages=True))
    await wizard.chooses("moderator_role", wardens)
    assert f"To show it to <@&{wardens.id}>: Server Settings → Integrations" in wizard.text
    await wizard.chooses("moderator_role", tidy)
    assert "Integrations" not in wizard.text


async def test_everyone_is_no_role_of_moderators(server: Server, wizard: Wizard) -> None:
    everyone = str(server.guild.id)
    told = await forced(Table(server), server.ana, wizard.message, "setup:moderator_role:set", everyone)
    assert "@everyone" in said(told)
    assert await settings(server) == ServerSettings()


# Where


@pytest.fixture
async def elsewhere(server: Server, wizard: Wizard) -> simcord.ChannelHandle:
    """A channel where the bot may no more be used: Ana has chosen another, when a pod was open."""
    channel = server.guild.create_text_channel("chat")
    await server.bo.slash(channel, "pod open")
    await wizard.chooses("channels", server.channel)
    return channel


async def test_elsewhere_every_command_and_button_says_privately_where_to_go(
    server: Server, elsewhere: simcord.ChannelHandle
) -> None:
    (board,) = elsewhere.history(viewer=server.gil)
    told = [
        await server.ana.slash(elsewhere, "pod open"),
        await server.bo.slash(elsewhere, "leaderboard"),
        await forging.command(server.bo, elsewhere, "audit"),
        await server.bo.context_menu(elsewhere, "Report their defeat", server.cy),
        await server.cy.click(board, label="Join"),
    ]
    where = load_translations("en")("refusal-not-here", channels=f"<#{server.channel.id}>")
    assert {said(each) for each in told} == {f"🚫 {where}"}


async def test_threads_count_as_their_channel(server: Server, elsewhere: simcord.ChannelHandle) -> None:
    for channel in (server.channel, elsewhere):
        server.env.backend.create_thread(channel.id, "aside", server.ana.id)
    allowed = await server.bo.slash(server.channel.threads[0], "pod open")
    other = await server.bo.slash(elsewhere.threads[0], "pod open")
    assert said(allowed).startswith("✅")
    assert said(other).startswith("🚫 I can’t be used in this channel.")


async def test_administrators_open_the_wizard_everywhere(server: Server, elsewhere: simcord.ChannelHandle) -> None:
    wizard = Wizard(server, await server.ana.slash(elsewhere, "setup server"))
    await wizard.shows("channels")
    await wizard.presses("channels:unset")
    assert said(await acts(server.cy, elsewhere, "join")).startswith("✅")


# Defaults


async def test_a_pod_is_opened_with_what_the_server_has_set(server: Server, wizard: Wizard) -> None:
    await wizard.chooses("base", "modern")
    await wizard.chooses("scoring", "lotus")
    table = await Table(server).opened(server.bo)
    assert "Esclave · Modern · Lotus Noir" in str(table.embed.footer.text)
    await end(server.bo, server.channel, "close")
    await Table(server).opened(server.bo, variant="elimination", format="pauper")
    assert "Elimination · Pauper" in str(table.embed.footer.text)
    await end(server.bo, server.channel, "close")
    await wizard.chooses("variant", "elimination")
    await Table(server).opened(server.bo)
    assert "Elimination · Modern" in str(table.embed.footer.text)


async def test_all_variants_can_be_the_usual_one(server: Server, wizard: Wizard) -> None:
    for variant in VARIANTS:
        await wizard.chooses("variant", variant)
        assert (await settings(server)).variant == variant


# Permissions


@pytest.fixture
def mute(server: Server) -> simcord.ChannelHandle:
    """A channel in which the bot may say nothing."""
    me = server.guild.me
    assert me is not None
    silent = discord.PermissionOverwrite(send_messages=False)
    return server.guild.create_text_channel("mute", overwrites={me: silent})


async def test_permissions_are_tested_on_the_spot(server: Server, wizard: Wizard, mute: simcord.ChannelHandle) -> None:
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert f"✅ <#{server.channel.id}>: I can post boards" in wizard.text
    await wizard.shows("language")
    await wizard.chooses("channels", server.channel, mute)
    warning = f"⚠️ <#{mute.id}>: please give me Send Messages"
    assert wizard.text.endswith(warning)
    await wizard.chooses("log_channel", mute)
    assert wizard.text.endswith(f"⚠️ <#{mute.id}>: please give me Send Messages")
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert f"✅ <#{server.channel.id}>: I can post boards" in wizard.text
    assert wizard.text.count(f"⚠️ <#{mute.id}>") == 2


async def test_what_is_gone_is_told(server: Server, wizard: Wizard, mute: simcord.ChannelHandle) -> None:
    wardens = server.guild.create_role("Wardens")
    await wizard.chooses("moderator_role", wardens)
    await wizard.chooses("channels", mute)
    await wizard.chooses("log_channel", mute)
    server.env.backend.delete_channel(mute.id)
    server.env.backend.delete_role(server.guild.id, wardens.id)
    await server.env.settle()
    await wizard.presses("all:show")
    await wizard.presses("all:test")
    assert wizard.text.count(f"⚠️ <#{mute.id}>: it no longer exists") == 2
    assert "⚠️ The moderator role no longer exists" in wizard.text


# The trail


def log_lines(channel: simcord.ChannelHandle, server: Server) -> list[str]:
    return [message.content for message in channel.history(viewer=server.gil)]


async def test_every_change_is_in_the_audit_trail_the_newest_first(server: Server, wizard: Wizard) -> None:
    await wizard.sets("language", "fr")
    await wizard.chooses("channels", server.channel)
    await server.ana.slash(server.channel, "setup language", language="ru")
    seen = await server.ana.slash(server.channel, "audit")
    assert seen.ephemeral
    lines = str(answer(seen).embeds[0].description).splitlines()
    assert [line.split("> ", 1)[1] for line in lines] == [
        "**Ana** · 🌐 Language: French (français) → Russian (русский)",
        f"**Ana** · 📍 Channels: Every channel → <#{server.channel.id}>",
        "**Ana** · 🌐 Language: Same as Discord → French (français)",
    ]


async def test_the_trail_has_pages(server: Server) -> None:
    for number in range(9):
        language = ("fr", "ru")[number % 2]
        await server.ana.slash(server.channel, "setup language", language=language)
    seen = await server.ana.slash(server.channel, "audit")
    back, forth, unsettled = answer(seen).components[0]["components"]
    assert unsettled["label"] == "Unsettled games: 0"
    assert (back.get("disabled"), forth.get("disabled")) == (True, False)
    await server.ana.click(answer(seen), custom_id=forth["custom_id"])
    assert "Same as Discord → French" in str(answer(seen).embeds[0].description)
    await server.ana.click(answer(seen), custom_id="audit:0")
    assert "Same as Discord → French" not in str(answer(seen).embeds[0].description)


async def test_the_trail_is_for_moderators(server: Server, wizard: Wizard) -> None:
    told = said(await forging.command(server.bo, server.channel, "audit"))
    assert told == "🚫 " + load_translations("en")("refusal-only-moderators")
    pressed = await forced(Table(server), server.bo, wizard.message, "audit:0")
    assert said(pressed) == told


async def test_a_server_s_trail_is_its_own(server: Server, wizard: Wizard) -> None:
    await wizard.sets("language", "fr")
    elsewhere = server.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("table")
    boss = elsewhere.create_role("Boss", permissions=discord.Permissions(manage_guild=True, manage_messages=True))
    ana = elsewhere.add_member(server.ana.user, roles=[boss])
    seen = answer(await ana.slash(channel, "audit"))
    assert seen.embeds[0].description == "Nothing has been changed yet."


async def test_the_trail_knows_no_names(server: Server, wizard: Wizard) -> None:
    await wizard.sets("language", "fr")
    [row] = await app_of(server).database.fetch_rows(select(schema.audit))
    [ana] = await app_of(server).database.fetch_rows(select(schema.people))
    assert (row.by, ana.discord_id) == (ana.id, server.ana.id)
    assert row.details == '{"setting":"language","before":null,"after":"fr"}'


async def test_the_log_channel_gets_the_same_line_in_the_server_s_language(server: Server, wizard: Wizard) -> None:
    log, other = [server.guild.create_text_channel(name) for name in ("log", "other")]
    await wizard.chooses("log_channel", log)
    await wizard.chooses("language", "fr")
    await wizard.chooses("log_channel", other)
    assert log_lines(log, server) == [
        f"**Ana** · 📜 Log channel: No log → {log.mention}",
        "**Ana** · 🌐 Langue\u00a0: Celle de Discord → Français",
        f"**Ana** · 📜 Salon du journal\u00a0: {log.mention} → {other.mention}",
    ]
    assert log_lines(other, server) == log_lines(log, server)[-1:]


async def test_the_log_pings_nobody(server: Server, wizard: Wizard) -> None:
    log, wardens = server.guild.create_text_channel("log"), server.guild.create_role("Wardens")
    await wizard.chooses("log_channel", log)
    await wizard.chooses("moderator_role", wardens)
    posted = log.history(viewer=server.gil)[-1]
    assert wardens.mention in posted.content
    (request,) = [r for r in server.env.http_requests if posted.content in str(r.json)]
    assert isinstance(request.json, dict)
    assert request.json["allowed_mentions"] == {"parse": []}


async def test_a_log_that_cannot_be_kept_stops_nobody(
    server: Server, wizard: Wizard, mute: simcord.ChannelHandle
) -> None:
    await wizard.chooses("log_channel", mute)
    await wizard.chooses("language", "fr")
    assert "Now: **French (français)**" in wizard.text
    assert (await settings(server)).language == "fr"


# Being sent away


async def test_a_server_remembers_that_the_bot_was_sent_away_until_it_is_back(server: Server) -> None:
    guilds = app_of(server).client.services.guilds
    with sent_away(server):
        await server.env.settle()
        (gone,) = (await guilds.load_removal_times_of_left_servers()).items()
        assert gone[0] == server.guild.id
        assert isinstance(gone[1], datetime)
        assert gone[1].tzinfo == UTC
    await server.env.settle()
    assert await guilds.load_removal_times_of_left_servers() == {}


async def test_a_server_that_let_the_bot_in_while_it_was_away_is_known_again(server: Server) -> None:
    guilds = app_of(server).client.services.guilds
    await guilds.record_bot_left_server(server.guild.id, discord.utils.utcnow())
    await server.restart()
    assert await app_of(server).client.services.guilds.load_removal_times_of_left_servers() == {}
