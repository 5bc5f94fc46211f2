"""Acts: a call of each method of storage and projections, and of some of the service."""

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import update

from bot.joust import decks
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.signing_up import WithdrawFromPlannedGame
from bot.projections import (
    card_tables,
    career,
    deck_tables,
    defeats,
    draws,
    joinable_games,
    limits,
    merged_points,
    past_pods,
    plans,
    pods,
    progress,
    ratings,
    standings,
    week_summary,
)
from bot.projections.project import rebuild_derived_tables
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.projections.season_awards import load_season_awards
from bot.projections.season_standings import SeasonLeaderLookup, SeasonStandingsCache, erase_expired_former_player_ids
from bot.rulebooks import GameCommand, replay_game_events
from bot.rules.closing import ClosePod
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.variants import Variant
from bot.season_rules.rules import NO_RULES, SeasonRules
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine import schema
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.privacy.retention import delete_server_data
from bot.storage.privacy.text_redaction import TextRedactionRepository
from bot.storage.record.audit import count_audit_entries, load_audit_log_page
from bot.storage.record.avoidances import (
    AvoidedPlayersRepository,
    load_avoided_pairs_of_players,
    load_own_and_avoided_accounts_of_player,
)
from bot.storage.record.ballots import cast_ballot, load_achievement_ballots_of_pod
from bot.storage.record.boards import PodBoard, PodBoardRepository
from bot.storage.record.entry_mentions import PastGameMentionRepository
from bot.storage.record.joust_decks import JoustDeckRepository
from bot.storage.record.log import EventLog, EventToAppend
from bot.storage.record.people import PeopleRepository, redact_guest_names_of_server
from bot.storage.record.player_decks import RegisteredDeckRepository
from bot.storage.record.publications import MessageLease, PublishedMessage, PublishedMessageRepository
from bot.storage.servers.seat_lists import load_servers_with_free_seat_lists
from bot.storage.servers.server_commands import ServerSlashCommandRepository
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository, load_servers_with_expired_data
from bot.storage.servers.standings_posts import StandingsPost, StandingsPostRepository, delete_standings_post
from bot.storage.tables.champions import ChampionRepository, GrantedChampionRole
from bot.storage.tables.dismissals import SuspiciousGameDismissalRepository
from bot.storage.tables.guest_claims import GuestNameClaimRepository
from bot.storage.tables.guests import (
    ClaimedGuestCommandLimit,
    GuestRepository,
    load_result_owners_of_server,
)
from bot.storage.tables.merges import AccountMerge, AccountMergeRepository
from bot.storage.tables.scheduled_events import queue_scheduled_event_updates
from bot.storage.tables.seasons import (
    Season,
    SeasonChangeRequest,
    SeasonEndPlan,
    SeasonRepository,
    load_seasons_newest_first,
)
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

STONES = decks.DuelDeck("Other stones", (), ())
BO, EVE = PEOPLE["bo"].discord_id, PEOPLE["eve"].discord_id
SOON = NOON + timedelta(minutes=30)
DELIVERY = deliver(name_decision(HERE, 23))
MIDDLE_STRIKE = deliver(name_decision(HERE, 2))
YEARS = NOON + timedelta(days=3_000)
OVER = (1, 2, 3)
SEASON = standings.LeaderboardFilter(season=2)
SCOPE = deck_tables.DeckStatisticsFilter(NOON - WEEK, NOON + WEEK)
WHOLE = (NOON - WEEK, NOON + WEEK)
DAY = timedelta(days=1)
EVES = ((YARD, 1), (YARD, FAYS), (YARD, 16), (LOFT, 12), (ATTIC, PODS[-1]))
FIRST_END, SECOND_END = timedelta(minutes=7), timedelta(minutes=14)


def publication(w: World) -> PublishedMessage:
    return PublishedMessage("rules", w(HERE), "b", w(HALL), 3, 1, 88, former=w(MESSAGES[1]))


def post(w: World, kind: Any = "week", number: int = 2_921) -> StandingsPost:
    return StandingsPost(w(HERE), kind, number, NOON, NOON + WEEK, False, "fr", w(HALL), 78, 1, 1)


def worn(w: World) -> GrantedChampionRole:
    return GrantedChampionRole(w(HERE), w(BO), w(ROLES[1]), True)


def decider(w: World) -> SeasonChangeRequest:
    return SeasonChangeRequest(w(HERE), w.person("ana"), ENTRY, SOON, frozenset(OVER))


async def board(w: World, pod: int = PODS[1], channel: int = ATTIC) -> PodBoard:
    found = await PodBoardRepository(w.database).load_pod_board(w(channel), pod)
    assert found is not None
    return found


async def leased(w: World, act: str | None = None, *row: PublishedMessage, **values: Any) -> None:
    """Take the lease of a publication, and do with it what `act` says."""
    of = publications(w)
    lease = await of.acquire_message_lease(publication(w), NOON, timedelta(minutes=1))
    assert lease is not None
    if act is not None:
        await getattr(of, act)(lease, *row, **values)


async def serve(w: World, channel: int, command: GameCommand, pod: int = 0, by: str = "bo") -> None:
    """Let a moderator send a command to a game, within limits that nobody else reaches for them."""
    account, names = w(PEOPLE[by].discord_id), w.person(by).account_names
    counted = (limits.OPEN_GAMES, limits.OPEN_PLANS, limits.UNCONFIRMED_ENTRIES)
    request = GameCommandRequest(
        ChannelAddress(w(HERE), w(channel)),
        CommandUser(account, names, moderator=True),
        lambda *_: command,
        ENTRY,
        pod,
        asked=frozenset(OVER),
        limits=(*(limits.OpenGamesLimit(each, 1, 90) for each in counted), ClaimedGuestCommandLimit((w("gil"),))),
    )
    await GameService(EventLog(w.database), w.people, lambda: SOON).execute_command(request)


def publications(w: World) -> PublishedMessageRepository:
    return PublishedMessageRepository(w.database)


def boards(w: World) -> PodBoardRepository:
    return PodBoardRepository(w.database)


def champions(w: World) -> ChampionRepository:
    return ChampionRepository(w.database)


def guilds(w: World) -> ServerSettingsRepository:
    return ServerSettingsRepository(w.database, w.people)


def seasons(w: World) -> SeasonRepository:
    return SeasonRepository(w.database, w.people)


def merges(w: World) -> AccountMergeRepository:
    return AccountMergeRepository(w.database, w.people)


def claims(w: World) -> GuestNameClaimRepository:
    return GuestNameClaimRepository(w.database, w.people)


def data(w: World) -> PersonalDataService:
    return PersonalDataService(w.database, w.people)


def strikes(w: World) -> TextRedactionRepository:
    return TextRedactionRepository(w.database, w.people)


def player_decks(w: World) -> RegisteredDeckRepository:
    return RegisteredDeckRepository(w.database, w.people)


def merge(w: World, old: str = "fay", new: str = "eve") -> AccountMerge:
    return AccountMerge(w(old), w(new), None, w("ana"), NOON, "New phone", True, True)


def leaders(w: World) -> SeasonLeaderLookup:
    return SeasonLeaderLookup(w.database, champions(w), SeasonStandingsCache(w.database))


async def preview_season(w: World) -> Any:
    [season] = [each for each in await seasons(w).load_seasons_of_server(w(HERE)) if each.number == 2]
    return await SeasonStandingsCache(w.database).compute_standings_by_current_and_new_rules(season, NO_RULES)


async def apply_rules(w: World) -> Any:
    week = await week_summary.load_week_summary(w.database, w(HERE), *WHOLE)
    return await week_summary.apply_season_rules_to_week_summary(SeasonStandingsCache(w.database), w(HERE), week)


async def apply_rules_to_career(w: World) -> Any:
    found = await career.load_player_career(w.database, w(HERE), w("bo"), WHOLE)
    assert found is not None
    season = (await seasons(w).load_seasons_of_server(w(HERE)))[0]
    cache = SeasonStandingsCache(w.database)
    return await career.apply_season_rules_to_player_career(cache, season, w("bo"), found, "pod")


