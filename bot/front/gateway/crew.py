"""What one of several processes does when it comes to serve servers, or serves them no more."""

from bot.front.gateway.chores import do_chores
from bot.front.gateway.client import Suzerain
from bot.front.interaction.context import Interaction


class ClientCrew:
    """The work of a client; see `Crew`."""

    def __init__(self, client: Suzerain) -> None:
        self._client = client

    def reread(self) -> None:
        """Know nothing by heart any more: somebody may have been forgotten meanwhile."""
        self._client.services.people.reread()
        self._client.services.guilds.reread()

    def reread_games(self) -> None:
        """See `Crew`."""
        services = self._client.services
        services.service.reread()
        services.boards.reread()
        services.guilds.reread()

    async def take_up(self) -> None:
        """See `Crew`."""
        await self._client.on_ready()
        await do_chores(self._client, self._client.services)  # the next round is a minute away

    async def finish_boards(self, shard: int) -> None:
        """See `Crew`."""
        await self._client.services.keeper.drawing.join(lambda _, guild: self._is_of(shard, guild))

    async def write_down(self) -> None:
        """See `Crew`."""
        await self._client.services.database.flush()

    async def finish_answers(self, shard: int) -> None:
        """See `Crew`."""

        def is_meant(interaction: Interaction, guild: int | None) -> bool:
            return self._is_of(shard, guild) and not interaction.response.is_done()

        await self._client.reception.answering.join(is_meant)

    async def finish_all(self) -> None:
        """See `Crew`."""
        await self._client.services.keeper.drawing.join()
        await self._client.reception.answering.join()

    def share_pace(self, processes: int) -> None:
        """See `Crew`."""
        self._client.services.keeper.budget.share(processes)

    def _is_of(self, shard: int, guild: int | None) -> bool:
        return self._client.find_shard(guild) == shard
