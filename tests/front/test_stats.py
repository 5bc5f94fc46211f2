"""`/stats`, its menu and `/rivals`: what somebody has done here, and who defeated whom."""

from io import BytesIO

import pytest
import simcord
from discord import Embed
from PIL import Image

from bot.front.game_texts import table_view
from bot.front.standings import rivals
from bot.front.standings.rivals import build_rivals_picture_scene
from bot.front.standings.stats import render_numbers_as_bar_characters
from bot.i18n import LOCALES, load_translations
from bot.pictures.figures import build_players_in_picture
from bot.pictures.picture_queue import PictureDrawingError, PictureQueue
from bot.pictures.scene import MAX_ARROWS, MAX_RIVALS, DefeatsPictureScene
from bot.projections.defeats import PlayerRivalry
from tests.front.deciding import done, report
from tests.front.playing import Table, let_count, said
from tests.front.simulated import Server, answer


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests draws as well, only later."""
    monkeypatch.setattr(table_view, "PICTURE_TIMEOUT", 60.0)


async def won(server: Server, winner: str = "Ana") -> Table:
    """A game of Ana, Bo, Cy and Di that this one of them wins as the master of all."""
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Ana", "Bo", "Cy", "Di"):
        if loser != winner:
            await table.reports(server.ana, loser, winner)
    await let_count(server)
    return table


def embed_of(result: simcord.InteractionResult) -> Embed:
    """The embed of a private answer."""
    assert result.ephemeral
    (embed,) = answer(result).embeds
    return embed


async def told(server: Server, player: str, by: str = "gil", **options: object) -> simcord.InteractionResult:
    """What somebody is shown by `/stats` of another."""
    member = server.people[player]
    return await server.people[by].slash(server.channel, "stats", player=member, **options)


def field(embed: Embed, name: str) -> list[str]:
    """The lines below a heading that holds this; none where there is none."""
    return [line for each in embed.fields if name in (each.name or "") for line in str(each.value).splitlines()]


async def test_who_has_not_played_is_told_so_kindly(server: Server) -> None:
    own = said(await server.gil.slash(server.channel, "stats"))
    assert own == load_translations("en")("stats-none-own-ever")
    assert said(await told(server, "bo")) == load_translations("en")("stats-none-ever", player="Bo")
    server.speaks(server.gil, "fr")
    assert said(await told(server, "bo")) == load_translations("fr")("stats-none-ever", player="Bo")


async def test_stats_tell_games_roles_variants_deeds_and_favourites(server: Server) -> None:
    await won(server)
    await won(server, "Bo")
    embed = embed_of(await told(server, "ana"))
    assert embed.title == "📊 Ana"
    assert str(embed.description).splitlines()[0] == "-# All time"
    assert "**4 points** · 2 games" in str(embed.description)
    assert "✅ 2 won (100%) · ❌ 0 lost" in str(embed.description)
    assert field(embed, "By role") == ["👑 As a master: 1 of 1 won", "⛓️ As a thrall: 1 of 1 won"]
    assert field(embed, "Rating")[-1].endswith("so it can lower a high rating.")
    assert field(embed, "By variant") == ["**Esclave** · 2 of 2 won · 4 pts"]
    deeds = field(embed, "Deeds")
    assert deeds[:2] == ["⚔️ 3 defeats caused", "🧎 Had to serve once"]
    assert deeds[-1] == "🔥 Won the last 2 games · longest streak: 2"
    assert sorted(field(embed, "Favourite victims")) == ["Bo × 1", "Cy × 1", "Di × 1"]
    assert field(embed, "Nemeses") == ["Bo × 1"]


async def test_the_menu_of_a_name_shows_the_same(server: Server) -> None:
    await won(server)
    menu = await server.gil.context_menu(server.channel, "Their stats", server.bo)
    assert embed_of(menu) == embed_of(await told(server, "bo"))


async def test_stats_follow_what_is_taken_back_and_what_a_moderator_puts_right(server: Server) -> None:
    table = await won(server)
    assert len(field(embed_of(await told(server, "ana")), "victims")) == 3
    await done(table, "undo", report=await report(table, "undo", "Di:"))
    assert "has not finished a game here yet" in said(await told(server, "ana"))
    await table.reports(server.ana, "Di", "Ana")
    await let_count(server)
    await done(table, "points", player="Di", points=9)
    assert "**9 points** · one game" in str(embed_of(await told(server, "di")).description)
    await done(table, "void")
    assert "has not finished a game here yet" in said(await told(server, "di"))
    assert embed_of(await server.gil.slash(server.channel, "rivals")).description == (
        f"-# All time\n{load_translations('en')('rivals-none')}"
    )


async def test_stats_and_rivals_are_of_a_season_if_one_is_named(server: Server) -> None:
    await won(server)
    await server.env.advance_time(60)
    await server.ana.slash(server.channel, "season start", name="Spring")
    await server.env.advance_time(60)
    missing = said(await told(server, "ana", season="1"))
    assert missing == load_translations("en")("stats-none-season", player="Ana")
    own = await server.ana.slash(server.channel, "stats", season="Spring")
    assert said(own) == load_translations("en")("stats-none-own-season")
    rivals = embed_of(await server.gil.slash(server.channel, "rivals"))
    assert str(rivals.description).startswith("-# **Spring** · since ")
    await won(server, "Bo")
    embed = embed_of(await told(server, "bo", season="1"))
    assert "one game" in str(embed.description)
    assert field(embed, "Nemeses") == []
    assert "2 games" in str(embed_of(await told(server, "bo", season="ever")).description)
    assert embed_of(await told(server, "bo")) == embed_of(await told(server, "bo", season="ever"))


async def test_bots_have_no_stats(server: Server) -> None:
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    refused = f"🚫 {load_translations('en')('refusal-stats-bot')}"
    for command in ("stats", "history"):
        assert said(await server.gil.slash(server.channel, command, player=robot)) == refused
    assert said(await server.gil.context_menu(server.channel, "Their stats", robot)) == refused


async def test_who_was_forgotten_is_nobody(server: Server) -> None:
    await won(server)
    asked = answer(await server.bo.slash(server.channel, "me forget"))
    await server.bo.click(asked, custom_id="me:forget:sure")
    await server.bo.click(asked, custom_id="me:forget:really")
    assert "has not finished a game here yet" in said(await told(server, "bo"))
    assert "a deleted player × 1" in field(embed_of(await told(server, "ana")), "victims")
    rivals = str(embed_of(await server.gil.slash(server.channel, "rivals")).description)
    assert "a deleted player" in rivals
    assert "Bo" not in rivals


async def test_rivals_are_shown_in_words_and_as_a_picture(server: Server) -> None:
    await won(server)
    await won(server)
    await won(server, "Bo")
    shown = await server.gil.slash(server.channel, "rivals")
    embed = embed_of(shown)
    first, second, *others = str(embed.description).splitlines()
    assert (first, second) == ("-# All time", "🔥 **Ana** 2 : 1 **Bo**")
    assert sorted(others) == ["🔥 **Ana** 2 : 0 **Cy**", "🔥 **Ana** 2 : 0 **Di**"]
    (attached,) = answer(shown).message.attachments
    assert (attached.filename, bool(embed.image.url)) == (rivals.PICTURE_NAME, True)
    with Image.open(BytesIO(await attached.read())) as image:
        image.load()
        assert image.format == "PNG"


async def test_without_a_picture_there_are_the_words(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def draw(*_: object) -> bytes:
        raise PictureDrawingError("no paint")

    monkeypatch.setattr(PictureQueue, "draw_picture", draw)
    await won(server)
    shown = await server.gil.slash(server.channel, "rivals")
    assert "🔥 **Ana** 1 : 0 **Bo**" in str(embed_of(shown).description)
    assert answer(shown).attachments == []


def drawn(pairs: list[PlayerRivalry], me: str = "me") -> DefeatsPictureScene:
    players = sorted({each for pair in pairs for each in (pair.one, pair.other)})
    figures = build_players_in_picture([(each, "") for each in players])
    named = dict(zip(players, figures, strict=True))
    return build_rivals_picture_scene(pairs, me, named, load_translations("en"))


def test_whoever_asks_is_at_the_bottom_if_they_are_among_the_rivals() -> None:
    pairs = [PlayerRivalry("ana", "bo", 3, 1), PlayerRivalry("cy", "me", 2, 0)]
    assert drawn(pairs).players[0].name == "me"
    assert drawn(pairs, "stranger").players[0].name == "ana"


def test_of_many_rivalries_the_fiercest_are_drawn() -> None:
    names = [f"p{n:02}" for n in range(30)]
    many = [PlayerRivalry(a, b, 99, 98) for a in names for b in names if a < b]
    scene = drawn(many)
    assert len(scene.defeats) == MAX_ARROWS
    assert len(scene.players) <= MAX_RIVALS
    apart = [PlayerRivalry(one, other, 5, 0) for one, other in zip(names[::2], names[1::2], strict=True)]
    assert len(drawn(apart).players) == MAX_RIVALS - 1


def test_a_sparkline_goes_from_the_least_to_the_greatest() -> None:
    assert render_numbers_as_bar_characters([1000, 1070, 1035]) == "▁█▄"
    assert render_numbers_as_bar_characters([5, 5]) == "▁▁"


async def test_long_names_and_every_language_fit_what_discord_allows(server: Server) -> None:
    guests = [server.env.create_user(f"u{n}", global_name=f"{n}" + "*" * 31) for n in range(6)]
    people = [server.guild.add_member(guest) for guest in guests]
    table = await Table(server).started(*people)
    master, *losers = (guest.global_name for guest in guests)
    for loser in losers:
        await table.reports(people[0], str(loser), master)
    await let_count(server)
    for locale in LOCALES:
        server.speaks(people[0], locale)
        embed = embed_of(await people[0].slash(server.channel, "stats"))
        assert len(field(embed, "🎯")) == 3
        rivals = embed_of(await people[0].slash(server.channel, "rivals"))
        assert len(str(rivals.description).splitlines()) == 1 + 3
        listed = answer(await people[0].slash(server.channel, "history"))
        assert len(str(listed.embeds[0].description).splitlines()) == 2
