"""What counts in a season that is over changes only through a moderator, and the audit says so."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord
from simcord import InteractionResult

from tests.effort import NAME, SEED
from tests.front import forging
from tests.front.deciding import WHY, four, over
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, end, let_count, said, sets, switch_on
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_confirming import dispute, press
from tests.front.test_desk import Desk
from tests.front.test_entering import fills, presses
from tests.front.test_seasons import season
from tests.front.test_what_counts import moderates
from tests.front.ways import WAYS, State, make_cast, set_scene

DAY = 24 * 3600
OVER = "🚫 Spring is over, so only a moderator can still decide about this. Ask one."
SURE = "🔒 This changes what counts in Spring, which is over."


async def standings(server: Server, number: str = "1") -> str:
    """The table of a season, as everybody sees it."""
    shown = answer(await server.gil.slash(server.channel, "leaderboard", season=number))
    return str(shown.embeds[0].description)


async def trail(server: Server) -> str:
    """What `/audit` shows first."""
    shown = answer(await server.ana.slash(server.channel, "audit"))
    return (shown.embeds[0].description or "").split("\n<t:")[0]


async def sure(who: simcord.MemberActor, asked: InteractionResult) -> InteractionResult:
    """Says yes to the question about a season that is over."""
    assert said(asked).startswith(SURE)
    return await who.click(answer(asked), label="Change it anyway")


async def over_for(server: Server, seconds: float) -> None:
    """The season Spring ends, in a channel where nothing is played, and so much time passes."""
    await server.env.advance_time(60)
    await end(server.ana, server.guild.create_text_channel("office"), "season end")
    await pass_quietly(server, seconds)


async def test_wins_confirmed_days_after_the_season_ask_a_moderator(server: Server) -> None:
    await season(server, "start", name="Spring")
    tables = []
    for name in ("one", "two"):
        channel = server.guild.create_text_channel(name)
        table = await Table(server, channel).started(server.bo, server.cy, server.di, server.eve)
        await end(server.bo, channel, "win", winner=table.keys["Bo"])
        tables.append(table)
    await over_for(server, 3 * DAY)
    before = await standings(server)
    assert "Bo" not in before
    for table in tables:
        assert await press(table, server.cy, "Confirm") == OVER
    assert await standings(server) == before
    asked = await server.ana.click(tables[0].board, label="Confirm")
    assert await standings(server) == before
    await sure(server.ana, asked)
    await let_count(server)
    assert "**Bo**" in await standings(server)
    assert "confirmed reports" in await trail(server)


async def test_a_win_confirmed_within_the_dispute_time_counts_in_its_season(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await end(server.bo, table.channel, "draw")
    await over_for(server, 60)
    for who in (server.cy, server.di, server.eve):
        assert "☑️" in await press(table, who, "Confirm")
    await let_count(server)
    assert "**Bo**" in await standings(server)


async def test_silence_within_the_dispute_time_counts_even_if_the_bot_was_away(server: Server) -> None:
    await season(server, "start", name="Spring")
    await over(server)
    await season(server, "end")
    await server.crash(away=2 * 3600)
    await pass_quietly(server, 180)
    assert "**Di**" in await standings(server)


async def test_a_dispute_withdrawn_a_week_later_asks_a_moderator(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await over(server)
    await dispute(table, server.bo, "Eve’s defeat")
    await over_for(server, 7 * DAY)
    before = await standings(server)
    assert await press(table, server.bo, "Let it stand") == OVER
    await let_count(server)
    assert await standings(server) == before
    asked = await server.ana.click(table.board, label="Let it stand")
    assert "☑️ It stands" in said(await sure(server.ana, asked))
    await let_count(server)
    assert "**Di**" in await standings(server)


async def test_a_dispute_withdrawn_in_time_leaves_what_follows_to_a_moderator(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await over(server)
    await dispute(table, server.bo, "Eve’s defeat")
    await over_for(server, 5 * 60)
    assert "☑️" in await press(table, server.bo, "Let it stand")
    await let_count(server, 30)
    assert "Di" not in await standings(server)
    assert "its season is over, so a moderator has to confirm it" in table.field("⏳")
    assert (await press(table, server.cy, "Confirm")).startswith("🚫")
    assert "Di" not in await standings(server)
    desk = await Desk.open(server)
    asked = await desk.press("confirm")
    await sure(server.ana, asked)
    assert "**Di**" in await standings(server)


async def test_an_entered_game_confirmed_after_its_season_asks_a_moderator(server: Server) -> None:
    await season(server, "start", name="Spring")
    await pass_quietly(server, 3600)
    entry = await fills(server, server.bo, when="30 min ago")
    await entry.send()
    table = Table(server)
    await over_for(server, DAY)
    for name in ("cy", "di", "eve"):
        assert said(await presses(table, name, "confirm")) == OVER
    assert "Di" not in await standings(server)
    asked = await presses(table, "ana", "confirm")
    await sure(server.ana, asked)
    assert "Di" in await standings(server)


async def test_the_undoing_of_a_duel_of_a_season_that_is_over_asks(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    await let_count(server)
    await over_for(server, DAY)

    async def duels() -> str:
        shown = await server.gil.slash(server.channel, "leaderboard", season="1", game="magicjoust")
        return str(answer(shown).embeds[0].description)

    before = await duels()
    assert "**Bo**" in before
    asked = await server.ana.slash(table.channel, "joust undo", reason=WHY)
    assert await duels() == before
    await sure(server.ana, asked)
    assert "**Bo**" not in await duels()


async def test_the_undoing_of_a_duel_that_counted_nowhere_asks_all_the_same(server: Server) -> None:
    await season(server, "start", name="Spring")
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    await server.bo.click(table.board, custom_id=table.find_button("dispute"))
    await over_for(server, DAY)
    await sure(server.ana, await server.ana.slash(table.channel, "joust undo", reason=WHY))
    assert WHY in await trail(server)


async def test_another_deck_in_a_game_of_a_season_that_is_over_asks(server: Server) -> None:
    await switch_on(server, "deck")
    await season(server, "start", name="Spring")
    table = await over(server)
    await let_count(server)
    await over_for(server, DAY)
    fields = {"whose": table.keys["Di"], "commanders": "Krenko", "reason": WHY}
    asked = await forging.submit(server.ana, table.channel, table.board, "pod:1:decked", fields)
    assert "corrected a deck" not in await trail(server)
    assert "Di plays Krenko" in said(await sure(server.ana, asked))
    assert "corrected a deck" in await trail(server)


async def test_an_exclusion_from_a_season_that_is_over_asks(server: Server) -> None:
    await season(server, "start", name="Spring")
    await over(server)
    await let_count(server)
    await over_for(server, DAY)
    before = await standings(server)
    asked = await server.ana.slash(server.channel, "season exclude", player=server.di, reason=WHY, season="1")
    assert await standings(server) == before
    assert "are excluded" in said(await sure(server.ana, asked)) or await standings(server)
    assert await standings(server) != before


async def test_an_end_of_a_season_that_is_taken_back_asks_if_games_would_count_there(server: Server) -> None:
    await season(server, "start", name="Spring")
    await over_for(server, 60)
    asked = answer(await server.ana.slash(server.channel, "season end"))
    taken_back = await server.ana.click(asked, label="Take the end back")
    assert "goes on" in answer(taken_back).content  # nothing has counted since
    await over_for(server, 60)
    await over(server)
    await let_count(server)
    assert "Di" not in await standings(server)
    asked = answer(await server.ana.slash(server.channel, "season end"))
    question = await server.ana.click(asked, label="Take the end back")
    assert "Di" not in await standings(server)
    await sure(server.ana, question)
    assert "**Di**" in await standings(server)


# The audit


async def watched(server: Server) -> simcord.ChannelHandle:
    """A log channel."""
    news = server.guild.create_text_channel("log")
    await sets(server, "log_channel", news)
    return news


async def check_audit(server: Server, news: simcord.ChannelHandle, what: str) -> None:
    """The newest entry of `/audit`, and the newest line in the log channel, say this."""
    assert what in await trail(server)
    assert what in news.history(viewer=server.ana)[-1].content


async def test_a_moderator_s_undo_kick_and_close_stand_in_the_audit_and_the_log_channel(server: Server) -> None:
    news = await watched(server)
    table = await four(server)
    await table.reports(server.bo, "Cy", "Bo")
    await server.ana.slash(table.channel, "undo")
    await check_audit(server, news, "took back the last report")
    kicked = table.keys["Eve"]
    await acts(server.ana, table.channel, "remove", kicked)
    await check_audit(server, news, "removed a player from the game")
    assert "Eve" in await trail(server)
    await end(server.ana, table.channel, "close")
    await check_audit(server, news, "closed the game")


async def test_a_moderator_who_closes_a_duel_leaves_an_entry_and_a_host_leaves_none(server: Server) -> None:
    news = await watched(server)
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.ana.slash(table.channel, "joust close")
    await check_audit(server, news, "closed the game")
    said_before = len(news.history(viewer=server.ana))
    pod = await four(server)
    await pod.reports(server.bo, "Cy", "Bo")
    await server.bo.slash(pod.channel, "undo")
    await end(server.bo, pod.channel, "close")
    assert len(news.history(viewer=server.ana)) == said_before


async def test_a_moderator_who_plays_a_duel_is_marked_or_leaves_it_to_another(server: Server) -> None:
    moderates(server, "bo")
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    await server.bo.slash(table.channel, "joust undo", reason=WHY)
    assert "⚠️ decided by a player of this game" in await trail(server)
    await sets(server, "referee", "other")
    await server.cy.slash(table.channel, "joust concede")
    refused = said(await server.bo.slash(table.channel, "joust undo", reason=WHY))
    assert refused.startswith("🚫 You play in this game")


async def test_a_moderator_who_plays_dismisses_no_suspicion_under_another_decides(server: Server) -> None:
    await sets(server, "referee", "other")
    moderates(server, "bo")
    table = await four(server)
    await end(server.bo, table.channel, "draw")
    await press(table, server.cy, "Confirm")
    await let_count(server)
    desk = await Desk.open(server, server.bo)
    assert said(await desk.press("dismiss")).startswith("🚫 You play in this game")
    await (await Desk.open(server)).press("dismiss")
    assert "dismissed" in await trail(server)


# Whatever is asked, and whoever asks

KINDS = ("outsider", "player", "loser", "host", "maker", "moderator", "administrator")
STATES: tuple[State, ...] = ("finished", "counted", "disputed", "duel-over", "guests-claimed")

RUNNING_AGAIN = ("season start", "season:resume")
"""Rows by which an administrator lets a season run."""


def read_closed(file: Path) -> list[tuple[Any, ...]]:
    """What counts in seasons that are over, and who is excluded from them."""
    over = "SELECT * FROM results WHERE EXISTS (SELECT 1 FROM seasons WHERE start <= at AND at < end)"
    with closing(sqlite3.connect(file)) as database:
        found = [database.execute(each).fetchall() for each in (over, "SELECT * FROM exclusions")]
    return [row for rows in found for row in rows]


def find_unaudited(file: Path) -> list[tuple[Any, ...]]:
    """The events that somebody caused by a moderator's right, and that no entry tells of."""
    missing = (
        "SELECT type, by FROM events WHERE payload LIKE '%\"passed\":%' AND type != 'corrected'"
        " AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.id = events.interaction)"
    )
    with closing(sqlite3.connect(file)) as database:
        return database.execute(missing).fetchall()


