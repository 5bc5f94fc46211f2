"""Duels have tables, statistics and stories of their own; the posts have a section for them."""

import csv
import io
import json
from datetime import timedelta

import discord
import pytest
import simcord
from msgspec.structs import replace
from simcord import InteractionResult, MemberActor

from bot.front.game_texts import table_view
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.client import SuzerainBot
from bot.front.standings import weekly_post
from bot.i18n import LOCALES, Locale, load_translations
from bot.projections.week_summary import WeekEndStandingsLine, WeeklyPointsGain
from bot.storage.servers.standings_posts import StandingsPost
from tests.front.deciding import done
from tests.front.dueling import DuelTable
from tests.front.playing import let_count, said
from tests.front.simulated import Server, answer
from tests.front.test_files import exported
from tests.front.test_history import history, ids_of, open_first, pods_of, press, text_of
from tests.front.test_seasons import season, won
from tests.front.test_stats import embed_of, field, told
from tests.front.test_weekly import PARTS, QUIET, UTC_ZONE, fields, words


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests draws as well, only later."""
    monkeypatch.setattr(table_view, "PICTURE_TIMEOUT", 60.0)


async def lost(
    loser: MemberActor, winner: MemberActor, server: Server, attic: simcord.ChannelHandle | None = None
) -> DuelTable:
    """A duel that the loser opens, and gives up at once; nobody disputes it."""
    table = await DuelTable(server, attic).started(loser, winner)
    await loser.slash(table.channel, "joust concede")
    await let_count(server)
    await find_services(server).rater.wait_for_ratings_of_server(server.guild.id)
    await server.env.advance_time(60)
    return table


async def undo(table: DuelTable, moderator: MemberActor) -> InteractionResult:
    """A moderator takes the last step back."""
    return await moderator.slash(table.channel, "joust undo", reason="It was not over.")


def find_services(server: Server) -> BackgroundServices:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    return client.services


async def board(server: Server, **options: object) -> str:
    """What Gil is shown by `/leaderboard` of duels."""
    shown = await server.gil.slash(server.channel, "leaderboard", game="magicjoust", **options)
    assert shown.ephemeral
    return str(answer(shown).embeds[0].description)


async def test_duels_have_a_leaderboard_of_their_own(server: Server) -> None:
    await won(server)
    await lost(server.ana, server.bo, server)
    lines = (await board(server)).splitlines()
    assert lines[0] == "-# All time · Magicjoust"
    assert [line.partition(" · ")[0] for line in lines[1:]] == ["🥇 **Bo**", "🥈 **Ana**"]
    assert lines[1].startswith("🥇 **Bo** · 3 pts · ✅1 🎲1 ⭐")
    pods = await server.gil.slash(server.channel, "leaderboard")
    assert "**Ana** · 3 pts · 👑1 ⛓️0 🎲1" in str(answer(pods).embeds[0].description)


async def test_a_leaderboard_of_duels_is_turned_to_other_times_and_stays_one_of_duels(server: Server) -> None:
    await lost(server.ana, server.bo, server)
    await season(server, "start")
    shown = await server.gil.slash(server.channel, "leaderboard", game="magicjoust")
    empty = load_translations("en")("leaderboard-empty-duels")
    assert str(answer(shown).embeds[0].description).endswith(empty)
    for picked, first in (("ever", "-# All time · Magicjoust"), ("days:7", "-# Last 7 days")):
        await server.gil.select(answer(shown), [picked], custom_id="duelists:pick")
        now = str(answer(shown).embeds[0].description)
        assert now.startswith(first)
        assert "**Bo** · 3 pts" in now


async def test_variants_are_of_pods_alone(server: Server) -> None:
    asked = {"game": "magicjoust", "variant": "esclave"}
    refused = await server.gil.slash(server.channel, "leaderboard", **asked)
    assert said(refused) == f"🚫 {load_translations('en')('refusal-kind-of-pods')}"


async def test_the_file_of_duels_counts_no_pods(server: Server) -> None:
    await won(server)
    await lost(server.ana, server.bo, server)
    content = (await exported(server, "csv", game="magicjoust")).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    assert [(row["player"], row["points"], row["games"]) for row in rows] == [("Bo", "3", "1"), ("Ana", "0", "1")]


async def test_an_end_that_a_moderator_undoes_counts_no_more(server: Server) -> None:
    duel = await lost(server.cy, server.bo, server)
    await undo(duel, server.ana)
    assert load_translations("en")("leaderboard-empty-duels") in await board(server)
    assert "has not finished a game here yet" in said(await told(server, "bo"))


async def test_who_is_forgotten_keeps_the_points_of_their_duels_without_a_name(server: Server) -> None:
    await lost(server.cy, server.bo, server)
    await export_own(server, server.bo)
    asked = await server.bo.slash(server.channel, "me forget")
    await server.bo.click(answer(asked), custom_id="me:forget:sure")
    await server.bo.click(answer(asked), custom_id="me:forget:really")
    nobody = load_translations("en")("forgotten-player")
    assert f"🥇 **{nobody}** · 3 pts" in await board(server)


async def export_own(server: Server, who: MemberActor) -> None:
    """`/me export` holds their duels' results, each with its kind."""
    shown = answer(await who.slash(server.channel, "me export"))
    (file,) = shown.message.attachments
    kept = json.loads(await file.read())
    assert {row["game"] for row in kept["results"]} == {"magicjoust"}
    assert {row["game"] for row in kept["standings"]} == {"magicjoust"}
    assert {row["game"] for row in kept["rivalries"]} == {"magicjoust"}


