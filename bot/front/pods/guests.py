"""Guests: people without an account, who play by name. Whoever brings one acts for them."""

from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import confirm, edit
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import match_options
from bot.front.interaction.pods import do, make_ask, make_request
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import speak_of_pod
from bot.front.pods.entry_guests import check_unclaimed
from bot.front.rendering.answers import render_done
from bot.namesakes import MOST_NAME, read_guest_name
from bot.rights import OF_THE_GUEST
from bot.rules.commands import Bring, Concede
from bot.rules.facts import Player
from bot.service.live_game import LiveGame


async def offer_guests(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the server's guests whom nobody has claimed: a name of before is the same person."""
    known = await ctx.services.guests.list_names(ctx.place.guild)
    return match_options(((name, name) for name in known), typed)


@command("guest", on_pod(Bring))
@options(name="guest")
@complete(name=offer_guests)
async def bring_guest(ctx: Context, name: Range[str, 1, MOST_NAME]) -> None:
    """Take a seat for a guest, for whom who asks acts from now on."""
    guest = await ctx.services.people.identify_guest(ctx.place.guild, read_guest_name(name))
    await check_unclaimed(ctx, [guest])

    def ask(me: Player, _: LiveGame) -> Bring:
        return Bring(guest.id, me)

    asked = make_request(ctx, ask)
    done = await ctx.services.service.do(replace(asked, named=(*asked.named, guest)))
    words = await speak_of_pod(ctx, done.pod)
    await confirm(ctx, f"✅ {ctx.text('done-guest', guest=words.name(guest.id))}")


async def let_concede(ctx: Context, pod: int, player: Player) -> None:
    """Let a guest leave the game; the message that asked again becomes the answer."""
    done = await do(ctx, make_ask(Concede(player)), pod)
    words = await speak_of_pod(ctx, done.pod)
    await edit(ctx, content=render_done(done, words), view=None)


ROUTES = (Route("pod:{pod:int}:guest-leaves:{player}", let_concede, on_board(OF_THE_GUEST)),)
