"""A server's numbered draws: the lobby of each, and the state of its pod.

A row is written when a lobby opens and when it starts. The pod's own row tells whether the lobby was closed.
`draw_numbers` ensures that no two lobbies share a number.
"""

from collections.abc import Collection, Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select

from bot.projections.history import GameHistory
from bot.rules.draws import RandomSeatingCommitment, compute_seating_commitment_hash
from bot.rules.lobby import GameStarted, LobbyOpened
from bot.rules.pod import Pod, PodStage
from bot.storage.engine.database import Database
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_changes import RowChange, Upsert
from bot.storage.engine.schema import draw_numbers, draws, events, pods
from bot.storage.record.log import decode_and_redact_event_row

SEARCHED_DRAWS = 20
"""Draws of a channel and its threads that are searched for an unused one to reuse."""


class RandomSeatingRow(Struct, frozen=True):
    """A database row about a random seating: its number, its pod, and whether it was used.

    `home` is the channel in which the pod was asked for. `source` is the number of the unused draw whose secrets this
    one has; None if they are new.
    """

    channel: int
    pod: int
    guild: int
    number: int
    home: int
    source: int | None
    commitment: str
    used: bool


class RandomSeatingWithPodState(Struct, frozen=True):
    """A random draw of seats, with the current state of its pod and the start time of that state."""

    draw: RandomSeatingRow
    state: PodStage
    at: datetime

    @property
    def is_unused(self) -> bool:
        """True if the lobby was closed before its seats were drawn."""
        return not self.draw.used and self.state == "closed"


EVENTS_THAT_CHANGE_SEAT_DRAW = (LobbyOpened, GameStarted)
"""The events after which the row of a pod's seat draw is written."""

_UPSERT_DRAW = Upsert(draws)
_TAKE_NUMBER = insert(draw_numbers)


def build_random_seating_row_change(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the change that writes the row of a pod's draw of seats."""
    game = game_history.game
    if isinstance(game, Pod) and game.draw is not None:
        yield RowChange(
            _UPSERT_DRAW, [asdict(_build_random_seating_row_values(game.draw.seal, is_used=bool(game.standings)))]
        )


def build_random_seating_row_changes_of_last_event(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes of seat-draw rows by a pod's last event."""
    event = game_history.last.event
    if isinstance(event, LobbyOpened) and event.draw is not None:
        yield RowChange(_TAKE_NUMBER, [{"guild": event.draw.server, "number": event.draw.number}])
    yield from build_random_seating_row_change(game_history)


def _build_random_seating_row_values(draw_commitment: RandomSeatingCommitment, *, is_used: bool) -> RandomSeatingRow:
    return RandomSeatingRow(
        channel=draw_commitment.channel,
        pod=draw_commitment.pod,
        guild=draw_commitment.server,
        number=draw_commitment.number,
        home=draw_commitment.home,
        source=draw_commitment.source,
        commitment=compute_seating_commitment_hash(draw_commitment),
        used=is_used,
    )


def rebuild_random_seating_number_table(connection: Connection) -> None:
    """Rebuild the table of used draw numbers, which keeps them unique on each server.

    Several draws may share a number after the histories of two databases were joined.
    """
    connection.execute(delete(draw_numbers))
    every = select(draws.c.guild, draws.c.number).distinct()
    connection.execute(insert(draw_numbers).from_select(["guild", "number"], every))


# Reading


async def load_newest_random_seating_hash(database: Database, guild_id: int) -> RandomSeatingCommitment | None:
    """Load the hash that fixed a server's newest draw of seats; None without draws."""
    last = select(draws.c.channel, draws.c.pod).where(draws.c.guild == guild_id)
    last = last.order_by(draws.c.number.desc(), draws.c.channel, draws.c.pod).limit(1)
    row = await database.fetch_row_or_none(last)
    return None if row is None else await load_random_seating_hash_of_pod(database, row.channel, row.pod)


async def load_random_seating_hash_of_pod(database: Database, channel: int, pod: int) -> RandomSeatingCommitment | None:
    """Load the hash that fixed a pod's draw of seats from the event log; None without one."""
    opened = select(events).where(events.c.channel == channel, events.c.version == pod)
    row = await database.fetch_row_or_none(opened)
    event = None if row is None else decode_and_redact_event_row(row).event
    return event.draw if isinstance(event, LobbyOpened) else None


async def load_random_seating_hash_by_number(
    database: Database, guild_id: int, seating_number: int
) -> RandomSeatingCommitment | None:
    """Load the hash that fixed the draw of seats with this number; None without one."""
    same = select(draws.c.channel, draws.c.pod).where(draws.c.guild == guild_id, draws.c.number == seating_number)
    row = await database.fetch_row_or_none(same.order_by(*draws.primary_key).limit(1))
    return None if row is None else await load_random_seating_hash_of_pod(database, row.channel, row.pod)


async def load_latest_random_seatings_of_channel(
    database: Database, guild_id: int, channel: int
) -> list[RandomSeatingWithPodState]:
    """Load the draws of seats for pods opened in a channel, newest first."""
    (rows,) = await database.run_queries_on_one_snapshot(
        SmallQuery(_SELECT_LATEST, {"guild": guild_id, "home": channel})
    )
    return [_parse_random_seating_row(row) for row in rows]


async def load_seatings_that_reuse_secrets(
    database: Database, guild_id: int, seating_numbers: Collection[int]
) -> dict[int, int]:
    """Map the numbers of unused draws of seats to the numbers of later draws that reuse their secret values."""
    found = select(draws.c.source, draws.c.number).where(draws.c.guild == guild_id, draws.c.source.in_(seating_numbers))
    return {row.source: row.number for row in await database.fetch_rows(found)}


async def load_page_of_random_seatings(
    database: Database, guild_id: int, page_number: int, page_size: int
) -> tuple[list[RandomSeatingWithPodState], int]:
    """Load a page of a server's draws of seats, newest first, and the number of all draws."""
    here = draws.c.guild == guild_id
    found = _SELECT_DRAWS.where(here).order_by(draws.c.number.desc(), draws.c.channel, draws.c.pod)
    count = select(func.count()).select_from(draws).where(here)

    def load_rows_of_page_and_total_count(connection: Connection) -> tuple[list[RandomSeatingWithPodState], int]:
        rows = connection.execute(found.offset(page_number * page_size).limit(page_size))
        return [_parse_random_seating_row(row) for row in rows], connection.scalar(count) or 0

    return await database.run_read_transaction(load_rows_of_page_and_total_count)


_SELECT_DRAWS = select(*draws.c, pods.c.state, pods.c.at).join(
    pods, (pods.c.channel == draws.c.channel) & (pods.c.pod == draws.c.pod)
)

# Opening a lobby waits for this statement, and many plans may open lobbies at once.
_SELECT_LATEST = (
    _SELECT_DRAWS.where(draws.c.guild == bindparam("guild"), draws.c.home == bindparam("home"))
    .order_by(draws.c.number.desc())
    .limit(SEARCHED_DRAWS)
)


def _parse_random_seating_row(database_row: Row[*tuple[object, ...]] | tuple[object, ...]) -> RandomSeatingWithPodState:
    *of_draw, state, at = database_row
    return RandomSeatingWithPodState(RandomSeatingRow(*of_draw), state, at)  # type: ignore[arg-type]