async def test_statistics_tell_duels_beside_pods(server: Server) -> None:
    await won(server)
    await lost(server.ana, server.bo, server)
    both = embed_of(await told(server, "ana"))
    assert "**3 points** · one game" in str(both.description)
    duelled = field(both, "Magicjoust")
    assert duelled[:2] == ["🏅 **0 points** · one game", "✅ 0 won (0%) · ❌ 1 lost"]
    assert duelled[2].endswith("after the first game")
    await lost(server.eve, server.fay, server)
    duels = embed_of(await told(server, "fay"))
    assert [each.name for each in duels.fields] == ["🧙 Magicjoust"]
    assert duels.description == "-# All time"


async def test_rivals_of_duels_are_shown_by_themselves(server: Server) -> None:
    await won(server)
    nobody = await server.gil.slash(server.channel, "rivals", game="magicjoust")
    text = load_translations("en")
    about = "-# All time · Magicjoust"
    assert embed_of(nobody).description == f"{about}\n{text('rivals-none-duels')}"
    await lost(server.ana, server.bo, server)
    shown = embed_of(await server.gil.slash(server.channel, "rivals", game="magicjoust"))
    assert str(shown.description).splitlines() == [about, "🔥 **Bo** 1 : 0 **Ana**"]


async def test_the_history_lists_duels_among_pods_and_opens_their_stories(server: Server) -> None:
    await won(server)
    await server.env.advance_time(60)
    await lost(server.cy, server.bo, server)
    shown = await history(server)
    listed = text_of(shown).splitlines()
    assert pods_of(shown)[0] == "**1.** 👑 **Bo**"
    assert listed[1].endswith("Magicjoust")
    assert len(pods_of(shown)) == 2
    (of_ana,) = pods_of(await history(server, player=server.ana))
    assert of_ana.startswith("**1.** 👑 **Ana** ⛓️")
    await open_first(server, shown)
    assert text_of(shown).splitlines() == ["1. Cy begins. · MJ-5", "2. Cy concedes. · MJ-D7"]
    assert field(answer(shown).embeds[0], "Bo wins") == [
        "Cy: 0 points from plans, 0 for the season",
        "Bo: 0 points from plans, 3 for the season",
    ]
    assert set(ids_of(shown)) == {"at"}
    await press(server, shown, "at")
    assert len(pods_of(shown)) == 2


