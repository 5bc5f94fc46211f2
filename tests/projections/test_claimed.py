"""Claims: what a guest won becomes somebody's, nobody else's points move, and it can be undone."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.care.integrity import check_integrity_of_database
from bot.projections.project import rebuild_derived_tables
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.projections.season_standings import SeasonStandingsCache
from bot.projections.standings import LeaderboardFilter
from bot.rules.joining import BringGuestToPod
from bot.rules.lobby import LeaveLobby, OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.undoing import UndoPodEvent
from bot.season_rules.rules import USUAL_RULES, SeasonRules
from bot.storage.engine.database import Database
from bot.storage.engine.schema import defeats, results, rivalries, standings
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.audit import AuditEntry, load_audit_log_page
from bot.storage.record.people import NOWHERE, PeopleRepository, Person, build_people_upserts
from bot.storage.tables import rivalries as rivals
from bot.storage.tables import totals
from bot.storage.tables.guest_claims import (
    CLAIM_MADE,
    CLAIMED,
    MAX_CLAIMED_GAMES,
    UNCLAIMED,
    GuestNameClaimRepository,
)
from bot.storage.tables.guests import GuestRepository, build_guests_upsert
from bot.storage.tables.open_games import PlayerNeededInOpenGameError
from bot.storage.tables.seasons import SeasonChangeRequest, SeasonRepository
from tests.storage.store import GUILD, NOON, Channel, column, killed, rows

MEMBERS = ("ana", "bo", "cy")
ZOE, MEG = Person("zoe", 7, "Zoe"), Person("meg", 8, "Meg")
GUS = Person("gus", -5, "Gus")


class Server:
    """A server where Gus is a guest, whom Zoe claims and about whom Meg decides."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = PeopleRepository(database)
        self.claims = GuestNameClaimRepository(database, self.people)
        self.interaction = 1_000
        self.channels = 0

    async def begin(self, *seats: str, brought: tuple[str, ...] = ("gus",)) -> Channel:
        """A game of theirs, to which the last member has brought guests."""
        self.channels += 1
        channel = Channel(self.database, self.channels)
        opened = OpenLobby(PodSetup(), seats[0], seats)
        await channel.do(opened, *(BringGuestToPod(each, seats[-1]) for each in brought))
        await channel.do(StartGame((*seats, *brought), seats[0]))
        return channel

    async def play(self, *seats: str, brought: tuple[str, ...] = ("gus",)) -> Channel:
        """The same until the first wins."""
        channel = await self.begin(*seats, brought=brought)
        await win(channel)
        return channel

    async def ask(self, by: Person = ZOE, guest: str = "gus") -> None:
        await self.claims.store_guest_name_claim(replace(self.entry(CLAIM_MADE, by), at=NOON), guest, by)

    async def confirm(
        self, by: Person = MEG, claimer: Person = ZOE, guest: str = "gus", *, administers: bool = False
    ) -> AuditEntry:
        entry = self.entry(CLAIMED, by)
        await self.claims.confirm_guest_name_claim(entry, by, guest, claimer.id, is_administrator=administers)
        return entry

    async def take_back(self, guest: str = "gus", *, administers: bool = False) -> None:
        entry = self.entry(UNCLAIMED, MEG)
        await self.claims.revoke_guest_name_claim(entry, MEG, guest, is_administrator=administers)

    def entry(self, what: str, by: Person) -> AuditEntry:
        self.interaction += 1
        details = {"guest": "gus", "player": "zoe"}
        at = NOON + timedelta(hours=1)
        return AuditEntry(self.interaction, GUILD, at, by.id, what, details)

    async def points(self, season: int | None = None) -> Mapping[str, int]:
        page = await SeasonStandingsCache(self.database).load_leaderboard_page(GUILD, LeaderboardFilter(season=season))
        return {line.player: line.points for line in page.lines}

    async def everything(self) -> dict[str, Any]:
        """All that results are and add up to, with their ratings."""
        await BackgroundRatingUpdater(self.database).wait_for_ratings_of_server(GUILD)
        found = {each.name: await rows(self.database, each) for each in (results, standings)}
        return found | {each.name: await rows(self.database, each) for each in (defeats, rivalries)}

    async def problems(self) -> list[str]:
        """What `suzerain doctor` finds wrong with projections and ratings."""
        found = await self.database.run_read_transaction_without_timeout(check_integrity_of_database)
        return [str(found.strayed), str(found.ratings)]

    async def check_kept(self, seats: set[str]) -> None:
        """See who has the results, and that they are to the letter what they would be anew."""
        before = await self.everything()
        assert {row[2] for row in before["results"]} == seats
        assert await self.problems() == ["", ""]
        assert await self.astray() == []
        await rebuild_derived_tables(self.database)
        assert await self.everything() == before

    async def astray(self) -> list[int]:
        every = [await column(self.database, each.SELECT_WRONG_SERVERS) for each in (totals, rivals)]
        return [guild for each in every for guild in each]


