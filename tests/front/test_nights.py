"""Nights: announced and signed up for as plans, seated round by round, their pods in threads."""

import asyncio
import gc
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord import InteractionResult, MemberActor
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_rounds import RecordGameNightPodClosing, RecordGameNightPodOpening
from bot.planning.plan import PlannedGameCommand
from bot.planning.signing_up import SignUpForPlan
from bot.rules.facts import Player
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine import schema
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.record.people import AccountNames
from tests.effort import NAME
from tests.front import forging
from tests.front.playing import Table, acts, does, end, list_more, press_more, read_board, read_call, said, switch_on
from tests.front.simulated import Server, answer, deliver_again, in_flight, pass_quietly
from tests.front.test_house_deeds import name_deeds
from tests.front.test_me import app_of, forgets
from tests.front.test_plans import direct
from tests.front.test_retry import Answer
from tests.storage.store import rows

pytestmark = pytest.mark.usefixtures("still")

MINUTE = 60.0
BEGINS = 1767229200
WHEN = f"<t:{BEGINS}:F>"
"""At 1:00 UTC; the tests begin at midnight."""

OTHERS = ("hal", "ida", "jo", "kim", "lou")


class Evening:
    """A night of Bo's in a channel, and the people who come to it."""

    def __init__(self, server: Server, channel: simcord.ChannelHandle | None = None) -> None:
        self.server = server
        self.channel = channel or server.channel
        self.people = list(server.everybody)
        self.host = server.bo

    @property
    def message(self) -> discord.Message:
        """The newest board of the night."""
        boards = Table(self.server, self.channel).boards
        return [each for each in boards if (read_board(each).title or "")[:1] == "🌙"][-1]

    @property
    def shown(self) -> str:
        embed = read_board(self.message)
        parts = [embed.description or "", *(f"{f.name}\n{f.value}" for f in embed.fields)]
        return "\n".join([embed.author.name or "", *parts])

    @property
    def pods(self) -> list[Table]:
        """The pods of all rounds, in their threads."""
        return [Table(self.server, thread) for thread in self.channel.threads]

    async def opens(self, **options: object) -> InteractionResult:
        agreed = {"when": WHEN, "rounds": 3, "minutes": 60, "variant": "elimination"} | options
        asked = await self.host.slash(self.channel, "night open", **agreed)
        return await self.host.click(answer(asked), label="Plan it")

    async def gathers(self, people: int = 12, **options: object) -> "Evening":
        """The night begins with so many people."""
        await self.opens(**options)
        self.people = self.people[:people]
        await self.comes(*(each for each in self.people if each is not self.host))
        await self.passes(31)
        for each in self.people:
            await each.click(self.message, label="I’m here")
        await self.passes(31)
        return self

    async def begins(self, people: int = 8, **options: object) -> list[Table]:
        """Ana, a moderator, leads a night of so many people, and seats its first round; return the pods.

        The others may still come.
        """
        self.host, everybody = self.server.ana, self.people
        await self.gathers(people, **options)
        self.people = everybody
        await self.seats()
        return self.pods

    async def comes(self, *people: MemberActor) -> None:
        """These sign up."""
        for each in people:
            await each.click(self.message, label="Join")

    async def passes(self, minutes: float) -> None:
        await pass_quietly(self.server, minutes * MINUTE)

    async def does(self, act: str, who: MemberActor | None = None, **options: object) -> str:
        return said(await (who or self.host).slash(self.channel, f"night {act}", **options))

    async def closes(self) -> str:
        """The host closes the night, although pods may still play; return the answer."""
        asked = await self.host.slash(self.channel, "night close")
        if "no result yet" in answer(asked).content or "can still be disputed" in answer(asked).content:
            return said(await self.host.click(answer(asked), label="End it all the same"))
        return said(asked)

    async def seats(self, who: MemberActor | None = None) -> str:
        """Somebody looks at the next round, and seats it; return both answers."""
        who = who or self.host
        asked = await who.slash(self.channel, "night seat")
        shown = said(asked)
        await who.click(answer(asked), label="Seat")
        return f"{shown}\n{answer(asked).content}"

    async def seats_again(self, reason: str) -> InteractionResult:
        """The host draws a round again that was seated before and undone."""
        asked = await self.host.slash(self.channel, "night seat")
        form = await self.host.click(answer(asked), label="Seat")
        return await self.host.submit_modal(form, {"reason": reason})

    async def draws(self, *tables: Table) -> None:
        """The players of these pods start; one who does not lead the night calls a draw, which another confirms."""
        for table in tables:
            await self.press_here(table)
            first, *others = self.find_seated(table)
            await first.click(table.board, custom_id=table.find_button("start"))
            caller, confirmer, *_ = sorted([first, *others], key=lambda each: each is self.host)
            await end(caller, table.channel, "draw")
            await confirmer.click(table.board, label="Confirm")

    async def press_here(self, *tables: Table) -> None:
        """All members at these tables press that they are here."""
        for table in tables:
            for name in waited_for(table):
                if any(name_of(each) == name for each in self.people):
                    await self.find(name).click(table.board, label="I am here")

    async def starts(self, table: Table, who: MemberActor | None = None) -> None:
        """All members at a table press that they are here, and one of them starts the game."""
        await self.press_here(table)
        first = who or self.find_seated(table)[0]
        await first.click(table.board, custom_id=table.find_button("start"))

    def find(self, name: str) -> MemberActor:
        return next(each for each in self.people if name_of(each) == name)

    def find_seated(self, table: Table) -> list[MemberActor]:
        """The members at a table, without its guests, in the order of their seats."""
        people = {name_of(each): each for each in self.people}
        return [people[name] for name in seated(table) if name in people]


def name_of(member: MemberActor) -> str:
    return member.user.global_name or member.user.name


