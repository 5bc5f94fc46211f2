"""Lead a night as its organiser: who plays, the clock, and the end; each act can be undone.

The night is the one of the channel, or of the channel to which the thread of a pod belongs.
"""

from collections.abc import Callable, Iterable

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import confirm, say
from bot.front.interaction.context import Context, find_asker, find_member, identify
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import Picked, find_player, match_players
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Route, on_night
from bot.front.interaction.wording import label_game, speak_to_asker
from bot.front.pods.guests import offer_guests
from bot.front.rendering import controls, plan_board
from bot.namesakes import MAX_NAME_LENGTH, read_guest_name
from bot.nights.night import Night
from bot.planning.night_clock import PauseNight
from bot.planning.night_course import CloseNight, UndoNight
from bot.planning.night_players import AddToNight, DropFromNight
from bot.planning.night_swaps import SwapInNight
from bot.planning.plan import Plan, PlanCommand
from bot.projections.plans import load_open_plans
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Done, Limit
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.people import Person
from bot.storage.tables.guests import Unclaimed

# The night of a channel


def list_places(ctx: Context) -> list[Place]:
    """Return the channel of the interaction, and the channel to which it belongs if a thread."""
    channel = ctx.at.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    found = dict.fromkeys([ctx.place.channel, *([] if parent is None else [parent])])
    return [Place(ctx.place.guild, each) for each in found]


async def find_nights(ctx: Context) -> list[LiveGame]:
    """Return the nights of the server that are not over, the next one first."""
    service = ctx.services.service
    rows = await load_open_plans(ctx.services.database, ctx.place.guild)
    places = [(Place(row.guild, row.channel), row) for row in rows]
    found = [await service.find(place, row.pod, row.version) for place, row in places]
    return [live for live in found if live.plan is not None and live.plan.night is not None]


async def find_night(ctx: Context) -> tuple[LiveGame, Plan, Night]:
    """Return the night that is played here, or else the next one; of several the user's own.

    Raises `Refusal`.
    """
    places = list_places(ctx)
    me = await ctx.find_player()
    here = [
        (live, plan, plan.night)
        for live in await find_nights(ctx)
        if live.place in places and (plan := live.plan) is not None and plan.night is not None
    ]
    if not here:
        raise Refusal("no-night")
    return min(here, key=lambda found: (not found[1].has_begun, found[1].host != me))


async def lead_night(ctx: Context) -> tuple[LiveGame, Plan, Night]:
    """Return the night here, which the user leads. Raises `Refusal`."""
    live, plan, night = await find_night(ctx)
    rights.check(plan, PauseNight(0), await find_asker(ctx), None)
    return live, plan, night


async def do_in_night(
    ctx: Context,
    live: LiveGame,
    ask: Callable[[Player, LiveGame], PlanCommand],
    named: Iterable[Person] = (),
    limits: tuple[Limit, ...] = (),
) -> Done:
    """Carry out a command for a night. `named` are people whom it names. Raises `Refusal`."""
    request = make_request(ctx, ask, live.number, earlier=True, limits=limits)
    named = (*request.named, *named)
    try:
        return await ctx.services.service.do(replace(request, place=live.place, named=named))
    except Refusal as refusal:
        raise Refusal("no-night") if refusal.code == "old-pod" else refusal from None


def read_now() -> int:
    """Return the present moment, in milliseconds since 1970."""
    return to_milliseconds(discord.utils.utcnow())


async def answer_act(ctx: Context, done: Done, said: str) -> None:
    """Tell the organiser what was done, with a button that takes it back."""
    ctx.services.plans.wake()
    await confirm(ctx, f"✅ {said}", view=controls.make_unstored_view([make_undo(ctx, done)]))


def make_undo(ctx: Context, done: Done) -> discord.ui.Button[discord.ui.View]:
    """Return the button that takes back what the organiser did last."""
    night = done.plan.night
    assert night is not None
    place = f"night:{done.live.place.channel}:{done.live.number}"
    button = plan_board.make_button(place, "undo", ctx.text)
    button.custom_id = f"{place}:undo:{len(night.acts)}"
    return button


# Options


