"""Every projection anew from the log, as when one of them was changed."""

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.projections.project import project
from bot.rules.pod import Impossible, Pod, evolve
from bot.storage import schema
from bot.storage.engine import writing
from bot.storage.errors import Damaged
from bot.storage.log import Recorded, stories


async def rebuild(engine: AsyncEngine) -> None:
    """Makes every projection from the log, all or nothing; nobody can write meanwhile.

    Raises `Damaged` or `Unreachable`.
    """
    async with writing(engine) as connection:
        for table in (schema.pods, schema.results):
            await connection.execute(delete(table))
        async for story in stories(connection):
            # The last event and where it led are all that a projection keeps.
            await project(connection, story[-1], _folded(story))


def _folded(story: list[Recorded]) -> Pod:
    pod: Pod | None = None
    for recorded in story:
        try:
            pod = evolve(pod, recorded.event)
        except Impossible as error:
            raise Damaged(recorded.channel, recorded.version, str(error)) from error
    assert pod is not None  # no story is empty
    return pod
