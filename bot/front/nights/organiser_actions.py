"""Commands of a night's organiser: who plays, the clock, and the end; each can be undone.

The night is the one of the channel, or of the channel to which the thread of a pod belongs.
"""

from collections.abc import Callable, Iterable

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.basics.similar_names import MAX_NAME_LENGTH, parse_guest_name
from bot.front.interaction.answers import send_answer, send_confirmation
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import (
    Context,
    find_or_fetch_member,
    identify_user,
    load_requester,
)
from bot.front.interaction.formatters import load_label_formatter, load_private_formatter
from bot.front.interaction.game_commands import build_command_request
from bot.front.interaction.player_options import (
    Picked,
    build_player_choices,
    resolve_player_option,
)
from bot.front.interaction.routes import Route, night_access
from bot.front.nights import plan_buttons
from bot.front.pods.guests import complete_guest_names
from bot.front.ui import components
from bot.nights.night import Night
from bot.planning.night_begin_and_end import CloseNight, UndoNightAction
from bot.planning.night_clock import SetNightClock
from bot.planning.night_players import AddNightPlayer, DropNightPlayer
from bot.planning.night_swaps import SwapNightPlayers
from bot.planning.plan import Plan, PlanCommand
from bot.projections.plans import load_open_plans
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service import rights
from bot.service.game_requests import CommandLimit, CommandResult
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person
from bot.storage.tables.guests import UnclaimedGuestsLimit

# The night of a channel


def list_channel_and_parent(ctx: Context) -> list[ChannelAddress]:
    """Return the addresses of the interaction's channel and, for a thread, of its parent
    channel.
    """
    channel = ctx.location.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    found = dict.fromkeys([ctx.channel_address.channel, *([] if parent is None else [parent])])
    return [ChannelAddress(ctx.channel_address.guild, each) for each in found]


async def load_open_nights(ctx: Context) -> list[LiveGame]:
    """Load the nights of the server that are not over, the next one first."""
    service = ctx.services.service
    rows = await load_open_plans(ctx.services.database, ctx.channel_address.guild)
    places = [(ChannelAddress(row.guild, row.channel), row) for row in rows]
    found = [await service.load_game(place, row.pod, row.version) for place, row in places]
    return [live for live in found if live.plan is not None and live.plan.night is not None]


async def load_channel_night(ctx: Context) -> tuple[LiveGame, Plan, Night]:
    """Load the night that is played in this channel, or else the next one.

    Of several, the user's own comes first. Raises `Refusal` if there is none.
    """
    places = list_channel_and_parent(ctx)
    me = await ctx.find_requester_player()
    here = [
        (live, plan, plan.night)
        for live in await load_open_nights(ctx)
        if live.place in places and (plan := live.plan) is not None and plan.night is not None
    ]
    if not here:
        raise Refusal("no-night")
    return min(here, key=lambda found: (not found[1].has_begun, found[1].host != me))


async def load_night_as_organiser(ctx: Context) -> tuple[LiveGame, Plan, Night]:
    """Load the channel's night. Raises `Refusal` unless the user may lead the night."""
    live, plan, night = await load_channel_night(ctx)
    rights.require_permission(plan, SetNightClock(0), await load_requester(ctx), None)
    return live, plan, night


async def execute_night_command(
    ctx: Context,
    live_game: LiveGame,
    command_factory: Callable[[Player, LiveGame], PlanCommand],
    new_people: Iterable[Person] = (),
    limits: tuple[CommandLimit, ...] = (),
) -> CommandResult:
    """Execute a command on a night. Raises `Refusal`.

    `new_people` are people in the command who may be new to the bot.
    """
    request = build_command_request(
        ctx, command_factory, live_game.number, allow_earlier_pod=True, limits=limits
    )
    new_people = (*request.named, *new_people)
    try:
        return await ctx.services.service.execute(
            replace(request, place=live_game.place, named=new_people)
        )
    except Refusal as refusal:
        raise Refusal("no-night") if refusal.code == "old-pod" else refusal from None


def get_current_milliseconds() -> int:
    """Return the current time in milliseconds since 1970."""
    return datetime_to_milliseconds(discord.utils.utcnow())


async def confirm_night_action(
    ctx: Context, command_result: CommandResult, answer_text: str
) -> None:
    """Confirm an organiser's action, with a button that undoes it."""
    ctx.services.plans.schedule_check()
    await send_confirmation(
        ctx,
        f"✅ {answer_text}",
        view=components.build_stateless_view([build_night_undo_button(ctx, command_result)]),
    )