async def restore_due(w: World) -> None:
    history = await EventLog(w.database).load_game_events(w(LOFT), 12)
    [row] = [e for e in await plans.load_open_planned_games(w.database, w(HERE)) if e.pod == 12]
    plan: Any = replay_game_events(each.event for each in history)
    await owe_listings_of(w, 1, 12, 15)
    await plans.correct_due_time_of_planned_game(
        w.database, replace(row, due=NOON), plan, datetime_to_milliseconds(NOON)
    )


async def owe_listings_of(w: World, *numbers: int) -> None:
    places = [(w(LOFT), number) for number in numbers]
    await w.database.run_write_transaction(lambda connection: queue_scheduled_event_updates(connection, places))


async def append_event(w: World) -> None:
    """Append another event to the game that the hall plays."""
    last = (await EventLog(w.database).load_channel_events(w(HALL), PODS[-1]))[1]
    await EventLog(w.database).append_event(
        replace(last, version=40, interaction=None), [w.person("bo"), w.person("cy", THERE)]
    )


async def append_events(w: World) -> None:
    """Append two events in one commit to the game that the hall plays."""
    last = (await EventLog(w.database).load_channel_events(w(HALL), PODS[-1]))[1]
    await EventLog(w.database).append_events(
        EventToAppend(replace(last, version=40, interaction=None), [w.person("bo")]),
        EventToAppend(replace(last, version=41, interaction=None), [w.person("cy", THERE)]),
    )


async def leave_and_purge(w: World) -> bool:
    await guilds(w).record_bot_left_server(w(HERE), NOON)
    return await delete_server_data(w.database, w(HERE), NOON)


def _at(hour: int) -> Any:
    return NOON + timedelta(hours=hour)


async def _export(w: World, account: int) -> str:
    exported = await data(w).export_account_data(w(account), 10_000_000, NOON)
    assert exported is not None
    with exported[0] as file:
        return re.sub(r'"tag":"\w+"', '"tag":"a tag"', file.read().decode())


async def _hide(w: World) -> Any:
    [first, *_] = await EventLog(w.database).load_game_events(w(YARD), LATE)
    late = replace(first.event, setup=PodSetup(title="Late"))
    return await EventLog(w.database).apply_server_redactions_to_event(replace(first, event=late))


async def _preload(w: World) -> Any:
    """Return people as they are known after others have renamed everybody."""
    await w.people.cache_user_and_people_of_newest_game(w(HERE), w(PEOPLE["fay"].discord_id), w(YARD))
    await execute(w.database, update(schema.people).values(name="Renamed"))
    return await w.people.load_people_by_ids(w(HERE), [*map(w, PEOPLE)])


async def _has_other_settings(w: World) -> bool:
    return await guilds(w).load_server_settings(w(HERE) - 500) != ServerSettings()


async def _identify_stranger(w: World) -> bool:
    found = await w.people.load_or_create_person(w(HERE), 1, w.person("bo").account_names)
    return found.id in PEOPLE or found.id in GUESTED


async def _recall(w: World) -> Any:
    await _preload(w)
    await w.people.clear_name_caches_if_people_changed()
    return await w.people.load_people_by_ids(w(HERE), [w("bo"), w("di")])


async def _find_origin(w: World) -> Any:
    origin = await plans.load_planned_game_message(w.database, w(LOFT), 12)
    return origin.language, origin.message, -origin.lobby


async def _load_digest(w: World) -> str | None:
    await ServerSlashCommandRepository(w.database).store_slash_command_digest(w(HERE), "a digest")
    return await ServerSlashCommandRepository(w.database).load_slash_command_digest(w(THERE))


async def _merged(w: World) -> Any:
    await merges(w).complete_account_merge(w.entry("merged"), w.person("ana"), w("fay"), OVER)
    return await merges(w).load_completed_account_merges(w(HERE)), await merges(w).load_completed_account_merges(
        w(THERE)
    )


async def _count(w: World) -> None:
    for counted in (limits.OPEN_GAMES, limits.OPEN_PLANS, limits.UNCONFIRMED_ENTRIES):
        await limits.OpenGamesLimit(counted, 90, 90).require_player_below_limit(w.database, w(HERE), w("ana"))


async def _put_board(w: World) -> bool:
    known = await board(w)
    moved = replace(known, shown=3, message=w(MESSAGES[2]), former=known.message, asked="x")
    return await boards(w).store_board_message(moved)


async def _put_stale(w: World) -> bool:
    known = await board(w, PODS[0])
    return await boards(w).store_board_message(replace(known, message=w(MESSAGES[2]), former=w(MESSAGES[2])))


async def _edit_stale(w: World) -> None:
    """Note what a board shows that another process has moved."""
    known = replace(await board(w, PODS[2]), message=w(MESSAGES[1]), shown=90)
    await boards(w).record_published_message(MessageLease(known, 0, SOON, None), known, was_edited=True)
    await w.database.commit_queued_changes()


async def _send_board(w: World, act: str) -> Any:
    """Note something of a board that was sent in place of another."""
    of = boards(w)
    known = await board(w)
    sent = replace(known, message=w(MESSAGES[2]), former=known.message, tried=SOON)
    lease = MessageLease(known, 0, SOON, None)
    edited = {"was_edited": False} if act == "record_published_message" else {}
    return await getattr(of, act)(lease, sent, **edited)


async def _lease_board(w: World) -> Any:
    new = replace(await board(w, 10, DEN), tried=None)
    return await boards(w).acquire_message_lease(new, SOON, timedelta(minutes=1))


async def _edit_board(w: World) -> bool:
    known = replace(await board(w), shown=90, former=None)
    lease = MessageLease(known, 0, SOON, None)
    done = await boards(w).record_published_message(lease, known, was_edited=True)
    await w.database.commit_queued_changes()
    return done


async def _tidy_board(w: World) -> None:
    await boards(w).record_deletion_of_former_message(await board(w))


async def _lose_board(w: World) -> list[PodBoard]:
    sent = replace(await board(w, PODS[-1]), message=w(MESSAGES[1]), shown=30)
    await boards(w).store_board_message(sent)
    return await boards(w).queue_new_messages_for_deleted_boards(w(ATTIC), [w(each) for each in MESSAGES])


async def _note_unchanged(w: World) -> None:
    await leased(w, "record_published_message", replace(publication(w), digest="d"), was_edited=True)
    await publications(w).mark_message_as_up_to_date(replace(publication(w), digest="d"))


async def _come_back(w: World) -> None:
    for server in (HERE, THERE):
        await guilds(w).record_bot_left_server(w(server), NOON)
    await guilds(w).record_bot_is_on_server(w(HERE))


async def _claim_anew(w: World) -> None:
    declined = w.entry("claim-declined")
    await claims(w).decline_guest_name_claim(declined, w.person("ana"), w("gil"), w("bo"))
    made = replace(w.entry("claim-made"), id=ENTRY + 1, at=SOON)
    await claims(w).store_guest_name_claim(made, w("gil"), w.person("eve"))


async def _take_claim_back(w: World) -> bool:
    await claims(w).confirm_guest_name_claim(
        *(w.entry("claimed"), w.person("ana"), w("gil"), w("bo")), is_administrator=True, confirmed_seasons=OVER
    )
    back = replace(w.entry("unclaimed"), id=ENTRY + 1)
    return await claims(w).revoke_guest_name_claim(
        back, w.person("ana"), w("gil"), is_administrator=True, confirmed_seasons=OVER
    )


async def _take_merge_back(w: World) -> bool:
    await merges(w).complete_account_merge(w.entry("merged"), w.person("ana"), w("fay"), OVER)
    back = replace(w.entry("unmerged"), id=ENTRY + 1)
    return await merges(w).revoke_account_merge(back, w.person("ana"), w("fay"), OVER)


async def _start_season(w: World) -> Any:
    await seasons(w).end_running_season(replace(decider(w), interaction=ENTRY + 1), w(HALL), "fr")
    return await seasons(w).start_season(decider(w), None, str)


async def _resume_season(w: World) -> Any:
    ended = replace(decider(w), interaction=ENTRY + 1)
    await seasons(w).end_running_season(ended, w(HALL), "fr")
    return await seasons(w).resume_newest_season(decider(w), 4)


