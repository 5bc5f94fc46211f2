"""What is committed together with an event, whoever did it, and whenever it comes to count."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import FinaliseDuelResult
from bot.joust.duel import DuelSetup
from bot.joust.lobby import JoinDuel, OpenDuel, StartDuel
from bot.rulebooks import GameCommand
from bot.rules.closing import ClosePod
from bot.rules.confirmation import build_automatic_confirmation_command
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.idle_closing import AnnounceIdleGameClosing
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.totals import ChangeLifeOrDamage
from bot.service.game_requests import CommandFactory, CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import load_audit_log_page, parse_audit_details_of_game
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from bot.storage.record.publications import PublishedMessageRepository
from bot.storage.servers.seat_lists import SURFACE, build_free_seat_list_message
from bot.storage.servers.standings_posts import (
    LEASE_DURATION,
    StandingsPost,
    StandingsPostRepository,
    build_standings_post_row_inserts,
)
from tests.storage.store import CHANNEL, GUILD, NOON, pressed_by_all

HERE = ChannelAddress(GUILD, CHANNEL)
ANA, BO, CY, DI = (CommandUser(id, AccountNames(name)) for id, name in enumerate(("Ana", "Bo", "Cy", "Di"), 1))
MO = CommandUser(5, AccountNames("Mo"), moderator=True)
MINUTES = 15
"""After which a game counts that nobody disputes."""

WEEK = StandingsPost(GUILD, "week", 7, NOON - timedelta(days=7), NOON + timedelta(minutes=5), False, "en", 5)
"""One that ends soon after the game, and before it counts."""


class Stage:
    """A channel with Ana, Bo, Cy and Di, and a clock that the test moves."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = NOON
        self.people = PeopleRepository(database)
        self.service = GameService(EventLog(database), self.people, lambda: self.now)
        self.number = 0

    async def key(self, actor: CommandUser) -> Player:
        return (
            await self.people.with_nicknames_of_server(NOWHERE).load_or_create_person(actor.discord_id, actor.names)
        ).id

    async def ask(
        self,
        actor: CommandUser | None,
        ask: CommandFactory,
        interaction: int | None = None,
        pressed: frozenset[Player] | None = None,
    ) -> CommandResult:
        request = GameCommandRequest(HERE, actor, ask, interaction, pod=self.number, pressed=pressed)
        return await self.service.execute_command(request)

    async def do(
        self, actor: CommandUser | None, command: GameCommand, interaction: int | None = None
    ) -> CommandResult:
        return await self.ask(actor, lambda *_: command, interaction, pressed_by_all(command))

    async def begin(self, setup: PodSetup) -> None:
        """A pod of the four has begun."""
        ana, *others = [await self.key(each) for each in (ANA, BO, CY, DI)]
        self.number = (await self.do(ANA, OpenLobby(setup, ana, (ana, *others)))).live.number
        await self.do(ANA, StartGame((ana, *others), ana))

    async def lose(self) -> None:
        """The others lose to Ana, which ends the game."""
        source = (DefeatSource(await self.key(ANA), "Lightning Bolt"),)
        for loser in (BO, CY, DI):
            await self.do(ANA, ReportDefeats((DefeatReport(await self.key(loser), "life", source),)))

    async def pass_unanswered(self) -> CommandResult:
        """Nobody says anything for so long that the game counts, by the bot's own doing."""
        self.now += timedelta(minutes=MINUTES + 1)

        def confirm(_: Player, live: LiveGame) -> GameCommand:
            assert live.pod is not None
            return build_automatic_confirmation_command(
                live.pod, datetime_to_milliseconds(self.now), live.last_decision_time_in_milliseconds
            )

        return await self.ask(None, confirm)


@pytest.fixture
def stage(database: Database) -> Stage:
    return Stage(database)


# Boards


async def _warns(stage: Stage) -> CommandResult:
    await stage.begin(PodSetup())
    return await stage.do(None, AnnounceIdleGameClosing())


async def _closes(stage: Stage) -> CommandResult:
    await stage.begin(PodSetup())
    return await stage.do(None, ClosePod(idle=True))


async def _confirms(stage: Stage) -> CommandResult:
    await stage.begin(PodSetup(dispute_minutes=MINUTES))
    await stage.lose()
    return await stage.pass_unanswered()


async def _settles(stage: Stage) -> CommandResult:
    ana = await stage.key(ANA)
    await stage.do(ANA, OpenDuel(DuelSetup("own", "A duel", MINUTES), ana, (ana,)))
    await stage.do(BO, JoinDuel(await stage.key(BO)))
    await stage.do(ANA, StartDuel(first=ana))
    await stage.do(BO, ConcedeDuel(await stage.key(BO)))
    stage.now += timedelta(minutes=MINUTES + 1)
    return await stage.do(None, FinaliseDuelResult())


@pytest.mark.parametrize("act", [_warns, _closes, _confirms, _settles])
async def test_a_board_is_owed_for_what_the_bot_does_by_itself(
    stage: Stage, act: Callable[[Stage], Awaitable[CommandResult]]
) -> None:
    done = await act(stage)
    assert done.recorded.by is None
    (owed,) = await PodBoardRepository(stage.database).load_outdated_boards()
    assert owed.wanted == done.recorded.version


