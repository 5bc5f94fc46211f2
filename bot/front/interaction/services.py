"""The services that all features use; `app` builds them once."""

import asyncio
from collections.abc import Mapping

from msgspec import Struct

from bot.card_updates.background_updater import CardIndexUpdater
from bot.cards.index import CardIndex
from bot.front.background.absences import AbsenceCache
from bot.front.background.champion_role import ChampionRoleReconciler
from bot.front.background.keeper import BoardReconciler
from bot.front.background.module_commands import ServerCommandReconciler
from bot.front.background.plans import PlanScheduler
from bot.front.background.posts import PostOutbox
from bot.front.background.seat_lists import SeatListReconciler
from bot.front.interaction.channel_visibility import ChannelVisibility
from bot.front.interaction.drafts import DraftStore
from bot.front.interaction.limits import RateLimiter
from bot.pictures.picture_queue import PictureQueue
from bot.projections.rating_updater import RatingUpdater
from bot.projections.season_standings import SeasonStandingsCache
from bot.rules.variants import Variant
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.privacy.text_redaction import TextRedactions
from bot.storage.record.avoidances import AvoidanceRepository
from bot.storage.record.boards import BoardRepository
from bot.storage.record.joust_decks import JoustDeckRepository
from bot.storage.record.people import PeopleRepository
from bot.storage.record.player_decks import PlayerDeckRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPostRepository
from bot.storage.tables.dismissals import DismissalRepository
from bot.storage.tables.guest_claims import GuestClaimRepository
from bot.storage.tables.guests import GuestRepository
from bot.storage.tables.merges import AccountMergeRepository
from bot.storage.tables.seasons import SeasonRepository
from bot.workers.judge.workers import JudgeWorkers
from bot.workers.pairing.pairer import PairingWorker


class StandingsServices(Struct, frozen=True):
    """The services from which leaderboards, charts and posts are built."""

    database: Database  # for reading only
    people: PeopleRepository
    guilds: ServerSettingsRepository
    seasons: SeasonRepository
    season_tables: SeasonStandingsCache
    rater: RatingUpdater
    studio: PictureQueue
    cards: CardIndex


class Services(StandingsServices, frozen=True):
    """The services that all features use: storage, caches, background tasks and workers."""

    service: GameService
    decks: JoustDeckRepository
    player_decks: PlayerDeckRepository
    posts: StandingsPostRepository
    personal_data: PersonalDataService
    strikes: TextRedactions
    dismissals: DismissalRepository
    avoidances: AvoidanceRepository
    merges: AccountMergeRepository
    guests: GuestRepository
    guest_claims: GuestClaimRepository
    house_variants: Mapping[str, Variant]  # of `config.toml`, on every server
    docs_url: str  # of the folder `docs`; empty if the operator has named none

    boards: BoardRepository
    keeper: BoardReconciler
    absences: AbsenceCache
    champion_role: ChampionRoleReconciler
    outbox: PostOutbox
    plans: PlanScheduler
    seat_lists: SeatListReconciler
    modules: ServerCommandReconciler
    judge: JudgeWorkers
    pairer: PairingWorker
    card_updates: CardIndexUpdater

    throttle: RateLimiter
    visibility: ChannelVisibility
    drafts: DraftStore
    reading: asyncio.Lock  # held while all results of a server are exported, one file at a time