def end_plan(w: World) -> SeasonEndPlan:
    return SeasonEndPlan(SOON + timedelta(days=9), SOON, w(HALL), "fr")


async def _end_as_planned(w: World) -> Any:
    plan = end_plan(w)
    await seasons(w).schedule_end_of_running_season(decider(w), 4, plan)
    told = await seasons(w).end_season_or_store_due_notice(w(HERE), 4, ZoneInfo("UTC"), plan.at - timedelta(days=6))
    return told, await seasons(w).end_season_or_store_due_notice(w(HERE), 4, ZoneInfo("UTC"), plan.at)


async def _set_rules(w: World) -> Any:
    before = (await seasons(w).load_seasons_of_server(w(HERE)))[0].rules
    return await seasons(w).change_season_rules(decider(w), 4, before, SeasonRules(needed=3))


async def _change_deck(w: World, act: str) -> None:
    deck = await player_decks(w).load_registered_deck(w("bo"), f"{w('bo')}-b")
    if act == "change":
        await player_decks(w).update_registered_deck(deck, DECK, "https://example.com", SOON)
    else:
        await player_decks(w).set_deck_retirement(deck, SOON)


async def _rebuild(w: World) -> None:
    await rebuild_derived_tables(w.database)
    await _rate_all(w)


async def _rate_all(w: World) -> None:
    rater = BackgroundRatingUpdater(w.database)
    await rater.schedule_rating_of_all_servers()
    for server in await guilds(w).load_servers_with_data():
        await rater.wait_for_ratings_of_server(server)
    await rater.close()


