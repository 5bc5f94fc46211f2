"""A Discord for one bot on the loopback: it serves the bot and plays the members.

It runs in the test's own loop. The bot runs unmodified in another process (see `program`).
"""

import time
from collections.abc import Mapping, Sequence
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.loopback.gateway import Gateway
from tests.loopback.guilds import Guilds
from tests.loopback.objects import MEMBERS, TEXT_CHANNEL, Json, Member, interaction, message, resolve, snowflakes
from tests.loopback.rest import Answer, Rest
from tests.loopback.seen import PATIENCE, Seen

COMMAND, COMPONENT, MODAL = 2, 3, 5  # kinds of interactions
SUBCOMMAND, STRING, INTEGER, BOOLEAN, USER = 1, 3, 4, 5, 6  # kinds of options
BUTTON, SELECT, TEXT_INPUT, USER_SELECT, LABEL = 2, 3, 4, 5, 18  # kinds of components
FIRST_GUILD = 1_100_000_000_000_000_000
APART = 1 << 22  # between the ids of servers, so that each is on the next shard

DISCORDS = 3.0
"""Seconds in which Discord wants an interaction to be answered."""

TOKEN = "MTIwMDAwMDAwMDAwMDAwMDAwMQ.Gx3vQe.a-token-that-only-the-loopback-knows"


class Unanswered(ConnectionError):
    """The member was told that the bot did not respond."""


