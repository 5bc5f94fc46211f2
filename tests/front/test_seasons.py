"""Seasons as a server has them: started, ended with a table for everybody, renamed, listed."""

from collections.abc import Iterator
from io import BytesIO

import pytest
import simcord
from PIL import Image

from bot.i18n import load_translations
from bot.pictures.picture_queue import PictureDrawingError, PictureQueue
from tests.front.deciding import shown as preview_of
from tests.front.forging import press
from tests.front.playing import Table, end, let_count, said
from tests.front.simulated import Server, answer, still_time, sweeping


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores every hour."""
    with sweeping(hours=1), still_time():
        yield


async def won(server: Server, winner: str = "Ana") -> Table:
    """A game of Ana, Bo, Cy and Di that this one of them wins as the master of all."""
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Ana", "Bo", "Cy", "Di"):
        if loser != winner:
            await table.reports(server.ana, loser, winner)
    await let_count(server, 80)
    return table


async def board(server: Server, **options: object) -> str:
    """What Gil is shown by `/leaderboard`, and who sees it."""
    shown = await server.gil.slash(server.channel, "leaderboard", **options)
    assert shown.ephemeral
    return str(answer(shown).embeds[0].description)


def standing(text: str, player: str) -> str:
    """How a player's line goes on after the name."""
    (line,) = [line for line in text.splitlines() if f"**{player}**" in line]
    return line.partition(" · ")[2]


async def season(server: Server, command: str, **options: object) -> simcord.InteractionResult:
    """`/season …`, a minute after what was done before."""
    await server.env.advance_time(60)
    if command == "end":
        return await end(server.ana, server.channel, "season end")
    return await server.ana.slash(server.channel, f"season {command}", **options)


async def test_games_count_in_the_season_that_runs_and_all_of_them_for_ever(server: Server) -> None:
    await won(server)
    assert "**Spring** has begun" in said(await season(server, "start", name=" Spring "))
    assert "No game has been finished in this season" in await board(server)
    await won(server, "Bo")
    now = await board(server)
    assert now.startswith("-# **Spring** · since Jan 1, 2026\n-# 📏 a game brings at most 12 pts\n🥇 **Bo** · 3 pts")
    assert standing(now, "Ana").startswith("1 pt · 👑0 ⛓️1 🎲1")
    assert standing(await board(server, season="ever"), "Ana").startswith("4 pts · 👑1 ⛓️1 🎲2")


async def test_the_end_of_a_season_shows_everybody_its_table_for_ever(server: Server) -> None:
    await season(server, "start")
    table = await won(server)
    told = said(await season(server, "end"))
    assert told.startswith("🏁 **Season 1** is over.")
    (final,) = table.boards[-1].embeds
    assert final.title == "🏁 Season 1 is over"
    assert str(final.description).splitlines()[0] == "-# Jan 1, 2026 to Jan 1, 2026"
    assert standing(str(final.description), "Ana").startswith("3 pts")
    await won(server, "Bo")
    await season(server, "start")
    assert standing(await board(server, season="1"), "Ana").startswith("3 pts · 👑1 ⛓️0 🎲1")
    assert standing(await board(server, season="season 1"), "Bo").startswith("1 pt · 👑0 ⛓️1 🎲1")


async def test_a_final_table_shows_no_game_before_it_counts(server: Server) -> None:
    await season(server, "start", name="One")
    await won(server, "Bo")
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    asked = await server.ana.slash(server.channel, "season end")
    assert said(asked).splitlines()[1] == "🥇 First now: **Bo**, with 3 points."
    await season(server, "end")
    shown = str(table.boards[-1].embeds[0].description)
    assert standing(shown, "Bo").startswith("3 pts · 👑1 ⛓️0 🎲1")
    assert standing(shown, "Ana").startswith("1 pt · 👑0 ⛓️1 🎲1")
    await let_count(server, 80)
    shown = str(table.boards[-1].embeds[0].description)
    assert standing(shown, "Ana").startswith("4 pts · 👑1 ⛓️1 🎲2")


async def test_a_final_table_is_corrected_and_leads_to_the_whole_one(server: Server) -> None:
    await season(server, "start")
    table = await won(server)
    await season(server, "end")
    posted = table.boards[-1]
    preview = await preview_of(table, "points", player="Di", points=9)
    assert preview.field("🔒") == [
        "This game counts in Season 1. Its final standings and its posts change with your decision."
    ]
    await preview.press("Apply")
    assert "Apply" not in preview.buttons
    assert standing(str(posted.embeds[0].description), "Di").startswith("0 pts")
    await preview.press("Change it anyway")
    assert standing(str(table.boards[-1].embeds[0].description), "Di").startswith("9 pts")
    now = await server.bo.click(posted, label="Full standings")
    assert now.ephemeral
    assert answer(now).id != posted.id