def seated(table: Table) -> list[str]:
    """The names of all who have a seat at a table, also of those who have not pressed for it yet."""
    return [*(line.split(". ", 1)[1] for line in table.seats.splitlines()), *waited_for(table)]


def waited_for(table: Table) -> list[str]:
    """The names of those who have not yet pressed that they are here."""
    return table.kept.replace(" and ", ", ").split(", ") if table.kept else []


@pytest.fixture
async def evening(server: Server) -> Evening:
    await switch_on(server, "night")
    found = Evening(server)
    for name in OTHERS:
        user = server.env.create_user(name, global_name=name.capitalize())
        found.people.append(server.guild.add_member(user))
    return found


# An evening as it should be


async def test_twelve_people_play_three_rounds_and_meet_new_people_each_time(evening: Evening) -> None:
    await evening.gathers()
    assert "The night has begun" in evening.shown
    met: Counter[frozenset[str]] = Counter()
    for number in (1, 2, 3):
        shown = await evening.seats()
        assert f"Round {number} of 3" in shown
        again = sum(pair in met for pod in evening.pods[-3:] for pair in map(frozenset, combinations(seated(pod), 2)))
        assert f"Pairs who meet again: {again} from tonight, 0 from earlier" in shown
        assert "Pods: 3 × 4" in shown
        round_pods = evening.pods[-3:]
        assert sorted(name for pod in round_pods for name in seated(pod)) == sorted(
            name_of(each) for each in evening.people
        )
        for pod in round_pods:
            met.update(map(frozenset, combinations(seated(pod), 2)))
        await evening.draws(*round_pods)
    assert max(met.values()) == 2  # three pods of four cannot do better
    assert "Every round has been seated: 3" in await evening.does("seat")
    assert "The night is over" in await evening.closes()
    assert "Thanks for playing" in evening.shown


async def test_board_follows_the_pods_and_shows_the_standings(evening: Evening) -> None:
    await evening.gathers()
    await evening.seats()
    assert evening.shown.count("🪑") == 3
    first, *_ = evening.pods
    names = seated(first)
    await evening.draws(first)
    assert evening.shown.count("🪑") == 2
    assert "🤝" in evening.shown
    standings = evening.shown.split("Standings\n")[1]
    assert all(name in standings for name in names)


async def test_pod_takes_its_players_alone_and_calls_them_once(evening: Evening) -> None:
    await evening.gathers(7)
    await evening.seats()
    table = evening.pods[-1]
    assert len(seated(table)) in (3, 4)
    outsider = next(each for each in evening.people if name_of(each) not in seated(table))
    joined = await outsider.click(table.board, custom_id=table.find_button("present"))
    assert "by invitation" in said(joined)
    posts = [
        each.json
        for each in evening.server.env.http_requests
        if each.method == "POST" and each.path == f"/channels/{table.channel.id}/messages"
    ]
    pinged = [each for told in posts if told for each in told["allowed_mentions"].get("users") or ()]
    assert sorted(pinged) == sorted(each.id for each in evening.people if name_of(each) in seated(table))
    await evening.press_here(table)
    added = f"/channels/{table.channel.id}/thread-members"  # the mention adds them
    assert not any(each.path.startswith(added) for each in evening.server.env.http_requests)


async def test_last_button_tells_players_where_they_play(evening: Evening) -> None:
    await evening.gathers(8)
    await evening.seats()
    table = next(each for each in evening.pods if "Cy" in seated(each))
    shown = await evening.server.cy.click(evening.message, label="⋯")
    assert f"you play in <#{table.channel.id}>" in said(shown)


async def test_many_people_are_called_and_seated_in_pods(evening: Evening) -> None:
    """They are 200 at night; in the gate so many that their pods need a second menu and a second page."""
    pods = 50 if NAME == "nightly" else 26
    server = evening.server
    await evening.opens()
    people = [
        CommandUser(account, AccountNames(f"A rather long name {account}", f"name{account}", ""))
        for account in range(10**17, 10**17 + 4 * pods - 1)
    ]
    running: Any = server.bot.app
    service = running.client.services.service
    place = ChannelAddress(server.guild.id, evening.channel.id)

    async def do_all(make: Callable[[Player, LiveGame], PlannedGameCommand]) -> None:
        for actor in people:
            await service.execute_command(GameCommandRequest(place, actor, make, pod=1))

    await do_all(lambda me, _: SignUpForPlan(me))
    await evening.passes(31)
    assert f"Signed up: {4 * pods}" in evening.shown
    assert re.search(r"… \d+ more", read_call(evening.message))
    await do_all(lambda me, _: CheckInForPlan(me, 1000 * BEGINS))
    await evening.host.click(evening.message, label="I’m here")
    await evening.passes(31)
    assert f"Pods: {pods} × 4" in await evening.seats()
    results = answer(await evening.host.click(evening.message, label="Results"))
    await evening.host.click(results, label="Pods")
    first = results.content
    assert "**1.** 🪑 <#" in first
    await evening.host.click(results, custom_id=f"night:{evening.channel.id}:1:page:pods:1")
    assert results.content != first
    found = (await service.load_game_by_number(place, 1)).plan.night
    assert len({(pod.channel, pod.pod) for pod in found.rounds[0].pods if pod.is_opened}) == pods
    assert len(found.rounds[0].seated_players) == 4 * pods
    unfinished = answer(await press_more(evening.host, evening.message, "Unfinished pods"))
    menus = [part for row in unfinished.components for part in row["components"]]
    assert [len(menu["options"]) for menu in menus] == [25, pods - 25]
    await evening.host.select(unfinished, values=[f"{pods}"], custom_id=menus[1]["custom_id"])
    assert "Or close the pod" in unfinished.content


async def test_preview_seats_nobody(evening: Evening) -> None:
    await evening.gathers()
    shown = await evening.does("seat")
    assert "Nobody is seated yet" in shown
    assert evening.pods == []
    assert await evening.does("seat") == shown


