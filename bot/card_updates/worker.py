"""The main module of the worker process that updates the card index, which takes seconds of CPU time."""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.card_updates.card_files import InvalidCardFileError
from bot.card_updates.index_builder import Progress
from bot.card_updates.scryfall import ScryfallDownloadError
from bot.card_updates.updating import CardUpdateTooSoonError, update_card_index
from bot.cards.index_file import CardIndexDescription
from bot.workers.serving import serve_requests_on_stdin


class CardUpdateRequest(Struct, frozen=True):
    """A request to the worker process to update the index of card names."""

    index: str
    now: float
    other_languages: bool
    api: str


class CardUpdateResult(Struct, frozen=True, tag=True):
    """The result of an update of the card index: a new index, a problem, or nothing new."""

    about: CardIndexDescription | None = None
    problem: str = ""


def run_card_update_in_worker(update_request: bytes) -> CardUpdateResult:
    """Update the index of card names in this worker process, and return the result."""
    wanted = msgspec.msgpack.decode(update_request, type=CardUpdateRequest)
    updating = update_card_index(
        Path(wanted.index),
        wanted.now,
        with_other_languages=wanted.other_languages,
        show_stage_progress=_show_no_update_progress,
        api_url=wanted.api,
    )
    try:
        return CardUpdateResult(asyncio.run(updating))
    except CardUpdateTooSoonError:
        return CardUpdateResult()
    except (ScryfallDownloadError, InvalidCardFileError, OSError) as error:
        return CardUpdateResult(problem=f"{error}")


def _show_no_update_progress(_stage_name: str) -> AbstractContextManager[Progress]:
    return nullcontext(lambda _done, _all: None)


if __name__ == "__main__":
    serve_requests_on_stdin(run_card_update_in_worker)
