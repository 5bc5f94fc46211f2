"""Scryfall's bulk data, by its documented API: https://scryfall.com/docs/api/bulk-data.

Scryfall asks for a `User-Agent` that names the application and for an `Accept` header, forbids to go on after 429
without a pause, and gives the whole database as files instead.
"""

import zlib
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import msgspec
from msgspec import Struct

from bot import VERSION
from bot.card_updates.index_builder import Progress

API = "https://api.scryfall.com"

HEADERS = {"User-Agent": f"Suzerain/{VERSION}", "Accept": "application/json;q=0.9,*/*;q=0.8", "Accept-Encoding": "gzip"}

MIN_PAUSE = 60.0
"""Seconds to wait after 429 at least; Scryfall limits an application for 30."""

MAX_PAUSE = 86_400.0
"""Seconds that an answer can ask to wait at most."""

MAX_LIST_BYTES = 1_000_000
"""Bytes of the longest list of files that is read."""

_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500
_TIMEOUT = aiohttp.ClientTimeout(total=None, connect=30, sock_read=60)
_CHUNK = 256 * 1024


class ScryfallDownloadError(Exception):
    """The error that a download from Scryfall failed; `pause` is how many seconds to wait."""

    def __init__(self, problem: str, pause: float = 0.0) -> None:
        super().__init__(problem)
        self.pause = pause


class ScryfallBulkFile(Struct, frozen=True):
    """A file that Scryfall offers for download."""

    type: str
    updated_at: str
    download_uri: str


class ScryfallClient:
    """A client of Scryfall's API, for use as a context manager."""

    def __init__(self, api: str = API) -> None:
        self._api = api
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> "ScryfallClient":
        self._session = aiohttp.ClientSession(headers=HEADERS, timeout=_TIMEOUT, trust_env=True, auto_decompress=False)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._session is not None
        await self._session.close()

    async def fetch_bulk_files(self) -> Mapping[str, ScryfallBulkFile]:
        """Fetch the list of files that Scryfall offers, by type. Raises `ScryfallDownloadError`."""
        content = bytearray()
        async with self._send_request(f"{self._api}/bulk-data") as response:
            async for chunk in response.content.iter_chunked(_CHUNK):
                content += chunk
                if len(content) > MAX_LIST_BYTES:
                    raise ScryfallDownloadError("the list of files is too long")
            packed = response.headers.get("Content-Encoding") == "gzip"
        try:
            listed = msgspec.json.decode(_decompress_gzip_response(bytes(content)) if packed else bytes(content))
            return {each.type: each for each in msgspec.convert(listed["data"], list[ScryfallBulkFile])}
        except (msgspec.MsgspecError, LookupError, TypeError, zlib.error) as error:
            raise ScryfallDownloadError(f"the list of files has another form than known ({error})") from None

    async def download_bulk_file(self, bulk_file: ScryfallBulkFile, target_file: Path, progress_bar: Progress) -> None:
        """Download one of Scryfall's files to `target_file`. Raises `ScryfallDownloadError`."""
        url = urlsplit(bulk_file.download_uri)
        if url.scheme != urlsplit(self._api).scheme or not url.netloc:
            raise ScryfallDownloadError(f"{bulk_file.type} has an address of another kind than known")
        done = 0
        async with self._send_request(bulk_file.download_uri) as response:
            total = response.content_length or 0
            with target_file.open("wb") as kept:
                async for chunk in response.content.iter_chunked(_CHUNK):
                    kept.write(chunk)
                    done += len(chunk)
                    progress_bar(len(chunk), total)
        if total and done != total:
            raise ScryfallDownloadError(f"{bulk_file.type} was cut off after {done:,} of {total:,} bytes")

    def _send_request(self, url: str) -> "_ScryfallDownload":
        assert self._session is not None
        return _ScryfallDownload(self._session, url)


class _ScryfallDownload:
    """Scryfall's response to a request. Failures become `ScryfallDownloadError`."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._request = session.get(url)
        self._host = urlsplit(url).netloc

    async def __aenter__(self) -> aiohttp.ClientResponse:
        try:
            response = await self._request.__aenter__()
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise self._convert_to_download_error(error) from None
        if response.status == 200:
            return response
        await self._request.__aexit__(None, None, None)
        pause = _parse_retry_after_header(response.headers.get("Retry-After", ""))
        if response.status == _TOO_MANY_REQUESTS:
            pause = max(pause, MIN_PAUSE)
            raise ScryfallDownloadError(f"{self._host} asks for a pause ({response.status})", pause)
        busy = response.status >= _SERVER_ERROR
        what = "is out of order" if busy else "refuses the request"
        raise ScryfallDownloadError(f"{self._host} {what} ({response.status})", pause)

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        await self._request.__aexit__(None, None, None)
        if isinstance(error, aiohttp.ClientError | TimeoutError):
            raise self._convert_to_download_error(error) from None

    def _convert_to_download_error(self, error: BaseException) -> ScryfallDownloadError:
        reason = " ".join(f"{error}".split())[:200] or type(error).__name__
        return ScryfallDownloadError(f"{self._host} gave no whole answer ({reason})")


def _decompress_gzip_response(compressed_content: bytes) -> bytes:
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(compressed_content, MAX_LIST_BYTES)


def _parse_retry_after_header(header_value: str) -> float:
    seconds = float(header_value) if header_value.isascii() and header_value.isdecimal() else 0.0
    return min(seconds, MAX_PAUSE)
