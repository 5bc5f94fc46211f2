"""Discord's rate limits: of all requests together, and of routes in a channel.

Discord documents the first one. It tells the others in the headers of its replies, and they are as
many bots have seen them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Headers = Mapping[str, str]


class Limit(NamedTuple):
    """So many `requests` within so many `seconds`, from the first of them."""

    requests: int
    seconds: float

    def compute_time(self, requests: int) -> float:
        """Return the least seconds between the first and the last of so many requests."""
        return max(0, requests - 1) // self.requests * self.seconds


class Route(NamedTuple):
    """The requests of one method to paths of a form, which are counted for each channel."""

    name: str
    method: str
    path: re.Pattern[str]
    limit: Limit


GLOBAL = Limit(50, 1.0)
"""The limit of all requests but answers to interactions."""

THREADS = Limit(50, 300.0)
"""The limit of new threads in a channel."""

EXEMPT = ("/interactions/", "/webhooks/")


def list_routes(threads: Limit = THREADS) -> Sequence[Route]:
    """Return the routes that have limits of their own."""
    messages = r"/channels/(\d+)/messages"
    return (
        Route("send", "POST", re.compile(messages), Limit(5, 5.0)),
        Route("edit", "PATCH", re.compile(rf"{messages}/\d+"), Limit(5, 5.0)),
        Route("delete", "DELETE", re.compile(rf"{messages}/\d+"), Limit(5, 1.0)),
        Route("thread", "POST", re.compile(r"/channels/(\d+)(?:/messages/\d+)?/threads"), threads),
    )


class Taken(NamedTuple):
    """What Discord says of a request: headers of the reply, or that it comes too early.

    A request that is refused may be tried again `after` so many seconds; None if it is not refused.
    """

    headers: Headers
    after: float | None = None
    by_all: bool = False  # together, and not by those of its route


@dataclass
class _Window:
    """The requests of a bucket until the moment `ends`."""

    limit: Limit
    ends: float = 0.0
    count: int = 0

    def take(self, now: float) -> bool:
        """Count a request; return False if there is no room for it."""
        if now >= self.ends:
            self.ends, self.count = now + self.limit.seconds, 0
        if self.count >= self.limit.requests:
            return False
        self.count += 1
        return True


@dataclass
class RateLimits:
    """A counter of requests, which refuses those that exceed a limit."""

    routes: Sequence[Route] = field(default_factory=list_routes)
    _all: _Window = field(default_factory=lambda: _Window(GLOBAL))
    _windows: dict[tuple[str, str], _Window] = field(default_factory=dict)

    def take(self, method: str, path: str, now: float) -> Taken:
        """Count a request at a moment in seconds."""
        if path.startswith(EXEMPT):
            return Taken({})
        if not self._all.take(now):
            after = self._all.ends - now
            return Taken({"X-RateLimit-Global": "true", "Retry-After": f"{after:.3f}"}, after, True)
        bucket = find_bucket(self.routes, method, path)
        if bucket is None:
            return Taken({})
        route, channel = bucket
        window = self._windows.setdefault((route.name, channel), _Window(route.limit))
        is_taken = window.take(now)
        after = window.ends - now
        headers = {
            "X-RateLimit-Limit": f"{route.limit.requests}",
            "X-RateLimit-Remaining": f"{route.limit.requests - window.count}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": route.name,
        }
        if is_taken:
            return Taken(headers)
        return Taken(headers | {"Retry-After": f"{after:.3f}"}, after)

    def compute_time(self, requests: Iterable[tuple[str, str]]) -> float:
        """Return the least seconds that requests take, given as method and path."""
        counted = [each for each in requests if not each[1].startswith(EXEMPT)]
        buckets = Counter(find_bucket(self.routes, *each) for each in counted)
        return max(
            (
                GLOBAL.compute_time(len(counted)),
                *(each[0].limit.compute_time(n) for each, n in buckets.items() if each is not None),
            )
        )


def find_bucket(routes: Sequence[Route], method: str, path: str) -> tuple[Route, str] | None:
    """Return the route and the channel by which a request is counted, if it has such a limit."""
    for route in routes:
        if route.method == method and (found := route.path.fullmatch(path)):
            return route, found[1]
    return None
