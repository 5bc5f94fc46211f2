"""What a moderator strikes out is in nothing that the bot sends afterwards."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import simcord
from sqlalchemy import insert, select

from bot import app
from bot.front.gateway.client import CHORES_INTERVAL, SuzerainBot
from bot.storage.engine.schema import events, people, strikes
from bot.storage.record.people import (
    Person,
    build_people_upserts,
    build_redacted_guest_name,
    compute_guest_account_number,
)
from bot.storage.record.redaction import REDACTED, TEXT_FIELDS, iterate_user_texts_in_json_value
from bot.storage.tables.guests import build_guests_upsert
from tests.front import forging
from tests.front.deciding import done, offered, ranking, report
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, add_word, does, end, let_count, said, set_link, sets, switch_on
from tests.front.simulated import Server, answer
from tests.front.test_duel_decks import DECK, PLANS, send, write
from tests.front.test_house_variants import Maker
from tests.front.test_me import exported
from tests.storage.store import column, execute, rows

SLUR = "zorg"
"""Is in every text that is typed here, each of them another one."""

WEEK = 7 * 24 * 3600


@pytest.fixture(autouse=True)
def soon() -> Iterator[None]:
    """The bot does its chores as often as it always does, whatever a test made of that."""
    yield
    SuzerainBot.run_background_chores_once.change_interval(seconds=CHORES_INTERVAL)


def app_of(server: Server) -> app.BotApplication:
    assert isinstance(server.bot.app, app.BotApplication)
    return server.bot.app


async def type_into_a_pod(server: Server) -> Table:
    """A game of a variant with a name, in a season with one, with texts wherever there can be."""
    await server.ana.slash(server.channel, "season start", name=f"{SLUR} season")
    await server.ana.slash(server.channel, "season exclude", player=server.cy, reason=f"{SLUR} alt")
    made = await server.ana.slash(server.channel, "setup variant", name=f"{SLUR} variant")
    maker = Maker(server, made)
    await maker.picks("start", "necromancer")
    await maker.answers(11, "5")
    await maker.presses("save")
    options = {"title": f"{SLUR} title", "variant": f"{SLUR} variant"}
    table = await Table(server).opened(server.bo, server.di, server.eve, **options)
    await server.cy.click(table.board, label="Join")
    await add_word(table, server.cy, f"{SLUR} word")
    await set_link(table, server.cy, f"https://example.com/{SLUR}")
    await server.bo.click(table.board, label="Start")
    choices = await server.bo.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}
    await table.reports(server.cy, "Cy", "Di", card=f"{SLUR} card")
    await table.reports(server.bo, "Bo", "Di", card=f"{SLUR} effect")
    chosen = await report(table, "undo", "Bo")
    await done(table, "undo", report=chosen, reason=f"{SLUR} reason")
    await table.reports(server.bo, "Bo", "Di", card=f"{SLUR} object")
    await done(table, "status", player="Eve", serves="Di", reason=f"{SLUR} why")
    newest = str((await offered(table, "undo", "report"))[0]["value"])
    await done(table, "undo", report=newest, reason=f"{SLUR} undone")
    await table.reports(server.eve, "Eve", "Di")
    return table


async def type_into_a_duel(server: Server) -> DuelTable:
    """A duel with a registered deck, a card with an action, a change, and the great work."""
    await switch_on(server, "joust")
    played = {"name": f"{SLUR} plan", "text": f"{SLUR} rules", "action": f"{SLUR} doing"}
    deck = {**DECK, "crucible": [{**PLANS[0], **played}, *PLANS[1:]]}
    assert "✅" in said(await send(server, server.bo, write(deck)))
    table = DuelTable(server, server.guild.create_text_channel("duels"))
    await table.started(server.bo, server.cy, title=f"{SLUR} duel")
    await server.bo.slash(table.channel, "joust invoke", name=f"{SLUR} plan")
    await server.bo.slash(
        table.channel, "joust change", player=table.keys["Bo"], what="hand +2", because=f"{SLUR} cause"
    )
    await server.cy.slash(table.channel, "joust concede")
    modal = await server.bo.click(table.board, label="Present the great work")
    await server.bo.submit_modal(modal, {"work": f"{SLUR} work"})
    return table


async def strike_all(server: Server, *tables: Table) -> int:
    """Strike whatever is offered, in each channel, until nothing is."""
    count = 0
    for table in tables:
        while choices := await offered(table, "strike", "text"):
            picked = str(choices[0]["value"])
            told = await server.ana.slash(table.channel, "override strike", text=picked)
            assert REDACTED in said(told)
            count += 1
    return count


async def look_everywhere(server: Server, table: Table, duel: DuelTable) -> None:
    """Everything that shows a game, a season, a variant, a deck or a decision."""
    ana, bo, channel = server.ana, server.bo, table.channel
    await switch_on(server, "series", "joust")
    for name in ("pod status", "log", "why", "history", "audit", "leaderboard", "series"):
        await does(ana, channel, name)
    await forging.press(ana, channel, table.board, "draws")
    for name in ("joust board", "joust deck"):
        await bo.slash(duel.channel, name)
    for action in ("log", "story:0"):
        await duel.press(bo, action)
    await ana.slash(channel, "leaderboard", export="json")
    for who in (ana, server.cy):
        await who.slash(channel, "stats")
    await ana.slash(channel, "desk")
    listed = answer(await ana.slash(channel, "history"))
    menu = listed.components[0]["components"][0]
    for option in menu["options"]:
        story = answer(await ana.slash(channel, "history"))
        await ana.select(story, [option["value"]], custom_id=menu["custom_id"])
    for command, option in (
        *(("override undo", "report"), ("override responsible", "report"), ("override end", "pod")),
        *(("override strike", "text"), ("override unstrike", "text"), ("pod open", "variant")),
        *(("leaderboard", "season"), ("setup variant", "name")),
    ):
        await ana.autocomplete(channel, command, option, "")
    await bo.autocomplete(duel.channel, "joust invoke", "name", "")
    for played in (table, duel):
        if "Rematch" in played.buttons:
            await bo.click(played.board, label="Rematch")


def list_sent(requests: list[Any]) -> Iterator[str]:
    """What the bot sent, each request as one text."""
    for request in requests:
        yield json.dumps(request.json, ensure_ascii=False, default=str).casefold()


async def test_what_is_struck_out_is_in_nothing_that_the_bot_sends_afterwards(server: Server, env: simcord.Env) -> None:
    await sets(server, "log_channel", server.guild.create_text_channel("log"))
    news, results = map(server.guild.create_text_channel, ("news", "results"))
    await sets(server, "weekly", news)
    await sets(server, "results_channel", results)
    table, duel = await type_into_a_pod(server), await type_into_a_duel(server)
    await let_count(server)
    SuzerainBot.run_background_chores_once.change_interval(hours=12)
    await server.restart()
    await env.advance_time(WEEK)
    points = await ranking(table)
    payloads = await column(app_of(server).database, select(events.c.payload))
    typed = {field for row in payloads for field, _ in iterate_user_texts_in_json_value(msgspec.json.decode(row))}
    assert typed == {*TEXT_FIELDS, "variant"}, "every text that can be typed is in this test"

    shown = str(table.embed.to_dict()).casefold() + str(duel.embed.to_dict()).casefold()
    assert SLUR in shown
    await strike_all(server, table, duel)
    before = len(env.http_requests)
    assert SLUR not in str(table.embed.to_dict()).casefold()
    assert SLUR not in str(duel.embed.to_dict()).casefold()
    await look_everywhere(server, table, duel)
    await server.restart()
    await look_everywhere(server, table, duel)
    await env.advance_time(WEEK)
    assert [sent for sent in list_sent(env.http_requests[before:]) if SLUR in sent] == []
    for viewed in (table.channel, duel.channel, news, results):
        for message in viewed.history(viewer=server.gil):
            if message.flags.ephemeral:
                continue
            assert SLUR not in str([each.to_dict() for each in message.embeds]).casefold()
    proof = await forging.press(server.bo, table.channel, news.history()[-1], "pod:1:fair")
    assert SLUR not in (await answer(proof).message.attachments[0].read()).decode().casefold()
    kept = await exported(server.bo, server)
    assert SLUR not in json.dumps([kept["events"], kept["audit"]], ensure_ascii=False).casefold()
    file = await server.gil.slash(server.channel, "leaderboard", export="json", season="1")
    assert SLUR not in (await answer(file).message.attachments[0].read()).decode().casefold()
    assert (await ranking(table)).splitlines()[1:] == points.splitlines()[1:]


async def test_a_text_is_shown_again_and_the_trail_never_says_it(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, title=f"{SLUR}")
    (choice,) = [c for c in await offered(table, "strike", "text") if SLUR in str(c["name"])]
    refused = await forging.command(server.gil, table.channel, "override strike", text=choice["value"])
    assert said(refused).startswith("🚫 Only moderators")
    told = answer(await server.ana.slash(table.channel, "override strike", text=choice["value"]))
    assert table.embed.title == REDACTED
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert "struck out a text (Title) in" in trail
    assert SLUR not in trail
    button = told.components[0]["components"][0]["custom_id"]
    await server.ana.click(told, custom_id=button)
    assert table.embed.title == SLUR
    again = await server.ana.click(told, custom_id=button)
    assert said(again).startswith("🚫")
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0].description or ""
    assert SLUR not in trail.replace(table.channel.mention, "")


async def test_a_struck_text_stays_struck_when_it_is_typed_again_or_another_process_struck_it(server: Server) -> None:
    table = await Table(server).opened(server.bo, title=f"{SLUR} night")
    row = {"guild": server.guild.id, "id": 1, "text": f"{SLUR} night"}
    await execute(app_of(server).database, insert(strikes).values(row))
    await server.env.advance_time(61)
    await server.cy.click(table.board, label="Join")
    assert table.embed.title == REDACTED
    await end(server.bo, table.channel, "close")
    await server.bo.slash(table.channel, "pod open", title=f"  {SLUR.upper()}  night ")
    assert table.embed.title == REDACTED


async def test_a_guests_name_is_struck_and_nobody_brings_it_back(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    for name in ("one", "two"):
        await server.cy.slash(table.channel, "pod guest", name=f"{SLUR} {name}")
    first, second = await offered(table, "strike", "text")
    assert first["name"] == f"Guest’s name: {SLUR} one"
    told = answer(await server.ana.slash(table.channel, "override strike", text=first["value"]))
    await server.ana.slash(table.channel, "override strike", text=second["value"])
    assert SLUR not in str(table.embed.to_dict())
    called = set(re.findall(rf"{REDACTED} \\*#\d{{4}}", str(table.embed.to_dict())))
    assert len(called) == 2, "one is told from the other"
    await acts(server.cy, table.channel, "leave")
    before = len(server.env.http_requests)
    await server.bo.slash(table.channel, "pod guest", name=f"{SLUR.upper()}  one")
    assert await server.bo.autocomplete(table.channel, "pod guest", "name", SLUR) == []
    assert [sent for sent in list_sent(server.env.http_requests[before:]) if SLUR in sent] == []
    await server.ana.click(told, custom_id=told.components[0]["components"][0]["custom_id"])
    assert f"{SLUR} one (guest)" in str(table.embed.to_dict())


async def test_a_name_that_was_struck_before_any_guest_had_it_is_hidden_as_well(server: Server) -> None:
    table = await Table(server).opened(server.bo, title=f"{SLUR} one")
    await strike_all(server, table)
    await server.bo.slash(table.channel, "pod guest", name=f"{SLUR.upper()} ＯＮＥ")
    shown = str(table.embed.to_dict()).casefold()
    assert "(guest)" in shown
    assert SLUR not in shown


async def test_a_guest_who_was_called_as_if_struck_out_is_struck_out(server: Server) -> None:
    name = f"{REDACTED} {SLUR}"
    person = Person("gus", compute_guest_account_number(server.guild.id, name), name)
    database = app_of(server).database
    await database.commit_changes(*build_people_upserts([person]), build_guests_upsert(["gus"], server.guild.id))
    table = Table(server)
    (text,) = await offered(table, "strike", "text")
    assert text["name"] == f"Guest’s name: {name}"
    await server.ana.slash(table.channel, "override strike", text=text["value"])
    assert await offered(table, "strike", "text") == []
    assert [row[2] for row in await rows(database, people) if row[0] == "gus"] == [
        build_redacted_guest_name(person.discord_id)
    ]
