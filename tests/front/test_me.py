"""What somebody can do about what is kept of them; and that a server's history ends."""

import json
import re
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot import app
from bot.front.gateway import chores
from bot.storage.engine import schema
from bot.storage.privacy.personal_data import PAUSE
from tests.front.playing import Table, acts, end, forced, let_count, read_details, said, sets
from tests.front.simulated import Server, answer, sent_away
from tests.storage.store import rows


def app_of(server: Server) -> app.BotApplication:
    assert isinstance(server.bot.app, app.BotApplication)
    return server.bot.app


async def dump(server: Server) -> str:
    """All that the database holds."""
    database = app_of(server).database
    return repr([await rows(database, table) for table in schema.metadata.sorted_tables])


async def finished(server: Server, title: str = "Bo’s birthday") -> Table:
    """A game that Bo won."""
    bo, cy, di, eve = server.everybody[1:5]
    table = await Table(server).started(bo, cy, di, eve, title=title)
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(bo, loser, "Bo", card="Bolt of Bo")
    await let_count(server)
    return table


async def exported(who: simcord.MemberActor, server: Server) -> Any:
    result = await who.slash(server.channel, "me export")
    assert result.ephemeral
    (file,) = answer(result).attachments
    assert file.filename == "suzerain-me.json"
    return json.loads(await answer(result).message.attachments[0].read())


async def forgets(who: simcord.MemberActor, server: Server) -> simcord.InteractionResult:
    """Both questions answered."""
    asked = await who.slash(server.channel, "me forget")
    assert asked.ephemeral
    await who.click(answer(asked), custom_id="me:forget:sure")
    return await who.click(answer(asked), custom_id="me:forget:really")


async def test_an_export_is_a_private_file_with_all_about_whoever_asks(server: Server) -> None:
    await finished(server)
    written = await exported(server.bo, server)
    assert written["person"]["name"] == "Bo"
    assert len(written["events"]) == 9
    assert [line["points"] for line in written["results"]] != []
    # Not within the codes that stand for people, which may spell anything.
    assert re.search(r"(?<![\w-])(Cy|Di|Eve)(?![\w-])", json.dumps(written)) is None
    again = await server.bo.slash(server.channel, "me export")
    assert "You can make another" in answer(again).content
    await server.env.advance_time(PAUSE.total_seconds())
    assert (await exported(server.bo, server))["person"] == written["person"]


async def test_whoever_is_not_known_is_told_so(server: Server) -> None:
    result = await server.gil.slash(server.channel, "me export")
    assert answer(result).content == "I keep nothing about you."
    await forgets(server.gil, server)


async def test_forgetting_asks_twice_and_can_be_left_at_either_question(server: Server) -> None:
    await finished(server)
    before = await dump(server)
    first = await server.bo.slash(server.channel, "me forget")
    assert "Do you want me to forget you?" in answer(first).content
    await server.bo.click(answer(first), custom_id="me:forget:keep")
    assert answer(first).content == "Nothing has changed."
    assert answer(first).components == []
    second = await server.bo.slash(server.channel, "me forget")
    await server.bo.click(answer(second), custom_id="me:forget:sure")
    assert "Really?" in answer(second).content
    assert await dump(server) == before
    await server.bo.click(answer(second), custom_id="me:forget:keep")
    assert answer(second).content == "Nothing has changed."
    assert await dump(server) == before


async def test_whoever_is_forgotten_has_no_name_and_no_points_any_more(server: Server) -> None:
    await finished(server)
    result = await forgets(server.bo, server)
    assert answer(result).content == "✅ I no longer know who you are."
    assert answer(result).components == []
    left = await dump(server)
    assert not any(word in left for word in ("Bo’", "of Bo", "'Bo'", str(server.bo.id)))
    told = await acts(server.cy, server.channel, "log")
    assert "a deleted player" in str(answer(told).embeds[0].to_dict())
    assert (await read_details(Table(server))).title == "▒▒▒’s birthday"
    lines = await server.bo.slash(server.channel, "leaderboard")
    assert "Bo" not in str(answer(lines).embeds[0].to_dict())
    await Table(server).started(*server.everybody[1:5])
    assert len(await rows(app_of(server).database, schema.people)) == 4


