"""Acts: a call of each method of storage and projections, and of some of the service."""

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

from msgspec.structs import replace
from sqlalchemy import update

from bot.joust import decks
from bot.planning.cancelling import CancelPlan
from bot.planning.signing_up import SignOff
from bot.projections import (
    card_tables,
    career,
    deck_tables,
    defeats,
    draws,
    limits,
    merged_points,
    past_pods,
    plans,
    pods,
    progress,
    ratings,
    standings,
    vacancies,
    weeks,
)
from bot.projections.project import rebuild
from bot.projections.rater import Rater
from bot.projections.season_tables import SeasonLeaders, SeasonTables, erase_overdue
from bot.rulebooks import GameCommand, fold
from bot.rules.closing import Close
from bot.rules.overrule import Overrule
from bot.rules.records import Setup
from bot.rules.undoing import Undo
from bot.rules.variants import Variant
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.service.live_game import Place
from bot.service.requests import Actor, Request
from bot.service.service import Service
from bot.storage.engine import schema
from bot.storage.engine.moments import to_milliseconds
from bot.storage.privacy.personal_data import PersonalData
from bot.storage.privacy.retention import purge
from bot.storage.privacy.striking import Strikes
from bot.storage.record.audit import count_entries, read_entries
from bot.storage.record.avoidances import Avoidances, load_apart, load_company
from bot.storage.record.boards import Board, Boards
from bot.storage.record.decks import Decks
from bot.storage.record.entry_calls import EntryCalls
from bot.storage.record.log import Log
from bot.storage.record.people import People, hide_guests
from bot.storage.record.player_decks import PlayerDecks
from bot.storage.record.publications import Lease, Publication, Publications
from bot.storage.servers.guild_commands import GuildCommands
from bot.storage.servers.guilds import Guilds, ServerSettings, find_overdue
from bot.storage.servers.posts import Post, Posts, withdraw_post
from bot.storage.servers.seat_lists import fetch_servers_with_lists
from bot.storage.tables.champions import Champions, WornRole
from bot.storage.tables.dismissals import Dismissals
from bot.storage.tables.guest_claims import GuestClaims
from bot.storage.tables.guests import Guests, Unclaimed, load_owners
from bot.storage.tables.listings import owe_listings
from bot.storage.tables.merges import Merge, Merges
from bot.storage.tables.seasons import Decider, Seasons, load_seasons
from tests.storage.neighbours import (
    ATTIC,
    CELLAR,
    DECK,
    DEN,
    ENTRY,
    FAYS,
    GILS,
    GUESTED,
    HALL,
    HERE,
    LATE,
    LOFT,
    MESSAGES,
    PEOPLE,
    PODS,
    ROLES,
    THERE,
    WEEK,
    YARD,
    Only,
    World,
    deliver,
    name_decision,
    only,
    only_games,
    only_seasons,
)
from tests.storage.store import NOON, execute, killed

Act = Callable[[World], Awaitable[Any]]

STONES = decks.Deck("Other stones", (), ())
BO, EVE = PEOPLE["bo"].discord_id, PEOPLE["eve"].discord_id
SOON = NOON + timedelta(minutes=30)
DELIVERY = deliver(name_decision(HERE, 23))
MIDDLE_STRIKE = deliver(name_decision(HERE, 2))
YEARS = NOON + timedelta(days=3_000)
OVER = (1, 2, 3)
SEASON = standings.Scope(season=2)
SCOPE = deck_tables.DeckScope(NOON - WEEK, NOON + WEEK)
WHOLE = (NOON - WEEK, NOON + WEEK)
DAY = timedelta(days=1)
EVES = ((YARD, 1), (YARD, FAYS), (YARD, 16), (LOFT, 12), (ATTIC, PODS[-1]))
FIRST_END, SECOND_END = timedelta(minutes=7), timedelta(minutes=14)


def publication(w: World) -> Publication:
    return Publication("rules", w(HERE), "b", w(HALL), 3, 1, 88, former=w(MESSAGES[1]))


def post(w: World, kind: Any = "week", number: int = 2_921) -> Post:
    return Post(w(HERE), kind, number, NOON, NOON + WEEK, False, "fr", w(HALL), 78, 1, 1)


def worn(w: World) -> WornRole:
    return WornRole(w(HERE), w(BO), w(ROLES[1]), True)


def decider(w: World) -> Decider:
    return Decider(w(HERE), w.person("ana"), ENTRY, SOON, frozenset(OVER))


async def board(w: World, pod: int = PODS[1], channel: int = ATTIC) -> Board:
    found = await Boards(w.database).get(w(channel), pod)
    assert found is not None
    return found


async def leased(w: World, act: str | None = None, *row: Publication, **values: Any) -> None:
    """Take the lease of a publication, and do with it what `act` says."""
    of = publications(w)
    lease = await of.take_lease(publication(w), NOON, timedelta(minutes=1))
    assert lease is not None
    if act is not None:
        await getattr(of, act)(lease, *row, **values)


async def serve(
    w: World,
    channel: int,
    command: GameCommand,
    pod: int = 0,
    by: str = "bo",
    *,
    moderator: bool = True,
) -> None:
    """Let somebody send a command to a game, within limits that nobody else reaches for them."""
    account, names = w(PEOPLE[by].discord_id), w.person(by).names
    counted = (limits.OPEN_GAMES, limits.OPEN_PLANS, limits.UNCONFIRMED_ENTRIES)
    request = Request(
        Place(w(HERE), w(channel)),
        Actor(account, names, moderator=moderator, organiser=True),
        lambda *_: command,
        ENTRY,
        pod,
        earlier=True,
        asked=frozenset(OVER),
        limits=(*(limits.CountLimit(each, 1, 90) for each in counted), Unclaimed((w("gil"),))),
    )
    await Service(Log(w.database), w.people, lambda: SOON).do(request)


def publications(w: World) -> Publications:
    return Publications(w.database)


