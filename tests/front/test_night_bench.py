"""Nobody holds up a table of a night: the call of a pod ends on time, and the bench fills the free seats."""

import pytest

from bot.rules.night_calls import BenchPlayersSeatedInPod, PodRollCallEnded
from bot.storage.record.log import EventLog
from tests.front.playing import Table, press_more, said
from tests.front.simulated import answer, in_flight
from tests.front.test_me import app_of
from tests.front.test_nights import Evening, evening, name_of, seated

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")

MINUTE = 60.0


async def list_call_events(evening: Evening, table: Table) -> list[object]:
    stored = await EventLog(app_of(evening.server).database).load_game_events(table.channel.id, 1)
    return [each.event for each in stored if isinstance(each.event, PodRollCallEnded | BenchPlayersSeatedInPod)]


async def test_missing_player_loses_the_seat_to_a_late_comer_five_minutes_after_the_mention(evening: Evening) -> None:
    late = evening.people[-1]
    table, _ = await evening.begins()
    await late.click(evening.message, label="Join")
    evening.people.append(late)
    missing = evening.find(seated(table)[0])
    for each in evening.find_seated(table):
        if each is not missing:
            await each.click(table.board, label="I am here")
    await evening.passes(4)
    assert name_of(missing) in table.kept
    await evening.passes(2)
    assert name_of(missing) not in seated(table)
    assert name_of(late) in seated(table)
    assert late.mention in table.call
    assert "went to the bench" in said(await missing.click(table.board, custom_id=table.find_button("join")))
    await evening.starts(table, late)
    assert name_of(late) in (table.embed.description or "")


async def test_pod_of_one_is_void_and_its_player_gets_a_seat_elsewhere(evening: Evening) -> None:
    first, second = await evening.begins()
    alone = evening.find_seated(first)[0]
    await alone.click(first.board, label="I am here")
    for each in evening.find_seated(second)[1:]:
        await each.click(second.board, label="I am here")
    await evening.passes(7)
    assert "Closed without a result." in first.teams
    assert name_of(alone) in seated(second)
    assert not second.kept


async def test_call_that_ended_while_the_bot_was_away_is_given_once_more_and_ends_once(evening: Evening) -> None:
    table, _ = await evening.begins()
    for each in evening.find_seated(table)[1:]:
        await each.click(table.board, label="I am here")
    missing = evening.find(table.kept)
    await evening.server.crash(away=20 * MINUTE)
    await evening.passes(4)
    assert table.kept  # nobody could press meanwhile: they are called once more
    again = [each for each in table.channel.history() if "I was away when your call ended" in each.content]
    assert len(again) == 1
    assert missing.mention in again[0].content
    await evening.passes(4)
    assert not table.kept
    ended, filled = await list_call_events(evening, table)
    assert isinstance(ended, PodRollCallEnded)
    assert len(ended.missing) == 1
    assert filled == BenchPlayersSeatedInPod()
    await evening.starts(table)
    await evening.passes(10)
    assert len(await list_call_events(evening, table)) == 2


async def test_call_that_discord_refuses_to_send_ends_ten_minutes_after_its_pod_was_opened(evening: Evening) -> None:
    await evening.gathers(8)
    digit = f"{evening.channel.id}"[-1]  # nothing can be sent to channels whose id ends otherwise
    evening.server.env.inject_error("POST", f"/channels/*[!{digit}]/messages", status=403, times=None)
    await evening.seats()
    silent = [table for table in evening.pods if f"{table.channel.id}"[-1] != digit]
    assert silent
    assert not any(table.boards for table in silent)
    await evening.passes(8)
    assert not any([await list_call_events(evening, table) for table in silent])
    await evening.passes(4)
    for table in silent:
        [ended] = await list_call_events(evening, table)
        assert isinstance(ended, PodRollCallEnded)
        assert len(ended.missing) == 4