async def test_preview_names_nobody_and_is_the_same_whoever_avoids_whom(evening: Evening) -> None:
    await evening.gathers(7, variant="esclave")
    shown = await evening.does("seat")
    assert shown.splitlines()[1:3] == ["Pods: 1 × 6", "Sitting out: 1"]
    assert not any(name_of(each) in shown for each in evening.people)
    for who, whom in combinations(evening.people[:4], 2):
        asked = answer(await who.slash(evening.channel, "me avoid"))
        await who.select(asked, [whom], custom_id="me:avoid")
        assert await evening.does("seat") == shown


async def test_round_pressed_twice_is_seated_once(evening: Evening) -> None:
    await evening.gathers()
    asked = await evening.host.slash(evening.channel, "night seat")
    pressed = await evening.host.click(answer(asked), label="Seat")
    deliver_again(evening.server.env, pressed)
    await evening.server.env.settle()
    assert len(evening.pods) == 3


async def test_seats_are_outdated_once_somebody_leaves(evening: Evening) -> None:
    await evening.gathers()
    asked = await evening.host.slash(evening.channel, "night seat")
    await evening.server.cy.click(evening.message, label="I’m leaving")
    assert "came or left" in said(await evening.host.click(answer(asked), label="Seat"))
    assert evening.pods == []


async def test_late_comer_joins_the_next_round(evening: Evening) -> None:
    late = evening.people[-1]
    await evening.gathers(11)
    await evening.seats()
    joined = await late.click(evening.message, label="Join")
    assert "next round" in said(joined)
    evening.people.append(late)
    await evening.draws(*evening.pods)
    assert "Pods: 3 × 4" in await evening.seats()


async def test_next_round_waits_for_pods_that_play(evening: Evening) -> None:
    await evening.gathers()
    await evening.seats()
    first, *others = evening.pods
    await evening.draws(first)
    links = ", ".join(f"<#{each.channel.id}>" for each in others)
    assert f"without a result yet: {links}" in await evening.does("seat")


# What the organiser does


async def test_drop_and_add_change_the_next_round(evening: Evening) -> None:
    late = evening.people[-1]
    await evening.gathers(9)
    assert "Di is here, and you play" in await evening.does("drop", player="Di")
    assert "Di is out" in await evening.does("drop", evening.server.ana, player="Di")
    assert "Lou plays" in await evening.does("add", member=late)
    await evening.seats()
    names = {name for pod in evening.pods for name in seated(pod)}
    assert "Lou" in names
    assert "Di" not in names


async def test_pod_waits_for_whom_the_organiser_added_until_its_call_is_over(evening: Evening) -> None:
    late = evening.people[-1]
    await evening.gathers(7)
    await evening.does("add", member=late)
    await evening.seats()
    (table,) = [pod for pod in evening.pods if "Lou" in seated(pod)]
    assert late.mention in table.call
    await evening.press_here(*evening.pods)
    first, *_ = evening.find_seated(table)
    assert "Not everybody has pressed 🙋 *I am here* yet: Lou" in said(await acts(first, table.channel, "start"))
    await evening.passes(7)
    await first.click(table.board, label="Start")
    assert "Lou" not in str(table.embed.to_dict())
    assert "went to the bench" not in said(await late.click(evening.message, label="Join"))


async def test_whoever_was_only_added_to_a_night_has_no_result_whatever_its_organisers_do(evening: Evening) -> None:
    ana, strangers = evening.server.ana, evening.people[9:]
    await evening.gathers(9)
    for each in strangers[:2]:
        await evening.does("add", member=each)
        await evening.does("drop", ana, player=name_of(each))
        await evening.does("add", ana, member=each)
    await evening.does("add", guest="Gus", member=strangers[2])
    for _ in range(2):
        await evening.seats()
        opened = [table for table in evening.pods if table.kept or "Start" in table.buttons]
        assert any(table.kept for table in opened)
        one, other = (seated(table)[0] for table in opened[:2])
        await evening.does("swap", ana, player=one, other=other)
        await evening.does("swap", ana, player="Jo", other=one)
        opened = [table for table in evening.pods if table.kept]
        await evening.press_here(*opened)
        await evening.passes(7)
        for table in [each for each in opened if "Start" in each.buttons]:
            first, *others = evening.find_seated(table)
            await first.click(table.board, label="Start")
            for each in others:
                await end(each, table.channel, "concede")
        await evening.passes(16)
    database = app_of(evening.server).database
    bound = {value for row in await rows(database, schema.results) for value in row}
    assert len([row for row in await rows(database, schema.people) if row[0] in bound]) == 9  # all who pressed
    for each in strangers:
        assert "✅" in answer(await forgets(each, evening.server)).content


async def test_pod_of_people_who_have_not_pressed_begins_with_none_of_them(evening: Evening) -> None:
    await evening.gathers(1)
    for each in evening.server.everybody[2:5]:
        await evening.does("add", member=each)
    await evening.seats()
    (table,) = evening.pods
    refused = said(await acts(evening.server.ana, table.channel, "start"))
    assert refused.startswith("🚫")
    for name in ("Cy", "Di", "Eve"):
        assert name in refused


async def test_undo_takes_back_the_round_and_closes_its_pods(evening: Evening) -> None:
    evening.host = evening.server.ana
    await evening.gathers()
    asked = await evening.host.slash(evening.channel, "night seat")
    await evening.host.click(answer(asked), label="Seat")
    old = evening.pods
    await evening.host.click(answer(asked), label="Undo")
    assert all("Closed without a result." in table.teams for table in old)
    await evening.seats_again("Gil is late")
    assert len(evening.pods) == 6
    assert "🎲 Round 1 · Ana drew it again: Gil is late" in evening.shown