# Posts


async def sent(stage: Stage) -> StandingsPost:
    """The post of the week in which the game was played, which shows all there is to show."""
    rows = PublishedMessageRepository(stage.database)
    row = await rows.load_published_message("post", GUILD, WEEK.message_key)
    assert row is not None
    lease = await rows.acquire_message_lease(row, stage.now, LEASE_DURATION)
    assert lease is not None
    shown = replace(lease.row.with_sent_message(77), shown=row.wanted)
    await rows.record_published_message(lease, shown, was_edited=False)
    return await kept(stage)


async def kept(stage: Stage) -> StandingsPost:
    found = await StandingsPostRepository(stage.database).load_standings_post(GUILD, "week", WEEK.number)
    assert found is not None
    return found


async def test_results_that_appear_in_a_past_week_change_its_post(stage: Stage) -> None:
    await stage.database.commit_changes(*build_standings_post_row_inserts(WEEK))
    await stage.begin(PodSetup(dispute_minutes=MINUTES))
    await stage.lose()
    before = await sent(stage)
    await stage.pass_unanswered()
    assert stage.now > WEEK.end
    assert (await kept(stage)).wanted > before.wanted


async def test_results_that_go_from_a_past_week_change_its_post(stage: Stage) -> None:
    await stage.database.commit_changes(*build_standings_post_row_inserts(WEEK))
    await stage.begin(PodSetup())
    await stage.lose()
    before = await sent(stage)
    stage.now += timedelta(days=1)
    await stage.do(MO, OverrideGameAsModerator("void", "it was not like that"))
    assert (await kept(stage)).wanted > before.wanted


async def test_results_of_a_later_week_leave_a_past_one_s_post_alone(stage: Stage) -> None:
    stage.now += timedelta(days=1)
    await stage.database.commit_changes(*build_standings_post_row_inserts(WEEK))
    before = await sent(stage)
    await stage.begin(PodSetup())
    await stage.lose()
    assert await kept(stage) == before


async def test_results_leave_the_posts_of_other_servers_alone(stage: Stage) -> None:
    elsewhere = replace(WEEK, guild=GUILD + 1)
    await stage.database.commit_changes(
        *build_standings_post_row_inserts(WEEK), *build_standings_post_row_inserts(elsewhere)
    )
    before = await kept(stage)
    await stage.begin(PodSetup())
    await stage.lose()
    assert (await kept(stage)).wanted > before.wanted
    assert (
        await StandingsPostRepository(stage.database).load_standings_post(GUILD + 1, "week", WEEK.number) == elsewhere
    )


# The audit trail


async def test_decision_tells_a_new_date_only_if_the_game_has_one(stage: Stage) -> None:
    await stage.begin(PodSetup())
    await stage.lose()
    before, reason = datetime_to_milliseconds(stage.now), "it was not like that"
    earlier = before - 60_000
    points = {await stage.key(BO): 3}
    await stage.do(MO, OverrideGameAsModerator("points", reason, points=points), interaction=501)
    await stage.do(MO, OverrideGameAsModerator("date", reason, at=earlier), interaction=502)
    entries = await load_audit_log_page(stage.database, GUILD, 0, 2)
    dated, pointed = (parse_audit_details_of_game(entry) for entry in entries)
    assert pointed is not None
    assert pointed.dated is None
    assert dated is not None
    assert dated.dated is not None
    assert (dated.dated.before, dated.dated.after) == (before, earlier)


# Lists of free seats


async def test_a_lobby_that_opens_or_begins_changes_the_lists_of_its_own_server_alone(stage: Stage) -> None:
    lists = PublishedMessageRepository(stage.database)
    for channel, guild in enumerate((GUILD - 1, GUILD, GUILD, GUILD + 1), 1):
        row = build_free_seat_list_message(guild, channel)
        await lists.add_published_message(replace(row, message=77, shown=1, digest="no games"))
    ana, *others = [await stage.key(each) for each in (ANA, BO, CY, DI)]
    for command in (OpenLobby(PodSetup(), ana, (ana, *others)), StartGame((ana, *others), ana)):
        await stage.do(ANA, command)
        found = await lists.load_published_messages(SURFACE)
        assert [each.needs_message_update for each in found] == [False, True, True, False]
        for each in found:
            await lists.mark_message_as_up_to_date(each)
        assert not any(each.needs_message_update for each in await lists.load_published_messages(SURFACE))


# Deliveries


async def test_life_that_is_changed_by_one_delivery_changes_once(stage: Stage) -> None:
    await stage.begin(PodSetup(counting=True, life=40))
    bo = await stage.key(BO)
    await stage.do(BO, ChangeLifeOrDamage(bo, "life", -3), interaction=55)
    again = await stage.do(BO, ChangeLifeOrDamage(bo, "life", -3), interaction=55)
    assert again.again
    assert again.pod.counts.compute_life_or_damage("life", bo) == 37