async def test_what_cannot_be_decided_is_said_and_changes_nothing(server: Server) -> None:
    text = load_translations("en")
    assert said(await season(server, "end")) == f"🚫 {text('refusal-no-season-runs')}"
    listed = answer(await season(server, "list")).embeds[0]
    assert listed.description == text("season-none")
    await season(server, "start", name="One")
    assert said(await season(server, "start")) == f"🚫 {text('refusal-season-runs')}"
    await season(server, "end")
    await season(server, "start", name="oNE")
    for told in (
        await season(server, "rename", name="Two", season="nine"),
        await server.gil.slash(server.channel, "leaderboard", season="nine"),
    ):
        assert said(told) == f"🚫 {text('refusal-no-season')}"
    both = await server.gil.slash(server.channel, "leaderboard", season="1", days=3)
    assert said(both) == f"🚫 {text('refusal-season-or-days')}"


async def test_the_end_of_a_season_is_asked_about_and_names_who_is_first(server: Server) -> None:
    await season(server, "start", name="One")
    table = await won(server, "Bo")
    asked = await server.ana.slash(server.channel, "season end")
    assert asked.ephemeral
    assert said(asked).splitlines() == [
        "End **One**? Its final standings will be posted here for everyone.",
        "🥇 First now: **Bo**, with 3 points.",
    ]
    assert len(table.boards) == 1
    assert "since" in str(answer(await season(server, "list")).embeds[0].description)


async def test_the_end_of_a_season_is_taken_back_until_another_begins(server: Server) -> None:
    await season(server, "start", name="One")
    table = await won(server)
    await season(server, "end")
    posted = table.boards[-1]
    assert posted.embeds[0].title == "🏁 One is over"
    await won(server, "Bo")
    asked = await server.ana.slash(server.channel, "season end")
    assert said(asked).startswith("No season is running. **One** was the last one.")
    late = await server.ana.slash(server.channel, "season end")
    sure = await server.ana.click(answer(asked), label="Take the end back")
    assert "which is over" in said(sure)  # what Bo has won since would count there
    done = await server.ana.click(answer(sure), label="Change it anyway")
    assert said(done if done.ephemeral else sure).startswith("↩️ **One** goes on")
    assert posted.id not in [each.id for each in table.boards]
    assert standing(await board(server, season="1"), "Bo").startswith("4 pts · 👑1 ⛓️1 🎲2")
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert "took back the end of the season **One**" in trail
    again = await server.ana.click(answer(late), label="Take the end back")
    assert "can no longer be taken back" in said(again)
    await season(server, "end")
    assert table.boards[-1].embeds[0].title == "🏁 One is over"
    late = await server.ana.slash(server.channel, "season end")
    await season(server, "start", name="One")
    again = await server.ana.click(answer(late), label="Take the end back")
    assert "can no longer be taken back" in said(again)
    found = await server.ana.autocomplete(server.channel, "leaderboard", "season", "one")
    assert len({each["name"] for each in found}) == 2


async def test_only_administrators_decide_about_seasons(server: Server) -> None:
    with pytest.raises(simcord.SetupError):
        await server.bo.slash(server.channel, "season start")


async def test_a_name_is_harmless_and_stands_in_the_audit_trail(server: Server) -> None:
    name = "**@everyone** wins"
    await season(server, "start", name=name)
    await season(server, "rename", name="Peace")
    await season(server, "end")
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    ended, renamed, started = trail.splitlines()
    assert ended.endswith("**Ana** · ended the season **Peace**")
    assert renamed.endswith("→ **Peace**")
    assert r"started the season **\*\*@" in started
    found = await server.ana.autocomplete(server.channel, "leaderboard", "season", "pea")
    assert found == [{"name": "Peace", "value": "1"}]