async def test_round_is_drawn_again_for_a_reason_alone(evening: Evening) -> None:
    evening.host = evening.server.ana
    await evening.gathers(8)
    await evening.seats()
    await press_more(evening.host, evening.message, "Undo")
    asked = answer(await evening.host.slash(evening.channel, "night seat"))
    [button] = [part["custom_id"] for row in asked.components for part in row["components"]]
    assert button.endswith(":again")
    pressed = await forging.press(evening.host, evening.channel, asked, button.removesuffix("again") + "seat")
    assert "Say why" in said(pressed)
    assert len(evening.pods) == 2
    await evening.seats_again("two came late")
    await press_more(evening.host, evening.message, "Undo")
    await evening.seats_again("one left")
    for reason in ("two came late", "one left"):
        assert f"🎲 Round 1 · Ana drew it again: {reason}" in evening.shown


async def test_organiser_moves_nobody_in_a_round_of_their_own(evening: Evening) -> None:
    await evening.gathers(8)
    await evening.seats()
    one, other = (seated(table) for table in evening.pods)
    told = "You are in this round"
    assert told in await evening.does("swap", player=one[0], other=other[0])
    await evening.does("swap", evening.server.ana, player=one[0], other=other[0])
    assert "Undo" not in await list_more(evening.host, evening.message)
    assert f"🔀 Round 1 · Ana: {one[0]} ↔ {other[0]}" in evening.shown
    listed = answer(await evening.server.di.click(evening.message, label="Results"))
    await evening.server.di.click(listed, label="Pods")
    assert f"🔀 Round 1 · Ana: {one[0]} ↔ {other[0]}" in listed.content
    await press_more(evening.server.ana, evening.message, "Undo")
    assert "🔀" not in evening.shown


async def test_organiser_ends_no_game_in_which_they_play_and_takes_no_round_of_theirs_back(evening: Evening) -> None:
    await evening.gathers(8)
    await evening.seats()
    pods = evening.pods
    own, other = sorted(pods, key=lambda each: "Bo" not in seated(each))

    async def stops(table: Table) -> str:
        shown = answer(await press_more(evening.host, evening.message, "Unfinished pods"))
        await evening.host.select(shown, values=[f"{pods.index(table) + 1}"])
        return answer(await evening.host.click(shown, label="Call a draw")).content

    for table in pods:
        await evening.starts(table)
    told = "You lead this night and play in this pod"
    assert told in said(await end(evening.host, own.channel, "draw"))
    assert told in await stops(own)
    assert "Undo" not in await list_more(evening.host, evening.message)
    await stops(other)
    assert "🤝" in evening.shown


async def test_rematch_of_a_pod_is_a_game_beside_the_night(evening: Evening) -> None:
    await evening.gathers(4)
    await evening.seats()
    (table,) = evening.pods
    await evening.draws(table)
    await evening.people[0].click(table.board, label="Rematch")
    assert "Round 1, pod 1" not in (table.embed.title or "")
    assert "By invitation" not in str(table.embed.to_dict())
    await evening.passes(7)
    assert "Start" in table.buttons  # it has no call
    assert "Round 2 of 3" in await evening.does("seat")


async def test_organiser_confirms_a_draw_that_a_player_holds_up_in_a_pod_of_others(evening: Evening) -> None:
    await evening.gathers(8)
    await evening.seats()
    table = next(each for each in evening.pods if "Bo" not in seated(each))
    await evening.draws(table)
    assert "It is up to" in said(await evening.host.click(table.board, label="Confirm"))
    await evening.passes(24 * 60 + 1)
    assert "Confirmed: the draw" in said(await evening.host.click(table.board, label="Confirm"))


async def test_organiser_who_does_not_play_moves_others(evening: Evening) -> None:
    await evening.gathers(9)
    await evening.host.click(evening.message, label="I’m leaving")
    await evening.seats()
    one, other = (seated(table) for table in evening.pods)
    assert "change places" in await evening.does("swap", player=one[0], other=other[0])
    assert f"🔀 Round 1 · Bo: {one[0]} ↔ {other[0]}" in evening.shown


async def test_undo_is_refused_after_the_first_report(evening: Evening) -> None:
    await evening.gathers()
    asked = await evening.host.slash(evening.channel, "night seat")
    await evening.host.click(answer(asked), label="Seat")
    more = answer(await evening.server.ana.click(evening.message, label="⋯"))
    await evening.draws(evening.pods[0])
    assert "so you can’t take it back" in said(await evening.host.click(answer(asked), label="Undo"))
    assert "has been reported" in said(await evening.server.ana.click(more, label="Undo"))
    assert "Undo" not in await list_more(evening.server.ana, evening.message)
    assert len(evening.pods) == 3


@pytest.mark.parametrize("order", [("undo", "report"), ("report", "undo")])
async def test_pod_with_a_report_is_not_closed_by_an_undo_of_the_same_moment(
    evening: Evening, order: tuple[str, str]
) -> None:
    await evening.gathers(4)
    ana = evening.server.ana  # a moderator, who may end a round of her own
    undo = answer(await ana.slash(evening.channel, "night seat"))
    await ana.click(undo, label="Seat")
    [table] = evening.pods
    player = evening.find(seated(table)[0])
    await evening.starts(table)
    question = answer(await does(player, table.channel, "concede"))
    [yes, *_] = question.components[0]["components"]
    presses = {
        "undo": lambda: ana.click(undo, label="Undo"),
        "report": lambda: player.click(question, custom_id=yes["custom_id"]),
    }
    with in_flight(evening.server.env):
        done = {each: await presses[each]() for each in order}
    await evening.server.env.settle()
    told = {each: answer(done[each]).content for each in order}
    is_closed = any("Closed without a result." in line for line in table.teams)
    assert is_closed == ("🚫" in told["report"])
    assert not is_closed or "🚫" not in told["undo"]


async def test_swap_opens_both_pods_anew(evening: Evening) -> None:
    await evening.gathers(8)
    await evening.seats()
    one, other = (seated(table) for table in evening.pods)
    assert "change places" in await evening.does("swap", evening.server.ana, player=one[0], other=other[0])
    swapped = [seated(table) for table in evening.pods[-2:]]
    assert {frozenset(each) for each in swapped} == {
        frozenset({*one, other[0]} - {one[0]}),
        frozenset({*other, one[0]} - {other[0]}),
    }


