"""People are kept apart: whom one avoids, and lobbies that only invited people can join."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.i18n import load_translations
from bot.storage.engine import schema
from tests.front.playing import Table, acts, list_more, press_more, said
from tests.front.simulated import Server, answer, deliver_again
from tests.front.test_finding import finds, listed
from tests.front.test_me import app_of, exported, forgets
from tests.front.test_plans import Planned
from tests.storage.store import rows

ASKED = "Someone you avoid sits here."


async def avoids(server: Server, who: MemberActor, *whom: MemberActor, on: Any = None) -> InteractionResult:
    """Somebody picks in the menu whom they avoid, and nobody else."""
    menu = on or answer(await who.slash(server.channel, "me avoid"))
    return await who.select(menu, list(whom), custom_id="me:avoid")


async def avoided(server: Server) -> list[Sequence[Any]]:
    return [*await rows(app_of(server).database, schema.avoidances)]


def seen(server: Server) -> list[str]:
    """All that the bot has said to everybody."""
    sent = server.env.backend.messages.values()
    return [
        json.dumps([each.content, each.embeds, each.components], default=str)
        for channel in sent
        for each in channel.values()
        if not each.is_ephemeral
    ]


async def joins(table: Table, who: MemberActor) -> InteractionResult:
    return await who.click(table.board, custom_id=table.find_button("join"))


async def goes_ahead(who: MemberActor, asked: InteractionResult) -> str:
    return said(await who.click(answer(asked), label="Join all the same"))


async def test_the_list_is_private_and_each_choice_replaces_it(server: Server) -> None:
    shown = await server.bo.slash(server.channel, "me avoid")
    assert shown.ephemeral
    assert "You avoid nobody" in answer(shown).content
    picked = await avoids(server, server.bo, server.cy, server.gil, server.bo, on=answer(shown))
    assert "You avoid: Cy, Gil" in answer(shown).content
    deliver_again(server.env, picked)
    await server.env.settle()
    assert len(await avoided(server)) == 2
    await server.restart()
    again = answer(await server.bo.slash(server.channel, "me avoid"))
    assert "You avoid: Cy, Gil" in again.content
    menu = again.components[0]["components"][0]
    assert {str(each["id"]) for each in menu["default_values"]} == {str(server.cy.id), str(server.gil.id)}
    await avoids(server, server.bo, on=again)
    assert await avoided(server) == []
    assert seen(server) == []


async def test_whoever_joins_beside_somebody_they_avoid_is_asked_before_anybody_notices(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    await avoids(server, server.di, server.cy)
    before = seen(server)
    asked = await joins(table, server.di)
    assert asked.ephemeral
    assert ASKED in said(asked)
    await server.env.settle()
    assert seen(server) == before
    assert "You have a seat." in await goes_ahead(server.di, asked)
    assert any("Di" in line for line in table.lines)


async def test_a_board_is_the_same_whether_its_players_avoid_each_other_or_not(server: Server) -> None:
    async def play(name: str) -> list[str]:
        table = await Table(server, server.guild.create_text_channel(name)).opened(server.bo, server.cy)
        await joins(table, server.di)
        return [str(table.embed.description).replace(name, ""), str(table.embed.title)]

    plain = await play("one")
    await avoids(server, server.cy, server.di, server.bo)
    await avoids(server, server.bo, server.di)
    shown = await play("two")
    assert ("Cy" in plain[0], "Cy" in shown[0]) == (True, False)  # he is asked first
    assert [line.replace("Cy", "") for line in plain[1:]] == shown[1:]


async def test_nobody_who_is_avoided_is_asked_or_kept_from_anything(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    await avoids(server, server.cy, server.di)
    assert "You have a seat." in said(await joins(table, server.di))
    found = await finds(server, server.eve)
    assert len(listed(found)) == 1


async def test_free_seats_beside_somebody_one_avoids_are_not_listed_but_ones_own_are(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    await avoids(server, server.di, server.cy)
    assert listed(await finds(server, server.di)) == []
    assert len(listed(await finds(server, server.eve))) == 1
    await goes_ahead(server.di, await joins(table, server.di))
    assert len(listed(await finds(server, server.di))) == 1


async def test_whoever_signs_up_beside_somebody_they_avoid_is_asked(server: Server) -> None:
    plan = await Planned(server).made(server.bo)
    await avoids(server, server.cy, server.bo)
    asked = await plan.presses(server.cy, "Join")
    assert ASKED in said(asked)
    assert "Cy" not in plan.shown
    await goes_ahead(server.cy, asked)
    assert "Cy" in plan.shown


async def test_a_seat_that_is_taken_over_asks_as_well(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await avoids(server, server.gil, server.cy)
    await acts(server.bo, table.channel, "substitute:to", f"{server.gil.id}")
    asked = await server.gil.click(table.board, label="Take Bo’s seat")
    assert ASKED in said(asked)
    assert "takes over Bo’s seat" in await goes_ahead(server.gil, asked)


async def test_a_question_that_a_restart_interrupted_is_out_of_date(server: Server) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    await avoids(server, server.di, server.cy)
    asked = await joins(table, server.di)
    await server.restart()
    assert "out of date" in await goes_ahead(server.di, asked)
    asked = await joins(table, server.di)
    await goes_ahead(server.di, asked)
    assert "out of date" in await goes_ahead(server.di, asked)


async def test_an_export_has_whom_one_avoids_and_not_by_whom_one_is_avoided(server: Server) -> None:
    await avoids(server, server.bo, server.cy)
    await avoids(server, server.cy, server.di)
    written = await exported(server.cy, server)
    assert len(written["avoidances"]) == 1
    assert written["avoidances"][0]["player"] == written["person"]["id"]


async def test_forgetting_erases_whom_one_avoids_and_by_whom_one_is_avoided(server: Server) -> None:
    await avoids(server, server.bo, server.cy)
    await avoids(server, server.cy, server.di)
    await avoids(server, server.di, server.eve)
    await forgets(server.cy, server)
    assert len(await avoided(server)) == 1
    assert "You avoid nobody" in answer(await server.bo.slash(server.channel, "me avoid")).content


# By invitation


def invite(*people: MemberActor) -> str:
    return " ".join(f"<@{each.id}>" for each in people)


async def invited(server: Server, *people: MemberActor) -> Table:
    return await Table(server).opened(server.bo, invite=invite(*people))


async def test_only_those_whom_the_host_names_can_sit_down(server: Server) -> None:
    table = await invited(server, server.cy, server.di, server.gil)
    assert "✉️ By invitation: Bo, Cy, Di, Gil" in str(table.embed.description)
    called = [each for each in seen(server) if "has opened a pod for you" in each]
    assert len(called) == 1
    assert f"<@{server.gil.id}>" in called[0]
    assert "You have a seat." in said(await joins(table, server.cy))
    refused = said(await joins(table, server.eve))
    assert "This pod is by invitation." in refused
    assert "You have a seat." in said(await acts(server.gil, table.channel, "join"))


async def test_an_uninvited_person_is_refused_by_every_way_to_a_seat(server: Server) -> None:
    table = await invited(server, server.cy, server.di, server.gil)
    for who in (server.cy, server.di, server.gil):
        await joins(table, who)
    refused = "This pod is by invitation."
    assert refused in said(await acts(server.eve, table.channel, "join"))
    assert refused in said(await server.cy.slash(table.channel, "pod guest", name="Gus"))
    assert listed(await finds(server, server.eve)) == []
    await table.starts(server.bo)
    assert refused in said(await acts(server.bo, table.channel, "substitute:to", f"{server.eve.id}"))


async def test_a_substitute_is_asked_for_only_where_somebody_invited_has_had_no_seat(server: Server) -> None:
    table = await invited(server, server.cy, server.di, server.gil, server.eve)
    for who in (server.cy, server.di, server.gil):
        await joins(table, who)
    await table.starts(server.bo)
    asked = said(await press_more(server.bo, table.board, "Substitute"))
    assert "Only these people can: Eve." in asked
    assert "*Take Bo’s seat*" in asked
    await acts(server.bo, table.channel, "substitute:to", f"{server.eve.id}")
    await server.eve.click(table.board, label="Take Bo’s seat")
    assert "Substitute" not in await list_more(server.cy, table.board)
    assert "This pod is by invitation." in said(await acts(server.cy, table.channel, "substitute"))


async def test_a_rematch_is_for_the_invited_people_alone(server: Server) -> None:
    table = await invited(server, server.cy, server.di, server.gil)
    for who in (server.cy, server.di, server.gil):
        await joins(table, who)
    await table.starts(server.bo)
    for loser in ("Cy", "Di", "Gil"):
        await table.reports(server.bo, loser, "Bo")
    await server.bo.click(table.board, custom_id=table.find_button("rematch"))
    assert "✉️ By invitation" in str(table.embed.description)
    assert "This pod is by invitation." in said(await joins(table, server.eve))


async def test_an_invitation_takes_members_alone_and_enough_of_them(server: Server) -> None:
    async def opens(typed: str) -> str:
        return said(await server.bo.slash(server.channel, "pod open", invite=typed))

    assert "no list of members" in await opens("Cy and Di")
    assert "no list of members" in await opens(f"{invite(server.cy)} <@{10**17}>")
    assert "no list of members" in await opens(invite(server.bo))
    assert "Needed, you included: 4" in await opens(invite(server.cy))
    assert await rows(app_of(server).database, schema.events) == []


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_menu_and_every_page_say_in_one_sentence_who_can_see_whom_somebody_avoids(language: str) -> None:
    root = Path(__file__).parents[2]
    first, _, _ = load_translations(language)("avoid-about").partition(". ")
    pages = [root / "docs" / language / "details.md", *([root / "PRIVACY.md"] if language == "en" else [])]
    for page in pages:
        plain = re.sub(
            r"\[([^]]*)\]\([^)]*\)(?: \([^)]*\))?", r"\1", page.read_text()
        )  # and in which language a page is
        assert " ".join(f"{first}.".split()) in " ".join(plain.split()), page
