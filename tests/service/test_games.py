"""A channel's stream holds games of any kind, one at a time: pods and duels."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.joust.cards import PlayDuelCard
from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import FinaliseDuelResult
from bot.joust.duel import DuelSetup
from bot.joust.lobby import JoinDuel, OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel, ProposeDuelUndoOrClose, UndoDuelStep
from bot.joust.rolls import RollDuelAttack
from bot.joust.table_types import DuelCard
from bot.joust.turns import DrawDuelCard, EndDuelTurn
from bot.projections.project import rebuild_derived_tables
from bot.rulebooks import GameCommand
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.idle_closing import AnnounceIdleGameClosing, KeepIdleGameOpen
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.schema import pods
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from bot.storage.record.redaction import REDACTED
from bot.storage.tables.open_games import PlayerNeededInOpenGameError
from tests.storage.store import pressed_by_all, rows

HERE = ChannelAddress(900, 100)
ANA, BO, CY = (
    CommandUser(1, AccountNames("Ana")),
    CommandUser(2, AccountNames("Bo")),
    CommandUser(3, AccountNames("Cy")),
)
MO = CommandUser(4, AccountNames("Mo"), moderator=True)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ATTACK = RollDuelAttack((5, 3))


class Hall:
    """One channel, and people who ask something of its games."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = PeopleRepository(database)
        self.service = GameService(EventLog(database), self.people, lambda: NOON)

    async def key(self, actor: CommandUser) -> Player:
        return (
            await self.people.with_nicknames_of_server(NOWHERE).load_or_create_person(actor.discord_id, actor.names)
        ).id

    async def do(self, actor: CommandUser | None, command: GameCommand, number: int = 0) -> CommandResult:
        pressed = pressed_by_all(command)
        request = GameCommandRequest(HERE, actor, lambda *_: command, pod=number, pressed=pressed)
        return await self.service.execute_command(request)

    async def refuse(self, actor: CommandUser | None, command: GameCommand, number: int = 0) -> str:
        with pytest.raises(Refusal) as refused:
            await self.do(actor, command, number)
        return refused.value.code

    async def open_pod(self) -> CommandResult:
        host = await self.key(CY)
        return await self.do(CY, OpenLobby(PodSetup(), host, (host,)))

    async def begin_duel(self) -> CommandResult:
        """Begin a duel between Ana, who begins, and Bo."""
        ana, bo = await self.key(ANA), await self.key(BO)
        await self.do(ANA, OpenDuel(DuelSetup("own", "Ana's duel", 15), ana, (ana,)))
        await self.do(BO, JoinDuel(bo))
        return await self.do(ANA, StartDuel(first=ana))


@pytest.fixture
def hall(database: Database) -> Hall:
    return Hall(database)


async def test_a_duel_and_a_pod_follow_each_other_in_one_channel(hall: Hall) -> None:
    begun = await hall.begin_duel()
    assert (begun.live.number, begun.live.pod) == (1, None)
    await hall.do(BO, ConcedeDuel(await hall.key(BO)))
    opened = await hall.open_pod()
    assert (opened.live.number, opened.live.duel) == (5, None)
    past = await hall.service.load_game_by_number(HERE, 1)
    assert past.duel is not None
    assert past.duel.state == "finished"


async def test_a_game_that_is_played_keeps_the_other_out_and_says_which_it_is(hall: Hall) -> None:
    ana = await hall.key(ANA)
    await hall.begin_duel()
    assert await hall.refuse(CY, OpenLobby(PodSetup(), "cy", ("cy",))) == "duel-here"
    assert await hall.refuse(CY, JoinPod("cy")) == "duel-here"
    await hall.do(BO, ConcedeDuel(await hall.key(BO)))
    assert await hall.refuse(CY, JoinPod("cy")) == "no-pod"
    await hall.open_pod()
    assert await hall.refuse(ANA, OpenDuel(DuelSetup(), ana)) == "pod-here"
    assert await hall.refuse(ANA, DrawDuelCard()) == "pod-here"
    await hall.do(CY, ClosePod())
    assert await hall.refuse(ANA, DrawDuelCard()) == "no-duel"


async def test_a_duel_that_is_reopened_goes_on_beside_the_game_that_is_played(hall: Hall) -> None:
    await hall.begin_duel()
    await hall.do(BO, ConcedeDuel(await hall.key(BO)))
    lobby = (await hall.open_pod()).live.number
    assert (await hall.do(MO, UndoDuelStep(reason="A slip."), 1)).duel.state == "running"
    assert [each.number for each in await hall.service.load_current_and_reopened_games(HERE)] == [lobby, 1]
    assert (await hall.do(ANA, ConcedeDuel(await hall.key(ANA)), 1)).duel.state == "finished"
    assert len(await hall.service.load_current_and_reopened_games(HERE)) == 1


async def test_an_undone_end_lets_the_duel_go_on_unless_it_is_over_for_good(hall: Hall) -> None:
    await hall.begin_duel()
    bo = await hall.key(BO)
    await hall.do(BO, ConcedeDuel(bo))
    assert await hall.refuse(ANA, UndoDuelStep()) == "agree-first"
    await hall.do(ANA, ProposeDuelUndoOrClose(await hall.key(ANA), "undo"))
    assert (await hall.do(BO, UndoDuelStep())).duel.state == "running"