def boards(w: World) -> Boards:
    return Boards(w.database)


def champions(w: World) -> Champions:
    return Champions(w.database)


def guilds(w: World) -> Guilds:
    return Guilds(w.database, w.people)


def seasons(w: World) -> Seasons:
    return Seasons(w.database, w.people)


def merges(w: World) -> Merges:
    return Merges(w.database, w.people)


def claims(w: World) -> GuestClaims:
    return GuestClaims(w.database, w.people)


def data(w: World) -> PersonalData:
    return PersonalData(w.database, w.people)


def strikes(w: World) -> Strikes:
    return Strikes(w.database, w.people)


def player_decks(w: World) -> PlayerDecks:
    return PlayerDecks(w.database, w.people)


def merge(w: World, old: str = "fay", new: str = "eve") -> Merge:
    return Merge(w(old), w(new), None, w("ana"), NOON, "New phone", True, True)


def leaders(w: World) -> SeasonLeaders:
    return SeasonLeaders(w.database, champions(w), SeasonTables(w.database))


async def preview_season(w: World) -> Any:
    [season] = [each for each in await seasons(w).find_all(w(HERE)) if each.number == 2]
    return await SeasonTables(w.database).preview(season, NO_RULES)


async def apply_rules(w: World) -> Any:
    week = await weeks.read_week(w.database, w(HERE), *WHOLE)
    return await weeks.apply_season_rules(SeasonTables(w.database), w(HERE), week)


async def restore_due(w: World) -> None:
    history = await Log(w.database).read(w(LOFT), 12)
    [row] = [e for e in await plans.load_open_plans(w.database, w(HERE)) if e.pod == 12]
    plan: Any = fold(each.event for each in history)
    await owe_listings_of(w, 1, 12, 15)
    await plans.restore_due(w.database, replace(row, due=NOON), plan, to_milliseconds(NOON))


async def owe_listings_of(w: World, *numbers: int) -> None:
    places = [(w(LOFT), number) for number in numbers]
    await w.database.transact(lambda connection: owe_listings(connection, places))


async def append_event(w: World) -> None:
    """Append another event to the game that the hall plays."""
    last = (await Log(w.database).load_since(w(HALL), PODS[-1]))[1]
    await Log(w.database).append(
        replace(last, version=40, interaction=None), [w.person("bo"), w.person("cy", THERE)]
    )


async def leave_and_purge(w: World) -> bool:
    await guilds(w).note_left(w(HERE), NOON)
    return await purge(w.database, w(HERE), NOON)


def _at(hour: int) -> Any:
    return NOON + timedelta(hours=hour)


async def _export(w: World, account: int) -> str:
    exported = await data(w).export(w(account), 10_000_000, NOON)
    assert exported is not None
    with exported[0] as file:
        return re.sub(r'"tag":"\w+"', '"tag":"a tag"', file.read().decode())


async def _hide(w: World) -> Any:
    [first, *_] = await Log(w.database).read(w(YARD), LATE)
    late = replace(first.event, setup=Setup(title="Late"))
    return await Log(w.database).hide_struck(replace(first, event=late))


async def _preload(w: World) -> Any:
    """Return people as they are known after others have renamed everybody."""
    await w.people.preload(w(HERE), w(PEOPLE["fay"].discord_id), w(YARD))
    await execute(w.database, update(schema.people).values(name="Renamed"))
    return await w.people.find(w(HERE), [*map(w, PEOPLE)])


async def _has_other_settings(w: World) -> bool:
    return await guilds(w).read_settings(w(HERE) - 500) != ServerSettings()


async def _identify_stranger(w: World) -> bool:
    found = await w.people.identify(w(HERE), 1, w.person("bo").names)
    return found.id in PEOPLE or found.id in GUESTED


async def _recall(w: World) -> Any:
    await _preload(w)
    await w.people.recall()
    return await w.people.find(w(HERE), [w("bo"), w("di")])


async def _find_origin(w: World) -> Any:
    origin = await plans.load_origin(w.database, w(LOFT), 12)
    return origin.language, origin.message, -origin.lobby


async def _load_digest(w: World) -> str | None:
    await GuildCommands(w.database).store_digest(w(HERE), "a digest")
    return await GuildCommands(w.database).load_digest(w(THERE))


async def _merged(w: World) -> Any:
    await merges(w).carry_out(w.entry("merged"), w.person("ana"), w("fay"), OVER)
    return await merges(w).load_carried_out(w(HERE)), await merges(w).load_carried_out(w(THERE))


async def _count(w: World) -> None:
    for counted in (limits.OPEN_GAMES, limits.OPEN_PLANS, limits.UNCONFIRMED_ENTRIES):
        await limits.CountLimit(counted, 90, 90).check(w.database, w(HERE), w("ana"))


async def _put_board(w: World) -> bool:
    known = await board(w)
    moved = replace(known, shown=3, message=w(MESSAGES[2]), former=known.message, asked="x")
    return await boards(w).put(moved)


async def _put_stale(w: World) -> bool:
    known = await board(w, PODS[0])
    return await boards(w).put(replace(known, message=w(MESSAGES[2]), former=w(MESSAGES[2])))


async def _edit_stale(w: World) -> None:
    """Note what a board shows that another process has moved."""
    known = replace(await board(w, PODS[2]), message=w(MESSAGES[1]), shown=90)
    await boards(w).note_done(Lease(known, 0, SOON, None), known, edited=True)
    await w.database.flush()


async def _send_board(w: World, act: str) -> Any:
    """Note something of a board that was sent in place of another."""
    of = boards(w)
    known = await board(w)
    sent = replace(known, message=w(MESSAGES[2]), former=known.message, tried=SOON)
    lease = Lease(known, 0, SOON, None)
    edited = {"edited": False} if act == "note_done" else {}
    return await getattr(of, act)(lease, sent, **edited)