async def offer_attendees(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the players of the night here whose names contain the typed text."""
    try:
        _, plan, _ = await find_night(ctx)
    except Refusal:
        return []
    return match_players(plan.players, await label_game(ctx, plan), typed)


async def offer_seated(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the people of the current round whose names contain the typed text."""
    try:
        _, plan, night = await find_night(ctx)
    except Refusal:
        return []
    seated = _take_round(plan, night)
    return match_players(seated.players, await label_game(ctx, seated), typed)


def _take_round(plan: Plan, night: Night) -> Plan:
    """Return the plan with the people of the current round alone, also those who left since."""
    current = night.current
    if current is None:
        return plan
    pods = (player for pod in current.pods for player in pod.players)
    return replace(plan, players=(*pods, *current.out))


# Who plays


@command("night-drop", on_night(DropFromNight))
@options(player="dropped")
@complete(player=offer_attendees)
async def drop(ctx: Context, player: Picked) -> None:
    """Take a player out of the rounds to come."""
    live, plan, _ = await lead_night(ctx)
    whom = await find_player(ctx, player, plan)
    done = await do_in_night(ctx, live, lambda *_: DropFromNight(whom))
    words = await speak_to_asker(ctx, [whom])
    await answer_act(ctx, done, ctx.text("night-done-drop", player=words.name(whom)))


@command("night-add", on_night(AddToNight))
@options(member="added", guest="guest")
@complete(guest=offer_guests)
async def add(
    ctx: Context,
    member: discord.User | None = None,
    guest: Range[str, 1, MAX_NAME_LENGTH] | None = None,
) -> None:
    """Add a member, or a guest brought by that member, who plays from the next round on.

    Without a member, the organiser brings the guest.
    """
    live, _, _ = await lead_night(ctx)
    found = None if member is None else await _identify_member(ctx, member)
    if guest is not None:
        await _add_guest(ctx, live, guest, found or await identify(ctx, ctx.interaction.user))
        return
    if found is None:
        raise Refusal("night-add-whom")
    now = read_now()
    done = await do_in_night(ctx, live, lambda *_: AddToNight(found.id, now), [found])
    words = await speak_to_asker(ctx, [found.id])
    key = "night-done-add-waits" if found.id in done.plan.waiting else "night-done-add"
    await answer_act(ctx, done, ctx.text(key, player=words.name(found.id)))


async def _identify_member(ctx: Context, member: discord.User) -> Person:
    """Return a member of the server by their account. Raises `Refusal`."""
    found = await find_member(ctx, member.id)
    if found is None or found.bot:
        raise Refusal("seat-bot")
    return await identify(ctx, found)


async def _add_guest(ctx: Context, live: LiveGame, name: str, by: Person) -> None:
    """Add a guest whom a member brings, and acts for. Raises `Refusal`."""
    guest = await ctx.people.identify_guest(read_guest_name(name))
    now = read_now()

    def ask(*_: object) -> AddToNight:
        return AddToNight(guest.id, now, brought_by=by.id)

    done = await do_in_night(ctx, live, ask, [guest, by], (Unclaimed((guest.id,)),))
    words = await speak_to_asker(ctx, [guest.id, by.id])
    names = {"guest": words.name(guest.id), "by": words.name(by.id)}
    said = ctx.text("night-done-guest", **names)
    if guest.id in done.plan.waiting:
        said = ctx.text("night-done-add-waits", player=names["guest"])
    await answer_act(ctx, done, said)


@command("night-swap", on_night(SwapInNight))
@options(one="swapped", other="swapped")
@complete(one=offer_seated, other=offer_seated)
async def swap(ctx: Context, one: Picked, other: Picked) -> None:
    """Let two players of the current round change places, before their pods report anything."""
    live, plan, night = await lead_night(ctx)
    seated = _take_round(plan, night)
    first = await find_player(ctx, one, seated)
    second = await find_player(ctx, other, seated)
    done = await do_in_night(ctx, live, lambda *_: SwapInNight(first, second))
    words = await speak_to_asker(ctx, [first, second])
    names = {"one": words.name(first), "other": words.name(second)}
    await answer_act(ctx, done, ctx.text("night-done-swap", **names))


# The clock and the end


@command("night-pause", on_night(PauseNight))
async def pause(ctx: Context) -> None:
    """Stop the clock of the night, or let it go on."""
    live, _, night = await lead_night(ctx)
    await _pause(ctx, live, stop=night.paused is None)


async def _pause(ctx: Context, live: LiveGame, *, stop: bool) -> None:
    now = read_now()
    done = await do_in_night(ctx, live, lambda *_: PauseNight(now, stop))
    await answer_act(ctx, done, ctx.text("night-done-pause" if stop else "night-done-resume"))


@command("night-close", on_night(CloseNight))
async def close(ctx: Context) -> None:
    """Close the night; pods that still play go on as any others."""
    live, _, _ = await lead_night(ctx)
    await _close(ctx, live)


async def _close(ctx: Context, live: LiveGame) -> None:
    now = read_now()
    done = await do_in_night(ctx, live, lambda *_: CloseNight(now))
    await answer_act(ctx, done, ctx.text("night-done-close"))


async def find_numbered(
    ctx: Context, number: int, place: Place | None = None
) -> tuple[LiveGame, Plan, Night]:
    """Return the night of this number in a channel, also one that is over. Raises `Refusal`.

    Without `place` it is the channel of the interaction.
    """
    live = await ctx.services.service.find(place or ctx.place, number)
    if live.plan is None or live.plan.night is None:
        raise Refusal("no-night")
    return live, live.plan, live.plan.night


async def pause_by_button(ctx: Context, number: int, stop: int) -> None:
    """Stop the clock of the night of this number; let it go on if `stop` is 0."""
    live, _, _ = await find_numbered(ctx, number)
    await _pause(ctx, live, stop=bool(stop))


async def close_by_button(ctx: Context, number: int) -> None:
    """Close the night of this number."""
    live, _, _ = await find_numbered(ctx, number)
    await _close(ctx, live)


async def undo_by_button(ctx: Context, number: int, act: int) -> None:
    """Take back act `act` of the night of this number, if it is the last."""
    live, _, _ = await find_numbered(ctx, number)
    await _undo(ctx, live, act)


async def undo(ctx: Context, channel: int, number: int, act: int) -> None:
    """Take back act `act` of a night, if it is the last."""
    place = Place(ctx.place.guild, channel)
    if place not in list_places(ctx):
        raise Refusal("no-night")
    live, _, _ = await find_numbered(ctx, number, place)
    await _undo(ctx, live, act)


async def _undo(ctx: Context, live: LiveGame, act: int) -> None:
    now = read_now()
    await do_in_night(ctx, live, lambda *_: UndoNight(act, now=now))
    ctx.services.plans.wake()
    await say(ctx, f"↩️ {ctx.text('night-done-undo')}")


COMMANDS = (drop, add, swap, pause, close)

ROUTES = (
    Route("night:{channel:id}:{number:int}:undo:{act:int}", undo, on_night(UndoNight)),
    Route("plan:{number:int}:unact:{act:int}", undo_by_button, on_night(UndoNight)),
    Route("plan:{number:int}:pause:{stop:int}", pause_by_button, on_night(PauseNight)),
    Route("plan:{number:int}:close", close_by_button, on_night(CloseNight)),
)