class Loopback:
    """Discord with some servers, each with some channels and the same seven members.

    It recommends so many `shards`. With several shards, it lets `max_concurrency` sessions begin in
    five seconds. With one shard it has no limit, because tests restart the bot often.
    """

    def __init__(
        self, token: str = TOKEN, guilds: int = 1, channels: int = 1, shards: int = 1, max_concurrency: int = 1
    ) -> None:
        ids = range(FIRST_GUILD, FIRST_GUILD + guilds * APART, APART)
        self.guilds = {id: tuple(range(id + 1, id + 1 + channels)) for id in ids}
        self.places = [(id, each) for id, channels in self.guilds.items() for each in channels]
        self._home = {channel: guild for guild, channel in self.places}
        self.seen = Seen()
        self.later = 0.0
        self.rest = Rest(
            token, self.seen, self._happened, now=self._now, shards=shards, max_concurrency=max_concurrency
        )
        self.servers = Guilds(self.guilds, self._tell, self.rest.ids, self.rest.keep_back, self.rest.announce_thread)
        self.gateway = Gateway(token, self.guilds, self.seen, self.rest, max_concurrency)
        self.gateway.patient = shards == 1
        self.sent: dict[int, Json] = {}  # every interaction that a member began, by id
        self.begun: dict[int, float] = {}  # when each was, by `perf_counter`
        self.unanswered: set[int] = set()  # those for which nobody waits any more
        self.patience = PATIENCE  # seconds for an answer; with Discord's three it is `Unanswered`
        self.ids = snowflakes(self._now)
        app = web.Application(middlewares=[self.rest.middleware])
        app.add_routes([*self.servers.routes(), *self.rest.routes()])
        app.add_routes([web.get("/", self.gateway.serve)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        self.address = self.rest.address = await self.open_door()
        return self

    async def open_door(self) -> str:
        """Open another address of the same Discord; requests record by which one they came."""
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[-1][:2]
        return f"http://{host}:{port}"

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    def _now(self) -> float:
        """Return the time in seconds since 1970, `later` than the real one."""
        return time.time() + self.later

    # What the bot does

    async def ready(self, connections: int = 1, patience: float = PATIENCE) -> None:
        """Wait until the bot has connected so often, and is connected."""
        gateway = self.gateway
        await self.seen.until(lambda: gateway.connected and gateway.connections >= connections, patience)

    async def reached(self, guild: int) -> None:
        """Wait until the bot gets a server's events."""
        await self.seen.until(lambda: bool(self.gateway.list_sessions(guild)))

    async def boards(self, count: int = 1, patience: float = PATIENCE) -> list[Json]:
        """Wait for messages in channels; return the oldest first."""
        await self.seen.until(lambda: len(self.rest.messages) >= count, patience)
        return list(self.rest.messages.values())

    async def requested(self, method: str, path: str, count: int = 1) -> None:
        """Wait until the bot has made so many requests to paths with this prefix."""
        requests = self.rest.requests
        await self.seen.until(lambda: sum(r.method == method and r.path.startswith(path) for r in requests) >= count)

    # What the members do

    async def command(
        self,
        name: str,
        by: Member = MEMBERS[0],
        place: tuple[int, int] | None = None,
        **options: str | int | bool | Member,
    ) -> Answer:
        """Call a slash command such as `pod open`, and wait for the first answer."""
        base, *inner = name.split()
        given: list[Json] = [
            {"name": key, "type": _kind(value), "value": _value(value)} for key, value in options.items()
        ]
        if inner:
            given = [{"name": inner[0], "type": SUBCOMMAND, "options": given}]
        known = {command["name"]: command["id"] for command in self.rest.commands}
        data: Json = {"id": known.get(base, "0"), "name": base, "type": 1, "options": given}
        if people := [each for each in options.values() if isinstance(each, Member)]:
            data["resolved"] = resolve(people)
        return await self.interact(COMMAND, data, by, place)

    async def press(
        self,
        on: Json,
        custom_id: str,
        by: Member = MEMBERS[0],
        place: tuple[int, int] | None = None,
        values: tuple[str, ...] = (),
    ) -> Answer:
        """Press a button of a message, or choose `values`; wait for the first answer."""
        data: Json = {"custom_id": custom_id, "component_type": SELECT if values else BUTTON}
        if values:
            data["values"] = list(values)
        return await self.interact(COMPONENT, data, by, place, on)

    async def pick(
        self,
        on: Json,
        custom_id: str,
        people: Sequence[Member],
        by: Member = MEMBERS[0],
        place: tuple[int, int] | None = None,
    ) -> Answer:
        """Pick people in a menu of a message, and wait for the first answer."""
        data: Json = {
            "custom_id": custom_id,
            "component_type": USER_SELECT,
            "values": [str(each.id) for each in people],
            "resolved": resolve(people),
        }
        return await self.interact(COMPONENT, data, by, place, on)

    async def submit(
        self,
        on: Json,
        custom_id: str,
        fields: Mapping[str, str],
        by: Member = MEMBERS[0],
        place: tuple[int, int] | None = None,
    ) -> Answer:
        """Send a modal that a button of a message opened; wait for the first answer."""
        typed: list[Json] = [
            {"type": LABEL, "component": {"type": TEXT_INPUT, "custom_id": name, "value": value}}
            for name, value in fields.items()
        ]
        data: Json = {"custom_id": custom_id, "components": typed}
        return await self.interact(MODAL, data, by, place, on)

    async def interact(
        self, kind: int, data: Json, by: Member, place: tuple[int, int] | None = None, on: Json | None = None
    ) -> Answer:
        """Send the bot an interaction and wait for its first answer."""
        id = next(self.ids)
        payload = interaction(id, kind, data, by, place or self.places[0])
        self.sent[id] = payload if on is None else payload | {"message": on}
        return await self.again(id)

    async def again(self, id: int) -> Answer:
        """Deliver an interaction, perhaps once more, and wait for the bot's answer.

        Return the first answer: Discord accepts no other. Raises `Unanswered` after Discord's three
        seconds, if members are impatient.
        """
        before = self.rest.callbacks[id]
        self.begun.setdefault(id, perf_counter())
        try:
            await self.gateway.dispatch("INTERACTION_CREATE", self.sent[id])
            await self.seen.until(lambda: self.rest.callbacks[id] > before, self.patience)
        except (ConnectionError, TimeoutError) as error:
            if self.patience > DISCORDS:
                raise
            self.unanswered.add(id)
            self.rest.expired.add(id)
            raise Unanswered(f"nobody answered {id}") from error
        return self.rest.answers[id]

    async def say(self, content: str, by: Member = MEMBERS[1], place: tuple[int, int] | None = None) -> None:
        """Write into a channel as a member."""
        guild, channel = place or self.places[0]
        said = message(next(self.ids), channel, by, {"content": content})
        await self.gateway.dispatch("MESSAGE_CREATE", said | _in(guild))

    async def _tell(self, event: str, about: Json) -> None:
        await self.gateway.tell(event, about)

    async def _happened(self, event: str, about: Json) -> None:
        """Send the bot its own message too."""
        channel = int(about["channel_id"])
        guild = self._home.get(self.servers.threads.get(channel, channel))
        if guild is not None:  # of direct messages it has not asked to hear
            await self.gateway.tell(event, about | _in(guild))


def _in(guild: int) -> Json:
    return {"guild_id": str(guild), "channel_type": TEXT_CHANNEL}


def _kind(value: Any) -> int:
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, Member):
        return USER
    return INTEGER if isinstance(value, int) else STRING


def _value(given: str | int | bool | Member) -> str | int | bool:
    return str(given.id) if isinstance(given, Member) else given
