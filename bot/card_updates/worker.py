"""The main module of the worker process that updates the index: reading the data takes seconds."""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.card_updates.loading import Progress
from bot.card_updates.scryfall import DownloadFailed
from bot.card_updates.sources import BrokenFile
from bot.card_updates.updating import TooEarly, update
from bot.cards.index_file import About
from bot.workers.serving import serve


class UpdateRequest(Struct, frozen=True):
    """A request to update the index of this machine."""

    index: str
    now: float
    other_languages: bool
    api: str


class UpdateAnswer(Struct, frozen=True, tag=True):
    """The outcome of an update: `about` a new index, a `problem`, or nothing new."""

    about: About | None = None
    problem: str = ""


def answer(request: bytes) -> UpdateAnswer:
    """Update the index."""
    wanted = msgspec.msgpack.decode(request, type=UpdateRequest)
    updating = update(
        Path(wanted.index),
        wanted.now,
        other_languages=wanted.other_languages,
        stage=_show_nothing,
        api=wanted.api,
    )
    try:
        return UpdateAnswer(asyncio.run(updating))
    except TooEarly:
        return UpdateAnswer()
    except (DownloadFailed, BrokenFile, OSError) as error:
        return UpdateAnswer(problem=f"{error}")


def _show_nothing(_: str) -> AbstractContextManager[Progress]:
    return nullcontext(lambda _done, _all: None)


if __name__ == "__main__":
    serve(answer)