async def _lease_board(w: World) -> Any:
    new = replace(await board(w, 10, DEN), tried=None)
    return await boards(w).take_lease(new, SOON, timedelta(minutes=1))


async def _edit_board(w: World) -> bool:
    known = replace(await board(w), shown=90, former=None)
    lease = Lease(known, 0, SOON, None)
    done = await boards(w).note_done(lease, known, edited=True)
    await w.database.flush()
    return done


async def _tidy_board(w: World) -> None:
    await boards(w).note_tidied(await board(w))


async def _lose_board(w: World) -> list[Board]:
    sent = replace(await board(w, PODS[-1]), message=w(MESSAGES[1]), shown=30)
    await boards(w).put(sent)
    return await boards(w).owe_lost(w(ATTIC), [w(each) for each in MESSAGES])


async def _note_unchanged(w: World) -> None:
    await leased(w, "note_done", replace(publication(w), digest="d"), edited=True)
    await publications(w).note_unchanged(replace(publication(w), digest="d"))


async def _come_back(w: World) -> None:
    for server in (HERE, THERE):
        await guilds(w).note_left(w(server), NOON)
    await guilds(w).note_back(w(HERE))


async def _claim_anew(w: World) -> None:
    declined = w.entry("claim-declined")
    await claims(w).decline(declined, w.person("ana"), w("gil"), w("bo"))
    await claims(w).ask(w(HERE), w("gil"), w.person("eve"), SOON)


async def _take_claim_back(w: World) -> bool:
    await claims(w).confirm(
        *(w.entry("claimed"), w.person("ana"), w("gil"), w("bo")), administers=True, asked=OVER
    )
    back = replace(w.entry("unclaimed"), id=ENTRY + 1)
    return await claims(w).take_back(back, w.person("ana"), w("gil"), administers=True, asked=OVER)


async def _take_merge_back(w: World) -> bool:
    await merges(w).carry_out(w.entry("merged"), w.person("ana"), w("fay"), OVER)
    back = replace(w.entry("unmerged"), id=ENTRY + 1)
    return await merges(w).take_back(back, w.person("ana"), w("fay"), OVER)


async def _start_season(w: World) -> Any:
    await seasons(w).end(replace(decider(w), interaction=ENTRY + 1), w(HALL), "fr")
    return await seasons(w).start(decider(w), None, str)


async def _resume_season(w: World) -> Any:
    ended = replace(decider(w), interaction=ENTRY + 1)
    await seasons(w).end(ended, w(HALL), "fr")
    return await seasons(w).resume(decider(w), 4)


async def _set_rules(w: World) -> Any:
    before = (await seasons(w).find_all(w(HERE)))[0].rules
    return await seasons(w).set_rules(decider(w), 4, before, SeasonRules(needed=3))


async def _change_deck(w: World, act: str) -> None:
    deck = await player_decks(w).find(w("bo"), f"{w('bo')}-b")
    if act == "change":
        await player_decks(w).change(deck, DECK, "https://example.com", SOON)
    else:
        await player_decks(w).retire(deck, SOON)


async def _rebuild(w: World) -> None:
    await rebuild(w.database)
    await _rate_all(w)


async def _rate_all(w: World) -> None:
    rater = Rater(w.database)
    await rater.wake_all()
    for server in await guilds(w).find_known():
        await rater.wait_until_rated(server)
    await rater.close()


