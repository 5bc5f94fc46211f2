"""Discord's scheduled events, as far as the bot uses them; they survive a restart of the bot."""

from collections.abc import Awaitable, Callable, Iterator

from aiohttp import web

from tests.loopback.objects import BOT, Json

SCHEDULED, ACTIVE, ENDED, CANCELLED = 1, 2, 3, 4
"""The states of an event."""

EVENTS = "/guilds/{guild}/scheduled-events"
UNKNOWN_EVENT = 10070

Read = Callable[[web.Request], Json]
Reply = Callable[..., web.Response]


class ScheduledEvents:
    """The events of all servers, by id."""

    def __init__(self, ids: Iterator[int], read: Read, reply: Reply) -> None:
        self.events: dict[int, Json] = {}
        self._ids = ids
        self._read = read
        self._reply = reply

    def routes(self, api: str) -> list[web.RouteDef]:
        """Return routes that precede those which answer everything."""
        one: list[tuple[str, Callable[[web.Request], Awaitable[web.Response]]]] = [
            ("GET", self._show),
            ("PATCH", self._edit),
        ]
        return [
            web.get(f"{api}{EVENTS}", self._list),
            web.post(f"{api}{EVENTS}", self._make),
            *(web.route(method, f"{api}{EVENTS}/{{event}}", handler) for method, handler in one),
        ]

    async def _list(self, request: web.Request) -> web.Response:
        """Return the events that have not ended."""
        guild = request.match_info["guild"]
        here = [each for each in self.events.values() if each["guild_id"] == guild]
        return self._reply([each for each in here if each["status"] in (SCHEDULED, ACTIVE)])

    async def _make(self, request: web.Request) -> web.Response:
        id = next(self._ids)
        usual: Json = {"channel_id": None, "creator_id": str(BOT.id), "entity_id": None}
        usual |= {"id": str(id), "guild_id": request.match_info["guild"], "status": SCHEDULED}
        self.events[id] = usual | self._read(request)
        return self._reply(self.events[id])

    async def _show(self, request: web.Request) -> web.Response:
        found = self.events.get(int(request.match_info["event"]))
        if found is None:
            return self._reply({"message": "404", "code": UNKNOWN_EVENT}, 404)
        return self._reply(found)

    async def _edit(self, request: web.Request) -> web.Response:
        found = self.events.get(int(request.match_info["event"]))
        if found is not None:
            found.update(self._read(request))
        return await self._show(request)
