"""Which pods are open: what a restart and the next command ask first."""

from datetime import datetime, timedelta

import pytest

from bot.projections.history import build_game_history_from_events
from bot.projections.past_pods import load_channels_of_newest_games, load_past_pods
from bot.projections.pods import (
    PodOrDuelRow,
    load_idle_pods_and_duels,
    load_idle_pods_of_server,
    load_open_pods,
    load_pods_with_reports_to_confirm,
    load_servers_with_idle_pods,
)
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import ConfirmGameReports, DisputeGameReport
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, Channel, explain, killed


async def open_pod(database: Database) -> PodOrDuelRow | None:
    """The open pod of the channel, of which there is at most one."""
    rows = [row for row in await load_open_pods(database, GUILD) if row.channel == CHANNEL]
    assert len(rows) <= 1
    return rows[0] if rows else None


async def read_current(channel: Channel) -> tuple[int, int, str]:
    """The version of a channel, the pod that it plays, or played last, and the state of that."""
    version, events, _ = await channel.log.load_current_game_events_with_version(channel.id, channel.guild)
    return version, events[0].pod, build_game_history_from_events(events).game_as_pod.state


async def test_a_channel_without_a_pod_has_none_open(database: Database) -> None:
    assert await open_pod(database) is None
    assert await EventLog(database).load_current_game_events_with_version(CHANNEL, GUILD) == (0, [], ())
    assert await load_open_pods(database, GUILD) == []