READS: dict[str, Act] = {
    "EventLog.apply_server_redactions_to_event": _hide,
    "EventLog.load_event_by_interaction": lambda w: EventLog(w.database).load_event_by_interaction(w(DELIVERY)),
    "PeopleWithServerNicknames.load_people_by_id": lambda w: w.people.with_nicknames_of_server(
        w(HERE)
    ).load_people_by_id([w("bo"), w("di")]),
    "PeopleWithServerNicknames.load_or_create_person": lambda w: w.people.with_nicknames_of_server(
        w(HERE)
    ).load_or_create_person(w(BO), w.person("bo").account_names),
    "PeopleWithServerNicknames.cache_user_and_people_of_newest_game": lambda w: w.people.with_nicknames_of_server(
        w(HERE)
    ).cache_user_and_people_of_newest_game(w(BO), w(ATTIC)),
    "load_event_by_idempotency_key": lambda w: plans.load_event_by_idempotency_key(w.database, w(DELIVERY)),
    "load_planned_game_message": _find_origin,
    "PersonalDataService.export_account_data of somebody of few servers": lambda w: _export(w, EVE),
    "PersonalDataService.load_open_games_of_account": lambda w: data(w).load_open_games_of_account(w(EVE), w(HERE)),
    "PersonalDataService.load_open_games_of_account on all servers": lambda w: data(w).load_open_games_of_account(
        w(EVE)
    ),
    "PersonalDataService.require_no_open_game_needs_account": lambda w: data(w).require_no_open_game_needs_account(
        w(EVE)
    ),
    "TextRedactionRepository.load_redaction_audit_entries": lambda w: strikes(w).load_redaction_audit_entries(
        w(HERE), 9
    ),
    "count_audit_entries": lambda w: count_audit_entries(w.database, w(HERE)),
    "load_audit_log_page": lambda w: load_audit_log_page(w.database, w(HERE), 1, 4),
    "load_audit_log_page of all pages": lambda w: load_audit_log_page(w.database, w(HERE), 0, 90),
    "AvoidedPlayersRepository.load_avoided_accounts": lambda w: AvoidedPlayersRepository(
        w.database, w.people
    ).load_avoided_accounts(w(HERE), w("bo")),
    "load_avoided_pairs_of_players": lambda w: load_avoided_pairs_of_players(w.database, w(HERE), [*map(w, PEOPLE)]),
    "load_own_and_avoided_accounts_of_player": lambda w: load_own_and_avoided_accounts_of_player(
        w.database, w(HERE), w("bo")
    ),
    "load_avoided_accounts_of_player of who avoids a merged account": lambda w: load_own_and_avoided_accounts_of_player(
        w.database, w(HERE), w("di")
    ),
    "load_achievement_ballots_of_pod": lambda w: load_achievement_ballots_of_pod(w.database, w(HALL), PODS[1]),
    "PodBoardRepository.load_pod_board": board,
    "JoustDeckRepository.load_joust_deck": lambda w: JoustDeckRepository(w.database, w.people).load_joust_deck(
        w("bo"), w(HERE)
    ),
    "EventLog.load_version_of_last_event": lambda w: EventLog(w.database).load_version_of_last_event(w(ATTIC)),
    "EventLog.load_game_events": lambda w: EventLog(w.database).load_game_events(w(ATTIC), PODS[1]),
    "EventLog.load_channel_events": lambda w: EventLog(w.database).load_channel_events(w(ATTIC), 9),
    "EventLog.load_current_game_events_with_version": lambda w: EventLog(
        w.database
    ).load_current_game_events_with_version(w(ATTIC), w(HERE)),
    "EventLog.load_version_and_current_game_events after the last game": lambda w: EventLog(
        w.database
    ).load_current_game_events_with_version(w(CELLAR), w(THERE)),
    "EventLog.load_event_and_channel_version": lambda w: EventLog(w.database).load_event_and_channel_version(
        None, w(ATTIC)
    ),
    "SeasonRepository.load_season_exclusions of a later season": lambda w: seasons(w).load_season_exclusions(
        w(HERE), 3
    ),
    "PeopleRepository.load_or_create_person": lambda w: PeopleRepository(w.database).load_or_create_person(
        w(HERE), w(BO), w.person("bo").account_names
    ),
    "PeopleRepository.load_people_by_ids": lambda w: PeopleRepository(w.database).load_people_by_ids(
        w(HERE), [w("bo"), w("di")]
    ),
    "RegisteredDeckRepository.load_registered_decks": lambda w: player_decks(w).load_registered_decks(w("bo"), w(HERE)),
    "RegisteredDeckRepository.load_registered_deck": lambda w: player_decks(w).load_registered_deck(
        w("bo"), f"{w('bo')}-b"
    ),
    "PublishedMessageRepository.load_published_message": lambda w: publications(w).load_published_message(
        "rules", w(HERE), "b"
    ),
    "PublishedMessageRepository.load_published_messages": lambda w: publications(w).load_published_messages(
        "rules", w(HERE)
    ),
    "ServerSettingsRepository.load_server_settings": lambda w: guilds(w).load_server_settings(w(HERE)),
    "StandingsPostRepository.load_last_posted_week": lambda w: StandingsPostRepository(
        w.database
    ).load_last_posted_week(w(HERE)),
    "StandingsPostRepository.load_language_of_newest_game": lambda w: StandingsPostRepository(
        w.database
    ).load_language_of_newest_game(w(HERE), *WHOLE),
    "StandingsPostRepository.load_standings_post": lambda w: StandingsPostRepository(w.database).load_standings_post(
        w(HERE), "week", 2_921
    ),
    "StandingsPostRepository.load_standings_post of a week with a season's number": lambda w: StandingsPostRepository(
        w.database
    ).load_standings_post(w(HERE), "week", 2),
    "StandingsPostRepository.load_standings_post season": lambda w: StandingsPostRepository(
        w.database
    ).load_standings_post(w(HERE), "season", 2),
    "StandingsPostRepository.load_standings_post_of_message": lambda w: StandingsPostRepository(
        w.database
    ).load_standings_post_of_message(PublishedMessage("post", w(HERE), "season:2", None, 1, 1, 1)),
    "StandingsPostRepository.load_weekly_posts": lambda w: StandingsPostRepository(w.database).load_weekly_posts(
        w(HERE)
    ),
    "ChampionRepository.load_champion_accounts_by_server": lambda w: champions(w).load_champion_accounts_by_server(
        w(HERE)
    ),
    "ChampionRepository.load_granted_champion_roles": lambda w: champions(w).load_granted_champion_roles(w(HERE)),
    "GuestNameClaimRepository.load_pending_guest_name_claims": lambda w: claims(w).load_pending_guest_name_claims(
        w(HERE), NOON
    ),
    "GuestNameClaimRepository.load_confirmed_guest_name_claims": lambda w: claims(w).load_confirmed_guest_name_claims(
        w(THERE)
    ),
    "GuestRepository.load_guest_names_of_server": lambda w: GuestRepository(w.database).load_guest_names_of_server(
        w(HERE), include_claimed=True
    ),
    "GuestRepository.map_claimed_guests_to_members": lambda w: GuestRepository(
        w.database
    ).map_claimed_guests_to_members([w("gil"), w("gus")]),
    "ClaimedGuestCommandLimit.require_player_below_limit": lambda w: ClaimedGuestCommandLimit(
        (w("gil"),)
    ).require_player_below_limit(w.database, w(HERE), w("bo")),
    "load_result_owners_of_server": lambda w: load_result_owners_of_server(w.database, w(THERE)),
    "AccountMergeRepository.load_account_merge": lambda w: merges(w).load_account_merge(w(HERE), w("fay")),
    "AccountMergeRepository.preview_account_merge": lambda w: merges(w).preview_account_merge(
        w(HERE), merge(w), lambda connection: load_seasons_newest_first(connection, w(HERE))
    ),
    "preview_points_after_account_merge": lambda w: merged_points.preview_points_after_account_merge(
        merges(w), w(HERE), merge(w)
    ),
    "SeasonRepository.load_seasons_of_server": lambda w: seasons(w).load_seasons_of_server(w(HERE)),
    "load_season_awards": lambda w: load_season_awards(
        w.database, SeasonStandingsCache(w.database), Season(w(HERE), 1, "", NOON)
    ),
    "SeasonRepository.load_season_exclusions": lambda w: seasons(w).load_season_exclusions(w(HERE), 2),
    "load_deadliest_cards": lambda w: card_tables.load_deadliest_cards(w.database, w(HERE), *WHOLE),
    "count_achievements_of_player": lambda w: career.count_achievements_of_player(w.database, w(HERE), w("bo")),
    "load_player_career": lambda w: career.load_player_career(w.database, w(HERE), w("bo"), WHOLE),
    "load_played_decks_by_key": lambda w: deck_tables.load_played_decks_by_key(w.database, w(HERE)),
    "load_deck_leaderboard": lambda w: deck_tables.load_deck_leaderboard(w.database, w(HERE), SCOPE, "decks"),
    "load_commander_rivalries": lambda w: deck_tables.load_commander_rivalries(w.database, w(HERE), SCOPE),
    "load_wins_and_rivalries_of_deck": lambda w: deck_tables.load_wins_and_rivalries_of_deck(
        w.database, w(HERE), SCOPE, DECK
    ),
    "load_wins_by_deck_of_player": lambda w: deck_tables.load_wins_by_deck_of_player(
        w.database, w(HERE), SCOPE, w("bo")
    ),
    "load_wins_by_seat": lambda w: deck_tables.load_wins_by_seat(w.database, w(HERE), SCOPE),
    "load_fiercest_player_rivalries": lambda w: defeats.load_fiercest_player_rivalries(w.database, w(HERE), 0, 50),
    "load_fiercest_player_rivalries of a season": lambda w: defeats.load_fiercest_player_rivalries(
        w.database, w(HERE), 2, 50
    ),
    "load_most_frequent_opponents of a season": lambda w: defeats.load_most_frequent_opponents(
        w.database, w(HERE), 2, w("ana"), 50
    ),
    "load_most_frequent_opponents": lambda w: defeats.load_most_frequent_opponents(w.database, w(HERE), 0, w("bo"), 50),
    "load_latest_random_seatings_of_channel": lambda w: draws.load_latest_random_seatings_of_channel(
        w.database, w(HERE), w(YARD)
    ),
    "load_newest_random_seating_hash": lambda w: draws.load_newest_random_seating_hash(w.database, w(HERE)),
    "load_seatings_that_reuse_secrets": lambda w: draws.load_seatings_that_reuse_secrets(w.database, w(HERE), [2]),
    "load_random_seating_hash_of_pod": lambda w: draws.load_random_seating_hash_of_pod(w.database, w(HALL), PODS[1]),
    "load_random_seating_hash_by_number": lambda w: draws.load_random_seating_hash_by_number(w.database, w(HERE), 2),
    "load_page_of_random_seatings": lambda w: draws.load_page_of_random_seatings(w.database, w(HERE), 0, 9),
    "OpenGamesLimit.require_player_below_limit": _count,
    "load_cursor_of_finished_game": lambda w: past_pods.load_cursor_of_finished_game(
        w.database, w(HERE), w(ATTIC), PODS[1]
    ),
    "load_channels_of_newest_games": lambda w: past_pods.load_channels_of_newest_games(
        w.database, w(HERE), 9, excluded_channels=[w(HALL)]
    ),
    "load_games_uncounted_due_to_guests": lambda w: past_pods.load_games_uncounted_due_to_guests(
        w.database, w(HERE), w("bo"), WHOLE, 9
    ),
    "load_games_uncounted_due_to_guests of another server": (
        lambda w: past_pods.load_games_uncounted_due_to_guests(w.database, w(THERE), w("bo"), WHOLE, 9)
    ),
    "load_finished_games": lambda w: past_pods.load_finished_games(w.database, w(HERE), 90),
    "load_finished_games of a player": lambda w: past_pods.load_finished_games(w.database, w(HERE), 90, player=w("bo")),
    "load_numbers_of_latest_games": lambda w: past_pods.load_numbers_of_latest_games(w.database, w(ATTIC), Pod, 9),
    "load_past_pods": lambda w: past_pods.load_past_pods(w.database, [w(ATTIC)], 9),
    "load_pod_series_rounds": lambda w: past_pods.load_pod_series_rounds(w.database, w(ATTIC), PODS[1]),
    "load_closed_game_nights": lambda w: plans.load_closed_game_nights(
        w.database, w(HERE), [w(LOFT), w(HALL)], None, 9
    ),
    "load_running_game_nights": lambda w: plans.load_running_game_nights(w.database, w(HERE)),
    "load_numbers_of_started_game_nights": lambda w: plans.load_numbers_of_started_game_nights(w.database, w(LOFT)),
    "load_scheduled_events_of_other_plans": lambda w: plans.load_scheduled_events_of_other_plans(
        w.database, w(LOFT), 12
    ),
    "load_open_planned_games": lambda w: plans.load_open_planned_games(w.database, w(HERE)),
    "load_open_games_by_key": lambda w: pods.load_open_games_by_key(
        w.database, [(w(HALL), PODS[-1]), (w(DEN), 10), (w(ATTIC), 1)]
    ),
    "does_pod_belong_to_server": lambda w: pods.does_pod_belong_to_server(w.database, w(HERE), w(ATTIC), PODS[1]),
    "load_board_messages_of_games": lambda w: pods.load_board_messages_of_games(
        w.database, [(w(HALL), 1), (w(ATTIC), 1)]
    ),
    "load_games_with_warning_signs": lambda w: pods.load_games_with_warning_signs(w.database, w(HERE), SOON),
    "load_idle_pods_of_server": lambda w: pods.load_idle_pods_of_server(w.database, w(HERE), YEARS, 9),
    "load_open_pods": lambda w: pods.load_open_pods(w.database, w(HERE)),
    "count_open_games": lambda w: pods.count_open_games(w.database, w(HERE), YEARS),
    "load_games_awaiting_confirmation": lambda w: pods.load_games_awaiting_confirmation(w.database, w(HERE)),
    "load_pods_to_moderate": lambda w: pods.load_pods_to_moderate(w.database, w(HERE), YEARS, 0, 9),
    "load_end_time_of_first_game": lambda w: progress.load_end_time_of_first_game(
        w.database, w(HERE), [w("bo")], standings.LeaderboardFilter()
    ),
    "load_player_points_over_time": lambda w: progress.load_player_points_over_time(
        w.database, w(HERE), [w("bo")], standings.LeaderboardFilter(), WHOLE[0], WHOLE[1:]
    ),
    "load_players_with_few_rated_games": lambda w: ratings.load_players_with_few_rated_games(
        w.database, w(HERE), [w("bo"), w("cy")], 90
    ),
    "load_player_ratings": lambda w: ratings.load_player_ratings(w.database, w(HERE), [w("bo"), w("cy")]),
    "load_player_rating_history": lambda w: ratings.load_player_rating_history(w.database, w(HERE), w("bo"), 9),
    "SeasonLeaderLookup.load_leader_accounts_by_server": lambda w: leaders(w).load_leader_accounts_by_server(w(HERE)),
    "SeasonStandingsCache.load_season_standings": lambda w: SeasonStandingsCache(w.database).load_season_standings(
        w(HERE), 2
    ),
    "SeasonStandingsCache.compute_standings_by_current_and_new_rules": preview_season,
    "SeasonStandingsCache.load_leaderboard_page": lambda w: SeasonStandingsCache(w.database).load_leaderboard_page(
        w(HERE), SEASON, w("bo")
    ),
    "PeopleWithNamesakesLoader.load_people_by_id": lambda w: standings.PeopleWithNamesakesLoader(
        w.people.with_nicknames_of_server(w(HERE)), w.database
    ).load_people_by_id([w("bo")]),
    "load_leaderboard_without_season_rules": lambda w: standings.load_leaderboard_without_season_rules(
        w.database, w(HERE), viewer=w("bo")
    ),
    "load_leaderboard_without_season_rules of a season": lambda w: standings.load_leaderboard_without_season_rules(
        w.database, w(HERE), SEASON, w("bo")
    ),
    "load_leaderboard_without_season_rules of days": lambda w: standings.load_leaderboard_without_season_rules(
        w.database, w(HERE), standings.LeaderboardFilter(since=20_000), w("bo")
    ),
    "load_joinable_games": lambda w: joinable_games.load_joinable_games(w.database, w(HERE)),
    "load_week_summary": lambda w: week_summary.load_week_summary(w.database, w(HERE), *WHOLE),
    "apply_season_rules_to_week_summary": apply_rules,
    "apply_season_rules_to_player_career": apply_rules_to_career,
}
"""Methods that read something of a server, a channel, a game or a person of a server."""


