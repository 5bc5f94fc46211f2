"""A server that answers as Scryfall's documentation says, and otherwise where a test wants it."""

import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from tests.card_updates.data import scryfall

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class ScryfallServer:
    """The server's data, and the requests that it had."""

    def __init__(self) -> None:
        self.address = ""
        self.requests: list[web.Request] = []
        self.updated_at = "2026-11-25T10:00:00.000+00:00"
        self.files = {"oracle_cards": [each for each in scryfall() if each["lang"] == "en"], "all_cards": scryfall()}
        self.answers: dict[str, Handler] = {}
        """Answers by path that differ from the documented ones."""

    @property
    def paths(self) -> list[str]:
        return [each.path for each in self.requests]

    def list_files(self) -> dict[str, Any]:
        """Return the list of files as the documentation shows it."""
        return {
            "object": "list",
            "has_more": False,
            "data": [
                {
                    "object": "bulk_data",
                    "id": "27bf3214-1271-490b-bdfe-c0be6c23d02e",
                    "type": type,
                    "updated_at": self.updated_at,
                    "uri": f"{self.address}/bulk-data/{type}",
                    "name": type.replace("_", " ").title(),
                    "description": "A JSON file",
                    "size": len(json.dumps(cards)),
                    "download_uri": f"{self.address}/files/{type}.json",
                    "content_type": "application/json",
                    "content_encoding": "gzip",
                }
                for type, cards in self.files.items()
            ],
        }

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request)
        if request.headers.get("Accept") is None or "Suzerain/" not in request.headers["User-Agent"]:
            return web.json_response({"object": "error", "status": 400}, status=400)
        if special := self.answers.get(request.path):
            return await special(request)
        if request.path == "/bulk-data":
            return pack(self.list_files())
        type = request.path.removeprefix("/files/").removesuffix(".json")
        return pack(self.files[type])

    def change(self, path: str, make: Callable[[], web.Response]) -> None:
        """Answer a path by other responses."""

        async def answer(_: web.Request) -> web.StreamResponse:
            return make()

        self.answers[path] = answer


def pack(content: object) -> web.Response:
    """Return an answer in gzip."""
    body = gzip.compress(json.dumps(content).encode())
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    return web.Response(body=body, headers=headers)


@asynccontextmanager
async def serve_cards() -> AsyncIterator[ScryfallServer]:
    server = ScryfallServer()
    app = web.Application()
    app.router.add_get("/{path:.*}", server.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        server.address = f"http://{host}:{port}"
        yield server
    finally:
        await runner.cleanup()
