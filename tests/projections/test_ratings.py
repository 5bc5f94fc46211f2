"""Ratings catch up with results: the same to the last bit, however and however often it is done."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from itertools import groupby
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from bot.projections.history import iterate_pod_events
from bot.projections.project import rebuild_derived_tables
from bot.projections.rating_updater import BackgroundRatingUpdater, rate_all_games_of_all_servers
from bot.projections.ratings import convert_rating_to_points, load_player_rating_history, load_player_ratings
from bot.projections.skill import PlayerResultForRating, SkillRating, SkillRatingAfterGame, compute_ratings_after_game
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.story import CorrectGameReports, apply_corrections_to_events, list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.engine.schema import results, standings, unrated
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import GUILD, NOON, SEATS, Channel, killed, opened, rows

WHY = "it was not like that"


class Row(NamedTuple):
    """A result."""

    channel: int
    pod: int
    player: str
    guild: int
    points: int
    role: Any
    won: bool
    at: Any
    variant: str
    table: str
    caused: int
    served: int
    reign: int
    team: int
    mu: float | None
    sigma: float | None
    chance: float | None
    game: str
    guest: bool
    brought_by: str | None
    recorded: Any
    deeds: str
    deck: str | None
    seat: int
    seats: int
    unconfirmed_deeds: str


async def results_of(database: Database, guild: int = GUILD) -> list[Row]:
    """Those of a server, in the order in which they are rated."""
    found = [Row(*row) for row in await rows(database, results)]
    return sorted((row for row in found if row.guild == guild), key=lambda r: (r.at, r.channel, r.pod))


async def check(database: Database, guild: int = GUILD) -> None:
    """Everything of a server is rated, as by somebody who has all results before them."""
    assert await rows(database, unrated) == []
    current = dict[str, SkillRating]()
    every = await results_of(database, guild)
    for _, group in groupby(every, key=lambda row: (row.channel, row.pod)):
        game = list(group)
        seats = [PlayerResultForRating(row.player, row.points, row.role, row.won, row.team) for row in game]
        after = compute_ratings_after_game(seats, current)
        assert {row.player: SkillRatingAfterGame(row.mu, row.sigma, row.chance) for row in game} == after  # type: ignore[arg-type]
        current.update((player, new.skill_rating) for player, new in after.items())


class Late(Channel):
    """A channel whose clock can stand still, and go on."""

    minutes: int | None = None

    def when(self, version: int) -> Any:
        minutes = version if self.minutes is None else self.minutes
        return NOON + timedelta(minutes=minutes)


asked = st.sampled_from([*"kkkkkkkcdxunvrspbe", "rate", "rate", "clock"])
histories = st.lists(
    st.tuples(asked, st.sampled_from((1, 2, 3)), st.integers(0, 3), st.integers(0, 3)), min_size=10, max_size=60
)


@settings(max_examples=examples(6))
@given(history=histories, chunk=st.integers(1, 30))
async def test_ratings_are_the_same_to_the_last_bit_however_they_are_made(
    fresh: Fresh, history: list[tuple[str, int, int, int]], chunk: int
) -> None:
    async with open_anew(fresh) as database:
        channels = {id: Late(database, id, GUILD + (id == 3)) for id in (1, 2, 3)}
        rater = BackgroundRatingUpdater(database, chunk)
        for what in history:
            await _do(rater, channels[what[1]], what)
        for guild in (GUILD, GUILD + 1):
            await rater.wait_for_ratings_of_server(guild)
        for guild in (GUILD, GUILD + 1):
            await check(database, guild)
        kept = [await rows(database, table) for table in (results, standings)]
        for again in (_rate_all, _rate_apart):
            await rebuild_derived_tables(database)
            await again(database)
            assert await rows(database, unrated) == []
            assert [await rows(database, table) for table in (results, standings)] == kept


async def _rate_all(database: Database) -> None:
    await database.run_write_transaction(lambda connection: rate_all_games_of_all_servers(connection, lambda *_: None))


async def _rate_apart(database: Database) -> None:
    """Each game by itself."""
    rater = BackgroundRatingUpdater(database, 1)
    for guild, *_ in await rows(database, unrated):
        await rater.wait_for_ratings_of_server(guild)


async def _do(rater: BackgroundRatingUpdater, channel: Late, what: tuple[str, int, int, int]) -> None:
    """One thing that happens, if the rules allow it."""
    kind, _, one, other = what
    if channel.pod is None or (channel.pod.state in ("finished", "closed") and kind in "kcdn"):
        await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    match kind:
        case "rate":
            await rater.wait_for_ratings_of_server(channel.guild)
        case "clock":
            channel.minutes = 7 * one if channel.minutes is None else None
        case "b":  # an earlier pod is put right, or goes on
            finished = [each.pod for each in channel.written]
            channel.back_to(finished[one * len(finished) // 4])
        case "e":
            for loser in ("bo", "cy", "di"):
                await _try(channel, killed(loser, "ana"))
        case "p":
            story = list_events_still_in_effect(
                iterate_pod_events(each for each in channel.written if each.pod == channel.number)
            )
            places = [n for n, event in enumerate(story) if isinstance(event, DefeatsReported)]
            if places:
                edits: dict[int, tuple[PodCommand, ...]]
                edits = {places[one % len(places)]: (killed(SEATS[one], SEATS[other]),)}
                try:
                    edits |= {each.step: () for each in apply_corrections_to_events(story, edits).invalidated}
                except Refusal:
                    return
                await _try(channel, CorrectGameReports(story, edits, WHY))
        case _:
            commands: Mapping[str, PodCommand] = {
                "k": killed(SEATS[one], SEATS[other]),
                "c": ConcedeGame(SEATS[one]),
                "d": ReportDrawnGame(),
                "x": ClosePod(),
                "u": UndoPodEvent(),
                "n": BeginNextTurn(),
                "v": OverrideGameAsModerator("void", WHY),
                "r": OverrideGameAsModerator("reopen", WHY),
                "s": OverrideGameAsModerator("points", WHY, points={SEATS[one]: other}),
            }
            await _try(channel, commands[kind])


async def _try(channel: Channel, command: PodCommand) -> None:
    try:
        await channel.do(command)
    except Refusal:
        return


# Games enough


async def league(database: Database, games: int = 12) -> list[Channel]:
    """Two channels in which everybody wins by turns."""
    channels = [Channel(database, id) for id in (1, 2)]
    for number in range(games):
        killer = SEATS[number * 7 % 4]
        losers = [name for name in SEATS if name != killer]
        await channels[number % 2].play(*losers, killer=killer)
    return channels


async def put_right(channel: Channel, number: int, *, points: int = 9) -> None:
    """A past game counts otherwise."""
    channel.back_to(number)
    await channel.do(OverrideGameAsModerator("points", WHY, points={"bo": points}))


async def test_a_result_is_rated_once_it_counts_and_again_once_it_was_put_right(database: Database) -> None:
    rater = BackgroundRatingUpdater(database)
    (channel, _) = await league(database)
    assert {row.mu for row in await results_of(database)} == {None}
    await rater.wait_for_ratings_of_server(GUILD)
    await check(database)
    before = await results_of(database)
    await put_right(channel, 1)
    assert await rows(database, unrated) == [(GUILD, "pod", before[0].at, channel.id, channel.version)]
    await rater.wait_for_ratings_of_server(GUILD)
    await check(database)
    after = await results_of(database)
    assert after[-1].mu != before[-1].mu
    await channel.do(UndoPodEvent(WHY))
    await rater.wait_for_ratings_of_server(GUILD)
    assert await results_of(database) == before


async def test_games_before_the_one_that_is_put_right_are_left_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    rater = BackgroundRatingUpdater(database)
    channel, _ = await league(database)
    await rater.wait_for_ratings_of_server(GUILD)
    every = await results_of(database)
    await put_right(channel, channel.written[-1].pod)
    (since,) = [row[2] for row in await rows(database, unrated)]
    assert since == [row.at for row in every if row.channel == channel.id][-1]
    await rater.wait_for_ratings_of_server(GUILD)
    assert [row for row in await results_of(database) if row.at < since] == [row for row in every if row.at < since]


@pytest.mark.shared_databases
@pytest.mark.parametrize("chunk", [1, 7, 1_000])
async def test_who_is_interrupted_after_any_step_leaves_what_another_one_finishes(
    chunk: int, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    (channel, _) = await league(database, 6)
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
    await put_right(channel, 1)
    wanted = await _settled_elsewhere(database)
    for step in range(200):
        await channel.do(UndoPodEvent(WHY))
        await put_right(channel, 1)
        breaking = _Breaking(database, step)
        try:
            with monkeypatch.context() as patch:
                patch.setattr(
                    database,
                    "run_read_transaction_without_timeout",
                    breaking.wrap(database.run_read_transaction_without_timeout),
                )
                patch.setattr(database, "commit_changes", breaking.wrap(database.commit_changes))
                await BackgroundRatingUpdater(database, chunk).wait_for_ratings_of_server(GUILD)
        except DatabaseUnreachableError:
            await BackgroundRatingUpdater(database, chunk + step % 3).wait_for_ratings_of_server(GUILD)
        await check(database)
        assert await results_of(database) == wanted
        if breaking.left > 0:
            break
    assert step > 2


async def _settled_elsewhere(database: Database) -> list[Row]:
    await BackgroundRatingUpdater(database, 3).wait_for_ratings_of_server(GUILD)
    return await results_of(database)


class _Breaking:
    """Fails after so many steps: where one ends, so that it was done, or before it."""

    def __init__(self, database: Database, steps: int) -> None:
        self.left = steps
        self._url = database.url

    def wrap(self, done: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def broken(*what: Any) -> Any:
            self._count()
            found = await done(*what)
            self._count()
            return found

        return broken

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise DatabaseUnreachableError(self._url, "it fails")


async def test_who_is_closed_amid_a_chunk_leaves_what_another_one_finishes(database: Database) -> None:
    await league(database)
    for pause in range(12):
        rater = BackgroundRatingUpdater(database, 4)
        rater.schedule_rating_of_server(GUILD)
        for _ in range(3 ** (pause % 6)):
            await asyncio.sleep(0)
        await rater.close()
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
    await check(database)


async def test_what_changes_while_a_chunk_is_rated_is_not_lost(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    (channel, other) = await league(database)
    rater = BackgroundRatingUpdater(database, 8)
    snapshot, changes = database.run_read_transaction_without_timeout, iter(range(1, 9))

    async def meanwhile(work: Callable[[Connection], Any]) -> Any:
        found = await snapshot(work)
        if (number := next(changes, None)) is not None:
            # Always in the past, at the bookmark, or just behind it.
            await put_right((channel, other)[number % 2], 1 + 5 * (number // 3), points=number)
        return found

    monkeypatch.setattr(database, "run_read_transaction_without_timeout", meanwhile)
    await rater.wait_for_ratings_of_server(GUILD)
    await check(database)


async def test_two_processes_that_rate_at_once_and_one_that_corrects_agree(url: str, database: Database) -> None:
    (channel, _) = await league(database)
    async with opened(url) as another, opened(url) as third:
        channel.log = type(channel.log)(third)
        for number in range(3):
            both = [BackgroundRatingUpdater(each, 3 + number) for each in (database, another)]
            await asyncio.gather(
                *(rater.wait_for_ratings_of_server(GUILD) for rater in both),
                put_right(channel, 1, points=number),
            )
            await asyncio.gather(*(rater.wait_for_ratings_of_server(GUILD) for rater in both))
            await check(database)


async def test_who_is_woken_rates_in_the_background_each_server_in_turn(database: Database) -> None:
    await league(database, 3)
    await Channel(database, 9, GUILD + 1).play("bo", "cy", "di")
    rater = BackgroundRatingUpdater(database, 1)
    await rater.schedule_rating_of_all_servers()
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
    await check(database)
    await check(database, GUILD + 1)
    await rater.schedule_rating_of_all_servers()  # nothing is left
    await rater.close()


async def test_ratings_show_the_latest_game_and_the_trend_those_before(database: Database) -> None:
    await league(database)
    assert await load_player_ratings(database, GUILD, SEATS) == {}
    assert await load_player_rating_history(database, GUILD, "ana", 5) == []
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
    own = [row for row in await results_of(database) if row.player == "ana"]
    shown = [(row.at, convert_rating_to_points(row.mu or 0)) for row in own]
    assert await load_player_rating_history(database, GUILD, "ana", 5) == shown[-5:]
    assert await load_player_rating_history(database, GUILD, "ana", 100) == shown
    found = await load_player_ratings(database, GUILD, [*SEATS, "nobody"])
    assert found.keys() == set(SEATS)
    assert found["ana"] == shown[-1][1]
    assert await load_player_ratings(database, GUILD + 1, SEATS) == {}


async def test_a_new_game_shows_the_rating_before_it_until_it_is_rated(database: Database) -> None:
    channel, _ = await league(database)
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
    before = await load_player_ratings(database, GUILD, SEATS)
    await channel.play("bo", "cy", "di")
    assert await load_player_ratings(database, GUILD, SEATS) == before
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
    assert (await load_player_ratings(database, GUILD, SEATS))["ana"] > before["ana"]
