"""Whatever strangers do to somebody who pressed nothing, none of that person's own acts is refused for it.

To add an act of others or an own act, add a row.
"""

from collections.abc import Awaitable, Callable, Mapping

import pytest

from tests.front.dueling import DuelTable
from tests.front.playing import Table, end, mention, press_more, switch_on
from tests.front.simulated import Server, answer
from tests.front.test_entering import Entry
from tests.front.test_entering import opens as opens_entry
from tests.front.test_keeping_apart import invite
from tests.front.test_me import forgets
from tests.front.test_merging import both_agree
from tests.front.test_nights import Evening
from tests.front.test_plans import Planned
from tests.front.test_rights import answered
from tests.front.test_substituting import offers

__all__ = ["answered"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")

Act = Callable[[Server], Awaitable[object]]


def another(server: Server, name: str) -> "Table":
    """A pod in a channel of its own."""
    return Table(server, server.guild.create_text_channel(name))


# What Bo, Cy, Di and Eve do to Gil, and to Fay, who is Gil's old account


async def add_to_night(server: Server) -> None:
    evening = await Evening(server, server.guild.create_text_channel("fake-night")).gathers(4)
    for each in (server.gil, server.fay):
        await evening.does("add", member=each)
    await evening.does("add", member=server.gil, guest="Gus")
    await evening.seats()
    await evening.passes(2)
    assert "Gil" in str([pod.embed.to_dict() for pod in evening.pods])


async def keep_seat_of_rematch(server: Server) -> None:
    table = await another(server, "rematch").started(server.bo, server.cy, server.di, server.gil)
    await end(server.bo, table.channel, "draw")
    for each in (server.cy, server.di, server.gil):
        await each.click(table.board, label="Confirm")
    await server.env.advance_time(16 * 60)
    await server.bo.click(table.board, label="Rematch")


async def invite_to_lobby(server: Server) -> None:
    people = (server.cy, server.di, server.gil)
    await another(server, "invited").opened(server.bo, invite=invite(*people))


async def offer_seat(server: Server) -> None:
    table = await another(server, "offered").started(server.bo, server.cy, server.di, server.eve)
    await offers(table, server.bo, server.gil)


async def enter_past_game(server: Server) -> None:
    named = mention(server.bo, server.cy, server.gil, server.fay)
    entry = Entry(server, server.bo, await opens_entry(server, server.bo, players=named))
    for loser in ("Cy", "Fay", "Gil"):
        await entry.lost(loser, "Bo")
    assert (await entry.send()).startswith("✅ The game is entered.")


async def challenge_to_duel(server: Server) -> None:
    channel = server.guild.create_text_channel("challenge")
    await server.cy.slash(channel, "joust open", opponent=server.gil)


async def avoid(server: Server) -> None:
    menu = answer(await server.bo.slash(server.channel, "me avoid"))
    await server.bo.select(menu, [server.gil], custom_id="me:avoid")


ACTS_OF_OTHERS: Mapping[str, Act] = {
    "avoid": avoid,
    "past game": enter_past_game,
    "rematch": keep_seat_of_rematch,
    "invitation": invite_to_lobby,
    "offered seat": offer_seat,
    "challenge": challenge_to_duel,
    "night": add_to_night,
}


# What Gil does


async def use_own_commands(server: Server) -> None:
    for name in ("me games", "me avoid", "me export"):
        await server.gil.slash(server.channel, name)
    await server.gil.slash(server.channel, "me claim", name="Gus")


async def join_lobby_and_leave(server: Server) -> None:
    table = await another(server, "lobby").opened(server.ana)
    await server.gil.click(table.board, label="Join")
    await server.gil.click(table.board, label="Leave")


async def sign_up_and_off(server: Server) -> None:
    plan = Planned(server)
    plan.table = another(server, "plan")
    await plan.made(server.gil, when="in 3 hours")
    await plan.presses(server.gil, "Leave")


async def play_in_night(server: Server) -> None:
    evening = Evening(server, server.guild.create_text_channel("real-night"))
    evening.host = server.ana
    three = [server.guild.add_member(server.env.create_user(f"z{n}", global_name=f"Z{n}")) for n in range(3)]
    await evening.opens(when="in 20 min")
    for each in (server.gil, *three):
        await each.click(evening.message, label="Join")
    await evening.passes(31)
    shown = await evening.seats()
    assert "Left out" not in shown
    assert "Gil" in str([pod.embed.to_dict() for pod in evening.pods])
    await press_more(server.ana, evening.message, "Undo")
    await evening.closes()


async def open_pod(server: Server) -> None:
    table = await another(server, "own").opened(server.gil)
    await end(server.gil, table.channel, "close")


async def duel(server: Server) -> None:
    table = DuelTable(server, server.guild.create_text_channel("duel"))
    await table.opened(server.gil)
    await server.gil.click(table.board, custom_id=table.find_button("leave"))
    other = DuelTable(server, server.guild.create_text_channel("other-duel"))
    await other.opened(server.ana, server.gil)
    await server.gil.click(other.board, custom_id=other.find_button("leave"))


async def leave_empty_duel(server: Server) -> None:
    shown = await server.gil.slash(server.channel, "me games")
    for row in answer(shown).components:
        for button in row["components"]:
            if ":host:" in button["custom_id"]:
                await server.gil.click(answer(shown), custom_id=button["custom_id"])
                await server.gil.click(answer(shown), label="Leave")


async def merge(server: Server) -> None:
    assert "are one person here" in await both_agree(server, server.fay, server.gil)


async def join_where_others_put_the_old_account(server: Server) -> None:
    evening = Evening(server, server.guild.channels["fake-night"])
    await server.gil.click(evening.message, label="Join")
    await server.gil.click(evening.message, label="I’m leaving")


async def forget(server: Server) -> None:
    assert "no longer know who you are" in answer(await forgets(server.gil, server)).content


OWN_ACTS: Mapping[str, Act] = {
    "own commands": use_own_commands,
    "lobby": join_lobby_and_leave,
    "plan": sign_up_and_off,
    "pod open": open_pod,
    "duel": duel,
    "leave": leave_empty_duel,
    "night": play_in_night,
    "merge": merge,
    "old account": join_where_others_put_the_old_account,
    "forget": forget,
}


async def test_no_own_act_is_refused_for_what_others_did(
    server: Server, answered: list[tuple[str, str, str]], subtests: pytest.Subtests
) -> None:
    await switch_on(server, "night")
    await switch_on(server, "joust")
    for act in ACTS_OF_OTHERS.values():
        await act(server)
    assert [each for each in answered if each[1] == "refused"] == []
    for name, act in OWN_ACTS.items():
        with subtests.test(name):
            answered.clear()
            await act(server)
            assert [each for each in answered if each[1] == "refused"] == []