EVERYWHERE_READS: dict[str, Act] = {
    "PersonalDataService.export_account_data": lambda w: _export(w, BO),
    "PodBoardRepository.load_outdated_boards": lambda w: boards(w).load_outdated_boards(),
    "PublishedMessageRepository.load_outdated_messages": lambda w: publications(w).load_outdated_messages(
        "rules", NOON, timedelta(minutes=1)
    ),
    "ServerSlashCommandRepository.load_servers_with_slash_commands": lambda w: ServerSlashCommandRepository(
        w.database
    ).load_servers_with_slash_commands(),
    "ServerSettingsRepository.load_removal_times_of_left_servers": lambda w: guilds(
        w
    ).load_removal_times_of_left_servers(),
    "ServerSettingsRepository.load_servers_with_data": lambda w: guilds(w).load_servers_with_data(),
    "load_servers_with_expired_data": lambda w: load_servers_with_expired_data(guilds(w), YEARS),
    "StandingsPostRepository.load_servers_with_due_posts": lambda w: StandingsPostRepository(
        w.database
    ).load_servers_with_due_posts(YEARS),
    "SeasonRepository.load_seasons_that_end_soon": lambda w: seasons(w).load_seasons_that_end_soon(YEARS),
    "load_servers_with_free_seat_lists": lambda w: load_servers_with_free_seat_lists(w.database),
    "ChampionRepository.load_granted_champion_roles_of_account": lambda w: champions(
        w
    ).load_granted_champion_roles_of_account(w(BO)),
    "ChampionRepository.load_servers_with_champion_role": lambda w: champions(w).load_servers_with_champion_role(),
    "load_due_planned_games": lambda w: plans.load_due_planned_games(w.database, YEARS),
    "load_open_date_polls": lambda w: plans.load_open_date_polls(w.database),
    "load_next_due_time_of_planned_games": lambda w: plans.load_next_due_time_of_planned_games(w.database, NOON),
    "load_servers_with_idle_pods": lambda w: pods.load_servers_with_idle_pods(w.database, YEARS),
    "load_pods_with_reports_to_confirm": lambda w: pods.load_pods_with_reports_to_confirm(w.database, YEARS),
    "load_idle_pods_and_duels": lambda w: pods.load_idle_pods_and_duels(w.database, "running", YEARS, 0, 90),
}
"""Methods that read something of all servers."""


