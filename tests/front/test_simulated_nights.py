"""Whole nights through the front: people are late, silent, leave and return, and two organisers lead them.

Somebody goes on by another account. The nights are those in which summer time ends in Paris. The largest are played
at night alone.
"""

from collections import Counter
from datetime import UTC, datetime
from random import Random

import pytest
from simcord import MemberActor

from bot.nights.night import CALL_TIME, GameNight
from bot.nights.seating import list_players_of_smaller_pods
from bot.planning.night_calls import list_bench_players
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.night_calls import PodRollCallEnded
from bot.service.live_game import ChannelAddress
from bot.service.night_pods import load_all_pod_states_of_game_night
from bot.service.night_standings import compute_standings_of_night
from bot.storage.engine import schema
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from tests.effort import NAME, SEED
from tests.front.playing import Table, end, said, switch_on
from tests.front.simulated import Server, answer
from tests.front.test_keeping_apart import avoids
from tests.front.test_me import app_of
from tests.front.test_merging import both_agree
from tests.front.test_nights import MINUTE, Evening, name_of, waited_for
from tests.storage.store import rows

pytestmark = [pytest.mark.usefixtures("still"), pytest.mark.long]

ROUNDS = 5
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
BEGINS = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
"""Half an hour before the clocks of Paris go back."""

NIGHTS = (13,) if NAME == "gate" else (13, 24, 60, 200)
SILENT, LEAVING, RETURNING = 0.08, 0.05, 0.5
"""Shares of the people who do not press in a round, who leave after it, and of those who come back then."""


class SimulatedNight(Evening):
    """A night of Bo's, who plays, which Ana leads as well; `presses` counts what organisers do."""

    def __init__(self, server: Server, people: int, random: Random) -> None:
        super().__init__(server)
        self.random = random
        more = (server.env.create_user(f"p{n}", global_name=f"Player {n:03}") for n in range(people - 6))
        self.people = [*server.everybody[1:], *(server.guild.add_member(user) for user in more)]
        self.absent: list[MemberActor] = []
        self.acts = Counter[str]()
        self.always: set[str] = {name_of(each) for each in self.people}
        """Those who were there and pressed in every round."""

    async def load(self) -> tuple[PlannedGame, GameNight]:
        place = ChannelAddress(self.server.guild.id, self.channel.id)
        plan = (await app_of(self.server).client.services.service.load_game_by_number(place, self.number)).plan
        assert plan is not None
        assert plan.night is not None
        return plan, plan.night

    async def open(self) -> None:
        """The night is announced, and everybody signs up but the last two, who are late."""
        await self.opens(when=f"<t:{int(BEGINS.timestamp())}:F>", rounds=ROUNDS)
        self.number = int(Table(self.server, self.channel).find_button("join").split(":")[1])
        early = self.people[:-2]
        await self.comes(*(each for each in early if each is not self.host))
        await self.passes(31)
        for each in early:
            await each.click(self.message, label="I’m here")
        await self.passes(31)
        self.acts["announce"] += 2
        self.absent = self.people[-2:]
        self.always -= {name_of(each) for each in self.absent}
        await self.does("add", self.server.ana, member=self.people[1], guest="Gus")
        self.acts["guest"] += 1

    async def play_round(self, number: int) -> None:
        """An organiser seats a round; its pods are called, begin, and end in a draw."""
        who = self.server.ana if number % 2 else self.host
        before = len(self.pods)
        await self.seats(who)
        self.acts["seat"] += 2
        tables = self.pods[before:]
        await self.compare_smaller_pods()
        await self.find_own_pod(tables[-1])
        silent = {name_of(each) for each in self.people if self.random.random() < SILENT} - {name_of(self.host)}
        self.always -= silent
        for table in tables:
            await self.press(table, silent)
        await self.let_return()
        await self.passes(6)
        begun = [table for table in tables if "Start" in table.buttons]
        players = [self.find_seated(table) for table in begun]
        for table, (first, *_) in zip(begun, players, strict=True):  # whoever came from the bench need not press
            told = said(await first.click(table.board, label="Start"))
            assert not told.startswith("🚫"), told
        assert all("Closed without a result." in table.teams for table in tables if table not in begun)
        assert not any(waited_for(table) for table in begun)
        await self.compare_calls()
        await self.compare(number)
        for table, seated in zip(begun, players, strict=True):
            caller, *others = sorted(seated, key=lambda each: each is self.host)
            await end(caller, table.channel, "draw")
            for each in others:
                if "Confirm" in table.buttons:
                    await each.click(table.board, label="Confirm")
        await self.let_leave()

    async def press(self, table: Table, silent: set[str]) -> None:
        """Everybody who is called presses, but those who are silent: once for themselves and their guest."""
        for each in self.people:
            mine = {name_of(each)} | ({"Gus (guest)"} if each is self.people[1] else set())
            if name_of(each) not in silent and not mine.isdisjoint(waited_for(table)):
                shown = await each.click(table.board, label="I am here")
                if "Someone you avoid sits here" in said(shown):  # not the first of their list
                    await each.click(answer(shown), label="Join all the same")
                assert mine.isdisjoint(waited_for(table)), said(shown)

    async def let_return(self) -> None:
        """Some who are not there come, or come back, during the call."""
        for each in [each for each in self.absent if self.random.random() < RETURNING]:
            await each.click(self.message, label="Join")
            self.absent.remove(each)

    async def let_leave(self) -> None:
        """Some leave, and those who lost their seats come back at the next round."""
        plan, _ = await self.load()
        there = {*plan.present}
        ids = await self.load_ids()
        self.absent = [each for each in self.people if ids.get(name_of(each)) not in there]
        for each in self.people:
            if each not in (self.host, *self.absent) and self.random.random() < LEAVING:
                await each.click(self.message, label="I’m leaving")
                self.absent.append(each)
        self.always -= {name_of(each) for each in self.absent}

    async def change_account(self, old: MemberActor, new: MemberActor) -> None:
        """Somebody whose two accounts are one person goes on by the other, and cannot be there by both at once."""
        if old not in self.absent:
            refused = said(await new.click(self.message, label="Join"))
            assert refused.startswith("🚫"), refused
            await old.click(self.message, label="I’m leaving")
        self.people[self.people.index(old)] = new
        self.absent = [each for each in self.absent if each is not old]
        self.always.discard(name_of(old))
        await new.click(self.message, label="Join")

    async def compare_smaller_pods(self) -> None:
        """Nobody has been drawn into a smaller pod who sat in one more often than somebody in a larger one."""
        _, night = await self.load()
        *earlier, drawn = ([pod.players for pod in each.pods] for each in night.rounds)
        before = Counter(player for pods in earlier for player in list_players_of_smaller_pods(pods))
        smaller = {*list_players_of_smaller_pods(drawn)}
        larger = {player for pod in drawn for player in pod} - smaller
        most = max((before[player] for player in smaller), default=0)
        assert most <= min(before[player] for player in larger)

    async def find_own_pod(self, table: Table) -> None:
        """One press shows somebody where they play."""
        person = self.find_seated(table)[0]
        assert f"you play in <#{table.channel.id}>" in said(await person.click(self.message, label="⋯"))

    async def compare_calls(self) -> None:
        """No pod has stood longer than the minutes of its call, and those until the next look."""
        _, night = await self.load()
        log = EventLog(app_of(self.server).database)
        for pod in night.rounds[-1].pods:
            stored = await log.load_game_events(pod.channel, pod.pod)
            ends = [datetime_to_milliseconds(each.at) for each in stored if isinstance(each.event, PodRollCallEnded)]
            assert pod.call_sent is not None
            assert all(end <= pod.call_sent + CALL_TIME + MINUTE * 1000 for end in ends[:1])

    async def load_ids(self) -> dict[str, Player]:
        """Return the ids by which the bot knows the people, by their names."""
        at = [each.name for each in schema.people.c]
        found = [dict(zip(at, row, strict=True)) for row in await rows(app_of(self.server).database, schema.people)]
        accounts = {each["discord_id"]: str(each["id"]) for each in found}
        return {name_of(each): accounts[each.id] for each in self.people if each.id in accounts}

    async def compare(self, number: int) -> None:
        """Everybody who is there plays or is on the bench, and nobody is in two places."""
        plan, night = await self.load()
        current = night.rounds[number - 1]
        places = [player for pod in current.pods for player in pod.players]
        assert len(places) == len({*places})
        bench = list_bench_players(plan, night)
        assert {*places} | {*bench} >= plan.present
        assert {*places}.isdisjoint(bench)


