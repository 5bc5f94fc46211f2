"""One import from its beginning to its end: every kind of line, in the order of the archive."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryFile
from typing import BinaryIO

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.care import CareError
from bot.care.archive import Archive, Header
from bot.care.exporting import STDIO
from bot.care.importing.boards import import_boards, import_publications
from bot.care.importing.events import AlreadyHere, import_events
from bot.care.importing.into import Import
from bot.care.importing.people import import_guests, import_people
from bot.care.importing.servers import (
    import_audit,
    import_champions,
    import_dismissals,
    import_posts,
    import_seasons,
    import_settings,
    import_strikes,
)
from bot.care.progress import Tick, run_with_progress
from bot.projections.rater import rate_all
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.schema import HEAD

STEPS: tuple[Callable[[Import], None], ...] = (
    import_people,
    import_guests,  # before the events, whose points may be a claimer's
    import_settings,
    import_audit,
    import_seasons,  # before the events, whose points count in them
    import_posts,
    import_champions,
    import_strikes,
    import_events,
    import_dismissals,
    import_boards,
    import_publications,
)
"""In the order of the lines."""


async def import_history(database: Database, path: str) -> Header | None:
    """Read an archive from a file or `STDIO`; return what it holds.

    None if all of its events were here already: then nothing is changed either. Raises `CareError`
    or `Unreachable`.
    """
    with _open(path) as file:
        archive = Archive(file, path)

        def work(connection: Connection, tick: Tick) -> Header:
            return _import_all(Import(archive, connection, tick))

        try:
            return await run_with_progress(database.transact, work, "Importing")
        except AlreadyHere:
            return None
        except (IntegrityError, RowExists):
            problem = "the database was changed meanwhile; stop the bot, then try again"
            raise archive.make_error(problem) from None


@contextmanager
def _open(path: str) -> Iterator[BinaryIO]:
    """The file, or what comes through a pipe as one that can be read again."""
    with ExitStack() as stack:
        file: BinaryIO
        try:
            file = sys.stdin.buffer if path == STDIO else stack.enter_context(open(path, "rb"))
            if not file.seekable():
                pipe, file = file, stack.enter_context(TemporaryFile())
                shutil.copyfileobj(pipe, file)
        except OSError as error:
            raise CareError(f"{path}: cannot be read ({error.strerror or error})") from None
        yield file


def _import_all(into: Import) -> Header:
    """Take every step, and rate what has yet to be rated. Raises `CareError` or `AlreadyHere`."""
    header = into.header
    if header.revision > HEAD:
        problem = f"revision {header.revision} is newer than {HEAD}; take a newer Suzerain"
        raise into.archive.make_error(problem)
    into.tick(0, header.lines)
    for step in STEPS:
        step(into)
    into.archive.check_end()

    def rated(done: int, total: int | None) -> None:
        into.tick(done, None if total is None else header.lines + total)

    rate_all(into.connection, rated)
    return header