READS: dict[str, Act] = {
    "Log.hide_struck": _hide,
    "Log.load_by_interaction": lambda w: Log(w.database).load_by_interaction(w(DELIVERY)),
    "ServerPeople.find_people": lambda w: w.people.on(w(HERE)).find_people([w("bo"), w("di")]),
    "ServerPeople.identify": lambda w: w.people.on(w(HERE)).identify(w(BO), w.person("bo").names),
    "ServerPeople.preload": lambda w: w.people.on(w(HERE)).preload(w(BO), w(ATTIC)),
    "load_delivered": lambda w: plans.load_delivered(w.database, w(DELIVERY)),
    "load_origin": _find_origin,
    "PersonalData.export of somebody of few servers": lambda w: _export(w, EVE),
    "PersonalData.check_over": lambda w: data(w).check_over(w(EVE)),
    "Strikes.find_all": lambda w: strikes(w).find_all(w(HERE), 9),
    "count_entries": lambda w: count_entries(w.database, w(HERE)),
    "read_entries": lambda w: read_entries(w.database, w(HERE), 1, 4),
    "read_entries of all pages": lambda w: read_entries(w.database, w(HERE), 0, 90),
    "Avoidances.load": lambda w: Avoidances(w.database, w.people).load(w(HERE), w("bo")),
    "load_apart": lambda w: load_apart(w.database, w(HERE), [*map(w, PEOPLE)]),
    "load_company": lambda w: load_company(w.database, w(HERE), w("bo")),
    "load_company of who avoids a merged account": lambda w: load_company(
        w.database, w(HERE), w("di")
    ),
    "Boards.get": board,
    "Decks.read": lambda w: Decks(w.database, w.people).read(w("bo"), w(HERE)),
    "Log.load_version": lambda w: Log(w.database).load_version(w(ATTIC)),
    "Log.read": lambda w: Log(w.database).read(w(ATTIC), PODS[1]),
    "Log.load_since": lambda w: Log(w.database).load_since(w(ATTIC), 9),
    "Log.read_current": lambda w: Log(w.database).read_current(w(ATTIC), w(HERE)),
    "Log.read_current after the last game": lambda w: Log(w.database).read_current(
        w(CELLAR), w(THERE)
    ),
    "Log.load_delivery": lambda w: Log(w.database).load_delivery(None, w(ATTIC)),
    "Seasons.load_exclusions of a later season": lambda w: seasons(w).load_exclusions(w(HERE), 3),
    "People.identify": lambda w: People(w.database).identify(w(HERE), w(BO), w.person("bo").names),
    "People.find": lambda w: People(w.database).find(w(HERE), [w("bo"), w("di")]),
    "PlayerDecks.load": lambda w: player_decks(w).load(w("bo"), w(HERE)),
    "PlayerDecks.find": lambda w: player_decks(w).find(w("bo"), f"{w('bo')}-b"),
    "Publications.fetch": lambda w: publications(w).fetch("rules", w(HERE), "b"),
    "Publications.fetch_all": lambda w: publications(w).fetch_all("rules", w(HERE)),
    "Guilds.read_settings": lambda w: guilds(w).read_settings(w(HERE)),
    "Posts.find_last": lambda w: Posts(w.database).find_last(w(HERE)),
    "Posts.find_language": lambda w: Posts(w.database).find_language(w(HERE), *WHOLE),
    "Posts.get": lambda w: Posts(w.database).get(w(HERE), "week", 2_921),
    "Posts.get of a week with a season's number": lambda w: Posts(w.database).get(
        w(HERE), "week", 2
    ),
    "Posts.get season": lambda w: Posts(w.database).get(w(HERE), "season", 2),
    "Posts.find_published": lambda w: Posts(w.database).find_published(
        Publication("post", w(HERE), "season:2", None, 1, 1, 1)
    ),
    "Posts.find_weeks": lambda w: Posts(w.database).find_weeks(w(HERE)),
    "Champions.find_first": lambda w: champions(w).find_first(w(HERE)),
    "Champions.load_worn": lambda w: champions(w).load_worn(w(HERE)),
    "GuestClaims.load_pending": lambda w: claims(w).load_pending(w(HERE)),
    "GuestClaims.load_claimed": lambda w: claims(w).load_claimed(w(THERE)),
    "Guests.list_names": lambda w: Guests(w.database).list_names(w(HERE), claimed=True),
    "Guests.find_claimed": lambda w: Guests(w.database).find_claimed([w("gil"), w("gus")]),
    "Unclaimed.check": lambda w: Unclaimed((w("gil"),)).check(w.database, w(HERE), w("bo")),
    "load_owners": lambda w: load_owners(w.database, w(THERE)),
    "Merges.load": lambda w: merges(w).load(w(HERE), w("fay")),
    "Merges.preview": lambda w: merges(w).preview(
        w(HERE), merge(w), lambda connection: load_seasons(connection, w(HERE))
    ),
    "preview_points": lambda w: merged_points.preview_points(merges(w), w(HERE), merge(w)),
    "Seasons.find_all": lambda w: seasons(w).find_all(w(HERE)),
    "Seasons.load_exclusions": lambda w: seasons(w).load_exclusions(w(HERE), 2),
    "load_deadliest_cards": lambda w: card_tables.load_deadliest_cards(w.database, w(HERE), *WHOLE),
    "load_deeds": lambda w: career.load_deeds(w.database, w(HERE), w("bo")),
    "read_career": lambda w: career.read_career(w.database, w(HERE), w("bo"), WHOLE),
    "load_deck_lines": lambda w: deck_tables.load_deck_lines(w.database, w(HERE), SCOPE, "decks"),
    "load_deck_rivalries": lambda w: deck_tables.load_deck_rivalries(w.database, w(HERE), SCOPE),
    "load_line_of": lambda w: deck_tables.load_line_of(w.database, w(HERE), SCOPE, DECK),
    "load_own_lines": lambda w: deck_tables.load_own_lines(w.database, w(HERE), SCOPE, w("bo")),
    "load_seats": lambda w: deck_tables.load_seats(w.database, w(HERE), SCOPE),
    "load_fiercest_rivalries": lambda w: defeats.load_fiercest_rivalries(
        w.database, w(HERE), 0, 50
    ),
    "load_fiercest_rivalries of a season": lambda w: defeats.load_fiercest_rivalries(
        w.database, w(HERE), 2, 50
    ),
    "load_opponents of a season": lambda w: defeats.load_opponents(
        w.database, w(HERE), 2, w("ana"), 50
    ),
    "load_opponents": lambda w: defeats.load_opponents(w.database, w(HERE), 0, w("bo"), 50),
    "load_latest": lambda w: draws.load_latest(w.database, w(HERE), w(YARD)),
    "load_newest_seal": lambda w: draws.load_newest_seal(w.database, w(HERE)),
    "load_reusing_draws": lambda w: draws.load_reusing_draws(w.database, w(HERE), [2]),
    "load_seal": lambda w: draws.load_seal(w.database, w(HALL), PODS[1]),
    "load_seal_by_number": lambda w: draws.load_seal_by_number(w.database, w(HERE), 2),
    "read_page": lambda w: draws.read_page(w.database, w(HERE), 0, 9),
    "CountLimit.check": _count,
    "load_position": lambda w: past_pods.load_position(w.database, w(HERE), w(ATTIC), PODS[1]),
    "load_recent_channels": lambda w: past_pods.load_recent_channels(
        w.database, w(HERE), 9, without=[w(HALL)]
    ),
    "load_uncounted_guest_games": lambda w: past_pods.load_uncounted_guest_games(
        w.database, w(HERE), w("bo"), WHOLE, 9
    ),
    "load_uncounted_guest_games of another server": (
        lambda w: past_pods.load_uncounted_guest_games(w.database, w(THERE), w("bo"), WHOLE, 9)
    ),
    "read_history": lambda w: past_pods.read_history(w.database, w(HERE), 90),
    "read_history of a player": lambda w: past_pods.read_history(
        w.database, w(HERE), 90, player=w("bo")
    ),
    "read_past_pods": lambda w: past_pods.read_past_pods(w.database, [w(ATTIC)], 9),
    "read_rounds": lambda w: past_pods.read_rounds(w.database, w(ATTIC), PODS[1]),
    "find_playing": lambda w: plans.find_playing(w.database, w(HERE)),
    "load_begun": lambda w: plans.load_begun(w.database, w(LOFT)),
    "load_listings": lambda w: plans.load_listings(w.database, w(LOFT), 12),
    "load_open_plans": lambda w: plans.load_open_plans(w.database, w(HERE)),
    "find_open": lambda w: pods.find_open(
        w.database, [(w(HALL), PODS[-1]), (w(DEN), 10), (w(ATTIC), 1)]
    ),
    "has_pod": lambda w: pods.has_pod(w.database, w(HERE), w(ATTIC), PODS[1]),
    "load_board_messages": lambda w: pods.load_board_messages(
        w.database, [(w(HALL), 1), (w(ATTIC), 1)]
    ),
    "load_flagged_games": lambda w: pods.load_flagged_games(w.database, w(HERE), SOON),
    "load_idle_pods": lambda w: pods.load_idle_pods(w.database, w(HERE), YEARS, 9),
    "load_open_pods": lambda w: pods.load_open_pods(w.database, w(HERE)),
    "load_settling_games": lambda w: pods.load_settling_games(w.database, w(HERE)),
    "read_unsettled": lambda w: pods.read_unsettled(w.database, w(HERE), YEARS, 0, 9),
    "load_first_game": lambda w: progress.load_first_game(
        w.database, w(HERE), [w("bo")], standings.Scope()
    ),
    "read_progress": lambda w: progress.read_progress(
        w.database, w(HERE), [w("bo")], standings.Scope(), WHOLE[0], WHOLE[1:]
    ),
    "load_provisional": lambda w: ratings.load_provisional(
        w.database, w(HERE), [w("bo"), w("cy")], 90
    ),
    "read_ratings": lambda w: ratings.read_ratings(w.database, w(HERE), [w("bo"), w("cy")]),
    "read_trend": lambda w: ratings.read_trend(w.database, w(HERE), w("bo"), 9),
    "SeasonLeaders.load_leaders": lambda w: leaders(w).load_leaders(w(HERE)),
    "SeasonTables.read": lambda w: SeasonTables(w.database).read(w(HERE), 2),
    "SeasonTables.preview": preview_season,
    "SeasonTables.read_page": lambda w: SeasonTables(w.database).read_page(
        w(HERE), SEASON, w("bo")
    ),
    "RankedPeople.find_people": lambda w: standings.RankedPeople(
        w.people.on(w(HERE)), w.database
    ).find_people([w("bo")]),
    "read_leaderboard": lambda w: standings.read_leaderboard(w.database, w(HERE), me=w("bo")),
    "read_leaderboard of a season": lambda w: standings.read_leaderboard(
        w.database, w(HERE), SEASON, w("bo")
    ),
    "read_leaderboard of days": lambda w: standings.read_leaderboard(
        w.database, w(HERE), standings.Scope(since=20_000), w("bo")
    ),
    "read_vacancies": lambda w: vacancies.read_vacancies(
        w.database, w(HERE), to_milliseconds(NOON)
    ),
    "read_week": lambda w: weeks.read_week(w.database, w(HERE), *WHOLE),
    "apply_season_rules": apply_rules,
}
"""Methods that read something of a server, a channel, a game or a person of a server."""


