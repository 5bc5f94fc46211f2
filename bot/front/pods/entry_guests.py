"""Guests of a game that was played without the bot: by name, beside the command or in its file."""

from collections.abc import Iterable, Iterator

import msgspec

from bot.front.interaction.context import Context
from bot.namesakes import read_guest_name
from bot.rules.refusals import Refusal
from bot.rules.tables import LARGEST as MOST_PLAYERS
from bot.storage.record.people import Person

PREFIX = "guest:"
"""What a name in a transcript begins with if it is a guest's."""


async def identify_guests(
    ctx: Context, typed: str, content: bytes | None = None
) -> dict[str, Person]:
    """Return who is meant by each name of a guest: `typed`, or in a transcript, with its prefix.

    Raises `Refusal` for what is no name, and for guests who have claimed what they played.
    """
    named = [name for name in map(str.strip, typed.split(",")) if name]
    prefixed = () if content is None else dict.fromkeys(_find_prefixed(content))
    found = dict[str, Person]()
    for name in [*named, *prefixed][:MOST_PLAYERS]:
        found[name] = await _identify(ctx, name.removeprefix(PREFIX))
    await check_unclaimed(ctx, found.values())
    return found


async def check_unclaimed(ctx: Context, people: Iterable[Person]) -> None:
    """Raise `Refusal` if one of some people is a guest who has claimed what they played."""
    claimed = await ctx.services.guests.find_claimed(each.id for each in people)
    for claimer in claimed.values():
        raise Refusal("guest-claimed", player=claimer)


async def _identify(ctx: Context, name: str) -> Person:
    return await ctx.services.people.identify_guest(ctx.place.guild, read_guest_name(name))


def _find_prefixed(content: bytes) -> Iterator[str]:
    """Yield the names of guests among those who play; a line that cannot be read names nobody."""
    for line in content.removeprefix(b"\xef\xbb\xbf").splitlines():
        try:
            raw = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if isinstance(raw, dict):
            players, player = raw.get("players"), raw.get("player")
            for name in (*players, player) if isinstance(players, list) else (player,):
                if isinstance(name, str) and name.startswith(PREFIX):
                    yield name
