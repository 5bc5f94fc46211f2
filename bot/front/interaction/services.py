"""The collaborators of every feature; `app` builds them once."""

import asyncio
from collections.abc import Mapping

from msgspec import Struct

from bot.card_updates.updates import CardUpdates
from bot.cards.index import CardIndex
from bot.front.background.absences import Absences
from bot.front.background.champion_role import ChampionRole
from bot.front.background.keeper import Keeper
from bot.front.background.module_commands import ModuleCommands
from bot.front.background.plans import PlanKeeper
from bot.front.background.posts import Outbox
from bot.front.background.seat_lists import SeatListKeeper
from bot.front.interaction.channel_visibility import ChannelVisibility
from bot.front.interaction.drafts import Drafts
from bot.front.interaction.limits import Throttle
from bot.judge_worker.workers import JudgeWorkers
from bot.pairing_worker.pairer import Pairer
from bot.pictures.studio import Studio
from bot.projections.rater import Rater
from bot.projections.season_tables import SeasonTables
from bot.rules.variants import Variant
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.privacy.personal_data import PersonalData
from bot.storage.privacy.striking import Strikes
from bot.storage.record.avoidances import Avoidances
from bot.storage.record.boards import Boards
from bot.storage.record.decks import Decks
from bot.storage.record.people import People
from bot.storage.record.player_decks import PlayerDecks
from bot.storage.servers.guilds import Guilds
from bot.storage.servers.posts import Posts
from bot.storage.tables.dismissals import Dismissals
from bot.storage.tables.guest_claims import GuestClaims
from bot.storage.tables.guests import Guests
from bot.storage.tables.merges import Merges
from bot.storage.tables.seasons import Seasons


class StandingsSources(Struct, frozen=True):
    """The collaborators from which leaderboards, charts and posts are made."""

    database: Database  # for reading only
    people: People
    guilds: Guilds
    seasons: Seasons
    season_tables: SeasonTables
    rater: Rater
    studio: Studio
    cards: CardIndex


class Services(StandingsSources, frozen=True):
    """The collaborators of every feature."""

    service: Service
    decks: Decks
    player_decks: PlayerDecks
    posts: Posts
    personal_data: PersonalData
    strikes: Strikes
    dismissals: Dismissals
    avoidances: Avoidances
    merges: Merges
    guests: Guests
    guest_claims: GuestClaims
    house_variants: Mapping[str, Variant]  # of `config.toml`, on every server
    docs_url: str  # of the folder `docs`; empty if the operator has named none

    boards: Boards
    keeper: Keeper
    absences: Absences
    champion_role: ChampionRole
    outbox: Outbox
    plans: PlanKeeper
    seat_lists: SeatListKeeper
    modules: ModuleCommands
    judge: JudgeWorkers
    pairer: Pairer
    card_updates: CardUpdates

    throttle: Throttle
    visibility: ChannelVisibility
    drafts: Drafts
    reading: asyncio.Lock  # held while all results of a server are exported, one file at a time