EVERYWHERE_READS: dict[str, Act] = {
    "PersonalData.export": lambda w: _export(w, BO),
    "Boards.find_owed": lambda w: boards(w).find_owed(),
    "Publications.fetch_owed": lambda w: publications(w).fetch_owed(
        "rules", NOON, timedelta(minutes=1)
    ),
    "GuildCommands.load_servers": lambda w: GuildCommands(w.database).load_servers(),
    "Guilds.find_gone": lambda w: guilds(w).find_gone(),
    "Guilds.find_known": lambda w: guilds(w).find_known(),
    "find_overdue": lambda w: find_overdue(guilds(w), YEARS),
    "Posts.find_due": lambda w: Posts(w.database).find_due(YEARS),
    "fetch_servers_with_lists": lambda w: fetch_servers_with_lists(w.database),
    "Champions.load_worn_by": lambda w: champions(w).load_worn_by(w(BO)),
    "Champions.find_servers": lambda w: champions(w).find_servers(),
    "load_due": lambda w: plans.load_due(w.database, YEARS),
    "load_next_due": lambda w: plans.load_next_due(w.database, NOON),
    "load_idle_servers": lambda w: pods.load_idle_servers(w.database, YEARS),
    "load_overdue": lambda w: pods.load_overdue(w.database, YEARS),
    "load_pods_in_state": lambda w: pods.load_pods_in_state(w.database, "running", YEARS, 0, 90),
}
"""Methods that read something of all servers."""