async def test_swap_takes_somebody_who_has_left_for_one_who_sits_out(evening: Evening) -> None:
    await evening.gathers(7, variant="esclave")
    await evening.seats()
    gone = seated(evening.pods[-1])[0]
    [waiting] = {name_of(each) for each in evening.people} - {*seated(evening.pods[-1])}
    await evening.find(gone).click(evening.message, label="I’m leaving")
    assert "change places" in await evening.does("swap", evening.server.ana, player=gone, other=waiting)
    assert waiting in seated(evening.pods[-1])
    assert gone not in seated(evening.pods[-1])


async def test_pause_moves_the_end_of_the_round(evening: Evening) -> None:
    await evening.gathers()
    await evening.seats()
    ends = int(re.findall(r"ends <t:(\d+):R>", evening.shown)[0])
    await evening.does("pause")
    assert "The clock stands still" in evening.shown
    await evening.passes(10)
    await evening.does("pause")
    later = int(re.findall(r"ends <t:(\d+):R>", evening.shown)[0])
    assert 600 <= later - ends < 700


async def test_another_moderator_goes_on_once_the_organiser_is_gone(evening: Evening) -> None:
    await evening.gathers()
    server = evening.server
    assert "Only Bo, who opened this night" in await evening.does("seat", server.cy)
    server.guild.remove_member(server.bo)
    await evening.seats(server.ana)
    assert len(evening.pods) == 3


async def test_audit_has_everything_that_an_organiser_did(evening: Evening) -> None:
    late = evening.people[-1]
    evening.host = evening.server.ana
    await evening.gathers(8)
    await evening.seats()
    one, other = (seated(table)[0] for table in evening.pods)
    await evening.does("swap", evening.server.ana, player=one, other=other)
    await evening.does("drop", player="Di")
    await evening.does("add", member=late)
    await evening.does("pause")
    await evening.does("pause")
    await press_more(evening.host, evening.message, "Undo")
    await evening.closes()
    asked = answer(await evening.server.ana.slash(evening.channel, "audit"))
    trail = asked.embeds[0].description or ""
    for told in (
        *("seated a round", "let two players change places", "took a player out"),
        *("added a player", "stopped the clock", "let the clock", "took back an act", "closed a"),
    ):
        assert told in trail


async def test_audit_has_a_pod_that_the_organiser_ended(evening: Evening) -> None:
    await evening.gathers(8)
    await evening.seats()
    [table, *_] = [each for each in evening.pods if "Bo" not in seated(each)]
    await evening.starts(table)
    shown = answer(await press_more(evening.host, evening.message, "Unfinished pods"))
    serial = 1 + [each.channel.id for each in evening.pods].index(table.channel.id)
    await evening.host.select(shown, values=[f"{serial}"])
    await evening.host.click(shown, label="Call a draw")
    asked = answer(await evening.server.ana.slash(evening.channel, "audit"))
    assert "ended a pod of a night" in (asked.embeds[0].description or "")


async def test_organiser_gives_deeds_at_tables_of_the_night_where_they_do_not_play(evening: Evening) -> None:
    await name_deeds(evening.server, "Slow play = given")
    await evening.gathers(8)
    await evening.seats()
    [own] = [each for each in evening.pods if "Bo" in seated(each)]
    [table] = [each for each in evening.pods if "Bo" not in seated(each)]
    first, second, *_ = seated(table)
    for each in (own, table):
        await evening.starts(each)
    assert "Give a deed" not in await list_more(evening.host, own.board)
    assert "Give a deed" not in await list_more(evening.find(first), table.board)
    asked = answer(await press_more(evening.host, table.board, "Give a deed"))
    [slow] = asked.components[0]["components"][0]["options"]
    await evening.host.select(asked, [slow["value"]])
    keys = {option["label"]: option["value"] for option in asked.components[0]["components"][0]["options"]}
    modal = await evening.host.select(asked, [keys[second]])
    told = said(await evening.host.submit_modal(modal, {"reason": "An hour for one turn"}))
    assert told == f"✅ Bo gives {second} a deed: Slow play (“An hour for one turn”)"
    asked = answer(await evening.server.ana.slash(evening.channel, "audit"))
    assert "gave a deed" in (asked.embeds[0].description or "")


async def test_organiser_leads_from_the_boards_last_button(evening: Evening) -> None:
    await evening.gathers()
    buttons = ["Everybody", "Bring the board here", "Check the draw"]
    assert await list_more(evening.server.cy, evening.message) == buttons
    asked = await press_more(evening.host, evening.message, "Seat")
    await evening.host.click(answer(asked), label="Seat")
    assert len(evening.pods) == 3
    asked = await press_more(evening.host, evening.message, "End the night")
    await evening.host.click(answer(asked), label="End it all the same")
    assert "Thanks for playing" in evening.shown


async def test_whatever_is_said_of_a_plan_calls_a_night_a_night(server: Server) -> None:
    await switch_on(server, "night")
    night = Evening(server)
    await night.opens()
    await night.comes(server.cy)
    await server.cy.click(night.message, label="Remind me")
    asked = await press_more(server.bo, night.message, "Change time…")
    moved = await server.bo.submit_modal(asked, {"when": f"<t:{BEGINS + 3600}:F>"})
    assert "moves the night to" in said(moved)
    await server.bo.click(answer(moved), label="Move it")
    assert "this night has moved" in read_call(night.message)
    await night.passes(91)
    [reminder] = direct(server, server.cy)
    assert "The night begins" in reminder.content
    asked = await press_more(server.bo, night.message, "Cancel plan")
    assert "Cancel the night?" in said(asked)
    done = await server.bo.click(answer(asked), label="Yes, cancel it")
    assert "The night is cancelled." in answer(done).content
    assert "This night was cancelled" in night.shown


