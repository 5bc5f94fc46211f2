"""Fair draws: what decides the seats is settled in the lobby, and everybody can check it after."""

import json
import re
from pathlib import Path

import discord
import pytest
from simcord import InteractionResult, MemberActor
from sqlalchemy import func, update

from bot.app import App
from bot.cli import main
from bot.i18n import LOCALES, Locale, load_catalogue
from bot.projections.history import find_start
from bot.rules.commands import Join, Start
from bot.rules.events import Setup
from bot.seating import draw, draw_pod, make_commitment
from bot.service.live_game import LiveGame as Seats
from bot.service.live_game import Place
from bot.service.requests import Actor, Request
from bot.service.service import Service
from bot.storage.engine.schema import events
from bot.storage.record.log import Log
from bot.storage.record.people import People
from tests.front.playing import Table, said
from tests.front.simulated import Server, answer
from tests.storage.store import execute


def place(table: Table) -> Place:
    return Place(table.server.guild.id, table.channel.id)


def app(server: Server) -> App:
    assert isinstance(server.bot.app, App)
    return server.bot.app


async def secret_of(table: Table) -> str:
    """What only the bot knows: the secret of the newest pod."""
    seats = await app(table.server).service.find_current(place(table))
    assert seats.pod is not None
    assert seats.pod.secret is not None
    return seats.pod.secret


def sealed(table: Table) -> str:
    """The commitment on the lobby."""
    return table.field("🎲").strip("`")


async def checks(table: Table, who: MemberActor) -> InteractionResult:
    """Presses Check the draw below their own view of the board."""
    status = await who.slash(table.channel, "pod status")
    return await who.click(answer(status), custom_id=button(status))


def button(status: InteractionResult) -> str:
    (found,) = (
        str(item["custom_id"])
        for row in answer(status).components
        for item in row["components"]
        if str(item["custom_id"]).endswith(":fair")
    )
    return found


def shown(result: InteractionResult) -> str:
    """What a private answer has for copying."""
    assert result.ephemeral
    (embed,) = answer(result).embeds
    (block,) = re.findall(r"```(?:json)?\n(.*)\n```", embed.description or "", re.DOTALL)
    return str(block)


# Before the start