CHANGES: dict[str, Act] = {
    "People.preload": _preload,
    "People.recall": _recall,
    "Merges.load_carried_out": _merged,
    "GuildCommands.load_digest": _load_digest,
    "Guilds.define": lambda w: guilds(w).define(
        w(HERE), "Ours", Variant("out"), w.person("ana"), ENTRY, NOON
    ),
    "Guilds.note_new": lambda w: guilds(w).note_new(HERE + 500),
    "Publications.take_lease": leased,
    "Publications.note_trying": lambda w: leased(w, "note_trying", publication(w)),
    "Service.do a report": lambda w: serve(w, HALL, killed(w("cy"), w("ana"))),
    "Service.do an undo": lambda w: serve(w, HALL, Undo()),
    "Service.do an override": lambda w: serve(
        w, ATTIC, Overrule("points", "they had five", points={w("bo"): 5}), PODS[1]
    ),
    "Service.do a sign-off": lambda w: serve(w, LOFT, SignOff(w("di")), 15, "di"),
    "Service.do a close by an organiser": lambda w: serve(
        w, ATTIC, Close(), by="eve", moderator=False
    ),
    "Service.do a cancellation": lambda w: serve(w, LOFT, CancelPlan(by=w("bo")), 12),
    "purge": leave_and_purge,
    "PersonalData.forget": lambda w: data(w).forget(w(EVE), ["Krenko"], NOON),
    "PersonalData.forget without texts": lambda w: data(w).forget(w(EVE), [], NOON),
    "erase_overdue of old ids": lambda w: erase_overdue(w.database, NOON + DAY + FIRST_END),
    "erase_overdue of a season": lambda w: erase_overdue(w.database, NOON + DAY + SECOND_END),
    "Strikes.strike": lambda w: strikes(w).strike(w.entry("struck"), w.person("ana"), "Krenko"),
    "Strikes.strike a season of another server": lambda w: strikes(w).strike(
        w.entry("struck"), w.person("ana"), "Beside 2"
    ),
    "Strikes.strike a guest": lambda w: strikes(w).strike(
        w.entry("struck"), w.person("ana"), "Gab"
    ),
    "Strikes.lift a guest": lambda w: strikes(w).lift(
        w.entry("unstruck"), w.person("ana"), w(deliver(name_decision(HERE, 3)))
    ),
    "hide_guests": lambda w: w.database.transact(
        lambda connection: hide_guests(connection, w(HERE))
    ),
    "Strikes.lift": lambda w: strikes(w).lift(
        w.entry("unstruck"), w.person("ana"), w(MIDDLE_STRIKE)
    ),
    "Avoidances.replace": lambda w: Avoidances(w.database, w.people).replace(
        w(HERE), w.person("bo"), [w.person("di")]
    ),
    "Avoidances.replace of merged accounts": lambda w: Avoidances(w.database, w.people).replace(
        w(HERE), w.person("fay"), [w.person("di")]
    ),
    "Boards.put": _put_board,
    "Boards.owe": lambda w: boards(w).owe(w(ATTIC), PODS[1]),
    "Boards.take_lease": _lease_board,
    "Boards.note_trying": lambda w: _send_board(w, "note_trying"),
    "Boards.note_found": lambda w: _send_board(w, "note_found"),
    "Boards.note_done": lambda w: _send_board(w, "note_done"),
    "Boards.note_done of an edited board": _edit_board,
    "Boards.note_tidied": _tidy_board,
    "Boards.put_call": lambda w: boards(w).put_call(w(ATTIC), PODS[1], w("bo"), 99),
    "Boards.owe_lost": _lose_board,
    "EntryCalls.claim": lambda w: EntryCalls(w.database).claim(
        w(HERE), w(ATTIC), 1, [w("bo"), w("di")], _at(1)
    ),
    "Log.append": append_event,
    "Publications.add": lambda w: publications(w).add(replace(publication(w), key="bb")),
    "Publications.note_unchanged": _note_unchanged,
    "Publications.note_tidied": lambda w: publications(w).note_tidied(publication(w)),
    "Publications.retire": lambda w: publications(w).retire(publication(w)),
    "Publications.drop": lambda w: publications(w).drop(publication(w)),
    "Publications.note_found": lambda w: leased(w, "note_found", publication(w)),
    "Publications.note_done": lambda w: leased(
        w, "note_done", replace(publication(w), shown=3), edited=True
    ),
    "GuildCommands.store_digest": lambda w: GuildCommands(w.database).store_digest(
        w(HERE), "a digest"
    ),
    "Guilds.change": lambda w: guilds(w).change(
        w(HERE), "language", "fr", w.person("ana"), ENTRY, NOON
    ),
    "Guilds.change_from": lambda w: guilds(w).change_from(
        w(HERE), "weekday", lambda _: "friday", w.person("ana"), ENTRY, NOON
    ),
    "Guilds.switch_on": lambda w: guilds(w).switch_on(w(HERE), ["joust"]),
    "Guilds.end_seat_list": lambda w: guilds(w).end_seat_list(w(HERE), w(HALL)),
    "Guilds.note_left": lambda w: guilds(w).note_left(w(HERE), NOON),
    "Guilds.note_back": _come_back,
    "Posts.decide": lambda w: Posts(w.database).decide(w(HERE), NOON, post(w, number=2_923)),
    "Posts.decide again": lambda w: Posts(w.database).decide(w(HERE), NOON, post(w)),
    "Posts.note_late": lambda w: Posts(w.database).note_late(post(w)),
    "Champions.put": lambda w: champions(w).put(replace(worn(w), given=False)),
    "Champions.drop": lambda w: champions(w).drop(worn(w)),
    "Champions.begin_telling": lambda w: champions(w).begin_telling(w(HERE), "gone", NOON),
    "Champions.end_telling": lambda w: champions(w).end_telling(w(HERE)),
    "Dismissals.dismiss": lambda w: Dismissals(w.database, w.people).dismiss(
        w.entry("dismissed"), w.person("ana"), w(ATTIC), PODS[1]
    ),
    "GuestClaims.ask": _claim_anew,
    "GuestClaims.confirm": lambda w: claims(w).confirm(
        w.entry("claimed"), w.person("ana"), w("gil"), w("bo"), administers=False, asked=OVER
    ),
    "GuestClaims.decline": lambda w: claims(w).decline(
        w.entry("claim-declined"), w.person("ana"), w("gil"), w("bo")
    ),
    "GuestClaims.take_back": _take_claim_back,
    "Merges.propose": lambda w: merges(w).propose(w(HERE), merge(w, "eve", "fay")),
    "Merges.answer": lambda w: merges(w).answer(w(HERE), w("fay"), w("eve"), agrees=True),
    "Merges.answer no": lambda w: merges(w).answer(w(HERE), w("fay"), w("eve"), agrees=False),
    "Merges.carry_out": lambda w: merges(w).carry_out(
        w.entry("merged"), w.person("ana"), w("fay"), OVER
    ),
    "Merges.take_back": _take_merge_back,
    "Seasons.start": _start_season,
    "Seasons.end": lambda w: seasons(w).end(decider(w), w(HALL), "fr"),
    "Seasons.resume": _resume_season,
    "Seasons.rename": lambda w: seasons(w).rename(decider(w), 2, "Zwei"),
    "Seasons.set_rules": _set_rules,
    "Seasons.exclude": lambda w: seasons(w).exclude(decider(w), 2, w("cy"), "Cheated"),
    "Seasons.include": lambda w: seasons(w).include(decider(w), 2, w("bo")),
    "withdraw_post": lambda w: w.database.transact(
        lambda connection: withdraw_post(connection, w(HERE), "season", 2)
    ),
    "owe_listings": lambda w: owe_listings_of(w, 12),
    "restore_due": restore_due,
    "Rater.wait_until_rated": lambda w: Rater(w.database).wait_until_rated(w(HERE)),
}
"""Methods that change something of a server, a channel, a game or a person of a server."""