async def test_button_pressed_twice_stops_the_clock_once_and_takes_back_one_act(evening: Evening) -> None:
    evening.host = evening.server.ana
    await evening.gathers()
    await evening.seats()
    await evening.does("drop", player="Di")
    shown = answer(await evening.host.click(evening.message, label="⋯"))
    await evening.host.click(shown, label="Stop the clock")
    assert "stopped or started since" in said(await evening.host.click(shown, label="Stop the clock"))
    assert "The clock stands still" in evening.shown
    shown = answer(await evening.host.click(evening.message, label="⋯"))
    await evening.host.click(shown, label="Undo")
    assert "already" in said(await evening.host.click(shown, label="Undo"))
    assert "The clock stands still" not in evening.shown
    assert "Here: 11" in evening.shown


async def test_night_that_nobody_leads_is_closed_after_half_a_day(evening: Evening) -> None:
    await evening.gathers(4)
    await evening.passes(13 * 60)
    assert "nothing has happened in it" in evening.shown


async def test_night_goes_on_as_long_as_somebody_plays_in_its_pods(evening: Evening) -> None:
    await evening.gathers(4)
    await evening.seats()
    (table,) = evening.pods
    host = evening.find(seated(table)[0])
    await evening.starts(table, host)
    await evening.passes(8 * 60)
    await host.click(table.board, label="Next turn")
    await evening.passes(8 * 60)
    assert "nothing has happened" not in evening.shown
    await evening.passes(5 * 60)
    assert "nothing has happened in it" in evening.shown


# Extremes, a sentence each


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"rounds": 31}, "The most rounds of a night: 30"),
        ({"minutes": 601}, "The most minutes of a round: 600"),
        ({"when": "whenever"}, "I can’t read that as a time"),
    ],
)
async def test_impossible_nights_are_refused(evening: Evening, options: dict[str, object], told: str) -> None:
    agreed = {"when": WHEN, "rounds": 3, "minutes": 60} | options
    asked = await evening.host.slash(evening.channel, "night open", **agreed)
    assert told in said(asked)
    assert Table(evening.server).boards == []


async def test_two_people_are_too_few(evening: Evening) -> None:
    await evening.gathers(2)
    assert "Players here: 2" in await evening.does("seat")
    assert evening.pods == []


async def test_nobody_plays_in_two_nights_at_once(evening: Evening) -> None:
    await evening.gathers(4)
    second = Evening(evening.server, evening.server.guild.create_text_channel("second"))
    second.host = evening.server.eve
    await second.opens(when="in 10 min")
    joined = await evening.server.cy.click(second.message, label="Join")
    assert "Cy is in another night" in said(joined)
    assert "Di is in another night" in await second.does("add", member=evening.server.di)


async def test_of_two_nights_in_one_channel_each_organiser_leads_their_own(evening: Evening) -> None:
    await evening.gathers(4)
    second = Evening(evening.server)
    second.host = evening.server.eve
    await second.opens(when="in 10 min")
    await second.host.click(second.message, label="I’m here")
    await second.passes(12)
    assert "Players here: 1" in await second.does("seat")
    assert "Pods: 1 × 4" in await evening.does("seat")


async def test_nights_commands_need_a_night(evening: Evening) -> None:
    for act in ("seat", "pause", "close"):
        assert "There is no night here" in await evening.does(act)


async def test_without_threads_pods_open_in_channels_that_the_organiser_picks(evening: Evening) -> None:
    server = evening.server
    me = server.guild.me
    assert me is not None
    never = discord.PermissionOverwrite(create_public_threads=False)
    strict = server.guild.create_text_channel("strict", overwrites={me: never})
    rooms = [server.guild.create_text_channel(f"room-{number}") for number in (1, 2)]
    hidden = server.guild.create_text_channel(
        "hidden", overwrites={me: discord.PermissionOverwrite(send_messages=False)}
    )
    night = Evening(server, strict)
    agreed = {"when": WHEN, "rounds": 3, "minutes": 60, "variant": "elimination"}
    asked = answer(await night.host.slash(strict, "night open", **agreed))
    assert "I can’t open threads here" in asked.content
    assert "nowhere to open the pods" in said(await night.host.click(asked, label="Plan it"))
    refused = await picks(night.host, asked, hidden)
    assert "can’t open pods in" in said(refused)
    await picks(night.host, asked, *rooms)
    await night.host.click(asked, label="Plan it")
    night.people = night.people[:7]
    for each in night.people:
        if each is not night.host:
            await each.click(night.message, label="Join")
    await night.passes(31)
    for each in night.people:
        await each.click(night.message, label="I’m here")
    await night.passes(31)
    await night.seats()
    assert sorted(len(seated(Table(server, room))) for room in rooms) == [3, 4]


async def test_pods_wait_in_line_for_the_one_channel_that_the_organiser_picked(evening: Evening) -> None:
    night, room = await gathers_without_threads(evening)
    assert "1 channel is named" in await night.seats()
    assert "wait until one of the channels is free" in night.shown
    table = Table(night.server, room)
    first = seated(table)
    assert "⏳ Round 1, pod 2" in said(await press_more(night.host, night.message, "Unfinished pods"))
    await night.draws(table)
    await night.passes(2)
    assert "wait until" not in night.shown
    assert {*seated(table)} == {name_of(each) for each in night.people} - {*first}
    await night.draws(table)
    assert "Round 2 of 3" in await night.does("seat")


async def test_seats_are_kept_until_each_player_presses_in_the_pod(evening: Evening) -> None:
    night, room = await gathers_without_threads(evening)
    await night.seats()
    table = Table(night.server, room)
    assert table.seats == ""
    waiting = [each for each in night.people if name_of(each) in table.kept]
    assert len(waiting) == 4
    assert all(each.mention in table.call for each in waiting)
    assert "✅" in said(await waiting[0].click(table.board, label="I am here"))
    assert table.seats == f"1. {name_of(waiting[0])}"