@pytest.fixture
async def night(server: Server, request: pytest.FixtureRequest) -> SimulatedNight:
    people: int = request.param
    await switch_on(server, "night")
    await server.ana.slash(server.channel, "setup timezone", zone="Europe/Paris")
    await server.crash(away=(BEGINS - EPOCH).total_seconds() - 3600)
    return SimulatedNight(server, people, Random(f"{SEED} {people}"))


@pytest.mark.parametrize("night", NIGHTS, indirect=True)
async def test_night_of_late_silent_leaving_and_returning_people_runs_itself(night: SimulatedNight) -> None:
    server = night.server
    await avoids(server, night.people[2], night.people[3], night.people[4])
    old = night.people[5]
    new = server.guild.add_member(server.env.create_user("second", global_name="Second"))
    assert "are one person here" in await both_agree(server, old, new)
    await night.open()
    former = (await night.load_ids())[name_of(old)]
    for number in range(1, ROUNDS + 1):
        await night.play_round(number)
        if number == 2:
            await night.change_account(old, new)
    _, ended = await night.load()
    ids = await night.load_ids()
    always = {ids[name] for name in night.always}
    byes = Counter(dict.fromkeys(always, 0))
    smaller = Counter(dict.fromkeys(always, 0))
    for drawn in ended.rounds:
        byes.update(always.intersection(drawn.out))
        smaller.update(always.intersection(list_players_of_smaller_pods([pod.players for pod in drawn.pods])))
    assert max(byes.values()) - min(byes.values()) <= 1
    assert sum(night.acts.values()) <= 3 + 2 * ROUNDS
    await night.closes()
    for each in night.people:
        shown = answer(await each.click(night.message, label="Results"))
        if ids.get(name_of(each)) in ended.all_players:
            assert "You: **" in shown.content, name_of(each)
    states = await load_all_pod_states_of_game_night(app_of(server).service, server.guild.id, ended)
    lines = {line.player for line in compute_standings_of_night(ended, states)}
    assert ids[name_of(new)] in lines
    assert former not in lines
    assert "The night is over" in night.shown