@pytest.mark.parametrize("state", STATES)
async def test_no_single_press_of_anybody_changes_a_season_that_is_over(
    server: Server, tmp_path: Path, state: State
) -> None:
    """Moderators are asked first; whatever they may do besides stands in the audit.

    In the gate, half of the rows are asked for in each state.
    """
    cast = make_cast(server)
    file = tmp_path / "games.db"
    chance = Random(f"{SEED} {state}")
    await server.ana.slash(server.guild.create_text_channel("office"), "season start")
    here = await set_scene(cast, state)
    if state == "duel-over":
        await let_count(server)
    await season(server, "end")
    await pass_quietly(server, DAY)
    before = read_closed(file)
    assert bool(before) == (state in ("counted", "duel-over"))
    duels = state.startswith("duel")
    rows = [row for row, (at, _) in WAYS.items() if at.startswith("duel") == duels]
    rows = [row for row in rows if not row.startswith(("setup", "house", "me", *RUNNING_AGAIN))]
    people = cast.take_part_in(state)
    for row in chance.sample(rows, len(rows) if NAME == "nightly" else len(rows) // 2):
        scene = replace(here, token=here.token or "none", on=here.table.board)
        await WAYS[row][1](scene, people[chance.choice(KINDS)])
        assert read_closed(file) == before, row
    await pass_quietly(server, 3600)
    assert read_closed(file) == before
    assert find_unaudited(file) == []