async def test_the_correction_of_a_pod_leaves_duels_alone(server: Server) -> None:
    table = await won(server)
    attic = server.guild.create_text_channel("attic")
    await lost(server.ana, server.bo, server, attic)
    await done(table, "points", player="Di", points=9)
    pods = await server.gil.slash(server.channel, "leaderboard")
    assert "**Di** · 9 pts" in str(answer(pods).embeds[0].description)
    assert (await board(server)).splitlines()[1].startswith("🥇 **Bo** · 3 pts")


async def test_a_final_table_has_the_best_of_the_duels_too_and_follows_them(server: Server) -> None:
    await season(server, "start")
    table = await won(server)
    duel = await lost(server.cy, server.bo, server)
    await season(server, "end")
    (final,) = table.boards[-1].embeds
    assert "**Bo** · 3 pts" in field(final, "Magicjoust")[1]
    assert len(field(final, "Magicjoust")) == 3
    asked = await undo(duel, server.ana)
    await server.ana.click(answer(asked), label="Change it anyway")
    find_services(server).outbox.check_due_tasks_soon()
    await server.env.advance_time(60)
    assert field(table.boards[-1].embeds[0], "Magicjoust") == []


# The weekly post

DUELS = replace(
    QUIET,
    games=3,
    players=2,
    table=(WeekEndStandingsLine(1, "ana", 6, None), WeekEndStandingsLine(2, "bo", 3, None)),
    leaders=("ana",),
    gains=(WeeklyPointsGain(1, "ana", 6, 3, 2, 0), WeeklyPointsGain(2, "bo", 3, 3, 1, 0)),
)


def draw(duels: object, locale: Locale = "en") -> discord.Embed:
    embed = discord.Embed()
    weekly_post.add_weekly_duels_field(embed, duels, words(locale))  # type: ignore[arg-type]
    return embed


def test_a_week_tells_who_leads_the_duels_and_who_won_most() -> None:
    assert fields(draw(DUELS)) == {
        "🧙 Magicjoust": [
            "-# 3 duels · 2 players",
            "**Ana** leads the duels with 6 pts",
            "🥇 **Ana** +6 · 3 duels",
            "🥈 **Bo** +3 · 3 duels",
        ]
    }


def test_a_week_without_duels_has_no_section_of_them() -> None:
    assert draw(replace(DUELS, games=0)).fields == []


@pytest.mark.parametrize("locale", LOCALES)
def test_duels_are_told_in_every_language_with_their_numbers(locale: Locale) -> None:
    shared = replace(DUELS, leaders=("ana", "bo"), games=21)
    (lines,) = fields(draw(shared, locale)).values()
    assert "21" in lines[0]
    assert all(f"**{name}**" in lines[1] for name in ("Ana", "Bo"))
    assert "+6" in lines[2]


def test_a_week_of_duels_alone_was_no_quiet_one() -> None:
    def headline(*, duelled: bool) -> str:
        embed = weekly_post.render_weekly_post_embed(QUIET, words(), UTC_ZONE, PARTS, has_duels=duelled)
        return str(embed.description).splitlines()[0]

    text = load_translations("en")
    assert headline(duelled=True) == text("week-only-duels")
    assert headline(duelled=False) == text("week-quiet")


async def test_the_page_of_a_week_has_the_duels_that_were_fought(server: Server) -> None:
    await lost(server.ana, server.bo, server)
    now = server.env.now() + timedelta(seconds=1)
    post = StandingsPost(server.guild.id, "week", 1, now - timedelta(days=7), now, False, "fr")
    embed, *_ = await weekly_post.render_weekly_post(find_services(server), post)
    text = load_translations("fr")
    assert str(embed.description).splitlines()[0] == text("week-only-duels")
    lines = fields(embed)["🧙 Magicjoust"]
    assert lines[0] == "-# 1 duel · 2 joueurs"
    assert lines[1:] == ["**Bo** mène les duels avec 3 pts", "🥇 **Bo** +3 · 1 duel"]