async def test_dates_are_those_of_the_server_s_time_zone(server: Server) -> None:
    found = await server.ana.autocomplete(server.channel, "setup timezone", "zone", "honol")
    assert [each["value"] for each in found] == ["Pacific/Honolulu"]
    told = said(await server.ana.slash(server.channel, "setup timezone", zone="pacific/honolulu"))
    assert "**Pacific/Honolulu**" in told
    await season(server, "start")
    listed = answer(await season(server, "list")).embeds[0]
    assert listed.description == "**Season 1** · since Dec 31, 2025"
    for typed, zone in (("Berlin", "Europe/Berlin"), ("Москва", "Europe/Moscow"), ("cet", "CET")):
        told = said(await server.ana.slash(server.channel, "setup timezone", zone=typed))
        assert f"**{zone}**" in told
        offered = await server.ana.autocomplete(server.channel, "setup timezone", "zone", typed)
        assert offered[0]["value"] == zone
    told = said(await server.ana.slash(server.channel, "setup timezone", zone="UTC+3"))
    assert "**Etc/GMT-3**" in told
    no = said(await server.ana.slash(server.channel, "setup timezone", zone="Atlantis"))
    assert no.startswith("🚫 I don’t know the time zone “Atlantis”")


async def test_the_leaderboard_is_filtered_by_days_variant_and_table(server: Server) -> None:
    await won(server)
    await server.env.advance_time(3 * 24 * 3600)
    gone = await board(server, days=3)
    assert gone.startswith("-# Last 3 days · since Jan 2, 2026 (UTC)\nNo game has been finished in")
    last = await board(server, days=4)
    assert last.startswith("-# Last 4 days · since Jan 1, 2026 (UTC)\n")
    assert standing(last, "Ana").startswith("3 pts")
    assert standing(await board(server, variant="esclave"), "Ana").startswith("3 pts")
    assert standing(await board(server, table="free-for-all"), "Ana").startswith("3 pts")
    assert "No games of this kind" in await board(server, variant="elimination")


async def play_for_two_pages(server: Server) -> list[simcord.MemberActor]:
    """Two games of six, which count; return all who played."""
    guests = [server.env.create_user(f"g{n}", global_name=f"Guest {n}") for n in range(5)]
    everybody = server.everybody + [server.guild.add_member(guest) for guest in guests]
    for group in (everybody[:6], everybody[6:]):
        channel = server.guild.create_text_channel(f"table-{group[0].user.name}")
        table = await Table(server, channel).started(*group)
        master, *losers = table.keys
        for loser in losers:
            await table.reports(group[0], loser, master)
    await let_count(server, 80)
    return everybody


async def test_a_leaderboard_is_turned_page_by_page_and_keeps_its_filters(server: Server) -> None:
    await play_for_two_pages(server)
    shown = await server.gil.slash(server.channel, "leaderboard", variant="esclave")
    back, forth = answer(shown).components[0]["components"]
    assert (back["disabled"], forth["disabled"]) == (True, False)
    await server.gil.click(answer(shown), custom_id=forth["custom_id"])
    (second,) = answer(shown).embeds
    assert len(str(second.description).splitlines()) == 1 + 2
    assert str(second.footer.text).endswith("Page 2 of 2")
    await server.restart()
    await server.gil.click(answer(shown), custom_id=back["custom_id"].replace(":-1", ":0"))
    assert len(str(answer(shown).embeds[0].description).splitlines()) == 1 + 10


async def test_two_of_one_name_on_different_pages_are_told_apart_on_both(server: Server) -> None:
    everybody = await play_for_two_pages(server)

    async def read_pages() -> tuple[str, str]:
        asked = await server.ana.slash(server.channel, "leaderboard")
        first = str(answer(asked).embeds[0].description)
        forth = answer(asked).components[0]["components"][1]["custom_id"]
        await server.ana.click(answer(asked), custom_id=forth)
        return first, str(answer(asked).embeds[0].description)

    first, second = await read_pages()
    one, last = (next(each for each in everybody if f"**{each.user.global_name}**" in page) for page in (first, second))
    server.env.backend.users[last.id].global_name = one.user.global_name
    await last.slash(server.guild.create_text_channel("another"), "pod open")
    for who, page in zip((one, last), await read_pages(), strict=True):
        assert f"{one.user.global_name} ({who.user.name})" in page
    server.env.backend.users[last.id].global_name = "Zed"  # not written down yet
    (own,) = answer(await last.slash(server.channel, "leaderboard")).embeds
    assert f"({last.user.name})" not in str(own.to_dict())


def picture(shown: simcord.InteractionResult) -> str | None:
    """The address of the picture in an answer, if it has one and it is attached."""
    message = answer(shown)
    attached = [f"attachment://{each.filename}" for each in message.attachments]
    url = message.embeds[0].image.url
    return url if url in attached or (url and attached) else None


