"""The services that all features use; `app` builds them once.

Features know background work by the few methods that they call.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from bot.card_updates.background_updater import CardIndexUpdater
from bot.cards.index import CardIndex
from bot.front.interaction.channel_visibility import ChannelVisibilityChecker
from bot.front.interaction.drafts import InteractionDraftStore
from bot.front.interaction.rate_limits import UserRequestRateLimiter
from bot.pictures.picture_queue import PictureQueue
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.projections.season_standings import SeasonStandingsCache
from bot.rules.facts import Player
from bot.rules.variants import Variant
from bot.service.live_game import LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.privacy.text_redaction import TextRedactionRepository
from bot.storage.record.avoidances import AvoidedPlayersRepository
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.joust_decks import JoustDeckRepository
from bot.storage.record.people import PeopleRepository
from bot.storage.record.player_decks import RegisteredDeckRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPostRepository
from bot.storage.tables.champions import GrantedChampionRole
from bot.storage.tables.dismissals import SuspiciousGameDismissalRepository
from bot.storage.tables.guest_claims import GuestNameClaimRepository
from bot.storage.tables.guests import GuestRepository
from bot.storage.tables.merges import AccountMergeRepository
from bot.storage.tables.seasons import SeasonRepository
from bot.workers.judge.workers import JudgeWorkerProcesses
from bot.workers.pairing.pairer import PairingWorkerProcess


class BoardUpdateScheduler(Protocol):
    """The protocol for updating boards, the main messages of games, in the background."""

    def queue_board_update(self, live_game: LiveGame, *, should_repost: bool = False) -> None:
        """Queue an update of a game's board (its main message).

        If `should_repost`, the board is sent again as the channel's newest message.
        """

    async def wait_for_first_board(self, live_game: LiveGame, timeout: float) -> bool:
        """Wait shortly until a new game's board is posted. Return False if posting fails or takes too long."""

    async def redraw_boards_of_server(self, guild_id: int) -> None:
        """Update the boards of all open games of a server."""

    async def update_outdated_boards(
        self, guild_id: int | None = None, *, retries_failed_channels: bool = False
    ) -> None:
        """Update the outdated boards of one server; None means all servers."""

    async def record_kick_vote_message(self, live_game: LiveGame, player: Player, message_id: int) -> None:
        """Record a mention for a vote to remove a player, so that it is deleted after the vote."""


class FormerMemberLookup(Protocol):
    """The protocol for finding players who left a server."""

    async def check_if_player_left_server(self, live_game: LiveGame, player: Player) -> bool:
        """Return True if a player has left the server; False also if Discord does not answer."""

    async def fetch_players_who_left(self, live_game: LiveGame, players: Iterable[Player]) -> set[Player]:
        """Return the players who have left the server or whose data was deleted."""


class DueTaskScheduler(Protocol):
    """The protocol of a scheduler that runs tasks, such as posts, when they are due."""

    def check_due_tasks_soon(self) -> None:
        """Run due tasks, such as posts, soon instead of at the regular time."""


class PlannedGameTaskScheduler(DueTaskScheduler, Protocol):
    """The protocol of a scheduler of planned games, whose tasks an organiser can start early."""

    async def end_check_in_and_fill_seats(self, live_night: LiveGame, pod_serial_number: int) -> None:
        """End the check-in of a game night's pod and fill its free seats from the reserve players.

        Raises `Refusal` or `StorageError`.
        """


class ServerSyncScheduler(Protocol):
    """The protocol of a scheduler that updates a server's commands or roles on Discord."""

    def schedule_server_sync(self, guild_id: int) -> None:
        """Check soon if a server's commands or roles on Discord match the server's settings."""


class ChampionRoleManager(ServerSyncScheduler, Protocol):
    """The protocol for updating the Discord role of a season's champion in the background."""

    async def load_champion_roles_of_account(self, account_id: int) -> list[GrantedChampionRole]:
        """Return the champion roles that the bot gave a Discord account."""

    async def remove_champion_roles_of_erased_person(self, granted_roles: Iterable[GrantedChampionRole]) -> None:
        """Remove champion roles from the accounts of a person whose data was deleted."""


class FreeSeatListScheduler(Protocol):
    """The protocol for updating the messages that list free seats, in the background."""

    def recheck_free_seat_lists(self, guild_id: int | None = None) -> None:
        """Check soon if a server's lists of free seats are up to date; None means all servers."""

    def recheck_seat_lists_after_setting_change(self, guild_id: int) -> None:
        """Check a server's lists of free seats, because their channels were changed in the settings."""


class StandingsMessageServices(Struct, frozen=True):
    """The services that render leaderboards, rank charts and weekly posts."""

    database: Database  # for reading only
    people: PeopleRepository
    guilds: ServerSettingsRepository
    seasons: SeasonRepository
    season_tables: SeasonStandingsCache
    rater: BackgroundRatingUpdater
    studio: PictureQueue
    cards: CardIndex


class BotServices(StandingsMessageServices, frozen=True):
    """The services that all features share, such as storage, caches and workers."""

    service: GameService
    decks: JoustDeckRepository
    player_decks: RegisteredDeckRepository
    posts: StandingsPostRepository
    personal_data: PersonalDataService
    strikes: TextRedactionRepository
    dismissals: SuspiciousGameDismissalRepository
    avoidances: AvoidedPlayersRepository
    merges: AccountMergeRepository
    guests: GuestRepository
    guest_claims: GuestNameClaimRepository
    house_variants: Mapping[str, Variant]  # of `config.toml`, on every server
    docs_url: str  # of the folder `docs`; empty if the operator has named none

    boards: PodBoardRepository
    keeper: BoardUpdateScheduler
    absences: FormerMemberLookup
    champion_role: ChampionRoleManager
    outbox: DueTaskScheduler
    plans: PlannedGameTaskScheduler
    seat_lists: FreeSeatListScheduler
    modules: ServerSyncScheduler
    judge: JudgeWorkerProcesses
    pairer: PairingWorkerProcess
    card_updates: CardIndexUpdater

    throttle: UserRequestRateLimiter
    visibility: ChannelVisibilityChecker
    drafts: InteractionDraftStore
    reading: asyncio.Lock  # held while all results of a server are exported, one file at a time