def build_night_undo_button(
    ctx: Context, command_result: CommandResult
) -> discord.ui.Button[discord.ui.View]:
    """Build the button that undoes the organiser's last action in a night."""
    night = command_result.plan.night
    assert night is not None
    place = f"night:{command_result.live.place.channel}:{command_result.live.number}"
    button = plan_buttons.build_plan_button(place, "undo", ctx.catalogue)
    button.custom_id = f"{place}:undo:{len(night.acts)}"
    return button


# Options


async def complete_night_players(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the night's players whose names contain a query."""
    try:
        _, plan, _ = await load_channel_night(ctx)
    except Refusal:
        return []
    return build_player_choices(plan.players, await load_label_formatter(ctx, plan), query)


async def complete_round_players(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the current round's players whose names contain a query."""
    try:
        _, plan, night = await load_channel_night(ctx)
    except Refusal:
        return []
    seated = _restrict_plan_to_round(plan, night)
    return build_player_choices(seated.players, await load_label_formatter(ctx, seated), query)


def _restrict_plan_to_round(plan: Plan, night: Night) -> Plan:
    """Return the plan with only the current round's players, those who left since included."""
    current = night.current_round
    if current is None:
        return plan
    pods = (player for pod in current.pods for player in pod.players)
    return replace(plan, players=(*pods, *current.out))


# Who plays


@slash_command("night-drop", night_access(DropNightPlayer))
@describe_options(player="dropped")
@autocomplete_options(player=complete_night_players)
async def drop_player_from_night(ctx: Context, player: Picked) -> None:
    """Take a player out of the coming rounds of the night."""
    live, plan, _ = await load_night_as_organiser(ctx)
    whom = await resolve_player_option(ctx, player, plan)
    done = await execute_night_command(ctx, live, lambda *_: DropNightPlayer(whom))
    words = await load_private_formatter(ctx, [whom])
    await confirm_night_action(ctx, done, ctx.catalogue("night-done-drop", player=words.name(whom)))


@slash_command("night-add", night_access(AddNightPlayer))
@describe_options(member="added", guest="guest")
@autocomplete_options(guest=complete_guest_names)
async def add_player_to_night(
    ctx: Context,
    member: discord.User | None = None,
    guest: Range[str, 1, MAX_NAME_LENGTH] | None = None,
) -> None:
    """Add a member or a guest to the night, who plays from the next round on.

    The member brings the guest. Without a member, the organiser brings the guest.
    """
    live, _, _ = await load_night_as_organiser(ctx)
    found = None if member is None else await _identify_human_member(ctx, member)
    if guest is not None:
        await _add_guest_to_night(
            ctx, live, guest, found or await identify_user(ctx, ctx.interaction.user)
        )
        return
    if found is None:
        raise Refusal("night-add-whom")
    now = get_current_milliseconds()
    done = await execute_night_command(ctx, live, lambda *_: AddNightPlayer(found.id, now), [found])
    words = await load_private_formatter(ctx, [found.id])
    key = "night-done-add-waits" if found.id in done.plan.waiting_players else "night-done-add"
    await confirm_night_action(ctx, done, ctx.catalogue(key, player=words.name(found.id)))


async def _identify_human_member(ctx: Context, member: discord.User) -> Person:
    """Return the person of a server member who is no bot. Raises `Refusal`."""
    found = await find_or_fetch_member(ctx, member.id)
    if found is None or found.bot:
        raise Refusal("seat-bot")
    return await identify_user(ctx, found)


async def _add_guest_to_night(
    ctx: Context, live_game: LiveGame, name: str, bringer: Person
) -> None:
    """Add a guest to the night, for whom the member who brings them acts. Raises `Refusal`."""
    guest = await ctx.server_people.identify_guest(parse_guest_name(name))
    now = get_current_milliseconds()

    def build_add_command(*_: object) -> AddNightPlayer:
        return AddNightPlayer(guest.id, now, brought_by=bringer.id)

    done = await execute_night_command(
        ctx, live_game, build_add_command, [guest, bringer], (UnclaimedGuestsLimit((guest.id,)),)
    )
    words = await load_private_formatter(ctx, [guest.id, bringer.id])
    names = {"guest": words.name(guest.id), "by": words.name(bringer.id)}
    said = ctx.catalogue("night-done-guest", **names)
    if guest.id in done.plan.waiting_players:
        said = ctx.catalogue("night-done-add-waits", player=names["guest"])
    await confirm_night_action(ctx, done, said)


@slash_command("night-swap", night_access(SwapNightPlayers))
@describe_options(one="swapped", other="swapped")
@autocomplete_options(one=complete_round_players, other=complete_round_players)
async def swap_night_players(ctx: Context, one: Picked, other: Picked) -> None:
    """Let two players of the current round swap seats, before their pods report anything."""
    live, plan, night = await load_night_as_organiser(ctx)
    seated = _restrict_plan_to_round(plan, night)
    first = await resolve_player_option(ctx, one, seated)
    second = await resolve_player_option(ctx, other, seated)
    done = await execute_night_command(ctx, live, lambda *_: SwapNightPlayers(first, second))
    words = await load_private_formatter(ctx, [first, second])
    names = {"one": words.name(first), "other": words.name(second)}
    await confirm_night_action(ctx, done, ctx.catalogue("night-done-swap", **names))


# The clock and the end


@slash_command("night-pause", night_access(SetNightClock))
async def toggle_night_clock(ctx: Context) -> None:
    """Pause the night's clock, or resume it if it is paused."""
    live, _, night = await load_night_as_organiser(ctx)
    await _set_night_clock(ctx, live, is_paused=night.paused is None)


async def _set_night_clock(ctx: Context, live_game: LiveGame, *, is_paused: bool) -> None:
    now = get_current_milliseconds()
    done = await execute_night_command(ctx, live_game, lambda *_: SetNightClock(now, is_paused))
    await confirm_night_action(
        ctx, done, ctx.catalogue("night-done-pause" if is_paused else "night-done-resume")
    )


@slash_command("night-close", night_access(CloseNight))
async def close_night(ctx: Context) -> None:
    """Close the night; pods that still play go on as any others."""
    live, _, _ = await load_night_as_organiser(ctx)
    await _execute_close_night(ctx, live)


async def _execute_close_night(ctx: Context, live_game: LiveGame) -> None:
    now = get_current_milliseconds()
    done = await execute_night_command(ctx, live_game, lambda *_: CloseNight(now))
    await confirm_night_action(ctx, done, ctx.catalogue("night-done-close"))


async def load_night_by_number(
    ctx: Context, plan_number: int, channel_address: ChannelAddress | None = None
) -> tuple[LiveGame, Plan, Night]:
    """Load a night by its number in a channel, also one that is over. Raises `Refusal`.

    Without an address, the channel is that of the interaction.
    """
    live = await ctx.services.service.load_game(channel_address or ctx.channel_address, plan_number)
    if live.plan is None or live.plan.night is None:
        raise Refusal("no-night")
    return live, live.plan, live.plan.night


async def handle_night_clock_button(ctx: Context, number: int, stop: int) -> None:
    """Pause the clock of a night; resume it if `stop` is 0."""
    live, _, _ = await load_night_by_number(ctx, number)
    await _set_night_clock(ctx, live, is_paused=bool(stop))


async def handle_close_night_button(ctx: Context, number: int) -> None:
    """Close the night of a message's button."""
    live, _, _ = await load_night_by_number(ctx, number)
    await _execute_close_night(ctx, live)


async def handle_undo_night_button(ctx: Context, number: int, act: int) -> None:
    """Undo the organiser's action number `act` of a night, if it is the last."""
    live, _, _ = await load_night_by_number(ctx, number)
    await _undo_night_action(ctx, live, act)


async def undo_night_action_in_channel(ctx: Context, channel: int, number: int, act: int) -> None:
    """Undo the organiser's action number `act` of a channel's night, if it is the last."""
    place = ChannelAddress(ctx.channel_address.guild, channel)
    if place not in list_channel_and_parent(ctx):
        raise Refusal("no-night")
    live, _, _ = await load_night_by_number(ctx, number, place)
    await _undo_night_action(ctx, live, act)


async def _undo_night_action(ctx: Context, live_game: LiveGame, action_number: int) -> None:
    now = get_current_milliseconds()
    await execute_night_command(ctx, live_game, lambda *_: UndoNightAction(action_number, now=now))
    ctx.services.plans.schedule_check()
    await send_answer(ctx, f"↩️ {ctx.catalogue('night-done-undo')}")


COMMANDS = (
    drop_player_from_night,
    add_player_to_night,
    swap_night_players,
    toggle_night_clock,
    close_night,
)

ROUTES = (
    Route(
        "night:{channel:id}:{number:int}:undo:{act:int}",
        undo_night_action_in_channel,
        night_access(UndoNightAction),
    ),
    Route(
        "plan:{number:int}:unact:{act:int}", handle_undo_night_button, night_access(UndoNightAction)
    ),
    Route(
        "plan:{number:int}:pause:{stop:int}", handle_night_clock_button, night_access(SetNightClock)
    ),
    Route("plan:{number:int}:close", handle_close_night_button, night_access(CloseNight)),
)
