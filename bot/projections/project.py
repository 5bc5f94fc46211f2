"""Every projection at once: what `Log.append` writes beside an event."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.projections import pods, standings
from bot.rules.pod import Pod
from bot.storage.log import Recorded


async def project(connection: AsyncConnection, recorded: Recorded, pod: Pod) -> None:
    """Brings every projection up to `recorded`, which led to `pod`."""
    await pods.project(connection, recorded, pod)
    await standings.project(connection, recorded, pod)