EVERYWHERE_CHANGES: dict[str, Act] = {
    "Publications.release": lambda w: leased(w, "release"),
    "Strikes.recall": lambda w: strikes(w).recall(),
    "Boards.doubt": lambda w: boards(w).doubt(),
    "Decks.keep": lambda w: Decks(w.database, w.people).keep(w.person("bo"), STONES),
    "Decks.forget": lambda w: Decks(w.database, w.people).forget(w("bo")),
    "EntryCalls.erase_old": lambda w: EntryCalls(w.database).erase_old(_at(1)),
    "People.forget": lambda w: w.people.forget(w(BO)),
    "PlayerDecks.change": lambda w: _change_deck(w, "change"),
    "PlayerDecks.retire": lambda w: _change_deck(w, "retire"),
    "PlayerDecks.note_used": lambda w: player_decks(w).note_used(w("bo"), f"{w('bo')}-b", SOON),
    "Publications.drop_all": lambda w: publications(w).drop_all("rules"),
    "Champions.doubt": lambda w: champions(w).doubt(),
    "erase_overdue at last": lambda w: erase_overdue(w.database, YEARS),
    "rebuild": _rebuild,
    "Rater.wake_all": _rate_all,
}
"""Methods that change something of people or messages wherever they are."""


REFUSED: dict[str, Act] = {
    "GuestClaims.ask of who plays": lambda w: claims(w).ask(
        w(HERE), w("gab"), w.person("eve"), SOON
    ),
    "Boards.put where another message is": _put_stale,
    "Boards.note_done where another message is": _edit_stale,
    "Publications.note_tidied of another message": lambda w: publications(w).note_tidied(
        replace(publication(w), former=w(MESSAGES[0]))
    ),
    "Publications.take_lease of another message": lambda w: publications(w).take_lease(
        replace(publication(w), message=w(MESSAGES[0])), NOON, timedelta(minutes=1)
    ),
    "Seasons.exclude who played elsewhere": lambda w: seasons(w).exclude(
        decider(w), 1, w("eve"), "Cheated"
    ),
    "Seasons.include who is excluded elsewhere": lambda w: seasons(w).include(
        decider(w), 2, w("cy")
    ),
    "Strikes.lift of another server": lambda w: strikes(w).lift(
        w.entry("unstruck"), w.person("ana"), w(deliver(name_decision(THERE, 2)))
    ),
    "GuestClaims.confirm of another server": lambda w: claims(w).confirm(
        w.entry("claimed"), w.person("ana"), w("gus"), w("bo"), administers=True, asked=OVER
    ),
    "GuestClaims.take_back of another server": lambda w: claims(w).take_back(
        w.entry("unclaimed"), w.person("ana"), w("gus"), administers=True, asked=OVER
    ),
    "GuestClaims.decline of another server": lambda w: claims(w).decline(
        w.entry("claim-declined"), w.person("ana"), w("gus"), w("eve")
    ),
    "Merges.answer of nothing": lambda w: merges(w).answer(w(HERE), w("bo"), w("eve"), agrees=True),
    "PlayerDecks.find of somebody else": lambda w: player_decks(w).find(w("bo"), f"{w('cy')}-b"),
    "has_pod elsewhere": lambda w: pods.has_pod(w.database, w(THERE), w(ATTIC), PODS[1]),
    "Posts.get of another number": lambda w: Posts(w.database).get(w(HERE), "week", 5),
    "purge of a server that is back": lambda w: purge(w.database, w(HERE), NOON),
    "purge of a server that has left again": lambda w: purge(w.database, w(THERE), NOON),
    "purge of a server that had left before": lambda w: purge(w.database, w(THERE), YEARS),
    "GuildCommands.load_digest of none": lambda w: GuildCommands(w.database).load_digest(
        w(HERE) - 500
    ),
    "Guilds.read_settings of a server without": _has_other_settings,
    "owe_listings of a plan without": lambda w: owe_listings_of(w, 5),
    "Merges.propose of who has signed up": lambda w: merges(w).propose(
        w(HERE), merge(w, "ida", "eve")
    ),
    "Boards.get of none": lambda w: Boards(w.database).get(w(ATTIC), 12),
    "Log.load_by_interaction of none": lambda w: Log(w.database).load_by_interaction(ENTRY),
    "load_delivered of none": lambda w: plans.load_delivered(w.database, ENTRY),
    "Decks.read of none": lambda w: Decks(w.database, w.people).read(w("gil"), w(HERE)),
    "People.identify of a stranger": _identify_stranger,
    "Publications.fetch of none": lambda w: publications(w).fetch("rules", w(HERE), "bb"),
    "load_seal_by_number of none": lambda w: draws.load_seal_by_number(w.database, w(HERE), 0),
    "load_seal_by_number of none yet": lambda w: draws.load_seal_by_number(w.database, w(HERE), 9),
    "load_seal of none": lambda w: draws.load_seal(w.database, w(HALL), 2),
    "load_position of none": lambda w: past_pods.load_position(w.database, w(HERE), w(ATTIC), 2),
}
"""Acts that find nothing and change nothing, though something of the kind is beside them."""