async def test_the_lobby_shows_the_hash_of_a_secret(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    assert re.fullmatch(r"`[0-9a-f]{64}`", table.field("🎲 Sealed draw"))
    assert sealed(table) == make_commitment(await secret_of(table))


async def test_people_come_and_go_and_the_seal_stays(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    before = sealed(table)
    await server.bo.click(table.board, label="Leave")
    await server.di.click(table.board, label="Join")
    await server.restart()
    await server.eve.click(table.board, label="Join")
    assert sealed(table) == before


async def test_each_pod_has_a_secret_of_its_own_also_a_rematch(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    secrets = [await secret_of(table)]
    await server.bo.slash(table.channel, "pod draw")
    await server.di.click(table.board, label="Rematch")
    secrets.append(await secret_of(table))
    assert sealed(table) == make_commitment(secrets[-1])
    await server.di.slash(table.channel, "pod close")
    await server.di.slash(table.channel, "pod open")
    secrets.append(await secret_of(table))
    assert sealed(table) == make_commitment(secrets[-1])
    assert len(set(secrets)) == 3


async def test_before_the_start_the_secret_leaves_the_bot_by_no_way(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    secret = await secret_of(table)
    pressed = await checks(table, server.gil)
    assert shown(pressed) == sealed(table) == make_commitment(secret)
    for command in ("pod log", "pod close", "pod log", "undo", "pod status"):
        await server.bo.slash(table.channel, command)

    def told() -> bool:
        return any(secret in json.dumps(request.json) for request in server.env.http_requests)

    assert not told()
    await server.bo.click(table.board, label="Start")
    assert not told()
    await checks(table, server.gil)
    assert told()


async def test_the_story_has_the_seal_from_the_beginning(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    (page,) = answer(await server.bo.slash(table.channel, "pod log")).embeds
    assert f"🎲 The draw is sealed: `{sealed(table)}`" in (page.description or "")


async def test_a_closed_lobby_draws_no_more(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    await server.bo.slash(table.channel, "pod close")
    assert table.field("🎲") == ""


# After it


async def test_what_is_shown_after_the_start_proves_the_draw(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the order of joining, which is not that of the alphabet, with somebody who left."""
    table = await Table(server).opened(server.bo, server.di, server.cy, server.fay, server.eve)
    before = sealed(table)
    await server.di.click(table.board, label="Leave")
    await server.di.click(table.board, label="Join")
    await server.bo.click(table.board, label="Start")
    file = tmp_path / "draw.json"
    file.write_text(shown(await checks(table, server.gil)), "utf-8")
    proof = json.loads(file.read_text("utf-8"))
    assert proof["commitment"] == before
    assert proof["players"] == ["Bo", "Cy", "Fay", "Eve", "Di"]
    start = draw(Setup(), proof["players"], proof["secret"])
    at = start.seats.index(start.first)
    drawn, check = table.field("Seats").splitlines()
    assert drawn == " → ".join((*start.seats[at:], *start.seats[:at]))
    assert check == "🎲 Check the draw: `/pod status`"
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith("The draw is sound.\n")


async def test_the_proof_stays_what_it_was_while_the_game_goes_on(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    before = shown(await checks(table, server.bo))
    await table.reports(server.bo, "Bo", "Cy")
    await server.bo.slash(table.channel, "pod turn")
    await server.restart()
    assert shown(await checks(table, server.gil)) == before


async def test_the_board_of_a_finished_game_lets_its_draw_be_checked_for_good(
    server: Server,
) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    before = shown(await checks(table, server.bo))
    await server.bo.slash(table.channel, "pod draw")
    finished = table.board
    await server.bo.click(finished, label="Rematch")
    assert shown(await server.gil.click(finished, label="Check the draw")) == before


async def test_no_undo_takes_a_start_back(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    told = said(await server.bo.slash(table.channel, "undo"))
    assert told.startswith("🚫 There is nothing to take back.")
    assert "Report a defeat" in table.buttons


@pytest.mark.parametrize(
    "name", ["`" * 32, '"\\' * 16, "```\n# Big", "\u202eoB\u200b", "\U0001f608" * 32]
)
async def test_no_name_gets_out_of_what_is_to_be_copied(server: Server, name: str) -> None:
    """And ten of them have room."""
    guests = [
        server.guild.add_member(server.env.create_user(f"guest-{number}", global_name=name))
        for number in range(10)
    ]
    table = await Table(server).opened(*guests)
    await guests[0].click(table.board, label="Start")
    pressed = await checks(table, server.gil)
    proof = json.loads(shown(pressed))
    assert proof["players"] == proof["seats"] == [proof["first"]] * 10
    assert len(answer(pressed).embeds[0].description or "") < 4096


# Started once, whatever happens


async def test_a_start_that_another_process_came_before_draws_for_all_who_sit(
    server: Server,
) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    secret, bot = await secret_of(table), app(server)
    other = Service(Log(bot.database), People(bot.database), discord.utils.utcnow)
    decided: list[Start] = []

    def start(_: str, seats: Seats) -> Start:
        decided.append(draw_pod(seats.pod))
        return decided[-1]

    # Of this the bot's own copy of the pod knows nothing.
    fay = Actor(server.fay.id, "Fay")
    await other.do(Request(place(table), fay, lambda me, _: Join(me)))
    await bot.service.do(Request(place(table), Actor(server.bo.id, "Bo"), start, None))
    assert [len(start.seats) for start in decided] == [4, 5]
    found = find_start((await bot.service.read(place(table))).events)
    assert found is not None
    lobby, started = found
    assert draw(lobby.setup, lobby.players, secret) == decided[-1]
    assert (started.seats, started.first) == (decided[-1].seats, decided[-1].first)


async def test_a_draw_can_be_repeated_and_is_the_same(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di, server.eve)
    seats = await app(server).service.find_current(place(table))
    assert draw_pod(seats.pod) == draw_pod(seats.pod)


# Pods from before


async def test_a_pod_from_before_starts_and_says_why_it_cannot_be_checked(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy, server.di)
    opened = events.c.type == "opened"
    was = {"schema": 1, "payload": func.json_remove(events.c.payload, "$.secret")}
    await execute(app(server).database, update(events).where(opened).values(was))
    await server.restart()
    await server.eve.click(table.board, label="Join")
    assert table.field("🎲") == ""
    before = said(await checks(table, server.bo))
    assert before.startswith("🚫 This pod was opened before draws could be checked.")
    await server.bo.click(table.board, label="Start")
    assert "Report a defeat" in table.buttons
    assert "🎲" not in table.field("Seats")
    assert said(await checks(table, server.bo)) == before


# In each language


@pytest.mark.parametrize("locale", LOCALES)
async def test_everybody_reads_in_their_own_language_how_to_check(
    server: Server, locale: Locale
) -> None:
    text = load_catalogue(locale)
    for member in server.everybody:
        server.speaks(member, {"en": "en-GB"}.get(locale, locale))
    table = await Table(server).opened(server.bo)
    for guest in (server.cy, server.di, server.eve):
        await guest.slash(table.channel, "pod join")
    assert re.fullmatch("[0-9a-f]{64}", sealed(table))
    (before,) = answer(await checks(table, server.bo)).embeds
    await server.bo.slash(table.channel, "pod start")
    (after,) = answer(await checks(table, server.bo)).embeds
    assert [before.title, after.title] == [text("fair-title")] * 2
    assert (before.description or "").startswith(text("fair-sealed"))
    assert (after.description or "").startswith(text("fair-proof"))
