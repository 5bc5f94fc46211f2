"""The weekly post: what it says of a week, in three languages."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from zoneinfo import ZoneInfo

import discord
import pytest
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.gateway.client import SuzerainBot
from bot.front.standings import weekly_post
from bot.front.standings.leaderboard_texts import render_leaderboard_embed
from bot.front.ui.escaping import escape_markdown
from bot.i18n import LOCALES, Locale, load_translations
from bot.projections.standings import LeaderboardLine, LeaderboardPage
from bot.projections.week_summary import (
    NewRecordInWeek,
    RareAchievement,
    RecordId,
    RepeatedDefeatInWeek,
    SurprisingWinOfWeek,
    WeekEndStandingsLine,
    WeeklyBestValue,
    WeeklyPointsGain,
    WeekSummary,
)
from bot.rules.variants import ServantKind
from bot.storage.servers.server_settings import PostPart
from bot.storage.servers.standings_posts import StandingsPost
from bot.storage.tables.seasons import Season
from tests.front.playing import Table, let_count
from tests.front.simulated import Server

START = datetime(2026, 1, 5, 18, tzinfo=UTC)
END = START + timedelta(days=7)
PARTS: tuple[PostPart, ...] = get_args(PostPart)
UTC_ZONE = ZoneInfo("UTC")

SPRING = Season(900, 1, "Spring", START - timedelta(days=30))

QUIET = WeekSummary(
    START,
    END,
    SPRING,
    games=0,
    players=0,
    variants=(),
    table=(
        WeekEndStandingsLine(1, "ana", 12, 1),
        WeekEndStandingsLine(2, "bo", 8, 2),
        WeekEndStandingsLine(3, "cy", 1, 3),
    ),
    leaders=("ana",),
    former=("ana",),
    ahead=4,
    gains=(),
    newcomers=(),
    upsets=(),
    reign=None,
    caused=None,
    duels=(),
)
PLAYED = replace(QUIET, games=3, players=4, variants=(("esclave", 2), ("house", 1)), servants="thrall")
FULL = replace(
    PLAYED,
    table=(
        WeekEndStandingsLine(1, "ana", 1_234, 3),
        WeekEndStandingsLine(2, "bo", 8, 1),
        WeekEndStandingsLine(2, "cy", 8, 2),
        WeekEndStandingsLine(4, "di", 1, None),
        WeekEndStandingsLine(5, "ed", -1, 4),
    ),
    former=("bo",),
    gains=(
        WeeklyPointsGain(1, "ana", 6, 2, won_as_master=2, won_as_servant=0),
        WeeklyPointsGain(2, "di", 1, 1, won_as_master=0, won_as_servant=1),
    ),
    newcomers=("di",),
    upsets=(SurprisingWinOfWeek(("ana",), 0.14), SurprisingWinOfWeek(("bo", "cy"), 0.27)),
    reign=WeeklyBestValue(("ana",), 84 * 60_000),
    caused=WeeklyBestValue(("ana", "bo"), 5),
    duels=(RepeatedDefeatInWeek("ana", "bo", 3),),
)


def words(locale: Locale = "en", names: Mapping[str, str] | None = None) -> PodMessageFormatter:
    called = names or {}
    return PodMessageFormatter(load_translations(locale), lambda player: called.get(player, player.capitalize()))


def told(week: WeekSummary, *shows: PostPart, locale: Locale = "en", late: bool = False) -> discord.Embed:
    return weekly_post.render_weekly_post_embed(week, words(locale), UTC_ZONE, shows, is_posted_late=late)


def fields(embed: discord.Embed) -> dict[str, list[str]]:
    return {str(field.name): str(field.value).splitlines() for field in embed.fields}


HEADLINES: dict[str, WeekSummary] = {
    "Nobody sat down to play: the throne had a quiet week.": QUIET,
    "🏁 Spring is over, and the crown goes to **Ana**. Everyone else: kneel!": replace(
        PLAYED, season=replace(SPRING, end=END - timedelta(days=1))
    ),
    "🏁 Spring is over, and the crown goes to nobody.": replace(
        PLAYED, season=replace(SPRING, end=END - timedelta(days=1)), leaders=(), table=()
    ),
    "The throne is still empty: it waits for a leader with 5 games.": replace(PLAYED, former=(), leaders=(), needed=5),
    "A fresh start, and **Ana** is the first on the throne.": replace(PLAYED, former=()),
    "A fresh start, and **Ana** and **Bo** crowd onto the first throne.": replace(
        PLAYED, former=(), leaders=("ana", "bo")
    ),
    "**Ana** seizes the throne. On your knees, **Bo** and **Cy**!": replace(PLAYED, former=("bo", "cy")),
    "One throne, 2 masters: **Ana** and **Bo** are level, and nobody kneels yet.": replace(
        PLAYED, leaders=("ana", "bo")
    ),
    "**Ana** shakes off **Bo** and reigns alone.": replace(PLAYED, former=("ana", "bo")),
    "**Ana** clings to the throne: **Bo** is only 1 pt away.": replace(PLAYED, ahead=1),
    "**Ana** clings to the throne: **Bo** and **Cy** are only 3 pts away.": replace(
        PLAYED, ahead=3, table=(*PLAYED.table[:2], WeekEndStandingsLine(2, "cy", 9, 2))
    ),
    "**Ana** reigns on, 4 pts ahead. Will nobody rise up?": PLAYED,
    "**Ana** pulls away: 4 pts ahead, after 1 a week ago.": replace(PLAYED, ahead_before=1),
    "**Ana** reigns on, but the lead is shrinking: 4 pts, after 9 a week ago.": replace(PLAYED, ahead_before=9),
}


def test_a_table_without_a_leader_has_no_medals_and_says_how_many_games_are_missing() -> None:
    table = (WeekEndStandingsLine(1, "ana", 23, None, missing=2), WeekEndStandingsLine(2, "bo", 10, None))
    week = replace(PLAYED, table=table, leaders=(), former=(), needed=5)
    said = (told(week, "table", "movement").description or "").splitlines()
    assert said[-2:] == ["`1.` **Ana** · 23 pts · 2 games to go", "`2.` **Bo** · 10 pts"]
    assert "🥇" not in str(told(replace(week, gains=FULL.gains), *PARTS).to_dict())


@pytest.mark.parametrize(("said", "week"), HEADLINES.items())
def test_the_headline_says_who_leads_and_what_has_changed(said: str, week: WeekSummary) -> None:
    assert weekly_post.render_week_headline(week, words()) == said
    assert str(told(week).description).splitlines()[0] == said


@pytest.mark.parametrize("locale", LOCALES)
def test_every_headline_names_its_people_in_every_language(locale: Locale) -> None:
    for said, week in HEADLINES.items():
        headline = weekly_post.render_week_headline(week, words(locale))
        assert [n for n in ("Ana", "Bo", "Cy") if n in headline] == [n for n in ("Ana", "Bo", "Cy") if n in said]


def test_a_season_that_ends_later_is_not_over_yet() -> None:
    week = replace(PLAYED, season=replace(SPRING, end=END + timedelta(days=1)))
    assert "reigns on" in weekly_post.render_week_headline(week, words())


def test_everything_a_week_has_to_tell() -> None:
    embed = told(FULL, *PARTS)
    assert embed.title == "📅 The week of Jan 5\u2009–\u200912, 2026"
    assert str(embed.description).splitlines() == [
        "**Ana** seizes the throne. On your knees, **Bo**!",
        "-# 3 games · 4 players · Esclave × 2 · House variants × 1",
        "",
        "**🏆 Spring**",
        "🥇 **Ana** · 1,234 pts · ▲2",
        "🥈 **Bo** · 8 pts · ▼1",
        "🥈 **Cy** · 8 pts · ＝",
        "`4.` **Di** · 1 pt · 🆕",
        "`5.` **Ed** · −1 pt · ▼1",
    ]
    assert fields(embed) == {
        "⚔️ This week": [
            "🥇 **Ana** +6 · 2 games · 👑 2",
            "🥈 **Di** +1 · 1 game · ⛓️ 1",
            "📈 Biggest climb (▲2): **Ana**",
        ],
        "🏅 Deeds of the week": [
            "👑 Longest time with thralls (1 h 24 min): **Ana**",
            "⚔️ Most defeats caused (5): **Ana** and **Bo**",
            "🎯 **Ana** defeated **Bo** 3 times",
        ],
        "🎲 Against the odds": ["**Ana** won with a 1-in-7 chance", "**Bo** and **Cy** won with a 1-in-4 chance"],
        "👋 New faces": ["Welcome to the table, **Di**! May your masters be kind."],
    }
    assert embed.footer.text == "👑 won as a master · ⛓️ as a thrall · ▲▼ places since last week"


@pytest.mark.parametrize("locale", LOCALES)
def test_where_nobody_served_no_word_speaks_of_masters_and_knees(locale: Locale) -> None:
    western = ("master", "kneel", "knees", "thrall", "minion", "maître", "genou", "esclave", "serviteur")
    words_of_service = (*western, "мастер", "колен", "невольник", "миньон", "⛓️")
    played = (("elimination", 3), ("house", 1))
    gains = tuple(replace(gain, won_as_servant=0) for gain in FULL.gains)
    embeds = [
        told(replace(week, variants=played, reign=None, servants="none", gains=gains), *PARTS, locale=locale)
        for week in [*HEADLINES.values(), FULL]
    ]
    for embed in [*embeds, leaderboard("none", locale)]:
        told_words = str(embed.to_dict()).casefold()
        assert not [word for word in words_of_service if word in told_words], told_words
    assert "👑" in str(told(FULL, *PARTS, locale=locale).footer.text)


@pytest.mark.parametrize("locale", LOCALES)
def test_words_of_thralls_are_told_where_they_can_win_alone(locale: Locale) -> None:
    thrall = {"en": "thrall", "fr": "esclave", "ru": "невольник"}[locale]
    minion = {"en": "minion", "fr": "serviteur", "ru": "миньон"}[locale]
    week = replace(FULL, variants=(("necromancer", 1),), gains=FULL.gains[:1])
    kinds: tuple[tuple[ServantKind, str, str], ...] = (("thrall", thrall, minion), ("minion", minion, thrall))
    for kind, word, other in kinds:
        said = str(fields(told(replace(week, servants=kind), "results", locale=locale)))
        assert word in said
        assert other not in said
        board = leaderboard(kind, locale)
        assert ("⛓️" in str(board.description), thrall in str(board.footer.text)) == ((kind == "thrall"),) * 2


def leaderboard(servants: ServantKind, locale: Locale) -> discord.Embed:
    line = LeaderboardLine(1, "ana", 12, games=4, won_as_master=3, won_as_servant=int(servants == "thrall"))
    return render_leaderboard_embed(LeaderboardPage([line], None, 0, 0, servants), words(locale), "Title", "")


def test_a_table_says_how_many_have_too_few_games_for_a_rank() -> None:
    said = (told(replace(PLAYED, unranked=4, games_for_rank=5), "table").description or "").splitlines()
    assert said[-2:] == ["🥉 **Cy** · 1 pt", "-# Not ranked yet: 4 players. A rank takes 5 games."]
    nobody = told(replace(PLAYED, table=(), unranked=1, games_for_rank=1), "table").description or ""
    assert nobody.splitlines()[-2:] == ["**🏆 Spring**", "-# Not ranked yet: 1 player. A rank takes 1 game."]


def test_no_two_lines_tell_the_same() -> None:
    respawn = (NewRecordInWeek("points", ("ana",), 12), NewRecordInWeek("caused", ("ana",), 12))
    week = replace(FULL, records=respawn, reign=None, caused=WeeklyBestValue(("ana",), 12), duels=())
    assert fields(told(week, "results"))["🏅 Deeds of the week"] == [
        "⚔️ Server record, defeats caused in one game (12): **Ana**"
    ]
    other = (NewRecordInWeek("points", ("bo",), 12), respawn[1])
    assert len(fields(told(replace(week, records=other), "results"))["🏅 Deeds of the week"]) == 2
    duel = replace(week, records=(), duels=(RepeatedDefeatInWeek("ana", "bo", 12),))
    assert fields(told(duel, "results"))["🏅 Deeds of the week"] == ["🎯 **Ana** defeated **Bo** 12 times"]
    thrall = replace(week, records=(NewRecordInWeek("thrall", ("bo",), 1),), deed=RareAchievement("loyal", ("bo",), 0))
    assert fields(told(thrall, "results"))["🏅 Deeds of the week"] == [
        "⛓️ A first on this server: **Bo** won as a thrall",
        "⚔️ Most defeats caused (12): **Ana**",
    ]


def test_rare_facts_are_told_and_what_many_did_is_not() -> None:
    records = (
        NewRecordInWeek("thrall", ("ana",), 1),
        NewRecordInWeek("seats", (), 8),
        NewRecordInWeek("game", (), 300),
    )
    rare = replace(FULL, records=records, deed=RareAchievement("regicide", ("bo",), 0))
    assert fields(told(rare, "results"))["🏅 Deeds of the week"][:3] == [
        "⛓️ A first on this server: **Ana** won as a thrall",
        "🪑 The largest table so far: 8 players",
        "🎖️ A first on this server: 🗡️ Regicide (**Bo**)",
    ]
    many = tuple(f"p{n}" for n in range(14))
    common = replace(FULL, caused=WeeklyBestValue(many, 2), reign=WeeklyBestValue(many, 84 * 60_000))
    common = replace(common, duels=tuple(RepeatedDefeatInWeek(each, "ana", 2) for each in many))
    assert "🏅 Deeds of the week" not in fields(told(common, "results"))
    first = replace(PLAYED, newcomers=("ana", "bo", "cy", "di"))  # everybody who played
    assert fields(told(first, "newcomers")) == {}


def test_a_server_shows_the_parts_that_it_chose() -> None:
    nothing = told(FULL)
    assert len(str(nothing.description).splitlines()) == 2
    assert (nothing.fields, nothing.footer.text) == ([], None)
    table = told(FULL, "table")
    assert "🥈 **Bo** · 8 pts\n" in str(table.description)
    assert table.footer.text is None
    assert list(fields(told(FULL, "results"))) == ["⚔️ This week", "🏅 Deeds of the week"]
    assert "Biggest climb" not in str(fields(told(FULL, "results")))
    assert list(fields(told(FULL, "upsets"))) == ["🎲 Against the odds"]
    assert list(fields(told(FULL, "newcomers"))) == ["👋 New faces"]


def test_in_the_first_week_of_a_table_nobody_has_moved() -> None:
    embed = told(replace(FULL, former=()), *PARTS)
    assert not {"▲", "▼", "🆕"} & set(str(embed.to_dict()))


def test_a_late_post_says_so() -> None:
    said = "-# ⏰ Late: the bot was offline when this was due."
    assert said in str(told(FULL, late=True).description).splitlines()
    assert said not in str(told(FULL).description)


@pytest.mark.parametrize(
    ("zone", "locale", "title"),
    [
        ("UTC", "fr", "📅 Bilan de la semaine · 5–11 janv. 2026"),
        ("Pacific/Honolulu", "fr", "📅 Bilan de la semaine · 4–11 janv. 2026"),
        ("Pacific/Auckland", "ru", "📅 Итоги недели: 5–12 янв. 2026\u202fг."),
    ],
)
def test_the_days_are_those_of_the_server_s_time_zone(zone: str, locale: Locale, title: str) -> None:
    midnight = datetime(2026, 1, 5, tzinfo=UTC)
    week = replace(FULL, start=midnight, end=midnight + timedelta(days=7))
    assert weekly_post.render_weekly_post_embed(week, words(locale), ZoneInfo(zone), PARTS).title == title


@pytest.mark.parametrize(("minutes", "time"), [(0, None), (59, "59 min"), (60, "1 h 0 min"), (3_001, "50 h 1 min")])
def test_the_longest_reign_lasts_hours_and_minutes(minutes: int, time: str | None) -> None:
    week = replace(PLAYED, reign=WeeklyBestValue(("ana",), minutes * 60_000 + 59_999))
    if time is None:
        week = replace(PLAYED, reign=WeeklyBestValue(("ana",), 59_999))
    deeds = fields(told(week, "results")).get("🏅 Deeds of the week")
    assert deeds == (None if time is None else [f"👑 Longest time with thralls ({time}): **Ana**"])


def test_a_victory_that_was_thought_impossible_is_one_in_a_thousand() -> None:
    week = replace(PLAYED, upsets=(SurprisingWinOfWeek(("bo",), 0.0),))
    assert "1-in-1,000" in str(fields(told(week, "upsets")))


MOST = tuple(f"p{n:02}" for n in range(25))
NASTY = ("*_~`|<>[]()#" * 3)[:32], "@everyone @here @everyone @here @", "👑" * 32, "-" * 32


def longest(locale: Locale, **changes: Any) -> discord.Embed:
    """A week in which everybody has the longest name, and is named wherever anybody is."""
    season = replace(SPRING, name="*" * 40)
    ranks = [1, 2, 2, *range(4, 11)]
    week = replace(
        FULL,
        season=season,
        variants=tuple((name, 99_999) for name in ("esclave", "elimination", "house")),
        table=tuple(WeekEndStandingsLine(rank, p, -99_999, 25) for rank, p in zip(ranks, MOST, strict=False)),
        former=MOST,
        gains=tuple(WeeklyPointsGain(3, p, 99_999, 99_999, 99_999, 99_999) for p in MOST[:5]),
        newcomers=MOST,
        upsets=(SurprisingWinOfWeek(MOST, 0.001), SurprisingWinOfWeek(MOST, 0.001)),
        reign=WeeklyBestValue(MOST[:2], 10**10),
        caused=WeeklyBestValue(MOST[:2], 99_999),
        duels=tuple(RepeatedDefeatInWeek(p, p, 99_999) for p in MOST[:2]),
        deed=RareAchievement("first-blood", MOST[:2], 3),
        records=tuple(NewRecordInWeek(record, MOST[:2], 99_999) for record in get_args(RecordId)),
        **changes,
    )
    names = {player: escape_markdown(NASTY[n % 4], 32) for n, player in enumerate(MOST)}
    return weekly_post.render_weekly_post_embed(week, words(locale, names), UTC_ZONE, PARTS, is_posted_late=True)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("leaders", [MOST, ("ana",)])
def test_the_fullest_week_stays_within_discord_s_limits(locale: Locale, leaders: tuple[str, ...]) -> None:
    embed = longest(locale, leaders=leaders, ahead=3)
    assert len(embed) <= 6_000
    assert len(str(embed.title)) <= 256
    assert len(str(embed.description)) <= 4_096
    for field in embed.fields:
        assert len(str(field.value)) <= 1_024
    assert len(embed.fields) == 4
    assert "@everyone" not in str(embed.to_dict())


@pytest.mark.parametrize(
    ("locale", "said"), [("en", "and 17 more! May your masters"), ("fr", "et 17 autres"), ("ru", "и ещё 17")]
)
def test_of_many_newcomers_some_are_named(locale: Locale, said: str) -> None:
    (welcome,) = fields(told(replace(PLAYED, newcomers=MOST), "newcomers", locale=locale)).values()
    assert said in welcome[0]
    assert "**P07**" in welcome[0]
    assert "**P08**" not in welcome[0]


async def test_the_page_of_a_week_is_made_of_what_was_played(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    await let_count(server)
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    now = server.env.now() + timedelta(seconds=1)
    post = StandingsPost(server.guild.id, "week", 1, now - timedelta(days=7), now, False, "fr")
    embed, files, _ = await weekly_post.render_weekly_post(client.services, post)
    lines = str(embed.description).splitlines()
    assert lines[0] == "Un classement tout neuf, et **Ana** s’assoit en premier sur le trône."
    assert lines[1] == "-# 1 partie · 4 joueurs · Esclave × 1"
    assert lines[3:5] == ["**🏆 Depuis toujours**", "🥇 **Ana** · 3 pts"]
    assert "👋 Nouvelles têtes" not in fields(embed)  # all four are new
    (chart,) = files
    assert embed.image.url == f"attachment://{chart.filename}"
    chart.close()
