"""Guests: players without an account, known by name. Whoever brings a guest acts for them."""

from collections.abc import Iterable, Iterator

import msgspec
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import confirm, edit
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import match_options
from bot.front.interaction.pods import do, make_ask, make_request
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import speak_of_pod
from bot.front.rendering.confirmation import render_done
from bot.namesakes import MAX_NAME_LENGTH, fold_name, read_guest_name, split_list
from bot.rules.concession import Concede
from bot.rules.facts import Player
from bot.rules.joining import Bring
from bot.rules.refusals import Refusal
from bot.rules.rights import BRINGER
from bot.rules.tables import LARGEST_TABLE as MAX_PLAYERS
from bot.service.live_game import LiveGame
from bot.storage.record.people import Person
from bot.storage.tables.guests import Unclaimed

GUEST_PREFIX = "guest:"
"""Marks a guest's name in a transcript."""


async def offer_guests(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the names of the server's unclaimed guests: the same name means the same person."""
    known = await ctx.services.guests.list_names(ctx.place.guild)
    return match_options(((name, name) for name in known), typed)


@command("guest", on_pod(Bring))
@options(name="guest")
@complete(name=offer_guests)
async def bring_guest(ctx: Context, name: Range[str, 1, MAX_NAME_LENGTH]) -> None:
    """Take a seat for a guest; the user acts for them from now on."""
    guest = await ctx.people.identify_guest(read_guest_name(name))

    def make_command(me: Player, _: LiveGame) -> Bring:
        return Bring(guest.id, me)

    asked = make_request(ctx, make_command, limits=(Unclaimed((guest.id,)),))
    done = await ctx.services.service.do(replace(asked, named=(*asked.named, guest)))
    words = await speak_of_pod(ctx, done.pod)
    await confirm(ctx, f"✅ {ctx.text('done-guest', guest=words.name(guest.id))}")


async def confirm_guest_concede(ctx: Context, pod: int, player: Player) -> None:
    """Let a guest leave the game; replace the message that asked with the answer."""
    done = await do(ctx, make_ask(Concede(player)), pod)
    words = await speak_of_pod(ctx, done.pod)
    await edit(ctx, content=render_done(done, words), view=None)


# Guests of a game that was played without the bot


async def identify_guests(
    ctx: Context, typed: str, content: bytes | None = None
) -> dict[str, Person]:
    """Return the guest of each name, from `typed` (separated by commas) and from a transcript.

    In a transcript guests are marked by a prefix. Raises `Refusal` for an invalid name, and for a
    guest whom an account has claimed.
    """
    known = {fold_name(name) for name in await ctx.services.guests.list_names(ctx.place.guild)}
    named = split_list(typed, lambda name: fold_name(name) in known)
    prefixed = () if content is None else dict.fromkeys(_find_prefixed(content))
    found = dict[str, Person]()
    for name in [*named, *prefixed][:MAX_PLAYERS]:
        found[name] = await _identify_guest(ctx, name.removeprefix(GUEST_PREFIX))
    await check_unclaimed(ctx, found.values())
    return found


async def check_unclaimed(ctx: Context, people: Iterable[Person]) -> None:
    """Raise `Refusal` if one of these people is a guest whom an account has claimed."""
    claimed = await ctx.services.guests.find_claimed(each.id for each in people)
    for claimer in claimed.values():
        raise Refusal("guest-claimed", player=claimer)


async def _identify_guest(ctx: Context, name: str) -> Person:
    return await ctx.people.identify_guest(read_guest_name(name))


def _find_prefixed(content: bytes) -> Iterator[str]:
    """Yield the prefixed names of players in a transcript; skip unreadable lines."""
    for line in content.removeprefix(b"\xef\xbb\xbf").splitlines():
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


ROUTES = (Route("pod:{pod:int}:guest-leaves:{player}", confirm_guest_concede, on_board(BRINGER)),)