async def test_the_picture_follows_the_answer_on_the_first_page_alone(server: Server) -> None:
    empty = await server.gil.slash(server.channel, "leaderboard")
    assert picture(empty) is None
    await won(server)
    shown = await server.gil.slash(server.channel, "leaderboard")
    assert picture(shown)
    first, last = server.env.http_requests[-2:]
    assert (first.path.rpartition("/")[2], last.path.rpartition("/")[2]) == ("callback", "@original")
    with Image.open(BytesIO(await answer(shown).message.attachments[0].read())) as drawn:
        assert (drawn.format, drawn.width) == ("PNG", 640)


async def test_without_the_process_of_pictures_there_is_still_a_leaderboard(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> bytes:
        raise PictureDrawingError("it broke")

    monkeypatch.setattr(PictureQueue, "draw_picture", broken)
    await won(server)
    shown = await server.gil.slash(server.channel, "leaderboard")
    assert standing(str(answer(shown).embeds[0].description), "Ana").startswith("3 pts")
    assert picture(shown) is None


async def test_the_menu_leads_to_other_seasons_and_times_and_keeps_the_filters(server: Server) -> None:
    await won(server)
    await season(server, "start", name="Spring")
    await won(server, "Bo")
    shown = await server.gil.slash(server.channel, "leaderboard", variant="esclave")
    (menu,) = answer(shown).components[0]["components"]
    options = [(each["label"], each["value"]) for each in menu["options"]]
    assert options == [
        ("Spring", "season:1"),
        ("All time", "ever"),
        ("Last 7 days", "days:7"),
        ("Last 30 days", "days:30"),
        ("Last 90 days", "days:90"),
        ("All seasons and their dates", "seasons:0"),
    ]
    assert [each["label"] for each in menu["options"] if each.get("default")] == ["Spring"]
    await server.restart()
    heads = {
        "ever": "-# All time · Esclave",
        "days:7": "-# Last 7 days · since Dec 26, 2025 (UTC) · Esclave",
        "season:1": "-# **Spring** · since Jan 1, 2026 · Esclave",
    }
    for value, head in heads.items():
        await server.gil.select(answer(shown), [value], custom_id=menu["custom_id"])
        assert str(answer(shown).embeds[0].description).splitlines()[0] == head
        (menu,) = answer(shown).components[0]["components"]
        chosen = [each["value"] for each in menu["options"] if each.get("default")]
        assert chosen == [value]
        assert picture(shown)


async def test_what_no_menu_offers_is_not_shown(server: Server) -> None:
    shown = answer(await server.gil.slash(server.channel, "leaderboard"))
    (menu,) = shown.components[0]["components"]
    for value in ("days:91", "days:0", "season:x", "tomorrow", "days:"):
        told = await press(server.gil, server.channel, shown, menu["custom_id"], value)
        assert said(told).startswith("🚫")


async def test_everybody_finds_all_seasons_with_their_dates_in_the_leaderboard_s_menu(server: Server) -> None:
    for number in range(30):
        await season(server, "start", name=f"Season no. {number}")
        if number < 29:
            await season(server, "end")
    shown = await server.gil.slash(server.channel, "leaderboard", table="free-for-all")
    assert shown.ephemeral
    (menu,) = answer(shown).components[0]["components"]
    assert len(menu["options"]) <= 25
    seen = list[str]()
    for value in ("seasons:0", "seasons:1"):
        await server.gil.select(answer(shown), [value], custom_id=menu["custom_id"])
        seen += str(answer(shown).embeds[0].description).splitlines()
        (menu,) = answer(shown).components[0]["components"]
    assert len(seen) == 30
    assert seen[0] == "**Season no. 29** · since Jan 1, 2026"
    assert seen[29] == "**Season no. 0** · Jan 1, 2026 to Jan 1, 2026"
    await server.gil.select(answer(shown), ["season:1"], custom_id=menu["custom_id"])
    first = str(answer(shown).embeds[0].description).splitlines()[0]
    assert first.startswith("-# **Season no. 0**")
    assert first.endswith("Free-for-all")


async def test_a_server_without_seasons_is_told_so_whatever_its_client_asks(server: Server) -> None:
    shown = answer(await server.gil.slash(server.channel, "leaderboard"))
    (menu,) = shown.components[0]["components"]
    told = await press(server.gil, server.channel, shown, menu["custom_id"], "seasons:7")
    assert "no season yet" in str(answer(told).embeds[0].description)