CHANGES: dict[str, Act] = {
    "PeopleRepository.cache_user_and_people_of_newest_game": _preload,
    "PeopleRepository.clear_name_caches_if_people_changed": _recall,
    "AccountMergeRepository.load_completed_account_merges": _merged,
    "ServerSlashCommandRepository.load_slash_command_digest": _load_digest,
    "ServerSettingsRepository.define_or_delete_custom_variant": lambda w: guilds(w).define_or_delete_custom_variant(
        w(HERE), "Ours", Variant("out"), w.person("ana"), ENTRY, NOON
    ),
    "ServerSettingsRepository.add_joined_server": lambda w: guilds(w).add_joined_server(HERE + 500),
    "PublishedMessageRepository.acquire_message_lease": leased,
    "PublishedMessageRepository.record_send_attempt": lambda w: leased(w, "record_send_attempt", publication(w)),
    "Service.do a report": lambda w: serve(w, HALL, killed(w("cy"), w("ana"))),
    "Service.do an undo": lambda w: serve(w, HALL, UndoPodEvent()),
    "Service.do an override": lambda w: serve(
        w, ATTIC, OverrideGameAsModerator("points", "they had five", points={w("bo"): 5}), PODS[1]
    ),
    "Service.do a sign-off": lambda w: serve(w, LOFT, WithdrawFromPlannedGame(w("di")), 15, "di"),
    "Service.do a close by a moderator": lambda w: serve(w, ATTIC, ClosePod(), by="eve"),
    "Service.do a cancellation": lambda w: serve(w, LOFT, CancelPlannedGame(by=w("bo")), 12),
    "delete_server_data": leave_and_purge,
    "PersonalDataService.delete_personal_data": lambda w: data(w).delete_personal_data(w(EVE), ["Krenko"], NOON),
    "PersonalDataService.delete_personal_data without texts": lambda w: data(w).delete_personal_data(w(EVE), [], NOON),
    "erase_expired_former_player_ids of old ids": lambda w: erase_expired_former_player_ids(
        w.database, NOON + DAY + FIRST_END
    ),
    "erase_expired_former_player_ids of a season": lambda w: erase_expired_former_player_ids(
        w.database, NOON + DAY + SECOND_END
    ),
    "TextRedactionRepository.redact_text_on_server": lambda w: strikes(w).redact_text_on_server(
        w.entry("struck"), w.person("ana"), "Krenko"
    ),
    "TextRedactionRepository.redact_text_on_server a season of another server": lambda w: strikes(
        w
    ).redact_text_on_server(w.entry("struck"), w.person("ana"), "Beside 2"),
    "TextRedactionRepository.redact_text_on_server a guest": lambda w: strikes(w).redact_text_on_server(
        w.entry("struck"), w.person("ana"), "Gab"
    ),
    "TextRedactionRepository.undo_text_redaction a guest": lambda w: strikes(w).undo_text_redaction(
        w.entry("unstruck"), w.person("ana"), w(deliver(name_decision(HERE, 3)))
    ),
    "hide_guests": lambda w: w.database.run_write_transaction(
        lambda connection: redact_guest_names_of_server(connection, w(HERE))
    ),
    "TextRedactionRepository.undo_text_redaction": lambda w: strikes(w).undo_text_redaction(
        w.entry("unstruck"), w.person("ana"), w(MIDDLE_STRIKE)
    ),
    "AvoidedPlayersRepository.replace_avoided_people": lambda w: AvoidedPlayersRepository(
        w.database, w.people
    ).replace_avoided_people(w(HERE), w.person("bo"), [w.person("di")]),
    "AvoidedPlayersRepository.replace_avoided_people of merged accounts": lambda w: AvoidedPlayersRepository(
        w.database, w.people
    ).replace_avoided_people(w(HERE), w.person("fay"), [w.person("di")]),
    "cast_ballot": lambda w: cast_ballot(w.database, w(HERE), w(HALL), PODS[1], "house-a", w("bo"), w("ana")),
    "cast_ballot of somebody new": lambda w: cast_ballot(
        w.database, w(HERE), w(HALL), PODS[1], "house-a", w("cy"), w("bo")
    ),
    "PodBoardRepository.store_board_message": _put_board,
    "PodBoardRepository.queue_board_update": lambda w: boards(w).queue_board_update(w(ATTIC), PODS[1]),
    "PodBoardRepository.acquire_message_lease": _lease_board,
    "PodBoardRepository.record_send_attempt": lambda w: _send_board(w, "record_send_attempt"),
    "PodBoardRepository.record_message_sent_before_crash": lambda w: _send_board(w, "record_message_sent_before_crash"),
    "PodBoardRepository.record_published_message": lambda w: _send_board(w, "record_published_message"),
    "PodBoardRepository.record_published_message of an edited board": _edit_board,
    "PodBoardRepository.record_deletion_of_former_message": _tidy_board,
    "PodBoardRepository.store_kick_vote_message_id": lambda w: boards(w).store_kick_vote_message_id(
        w(ATTIC), PODS[1], w("bo"), 99
    ),
    "PodBoardRepository.queue_new_messages_for_deleted_boards": _lose_board,
    "PastGameMentionRepository.reserve_one_mention_per_day": lambda w: PastGameMentionRepository(
        w.database
    ).reserve_one_mention_per_day(w(HERE), w(ATTIC), 1, [w("bo"), w("di")], _at(1)),
    "EventLog.append_event": append_event,
    "EventLog.append_events": append_events,
    "PublishedMessageRepository.add_published_message": lambda w: publications(w).add_published_message(
        replace(publication(w), key="bb")
    ),
    "PublishedMessageRepository.mark_message_as_up_to_date": _note_unchanged,
    "PublishedMessageRepository.record_deletion_of_former_message": lambda w: publications(
        w
    ).record_deletion_of_former_message(publication(w)),
    "PublishedMessageRepository.stop_updating_message": lambda w: publications(w).stop_updating_message(publication(w)),
    "PublishedMessageRepository.delete_published_message_row": lambda w: publications(w).delete_published_message_row(
        publication(w)
    ),
    "PublishedMessageRepository.replace_published_message_row": lambda w: publications(w).replace_published_message_row(
        replace(publication(w), wanted=3, shown=3)
    ),
    "PublishedMessageRepository.record_message_sent_before_crash": lambda w: leased(
        w, "record_message_sent_before_crash", publication(w)
    ),
    "PublishedMessageRepository.record_published_message": lambda w: leased(
        w, "record_published_message", replace(publication(w), shown=3), was_edited=True
    ),
    "ServerSlashCommandRepository.store_slash_command_digest": lambda w: ServerSlashCommandRepository(
        w.database
    ).store_slash_command_digest(w(HERE), "a digest"),
    "ServerSettingsRepository.set_setting": lambda w: guilds(w).set_setting(
        w(HERE), "language", "fr", w.person("ana"), ENTRY, NOON
    ),
    "ServerSettingsRepository.update_setting_by_function": lambda w: guilds(w).update_setting_by_function(
        w(HERE), "weekday", lambda _: "friday", w.person("ana"), ENTRY, NOON
    ),
    "ServerSettingsRepository.enable_bot_modules": lambda w: guilds(w).enable_bot_modules(w(HERE), ["joust"]),
    "ServerSettingsRepository.remove_free_seat_list_channel": lambda w: guilds(w).remove_free_seat_list_channel(
        w(HERE), w(HALL)
    ),
    "ServerSettingsRepository.record_bot_left_server": lambda w: guilds(w).record_bot_left_server(w(HERE), NOON),
    "ServerSettingsRepository.record_bot_is_on_server": _come_back,
    "StandingsPostRepository.store_post_and_next_due_time": lambda w: StandingsPostRepository(
        w.database
    ).store_post_and_next_due_time(w(HERE), NOON, post(w, number=2_923)),
    "StandingsPostRepository.store_post_and_next_due_time again": lambda w: StandingsPostRepository(
        w.database
    ).store_post_and_next_due_time(w(HERE), NOON, post(w)),
    "StandingsPostRepository.mark_standings_post_as_late": lambda w: StandingsPostRepository(
        w.database
    ).mark_standings_post_as_late(post(w)),
    "ChampionRepository.store_granted_champion_role": lambda w: champions(w).store_granted_champion_role(
        replace(worn(w), given=False)
    ),
    "ChampionRepository.delete_granted_champion_role": lambda w: champions(w).delete_granted_champion_role(worn(w)),
    "ChampionRepository.record_champion_problem_notice_if_due": lambda w: champions(
        w
    ).record_champion_problem_notice_if_due(w(HERE), "gone", NOON),
    "ChampionRepository.delete_solved_champion_role_problem": lambda w: champions(
        w
    ).delete_solved_champion_role_problem(w(HERE)),
    "SuspiciousGameDismissalRepository.mark_game_as_harmless": lambda w: SuspiciousGameDismissalRepository(
        w.database, w.people
    ).mark_game_as_harmless(w.entry("dismissed"), w.person("ana"), w(ATTIC), PODS[1]),
    "GuestNameClaimRepository.store_guest_name_claim": _claim_anew,
    "GuestNameClaimRepository.confirm_guest_name_claim": lambda w: claims(w).confirm_guest_name_claim(
        w.entry("claimed"), w.person("ana"), w("gil"), w("bo"), is_administrator=False, confirmed_seasons=OVER
    ),
    "GuestNameClaimRepository.decline_guest_name_claim": lambda w: claims(w).decline_guest_name_claim(
        w.entry("claim-declined"), w.person("ana"), w("gil"), w("bo")
    ),
    "GuestNameClaimRepository.revoke_guest_name_claim": _take_claim_back,
    "AccountMergeRepository.store_proposed_merge": lambda w: merges(w).store_proposed_merge(
        w.entry("merge-proposed"), merge(w, "eve", "fay")
    ),
    "AccountMergeRepository.record_merge_answer": lambda w: merges(w).record_merge_answer(
        w(HERE), w("fay"), w("eve"), NOON, is_accepted=True
    ),
    "AccountMergeRepository.record_merge_answer no": lambda w: merges(w).record_merge_answer(
        w(HERE), w("fay"), w("eve"), NOON, is_accepted=False
    ),
    "AccountMergeRepository.complete_account_merge": lambda w: merges(w).complete_account_merge(
        w.entry("merged"), w.person("ana"), w("fay"), OVER
    ),
    "AccountMergeRepository.revoke_account_merge": _take_merge_back,
    "SeasonRepository.start_season": _start_season,
    "SeasonRepository.end_running_season": lambda w: seasons(w).end_running_season(decider(w), w(HALL), "fr"),
    "SeasonRepository.schedule_end_of_running_season": lambda w: seasons(w).schedule_end_of_running_season(
        decider(w), 4, end_plan(w)
    ),
    "SeasonRepository.end_season_or_store_due_notice": _end_as_planned,
    "SeasonRepository.resume_newest_season": _resume_season,
    "SeasonRepository.rename_season": lambda w: seasons(w).rename_season(decider(w), 2, "Zwei"),
    "SeasonRepository.change_season_rules": _set_rules,
    "SeasonRepository.exclude_player_from_season": lambda w: seasons(w).exclude_player_from_season(
        decider(w), 2, w("cy"), "Cheated"
    ),
    "SeasonRepository.reinstate_player_in_season": lambda w: seasons(w).reinstate_player_in_season(
        decider(w), 2, w("bo")
    ),
    "withdraw_post": lambda w: w.database.run_write_transaction(
        lambda connection: delete_standings_post(connection, w(HERE), "season", 2)
    ),
    "owe_listings": lambda w: owe_listings_of(w, 12),
    "correct_due_time_of_planned_game": restore_due,
    "BackgroundRatingUpdater.wait_for_ratings_of_server": lambda w: BackgroundRatingUpdater(
        w.database
    ).wait_for_ratings_of_server(w(HERE)),
}
"""Methods that change something of a server, a channel, a game or a person of a server."""