async def test_no_round_is_seated_once_the_bot_can_open_pods_nowhere(evening: Evening) -> None:
    night, room = await gathers_without_threads(evening)
    night.server.env.backend.delete_channel(room.id)
    assert "can’t open pods in any channel of this night" in await night.does("seat")


async def test_no_round_is_seated_once_the_bot_may_open_no_threads(evening: Evening) -> None:
    await evening.gathers(8)
    asked = await evening.host.slash(evening.channel, "night seat")
    forbids_threads(evening)
    refused = said(await evening.host.click(answer(asked), label="Seat"))
    assert "can’t open the pods in threads" in refused
    assert "Create Public Threads" in refused
    assert "Create Public Threads" in await evening.does("seat")
    assert "The organiser seats the first round" in evening.shown


async def test_organiser_reads_why_a_pod_waits_that_the_bot_cannot_open(evening: Evening) -> None:
    night, room = await gathers_without_threads(evening)
    await night.seats()
    night.server.env.backend.delete_channel(room.id)
    shown = said(await press_more(night.host, night.message, "Unfinished pods"))
    assert "⏳ Round 1, pod 2" in shown
    assert "can’t open pods in any channel of this night" in shown


def forbids_threads(evening: Evening) -> None:
    """The bot may no longer make threads in the channel of the night."""
    me = evening.server.guild.me
    assert me is not None
    denied = discord.Permissions(create_public_threads=True).value
    overwrite = Overwrite(me.id, OverwriteType.MEMBER, deny=denied)
    evening.server.env.backend.set_overwrite(evening.channel.id, overwrite)


async def gathers_without_threads(evening: Evening) -> tuple[Evening, simcord.ChannelHandle]:
    """A night of eight people in a channel without threads, and the one channel for its pods."""
    me = evening.server.guild.me
    assert me is not None
    never = discord.PermissionOverwrite(create_public_threads=False)
    strict = evening.server.guild.create_text_channel("strict", overwrites={me: never})
    room = evening.server.guild.create_text_channel("room")
    night = Evening(evening.server, strict)
    night.people = evening.people[:8]
    agreed = {"when": WHEN, "rounds": 3, "minutes": 60, "variant": "elimination"}
    asked = answer(await night.host.slash(strict, "night open", **agreed))
    await picks(night.host, asked, room)
    await night.host.click(asked, label="Plan it")
    await night.comes(*(each for each in night.people if each is not night.host))
    await night.passes(31)
    for each in night.people:
        await each.click(night.message, label="I’m here")
    await night.passes(31)
    return night, room


async def picks(
    who: MemberActor, asked: simcord.ResponseMessage, *channels: simcord.ChannelHandle
) -> InteractionResult:
    """Somebody picks channels in the menu of a preview."""
    parts = [part for row in asked.components for part in row["components"]]
    [menu] = [part["custom_id"] for part in parts if part["custom_id"].endswith(":rooms")]
    return await who.select(asked, [*channels], custom_id=menu)


# Privacy


async def test_people_who_avoid_each_other_are_kept_apart_and_nothing_tells_it(evening: Evening) -> None:
    server = evening.server
    asked = answer(await server.cy.slash(server.channel, "me avoid"))
    parts = [part for row in asked.components for part in row["components"]]
    [menu] = [part["custom_id"] for part in parts if part["custom_id"] == "me:avoid"]
    await server.cy.select(asked, [server.di], custom_id=menu)
    await evening.gathers(8)
    shown = await evening.seats()
    assert "avoid" not in shown
    pods = [seated(table) for table in evening.pods]
    assert not any({"Cy", "Di"} <= {*pod} for pod in pods)


async def test_forgetting_a_player_drops_the_veil_and_keeps_the_lots(evening: Evening, tmp_path: Path) -> None:
    await evening.gathers(4)
    await evening.seats()
    tags = read_made(tmp_path)["tags"]
    assert "veil" in read_made(tmp_path)["night"]["seal"]["own"]
    await evening.draws(*evening.pods)
    await evening.closes()
    await evening.passes(20)
    await forgets(evening.server.cy, evening.server)
    made = read_made(tmp_path)
    assert "veil" not in made["night"]["seal"]["own"]
    assert "secret" in made["night"]["seal"]["own"]
    assert made["tags"] == tags


async def test_forgetting_somebody_who_never_played_drops_their_tag_alone(evening: Evening, tmp_path: Path) -> None:
    late = evening.people[-1]
    await evening.gathers(4)
    await late.click(evening.message, label="Join")
    await late.click(evening.message, label="I’m leaving")
    await forgets(late, evening.server)
    signed = [each for each in read_events(tmp_path, "signed-up") if "tag" not in each]
    assert len(signed) == 1
    assert "veil" in read_made(tmp_path)["night"]["seal"]["own"]


def read_events(folder: Path, kind: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(folder / "games.db")) as file:
        found = file.execute("SELECT payload FROM events WHERE type = ?", (kind,)).fetchall()
    return [json.loads(payload) for (payload,) in found]


def read_made(folder: Path) -> dict[str, Any]:
    [made] = read_events(folder, "plan-made")
    return made


# Series


async def test_next_night_of_a_series_keeps_its_terms_and_remembers_the_last(evening: Evening, tmp_path: Path) -> None:
    await evening.gathers(8, every="1")
    await evening.seats()
    await evening.draws(*evening.pods)
    await evening.closes()
    await evening.passes(3)
    first, second = read_events(tmp_path, "plan-made")
    assert second["night"]["former"] == [1]
    assert second["night"]["rounds"] == first["night"]["rounds"]
    assert second["night"]["seal"]["own"] != first["night"]["seal"]["own"]


# Crashes


