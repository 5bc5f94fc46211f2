"""Discord's JSON objects, as complete as the bot gets them, and their ids."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH = 1_420_070_400_000  # ms
JOINED = "2026-01-01T12:00:00+00:00"
EVERYTHING = str((1 << 50) - 1)
"""Permissions of somebody who may do all."""

TEXT_CHANNEL = 0
EPHEMERAL = 64  # a flag of messages


def snowflakes(now: Callable[[], float] = time.time) -> Iterator[int]:
    """Yield ids that contain their time and increase, also from one run to the next."""
    last = 0
    while True:
        last = max(last + 1, (int(now() * 1000) - DISCORD_EPOCH) << 22)
        yield last


@dataclass(frozen=True)
class Member:
    """A member of every server."""

    id: int
    name: str
    permissions: str = EVERYTHING
    locale: str = "en-US"  # of their client


MEMBERS = tuple(
    Member(1_000_000_000_000_000_001 + index, name)
    for index, name in enumerate(("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus"))
)

BOT = Member(1_200_000_000_000_000_001, "Suzerain")


def user(member: Member) -> Json:
    """A user."""
    return {
        "id": str(member.id),
        "username": member.name.lower(),
        "discriminator": "0",
        "global_name": member.name,
        "avatar": None,
        "bot": member is BOT,
        "public_flags": 0,
    }


def member(of: Member) -> Json:
    """A member of a server."""
    return {
        "user": user(of),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": JOINED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "permissions": of.permissions,
        "communication_disabled_until": None,
    }


def resolve(people: Iterable[Member]) -> Json:
    """What Discord says of people who are picked in a menu or an option."""
    users = {str(each.id): user(each) for each in people}
    members = {str(each.id): {name: value for name, value in member(each).items() if name != "user"} for each in people}
    return {"users": users, "members": members}


def application() -> Json:
    """The bot's application."""
    return {
        "id": str(BOT.id),
        "name": BOT.name,
        "icon": None,
        "description": "",
        "summary": "",
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(MEMBERS[0]),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
    }


def channel(id: int, guild: int) -> Json:
    """A text channel."""
    return {
        "id": str(id),
        "guild_id": str(guild),
        "type": TEXT_CHANNEL,
        "name": "games",
        "topic": None,
        "position": 0,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
        "flags": 0,
    }


def guild(id: int, channels: tuple[int, ...]) -> Json:
    """Return a server, as it is sent after the connection."""
    return {
        "id": str(id),
        "name": "The Table",
        "icon": None,
        "owner_id": str(MEMBERS[0].id),
        "afk_timeout": 300,
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [_everyone(id)],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_flags": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(MEMBERS) + 1,
        "voice_states": [],
        "members": [member(BOT)],
        "channels": [channel(each, id) for each in channels],
        "threads": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "stickers": [],
    }


def _everyone(guild: int) -> Json:
    return {
        "id": str(guild),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": EVERYTHING,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def message(id: int, channel: int, author: Member, sent: Mapping[str, Any]) -> Json:
    """Return a message with its author's payload."""
    return {
        "id": str(id),
        "channel_id": str(channel),
        "author": user(author),
        "content": sent.get("content") or "",
        "timestamp": datetime.now(UTC).isoformat(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [{"type": "rich", **embed} for embed in sent.get("embeds") or ()],
        "components": sent.get("components") or [],
        "flags": sent.get("flags", 0),
        "pinned": False,
        "type": 0,
    }


def make_token(interaction: int) -> str:
    """Return the token by which an interaction is answered."""
    return f"token-{interaction}"


def interaction(id: int, kind: int, data: Json, by: Member, place: tuple[int, int]) -> Json:
    """Return an interaction of a member in a channel of a server."""
    guild, where = place
    return {
        "id": str(id),
        "application_id": str(BOT.id),
        "type": kind,
        "version": 1,
        "token": make_token(id),
        "data": data,
        "guild_id": str(guild),
        "guild": {"id": str(guild), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "channel_id": str(where),
        "channel": {**channel(where, guild), "permissions": EVERYTHING},
        "member": member(by),
        "locale": by.locale,
        "app_permissions": EVERYTHING,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild)},
        "context": 0,
        "attachment_size_limit": 10_485_760,
    }


def answered(id: int, kind: int, answer: Json | None) -> Json:
    """Return Discord's reply to the callback of an interaction."""
    callback: Json = {"id": str(id), "type": 2}
    if answer is None:
        return {"interaction": callback}
    callback |= {
        "response_message_id": answer["id"],
        "response_message_loading": False,
        "response_message_ephemeral": bool(answer["flags"] & EPHEMERAL),
    }
    return {"interaction": callback, "resource": {"type": kind, "message": answer}}


ROW = 1
"""Discord's type of what buttons stand in."""


def list_parts(message: Json) -> list[Json]:
    """Return the buttons and menus of a message."""
    rows = [each for each in message.get("components") or () if each["type"] == ROW]
    return [part for row in rows for part in row["components"] if "custom_id" in part]
