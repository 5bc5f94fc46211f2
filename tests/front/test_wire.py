"""The check of requests: what it lets through, and what it refuses."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.front import haste, measuring, wire

CALLBACK = "/interactions/1/token/callback"


@dataclass(frozen=True)
class Sent:
    method: str
    path: str
    json: Any = None
    params: dict[str, Any] = field(default_factory=dict)


def row(**component: Any) -> dict[str, Any]:
    return {"type": 1, "components": [component]}


@pytest.mark.parametrize(
    "request_",
    [
        Sent("GET", "/channels/1/messages/2"),
        Sent("POST", "/channels/1/messages", {"content": "hello"}),
        Sent("POST", CALLBACK, {"type": 5, "data": {"flags": 64}}, {"with_response": "1"}),
        Sent("POST", CALLBACK, {"type": 4, "data": {"allowed_mentions": {"users": [5]}}}),
        Sent("POST", CALLBACK, {"type": 4, "data": {"components": [row(
            type=5, id=3, custom_id="who", default_values=[{"id": 7, "type": "user"}])]}}),
    ],
    ids=lambda sent: f"{sent.method} {sent.path}",
)  # fmt: skip
def test_what_discord_accepts_passes(request_: Sent) -> None:
    wire.check_requests([request_])


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        (Sent("GET", "/no/such/route"), "no such route"),
        (Sent("GET", "/channels/here/messages"), "'here' is not a valid channel_id"),
        (Sent("GET", "/channels/1/messages", params={"many": 1}), "no query parameter 'many'"),
        (Sent("POST", "/channels/1/messages"), "a body is required"),
        (Sent("DELETE", "/channels/1/messages/2", {"why": "?"}), "this route takes no body"),
        (Sent("POST", "/guilds/1/stickers", {"name": "?"}), "this route takes no body"),
        (Sent("POST", "/channels/1/messages", {"content": 5}), "content: 5 is not"),
        (Sent("POST", CALLBACK, {"type": 4, "data": {"embeds": [{"title": "x" * 257}]}}),
         "data/embeds/0/title"),
        (Sent("POST", CALLBACK, {"type": 4, "data": {"embeds": [{"footer": {"text": "<t:5:R>"}}]}}),
         "a moment in a footer"),
        (Sent("POST", CALLBACK, {"type": 4, "data": {"components": [row(
            type=2, style=9, label="?", custom_id="?")]}}), "components/0/components/0/style"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_discord_refuses_is_named_with_its_place(request_: Sent, complaint: str) -> None:
    for _ in range(2):  # what was refused is not remembered as right
        with pytest.raises((wire.WireError, measuring.TooLong)):
            haste.check_requests([Sent("GET", "/channels/1/messages/2"), request_])
    with pytest.raises(wire.WireError, match=complaint):
        wire.check_requests([Sent("GET", "/channels/1"), request_])


def test_every_refused_request_is_told_of_at_once() -> None:
    with pytest.raises(wire.WireError) as refused:
        wire.check_requests([Sent("GET", "/one"), Sent("GET", "/two")])
    assert str(refused.value).count("no such route") == 2
