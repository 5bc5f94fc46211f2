"""Discord's HTTP API for the bot's servers and their channels."""

from collections.abc import Awaitable, Callable, Iterator, Mapping

from aiohttp import web

from tests.loopback.objects import BOT, EVERYTHING, JOINED, MEMBERS, Json, channel, guild, member
from tests.loopback.rest import API, BODY, reply

THREAD = 11  # a kind of channel
ADMINISTRATOR = 1 << 3
"""With it nothing that is denied in a channel counts."""

MISSING_ACCESS, UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MEMBER = 50001, 10003, 10004, 10007
THREAD_EXISTS = 160004

Tell = Callable[[str, Json], Awaitable[None]]
"""Sends the bot an event such as THREAD_CREATE."""

KeepBack = Callable[[Json], Awaitable[None]]
"""Waits while the reply about what was made is kept back."""

Announce = Callable[[int, str], Awaitable[None]]
"""Sends Discord's message to a channel that announces a thread with a name."""


class Guilds:
    """The servers; tests may remove channels and permissions."""

    def __init__(
        self,
        guilds: Mapping[int, tuple[int, ...]],
        tell: Tell,
        ids: Iterator[int],
        keep_back: KeepBack,
        announce: Announce,
    ) -> None:
        self._guilds = guilds
        self._ids = ids
        self._keep_back = keep_back
        self._announce = announce
        self.announces_threads = False  # in the channel of a thread that hangs at no message
        self._tell = tell
        self._homes = {each: id for id, channels in guilds.items() for each in channels}
        self.left: set[int] = set()  # servers that the bot is no more in
        self.gone: set[int] = set()  # channels that were deleted
        self.hidden: set[int] = set()  # channels that the bot may not see
        self.denied: dict[int, int] = {}  # what everybody may not do in a channel, as bits
        self.threads: dict[int, int] = {}  # the channel of each thread
        self.names: dict[int, str] = {}  # of threads that hang at no message
        self.archived: set[int] = set()  # threads
        self.members = {each.id: each for each in (BOT, *MEMBERS)}  # of every server

    def routes(self) -> list[web.RouteDef]:
        """Return routes that precede those of `Rest`, which answer everything."""
        return [
            web.get(f"{API}/users/@me/guilds", self._mine),
            web.get(f"{API}/guilds/{{guild}}", self._guild),
            web.get(f"{API}/guilds/{{guild}}/members/{{member}}", self._member),
            web.get(f"{API}/channels/{{channel}}", self._channel),
            web.patch(f"{API}/channels/{{channel}}", self._change_thread),
            web.put(f"{API}/channels/{{channel}}/messages/pins/{{message}}", _confirm),
            web.post(f"{API}/channels/{{channel}}/messages/{{message}}/threads", self._thread),
            web.post(f"{API}/channels/{{channel}}/threads", self._thread_alone),
            web.put(f"{API}/channels/{{channel}}/thread-members/{{member}}", _confirm),
            web.get(f"{API}/guilds/{{guild}}/threads/active", self._active_threads),
        ]

    async def _mine(self, request: web.Request) -> web.Response:
        after = int(request.query.get("after", 0))
        limit = int(request.query.get("limit", 200))
        mine = sorted(id for id in self._guilds if id > after and id not in self.left)
        return reply([self._shown(id) for id in mine[:limit]])

    async def _guild(self, request: web.Request) -> web.Response:
        id = int(request.match_info["guild"])
        known = id in self._guilds and id not in self.left
        return reply(self._shown(id)) if known else _error(404, UNKNOWN_GUILD)

    async def _member(self, request: web.Request) -> web.Response:
        found = self.members.get(int(request.match_info["member"]))
        return _error(404, UNKNOWN_MEMBER) if found is None else reply(member(found))

    async def _channel(self, request: web.Request) -> web.Response:
        id = int(request.match_info["channel"])
        home = self.threads.get(id, id)
        if id in self.gone or home not in self._homes:
            return _error(404, UNKNOWN_CHANNEL)
        if home in self.hidden:
            return _error(403, MISSING_ACCESS)
        if id in self.threads:
            return reply(self._shown_thread(id))
        found = channel(id, self._homes[home])
        return reply(found | {"permission_overwrites": self._overwrites(id)})

    async def _thread(self, request: web.Request) -> web.Response:
        """Make the thread of a message, which has its id and can be made once."""
        home, id = (int(request.match_info[name]) for name in ("channel", "message"))
        if home not in self._homes or home in self.gone:
            return _error(404, UNKNOWN_CHANNEL)
        if id in self.threads:
            return _error(400, THREAD_EXISTS)
        self.threads[id] = home
        made = self._shown_thread(id)
        await self._tell("THREAD_CREATE", made | {"newly_created": True})
        return reply(made, 201)

    async def _thread_alone(self, request: web.Request) -> web.Response:
        """Make a thread at no message."""
        home = int(request.match_info["channel"])
        if home not in self._homes or home in self.gone:
            return _error(404, UNKNOWN_CHANNEL)
        id = next(self._ids)
        self.threads[id], self.names[id] = home, request[BODY]["name"]
        made = self._shown_thread(id)
        await self._tell("THREAD_CREATE", made | {"newly_created": True})
        if self.announces_threads:
            await self._announce(home, self.names[id])
        await self._keep_back(made)
        return reply(made, 201)

    async def _active_threads(self, request: web.Request) -> web.Response:
        guild = int(request.match_info["guild"])
        here = [id for id, home in self.threads.items() if self._homes[home] == guild and id not in self.archived]
        return reply({"threads": [self._shown_thread(id) for id in here], "members": []})

    async def _change_thread(self, request: web.Request) -> web.Response:
        """Archive a thread, or open it again."""
        id = int(request.match_info["channel"])
        if id not in self.threads:
            return _error(404, UNKNOWN_CHANNEL)
        if request[BODY].get("archived"):
            self.archived.add(id)
        else:
            self.archived.discard(id)
        await self._tell("THREAD_UPDATE", self._shown_thread(id))
        return reply(self._shown_thread(id))

    def _shown_thread(self, id: int) -> Json:
        home = self.threads[id]
        name = {"name": self.names[id]} if id in self.names else {}
        return channel(id, self._homes[home]) | _thread(home, is_archived=id in self.archived) | name

    def _shown(self, id: int) -> Json:
        shown = guild(id, self._guilds[id]) | {"owner": False, "permissions": EVERYTHING}
        [everybody] = shown["roles"]
        everybody["permissions"] = str(int(EVERYTHING) & ~ADMINISTRATOR)
        return shown

    def _overwrites(self, id: int) -> list[Json]:
        everybody = {"id": str(self._homes[id]), "type": 0, "allow": "0"}
        return [everybody | {"deny": str(self.denied[id])}] if id in self.denied else []


async def _confirm(_: web.Request) -> web.Response:
    return web.Response(status=204)


def _thread(parent: int, *, is_archived: bool) -> Json:
    state = {"archived": is_archived, "auto_archive_duration": 1440, "archive_timestamp": JOINED, "locked": False}
    return {
        "type": THREAD,
        "parent_id": str(parent),
        "owner_id": str(BOT.id),
        "message_count": 0,
        "member_count": 1,
        "thread_metadata": state,
    }


def _error(status: int, code: int) -> web.Response:
    return reply({"message": f"{status}", "code": code}, status)
