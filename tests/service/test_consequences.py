"""What is committed together with an event, whoever did it, and whenever it comes to count."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import SettleDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import JoinDuel, OpenDuel, StartDuel
from bot.rulebooks import GameCommand
from bot.rules.closing import Close
from bot.rules.confirmation import confirm_overdue
from bot.rules.facts import Player, Report, Source
from bot.rules.idling import Warn
from bot.rules.lobby import Open, Start
from bot.rules.overrule import Overrule
from bot.rules.records import Setup
from bot.rules.reporting import Defeat
from bot.rules.totals import Count
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Actor, Ask, Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.audit import read_decision, read_entries
from bot.storage.record.boards import Boards
from bot.storage.record.log import Log
from bot.storage.record.people import NOWHERE, Names, People
from bot.storage.record.publications import Publications
from bot.storage.servers.posts import LEASE_DURATION, Post, Posts, insert_post
from bot.storage.servers.seat_lists import SURFACE, make_seat_list
from tests.storage.store import CHANNEL, GUILD, NOON

HERE = Place(GUILD, CHANNEL)
ANA, BO, CY, DI = (Actor(id, Names(name)) for id, name in enumerate(("Ana", "Bo", "Cy", "Di"), 1))
MO = Actor(5, Names("Mo"), moderator=True)
MINUTES = 15
"""After which a game counts that nobody disputes."""

WEEK = Post(GUILD, "week", 7, NOON - timedelta(days=7), NOON + timedelta(minutes=5), False, "en", 5)
"""One that ends soon after the game, and before it counts."""


class Stage:
    """A channel with Ana, Bo, Cy and Di, and a clock that the test moves."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = NOON
        self.people = People(database)
        self.service = Service(Log(database), self.people, lambda: self.now)
        self.number = 0

    async def key(self, actor: Actor) -> Player:
        return (await self.people.on(NOWHERE).identify(actor.discord_id, actor.names)).id

    async def ask(self, actor: Actor | None, ask: Ask, interaction: int | None = None) -> Done:
        request = Request(HERE, actor, ask, interaction, pod=self.number, earlier=bool(self.number))
        return await self.service.do(request)

    async def do(
        self, actor: Actor | None, command: GameCommand, interaction: int | None = None
    ) -> Done:
        return await self.ask(actor, lambda *_: command, interaction)

    async def begin(self, setup: Setup) -> None:
        """A pod of the four has begun."""
        ana, *others = [await self.key(each) for each in (ANA, BO, CY, DI)]
        self.number = (await self.do(ANA, Open(setup, ana, (ana, *others)))).live.number
        await self.do(ANA, Start((ana, *others), ana))

    async def lose(self) -> None:
        """The others lose to Ana, which ends the game."""
        source = (Source(await self.key(ANA), "Lightning Bolt"),)
        for loser in (BO, CY, DI):
            await self.do(ANA, Defeat((Report(await self.key(loser), "life", source),)))

    async def pass_unanswered(self) -> Done:
        """Nobody says anything for so long that the game counts, by the bot's own doing."""
        self.now += timedelta(minutes=MINUTES + 1)

        def confirm(_: Player, live: LiveGame) -> GameCommand:
            assert live.pod is not None
            return confirm_overdue(live.pod, to_milliseconds(self.now), live.silent_since)

        return await self.ask(None, confirm)


@pytest.fixture
def stage(database: Database) -> Stage:
    return Stage(database)


# Boards


async def _warns(stage: Stage) -> Done:
    await stage.begin(Setup())
    return await stage.do(None, Warn())


async def _closes(stage: Stage) -> Done:
    await stage.begin(Setup())
    return await stage.do(None, Close(idle=True))


async def _confirms(stage: Stage) -> Done:
    await stage.begin(Setup(dispute_minutes=MINUTES))
    await stage.lose()
    return await stage.pass_unanswered()


async def _settles(stage: Stage) -> Done:
    ana = await stage.key(ANA)
    await stage.do(ANA, OpenDuel(DuelSetup("own", "A duel", MINUTES), ana, (ana,)))
    await stage.do(BO, JoinDuel(await stage.key(BO)))
    await stage.do(ANA, StartDuel(first=ana))
    await stage.do(BO, ConcedeDuel(await stage.key(BO)))
    stage.now += timedelta(minutes=MINUTES + 1)
    return await stage.do(None, SettleDuel())