_BOARD = (only_games(ATTIC, PODS[1]),)
_PUBLICATION = (only("publications", guild=HERE, surface="rules", key="b"),)
_WEEK = (
    only("posts", kind="week", number=2_921),
    only("publications", surface="post", key="week:2921"),
)
_FINAL = (
    only("posts", kind="season", number=2),
    only("publications", surface="post", key="season:2"),
)
_GUEST = (only("guests", player="gil"),)

NARROW: dict[str, Sequence[Only]] = {
    **dict.fromkeys(
        (
            *("Boards.get", "Boards.put", "Boards.owe", "Boards.note_trying", "Boards.note_found"),
            *("Boards.note_done", "Boards.note_done of an edited board", "Boards.note_tidied"),
            *("Boards.put_call", "Log.read", "load_position", "has_pod", "Dismissals.dismiss"),
        ),
        _BOARD,
    ),
    "Boards.take_lease": (only_games(DEN, 10),),
    "People.preload": (only_games(YARD, LATE),),
    "Posts.find_language": (only_games(ATTIC, PODS[2]),),
    "Boards.owe_lost": (only_games(ATTIC, PODS[-1]),),
    "Log.hide_struck": (only_games(YARD, LATE),),
    "Log.read_current": (only_games(ATTIC, PODS[-1]),),
    "Log.read_current after the last game": (only_games(CELLAR, 6, 11),),
    "Log.load_version": (only_games(ATTIC, PODS[-1]),),
    "Log.append": (only_games(HALL, PODS[-1]),),
    "Service.do a report": (only_games(HALL, PODS[-1]),),
    "Service.do an undo": (only_games(HALL, PODS[-1]),),
    "Service.do an override": (only_games(ATTIC, PODS[1], PODS[-1]),),
    "Service.do a close by an organiser": (only_games(ATTIC, PODS[-1]),),
    "Service.do a sign-off": (only_games(LOFT, 15), only("publications", surface="seats")),
    **dict.fromkeys(
        ("Posts.decide", "Posts.find_last", "Posts.find_weeks"), (only("posts", kind="week"),)
    ),
    "Posts.get of a week with a season's number": (only("posts", kind="week", number=2),),
    "Service.do a cancellation": (only_games(LOFT, 12, 15),),
    **dict.fromkeys(
        ("load_delivered", "load_origin", "owe_listings"),
        (only_games(LOFT, 12),),
    ),
    "load_board_messages": (only_games(HALL, 1, also=[(ATTIC, 1)]),),
    "read_rounds": (only_games(ATTIC, *PODS[1:]),),
    "load_seal": (only_games(HALL, PODS[1]),),
    "load_seal_by_number": (only_games(HALL, PODS[1]),),
    "load_newest_seal": (only_games(HALL, PODS[-1]),),
    "load_reusing_draws": (only("draws", source=2),),
    **dict.fromkeys(
        (
            *("Publications.fetch", "Publications.take_lease", "Publications.note_trying"),
            *("Publications.note_found", "Publications.note_done", "Publications.release"),
            *("Publications.note_unchanged", "Publications.note_tidied", "Publications.retire"),
            "Publications.drop",
        ),
        _PUBLICATION,
    ),
    "Publications.fetch_all": (only("publications", surface="rules"),),
    "Publications.drop_all": (only("publications", surface="rules"),),
    **dict.fromkeys(("Posts.get", "Posts.note_late", "Posts.decide again"), _WEEK),
    **dict.fromkeys(("Posts.get season", "Posts.find_published", "withdraw_post"), _FINAL),
    **dict.fromkeys(
        (
            *("Seasons.load_exclusions", "Seasons.include", "Seasons.exclude"),
            *("SeasonTables.read", "SeasonTables.preview"),
        ),
        only_seasons(2),
    ),
    "Seasons.load_exclusions of a later season": only_seasons(3),
    "Seasons.rename": (*only_seasons(2), *_FINAL),
    "erase_overdue of old ids": only_seasons(4),
    "erase_overdue of a season": only_seasons(2, 4),
    **dict.fromkeys(
        ("Seasons.resume", "Seasons.end", "Seasons.start", "Seasons.set_rules"), only_seasons(4)
    ),
    **dict.fromkeys(
        ("load_fiercest_rivalries of a season", "load_opponents of a season"),
        (only("rivalries", season=2),),
    ),
    "read_leaderboard of a season": (only("standings", span="season", number=2),),
    **dict.fromkeys(
        ("GuestClaims.ask", "GuestClaims.confirm", "GuestClaims.decline", "GuestClaims.take_back"),
        (*_GUEST, only_games(YARD, GILS)),
    ),
    "GuestClaims.ask of who plays": (only_games(YARD, LATE),),
    "Merges.propose of who has signed up": (only_games(LOFT, 12),),
    **dict.fromkeys(
        ("Merges.load", "Merges.answer", "Merges.answer no"), (only("merges", player="fay"),)
    ),
    **dict.fromkeys(
        ("load_company", "Avoidances.load", "Avoidances.replace"),
        (only("avoidances", player="bo"),),
    ),
    **dict.fromkeys(("Decks.read", "Decks.keep", "Decks.forget"), (only("decks", player="bo"),)),
    **dict.fromkeys(
        (
            *("PlayerDecks.find", "PlayerDecks.change", "PlayerDecks.retire"),
            "PlayerDecks.note_used",
        ),
        (only("player_decks", key="bo-b"),),
    ),
    **dict.fromkeys(
        ("Champions.put", "Champions.drop"),
        (only("champions", guild=HERE, discord_id=BO, role=ROLES[1]),),
    ),
    "Strikes.lift": (only("strikes", id=MIDDLE_STRIKE), only_games(YARD, LATE)),
    "Strikes.strike a guest": (only_games(YARD, LATE),),
    "Strikes.lift a guest": (only_games(YARD, GILS),),
    **dict.fromkeys(
        ("PersonalData.export of somebody of few servers", "PersonalData.forget without texts"),
        (only_games(CELLAR, 1, also=EVES),),
    ),
}
"""Acts about one thing, and all that is left of its kind in a world where they do the same."""