async def test_whoever_is_forgotten_concedes_a_game_that_others_reopened(server: Server) -> None:
    table = await Table(server).started(*server.everybody[1:5])
    await end(server.bo, server.channel, "close")
    await server.bo.slash(server.channel, "undo")
    assert "Cy" in str(table.embed.to_dict())
    await forgets(server.cy, server)
    assert "~~a deleted player~~" in str(table.embed.to_dict())


async def test_nobody_is_forgotten_in_the_middle_of_a_game(server: Server) -> None:
    table = await Table(server).started(*server.everybody[1:5])
    database = app_of(server).database
    kept = (schema.people, schema.events)
    before = [await rows(database, each) for each in kept]
    asked = said(await server.bo.slash(server.channel, "me forget"))
    assert "shows all that you are part of" in asked
    assert f"<#{server.channel.id}>" in asked
    pressed = await forced(table, server.bo, table.board, "me:forget:really")
    assert "shows all that you are part of" in answer(pressed).content
    assert [await rows(database, each) for each in kept] == before
    await end(server.bo, server.channel, "concede")
    await forgets(server.bo, server)
    assert "Bo" not in str(table.embed.to_dict())
    assert "a deleted player" in str(table.embed.to_dict())


async def test_a_board_that_names_them_is_drawn_anew(server: Server) -> None:
    await finished(server)
    other = server.guild.create_text_channel("other")
    table = await Table(server, other).opened(server.cy, server.di, title="Beat Bo")
    assert "Beat Bo" in str(table.embed.to_dict())
    await forgets(server.bo, server)
    assert "Beat ▒▒▒" in str(table.embed.to_dict())
    await server.eve.click(table.board, label="Join")
    assert "Beat ▒▒▒" in str(table.embed.to_dict())


async def test_it_can_be_asked_where_the_bot_is_not_to_be_used(server: Server) -> None:
    other = server.guild.create_text_channel("other")
    await sets(server, "channels", other)
    asked = await server.bo.slash(server.channel, "me forget")
    assert "Do you want me to forget you?" in answer(asked).content
    await server.bo.click(answer(asked), custom_id="me:forget:keep")
    assert answer(asked).content == "Nothing has changed."


@pytest.mark.parametrize(("locale", "word"), [("fr", "oublie"), ("ru", "Забыть")])
async def test_it_is_asked_in_one_s_own_language(server: Server, locale: str, word: str) -> None:
    server.speaks(server.bo, locale)
    assert word in answer(await server.bo.slash(server.channel, "me forget")).content


# The end of a server's history


async def gone(server: Server) -> dict[int, Any]:
    return dict(await app_of(server).client.services.guilds.load_removal_times_of_left_servers())


async def do_chores(server: Server, later: timedelta, monkeypatch: pytest.MonkeyPatch) -> None:
    now = server.env.now() + later
    with monkeypatch.context() as patch:
        patch.setattr(discord.utils, "utcnow", lambda: now)
        await chores.delete_data_after_bot_removal(app_of(server).client, app_of(server).client.services)


async def test_what_was_kept_of_a_server_goes_a_month_after_the_bot(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(server)
    with sent_away(server):
        await server.env.settle()
        assert list(await gone(server)) == [server.guild.id]
        await do_chores(server, timedelta(days=29), monkeypatch)
        assert "birthday" in await dump(server)
        await do_chores(server, timedelta(days=31), monkeypatch)
        assert await dump(server) == repr([[] for _ in schema.metadata.sorted_tables])
    await server.env.settle()
    await Table(server).started(*server.everybody[1:5])
    first, *_ = await rows(app_of(server).database, schema.events)
    assert first[1] == 1


async def test_a_server_that_sent_the_bot_away_while_it_was_off_is_noted(server: Server) -> None:
    other = server.env.create_guild("The Attic")
    await server.env.settle()
    await finished(server)
    with sent_away(server):
        await server.env.settle()
        await app_of(server).client.services.guilds.record_bot_is_on_server(server.guild.id)  # as if it had not heard
        await server.restart()
        await server.env.settle()
        assert list(await gone(server)) == [server.guild.id]
    await server.env.settle()
    assert await gone(server) == {}
    assert other.id not in await gone(server)


async def test_a_server_in_trouble_is_not_taken_for_one_that_is_gone(server: Server) -> None:
    await finished(server)
    client = app_of(server).client
    guild = client.get_guild(server.guild.id)
    assert guild is not None
    guild.unavailable = True
    await client.on_ready()
    assert await gone(server) == {}