EVERYWHERE_CHANGES: dict[str, Act] = {
    "PublishedMessageRepository.release_message_lease": lambda w: leased(w, "release_message_lease"),
    "TextRedactionRepository.clear_text_caches_if_redactions_changed": lambda w: strikes(
        w
    ).clear_text_caches_if_redactions_changed(),
    "PodBoardRepository.queue_new_messages_for_all_open_pods": lambda w: boards(
        w
    ).queue_new_messages_for_all_open_pods(),
    "JoustDeckRepository.store_joust_deck": lambda w: JoustDeckRepository(w.database, w.people).store_joust_deck(
        w.person("bo"), STONES
    ),
    "JoustDeckRepository.delete_joust_deck": lambda w: JoustDeckRepository(w.database, w.people).delete_joust_deck(
        w("bo")
    ),
    "PastGameMentionRepository.delete_mentions_older_than_day": lambda w: PastGameMentionRepository(
        w.database
    ).delete_mentions_older_than_day(_at(1)),
    "PeopleRepository.delete_person_of_account": lambda w: w.people.delete_person_of_account(w(BO)),
    "RegisteredDeckRepository.update_registered_deck": lambda w: _change_deck(w, "change"),
    "RegisteredDeckRepository.set_deck_retirement": lambda w: _change_deck(w, "retire"),
    "RegisteredDeckRepository.record_deck_use": lambda w: player_decks(w).record_deck_use(
        w("bo"), f"{w('bo')}-b", SOON
    ),
    "PublishedMessageRepository.delete_message_rows_of_kind": lambda w: publications(w).delete_message_rows_of_kind(
        "rules"
    ),
    "ChampionRepository.reset_granted_champion_roles": lambda w: champions(w).reset_granted_champion_roles(),
    "erase_expired_former_player_ids at last": lambda w: erase_expired_former_player_ids(w.database, YEARS),
    "rebuild_derived_tables": _rebuild,
    "BackgroundRatingUpdater.schedule_rating_of_all_servers": _rate_all,
}
"""Methods that change something of people or messages wherever they are."""


REFUSED: dict[str, Act] = {
    "PodBoardRepository.store_shown_board where another message is": _put_stale,
    "PodBoardRepository.record_published_message where another message is": _edit_stale,
    "PublishedMessageRepository.record_deletion_of_former_message of another message": lambda w: publications(
        w
    ).record_deletion_of_former_message(replace(publication(w), former=w(MESSAGES[0]))),
    "PublishedMessageRepository.acquire_message_lease of another message": lambda w: publications(
        w
    ).acquire_message_lease(replace(publication(w), message=w(MESSAGES[0])), NOON, timedelta(minutes=1)),
    "SeasonRepository.exclude_player_from_season who played elsewhere": lambda w: seasons(w).exclude_player_from_season(
        decider(w), 1, w("eve"), "Cheated"
    ),
    "SeasonRepository.reinstate_player_in_season who is excluded elsewhere": lambda w: seasons(
        w
    ).reinstate_player_in_season(decider(w), 2, w("cy")),
    "TextRedactionRepository.undo_text_redaction of another server": lambda w: strikes(w).undo_text_redaction(
        w.entry("unstruck"), w.person("ana"), w(deliver(name_decision(THERE, 2)))
    ),
    "GuestClaimRepository.confirm_guest_claim of another server": lambda w: claims(w).confirm_guest_name_claim(
        w.entry("claimed"), w.person("ana"), w("gus"), w("bo"), is_administrator=True, confirmed_seasons=OVER
    ),
    "GuestClaimRepository.revoke_guest_claim of another server": lambda w: claims(w).revoke_guest_name_claim(
        w.entry("unclaimed"), w.person("ana"), w("gus"), is_administrator=True, confirmed_seasons=OVER
    ),
    "GuestClaimRepository.decline_guest_claim of another server": lambda w: claims(w).decline_guest_name_claim(
        w.entry("claim-declined"), w.person("ana"), w("gus"), w("eve")
    ),
    "AccountMergeRepository.record_merge_answer of nothing": lambda w: merges(w).record_merge_answer(
        w(HERE), w("bo"), w("eve"), NOON, is_accepted=True
    ),
    "RegisteredDeckRepository.load_registered_deck of somebody else": lambda w: player_decks(w).load_registered_deck(
        w("bo"), f"{w('cy')}-b"
    ),
    "has_server_pod elsewhere": lambda w: pods.does_pod_belong_to_server(w.database, w(THERE), w(ATTIC), PODS[1]),
    "StandingsPostRepository.load_standings_post of another number": lambda w: StandingsPostRepository(
        w.database
    ).load_standings_post(w(HERE), "week", 5),
    "delete_server_data of a server that is back": lambda w: delete_server_data(w.database, w(HERE), NOON),
    "delete_server_data of a server that has left again": lambda w: delete_server_data(w.database, w(THERE), NOON),
    "delete_server_data of a server that had left before": lambda w: delete_server_data(w.database, w(THERE), YEARS),
    "ServerSlashCommandRepository.load_slash_command_digest of none": lambda w: ServerSlashCommandRepository(
        w.database
    ).load_slash_command_digest(w(HERE) - 500),
    "ServerSettingsRepository.load_server_settings of a server without": _has_other_settings,
    "owe_listings of a plan without": lambda w: owe_listings_of(w, 5),
    "AccountMergeRepository.store_proposed_merge of who has signed up": lambda w: merges(w).store_proposed_merge(
        w.entry("merge-proposed"), merge(w, "ida", "eve")
    ),
    "PodBoardRepository.load_pod_board of none": lambda w: PodBoardRepository(w.database).load_pod_board(w(ATTIC), 12),
    "EventLog.load_event_by_interaction of none": lambda w: EventLog(w.database).load_event_by_interaction(ENTRY),
    "load_event_by_idempotency_key of none": lambda w: plans.load_event_by_idempotency_key(w.database, ENTRY),
    "JoustDeckRepository.load_joust_deck of none": lambda w: JoustDeckRepository(w.database, w.people).load_joust_deck(
        w("gil"), w(HERE)
    ),
    "PeopleRepository.load_or_create_person of a stranger": _identify_stranger,
    "PublishedMessageRepository.load_published_message of none": lambda w: publications(w).load_published_message(
        "rules", w(HERE), "bb"
    ),
    "load_seat_draw_commitment_by_number of none": lambda w: draws.load_random_seating_hash_by_number(
        w.database, w(HERE), 0
    ),
    "load_seat_draw_commitment_by_number of none yet": lambda w: draws.load_random_seating_hash_by_number(
        w.database, w(HERE), 9
    ),
    "load_seat_draw_commitment_of_pod of none": lambda w: draws.load_random_seating_hash_of_pod(w.database, w(HALL), 2),
    "load_position_of_game of none": lambda w: past_pods.load_cursor_of_finished_game(w.database, w(HERE), w(ATTIC), 2),
}
"""Acts that find nothing and change nothing, though something of the kind is beside them."""

_BOARD = (only_games(ATTIC, PODS[1]),)
_PUBLICATION = (only("publications", guild=HERE, surface="rules", key="b"),)
_WEEK = (only("posts", kind="week", number=2_921), only("publications", surface="post", key="week:2921"))
_FINAL = (only("posts", kind="season", number=2), only("publications", surface="post", key="season:2"))
_GUEST = (only("guests", player="gil"),)

