"""Projections are nothing but the log: made anew from it, they are the same."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, delete, event, update

from bot.projections.project import PROJECTIONS, rebuild_derived_tables, rebuild_derived_tables_in_transaction
from bot.projections.standings import load_leaderboard_without_season_rules
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.errors import UnreadableStoredEventError
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import CHANNEL, GUILD, SEATS, Channel, execute, killed, rows

SHARED = ("standings", "rivalries", "unrated", "result_changes")
"""Tables with rows that many games change."""

OPENINGS: tuple[PodCommand, ...] = (OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
ENDINGS: tuple[PodCommand, ...] = (ReportDrawnGame(), ClosePod(), UndoPodEvent(), UndoPodEvent(), BeginNextTurn())


@st.composite
def evenings(draw: st.DrawFn) -> list[tuple[int, list[PodCommand]]]:
    """What is asked in two channels, a few commands at a time, sensible or not."""
    names = st.sampled_from(SEATS)
    command = st.one_of(
        st.builds(killed, names, names),
        st.builds(ConcedeGame, names),
        st.builds(AnswerPendingPlayerChoice, names, names),
        st.sampled_from(ENDINGS),
    )
    some = st.lists(command, max_size=8).map(lambda commands: [*OPENINGS, *commands])
    return draw(st.lists(st.tuples(st.sampled_from((1, 2)), some), min_size=1, max_size=6))


@settings(max_examples=examples(8))
@given(evening=evenings())
async def test_any_log_gives_the_same_rows_again(fresh: Fresh, evening: list[tuple[int, list[PodCommand]]]) -> None:
    async with open_anew(fresh) as database:
        finished = await _played(database, evening)
        before = [await rows(database, table) for table in PROJECTIONS]
        await execute(database, *map(delete, PROJECTIONS))
        await rebuild_derived_tables(database)
        assert [await rows(database, table) for table in PROJECTIONS] == before
        assert _totals(finished) == {
            line.player: line.points for line in (await load_leaderboard_without_season_rules(database, GUILD)).lines
        }


async def _played(database: Database, evening: list[tuple[int, list[PodCommand]]]) -> list[Pod]:
    """Plays what is not refused; returns the pods that were finished at the end."""
    channels = {id: Channel(database, id) for id in (1, 2)}
    pods = dict[tuple[int, int], Pod]()
    for id, commands in evening:
        channel = channels[id]
        for command in commands:
            if isinstance(command, OpenLobby) and channel.pod and channel.pod.state in schema.OPEN_STATES:
                continue
            try:
                await channel.do(command)
            except Refusal:
                continue
            assert channel.pod is not None
            pods[id, channel.number] = channel.pod
    return [pod for pod in pods.values() if pod.result is not None]


def _totals(finished: list[Pod]) -> Counter[str]:
    totals = Counter[str]()
    for pod in finished:
        assert pod.result is not None
        for player, points in pod.result.points.items():
            totals[player] += points
    return totals


async def test_rows_that_have_no_event_are_gone_after_it(database: Database) -> None:
    await Channel(database).play("bo", "cy", "di")
    before = [await rows(database, table) for table in PROJECTIONS]
    await execute(database, *(update(each).values(channel=CHANNEL + 1) for each in PROJECTIONS))
    await rebuild_derived_tables(database)
    assert [await rows(database, table) for table in PROJECTIONS] == before


async def test_an_empty_log_has_no_projections(database: Database) -> None:
    await rebuild_derived_tables(database)
    assert [await rows(database, table) for table in PROJECTIONS] == [[] for _ in PROJECTIONS]


async def test_a_log_that_cannot_be_folded_is_named_and_changes_nothing(database: Database) -> None:
    await Channel(database).play("bo", "cy", "di")
    before = [await rows(database, table) for table in PROJECTIONS]
    await execute(database, delete(schema.events).where(schema.events.c.version == 1))
    with pytest.raises(UnreadableStoredEventError) as refused:
        await rebuild_derived_tables(database)
    assert (refused.value.channel, refused.value.version) == (CHANNEL, 2)
    assert [await rows(database, table) for table in PROJECTIONS] == before


async def test_a_rebuild_writes_the_rows_that_games_share_once_however_many_games_there_are(
    database: Database,
) -> None:
    for channel in range(1, 7):
        await Channel(database, channel).play("bo", "cy", "di")
    written = Counter[str]()

    def count(_: object, __: object, statement: str, parameters: object, ___: object, executemany: bool) -> None:
        for table in SHARED:
            if statement.startswith(f"INSERT INTO {table} "):
                written[table] += len(parameters) if executemany and isinstance(parameters, list) else 1

    def rebuild(connection: Connection) -> None:
        event.listen(connection, "before_cursor_execute", count)
        rebuild_derived_tables_in_transaction(connection)

    await database.run_write_transaction(rebuild)
    assert written == dict.fromkeys(SHARED, 1)
