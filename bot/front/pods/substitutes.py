"""Give a seat in a running game to somebody else; the others agree whose its result is."""

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.interaction.answering import confirm, say
from bot.front.interaction.context import Context, find_member, identify
from bot.front.interaction.inputs import parse_id
from bot.front.interaction.pods import do, find_pod, make_request
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_pod, speak_to_all, speak_to_asker
from bot.front.rendering import controls, names, story
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.pings import Ping, PingReason, allow_pings
from bot.front.rendering.substitutes import make_taking_button
from bot.rights import check_player
from bot.rules.facts import Player
from bot.rules.guests import list_brought
from bot.rules.players import find_players
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.rules.substitutes import GrantResult, OfferSeat, SeatOffered, Substitute
from bot.service.live_game import LiveGame
from bot.service.requests import Done


async def _offer(ctx: Context, number: int, member: discord.Member, whose: Player | None) -> Done:
    if member.bot:
        raise Refusal("seat-bot")
    to = await identify(ctx, member)
    asked = make_request(ctx, lambda me, _: OfferSeat(whose or me, to.id), number)
    return await ctx.services.service.do(replace(asked, named=(*asked.named, to)))


async def ask_for_substitute(ctx: Context, pod: int) -> None:
    """Ask to whom the user wants to give their seat, or that of a guest of theirs."""
    live = await find_pod(ctx, pod)
    me = await ctx.find_player()
    check_player(live.pod, me)
    assert live.pod is not None
    words = await names.name_players(ctx.people, ctx.text, live.pod.players, safe=False)
    asked = {
        "": ctx.text("seat-placeholder"),
        **{
            f":{guest}": ctx.text("seat-placeholder-guest", guest=words.name(guest))
            for guest in list_brought(live.pod, me)
        },
    }
    menus = [
        ui.UserSelect[ui.View](
            placeholder=clean_label(said, 150), custom_id=f"pod:{live.number}:substitute:to{whose}"
        )
        for whose, said in asked.items()
    ]
    shown = menus[: controls.LAST_ROW + 1]
    await say(ctx, ctx.text("seat-ask"), view=controls.make_unstored_view(shown))


async def offer_to_picked(ctx: Context, pod: int, picked: int, player: Player = "") -> None:
    """Offer the user's seat, or that of a guest, to the picked member, who is called."""
    check_player((await find_pod(ctx, pod)).pod, await ctx.find_player())
    member = await find_member(ctx, picked)
    if member is None:
        raise Refusal("seat-bot")
    done = await _offer(ctx, pod, member, player or None)
    event = done.recorded.event
    assert isinstance(event, SeatOffered)
    if event.to is None:
        await confirm(ctx, f"✅ {ctx.text('done-seat-kept')}")
        return
    words = await speak_to_all(ctx, [event.player, event.to])
    said = words.text("seat-call", player=words.name(event.player), to=member.mention)
    bare = await names.name_players(ctx.people, ctx.public_text, [event.player], safe=False)
    button = make_taking_button(done.live.number, event.player, bare)
    pinged = allow_pings(Ping(PingReason.OFFERED_SEAT, [member.id]))
    view = controls.make_unstored_view([button])
    await say(ctx, said, everybody=True, view=view, allowed_mentions=pinged)


async def take_seat(ctx: Context, pod: int, player: Player) -> None:
    """Take over the seat that a player offers the user."""
    done = await do(ctx, lambda me, _: Substitute(player, me), pod)
    words = await speak_of_pod(ctx, done.pod)
    back = controls.make_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = await _render_done(ctx, done)
    await confirm(ctx, told, view=controls.make_unstored_view([back]))


async def grant(ctx: Context, pod: int, player: Player) -> None:
    """Agree that a seat's result belongs to its substitute."""

    def make_command(me: Player, _: LiveGame) -> GrantResult:
        return GrantResult(player, me)

    done = await do(ctx, make_command, pod)
    await confirm(ctx, await _render_done(ctx, done))


async def _render_done(ctx: Context, done: Done) -> str:
    """Return the answer to an act: what happened, as the story tells it."""
    named = {*names.find_people(done.pod), *find_players(done.recorded.event)}
    return f"✅ {story.render_event(done.recorded.event, await speak_to_asker(ctx, named))}"


ROUTES = (
    Route("pod:{pod:int}:substitute", ask_for_substitute, on_board(PLAYERS)),
    Route("pod:{pod:int}:substitute:to", offer_to_picked, on_board(OfferSeat), picked=parse_id),
    Route(
        "pod:{pod:int}:substitute:to:{player}",
        offer_to_picked,
        on_board(OfferSeat),
        picked=parse_id,
    ),
    Route("pod:{pod:int}:seat:{player}", take_seat, on_board(Substitute)),
    Route("pod:{pod:int}:grant:{player}", grant, on_board(GrantResult)),
)
