"""Updates of the index from Scryfall: what to download, and when to ask again."""

import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.card_updates.loading import Progress, find_fewest, load_file
from bot.card_updates.scryfall import API, BulkFile, DownloadFailed, Scryfall
from bot.cards.index_file import About, NotAnIndex, read_about

SOURCE = "scryfall"

ENGLISH_FILE = "oracle_cards"
ALL_LANGUAGES_FILE = "all_cards"

DAY = 86_400.0
"""Seconds between two questions whether there is anything new."""

MONTH = 30 * DAY
"""Seconds between two downloads of the file with all languages."""

Stage = Callable[[str], AbstractContextManager[Progress]]
"""A function that shows the progress of a step, by its name, while its block runs."""


class TooEarly(Exception):
    """Scryfall was asked not long ago; `at` is when it may be asked again, in seconds."""

    def __init__(self, at: float) -> None:
        super().__init__(at)
        self.at = at


class Schedule(Struct, frozen=True, omit_defaults=True):
    """The moments until which a machine makes no requests, in a file beside its index.

    They are in seconds since 1970.
    """

    next_at: float = 0.0
    """The first moment at which Scryfall may be asked again."""
    foreign_at: float = 0.0
    """The first moment at which the file with all languages may be downloaded again."""


def read_schedule(index: Path) -> Schedule:
    """Return a machine's schedule; an empty one if its file is lost or damaged."""
    try:
        return msgspec.json.decode(_find_schedule(index).read_bytes(), type=Schedule)
    except (OSError, msgspec.MsgspecError):
        return Schedule()


def _write_schedule(index: Path, schedule: Schedule) -> None:
    path = _find_schedule(index)
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_bytes(msgspec.json.encode(schedule))
    unfinished.replace(path)


def _find_schedule(index: Path) -> Path:
    return index.with_name(f"{index.name}.requests")


def is_due(index: Path, now: float) -> bool:
    """Return whether Scryfall may be asked whether there is anything new."""
    return read_schedule(index).next_at <= now


async def update(
    index: Path,
    now: float,
    *,
    other_languages: bool,
    stage: Stage,
    api: str = API,
) -> About | None:
    """Make the index anew if Scryfall has newer data; return None if it has none.

    Raises `TooEarly`, `DownloadFailed`, `BrokenFile` or `OSError`; then the index is as it was.
    """
    schedule = read_schedule(index)
    if schedule.next_at > now:
        raise TooEarly(schedule.next_at)
    try:
        async with Scryfall(api) as scryfall:
            files = await scryfall.list_files()
            file = _choose(files, _read_about(index), schedule, now, other_languages)
            about = None if file is None else await _make(scryfall, index, file, stage)
    except DownloadFailed as failure:
        if failure.pause:
            _write_schedule(index, replace(schedule, next_at=now + failure.pause))
        raise
    foreign = file is not None and file.type == ALL_LANGUAGES_FILE
    foreign_at = now + MONTH if foreign else schedule.foreign_at
    _write_schedule(index, Schedule(now + DAY, foreign_at))
    return about


def _read_about(index: Path) -> About | None:
    try:
        return read_about(index)
    except NotAnIndex:
        return None


def _choose(
    files: Mapping[str, BulkFile],
    about: About | None,
    schedule: Schedule,
    now: float,
    other_languages: bool,
) -> BulkFile | None:
    """Return the file to download; None if nothing is new. Raises `DownloadFailed`."""
    if other_languages and (about is None or schedule.foreign_at <= now):
        file = files.get(ALL_LANGUAGES_FILE)
        known = about.foreign_updated_at if about and about.source == SOURCE else None
    else:
        file = files.get(ENGLISH_FILE)
        known = about.updated_at if about and about.source == SOURCE else None
    if file is None:
        raise DownloadFailed("the list of files lacks the one with all cards")
    return None if file.updated_at == known else file


async def _make(scryfall: Scryfall, index: Path, file: BulkFile, stage: Stage) -> About:
    former = _read_about(index)
    least = find_fewest(former if former and former.source == SOURCE else None)
    with tempfile.TemporaryDirectory(dir=index.parent, prefix="cards-") as folder:
        path = Path(folder) / f"{ENGLISH_FILE}.json"
        with stage("Downloading") as progress:
            await scryfall.download(file, path, progress)
        about = About(SOURCE, file.updated_at)
        with stage("Reading") as progress:
            return load_file(path, index, about, progress, least=least)