async def test_a_pod_is_open_from_its_lobby_to_its_last_defeat(database: Database) -> None:
    channel = Channel(database)
    states = []
    for command in (OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana")):
        last = await channel.do(command)
        row = await open_pod(database)
        assert row is not None
        states.append(row.state)
        assert row == PodOrDuelRow(CHANNEL, 1, GUILD, row.state, last.version, last.at)
    await channel.do(*(killed(loser, "ana") for loser in ("bo", "cy", "di")))
    assert await open_pod(database) is None
    assert states == ["lobby", "running"]


async def test_a_pod_that_waits_for_a_choice_is_open(database: Database) -> None:
    channel = Channel(database)
    await channel.play()
    # Both serve since the same moment: ana has to name who follows her (ESC-45).
    at_once = ReportDefeats((*killed("bo", "ana").reports, *killed("cy", "ana").reports))
    await channel.do(at_once, ConcedeGame("ana"))
    row = await open_pod(database)
    assert row is not None
    assert row.state == "waiting"


async def test_a_closed_pod_is_the_latest_but_not_open(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    last = await channel.do(ClosePod())
    assert await open_pod(database) is None
    assert await read_current(channel) == (last.version, 1, "closed")


async def test_a_finished_pod_that_is_undone_is_open_again(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.do(UndoPodEvent())
    row = await open_pod(database)
    assert row is not None
    assert (row.pod, row.state, row.version) == (1, "running", 6)


async def test_the_current_pod_is_the_one_that_was_opened_last(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("bo")
    row = await open_pod(database)
    assert row is not None
    assert await read_current(channel) == (row.version, row.pod, row.state) == (8, 6, "running")


@pytest.mark.parametrize("longer", [1, 3])
async def test_the_current_pod_of_a_channel_is_none_of_another_that_has_played_more(
    database: Database, longer: int
) -> None:
    channel, other = Channel(database, 2), Channel(database, longer)
    for each in (other, channel, other):
        await each.play("bo", "cy", "di")
    assert await read_current(channel) == (channel.version, 1, "finished")
    assert await read_current(other) == (other.version, other.number, "finished")


async def test_the_open_pods_of_a_server_come_oldest_first(database: Database) -> None:
    await Channel(database, 3).play("bo", "cy")
    await Channel(database, 1).play()
    await Channel(database, 2).play("bo", "cy", "di")
    assert [row.channel for row in await load_open_pods(database, GUILD)] == [1, 3]
    assert await load_open_pods(database, GUILD + 1) == []


async def test_the_pods_are_found_of_which_a_report_was_not_answered_in_time(database: Database) -> None:
    soon, later = Channel(database, 1), Channel(database, 2)
    await soon.play("cy", setup=PodSetup(confirmation="after-5"))
    await later.play("cy", setup=PodSetup(confirmation="after-15"))

    async def late(minutes: int) -> list[int]:
        found = await load_pods_with_reports_to_confirm(database, NOON + timedelta(minutes=minutes))
        return [row.channel for row in found]

    assert [await late(7), await late(8), await late(18)] == [[], [1], [1, 2]]
    await soon.do(ConfirmGameReports((3,), "cy"))
    await later.do(DisputeGameReport(3, "cy"))
    assert await late(60) == []


def at(minute: int) -> datetime:
    """When a channel's event of this version happened."""
    return NOON + timedelta(minutes=minute)


async def test_open_pods_that_were_left_alone_are_found_server_by_server(database: Database) -> None:
    await Channel(database, 1).play()
    await Channel(database, 2).play("bo")
    await Channel(database, 3).play("bo", "cy", "di")
    await Channel(database, 4, GUILD + 1).play("bo", "cy")
    assert await load_servers_with_idle_pods(database, at(1)) == {}
    assert await load_servers_with_idle_pods(database, at(3)) == {GUILD: at(2)}
    assert await load_servers_with_idle_pods(database, at(4)) == {GUILD: at(2), GUILD + 1: at(4)}
    assert [row.channel for row in await load_idle_pods_of_server(database, GUILD, at(2), 9)] == [1]
    assert [row.channel for row in await load_idle_pods_of_server(database, GUILD, at(9), 9)] == [1, 2]
    assert [row.channel for row in await load_idle_pods_of_server(database, GUILD, at(9), 1)] == [1]


@pytest.mark.parametrize("asked", ["guild, min(at)", "*"], ids=["servers", "pods"])
async def test_they_are_found_without_looking_at_every_pod(database: Database, asked: str) -> None:
    """Most pods are over, and most of the others were touched lately."""
    question = (
        f"SELECT {asked} FROM pods WHERE state NOT IN ('finished', 'closed') AND at <= 1"
        f" {'AND guild = 1 ORDER BY at' if asked == '*' else 'GROUP BY guild'}"
    )
    assert "ix_pods_open" in " ".join(await explain(database, question))


async def test_pods_in_a_state_come_in_turns(database: Database) -> None:
    for channel in (3, 1, 2):
        await Channel(database, channel).play()
    await Channel(database, 4).play("bo", "cy", "di")

    async def channels(since: int, after: int) -> list[int]:
        return [row.channel for row in await load_idle_pods_and_duels(database, "running", at(since), after, 2)]

    assert await channels(9, 0) == [1, 2]
    assert await channels(9, 2) == [3]
    assert await channels(1, 0) == []


async def test_an_earlier_pod_that_is_open_again_is_the_current_one_until_it_is_over(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("bo", "cy", "di")
    channel.back_to(1)
    await channel.do(UndoPodEvent())
    assert await read_current(channel) == (11, 1, "running")
    await channel.do(killed("di", "ana"))
    assert await read_current(channel) == (12, 6, "finished")


async def test_past_pods_say_when_what_and_who_won_the_newest_first(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("bo")
    await channel.do(ReportDrawnGame())
    await channel.play()
    first, second, third = reversed(await load_past_pods(database, [CHANNEL], 9))
    assert (first.number, first.state, first.winners) == (1, "finished", ["ana", "bo", "cy"])
    assert first.opened == channel.written[0].at
    assert (second.number, second.state, *second.winners) == (6, "finished")
    assert (third.state, *third.winners) == ("running",)
    assert await load_past_pods(database, [CHANNEL], 1) == [third]


async def test_past_pods_of_several_channels_keep_their_winners_and_come_the_newest_first(database: Database) -> None:
    first, second = Channel(database, 1), Channel(database, 2)
    await first.play("bo", "cy", "di")
    await second.play("bo")
    await first.play("bo", "cy", "di")
    await Channel(database, 3).play("bo", "cy", "di")
    found = await load_past_pods(database, [1, 2], 9)
    assert [(each.channel, each.number) for each in found] == [(1, 6), (2, 1), (1, 1)]
    assert [bool(each.winners) for each in found] == [True, False, True]


async def test_the_channels_of_a_server_s_newest_games_that_are_over(database: Database) -> None:
    await Channel(database, 1).play("bo", "cy", "di")
    await Channel(database, 2).play("bo")
    later = Channel(database, 3)
    for _ in range(2):
        await later.play("bo", "cy", "di")
    await Channel(database, 4, GUILD + 1).play("bo", "cy", "di")
    assert await load_channels_of_newest_games(database, GUILD, 9, excluded_channels=()) == [3, 1]
    assert await load_channels_of_newest_games(database, GUILD, 2, excluded_channels=()) == [3]
    assert await load_channels_of_newest_games(database, GUILD, 9, excluded_channels=[3]) == [1]
