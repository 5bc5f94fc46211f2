"""Downloading the index, from a server that answers as Scryfall does, or fails."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.card_updates.background_updater import CardIndexUpdater
from bot.card_updates.card_files import InvalidCardFileError
from bot.card_updates.index_builder import Progress
from bot.card_updates.lease import hold_card_download_lock
from bot.card_updates.scryfall import ScryfallDownloadError
from bot.card_updates.updating import DAY, MONTH, CardUpdateTooSoonError, update_card_index
from bot.cards.index import CardIndex
from bot.cards.index_file import CardIndexDescription
from bot.cards.sample import write_sample_card_index
from bot.config import CardIndexSettings
from tests.card_updates.data import BOLT, many, scryfall
from tests.card_updates.server import ScryfallServer, pack, serve_cards
from tests.commandline import run_suzerain_beside
from tests.storage.postgres import Postgres

NOW = 1_800_000_000.0


@pytest.fixture
async def server() -> AsyncIterator[ScryfallServer]:
    async with serve_cards() as server:
        yield server


@contextmanager
def hide(_: str) -> Iterator[Progress]:
    yield lambda _done, _all: None


async def ask(
    server: ScryfallServer, index: Path, now: float = NOW, *, other_languages: bool = False
) -> CardIndexDescription | None:
    return await update_card_index(
        index, now, with_other_languages=other_languages, show_stage_progress=hide, api_url=server.address
    )


async def test_an_update_downloads_the_english_names(server: ScryfallServer, tmp_path: Path) -> None:
    about = await ask(server, tmp_path / "cards.sqlite3")
    assert about is not None
    assert (about.cards, about.languages, about.updated_at) == (5, ("en",), server.updated_at)
    assert server.paths == ["/bulk-data", "/files/oracle_cards.json"]
    for request in server.requests:
        assert request.headers["User-Agent"].startswith("Suzerain/")
        assert request.headers["Accept"]
        assert request.headers["Accept-Encoding"] == "gzip"
        assert set(request.headers) == {"Host", "User-Agent", "Accept", "Accept-Encoding"}


async def test_a_second_question_on_the_same_day_is_not_asked(server: ScryfallServer, tmp_path: Path) -> None:
    await ask(server, tmp_path / "cards.sqlite3")
    with pytest.raises(CardUpdateTooSoonError):
        await ask(server, tmp_path / "cards.sqlite3", NOW + DAY - 1)
    assert len(server.requests) == 2


async def test_data_that_is_no_newer_is_not_downloaded(server: ScryfallServer, tmp_path: Path) -> None:
    await ask(server, tmp_path / "cards.sqlite3")
    assert await ask(server, tmp_path / "cards.sqlite3", NOW + DAY) is None
    assert server.paths[2:] == ["/bulk-data"]
    server.updated_at = "2026-11-27T10:00:00.000+00:00"
    assert await ask(server, tmp_path / "cards.sqlite3", NOW + 2 * DAY) is not None


async def test_other_languages_come_once_a_month_and_stay(server: ScryfallServer, tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite3"
    for day in range(31):
        server.updated_at = f"day {day}"
        await ask(server, path, NOW + day * DAY, other_languages=True)
    downloaded = [each for each in server.paths if each != "/bulk-data"]
    assert downloaded.count("/files/all_cards.json") == 2
    assert downloaded.count("/files/oracle_cards.json") == 29
    assert MONTH == 30 * DAY
    index = CardIndex(path)
    assert index.get_card_name(BOLT, "ru", "") == "Удар Молнии"
    index.close()


Failure = Callable[[ScryfallServer], None]


def answer(path: str, status: int = 200, pause: str = "", body: bytes = b"") -> Failure:
    headers = {"Retry-After": pause} if pause else {}
    return lambda server: server.change(path, lambda: web.Response(status=status, headers=headers, body=body))


def rename_fields(server: ScryfallServer) -> None:
    changed = json.dumps(scryfall()).replace('"oracle_id"', '"gameplay_id"')
    changed = changed.replace('"color_identity"', '"colours"')
    server.change(FILE, lambda: pack(json.loads(changed)))


def cut_body(server: ScryfallServer) -> None:
    async def cut(request: web.Request) -> web.StreamResponse:
        body = gzip.compress(json.dumps(list(many(500))).encode())
        response = web.StreamResponse(headers={"Content-Length": f"{len(body)}"})
        await response.prepare(request)
        await response.write(body[: len(body) // 2])
        assert request.transport is not None
        request.transport.abort()
        return response

    server.answers[FILE] = cut


def send_elsewhere(server: ScryfallServer) -> None:
    listed = server.list_files()
    for each in listed["data"]:
        each["download_uri"] = "file:///etc/passwd"
    server.change(LIST, lambda: pack(listed))


def drop_most_cards(server: ScryfallServer) -> None:
    server.change(FILE, lambda: pack(server.files["oracle_cards"][:1]))


LIST = "/bulk-data"
FILE = "/files/oracle_cards.json"

FAILURES: dict[str, Failure] = {
    "429": answer(LIST, 429),
    "429 with a pause": answer(LIST, 429, "300"),
    "503": answer(LIST, 503, "600"),
    "503 of the file": answer(FILE, 503),
    "403": answer(LIST, 403),
    "a list of another form": answer(LIST, body=b'{"object": "list"}'),
    "a list that is no JSON": answer(LIST, body=b"<html>"),
    "a list without the file": answer(LIST, body=b'{"data": []}'),
    "a list that never ends": answer(LIST, body=b" " * 2_000_000),
    "an address of another kind": send_elsewhere,
    "a cut body": cut_body,
    "a cut gzip": answer(FILE, body=gzip.compress(b"[" + b"1" * 900)[:-9]),
    "changed fields": rename_fields,
    "a page instead of the file": answer(FILE, body=b"<html>"),
    "most cards gone": drop_most_cards,
}
PAUSES = {"429": 60.0, "429 with a pause": 300.0, "503": 600.0}


@pytest.mark.parametrize("name", FAILURES)
async def test_a_failure_changes_nothing_and_a_later_update_works(
    server: ScryfallServer, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "cards.sqlite3"
    await ask(server, path)
    before = path.read_bytes()
    server.updated_at = "2026-11-27T10:00:00.000+00:00"
    FAILURES[name](server)
    now = NOW + DAY
    with pytest.raises((ScryfallDownloadError, InvalidCardFileError)):
        await ask(server, path, now)
    assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == [path.name, f"{path.name}.requests"]
    server.answers.clear()
    pause = PAUSES.get(name, 0.0)
    if pause:
        asked = len(server.requests)
        with pytest.raises(CardUpdateTooSoonError):
            await ask(server, path, now + pause - 1)
        assert len(server.requests) == asked
    assert await ask(server, path, now + pause) is not None


async def test_nobody_listening_is_a_failure_in_words(tmp_path: Path) -> None:
    with pytest.raises(ScryfallDownloadError, match="gave no whole answer"):
        await update_card_index(
            tmp_path / "cards.sqlite3",
            NOW,
            with_other_languages=False,
            show_stage_progress=hide,
            api_url="http://127.0.0.1:9",
        )


async def test_an_index_of_another_source_is_replaced(server: ScryfallServer, tmp_path: Path) -> None:
    path = write_sample_card_index(tmp_path / "cards.sqlite3")
    assert await ask(server, path) is not None
    index = CardIndex(path)
    assert index.get_card_name(BOLT, "en", "") == "Lightning Bolt"
    index.close()


async def test_the_command_reports_what_it_downloaded_and_then_that_it_is_early(
    server: ScryfallServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.card_updates.scryfall.API", server.address)
    first = await run_suzerain_beside(tmp_path, "cards", "update")
    assert (first.status, first.err) == (0, "")
    assert first.out == "cards.sqlite3: 5 cards of 2026-11-25, 6 names (en).\n"
    second = await run_suzerain_beside(tmp_path, "cards", "update")
    assert second.status == 0
    assert second.out.startswith("Scryfall was asked not long ago")
    assert len(server.requests) == 2


async def test_the_command_names_a_failure_in_a_line(
    server: ScryfallServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.card_updates.scryfall.API", server.address)
    FAILURES["429"](server)
    ended = await run_suzerain_beside(tmp_path, "cards", "update")
    assert ended.status == 2
    assert "asks for a pause (429). The index is as it was.\n" in ended.err


# What the bot does by itself


class Running:
    """The updates of a process of the bot, with a clock that the test moves."""

    def __init__(self, server: ScryfallServer, path: Path, url: str, *, download: bool) -> None:
        self.now = NOW
        self.index = CardIndex(path)
        settings = CardIndexSettings(download=download)
        self.updates = CardIndexUpdater(settings, url, path, self.index, lambda: self.now, server.address)

    async def finish(self) -> None:
        """Wake the updates, and wait for the one that is under way."""
        self.updates.reload_index_or_start_update()
        if self.updates.task is not None:
            await self.updates.task

    async def close(self) -> None:
        await self.updates.close()
        self.index.close()


async def test_the_bot_downloads_only_if_it_is_told_to(server: ScryfallServer, tmp_path: Path) -> None:
    running = Running(server, tmp_path / "cards.sqlite3", "sqlite:///x", download=False)
    await running.finish()
    assert server.requests == []
    await running.close()


async def test_the_bot_downloads_in_the_background_and_reads_the_new_index(
    server: ScryfallServer, tmp_path: Path
) -> None:
    running = Running(server, tmp_path / "cards.sqlite3", "sqlite:///x", download=True)
    await running.finish()
    assert running.index.get_card_name(BOLT, "en", "") == "Lightning Bolt"
    running.now += DAY - 1
    await running.finish()
    assert len(server.requests) == 2
    running.now += 1
    await running.finish()
    assert server.paths[2:] == ["/bulk-data"]
    await running.close()


async def test_the_bot_waits_an_hour_after_a_failure(server: ScryfallServer, tmp_path: Path) -> None:
    FAILURES["503 of the file"](server)
    running = Running(server, tmp_path / "cards.sqlite3", "sqlite:///x", download=True)
    await running.finish()
    server.answers.clear()
    running.now += 3_599
    await running.finish()
    assert len(server.requests) == 2
    running.now += 1
    await running.finish()
    assert running.index.has_index_file
    await running.close()


async def test_of_two_processes_on_postgresql_one_downloads(
    server: ScryfallServer, tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.database()
    path = tmp_path / "cards.sqlite3"
    one = Running(server, path, url, download=True)
    other = Running(server, path, url, download=True)
    async with hold_card_download_lock(url) as mine:
        assert mine
        await one.finish()
        assert server.requests == []  # a third process downloads
    one.now = other.now = NOW + 600
    await asyncio.gather(one.finish(), other.finish())
    assert server.paths == ["/bulk-data", "/files/oracle_cards.json"]
    other.now += 600
    await other.finish()
    assert len(server.requests) == 2
    assert other.index.get_card_name(BOLT, "en", "") == "Lightning Bolt"
    await one.close()
    await other.close()


async def test_stopping_the_bot_breaks_a_download_off(server: ScryfallServer, tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def hang(_: web.Request) -> web.StreamResponse:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    server.answers[LIST] = hang
    running = Running(server, tmp_path / "cards.sqlite3", "sqlite:///x", download=True)
    running.updates.reload_index_or_start_update()
    await asked.wait()
    await running.close()
    assert not running.index.has_index_file