@pytest.mark.parametrize("killed_before", ["thread", "lobby", "note"])
async def test_kill_while_pods_are_opened_opens_each_once(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_before: str
) -> None:
    carry_out = PlannedGameBackgroundServices.execute_command_as_bot

    async def refuse(*_: Any, **__: Any) -> Any:
        raise DatabaseUnreachableError("the database", "the process is no more")

    async def carry_out_but_notes(
        tools: PlannedGameBackgroundServices, live: LiveGame, command: PlannedGameCommand
    ) -> CommandResult:
        if isinstance(command, RecordGameNightPodOpening):
            await refuse()
        return await carry_out(tools, live, command)

    await evening.gathers()
    if killed_before == "thread":
        monkeypatch.setattr(discord.TextChannel, "create_thread", refuse)
    elif killed_before == "lobby":
        monkeypatch.setattr(PlannedGameBackgroundServices, "execute_command_for_member", refuse)
    else:
        monkeypatch.setattr(PlannedGameBackgroundServices, "execute_command_as_bot", carry_out_but_notes)
    await evening.seats()
    assert evening.shown.count("⏳") == 3
    monkeypatch.undo()
    await evening.server.crash(away=10 * MINUTE)  # Discord has forgotten the nonces
    await evening.passes(3)
    assert len(evening.pods) == 3
    players = [each for opened in read_events(tmp_path, "opened") for each in opened["kept"]]
    assert len(players) == len({*players}) == 12
    seen = [each for each in evening.channel.history() if not each.flags.ephemeral]
    assert [each.id for each in seen] == [evening.message.id]


async def test_after_a_crash_threads_from_before_are_looked_for_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any, **__: Any) -> Any:
        raise DatabaseUnreachableError("Discord", "the process is no more")

    await evening.gathers()
    monkeypatch.setattr(PlannedGameBackgroundServices, "execute_command_for_member", refuse)
    await evening.seats()
    monkeypatch.undo()
    threads = {table.channel.id for table in evening.pods}
    before = len(evening.server.env.http_requests)
    await evening.server.crash(away=10 * MINUTE)
    await evening.passes(3)
    assert {table.channel.id for table in evening.pods} == threads
    assert len(threads) == 3
    asked = [(each.method, each.path) for each in evening.server.env.http_requests[before:]]
    assert asked.count(("GET", f"/guilds/{evening.server.guild.id}/threads/active")) == 1
    assert asked.count(("GET", f"/channels/{evening.channel.id}/messages")) <= 1


async def test_pods_do_not_wait_for_a_reply_about_a_thread_that_is_there(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    create = discord.TextChannel.create_thread

    async def create_and_hold_back(*arguments: Any, **named: Any) -> Any:
        await create(*arguments, **named)
        await asyncio.sleep(5 * MINUTE)  # as discord.py does where a rate limit is used up
        raise discord.HTTPException(Answer(500), "")

    await evening.gathers()
    monkeypatch.setattr(discord.TextChannel, "create_thread", create_and_hold_back)
    await evening.seats()
    await evening.server.env.advance_time(10)
    assert evening.shown.count("🪑") == 3
    await evening.server.env.advance_time(5 * MINUTE)
    gc.collect()  # a task whose error nobody has read says so in the log when it is forgotten
    assert "never retrieved" not in caplog.text


async def test_pods_open_in_threads_whose_request_was_repeated(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = discord.TextChannel.create_thread

    async def create_twice(*arguments: Any, **named: Any) -> Any:
        await create(*arguments, **named)  # the reply is lost, and discord.py asks again
        return await create(*arguments, **named)

    await evening.gathers()
    monkeypatch.setattr(discord.TextChannel, "create_thread", create_twice)
    await evening.seats()
    await evening.server.env.advance_time(10)
    assert evening.shown.count("🪑") == 3
    left = [thread for thread in evening.channel.threads if not Table(evening.server, thread).boards]
    asked = {each.path: each.json for each in evening.server.env.http_requests if each.method == "PATCH"}
    assert [asked[f"/channels/{thread.id}"] for thread in left] == [{"archived": True}] * 3


async def test_thread_of_a_pod_that_plays_elsewhere_is_archived(evening: Evening) -> None:
    """A killed process had sent the request; Discord carried it out after the next process had created another."""
    await evening.gathers()
    await evening.seats()
    client, name = evening.server.bot.app.client, str(evening.pods[0].channel.name)
    channel = client.get_channel(evening.channel.id)
    assert isinstance(channel, discord.TextChannel)
    late, other = [
        await channel.create_thread(name=each, type=discord.ChannelType.public_thread) for each in (name, "Decks")
    ]
    await evening.passes(1)
    archived = {each.path for each in evening.server.env.http_requests if each.json == {"archived": True}}
    assert archived == {f"/channels/{late.id}"}
    assert other.id in {thread.id for thread in evening.channel.threads}


async def test_kill_while_a_round_is_taken_back_leaves_no_pod_open(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    carry_out = PlannedGameBackgroundServices.execute_command_as_bot

    async def crash(tools: PlannedGameBackgroundServices, live: LiveGame, command: PlannedGameCommand) -> CommandResult:
        if isinstance(command, RecordGameNightPodClosing):
            raise DatabaseUnreachableError("the database", "the process is no more")
        return await carry_out(tools, live, command)

    evening.host = evening.server.ana
    await evening.gathers(8)
    asked = await evening.host.slash(evening.channel, "night seat")
    await evening.host.click(answer(asked), label="Seat")
    old = evening.pods
    monkeypatch.setattr(PlannedGameBackgroundServices, "execute_command_as_bot", crash)
    await evening.host.click(answer(asked), label="Undo")
    monkeypatch.undo()
    await evening.server.crash(away=10 * MINUTE)
    await evening.passes(3)
    assert all("Closed without a result." in table.teams for table in old)
    await evening.seats_again("the bot was away")
    assert len(evening.pods) == len(old) + 2
