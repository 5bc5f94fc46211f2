"""Guests: players without an account, known by name. The member who brings a guest acts for
them.
"""

from collections.abc import Iterable, Iterator

import msgspec
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.basics.similar_names import (
    MAX_NAME_LENGTH,
    fold_lookalike_name,
    parse_guest_name,
    split_user_list,
)
from bot.front.interaction.answers import edit_private_message, send_confirmation
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_pod_formatter
from bot.front.interaction.game_commands import (
    build_command_factory,
    build_command_request,
    execute_command,
)
from bot.front.interaction.player_options import build_matching_choices
from bot.front.interaction.routes import Route, board_access, pod_access
from bot.front.reports.report_replies import render_report_reply
from bot.rules.concession import ConcedeGame
from bot.rules.facts import Player
from bot.rules.joining import BringGuest
from bot.rules.refusals import Refusal
from bot.rules.rights import BRINGER
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.service.live_game import LiveGame
from bot.storage.record.people import Person
from bot.storage.tables.guests import UnclaimedGuestsLimit

GUEST_PREFIX = "guest:"
"""Marks a guest's name in a transcript."""


async def complete_guest_names(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the server's unclaimed guests whose names contain a query."""
    known = await ctx.services.guests.load_guest_names(ctx.channel_address.guild)
    return build_matching_choices(((name, name) for name in known), query)


@slash_command("guest", pod_access(BringGuest))
@describe_options(name="guest")
@autocomplete_options(name=complete_guest_names)
async def bring_guest(ctx: Context, name: Range[str, 1, MAX_NAME_LENGTH]) -> None:
    """Take a seat for a guest, for whom the user acts from now on."""
    guest = await ctx.server_people.identify_guest(parse_guest_name(name))

    def build_bring_command(player: Player, _: LiveGame) -> BringGuest:
        return BringGuest(guest.id, player)

    asked = build_command_request(
        ctx, build_bring_command, limits=(UnclaimedGuestsLimit((guest.id,)),)
    )
    done = await ctx.services.service.execute(replace(asked, named=(*asked.named, guest)))
    words = await load_pod_formatter(ctx, done.pod)
    await send_confirmation(ctx, f"✅ {ctx.catalogue('done-guest', guest=words.name(guest.id))}")


async def concede_for_guest(ctx: Context, pod: int, player: Player) -> None:
    """Concede for a guest whom the user brought; the answer replaces the question."""
    done = await execute_command(ctx, build_command_factory(ConcedeGame(player)), pod)
    words = await load_pod_formatter(ctx, done.pod)
    await edit_private_message(ctx, content=render_report_reply(done, words), view=None)


# Guests of a game that was played without the bot


async def identify_guests_by_name(
    ctx: Context, names_text: str, transcript: bytes | None = None
) -> dict[str, Person]:
    """Return the guests by name, from names separated by commas and from a transcript.

    In a transcript guests are marked by a prefix. Raises `Refusal` for an invalid name, and for
    a guest whom an account has claimed.
    """
    known = {
        fold_lookalike_name(name)
        for name in await ctx.services.guests.load_guest_names(ctx.channel_address.guild)
    }
    named = split_user_list(names_text, lambda name: fold_lookalike_name(name) in known)
    prefixed = () if transcript is None else dict.fromkeys(_iterate_guest_names(transcript))
    found = dict[str, Person]()
    for name in [*named, *prefixed][:MAX_PLAYERS]:
        found[name] = await _identify_guest_by_name(ctx, name.removeprefix(GUEST_PREFIX))
    await require_unclaimed_guests(ctx, found.values())
    return found


async def require_unclaimed_guests(ctx: Context, people: Iterable[Person]) -> None:
    """Raise `Refusal` if one of these people is a guest whom an account has claimed."""
    claimed = await ctx.services.guests.load_claimers(each.id for each in people)
    for claimer in claimed.values():
        raise Refusal("guest-claimed", player=claimer)


async def _identify_guest_by_name(ctx: Context, guest_name: str) -> Person:
    return await ctx.server_people.identify_guest(parse_guest_name(guest_name))


def _iterate_guest_names(transcript: bytes) -> Iterator[str]:
    """Yield the prefixed names of guests in a transcript; skip unreadable lines."""
    for line in transcript.removeprefix(b"\xef\xbb\xbf").splitlines():
        try:
            raw = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if isinstance(raw, dict):
            players = raw.get("players")
            player = raw.get("player")
            for name in (*players, player) if isinstance(players, list) else (player,):
                if isinstance(name, str) and name.startswith(GUEST_PREFIX):
                    yield name


ROUTES = (Route("pod:{pod:int}:guest-leaves:{player}", concede_for_guest, board_access(BRINGER)),)
