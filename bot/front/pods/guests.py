"""Guests: players without an account, known by name. The member who brings a guest acts for them."""

from collections.abc import Iterable, Iterator

import msgspec
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.basics.similar_names import (
    MAX_NAME_LENGTH,
    build_lookalike_name_key,
    parse_guest_name,
    split_user_input_list,
)
from bot.front.interaction.answers import answer_by_editing_message, report_command_success
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_for_pod
from bot.front.interaction.game_commands import (
    build_game_command_request,
    execute_game_command,
    wrap_command_in_factory,
)
from bot.front.interaction.player_options import filter_autocomplete_choices
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_pod,
)
from bot.front.reports.report_replies import render_report_reply
from bot.rules.concession import ConcedeGame
from bot.rules.facts import Player
from bot.rules.joining import BringGuestToPod
from bot.rules.refusals import Refusal
from bot.rules.rights import BRINGER
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.storage.record.people import Person
from bot.storage.tables.guests import ClaimedGuestCommandLimit

GUEST_PREFIX = "guest:"
"""Marks a guest's name in a transcript."""


async def autocomplete_guest_names(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the server's guests whose names contain the query.

    Guests are players without a Discord account. Guests whom an account has claimed are left out.
    """
    known = await ctx.services.guests.load_guest_names_of_server(ctx.channel_address.guild)
    return filter_autocomplete_choices(((name, name) for name in known), query)


@slash_command("guest", build_access_rule_for_current_pod(BringGuestToPod))
@translate_command_options(name="guest")
@set_option_suggestions(name=autocomplete_guest_names)
async def bring_guest_into_lobby(ctx: Context, name: Range[str, 1, MAX_NAME_LENGTH]) -> None:
    """Take a seat in the lobby for a guest, a player without a Discord account.

    The user acts for the guest from now on.
    """
    guest = await ctx.people_with_server_nicknames.load_or_create_guest(parse_guest_name(name))
    asked = build_game_command_request(
        ctx,
        lambda bringer, _: BringGuestToPod(guest.id, bringer),
        command_limits=(ClaimedGuestCommandLimit((guest.id,)),),
    )
    done = await ctx.services.service.execute_command(replace(asked, named=(*asked.named, guest)))
    words = await load_message_formatter_for_pod(ctx, done.pod)
    await report_command_success(ctx, f"✅ {ctx.translations('done-guest', guest=words.name(guest.id))}")


async def concede_for_guest(ctx: Context, pod: int, player: Player) -> None:
    """Concede the game for a guest whom the user brought, after a confirmation."""
    done = await execute_game_command(ctx, wrap_command_in_factory(ConcedeGame(player)), pod)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    await answer_by_editing_message(ctx, content=render_report_reply(done, words), view=None)


# Guests of a game that was played without the bot


async def find_or_create_guests_by_name(
    ctx: Context, typed_guest_names: str, transcript: bytes | None = None
) -> dict[str, Person]:
    """Return the guests named in a comma-separated text or in a transcript; create new ones."""
    known = {
        build_lookalike_name_key(name)
        for name in await ctx.services.guests.load_guest_names_of_server(ctx.channel_address.guild)
    }
    named = split_user_input_list(typed_guest_names, lambda name: build_lookalike_name_key(name) in known)
    prefixed = () if transcript is None else dict.fromkeys(_iterate_guest_names_in_transcript(transcript))
    found = dict[str, Person]()
    for name in [*named, *prefixed][:MAX_PLAYERS]:
        found[name] = await _find_or_create_guest_by_name(ctx, name.removeprefix(GUEST_PREFIX))
    await require_unclaimed_guests(ctx, found.values())
    return found


async def require_unclaimed_guests(ctx: Context, people: Iterable[Person]) -> None:
    """Raise `Refusal` if a guest among the people was linked to a Discord account meanwhile."""
    claimed = await ctx.services.guests.map_claimed_guests_to_members(each.id for each in people)
    for claimer in claimed.values():
        raise Refusal("guest-claimed", player=claimer)


async def _find_or_create_guest_by_name(ctx: Context, guest_name: str) -> Person:
    return await ctx.people_with_server_nicknames.load_or_create_guest(parse_guest_name(guest_name))


def _iterate_guest_names_in_transcript(transcript: bytes) -> Iterator[str]:
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


ROUTES = (
    CustomIdRoute(
        "pod:{pod:int}:guest-leaves:{player}", concede_for_guest, build_access_rule_for_board_button(BRINGER)
    ),
)
