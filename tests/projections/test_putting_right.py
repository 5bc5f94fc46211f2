"""A past pod that is put right has the points of one that was played right from the start."""

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from bot.projections.history import iterate_pod_events
from bot.projections.project import PROJECTIONS, rebuild_derived_tables
from bot.rules.closing import ClosePod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import EventHistory, PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.story import CorrectGameReports, apply_corrections_to_events, list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import GUILD, NOON, execute, killed, make_command, pressed_by_all, rows

HERE, ELSEWHERE = ChannelAddress(GUILD, 1), ChannelAddress(GUILD, 2)
WHY = "it was not like that"
NAMES = ("Ana", "Bo", "Cy", "Di")
ANA = CommandUser(1, AccountNames("Ana"), moderator=True)

seats = st.integers(0, 3)
reports = st.tuples(st.sampled_from("kkkkkcpdnu"), seats, seats)
pods = st.lists(st.lists(reports, max_size=6), min_size=2, max_size=4)
Row = tuple[str, int, str, bool]
"""Of a result: the player, the points, the role, whether they won."""


class Evening:
    """Pods played one after the other through the service."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = PeopleRepository(database)
        self.service = GameService(EventLog(database), self.people, lambda: NOON)
        self.keys: tuple[str, ...] = ()

    async def sit_down(self) -> None:
        known = [
            await self.people.with_nicknames_of_server(NOWHERE).load_or_create_person(id, AccountNames(name))
            for id, name in enumerate(NAMES, 1)
        ]
        self.keys = tuple(person.id for person in known)

    async def do(self, command: PodCommand, place: ChannelAddress = HERE, pod: int = 0) -> CommandResult:
        return await self.service.execute_command(
            GameCommandRequest(place, ANA, lambda *_: command, pod=pod, pressed=pressed_by_all(command))
        )

    async def play(self, reported: Iterable[tuple[str, int, int]]) -> int:
        """A pod to its end, whatever of it is refused; returns its number."""
        begun = await self.do(OpenLobby(PodSetup(), self.keys[0], self.keys))
        await self.do(StartGame(self.keys, self.keys[0]))
        to_the_end = [killed(loser, self.keys[0]) for loser in self.keys[1:]]
        for command in (
            *(make_command(each, self.keys) for each in reported),
            *to_the_end,
            ReportDrawnGame(),
            ClosePod(),
        ):
            try:
                await self.do(command)
            except Refusal:
                continue
        return begun.live.number

    async def story(self, number: int) -> EventHistory:
        return list_events_still_in_effect(
            iterate_pod_events((await self.service.load_game_with_events(HERE, number)).events)
        )

    async def play_right(self, stories: Iterable[EventHistory]) -> list[int]:
        """The same pods elsewhere, with nothing that was taken back or put right."""
        numbers = []
        for story in stories:
            done = [await self.do(event.rebuild_original_command(), ELSEWHERE) for event in story]
            numbers.append(done[0].live.number)
        return numbers

    async def results(self, place: ChannelAddress, numbers: Iterable[int]) -> list[list[Row]]:
        """The results of some pods, in this order."""
        found: dict[int, list[Row]] = {number: [] for number in numbers}
        for channel, pod, player, _, points, role, won, *_ in await rows(self.database, results):
            if channel == place.channel and pod in found:
                found[pod].append((player, points, role, won))
        return list(found.values())


@settings(max_examples=examples(8))
@given(evening=pods, which=st.integers(0, 99), at=st.integers(0, 99), instead=reports, out=st.booleans())
async def test_a_past_pod_put_right_counts_like_one_played_right_and_back_again(
    fresh: Fresh,
    evening: list[list[tuple[str, int, int]]],
    which: int,
    at: int,
    instead: tuple[str, int, int],
    out: bool,
) -> None:
    async with open_anew(fresh) as database:
        played = Evening(database)
        await played.sit_down()
        numbers = [await played.play(reported) for reported in evening]
        before = await played.results(HERE, numbers)
        number = numbers[which % len(numbers)]
        story = await played.story(number)
        places = [step for step, event in enumerate(story) if isinstance(event, DefeatsReported)]
        if not places:
            return  # everybody left by other ways
        step = places[at % len(places)]
        edits: dict[int, tuple[PodCommand, ...]] = {step: () if out else (make_command(instead, played.keys),)}
        try:
            senseless = apply_corrections_to_events(story, edits).invalidated
            edits |= {each.step: () for each in senseless}
            done = await played.do(CorrectGameReports(story, edits, WHY), pod=number)
        except Refusal:
            assert await played.results(HERE, numbers) == before
            return
        assert done.live.number == number
        after = await played.results(HERE, numbers)

        others = [each for each in numbers if each != number]
        right = [*[await played.story(each) for each in others], await played.story(number)]
        elsewhere = await played.play_right(right)
        again = await played.results(ELSEWHERE, elsewhere)
        assert await played.results(HERE, [*others, number]) == again

        kept = [await rows(database, table) for table in PROJECTIONS]
        await execute(database, *map(delete, PROJECTIONS))
        await rebuild_derived_tables(database)
        assert [await rows(database, table) for table in PROJECTIONS] == kept
        assert await played.results(HERE, numbers) == after

        await played.do(UndoPodEvent(WHY), pod=number)
        assert await played.results(HERE, numbers) == before


async def test_reopened_game_goes_on_beside_the_lobby_that_another_process_opened(database: Database) -> None:
    here, there = Evening(database), Evening(database)
    await here.sit_down()
    first = await here.play([])
    there.keys = here.keys
    await there.service.load_current_game(HERE)  # and keeps it in memory
    await here.do(OpenLobby(PodSetup(), here.keys[0], here.keys))
    again = await there.do(OverrideGameAsModerator("reopen", WHY), pod=first)
    assert (again.live.number, again.pod.state) == (first, "running")
    lobby, reopened = await there.service.load_current_and_reopened_games(HERE)
    assert lobby.pod is not None
    assert (lobby.pod.state, reopened.number) == ("lobby", first)
    await here.do(ClosePod())
    assert [each.number for each in await here.service.load_current_and_reopened_games(HERE)] == [first]