NARROW: dict[str, Sequence[Only]] = {
    **dict.fromkeys(
        (
            *(
                "PodBoardRepository.load_pod_board",
                "PodBoardRepository.store_board_message",
                "PodBoardRepository.queue_board_update",
                "PodBoardRepository.record_send_attempt",
                "PodBoardRepository.record_message_sent_before_crash",
            ),
            *(
                "PodBoardRepository.record_published_message",
                "PodBoardRepository.record_published_message of an edited board",
                "PodBoardRepository.record_deletion_of_former_message",
            ),
            *(
                "PodBoardRepository.store_kick_vote_message_id",
                "EventLog.load_game_events",
                "load_cursor_of_finished_game",
                "does_pod_belong_to_server",
                "SuspiciousGameDismissalRepository.mark_game_as_harmless",
            ),
        ),
        _BOARD,
    ),
    "PodBoardRepository.acquire_message_lease": (only_games(DEN, 10),),
    "PeopleRepository.cache_user_and_people_of_newest_game": (only_games(YARD, LATE),),
    "StandingsPostRepository.load_language_of_newest_game": (only_games(ATTIC, PODS[2]),),
    "PodBoardRepository.queue_new_messages_for_deleted_boards": (only_games(ATTIC, PODS[-1]),),
    "EventLog.apply_server_redactions_to_event": (only_games(YARD, LATE),),
    "EventLog.load_current_game_events_with_version": (only_games(ATTIC, PODS[-1]),),
    "EventLog.load_version_and_current_game_events after the last game": (only_games(CELLAR, 6, 11),),
    "EventLog.load_version_of_last_event": (only_games(ATTIC, PODS[-1]),),
    "EventLog.append_event": (only_games(HALL, PODS[-1]),),
    "EventLog.append_events": (only_games(HALL, PODS[-1]),),
    "Service.do a report": (only_games(HALL, PODS[-1]),),
    "Service.do an undo": (only_games(HALL, PODS[-1]),),
    "Service.do an override": (only_games(ATTIC, PODS[1], PODS[-1]),),
    "Service.do a close by a moderator": (only_games(ATTIC, PODS[-1]),),
    "Service.do a sign-off": (only_games(LOFT, 15), only("publications", surface="seats")),
    **dict.fromkeys(
        (
            "StandingsPostRepository.store_post_and_next_due_time",
            "StandingsPostRepository.load_last_posted_week",
            "StandingsPostRepository.load_weekly_posts",
        ),
        (only("posts", kind="week"),),
    ),
    "StandingsPostRepository.load_standings_post of a week with a season's number": (
        only("posts", kind="week", number=2),
    ),
    "Service.do a cancellation": (only_games(LOFT, 12, 15),),
    **dict.fromkeys(
        ("load_event_by_idempotency_key", "load_planned_game_message", "owe_listings"), (only_games(LOFT, 12),)
    ),
    "load_board_messages_of_games": (only_games(HALL, 1, also=[(ATTIC, 1)]),),
    "load_pod_series_rounds": (only_games(ATTIC, *PODS[1:]),),
    "load_random_seating_hash_of_pod": (only_games(HALL, PODS[1]),),
    "load_random_seating_hash_by_number": (only_games(HALL, PODS[1]),),
    "load_newest_random_seating_hash": (only_games(HALL, PODS[-1]),),
    "load_seatings_that_reuse_secrets": (only("draws", source=2),),
    **dict.fromkeys(
        (
            *(
                "PublishedMessageRepository.load_published_message",
                "PublishedMessageRepository.acquire_message_lease",
                "PublishedMessageRepository.record_send_attempt",
            ),
            *(
                "PublishedMessageRepository.record_message_sent_before_crash",
                "PublishedMessageRepository.record_published_message",
                "PublishedMessageRepository.release_message_lease",
            ),
            *(
                "PublishedMessageRepository.mark_message_as_up_to_date",
                "PublishedMessageRepository.record_deletion_of_former_message",
                "PublishedMessageRepository.stop_updating_message",
            ),
            "PublishedMessageRepository.delete_published_message_row",
            "PublishedMessageRepository.replace_published_message_row",
        ),
        _PUBLICATION,
    ),
    "PublishedMessageRepository.load_published_messages": (only("publications", surface="rules"),),
    "PublishedMessageRepository.delete_message_rows_of_kind": (only("publications", surface="rules"),),
    **dict.fromkeys(
        (
            "StandingsPostRepository.load_standings_post",
            "StandingsPostRepository.mark_standings_post_as_late",
            "StandingsPostRepository.store_post_and_next_due_time again",
        ),
        _WEEK,
    ),
    **dict.fromkeys(
        (
            "StandingsPostRepository.load_standings_post season",
            "StandingsPostRepository.load_standings_post_of_message",
            "withdraw_post",
        ),
        _FINAL,
    ),
    **dict.fromkeys(
        (
            *(
                "SeasonRepository.load_season_exclusions",
                "SeasonRepository.reinstate_player_in_season",
                "SeasonRepository.exclude_player_from_season",
            ),
            *(
                "SeasonStandingsCache.load_season_standings",
                "SeasonStandingsCache.compute_standings_by_current_and_new_rules",
            ),
        ),
        only_seasons(2),
    ),
    "SeasonRepository.load_season_exclusions of a later season": only_seasons(3),
    "SeasonRepository.rename_season": (*only_seasons(2), *_FINAL),
    "erase_expired_former_player_ids of old ids": only_seasons(4),
    "erase_expired_former_player_ids of a season": only_seasons(2, 4),
    **dict.fromkeys(
        (
            "SeasonRepository.resume_newest_season",
            "SeasonRepository.end_running_season",
            "SeasonRepository.start_season",
            "SeasonRepository.change_season_rules",
        ),
        only_seasons(4),
    ),
    **dict.fromkeys(
        ("load_fiercest_player_rivalries of a season", "load_most_frequent_opponents of a season"),
        (only("rivalries", season=2),),
    ),
    "load_leaderboard_without_season_rules of a season": (only("standings", span="season", number=2),),
    **dict.fromkeys(
        (
            "GuestNameClaimRepository.store_guest_name_claim",
            "GuestNameClaimRepository.confirm_guest_name_claim",
            "GuestNameClaimRepository.decline_guest_name_claim",
            "GuestNameClaimRepository.revoke_guest_name_claim",
        ),
        (*_GUEST, only_games(YARD, GILS)),
    ),
    "AccountMergeRepository.store_proposed_merge of who has signed up": (only_games(LOFT, 12),),
    **dict.fromkeys(
        (
            "AccountMergeRepository.load_account_merge",
            "AccountMergeRepository.record_merge_answer",
            "AccountMergeRepository.record_merge_answer no",
        ),
        (only("merges", player="fay"),),
    ),
    **dict.fromkeys(
        (
            "load_own_and_avoided_accounts_of_player",
            "AvoidedPlayersRepository.load_avoided_accounts",
            "AvoidedPlayersRepository.replace_avoided_people",
        ),
        (only("avoidances", player="bo"),),
    ),
    **dict.fromkeys(
        (
            "JoustDeckRepository.load_joust_deck",
            "JoustDeckRepository.store_joust_deck",
            "JoustDeckRepository.delete_joust_deck",
        ),
        (only("decks", player="bo"),),
    ),
    **dict.fromkeys(
        (
            *(
                "RegisteredDeckRepository.load_registered_deck",
                "RegisteredDeckRepository.update_registered_deck",
                "RegisteredDeckRepository.set_deck_retirement",
            ),
            "RegisteredDeckRepository.record_deck_use",
        ),
        (only("player_decks", key="bo-b"),),
    ),
    **dict.fromkeys(
        ("ChampionRepository.store_granted_champion_role", "ChampionRepository.delete_granted_champion_role"),
        (only("champions", guild=HERE, discord_id=BO, role=ROLES[1]),),
    ),
    "TextRedactionRepository.undo_text_redaction": (only("strikes", id=MIDDLE_STRIKE), only_games(YARD, LATE)),
    "TextRedactionRepository.redact_text_on_server a guest": (only_games(YARD, LATE),),
    "TextRedactionRepository.undo_text_redaction a guest": (only_games(YARD, GILS),),
    **dict.fromkeys(
        (
            "PersonalDataService.export_account_data of somebody of few servers",
            "PersonalDataService.delete_personal_data without texts",
        ),
        (only_games(CELLAR, 1, also=EVES),),
    ),
}
"""Acts about one thing, and all that is left of its kind in a world where they do the same."""