@pytest.mark.parametrize("act", [_warns, _closes, _confirms, _settles])
async def test_a_board_is_owed_for_what_the_bot_does_by_itself(
    stage: Stage, act: Callable[[Stage], Awaitable[Done]]
) -> None:
    done = await act(stage)
    assert done.recorded.by is None
    (owed,) = await Boards(stage.database).find_owed()
    assert owed.wanted == done.recorded.version


# Posts


async def sent(stage: Stage) -> Post:
    """The post of the week in which the game was played, which shows all there is to show."""
    rows = Publications(stage.database)
    row = await rows.fetch("post", GUILD, WEEK.key)
    assert row is not None
    lease = await rows.take_lease(row, stage.now, LEASE_DURATION)
    assert lease is not None
    shown = replace(lease.row.adopt(77), shown=row.wanted)
    await rows.note_done(lease, shown, edited=False)
    return await kept(stage)


async def kept(stage: Stage) -> Post:
    found = await Posts(stage.database).get(GUILD, "week", WEEK.number)
    assert found is not None
    return found


async def test_results_that_appear_in_a_past_week_change_its_post(stage: Stage) -> None:
    await stage.database.write(*insert_post(WEEK))
    await stage.begin(Setup(dispute_minutes=MINUTES))
    await stage.lose()
    before = await sent(stage)
    await stage.pass_unanswered()
    assert stage.now > WEEK.end
    assert (await kept(stage)).wanted > before.wanted


async def test_results_that_go_from_a_past_week_change_its_post(stage: Stage) -> None:
    await stage.database.write(*insert_post(WEEK))
    await stage.begin(Setup())
    await stage.lose()
    before = await sent(stage)
    stage.now += timedelta(days=1)
    await stage.do(MO, Overrule("void", "it was not like that"))
    assert (await kept(stage)).wanted > before.wanted


async def test_results_of_a_later_week_leave_a_past_one_s_post_alone(stage: Stage) -> None:
    stage.now += timedelta(days=1)
    await stage.database.write(*insert_post(WEEK))
    before = await sent(stage)
    await stage.begin(Setup())
    await stage.lose()
    assert await kept(stage) == before


async def test_results_leave_the_posts_of_other_servers_alone(stage: Stage) -> None:
    elsewhere = replace(WEEK, guild=GUILD + 1)
    await stage.database.write(*insert_post(WEEK), *insert_post(elsewhere))
    before = await kept(stage)
    await stage.begin(Setup())
    await stage.lose()
    assert (await kept(stage)).wanted > before.wanted
    assert await Posts(stage.database).get(GUILD + 1, "week", WEEK.number) == elsewhere


# The audit trail


async def test_decision_tells_a_new_date_only_if_the_game_has_one(stage: Stage) -> None:
    await stage.begin(Setup())
    await stage.lose()
    before, reason = to_milliseconds(stage.now), "it was not like that"
    earlier = before - 60_000
    points = {await stage.key(BO): 3}
    await stage.do(MO, Overrule("points", reason, points=points), interaction=501)
    await stage.do(MO, Overrule("date", reason, at=earlier), interaction=502)
    entries = await read_entries(stage.database, GUILD, 0, 2)
    dated, pointed = (read_decision(entry) for entry in entries)
    assert pointed is not None
    assert pointed.dated is None
    assert dated is not None
    assert dated.dated is not None
    assert (dated.dated.before, dated.dated.after) == (before, earlier)


# Lists of free seats


async def test_a_lobby_that_opens_or_begins_changes_the_lists_of_its_own_server_alone(
    stage: Stage,
) -> None:
    lists = Publications(stage.database)
    for channel, guild in enumerate((GUILD - 1, GUILD, GUILD, GUILD + 1), 1):
        row = make_seat_list(guild, channel)
        await lists.add(replace(row, message=77, shown=1, digest="no games"))
    ana, *others = [await stage.key(each) for each in (ANA, BO, CY, DI)]
    for command in (Open(Setup(), ana, (ana, *others)), Start((ana, *others), ana)):
        await stage.do(ANA, command)
        found = await lists.fetch_all(SURFACE)
        assert [each.is_owed for each in found] == [False, True, True, False]
        for each in found:
            await lists.note_unchanged(each)
        assert not any(each.is_owed for each in await lists.fetch_all(SURFACE))


# Deliveries


async def test_life_that_is_changed_by_one_delivery_changes_once(stage: Stage) -> None:
    await stage.begin(Setup(counting=True, life=40))
    bo = await stage.key(BO)
    await stage.do(BO, Count(bo, "life", -3), interaction=55)
    again = await stage.do(BO, Count(bo, "life", -3), interaction=55)
    assert again.again
    assert again.pod.counts.compute_total("life", bo) == 37