async def test_organisers_who_fill_seats_at_the_same_instant_fill_them_once(evening: Evening) -> None:
    table, other = await evening.begins()
    await evening.press_here(other)
    for each in evening.find_seated(table)[1:]:
        await each.click(table.board, label="I am here")
    shown = [answer(await press_more(evening.server.ana, evening.message, "Unfinished pods")) for _ in range(2)]
    for message in shown:
        await evening.server.ana.select(message, values=["1"])
    with in_flight(evening.server.env):
        for message in shown:
            await evening.server.ana.click(message, label="Fill the seats")
    await evening.server.env.settle()
    told = sorted(message.content[:1] for message in shown)
    assert "✅" in told
    assert len(await list_call_events(evening, table)) == 2
    assert len(seated(table)) == 3


async def test_dropped_player_frees_the_seat_of_a_pod_that_has_not_begun(evening: Evening) -> None:
    table, _ = await evening.begins()
    name = seated(table)[-1]
    await evening.find(name).click(table.board, label="I am here")
    assert "is out" in await evening.does("drop", player=name)
    assert name not in seated(table)


async def test_end_of_the_night_says_first_what_still_stands_open(evening: Evening) -> None:
    table, _ = await evening.begins()
    shown = await evening.does("close")
    assert "2 pods have no result yet" in shown
    assert f"<#{table.channel.id}>" in shown
    assert "The night is over" not in evening.shown
    assert "The night is over" in await evening.closes()


async def test_end_of_the_night_names_results_that_can_still_be_disputed(evening: Evening) -> None:
    table, other = await evening.begins()
    await evening.draws(table, other)
    shown = await evening.does("close")
    assert "2 results can still be disputed" in shown
    assert f"<#{table.channel.id}>" in shown
    assert "The night is over" not in evening.shown


async def test_points_that_an_organiser_takes_stand_on_the_board_with_the_reason(evening: Evening) -> None:
    table, other = await evening.begins(8)
    await evening.draws(table, other)
    evening.host = evening.server.ana
    told = await evening.does("points", player=name_of(evening.people[2]), points=2, reason="Left without a word")
    assert "Points taken from Cy: 2" in told
    assert "➖ Round 1 · Ana took 2 from Cy: Left without a word" in evening.shown
    assert "Cy" in evening.shown.split("· **-2**")[0].splitlines()[-1]
    trail = answer(await evening.server.ana.slash(evening.channel, "audit")).embeds[0].description or ""
    assert "took points from a player of a night" in trail
    assert "who opened this night" in await evening.does(
        "points", evening.server.bo, player="Cy", points=1, reason="More"
    )


async def test_people_and_roles_that_the_organiser_names_lead_the_night_too(evening: Evening) -> None:
    server = evening.server
    judges = server.guild.create_role("Judges")
    judge = server.guild.add_member(server.env.create_user("zed", global_name="Zed"), roles=[judges])
    options = {"when": "in 20 min", "rounds": 2, "minutes": 60, "variant": "elimination"}
    asked = await server.bo.slash(evening.channel, "night open", **options)
    await server.bo.click(answer(asked), label="Change")
    menu = next(
        part["custom_id"] for row in answer(asked).components for part in row["components"] if part["type"] == 7
    )
    await server.bo.select(answer(asked), [server.cy, judges], custom_id=menu)
    assert f"Also led by {server.cy.mention} <@&{judges.id}>" in answer(asked).content
    await server.bo.click(answer(asked), label="Plan it")
    assert "Also led by Cy" in evening.shown
    for each in evening.people[4:8]:
        await each.click(evening.message, label="Join")
    await evening.passes(31)
    assert "Round 1 of 2" in await evening.seats(server.cy)
    table = evening.pods[0]
    assert "The clock stands still" in await evening.does("pause", judge)
    assert "who opened this night" in await evening.does("pause", server.fay)
    await evening.does("pause", server.cy)
    for each in evening.find_seated(table)[1:]:
        await each.click(table.board, label="I am here")
    shown = answer(await press_more(judge, evening.message, "Unfinished pods"))
    await judge.select(shown, values=["1"])
    await judge.click(shown, label="Fill the seats")
    assert "✅" in shown.content
    assert not table.kept
