"""Updates of the card index from Scryfall: what to download, and when to ask again."""

import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.card_updates.index_builder import Progress, build_card_index_from_file, compute_minimum_card_count
from bot.card_updates.scryfall import API, ScryfallBulkFile, ScryfallClient, ScryfallDownloadError
from bot.cards.index_file import CardIndexDescription, InvalidCardIndexError, load_card_index_description

SOURCE = "scryfall"

ENGLISH_FILE = "oracle_cards"
ALL_LANGUAGES_FILE = "all_cards"

DAY = 86_400.0
"""Seconds between two questions whether there is anything new."""

MONTH = 30 * DAY
"""Seconds between two downloads of the file with all languages."""

Stage = Callable[[str], AbstractContextManager[Progress]]
"""A function that shows the progress of a step, by its name, while its block runs."""


class CardUpdateTooSoonError(Exception):
    """The error that a card update was requested too soon after the last one.

    `at` is the earliest time for it.
    """

    def __init__(self, at: float) -> None:
        super().__init__(at)
        self.at = at


class ScryfallRequestSchedule(Struct, frozen=True, omit_defaults=True):
    """The times before which this machine must not send requests to Scryfall.

    They are stored in a file beside the card index, in seconds since 1970.
    """

    next_at: float = 0.0
    """The first moment at which Scryfall may be asked again."""
    foreign_at: float = 0.0
    """The first moment at which the file with all languages may be downloaded again."""


def load_scryfall_request_schedule(index_file: Path) -> ScryfallRequestSchedule:
    """Load the times before which this machine must not send requests to Scryfall.

    If the file is lost or damaged, the schedule is empty.
    """
    try:
        return msgspec.json.decode(_build_scryfall_schedule_path(index_file).read_bytes(), type=ScryfallRequestSchedule)
    except (OSError, msgspec.MsgspecError):
        return ScryfallRequestSchedule()


def _save_scryfall_request_schedule(index_file: Path, schedule: ScryfallRequestSchedule) -> None:
    path = _build_scryfall_schedule_path(index_file)
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_bytes(msgspec.json.encode(schedule))
    unfinished.replace(path)


def _build_scryfall_schedule_path(card_index_file: Path) -> Path:
    return card_index_file.with_name(f"{card_index_file.name}.requests")


def is_card_index_update_due(index_file: Path, now: float) -> bool:
    """Return True if it is time to check Scryfall for newer card data."""
    return load_scryfall_request_schedule(index_file).next_at <= now


async def update_card_index(
    index_file: Path, now: float, *, with_other_languages: bool, show_stage_progress: Stage, api_url: str = API
) -> CardIndexDescription | None:
    """Build a new card index if Scryfall has newer data; return its description, otherwise None.

    Raises `CardUpdateTooSoonError`, `ScryfallDownloadError`, `InvalidCardFileError` or `OSError`; then the index is as
    it was.
    """
    schedule = load_scryfall_request_schedule(index_file)
    if schedule.next_at > now:
        raise CardUpdateTooSoonError(schedule.next_at)
    try:
        async with ScryfallClient(api_url) as scryfall:
            files = await scryfall.fetch_bulk_files()
            file = _choose_scryfall_file_to_download(
                files, _load_card_index_description_if_valid(index_file), schedule, now, with_other_languages
            )
            about = (
                None
                if file is None
                else await _download_and_build_index(scryfall, index_file, file, show_stage_progress)
            )
    except ScryfallDownloadError as failure:
        if failure.pause:
            _save_scryfall_request_schedule(index_file, replace(schedule, next_at=now + failure.pause))
        raise
    foreign = file is not None and file.type == ALL_LANGUAGES_FILE
    foreign_at = now + MONTH if foreign else schedule.foreign_at
    _save_scryfall_request_schedule(index_file, ScryfallRequestSchedule(now + DAY, foreign_at))
    return about


def _load_card_index_description_if_valid(index_file: Path) -> CardIndexDescription | None:
    try:
        return load_card_index_description(index_file)
    except InvalidCardIndexError:
        return None


def _choose_scryfall_file_to_download(
    bulk_files: Mapping[str, ScryfallBulkFile],
    index_description: CardIndexDescription | None,
    request_schedule: ScryfallRequestSchedule,
    now: float,
    with_other_languages: bool,
) -> ScryfallBulkFile | None:
    """Return which of Scryfall's files to download; None if none is newer.

    Raises `ScryfallDownloadError`.
    """
    if with_other_languages and (index_description is None or request_schedule.foreign_at <= now):
        file = bulk_files.get(ALL_LANGUAGES_FILE)
        known = (
            index_description.foreign_updated_at if index_description and index_description.source == SOURCE else None
        )
    else:
        file = bulk_files.get(ENGLISH_FILE)
        known = index_description.updated_at if index_description and index_description.source == SOURCE else None
    if file is None:
        raise ScryfallDownloadError("the list of files lacks the one with all cards")
    return None if file.updated_at == known else file


async def _download_and_build_index(
    client: ScryfallClient, index_file: Path, bulk_file: ScryfallBulkFile, show_stage_progress: Stage
) -> CardIndexDescription:
    former = _load_card_index_description_if_valid(index_file)
    least = compute_minimum_card_count(former if former and former.source == SOURCE else None)
    with tempfile.TemporaryDirectory(dir=index_file.parent, prefix="cards-") as folder:
        path = Path(folder) / f"{ENGLISH_FILE}.json"
        with show_stage_progress("Downloading") as progress:
            await client.download_bulk_file(bulk_file, path, progress)
        about = CardIndexDescription(SOURCE, bulk_file.updated_at)
        with show_stage_progress("Reading") as progress:
            return build_card_index_from_file(path, index_file, about, progress, minimum_cards=least)