async def test_what_counts_is_taken_back_by_moderators_alone(hall: Hall) -> None:
    await hall.begin_duel()
    ana, bo = await hall.key(ANA), await hall.key(BO)
    await hall.do(BO, ConcedeDuel(bo))
    assert (await hall.do(None, FinaliseDuelResult())).duel.final_result is not None
    assert await hall.refuse(None, FinaliseDuelResult()) == "dispute-settled"
    assert await hall.refuse(ANA, ProposeDuelUndoOrClose(ana, "undo")) == "duel-counts"
    assert await hall.refuse(BO, UndoDuelStep()) == "duel-counts"
    await hall.open_pod()
    await hall.do(CY, ClosePod())
    reopened = await hall.do(MO, UndoDuelStep(reason="a misclick"), 1)
    assert (reopened.duel.state, reopened.duel.final_result) == ("running", None)


async def test_each_acts_in_their_turn_and_nobody_else_at_all(hall: Hall) -> None:
    await hall.begin_duel()
    assert await hall.refuse(BO, DrawDuelCard()) == "not-your-turn"
    assert await hall.refuse(MO, DrawDuelCard()) == "not-your-turn"
    assert await hall.refuse(CY, UndoDuelStep()) == "only-duelists"
    assert await hall.refuse(CY, ConcedeDuel("cy")) == "only-duelists"
    await hall.do(ANA, DrawDuelCard())
    turn = (await hall.do(BO, UndoDuelStep())).duel.turn
    assert turn is not None
    assert not turn.drawn
    await hall.do(ANA, EndDuelTurn())
    await hall.do(BO, DrawDuelCard())


async def test_dice_are_taken_back_only_if_both_agree_or_by_a_moderator(hall: Hall) -> None:
    await hall.begin_duel()
    ana, bo = await hall.key(ANA), await hall.key(BO)
    await hall.do(ANA, ATTACK)
    assert await hall.refuse(BO, UndoDuelStep()) == "agree-first"
    await hall.do(BO, ProposeDuelUndoOrClose(bo, "undo"))
    assert await hall.refuse(BO, UndoDuelStep()) == "agree-first"
    await hall.do(ANA, UndoDuelStep())
    await hall.do(ANA, ATTACK)
    await hall.do(BO, ProposeDuelUndoOrClose(bo, "undo"))
    await hall.do(BO, ProposeDuelUndoOrClose(bo, "undo"))  # once more: not any more
    assert await hall.refuse(ANA, UndoDuelStep()) == "agree-first"
    await hall.do(MO, UndoDuelStep(reason="the wrong dice"))
    await hall.do(BO, ProposeDuelUndoOrClose(bo, "close"))
    await hall.do(ANA, DrawDuelCard())  # what was asked before a step is asked no more
    assert await hall.refuse(ANA, CloseDuel()) == "agree-first"
    await hall.do(ANA, ProposeDuelUndoOrClose(ana, "close"))
    assert (await hall.do(BO, CloseDuel())).duel.closed


async def test_a_duel_that_nobody_touches_is_warned_and_kept_like_a_pod(hall: Hall) -> None:
    await hall.begin_duel()
    assert (await hall.do(None, AnnounceIdleGameClosing())).live.warned is not None
    assert (await hall.do(ANA, KeepIdleGameOpen())).live.warned is None
    assert await hall.refuse(CY, KeepIdleGameOpen()) == "only-players"


async def test_what_follows_from_a_duel_can_be_made_from_the_log_anew(hall: Hall) -> None:
    await hall.begin_duel()
    await hall.do(BO, ConcedeDuel(await hall.key(BO)))
    before = await rows(hall.database, pods)
    assert [(row[3], row[6], row[7]) for row in before] == [("finished", NOON + timedelta(minutes=15), NOON)]
    await rebuild_derived_tables(hall.database)
    assert await rows(hall.database, pods) == before


async def test_nobody_is_forgotten_while_they_duel_and_then_their_name_goes(hall: Hall) -> None:
    await hall.begin_duel()
    await hall.do(ANA, PlayDuelCard(DuelCard("Ana's Kettle", "thing", text="for Ana")))
    data = PersonalDataService(hall.database, hall.people)
    with pytest.raises(PlayerNeededInOpenGameError):
        await data.delete_personal_data(ANA.discord_id, ["Ana"], NOON)
    await hall.do(BO, ConcedeDuel(await hall.key(BO)))
    assert await data.delete_personal_data(ANA.discord_id, ["Ana"], NOON)
    hall.service.clear_caches()
    duel = (await hall.service.load_game_by_number(HERE, 1)).duel
    assert duel is not None
    [kettle] = duel.duelists[duel.host].cards
    assert (kettle.card.name, kettle.card.text) == (f"{REDACTED}'s Kettle", f"for {REDACTED}")
    assert duel.setup.title == f"{REDACTED}'s duel"