async def win(channel: Channel) -> None:
    """Let the first win."""
    assert channel.pod is not None
    first, *others = channel.pod.players
    await channel.do(*(killed(each, first) for each in others))


@pytest.fixture
async def server(database: Database) -> Server:
    await database.commit_changes(*build_people_upserts([ZOE, MEG, GUS]), build_guests_upsert(["gus"], GUILD))
    return Server(database)


async def test_a_server_is_offered_its_own_claims_alone(server: Server) -> None:
    await server.ask()
    await server.confirm()
    for guild, claimed in ((GUILD - 1, []), (GUILD, [("gus", "zoe")]), (GUILD + 1, [])):
        assert await server.claims.load_confirmed_guest_name_claims(guild) == claimed


async def test_what_a_guest_has_won_is_the_claimers_and_nobody_elses_points_move(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.play("ana", "bo", "zoe", brought=("hal",))
    await server.play("di", "bo", "cy")
    before = await server.points()
    as_guest = [r for r in await rows(server.database, results) if r[2] == "gus"]
    await server.ask()
    await server.confirm()
    after = await server.points()
    won = sum(row[4] for row in as_guest)
    assert after == {**before, "zoe": before["zoe"] + won}
    assert {row[2] for row in await rows(server.database, results)} >= {"zoe", "hal"}
    assert await server.astray() == []
    assert [each.what for each in await load_audit_log_page(server.database, GUILD, 0, 9)] == [CLAIMED, CLAIM_MADE]


async def test_by_the_rules_of_a_season_nobody_elses_points_move_either(server: Server) -> None:
    seasons = SeasonRepository(server.database, server.people)
    await seasons.start_season(SeasonChangeRequest(GUILD, MEG, 1, NOON), "Spring", str)
    await seasons.change_season_rules(SeasonChangeRequest(GUILD, MEG, 2, NOON), 1, USUAL_RULES, SeasonRules(weekly=1))
    await server.play(*MEMBERS)
    await server.play("ana", "bo", "di", "zoe", brought=())
    before = await server.points(season=1)
    assert before["ana"] == 6, "half of those in the second game are others"
    await server.ask()
    await server.confirm()
    after = await server.points(season=1)
    assert {**after, "zoe": 0} == {**before, "zoe": 0}


async def test_taken_back_it_is_to_the_letter_as_it_was(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.play("zoe", "bo", "di", brought=("hal",))
    before = await server.everything()
    await server.ask()
    await server.confirm()
    claimed = await server.everything()
    assert claimed != before
    assert await server.problems() == ["", ""]
    await rebuild_derived_tables(server.database)
    await BackgroundRatingUpdater(server.database).wait_for_ratings_of_server(GUILD)
    assert await server.everything() == claimed
    await server.take_back()
    assert await server.everything() == before
    assert await server.astray() == []


async def test_a_game_that_is_put_right_later_is_the_claimers_as_well(server: Server) -> None:
    channel = await server.play(*MEMBERS)
    await server.ask()
    await server.confirm()
    await channel.do(OverrideGameAsModerator("points", "they had five", points={"gus": 5}))
    assert (await server.points())["zoe"] == 5
    assert await server.astray() == []


async def test_nobody_claims_whom_they_have_played_with(server: Server) -> None:
    await server.play("ana", "bo", "zoe")
    with pytest.raises(Refusal, match="claim-together"):
        await server.ask()


async def test_a_claim_that_became_impossible_is_not_confirmed(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.ask()
    await server.play("ana", "bo", "zoe")
    with pytest.raises(Refusal, match="claim-together"):
        await server.confirm()
    assert "gus" in {row[2] for row in await rows(server.database, results)}


async def test_nobody_is_confirmed_as_a_guest_who_plays(server: Server) -> None:
    channel = await server.begin(*MEMBERS)
    await server.ask()
    with pytest.raises(PlayerNeededInOpenGameError) as playing:
        await server.confirm()
    assert playing.value.channels == (channel.id,)
    await win(channel)
    lobby = Channel(server.database, 99)
    await lobby.do(OpenLobby(PodSetup(), "ana", ("ana",)), BringGuestToPod("gus", "ana"))
    with pytest.raises(PlayerNeededInOpenGameError):
        await server.confirm()
    assert (await server.points()).keys() == {*MEMBERS}
    await lobby.do(LeaveLobby("gus"))  # the lobby stays open
    await server.confirm()
    assert (await server.points()).keys() == {*MEMBERS, "zoe"}


async def test_who_claimed_two_guests_of_one_game_has_neither_seat_until_it_is_one(server: Server) -> None:
    await server.database.commit_changes(build_guests_upsert(["hal"], GUILD))
    channel = await server.begin(*MEMBERS, "di", brought=("gus", "hal"))
    await channel.do(OverrideGameAsModerator("void", "too late"))  # nothing is open any more
    for guest in ("gus", "hal"):
        await server.ask(guest=guest)
        await server.confirm(guest=guest)
    await channel.do(OverrideGameAsModerator("reopen", "not too late"))
    await win(channel)
    await server.check_kept({*MEMBERS, "di", "gus", "hal"})
    await server.take_back("gus")
    await server.check_kept({*MEMBERS, "di", "gus", "zoe"})


async def test_who_is_claimed_or_asked_for_is_nobody_elses(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.ask()
    with pytest.raises(Refusal, match="claim-other"):
        await server.ask(MEG)
    with pytest.raises(Refusal, match="claim-own"):
        await server.confirm(ZOE)
    await server.confirm()
    with pytest.raises(Refusal, match="guest-claimed"):
        await server.ask(MEG)
    with pytest.raises(Refusal, match="guest-claimed"):
        await server.confirm()
    with pytest.raises(Refusal, match="claim-unknown"):
        await server.ask(guest="nobody")


async def test_more_games_than_a_few_take_an_administrator(server: Server) -> None:
    for _ in range(MAX_CLAIMED_GAMES + 1):
        await server.play(*MEMBERS)
    await server.ask()
    (waiting,) = await server.claims.load_pending_guest_name_claims(GUILD, NOON)
    assert waiting.games == MAX_CLAIMED_GAMES + 1
    with pytest.raises(Refusal, match="claim-many"):
        await server.confirm()
    await server.confirm(administers=True)
    assert (await server.points()).keys() == {*MEMBERS, "zoe"}
    with pytest.raises(Refusal, match="unclaim-many"):
        await server.take_back()
    assert (await server.points()).keys() == {*MEMBERS, "zoe"}
    await server.take_back(administers=True)
    assert (await server.points()).keys() == {*MEMBERS}


async def test_delivered_twice_it_is_decided_once(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.ask()
    entry = await server.confirm()
    assert not await server.claims.confirm_guest_name_claim(entry, MEG, "gus", "zoe", is_administrator=False)
    declined = server.entry("claim-declined", MEG)
    with pytest.raises(Refusal):
        await server.claims.decline_guest_name_claim(declined, MEG, "gus", "zoe")


async def test_who_was_not_believed_may_ask_again(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.ask()
    assert await server.claims.decline_guest_name_claim(server.entry("claim-declined", MEG), MEG, "gus", "zoe")
    assert await server.claims.load_pending_guest_name_claims(GUILD, NOON) == []
    await server.ask()


async def test_a_guest_whose_game_goes_on_after_all_keeps_nobody_from_being_forgotten(server: Server) -> None:
    channel = await server.play(*MEMBERS)
    await server.ask()
    await server.confirm()
    data = PersonalDataService(server.database, server.people)
    await channel.do(UndoPodEvent())
    assert await data.delete_personal_data(ZOE.discord_id, ["Zoe"], NOON)
    assert "gus" not in await server.people.with_nicknames_of_server(NOWHERE).load_people_by_id(["gus"])
    await channel.do(killed("gus", "ana"))
    assert channel.pod is not None
    assert channel.pod.result is not None


async def test_who_is_forgotten_takes_the_names_of_their_guests_along(server: Server) -> None:
    await server.play(*MEMBERS)
    await server.ask()
    await server.confirm()
    before = await server.points()
    data = PersonalDataService(server.database, server.people)
    found = await data.export_account_data(ZOE.discord_id, 10**6, NOON)
    assert found is not None
    with found[0] as file:
        content = file.read()
    assert b'"Gus"' in content
    assert b'"killed"' in content or b'"defeated"' in content
    assert await data.delete_personal_data(ZOE.discord_id, ["Zoe"], NOON)
    assert await server.people.with_nicknames_of_server(NOWHERE).load_people_by_id(["gus", "zoe"]) == {}
    assert await server.points() == before
    assert await GuestRepository(server.database).load_guest_names_of_server(GUILD) == []
