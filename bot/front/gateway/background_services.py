"""The services of the features together with the background work behind them."""

from bot.front.boards.board_reconciler import BoardReconciler
from bot.front.free_seats.seat_lists import FreeSeatListUpdater
from bot.front.interaction.services import BotServices
from bot.front.plans.plan_scheduler import PlannedGameScheduler
from bot.front.pods.absence_cache import DepartedPlayersCache
from bot.front.publishing.post_outbox import StandingsPostOutbox
from bot.front.server.champion_role import ChampionRoleReconciler
from bot.front.server.module_commands import ServerCommandReconciler


class BackgroundServices(BotServices, frozen=True):
    """The services of all features, and their background tasks."""

    keeper: BoardReconciler
    absences: DepartedPlayersCache
    champion_role: ChampionRoleReconciler
    outbox: StandingsPostOutbox
    plans: PlannedGameScheduler
    seat_lists: FreeSeatListUpdater
    modules: ServerCommandReconciler
